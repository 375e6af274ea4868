/** An explorer in any root, with markup of its own where the root has none. */
import { inhabit } from "./inhabit.mjs";
import { settle } from "./markup.mjs";

/** @import { Source } from "../types" */
/** @import { MountOptions, Mounted } from "./inhabit.mjs" */

/**
 * Bring an explorer to life in `root`. Where markup stands in it, in that: elements with the ids of the transport's
 * parts and of the panels, of which any may be missing. An empty element, or a bare shadow root, gets all of it.
 * Nothing is opened but `place`: `go` does.
 *
 * What is mounted is a `MountedExplorer`; beside that stands what the page around works with.
 *
 * @param {HTMLElement | ShadowRoot} root its element gets `data-step`, `data-stage` and `data-ready`, what is painted
 * @param {Source} source answers the questions
 * @param {MountOptions & { styles?: string[] }} [options] `styles`: addresses of the style sheets for a root without
 *   markup
 * @returns {Mounted}
 */
export function mount(root, source, options = {}) {
  const { home, links, leave } = settle(root, options);
  const explorer = inhabit(home, source, options);
  const { signal } = explorer.clock;
  for (const link of links) link.addEventListener("load", explorer.app.theme.reread, { signal });
  signal.addEventListener("abort", leave, { once: true });
  return explorer;
}
