/**
 * Stretches of steps, over which the scales of pictures stay as they are: a run is cut into them, and what is drawn at
 * one of their steps is measured over the whole of it, so that the same colour means the same number from one step to
 * the next, whichever way one came. In Python they stand in explorer/training/stretches.py; tests/shared/limits.json
 * holds the two.
 */

/**
 * The stretch that the state after `step` updates belongs to: after the first of these numbers, up to the second. They
 * are 0, 1, 2, 3, 4, 5–6, 7–8, 9–12, 13–16, … of `longest` steps in the end, a power of two, and every edit begins
 * another one. So [8, 12] are the states 9, 10, 11, 12, and what is measured are the frames 8, 9, 10, 11, each with the
 * weights before it and after.
 * @param {number} step
 * @param {number} longest
 * @param {number[]} edits the steps before which there is an edit
 * @returns {[start: number, end: number]}
 */
export function stretchOf(step, longest, edits) {
  if (step === 0) return [0, 0];
  const frame = step - 1;
  // Half of the largest power of two that is in it.
  const length = Math.min(longest, 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, frame))) - 1));
  const start = Math.floor(frame / length) * length;
  const begins = edits.map((edit) => edit - 1);
  return [
    Math.max(start, ...begins.filter((at) => at <= frame)),
    Math.min(start + length, ...begins.filter((at) => at > frame)),
  ];
}
