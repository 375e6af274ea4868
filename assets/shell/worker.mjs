/** The worker that draws beside the page, in a script that comes when one first steps: its own is `ink-worker.mjs`. */
import { Beside } from "../draw/beside.mjs";
import { Post } from "../player/posted.mjs";

/** @import { Theme } from "../types" */

const SCRIPT = "ink-worker.mjs"; // beside this one, linked or not

/** What has it draw; none where this script stands in a page. @param {Theme} theme @param {AbortSignal} signal */
export function hire(theme, signal) {
  const { defaultView: view } = theme.document;
  if (!view?.Worker || !view.OffscreenCanvas || !import.meta.url.endsWith(".mjs")) return null;
  if (view.navigator.hardwareConcurrency === 1) return null; // it would only take the page's time
  const worker = new view.Worker(new URL(SCRIPT, import.meta.url), { type: "module" });
  return new Beside(worker, new Post(), theme, signal);
}
