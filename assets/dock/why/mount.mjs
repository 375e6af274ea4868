/**
 * Why a weight is what it is: its curve over the steps and what made it, the largest first; and why two words are near.
 * Of a loss: loss.mjs.
 *
 * It follows the steps: what a piece of the ledger said stays true, so that a step on asks for that step alone.
 */
import { createButtons, element, setText } from "../../draw/figure.mjs";
import { isolated } from "../../text/direction.mjs";
import { count, exact } from "../../text/numbers.mjs";
import { afterStep } from "../../text/steps.mjs";
import { button, createProgress } from "../parts.mjs";
import { inPieces } from "../pieces.mjs";
import { createPlot } from "../plot.mjs";
import { Blame } from "./blame.mjs";
import { Following } from "./following.mjs";
import { createPairForm } from "./pair-form.mjs";
import { History } from "./history.mjs";
import { createList } from "./list.mjs";
import { mountLoss } from "./loss.mjs";
import { askedOf, isOfLoss } from "./loss-subject.mjs";
import { subjectOf } from "./subject.mjs";

/** @import { Docked, Scene, Section } from "../../types" */
/** @import { Subject } from "./subject.mjs" */

/** What it is. */
export const section = {
  name: "why",
  at: 1,
  title: "Why",
  says: "Why a weight or a loss is what it is: what made it, the largest first",
};

const POINTS = 500; // of the curve
const WAYS = ["instance", "word", "sentence", "epoch"];

/** Where what was pressed has led to the other half. @param {Element | null | undefined} button of the section */
function focusOn(button) {
  if (button instanceof HTMLElement) button.focus({ preventScroll: true });
}

/**
 * Of a number of the weights, or of a loss; each has its own half of the section.
 * @param {HTMLElement} root
 * @param {Docked} app
 * @returns {Section}
 */
export function mount(root, app) {
  const [ofNumber, ofLoss] = [0, 1].map(() => root.appendChild(element("div", "dock-half")));
  const blame = new Blame(ofNumber, app);
  const [number, loss] = [new Why(ofNumber, app), mountLoss(ofLoss, app)];
  return {
    paint(scene, shown) {
      blame.paint(scene);
      const isLoss = isOfLoss(scene.view.why ?? "");
      const held = root.querySelector(":focus-visible");
      [ofNumber.hidden, ofLoss.hidden] = [isLoss, !isLoss];
      if (held && !held.checkVisibility()) focusOn(root.closest("#dock")?.querySelector("header [aria-pressed=true]"));
      number.paint(scene, shown && !isLoss);
      loss.paint(scene, shown && isLoss);
    },
    ask(about, scene) {
      if (about === "grew") blame.ask(scene);
      else app.setView({ why: askedOf(about, scene) });
    },
    leave() {
      blame.leave();
      number.leave();
      loss.leave?.();
    },
  };
}

/** Follows the steps with the ledger of what is asked. */
class Why extends Following {
  history = new History();
  /** @type {Subject | null} */
  subject = null;

  /** @param {HTMLElement} root @param {Docked} app */
  constructor(root, app) {
    super(app);
    this.view = createView(root, app, { cancel: () => this.cancel(), resume: () => this.resume() });
  }

  /** @param {Scene} scene @param {boolean} shown */
  paint(scene, shown) {
    this.scene = scene;
    if (!shown) return;
    const { why = "", by = "" } = scene.view;
    this.subject = subjectOf(why, scene);
    if (this.begins(scene, this.subject?.ways.includes(by) ? by : WAYS[0])) this.history = new History();
    this.follow();
  }

  /** Up to the step that is shown. @override @param {Scene} scene */
  missing(scene) {
    const { subject, history } = this;
    history.backTo(scene.step);
    const missing = subject && history.stop !== scene.step && !history.ended;
    return missing ? (/** @type {AbortSignal} */ signal) => this.learn(subject, scene, signal) : null;
  }

  /** @param {Subject} subject @param {Scene} scene @param {AbortSignal} signal */
  learn({ ask, options }, { step, session }, signal) {
    const { by, history } = this;
    const points = (/** @type {number} */ steps) => Math.max(2, Math.ceil((POINTS * steps) / Math.max(1, step)));
    return inPieces(
      Math.max(0, history.stop),
      step,
      this.pace,
      (start, stop) =>
        ask(this.app.source)(
          session.whole.query,
          { ...options, start, stop, by, points: points(stop - start) },
          signal,
        ),
      (piece, asked) => {
        history.add(piece, asked);
        this.show();
      },
      signal,
    );
  }

