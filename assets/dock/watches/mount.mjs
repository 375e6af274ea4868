/** Numbers and expressions that stay in sight: value, change and curve of each; all of them as CSV. */
import { element } from "../../draw/figure.mjs";
import { createBox } from "../expressions/box.mjs";
import { expressionOf } from "../../text/written.mjs";
import { button, createProgress } from "../parts.mjs";
import { Pace } from "../pieces.mjs";
import { rangeOf } from "../range.mjs";
import { download } from "../download.mjs";
import { csvOf } from "./csv.mjs";
import { listOf, textOf } from "./list.mjs";
import { createRow } from "./row.mjs";
import { valuesOf } from "./values.mjs";

/** @import { Docked, Scene, Section } from "../../types" */
/** @import { Now } from "./row.mjs" */
/** @import { Values } from "./values.mjs" */
/**
 * @typedef {{ row: ReturnType<typeof createRow>, now: Now | null, curve: Values | null, range: number, wrong: boolean
 *   }} Watch `range`: to where its curve was asked for
 */

/** What it is. */
export const section = {
  name: "watches",
  at: 3,
  title: "Watches",
  says: "Numbers and expressions that stay in sight, with their curves",
};

const POINTS = 400; // of a curve
const MOST_ROWS = 20_000; // of a table
const PAUSE = 100; // ms between two answers while one plays

/** @param {HTMLElement} root @param {Docked} app @returns {Section} */
export const mount = (root, app) => new Watches(root, app);

/** Follows the steps with the values of what is watched, one question at a time. */
class Watches {
  pace = new Pace();
  /** @type {Map<string, Watch>} */
  watches = new Map();
  query = "";
  typed = ""; // what was entered last, until it has a value
  painted = ""; // the list as a scene had it last
  /** @type {string[]} */
  names = [];
  /** @type {AbortController | null} */
  asking = null;
  /** @type {Scene | null} */
  scene = null;

  /** @param {HTMLElement} root @param {Docked} app */
  constructor(root, app) {
    this.app = app;
    this.box = createBox(root, app, {
      name: "watch",
      label: "Expression to watch",
      example: "cos(king, queen), or press a number",
      take: (text) => {
        if (!text) return; // a box that was just cleared may tell so
        this.box.clear();
        this.typed = text;
        this.add(text);
      },
    });
    this.list = root.appendChild(element("ul", "dock-watches"));
    const tools = root.appendChild(element("div", "dock-tools"));
    const title = "All of them at every step so far, as comma-separated values";
    this.saving = tools.appendChild(button("CSV", title, () => this.save()));
    this.progress = createProgress(
      tools,
      () => this.leave(),
      () => {},
    );
  }

  /** What is watched from now on; it is painted a moment later. @param {string[]} names */
  watch(names) {
    this.names = names;
    this.app.setView({ watch: textOf(names) });
  }

  /** @param {string} text */
  add(text) {
    this.watch([...this.names, text]);
  }

  /** What is dropped leaves the focus to the next one, or the one before, or else to the field. @param {string} text */
  drop(text) {
    const { names, watches } = this;
    const at = names.indexOf(text);
    const next = watches.get(names[at + 1] ?? names[at - 1]);
    const byKeys = watches.get(text)?.row.dropping.matches(":focus-visible");
    this.watch(names.filter((name) => name !== text));
    if (!byKeys) return;
    if (next) next.row.dropping.focus({ preventScroll: true });
    else this.box.focus();
  }

  /** @param {string} about @param {Scene} scene */
  ask(about, scene) {
    const text = about.startsWith("=") ? about.slice(1) : expressionOf(about, scene);
    if (text) this.add(text);
    else this.box.tell(new Error("This number has no name in expressions at this step."), "");
  }

  /** @param {Scene} scene @param {boolean} shown */
  paint(scene, shown) {
    this.scene = scene;
    const { watch = "" } = scene.view;
    if (watch !== this.painted) Object.assign(this, { painted: watch, names: listOf(watch) });
    if (!shown) return;
    const { whole } = scene.session;
    if (whole.query !== this.query) {
      this.leave();
      this.watches.clear();
      this.query = whole.query;
    }
    this.box.show("", whole);
    this.arrange(this.names);
    this.follow();
    this.show();
  }

