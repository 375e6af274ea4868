/** Questions to a source: one at a time, and the last answer stays known. */
import { Dropped } from "./errors.mjs";

/** @import { Asker, Clock } from "../types" */
/** @template Answer @typedef {(signal: AbortSignal) => Promise<Answer>} Send */

/**
 * @template Answer
 * @param {Pick<Clock, "afterFrame">} clock
 * @param {() => void} changed called when an answer is here
 * @returns {Asker<Answer>}
 */
export function createAsker(clock, changed) {
  /** @type {ReturnType<Asker<Answer>["last"]>} */
  let last = { key: null, step: null, answer: null };
  /** @type {{ key: string, step: number | null, patience: AbortController } | null} */
  let asked = null;
  const leave = () => asked?.patience.abort();

  /** @param {string} key @param {Send<Answer>} send @param {number | null} step */
  function ask(key, send, step) {
    const patience = new AbortController();
    asked = { key, step, patience };
    /** @param {Answer | { error: Error }} answer */
    const know = (answer) => {
      last = { key, step, answer };
    };
    clock
      .afterFrame()
      .then(() => send(patience.signal))
      .then(know, (error) => {
        if (!(error instanceof Dropped)) know({ error });
      })
      .then(() => {
        asked = null;
        changed();
      });
  }

  return {
    answer(key, send, step = null) {
      if (last.key === key && last.step === step) return last.answer;
      if (asked && (asked.key !== key || asked.step !== step)) leave(); // this one is asked when that one has ended
      if (!asked && key !== null && send) ask(key, send, step);
      return null;
    },
    last: () => last,
    asking: () => Boolean(asked),
    leave,
  };
}

/**
 * Makes askers that ask and tell no more once their clock has ended.
 * @param {Clock} clock
 * @returns {<Answer>(changed: () => void) => Asker<Answer>}
 */
export const askersBy = (clock) => (changed) => {
  const asker = createAsker(clock, () => clock.signal.aborted || changed());
  clock.signal.addEventListener("abort", asker.leave, { once: true });
  return asker;
};
