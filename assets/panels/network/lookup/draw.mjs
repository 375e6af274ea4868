/** Painting of the table look-up: the table, the rows on their way, the hidden layer, and the next words. */
import { drawLabel, drawLegend, setFont, small, widthOf } from "../../../draw/canvas.mjs";
import { clamped, diverging, role, textOn, tint } from "../../../draw/colours.mjs";
import { written } from "../../../maths/nets.mjs";
import { symbolOf } from "../../../text/names.mjs";
import { format, percent, pointed } from "../../../text/numbers.mjs";
import { drawArrow } from "../marks.mjs";
import { inputAt } from "./layout.mjs";

/** The table, a row a word; rows that are looked up are framed, and those that an error comes back to. */
export function drawTable(context, picture, layout) {
  const { scene, ids, table: name, looked, limit } = picture;
  const { table, features } = layout;
  const { data, columns } = scene.weights[name];
  const thin = Math.max(1, Math.ceil((0.95 * small(context)) / table.row));
  heading(
    context,
    `${symbolOf(scene.session, name)}, a row a word`,
    layout.side,
    0.75 * small(context),
    table.label + features * table.cell,
  );
  ids.forEach((id, row) => {
    const y = table.y + row * table.row;
    drawCells(
      context,
      table.label,
      y,
      table.cell,
      table.row - 1,
      Array.from({ length: features }, (_, k) => data[id * columns + k]),
      limit,
    );
    const own = looked.includes(id);
    const lit = own || scene.hovered === id;
    if (row % thin && !lit) return;
    setFont(context, small(context), own ? "bold" : "normal");
    const colour = role(context, own ? "input" : scene.frame?.outputs.includes(id) ? "output" : "text");
    drawLabel(context, scene.session.words[id], table.label - 0.5 * small(context), y + 0.5 * table.row, {
      align: "right",
      size: small(context),
      room: table.label - 1.3 * small(context),
      colour,
      pad: lit && !own ? role(context, "accent-soft") : null,
    });
    if (own) frame(context, table.label, y, features * table.cell, table.row - 1, role(context, "input"));
  });
  drawLegend(context, layout.side, layout.height - 0.75 * small(context), limit, {
    room: table.label + features * table.cell,
  });
}

/** The rows looked up, at their places or, while `share` is below 1, on their way there; and the error that comes back. */
export function drawInputs(context, picture, layout, share) {
  const { scene, ids, looked, inputs: values, back, limit, symbols } = picture;
  const { table, inputs, features, places } = layout;
  heading(
    context,
    `${symbols.inputs}: their rows side by side`,
    inputs.x,
    0.75 * small(context),
    layout.width - inputs.x,
  );
  for (let place = 0; place < places; place++) {
    const x = inputAt(layout, place);
    frame(context, x, inputs.y, inputs.piece, inputs.height, role(context, "grid"), !values);
    if (!values) continue;
    const row = ids.indexOf(looked[place]);
    const eased = share * share * (3 - 2 * share);
    const [fromX, fromY] = [table.label, table.y + Math.max(0, row) * table.row];
    const [left, top] = [fromX + (x - fromX) * eased, fromY + (inputs.y - fromY) * eased];
    const cell = table.cell + (inputs.cell - table.cell) * eased;
    const own = values.subarray(place * features, (place + 1) * features);
    drawCells(context, left, top, cell, inputs.height, own, limit);
    frame(context, left, top, features * cell, inputs.height, role(context, "input"));
    setFont(context, small(context), "bold");
    drawLabel(context, scene.session.words[looked[place]], x + 0.5 * inputs.piece, inputs.y - 0.75 * small(context), {
      align: "center",
      size: small(context),
      colour: role(context, "input"),
      pad: null,
      room: inputs.step - 2,
    });
    if (back)
      drawShares(
        context,
        x,
        inputs.error,
        inputs.cell,
        0.5 * small(context),
        back.subarray(place * features, (place + 1) * features),
        picture.backReach,
      );
  }
}

