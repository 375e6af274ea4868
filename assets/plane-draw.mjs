/** Painting of the plane: regions, the line between them and where it was, axes, points and their names. */
import { drawLabel, font, SIZE } from "./canvas.mjs";
import { parse, role, themeVersion, tint } from "./colours.mjs";
import { Occupied, placeLabels } from "./labels.mjs";
import { tuple, weightsOf } from "./nets.mjs";
import { count, short, subscript } from "./numbers.mjs";
import { contour, fieldOf, gridFor } from "./plane-spaces.mjs";
import { extent, frameOf, roundStep } from "./points.mjs";
import { symbolOf } from "./rows.mjs";

const FULL = 2 * Math.PI;
const NAMED = 14; // points, up to which each carries its inputs
const LINES = 4; // hidden units, up to which each has its line in the plane of the inputs
const CLASSES = 6;
const LEVELS = 33; // shades of a single output's answers
const FIELD = 0.72; // strength of the regions' colours under the points

/**
 * The frame of a picture: all points (and where they were before the last update) with a margin, the same scale on both
 * axes; the answer of a single input is drawn over it on a scale of its own.
 */
export function frameFor({ places, names }, { data, answers, level }, room, before) {
  const size = SIZE.small;
  const flat = names.length === 1;
  const inner = { left: room.left + 2.2 * size, top: room.top + 1.4 * size, width: room.width - 2.6 * size, height: room.height - 4.1 * size };
  const [left, right, bottom, top] = flat ? [...ends(places, 0), 0, 0] : extent(before ? [places, before.places] : [places]);
  const margin = 0.28 * Math.max(right - left, top - bottom, 1e-9) || 0.5;
  if (flat) return flatFrame([left - margin, right + margin], data, answers, level, inner);
  const frame = frameOf([left - margin, right + margin, bottom - margin, top + margin], inner);
  const [u, v] = [(x) => (x - frame.x(0)) / frame.scale, (y) => (frame.y(0) - y) / frame.scale];
  const box = [u(inner.left), u(inner.left + inner.width), v(inner.top + inner.height), v(inner.top)];
  return { ...frame, room, inner, box, pointY: (i) => frame.y(places[2 * i + 1]) };
}

function ends(places, offset) {
  const values = places.filter((_, at) => at % 2 === offset);
  return [Math.min(...values), Math.max(...values)];
}

function flatFrame([left, right], { targets, outputs }, answers, { low, high }, inner) {
  const all = [low, high, ...targets, ...answers];
  const [bottom, top] = [Math.min(...all), Math.max(...all)];
  const pad = 0.12 * (top - bottom || 1);
  const scale = { x: inner.width / (right - left), y: inner.height / (top - bottom + 2 * pad) };
  const frame = {
    flat: true, inner, box: [left, right, bottom - pad, top + pad],
    x: (u) => inner.left + (u - left) * scale.x,
    y: (v) => inner.top + inner.height - (v - bottom + pad) * scale.y,
    grid: roundStep((right - left) / 6),
  };
  return { ...frame, pointY: (i) => frame.y(targets[i * outputs]) };
}

export function drawSpace(context, scene, answers, space) {
  const { inner } = space.frame;
  context.save();
  context.beginPath();
  context.rect(inner.left, inner.top, inner.width, inner.height);
  context.clip();
  if (space.frame.flat) drawCurves(context, scene, answers, space);
  else drawField(context, scene, answers, space);
  drawAxes(context, space);
  context.restore();
  if (!space.frame.flat && space.title === "inputs") drawUnits(context, scene, space);
  drawTicks(context, space);
  drawPoints(context, scene, answers, space);
  drawTitle(context, answers, space);
}

// ---- regions ----

const colours = { version: -1, shades: null, classes: null };

