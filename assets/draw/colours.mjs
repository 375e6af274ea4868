// @ts-check
/**
 * Colours and sizes of the canvas panels: roles read from the CSS custom properties of theme.css, and the one diverging scale.
 *
 * They belong to an explorer, not to the page: two may stand in different styles. What draws knows them by its context,
 * `context.theme`, so that whoever has a context to draw on has its colours too.
 *
 * The scale runs from --c-negative (blue) over --c-zero (the panel's surface) to --c-positive (orange). It is
 * interpolated in OKLab, so that equal differences look equal and no muddy purple lies between, and kept as a table
 * of 257 colours: a heatmap or a thousand edges look colours up and mix none.
 */
import { contextOf } from "./context.mjs";

/** @import { Theme, Themed } from "../types" */
/** @typedef {[number, number, number]} Rgb red, green, blue; or the three coordinates of OKLab */
/** @typedef {{ css: string[], rgb: Rgb[], rgba: Uint32Array }} Scale `rgba` in the byte order of ImageData */

const HALF = 128;
export const SCALE_SIZE = 2 * HALF + 1;
const SMALLEST = 11; // px of text

/**
 * The theme that holds at an element: `small` and `normal` are sizes of text in pixels; `version` changes with the theme,
 * part of the key of whatever layer a panel keeps; `kept(key, make)` is what is made once for each version.
 *
 * @param {Element} element whose computed style is read, when it is first asked for
 * @param {{signal: AbortSignal}} clock with which it ends
 * @returns {Theme}
 */
export function createTheme(element, { signal }) {
  const { ownerDocument: document } = element;
  const view = windowOf(document);
  /** @type {(() => void)[]} */
  const callbacks = [];
  /** @type {CSSStyleDeclaration | null} */
  let style = null;
  /** @type {Map<string, unknown>} */
  let memory = new Map();

  /** @type {Theme} */
  const theme = {
    document,
    version: 0,
    small: SMALLEST,
    normal: SMALLEST + 1,
    property,
    kept,
    measure,
    reread,
    onChange: (callback) => void callbacks.push(callback),
  };

  /** Any custom property, trimmed; "" where it is not set. @param {string} name */
  function property(name) {
    style ??= view.getComputedStyle(element);
    return style.getPropertyValue(name).trim();
  }

  /** @template Kept @param {string} key @param {() => Kept} make @returns {Kept} */
  function kept(key, make) {
    if (!memory.has(key)) memory.set(key, make());
    return /** @type {Kept} */ (memory.get(key));
  }

  /** The sizes, larger on a projector, never below 11. */
  function measure() {
    theme.small = Math.max(SMALLEST, parseFloat(property("--size-tiny")) || 0);
    theme.normal = Math.max(SMALLEST + 1, parseFloat(property("--size-small")) || 0);
  }

  /** The style has changed. */
  function reread() {
    theme.version += 1;
    memory = new Map();
    measure();
    for (const callback of callbacks) callback();
  }

  const observer = new view.MutationObserver(reread);
  const around = element.getRootNode();
  const host = around instanceof view.ShadowRoot ? around.host : element;
  for (const at of new Set([document.documentElement, element, host]))
    observer.observe(at, { attributeFilter: ["data-theme", "class"] });
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  view.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", reread, { signal });
  // Roles read before the style sheet was there would be wrong for good.
  if (document.readyState !== "complete") view.addEventListener("load", reread, { once: true, signal });
  return theme;
}

/** @param {Document} document */
function windowOf({ defaultView }) {
  if (!defaultView) throw new Error("An explorer needs a document that is shown.");
  return defaultView;
}

/** Smallest and usual text on a panel, in pixels. @param {Themed} context */
export const small = ({ theme }) => theme.small;
/** @param {Themed} context */
export const normal = ({ theme }) => theme.normal;

/**
 * The colour of a role ("weight", "activation", "error", "input", "text", …) as CSS text.
 * @param {Themed} context
 * @param {string} name
 */
export const role = ({ theme }, name) => theme.kept(`--c-${name}`, () => theme.property(`--c-${name}`) || "gray");

/**
 * Place of a value in the scale, 0 … 256; 128 is zero. What lies beyond the limit gets the end of the scale.
 * @param {number} value
 * @param {number} limit
 */
