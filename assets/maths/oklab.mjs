/**
 * Colours between two colours, at equal distances for the eye: mixed in OKLab. Python has the same in
 * explorer/views/theme.py; tests/shared/colours.json holds the two together.
 */

/** @typedef {[number, number, number]} Rgb red, green, blue, 0 to 255; or the three coordinates of OKLab */

/**
 * The colour at a share of the way from one colour to another.
 * @param {Rgb} from
 * @param {Rgb} to
 * @param {number} share
 */
export const between = (from, to, share) => fromLab(mixed(toLab(from), toLab(to), share));

/** @param {Rgb} from @param {Rgb} to @param {number} share @returns {Rgb} */
export const mixed = (from, to, share) => {
  /** @param {0 | 1 | 2} i */
  const at = (i) => from[i] + (to[i] - from[i]) * share;
  return [at(0), at(1), at(2)];
};

// OKLab after Björn Ottosson (2020), "A perceptual color space for image processing".
/** @param {number} c */
export const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
/** @param {number} c */
const gamma = (c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
/** @param {number} c */
const byte = (c) => Math.round(255 * Math.min(1, Math.max(0, gamma(c))));

/** @param {Rgb} rgb @returns {Rgb} */
export function toLab(rgb) {
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
export function fromLab([light, a, b]) {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    byte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
