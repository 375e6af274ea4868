/** Painting of the unrolled network: states and words, the errors that travel back, and what each of them adds. */
import { drawLabel, drawLegend, normal, pixelsOf, setFont, small } from "../../../draw/canvas.mjs";
import { diverging, role, scaleIndex, scaleTable, tint } from "../../../draw/colours.mjs";
import { largest } from "../../../maths/limits.mjs";
import { percent } from "../../../text/numbers.mjs";

const HEAD = 4; // px of an arrow's head

/** The weights that lead from the state to the next: their gradient is made of errors and of states from the oldest on. */
export const recurrentOf = ({ parameters, network }) =>
  parameters.find(({ change: [term] }) => term.columns === network.hidden && !term.skip);

/** Names of the times, arrows of the three matrices, states, words. */
export function drawNetwork(context, picture, layout) {
  const { scene, words, names, symbols } = picture;
  const { rows, columns, first, states, strip } = layout;
  const muted = { colour: role(context, "muted"), pad: null, size: small(context) };
  const middle = rows.states + 0.3 * states;
  setFont(context, small(context));
  if (first > 0) drawLabel(context, `${columns} of ${words.length} words`, 2, rows.names, muted);
  for (let column = -1; column < columns; column++) {
    const x = layout.stateAt(column);
    drawStates(context, picture, layout, column);
    const next = column + 1 < columns ? layout.stateAt(column + 1) : layout.answer.x - 0.5 * small(context);
    const from = column < 0 ? x + strip : layout.errorAt(column) + strip;
    context.strokeStyle = context.fillStyle = role(context, column + 1 < columns ? "weight" : "output");
    arrow(context, from + 3, middle, next - 3, middle, 1.5);
    drawLabel(
      context,
      column + 1 < columns ? symbols.recurrent : symbols.output,
      (from + next) / 2,
      middle - 0.75 * small(context),
      { ...muted, align: "center" },
    );
    if (column < 0) continue;
    const time = column + first;
    drawLabel(context, names[time], layout.left(column) + layout.step / 2, rows.names, {
      ...muted,
      align: "center",
      colour: role(context, time === words.length - 1 ? "text" : "muted"),
    });
    drawWord(context, picture, layout, column);
  }
  setFont(context, small(context));
  drawLabel(context, symbols.state, 2, middle, { ...muted, colour: role(context, "activation") });
  drawLabel(context, "word", 2, rows.words, muted);
  if (!scene.frame)
    drawLabel(context, "The first stage reads the first word.", layout.left(0), rows.u, {
      ...muted,
      room: layout.answer.x - layout.left(0),
    });
}

function drawWord(context, { scene, words, symbols }, layout, column) {
  const { rows, step, states, strip } = layout;
  const id = words[column + layout.first];
  const now = column === layout.columns - 1;
  const x = layout.left(column) + step / 2;
  const lit = id >= 0 && (scene.hovered === id || scene.pins.includes(id));
  setFont(context, normal(context), now || lit ? "bold" : "normal");
  const colour = role(context, id >= 0 && (now || lit) ? "input" : id >= 0 ? "text" : "muted");
  const said = id >= 0 ? scene.session.words[id] : scene.frame ? "none" : "";
  drawLabel(context, said, x, rows.words, {
    align: "center",
    pad: lit ? role(context, "accent-soft") : null,
    colour,
    room: step - 2,
  });
  if (!(id >= 0)) return;
  const at = layout.stateAt(column) + strip / 2;
  context.strokeStyle = context.fillStyle = role(context, "input");
  arrow(context, at, rows.words - 0.62 * small(context), at, rows.states + states + 1, 1.2);
  if (now) {
    setFont(context, small(context));
    drawLabel(context, symbols.input, at - 6, rows.states + states + 0.62 * small(context), {
      align: "right",
      pad: null,
      colour: role(context, "muted"),
      size: small(context),
    });
  }
}

