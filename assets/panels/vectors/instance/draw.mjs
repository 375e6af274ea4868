/** Painting of the vectors panel: headings, words with their marks, and a column of bars with numbers a quantity. */
import { drawLabel, normal, setFont, small, widthOf } from "../../../draw/canvas.mjs";
import { diverging, role, textOn, tint } from "../../../draw/colours.mjs";
import { niceLimit } from "../../../maths/limits.mjs";
import { shareOfWords } from "../../../text/names.mjs";
import { pointed, unsignedZero } from "../../../text/numbers.mjs";
import { WORD } from "./layout.mjs";

const APART = 4; // px between a number and what stands before it: a minus there would join the two

/** Band behind the hovered word, from its name through all columns that are indexed by words. */
export function drawLit(context, scene, ids, layout, parts) {
  if (scene.hovered !== null) drawLitAsked(context, scene.hovered, parts);
  const row = ids.indexOf(scene.hovered);
  if (row < 0) return;
  context.fillStyle = role(context, "accent-soft");
  const words = layout.columns.filter(({ axis }) => axis === WORD);
  const y = layout.top + row * layout.rowStep;
  context.fillRect(layout.marks - 3, y, layout.label + layout.labelWidth - layout.marks + 6, layout.rowStep);
  for (const { x, width } of words) context.fillRect(x, y, width, layout.rowStep);
}

/** The same in the rows of what the step asks, where these are words. */
function drawLitAsked(context, hovered, parts) {
  context.fillStyle = role(context, "accent-soft");
  for (const { column, rows } of parts) {
    rows?.ofWords &&
      rows.ids.forEach((id, row) => {
        if (id === hovered && row < column.rows)
          context.fillRect(column.x, column.top + row * column.step, column.width, column.step);
      });
  }
}

/** Names of the words shown; a disc marks the instance's input words, a square its output words. */
export function drawWords(context, scene, ids, layout) {
  const { frame, session, pins, hovered } = scene;
  const size = layout.rowStep >= normal(context) + 2 ? normal(context) : small(context);
  ids.forEach((id, row) => {
    const y = layout.top + (row + 0.5) * layout.rowStep;
    const [input, output] = [frame?.inputs.includes(id), frame?.outputs.includes(id)];
    if (input) drawMark(context, "circle", layout.marks + 0.4 * small(context), y, role(context, "input"));
    if (output)
      drawMark(context, "square", layout.marks + (input ? 0.95 : 0.4) * small(context), y, role(context, "output"));
    setFont(context, size, input || output || pins.includes(id) || id === hovered ? "bold" : "normal");
    const colour = role(context, input ? "input" : output ? "output" : "text");
    drawLabel(context, session.words[id], layout.label, y, { room: layout.labelWidth, pad: null, colour });
  });
  if (!layout.some) return;
  setFont(context, small(context));
  const note = shareOfWords(ids.length, session);
  drawLabel(context, note, layout.marks, layout.bottom - 0.5 * small(context), {
    pad: null,
    colour: role(context, "muted"),
    size: small(context),
  });
}

function drawMark(context, shape, x, y, colour) {
  const radius = 0.28 * small(context);
  context.fillStyle = colour;
  if (shape === "square") {
    context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    return;
  }
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
}

/**
 * A column. `values` are those of its rows, null while the stage has not reached the quantity (then an empty outline).
 * @param {{quantity, column, values: number[]|null, rows: object|null, current: boolean, reach: number, signed: boolean}} part
 */
export function drawColumn(context, scene, part) {
  const { quantity, column, values, current } = part;
  drawHeading(context, quantity, column, values !== null, current);
  if (column.gutter) drawUnitNumbers(context, column, quantity.row_names);
  if (!values) {
    context.strokeStyle = role(context, "grid");
    context.lineWidth = 1;
    context.setLineDash([3, 3]);
    context.strokeRect(column.x + 0.5, column.top + 0.5, column.width - 1, column.rows * column.step - 1);
    context.setLineDash([]);
    return;
  }
  if (part.rows) drawGroups(context, part);
  if (quantity.names === "outputs") drawGroupNames(context, scene, part);
  else if (quantity.names) drawRowNames(context, scene, part);
  else if (quantity.axes.length > 1) drawCells(context, part);
  else {
    drawBars(context, part);
    drawNumbers(context, part);
  }
}

