/**
 * Where a condition becomes true, as far as that is known: stretches that were searched, and the positions found in
 * them.
 */

/**
 * What is to be searched next: the positions after `start`, up to `stop`.
 * @typedef {{ start: number, stop: number }} Gap
 */

/** What is known of one condition. */
export class Known {
  /** @type {Gap[]} */
  searched = []; // apart from each other, ascending
  /** @type {number[]} */
  positions = []; // ascending
  end = Infinity; // of the run, where it is known
  first = false; // whether it is true at the start

  /**
   * Take what was found in a stretch of which nothing was known.
   * @param {number} start
   * @param {number} stop
   * @param {number[]} found
   */
  add(start, stop, found) {
    const all = [...this.searched, { start, stop }].sort((one, other) => one.start - other.start);
    /** @type {Gap[]} */
    const joined = [];
    for (const each of all) {
      const last = joined.at(-1);
      if (last && last.stop >= each.start) last.stop = Math.max(last.stop, each.stop);
      else joined.push({ ...each });
    }
    this.searched = joined;
    this.positions = [...this.positions, ...found].sort((one, other) => one - other);
  }

  /** The stretch that was searched around a position. @param {number} position */
  around(position) {
    return (
      this.searched.find(({ start, stop }) => start <= position && position <= stop) ?? {
        start: position,
        stop: position,
      }
    );
  }

  /**
   * The first step after one where it becomes true; else what is to be searched for it, null where the run ends before.
   * @param {number} step
   * @param {number} limit
   * @returns {number | Gap | null}
   */
  after(step, limit) {
    const { stop } = this.around(step);
    const found = this.positions.find((position) => position > step && position <= stop);
    if (found !== undefined) return found;
    const last = Math.min(limit, this.end);
    if (stop >= last) return null;
    const next = this.searched.find(({ start }) => start > stop);
    return { start: stop, stop: Math.min(last, next?.start ?? last) };
  }

  /**
   * The last step before one where it did; else what is to be searched for it, null where there is none.
   * @param {number} step
   * @returns {number | Gap | null}
   */
  before(step) {
    const edge = Math.max(0, step - 1);
    const { start } = this.around(edge);
    const found = this.positions.findLast((position) => position < step && position > start);
    if (found !== undefined) return found;
    if (start <= 0) return null;
    return { start: this.searched.findLast(({ stop }) => stop <= start && stop < edge)?.stop ?? 0, stop: start };
  }

  /**
   * What of the positions up to one is not known yet, the first of it; null where all is.
   * @param {number} limit
   * @returns {Gap | null}
   */
  gap(limit) {
    const { stop } = this.around(0);
    const last = Math.min(limit, this.end);
    if (stop >= last) return null;
    return { start: stop, stop: Math.min(last, this.searched.find(({ start }) => start > stop)?.start ?? last) };
  }
}