/** A state as a strip of cells, the first unit on top; an outline while it is not computed. */
function drawStates(context, { state }, layout, column) {
  const values = state(column + layout.first);
  const [x, y] = [layout.stateAt(column), layout.rows.states];
  for (let unit = 0; values && unit < layout.units; unit++) {
    context.fillStyle = tint(context, "activation", values[unit]);
    context.fillRect(x, y + unit * layout.cell, layout.strip, layout.cell + 0.3);
  }
  outline(context, x, y, layout.strip, layout.states, values);
}

/** Errors, as far as they have travelled: of the last `reached` words. */
export function drawErrors(context, picture, layout, reached) {
  const { error, errorLimit, words, symbols } = picture;
  const { rows, columns, strip, states } = layout;
  const low = rows.states + 0.72 * states;
  setFont(context, small(context));
  drawLabel(context, symbols.error, 2, low, {
    pad: null,
    size: small(context),
    colour: role(context, picture.errors ? "error" : "muted"),
  });
  for (let column = 0; column < columns; column++) {
    const time = column + layout.first;
    const values = words.length - time <= reached ? error(time) : null;
    const x = layout.errorAt(column);
    for (let unit = 0; values && unit < layout.units; unit++) {
      context.fillStyle = diverging(context, values[unit], errorLimit);
      context.fillRect(x, rows.states + unit * layout.cell, strip, layout.cell + 0.3);
    }
    outline(context, x, rows.states, strip, states, values, values && "error");
    if (!values || words[time] < 0) continue;
    const after = column + 1 < columns ? layout.stateAt(column + 1) : layout.answer.x - 0.5 * small(context);
    context.strokeStyle = context.fillStyle = role(context, "error");
    arrow(context, after - 3, low, x + strip + 4, low, 1 + 3 * picture.share(time) ** 0.25);
  }
}

/** What each word adds: its length for its column of U, a map and its length for W; their sum at the right. */
export function drawParts(context, picture, layout, reached) {
  const { words, symbols, errors, partLimit, lengths } = picture;
  const { rows, columns, map, step, total } = layout;
  const muted = { colour: role(context, "muted"), pad: null, size: small(context) };
  setFont(context, small(context));
  drawLabel(context, `to ${symbols.input}`, 2, rows.u, muted);
  drawLabel(context, `to ${symbols.recurrent}`, 2, rows.map + map / 2, muted);
  for (let column = 0; column < columns; column++) {
    const time = column + layout.first;
    const known = errors && words.length - time <= reached;
    const centre = layout.left(column) + step / 2;
    drawMap(
      context,
      layout.mapAt(column),
      rows.map,
      map,
      layout.units,
      known && words[time] >= 0 ? picture.part(time) : null,
      partLimit,
      known,
    );
    if (!known) continue;
    const said = words[time] < 0 ? ["0", "0"] : [lengths.input[time], lengths.recurrent[time]].map(brief);
    drawLabel(context, said[0], centre, rows.u, { ...muted, align: "center", room: step - 2 });
    drawLabel(context, said[1], centre, rows.lengths, { ...muted, align: "center", room: step - 2 });
    if (column + 1 < columns)
      drawLabel(context, "+", layout.left(column) + step, rows.map + map / 2, { ...muted, align: "center" });
  }
  const whole = errors && reached >= words.length;
  drawMap(context, total.x, total.y, map, layout.units, whole ? picture.sum : null, partLimit, whole);
  if (!whole) return;
  drawLabel(context, "=", total.x - 0.6 * small(context), rows.map + map / 2, { ...muted, align: "center" });
  drawLabel(context, `sum ${brief(lengths.sum)}`, total.x, rows.lengths, { ...muted, room: layout.answer.width });
  drawLabel(context, `∂E/∂${symbols.recurrent}`, total.x, rows.u, {
    ...muted,
    colour: role(context, "error"),
    room: layout.answer.width,
  });
}

/** Three digits, wherever they begin. */
const brief = (length) =>
  length > 0 && length < 0.01 ? length.toExponential(1) : String(Number(length.toPrecision(3)));

