/**
 * The equations of a lesson follow their explorer: as long as it is where the text led it when it came to the equation,
 * or was moved from there by hand, the numbers are the line of the explorer's strip, of the equation's stage, at the
 * step that is painted. Before and after that stand those of the text's own place, which the server has written
 * (explorer/lessons/equations.py).
 */
import { element, setText } from "../draw/figure.mjs";
import { mathOf } from "../panels/explanation/math.mjs";
import { bind } from "../panels/explanation/slots.mjs";
import { all } from "../shell/elements.mjs";
import { count } from "../text/numbers.mjs";

/** @import { Scene, Stage } from "../types" */
/** @import { Chosen } from "../panels/explanation/slots.mjs" */
/** @import { Cue, Explorers } from "./explorers.mjs" */
/**
 * @typedef {{ explorer: string, stage: string, lines: Chosen[] }} Live of which explorer and stage, and what each line
 *   shows
 */
/** @typedef {{ spots: Map<Cue, HTMLElement>, cues: Cue[][], explorers: Explorers }} Led */

/**
 * @param {Document} document
 * @param {Led} lesson
 * @returns {(name: string) => void} an explorer is painted, or led elsewhere
 */
export function mount(document, { spots, cues, explorers }) {
  const cueOf = new Map([...spots].map(([cue, spot]) => [spot, cue]));
  const last = new Map(cues.flatMap((each) => each.filter((cue) => !spots.has(cue)).map((cue) => [cue.explorer, cue])));
  /** @type {{ equation: Equation, cue: Cue | undefined }[]} */
  const made = [];
  for (const node of all(document, ".lesson-cue, .lesson-equation[data-live]")) {
    const cue = cueOf.get(node);
    if (cue) last.set(cue.explorer, cue);
    if (!node.dataset.live) continue;
    const equation = new Equation(node, /** @type {Live} */ (JSON.parse(node.dataset.live)));
    if (equation.live.lines.length) made.push({ equation, cue: last.get(equation.live.explorer) });
  }
  return (name) => {
    const held = explorers.held.get(name);
    for (const { equation, cue } of made) {
      if (equation.live.explorer !== name) continue;
      if (!held?.mounted || !cue || !isOf(cue, held.applied)) equation.rest();
      else if (held.mounted.app.host.dataset.ready === "true") equation.paint(held.mounted.player.scene);
    }
  };
}

/** Whether two cues lead to the same place. @param {Cue} one @param {Cue | null} other */
const isOf = ({ query, step, stage }, other) => query === other?.query && step === other.step && stage === other.stage;

/** One equation in the text. */
class Equation {
  /** @type {Stage | null} */
  stage = null; // that its lines are of, of the session that is shown
  /** @type {ReturnType<typeof bind>[]} */
  lines = [];

  /** @param {HTMLElement} node @param {Live} live */
  constructor(node, live) {
    this.node = node;
    this.live = live;
    this.written = all(node, ".lesson-now");
    this.now = element("div", "lesson-live-lines");
    this.when = element("span", "muted lesson-live-step");
    this.when.setAttribute("role", "note");
  }

  /** With the numbers of the text's place. */
  rest() {
    if (!this.now.isConnected) return;
    this.now.remove();
    this.when.remove();
    this.node.append(...this.written);
  }

  /** With those of a scene, as far as it has come. @param {Scene | null} scene */
  paint(scene) {
    const stage = scene?.session.stages.find(({ name }) => name === this.live.stage);
    if (!scene || !stage) {
      this.rest();
      return;
    }
    if (stage !== this.stage) this.build(stage, scene);
    for (const line of this.lines) line.paint(scene);
    setText(this.when, scene.frame ? `now: step ${count(scene.frame.step + 1)}` : "now: before the first step");
    if (this.now.isConnected) return;
    for (const each of this.written) each.remove();
    this.node.querySelector("figcaption")?.append(this.when);
    this.node.append(this.now);
  }

  /** @param {Stage} stage @param {Scene} scene */
  build(stage, { session }) {
    const maths = this.live.lines.map(() => mathOf(stage.live));
    this.now.replaceChildren(...maths);
    this.lines = maths.map((math, i) => bind(math, session, null, this.live.lines[i]));
    this.stage = stage;
  }
}
