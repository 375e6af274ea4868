/**
 * The markup of an explorer by itself, for a root that has none: an empty element, or a bare shadow root.
 *
 * A server writes the same (explorer/web/templates/element.html), so that it can show before any script runs; where no
 * server is, as in a notebook, it comes from here. tests/browser/test_mount.py compares the two.
 */
import * as all from "../panels/all.mjs";
import { JUMPS } from "./transport.mjs";

const LAST = 99; // as in explorer/web/panels.py
/** @import { PanelModule, PanelRecord, ViewOption } from "../types" */
/** @typedef {{ name: string, label: string, title: string, icon?: string, look?: string, more?: string }} Pressed */

/** @type {PanelModule[]} */
const MODULES = Object.values(all);
const PANELS = MODULES.map(({ panel }) => panel).sort((one, other) => (one.at ?? LAST) - (other.at ?? LAST));
/** @type {Pressed[]} */
const MOVES = [
  { name: "restart", label: "Restart", title: "Before the first step (Home)", icon: "restart" },
  { name: "back", label: "Back", title: "One instance back (←)", icon: "back" },
  { name: "stage-back", label: "Stage back", title: "One stage back (shift ←)", icon: "stage-back" },
  { name: "stage", label: "Stage", title: "One stage on (shift →)", icon: "stage", look: "labelled" },
  { name: "next", label: "Next", title: "One instance on (→)", icon: "next", look: "primary labelled" },
];
const LEAPS = [...JUMPS].map(([name, count]) => ({ name, label: `${count}`, title: `${count} steps on` }));
const PLAY = {
  name: "play",
  label: "Play",
  title: "Play or pause (space)",
  icon: "play",
  more: 'aria-pressed="false"',
};
const PREDICT = { name: "predict", label: "Predict", title: "Cover what the coming stage brings, and predict it (g)" };
const DRAW = {
  name: "next-draw",
  label: "Draw",
  title: "Draw the next word by its probability (Enter)",
  look: "small",
};
const BEST = { name: "next-best", label: "Top", title: "Go on with the likeliest word", look: "small" };
const SPEEDS = [1, 4, 15, 60, 240].map((speed) => [speed, `${speed} a second`]);

/**
 * The element in which an explorer lives: the root itself, with its markup, or one made in a shadow root.
 *
 * @param {HTMLElement | ShadowRoot} root what has elements keeps them; the others get an explorer's, with ids behind a
 *   `prefix`
 * @param {{ prefix?: string, styles?: string[] }} options addresses of style sheets, for markup that is made
 * @returns {{ home: HTMLElement, links: HTMLLinkElement[], leave: () => void }} the links to the sheets; `leave` takes
 *   away what was made
 */
