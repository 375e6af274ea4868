/** Answers that are waited for, where the last one asked is the one that counts. */
import { createWait } from "../dock/parts.mjs";
import { Dropped } from "../sources/errors.mjs";

/** @import { Mounted } from "./inhabit.mjs" */

/**
 * An answer that is waited for: somebody who waits long is told so, and can leave; what comes then is nobody's.
 * @param {HTMLElement} root
 * @param {Mounted["clock"]} clock
 * @param {() => void} left
 */
export function createAwaited(root, clock, left) {
  /** @type {AbortController | null} */
  let asking = null;
  const tell = createWait(root, clock, () => {
    asking?.abort();
    rest();
    left();
  });
  const rest = () => {
    asking = null;
    tell("");
  };
  return {
    get awaited() {
      return Boolean(asking);
    },
    /** @param {string} text @param {(signal: AbortSignal) => Promise<void>} task */
    async wait(text, task) {
      const mine = (asking = new AbortController());
      tell(text);
      try {
        await task(AbortSignal.any([clock.signal, mine.signal]));
      } catch (error) {
        if (asking === mine && !(error instanceof Dropped)) throw error;
      } finally {
        if (asking === mine) rest();
      }
    },
  };
}
