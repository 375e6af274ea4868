/** Painting of a network of layers: edges with their numbers, units with theirs, targets, headings and legend. */
import { drawLabel, drawLegend, normal, setFont, small } from "../../../draw/canvas.mjs";
import { role, tint } from "../../../draw/colours.mjs";
import { edgeInk } from "../../../draw/edges.mjs";
import { placeLabels } from "../../../draw/row-labels.mjs";
import { niceLimit } from "../../../maths/limits.mjs";
import { targetOf, written } from "../../../maths/nets.mjs";
import { symbolOf } from "../../../text/names.mjs";
import { count, format, percent, plain, pointed, subscript } from "../../../text/numbers.mjs";
import { drawArrow } from "../marks.mjs";

const FULL = 2 * Math.PI;
const RESTING = 0.3; // strength of edges that the stage is not about
const NUMBERED = 40; // edges of a gap, up to which they carry their numbers where these keep clear of each other

/** A word, or the column's letter with a number. */
export const unitName = ({ scene: { session } }, { words, quantity }, id) =>
  words ? session.words[id] : subscript(quantity.symbol, id);

/** All edges; returns how many weights were beyond the scale. */
export function drawConnections(context, picture, layout) {
  const { gaps, forward, backward, limit } = picture;
  let beyond = 0;
  gaps.forEach((gap, at) => {
    const active = forward < 0 && backward < 0 ? null : forward === at || backward === at;
    const ink = edgeInk(limit);
    const [before, after] = [layout.columns[at], layout.columns[at + 1]];
    after.ids.forEach((to, j) => {
      before.ids.forEach((from, i) =>
        ink.add(before.x, before.y[i], after.x, after.y[j], gap.data[to * gap.columns + from]),
      );
      if (gap.bias) ink.add(before.bias.x, before.bias.y, after.x, after.y[j], gap.bias[to]);
    });
    const edges = before.ids.length * after.ids.length;
    const strength = (edges > 400 ? 0.6 : 0.9) * (active === false ? RESTING : 1);
    beyond += ink.stroke(context, strength, edges > 200 ? 2 : 4);
  });
  gaps.forEach((gap, at) => drawWeights(context, gap, layout.columns[at], layout.columns[at + 1]));
  return beyond;
}

/** The weights as numbers on their edges, as far from the units as they come clear of each other; none where they do not. */
function drawWeights(context, { data, columns, bias }, before, after) {
  const edges = before.ids.length * after.ids.length;
  if (edges > NUMBERED || !after.inside || after.x - before.x < 8 * small(context)) return;
  const ends = [...before.y.map((y, i) => [y, before.ids[i]]), ...(bias ? [[before.bias.y, -1]] : [])];
  for (const share of [0.28, 0.33, 0.24, 0.38]) {
    const spots = ends.flatMap(([fy, from]) =>
      after.ids.map((to, j) => ({
        y: fy + share * (after.y[j] - fy),
        value: from < 0 ? bias[to] : data[to * columns + from],
      })),
    );
    const sorted = spots.map(({ y }) => y).sort((a, b) => a - b);
    if (sorted.some((y, i) => i && y - sorted[i - 1] < 1.08 * small(context))) continue;
    setFont(context, small(context));
    for (const { y, value } of spots)
      drawLabel(context, format(value, 2), before.x + share * (after.x - before.x), y, {
        align: "center",
        size: small(context),
      });
    return;
  }
}

export function drawColumns(context, picture, layout) {
  picture.columns.forEach((column, at) => {
    const place = layout.columns[at];
    const reach = reachOf(column);
    const strongest = column.errors ? Math.max(...column.errors.map(Math.abs)) : 0;
    column.ids.forEach((id, row) => {
      drawUnit(context, column, place, row, column.values ? column.values[id] : null, reach);
      if (strongest) drawError(context, place, row, Math.abs(column.errors[id]) / strongest);
      drawNumbers(context, picture, column, place, row);
    });
    if (place.bias) drawBias(context, place.bias);
    drawRest(context, column, place, layout);
    drawFocused(context, picture, column, place);
  });
  drawInputs(context, picture, layout);
  drawOutputs(context, picture, layout);
}

/** The value at which a unit of this column is filled to the brim. */
const reachOf = ({ values, activation }) =>
  ["sigmoid", "tanh", "step", "softmax"].includes(activation)
    ? 1
    : niceLimit(values ? Math.max(1, ...values.map(Math.abs)) : 1);

const shareOf = (value, reach, words) => (words ? Math.sqrt(value) : Math.min(1, Math.abs(value) / reach));

