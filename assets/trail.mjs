/** The way of a jump: the weights at a few steps between its ends, so that the movement can be seen. */
import { unpack } from "./blocks.mjs";
import { fetchBytes } from "./server.mjs";

const MOST_STOPS = 25;
const BUDGET = 1 << 20; // bytes

/**
 * @returns {Promise<{step: number, trail: Array}>} earlier weights, oldest first, for the picture at `step`; the losses
 *   of all steps on the way are added to `losses`
 */
export async function jumpTrail(session, from, count, losses) {
  const numbers = session.parameters.reduce((sum, { shape }) => sum + shape[0] * shape[1], 0);
  const stops = Math.max(2, Math.min(MOST_STOPS, Math.floor(BUDGET / (4 * numbers))));
  const stride = Math.max(1, Math.ceil(count / stops));
  const bytes = await fetchBytes("frames", session.query, { start: from, count: Math.ceil(count / stride), stride: Math.max(2, stride) });
  const { header, arrays } = unpack(bytes);
  losses.add(from, arrays.losses);
  const trail = Array.from({ length: header.count }, (_, i) => {
    const weights = session.parameters.map(({ name, shape: [rows, columns] }) => {
      const data = arrays[name].subarray(i * rows * columns, (i + 1) * rows * columns);
      return [name, { rows, columns, data }];
    });
    return { step: header.start + i * header.stride, ...Object.fromEntries(weights) };
  });
  return { step: from + count, trail };
}
