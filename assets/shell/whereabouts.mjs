/** A place in the run of a recipe, as links say it behind the recipe. */

/** @import { Place, View } from "../types" */

/** @param {Place} place @param {View} [usual] view options that need not be said */
export function whereOf({ step, stage, view }, usual = {}) {
  const text = new URLSearchParams({ step: String(step), ...(stage && stage !== "start" && { stage }) });
  for (const [key, value] of Object.entries(view))
    if ((value ?? "") !== (usual[key] ?? "")) text.append(`view.${key}`, value ?? "");
  return text.toString();
}
