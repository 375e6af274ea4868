/** Where things stand in the noise panel: plain geometry, without canvas or scene. */

/** @typedef {ReturnType<typeof noiseLayout>} NoiseLayout */

/** Top and bottom of the rows. @param {number} height @param {number} text */
const extent = (height, text) => [3.1 * text, height - 1.7 * text];

/** How many rows can be read. @param {number} height @param {number} text height of the small text */
export function rowsThatFit(height, text) {
  const [top, bottom] = extent(height, text);
  return Math.max(1, Math.floor((bottom - top) / (1.12 * text)));
}

/**
 * A row a word: dots of the draws, its name, its count, and a column for each distribution.
 * @param {object} given
 * @param {number} given.width
 * @param {number} given.height
 * @param {number} given.rows
 * @param {number} given.columns
 * @param {boolean} given.skips whether there are rings beside the dots
 * @param {number} given.widest width of the widest word
 * @param {number} given.text height of the small text, the unit of all spacing
 */
export function noiseLayout({ width, height, rows, columns, skips, widest, text }) {
  const pad = 0.6 * text;
  const [top, bottom] = extent(height, text);
  const label = Math.max(3 * text, widest + 4);
  const dots = Math.min((skips ? 6.2 : 4.2) * text, 0.14 * width);
  const left = pad + dots + label + 0.6 * text;
  const gap = 0.7 * text;
  const each = (width - pad - left - gap * columns) / (columns + 0.7);
  return {
    width,
    height,
    top,
    rows,
    step: Math.min((bottom - top) / rows, 2.2 * text),
    pad,
    dots,
    label,
    left,
    each,
    columns: Array.from({ length: columns }, (_, i) => left + 0.7 * each + gap + i * (each + gap)),
    countWidth: 0.7 * each,
  };
}

/** The row at a height; -1 where none is. @param {NoiseLayout} layout @param {number} y */
export function rowAt({ top, step, rows }, y) {
  const row = Math.floor((y - top) / step);
  return row >= 0 && row < rows ? row : -1;
}