/** Where the rows of one output word begin: [row, …, end]. */
function groupStarts({ column, rows: { groups } }) {
  const starts = [...Array(column.rows).keys()].filter(
    (row) => row === 0 || (groups && groups[row] !== groups[row - 1]),
  );
  return [...starts, column.rows];
}

/** A line between the rows of one output word and the next. */
function drawGroups(context, part) {
  const { column, quantity } = part;
  context.fillStyle = role(context, "edge");
  for (const row of groupStarts(part).slice(1, -1))
    context.fillRect(column.x - 2, Math.round(column.top + row * column.step), column.width + 2, 1);
  if (!column.some || quantity.names === "outputs" || !quantity.names) return;
  setFont(context, small(context));
  const note = `${column.rows} of ${column.some}`;
  drawLabel(context, note, column.x, column.bottom + 0.7 * small(context), {
    pad: null,
    colour: role(context, "muted"),
    size: small(context),
  });
}

/** The output words that the rows belong to, upright beside them; the last takes the free room below as it needs it. */
function drawGroupNames(context, { session, frame }, part) {
  const {
    column,
    rows: { groups },
  } = part;
  const starts = groupStarts(part);
  setFont(context, small(context), "bold");
  for (let i = 0; i + 1 < starts.length; i++) {
    const word = session.words[frame.outputs[groups[starts[i]]]];
    const [top, end] = [column.top + starts[i] * column.step, column.top + starts[i + 1] * column.step];
    const free = i + 2 === starts.length && !column.some;
    const bottom = free ? Math.max(end, Math.min(column.floor, top + widthOf(context, word) + 3)) : end;
    context.save();
    context.translate(column.x + column.width / 2, (top + bottom) / 2);
    context.rotate(-Math.PI / 2);
    drawLabel(context, word, 0, 0, {
      align: "center",
      pad: null,
      colour: role(context, "output"),
      size: small(context),
      room: bottom - top - 2,
    });
    context.restore();
  }
}

/** What the rows are; output words stand out. */
function drawRowNames(context, { frame }, { column, rows }) {
  if (column.step < 0.95 * small(context)) return;
  for (let row = 0; row < column.rows; row++) {
    const target = rows.ofWords && frame.outputs.includes(rows.ids[row]);
    setFont(context, small(context), target ? "bold" : "normal");
    const y = column.top + (row + 0.5) * column.step;
    drawLabel(context, rows.short[row], column.x + 1, y, {
      pad: null,
      colour: role(context, target ? "output" : "text"),
      size: small(context),
      room: column.width - 2,
    });
  }
}

function drawHeading(context, quantity, column, known, current) {
  const y = column.top - 0.95 * small(context);
  setFont(context, normal(context), current ? "bold" : "normal");
  const colour = role(context, !known ? "muted" : quantity.names ? "text" : quantity.role);
  const used = drawLabel(context, quantity.symbol, column.x + 2, y, { pad: null, colour });
  setFont(context, small(context));
  const said = phrases(context, quantity.help, column.width - used - 10);
  if (said)
    drawLabel(context, said, column.x + used + 8, y, {
      pad: null,
      colour: role(context, "muted"),
      size: small(context),
    });
  context.fillStyle = known ? colour : role(context, "grid");
  context.fillRect(column.x, column.top - (current ? 3 : 2), column.width, current ? 3 : 1);
}

/** As much of an explanation as fits, no phrase cut: "error of the answer, y − t", "error of the answer", "error". */
function phrases(context, help, room) {
  if (room < 2 * small(context)) return "";
  const beginnings = context.theme.kept(`phrases of ${help}`, () => {
    const ends = Array.from(help.matchAll(/[,:] | of /g), ({ index }) => index);
    return [help, ...ends.reverse().map((end) => help.slice(0, end))];
  });
  return beginnings.find((text) => widthOf(context, text) <= room) ?? "";
}

