/**
 * The control panel: shows the running recipe, collects another one, and says what is wrong with it.
 *
 * What is typed is a draft: nothing happens to the run until one of the two actions is pressed. Only the choosers act
 * at once; that of a model or output takes the drafts along. A dot marks each control that does not hold what runs.
 */

import { setText } from "../draw/figure.mjs";
import { count } from "../text/numbers.mjs";
import { showKind } from "./choosers.mjs";
import { prepare, rowOf } from "./control-rows.mjs";
import { DataSheets, KINDS } from "./data-sheets.mjs";
import { mountDialect } from "./dialect.mjs";
import { all, byId, keepingFocus, targetOf, wordOptions } from "./elements.mjs";
import { changesBy, inForce, lostOf } from "./in-force.mjs";
import { mountNote } from "./note.mjs";
import { write } from "./own-value.mjs";
import { clearProblems, dropProblem, labelOf, showProblems } from "./problems.mjs";

/** @import { Problem } from "../sources/errors.mjs" */
/** @import { Session, Taker, Tooltip } from "../types" */
/** @import { Field } from "./elements.mjs" */
/** @import { Running } from "./in-force.mjs" */
/** @typedef {Record<string, string>} Fields a recipe as it stands in the controls, as texts */
/**
 * @typedef {{ restartWith(fields: Fields): void, problemsOf(fields: Fields, signal: AbortSignal): Promise<Problem[]>,
 *   changeHere(fields: Fields): Promise<number | null>, take(model: string): void, choose(choice: Fields, drafted:
 *   Fields | null): void, tooltip: Tooltip }} App what the controls ask for; `problemsOf` tells why no run would have
 *   such fields, `changeHere` after which step the run was changed, null where it was not; `drafted`, what the controls
 *   hold, goes along to what is chosen
 */

// What may change while a run goes on; everything else needs a new run.
const IN_FLIGHT = new Set(["learning_rate", ...KINDS]);
const CHOOSERS = ["preset", "model", "output"];

/** The control panel of the page. */
export class Controls {
  /** @param {Document} document @param {App} app */
  constructor(document, app) {
    this.document = document;
    this.app = app;
    this.probing = new AbortController(); // of what the fields hold, which nobody has asked for yet
    this.changeHere = byId(document, "change-here", HTMLButtonElement);
    this.outputs = /** @type {HTMLElement} */ (this.chooser("output").closest(".chooser"));
    this.rows = all(document, "#parameters > [data-field]").map((element) => rowOf(document, element));
    this.fillNote = mountNote(this.part, (field) => labelOf(this.document, field));
    this.showDialect = mountDialect(document, this.rows, () => this.refresh());
    /** @type {Session | null} */
    this.session = null;
    this.running = /** @type {Running} */ ({ values: {}, kind: "", text: "", changes: 0 });
    this.lost = ""; // of the changes on the way, by the last one
    /** @type {Set<string>} */
    this.chosen = new Set(); // fields that were set by hand
    this.sheets = new DataSheets(
      document,
      () => this.session?.limits.corpus_bytes ?? Infinity,
      () => this.refresh(),
    );
    this.listen();
    this.changeHere.disabled = true;
    this.refresh();
  }

  /** @param {string} id */
  chooser = (id) => byId(this.document, id, HTMLSelectElement);
  /** @param {string} id */
  part = (id) => byId(this.document, id, HTMLElement);

  /** What a control offers, in its words; null of what is not chosen. @param {string} field @param {string} value */
  named = (field, value) => {
    const { input, element } = this.rows.find((row) => row.field === field) ?? {};
    if (!(input instanceof HTMLSelectElement)) return null;
    const chosen = [...input.options].find((option) => option.value === value);
    return chosen ? `${element?.querySelector("label")?.textContent}: ${chosen.textContent}` : null;
  };

  listen() {
    const { app } = this;
    const restart = this.part("apply");
    for (const row of this.rows)
      prepare(
        row,
        app.tooltip,
        () => {
          this.chosen.add(row.field);
          this.refresh();
        },
        () => this.enter(row.input),
      );
    this.document.addEventListener("input", (event) => dropProblem(targetOf(event)));
    for (const id of CHOOSERS) {
      const chooser = this.chooser(id);
      chooser.addEventListener("change", () => {
        if (chooser.value) app.choose({ [id]: chooser.value }, id === "preset" ? null : this.drafted());
        else this.sheets.area(this.sheets.kind).focus(); // own data, which are to be typed
      });
    }
    restart.addEventListener("click", () => app.restartWith(this.collect()));
    this.changeHere.addEventListener("click", () => this.change());
  }

