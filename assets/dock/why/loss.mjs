/**
 * Why the loss of an instance is what it is: its curve over the steps at which the instance came, and which weights'
 * changes made it another than when it came before. It follows the steps; a weight leads to what made that.
 */
import { createButtons, element, setText } from "../../draw/figure.mjs";
import { isolated } from "../../text/direction.mjs";
import { count, exact, format } from "../../text/numbers.mjs";
import { button, createProgress, way } from "../parts.mjs";
import { inPieces } from "../pieces.mjs";
import { createPlot } from "../plot.mjs";
import { Following } from "./following.mjs";
import { createList } from "./list.mjs";
import { answerOf, isOfLoss, lossSubjectOf } from "./loss-subject.mjs";

/** @import { Docked, LossChange, Scene, Section } from "../../types" */
/** @import { LossSubject } from "./loss-subject.mjs" */

const WAYS = ["weight", "vector"];
const HEADS = ["what", "change", "weights", ""];

/** @param {HTMLElement} root @param {Docked} app @returns {Section} */
export const mountLoss = (root, app) => new WhyLoss(root, app);

/** The visits of the instance that are known, and what is told of the one that is shown. */
class WhyLoss extends Following {
  told = ""; // the instance in words
  stop = 0; // up to which position visits are known
  ended = false; // the run goes no further
  /** @type {number[]} */
  steps = [];
  /** @type {number[]} */
  losses = [];
  /** @type {Map<number, LossChange>} */
  changes = new Map(); // number of the visit -> what made it
  /** @type {LossSubject | null} */
  subject = null;

  /** @param {HTMLElement} root @param {Docked} app */
  constructor(root, app) {
    super(app);
    const ways = { cancel: () => this.cancel(), resume: () => this.resume() };
    this.view = createView(root, app, ways);
  }

  /** @param {Scene} scene @param {boolean} shown */
  paint(scene, shown) {
    this.scene = scene;
    const { why = "", by = "" } = scene.view;
    if (!shown || !isOfLoss(why)) return;
    if (this.begins(scene, WAYS.includes(by) ? by : WAYS[0])) {
      Object.assign(this, { told: "", steps: [], losses: [], stop: 0, ended: false });
      this.changes.clear();
    }
    this.subject = lossSubjectOf(why, scene.session.whole);
    this.follow();
  }

  /** The number of the last visit at or before the step that is shown. */
  get visit() {
    const step = this.scene?.frame?.step ?? (this.scene?.step ?? 0) - 1;
    return this.steps.findLastIndex((each) => each <= step);
  }

  /** The visits up to the step that is shown, then what made the last of them. @override @param {Scene} scene */
  missing(scene) {
    const { subject, visit } = this;
    if (!subject) return null;
    if (this.stop < reachOf(scene) && !this.ended)
      return (/** @type {AbortSignal} */ signal) => this.learn(subject, scene, signal);
    const untold = visit > 0 && !this.changes.has(visit) && !scene.playing;
    return untold ? (/** @type {AbortSignal} */ signal) => this.tell(subject, scene, visit, signal) : null;
  }

  /** @param {LossSubject} subject @param {Scene} scene @param {AbortSignal} signal */
  learn({ options }, scene, signal) {
    const { query } = scene.session.whole;
    return inPieces(
      this.stop,
      reachOf(scene),
      this.pace,
      (start, stop) => this.app.source.lossLedger(query, { ...options, start, stop }, signal),
      ({ told, steps, losses, stop }, asked) => {
        this.told = told;
        this.steps.push(...steps);
        this.losses.push(...losses);
        this.stop = stop;
        this.ended = stop < asked;
        this.show();
      },
      signal,
    );
  }

  /** @param {LossSubject} subject @param {Scene} scene @param {number} visit @param {AbortSignal} signal */
  async tell({ options }, { session }, visit, signal) {
    const [start, last] = this.steps.slice(visit - 1, visit + 1);
    const asked = { ...options, start, stop: last + 1, by: this.by };
    const change = await this.app.source.lossChange(session.whole.query, asked, signal);
    if (!signal.aborted) this.changes.set(visit, change);
  }

  /** @override */
  show() {
    if (this.scene) this.view(this, this.scene);
  }
}

/** Up to which position visits are of interest. @param {Scene} scene */
const reachOf = ({ frame, step }) => (frame ? frame.step + 1 : step);

/**
 * @param {HTMLElement} root
 * @param {Docked} app
 * @param {{ cancel: () => void, resume: () => void }} ways
 * @returns {(known: WhyLoss, scene: Scene) => void}
 */
