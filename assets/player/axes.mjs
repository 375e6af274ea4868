/**
 * The axes of the projection: kept from the step at which they were fitted, or followed, refitted at every step.
 *
 * The axes of two successive fits may change sign or swap; followed axes are turned (or mirrored) in their plane to lie
 * as near as they can to those before, so that no point jumps. The turn is one angle and one sign. It belongs to the
 * view, in the link too, so that a link shows the same picture.
 */
import { turned, turnTowards } from "../maths/axes.mjs";

/** @import { Axes, Blocks, Numbers, Options, Session, Source, View } from "../types" */
/** @import { Turn } from "../maths/axes.mjs" */

/** The axes of one recipe. */
export class AxesKeeper {
  /** @param {Pick<Source, "axes">} source @param {Session} session @param {() => void} changed */
  constructor(source, session, changed) {
    this.source = source;
    this.session = session;
    this.changed = changed;
    /** @type {Map<string, Axes | null>} */
    this.kept = new Map(); // null: asked for
    /** @type {AbortController | null} */
    this.patience = null;
  }

  /** Nobody waits for the axes that were asked for last: others are wanted, or none of this recipe. */
  leave() {
    this.patience?.abort();
  }

  /**
   * The axes for the weights after `step` updates; null while they are not here, and `open` gets what asks for them.
   * @param {number} step
   * @param {View} view
   * @param {Axes | null} shown those of the picture before, which axes that follow are aligned with
   * @param {Blocks} store
   * @param {(() => void)[]} open
   * @returns {Axes | null}
   */
  at(step, view, shown, store, open) {
    if (!this.session.network.input) return null;
    const fit = view.fit || "W";
    if (view.axes !== "follow") return this.fitted(Number(view.axes) || 0, fit, open);
    const raw = ofBlock(store, step) ?? this.fitted(step, fit, open);
    const before = shown?.key ? shown : null;
    if (!raw) return before;
    const key = `${this.session.query}|${fit}`;
    const [angle, sign] = view.turn ? view.turn.split(",").map(Number) : [0, 1];
    const turn = before?.key === key ? turnTowards(raw, before) : /** @type {Turn} */ ([angle, sign]);
    return { ...turned(raw, turn), key, turn: turn.map((value) => Number(value.toFixed(6))).join(",") };
  }

  /** @param {number} step @param {string} fit @param {(() => void)[]} open */
  fitted(step, fit, open) {
    const key = `${step}|${fit}`;
    if (!this.kept.has(key)) open.push(() => this.ask(key, { step, fit }));
    return this.kept.get(key) ?? null;
  }

  /** @param {string} key @param {Options} options */
  ask(key, options) {
    if (this.kept.has(key)) return;
    this.leave();
    this.patience = new AbortController();
    this.kept.set(key, null);
    this.source.axes(this.session.query, options, this.patience.signal).then(
      ({ mean, basis, share }) => {
        this.kept.set(key, {
          mean: Float64Array.from(mean),
          basis: basis.map((/** @type {number[]} */ row) => Float64Array.from(row)),
          share,
        });
        this.changed();
      },
      () => this.kept.delete(key),
    );
  }
}

/**
 * The axes that a block carries for a step, if it does.
 * @param {Blocks} store
 * @param {number} step
 * @returns {Axes | null}
 */
function ofBlock(store, step) {
  const block = store.fit ? store.at(step) : null;
  if (!block) return null;
  const { "axes.mean": mean, "axes.basis": basis, "axes.share": share } = block.arrays;
  const [width, i] = [mean.length / block.count, step - block.start];
  /** @param {Numbers} array @param {number} at */
  const row = (array, at) => array.slice(at * width, (at + 1) * width);
  return {
    mean: row(mean, i),
    basis: [row(basis, 2 * i), row(basis, 2 * i + 1)],
    share: [...share.slice(2 * i, 2 * i + 2)],
  };
}
