/** The worker that draws pictures for a page (draw/inking.mjs): it is told the theme, and decides nothing. */
import { cleared } from "../draw/canvas.mjs";
import { themed } from "../draw/context.mjs";
import { createEasel } from "../draw/easel.mjs";
import { measureOf } from "../draw/fonts.mjs";
import { remembered } from "../maths/remembered.mjs";
import * as arts from "../panels/arts.mjs";
import { Mirror } from "../player/mirror.mjs";

/** @import { Art, Drawn, DrawTold, Measured, Scene, Sized, ThemeTold, ToCompose, ToInk } from "../types" */
/** @typedef {ReturnType<typeof deskFor>} Desk where the pictures of a surface are drawn */

/** @type {Record<string, Art>} */
const ARTS = arts;

/** Answers what the page sends. @param {Window & typeof globalThis} scope */
function serve(scope) {
  const mirror = new Mirror();
  /** @type {Map<number, Desk>} */
  const desks = new Map();
  /** @type {Measured | null} */
  let style = null;
  /** @param {DrawTold} told */
  async function answer({ theme, scenes, pictures }) {
    const now = theme ? (style = toldStyle(theme)) : style;
    const made = scenes.map((letter) => ({ number: letter.number, scene: mirror.sceneOf(letter) }));
    const drawn = pictures.map((picture) => {
      if (!now) return null;
      const desk = remembered(desks, picture.surface, () => deskFor({ ...picture.size, theme: now }));
      Object.assign(desk.surface, picture.size, { theme: now });
      return unlessUntold(() =>
        "marks" in picture ? inked(desk, inkable(picture)) : composed(desk, made[picture.scene], picture, now),
      );
    });
    const sheets = await Promise.all(drawn.map((each) => each?.sheet ?? null));
    const done = performance.timeOrigin + performance.now();
    const told = drawn.map((each) => each?.told);
    scope.postMessage({ sheets, told, done }, { transfer: sheets.filter((sheet) => sheet !== null) });
    mirror.measure();
  }

  /** The page hears of what goes wrong as of an error of the script, and draws by itself from then on. */
  const fail = (/** @type {unknown} */ error) =>
    scope.setTimeout(() => {
      throw error;
    });
  scope.addEventListener("message", ({ data }) => answer(data).catch(fail));
  scope.postMessage(null); // it is there
}

/** @param {Sized} surface */
function deskFor(surface) {
  const canvas = new OffscreenCanvas(1, 1);
  // The scene composed last, its picture, and of which version of the surface that is.
  const last = { number: -1, shown: /** @type {Drawn | null} */ (null), version: -1 };
  return { surface, canvas, context: themed(canvas, surface.theme), ink: createEasel(surface), last };
}

/** @param {ToInk} picture @returns {Drawn} */
function inkable({ marks, ground }) {
  return { marks, ground: ground ? { key: ground.key, marks: () => ground.marks ?? [] } : undefined };
}

/**
 * A scene's picture as an image, and what it tells; null where there is none, or where the one before it is not known.
 * @param {Desk} desk
 * @param {{ number: number, scene: Scene }} of
 * @param {ToCompose} picture
 * @param {Measured} theme
 */
function composed(desk, { number, scene }, { art, asked, after, before }, theme) {
  const { width, height, version } = desk.surface;
  const own = desk.last.number === after && desk.last.version === version;
  if (before === undefined && !own) return null;
  const { compose, tell } = ARTS[art];
  const shown = compose(scene, { width, height, ...asked }, measureOf(theme), own ? desk.last.shown : before);
  if (!shown) return null;
  const answer = inked(desk, shown);
  desk.last = { number, shown, version };
  return { ...answer, told: tell?.(shown) ?? {} };
}

/**
 * A picture as an image. It is a copy: a canvas that gives its pixels away gets new ones, for which Chromium, where it
 * has no graphics processor, asks the page's own thread each time, and waits while that is busy.
 * @param {Desk} desk
 * @param {Drawn} picture
 */
function inked({ surface, canvas, context, ink }, picture) {
  ink(cleared(context, surface), picture);
  return { sheet: createImageBitmap(canvas), told: /** @type {object | undefined} */ (undefined) };
}

/** The theme has a property that the page has not told. */
class Untold extends Error {}

/**
 * What is made; null where it needs what was not told: the page reads that when it draws.
 * @template Made
 * @param {() => Made} make
 */
function unlessUntold(make) {
  try {
    return make();
  } catch (error) {
    if (error instanceof Untold) return null;
    throw error;
  }
}

/** A style as it was told. @param {ThemeTold} told @returns {Measured} */
function toldStyle({ properties, ...sizes }) {
  const known = new Map(properties);
  /** @type {Map<string, unknown>} */
  const memory = new Map();
  return {
    ...sizes,
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
