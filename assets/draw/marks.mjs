/**
 * Drawing of pictures. A panel composes a picture, marks with a position and a meaning each, without a screen; here
 * they are inked, and nothing is decided. So a picture can be tested where there is no canvas.
 */
import { remembered } from "../maths/remembered.mjs";
import { pixelsOf } from "./canvas.mjs";
import { diverging, parse, role, SCALE_SIZE, scaleTable, textOn, tint } from "./colours.mjs";
import { setFont } from "./fonts.mjs";

/** @import { Colour, Context, Ink, Mark, Themed } from "../types" */
/** @template {Mark["mark"]} Kind @typedef {Extract<Mark, { mark: Kind }>} MarkOf */

const FULL = 2 * Math.PI;

/** Draws marks, the first of them lowest. @param {Context} context @param {Mark[]} marks */
export function draw(context, marks) {
  for (const each of marks) drawMark(context, each);
}

/**
 * How each kind of mark is drawn.
 * @type {{ [Kind in Mark["mark"]]: (context: Context, mark: MarkOf<Kind>) => void }}
 */
const DRAW = {
  lines: traced(traceLines),
  path: traced(tracePath),
  curves: traced(traceCurves),
  triangles: traced(traceTriangles),
  boxes: drawBoxes,
  discs: traced(traceDiscs),
  text: drawText,
  texts: drawTexts,
  cells: drawCells,
  pixels: drawPixels,
  scale: drawScale,
  clip: drawClipped,
};

/** @param {Context} context @param {Mark} each */
function drawMark(context, each) {
  const drawn = /** @type {(context: Context, mark: Mark) => void} */ (DRAW[each.mark]);
  drawn(context, each);
}

/**
 * How a mark that is one path is drawn: filled and stroked as told; the context is then as it was.
 * @template {Ink} Inked
 * @param {(context: Context, mark: Inked) => void} trace
 */
function traced(trace) {
  /** @param {Context} context @param {Inked} mark */
  return (context, mark) => {
    begin(context, mark);
    context.beginPath();
    trace(context, mark);
    if (mark.fill) context.fill();
    if (mark.stroke) context.stroke();
    end(context, mark);
  };
}

/** A colour as CSS text. @param {Themed} context @param {Colour} colour */
function cssOf(context, colour) {
  if ("role" in colour) return role(context, colour.role);
  if ("tint" in colour) return tint(context, colour.tint, colour.share);
  return "on" in colour ? textOn(context, colour.on, colour.limit) : diverging(context, colour.value, colour.limit);
}

/** The context is ready for an ink. @param {Context} context @param {Ink} ink */
function begin(context, { stroke, fill, width = 1, alpha = 1, dash, cap, join }) {
  if (fill) context.fillStyle = cssOf(context, fill);
  if (stroke) context.strokeStyle = cssOf(context, stroke);
  context.lineWidth = width;
  if (alpha !== 1) context.globalAlpha = alpha;
  if (dash) context.setLineDash(dash);
  if (cap) context.lineCap = cap;
  if (join) context.lineJoin = join;
}

/** The context is as it was before. @param {Context} context @param {Ink} ink */
function end(context, { alpha = 1, dash, cap, join }) {
  if (alpha !== 1) context.globalAlpha = 1;
  if (dash) context.setLineDash([]);
  if (cap) context.lineCap = "butt";
  if (join) context.lineJoin = "miter";
}

/** @param {Context} context @param {MarkOf<"lines">} mark */
function traceLines(context, { points }) {
  for (let i = 0; i < points.length; i += 4) {
    context.moveTo(points[i], points[i + 1]);
    context.lineTo(points[i + 2], points[i + 3]);
  }
}

/** @param {Context} context @param {MarkOf<"path">} mark */
function tracePath(context, { points, closed, starts = [] }) {
  let started = 0;
  for (let i = 0; i < points.length; i += 2) {
    if (i === 2 * starts[started]) {
      if (closed && i) context.closePath();
      context.moveTo(points[i], points[i + 1]);
      started += 1;
    } else context.lineTo(points[i], points[i + 1]);
  }
  if (closed) context.closePath();
}

/** @param {Context} context @param {MarkOf<"curves">} mark */
function traceCurves(context, { points }) {
  for (let i = 0; i < points.length; i += 8) {
    const [x, y, x1, y1, x2, y2, endX, endY] = points.slice(i, i + 8);
    context.moveTo(x, y);
    context.bezierCurveTo(x1, y1, x2, y2, endX, endY);
  }
}

/** Each by itself, which is quicker than a path, and sharp. @param {Context} context @param {MarkOf<"boxes">} mark */
function drawBoxes(context, mark) {
  const { boxes, fill, stroke } = mark;
  begin(context, mark);
  for (let i = 0; i < boxes.length; i += 4) {
    if (fill) context.fillRect(boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]);
    if (stroke) context.strokeRect(boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]);
  }
  end(context, mark);
}