/** Red, green and blue of the shades of one output, and of the classes of several. */
function palette() {
  if (colours.version !== themeVersion()) {
    const shades = Array.from({ length: LEVELS }, (_, i) => parse(tint("activation", (FIELD * i) / (LEVELS - 1))));
    const classes = Array.from({ length: CLASSES }, (_, k) => parse(tint(`class-${k}`, 0.4)));
    Object.assign(colours, { version: themeVersion(), shades, classes });
  }
  return colours;
}

const classColour = (k) => role(`class-${k % CLASSES}`);
let canvas = null; // a pixel a place of the grid

function drawField(context, { session, weights, before }, answers, space) {
  const { inner, box } = space.frame;
  const grid = gridFor(session, space.layers, inner.width, inner.height);
  const field = fieldOf(session, weights, space, box, grid);
  const { activation } = space.layers.at(-1);
  canvas ??= document.createElement("canvas");
  Object.assign(canvas, { width: grid.columns, height: grid.rows });
  const pixels = canvas.getContext("2d").createImageData(grid.columns, grid.rows);
  const { outputs } = answers.data;
  const { shades, classes } = palette();
  const { low, high } = answers.level;
  for (let at = 0, place = 0; place < pixels.data.length; place += 4, at++) {
    const share = Math.min(1, Math.max(0, (field.answers[at] - low) / (high - low)));
    const colour = outputs === 1 ? shades[Math.round((LEVELS - 1) * (share || 0))] : classes[answers.classes(field.answers, at * outputs) % CLASSES];
    pixels.data.set(colour, place);
    pixels.data[place + 3] = 255;
  }
  canvas.getContext("2d").putImageData(pixels, 0, 0);
  context.imageSmoothingEnabled = outputs === 1;
  context.drawImage(canvas, inner.left, inner.top, inner.width, inner.height);
  // A step has no slope for the line to be found by: it is where the net input crosses 0.
  const boundary = ({ answers: values, nets }) => (activation === "step" ? contour(nets, grid, 0) : boundaries(values, grid, answers));
  if (before) {
    context.setLineDash([4, 4]);
    drawBoundary(context, boundary(fieldOf(session, before, space, box, grid)), grid, inner, role("muted"), 1);
    context.setLineDash([]);
  }
  drawBoundary(context, boundary(field), grid, inner, role("text"), 2);
}

/** Where the answer changes: an output crosses its level, or another becomes the largest. */
function boundaries(field, grid, { data: { outputs }, level, shared }) {
  const lines = [];
  for (let k = 0; k < outputs && k < 12; k++) {
    const lead = new Float64Array(grid.columns * grid.rows);
    for (let at = 0; at < lead.length; at++) {
      let other = shared ? -Infinity : level.at;
      for (let j = 0; shared && j < outputs; j++) if (j !== k) other = Math.max(other, field[at * outputs + j]);
      lead[at] = field[at * outputs + k] - other;
    }
    for (const end of contour(lead, grid, 0)) lines.push(end);
  }
  return lines;
}

function drawBoundary(context, lines, { columns, rows }, { left, top, width, height }, colour, thick) {
  context.strokeStyle = colour;
  context.lineWidth = thick;
  context.beginPath();
  const [x, y] = [(c) => left + ((c + 0.5) / columns) * width, (r) => top + ((r + 0.5) / rows) * height];
  for (let i = 0; i < lines.length; i += 4) {
    context.moveTo(x(lines[i]), y(lines[i + 1]));
    context.lineTo(x(lines[i + 2]), y(lines[i + 3]));
  }
  context.stroke();
}

