/**
 * Rows of numbers in the table look-up: cells on the diverging scale or in tints, errors as a strip, frames, headings.
 */
import { label, MUTED, TEXT } from "../../../draw/composing.mjs";
import { beyondIn, dashesIn } from "../../../draw/signs.mjs";
import { fixed, plain, pointed } from "../../../text/numbers.mjs";

/** @import { Box, Colour, Mark, Measure, Numbers } from "../../../types" */

/**
 * Cells of a row, the box being the first of them, and numbers in them where there is room. With `tint` they show the
 * sizes only, as shares of the limit. Without numbers the negative ones have dashes.
 * @param {Box} box
 * @param {Numbers} values
 * @param {number} limit
 * @param {Measure} measure
 * @param {string} [tint]
 * @returns {Mark[]}
 */
export function cells({ left, top, width, height }, values, limit, measure, tint) {
  const size = measure.small;
  const written = width >= 2.6 * size && height >= 1.1 * size;
  const numbers = Array.from(values, (value) => (Math.abs(value) < 10 ? pointed(value, 2) : fixed(value, 1)));
  const boxes = boxesOf({ left, top, width, height }, values.length);
  /** @type {Mark[]} */
  const marks = [
    {
      mark: "cells",
      boxes,
      values: tint ? Array.from(values, (value) => (0.75 * Math.abs(value)) / limit) : values,
      by: tint ? { tint } : { limit },
    },
  ];
  if (!tint) marks.push(...beyondIn(boxes, values, limit));
  if (!written) return [...marks, ...dashesIn(measure, boxes, values)];
  const points = numbers.flatMap((_, k) => [left + (k + 0.5) * width, top + 0.5 * height]);
  const colour = tint ? TEXT : { onEach: values, limit };
  return [
    ...marks,
    { mark: "texts", texts: numbers, points, size: Math.max(measure.least, size - 1), align: "center", colour },
  ];
}

/**
 * Errors as a thin row of tints.
 * @param {Measure} measure
 * @param {Box} box
 * @param {Numbers} values
 * @param {number} reach
 * @returns {Mark[]}
 */
export function strip(measure, box, values, reach) {
  const boxes = boxesOf(box, values.length);
  const sizes = Array.from(values, (value) => 0.15 + (0.85 * Math.abs(value)) / reach);
  return [{ mark: "cells", boxes, values: sizes, by: { tint: "error" } }, ...dashesIn(measure, boxes, values)];
}

/**
 * What a strip has, beside its end, and what its darkest tint is; where there is room for both.
 * @param {Measure} measure
 * @param {string} symbol
 * @param {number} reach
 * @param {number} x
 * @param {number} y the strip's top
 * @param {number} right
 */
export function stripName(measure, symbol, reach, x, y, right) {
  const text = `${symbol}, ±${plain(reach)}`;
  const { small: size } = measure;
  const left = x + 0.5 * size;
  if (left + measure.width(text, size) > right) return [];
  return heading(measure, text, left, y + 0.25 * size, right - left, { role: "error" });
}

/** @param {Box} first @param {number} count */
const boxesOf = ({ left, top, width, height }, count) =>
  Array.from({ length: count }, (_, k) => [left + k * width, top, inside(width), height]).flat();

/** How wide a cell is without the gap to the next. @param {number} width */
const inside = (width) => Math.max(0.5, width - (width > 6 ? 1 : 0));

/**
 * Around a row; dashed where there is nothing in it yet.
 * @param {Box} box
 * @param {Colour} stroke
 * @param {boolean} [open]
 * @returns {Mark}
 */
export const frame = ({ left, top, width, height }, stroke, open = false) => ({
  mark: "boxes",
  boxes: [left - 0.5, top - 0.5, width + 0.5, height + 1],
  stroke,
  width: 1.5,
  dash: open ? [3, 3] : undefined,
});

/**
 * @param {Measure} measure
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} room
 * @param {Colour} [colour]
 */
export function heading(measure, text, x, y, room, colour = MUTED) {
  const written = label(measure, text, x, y, { pad: null, size: measure.small, colour, room });
  return written ? [written] : [];
}
