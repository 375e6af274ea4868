/** Painting of the plane: what regions.mjs paints, and on it axes, points and their names. */
import { clipped, drawLabel, setFont, small, widthOf } from "../../draw/canvas.mjs";
import { role, tint } from "../../draw/colours.mjs";
import { Occupied, placeLabels } from "../../draw/labels.mjs";
import { extent, frameOf, roundStep } from "../../maths/points.mjs";
import { count, short, tuple } from "../../text/numbers.mjs";
import { classColour, drawCurves, drawField, drawKey, drawUnits, inside } from "./regions.mjs";

const FULL = 2 * Math.PI;
const NAMED = 14; // points, up to which each carries its inputs

/**
 * The frame of a picture: all points (and where they were before the last update) with a margin, the same scale on both
 * axes; the answer of a single input is drawn over it on a scale of its own.
 */
export function frameFor(context, { places, names }, { data, answers, level }, room, before) {
  const size = small(context);
  const flat = names.length === 1;
  const inner = {
    left: room.left + 2.2 * size,
    top: room.top + 1.4 * size,
    width: room.width - 2.6 * size,
    height: room.height - 4.1 * size,
  };
  const [left, right, bottom, top] = flat
    ? [...ends(places), 0, 0]
    : extent(before ? [places, before.places] : [places]);
  const margin = 0.28 * Math.max(right - left, top - bottom) || 0.5;
  if (flat) return flatFrame([left - margin, right + margin], data, answers, level, inner);
  const frame = frameOf([left - margin, right + margin, bottom - margin, top + margin], inner);
  const [u, v] = [(x) => (x - frame.x(0)) / frame.scale, (y) => (frame.y(0) - y) / frame.scale];
  const box = [u(inner.left), u(inner.left + inner.width), v(inner.top + inner.height), v(inner.top)];
  return { ...frame, room, inner, box, pointY: (i) => frame.y(places[2 * i + 1]) };
}

/** Smallest and largest x; all in one place have no width, so 0 is the other end. */
function ends(places) {
  const values = places.filter((_, at) => at % 2 === 0);
  const [left, right] = [Math.min(...values), Math.max(...values)];
  return left < right ? [left, right] : [Math.min(0, left), Math.max(0, right)];
}

function flatFrame([left, right], { targets, outputs }, answers, { low, high }, inner) {
  const all = [low, high, ...targets, ...answers];
  const [bottom, top] = [Math.min(...all), Math.max(...all)];
  const pad = 0.12 * (top - bottom || 1);
  const scale = { x: inner.width / (right - left), y: inner.height / (top - bottom + 2 * pad) };
  const frame = {
    flat: true,
    inner,
    box: [left, right, bottom - pad, top + pad],
    x: (u) => inner.left + (u - left) * scale.x,
    y: (v) => inner.top + inner.height - (v - bottom + pad) * scale.y,
    grid: roundStep((right - left) / 6),
  };
  return { ...frame, pointY: (i) => frame.y(targets[i * outputs]) };
}

export function drawSpace(context, scene, answers, space) {
  const { inner } = space.frame;
  clipped(context, inner, () => {
    if (space.frame.flat) drawCurves(context, scene, answers, space);
    else drawField(context, scene, answers, space);
    drawAxes(context, space);
  });
  const taken = !space.frame.flat && space.title === "inputs" ? drawUnits(context, scene, space) : [];
  drawTicks(context, space);
  drawPoints(context, scene, answers, space, taken);
  drawTitle(context, scene, answers, space);
}

function drawAxes(context, { frame: { inner, x, y, flat, box } }) {
  context.strokeStyle = role(context, "edge");
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
  const size = small(context);
  const muted = { colour: role(context, "muted"), pad: null, size };
  context.strokeStyle = role(context, "line");
  context.lineWidth = 1;
  context.strokeRect(inner.left + 0.5, inner.top + 0.5, inner.width - 1, inner.height - 1);
  setFont(context, size);
  const foot = inner.top + inner.height + 0.75 * size;
  const step = roundStep(((box[1] - box[0]) * 3.2 * size) / inner.width);
  const upStep = flat ? roundStep(((box[3] - box[2]) * 2 * size) / inner.height) : step;
  for (let v = Math.ceil(box[0] / step) * step; v <= box[1]; v += step)
    drawLabel(context, tickText(v, step), x(v), foot, { ...muted, align: "center" });
  for (let v = Math.ceil(box[2] / upStep) * upStep; v <= box[3]; v += upStep) {
    if (y(v) < inner.top + 1.6 * size && !flat) continue;
    drawLabel(context, tickText(v, upStep), inner.left - 4, y(v), { ...muted, align: "right" });
  }
  setFont(context, size, "bold");
  const strong = { ...muted, colour: role(context, "text") };
  drawLabel(context, names[0], inner.left + inner.width, foot + 1.15 * size, { ...strong, align: "right" });
  if (names[1]) drawLabel(context, names[1], inner.left - 4, inner.top + 0.7 * size, { ...strong, align: "right" });
}

const tickText = (value, step) => short(Math.abs(value) < step / 1e6 ? 0 : Number(value.toPrecision(6)));