  /** Enter in a field: the run goes on with it where it can, and is never left by a slip. @param {Field} field */
  enter(field) {
    if (!this.changeHere.disabled) this.change();
    else if (this.changedFields().length) {
      this.part("apply").focus(); // which the field that is left hears of as a change
      this.say("This takes a new run: Enter again restarts.");
      this.tellProblems(field);
    }
  }

  /**
   * What would be refused is told before one asks for it, in the field that one was in, unless one has gone on.
   * @param {Field} field
   */
  async tellProblems(field) {
    const { signal } = (this.probing = new AbortController());
    const problems = await this.app.problemsOf(this.collect(), signal);
    if (!problems.length || signal.aborted) return;
    this.showProblems(problems);
    if (this.document.activeElement === this.part("apply")) field.focus();
  }

  async change() {
    const from = await this.app.changeHere(this.changes());
    if (from !== null) this.say([`Changed after step ${count(from)}.`, this.lost].join(" ").trim());
  }

  /** @param {string} text */
  say(text) {
    setText(this.part("change-note"), text);
  }

  /** Shows what runs. @param {Session} session @param {number} step where one stands */
  fill(session, step) {
    this.lost = lostOf(this.session, session);
    this.session = session;
    this.showChosen();
    this.part("race").hidden = this.outputs.hidden; // what has no choice of output layers has none to race either
    this.running = inForce(session, step);
    this.chosen.clear();
    const { values, kind, text } = this.running;
    for (const { field, element, input } of this.rows) {
      const value = values[field] ?? element.dataset.fresh;
      if (value !== undefined) write(element, input, value);
    }
    this.sheets.fill(kind, text);
    this.fillNote(session);
    const takers = session.takers.map((taker) => takerButton(this.document, taker, this.app));
    keepingFocus(
      this.document,
      () => this.part("takers").replaceChildren(...takers),
      () => this.chooser("model"),
    );
    this.part("words").replaceChildren(...wordOptions(session.words));
    this.clearProblems();
    this.refresh();
    this.say(this.lost);
  }

  /** What runs, whatever else was chosen in vain. */
  showChosen() {
    const { session } = this;
    if (!session) return;
    this.chooser("preset").value = session.preset ?? "";
    showKind({ model: this.chooser("model"), output: this.chooser("output") }, session);
  }

  /** Where a run was changed on its way, the controls tell what holds at a step; drafts stay. @param {number} step */
  moved(step) {
    const { session } = this;
    if (!session?.edits.length || changesBy(session.edits, step).length === this.running.changes) return;
    const running = inForce(session, step);
    const drafts = this.changedFields();
    const isOtherData = running.text !== this.running.text && !drafts.includes(this.sheets.kind);
    this.running = running;
    for (const { field, element, input } of this.rows)
      if (!drafts.includes(field) && field in running.values) write(element, input, running.values[field]);
    if (isOtherData) this.sheets.fill(running.kind, running.text);
    this.refresh();
  }

  /** Which rows apply, which differ from what runs, and what the actions can do about it. */
  refresh() {
    if (!this.sheets) return; // they are being made
    this.probing.abort();
    this.say("");
    this.freshen();
    const { sheets, running } = this;
    const shown = this.session ?? { model: this.chooser("model").value, output: this.chooser("output").value };
    /** @type {Fields} */
    const here = { corpora: sheets.kind, models: shown.model, outputs: shown.output };
    for (const { element } of this.rows) {
      /** @param {[string, string]} asked */
      const applies = ([key, value]) => (element.dataset[key] || value).split(" ").includes(value);
      element.hidden = !Object.entries(here).every(applies) || !this.goesWith(element);
    }
    this.showDialect(this.session);
    if (!this.session) return;
    const changed = this.changedFields();
    for (const row of this.rows) row.element.toggleAttribute("data-changed", this.differs(row));
    for (const kind of KINDS) sheets.tab(kind).toggleAttribute("data-changed", changed.includes(kind));
    const inFlight = changed.length > 0 && changed.every((field) => IN_FLIGHT.has(field));
    this.changeHere.disabled = !inFlight || sheets.kind !== running.kind;
    this.part("fork").hidden = !changed.length;
  }

