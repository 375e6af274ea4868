/** Where the matrices of a batch stand: a grid of equal cells, as square as the panel lets them be. */

/** @typedef {ReturnType<typeof batchLayout>[number]} MatrixBox */

/**
 * Each matrix fills its cell below its heading, (x, y).
 * @param {{ width: number, height: number, text: number, count: number }} given `text`: height of the small text
 */
export function batchLayout({ width, height, text, count }) {
  const heading = 2.5 * text;
  const shapes = Array.from({ length: count }, (_, i) => {
    const down = Math.ceil(count / (i + 1));
    return { across: i + 1, size: Math.min(width / (i + 1), (height / down - heading) * 1.6) };
  });
  const { across } = shapes.reduce((best, each) => (each.size > best.size ? each : best), {
    across: 1,
    size: -Infinity,
  });
  const down = Math.ceil(count / across);
  const gap = text;
  const side = 0.8 * text; // at either edge
  const [wide, tall] = [(width - 2 * side - (across - 1) * gap) / across, height / down];
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [side + (i % across) * (wide + gap), Math.floor(i / across) * tall];
    return { x, y, left: x, top: y + heading, width: wide, height: Math.max(4, tall - heading - 0.5 * text) };
  });
}

/**
 * The cell at a point: the number of the matrix, its row and its column; null where none is.
 * @param {MatrixBox[]} boxes
 * @param {{ rows: number, columns: number }[]} matrices
 * @param {number} x
 * @param {number} y
 */
export function pickMatrix(boxes, matrices, x, y) {
  const at = boxes.findIndex(
    ({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height,
  );
  if (at < 0) return null;
  const { left, top, width, height } = boxes[at];
  const row = Math.floor(((y - top) / height) * matrices[at].rows);
  return { at, row, column: Math.floor(((x - left) / width) * matrices[at].columns) };
}