export function scaleIndex(value, limit) {
  if (!(limit > 0) || Number.isNaN(value)) return HALF;
  const place = Math.round(HALF * (1 + value / limit));
  return place < 0 ? 0 : place >= SCALE_SIZE ? SCALE_SIZE - 1 : place;
}

/** The diverging scale, of SCALE_SIZE colours. @param {Themed} context */
export const scaleTable = (context) => context.theme.kept("scale", () => makeScale(context));

/** @param {Themed} context @param {number} value @param {number} limit */
export const diverging = (context, value, limit) => scaleTable(context).css[scaleIndex(value, limit)];
/** @param {Themed} context @param {number} value @param {number} limit */
const divergingRGB = (context, value, limit) => scaleTable(context).rgb[scaleIndex(value, limit)];
/** @param {number} value @param {number} limit */
export const clamped = (value, limit) => Math.abs(value) > limit * (1 + 1e-9);

/**
 * Colour of text on the scale's colour for this value: the theme's text or its surface, whichever stands out more.
 * @param {Themed} context
 * @param {number} value
 * @param {number} limit
 */
export function textOn(context, value, limit) {
  const [ground, text, surface] = [divergingRGB(context, value, limit), ...inkColours(context)].map(luminance);
  /** @param {number} ink */
  const contrast = (ink) => (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
  return role(context, contrast(text) >= contrast(surface) ? "text" : "surface");
}

/**
 * CSS colour (any notation) -> [r, g, b], by letting a canvas paint it.
 * @param {Themed} context
 * @param {string} colour
 * @returns {Rgb}
 */
export function parse({ theme: { document } }, colour) {
  const context = contextOf(document.createElement("canvas"), { willReadFrequently: true });
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
  return [r, g, b];
}

/**
 * A role's colour mixed into the surface: share 0 is the surface, 1 the full colour, in 32 steps.
 * @param {Themed} context
 * @param {string} name
 * @param {number} share
 */
export function tint(context, name, share) {
  const tints = context.theme.kept(`tints of ${name}`, () => shadesOf(context, name));
  return tints[Math.round(32 * Math.min(1, Math.max(0, share || 0)))];
}

/** @param {Themed} context @param {string} name */
function shadesOf(context, name) {
  const [surface, full] = [role(context, "surface"), role(context, name)].map((colour) =>
    toLab(parse(context, colour)),
  );
  return Array.from({ length: 33 }, (_, i) => css(fromLab(mixed(surface, full, i / 32))));
}

/** @param {Themed} context @returns {Scale} */
function makeScale(context) {
  const [negative, zero, positive] = ["negative", "zero", "positive"].map((name) =>
    toLab(parse(context, role(context, name))),
  );
  /** @type {Rgb[]} */
  const rgb = [];
  for (let i = 0; i < SCALE_SIZE; i++) {
    const share = Math.abs(i - HALF) / HALF;
    rgb.push(fromLab(mixed(zero, i < HALF ? negative : positive, share)));
  }
  const bytes = new Uint8ClampedArray(4 * SCALE_SIZE);
  rgb.forEach((colour, i) => bytes.set([...colour, 255], 4 * i));
  return { css: rgb.map(css), rgb, rgba: new Uint32Array(bytes.buffer) };
}

/** @param {Themed} context */
const inkColours = (context) =>
  context.theme.kept("inks", () => ["text", "surface"].map((name) => parse(context, role(context, name))));

/** @param {Rgb} from @param {Rgb} to @param {number} share @returns {Rgb} */
const mixed = (from, to, share) => {
  /** @param {0 | 1 | 2} i */
  const at = (i) => from[i] + (to[i] - from[i]) * share;
  return [at(0), at(1), at(2)];
};
/** @param {Rgb} colour */
const css = ([r, g, b]) => `rgb(${r},${g},${b})`;

// OKLab after Björn Ottosson (2020), "A perceptual color space for image processing".
/** @param {number} c */
const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
/** @param {number} c */
const gamma = (c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
/** @param {number} c */
const byte = (c) => Math.round(255 * Math.min(1, Math.max(0, gamma(c))));

/** @param {Rgb} rgb */
function luminance(rgb) {
  const [r, g, b] = rgb.map((c) => linear(c / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {Rgb} rgb @returns {Rgb} */
function toLab(rgb) {
  const [r, g, b] = rgb.map((c) => linear(c / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** @param {Rgb} lab @returns {Rgb} */
function fromLab([light, a, b]) {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    byte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