/**
 * One alone is nothing but an arc, which browsers draw as a circle.
 * @param {Context} context
 * @param {MarkOf<"discs">} mark
 */
function traceDiscs(context, { discs }) {
  for (let i = 0; i < discs.length; i += 3) {
    if (discs.length > 3) context.moveTo(discs[i] + discs[i + 2], discs[i + 1]);
    context.arc(discs[i], discs[i + 1], discs[i + 2], 0, FULL);
  }
}

/** @param {Context} context @param {MarkOf<"text">} mark */
function drawText(context, mark) {
  const { text, x, y, room, colour, size, align, bold, pad, tall = 1.24 * size, alpha = 1, turned } = mark;
  setFont(context, size, bold ? "bold" : "normal");
  if (alpha !== 1) context.globalAlpha = alpha;
  const { face } = context;
  if (turned !== undefined) {
    context.save();
    context.translate(x, y);
    context.rotate(turned);
  }
  const [left, top] = turned === undefined ? [x, y] : [0, 0];
  if (pad) {
    const start = align === "left" ? left : align === "right" ? left - room : left - room / 2;
    context.fillStyle = cssOf(context, pad);
    context.fillRect(start - 2, top - tall / 2, room + 4, tall);
  }
  context.fillStyle = cssOf(context, colour);
  context.textAlign = align;
  context.fillText(text, left, top);
  context.textAlign = "left";
  if (turned !== undefined) {
    context.restore();
    context.face = face;
  }
  if (alpha !== 1) context.globalAlpha = 1;
}

/** @param {Context} context @param {MarkOf<"cells">} mark */
function drawCells(context, { boxes, values, by }) {
  for (let i = 0, at = 0; i < values.length; i++, at += 4) {
    context.fillStyle = "tint" in by ? tint(context, by.tint, values[i]) : diverging(context, values[i], by.limit);
    context.fillRect(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
  }
}

/** @param {Context} context @param {MarkOf<"triangles">} mark */
function traceTriangles(context, { corners }) {
  for (let i = 0; i < corners.length; i += 6) {
    context.moveTo(corners[i], corners[i + 1]);
    context.lineTo(corners[i + 2], corners[i + 3]);
    context.lineTo(corners[i + 4], corners[i + 5]);
    context.closePath();
  }
}

/** The colour is set where it changes only. @param {Context} context @param {MarkOf<"texts">} mark */
function drawTexts(context, { texts, points, colour, size, align }) {
  setFont(context, size);
  context.textAlign = align;
  let ink = "onEach" in colour ? "" : (context.fillStyle = cssOf(context, colour));
  for (let i = 0; i < texts.length; i++) {
    const wanted = "onEach" in colour ? textOn(context, colour.onEach[i], colour.limit) : ink;
    if (wanted !== ink) context.fillStyle = ink = wanted;
    context.fillText(texts[i], points[2 * i], points[2 * i + 1]);
  }
  context.textAlign = "left";
}

/** @param {Context} context @param {MarkOf<"pixels">} mark */
function drawPixels(context, { box, columns, rows, indexes, colours, smooth = false }) {
  const { canvas, context: small, image } = pixelsOf(context, columns, rows);
  const rgba = colours ? paletteOf(context, colours) : scaleTable(context).rgba;
  const pixels = new Uint32Array(image.data.buffer);
  for (let i = 0; i < indexes.length; i++) pixels[i] = rgba[indexes[i]];
  small.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = smooth;
  context.drawImage(canvas, box.left, box.top, box.width, box.height);
  context.imageSmoothingEnabled = true;
}

/**
 * Colours in the byte order of ImageData, made once a theme for each list of them.
 * @param {Themed} context
 * @param {Colour[]} colours
 */
function paletteOf(context, colours) {
  /** @type {Map<string, Uint32Array>} */
  const palettes = context.theme.kept("palettes", () => new Map());
  return remembered(palettes, JSON.stringify(colours), () => {
    const bytes = Uint8ClampedArray.from(colours.flatMap((colour) => [...parse(context, cssOf(context, colour)), 255]));
    return new Uint32Array(bytes.buffer);
  });
}

/** @param {Context} context @param {MarkOf<"scale">} mark */
function drawScale(context, { box: { left, top, width, height }, colours }) {
  const { css } = scaleTable(context);
  const stops = colours
    ? colours.map((colour) => cssOf(context, colour))
    : Array.from({ length: 9 }, (_, i) => css[Math.round((i / 8) * (SCALE_SIZE - 1))]);
  const gradient = context.createLinearGradient(left, 0, left + width, 0);
  for (const [i, stop] of stops.entries()) gradient.addColorStop(i / (stops.length - 1), stop);
  context.fillStyle = gradient;
  context.fillRect(left, top, width, height);
}

/** @param {Context} context @param {MarkOf<"clip">} mark */
function drawClipped(context, { box, marks }) {
  const { face } = context;
  context.save();
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
  draw(context, marks);
  context.restore();
  context.face = face;
}
