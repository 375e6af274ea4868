/**
 * Questions of many steps, asked in pieces that take a moment each: the first answer shows early, and one that nobody
 * waits for any more is soon over. A server that is slow, or a model that is large, gets smaller pieces.
 */
import { Refused } from "../sources/errors.mjs";

const FIRST = 2048; // steps
const MOST = 262_144;
const MOMENT = 120; // ms that a piece should take
const FASTER = 4; // at most so many times the piece before

/** How many steps to ask for at once, or of what else there are many. */
export class Pace {
  /** @param {number} [size] of the first piece */
  constructor(size = FIRST) {
    this.size = size;
  }

  /** A piece of so many steps took so many ms. @param {number} steps @param {number} ms */
  took(steps, ms) {
    const share = Math.min(FASTER, Math.max(1 / FASTER, MOMENT / Math.max(1, ms)));
    if (share < 1 || steps >= this.size) this.size = clamp(Math.round(steps * share));
  }

  /**
   * Whether a piece was refused because of its size, so that a smaller one may pass.
   * @param {unknown} error
   * @param {number} steps
   */
  eases(error, steps) {
    const refused = error instanceof Refused && error.position === undefined && steps > 1;
    if (!refused || !error.problems.some(([field]) => /\.(start|stop)$/.test(field))) return false;
    this.size = clamp(Math.floor(steps / FASTER));
    return true;
  }
}

/**
 * Asks about the positions from `start` to `stop`, piece by piece, at least once.
 *
 * @template {{ stop: number }} Answer
 * @param {number} start
 * @param {number} stop
 * @param {Pace} pace
 * @param {(start: number, stop: number) => Promise<Answer>} ask
 * @param {(answer: Answer, stop: number) => boolean | void} take hears each answer, and to where it was asked; true: it
 *   is enough
 * @param {AbortSignal} signal nobody waits any more
 */
export async function inPieces(start, stop, pace, ask, take, signal) {
  for (let at = start, first = true; first || at < stop; ) {
    const end = Math.min(stop, at + pace.size);
    const began = performance.now();
    /** @type {Answer} */
    let answer;
    try {
      answer = await ask(at, end);
    } catch (error) {
      if (signal.aborted || !pace.eases(error, end - at)) throw error;
      continue;
    }
    if (signal.aborted) return;
    pace.took(end - at, performance.now() - began);
    [at, first] = [end, false];
    if (take(answer, end) || answer.stop < end) return;
  }
}

/** @param {number} size */
const clamp = (size) => Math.min(MOST, Math.max(1, size));
