/**
 * Steps as people count them, from 1: "step 100" is the hundredth update, in all its stages. `scene.step` counts updates applied,
 * `frame.step` those before the frame.
 */
import { count } from "./numbers.mjs";

/** @import { Scene } from "../types" */
/** @typedef {Pick<Scene, "step" | "frame" | "view" | "excited">} Shown */

/** The step that a scene shows; 0 before the first. @param {Pick<Scene, "frame">} scene */
export const stepShown = ({ frame }) => (frame ? frame.step + 1 : 0);

/** When weights are seen that have had so many updates. @param {number} step */
export const afterStep = (step) => (step ? `after step ${count(step)}` : "before step 1");

/** What of a step a panel shows, by the `moment` of its record. @type {Record<string, (scene: Shown) => string>} */
export const MOMENTS = {
  weights: ({ step }) => afterStep(step),
  step: (scene) => (scene.frame ? `of step ${count(stepShown(scene))}` : ""),
  // What is computed, and the weights on its way: those of pinned words' answer are the newest.
  both: ({ step, frame, excited }) => {
    if (!frame || excited) return `weights ${afterStep(step)}`;
    return `step ${count(frame.step + 1)}, weights ${frame.step < step ? "after" : "before"} it`;
  },
  cells: ({ step, frame, view }) => {
    if (view.heat === "before" && frame) return `before step ${count(frame.step + 1)}`;
    return view.heat === "change" && step ? `by step ${count(step)}` : afterStep(step);
  },
};
