/**
 * The next word: the likeliest ones after a typed context, and drawing on from there word by word. What stands in the field
 * and the seed are view options, and the server's answer is a function of them and of the step: a link shows the same
 * again, and the same words go on in the same way.
 */
import { createNote, element } from "../../draw/figure.mjs";
import { percent } from "../../text/numbers.mjs";
import panel from "./panel.json" with { type: "json" };

export { panel };

const READINGS = ["preceding", "sequence"]; // of models that continue text
const SLOW = 4; // steps a second, up to which the list follows while playing

export function mount(root, app) {
  const [field, seed, draw, best, list] = ["next-context", "next-seed", "next-draw", "next-best", "next-list"].map(app.id);
  const note = createNote(app.id("next-note"));
  const { signal } = app.clock;
  const rows = list.appendChild(element("ol"));
  let latest = null; // the scene painted last
  const asker = app.asker(() => latest && paint(latest));
  let shown = null; // what is known of what follows the words in the field

  const put = (text) => app.setView({ next: text });
  const add = (which) => {
    if (shown?.likely) put(`${field.value.trim()} ${which(shown)[0]}`);
  };

  field.addEventListener("input", () => put(field.value), { signal });
  seed.addEventListener("input", () => app.setView({ draw: seed.value }), { signal });
  draw.addEventListener("click", () => add(({ drawn }) => drawn), { signal });
  best.addEventListener("click", () => add(({ likely }) => likely[0]), { signal });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") add(({ drawn }) => drawn);
  }, { signal });

  function paint(scene) {
    latest = scene;
    const { session: { whole: session }, view } = scene;
    const continues = READINGS.includes(session.reading);
    const asks = continues ? view.asks || "next" : "analogy";
    const { dataset } = app.host;
    if (dataset.asks !== asks || dataset.continues !== String(continues)) Object.assign(dataset, { asks, continues });
    if (!continues) {
      asker.leave();
      return;
    }
    const { activeElement } = root.getRootNode();
    if (field !== activeElement && field.value !== contextOf(scene)) {
      field.value = contextOf(scene);
      field.scrollLeft = field.scrollWidth; // the words drawn last
    }
    if (seed !== activeElement) seed.value = view.draw || "1";
    field.placeholder = session.takes ? `${session.takes} words, or more` : "some words";
    shown = following(scene);
    fill(shown ?? (asker.asking() || scene.playing ? asker.last() : null));
  }

  /** The answer about what stands in the field; while playing slowly it is asked for too. */
  function following(scene) {
    const words = contextOf(scene);
    if (!words.trim()) return asker.answer(null, null);
    const asked = { step: scene.step, words, seed: scene.view.draw || 1 };
    const send = (signal) => app.source.continuation(scene.session.whole.query, asked, signal);
    return asker.answer(keyOf(scene), scene.playing && scene.speed > SLOW ? null : send);
  }

  function fill(following) {
    const likely = following?.likely ?? [];
    for (const button of [draw, best]) button.disabled = !likely.length;
    note(following?.error ? said(following.error) : (likely.length ? "" : "Type the words before."));
    while (rows.children.length > likely.length) rows.lastChild.remove();
    likely.forEach(([word, chance], at) => {
      const row = rows.children[at] ?? rows.appendChild(rowOf(put, field));
      row.style.setProperty("--share", chance);
      row.classList.toggle("drawn", word === following.drawn[0]);
      const [name, share] = row.children;
      if (name.textContent !== word) name.textContent = name.title = word;
      if (share.textContent !== percent(chance)) share.textContent = percent(chance);
    });
  }

  return { paint };
}

/** What stands in the field: typed words, or at first those before the word of the session's first instance. */
function contextOf({ view, session: { whole: session } }) {
  if (view.next !== undefined) return view.next;
  const [inputs] = session.instances_head[0] ?? [[]];
  return inputs.map((id) => session.words[id]).join(" ");
}

const keyOf = (scene) => [scene.session.whole.query, scene.step, scene.view.draw || 1, contextOf(scene)].join("\n");

/** Why there is no answer. */
const said = ({ problems, message }) => problems?.map(([, got, allowed]) => `“${got}”: allowed is ${allowed}`).join("; ") ?? message;

/** A word that a press adds to those in the field. */
function rowOf(put, field) {
  const row = element("li");
  const name = row.appendChild(element("button"));
  name.type = "button";
  name.dir = "auto";
  name.addEventListener("click", () => put(`${field.value.trim()} ${name.textContent}`));
  row.appendChild(element("span"));
  return row;
}