  /** A row for each, in the order of the link. @param {string[]} names */
  arrange(names) {
    const { watches, list, app } = this;
    for (const name of names) {
      if (watches.has(name)) continue;
      const row = createRow(app, name, () => this.drop(name));
      watches.set(name, { row, now: null, curve: null, range: 0, wrong: false });
    }
    for (const [name, { row }] of watches) {
      if (names.includes(name)) continue;
      row.node.remove(); // and no other, which may have the focus
      watches.delete(name);
    }
    const nodes = names.flatMap((name) => watches.get(name)?.row.node ?? []);
    const same = nodes.length === list.children.length && nodes.every((node, i) => list.children[i] === node);
    if (!same) list.replaceChildren(...nodes);
    this.saving.hidden = !nodes.length;
  }

  /** Ask for what is missing: first the values here, then the curves. */
  follow() {
    const { scene, asking, app } = this;
    if (!scene || asking) return;
    const range = rangeOf(app);
    const open = [...this.watches].filter(([, { wrong }]) => !wrong);
    const stale = open.find(([, { now }]) => now?.step !== scene.step);
    const short = open.find(([, watch]) => watch.range !== range);
    if (stale) this.work(...stale, (signal) => this.askNow(...stale, scene.step, signal));
    else if (short) this.work(...short, (signal) => this.askCurve(...short, range, signal));
  }

  /** @param {string} name @param {Watch} watch @param {(signal: AbortSignal) => Promise<void>} ask */
  work(name, watch, ask) {
    const controller = new AbortController();
    this.asking = controller;
    ask(controller.signal)
      .catch((error) => {
        if (controller.signal.aborted) return;
        watch.wrong = true;
        this.refuse(name, watch, error);
      })
      .then(() => {
        if (this.asking !== controller) return;
        this.show();
        this.app.clock.after(this.scene?.playing ? PAUSE : 0, () => this.rest(controller));
      });
  }

  /**
   * What was just entered is taken back; what a link has stays.
   * @param {string} name
   * @param {Watch} watch
   * @param {unknown} error
   */
  refuse(name, watch, error) {
    if (name !== this.typed) watch.row.refuse(error);
    else {
      this.drop(name);
      this.box.giveBack(name, error);
    }
  }

  /** @param {AbortController} controller */
  rest(controller) {
    if (this.asking !== controller) return;
    this.asking = null;
    this.follow();
  }

  /** @param {string} expression @param {Watch} watch @param {number} step @param {AbortSignal} signal */
  async askNow(expression, watch, step, signal) {
    const options = { expression, start: Math.max(0, step - 1), stop: step };
    const { header, arrays } = await this.app.source.evaluate(this.query, options, signal);
    const reached = header.stop >= step;
    const value = reached ? (arrays.values.at(-1) ?? NaN) : NaN;
    watch.now = { step, value, before: step && reached ? arrays.values[0] : NaN, condition: header.condition };
  }

  /** @param {string} expression @param {Watch} watch @param {number} range @param {AbortSignal} signal */
  async askCurve(expression, watch, range, signal) {
    const stride = Math.max(1, Math.ceil(range / POINTS));
    const curve = await valuesOf(this.askedOf(expression, signal), range, stride, (known) => {
      watch.curve = known;
      this.show();
    });
    if (!signal.aborted) Object.assign(watch, { curve, range });
  }

  /** @param {string} expression @param {AbortSignal} signal */
  askedOf(expression, signal) {
    return { source: this.app.source, query: this.query, expression, pace: this.pace, signal };
  }

  show() {
    const { scene } = this;
    if (!scene) return;
    const range = rangeOf(this.app);
    for (const { row, now, curve, wrong } of this.watches.values()) {
      if (!wrong) row.tell(now);
      row.draw(curve, range, scene.step);
    }
  }

  leave() {
    this.asking?.abort();
    this.asking = null;
    this.progress("");
  }

  /** A file with a column for each, a row for each step so far, or for as many as a table can have. */
  async save() {
    this.leave();
    const controller = new AbortController();
    this.asking = controller;
    const { signal } = controller;
    const step = this.scene?.step ?? 0;
    const names = [...this.watches].filter(([, { wrong }]) => !wrong).map(([name]) => name);
    this.progress("Asking …", "going");
    try {
      /** @type {Values[]} */
      const columns = [];
      const stride = Math.max(1, Math.ceil(step / MOST_ROWS));
      for (const name of names) columns.push(await valuesOf(this.askedOf(name, signal), step, stride));
      if (!signal.aborted) download(this.app, "watches.csv", csvOf(names, columns));
      this.leave();
    } catch (error) {
      if (!signal.aborted) this.progress(error instanceof Error ? error.message : String(error));
    }
    if (this.asking && this.asking !== controller) return;
    this.asking = null;
    this.follow();
  }
}
