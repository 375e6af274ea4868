/**
 * What stands behind the buttons over two runs: their notes, which have no other place there, which panels are side by
 * side, and of which model and output layer B is.
 */
import { element } from "../draw/figure.mjs";
import { rowOf, showKind } from "./choosers.mjs";
import { PANELS } from "./presenting.mjs";

/** @import { Session } from "../types" */
/** @import { Choosers } from "./choosers.mjs" */

/**
 * A button, and what it opens.
 * @param {HTMLElement} tools
 * @param {string} text
 * @param {{ id: string, label: string }} of
 */
function createPopup(tools, text, { id, label }) {
  const button = tools.appendChild(pressable("button small", text, () => {}));
  button.setAttribute("popovertarget", id);
  const popup = tools.appendChild(element("div", "present-panels fork-popup"));
  Object.assign(popup, { id, popover: "auto" });
  popup.setAttribute("role", "group");
  popup.setAttribute("aria-label", label);
  return popup;
}

/**
 * What the presets of both runs say of themselves; B's, where it is of another one.
 * @param {HTMLElement} tools
 * @returns {(a: Session, b: Session | null) => void} shows them; where there are none there is no button
 */
export function createNotes(tools) {
  const popup = createPopup(tools, "Note", { id: "fork-says", label: "Note" });
  popup.classList.add("fork-says");
  const button = /** @type {HTMLElement} */ (popup.previousElementSibling);
  /** @type {(Session | null)[]} */
  let shown = [];
  return (a, b) => {
    if (a === shown[0] && b === shown[1]) return;
    shown = [a, b];
    const others = b && b.caption !== a.caption ? [b] : [];
    const notes = [a, ...others].filter(({ caption }) => caption);
    const whose = (/** @type {Session} */ session) => (others.length ? (session === a ? "A" : "B") : "");
    button.hidden = !notes.length;
    popup.replaceChildren(...notes.flatMap((session) => noteOf(session, whose(session))));
  };
}

/** A note's elements. @param {Session} session @param {string} whose */
function noteOf({ title, caption, look_for }, whose) {
  const heading = Object.assign(element("h2"), { textContent: [whose, title].filter(Boolean).join(": ") });
  const list = element("ul");
  list.append(...look_for.map((textContent) => Object.assign(element("li"), { textContent })));
  return [heading, Object.assign(element("p"), { textContent: caption }), list];
}

/**
 * Which panels stand side by side.
 * @param {HTMLElement} tools
 * @param {(names: string) => void} choose
 * @returns {HTMLInputElement[]} a box each
 */
export function createPanelList(tools, choose) {
  const popup = createPopup(tools, "Panels", { id: "forked-panels", label: "Panels, at most three" });
  const boxes = PANELS.map(({ name, title }) => {
    const label = popup.appendChild(element("label"));
    const box = Object.assign(element("input"), { type: "checkbox", value: name, autocomplete: "off" });
    box.addEventListener("change", () => choose(boxes.flatMap(({ checked, value }) => (checked ? value : [])).join()));
    label.append(box, ` ${title}`);
    return box;
  });
  return boxes;
}

/**
 * Of which model and output layer B is.
 * @param {Document} document
 * @param {HTMLElement} tools
 * @param {(field: string, value: string) => void} choose
 */
export function createKindChoice(document, tools, choose) {
  const popup = createPopup(tools, "B’s model", { id: "fork-kind", label: "Model and output layer of B" });
  const choosers = likeThePages(document, popup, "fork-", choose);
  const kept = popup.appendChild(Object.assign(element("p", "muted"), { hidden: true }));
  kept.setAttribute("role", "status");
  return {
    /** Those of B, as they are where a choice was refused. @param {Session | null} session */
    show(session) {
      if (session && (session.model !== choosers.model.value || (session.output ?? "") !== choosers.output.value))
        showKind(choosers, session);
    },
    /** What the last choice has not kept. @param {string} told */
    tell(told) {
      Object.assign(kept, { hidden: !told, textContent: told });
    },
  };
}

/** @param {string} look @param {string} textContent @param {() => void} press */
export function pressable(look, textContent, press) {
  const button = Object.assign(element("button", look), { type: "button", textContent });
  button.addEventListener("click", press);
  return button;
}

/**
 * Two more, like the page's own, in an element of another run's.
 * @param {Document} document
 * @param {HTMLElement} parent
 * @param {string} prefix of their ids
 * @param {(field: string, value: string) => void} choose
 * @returns {Choosers}
 */
function likeThePages(document, parent, prefix, choose) {
  const [model, output] = ["model", "output"].map((name) => {
    const own = /** @type {HTMLSelectElement} */ (document.getElementById(name));
    const row = parent.appendChild(/** @type {HTMLElement} */ (rowOf(own).cloneNode(true)));
    const select = /** @type {HTMLSelectElement} */ (row.querySelector("select"));
    select.id = prefix + name;
    select.addEventListener("change", () => choose(name, select.value));
    return select;
  });
  return { model, output };
}
