/**
 * The control panel: shows the running recipe, collects another one, and says what is wrong with it.
 *
 * What is typed is a draft: nothing happens to the run until one of the two actions is pressed. Only the choosers of
 * preset, model and output act at once. A dot marks each control whose draft differs from what runs.
 */

import { KINDS, mountDataSheets } from "./data-sheets.mjs";
import { mountOwn, write } from "./own-value.mjs";

// What may change while a run goes on; everything else needs a new run.
const IN_FLIGHT = new Set(["learning_rate", ...KINDS]);
const CHOOSERS = ["preset", "model", "output"];
const MOST_WORDS_LISTED = 2000;

/** Starts another model with the word vectors as they are now. */
function takerButton({ model, title }, app) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button small", textContent: `Take the vectors over: ${title}` });
  button.title = "A new run of that model on the same data, with the input vectors of the step that is shown, frozen";
  button.addEventListener("click", () => app.take(model));
  return button;
}

export function mount(document, app) {
  const byId = (id) => document.getElementById(id);
  const rows = [...document.querySelectorAll("#parameters > [data-field]")];
  const inputOf = (row) => byId(`param-${row.dataset.field}`);
  const changeHere = byId("change-here");
  let session = null;
  let running = { values: {}, kind: "", text: "" }; // values: {field: text}
  const sheets = mountDataSheets(document, () => session?.limits?.corpus_bytes ?? Infinity, refresh);

  function fill(described) {
    session = described;
    for (const id of CHOOSERS) byId(id).value = described[id] ?? "";
    // Models that have no choice of output layers have none to race either.
    for (const part of [byId("output").closest(".chooser"), byId("race")]) part.hidden = !("output" in described.hyper);
    const { values, corpus } = inForce(described);
    running = { values, ...corpus };
    for (const row of rows) {
      const { field } = row.dataset;
      if (field in values) write(row, inputOf(row), values[field]);
    }
    sheets.fill(running.kind, running.text);
    fillNote(byId, described);
    byId("takers").replaceChildren(...described.takers.map((taker) => takerButton(taker, app)));
    const listed = described.words.slice(0, MOST_WORDS_LISTED);
    byId("words").replaceChildren(...listed.map((word) => new Option(word, word)));
    clearProblems();
    refresh();
  }

  /** Which rows apply, which differ from what runs, and what the actions can do about it. */
  function refresh() {
    const kind = sheets.kind();
    const shown = session ?? { model: byId("model").value, output: byId("output").value };
    const here = { corpora: kind, models: shown.model, outputs: shown.output };
    for (const row of rows) {
      const allows = ([key, value]) => !row.dataset[key] || row.dataset[key].split(" ").includes(value);
      row.hidden = !Object.entries(here).every(allows);
    }
    if (!session) return;
    const changed = changedFields();
    for (const row of rows) row.toggleAttribute("data-changed", changed.includes(row.dataset.field));
    for (const each of KINDS) sheets.tab(each).toggleAttribute("data-changed", changed.includes(each));
    changeHere.disabled = !changed.length || !changed.every((field) => IN_FLIGHT.has(field)) || kind !== running.kind;
  }

  function changedFields() {
    const differs = (row) => inputOf(row).value.trim() !== running.values[row.dataset.field];
    const fields = rows.filter((row) => !row.hidden && row.dataset.field in running.values && differs(row));
    const data = sheets.kind() !== running.kind || sheets.text() !== running.text ? [sheets.kind()] : [];
    return [...fields.map((row) => row.dataset.field), ...data];
  }

  /**
   * The recipe as it stands in the controls, as texts: {preset, model, output, pairs | text | points, <field>: …}. A preset
   * whose data were edited is no longer that preset: its data then travel as text, under no preset.
   */
  function collect() {
    const changed = new Set(changedFields());
    const kind = sheets.kind();
    const sameData = !changed.has(kind);
    const fields = { model: byId("model").value, ...(!byId("output").closest(".chooser").hidden && { output: byId("output").value }) };
    if (sameData && byId("preset").value) fields.preset = byId("preset").value;
    else fields[kind] = sheets.text();
    for (const row of rows) {
      const { field, derived } = row.dataset;
      const value = inputOf(row).value.trim();
      const leftToDefault = derived && (value === "" || (kind !== running.kind && !changed.has(field)));
      if (!row.hidden && !leftToDefault) fields[field] = value;
    }
    return fields;
  }

  /** Only what can change in flight and was changed. */
  function changes() {
    const all = { ...collect(), [sheets.kind()]: sheets.text() };
    const fields = changedFields().filter((field) => IN_FLIGHT.has(field));
    return Object.fromEntries(fields.map((field) => [field, all[field]]));
  }

  /** @param {[field: string, got: any, allowed: string][]} problems told beside each control and above the page */
  function showProblems(problems) {
    clearProblems();
    for (const [field, got, allowed] of problems) {
      const slot = document.querySelector(`[data-problem-for="${CSS.escape(String(field))}"]`);
      if (!slot) continue;
      slot.textContent = sentence(field, got, allowed);
      const input = byId(`param-${field}`) ?? byId(field);
      input.setAttribute("aria-invalid", "true");
      if (KINDS.includes(field)) sheets.tab(field).click();
    }
    summarise(document, problems);
    document.querySelector("[aria-invalid='true']")?.scrollIntoView({ block: "center" });
  }

  function clearProblems() {
    for (const slot of document.querySelectorAll("[data-problem-for]")) slot.textContent = "";
    for (const input of document.querySelectorAll("[aria-invalid='true']")) input.removeAttribute("aria-invalid");
    byId("problems").hidden = true;
  }

  for (const row of rows) prepare(row, inputOf(row), app, refresh, () => byId("apply").click());
  for (const id of CHOOSERS) {
    byId(id).addEventListener("change", (event) => {
      if (event.target.value) app.choose({ [id]: event.target.value });
      else sheets.area(sheets.kind()).focus(); // "own data": to be typed
    });
  }
  byId("apply").addEventListener("click", () => app.restartWith(collect()));
  changeHere.addEventListener("click", () => app.changeHere(changes()));
  changeHere.disabled = true;
  refresh();

  return { fill, showProblems, clearProblems, collect, changes };
}