function createView(root, app, { cancel, resume }) {
  const head = root.appendChild(element("div", "dock-head"));
  const title = head.appendChild(element("b", "dock-title"));
  const value = head.appendChild(element("span", "dock-value"));
  head.append(button("Of this step", "The loss of this step's instance", () => app.ask?.("why", "loss")));
  const progress = createProgress(root, cancel, resume);
  const about = root.appendChild(element("div", "dock-about"));
  const answer = about.appendChild(element("p", "dock-sum"));
  const plot = createPlot(about, app);
  const sum = about.appendChild(element("p", "dock-sum"));
  const compared = about.appendChild(element("p", "dock-sum"));
  const tools = about.appendChild(element("div", "dock-tools"));
  const choices = WAYS.map((name) => [name, `by ${name}`, `What the change of each ${name} made`, `by-${name}`]);
  const press = createButtons(tools, "Contributions", choices, (by) => app.setView({ by }));
  tools.hidden = true;
  const list = createList(about, app, HEADS, (why) => app.setView({ why }));
  /** @type {LossChange | string} */
  let summed = ""; // the change that is told of, or the visit of which nothing is known yet

  return (known, scene) => {
    const { subject, steps, losses, visit, asking, left, refused } = known;
    const named = [subject?.title ?? "There is no such instance.", known.told].filter(Boolean).join(", ");
    const state = asking ? "going" : left ? "left" : "";
    const upTo = `Known up to step ${count(known.stop)} of ${count(reachOf(scene))}`;
    const told = known.stop < reachOf(scene) ? upTo : asking ? "Looking for what made it" : "What made it is not known";
    progress(refused || (state && `${told}${asking ? " …" : "."}`), state);
    setText(title, isolated(subject ? `Why ${named}` : named));
    const never = reachOf(scene) ? "it has not come yet" : "no step has come yet, the weights are those of the start";
    setText(value, visit >= 0 ? `${exact(losses[visit])} in step ${count(steps[visit] + 1)}` : never);
    press((name) => name === known.by);
    const waiting = visit < 0 && Boolean(asking); // the last answer stays, for whoever has just pressed something in it
    about.hidden = visit < 0 && (!waiting || about.hidden);
    about.ariaBusy = String(waiting);
    if (visit < 0) return;
    const made = steps[visit] === scene.frame?.step ? answerOf(scene.view.why ?? "", scene, ["e", "y", "t"]) : null;
    setText(answer, made ? answered(made, scene) : "");
    answer.hidden = !made;
    const positions = steps.map((step) => step + 1);
    plot({ positions, values: losses, first: 0, last: reachOf(scene) }, reachOf(scene), named);
    const change = known.changes.get(visit);
    const due = change ?? `${visit} ${steps[0]}`;
    const awaited = visit > 0 && !change && asking; // what is told stays as long
    if (summed !== due && !awaited) {
      const held = sum.querySelector(":focus-visible");
      sum.replaceChildren(...(visit ? sumOf(change, app) : [firstOf(steps[0])]));
      if (held) sum.querySelector("button")?.focus({ preventScroll: true });
      summed = due;
    }
    setText(compared, subject?.compared ?? "");
    compared.hidden = !change || !subject?.compared;
    tools.hidden = !change && (!asking || tools.hidden);
    list(change?.groups ?? []);
  };
}

/**
 * An error, and the answer and the truth that it is made of; under a softmax it is of all output words together.
 * @param {[called: string, value: number][]} numbers
 * @param {Scene} scene
 */
function answered(numbers, { session, frame }) {
  const [error, answer] = numbers.map(([called, value]) => `${called} = ${format(value)}`);
  const [words, truth] = [frame?.outputs.length ?? 0, exact(numbers[2][1])];
  const shared = session.quantities.find(({ name }) => name === "t")?.axes[0] === "word" && words > 1;
  if (!shared) return `${error}: the model gave ${answer} where the truth is ${truth}.`;
  return `${error} over ${words} output words: the model gave ${answer} for each, and ${truth} of them is it.`;
}

/** Why nothing is before an instance that comes for the first time. @param {number} step */
const firstOf = (step) =>
  step
    ? `Step ${count(step + 1)} is the first with this instance: no earlier loss of it is there to compare with.`
    : "Step 1: no step came before it, the weights are those of the start.";

/**
 * What it was, what the weights made of it, what is left over.
 * @param {LossChange | undefined} change
 * @param {Docked} app
 */
function sumOf(change, app) {
  if (!change) return ["…"];
  const { start, before, first_order: first, remainder, redrawn, after, groups } = change;
  const weights = groups.length ? "by the weights below" : "(no weight with a slope has moved)";
  const parts = [`${signed(first)} to the first order ${weights}`, `${signed(remainder)} beyond that`];
  if (Math.abs(redrawn) > 1e-12 * (Math.abs(before) + 1)) parts.push(`${signed(redrawn)} by other draws or states`);
  return [
    `${exact(before)} in step `,
    way(start + 1, count(start + 1), app.seek),
    ` ${parts.join(" ")} = ${exact(after)}`,
  ];
}

/** @param {number} value */
const signed = (value) => `${value < 0 ? "−" : "+"} ${exact(Math.abs(value))}`;
