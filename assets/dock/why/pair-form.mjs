/** Asks why two words are near: their names, and whose vectors. */
import { element, setText } from "../../draw/figure.mjs";
import { spelled } from "../../text/spelling.mjs";
import { button } from "../parts.mjs";
import { vectorsOf } from "./subject.mjs";

/** @import { Docked, Session } from "../../types" */

/**
 * @param {HTMLElement} parent
 * @param {Docked} app
 * @returns {(session: Session) => void} shows it where there are words
 */
export function createPairForm(parent, app) {
  const form = parent.appendChild(element("form", "dock-form"));
  form.noValidate = true;
  const [first, second] = ["First word", "Second word"].map((label) => {
    const input = element("input", "entry");
    Object.assign(input, { type: "text", placeholder: "word", ariaLabel: label, autocomplete: "off" });
    input.setAttribute("list", "words");
    return input;
  });
  const of = element("select", "select");
  of.ariaLabel = "Vectors";
  const ask = button("Why near?", "What made the dot product of their vectors what it is", () => {});
  ask.type = "submit";
  form.append(first, second, of, ask);
  const said = parent.appendChild(element("p", "dock-hint"));
  said.setAttribute("role", "status");
  /** @type {Session | null} */
  let session = null;

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const ids = [first, second].map((input) => {
      const id = session?.words.indexOf(spelled(input.value.trim(), new Set(session.words), session.hyper)) ?? -1;
      input.ariaInvalid = String(id < 0);
      return id;
    });
    const unknown = [first, second].find((_, i) => ids[i] < 0);
    const typed = unknown?.value.trim() ?? "";
    setText(said, unknown ? `${typed ? `“${typed}” is no word of the vocabulary` : "Two words are asked for"}.` : "");
    unknown?.focus();
    if (!ids.includes(-1)) app.setView({ why: [of.value, ...ids].join("*") });
  });

  return (shown) => {
    if (shown === session) return;
    session = shown;
    const vectors = vectorsOf(shown);
    form.hidden = !vectors.length;
    setText(said, "");
    of.replaceChildren(...vectors.map((name) => new Option(symbolOf(shown, name), name)));
    if (shown.network.input) of.value = shown.network.input;
  };
}

/** @param {Session} session @param {string} name */
const symbolOf = ({ parameters }, name) => parameters.find((each) => each.name === name)?.symbol ?? name;
