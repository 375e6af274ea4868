/**
 * Heatmaps of the parameters: where they stand and how they are painted. Only the rows in view are painted, so a vocabulary
 * of thousands costs no more than the picture's height. A cell is one pixel of a small canvas that the browser enlarges.
 */
import { ellipsis, setFont, widthOf } from "../../draw/canvas.mjs";
import { role, scaleIndex, scaleTable, SCALE_SIZE, textOn } from "../../draw/colours.mjs";
import { niceLimit } from "../../maths/limits.mjs";
import { wordsToMeasure } from "../../maths/rows.mjs";
import { longestRowName } from "../../text/names.mjs";

const SMALLEST_ROW = 3;
const EXCERPT_ROW = 6; // of a large session, which shows as many rows as fit
const LARGEST_CELL = 76;
const EDGE = 6; // px for the marks beside the scroll bar

/**
 * Places of the maps, side by side; neighbours with rows of the same axis share the labels on the left.
 * @param {(text: string) => number} measure width of a text in the label font
 * @returns {{width: number, height: number, maps: object[], header: number, rowHeight: number, rows: number, fits: number, labelled: boolean}} rows: of the longest map; fits: rows in view
 */
export function arrange(session, maps, width, height, size, measure) {
  const header = size + 6;
  const space = Math.max(1, height - header);
  if (session.excerpt)
    for (const map of maps) map.rows = Math.max(1, Math.min(map.height, Math.floor(space / EXCERPT_ROW)));
  const rows = Math.max(1, ...maps.map((map) => map.rows));
  const rowHeight = Math.max(SMALLEST_ROW, Math.min(Math.floor(space / rows), Math.round(2.2 * size)));
  // A common power of the numbers stands over the labels, beside the symbol; a phone has no room to spare for it.
  const unit = measure(width < 400 ? "WW" : "× 1e-4 W");
  const widthOf = (names) => Math.min(Math.max(widestWord(names, measure), unit), 0.2 * width, 150);
  maps.forEach((map, at) => {
    const before = maps[at - 1];
    const shares = before?.axis === map.axis && before.rows === map.rows;
    const aside = measure(map.symbol) + 10; // the symbol stands left of a matrix's column numbers, above a vector
    const over =
      map.columns === 1 ? aside / 2 : aside + (before?.columns > 1 ? measure(String(before.columns)) / 2 : 0);
    map.labelWidth = shares
      ? 0
      : map.words
        ? widthOf(wordsToMeasure(session))
        : 1.15 * widthOf([longestRowName(map.parameter)]);
    map.gutter = shares ? Math.max(over, map.columns === 1 ? 8 : 20) : before ? 14 : 9;
  });
  const taken = maps.reduce((sum, map) => sum + map.labelWidth + map.gutter, EDGE);
  const cells = maps.reduce((sum, map) => sum + map.columns, 0);
  const exact = Math.min((width - taken) / Math.max(1, cells), LARGEST_CELL * (size / 11));
  // Whole pixels where a lost fraction doesn't matter; narrow cells may differ by a pixel rather than waste a third of the room.
  const cellWidth = exact >= 8 ? Math.floor(exact) : Math.max(exact, 0.1);
  let left = 0;
  for (const map of maps) {
    left += map.labelWidth + map.gutter;
    Object.assign(map, { left, cellWidth, width: cellWidth * map.columns });
    left += map.width;
  }
  return {
    width,
    height,
    maps,
    header,
    rowHeight,
    rows,
    fits: Math.min(rows, Math.floor(space / rowHeight)),
    labelled: rowHeight >= size - 0.5,
  };
}

function widestWord(words, measure) {
  let widest = 0;
  for (let i = 0; i < Math.min(words.length, 500); i++) widest = Math.max(widest, measure(words[i].slice(0, 40)));
  return widest + 2;
}

/** What the cells show: the weights, or what the last step changed; without `minus` where there was no step. */
export function cellsOf(scene, map) {
  const { data } = scene.weights[map.parameter.name];
  if (scene.view.heat !== "change") return { data, minus: null };
  const minus = scene.before?.[map.parameter.name]?.data ?? data; // step 0: nothing has changed yet
  return { data, minus };
}

/**
 * Limit of the colours, the same for all maps: the largest size, but at most eight times the mean size of what isn't zero, so that one
 * outlier (marked) doesn't make the others pale. Zeros are left out since a change may be zero in all rows but one.
 */
export function heatLimit(shown) {
  let [largest, sum, count] = [0, 0, 0];
  for (const { data, minus } of shown) {
    for (let i = 0; i < data.length; i++) {
      const size = Math.abs(minus ? data[i] - minus[i] : data[i]);
      if (!(size > 0 && size < Infinity)) continue;
      if (size > largest) largest = size;
      sum += size;
      count += 1;
    }
  }
  return { limit: niceLimit(Math.min(largest, (8 * sum) / Math.max(1, count))), largest };
}

/** The canvas of a map: `paint` colours the rows in view and sets it in its place. */
export function createImage(theme, parent) {
  const canvas = theme.document.createElement("canvas");
  parent.prepend(canvas); // under the text
  canvas.className = "heat-image";
  canvas.setAttribute("aria-hidden", "true");
  const context = Object.assign(canvas.getContext("2d"), { theme });
  let [pixels, colours, placed] = [null, null, ""];
  return {
    canvas,
    paint({ data, minus }, map, { header, rowHeight }, limit) {
      const { columns, first, count } = map;
      if (canvas.width !== columns || canvas.height !== count || !pixels) {
        [canvas.width, canvas.height] = [columns, count];
        pixels = context.createImageData(columns, count);
        colours = new Uint32Array(pixels.data.buffer);
      }
      const { rgba } = scaleTable(context);
      for (let cell = 0, row = first; row < first + count; row++) {
        for (let k = 0, at = row * map.row; k < columns; k++, cell++, at += map.column) {
          colours[cell] = rgba[scaleIndex(minus ? data[at] - minus[at] : data[at], limit)];
        }
      }
      context.putImageData(pixels, 0, 0);
      const place = `left:${map.left}px;top:${header}px;width:${map.width}px;height:${count * rowHeight}px`;
      if (place !== placed) canvas.style.cssText = placed = place;
    },
  };
}