/** The hidden layer, and the ways to it and past it. */
export function drawHidden(context, picture, layout) {
  const { symbols, hidden: values, hiddenBack, forward } = picture;
  const { inputs, hidden, answer, units } = layout;
  const target = hidden ?? answer;
  if (hidden)
    funnel(
      context,
      inputs.x,
      inputs.width,
      inputs.error + 0.55 * small(context),
      hidden.x,
      units * hidden.cell,
      hidden.y,
      forward === 0,
    );
  if (hidden)
    funnel(
      context,
      hidden.x,
      units * hidden.cell,
      hidden.error + 0.55 * small(context),
      answer.x,
      0.6 * answer.width,
      answer.y - 0.4 * small(context),
      forward === 1,
    );
  else
    funnel(
      context,
      inputs.x,
      inputs.width,
      inputs.error + 0.55 * small(context),
      answer.x,
      0.6 * answer.width,
      answer.y - 0.4 * small(context),
      forward === 0,
    );
  const middle = (inputs.error + 0.55 * small(context) + (hidden ? hidden.y : answer.y)) / 2;
  heading(
    context,
    symbols.net,
    inputs.x + 0.3 * small(context),
    middle,
    answer.width,
    forward === 0 ? "activation" : "muted",
  );
  if (hidden) {
    frame(context, hidden.x, hidden.y, units * hidden.cell, hidden.height, role(context, "grid"), !values);
    if (values)
      drawCells(context, hidden.x, hidden.y, hidden.cell, hidden.height, values, picture.hiddenReach, "activation");
    if (hiddenBack)
      drawShares(
        context,
        hidden.x,
        hidden.error,
        hidden.cell,
        0.5 * small(context),
        hiddenBack,
        picture.hiddenBackReach,
      );
    heading(
      context,
      symbols.scores,
      hidden.x + 0.3 * small(context),
      (hidden.error + 0.55 * small(context) + answer.y - 0.4 * small(context)) / 2,
      answer.width,
      forward === 1 ? "activation" : "muted",
    );
  }
  if (picture.direct) drawDirect(context, picture, layout, target);
}

/** Connections past the hidden layer, as a bow at the right. */
function drawDirect(context, { forward }, { inputs, answer, width }) {
  const x = width - 3;
  const [from, to] = [inputs.y + 0.5 * inputs.height, answer.y - 0.4 * small(context)]; // above the numbers
  const end = answer.x + 0.86 * answer.width;
  context.strokeStyle = role(context, forward === 1 ? "activation" : "edge");
  context.lineWidth = forward === 1 ? 2 : 1;
  context.setLineDash([5, 4]);
  context.beginPath();
  context.moveTo(Math.min(x - 4, inputs.x + inputs.width + 2), from);
  context.bezierCurveTo(x + 4, from, x + 2, to, end, to);
  context.stroke();
  context.setLineDash([]);
  drawArrow(context, end + 8, to, end, to, context.strokeStyle);
}

/** The likeliest next words, and the one that came. */
export function drawNext(context, picture, layout) {
  const { scene, ranks, chances, scores, errors } = picture;
  const { answer } = layout;
  const names = answer.width < 24 * small(context) ? 0.44 : 0.34; // of the width
  setFont(context, small(context));
  const numbers = widthOf(context, "100%") + 13 + (errors ? widthOf(context, "-0.00") : 0);
  const bar = {
    x: answer.x + names * answer.width,
    width: Math.max(4, Math.min(0.26 * answer.width, (1 - names) * answer.width - numbers)),
  };
  ranks.slice(0, answer.count).forEach((id, row) => {
    const y = answer.y + (row + 0.5) * answer.row;
    const own = scene.frame.outputs.includes(id);
    if (scene.hovered === id)
      fill(
        context,
        answer.x,
        y - 0.5 * answer.row,
        bar.x - answer.x + bar.width,
        answer.row,
        role(context, "accent-soft"),
      );
    setFont(context, small(context), own ? "bold" : "normal");
    const named = drawLabel(context, scene.session.words[id], bar.x - 0.5 * small(context), y, {
      align: "right",
      size: small(context),
      room: bar.x - answer.x - 2.4 * small(context),
      pad: null,
      colour: role(context, own ? "output" : "text"),
    });
    const before = bar.x - 0.9 * small(context) - named;
    if (own) drawArrow(context, before - 1.3 * small(context), y, before, y, role(context, "output"));
    if (chances)
      fill(
        context,
        bar.x,
        y - 0.36 * answer.row,
        Math.max(1, chances[id] * bar.width),
        0.72 * answer.row,
        tint(context, "activation", 0.55),
      );
    setFont(context, small(context));
    const said = chances ? percent(chances[id]) : format(scores[id], 2);
    const at = bar.x + (chances ? chances[id] * bar.width : 0) + 5;
    const width = drawLabel(context, said, at, y, {
      pad: null,
      size: small(context),
      colour: role(context, "activation"),
    });
    if (errors)
      drawLabel(context, format(errors[id], 2), Math.max(at + width + 8, bar.x + bar.width + 4), y, {
        pad: null,
        size: small(context),
        colour: role(context, "error"),
      });
  });
}

