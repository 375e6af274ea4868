/** Drawing of the projection: axes, trails, parallelogram, points, labels. Functions of a context and a picture. */
import { ellipsis, setFont, widthOf } from "../../draw/canvas.mjs";
import { role } from "../../draw/colours.mjs";
import { lineTo, Occupied, placeLabels } from "../../draw/labels.mjs";

const WIDEST = 130; // px a label
const CROWD = 60; // words, above which only the trails of the lit ones are drawn step by step
const TRIED = 400; // words whose labels are tried: the first ones of a text's vocabulary are its most frequent
const FEW = 44; // labels, up to which all may stand off with a line: more lines than that confuse
const AGES = [0.2, 0.35, 0.55, 0.8]; // opacity of a trail, oldest part first

/** Grid, the dashed axes through the mean, and the origin of the vectors. */
export function drawAxes(context, { frame, width, height, zero }, occupied) {
  context.strokeStyle = role(context, "grid");
  context.lineWidth = 1;
  context.globalAlpha = 0.6;
  context.beginPath();
  const step = frame.grid * frame.scale;
  for (let x = frame.x(0) % step; x < width; x += step) vertical(context, x, height);
  for (let y = frame.y(0) % step; y < height; y += step) horizontal(context, y, width);
  context.stroke();
  context.globalAlpha = 1;
  context.setLineDash([4, 4]);
  context.strokeStyle = role(context, "muted");
  context.beginPath();
  vertical(context, frame.x(0), height);
  horizontal(context, frame.y(0), width);
  context.stroke();
  context.setLineDash([]);
  drawZero(context, frame.x(zero[0]), frame.y(zero[1]), occupied);
}

/**
 * Names of the axes with their share of the variance now, at the end where they cover no point; and the step at
 * which the axes were fitted, if it was another.
 */
export function drawAxisNames(context, { frame, width, foot, size, share, fitted }, occupied) {
  setFont(context, size);
  context.fillStyle = role(context, "muted");
  const put = (text, places) => {
    const length = widthOf(context, text);
    const tops = places(length).map(([left, middle]) => [
      Math.max(0, Math.min(width - length, left)),
      middle - size / 2 - 1,
    ]);
    const [left, top] = tops.find(([x, y]) => occupied.free(x, y, length, size + 2)) ?? tops[0];
    context.fillText(text, left, top + size / 2 + 1);
    occupied.mark(left - 2, top, length + 4, size + 2);
  };
  const [zeroX, zeroY, off] = [frame.x(0), frame.y(0), size / 2 + 3];
  const [first, second] = share.map(
    (part, i) => `PC${i + 1} ${(100 * (Number.isFinite(part) ? part : 0)).toFixed(0)} %`,
  );
  if (fitted !== null)
    put(`axes of step ${fitted}`, () => [
      [0, size / 2 + 1],
      [0, foot / 2],
    ]);
  put(first, (length) => [
    [width - length, zeroY - off],
    [width - length, zeroY + off],
    [0, zeroY - off],
    [0, zeroY + off],
  ]);
  put(second, (length) =>
    [size / 2 + 1, foot - size / 2 - 2].flatMap((y) => [
      [zeroX + 5, y],
      [zeroX - 5 - length, y],
    ]),
  );
}

/** Where the vector of zeros lies: a thin cross. */
function drawZero(context, x, y, occupied) {
  context.strokeStyle = role(context, "text");
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x - 5, y);
  context.lineTo(x + 5, y);
  context.moveTo(x, y - 5);
  context.lineTo(x, y + 5);
  context.stroke();
  occupied.point(x, y, 5);
}

function vertical(context, x, height) {
  context.moveTo(Math.round(x) + 0.5, 0);
  context.lineTo(Math.round(x) + 0.5, height);
}

function horizontal(context, y, width) {
  context.moveTo(0, Math.round(y) + 0.5);
  context.lineTo(width, Math.round(y) + 0.5);
}

/**
 * The ways the words came, fading with age; those of lit words thicker. Lines are gathered by age and stroked once each.
 * In a crowd ordinary words show their way as one line.
 */
