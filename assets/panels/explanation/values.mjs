/** The numbers of a scene by the names that equations have for them: see slots.mjs. */

import { divisor, last, parameterOf, quantityOf } from "../../maths/declared.mjs";
import { gradientAt } from "./gradient.mjs";

/** @import { Scene } from "../../types" */

/** @typedef {{ time?: string, name: string, inside?: string }} Name */

const NAME = /^(?:(old|new)\.)?([^[\].]+)(?:\[([^\]]+)\])?$/;

/** @type {Record<string, (scene: Scene) => number | null | undefined>} */
const ALONE = {
  loss: (scene) => scene.frame?.loss,
  rate: (scene) => scene.frame?.rate ?? Number(scene.session.hyper.learning_rate),
  C: (scene) => scene.frame?.outputs.length,
  inputs: (scene) => scene.frame?.inputs.length,
  batch: (scene) => scene.frame?.batch,
  divisor: (scene) => scene.frame && divisor(scene.session, scene.frame.batch),
};

/** Whether a name is of a number that stands alone: a parameter may be called C, too. @param {Name} of */
export const standsAlone = ({ name, inside }) => !inside && name in ALONE;

/**
 * "old.W_in[i,k]" in its parts; what is no such name is one by itself.
 * @param {string} text
 * @returns {Name}
 */
export function parsed(text) {
  const [, time, name, inside] = NAME.exec(text) ?? [undefined, undefined, text];
  return { time, name, inside };
}

/**
 * A number of the painted frame or weights; undefined where there is none yet.
 * @param {Scene} scene
 * @param {string} name
 * @param {string | undefined} time
 * @param {number[]} index
 */
export function valueAt(scene, name, time, index) {
  if (name in ALONE && !index.length) return ALONE[name](scene);
  const weights = (time ? scene.before : scene.weights)?.[name];
  if (weights) {
    const weight = weights.data[index[0] * weights.columns + (index[1] ?? 0)];
    return time === "new" ? moved(scene, name, index, weight) : weight;
  }
  const values = scene.frame?.get(name);
  if (!values || index.length < 2) return values?.[index[0]];
  return values[index[0] * last(quantityOf(scene.session, name).shape) + index[1]];
}

/**
 * A weight after the painted step, before anyone sets it by hand.
 * @param {Scene} scene @param {string} name @param {number[]} index @param {number} weight
 */
function moved(scene, name, index, weight) {
  const { decay, frozen } = parameterOf(scene.session, name);
  if (frozen || !scene.frame) return weight;
  const { rate, batch } = scene.frame;
  return weight - (rate / divisor(scene.session, batch)) * (gradientAt(scene, name, index) + batch * decay * weight);
}
