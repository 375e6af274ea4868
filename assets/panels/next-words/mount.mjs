/**
 * The next word: the likeliest ones after a typed context, and drawing on from there word by word. What stands in the
 * field and the seed are view options, and the server's answer is a function of them and of the step: a link shows the
 * same again, and the same words go on in the same way.
 */
import { createNote } from "../../draw/figure.mjs";
import { asksOf, contextOf, continuesText, noteOf, questionOf, seedOf } from "./asked.mjs";
import { createList } from "./list.mjs";
import { partsOf } from "./parts.mjs";
import panel from "./panel.json" with { type: "json" };

export { panel };

/** @import { Asker, Continuation, Explorer, Scene } from "../../types" */
/** @import { Answer } from "./asked.mjs" */

/** @param {HTMLElement} root @param {Explorer} app */
export function mount(root, app) {
  const { field, seed, draw, best, ...parts } = partsOf(root, app);
  const asks = field.title;
  const note = createNote(parts.note);
  /** @param {string | undefined} word */
  const add = (word) => {
    if (word === undefined) return;
    field.value = `${field.value.trim()} ${word}`; // also where one types
    app.setView({ next: field.value });
  };
  const fill = createList(parts.list, add);
  /** @type {Scene | null} */
  let latest = null; // the one painted last
  /** @type {Asker<Continuation>} */
  const asker = app.asker(() => latest && paint(latest));
  /** @type {Answer} */
  let known = null; // about the words in the field

  const { signal } = app.clock;
  field.addEventListener("input", () => app.setView({ next: field.value }), { signal });
  seed.addEventListener("input", () => app.setView({ draw: seed.value }), { signal });
  draw.addEventListener("click", () => add(drawnOf(known)), { signal });
  best.addEventListener("click", () => add(known?.likely?.[0]?.[0]), { signal });
  field.addEventListener("keydown", ({ key }) => key === "Enter" && add(drawnOf(known)), { signal });

  /** @param {Scene} scene */
  function paint(scene) {
    latest = scene;
    const continues = continuesText(scene.session.whole);
    tellHost(app.host, asksOf(scene), String(continues));
    if (!continues) {
      asker.leave();
      return;
    }
    showQuestion(scene);
    known = answerTo(asker, scene, app);
    /** @type {Answer} */
    const shown = known ?? (asker.asking() || scene.playing ? asker.last().answer : null);
    note(noteOf(shown));
    for (const button of [draw, best]) button.disabled = !shown?.likely?.length;
    fill(shown?.likely ? shown : null);
  }

  /** What is being typed stays as it is. @param {Scene} scene */
  function showQuestion(scene) {
    const { activeElement } = /** @type {Document | ShadowRoot} */ (root.getRootNode());
    const context = contextOf(scene);
    if (field !== activeElement && field.value !== context) {
      field.value = context;
      field.scrollLeft = field.scrollWidth; // the words drawn last
    }
    if (seed !== activeElement) seed.value = seedOf(scene);
    const { takes } = scene.session.whole;
    field.placeholder = takes ? `${takes} words, or more` : "some words";
    const counts = takes === 1 ? "The last word counts." : takes ? `The last ${takes} words count.` : "";
    field.title = `${asks} ${counts}`.trim();
  }

  return { paint };
}

/** The word that is drawn. @param {Answer} answer */
const drawnOf = (answer) => (answer?.likely ? answer.drawn?.[0] : undefined);

/**
 * Which of two panels is there; the button that led to the other one hands on the keyboard's focus.
 * @param {HTMLElement} host
 * @param {string} asks
 * @param {string} continues
 */
function tellHost(host, asks, continues) {
  const { dataset } = host;
  if (dataset.asks === asks && dataset.continues === continues) return;
  const held = host.querySelector(":focus-visible");
  Object.assign(dataset, { asks, continues });
  if (!held || held.checkVisibility()) return;
  const counterpart = [...host.querySelectorAll('[data-view="asks"]')].find((each) => each.checkVisibility());
  if (counterpart instanceof HTMLElement) counterpart.focus({ preventScroll: true });
}

/**
 * The answer about what stands in the field; while playing slowly it is asked for too.
 * @param {Asker<Continuation>} asker
 * @param {Scene} scene
 * @param {Pick<Explorer, "source">} app
 * @returns {Answer}
 */
function answerTo(asker, scene, { source }) {
  const question = questionOf(scene);
  if (!question) return asker.answer(null, null);
  /** @param {AbortSignal} signal */
  const send = (signal) => source.continuation(scene.session.whole.query, question.options, signal);
  return asker.answer(question.key, scene.hurried ? null : send);
}
