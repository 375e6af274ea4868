/**
 * Colours of the canvas panels: roles read from the CSS custom properties of theme.css, and the one diverging scale.
 *
 * The scale runs from --c-negative (blue) over --c-zero (the panel's surface) to --c-positive (orange). It is
 * interpolated in OKLab, so that equal differences look equal and no muddy purple lies between, and kept as a table
 * of 257 colours: a heatmap or a thousand edges look colours up and mix none.
 */

const HALF = 128;
export const SCALE_SIZE = 2 * HALF + 1;

const listeners = new Set();
let version = 0;
let roles = new Map();
let scale = null;
let inks = null;
let tints = new Map();

/** The colour of a role ("weight", "activation", "error", "input", "text", …) as CSS text. */
export function role(name) {
  if (!roles.has(name)) roles.set(name, property(`--c-${name}`) || "gray");
  return roles.get(name);
}

/** Any custom property of the theme, trimmed; "" where it is not set. */
export function property(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** A number that changes with the theme: part of the key of whatever layer a panel keeps. */
export const themeVersion = () => version;

/** Calls back after each change of the theme; returns the function that stops it. */
export function onThemeChange(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

/** Place of a value in the scale, 0 … 256; 128 is zero. What lies beyond the limit gets the end of the scale. */
export function scaleIndex(value, limit) {
  if (!(limit > 0) || Number.isNaN(value)) return HALF;
  const place = Math.round(HALF * (1 + value / limit));
  return place < 0 ? 0 : place >= SCALE_SIZE ? SCALE_SIZE - 1 : place;
}

/** @returns {{css: string[], rgb: number[][], rgba: Uint32Array}} the scale; rgba in the byte order of ImageData */
export function scaleTable() {
  scale ??= makeScale();
  return scale;
}

export const diverging = (value, limit) => scaleTable().css[scaleIndex(value, limit)];
const divergingRGB = (value, limit) => scaleTable().rgb[scaleIndex(value, limit)];
export const clamped = (value, limit) => Math.abs(value) > limit * (1 + 1e-9);

/** Colour of text on the scale's colour for this value: the theme's text or its surface, whichever stands out more. */
export function textOn(value, limit) {
  const [ground, text, surface] = [divergingRGB(value, limit), ...inkColours()].map(luminance);
  const contrast = (ink) => (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
  return role(contrast(text) >= contrast(surface) ? "text" : "surface");
}

/** CSS colour (any notation) -> [r, g, b], by letting a canvas paint it. */
export function parse(colour) {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

/** A role's colour mixed into the surface: share 0 is the surface, 1 the full colour, in 32 steps. */
export function tint(name, share) {
  if (!tints.has(name)) {
    const [surface, full] = [role("surface"), role(name)].map((colour) => toLab(parse(colour)));
    tints.set(
      name,
      Array.from({ length: 33 }, (_, i) => css(fromLab(mixed(surface, full, i / 32)))),
    );
  }
  return tints.get(name)[Math.round(32 * Math.min(1, Math.max(0, share || 0)))];
}

function makeScale() {
  const [negative, zero, positive] = ["negative", "zero", "positive"].map((name) => toLab(parse(role(name))));
  const rgb = [];
  for (let i = 0; i < SCALE_SIZE; i++) {
    const share = Math.abs(i - HALF) / HALF;
    rgb.push(fromLab(mixed(zero, i < HALF ? negative : positive, share)));
  }
  const bytes = new Uint8ClampedArray(4 * SCALE_SIZE);
  rgb.forEach((colour, i) => bytes.set([...colour, 255], 4 * i));
  return { css: rgb.map(css), rgb, rgba: new Uint32Array(bytes.buffer) };
}

function inkColours() {
  inks ??= [parse(role("text")), parse(role("surface"))];
  return inks;
}

const mixed = (from, to, share) => from.map((x, i) => x + (to[i] - x) * share);
const css = ([r, g, b]) => `rgb(${r},${g},${b})`;

// OKLab after Björn Ottosson (2020), "A perceptual color space for image processing".
const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const gamma = (c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
const byte = (c) => Math.round(255 * Math.min(1, Math.max(0, gamma(c))));

function luminance(rgb) {
  const [r, g, b] = rgb.map((c) => linear(c / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

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