export function drawTrails(context, { frame, sets, trails, lit }) {
  if (!trails.length) return;
  context.lineJoin = "round";
  sets.forEach((set, at) => {
    if (!set.visible) return;
    const path = [...trails.map((step) => step[at]), set.places];
    const words = set.places.length / 2;
    const ordinary = [];
    for (let id = 0; id < words; id++) if (!lit[at].has(id)) ordinary.push(id);
    context.strokeStyle = role(context, set.kind);
    strokeWays(context, frame, words > CROWD ? [path[0], set.places] : path, ordinary, 1, 0.7);
    strokeWays(context, frame, path, [...lit[at].keys()], 2, 1.3);
  });
  context.globalAlpha = 1;
}

function strokeWays(context, frame, path, ids, width, opacity) {
  if (!ids.length) return;
  context.lineWidth = width;
  const length = path.length - 1;
  AGES.forEach((alpha, age) => {
    const from = Math.floor((length * age) / AGES.length);
    const to = Math.floor((length * (age + 1)) / AGES.length);
    if (from === to) return;
    context.globalAlpha = Math.min(1, alpha * opacity);
    context.beginPath();
    for (const id of ids) way(context, frame, path, id, from, to);
    context.stroke();
  });
}

/** One word's way between two ages; what moves by less than half a pixel adds no line. */
function way(context, frame, path, id, from, to) {
  let [x, y] = [frame.x(path[from][2 * id]), frame.y(path[from][2 * id + 1])];
  let started = false;
  for (let step = from + 1; step <= to; step++) {
    const [nextX, nextY] = [frame.x(path[step][2 * id]), frame.y(path[step][2 * id + 1])];
    if (Math.abs(nextX - x) + Math.abs(nextY - y) < 0.5) continue;
    if (!started) context.moveTo(x, y);
    started = true;
    context.lineTo(nextX, nextY);
    [x, y] = [nextX, nextY];
  }
}

/** a − b + c: sides a–b and (a − b + c)–c are parallel and equal by construction; the ring is the predicted place. */
export function drawAnalogy(context, { frame, analogy }, occupied) {
  if (!analogy) return;
  const [a, b, c, p] = analogy.places.map(([x, y]) => [frame.x(x), frame.y(y)]);
  context.strokeStyle = context.fillStyle = role(context, "accent");
  context.globalAlpha = 0.1;
  context.beginPath();
  for (const [x, y] of [a, b, c, p]) context.lineTo(x, y);
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = 2;
  segments(context, [
    [b, a],
    [c, p],
  ]);
  context.setLineDash([3, 3]);
  context.lineWidth = 1.5;
  segments(context, [
    [b, c],
    [a, p],
  ]);
  context.setLineDash([]);
  context.lineWidth = 2;
  context.beginPath();
  context.arc(p[0], p[1], 7, 0, 2 * Math.PI);
  context.stroke();
  occupied.point(p[0], p[1], 8);
}

function segments(context, pairs) {
  context.beginPath();
  for (const [from, to] of pairs) {
    context.moveTo(...from);
    context.lineTo(...to);
  }
  context.stroke();
}

/**
 * Circles for input vectors, diamonds for output vectors, squares where these are no words': one path a kind, then the lit
 * ones, larger, with a rim. Where a step touches only some of a set, the others are pale.
 */
export function drawPoints(context, { frame, sets, lit, hovered, radius }, occupied) {
  if (hovered !== null && sets.length === 2 && sets.every(({ visible, words }) => visible && words)) {
    context.strokeStyle = role(context, "accent");
    context.lineWidth = 1;
    segments(context, [sets.map(({ places }) => [frame.x(places[2 * hovered]), frame.y(places[2 * hovered + 1])])]);
  }
  for (const [at, set] of sets.entries()) {
    if (!set.visible) continue;
    context.fillStyle = role(context, set.kind);
    context.globalAlpha = set.touched ? 0.3 : 0.85;
    context.beginPath();
    for (let id = 0; id < set.places.length / 2; id++) {
      const [x, y] = [frame.x(set.places[2 * id]), frame.y(set.places[2 * id + 1])];
      occupied.point(x, y, lit[at].has(id) ? radius + 2.5 : radius);
      if (!lit[at].has(id)) shape(context, set, x, y, radius);
    }
    context.fill();
    context.globalAlpha = 1;
  }
  for (const [at, set] of sets.entries()) {
    if (!set.visible) continue;
    for (const [id, reason] of lit[at]) {
      context.fillStyle = role(context, set.kind);
      context.strokeStyle = role(context, reason === "hovered" ? "accent" : "surface");
      context.lineWidth = reason === "hovered" ? 2.5 : 1.5;
      context.beginPath();
      shape(
        context,
        set,
        frame.x(set.places[2 * id]),
        frame.y(set.places[2 * id + 1]),
        radius + (reason === "hovered" ? 4 : 2.5),
      );
      context.fill();
      context.stroke();
    }
  }
}

