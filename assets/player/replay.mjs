/** The weights at the last few steps, replayed from blocks. */

/**
 * A window of weights ending at a step. Walking on by one step copies the newest and applies the step; any other
 * movement replays from the start of a block.
 */
export class Replay {
  constructor(store) {
    this.store = store;
    this.window = []; // {step, weights}, consecutive, oldest first
    this.excerpt = null; // of a large session: whose rows the weights have
    this.coming = null; // {after, place}: the place one step after another, which the window is likely to reach next
  }

  /**
   * Weights after `step` updates, and up to `past` steps before, as {step, weights}, oldest first, with the rows of the
   * block `shown`. Fewer than `past` where only the older blocks are missing.
   */
  upTo(step, past, shown) {
    const newest = this.window.at(-1);
    const same = shown.excerpt === this.excerpt;
    if (same && newest?.step === step - 1 && this.store.at(step - 1)) this.push(this.store.at(step - 1));
    else if (!same || newest?.step !== step || this.window.length < Math.min(past, step))
      this.rebuild(step, past, shown);
    while (this.window.length > past + 1) this.window.shift();
    return this.window;
  }

  /** What `upTo` will return one step after `step`, if the window ends there; null where that step isn't here, or is of other rows. */
  windowAfter(step, past) {
    const block = this.store.at(step);
    if (!block || block.excerpt !== this.excerpt || this.window.at(-1)?.step !== step) return null;
    return [...this.window, this.following(block)].slice(-1 - past);
  }

  push(block) {
    this.window.push(this.following(block));
  }

  /** The place after the newest one, computed once. */
  following(block) {
    const after = this.window.at(-1);
    if (this.coming?.after !== after) {
      const weights = copy(after.weights);
      block.apply(weights, after.step, this.excerpt);
      this.coming = { after, place: { step: after.step + 1, weights } };
    }
    return this.coming.place;
  }

  rebuild(step, past, shown) {
    const oldest = Math.max(0, step - past);
    const blocks = [shown];
    while (blocks[0].start > oldest && this.store.at(blocks[0].start - 1))
      blocks.unshift(this.store.at(blocks[0].start - 1));
    this.excerpt = shown.excerpt;
    const weights = startOf(blocks);
    let at = blocks[0].start;
    for (; at < oldest; at++) this.store.at(at).apply(weights, at, this.excerpt);
    this.window = [{ step: at, weights }];
    while (this.window.at(-1).step < step) this.push(this.store.at(this.window.at(-1).step));
  }
}

/**
 * The weights before the first of consecutive blocks, with the rows of the last. A row that a block does not have is one
 * that it does not change: it stands there as it does at the start of the next block that has it.
 */
function startOf(blocks) {
  if (!blocks[0].excerpt) return blocks[0].startWeights();
  const [last, ...earlier] = blocks.toReversed();
  const weights = last.startWeights();
  for (const block of earlier) block.putStart(weights, last.excerpt);
  return weights;
}

function copy(weights) {
  const copied = {};
  for (const [name, { rows, columns, data }] of Object.entries(weights))
    copied[name] = { rows, columns, data: data.slice() };
  return copied;
}
