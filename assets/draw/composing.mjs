/** What panels compose their pictures of: labels, the legend of the diverging scale. No screen is asked here. */
import { short, shorter } from "../text/numbers.mjs";
import { lineTo } from "./labels.mjs";
import { DASHES } from "./signs.mjs";

/** @import { Colour, Mark, Measure, Written } from "../types" */
/** @import { Placed, Wanted } from "./labels.mjs" */

const SCALE = 12; // px, the narrowest scale

/** The colour of text. */
export const TEXT = { role: "text" };
/** The colour of text that matters less. */
export const MUTED = { role: "muted" };
/** The colour that everything stands on. */
export const SURFACE = { role: "surface" };
/** The colour of lines that only help the eye. */
export const GRID = { role: "grid" };

/**
 * A label, on a pad of the surface's colour so that it can be read over edges; null where nothing of it fits. Its
 * `room` is the width that it takes.
 * @param {Measure} measure
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {{ align?: Written["align"], room?: number, colour?: Colour, pad?: Colour | null, size?: number, bold?:
 *   boolean, alpha?: number, tall?: number }} [options]
 */
export function label(measure, text, x, y, options = {}) {
  const {
    align = "left",
    room = Infinity,
    colour = TEXT,
    pad = SURFACE,
    size = measure.normal,
    bold,
    alpha,
    tall,
  } = options;
  const shown = measure.fit(text, room, size, bold);
  if (!shown) return null;
  const width = measure.width(shown, size, bold);
  return /** @type {const} */ ({
    mark: "text",
    text: shown,
    x,
    y,
    room: width,
    colour,
    size,
    align,
    bold,
    pad: pad ?? undefined,
    alpha,
    tall,
  });
}

/**
 * Those that there are, of marks of which some found no room.
 * @template {Mark} Some
 * @param {(Some | null)[]} marks
 */
export const present = (marks) => marks.filter((each) => each !== null);

/**
 * The diverging scale as a bar with its limits, `-0.1 ▇▇▇ 0.1`, dashes in its negative half (see signs.mjs), and the
 * sign of values beyond it if there are any; with the width used, from x to the right.
 * @param {Measure} measure
 * @param {number} x
 * @param {number} y
 * @param {number} limit
 * @param {{ room?: number, width?: number, height?: number, title?: string, beyond?: boolean }} [options]
 */
export function legend(measure, x, y, limit, options = {}) {
  const { room = Infinity, height = 8, title = "", beyond = false } = options;
  const size = measure.small;
  const others = [title, beyond ? "beyond" : ""].filter(Boolean);
  /** @param {string[]} ends */
  const taken = (ends) =>
    [...others, ...ends].reduce((sum, text) => sum + measure.width(text, size) + 4, beyond ? 11 : 0);
  const plain = [-limit, limit].map(short);
  const [least, most] = taken(plain) + SCALE < room ? plain : [-limit, limit].map(shorter);
  const width = Math.max(SCALE, Math.min(options.width ?? 64, room - taken([least, most])));
  /** @type {Mark[]} */
  const marks = [];
  let at = x;
  /** @param {string} text */
  const write = (text) => {
    const written = label(measure, text, at, y, { colour: MUTED, pad: null, size });
    if (written) marks.push(written);
    at += (written?.room ?? 0) + 4;
  };
  if (title) write(title);
  write(least);
  marks.push({ mark: "scale", box: { left: at, top: y - height / 2, width, height } });
  marks.push({ mark: "boxes", boxes: [at + 0.5, y - height / 2 + 0.5, width - 1, height - 1], stroke: GRID });
  marks.push({ mark: "boxes", boxes: dashesAlong(at, y, width / 2), fill: SURFACE });
  at += width + 4;
  write(most);
  if (beyond) {
    marks.push({ mark: "boxes", boxes: [at + 4, y - 1.5, 3, 3], fill: TEXT });
    at += 11;
    write("beyond");
  }
  return { marks, width: at - x };
}

/** Dashes of the negative half of the scale. @param {number} x @param {number} y @param {number} room */
function dashesAlong(x, y, room) {
  const [dash, gap] = DASHES;
  const count = Math.floor((room - gap) / (dash + gap));
  return Array.from({ length: count }, (_, i) => [x + gap + i * (dash + gap), y - 1, dash, 2]).flat();
}

/**
 * Lines from labels that stand off to their points.
 * @param {Placed<Wanted>[]} placed
 * @param {number} height of a line of text
 * @param {Colour} stroke
 * @returns {Mark}
 */
export function leaders(placed, height, stroke) {
  const points = placed.flatMap(({ label, left, top, line }) => (line ? lineTo(label, left, top, height) : []));
  return { mark: "lines", points, stroke };
}

/**
 * A veil of the surface's colour behind labels, which keeps them readable over what they stand on.
 * @param {Placed<Wanted>[]} placed
 * @param {number} height of a line of text
 * @returns {Mark}
 */
export function veil(placed, height) {
  const boxes = placed.flatMap(({ label, left, top }) => [left - 1, top, label.width + 1, height + 1]);
  return { mark: "boxes", boxes, fill: SURFACE, alpha: 0.75 };
}