  /** @override */
  show() {
    const { scene, subject, history, asking, left, refused, by } = this;
    if (scene) this.view({ scene, subject, history, by, state: asking ? "going" : left ? "left" : "", refused });
  }
}

/**
 * @typedef {{ scene: Scene, subject: Subject | null, history: History, by: string, state: "going" | "left" | "",
 *   refused: string }} Known
 * @param {HTMLElement} root
 * @param {Docked} app
 * @param {{ cancel: () => void, resume: () => void }} ways
 * @returns {(known: Known) => void}
 */
function createView(root, app, { cancel, resume }) {
  const hint = root.appendChild(element("p", "dock-hint", "Press a number, then Why in its box."));
  const head = root.appendChild(element("div", "dock-head"));
  const title = head.appendChild(element("b", "dock-title"));
  const value = head.appendChild(element("span", "dock-value"));
  let expression = "";
  head.append(button("Watch", "Keep it in sight", () => app.ask?.("watches", `=${expression}`)));
  const about = root.appendChild(element("div", "dock-about"));
  const progress = createProgress(root, cancel, resume);
  const plot = createPlot(about, app);
  const sum = about.appendChild(element("p", "dock-sum"));
  const tools = about.appendChild(element("div", "dock-tools"));
  const choices = WAYS.map((name) => [name, `by ${name}`, `What each ${name} contributed`, `by-${name}`]);
  const press = createButtons(tools, "Contributions", choices, (by) => app.setView({ by }));
  const says = about.appendChild(element("p", "dock-hint"));
  const list = createList(about, app);
  const ofLoss = root.appendChild(element("div", "dock-tools"));
  ofLoss.append(
    button("Why this loss?", "What made the loss of this step's instance what it is", () => app.ask?.("why", "loss")),
  );
  const pair = createPairForm(root, app);

  return ({ scene, subject, history, by, state, refused }) => {
    pair(scene.session.whole);
    hint.hidden = Boolean(subject);
    const waiting = !history.pieces.length; // the last answer stays, for whoever has just pressed something in it
    head.hidden = !subject || waiting;
    about.hidden = !subject || (waiting && (state !== "going" || about.hidden));
    about.ariaBusy = String(waiting);
    const known = `Known up to step ${count(Math.max(0, history.stop))} of ${count(scene.step)}`;
    progress(refused || (state && subject ? `${known}${state === "going" ? " …" : "."}` : ""), state);
    press((name) => name === by);
    if (!subject || waiting) return;
    expression = subject.title;
    setText(title, isolated(subject.title));
    setText(value, `${exact(history.value)} ${afterStep(history.stop)}`);
    for (const name of WAYS) {
      const way = tools.querySelector(`.by-${name}`);
      if (way instanceof HTMLElement) way.hidden = !subject.ways.includes(name);
    }
    const groups = history.groups();
    says.hidden = by !== "word" && groups.length > 0;
    setText(says, groups.length ? `${subject.words}.` : "Nothing has moved it so far.");
    plot(history.curve(Math.max(scene.step, history.stop)), scene.step, subject.title);
    setText(sum, sumOf(history, scene.session.batch_size > 1));
    list(groups);
  };
}

/**
 * start + what each kind of change came to = value; an update of a batch has a part for each instance.
 * @param {History} history
 * @param {boolean} batched
 */
function sumOf(history, batched) {
  const parts = [`${exact(history.startValue)} at the start`];
  const part = batched ? "instance" : "update";
  for (const [kind, one, many] of /** @type {const} */ ([
    ["update", part, `${part}s`],
    ["decay", "decay", "decays"],
    ["edit", "change by hand", "changes by hand"],
  ])) {
    const { change, count: times } = history.kind(kind);
    if (times)
      parts.push(`${change < 0 ? "−" : "+"} ${exact(Math.abs(change))} by ${count(times)} ${times === 1 ? one : many}`);
  }
  if (parts.length === 1) return parts[0]; // nothing has moved it
  const rounded = history.residual ? `, but for ${exact(history.residual)} of rounding` : "";
  return `${parts.join(" ")} = ${exact(history.value)}${rounded}`;
}