/** The answer over a single input, now and (dashed) before the last update. */
function drawCurves(context, { session, weights, before }, { data }, space) {
  const { inner, box, x, y } = space.frame;
  const grid = { columns: Math.max(60, Math.round(inner.width / 2)), rows: 1 };
  const draw = (values, colourOf, width) => {
    for (let k = 0; k < data.outputs; k++) {
      context.strokeStyle = colourOf(k);
      context.lineWidth = width;
      context.beginPath();
      for (let c = 0; c < grid.columns; c++) context.lineTo(x(box[0] + ((c + 0.5) / grid.columns) * (box[1] - box[0])), y(values[c * data.outputs + k]));
      context.stroke();
    }
  };
  if (before) {
    context.setLineDash([4, 4]);
    draw(fieldOf(session, before, space, box, grid).answers, () => role("muted"), 1);
    context.setLineDash([]);
  }
  draw(fieldOf(session, weights, space, box, grid).answers, (k) => (data.outputs > 1 ? classColour(k) : role("activation")), 2.5);
}

/** The line of each unit of the first layer, where its net input is 0; of a single unit the normal, which is its weights. */
function drawUnits(context, { session, weights }, space) {
  const [layer] = space.layers;
  const { rows, columns, data } = weightsOf(session, weights, layer);
  const alone = space.layers.length === 1 && rows === 1;
  if ((!alone && space.layers.length === 1) || rows > LINES || space.names.length < 2) return;
  const { inner, box, x, y } = space.frame;
  const origin = space.at(0, 0);
  context.font = font(SIZE.small);
  for (let k = 0; k < rows; k++) {
    const [p, q] = space.axes.map((i) => data[k * columns + i]);
    const size = Math.hypot(p, q);
    if (!(size > 0) || !Number.isFinite(size)) continue;
    let rest = layer.bias ? weights[layer.bias].data[k] : 0;
    for (let i = 0; i < columns; i++) if (!space.axes.includes(i)) rest += data[k * columns + i] * origin[i];
    // The foot of the perpendicular from the middle of the picture.
    const [mu, mv] = [(box[0] + box[1]) / 2, (box[2] + box[3]) / 2];
    const away = (p * mu + q * mv + rest) / (size * size);
    const foot = [x(mu - away * p), y(mv - away * q)];
    const [nx, ny] = [p / size, -q / size]; // on the screen
    if (!inside(foot, inner)) continue;
    if (alone) drawNormal(context, foot, nx, ny, symbolOf(session, layer.weights));
    else drawUnitLine(context, foot, nx, ny, inner, subscript(symbolOf(session, layer.output), k));
  }
}

const inside = ([x, y], { left, top, width, height }) => x >= left && x <= left + width && y >= top && y <= top + height;

/** w, at right angles to the boundary, on the side where the answer is larger. */
function drawNormal(context, [x, y], nx, ny, symbol) {
  const length = 2.8 * SIZE.small;
  arrow(context, x, y, x + length * nx, y + length * ny, role("weight"), 2);
  context.font = font(SIZE.small, "bold");
  drawLabel(context, symbol, x + (length + 9) * nx, y + (length + 9) * ny, { align: "center", pad: null, colour: role("weight") });
}

/** Where a hidden unit's net input is 0: a thin line across the picture, its name on the side where it is positive. */
function drawUnitLine(context, [x, y], nx, ny, inner, name) {
  context.save();
  context.beginPath();
  context.rect(inner.left, inner.top, inner.width, inner.height);
  context.clip();
  context.strokeStyle = role("weight");
  context.globalAlpha = 0.8;
  context.lineWidth = 1;
  context.setLineDash([7, 3]);
  context.beginPath();
  context.moveTo(x - 2000 * ny, y + 2000 * nx);
  context.lineTo(x + 2000 * ny, y - 2000 * nx);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
  context.restore();
  arrow(context, x, y, x + 1.1 * SIZE.small * nx, y + 1.1 * SIZE.small * ny, role("weight"), 1.25);
  context.font = font(SIZE.small);
  drawLabel(context, name, x + 2 * SIZE.small * nx, y + 2 * SIZE.small * ny, { align: "center", pad: null, size: SIZE.small, colour: role("weight") });
}

