// @ts-check
/** The limits of colour scales and bars, and the largest of many numbers. */

/**
 * The next of 1, 1.5, 2, 3, 5, 7.5 × 10^n that is not below the value; 1 for zero.
 * @param {number} value
 */
export function niceLimit(value) {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 3, 5, 7.5].find((s) => s * power >= value * (1 - 1e-9)) ?? 10;
  return Number((step * power).toPrecision(2));
}

/**
 * Limit of the colour scale for some arrays together: their largest size, but at most six times the mean size, so that
 * a single outlier (clamped, and marked) does not make all the others pale.
 * @param {...ArrayLike<number>} arrays
 */
export function scaleLimit(...arrays) {
  let largest = 0;
  let sum = 0;
  let length = 0;
  for (const array of arrays) {
    for (let i = 0; i < array.length; i++) {
      const size = Math.abs(array[i]);
      if (size > largest) largest = size;
      sum += size;
    }
    length += array.length;
  }
  return niceLimit(Math.min(largest, (6 * sum) / Math.max(1, length)));
}

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
    let place = found.length;
    while (place > 0 && values[i] > values[found[place - 1]]) place -= 1;
    found.splice(place, 0, i);
    if (found.length > wanted) found.pop();
  }
  return found;
}
