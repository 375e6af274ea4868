/** The worker that inks pictures for a page (inking.mjs): it is told the theme, and decides nothing. */
import { remembered } from "../maths/remembered.mjs";
import { cleared } from "./canvas.mjs";
import { themed } from "./context.mjs";
import { createEasel } from "./easel.mjs";

/** @import { InkTold, Sized, Style, ThemeTold, ToInk } from "../types" */
/** @typedef {ReturnType<typeof deskFor>} Desk where the pictures of a surface are inked */

/** Answers what the page sends. @param {Window & typeof globalThis} scope */
function serve(scope) {
  /** @type {Map<number, Desk>} */
  const desks = new Map();
  /** @type {Style | null} */
  let style = null;
  scope.addEventListener("message", async ({ data }) => {
    const { theme, pictures } = /** @type {InkTold} */ (data);
    const now = theme ? (style = toldStyle(theme)) : style;
    const inking = pictures.map((picture) => {
      if (!now) return null;
      const desk = remembered(desks, picture.surface, () => deskFor({ ...picture.size, theme: now }));
      return inked(desk, picture, now);
    });
    const sheets = await Promise.all(inking);
    const done = performance.timeOrigin + performance.now();
    scope.postMessage({ sheets, done }, { transfer: sheets.filter((sheet) => sheet !== null) });
  });
  scope.postMessage(null); // it is there
}

/** @param {Sized} surface */
function deskFor(surface) {
  const canvas = new OffscreenCanvas(1, 1);
  return { surface, canvas, context: themed(canvas, surface.theme), ink: createEasel(surface) };
}

/**
 * A picture as an image; null where the theme has a property that was not told: the page reads it when it inks. It is a
 * copy: a canvas that gives its pixels away gets new ones, for which Chromium, where it has no graphics processor, asks
 * the page's own thread each time, and waits while that is busy.
 * @param {Desk} desk
 * @param {ToInk} picture
 * @param {Style} theme
 */
function inked({ surface, canvas, context, ink }, { marks, ground, size }, theme) {
  Object.assign(surface, size, { theme });
  try {
    const below = ground && { key: ground.key, marks: () => ground.marks ?? [] };
    ink(cleared(context, surface), { marks, ground: below ?? undefined });
    return createImageBitmap(canvas);
  } catch (error) {
    if (error instanceof Untold) return null;
    throw error;
  }
}

/** The theme has a property that the page has not told. */
class Untold extends Error {}

/** A style as it was told. @param {ThemeTold} told @returns {Style} */
function toldStyle({ properties, normal, small }) {
  const known = new Map(properties);
  /** @type {Map<string, unknown>} */
  const memory = new Map();
  return {
    ...{ normal, small },
    canvas: () => new OffscreenCanvas(1, 1),
    property(name) {
      const value = known.get(name);
      if (value === undefined) throw new Untold(name);
      return value;
    },
    kept: (key, make) => /** @type {ReturnType<typeof make>} */ (remembered(memory, key, make)),
  };
}

serve(self);