function arrow(context, x1, y1, x2, y2, colour, width) {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2 - 4 * Math.cos(angle), y2 - 4 * Math.sin(angle));
  context.stroke();
  context.beginPath();
  context.moveTo(x2, y2);
  for (const turn of [-0.45, 0.45]) context.lineTo(x2 - 8 * Math.cos(angle + turn), y2 - 8 * Math.sin(angle + turn));
  context.fill();
}

// ---- axes ----

function drawAxes(context, { frame: { inner, x, y, flat, box } }) {
  context.strokeStyle = role("edge");
  context.globalAlpha = 0.5;
  context.lineWidth = 1;
  context.beginPath();
  if (box[0] < 0 && box[1] > 0) {
    context.moveTo(Math.round(x(0)) + 0.5, inner.top);
    context.lineTo(Math.round(x(0)) + 0.5, inner.top + inner.height);
  }
  if (flat || (box[2] < 0 && box[3] > 0)) {
    context.moveTo(inner.left, Math.round(y(0)) + 0.5);
    context.lineTo(inner.left + inner.width, Math.round(y(0)) + 0.5);
  }
  context.stroke();
  context.globalAlpha = 1;
}

function drawTicks(context, { names, frame: { inner, box, x, y, flat } }) {
  const size = SIZE.small;
  const muted = { colour: role("muted"), pad: null, size };
  context.strokeStyle = role("line");
  context.lineWidth = 1;
  context.strokeRect(inner.left + 0.5, inner.top + 0.5, inner.width - 1, inner.height - 1);
  context.font = font(size);
  const foot = inner.top + inner.height + 0.75 * size;
  const step = roundStep(((box[1] - box[0]) * 3.2 * size) / inner.width);
  const upStep = flat ? roundStep(((box[3] - box[2]) * 2 * size) / inner.height) : step;
  for (let v = Math.ceil(box[0] / step) * step; v <= box[1]; v += step) drawLabel(context, tickText(v, step), x(v), foot, { ...muted, align: "center" });
  for (let v = Math.ceil(box[2] / upStep) * upStep; v <= box[3]; v += upStep) {
    if (y(v) < inner.top + 1.6 * size && !flat) continue;
    drawLabel(context, tickText(v, upStep), inner.left - 4, y(v), { ...muted, align: "right" });
  }
  context.font = font(size, "bold");
  const strong = { ...muted, colour: role("text") };
  drawLabel(context, names[0], inner.left + inner.width, foot + 1.15 * size, { ...strong, align: "right" });
  if (names[1]) drawLabel(context, names[1], inner.left - 4, inner.top + 0.7 * size, { ...strong, align: "right" });
}

const tickText = (value, step) => short(Math.abs(value) < step / 1e6 ? 0 : Number(value.toPrecision(6)));

/** What the picture is of above it, how many are right, and what it leaves out below. */
function drawTitle(context, { data, right }, { title, note, frame: { inner, flat } }) {
  const size = SIZE.small;
  context.font = font(size);
  const y = inner.top - 0.7 * size;
  const muted = { colour: role("muted"), pad: null, size };
  const said = right && title === "inputs" && !flat ? `${count(right.filter(Boolean).length)} of ${count(data.count)} right` : "";
  const width = context.measureText(said).width;
  drawLabel(context, title, inner.left, y, { ...muted, room: inner.width - width - 8 });
  if (said) drawLabel(context, said, inner.left + inner.width, y, { ...muted, align: "right", colour: role(right.every(Boolean) ? "activation" : "error") });
  const some = data.count < data.total && title === "inputs" ? `first ${count(data.count)} of ${count(data.total)} points` : "";
  const below = [note, some].filter(Boolean).join(" · ");
  if (below) drawLabel(context, below, inner.left, inner.top + inner.height + 1.9 * size, { ...muted, room: inner.width - 3 * size });
}

// ---- points ----