function shape(context, { kind, words }, x, y, radius) {
  if (!words) context.rect(x - 0.9 * radius, y - 0.9 * radius, 1.8 * radius, 1.8 * radius);
  else if (kind === "output") {
    const r = 1.25 * radius; // a diamond of the same area as the circle
    context.moveTo(x, y - r);
    context.lineTo(x + r, y);
    context.lineTo(x, y + r);
    context.lineTo(x - r, y);
    context.lineTo(x, y - r); // closePath() in a path of hundreds takes milliseconds
  } else {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
}

/** Labels, the important ones first. Returns the places taken, for the next frame, and how many found none. */
export function drawLabels(context, picture, occupied, before) {
  const { frame, sets, words, lit, size, radius, analogy } = picture;
  const wanted = [];
  if (analogy) {
    const [x, y] = analogy.places[3];
    setFont(context, size, "bold");
    wanted.push({
      key: -1,
      at: -1,
      text: ellipsis(context, analogy.text, picture.width / 2),
      x: frame.x(x),
      y: frame.y(y),
      radius: 8,
      width: boldWidth(context, analogy.text, size, picture.width / 2),
      must: true,
    });
  }
  const add = (at, id, strong) => {
    const { places, names, widths } = sets[at];
    const width = strong ? boldWidth(context, names[id], size) : widths[id];
    const [x, y] = [frame.x(places[2 * id]), frame.y(places[2 * id + 1])];
    wanted.push({
      key: at * words.length + id,
      at,
      text: names[id],
      x,
      y,
      radius: strong ? radius + 3 : radius,
      width,
      must: Boolean(strong),
    });
  };
  const shown = [...sets.keys()].filter((at) => sets[at].visible);
  for (const hovered of [true, false]) {
    for (const at of shown)
      for (const [id, reason] of lit[at]) if ((reason === "hovered") === hovered) add(at, id, reason);
  }
  for (const at of shown)
    for (let id = 0; id < Math.min(sets[at].names.length, TRIED); id++) if (!lit[at].has(id)) add(at, id, null);
  const result = placeLabels(wanted, occupied, size + 1, { far: wanted.length <= FEW, before });
  drawLines(context, result.placed, size);
  drawPads(context, result.placed, size);
  for (const at of [...shown, -1]) {
    context.fillStyle = role(context, at < 0 ? "accent" : sets[at].kind);
    const resting = sets[at]?.touched ? 0.55 : 1;
    for (const strong of [false, true]) {
      setFont(context, size, strong ? "bold" : "normal");
      context.globalAlpha = strong ? 1 : resting;
      for (const { label, left, top } of result.placed) {
        if (label.at !== at || label.must !== strong) continue;
        const text = label.at < 0 ? label.text : ellipsis(context, label.text, WIDEST);
        context.fillText(text, left, top + size / 2 + 1);
      }
    }
  }
  context.globalAlpha = 1;
  return {
    places: result.places,
    omitted: shown.reduce((sum, at) => sum + sets[at].names.length, 0) + (analogy ? 1 : 0) - result.placed.length,
  };
}

/** A veil of the surface's colour behind labels keeps them readable over axes and trails. */
function drawPads(context, placed, size) {
  context.fillStyle = role(context, "surface");
  context.globalAlpha = 0.75;
  for (const { label, left, top } of placed) context.fillRect(left - 1, top, label.width + 1, size + 1);
}

function drawLines(context, placed, size) {
  context.strokeStyle = role(context, "edge");
  context.lineWidth = 1;
  context.beginPath();
  for (const { label, left, top, line } of placed) {
    if (!line) continue;
    const [fromX, fromY, toX, toY] = lineTo(label, left, top, size);
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
  }
  context.stroke();
}

function boldWidth(context, word, size, widest = WIDEST) {
  setFont(context, size, "bold");
  return widthOf(context, ellipsis(context, word, widest)) + 1;
}

/** Widths of all words as ordinary labels. */
export function labelWidths(context, words, size) {
  setFont(context, size);
  return Float64Array.from(words, (word) => context.measureText(ellipsis(context, word, WIDEST)).width + 1);
}

export { Occupied };