  /**
   * A run's text that is typed over is new text: a control that has a value of its own for such shows it, unless it was
   * set by hand. A restart takes that; a change on the way is read as the run is.
   */
  freshen() {
    const { sheets, running, chosen } = this;
    const isNew = sheets.kind === running.kind && sheets.text !== running.text;
    for (const { field, element, input } of this.rows) {
      const [{ fresh }, held] = [element.dataset, running.values[field]];
      if (fresh && held && !chosen.has(field)) write(element, input, isNew ? fresh : held);
    }
  }

  /** Whether the field that a row goes with, if any, has a value that it takes. @param {HTMLElement} element */
  goesWith({ dataset: { goesWith } }) {
    const [, other, not, value] = /^(\w+) (not )?(.*)$/.exec(goesWith ?? "") ?? [];
    const row = this.rows.find(({ field }) => field === other);
    return !row || row.element.hidden || (row.input.value.trim() === value) !== Boolean(not);
  }

  /** Whether a control holds another value than what runs. @param {import("./control-rows.mjs").Row} row */
  differs({ field, element, input }) {
    const { values } = this.running;
    return !element.hidden && field in values && input.value.trim() !== values[field];
  }

  /** The fields that were changed by hand. */
  changedFields() {
    const { sheets, running } = this;
    const differs = this.rows.filter(
      (row) => this.differs(row) && (!row.element.dataset.fresh || this.chosen.has(row.field)),
    );
    const data = sheets.kind !== running.kind || sheets.text !== running.text ? [sheets.kind] : [];
    return [...differs.map(({ field }) => field), ...data];
  }

  /**
   * The recipe as it stands in the controls: preset, model, output, pairs, text or points, and each field. A preset
   * whose data were edited is no longer that preset: its data then travel as text, under no preset.
   * @param {{ model: string, output?: string | null }} [kind] as the choosers have it
   */
  collect(kind = { model: this.chooser("model").value, output: this.chooser("output").value }) {
    const { sheets, running } = this;
    const changed = new Set(this.changedFields());
    const preset = this.chooser("preset").value;
    /** @type {Fields} */
    const fields = { model: kind.model };
    if (!this.outputs.hidden) fields.output = kind.output ?? "";
    const isOfPreset = !changed.has(sheets.kind) && running.text === this.session?.corpus.text;
    if (preset && isOfPreset) fields.preset = preset;
    else fields[sheets.kind] = sheets.text;
    for (const { field, element, input } of this.rows) {
      const value = input.value.trim();
      const untouched = value === "" || (sheets.kind !== running.kind && !changed.has(field));
      const leftToDefault = element.dataset.derived && untouched;
      if (!element.hidden && !leftToDefault) fields[field] = value;
    }
    return fields;
  }

  /** What the controls hold where that is not what the run began with; else null. */
  drafted() {
    const { session, running } = this;
    return session && (running.changes || this.changedFields().length) ? this.collect(session) : null;
  }

  /** Only what can change in flight and was changed. */
  changes() {
    const { sheets } = this;
    const standing = { ...this.collect(), [sheets.kind]: sheets.text };
    const fields = this.changedFields().filter((field) => IN_FLIGHT.has(field));
    return Object.fromEntries(fields.map((field) => [field, standing[field]]));
  }

  /** @param {Problem[]} problems */
  showProblems(problems) {
    for (const [field] of problems) if (KINDS.includes(field)) this.sheets.turnTo(field);
    showProblems(this.document, problems);
    this.say(""); // what it spoke of has failed
  }

  clearProblems() {
    this.probing.abort();
    clearProblems(this.document);
  }
}

/**
 * Starts another model with the word vectors as they are now.
 * @param {Document} document
 * @param {Taker} taker
 * @param {App} app
 */
function takerButton(document, { model, title }, app) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "button small", textContent: `Take the vectors over: ${title}` });
  button.title = "A new run of that model on the same data, with the input vectors of the step that is shown, frozen";
  button.addEventListener("click", () => app.take(model));
  return button;
}
