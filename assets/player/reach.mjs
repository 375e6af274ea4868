/** How far numbers reach in the stretch of steps that a scene belongs to: measured once, over all of the stretch. */
import { parameterOf } from "../maths/declared.mjs";
import { largestSize, RUNAWAY, Sizes } from "../maths/limits.mjs";
import { remembered } from "../maths/remembered.mjs";
import { stretchOf } from "../maths/stretches.mjs";

/** @import { Block, Reach, Weights } from "../types" */
/** @typedef {{ limit: number, largest: number }} Scale */

/** @type {WeakMap<Block, Map<string, Map<string, Sizes>>>} */
const ofWeights = new WeakMap(); // block -> stretch and kind -> parameter
/** @type {WeakMap<Block, Map<string, number>>} */
const ofQuantities = new WeakMap(); // block -> stretch and name
/** @type {WeakMap<Block, Map<string, Sizes>>} */
const ofColours = new WeakMap(); // the same

/**
 * @param {Block} made the block with the step that made the weights after `step` updates
 * @param {number} step
 * @param {Block} shown that with the frame that is shown
 * @param {number} frame its step
 * @returns {Reach}
 */
export const reachAt = (made, step, shown, frame) => ({
  weights(names, change = false) {
    const [start, end] = stretchIn(made, step);
    const known = remembered(ofWeights, made, () => new Map());
    /** @param {number} from @param {number} to */
    const between = (from, to) => {
      const sizes = remembered(known, `${from} ${to} ${change}`, () => measured(made, from, to, change));
      return Sizes.together(names.flatMap((name) => sizes.get(name) ?? [])).scale;
    };
    const scale = between(start, end);
    return scale.limit < RUNAWAY ? scale : atHand(scale, between(Math.max(start, step - Number(change)), step));
  },
  quantity(name) {
    const [start, end] = stretchIn(shown, frame + 1);
    const known = remembered(ofQuantities, shown, () => new Map());
    return remembered(known, `${start} ${end} ${name}`, () => largestOf(shown, start, end, name));
  },
  colours(name) {
    const [start, end] = stretchIn(shown, frame + 1);
    const known = remembered(ofColours, shown, () => new Map());
    return remembered(known, `${start} ${end} ${name}`, () => sizesOf(shown, start, end, name)).scale;
  },
  parts(error, weights) {
    const [start, end] = stretchIn(shown, frame + 1);
    const known = remembered(ofQuantities, shown, () => new Map());
    return remembered(known, `${start} ${end} ${error} ${weights}`, () =>
      largestPart(shown, start, end, error, weights),
    );
  },
});

/**
 * Of a run that grows out of hand, or beside one, what is there now: nothing of it could be seen otherwise.
 * @param {Scale} all
 * @param {Scale} now
 */
export const atHand = (all, now) => (now.largest > 0 && now.limit * RUNAWAY < all.limit ? now : all);

/**
 * What has been asked of one block, to be measured of another before that is shown; each takes a while.
 * @param {Block} asked
 * @param {Block} block
 * @returns {(() => void)[]}
 */
export function measuresLike(asked, block) {
  const reach = reachAt(block, block.start + 1, block, block.start);
  const ofAll = [...(ofWeights.get(asked)?.keys() ?? [])].map((key) => () => {
    reach.weights([], key.endsWith(" true"));
  });
  const ofNamed = [...(ofQuantities.get(asked)?.keys() ?? [])].map((key) => () => {
    const [name, weights] = key.split(" ").slice(2);
    if (weights) reach.parts(name, weights);
    else reach.quantity(name);
  });
  const ofSizes = [...(ofColours.get(asked)?.keys() ?? [])].map((key) => () => {
    reach.colours(key.split(" ")[2]);
  });
  return [...ofAll, ...ofNamed, ...ofSizes];
}

/**
 * The stretch of a state, as far as a block has it, which may be shorter where frames are dear.
 * @param {Block} block
 * @param {number} step
 */
function stretchIn({ session, start, end }, step) {
  const [from, to] = stretchOf(
    step,
    session.longest_stretch,
    session.edits.map((edit) => edit.step),
  );
  return [Math.max(start, from), Math.min(end, to)];
}

/**
 * How large each parameter's weights are after `start` updates, and so on up to `end`; or what each step changes of
 * them.
 * @param {Block} block
 * @param {number} start
 * @param {number} end
 * @param {boolean} change
 */
function measured(block, start, end, change) {
  const weights = block.startWeights();
  const sizes = new Map(Object.keys(weights).map((name) => [name, new Sizes()]));
  /** @param {Weights | null} before */
  const measure = (before) => {
    for (const [name, { data }] of Object.entries(weights)) sizes.get(name)?.add(data, before?.[name].data);
  };
  for (let at = block.start; at < start; at++) block.apply(weights, at);
  if (!change) measure(null);
  for (let at = start; at < end; at++) {
    const before = change ? structuredClone(weights) : null;
    block.apply(weights, at);
    measure(before);
  }
  return sizes;
}

/**
 * A quantity in some frames of a block, those of all instances.
 * @param {Block} block
 * @param {number} start
 * @param {number} end
 * @param {string} name
 */
function* numbersOf(block, start, end, name) {
  const declared = block.declared(name);
  for (let step = start; step < end; step++)
    for (let b = 0; b < block.size(step); b++) yield block.quantity(declared, step, b) ?? [];
}

/** Its largest size. @param {Block} block @param {number} start @param {number} end @param {string} name */
function largestOf(block, start, end, name) {
  let largest = 0;
  for (const numbers of numbersOf(block, start, end, name)) largest = Math.max(largest, largestSize(numbers));
  return largest;
}

/** How large its numbers are. @param {Block} block @param {number} start @param {number} end @param {string} name */
function sizesOf(block, start, end, name) {
  const sizes = new Sizes();
  for (const numbers of numbersOf(block, start, end, name)) sizes.add(numbers);
  return sizes;
}

/**
 * The largest number of rows of a parameter times their error, in some frames of a block.
 * @param {Block} block
 * @param {number} start
 * @param {number} end
 * @param {string} error
 * @param {string} name
 */
function largestPart(block, start, end, error, name) {
  const weights = block.startWeights();
  const { data, columns } = weights[name];
  const [{ at = null }] = parameterOf(block.session, name).change;
  let largest = 0;
  for (let step = block.start; step < end; step++) {
    for (let b = 0; step >= start && b < block.size(step); b++) {
      const asked = at && block.quantity(block.declared(at), step, b);
      block.quantity(block.declared(error), step, b)?.forEach((e, i) => {
        const first = (asked ? asked[i] : i) * columns;
        largest = Math.max(largest, Math.abs(e) * largestSize(data.subarray(first, first + columns)));
      });
    }
    block.apply(weights, step);
  }
  return largest;
}
