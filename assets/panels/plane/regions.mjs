// @ts-check
/** Painting of what a network answers all over a plane: regions, the lines between them and where they were. */
import { clipped, drawLabel, pixelsOf, setFont, small } from "../../draw/canvas.mjs";
import { parse, role, tint } from "../../draw/colours.mjs";
import { last } from "../../maths/declared.mjs";
import { weightsOf } from "../../maths/nets.mjs";
import { remembered } from "../../maths/remembered.mjs";
import { symbolOf } from "../../text/names.mjs";
import { short, subscript, tuple } from "../../text/numbers.mjs";
import { contour, fieldOf, gridFor } from "./spaces.mjs";

/** @import { Answered, Box, Context, Numbers, Scene, Session } from "../../types" */
/** @import { Box as PlaneBox, Field, Grid, Space } from "./spaces.mjs" */
/** @typedef {[x: number, y: number]} Spot in px, or in places of a grid */
/** @typedef {{ canvas: HTMLCanvasElement, context: Context, pixels: ImageData }} Raster a pixel a place of a grid */
/**
 * @typedef {Space & { frame: { inner: Box, box: PlaneBox, x: (v: number) => number, y: (v: number) => number } }}
 *   FramedSpace and where its picture stands
 */

const LINES = 4; // hidden units, up to which each has its line in the plane of the inputs
const CLASSES = 6;
const LEVELS = 33; // shades of a single output's answers
const FIELD = 0.72; // strength of the regions' colours under the points

/** The shades of one output, and the classes of several, as pixels. */
/** @param {Context} context @returns {{ shades: number[], classes: number[] }} */
const palette = (context) =>
  context.theme.kept("plane", () => {
    /** @param {string} colour */
    const pixel = (colour) => new Uint32Array(Uint8ClampedArray.from([...parse(context, colour), 255]).buffer)[0];
    const shades = Array.from({ length: LEVELS }, (_, i) =>
      pixel(tint(context, "activation", (FIELD * i) / (LEVELS - 1))),
    );
    const classes = Array.from({ length: CLASSES }, (_, k) => pixel(tint(context, `class-${k}`, 0.4)));
    return { shades, classes };
  });

/** @param {Context} context @param {number} k */
export const classColour = (context, k) => role(context, `class-${k % CLASSES}`);

/**
 * @param {Context} context
 * @param {Pick<Scene, "session" | "weights" | "before">} scene
 * @param {Answered} answers
 * @param {FramedSpace} space
 */
export function drawField(context, { session, weights, before }, answers, space) {
  const { inner, box } = space.frame;
  const grid = gridFor(session, space.layers, inner.width, inner.height);
  const field = fieldOf(session, weights, space, box, grid);
  const { activation } = last(space.layers);
  const raster = pixelsOf(context, grid.columns, grid.rows);
  const { outputs } = answers.data;
  const { shades, classes } = palette(context);
  const { low, high } = answers.level;
  const painted = new Uint32Array(raster.image.data.buffer);
  for (let at = 0; at < painted.length; at++) {
    if (outputs === 1) {
      const share = Math.min(1, Math.max(0, (field.answers[at] - low) / (high - low)));
      painted[at] = shades[Math.round((LEVELS - 1) * (share || 0))];
    } else painted[at] = classes[answers.classes(field.answers, at * outputs) % CLASSES];
  }
  raster.context.putImageData(raster.image, 0, 0);
  context.imageSmoothingEnabled = outputs === 1;
  context.drawImage(raster.canvas, inner.left, inner.top, inner.width, inner.height);
  // A step has no slope for the line to be found by: it is where the net input crosses 0.
  /** @param {Field} field */
  const boundary = ({ answers: values, nets }) =>
    activation === "step" ? contour(nets, grid, 0) : boundaries(values, grid, answers);
  /** @param {Field} some */
  const linesOf = (some) => (some.boundary ??= chained(boundary(some)));
  if (before && space.fixed) {
    context.setLineDash([4, 4]);
    drawBoundary(context, linesOf(fieldOf(session, before, space, box, grid)), grid, inner, role(context, "muted"), 1);
    context.setLineDash([]);
  }
  drawBoundary(context, linesOf(field), grid, inner, role(context, "text"), 2);
}

/**
 * What the colours say, from x to the right: the answer of a single output from low to high, else the targets' classes.
 * Returns the width used, with a gap behind it.
 * @param {Context} context
 * @param {Session} session
 * @param {Answered} answers
 * @param {number} left
 * @param {number} y
 * @param {number} room
 */