/** The scales of the colours. */
export function drawLegends(context, { errors, errorLimit, partLimit, symbols }, { rows, width, answer }) {
  setFont(context, small(context));
  let x = 2;
  x +=
    drawLabel(context, `${symbols.state} 0`, x, rows.legends, {
      colour: role(context, "muted"),
      pad: null,
      size: small(context),
    }) + 3;
  for (let i = 0; i < 5; i++, x += 7) {
    context.fillStyle = tint(context, "activation", (i + 0.5) / 5);
    context.fillRect(x, rows.legends - 4, 7, 8);
  }
  x +=
    3 +
    drawLabel(context, "1", x + 3, rows.legends, { colour: role(context, "muted"), pad: null, size: small(context) });
  if (!errors) return;
  const each = (answer.x - x) / 2;
  x += 1.4 * small(context);
  x +=
    drawLegend(context, x, rows.legends, errorLimit, { title: symbols.error, width: 34, room: each }) + small(context);
  drawLegend(context, x, rows.legends, partLimit, { title: `to ${symbols.recurrent}`, width: 34, room: width - x });
}

/** The most probable words, once they are known. Returns where they stand: [{id, top, bottom}]. */
export function drawAnswer(context, { scene, chances }, layout) {
  const { answer, rows, states } = layout;
  const muted = { colour: role(context, "muted"), pad: null, size: small(context) };
  setFont(context, small(context));
  drawLabel(context, "next word", answer.x, rows.names, { ...muted, room: answer.width });
  if (!chances) return [];
  const step = 1.4 * normal(context);
  const places = Math.max(1, Math.min(scene.session.words.length, Math.floor(states / step)));
  return largest(chances, places).map((id, rank) => {
    const y = rows.states + (rank + 0.5) * step;
    const target = scene.frame?.outputs.includes(id);
    context.fillStyle = tint(context, "activation", 0.3);
    context.fillRect(answer.x, y - 0.45 * step, answer.width * chances[id], 0.9 * step);
    setFont(context, small(context));
    const width = drawLabel(context, percent(chances[id]), answer.x + answer.width - 2, y, {
      ...muted,
      align: "right",
    });
    setFont(context, normal(context), target ? "bold" : "normal");
    const colour = role(context, target ? "output" : "text");
    drawLabel(context, scene.session.words[id], answer.x + 2, y, { pad: null, colour, room: answer.width - width - 8 });
    return { id, top: y - step / 2, bottom: y + step / 2 };
  });
}

/** A square matrix of `units` rows as a picture; an outline where there is none, filled with nothing where it is all zeros. */
export function drawMap(context, x, y, size, units, value, limit, known = true) {
  if (value) {
    const { canvas, context: painter, image } = pixelsOf(context, units, units);
    const pixels = new Uint32Array(image.data.buffer);
    const { rgba } = scaleTable(context);
    for (let i = 0, at = 0; i < units; i++)
      for (let j = 0; j < units; j++, at++) pixels[at] = rgba[scaleIndex(value(i, j), limit)];
    painter.putImageData(image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(canvas, x, y, size, size);
  }
  outline(context, x, y, size, size, known);
}

function outline(context, x, y, width, height, known, colour = "grid") {
  context.strokeStyle = role(context, colour || "grid");
  context.lineWidth = 1;
  if (!known) context.setLineDash([3, 3]);
  context.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(width) - 1, Math.round(height) - 1);
  context.setLineDash([]);
}

/** An arrow in the current colours; too short a one is left out. */
function arrow(context, fromX, fromY, toX, toY, width) {
  const length = Math.hypot(toX - fromX, toY - fromY);
  if (length < HEAD) return;
  const [dx, dy] = [(toX - fromX) / length, (toY - fromY) / length];
  const half = 0.5 * HEAD + 0.5 * width;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(fromX, fromY);
  context.lineTo(toX - dx * HEAD, toY - dy * HEAD);
  context.stroke();
  context.beginPath();
  context.moveTo(toX, toY);
  context.lineTo(toX - dx * (HEAD + 1) - dy * half, toY - dy * (HEAD + 1) + dx * half);
  context.lineTo(toX - dx * (HEAD + 1) + dy * half, toY - dy * (HEAD + 1) - dx * half);
  context.fill();
}
