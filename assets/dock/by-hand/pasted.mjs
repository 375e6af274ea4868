/** Numbers that are pasted: rows of a spreadsheet, JSON, or an array as NumPy prints it. */

// By itself: no digits of a name, as in float64, and none of a label, as in h1.
const ONE = String.raw`(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const NUMBER = `(?:[-+]?(?:${ONE}(?:[/⁄]${ONE})?%?|[¼-¾⅐-⅞])|nan|null|none)`;
const ALONE = String.raw`(?<![\p{L}\p{N}_.])${NUMBER}(?![\p{L}\p{N}_])`;
// Decimal commas: no brackets, no point, nothing but whole numbers and those with a comma inside, apart from each
// other.
const COMMAS = /^[\s;]*(?:[-+]?\d+(?:,\d+)?(?:e[-+]?\d+)?%?(?:,?[\s;]+|$))+$/i;
const DECIMAL = /(?<=\d),(?=\d)/g;

/**
 * The numbers of a text, row by row, as they are written, with a point for a decimal comma; "" where one is not
 * answered.
 * @param {string} text
 * @returns {string[][]}
 */
export function rowsOf(text) {
  const written = text.replace(/^[ \r\n]+|\s+$/g, "").replace(/[−–]/g, "-");
  const plain = COMMAS.test(written) ? written.replace(DECIMAL, ".") : written;
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
  const number = new RegExp(ALONE, "giu");
  if (!row.includes("\t")) return (row.match(number) ?? []).map(answered);
  const cells = row.split("\t").map((cell) => cell.trim());
  const isLabel = (/** @type {string} */ cell) => cell !== "" && !cell.match(number);
  if (cells.some(isLabel) && !cells.some((cell) => cell.match(number))) return [];
  return cells.slice(cells.findIndex((cell) => !isLabel(cell))).map((cell) => answered(cell.match(number)?.[0] ?? ""));
}

/** @param {string} number */
const answered = (number) => (/n/i.test(number) ? "" : number);
