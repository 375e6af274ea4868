/**
 * Steps as people count them, from 1: "step 100" is the hundredth update, in all its stages. `scene.step` counts
 * updates applied, `frame.step` those before the frame.
 */
import { count } from "./numbers.mjs";

/** @import { Scene } from "../types" */
/** @typedef {Pick<Scene, "session" | "step" | "frame" | "view" | "excited" | "hurried">} Shown */

/** The step that a scene shows; 0 before the first. @param {Pick<Scene, "frame">} scene */
export const stepShown = ({ frame }) => (frame ? frame.step + 1 : 0);

/** Whether the step that is shown has not moved the weights yet. @param {Pick<Scene, "frame" | "step">} scene */
export const isUnderWay = ({ frame, step }) => frame?.step === step;

/** When weights are seen that have had so many updates. @param {number} step */
export const afterStep = (step) => (step ? `after step ${count(step)}` : "before step 1");

/** A step by its number; "each step" while it plays too fast to read one. @param {Shown} scene @param {number} step */
const named = ({ hurried }, step) => (hurried ? "each step" : `step ${count(step)}`);

/** Whether weights have been set by hand since the last step. @param {Pick<Scene, "session" | "step">} scene */
export const isEdited = ({ session, step }) =>
  session.edits.some((edit) => edit.kind === "weight" && edit.step === step);

/** What is said behind the step where they have. @param {Shown} scene */
const andEdited = (scene) => (!scene.hurried && isEdited(scene) ? ", edited" : "");

/** @param {Shown} scene */
const afterIt = (scene) => (scene.step ? `after ${named(scene, scene.step)}` : afterStep(0)) + andEdited(scene);

/** What of a step a panel shows, by the `moment` of its record. @type {Record<string, (scene: Shown) => string>} */
export const MOMENTS = {
  weights: afterIt,
  // Of these, weights have an answer only where something is asked.
  neighbours: (scene) => (scene.view.word ? afterIt(scene) : ""),
  analogy: (scene) => (scene.view.analogy ? afterIt(scene) : ""),
  step: (scene) => (scene.frame ? `of ${named(scene, stepShown(scene))}` : ""),
  // What is computed, and the weights on its way: those of pinned words' answer are the newest.
  both: (scene) => {
    const { frame, excited } = scene;
    if (!frame || excited) return `weights ${afterIt(scene)}`;
    const when = isUnderWay(scene) ? "before it" : `after it${andEdited(scene)}`;
    return `${named(scene, frame.step + 1)}, weights ${when}`;
  },
  cells: (scene) => {
    const { step, frame, view } = scene;
    if (view.heat === "before" && frame) return `before ${named(scene, frame.step + 1)}`;
    if (!step) return "at the start"; // whichever is pressed: there is no step yet whose weights, or change, they were
    return view.heat === "change" ? `by ${named(scene, step)}${andEdited(scene)}` : afterIt(scene);
  },
};