export function settle(root, { prefix = "", styles = [] } = {}) {
  if (root.childElementCount) return { home: homeIn(root), links: [], leave() {} };
  const { ownerDocument: document } = root;
  const links = styles.map((href) => Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  const template = document.createElement("template");
  template.innerHTML = explorer(prefix);
  const home = isElement(root) ? root : document.createElement("div");
  const styled = home.hasAttribute("class");
  const looks = ["explorer", "alone"].filter((look) => !home.classList.contains(look));
  home.classList.add(...looks);
  const made = [...links, ...(home === root ? template.content.childNodes : [home])];
  root.append(...made);
  if (home !== root) home.append(template.content);
  const leave = () => {
    for (const node of made) node.remove();
    home.classList.remove(...looks);
    if (!styled) home.removeAttribute("class");
  };
  return { home, links, leave };
}

/** @param {Node} root @returns {root is HTMLElement} */
const isElement = (root) => root.nodeType === root.ELEMENT_NODE;

/** The element that an explorer's markup stands in. @param {HTMLElement | ShadowRoot} root @returns {HTMLElement} */
function homeIn(root) {
  if (isElement(root)) return root;
  const home = root.querySelector(".explorer");
  if (home instanceof HTMLElement) return home;
  throw new Error("No element in this shadow root is an explorer's: its class is to be explorer.");
}

/** The inside of an explorer's element, with ids behind a prefix. */
export const explorer = (prefix = "") =>
  `<p class="alert" role="alert" hidden></p>${transport(prefix)}${panels(prefix)}`;

/** The panels of an explorer, with ids behind a prefix. @param {string} prefix */
export function panels(prefix) {
  /** @param {string} area */
  const panelsIn = (area) =>
    PANELS.filter((panel) => panel.area === area)
      .map((panel) => titled(prefix, panel))
      .join("");
  return `
    <div class="panels">
      <div class="panel-row above">${panelsIn("above")}</div>
      ${PANELS.filter(({ area }) => area === "between")
        .map((panel) => untitled(prefix, panel))
        .join("")}
      <div class="panel-row below">
        ${panelsIn("below")}
        <div class="answers">${panelsIn("answers")}${PANELS.filter(({ area }) => area === "questions")
          .map((panel) => following(prefix, panel))
          .join("")}</div>
      </div>
    </div>`;
}

/** @param {string} prefix */
const transport = (prefix) => `<nav class="transport" aria-label="Steps">
    <div class="buttons moves">${MOVES.map((each) => button(prefix, each)).join("")}</div>
    <div class="buttons jumps">${[...LEAPS, PLAY].map((each) => button(prefix, each)).join("")}
      ${select(`id="${prefix}speed"`, "Speed of playing", SPEEDS)}
      <input id="${prefix}go-to" class="entry go-to" type="text" inputmode="numeric" autocomplete="off"
        placeholder="go to" title="Go to where so many steps are done: a number, then Enter"
        aria-label="Go to step">
      ${button(prefix, PREDICT)}</div>
    <p class="status"><span id="${prefix}waiting" class="waiting" role="status"></span><span
      id="${prefix}status" class="where"></span></p>
    <div class="timeline"><canvas id="${prefix}timeline-loss" aria-hidden="true"></canvas>
      <input id="${prefix}timeline" type="range" min="0" max="500" step="1" value="0" autocomplete="off"
        aria-label="Step"></div>
  </nav>`;

/** @param {string} prefix @param {PanelRecord} panel */
const titled = (
  prefix,
  { name, title, suits, moment, options },
) => `<section class="panel panel-${name}"${suits ? ` data-suits="${suits}"` : ""} aria-label="${title}">
    <header class="panel-head">${headed(title, moment)}
      <div class="tools">${options
        .filter(({ control }) => control)
        .map((option) => controls(prefix, option))
        .join("")}</div></header>
    <div id="${prefix}${name}" class="panel-body"></div>
  </section>`;

/**
 * A panel's title, and what of a step it shows, which moments.mjs says.
 * @param {string} title
 * @param {string} [moment]
 */
const headed = (title, moment) =>
  `<div class="panel-title"><h2>${title}</h2>${moment ? `<span class="moment" data-moment="${moment}"></span>` : ""}</div>`;

/** @param {string} prefix @param {PanelRecord} panel */
const untitled = (prefix, { name, title }) =>
  `<section id="${prefix}${name}" class="panel ${name}" aria-label="${title}"></section>`;

/** The next word, of models that continue text. @param {string} prefix @param {PanelRecord} panel */
const following = (prefix, { name, title, moment }) => `<section id="${prefix}${name}" class="panel question ${name}">
    <header class="panel-head">${headed(title, moment)}
      <label class="seeded">seed <input id="${prefix}next-seed" class="entry" type="text" inputmode="numeric"
        autocomplete="off" value="1"></label></header>
    <div class="asked">
      <label class="own">your words
        <input id="${prefix}next-context" class="entry" type="text" autocomplete="off" spellcheck="false"
          title="Any words, not those of the step: which words follow them? Enter adds one that is drawn."></label>
      ${button(prefix, DRAW)}${button(prefix, BEST)}</div>
    <p id="${prefix}next-note" class="next-note"></p>
    <div id="${prefix}next-list" class="ranking next-list"></div>
  </section>`;

/** The controls of a view option in a panel's head. @param {string} prefix @param {ViewOption} option */
function controls(prefix, { key, title = "", control, choices = [], button: also }) {
  const pressed = also ? button(prefix, { name: also.id, look: "small", ...also }) : "";
  if (control === "segments") {
    const each = choices.map(([value, label, own]) => viewButton(key, value, label, own || title)).join("");
    return `<div class="segments" role="group" aria-label="${title}">${each}</div>${pressed}`;
  }
  if (control === "select") return pressed + select(`data-view="${key}"`, title, choices);
  const [[value, label]] = choices;
  return pressed + viewButton(key, value, label, title, 'class="button small" data-view-toggle="true"');
}

/** @param {string} key @param {string} value @param {string} label @param {string} title @param {string} [more] */
const viewButton = (key, value, label, title, more = "") =>
  `<button type="button" title="${title}" data-view="${key}" data-view-value="${value}" aria-pressed="false" ${more}>${label}</button>`;

/** @param {string} which @param {string} title @param {(string | number)[][]} choices */
function select(which, title, choices) {
  const options = choices.map(([value, label]) => `<option value="${value}">${label}</option>`).join("");
  return `<select class="select" autocomplete="off" ${which} title="${title}" aria-label="${title}">${options}</select>`;
}

/** @param {string} prefix @param {Pressed} pressed */
function button(prefix, { name, label, title, icon = "", look = "", more = "" }) {
  const word = icon
    ? `<span class="icon icon-${icon}" aria-hidden="true"></span><span class="word">${label}</span>`
    : `<span>${label}</span>`;
  const called = icon ? label : title.includes(label) ? title : ""; // else by what stands on it
  const named = called && `aria-label="${called}"`;
  return `<button id="${prefix}${name}" class="button ${look}" type="button" title="${title}" ${named} ${more}>${word}</button>`;
}
