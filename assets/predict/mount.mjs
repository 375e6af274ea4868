/**
 * Predict, then reveal: while the view option `predict` is set, the coming stage is covered (cover.mjs), and a form
 * asks what it brings. Revealing goes there, holds the answer against the numbers, and asks about the stage after.
 * Playing ends it, and so does opening the dock or a figure. It is loaded when it is first asked for, and until then
 * nothing is painted.
 */
import { windowOf } from "../draw/colours.mjs";
import { isEnd } from "../player/positions.mjs";
import { Box } from "./box.mjs";
import { covered, hidden } from "./cover.mjs";
import { Curtain } from "./curtain.mjs";
import { mistakeOf } from "./mistakes.mjs";
import { factOf, overlookedOf } from "./said.mjs";
import { createScore } from "./score.mjs";
import { chosenOf, comingAfter, subjectsOf } from "./subjects.mjs";
import * as truth from "./truth.mjs";

/** @import { Explorer, PanelModule, PanelRecord, Position, Predicted, Prediction, Scene } from "../types" */
/** @import { Player } from "../player/player.mjs" */
/** @import { Run } from "../player/run.mjs" */
/** @import { Choice } from "./box.mjs" */
/** @import { Coming } from "./subjects.mjs" */
/** @import { Numbers, Question } from "./truth.mjs" */
/**
 * @typedef {{ what: Predicted, given?: string, seen?: boolean, settle: (prediction: Prediction | null) => void,
 *   refuse: (error: Error) => void }} Wanted what somebody asks for; `given`: the answer, where there is one already;
 *   `seen`: it was shown before
 */

const ONLY_COVER = "cover"; // what is predicted is asked elsewhere
const ENDS = "The run ends here.";
const COVERED = "None of its numbers can be seen: say what they will be, then reveal them.";

/** @param {{ app: Explorer, player: Player }} explorer @param {PanelModule[]} panels its panels */
export const mount = (explorer, panels) =>
  new Predicting(
    explorer,
    panels.map(({ panel }) => panel),
  );

/** Covers and asks. */
export class Predicting {
  /** @type {Wanted | null} */
  wanted = null;
  /** @type {Coming | null} */
  coming = null;
  /** @type {{ question: Question, given: string } | null} */
  pending = null; // what is being revealed
  laid = ""; // for which stage
  on = false;
  curtain = new Curtain();
  /** @type {Element | null} */
  held = null; // what had the focus before
  focuses = false; // the form takes it, once it is filled

  /** @param {{ app: Explorer, player: Player }} explorer @param {PanelRecord[]} records */
  constructor({ app, player }, records) {
    this.app = app;
    this.player = player;
    this.records = records;
    this.opened = player.scene !== null; // by a press, not by a link
    this.score = createScore(() => windowOf(app.host.ownerDocument).sessionStorage);
    this.box = new Box({
      reveal: (choice, given) => this.reveal(choice, given),
      goOn: player.stageOn,
      leave: () => this.leave(),
      was: (choice) => {
        const { coming, player: of } = this;
        return coming && of.run && of.scene && truth.numberBefore(choice, coming, of.scene, of.run.store);
      },
    });
    this.box.root.hidden = true;
    const above = app.host.querySelector(".presenting-bar") ?? app.host.querySelector(".transport");
    if (above) above.after(this.box.root);
    else app.host.prepend(this.box.root);
    app.clock.signal.addEventListener("abort", () => this.end(), { once: true });
    player.panels.push(this);
    player.cover = (scene) => this.cover(scene);
    player.repaint();
  }

  /** Whether the coming stage is to be covered. */
  get covers() {
    const { view, playing } = this.player;
    return Boolean(view.predict) && !view.dock && !view.enlarged && !playing;
  }

  /** @param {Scene} scene */
  cover(scene) {
    const runs = (this.player.abreast?.both ?? [this.player]).flatMap(({ run }) => run ?? []);
    return this.covers ? covered(scene, runs) : scene;
  }

  /**
   * Ask about the coming stage, and nothing else; what is answered, null where it is left. Throws what cannot be asked.
   * @param {Predicted} what
   * @param {HTMLElement} [at] where the form stands
   * @returns {Promise<Prediction | null>}
   */
  ask(what, at) {
    this.giveUp();
    this.player.pause();
    at?.append(this.box.root);
    this.laid = "";
    return new Promise((settle, refuse) => {
      this.wanted = { what, settle, refuse };
      this.app.setView({ predict: "1", dock: "", enlarged: "" });
    });
  }

  /**
   * Hold an answer that was given in a form of one's own against the coming stage, which this reveals; null where
   * somebody leaves before. Throws what cannot be asked.
   * @param {Predicted} what
   * @param {string} given a way, the name of a row, or what was typed
   * @param {boolean} [seen] it was shown before, and does not count
   * @returns {Promise<Prediction | null>}
   */
  answer(what, given, seen = false) {
    this.giveUp();
    this.player.pause();
    this.laid = "";
    return new Promise((settle, refuse) => {
      this.wanted = { what, given, seen, settle, refuse };
      this.app.setView({ predict: ONLY_COVER, dock: "", enlarged: "" });
      this.player.repaint();
    });
  }

  /** What is asked for is not answered. */
  giveUp() {
    const { wanted } = this;
    this.wanted = null;
    wanted?.settle(null);
  }

  leave() {
    this.giveUp();
    this.app.setView({ predict: "" });
  }

  end() {
    this.curtain.draw(this.app.host, this.records, []);
    this.giveUp();
    this.box.root.remove();
    this.app.host.classList.remove("predicting");
  }

  // ---- what is painted ----