export function drawKey(context, session, answers, left, y, room) {
  const { data, level, shared } = answers;
  const symbol = symbolOf(session, last(session.network.layers).output);
  const size = small(context);
  const end = left + room;
  const gap = 1.5 * size;
  let x = left;
  /** @param {string} text */
  const say = (text) =>
    (x += drawLabel(context, text, x, y, { colour: role(context, "muted"), pad: null, size, room: end - x }) + 4);
  /** @param {number} width @param {string | CanvasGradient} fill */
  const box = (width, fill) => {
    context.fillStyle = fill;
    context.fillRect(x, y - 4, width, 8);
    context.strokeStyle = role(context, "edge");
    context.strokeRect(x + 0.5, y - 3.5, width - 1, 7);
    x += width + 4;
  };
  setFont(context, size);
  context.lineWidth = 1;
  if (data.outputs === 1) {
    if (room < 7 * size) return 0;
    say(`${subscript(symbol, 0)} ${short(level.low)}`);
    const shades = context.createLinearGradient(x, 0, x + 2 * size, 0);
    for (let i = 0; i <= 4; i++) shades.addColorStop(i / 4, tint(context, "activation", (FIELD * i) / 4));
    box(2 * size, shades);
    say(short(level.high));
    return x - left + gap;
  }
  /** @type {Map<number, string>} */
  const found = new Map(); // class -> what it is called
  for (let i = 0; i < data.count && found.size < CLASSES; i++) {
    const kind = answers.classes(data.targets, i * data.outputs);
    if (!found.has(kind))
      found.set(
        kind,
        shared ? subscript(symbol, kind) : tuple(data.targets.subarray(i * data.outputs, (i + 1) * data.outputs)),
      );
  }
  for (const [kind, name] of [...found].sort(([a], [b]) => a - b)) {
    if (x + context.measureText(name).width + size + 4 > end) break;
    box(size, tint(context, `class-${kind % CLASSES}`, 0.4));
    say(name);
  }
  return x - left + gap;
}

/**
 * Where the answer changes: an output crosses its level, or another becomes the largest.
 * @param {Numbers} field
 * @param {Grid} grid
 * @param {Pick<Answered, "data" | "level" | "shared">} answers
 * @returns {number[]}
 */
