/** The preset's note: what it is about, and what to look for. Where that lies below the box's edge, a line says so. */

import { KINDS } from "./data-sheets.mjs";

/** @import { Session } from "../types" */

/** @type {Record<string, string>} */
const WORDS = { edit: "value set by hand", parameters: "starting weights" }; // of what no control has
for (const kind of KINDS) WORDS[kind] = "corpus";

/**
 * @param {(id: string) => HTMLElement} part
 * @param {(field: string) => string} labelOf what its control is called
 * @returns {(session: Session) => void} shows that of a session
 */
export function mountNote(part, labelOf) {
  const [note, more, list] = ["note", "note-more", "note-look-for"].map(part);
  more.addEventListener("click", () => {
    note.scrollTop += list.getBoundingClientRect().top - more.offsetHeight - note.getBoundingClientRect().top;
  });
  let read = ""; // the preset
  return (session) => {
    fillNote(part, session, labelOf);
    if (session.preset !== read) note.scrollTop = 0;
    read = session.preset;
    const { length } = session.look_for;
    more.hidden = !length;
    more.textContent = length === 1 ? "One thing to look for" : `${length} things to look for`;
  };
}

/** @param {(id: string) => HTMLElement} part @param {Session} session @param {(field: string) => string} labelOf */
function fillNote(part, session, labelOf) {
  part("note-title").textContent = session.title || "Own data";
  const changed = changedOf(session).map((field) => WORDS[field] ?? `“${labelOf(field)}”`);
  part("note-changed").hidden = !changed.length;
  part("note-changed").textContent = `Said of the preset's own settings; here it has another ${changed.join(", ")}.`;
  part("note-caption").textContent = session.caption ?? "";
  part("note-source").textContent = session.source ? `Source: ${session.source}` : "";
  const items = session.look_for.map((textContent) => Object.assign(document.createElement("li"), { textContent }));
  part("note-look-for").replaceChildren(...items);
}

/**
 * The fields that a run has otherwise than its preset. Of one with another seed the preset's note holds, too.
 * @param {Session} session
 */
function changedOf({ preset, query }) {
  const given = new Set(new URLSearchParams(query).keys());
  for (const same of ["preset", "seed"]) given.delete(same);
  return preset ? [...given] : [];
}
