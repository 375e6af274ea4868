/** What is told again and again, and need not be told each time. */

const AFTER_FRAME = 60; // ms
/** How many ms nobody asks, where one rests. */
export const AT_REST = 400;

/**
 * A function called at most once in `interval` ms, not in the frame that asks, or, when asked to be `patient`, as soon
 * as nobody has asked for a moment; the last call is never lost, but by `drop`.
 * @template Result
 * @param {number} interval
 * @param {() => Result} action
 */
export function throttled(interval, action) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let last = -Infinity;
  const drop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const now = () => {
    drop();
    last = performance.now();
    return action();
  };
  /** @param {boolean} patient */
  const wait = (patient) => (patient ? AT_REST : Math.max(AFTER_FRAME, last + interval - performance.now()));
  const soon = (patient = false) => {
    if (patient) drop();
    timer ??= setTimeout(now, wait(patient));
  };
  return { now, drop, soon };
}
