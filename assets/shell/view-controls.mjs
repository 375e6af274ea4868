/**
 * View options in an explorer: any element with `data-view="<key>"`, and the forms of neighbours and analogy.
 *
 * They keep nothing: a press asks the player for another view, and `paint` shows the one that holds. What the
 * neighbours and analogies are is asked of the server by Dash, which hears of the view from the explorer's component
 * (component.mjs).
 */
import { shareSpace } from "../maths/points.mjs";
import { spelled } from "../text/spelling.mjs";
import { all } from "./elements.mjs";

/** @import { Explorer, Panel, Scene, Session, View, ViewOption } from "../types" */

const ANALOGY = ["analogy-a", "analogy-b", "analogy-c"];

/**
 * @param {Explorer} app
 * @param {ViewOption[]} options those of the panels; where the view names none the usual or first choice holds, but of
 *   what is toggled
 * @returns {Panel}
 */
export function mount(app, options) {
  const { host, id } = app;
  const controls = all(host, "[data-view]");
  for (const control of controls) listen(control, app);
  id("pca")?.addEventListener("click", () => app.fitHere(), { signal: app.clock.signal });
  const choice = id("of");
  const of = choice instanceof HTMLSelectElement ? choice : null;
  const paintForms = mountForms(app);
  /** @type {{ view: View, session: Session } | null} */
  let painted = null;

  /** @param {Session} session */
  function begin(session) {
    // Which panels there are, and how wide: styles/page.css and panels.css.
    host.dataset.corpus = session.words.length ? "words" : "numbers";
    host.dataset.layers = String(session.network.layers.length);
    if (of) offerVectors(of, session);
    offerFits(controls, session);
  }

  /** @param {Scene} scene */
  function paint({ view, session: { whole: session } }) {
    if (painted?.view === view && painted.session === session) return;
    if (painted?.session !== session) begin(session);
    painted = { view, session };
    const usual = { ...usualOf(options), of: session.network.input ?? "" };
    for (const control of controls) show(control, view, usual);
    paintForms(session, view);
  }

  return { paint };
}

/** What holds of each option where the view says nothing. @param {ViewOption[]} options @returns {View} */
const usualOf = (options) =>
  Object.fromEntries(
    options.map(({ key, control, choices, usual }) => [key, control === "toggle" ? "" : (usual ?? choices?.[0]?.[0])]),
  );

/** @param {HTMLElement} control @param {Explorer} app */
function listen(control, { setView, clock: { signal } }) {
  const { view: key = "", viewValue = "", viewToggle } = control.dataset;
  if (control instanceof HTMLSelectElement) {
    control.addEventListener("change", () => setView({ [key]: control.value }), { signal });
    return;
  }
  const press = () => {
    const pressed = control.getAttribute("aria-pressed") === "true";
    if (!pressed || viewToggle) setView({ [key]: pressed ? "" : viewValue });
  };
  control.addEventListener("click", press, { signal });
}

/** @param {HTMLElement} control @param {View} view @param {View} usual */
function show(control, view, usual) {
  const { view: key = "", viewValue } = control.dataset;
  const value = view[key] || usual[key] || "";
  if (control instanceof HTMLSelectElement) control.value = value;
  else control.setAttribute("aria-pressed", String(value === viewValue));
}

/**
 * The fields of neighbours and of the analogy; what stands in them is part of the view. Returns what shows it.
 * @param {Explorer} app
 * @returns {(session: Session, view: View) => void}
 */
function mountForms({ host, id, setView, clock: { signal } }) {
  /** @type {Set<string>} */
  let words = new Set();
  /** @type {Session | null} */
  let known = null;
  /** @param {string[]} names */
  const fields = (names) => names.map(id).filter((field) => field instanceof HTMLInputElement);
  const [word] = fields(["neighbours-word"]);
  const terms = fields(ANALOGY);

  /**
   * Answers on leaving a field, on Enter, and as soon as a word of the vocabulary stands in it.
   * @param {HTMLInputElement[]} inputs
   * @param {(values: string[]) => void} answer
   */
  function ask(inputs, answer) {
    const send = () => answer(inputs.map((input) => spelled(input.value.trim(), words, known?.hyper ?? {})));
    for (const input of inputs) {
      input.addEventListener("change", send, { signal });
      input.addEventListener("input", () => words.has(input.value) && send(), { signal });
      input.addEventListener("keydown", (event) => event.key === "Enter" && send(), { signal });
    }
  }

  if (word) ask([word], ([asked]) => setView({ word: asked }));
  if (terms.length === ANALOGY.length)
    ask(terms, (values) => setView({ analogy: values.some(Boolean) ? values.join(",") : "" }));

  /**
   * A field in use belongs to the one who types: "drink" may be on its way to "drinking".
   * @param {HTMLInputElement} field
   * @param {string} text
   */
  const put = (field, text) => {
    const { activeElement } = /** @type {Document | ShadowRoot} */ (host.getRootNode());
    if (field !== activeElement) field.value = text;
  };

  return (session, view) => {
    if (known !== session) words = new Set(session.words);
    known = session;
    const asked = (view.analogy ?? "").split(",");
    if (word) put(word, view.word ?? "");
    terms.forEach((field, i) => put(field, asked[i] ?? ""));
  };
}

/** Only vectors of words have neighbours. @param {HTMLSelectElement} select @param {Session} session */
function offerVectors(select, { parameters, network }) {
  const vectors = parameters.filter(({ axes }) => axes.length > 1 && axes.includes("word"));
  const kinds = new Map([
    [network.input, "input"],
    [network.output, "output"],
  ]);
  select.replaceChildren(...vectors.map(({ name, symbol }) => new Option(kinds.get(name) ?? symbol, name)));
}

/**
 * Axes can be fitted on both sets of vectors where these live in one space, else on one at a time.
 * @param {HTMLElement[]} controls
 * @param {Session} session
 */
function offerFits(controls, session) {
  const together = session.words.length > 0 && shareSpace(session);
  const offered = new Map(Object.entries({ W: true, output: !together, both: together }));
  for (const control of controls)
    if (control.dataset.view === "fit") control.hidden = !offered.get(control.dataset.viewValue ?? "");
}
