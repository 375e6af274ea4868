/** What the cells of the heatmaps show: weights or their last change. */
import { usedWeights } from "../../maths/rows.mjs";

/** @import { Numbers, Scene } from "../../types" */
/** @import { SheetMap } from "./sheets.mjs" */
/** @typedef {{ data: Numbers, minus: Numbers | null }} Cells a parameter's numbers, from which `minus` is taken */

/**
 * What the cells of a map show: the weights after the last step, those that the shown one computes with, or what the
 * last one changed.
 * @param {Scene} scene
 * @param {Pick<SheetMap, "parameter">} map
 * @returns {Cells}
 */
export function cellsOf(scene, { parameter: { name } }) {
  const { weights, before, view } = scene;
  if (view.heat === "before") return { data: usedWeights(scene)[name].data, minus: null };
  const { data } = weights[name];
  if (view.heat !== "change") return { data, minus: null };
  return { data, minus: before?.[name]?.data ?? data }; // step 0: nothing has changed yet
}

/** @param {Cells} cells @param {number} at */
export const valueAt = ({ data, minus }, at) => (minus ? data[at] - minus[at] : data[at]);

/** How many steps ago weights were as the cells show them. @param {Scene | null} scene */
export const agoOf = (scene) => (scene?.view.heat === "before" && scene.frame ? scene.step - scene.frame.step : 0);
