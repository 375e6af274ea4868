/** What begins a fork, a second run beside the page's own: all of that is fork.mjs, loaded when a view or a press asks for it. */
import { byId } from "./elements.mjs";

/** @import { Page } from "./fork.mjs" */

/** @param {Document} document @param {Page} page */
export function mount(document, page) {
  /** @type {Promise<{ begin(): Promise<void> }> | null} */
  let forking = null;
  const closed = () => (forking = null);
  const load = () => (forking ??= import("./fork.mjs").then(({ fork }) => fork(document, page, closed)));
  const begin = () =>
    load().then(
      (fork) => fork.begin(),
      (error) => page.trouble(error),
    );
  byId(document, "fork", HTMLElement).addEventListener("click", begin);
  page.explorer.on("place", (place) => place?.view.fork && load().catch((error) => page.trouble(error)));
}