  /** @param {Scene} scene */
  paint(scene) {
    const { player, on } = this;
    this.on = this.covers;
    if (!this.on && player.view.predict) this.leave(); // it plays, or the dock or a figure is open
    this.curtain.draw(this.app.host, this.records, this.on ? hidden(this.records, scene) : []);
    if (this.on !== on) this.turn();
    this.box.root.hidden = !this.on || player.view.predict === ONLY_COVER;
    if (this.pending) this.revealed(scene, this.pending);
    if (this.on) this.lay(scene);
  }

  turn() {
    const { app, box, on } = this;
    const { activeElement } = /** @type {Document | ShadowRoot} */ (app.host.getRootNode());
    const inside = box.root.contains(activeElement);
    app.host.classList.toggle("predicting", on);
    app.tooltip.hide();
    if (on) {
      box.tell(COVERED, "");
      this.focuses = this.opened;
      this.held = activeElement;
    } else {
      this.laid = "";
      this.pending = null;
      this.giveUp();
      if (inside) this.focusBack();
    }
    this.opened = true;
  }

  /** To where the focus was; where that is gone, as with the dock, to what goes on. */
  focusBack() {
    const { held, app } = this;
    const back = held?.checkVisibility() ? held : app.host.querySelector(".transport .primary");
    if (back instanceof HTMLElement || back instanceof SVGElement) back.focus({ preventScroll: true });
  }

  /** Ask about the stage that comes next. @param {Scene} scene */
  lay(scene) {
    const { player, box } = this;
    const { run } = player;
    if (!run) return;
    const ends = isEnd(scene.session, (player.abreast ?? run).diverged, scene);
    const coming = ends ? null : comingAfter(scene, run.store, player.view);
    const key = `${scene.session.key} ${scene.step} ${scene.stage} ${coming?.instance} ${ends}`;
    if (key === this.laid) return;
    Object.assign(this, { laid: key, coming });
    if (!coming) {
      box.end(ends ? ENDS : "Fetching the coming step …");
      if (!ends) this.fetch(run, scene.step);
      else if (this.wanted?.given !== undefined) this.refuse(new Error(ENDS));
      return;
    }
    let waits = false; // for what was before
    const subjects = subjectsOf(coming, run.store, (step) => {
      waits = true;
      this.fetch(run, step);
    });
    const { wanted } = this;
    const fixed = wanted && chosenOf(wanted.what, subjects, coming);
    if (fixed instanceof Error) {
      if (!waits) this.refuse(fixed);
      return;
    }
    if (fixed && wanted?.given !== undefined) {
      const given = truth.givenOf(fixed, wanted.given);
      if (given instanceof Error) {
        this.refuse(given);
        return;
      }
      queueMicrotask(() => this.reveal(fixed, given)); // when this is painted
    }
    box.lay(coming, subjects, scene.session.stages.length, fixed, scene.view.fork ? " · run A" : "");
    box.count(this.score.text);
    if (this.focuses && !box.root.hidden) box.root.focus({ preventScroll: true }); // where keys move the run still
    this.focuses = false;
  }

  /** @param {Error} error */
  refuse(error) {
    const { wanted } = this;
    this.wanted = null;
    wanted?.refuse(error);
    this.leave();
  }

  /**
   * More can be asked once a step is here, or nothing, where the run turns out to end or the step does not come.
   * @param {Run} run
   * @param {number} step
   */
  fetch(run, step) {
    const again = () => {
      if (run.store.at(step) || (run.diverged && run.diverged.step <= step)) {
        this.laid = "";
        this.player.repaint();
      } else if (this.wanted?.given !== undefined) this.refuse(new Error("The step does not come; try again."));
    };
    this.player.supply.bring(run, step).then(again, again);
  }

  // ---- revealing ----

  /** @param {Choice} choice @param {string} given */
  reveal(choice, given) {
    const { coming, player } = this;
    if (!coming || this.pending) return;
    this.pending = { question: { ...choice, coming }, given };
    player.stageOn();
  }

  /**
   * Where the wanted stage is painted, or is no longer wanted.
   * @param {Scene} scene
   * @param {{ question: Question, given: string }} pending
   */
  revealed(scene, { question, given }) {
    const { at } = question.coming;
    /** @param {Position} position */
    const there = ({ step, stageIndex }) => step === at.step && stageIndex === at.stageIndex;
    if (!there(scene) && there(this.player.position)) return;
    this.pending = null;
    const store = this.player.run?.store;
    const numbers = there(scene) && store ? truth.numbersOf(question, scene, store) : null;
    if (numbers) this.judge(question, given, numbers, scene);
    else if (this.wanted?.given !== undefined) this.leave(); // what was answered is about another stage
  }

  /** @param {Question} question @param {string} given @param {Numbers} numbers @param {Scene} scene */
  judge(question, given, numbers, scene) {
    const { coming, kind, subject, row, column } = question;
    const right = truth.isSo(question, given, numbers);
    const asked = [scene.session.key, coming.step, coming.stage.name, coming.instance, kind, subject.name, row, column];
    const truthTold = factOf(question, numbers);
    const { wanted } = this;
    this.wanted = null;
    if (!wanted?.seen) this.score.add(asked.join(" "), right);
    /** @param {string} overlooked */
    const tell = (overlooked) => {
      const verdict = [right ? "Right:" : "Not so:", truthTold, overlooked].join(" ").trim();
      this.box.count(this.score.text);
      if (!wanted) return this.box.tell(verdict, right ? "right" : "wrong");
      wanted.settle({
        what: wanted.what,
        given: wanted.given ?? given,
        right,
        truth: truthTold,
        overlooked,
        score: wanted.seen ? "" : this.score.text,
      });
      this.leave();
    };
    if (right) tell("");
    else {
      const own = overlookedOf(question, given, numbers, scene);
      mistakeOf(question, given, scene, this.app).then((known) => tell(known || own));
    }
  }
}
