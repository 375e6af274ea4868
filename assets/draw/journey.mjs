/**
 * The way of a jump, shown for a moment over the picture at its end: that stands below at once, with all its numbers.
 * Any press ends it, and so does the next step; where less movement is wished for there is none.
 */
import { createCanvas } from "./canvas.mjs";
import { windowOf } from "./colours.mjs";
import { draw } from "./marks.mjs";

/** @import { Clock, Mark, Moment, Scene, Theme } from "../types" */
/** @typedef {(share: number) => Mark[]} Way the marks when a share of the way, 0 to 1, is gone */

const LASTS = 900; // ms
const PRESSES = ["pointerdown", "keydown", "wheel", "click"]; // the last: one that no pointer made

/**
 * @param {{ theme: Theme, clock: Clock }} app
 * @param {HTMLElement} area of the picture
 * @returns {{ follow(scene: Scene, wayOf: () => Way | null): void }} `follow` is called with each painted scene; the
 *   first one that has the way of a jump sets out on it
 */
export function createJourney(app, area) {
  const { clock, theme } = app;
  const view = windowOf(theme.document);
  const surface = createCanvas(app, area, "", end);
  surface.canvas.removeAttribute("role");
  surface.canvas.ariaHidden = "true";
  Object.assign(surface.canvas.style, { display: "none", pointerEvents: "none" });
  /** @type {object | null} */
  let frame = null;
  /** @type {Moment[] | null} */
  let followed = null; // the way that was shown last, or is
  let step = -1;
  const press = { capture: true, passive: true, signal: clock.signal };

  function end() {
    if (!frame) return; // each step ends it
    clock.drop(frame);
    frame = null;
    surface.canvas.style.display = "none";
    for (const kind of PRESSES) view.removeEventListener(kind, end, press);
  }

  /** @param {Way} way */
  function setOut(way) {
    const began = performance.now();
    surface.canvas.style.display = "block";
    for (const kind of PRESSES) view.addEventListener(kind, end, press);
    const move = () => {
      const share = Math.min(1, (performance.now() - began) / LASTS);
      if (share === 1) return end();
      draw(surface.begin(), way(share * share * (3 - 2 * share)));
      frame = clock.frame(move);
      return undefined;
    };
    move();
  }

  return {
    follow(scene, wayOf) {
      if (scene.step !== step) end();
      step = scene.step;
      if (!scene.jumped || scene.trail === followed) return;
      followed = scene.trail;
      if (scene.reducedMotion || scene.playing) return;
      const way = wayOf();
      if (way) setOut(way);
    },
  };
}
