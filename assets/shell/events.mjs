/** What an explorer tells whoever listens. */

/** @import { Told } from "../types" */

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
