/**
 * The frames and timers of an explorer: what it does later, while it is there. They end with it, and so does all that
 * listens under the clock's `signal`.
 *
 * A promise of a clock that has ended is never kept: what waits for it goes no further.
 */
export function createClock(view = globalThis) {
  const ended = new AbortController();
  const waiting = new Map(); // handle -> what takes it back

  /** Runs `action` when `start` says so, unless it is taken back or the clock ends before. */
  function later(start, cancel, action) {
    if (ended.signal.aborted) return null;
    const handle = {};
    const native = start((...told) => {
      waiting.delete(handle);
      action(...told);
    });
    waiting.set(handle, () => cancel(native));
    return handle;
  }

  function drop(handle) {
    waiting.get(handle)?.();
    waiting.delete(handle);
  }

  const frame = (action) => later((run) => view.requestAnimationFrame(run), (id) => view.cancelAnimationFrame(id), action);
  const after = (wait, action) => later((run) => view.setTimeout(run, wait), (id) => view.clearTimeout(id), action);
  const rest = (action) => (view.requestIdleCallback ? later((run) => view.requestIdleCallback(run), (id) => view.cancelIdleCallback(id), action) : after(0, action));

  return {
    signal: ended.signal,
    frame,
    after,
    drop,
    pause: (wait) => new Promise((resolve) => after(wait, resolve)),
    /** When the page has nothing else to do; resolves to how much time there is, {timeRemaining}, where browsers tell it. */
    idle: () => new Promise((resolve) => rest(resolve)),
    /** When the frame that is being painted is on the screen: a request takes a while to make, and nobody waits for it yet. */
    afterFrame: () => new Promise((resolve) => frame(() => after(0, resolve))),
    /** Tells of each change of an element's size. */
    watchSize(element, changed) {
      const observer = new view.ResizeObserver(changed);
      observer.observe(element);
      ended.signal.addEventListener("abort", () => observer.disconnect(), { once: true });
    },
    end() {
      for (const handle of [...waiting.keys()]) drop(handle);
      ended.abort();
    },
  };
}
