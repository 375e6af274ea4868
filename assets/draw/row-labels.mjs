/** Labels of rows in a column, moved apart where they would overlap. */

/**
 * Rows that get a label, and where. Rows of `must` always do (the first of them, if even these are too many), moved
 * apart where they would overlap; the others where there is room left.
 * @param {number[]} centres y of every row, ascending
 * @param {number[]} must row numbers, most important first
 * @param {number} gap between the middles of two labels, at least
 * @param {number} low where the first may stand
 * @param {number} high where the last may stand
 * @returns {{row: number, y: number}[]}
 */
export function placeLabels(centres, must, gap, low, high) {
  if (centres.length < 2 || centres[1] - centres[0] >= gap) return centres.map((y, row) => ({ row, y }));
  const capacity = Math.max(1, Math.floor((high - low) / gap) + 1);
  const first = must.slice(0, capacity).sort((a, b) => a - b);
  const moved = spread(
    first.map((row) => centres[row]),
    gap,
    low,
    high,
  );
  const placed = first.map((row, i) => ({ row, y: moved[i] }));
  const taken = new Set(first);
  /** @type {{ row: number, y: number }[]} */
  const free = [];
  let next = 0; // the first of the moved labels that is not above this row
  centres.forEach((y, row) => {
    while (next < moved.length && moved[next] <= y) next += 1;
    const above = Math.max(moved[next - 1] ?? -Infinity, free.at(-1)?.y ?? -Infinity);
    if (!taken.has(row) && y - above >= gap && (moved[next] ?? Infinity) - y >= gap) free.push({ row, y });
  });
  return [...free, ...placed];
}

/**
 * Positions as near as possible to the wanted ones (ascending), at least `gap` apart, within low … high.
 * @param {number[]} wanted
 * @param {number} gap
 * @param {number} low
 * @param {number} high
 */
export function spread(wanted, gap, low, high) {
  // Isotonic regression (pool adjacent violators) on wanted - i·gap: monotone there means a gap apart here.
  /** @type {{ sum: number, size: number }[]} */
  const blocks = [];
  wanted.forEach((y, i) => {
    let block = { sum: y - i * gap, size: 1 };
    for (
      let before = blocks.at(-1);
      before && before.sum / before.size > block.sum / block.size;
      before = blocks.at(-1)
    ) {
      block = { sum: before.sum + block.sum, size: before.size + block.size };
      blocks.pop();
    }
    blocks.push(block);
  });
  const highest = high - (wanted.length - 1) * gap;
  /** @param {{ sum: number, size: number }} block */
  const level = ({ sum, size }) => Math.max(low, Math.min(highest, sum / size));
  return blocks.flatMap((block) => Array.from({ length: block.size }, () => level(block))).map((y, i) => y + i * gap);
}
