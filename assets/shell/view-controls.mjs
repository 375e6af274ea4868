/**
 * View options in an explorer: any element with `data-view="<key>"`, and the forms of neighbours and analogy.
 *
 * They keep nothing: a press asks the player for another view, and `paint` shows the one that holds. What the
 * neighbours and analogies are is asked of the server by Dash, which hears of the view through the store `place`.
 */
import { shareSpace } from "../maths/points.mjs";

const ANALOGY = ["analogy-a", "analogy-b", "analogy-c"];

/** `options`: those of the panels, [{key, control, choices}]; the first choice holds where the view names none, but of what is toggled. */
export function mount(app, options) {
  const { host, id, clock: { signal } } = app;
  const usual = Object.fromEntries(options.map(({ key, control, choices }) => [key, control === "toggle" ? "" : choices?.[0][0]]));
  const controls = [...host.querySelectorAll("[data-view]")];
  const of = id("of");
  const word = id("neighbours-word");
  const terms = ANALOGY.map(id);
  let painted = null;
  let words = new Set();

  for (const control of controls) {
    const { view: key, viewValue, viewToggle } = control.dataset;
    if (control.tagName === "SELECT") control.addEventListener("change", () => app.setView({ [key]: control.value }), { signal });
    else {
      control.addEventListener("click", () => {
        const pressed = control.getAttribute("aria-pressed") === "true";
        if (!pressed || viewToggle) app.setView({ [key]: pressed ? "" : viewValue });
      }, { signal });
    }
  }
  id("pca")?.addEventListener("click", () => app.fitHere(), { signal });
  if (word) ask([word], (values) => app.setView({ word: values[0] }));
  if (terms.every(Boolean)) ask(terms, (values) => app.setView({ analogy: values.some(Boolean) ? values.join(",") : "" }));

  /** On leaving a field, on Enter, and as soon as a word of the vocabulary stands in it. */
  function ask(inputs, answer) {
    const send = () => answer(inputs.map((input) => input.value.trim()));
    for (const input of inputs) {
      input.addEventListener("change", send, { signal });
      input.addEventListener("input", () => words.has(input.value) && send(), { signal });
      input.addEventListener("keydown", (event) => event.key === "Enter" && send(), { signal });
    }
  }

  function paint(scene) {
    const { view, session: { whole: session } } = scene;
    if (painted?.view === view && painted.session === session) return;
    if (painted?.session !== session) {
      words = new Set(session.words);
      // Which panels there are, and how wide: styles/page.css.
      Object.assign(host.dataset, { corpus: session.words.length ? "words" : "numbers", layers: session.network.layers.length });
      if (of) offerVectors(of, session);
      offerFits(controls, session);
    }
    painted = { view, session };
    for (const control of controls) {
      const value = view[control.dataset.view] || usual[control.dataset.view] || (control === of && session.network.input) || "";
      if (control.tagName === "SELECT") control.value = value;
      else control.setAttribute("aria-pressed", String(String(value) === control.dataset.viewValue));
    }
    const asked = String(view.analogy ?? "").split(",");
    const { activeElement } = host.getRootNode();
    for (const [input, text] of [[word, view.word ?? ""], ...terms.map((input, i) => [input, asked[i] ?? ""])]) {
      // A field in use belongs to the one who types: "drink" may be on its way to "drinking".
      if (input && input !== activeElement) input.value = text;
    }
  }

  return { paint };
}

/** Only vectors of words have neighbours. */
function offerVectors(select, { parameters, network }) {
  const vectors = parameters.filter(({ axes }) => axes.length > 1 && axes.includes("word"));
  const kinds = { [network.input]: "input", [network.output]: "output" };
  select.replaceChildren(...vectors.map(({ name, symbol }) => new Option(kinds[name] ?? symbol, name)));
}

/** Axes can be fitted on both sets of vectors where these live in one space, else on one at a time. */
function offerFits(controls, session) {
  const together = session.words.length > 0 && shareSpace(session);
  const offered = { W: true, output: !together, both: together };
  for (const control of controls) if (control.dataset.view === "fit") control.hidden = !offered[control.dataset.viewValue];
}
