/**
 * The page of a run in one file: an explorer whose source is the record that stands in the page, and the little around
 * it.
 */
import { fillAlert } from "../shell/alert.mjs";
import { byId, wordOptions } from "../shell/elements.mjs";
import { inhabit } from "../shell/inhabit.mjs";
import * as keys from "../shell/keys.mjs";
import * as theme from "../shell/theme.mjs";
import { throttled } from "../shell/throttled.mjs";
import { ADDRESS_EVERY, whereOf } from "../shell/whereabouts.mjs";
import * as lists from "./lists.mjs";
import { readRecord } from "./record.mjs";
import { RecordedSource } from "./source.mjs";

/** @import { PlaceAsked } from "../types" */
/** @import { Recorded } from "./record.mjs" */

/** The place that the address names behind its #, as far as it does. @param {Recorded} record @returns {PlaceAsked} */
function addressed({ header: { session, at } }) {
  const named = new URLSearchParams(location.hash.slice(1));
  /** @type {[string, string][]} */
  const view = [...named].filter(([key]) => key.startsWith("view.")).map(([key, value]) => [key.slice(5), value]);
  return {
    query: session.query,
    step: Number(named.get("step") ?? at) || 0,
    stage: named.get("stage"),
    view: { ...session.view, ...Object.fromEntries(view) },
  };
}

/** @param {Recorded} record */
function open(record) {
  const { header } = record;
  const alarm = byId(document, "alert", HTMLElement);
  const program = document.getElementById("program");
  const source = new RecordedSource(record);
  const inProgram = () => header.address && header.address + address() + header.fragment;
  const explorer = inhabit(document.body, source, { place: addressed(record), inProgram });
  const { player, clock } = explorer;
  player.panels.push(lists.mount(explorer.app));
  keys.mount(document, explorer.press, { on: false, toggle() {} }, () => {});
  document.getElementById("theme")?.addEventListener("click", theme.toggleTheme);
  document.getElementById("words")?.replaceChildren(...wordOptions(header.session.words));

  const address = () => (explorer.place ? `&${whereOf(explorer.place, header.session.view)}` : "");
  const follow = throttled(ADDRESS_EVERY, () => {
    if (program instanceof HTMLAnchorElement) program.href = inProgram();
    remember(address().slice(1));
  });
  explorer.on("place", () => {
    fillAlert(alarm, "");
    follow.soon();
  });
  explorer.on("paint", () => player.ending && fillAlert(alarm, player.ending));
  /** @param {unknown} error */
  const trouble = (error) => {
    const text = error instanceof Error ? error.message : String(error);
    fillAlert(alarm, text, header.address ? [["Open it in the program", inProgram()]] : []);
  };
  explorer.on("trouble", trouble);
  explorer.opened?.catch(trouble);
  addEventListener("hashchange", () => void explorer.go(addressed(record)).catch(trouble), { signal: clock.signal });
}

/** A frame in a notebook has no address of its own. @param {string} fragment */
function remember(fragment) {
  try {
    history.replaceState(null, "", `#${fragment}`);
  } catch {
    // It opens where it was recorded.
  }
}

theme.begin();
readRecord(byId(document, "record", HTMLScriptElement).textContent ?? "").then(open);