function drawUnitNumbers(context, column, names) {
  setFont(context, small(context));
  const every = Math.ceil((1.1 * small(context)) / column.step);
  for (let row = 0; row < column.rows; row += every) {
    const y = column.top + (row + 0.5) * column.step;
    drawLabel(context, names?.[row] ?? String(row + 1), column.x - 3, y, {
      align: "right",
      pad: null,
      colour: role(context, "muted"),
      size: small(context),
    });
  }
}

function drawBars(context, { quantity, column, values, reach, signed }) {
  const zero = signed ? column.x + column.width / 2 : column.x;
  const scale = (signed ? column.width / 2 : column.width) / niceLimit(reach);
  const gap = column.step > 5 ? 1 : 0;
  context.fillStyle = role(context, "grid");
  context.fillRect(Math.floor(zero), column.top, 1, column.rows * column.step);
  context.fillStyle = tint(context, quantity.role, column.step > 8 ? 0.34 : 0.7);
  values.forEach((value, row) => {
    if (row >= column.rows || value === 0) return;
    const length = value * scale;
    context.fillRect(
      Math.min(zero, zero + length),
      column.top + row * column.step + gap,
      Math.abs(length),
      column.step - 2 * gap,
    );
  });
}

/** A quantity of two axes: a cell for each number, with the number where there is room. */
function drawCells(context, { quantity, column, values, reach, signed }) {
  const { x, top, width, step, rows, across } = column;
  const [cell, gap] = [width / across, step > 5 ? 1 : 0];
  const colourOf = (value) =>
    signed ? diverging(context, value, reach || 1) : tint(context, quantity.role, reach ? (0.7 * value) / reach : 0);
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k < across; k++) {
      context.fillStyle = colourOf(values[row * across + k]);
      context.fillRect(x + k * cell, top + row * step + gap, cell - (cell > 5 ? 1 : 0), step - 2 * gap);
    }
  }
  setFont(context, small(context));
  const written = step < 1.05 * small(context) ? null : writing(context, values, reach, signed, cell - 3);
  if (!written) return;
  context.textAlign = "right";
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k < across; k++) {
      const value = values[row * across + k];
      context.fillStyle = signed ? textOn(context, value, reach || 1) : role(context, "text");
      context.fillText(value === 0 ? "0" : written(value), x + (k + 1) * cell - 2, top + (row + 0.5) * step);
    }
  }
  context.textAlign = "left";
}

function drawNumbers(context, { column, values, reach, signed }) {
  if (column.step < 1.05 * small(context)) return;
  const write = (size) => {
    setFont(context, size);
    return writing(context, values, reach, signed, column.width - 1 - APART);
  };
  const written = write(small(context)) ?? write(small(context) - 2); // rather a little smaller than not at all
  if (!written) return;
  const [strong, quiet] = [role(context, "text"), role(context, "muted")];
  context.textAlign = "right";
  values.forEach((value, row) => {
    if (row >= column.rows) return;
    context.fillStyle = value === 0 ? quiet : strong;
    context.fillText(
      value === 0 ? "0" : written(value),
      column.x + column.width - 1,
      column.top + (row + 0.5) * column.step,
    );
  });
  context.textAlign = "left";
}

/**
 * How to write the numbers of a column so that each fits: with as many decimals as possible, at most 4, without the zero
 * before the point where it is tight (.07); null if not even a telling number fits.
 */
function writing(context, values, reach, signed, room) {
  const sign = signed ? "-" : "";
  const fits = (text) => widthOf(context, text) <= room;
  if (values.every(Number.isInteger)) return fits(sign + reach) ? String : null;
  const whole = "0".repeat(Math.floor(Math.max(1, reach)).toString().length);
  const least = reach >= 10 ? 0 : reach >= 1 ? 1 : 2;
  for (let digits = 4; digits >= least; digits--) {
    if (fits(sign + (0).toFixed(digits).replace("0", whole))) return (value) => unsignedZero(value.toFixed(digits));
    if (digits <= 2 && reach < 0.995 && fits(`${sign}.${"0".repeat(digits)}`)) return (value) => pointed(value, digits);
  }
  return null;
}

export function drawFocus(context, { column, row, across }) {
  const cell = column.width / column.across;
  context.strokeStyle = role(context, "accent");
  context.lineWidth = 2;
  context.strokeRect(column.x + across * cell, column.top + row * column.step, cell, column.step);
}
