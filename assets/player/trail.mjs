/** The way of a jump: the weights at a few steps between its ends, so that the movement can be seen. */

const MOST_STOPS = 25;
const BUDGET = 1 << 20; // bytes

/**
 * @param {number[]|null} words ids whose rows are wanted of a large session
 * @returns {Promise<{step: number, trail: (excerpt, weights) => Array}>} makes earlier weights, oldest first, for the picture
 *   at `step`, with the rows of an excerpt, whose weights there are given; the losses of all steps on the way are added to `losses`
 */
export async function jumpTrail(source, session, from, count, losses, words, signal) {
  const height = (shape) => (words ? words.length : shape[0]);
  const numbers = session.parameters.reduce((sum, { shape }) => sum + height(shape) * (shape[1] ?? 1), 0);
  const stops = Math.max(2, Math.min(MOST_STOPS, Math.floor(BUDGET / (4 * numbers))));
  const stride = Math.max(1, Math.ceil(count / stops));
  const options = { start: from, count: Math.ceil(count / stride), stride: Math.max(2, stride), words: words?.join(",") };
  const { header, arrays } = await source.frames(session.query, options, signal);
  losses.add(from, arrays.losses);
  const stop = (i, excerpt, weights) => {
    const matrices = session.parameters.map(({ name, axes, shape: [rows, columns = 1] }) => {
      const ids = arrays[`rows.${axes[0]}`];
      const size = (ids ? ids.length : rows) * columns;
      const data = arrays[name].subarray(i * size, (i + 1) * size);
      return [name, excerpt ? placed(data, ids, excerpt, axes[0], weights[name]) : { rows, columns, data }];
    });
    return { step: header.start + i * header.stride, ...Object.fromEntries(matrices) };
  };
  const kept = new WeakMap(); // excerpt -> trail
  const made = (excerpt, weights) => Array.from({ length: header.count }, (_, i) => stop(i, excerpt, weights));
  const whole = session.by_rows ? null : made(null);
  const trail = (excerpt, weights) => {
    if (!excerpt) return whole;
    if (!kept.has(excerpt)) kept.set(excerpt, made(excerpt, weights));
    return kept.get(excerpt);
  };
  return { step: from + count, trail };
}

/** Rows at their places among an excerpt's, whose others stand still. */
function placed(rows, ids, excerpt, axis, { rows: height, columns, data }) {
  const all = data.slice();
  ids.forEach((id, i) => {
    const place = excerpt.place(axis, id);
    if (place >= 0) all.set(rows.subarray(i * columns, (i + 1) * columns), place * columns);
  });
  return { rows: height, columns, data: all };
}