/** A disc filled by the size of its activation; a dashed rim tells a negative one. */
function drawUnit(context, { words }, { x, y, radius }, row, value, reach) {
  context.fillStyle =
    value === null ? role(context, "surface") : tint(context, "activation", shareOf(value, reach, words));
  context.strokeStyle = role(context, "edge");
  context.lineWidth = radius < 3 ? 0.5 : 1.25;
  if (value < 0) context.setLineDash([3, 2]);
  context.beginPath();
  context.arc(x, y[row], radius, 0, FULL);
  context.fill();
  context.stroke();
  context.setLineDash([]);
}

/** A ring around the unit, as wide as its share of the largest error in its layer. */
function drawError(context, { x, y, radius }, row, share) {
  if (share < 0.02) return;
  const width = Math.max(0.8, share * Math.min(4, 0.3 * radius + 1));
  context.strokeStyle = role(context, "error");
  context.lineWidth = width;
  context.beginPath();
  context.arc(x, y[row], radius + 0.5 * width + 0.5, 0, FULL);
  context.stroke();
}

/** The activation inside the unit where it is large enough; net input and error below it, as far as there is room. */
function drawNumbers(context, { scene: { session } }, column, { x, y, radius, inside, lines }, row) {
  const id = column.ids[row];
  const value = column.values?.[id];
  const size = small(context);
  const below = [];
  if (value !== undefined && inside) {
    const strong = shareOf(value, reachOf(column), column.words) > 0.55;
    setFont(context, size, "bold");
    drawLabel(context, short(value, radius < 1.3 * size), x, y[row], {
      align: "center",
      pad: null,
      size,
      colour: role(context, strong ? "surface" : "text"),
    });
  } else if (value !== undefined && !column.words) below.push([short(value), "text"]);
  if (inside && column.nets && lines > (column.errors ? 1 : 0))
    below.push([`${symbolOf(session, column.net)} ${short(column.nets[id])}`, "muted"]);
  if (column.errors)
    below.push([`${inside ? `${symbolOf(session, column.error)} ` : ""}${short(column.errors[id])}`, "error"]);
  setFont(context, size);
  below.slice(0, lines).forEach(([text, colour], line) => {
    const place = y[row] + radius + (0.62 + 1.04 * line) * size + (column.errors ? 3.5 : 0);
    drawLabel(context, text, x, place, { align: "center", size: size - 1, colour: role(context, colour) });
  });
}

/** Short enough to stand in a unit: 0.70, -.050, 12.3; in a small one .70, -.05, 12, and ≈0 for what is not quite 0. */
function short(value, tight = false) {
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value);
  const size = Math.abs(value);
  if (tight)
    return size >= 9.95 ? value.toFixed(0) : size >= 0.995 ? value.toFixed(1) : size < 0.005 ? "≈0" : pointed(value, 2);
  if (size < 0.0005) return value.toExponential(0).replace("e+", "e");
  return size >= 99.95
    ? value.toPrecision(3)
    : size >= 9.995
      ? value.toFixed(1)
      : size < 0.0995
        ? pointed(value, 3)
        : value.toFixed(2);
}

function drawBias(context, { x, y, radius }) {
  context.fillStyle = tint(context, "activation", 1);
  context.strokeStyle = role(context, "edge");
  context.lineWidth = 1;
  context.beginPath();
  context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
  context.fill();
  context.stroke();
  if (radius < 0.55 * small(context)) return;
  setFont(context, small(context), "bold");
  drawLabel(context, "1", x, y, { align: "center", pad: null, colour: role(context, "surface") });
}

/** "60 of 200", below a column that is longer than what is shown of it. */
function drawRest(context, { some, ids, size }, { x }, layout) {
  if (!some) return;
  setFont(context, small(context));
  drawLabel(context, `${count(ids.length)} of ${count(size)}`, x, layout.foot - 0.4 * small(context), {
    align: "center",
    colour: role(context, "muted"),
    size: small(context),
  });
}

function drawFocused(context, { focus }, column, { x, y, radius }) {
  const own = focus && [column.quantity.name, column.net, column.error].includes(focus.name);
  const row = own ? column.ids.indexOf(focus.index.at(-1)) : -1;
  if (row < 0) return;
  context.strokeStyle = role(context, "accent");
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y[row], radius + 4, 0, FULL);
  context.stroke();
}

