// @ts-check
/**
 * Drawing of pictures. A panel composes a picture, marks with a place and a meaning each, without a screen; here they are
 * inked, and nothing is decided. So a picture can be tested where there is no canvas.
 */
import { pixelsOf, setFont } from "./canvas.mjs";
import { diverging, role, SCALE_SIZE, scaleTable, textOn, tint } from "./colours.mjs";

/** @import { Box, Colour, Context, Ink, Mark } from "../types" */
/** @template {Mark["mark"]} Kind @typedef {Extract<Mark, { mark: Kind }>} MarkOf */

const FULL = 2 * Math.PI;

/** Draws marks, the first of them lowest. @param {Context} context @param {Mark[]} marks */
export function draw(context, marks) {
  for (const each of marks) drawMark(context, each);
}

/** @param {Context} context @param {Mark} each */
function drawMark(context, each) {
  switch (each.mark) {
    case "lines":
      return inked(context, each, () => traceLines(context, each));
    case "path":
      return inked(context, each, () => tracePath(context, each));
    case "boxes":
      return drawBoxes(context, each);
    case "discs":
      return drawDiscs(context, each);
    case "text":
      return drawText(context, each);
    case "pixels":
      return drawPixels(context, each);
    case "scale":
      return drawScale(context, each.box);
    case "clip":
      return drawClipped(context, each);
  }
}

/** A colour as CSS text. @param {Context} context @param {Colour} colour */
export function cssOf(context, colour) {
  if ("role" in colour) return role(context, colour.role);
  if ("tint" in colour) return tint(context, colour.tint, colour.share);
  return "on" in colour ? textOn(context, colour.on, colour.limit) : diverging(context, colour.value, colour.limit);
}

/** One path, filled and stroked as told; the context is then as it was. @param {Context} context @param {Ink} ink @param {() => void} trace */
function inked(context, ink, trace) {
  withInk(context, ink, () => {
    context.beginPath();
    trace();
    if (ink.fill) context.fill();
    if (ink.stroke) context.stroke();
  });
}

/** @param {Context} context @param {Ink} ink @param {() => void} make */
function withInk(context, { stroke, fill, width = 1, alpha = 1, dash, cap, join }, make) {
  if (fill) context.fillStyle = cssOf(context, fill);
  if (stroke) context.strokeStyle = cssOf(context, stroke);
  context.lineWidth = width;
  if (alpha !== 1) context.globalAlpha = alpha;
  if (dash) context.setLineDash(dash);
  if (cap) context.lineCap = cap;
  if (join) context.lineJoin = join;
  make();
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
function tracePath(context, { points, closed }) {
  for (let i = 0; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
  if (closed) context.closePath();
}

/** Each by itself, which is quicker than a path, and sharp. @param {Context} context @param {MarkOf<"boxes">} mark */
function drawBoxes(context, mark) {
  const { boxes, fill, stroke } = mark;
  withInk(context, mark, () => {
    for (let i = 0; i < boxes.length; i += 4) {
      if (fill) context.fillRect(boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]);
      if (stroke) context.strokeRect(boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]);
    }
  });
}

/** @param {Context} context @param {MarkOf<"discs">} mark */
function drawDiscs(context, mark) {
  const { discs } = mark;
  inked(context, mark, () => {
    for (let i = 0; i < discs.length; i += 3) {
      context.moveTo(discs[i] + discs[i + 2], discs[i + 1]);
      context.arc(discs[i], discs[i + 1], discs[i + 2], 0, FULL);
    }
  });
}

/** @param {Context} context @param {MarkOf<"text">} mark */
function drawText(context, mark) {
  const { text, x, y, room, colour, size, align, bold, pad, alpha = 1, turned } = mark;
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
    context.fillRect(start - 2, top - size * 0.62, room + 4, size * 1.24);
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

/** @param {Context} context @param {MarkOf<"pixels">} mark */
function drawPixels(context, { box, columns, rows, indexes }) {
  const { canvas, context: small, image } = pixelsOf(context, columns, rows);
  const { rgba } = scaleTable(context);
  const pixels = new Uint32Array(image.data.buffer);
  for (let i = 0; i < indexes.length; i++) pixels[i] = rgba[indexes[i]];
  small.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(canvas, box.left, box.top, box.width, box.height);
  context.imageSmoothingEnabled = true;
}

/** @param {Context} context @param {Box} box */
function drawScale(context, { left, top, width, height }) {
  const { css } = scaleTable(context);
  const gradient = context.createLinearGradient(left, 0, left + width, 0);
  for (let i = 0; i <= 8; i++) gradient.addColorStop(i / 8, css[Math.round((i / 8) * (SCALE_SIZE - 1))]);
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