/** What the picture is of above it, how many are right; below what it leaves out, and what its colours say. */
function drawTitle(context, { session }, answers, { title, note, frame: { inner, flat } }) {
  const { data, right } = answers;
  const size = small(context);
  setFont(context, size);
  const y = inner.top - 0.7 * size;
  const muted = { colour: role(context, "muted"), pad: null, size };
  const said =
    right && title === "inputs" && !flat ? `${count(right.filter(Boolean).length)} of ${count(data.count)} right` : "";
  const width = context.measureText(said).width;
  drawLabel(context, title, inner.left, y, { ...muted, room: inner.width - width - 8 });
  if (said)
    drawLabel(context, said, inner.left + inner.width, y, {
      ...muted,
      align: "right",
      colour: role(context, right.every(Boolean) ? "activation" : "error"),
    });
  const some =
    data.count < data.total && title === "inputs" ? `first ${count(data.count)} of ${count(data.total)} points` : "";
  const below = [note, some].filter(Boolean).join(" · ");
  const [foot, room] = [inner.top + inner.height + 1.9 * size, inner.width - 3 * size];
  const used = title === "inputs" && !flat ? drawKey(context, session, answers, inner.left, foot, room) : 0;
  if (below) drawLabel(context, below, inner.left + used, foot, { ...muted, room: room - used });
}

function drawPoints(context, scene, answers, space, taken) {
  const { data, right } = answers;
  const { frame, places } = space;
  const radius = (data.count > 60 ? 0.3 : 0.45) * small(context);
  const members = new Set(scene.frame?.members ?? []);
  const own = scene.frame?.members[scene.frame.instance];
  const groups = [];
  for (const wanted of [false, true]) {
    for (let i = 0; i < data.count; i++) {
      if (members.has(i) !== wanted) continue;
      const [x, y] = [frame.x(places[2 * i]), frame.pointY(i)];
      if (!inside([x, y], frame.inner)) continue;
      context.globalAlpha = space.off(i) ? 0.35 : 1;
      drawPoint(context, x, y, radius, fillOf(context, answers, i), answers.classes(data.targets, i * data.outputs));
      if (right && !right[i]) ring(context, x, y, radius + 3.5, role(context, "error"), 1.75);
      if (members.has(i)) ring(context, x, y, radius + 7, role(context, "accent"), i === own ? 2.5 : 1.25);
      context.globalAlpha = 1;
      const group = groups.find((each) => Math.hypot(each.x - x, each.y - y) < 4);
      if (group) group.points.push(i);
      else groups.push({ x, y, points: [i] });
    }
  }
  drawNames(context, answers, groups, radius, members, frame, taken);
}

/** A disc for the lower target (or first class), a square for the higher, then a triangle and a diamond. */
function drawPoint(context, x, y, radius, fill, kind) {
  context.fillStyle = fill;
  context.strokeStyle = role(context, "text");
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

function fillOf(context, { data, level, classes }, i) {
  if (data.outputs > 1) return classColour(context, classes(data.targets, i * data.outputs));
  return tint(context, "activation", (data.targets[i] - level.low) / (level.high - level.low));
}

function ring(context, x, y, radius, colour, width) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.arc(x, y, radius, 0, FULL);
  context.stroke();
}

/** Names of points that stand alone or together: "(0 1) (1 0)" where two have become one. `taken` are places of other names. */
function drawNames(context, { data }, groups, radius, members, frame, taken) {
  const size = small(context);
  const { inner } = frame;
  const named = groups.filter(({ points }) => data.count <= NAMED || points.some((i) => members.has(i)));
  const occupied = new Occupied(inner.left + inner.width, inner.top + inner.height);
  const around = ({ points }) => radius + (points.some((i) => members.has(i)) ? 8 : 3); // with its rings
  occupied.mark(0, 0, inner.left, inner.top + inner.height); // the axis's numbers, and the other picture
  for (const group of groups) occupied.point(group.x, group.y, around(group));
  for (const [x, y] of taken) occupied.point(x, y, 0.6 * size);
  const nameOf = ({ points }) =>
    points
      .slice(0, 4)
      .map((i) => `(${tuple(data.inputs.subarray(i * data.width, (i + 1) * data.width), 3)})`)
      .join(" ") + (points.length > 4 ? ` +${points.length - 4}` : "");
  const write = ({ points }) =>
    setFont(context, size, points.length > 1 || points.some((i) => members.has(i)) ? "bold" : "normal");
  const wanted = named.map((group, key) => {
    write(group);
    return {
      key,
      x: group.x,
      y: group.y,
      radius: around(group),
      text: nameOf(group),
      width: widthOf(context, nameOf(group)) + 4,
      must: true,
      group,
    };
  });
  const { placed } = placeLabels(wanted, occupied, 1.15 * size, { far: false, before: new Map() });
  for (const { label, left, top } of placed) {
    const strong = label.group.points.some((i) => members.has(i));
    write(label.group);
    drawLabel(context, label.text, left + 2, top + 0.58 * size, {
      pad: null,
      size,
      colour: role(context, strong ? "accent" : "text"),
    });
  }
}
