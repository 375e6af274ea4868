/**
 * Presenting: one to three chosen panels fill the window, in sizes that are read from the back row. Which ones is a
 * view option of the page, `view.present`, so that a link opens them too. Enlarge presents one panel alone. Nothing is
 * drawn for it: the sizes and the room are the style sheet's (styles/presenting.css), and pictures follow those
 * wherever they stand.
 */
import * as modules from "../panels/all.mjs";
import { all, byId, targetOf } from "./elements.mjs";

/** @import { Explorer, PanelModule, PanelRecord, Scene, Session, View } from "../types" */
/** @typedef {{ app: Explorer, on: (name: "paint", handler: (scene: Scene) => void) => void }} Presented an explorer */

const MOST = 3; // panels
const STRIP = "explanation"; // is as wide as the window, above or below the others
const FIRST = "network";
const USUAL = [FIRST, STRIP];

/** @type {PanelModule[]} */
const MODULES = Object.values(modules);
/** What can be presented: all but the forms. @type {PanelRecord[]} */
export const PANELS = MODULES.map(({ panel }) => panel).filter(({ area }) => area !== "questions");

/** The panels that a session has. @param {Pick<Session, "words">} session */
export const offered = ({ words }) =>
  PANELS.filter(({ suits }) => !suits || suits === (words.length ? "words" : "numbers")).map(({ name }) => name);

/**
 * The names of the panels to present, in the order of the link; what a session does not have is as good as not given.
 * @param {View} view
 * @param {Pick<Session, "words">} session
 */
function presentedOf({ present = "" }, session) {
  const has = new Set(offered(session));
  return [...new Set(present.split(","))].filter((name) => has.has(name)).slice(0, MOST);
}

/** @param {string} name of a panel */
const titleOf = (name) => PANELS.find((panel) => panel.name === name)?.title ?? name;

/** What can be enlarged has a figure, too. */
const DRAWN = PANELS.filter(({ enlarged }) => enlarged).map(({ name }) => name);

/** @param {Explorer} app @param {string[]} names of panels; of none, the page is as it was */
function present(app, names) {
  app.say(names.length ? `Presented: ${names.map(titleOf).join(", ")}` : "Presented no longer");
  app.setView({ present: names.join(",") });
}

/**
 * The button, the bar and the panels that the view names.
 * @param {Document} document
 * @param {Presented} explorer
 * @param {(figure: string) => void} enlarge shows Plotly's figure of a panel
 * @returns what turns it on and off; and whether it is `on`
 */
export function mount(document, { app, on }, enlarge) {
  const bar = byId(document, "presenting", HTMLElement);
  const list = byId(document, "present-panels", HTMLElement);
  const boxes = all(list, "input").filter((box) => box instanceof HTMLInputElement);
  const button = byId(document, "present", HTMLButtonElement);
  const touched = lastTouched(document, app);
  let shown = /** @type {string[]} */ ([]);
  let last = USUAL;
  let alone = false; // whether one is enlarged
  const leave = byId(document, "present-leave", HTMLElement);
  const focus = keptFocus(document, bar, leave);

  const choose = (/** @type {string[]} */ names) => present(app, names);

  function toggle() {
    if (!shown.length) focus.hold();
    else if (!alone) last = shown;
    list.hidePopover();
    choose(shown.length ? [] : last);
  }

  /** @param {Scene} scene */
  function paint({ view, session: { whole } }) {
    const names = presentedOf(view, whole);
    showChoice(boxes, names, offered(whole));
    if (names.join() === shown.join()) return;
    shown = names;
    alone &&= names.length > 0;
    bar.hidden = !names.length;
    button.ariaPressed = String(!bar.hidden);
    arrange(app, names);
    focus.keep();
  }

  on("paint", paint);
  button.addEventListener("click", toggle);
  byId(document, "enlarge", HTMLButtonElement).addEventListener("click", () => {
    focus.hold();
    alone = true;
    choose([touched()]);
  });
  leave.addEventListener("click", toggle);
  list.addEventListener("click", (event) => targetOf(event)?.closest("button") && list.hidePopover());
  byId(document, "present-figure", HTMLElement).addEventListener("click", () => {
    enlarge(shown.find((name) => DRAWN.includes(name)) ?? FIRST);
  });
  for (const box of boxes)
    box.addEventListener("change", () => {
      alone = false;
      choose(box.checked ? [...shown, box.value] : shown.filter((name) => name !== box.value));
    });

  return {
    toggle,
    get on() {
      return shown.length > 0;
    },
  };
}

/**
 * What had the focus on the page gets it back. Where the keyboard pressed what presenting hides, the focus goes on to
 * what leaves it.
 * @param {Document} document
 * @param {HTMLElement} bar
 * @param {HTMLElement} leave
 */
function keptFocus(document, bar, leave) {
  let held = /** @type {Element | null} */ (null);
  let byKeys = false;
  return {
    hold() {
      held = document.activeElement;
      byKeys = held !== document.body && Boolean(held?.matches(":focus-visible"));
    },
    keep() {
      const now = document.activeElement;
      if (!(held instanceof HTMLElement)) return;
      if (!bar.hidden) {
        if (byKeys && (now === document.body || now === held) && !held.checkVisibility()) leave.focus();
        return;
      }
      if (now === document.body || bar.contains(now)) held.focus();
      held = null;
    },
  };
}

/**
 * The panel that was pressed last, or has the focus, where it is still there.
 * @param {Document} document
 * @param {Explorer} app
 */
function lastTouched(document, app) {
  let touched = FIRST;
  for (const name of ["pointerdown", "focusin"])
    document.addEventListener(name, (event) => {
      const panel = targetOf(event)?.closest(".panel");
      touched = DRAWN.find((each) => panel?.contains(app.id(each))) ?? touched;
    });
  return () => (app.id(touched)?.checkVisibility() ? touched : FIRST);
}

/**
 * At least one is chosen, at most three.
 * @param {HTMLInputElement[]} boxes
 * @param {string[]} names
 * @param {string[]} has
 */
export function showChoice(boxes, names, has) {
  for (const box of boxes) {
    box.checked = names.includes(box.value);
    box.disabled = box.checked ? names.length === 1 : names.length === MOST;
    const label = /** @type {HTMLElement} */ (box.closest("label"));
    const offered = has.includes(box.value);
    if (label.hidden === offered) label.hidden = !offered;
  }
}

/**
 * What the style sheet goes by: the panels in their order, and how many stand beside the strip.
 * @param {Explorer} app
 * @param {string[]} names
 */
function arrange({ host, id }, names) {
  host.classList.toggle("presenting", names.length > 0);
  host.dataset.presents = String(names.filter((name) => name !== STRIP).length);
  const strip = names.indexOf(STRIP);
  host.dataset.strip = strip < 0 ? "" : strip ? "last" : "first";
  for (const { name } of PANELS) {
    const section = id(name)?.closest(".panel");
    if (!(section instanceof HTMLElement)) continue;
    if (names.includes(name)) section.dataset.presented = String(names.indexOf(name));
    else delete section.dataset.presented;
  }
}
