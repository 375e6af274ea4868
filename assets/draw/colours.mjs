/**
 * Colours and sizes of the canvas panels: roles read from the CSS custom properties of theme.css, and the one diverging
 * scale.
 *
 * They belong to an explorer, not to the page: two may stand in different styles. What draws knows them by its context,
 * `context.theme`, so that whoever has a context to draw on has its colours too.
 *
 * The scale runs from --c-negative (blue) over --c-zero (the panel's surface) to --c-positive (orange). It is
 * interpolated in OKLab, so that equal differences look equal and no muddy purple lies between, and kept as a table
 * of 257 colours: a heatmap or a thousand edges look colours up and mix none.
 */
import { fromLab, linear, mixed, toLab } from "../maths/oklab.mjs";
import { remembered } from "../maths/remembered.mjs";
import { contextOf } from "./context.mjs";

/** @import { Theme, Themed } from "../types" */
/** @import { Rgb } from "../maths/oklab.mjs" */
/** @typedef {{ css: string[], rgb: Rgb[], rgba: Uint32Array }} Scale `rgba` in the byte order of ImageData */

const HALF = 128;
/** How many colours the diverging scale has. */
export const SCALE_SIZE = 2 * HALF + 1;
const SMALLEST = 11; // px of text
const PRINTED = 3; // pixels a CSS pixel on paper
const LEGIBLE = 4.5; // the contrast of text, WCAG 2.2, 1.4.3; either black or white has as much on any ground
// Colours by name. What one of the system is a worker does not know, and a canvas remembers from when it first saw it.
const NAMED = /^[a-z]+$/i;

/**
 * The theme that holds at an element: `small` and `normal` are sizes of text in pixels; `version` changes with the
 * theme, part of the key of whatever layer a panel keeps; `kept(key, make)` is what is made once for each version;
 * `paper`: it is about to be printed; `ratio`: pixels of a canvas for each of CSS.
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
    canvas: () => document.createElement("canvas"),
    read: new Map(),
    version: 0,
    small: SMALLEST,
    normal: SMALLEST + 1,
    least: 0,
    sign: 0,
    paper: false,
    get ratio() {
      return theme.paper ? PRINTED : view.devicePixelRatio || 1;
    },
    property,
    kept,
    measure: () => readSizes(theme),
    reread,
    onChange: (callback) => void callbacks.push(callback),
  };

  /** Any custom property, trimmed, a colour never by its name; "" where it is not set. @param {string} name */
  function property(name) {
    style ??= view.getComputedStyle(element);
    const value = unnamed(theme, name, style.getPropertyValue(name).trim());
    theme.read.set(name, value);
    return value;
  }

  /** @template Kept @param {string} key @param {() => Kept} make @returns {Kept} */
  function kept(key, make) {
    const known = memory.get(key);
    if (known !== undefined) return /** @type {Kept} */ (known);
    const made = make();
    memory.set(key, made);
    return made;
  }

  /** The style has changed. */
  function reread() {
    theme.version += 1;
    memory = new Map();
    theme.read.clear();
    theme.measure();
    for (const callback of callbacks) callback();
  }

  watchStyle(element, view, signal, reread);
  return theme;
}

/**
 * The value of a property, a colour by its numbers.
 * @param {Theme} theme
 * @param {string} property
 * @param {string} value
 */
const unnamed = (theme, property, value) =>
  property.startsWith("--c-") && NAMED.test(value) ? css(parse({ theme }, value)) : value;

/**
 * The sizes, larger on a projector, never below 11; `least` where even a single number must not be smaller; `sign` of
 * draw/signs.mjs.
 * @param {Theme} theme
 */
function readSizes(theme) {
  const [tiny, small, least, sign] = ["tiny", "small", "least", "sign"].map(
    (name) => parseFloat(theme.property(`--size-${name}`)) || 0,
  );
  theme.small = Math.max(SMALLEST, tiny);
  theme.normal = Math.max(SMALLEST + 1, small);
  Object.assign(theme, { least, sign });
}

