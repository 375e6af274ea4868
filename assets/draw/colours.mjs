// @ts-check
/**
 * Colours of the canvas panels: roles read from the CSS custom properties of theme.css, and the one diverging scale.
 *
 * The scale runs from --c-negative (blue) over --c-zero (the panel's surface) to --c-positive (orange). It is
 * interpolated in OKLab, so that equal differences look equal and no muddy purple lies between, and kept as a table
 * of 257 colours: a heatmap or a thousand edges look colours up and mix none.
 */
import { remembered } from "../maths/remembered.mjs";
import { contextOf } from "./context.mjs";

/** @typedef {[number, number, number]} Rgb red, green, blue; or the three coordinates of OKLab */
/** @typedef {{ css: string[], rgb: Rgb[], rgba: Uint32Array }} Scale `rgba` in the byte order of ImageData */

const HALF = 128;
export const SCALE_SIZE = 2 * HALF + 1;

/** @type {Set<() => void>} */
const listeners = new Set();
let version = 0;
/** @type {Map<string, string>} */
let roles = new Map();
/** @type {Scale | null} */
let scale = null;
/** @type {Rgb[] | null} */
let inks = null;
/** @type {Map<string, string[]>} */
let tints = new Map();

/**
 * The colour of a role ("weight", "activation", "error", "input", "text", …) as CSS text.
 * @param {string} name
 * @returns {string}
 */
export function role(name) {
  return remembered(roles, name, () => property(`--c-${name}`) || "gray");
}

/**
 * Any custom property of the theme, trimmed; "" where it is not set.
 * @param {string} name
 */
export function property(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** A number that changes with the theme: part of the key of whatever layer a panel keeps. */
export const themeVersion = () => version;

/**
 * Calls back after each change of the theme; returns the function that stops it.
 * @param {() => void} callback
 */
export function onThemeChange(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

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

/** The diverging scale, of SCALE_SIZE colours. */
export function scaleTable() {
  scale ??= makeScale();
  return scale;
}

/** @param {number} value @param {number} limit */
export const diverging = (value, limit) => scaleTable().css[scaleIndex(value, limit)];
/** @param {number} value @param {number} limit */
const divergingRGB = (value, limit) => scaleTable().rgb[scaleIndex(value, limit)];
/** @param {number} value @param {number} limit */
export const clamped = (value, limit) => Math.abs(value) > limit * (1 + 1e-9);

/**
 * Colour of text on the scale's colour for this value: the theme's text or its surface, whichever stands out more.
 * @param {number} value
 * @param {number} limit
 */
export function textOn(value, limit) {
  const [ground, text, surface] = [divergingRGB(value, limit), ...inkColours()].map(luminance);
  /** @param {number} ink */
  const contrast = (ink) => (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
  return role(contrast(text) >= contrast(surface) ? "text" : "surface");
}

/**
 * CSS colour (any notation) -> [r, g, b], by letting a canvas paint it.
 * @param {string} colour
 * @returns {Rgb}
 */
export function parse(colour) {
  const context = contextOf(document.createElement("canvas"), { willReadFrequently: true });
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
  return [r, g, b];
}

/**
 * A role's colour mixed into the surface: share 0 is the surface, 1 the full colour, in 32 steps.
 * @param {string} name
 * @param {number} share
 */
export function tint(name, share) {
  return remembered(tints, name, () => shadesOf(name))[Math.round(32 * Math.min(1, Math.max(0, share || 0)))];
}

/** @param {string} name */
function shadesOf(name) {
  const [surface, full] = [role("surface"), role(name)].map((colour) => toLab(parse(colour)));
  return Array.from({ length: 33 }, (_, i) => css(fromLab(mixed(surface, full, i / 32))));
}

/** @returns {Scale} */
function makeScale() {
  const [negative, zero, positive] = ["negative", "zero", "positive"].map((name) => toLab(parse(role(name))));
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

/**  */
function inkColours() {
  inks ??= [parse(role("text")), parse(role("surface"))];
  return inks;
}

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

function themeChanged() {
  version += 1;
  roles = new Map();
  scale = null;
  inks = null;
  tints = new Map();
  for (const callback of listeners) callback();
}

new MutationObserver(themeChanged).observe(document.documentElement, { attributeFilter: ["data-theme", "class"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", themeChanged);
// Roles read before the stylesheet was there would be wrong for good.
addEventListener("load", themeChanged, { once: true });