/**
 * Numbers in the cells, where they fit: two decimals, without the leading zero if need be. Where that is too long, one
 * decimal; of small numbers it would show too little, so they are shown in units that the header names.
 * @returns {null | {power: number, write: (value: number) => string}}
 */
export function numberStyle(limit, largest, width, height, size, measure) {
  if (height < size || width < 14) return null;
  const exponent = Math.floor(Math.log10(limit) + 1e-9);
  const power = exponent <= -3 || exponent >= 4 ? exponent : 0;
  const needed = Math.max(0, Math.min(3, 3 - Math.max(1, exponent - power)));
  const styles =
    limit < 0.5 && power === 0
      ? [
          [0, needed],
          [exponent, 1],
          [exponent, 0],
        ]
      : [
          [power, needed],
          [power, needed - 1],
        ];
  for (const [shown, decimals] of styles) {
    if (decimals < 0) continue;
    const unit = 10 ** -shown;
    const sample = `-${(Math.max(largest, limit) * unit).toFixed(decimals).replace(/\d/g, "0")}`;
    if (measure(sample) <= width - 6) return { power: shown, write: (value) => plain(value * unit, decimals) };
    // ".83" where "0.83" would touch its neighbour; a number of 1 and more may come that near.
    const room = largest * unit < 1 ? measure(sample.replace("0.", ".")) <= width - 3 : measure(sample) <= width - 1;
    if (decimals && room)
      return { power: shown, write: (value) => plain(value * unit, decimals).replace(/^(-?)0\./, "$1.") };
  }
  return null;
}

// Zero without a sign, however it was rounded.
const plain = (value, decimals) =>
  Number.isFinite(value) ? value.toFixed(decimals).replace(/^-(0(\.0*)?)$/, "$1") : "?";

/** For each place of the scale, whether it wants the text for light cells. */
const inkTable = (context) =>
  context.theme.kept("cells' ink", () => {
    const colours = [role(context, "on-light"), role(context, "on-dark")];
    const light = Array.from(
      { length: SCALE_SIZE },
      (_, i) => textOn(context, (2 * i) / (SCALE_SIZE - 1) - 1, 1) === colours[0],
    );
    return { light, colours };
  });

/** Numbers of a map, first those on light cells, then those on dark ones: the text colour is set twice, not per cell. */
export function drawNumbers(context, { data, minus }, map, layout, limit, style, size) {
  const { light, colours } = inkTable(context);
  const { header, rowHeight } = layout;
  const { first, count } = map;
  setFont(context, size);
  context.textAlign = "center";
  for (const wanted of [true, false]) {
    context.fillStyle = colours[wanted ? 0 : 1];
    for (let row = 0; row < count; row++) {
      const y = header + (row + 0.5) * rowHeight + 0.5;
      for (let k = 0, at = (first + row) * map.row; k < map.columns; k++, at += map.column) {
        const value = minus ? data[at] - minus[at] : data[at];
        if (minus && value === 0) continue; // a cell that didn't change stays empty: what moved stands out
        if (light[scaleIndex(value, limit)] === wanted)
          context.fillText(style.write(value), map.left + (k + 0.5) * map.cellWidth, y);
      }
    }
  }
  context.textAlign = "left";
}

/** A small triangle in the corner of every cell beyond the scale. */
export function drawClamped(context, { data, minus }, map, layout, limit) {
  const { first, count } = map;
  const side = Math.max(2, Math.min(6, layout.rowHeight / 2, map.cellWidth / 2));
  context.fillStyle = role(context, "text");
  context.beginPath();
  for (let row = 0; row < count; row++) {
    for (let k = 0, at = (first + row) * map.row; k < map.columns; k++, at += map.column) {
      const value = minus ? data[at] - minus[at] : data[at];
      if (Math.abs(value) <= limit * (1 + 1e-9)) continue;
      const [right, top] = [map.left + (k + 1) * map.cellWidth, layout.header + row * layout.rowHeight];
      context.moveTo(right - side, top);
      context.lineTo(right, top);
      context.lineTo(right, top + side);
    }
  }
  context.fill();
}

/** Names of the rows, thinned out where rows are lower than the text; rows in `always` are named first. */
export function drawRowLabels(context, map, layout, size, names, always) {
  const { first, count } = map;
  const { header, rowHeight } = layout;
  const spare = layout.labelled ? 0 : size + 1; // a thinned-out label keeps this distance from the next
  const taken = [];
  const right = map.left - map.gutter;
  const write = (row, strong) => {
    const y = Math.max(
      header + size / 2,
      Math.min(header + count * rowHeight - size / 2, header + (row - first + 0.5) * rowHeight),
    );
    if (spare && taken.some((other) => Math.abs(other - y) < spare)) return;
    taken.push(y);
    setFont(context, size, strong ? "bold" : "normal");
    context.fillStyle = strong ? role(context, strong) : role(context, "text");
    const text = ellipsis(context, names(row), map.labelWidth);
    context.fillText(text, right - widthOf(context, text), y + 0.5);
  };
  for (const [row, strong] of always) if (row >= first && row < first + count) write(row, strong);
  const every = Math.max(1, Math.ceil(spare / rowHeight));
  for (let row = Math.ceil(first / every) * every; row < first + count; row += every)
    if (!always.has(row)) write(row, "");
}
