/**
 * Searches where a condition becomes true, a stretch at a time; what was found stays known while recipe and condition
 * do.
 */
import { inPieces, Pace } from "../pieces.mjs";
import { Known } from "./known.mjs";

/** @import { Docked } from "../../types" */
/** @import { Gap } from "./known.mjs" */

/** The search for one condition in one recipe. */
export class Search {
  query = "";
  condition = "";
  known = new Known();
  /** @type {unknown} */
  error = null;
  pace = new Pace();
  /** @type {AbortController | null} */
  asking = null;

  /** @param {Docked} app @param {() => void} changed hears that more is known, or that nothing more can be */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
  }

  /**
   * Search for this from now on.
   * @param {string} query
   * @param {string} condition
   * @returns {boolean} whether that is another one
   */
  begin(query, condition) {
    if (query === this.query && condition === this.condition) return false;
    this.leave();
    Object.assign(this, { query, condition, known: new Known(), error: null });
    return true;
  }

  leave() {
    this.asking?.abort();
    this.asking = null;
  }

  /**
   * Search the next piece of a stretch, unless another one is being searched.
   * @param {Gap | null} gap
   * @param {boolean} [backwards]
   */
  ask(gap, backwards = false) {
    if (!gap || this.asking || this.error) return;
    const controller = new AbortController();
    this.asking = controller;
    const start = backwards ? Math.max(gap.start, gap.stop - this.pace.size) : gap.start;
    const stop = Math.min(gap.stop, start + this.pace.size);
    this.search(start, stop, controller.signal)
      .catch((error) => {
        if (!controller.signal.aborted) this.error = error;
      })
      .then(() => {
        if (this.asking !== controller) return;
        this.asking = null;
        this.changed();
      });
  }

  /** @param {number} start @param {number} stop @param {AbortSignal} signal */
  search(start, stop, signal) {
    const { query, condition, known } = this;
    let at = start;
    return inPieces(
      start,
      stop,
      this.pace,
      (from, to) => this.app.source.find(query, { condition, start: from, stop: to }, signal),
      (found, asked) => {
        known.first ||= found.already;
        known.add(at, Math.max(at, Math.min(asked, found.stop)), found.positions);
        if (found.stop < asked) known.end = found.stop;
        at = asked;
      },
      signal,
    );
  }
}
