/** The colours of answers: of a single output shades from low to high, of several one for each class. */

/** @import { Answered, Colour } from "../../types" */

/** Classes that have a colour of their own. */
export const MOST_CLASSES = 6;
const LEVELS = 33; // shades of a single output's answers
const FIELD = 0.72; // strength of the regions' colours under the points
const CLASS_FIELD = 0.4;

/** @param {number} levels @returns {Colour[]} */
const shades = (levels) =>
  Array.from({ length: levels }, (_, i) => ({ tint: "activation", share: (FIELD * i) / (levels - 1) }));

/** From low to high, behind the points. */
export const SHADES = shades(LEVELS);
/** The same, of the key, where a few run into each other. */
export const KEY_SHADES = shades(5);
/** @type {Colour[]} */
export const CLASS_SHADES = Array.from({ length: MOST_CLASSES }, (_, k) => ({
  tint: `class-${k}`,
  share: CLASS_FIELD,
}));

/** Which of the shades an answer has. @param {number} answer @param {Answered["level"]} level */
export function shadeIndex(answer, { low, high }) {
  const share = Math.min(1, Math.max(0, (answer - low) / (high - low)));
  return Math.round((LEVELS - 1) * (share || 0));
}

/** Which of the colours of classes a class has. @param {number} k */
export const classIndex = (k) => k % MOST_CLASSES;
/** @param {number} k */
export const classColour = (k) => ({ role: `class-${classIndex(k)}` });
