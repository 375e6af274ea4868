/** The theme's button, the help (keys and symbols), and how dialogs are closed. */
import { dialects } from "./dialects-help.mjs";
import { byId, targetOf } from "./elements.mjs";
import { toggleTheme } from "./theme.mjs";

/** @import { Session } from "../types" */
/** @typedef {(tag: string, className?: string, text?: string) => HTMLElement} Make */

const KEYS = [
  ["→", "Next: do one whole step"],
  ["←", "Back: undo one step"],
  ["Shift →", "Stage: do the next part of the step"],
  ["Shift ←", "Stage back"],
  ["Space", "Play or pause"],
  ["Home", "Restart: before the first step"],
  ["P", "Present: one to three panels on the whole window, chosen under Panels; P or Esc leaves"],
  ["PageDown PageUp", "Next and Back while one presents: a clicker's keys"],
  ["Esc", "Close what was opened; let go of all pinned words"],
  ["Enter", "In a field of the run: change it from here, where that is possible"],
  ["Tab, then ↑ ↓ ← →", "Walk through a picture; Enter presses what the ring is around, Esc leaves it"],
  ["?", "This help"],
];

const SYMBOLS = [
  ["η", "learning rate: how far a step moves the weights"],
  ["V, N", "words in the vocabulary; units in the hidden layer"],
  ["C", "words on the side of an instance that has several"],
  ["i, o", "an input word; an output word"],
  ["j, k", "any word of the vocabulary; a unit of the hidden layer"],
  ["v, v′", "input vector and output vector of a word: a row of W, a row of W′"],
  ["E", "the loss: the surprise, in nats, at the words that really stood there"],
];

const WITH_WORDS =
  "Hover over a word to light it everywhere; over an input unit to excite it alone. Click pins it: several add up.";
const WITH_NUMBERS =
  "In the plane the ring is around the point of this step; a red one is around a point on the wrong side. Hover over a point for its numbers; click it to go to its next step. The dashed line is where the last update found the boundary.";
const USE = [
  "Click any number to see the equation and the numbers that made it, and click those in turn.",
  "Steps are counted from 1, and a step has one number in all its stages. The head of each panel says whether it shows the weights before that step or after it.",
  "Where a picture takes longer than the time between two steps that are played, the steps between two pictures are not painted: all panels go on to the same one.",
  "Print the page for a handout of the step that is shown.",
  "The address of the page is a link to exactly what is shown: the recipe, the step, the stage.",
];

/** @param {Document} document */
export function mount(document) {
  const help = byId(document, "help-dialog", HTMLDialogElement);
  /** @type {Session | null} */
  let session = null;

  function openHelp() {
    if (help.open) return;
    help.replaceChildren(...helpContent(document, session, help.dataset));
    help.showModal();
  }

  byId(document, "theme", HTMLElement).addEventListener("click", toggleTheme);
  byId(document, "help", HTMLElement).addEventListener("click", openHelp);

  document.addEventListener("click", (event) => {
    const target = targetOf(event);
    const dialog = target?.closest("dialog");
    // A press on the dark around it lands on the dialog itself, outside its box.
    if (dialog && (target?.closest("[data-close]") || (dialog === target && outside(dialog, event)))) dialog.close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "?" && !targetOf(event)?.closest("input, textarea, select")) openHelp();
  });

  /** @param {Session} described */
  const fill = (described) => void (session = described);
  return { fill };
}

/** @param {HTMLElement} dialog @param {MouseEvent} event */
function outside(dialog, { clientX, clientY }) {
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}

/** @param {Document} document @param {Session | null} session @param {DOMStringMap} addresses of the README, the paper and wevi */
function helpContent(document, session, { readme = "", paper = "", wevi = "" }) {
  /** @type {Make} */
  const make = (tag, className = "", text = "") =>
    Object.assign(document.createElement(tag), { className, textContent: text });
  const head = make("header", "panel-head");
  const close = make("button", "button", "Close");
  close.dataset.close = "dialog";
  head.append(make("h2", "", "Help"), close);

  const body = make("div", "help");
  const use = make("section");
  const first = session && !session.words.length ? WITH_NUMBERS : WITH_WORDS;
  use.append(
    make("h3", "", "How to look"),
    ...[first, ...USE].map((sentence) => make("p", "", sentence)),
    shapes(make),
    firstMinutes(make, readme),
    sources(make, paper, wevi),
  );
  const keys = make("section");
  keys.append(
    make("h3", "", "Keys"),
    definitions(
      make,
      KEYS.map(([key, does]) => [keyOf(make, key), does]),
    ),
  );
  const symbols = make("section");
  symbols.append(make("h3", "", "Symbols"), definitions(make, glossary(make, session)));
  const words = !session || session.words.length > 0;
  body.append(use, keys, symbols, ...(words ? [dialects(make)] : []));
  return [head, body];
}

/** What the model itself declares comes first, then the letters of the equations. @param {Make} make @param {Session | null} session @returns {[HTMLElement, string][]} */
function glossary(make, session) {
  const declared = session ? [...session.parameters, ...session.quantities] : [];
  /** @type {[HTMLElement, string][]} */
  const rows = declared.map(({ symbol, help, role }) => {
    const sign = make("span", "symbol", symbol);
    sign.dataset.role = role;
    return [sign, help];
  });
  for (const [symbol, meaning] of SYMBOLS) rows.push([make("span", "symbol", symbol), meaning]);
  return rows;
}

/** @param {Make} make */
function shapes(make) {
  const line = make("p");
  const [input, output] = [
    make("span", "legend-input", "● input words"),
    make("span", "legend-output", "◆ output words"),
  ];
  line.append(input, " and ", output, " differ in shape and colour. ");
  line.append(
    "Blue is negative, orange positive, the panel's own colour zero. What is negative is dashed too: edges, rims, and cells without a number. ",
  );
  line.append("Where colours and bars end stays over stretches of steps, longer as the run goes on.");
  return line;
}

/** Where the README begins to teach. Browsers that don't know such an address show its beginning. @param {Make} make @param {string} readme */
function firstMinutes(make, readme) {
  const line = make("p");
  const link = make("a", "", "First five minutes");
  link.setAttribute("href", `${readme}#:~:text=Five minutes for a teacher`);
  link.setAttribute("target", "_blank");
  line.append(link, " with it: a walk through the page, in the program's README.");
  return line;
}

/** The paper that is followed, and the ancestor. @param {Make} make @param {string} paper @param {string} wevi their addresses */
function sources(make, paper, wevi) {
  /** @param {string} name @param {string} address */
  const linkTo = (name, address) => {
    const link = make("a", "", name);
    for (const [key, value] of [
      ["href", address],
      ["target", "_blank"],
      ["rel", "noreferrer"],
    ])
      link.setAttribute(key, value);
    return link;
  };
  const line = make("p", "", "It follows ");
  line.append(
    linkTo("word2vec Parameter Learning Explained", paper),
    " and ",
    linkTo("wevi", wevi),
    ", both by Xin Rong.",
  );
  return line;
}

/** @param {Make} make @param {string} keys */
function keyOf(make, keys) {
  const all = make("span");
  for (const key of keys.split(" ")) all.append(make("kbd", "", key), " ");
  return all;
}

/** @param {Make} make @param {[HTMLElement, string][]} pairs */
function definitions(make, pairs) {
  const list = make("dl");
  for (const [term, meaning] of pairs) {
    list.appendChild(make("dt")).append(term);
    list.append(make("dd", "", meaning));
  }
  return list;
}