/** What a description says to be running, edits included, as the texts of the controls. */
function inForce(session) {
  const values = Object.fromEntries(Object.entries(session.hyper).map(([field, value]) => [field, asText(value)]));
  const corpus = { kind: session.corpus.kind, text: session.corpus.text };
  for (const { kind, value } of session.edits ?? []) {
    if (kind === "learning_rate") values.learning_rate = asText(value);
    if (KINDS.includes(kind)) Object.assign(corpus, { kind, text: String(value) });
  }
  return { values, corpus };
}

const asText = (value) => (value === null || value === undefined ? "" : String(value));

function prepare(row, input, app, refresh, submit) {
  const { help, allowed } = row.dataset;
  const label = row.querySelector("label");
  input.setAttribute("aria-description", help);
  mountOwn(row, input, refresh);
  input.addEventListener("input", refresh);
  input.addEventListener("change", refresh);
  if (input.tagName === "INPUT") input.addEventListener("keydown", (event) => event.key === "Enter" && submit());
  label.addEventListener("pointerenter", (event) => {
    app.tooltip?.show(event.clientX, event.clientY, [label.textContent, help, ["allowed", allowed]]);
  });
  label.addEventListener("pointerleave", () => app.tooltip?.hide());
}

/** What is wrong with a field. A corpus's message names line and column and speaks for itself. */
function sentence(field, got, allowed) {
  if (KINDS.includes(field)) return String(allowed);
  const value = String(got ?? "");
  const shown = value.length > 60 ? `${value.slice(0, 59)}…` : value;
  return `Allowed: ${allowed}. Given: ${shown || "nothing"}`;
}

function summarise(document, problems) {
  const box = document.getElementById("problems");
  const list = document.createElement("ul");
  for (const [field, got, allowed] of problems) {
    const item = list.appendChild(document.createElement("li"));
    item.appendChild(document.createElement("b")).textContent = labelOf(document, field);
    item.append(` ${sentence(field, got, allowed)}`);
  }
  const title = document.createElement("p");
  title.textContent = "Nothing was changed, because of this:";
  box.replaceChildren(title, list);
  box.hidden = false;
}

function labelOf(document, field) {
  return document.querySelector(`label[for="param-${CSS.escape(String(field))}"]`)?.textContent ?? String(field);
}

function fillNote(byId, session) {
  const note = byId("note");
  if (!note.dataset.seen) note.open = matchMedia("(min-height: 900px)").matches; // where there is room for it
  note.dataset.seen = "true";
  byId("note-title").textContent = session.title || "Own data";
  byId("note-caption").textContent = session.caption ?? "";
  byId("note-source").textContent = session.source ? `Source: ${session.source}` : "";
  const item = (text) => Object.assign(document.createElement("li"), { textContent: text });
  const items = (session.look_for ?? []).map(item);
  byId("note-look-for").replaceChildren(...items);
}
