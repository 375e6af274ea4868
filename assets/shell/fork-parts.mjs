/**
 * What stands on the page because of a fork: a bar, the element of B, and that of the difference; and how both runs'
 * panels stand.
 */
import { createButtons, element, setText } from "../draw/figure.mjs";
import { createKindChoice, createNotes, createPanelList, pressable } from "./fork-choices.mjs";
import { keepingFocus } from "./elements.mjs";
import { nameRun } from "./forked.mjs";
import { panels } from "./markup.mjs";
import { offered, PANELS, showChoice } from "./presenting.mjs";

/** @import { Explorer, Session, View } from "../types" */

const OF_WORDS = ["weights", "projection"];
const OF_NUMBERS = ["network", "plane"];

/**
 * The parts, and what changes them; `end` takes them away.
 * @param {Document} document
 * @param {Pick<Explorer, "seek" | "setView"> & { close(): void }} ways A's, and what ends it
 * @param {(field: string, value: string) => void} choose another model or output layer of B
 */
export function createParts(document, { setView, seek, close: leave }, choose) {
  const page = /** @type {HTMLElement} */ (document.querySelector(".page"));
  const bar = section("fork-bar", "Two runs");
  const names = ["A", "B"].map((letter) => createName(bar, letter));
  const first = bar.appendChild(pressable("button small fork-first", "", () => seek(Number(first.dataset.position))));
  first.title = "Where the first number differs: go there";
  first.hidden = true;
  const tools = bar.appendChild(element("div", "tools"));
  const tab = createButtons(tools, "How both are shown", TABS, (forkTab) => setView({ forkTab }));
  const showNotes = createNotes(tools);
  const boxes = createPanelList(tools, (forkPanels) => setView({ forkPanels }));
  const kind = createKindChoice(document, tools, choose);
  const close = tools.appendChild(pressable("button small fork-close", "Close", leave));
  close.ariaLabel = "Close B";
  const home = section("fork-other explorer", "B");
  home.innerHTML = panels("fork-");
  const difference = section("fork-difference", "Difference of B and A");
  page.querySelector(":scope > .transport")?.after(bar);
  page.querySelector(".workspace > .panels")?.after(home, difference);
  const alerts = [home, difference].map(createAlert); // of which one is seen

  /** @param {number} which @param {string} told @param {string} state */
  function name(which, told, state) {
    setText(names[which].told, told);
    if (which) document.body.dataset.forkTold = told; // for paper
    setText(names[which].state, state);
  }

  /** @param {[app: Explorer, session: Session | null][]} runs A and B @param {View} view */
  function arrange(runs, { present, forkTab, forkPanels }) {
    const chosen = tabOf(forkTab);
    const [[, session]] = runs;
    standForked(document.body, !present, present ? null : close); // presenting, the keys are the page's
    document.body.dataset.forkTab = chosen;
    tab((value) => value === chosen);
    showChoice(boxes, shownOf(session, forkPanels), session ? offered(session) : []);
    for (const [app, own] of runs) {
      const shown = shownOf(own ?? session, forkPanels);
      showOnly(app, shown);
      app.asked.at ??= besideLast(app, shown);
    }
  }

  /** @param {string} text */
  function alarm(text) {
    for (const alert of alerts) Object.assign(alert, { hidden: !text, textContent: text });
  }

  /** @param {Explorer[]} apps whose panels stay */
  function end(apps) {
    for (const made of [bar, home, difference]) made.remove();
    document.body.classList.remove("forked");
    delete document.body.dataset.forkTab;
    delete document.body.dataset.forkTold;
    for (const app of apps) showOnly(app, []);
  }

  return { home, difference, first, name, showNotes, kind, arrange, alarm, end };
}

/**
 * How the page stands: of two runs or of one.
 * @param {HTMLElement} body
 * @param {boolean} isForked
 * @param {HTMLElement | null} next
 */
function standForked(body, isForked, next) {
  if (body.classList.contains("forked") === isForked) return;
  keepingFocus(
    body.ownerDocument,
    () => body.classList.toggle("forked", isForked),
    () => next,
  );
  // On a page that scrolls one pressed far below what both are called.
  if (isForked) body.ownerDocument.defaultView?.scrollTo(0, 0);
}

const TABS = [
  ["", "Side by side", "A on the left, B on the right"],
  ["difference", "Difference", "B less A, both losses, both projections in one plane"],
];

/** How both are shown: where a link names no way, side by side. @param {string | undefined} wanted */
export const tabOf = (wanted) => TABS.find(([value]) => value === wanted)?.[0] ?? "";

/**
 * Which panels of a run are shown: those that a link names and it has, or else two.
 * @param {Session | null} session
 * @param {string} [wanted]
 */
function shownOf(session, wanted = "") {
  const has = session ? offered(session) : [];
  const named = wanted.split(",").filter((each) => has.includes(each));
  return named.length ? named : has.includes("plane") ? OF_NUMBERS : OF_WORDS;
}

/**
 * Where a number is explained that a link asks about: over the last panel, as numbers stand in the first, as a rule.
 * @param {Explorer} app
 * @param {string[]} shown
 */
function besideLast(app, shown) {
  const host = app.id(shown[shown.length - 1])?.closest(".panel");
  return host instanceof HTMLElement ? { host, box: { left: 0, top: 0, width: 0, height: host.offsetHeight } } : null;
}

/** The panels that are shown, in their order. @param {Explorer} app @param {string[]} names */
function showOnly(app, names) {
  for (const { name } of PANELS) {
    const section = app.id(name)?.closest(".panel");
    if (!(section instanceof HTMLElement)) continue;
    if (names.includes(name)) section.dataset.forked = String(names.indexOf(name));
    else delete section.dataset.forked;
  }
  app
    .id(PANELS[0].name)
    ?.closest(".panels")
    ?.toggleAttribute("data-room", names.length > 0); // for boxes of numbers
}

/** @param {HTMLElement} bar @param {string} letter */
function createName(bar, letter) {
  const line = bar.appendChild(element("p", "fork-name"));
  nameRun(line.appendChild(element("b", "fork-letter")), letter);
  const told = line.appendChild(element("span", "fork-told"));
  told.dir = "auto";
  line.append(" "); // for whoever hears it
  return { told, state: line.appendChild(element("span", "muted")) };
}

/** A part of the page with a name. @param {string} kind its class @param {string} label */
function section(kind, label) {
  const made = element("section", `${kind} fork-part`);
  made.setAttribute("aria-label", label);
  return made;
}

/** What is wrong with B, over what would show it. @param {HTMLElement} parent */
function createAlert(parent) {
  const alert = Object.assign(element("p", "alert"), { role: "alert", hidden: true });
  parent.prepend(alert);
  return alert;
}
