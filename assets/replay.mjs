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
  }

  /**
   * Weights after `step` updates, and up to `past` steps before, as {step, weights}, oldest first, with the rows of the
   * block `shown`. Fewer than `past` where only the older blocks are missing.
   */
  upTo(step, past, shown) {
    const newest = this.window.at(-1);
    const same = shown.excerpt === this.excerpt;
    if (same && newest?.step === step - 1 && this.store.at(step - 1)) this.push(this.store.at(step - 1));
    else if (!same || newest?.step !== step || this.window.length < Math.min(past, step)) this.rebuild(step, past, shown);
    while (this.window.length > past + 1) this.window.shift();
    return this.window;
  }

  push(block) {
    const { step, weights } = this.window.at(-1);
    const next = copy(weights);
    block.apply(next, step, this.excerpt);
    this.window.push({ step: step + 1, weights: next });
  }

  rebuild(step, past, shown) {
    const oldest = Math.max(0, step - past);
    const blocks = [shown];
    while (blocks[0].start > oldest && this.store.at(blocks[0].start - 1)) blocks.unshift(this.store.at(blocks[0].start - 1));
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
  for (const [name, { rows, columns, data }] of Object.entries(weights)) copied[name] = { rows, columns, data: data.slice() };
  return copied;
}
