/** The weights at the last few steps, replayed from blocks. */

/**
 * A window of weights ending at a step. Walking on by one step copies the newest and applies the step; any other
 * movement replays from the start of a block.
 */
export class Replay {
  constructor(store) {
    this.store = store;
    this.window = []; // {step, weights}, consecutive, oldest first
  }

  /**
   * Weights after `step` updates, and up to `past` steps before, as {step, weights}, oldest first. Null while the
   * blocks that it needs are not here; fewer than `past` where only the older ones are missing.
   */
  upTo(step, past) {
    const newest = this.window.at(-1);
    if (newest?.step === step - 1 && this.store.at(step - 1)) this.push(this.store.at(step - 1));
    else if (newest?.step !== step || this.window.length < Math.min(past, step)) {
      const rebuilt = this.rebuild(step, past);
      if (!rebuilt) return null;
      this.window = rebuilt;
    }
    while (this.window.length > past + 1) this.window.shift();
    return this.window;
  }

  push(block) {
    const { step, weights } = this.window.at(-1);
    const next = copy(weights);
    block.apply(next, step);
    this.window.push({ step: step + 1, weights: next });
  }

  rebuild(step, past) {
    let block = step > 0 ? this.store.at(step - 1) : this.store.at(0);
    if (!block) {
      // The first step of a block that is here needs no other.
      block = this.store.at(step);
      return block?.start === step ? [{ step, weights: block.startWeights() }] : null;
    }
    const oldest = Math.max(0, step - past);
    while (block.start > oldest && this.store.at(block.start - 1)) block = this.store.at(block.start - 1);
    const weights = block.startWeights();
    let at = block.start;
    for (; at < oldest; at++) this.store.at(at).apply(weights, at);
    this.window = [{ step: at, weights }];
    while (this.window.at(-1).step < step) this.push(this.store.at(this.window.at(-1).step));
    return this.window;
  }
}

function copy(weights) {
  const copied = {};
  for (const [name, { rows, columns, data }] of Object.entries(weights)) copied[name] = { rows, columns, data: data.slice() };
  return copied;
}
