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

const HALF = 128;
export const SCALE_SIZE = 2 * HALF + 1;
const SMALLEST = 11; // px of text

/**
 * The theme that holds at an element.
 *
 * @param {Element} element whose computed style is read, when it is first asked for
 * @param {{signal: AbortSignal}} clock with which it ends
 * @returns {object} `small` and `normal`: sizes of text in pixels; `version` changes with the theme, part of the key of
 *   whatever layer a panel keeps; `kept(key, make)`: what is made once for each version
 */
export function createTheme(element, { signal }) {
  const { ownerDocument: document } = element;
  const view = document.defaultView;
  const callbacks = [];
  let style = null;
  let memory = new Map();

  const theme = { document, version: 0, small: SMALLEST, normal: SMALLEST + 1, property, kept, measure, onChange: (callback) => void callbacks.push(callback) };

  /** Any custom property, trimmed; "" where it is not set. */
  function property(name) {
    style ??= view.getComputedStyle(element);
    return style.getPropertyValue(name).trim();
  }

  function kept(key, make) {
    if (!memory.has(key)) memory.set(key, make());
    return memory.get(key);
  }

  /** The sizes, larger on a projector, never below 11. */
  function measure() {
    theme.small = Math.max(SMALLEST, parseFloat(property("--size-tiny")) || 0);
    theme.normal = Math.max(SMALLEST + 1, parseFloat(property("--size-small")) || 0);
  }

  function changed() {
    theme.version += 1;
    memory = new Map();
    measure();
    for (const callback of callbacks) callback();
  }

  const observer = new view.MutationObserver(changed);
  for (const at of new Set([document.documentElement, element, element.getRootNode().host].filter(Boolean))) observer.observe(at, { attributeFilter: ["data-theme", "class"] });
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  view.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed, { signal });
  // Roles read before the style sheet was there would be wrong for good.
  if (document.readyState !== "complete") view.addEventListener("load", changed, { once: true, signal });
  return theme;
}

/** Smallest and usual text on a panel, in pixels. */
export const small = ({ theme }) => theme.small;
export const normal = ({ theme }) => theme.normal;

/** The colour of a role ("weight", "activation", "error", "input", "text", …) as CSS text. */
export const role = ({ theme }, name) => theme.kept(`--c-${name}`, () => theme.property(`--c-${name}`) || "gray");

/** Place of a value in the scale, 0 … 256; 128 is zero. What lies beyond the limit gets the end of the scale. */
export function scaleIndex(value, limit) {
  if (!(limit > 0) || Number.isNaN(value)) return HALF;
  const place = Math.round(HALF * (1 + value / limit));
  return place < 0 ? 0 : place >= SCALE_SIZE ? SCALE_SIZE - 1 : place;
}

/** @returns {{css: string[], rgb: number[][], rgba: Uint32Array}} the scale; rgba in the byte order of ImageData */
export const scaleTable = (context) => context.theme.kept("scale", () => makeScale(context));

export const diverging = (context, value, limit) => scaleTable(context).css[scaleIndex(value, limit)];
const divergingRGB = (context, value, limit) => scaleTable(context).rgb[scaleIndex(value, limit)];
export const clamped = (value, limit) => Math.abs(value) > limit * (1 + 1e-9);

/** Colour of text on the scale's colour for this value: the theme's text or its surface, whichever stands out more. */
export function textOn(context, value, limit) {
  const [ground, text, surface] = [divergingRGB(context, value, limit), ...inkColours(context)].map(luminance);
  const contrast = (ink) => (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
  return role(context, contrast(text) >= contrast(surface) ? "text" : "surface");
}

/** CSS colour (any notation) -> [r, g, b], by letting a canvas paint it. */
export function parse({ theme: { document } }, colour) {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

/** A role's colour mixed into the surface: share 0 is the surface, 1 the full colour, in 32 steps. */
export function tint(context, name, share) {
  const tints = context.theme.kept(`tints of ${name}`, () => {
    const [surface, full] = [role(context, "surface"), role(context, name)].map((colour) => toLab(parse(context, colour)));
    return Array.from({ length: 33 }, (_, i) => css(fromLab(mixed(surface, full, i / 32))));
  });
  return tints[Math.round(32 * Math.min(1, Math.max(0, share || 0)))];
}

function makeScale(context) {
  const [negative, zero, positive] = ["negative", "zero", "positive"].map((name) => toLab(parse(context, role(context, name))));
  const rgb = [];
  for (let i = 0; i < SCALE_SIZE; i++) {
    const share = Math.abs(i - HALF) / HALF;
    rgb.push(fromLab(mixed(zero, i < HALF ? negative : positive, share)));
  }
  const bytes = new Uint8ClampedArray(4 * SCALE_SIZE);
  rgb.forEach((colour, i) => bytes.set([...colour, 255], 4 * i));
  return { css: rgb.map(css), rgb, rgba: new Uint32Array(bytes.buffer) };
}

const inkColours = (context) => context.theme.kept("inks", () => ["text", "surface"].map((name) => parse(context, role(context, name))));

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
