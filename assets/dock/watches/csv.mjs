/** Values of expressions at positions as comma-separated values: RFC 4180, numbers with all their digits. */

/**
 * @typedef {{ positions: number[], values: number[] }} Column from the first position on; shorter where the run ends
 */

/**
 * @param {string[]} names
 * @param {Column[]} columns the values of each name; NaN where there is none, which stays empty
 */
export function csvOf(names, columns) {
  const longest = columns.reduce((most, each) => (each.positions.length > most.positions.length ? each : most));
  const rows = longest.positions.map((position, i) =>
    [position, ...columns.map(({ values }) => values[i])].map(cell).join(","),
  );
  return tableOf([["step", ...names].map(quoted).join(","), ...rows]);
}

/** @param {string[]} rows of cells with commas between */
export const tableOf = (rows) => `${rows.join("\r\n")}\r\n`;

/** @param {number | undefined} value */
const cell = (value) => (value === undefined || Number.isNaN(value) ? "" : String(value));

/** @param {string} text */
export const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