/** Names of the inputs, with arrows where an instance is at work. */
function drawInputs(context, picture, layout) {
  const [column, place] = [picture.columns[0], layout.columns[0]];
  if (place.step < 0.95 * small(context)) return;
  const size = place.step >= 1.2 * normal(context) ? normal(context) : small(context);
  const edge = place.x - place.radius - 3;
  column.ids.forEach((id, row) => {
    const x = edge - 1.5 * small(context);
    if (picture.scene.frame) drawArrow(context, x + 2, place.y[row], edge, place.y[row], role(context, "input"));
    setFont(context, size, picture.scene.frame ? "bold" : "normal");
    drawLabel(context, unitName(picture, column, id), x - 1, place.y[row], {
      align: "right",
      colour: role(context, picture.scene.frame ? "input" : "text"),
      size,
      room: layout.room.left,
    });
  });
}

/** Names of the outputs, probabilities of words, and an arrow from each target. */
function drawOutputs(context, picture, layout) {
  const { scene, targets } = picture;
  const [column, place] = [picture.columns.at(-1), layout.columns.at(-1)];
  if (place.step < 0.6 * small(context)) return;
  const size = place.step >= 1.2 * normal(context) ? normal(context) : small(context);
  const target = symbolOf(scene.session, targetOf(scene.session));
  const isOwn = (id) => (column.words ? scene.frame?.outputs.includes(id) : targets !== null);
  const must = column.ids.flatMap((id, row) => (column.words && (isOwn(id) || scene.hovered === id) ? [row] : []));
  for (const { row, y } of placeLabels(place.y, must, 1.02 * size, layout.top, layout.bottom)) {
    const id = column.ids[row];
    const own = isOwn(id);
    const hovered = column.words && scene.hovered === id;
    const x = place.x + place.radius + 3;
    const left = x + 1.5 * small(context);
    if (own) drawArrow(context, left - 2, y, x, place.y[row], role(context, "output"));
    setFont(context, size, own && column.words ? "bold" : "normal");
    const name = unitName(picture, column, id);
    let at =
      left +
      1 +
      drawLabel(context, name, left + 1, y, {
        colour: role(context, own && column.words ? "output" : "text"),
        size,
        pad: hovered ? role(context, "accent-soft") : role(context, "surface"),
        room: layout.room.right - 2 * small(context),
      }) +
      6;
    setFont(context, size, "bold");
    if (own && !column.words)
      at += drawLabel(context, `${target} ${plain(targets[id])}`, at, y, {
        colour: role(context, "output"),
        pad: null,
        size,
      });
    setFont(context, small(context));
    if (column.words && column.values)
      drawLabel(context, percent(column.values[id]), at, y, {
        colour: role(context, "activation"),
        pad: null,
        size: small(context),
      });
  }
}

/** What each column is, above it; an arrow along the gap at work, and the legend below. */
export function drawHeadings(context, picture, layout) {
  const {
    scene: { session },
    columns,
    gaps,
    forward,
    backward,
    limit,
    beyond,
  } = picture;
  const size = small(context);
  const y = 0.8 * size;
  const muted = { colour: role(context, "muted"), pad: null, size };
  setFont(context, size);
  const headings = columns.map((column, at) => {
    const { symbol } = column.quantity;
    const kind = at === 0 ? "input" : at === columns.length - 1 ? "output" : "hidden";
    const formula = column.net ? `${symbol} = ${written(column.activation, symbolOf(session, column.net))}` : symbol;
    return [`${kind} ${formula}`, formula, symbol];
  });
  const between = layout.columns.length > 1 ? layout.columns[1].x - layout.columns[0].x : layout.width;
  const fits = (form) => headings.every((forms) => context.measureText(forms[form]).width + 6 < between);
  const form = [0, 1].find(fits) ?? 2;
  headings.forEach((forms, at) => {
    drawLabel(context, forms[form], clampLabel(context, forms[form], layout.columns[at].x, layout.width), y, {
      ...muted,
      align: "center",
    });
  });
  const gap = forward >= 0 ? forward : backward;
  if (gap >= 0 && layout.columns[gap + 1]) {
    const [from, to] = [layout.columns[gap].x, layout.columns[gap + 1].x];
    const [middle, half] = [(from + to) / 2, Math.min(16, (to - from) / 8)];
    const way = forward >= 0 ? 1 : -1;
    drawArrow(
      context,
      middle - way * half,
      1.9 * size,
      middle + way * half,
      1.9 * size,
      role(context, way > 0 ? "activation" : "error"),
    );
  }
  const names = gaps
    .flatMap(({ layer }) => [layer.weights, layer.bias].filter(Boolean))
    .map((name) => symbolOf(session, name));
  drawLegend(context, 0.6 * size, layout.height - 0.85 * size, limit, {
    title: [...new Set(names)].join(", "),
    beyond: beyond > 0,
  });
}

/** The centre of a label that stays within the panel. */
function clampLabel(context, text, x, width) {
  const half = context.measureText(text).width / 2 + 3;
  return Math.max(half, Math.min(width - half, x));
}
