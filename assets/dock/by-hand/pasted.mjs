/** Numbers that are pasted: rows of a spreadsheet, JSON, or an array as NumPy prints it. */

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|nan|null|none/gi;
// Decimal commas: no brackets, no point, nothing but whole numbers and those with a comma inside, apart from each other.
const COMMAS = /^(?:[-+]?\d+(?:,\d+)?(?:e[-+]?\d+)?(?:[\s;]+|$))+$/i;

/**
 * The numbers of a text, row by row, as they are written, with a point for a decimal comma; "" where one is not answered.
 * @param {string} text
 * @returns {string[][]}
 */
export function rowsOf(text) {
  const written = text.trim().replaceAll("−", "-");
  const plain = COMMAS.test(written) ? written.replaceAll(",", ".") : written;
  const rows = plain.includes("[") ? plain.split(/\]\s*,?\s*(?=\[)/) : plain.split(/\r?\n/);
  return rows.map((row) => cellsOf(row)).filter((cells) => cells.length);
}

/** Of a spreadsheet empty cells are cells too. @param {string} row */
function cellsOf(row) {
  if (row.includes("\t")) return row.split("\t").map((cell) => cell.match(NUMBER)?.[0] ?? "");
  return (row.match(NUMBER) ?? []).map((number) => (/n/i.test(number) ? "" : number));
}
