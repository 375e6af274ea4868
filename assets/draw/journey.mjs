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

/**
 * @param {{ host: HTMLElement, theme: Theme, clock: Clock }} app
 * @param {HTMLElement} area of the picture
 * @returns {{ follow(scene: Scene, wayOf: () => Way | null): void }} `follow` is called with each painted scene; the
 *   first one that has the way of a jump sets out on it
 */
export function createJourney(app, area) {
  const { host, clock, theme } = app;
  const surface = createCanvas(app, area, "", end);
  surface.canvas.removeAttribute("role");
  surface.canvas.ariaHidden = "true";
  Object.assign(surface.canvas.style, { display: "none", pointerEvents: "none" });
  /** @type {object | null} */
  let frame = null;
  /** @type {Moment[] | null} */
  let followed = null; // the way that was shown last, or is
  let step = -1;

  function end() {
    if (!frame) return; // each press and each step ends it
    clock.drop(frame);
    frame = null;
    surface.canvas.style.display = "none";
  }

  /** @param {Way} way */
  function setOut(way) {
    const began = performance.now();
    surface.canvas.style.display = "block";
    const move = () => {
      const share = Math.min(1, (performance.now() - began) / LASTS);
      if (share === 1) return end();
      draw(surface.begin(), way(share * share * (3 - 2 * share)));
      frame = clock.frame(move);
      return undefined;
    };
    move();
  }

  const press = { capture: true, passive: true, signal: clock.signal };
  for (const kind of ["pointerdown", "keydown", "wheel"]) windowOf(theme.document).addEventListener(kind, end, press);
  host.addEventListener("click", end, press); // a press that no pointer made

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