function boundaries(field, grid, { data: { outputs }, level, shared }) {
  if (outputs === 1 && !shared) return contour(field, grid, level.at);
  /** @type {number[]} */
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

/**
 * @param {Context} context
 * @param {Spot[][]} chains
 * @param {Grid} grid
 * @param {Box} box
 * @param {string} colour
 * @param {number} thick
 */
function drawBoundary(context, chains, { columns, rows }, { left, top, width, height }, colour, thick) {
  context.strokeStyle = colour;
  context.lineWidth = thick;
  context.beginPath();
  /** @param {number} c */
  const x = (c) => left + ((c + 0.5) / columns) * width;
  /** @param {number} r */
  const y = (r) => top + ((r + 0.5) / rows) * height;
  for (const [first, ...others] of chains) {
    context.moveTo(x(first[0]), y(first[1]));
    for (const [c, r] of others) context.lineTo(x(c), y(r));
  }
  context.stroke();
}

/**
 * Short lines joined where they meet, so that dashes run on from one to the next: [[[x, y], …], …].
 * @param {number[]} lines
 * @returns {Spot[][]}
 */
function chained(lines) {
  /** @param {Spot} spot */
  const keyOf = ([x, y]) => Math.round(x * 1e5) * 2 ** 25 + Math.round(y * 1e5); // a grid has fewer than 300 places a side
  /** @typedef {{ ends: [Spot, Spot], used: boolean }} Short */
  /** @type {Map<number, Short[]>} */
  const ends = new Map(); // place -> the lines that end there
  /** @type {Short[]} */
  const all = [];
  for (let i = 0; i < lines.length; i += 4) {
    /** @type {Short} */
    const line = {
      ends: [
        [lines[i], lines[i + 1]],
        [lines[i + 2], lines[i + 3]],
      ],
      used: false,
    };
    all.push(line);
    for (const key of line.ends.map(keyOf)) remembered(ends, key, () => []).push(line);
  }
  /** @param {Spot[]} chain */
  const follow = (chain) => {
    for (;;) {
      const here = last(chain);
      const next = ends.get(keyOf(here))?.find(({ used }) => !used);
      if (!next) return chain;
      next.used = true;
      chain.push(keyOf(next.ends[0]) === keyOf(here) ? next.ends[1] : next.ends[0]);
    }
  };
  return all
    .filter(({ used }) => !used)
    .flatMap((line) => {
      if (line.used) return [];
      line.used = true;
      return [follow(follow([...line.ends]).reverse())];
    });
}

/**
 * The answer over a single input, now and (dashed) before the last update.
 * @param {Context} context
 * @param {Pick<Scene, "session" | "weights" | "before">} scene
 * @param {Answered} answers
 * @param {FramedSpace} space
 */
export function drawCurves(context, { session, weights, before }, { data }, space) {
  const { inner, box, x, y } = space.frame;
  const grid = { columns: Math.max(60, Math.round(inner.width / 2)), rows: 1 };
  /** @param {Numbers} values @param {(k: number) => string} colourOf @param {number} width */
  const draw = (values, colourOf, width) => {
    for (let k = 0; k < data.outputs; k++) {
      context.strokeStyle = colourOf(k);
      context.lineWidth = width;
      context.beginPath();
      for (let c = 0; c < grid.columns; c++)
        context.lineTo(x(box[0] + ((c + 0.5) / grid.columns) * (box[1] - box[0])), y(values[c * data.outputs + k]));
      context.stroke();
    }
  };
  if (before) {
    context.setLineDash([4, 4]);
    draw(fieldOf(session, before, space, box, grid).answers, () => role(context, "muted"), 1);
    context.setLineDash([]);
  }
  draw(
    fieldOf(session, weights, space, box, grid).answers,
    (k) => (data.outputs > 1 ? classColour(context, k) : role(context, "activation")),
    2.5,
  );
}

/**
 * The line of each unit of the first layer, where its net input is 0; of a single unit the normal, which is its weights.
 * Returns where their arrows begin and their names stand, [x, y], which no point's name should cover.
 * @param {Context} context
 * @param {Pick<Scene, "session" | "weights">} scene
 * @param {FramedSpace} space
 * @returns {Spot[]}
 */
export function drawUnits(context, { session, weights }, space) {
  const {
    layers: [layer],
    axes = [],
  } = space;
  const { rows, columns, data } = weightsOf(session, weights, layer);
  const alone = space.layers.length === 1 && rows === 1;
  /** @type {Spot[]} */
  const spots = [];
  if ((!alone && space.layers.length === 1) || rows > LINES || space.names.length < 2) return spots;
  const { inner, box, x, y } = space.frame;
  setFont(context, small(context));
  for (let k = 0; k < rows; k++) {
    const [p, q] = axes.map((i) => data[k * columns + i]);
    const size = Math.hypot(p, q);
    if (!(size > 0) || !Number.isFinite(size)) continue;
    let rest = layer.bias ? weights[layer.bias].data[k] : 0;
    for (let i = 0; i < columns; i++) if (!axes.includes(i)) rest += data[k * columns + i] * space.origin[i];
    // The foot of the perpendicular from the middle of the picture.
    const [mu, mv] = [(box[0] + box[1]) / 2, (box[2] + box[3]) / 2];
    const away = (p * mu + q * mv + rest) / (size * size);
    /** @type {Spot} */
    const foot = [x(mu - away * p), y(mv - away * q)];
    const [nx, ny] = [p / size, -q / size]; // on the screen
    if (!inside(foot, inner)) continue;
    if (alone) spots.push(foot, drawNormal(context, foot, nx, ny, symbolOf(session, layer.weights)));
    else spots.push(foot, drawUnitLine(context, foot, nx, ny, inner, subscript(symbolOf(session, layer.output), k)));
  }
  return spots;
}

/** @param {Spot} spot @param {Box} box */
export const inside = ([x, y], { left, top, width, height }) =>
  x >= left && x <= left + width && y >= top && y <= top + height;

/**
 * w, at right angles to the boundary, on the side where the answer is larger.
 * @param {Context} context
 * @param {Spot} foot
 * @param {number} nx
 * @param {number} ny
 * @param {string} symbol
 * @returns {Spot}
 */
function drawNormal(context, [x, y], nx, ny, symbol) {
  const length = 2.8 * small(context);
  arrow(context, x, y, x + length * nx, y + length * ny, role(context, "weight"), 2);
  setFont(context, small(context), "bold");
  /** @type {Spot} */
  const spot = [x + (length + 9) * nx, y + (length + 9) * ny];
  drawLabel(context, symbol, ...spot, { align: "center", pad: null, colour: role(context, "weight") });
  return spot;
}

/**
 * Where a hidden unit's net input is 0: a thin line across the picture, its name on the side where it is positive.
 * @param {Context} context
 * @param {Spot} foot
 * @param {number} nx
 * @param {number} ny
 * @param {Box} inner
 * @param {string} name
 * @returns {Spot}
 */
function drawUnitLine(context, [x, y], nx, ny, inner, name) {
  clipped(context, inner, () => {
    context.strokeStyle = role(context, "weight");
    context.globalAlpha = 0.8;
    context.lineWidth = 1;
    context.setLineDash([7, 3]);
    context.beginPath();
    context.moveTo(x - 2000 * ny, y + 2000 * nx);
    context.lineTo(x + 2000 * ny, y - 2000 * nx);
    context.stroke();
  });
  arrow(context, x, y, x + 1.1 * small(context) * nx, y + 1.1 * small(context) * ny, role(context, "weight"), 1.25);
  setFont(context, small(context));
  /** @type {Spot} */
  const spot = [x + 2 * small(context) * nx, y + 2 * small(context) * ny];
  drawLabel(context, name, ...spot, {
    align: "center",
    pad: null,
    size: small(context),
    colour: role(context, "weight"),
  });
  return spot;
}

/**
 * @param {Context} context
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {string} colour
 * @param {number} width
 */
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
