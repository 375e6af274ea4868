/** What the projection says in words: the vector under the pointer, the table. */
import { exact } from "../../text/numbers.mjs";

/** @import { Line } from "../../types" */
/** @import { Projected } from "./compose.mjs" */
/** @import { Point, ShownSet } from "./vectors.mjs" */
/**
 * @typedef {{ id: number | null, name: string, kind: "input" | "output", point: Point }} Spot a vector; `id` is its
 *   word's, if it has one
 */

const REACH = 10; // px from a point at which it is hit
const KINDS = { input: "input vector", output: "output vector" };

/** Headers of the table. */
export const HEADERS = ["word", "vector", "PC1", "PC2"];

/**
 * The vector nearest to (x, y).
 * @param {Projected | null | undefined} projected
 * @param {number} x
 * @param {number} y
 * @returns {Spot | null}
 */
export function pick(projected, x, y) {
  if (!projected) return null;
  const { sets, frame } = projected;
  /** @type {Spot | null} */
  let found = null;
  let nearest = REACH ** 2;
  for (const { kind, words, names, points, visible } of sets) {
    for (let row = 0; visible && row < points.length / 2; row++) {
      const [across, up] = [points[2 * row], points[2 * row + 1]];
      const distance = (frame.x(across) - x) ** 2 + (frame.y(up) - y) ** 2;
      if (!(distance < nearest)) continue;
      nearest = distance;
      found = { id: words ? row : null, name: names[row], kind, point: [across, up] };
    }
  }
  return found;
}

/** @param {Spot} spot @returns {Line[]} */
export const linesOf = ({ name, kind, point: [x, y] }) => [name, KINDS[kind], ["PC1", exact(x)], ["PC2", exact(y)]];

/** A row a vector, whether it is shown or hidden. @param {ShownSet[]} sets */
export const rowsOf = (sets) =>
  sets.flatMap(({ kind, names, points }) =>
    names.map((name, row) => [name, KINDS[kind], exact(points[2 * row]), exact(points[2 * row + 1])]),
  );
