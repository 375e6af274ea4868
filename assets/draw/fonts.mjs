/**
 * Texts: how wide they are, and what of them fits. Measuring takes long and numbers change all the time, so what was
 * measured is kept by font.
 */
import { normal, small } from "./colours.mjs";
import { themed } from "./context.mjs";
import { isolate } from "../text/direction.mjs";

/** @import { Context, Face, Measure, Measured, Style, Themed } from "../types" */

const MOST_KEPT = 20000; // texts
const segmenter = Intl.Segmenter ? new Intl.Segmenter() : null;
/** @param {string} text */
const characters = (text) =>
  segmenter ? Array.from(segmenter.segment(text), (part) => part.segment) : Array.from(text);
/**
 * What is known of a font of the explorer's family.
 * @param {Themed} context
 * @param {number} size in pixels; of bold ones −size
 * @returns {Face}
 */
function faceOf({ theme }, size) {
  /** @type {Map<number, Face>} */
  const faces = theme.kept("faces", noFaces);
  return faces.get(size) ?? keep(faces, size, newFace(theme, size));
}

const noFaces = () => new Map();

/** @param {Style} theme @param {number} size @returns {Face} */
function newFace(theme, size) {
  const family = theme.property("--font") || "sans-serif";
  const font = `${size < 0 ? "bold" : "normal"} ${Math.abs(size)}px ${family}`;
  return { font, widths: new Map(), fitted: new Map() };
}

/**
 * Sets the font of a context; `context.face`: asked of the context itself, its font is written out anew each time.
 * @param {Context} context
 * @param {number} [size]
 * @param {"normal" | "bold"} [weight]
 */
export function setFont(context, size = normal(context), weight = "normal") {
  const face = faceOf(context, weight === "bold" ? -size : size);
  if (context.face === face) return;
  context.face = face;
  context.font = face.font;
}

/** Measures for what is drawn in a theme. @param {Measured} theme @returns {Measure} */
export function measureOf(theme) {
  return theme.kept("measure", () => {
    const context = themed(theme.canvas(), theme);
    return {
      get small() {
        return small(context);
      },
      get normal() {
        return normal(context);
      },
      get least() {
        return theme.least;
      },
      get sign() {
        return theme.sign;
      },
      get whole() {
        return Boolean(theme.paper);
      },
      width: (text, size, bold) => widthIn(context, faceOf(context, bold ? -size : size), text),
      fit: (text, room, size, bold) =>
        room === Infinity ? isolate(text) : fitted(context, faceOf(context, bold ? -size : size), text, room),
    };
  });
}

/** @param {Context} context @param {Face} face @param {string} text */
const widthIn = (context, face, text) =>
  face.widths.get(text) ?? keep(face.widths, text, widthOfShape(context, face, text.replace(/\d/g, "0")));

/**
 * The width of a text whose digits are taken as zeros, as fonts make them all alike.
 * @param {Context} context
 * @param {Face} face
 * @param {string} shape
 */
const widthOfShape = (context, face, shape) =>
  face.widths.get(shape) ?? keep(face.widths, shape, measured(context, face, shape));

/** @param {Context} context @param {Face} face @param {string} text */
function measured(context, face, text) {
  if (context.face !== face) {
    context.face = face;
    context.font = face.font;
  }
  return context.measureText(text).width;
}

/** @param {Context} context @param {Face} face @param {string} text @param {number} room */
function fitted(context, face, text, room) {
  const whole = Math.round(room);
  const key = `${whole}|${text}`;
  return face.fitted.get(key) ?? keep(face.fitted, key, cut(context, face, text, whole));
}

/** @param {Context} context @param {Face} face @param {string} text @param {number} room */
function cut(context, face, text, room) {
  const visible = text.length > 400 ? text.slice(0, 400) : text;
  if (widthIn(context, face, visible) <= room) return isolate(visible);
  const parts = characters(visible);
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measured(context, face, `${parts.slice(0, middle).join("")}…`) <= room) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? "" : isolate(`${parts.slice(0, low).join("").trimEnd()}…`);
}

/**
 * What is kept under a key from now on. No function makes it: thousands of texts are asked for in a picture, and most
 * are known.
 * @template Key, Value
 * @param {Map<Key, Value>} memory
 * @param {Key} key
 * @param {Value} value
 */
function keep(memory, key, value) {
  if (memory.size > MOST_KEPT) memory.clear();
  memory.set(key, value);
  return value;
}
