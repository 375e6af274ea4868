/**
 * The frames and timers of an explorer: what it does later, while it is there. They end with it, and so does all that
 * listens under the clock's `signal`.
 *
 * A promise of a clock that has ended is never kept: what waits for it goes no further.
 */
import { AT_REST } from "./throttled.mjs";

/** @import { Clock } from "../types" */

const AT_ONCE = 10; // ms within which what is asked for is of one step

/** @param {Window} view whose frames and timers they are @returns {Clock & { end(): void }} */
export function createClock(view) {
  const ended = new AbortController();
  const { later, drop, dropAll } = createDeferred(ended.signal);
  /** @type {Clock["frame"]} */
  const frame = (action) =>
    later(
      (run) => view.requestAnimationFrame(run),
      (id) => view.cancelAnimationFrame(id),
      action,
    );
  /** @type {Clock["after"]} */
  const after = (wait, action) =>
    later(
      (run) => view.setTimeout(run, wait),
      (id) => view.clearTimeout(id),
      action,
    );
  /** @param {(time: IdleDeadline | null) => void} action */
  const rest = (action) =>
    "requestIdleCallback" in view
      ? later(
          (run) => view.requestIdleCallback(run),
          (id) => view.cancelIdleCallback(id),
          action,
        )
      : after(0, () => action(null)); // Safari

  return {
    signal: ended.signal,
    frame,
    after,
    drop,
    pause: (wait) => new Promise((resolve) => after(wait, resolve)),
    idle: () => new Promise((resolve) => rest(resolve)),
    atRest: createRest(after, drop),
    /**
     * When the frame that is being painted is on the screen: a request takes a while to make, and nobody waits for it
     * yet.
     */
    afterFrame: () => new Promise((resolve) => frame(() => after(0, resolve))),
    /** Tells of each change of an element's size. */
    watchSize(element, changed) {
      const observer = new ResizeObserver(changed);
      observer.observe(element);
      ended.signal.addEventListener("abort", () => observer.disconnect(), { once: true });
    },
    end() {
      dropAll();
      ended.abort();
    },
  };
}

/**
 * What is done once nobody has asked for anything of it in a while, as who steps on does with each step: of each `key` the
 * last that was asked for, nothing for null. One timer for all costs a step less than one for each, and one that is put
 * off less than one that runs out and looks whether it is time.
 * @param {Clock["after"]} after
 * @param {Clock["drop"]} drop
 * @returns {Clock["atRest"]}
 */
function createRest(after, drop) {
  /** @type {Map<object, () => void>} */
  const wanted = new Map();
  let asked = -Infinity; // when the timer was put off
  /** @type {object | null} */
  let timer = null;

  function rested() {
    timer = null;
    for (const [key, action] of [...wanted]) {
      wanted.delete(key); // one that fails does not take the others with it
      action();
    }
  }

  return (key, action) => {
    wanted.delete(key);
    if (!action) return;
    wanted.set(key, action);
    const now = performance.now();
    if (timer && now - asked < AT_ONCE) return;
    asked = now;
    drop(timer);
    timer = after(AT_REST, rested);
  };
}

/**
 * What is put off, each under a handle with which it can be taken back; nothing more once the signal says so.
 * @param {AbortSignal} ended
 */
function createDeferred(ended) {
  /** @type {Map<object, () => void>} */
  const waiting = new Map(); // handle -> what takes it back

  /**
   * Runs `action` when `start` says so, unless it is taken back before.
   * @template Told
   * @param {(run: (told: Told) => void) => number} start
   * @param {(id: number) => void} cancel
   * @param {(told: Told) => void} action
   */
  function later(start, cancel, action) {
    if (ended.aborted) return null;
    const handle = {};
    const native = start((told) => {
      waiting.delete(handle);
      action(told);
    });
    waiting.set(handle, () => cancel(native));
    return handle;
  }

  /** @type {Clock["drop"]} */
  function drop(handle) {
    if (!handle) return;
    waiting.get(handle)?.();
    waiting.delete(handle);
  }

  return { later, drop, dropAll: () => [...waiting.keys()].forEach(drop) };
}