/**
 * Calls back when the style of an element may have changed.
 * @param {Element} element
 * @param {Window & typeof globalThis} view
 * @param {AbortSignal} signal
 * @param {() => void} reread
 */
function watchStyle(element, view, signal, reread) {
  const { ownerDocument: document } = element;
  const observer = new view.MutationObserver(reread);
  const around = element.getRootNode();
  const host = around instanceof view.ShadowRoot ? around.host : element;
  for (const at of new Set([document.documentElement, element, host]))
    observer.observe(at, { attributeFilter: ["data-theme", "class"] });
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  for (const wish of ["prefers-color-scheme: dark", "forced-colors: active", "prefers-contrast: more"])
    view.matchMedia(`(${wish})`).addEventListener("change", reread, { signal });
  // Roles read before the style sheet was there would be wrong for good.
  if (document.readyState !== "complete") view.addEventListener("load", reread, { once: true, signal });
}

/** The window that shows a document. @param {Document} document */
export function windowOf({ defaultView }) {
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
export function role({ theme }, name) {
  /** @type {Map<string, string>} */
  const roles = theme.kept("roles", () => new Map());
  return remembered(roles, name, () => theme.property(`--c-${name}`) || "gray");
}

/**
 * Index of a value in the scale, 0 … 256; 128 is zero. What lies beyond the limit gets the end of the scale.
 * @param {number} value
 * @param {number} limit
 */
export function scaleIndex(value, limit) {
  if (!(limit > 0) || Number.isNaN(value)) return HALF;
  const index = Math.round(HALF * (1 + value / limit));
  return index < 0 ? 0 : index >= SCALE_SIZE ? SCALE_SIZE - 1 : index;
}

/** The diverging scale, of SCALE_SIZE colours. @param {Themed} context */
export const scaleTable = (context) => context.theme.kept("scale", () => makeScale(context));

/** @param {Themed} context @param {number} value @param {number} limit */
export const diverging = (context, value, limit) => scaleTable(context).css[scaleIndex(value, limit)];

/**
 * Colour of text on the scale's colour for this value: the theme's text or its surface, whichever stands out more, or
 * black or white where neither is legible.
 * @param {Themed} context
 * @param {number} value
 * @param {number} limit
 */
export const textOn = (context, value, limit) =>
  context.theme.kept("texts on the scale", () => textsOnScale(context))[scaleIndex(value, limit)];

/** That of each colour of the scale. @param {Themed} context */
function textsOnScale(context) {
  /** @type {[string, Rgb][]} */
  const inks = ["text", "surface"].map((name) => [role(context, name), parse(context, role(context, name))]);
  return scaleTable(context).rgb.map((colour) => legibleOn(colour, inks));
}

/**
 * What stands out most on a colour: one of the inks, or black or white where none of them is legible.
 * @param {Rgb} colour
 * @param {[css: string, Rgb][]} inks
 */
export function legibleOn(colour, inks) {
  const ground = luminance(colour);
  /** @param {number} ink */
  const contrast = (ink) => (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
  /** @type {[string, number][]} */
  const found = inks.map(([name, ink]) => [name, contrast(luminance(ink))]);
  if (found.every(([, each]) => each < LEGIBLE)) found.push(["black", contrast(0)], ["white", contrast(1)]);
  return found.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

/**
 * CSS colour (any notation) -> [r, g, b], by letting a canvas paint it.
 * @param {Themed} context
 * @param {string} colour
 * @returns {Rgb}
 */
export function parse({ theme }, colour) {
  const context = theme.kept("a pixel", () => contextOf(theme.canvas(), { willReadFrequently: true }));
  context.reset();
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
  /** @type {Map<string, string[]>} */
  const shades = context.theme.kept("tints", () => new Map());
  const tints = remembered(shades, name, () => shadesOf(context, name));
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

/** @param {Rgb} colour */
const css = ([r, g, b]) => `rgb(${r},${g},${b})`;

/** @param {Rgb} rgb */
function luminance(rgb) {
  const [r, g, b] = rgb.map((c) => linear(c / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