function drawPoints(context, scene, answers, space) {
  const { data, right } = answers;
  const { frame, places } = space;
  const radius = (data.count > 60 ? 0.3 : 0.45) * SIZE.small;
  const members = new Set(scene.frame?.members ?? []);
  const own = scene.frame?.members[scene.frame.instance];
  const groups = [];
  for (const wanted of [false, true]) {
    for (let i = 0; i < data.count; i++) {
      if (members.has(i) !== wanted) continue;
      const [x, y] = [frame.x(places[2 * i]), frame.pointY(i)];
      if (!inside([x, y], frame.inner)) continue;
      context.globalAlpha = space.off(i) ? 0.35 : 1;
      drawPoint(context, x, y, radius, fillOf(answers, i), answers.classes(data.targets, i * data.outputs));
      if (right && !right[i]) ring(context, x, y, radius + 3.5, role("error"), 1.75);
      if (members.has(i)) ring(context, x, y, radius + 7, role("accent"), i === own ? 2.5 : 1.25);
      context.globalAlpha = 1;
      const group = groups.find((each) => Math.hypot(each.x - x, each.y - y) < 4);
      if (group) group.points.push(i);
      else groups.push({ x, y, points: [i] });
    }
  }
  drawNames(context, answers, groups, radius, members, frame);
}

/** A disc for the lower target (or first class), a square for the higher, then a triangle and a diamond. */
function drawPoint(context, x, y, radius, fill, kind) {
  context.fillStyle = fill;
  context.strokeStyle = role("text");
  context.lineWidth = 1.25;
  context.beginPath();
  if (kind % 4 === 0) context.arc(x, y, radius, 0, FULL);
  else if (kind % 4 === 1) context.rect(x - 0.92 * radius, y - 0.92 * radius, 1.84 * radius, 1.84 * radius);
  else {
    const corners = kind % 4 === 2 ? 3 : 4;
    for (let corner = 0; corner < corners; corner++) {
      const angle = (corner * FULL) / corners - Math.PI / 2;
      context.lineTo(x + 1.3 * radius * Math.cos(angle), y + 1.3 * radius * Math.sin(angle));
    }
    context.closePath();
  }
  context.fill();
  context.stroke();
}

function fillOf({ data, level, classes }, i) {
  if (data.outputs > 1) return classColour(classes(data.targets, i * data.outputs));
  return tint("activation", (data.targets[i] - level.low) / (level.high - level.low));
}

function ring(context, x, y, radius, colour, width) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.arc(x, y, radius, 0, FULL);
  context.stroke();
}

/** Names of points that stand alone or together: "(0 1) (1 0)" where two have become one. */
function drawNames(context, { data }, groups, radius, members, frame) {
  const size = SIZE.small;
  const { inner } = frame;
  const named = groups.filter(({ points }) => data.count <= NAMED || points.some((i) => members.has(i)));
  context.font = font(size);
  const occupied = new Occupied(inner.left + inner.width, inner.top + inner.height);
  const around = ({ points }) => radius + (points.some((i) => members.has(i)) ? 8 : 3); // with its rings
  for (const group of groups) occupied.point(group.x, group.y, around(group));
  const nameOf = ({ points }) => points.slice(0, 4).map((i) => `(${tuple(data.inputs.subarray(i * data.width, (i + 1) * data.width), 3)})`).join(" ") + (points.length > 4 ? ` +${points.length - 4}` : "");
  const wanted = named.map((group, key) => ({ key, x: group.x, y: group.y, radius: around(group), text: nameOf(group), width: context.measureText(nameOf(group)).width + 4, must: true, group }));
  const { placed } = placeLabels(wanted, occupied, 1.15 * size, { far: false, before: new Map() });
  for (const { label, left, top } of placed) {
    const strong = label.group.points.some((i) => members.has(i));
    context.font = font(size, label.group.points.length > 1 || strong ? "bold" : "normal");
    drawLabel(context, label.text, left + 2, top + 0.58 * size, { pad: null, size, colour: role(strong ? "accent" : "text") });
  }
}
