/** Where the timeline ends, which other curves over steps follow. */

/** @import { Docked } from "../types" */

const USUAL = 500;

/** @param {Docked} app */
export function rangeOf(app) {
  const timeline = app.id("timeline");
  return timeline instanceof HTMLInputElement ? Number(timeline.max) : USUAL;
}
