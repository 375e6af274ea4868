/**
 * The loss of every known step, for the curve and the timeline.
 *
 * Up to FINE steps each has its own value, gathered from blocks as they come and asked for where a jump left a gap. A
 * longer run is asked for in equal stretches, with the lowest and highest loss of each.
 */

/** @import { KnownLosses, LossesHeader, Numbers, Packed, Source } from "../types" */

const FINE = 20_000;
const STRETCHES = 1000;

/** The known losses of one recipe. */
export class Losses {
  /**
   * @param {Pick<Source, "losses">} source
   * @param {string} query
   * @param {() => void} changed called when more became known
   */
  constructor(source, query, changed) {
    this.source = source;
    this.query = query;
    this.changed = changed;
    this.fine = new Float64Array(1024).fill(NaN); // by step
    this.known = 0; // every step before it is known
    /** @type {(Omit<KnownLosses, "known"> & { stop: number }) | null} */
    this.coarse = null;
    this.asking = false;
    this.patience = new AbortController();
  }

  /** Nobody waits for the losses of this recipe any more. */
  leave() {
    this.patience.abort();
  }

  /**
   * Take over the losses of consecutive steps.
   * @param {number} start
   * @param {Numbers} values
   */
  add(start, values) {
    if (start >= FINE) return;
    if (start + values.length > this.fine.length) {
      const longer = new Float64Array(Math.min(FINE, 2 * (start + values.length))).fill(NaN);
      longer.set(this.fine);
      this.fine = longer;
    }
    this.fine.set(
      values.length > this.fine.length - start ? values.subarray(0, this.fine.length - start) : values,
      start,
    );
  }

  /**
   * What is known of the steps before `stop`, as the panels take it; `open` gets what asks for missing losses.
   * @param {number} stop
   * @param {(() => void)[]} open
   * @returns {KnownLosses | null}
   */
  before(stop, open) {
    if (stop > FINE) return this.coarseBefore(stop, open);
    while (this.known < stop && !Number.isNaN(this.fine[this.known])) this.known += 1; // NaN: not known
    const gap = this.known;
    if (gap < stop) open.push(() => this.ask(gap, stop, ({ arrays }) => this.add(gap, arrays.mean), stop - gap));
    const values = this.fine.subarray(0, stop);
    return { start: 0, stride: 1, values, low: values, high: values, known: Math.min(stop, this.known) };
  }

  /** @param {number} stop @param {(() => void)[]} open @returns {KnownLosses | null} */
  coarseBefore(stop, open) {
    const known = this.coarse;
    if (!known || stop > known.stop + 2 * known.stride) {
      open.push(() =>
        this.ask(0, stop, ({ header, arrays }) => {
          const { mean: values, low, high } = arrays;
          this.coarse = { start: 0, stop: header.stop, stride: header.stride, values, low, high };
        }),
      );
    }
    if (!known) return null;
    const count = Math.ceil(Math.min(stop, known.stop) / known.stride);
    /** @param {Numbers} values */
    const upTo = (values) => values.subarray(0, count);
    return {
      start: 0,
      stride: known.stride,
      values: upTo(known.values),
      low: upTo(known.low),
      high: upTo(known.high),
      known: known.stop,
    };
  }

  /**
   * @param {number} start
   * @param {number} stop
   * @param {(answer: Packed<LossesHeader>) => void} take
   * @param {number} [bins]
   */
  async ask(start, stop, take, bins = STRETCHES) {
    if (this.asking) return;
    this.asking = true;
    try {
      take(await this.source.losses(this.query, { start, stop, bins }, this.patience.signal));
      this.changed();
    } catch {
      // The curve has a gap; it is asked for again with the next step.
    } finally {
      this.asking = false;
    }
  }
}
