/** What an explorer tells whoever listens. */

/** @import { Place, Scene } from "../types" */
/**
 * @typedef {{ place: Place | null, paint: Scene, wait: null, trouble: unknown }} Told what events tell: a place that is
 *   wanted, a scene that is painted, that a block is waited for, an error that no call throws
 */

/** What one can listen for; nothing more is told when the signal says so. @param {AbortSignal} signal */
export function createEvents(signal) {
  const target = new EventTarget();
  return {
    /** @template {keyof Told} Name @param {Name} name @param {Told[Name]} detail */
    emit(name, detail) {
      if (!signal.aborted) target.dispatchEvent(new CustomEvent(name, { detail }));
    },
    /** @template {keyof Told} Name @param {Name} name @param {(detail: Told[Name]) => void} handler */
    on(name, handler) {
      /** @param {Event} event */
      const listener = (event) => handler(/** @type {CustomEvent<Told[Name]>} */ (event).detail);
      target.addEventListener(name, listener);
      return () => target.removeEventListener(name, listener);
    },
  };
}
