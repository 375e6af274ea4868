/**
 * Round numbers, the limits of scales, and the largest of many numbers. In Python they stand in
 * explorer/views/limits.py.
 */

const LIMITS = [1, 1.5, 2, 3, 5, 7.5, 10];
const ENDS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];
const STEPS = [1, 2, 5, 10];

/** A number, or the nearest that there may be. @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

/** Multiples of a step from `low` to `high`. @param {number} low @param {number} high @param {number} step */
export function multiples(low, high, step) {
  const all = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) all.push(value);
  return all;
}

/**
 * The first of `rounds` × 10^n that is not below the value, rounding aside.
 * @param {number} value above zero
 * @param {number[]} rounds ascending, from 1 to 10
 */
function nextRound(value, rounds) {
  const power = 10 ** Math.floor(Math.log10(value));
  const round = rounds.find((each) => each * power >= value * (1 - 1e-9)) ?? 10;
  return Number((round * power).toPrecision(2));
}

/**
 * The next of 1, 1.5, 2, 3, 5, 7.5 × 10^n that is not below the value; 1 for zero and what is not finite.
 * @param {number} value
 */
export const niceLimit = (value) => (value > 0 && Number.isFinite(value) ? nextRound(value, LIMITS) : 1);

/**
 * The next of 1, 2, 5 × 10^n that is not below the value: how far the lines of a grid or the marks of an axis are
 * apart.
 * @param {number} value above zero
 */
export const roundStep = (value) => nextRound(value, STEPS);

/**
 * The same for what is counted: of how many things each is numbered.
 * @param {number} least
 */
export const roundEvery = (least) => Math.max(1, roundStep(Math.max(1, least)));

/**
 * Where the axis of a curve ends: the next of 1, 1.5, 2, 3, 4, 5, 6, 8 × 10^n that is not below the value, closer than
 * a limit of colours, so that the curve fills its picture; 1 for zero and what is not finite. Of a whole number a whole
 * one.
 * @param {number} value
 */
export const roundEnd = (value) => (value > 0 && Number.isFinite(value) ? nextRound(value, ENDS) : 1);

/** The largest size among numbers, 0 of none. @param {ArrayLike<number>} values */
export function largestSize(values) {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]));
  return most;
}

/** Times what is shown: beside numbers to come that are so large nothing of it could be seen. */
export const RUNAWAY = 1e3;

/**
 * How large numbers are, of arrays that are added one after the other. In Python it is `Sizes`.
 */
export class Sizes {
  largest = 0;
  sum = 0;
  count = 0;

  /**
   * Take in an array, or by how much it differs from another. Zeros do not count, since a change may be zero in all
   * rows but one; nor does what is not finite.
   * @param {ArrayLike<number>} data
   * @param {ArrayLike<number> | null} [minus]
   */
  add(data, minus = null) {
    let { largest, sum, count } = this;
    const { length } = data;
    for (let i = 0; i < length; i++) {
      const size = Math.abs(minus ? data[i] - minus[i] : data[i]);
      if (!(size > 0 && size < Infinity)) continue;
      if (size > largest) largest = size;
      sum += size;
      count += 1;
    }
    Object.assign(this, { largest, sum, count });
  }

  /** Those of all of some. @param {Sizes[]} some */
  static together(some) {
    const all = new Sizes();
    for (const { largest, sum, count } of some) {
      all.largest = Math.max(all.largest, largest);
      all.sum += sum;
      all.count += count;
    }
    return all;
  }

  /**
   * Where the colours of all of them end, and their largest size: that size, but at most eight times the mean one, so
   * that one outlier (beyond them, and marked) does not make the others pale.
   */
  get scale() {
    const { largest, sum, count } = this;
    return { limit: niceLimit(Math.min(largest, (8 * sum) / Math.max(1, count))), largest };
  }
}

/**
 * Whether a value lies beyond the end of the colours, rounding aside: it gets the last one, and a mark.
 * @param {number} value
 * @param {number} limit
 */
export const isBeyond = (value, limit) => Math.abs(value) > limit * (1 + 1e-9);

/**
 * Ids of the largest values, largest first; a selection without sorting everything.
 * @param {ArrayLike<number>} values
 * @param {number} wanted
 * @returns {number[]}
 */
export function largest(values, wanted) {
  /** @type {number[]} */
  const found = [];
  for (let i = 0; i < values.length; i++) {
    if (found.length === wanted && !(values[i] > values[found[wanted - 1]])) continue;
    let rank = found.length;
    while (rank > 0 && values[i] > values[found[rank - 1]]) rank -= 1;
    found.splice(rank, 0, i);
    if (found.length > wanted) found.pop();
  }
  return found;
}