/** Cells of a row: on the diverging scale, or, with `kind`, as tints of a role by their size; numbers where there is room. */
function drawCells(context, x, y, cell, height, values, limit, kind = null) {
  const wide = Math.max(0.5, cell - (cell > 6 ? 1 : 0));
  values.forEach((value, k) => {
    fill(
      context,
      x + k * cell,
      y,
      wide,
      height,
      kind ? tint(context, kind, (0.75 * Math.abs(value)) / limit) : diverging(context, value, limit),
    );
    if (!kind && cell > 8 && clamped(value, limit))
      fill(context, x + k * cell + wide - 4, y + 1, 3, 3, role(context, "text"));
    if (cell < 2.6 * small(context) || height < 1.1 * small(context)) return;
    setFont(context, small(context) - 1);
    const colour = kind ? role(context, "text") : textOn(context, value, limit);
    drawLabel(
      context,
      Math.abs(value) < 10 ? pointed(value, 2) : value.toFixed(1),
      x + (k + 0.5) * cell,
      y + 0.5 * height,
      { align: "center", size: small(context) - 1, pad: null, colour },
    );
  });
}

/** Errors as a thin row of tints. */
function drawShares(context, x, y, cell, height, values, reach) {
  values.forEach((value, k) =>
    fill(
      context,
      x + k * cell,
      y,
      Math.max(0.5, cell - (cell > 6 ? 1 : 0)),
      height,
      tint(context, "error", 0.15 + (0.85 * Math.abs(value)) / reach),
    ),
  );
}

function fill(context, x, y, width, height, colour) {
  context.fillStyle = colour;
  context.fillRect(x, y, width, height);
}

function frame(context, x, y, width, height, colour, open = false) {
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  if (open) context.setLineDash([3, 3]);
  context.strokeRect(x - 0.5, y - 0.5, width + 0.5, height + 1);
  context.setLineDash([]);
}

/** All of one row feeds all of the next. */
function funnel(context, x1, width1, y1, x2, width2, y2, lit) {
  context.fillStyle = lit ? tint(context, "activation", 0.22) : role(context, "sunken");
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x1 + width1, y1);
  context.lineTo(x2 + width2, y2);
  context.lineTo(x2, y2);
  context.fill();
}

function heading(context, text, x, y, room, colour = "muted") {
  setFont(context, small(context));
  drawLabel(context, text, x, y, { pad: null, size: small(context), colour: role(context, colour), room });
}

/** "a = tanh(d + Hx)". */
export function netOf(session, { weights, bias, net, output, source, activation, direct }) {
  const of = (name) => symbolOf(session, name);
  const sum = [
    ...(bias ? [of(bias)] : []),
    ...(direct ? [`${of(direct[0])} ${of(direct[1])}`] : []),
    `${of(weights)} ${of(source)}`,
  ].join(" + ");
  return `${of(output)} = ${written(activation, of(net))},  ${of(net)} = ${sum}`;
}
