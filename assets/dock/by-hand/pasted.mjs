/** Numbers that are pasted: rows of a spreadsheet, JSON, or an array as NumPy prints it. */

// By itself: no digits of a name, as in float64, and none of a label, as in h1.
const NUMBER = /(?<![\p{L}\p{N}_.])(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|nan|null|none)(?![\p{L}\p{N}_])/giu;
// Decimal commas: no brackets, no point, nothing but whole numbers and those with a comma inside, apart from each
// other.
const COMMAS = /^[\s;]*(?:[-+]?\d+(?:,\d+)?(?:e[-+]?\d+)?(?:[\s;]+|$))+$/i;

/**
 * The numbers of a text, row by row, as they are written, with a point for a decimal comma; "" where one is not
 * answered.
 * @param {string} text
 * @returns {string[][]}
 */
export function rowsOf(text) {
  const written = text.replace(/^[ \r\n]+|\s+$/g, "").replaceAll("−", "-");
  const plain = COMMAS.test(written) ? written.replaceAll(",", ".") : written;
  const rows = plain.includes("[") ? plain.split(/\]\s*,?\s*(?=\[)/) : plain.split(/\r?\n/);
  return rows.map((row) => cellsOf(row)).filter((cells) => cells.length);
}

/**
 * The numbers of a JSON object, row by row, by its keys; null of a text that is none.
 * @param {string} text
 * @returns {Map<string, string[][]> | null}
 */
export function namedOf(text) {
  if (!text.trimStart().startsWith("{")) return null;
  try {
    /** @type {[string, unknown][]} */
    const named = Object.entries(/** @type {object} */ (JSON.parse(text)));
    return new Map(named.map(([name, value]) => [name, rowsOf(JSON.stringify(value))]));
  } catch {
    return null;
  }
}

/**
 * Of a spreadsheet empty cells are cells too; labels, which stand before its rows and above its columns, are none.
 * @param {string} row
 */
function cellsOf(row) {
  if (!row.includes("\t")) return (row.match(NUMBER) ?? []).map(answered);
  const cells = row.split("\t").map((cell) => cell.trim());
  const isLabel = (/** @type {string} */ cell) => cell !== "" && !cell.match(NUMBER);
  if (cells.some(isLabel) && !cells.some((cell) => cell.match(NUMBER))) return [];
  return cells.slice(cells.findIndex((cell) => !isLabel(cell))).map((cell) => answered(cell.match(NUMBER)?.[0] ?? ""));
}

/** @param {string} number */
const answered = (number) => (/n/i.test(number) ? "" : number);
