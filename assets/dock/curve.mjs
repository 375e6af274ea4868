/** A small curve over positions: plain geometry, in a box of WIDTH by HEIGHT that is stretched to what it fills. */

/** Of the box. */
export const WIDTH = 1000;
/** Of the box. */
export const HEIGHT = 100;

/**
 * @typedef {{ positions: ArrayLike<number>, values: ArrayLike<number>, first: number, last: number, condition?: boolean
 *   }} Curve values at ascending positions, NaN where there is none, in a picture of the positions from `first` to
 *   `last`; of a `condition` 1 where it holds, else 0
 */

/**
 * The curve as an SVG path, with gaps where it has no value; its lowest and highest value, and the height of 0, where
 * that is seen.
 * @param {Curve} curve
 */
export function layout({ positions, values, first, last, condition }) {
  const known = Array.from(values).filter(Number.isFinite);
  if (!known.length) return { path: "", low: NaN, high: NaN, zero: null };
  const [low, high] = condition ? [0, 1] : [least(known), -least(known.map((value) => -value))];
  const y = (/** @type {number} */ value) =>
    high > low ? HEIGHT - (HEIGHT * (value - low)) / (high - low) : HEIGHT / 2;
  const x = (/** @type {number} */ position) => (last > first ? (WIDTH * (position - first)) / (last - first) : 0);
  let path = "";
  let goesOn = false;
  for (let i = 0; i < values.length; i++) {
    const there = Number.isFinite(values[i]);
    if (there) path += `${goesOn ? "L" : "M"}${rounded(x(positions[i]))} ${rounded(y(values[i]))}`;
    if (there && !goesOn) path += "h0"; // a value by itself is a dot
    goesOn = there;
  }
  return { path, low, high, zero: low < 0 && high > 0 ? rounded(y(0)) : null };
}

/** Short vertical lines at positions, as an SVG path. @param {ArrayLike<number>} positions @param {number} last */
export const ticks = (positions, last) =>
  Array.from(positions, (position) =>
    position <= last ? `M${rounded((WIDTH * position) / last)} 0V${HEIGHT}` : "",
  ).join("");

/** @param {number[]} values */
const least = (values) => values.reduce((low, value) => Math.min(low, value), Infinity);

/** @param {number} value */
const rounded = (value) => Math.round(10 * value) / 10;
