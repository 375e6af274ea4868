/**
 * The gradient through time, truncated: for the step that is shown, the length of the recurrent weights' gradient over
 * 0, 1, 2, … steps back, and the cosine of its angle with the fullest there is. A slider chooses one of them, whose
 * numbers stand beside the fullest's. The server computes it from the states that the run stored
 * (analysis/truncation.py).
 */
import { watchPointer } from "../../../draw/pointer.mjs";
import { createNote, element } from "../../../draw/figure.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { exact, format, percent } from "../../../text/numbers.mjs";
import { compose } from "./compose.mjs";
import { pickGradient } from "./layout.mjs";

/**
 * @import { Asker, Explorer, Line, Measure, Packed, Panel, Picture, Room, Scene, Source, Spot } from "../../../types"
 */
/** @import { GradientPicture } from "./compose.mjs" */
/** @import { Answer, Facts } from "./facts.mjs" */
/** @import { GradientTarget } from "./layout.mjs" */

const OWN_KEYS = ["ArrowLeft", "ArrowRight", "Home"];

/** @param {HTMLElement} root @param {Explorer} app @returns {Panel} */
export function mount(root, app) {
  const bar = createBar(root, app);
  const host = root.appendChild(element("div"));
  Object.assign(host.style, { position: "absolute", inset: "0" });
  /** @type {Answer} */
  let answer = null; // about the scene that is painted
  const title = "The gradient over more and more steps back in time";
  /** @param {Scene} scene @param {Room} room @param {Measure} measure */
  const composeAnswer = (scene, room, measure) => compose(scene, room, measure, answer);
  /** @type {Picture<GradientPicture>} */
  const painter = createPainter(app, host, title, { compose: composeAnswer, show });
  const setTable = accessibleTable(app, root, "Truncated gradients");
  /** @type {Asker<Packed<{ bptt: number }>>} */
  const asker = app.asker(() => painter.scene && paint(painter.scene));

  /** The bar above takes its room first. @param {Scene} scene */
  function paint(scene) {
    answer = truncationOf(asker, scene, app.source);
    host.style.top = `${bar.makeRoom(answer !== null && !("error" in answer))}px`;
    painter.paint(scene);
  }

  /** @param {GradientPicture} picture @param {Scene} scene */
  function show({ found }, scene) {
    if (found) bar.fill(found.facts);
    const headers = ["steps back", "length", "cosine with the fullest", "adds"];
    setTable(headers, () => (found ? tableRows(found.facts) : []), scene.playing);
    pointer.refresh();
  }

  const pointer = watchPointer(painter.surface.canvas, app, {
    /** @param {number} x @param {number} y @returns {GradientTarget | null} */
    pick(x, y) {
      const found = painter.shown?.found;
      return found ? pickGradient(found.layout, found.facts.shownUnits, x, y) : null;
    },
    /** @param {GradientTarget} target @param {PointerEvent} event */
    hover(target, event) {
      const facts = painter.shown?.found?.facts;
      if (facts) app.tooltip.show(event.clientX, event.clientY, linesFor(facts, target));
    },
    leave: () => app.tooltip.hide(),
    /** @param {GradientTarget} target @param {MouseEvent} _ @param {Spot} at */
    click(target, _, at) {
      const facts = painter.shown?.found?.facts;
      if (target.kind === "bar") app.setView({ back: String(target.back) });
      else if (facts) app.focus(facts.recurrent.name, [target.row, target.column], { at });
    },
  });
  return { paint };
}

/**
 * The slider and what it says of the steps that are chosen.
 * @param {HTMLElement} root
 * @param {Pick<Explorer, "setView">} app
 */
function createBar(root, app) {
  const bar = root.appendChild(element("label", "panel-bar gradient-bar"));
  bar.append("steps back");
  const slider = bar.appendChild(Object.assign(element("input"), { type: "range", min: 0, step: 1 }));
  const note = createNote(bar);
  slider.addEventListener("input", () => app.setView({ back: slider.value }));
  // Reached by the keyboard, its keys move it and not the run; the pointer leaves them to the run, as it does at
  // choosers.
  /** @param {KeyboardEvent} event */
  const keep = (event) => OWN_KEYS.includes(event.key) && event.stopPropagation();
  slider.addEventListener("keydown", keep);
  slider.addEventListener("pointerup", () => slider.blur());
  return {
    /** Shows or hides it; the height that it takes. @param {boolean} shown @returns {number} */
    makeRoom(shown) {
      bar.hidden = !shown;
      return bar.offsetHeight;
    },
    /** @param {Facts} facts */
    fill({ back, most, bptt, norms, cosines }) {
      Object.assign(slider, { max: most, value: back });
      const share = norms[most] > 0 ? percent(norms[back] / norms[most]) : "–";
      const own = back === bptt ? " = τ" : "";
      note(`${back}${own}: length ${share} of the fullest, cosine ${format(cosines[back], 4)}`);
    },
  };
}

/**
 * The answer about a step; it is asked for at rest.
 * @param {Asker<Packed<{ bptt: number }>>} asker
 * @param {Scene} scene
 * @param {Source} source
 * @returns {Answer}
 */
function truncationOf(asker, { session, frame, playing }, source) {
  if (!frame) return null;
  const options = { step: frame.step, instance: frame.instance };
  /** @param {AbortSignal} signal */
  const send = (signal) => source.truncation(session.query, options, signal);
  return asker.answer(`${session.query} ${frame.step} ${frame.instance}`, playing ? null : send);
}

/** @param {number} back */
const stepsOf = (back) => `${back} ${back === 1 ? "step" : "steps"} back`;

/** @param {Facts} facts @param {GradientTarget} target @returns {Line[]} */
function linesFor({ norms, cosines, contributions, wordAt, back, most, over, recurrent }, target) {
  if (target.kind === "cell") {
    const { map, row, column } = target;
    const steps = map === "chosen" ? back : most;
    const title = `∂E/∂${recurrent.symbol}[${row + 1}, ${column + 1}]`;
    const value = exact(over(steps)(row, column));
    return [title, [`over ${stepsOf(steps)}`, value], ["over all", exact(over(most)(row, column))]];
  }
  return [
    stepsOf(target.back),
    ["as far as", wordAt(target.back)],
    ["length", exact(norms[target.back])],
    ["of the fullest", norms[most] > 0 ? percent(norms[target.back] / norms[most]) : "–"],
    ["cosine", exact(cosines[target.back])],
    ["this step adds", exact(contributions[target.back])],
  ];
}

/** @param {Facts} facts */
const tableRows = ({ norms, cosines, contributions }) =>
  norms.map((norm, back) => [back, exact(norm), exact(cosines[back]), exact(contributions[back])]);
