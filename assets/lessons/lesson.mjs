/**
 * A lesson on a page: its text appears beat by beat, moves explorers, asks, and waits for answers. The text stands in
 * the page whole, as Python has written it; how far one is is kept in this browser.
 */
import { element } from "../draw/figure.mjs";
import { overlooked } from "../predict/mistakes.mjs";
import { Refused } from "../sources/errors.mjs";
import { all, byId } from "../shell/elements.mjs";
import * as theme from "../shell/theme.mjs";
import { decimalOf } from "../text/typed.mjs";
import { aboutOf, Question } from "./asks.mjs";
import * as course from "./course.mjs";
import { conditions, labelOf, newest, offerFields, takeOff } from "./deeds.mjs";
import * as equations from "./equations.mjs";
import { Explorers } from "./explorers.mjs";
import { keep, kept } from "./keeping.mjs";
import * as keys from "./keys.mjs";
import * as presenting from "./presenting.mjs";
import * as printing from "./printing.mjs";
import * as teaching from "./teaching.mjs";

/** @import { Cue, LessonSource } from "./explorers.mjs" */
/** @import { Ask, Deed, Predict, Value } from "./judging.mjs" */
/**
 * @typedef {{ node: HTMLElement, part: string, ask: string | null, about?: string, question: Question | null, cues:
 *   Cue[] }} Beat
 */

const WHOLE = "Open it whole";
const IN_PROGRAM = "Open it in the program";
const AGAIN = "again"; // a page that is loaded to start over, of which the focus is the first beat's

/** The lesson of a document. */
class Lesson {
  /** @param {Document} document @param {LessonSource} source @param {string} program */
  constructor(document, source, program) {
    const { body } = document;
    this.document = document;
    /** @type {Map<Cue, HTMLElement>} */
    this.spots = new Map(); // where in the text each cue stands
    this.name = body.dataset.lesson ?? "";
    this.source = source;
    this.program = program;
    this.holds = conditions(this.source);
    this.parts = all(document, ".lesson-part");
    const home = program || (document.querySelector("header a[data-home]")?.getAttribute("href") ?? "../");
    const [text, beside] = ["lesson-text", "lesson-beside"].map((id) => byId(document, id, HTMLElement));
    this.explorers = new Explorers(this.source, text, beside, home, program ? IN_PROGRAM : WHOLE);
    this.beats = all(document, ".lesson-beat").map((node) => this.read(node));
    this.cues = this.beats.map(({ cues }) => cues);
    this.cues[0]?.unshift(...this.first());
    this.progress = course.read(this.beats, kept(this.name));
    for (const { ask, question } of this.beats) if (ask) question?.restore(this.progress.answers[ask]);
    for (const part of this.parts) addLink(part);
    this.onButton = byId(document, "lesson-on", HTMLButtonElement);
    this.backButton = byId(document, "lesson-back", HTMLButtonElement);
    this.where = this.backButton.insertAdjacentElement("afterend", element("span", "lesson-where"));
    this.again = this.onButton.insertAdjacentElement("afterend", element("button", "lesson-again in-text"));
    Object.assign(this.again ?? {}, { type: "button", textContent: "Start over" });
    this.again?.addEventListener("click", () => this.startOver());
    this.onButton.addEventListener("click", () => this.goOn());
    this.backButton.addEventListener("click", () => this.goBack());
    this.explorers.follow((name) => this.watch(name));
    this.explorers.follow(equations.mount(document, this));
  }

  /**
   * The explorer that is beside the text from the beginning: the first of the lesson's, unless it stands in the text.
   * @returns {Cue[]}
   */
  first() {
    const data = JSON.parse(this.document.getElementById("lesson-data")?.textContent ?? "{}");
    const { explorers = {} } = /** @type {{ explorers?: Record<string, Cue> }} */ (data);
    const [first] = Object.entries(explorers);
    if (!first) return [];
    const [name, place] = first;
    const mentioned = this.cues.flat().find(({ explorer }) => explorer === name);
    return mentioned?.beside === false ? [] : [{ ...place, explorer: name, beside: true }];
  }

  /** @param {HTMLElement} node @returns {Beat} */
  read(node) {
    const part = node.closest(".lesson-part")?.id ?? "";
    const form = node.querySelector("form.lesson-ask");
    const spots = all(node, ".lesson-cue");
    const cues = spots.map(({ dataset }) => /** @type {Cue} */ (JSON.parse(dataset.cue ?? "{}")));
    cues.forEach((cue, i) => this.spots.set(cue, spots[i]));
    node.tabIndex = -1;
    if (!(form instanceof HTMLFormElement)) return { node, part, ask: null, question: null, cues };
    const earlier = all(node.parentElement ?? node, "form.lesson-ask").indexOf(form);
    const ask = `${part}:${earlier}`;
    const asks = /** @type {Ask} */ (JSON.parse(form.dataset.ask ?? "{}"));
    const about = aboutOf(form, asks);
    const question = new Question(form, asks, {
      settle: (answer) => this.become(course.settled(this.progress, ask, { ...answer, about })),
      isLast: () => node === this.beats.at(-1)?.node,
      goOn: () => this.goOn(),
      lead: (deed) => this.lead(deed),
      hint: (value, text) => this.hintFor(value, text),
      reveal: (predict, given) => this.reveal(predict, given),
    });
    return { node, part, ask, about, question, cues };
  }

  // ---- where one is ----

  get beat() {
    return this.beats[this.progress.at];
  }

  /** The first picture: where one was, or at the part that the address names. */
  begin() {
    this.follow(course.partIn(location.hash));
    this.show();
    if (this.progress.at) this.beat.node.scrollIntoView({ block: "start" });
    if (history.state === AGAIN) {
      history.replaceState(null, "", location.href);
      this.beat.node.focus({ preventScroll: true });
    }
    addEventListener("hashchange", () => {
      const part = course.partIn(location.hash);
      if (part !== this.beat.part) this.move(course.toPart(this.beats, this.progress, part));
    });
  }

  /** @param {string} part */
  follow(part) {
    if (part && part !== this.beat.part) this.progress = course.toPart(this.beats, this.progress, part);
  }

  goOn() {
    const waiting = course.waitsFor(this.beats, this.progress);
    if (waiting) this.beat.question?.call();
    else this.move(course.onward(this.beats, this.progress));
  }

  goBack() {
    this.move(course.backward(this.beats, this.progress));
  }

  startOver() {
    keep(this.name, null);
    history.replaceState(AGAIN, "", location.pathname);
    location.reload();
  }

  /** To another beat, and the focus with it. @param {course.Progress} progress */
  move(progress) {
    if (progress === this.progress) return;
    this.become(progress);
    const { node, part } = this.beat;
    if (course.partIn(location.hash) !== part) history.replaceState(null, "", `#${part}`);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const first = node === node.parentElement?.querySelector(".lesson-beat");
    node.focus({ preventScroll: true });
    (first ? node.parentElement : node)?.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
  }

  /** @param {course.Progress} progress */
  become(progress) {
    this.progress = progress;
    keep(this.name, course.written(progress, course.shareOf(this.beats, progress)));
    this.show();
  }

  // ---- what is seen ----

  show() {
    const { progress, beats, document } = this;
    const { at, reached } = progress;
    beats.forEach(({ node }, i) => {
      if (node.hidden !== i > reached) node.hidden = i > reached;
      node.classList.toggle("now", i === at);
    });
    for (const part of this.parts) part.hidden = !part.querySelector(".lesson-beat:not([hidden])");
    for (const part of this.parts) part.classList.toggle("now", part.id === this.beat.part);
    const waiting = Boolean(course.waitsFor(beats, progress));
    this.onButton.setAttribute("aria-disabled", String(waiting || at === beats.length - 1));
    this.onButton.classList.toggle("waits", waiting);
    this.backButton.disabled = at === 0;
    this.again?.toggleAttribute("hidden", reached === 0);
    const bar = byId(document, "lesson-progress", HTMLProgressElement);
    [bar.max, bar.value] = [1, course.shareOf(beats, progress)];
    if (this.where) this.where.textContent = `${at + 1} of ${beats.length}`;
    const following = document.querySelector(".lesson-following");
    following?.toggleAttribute("hidden", reached < beats.length - 1);
    document.body.dataset.beat = String(at);
    document.body.toggleAttribute("data-done", course.isDone(beats, progress));
    const { question } = this.beat;
    this.explorers.predicted = question?.ask.kind === "predict" && !question.end ? question.ask : null;
    this.explorers.show(course.cuesAt(this.cues, at), (name) => this.spotOf(name));
    takeOff(document, question?.form ?? null);
    if (question?.ask.kind === "do") this.watch(question.ask.place.explorer);
  }

  /** Where in the text an explorer stands: at its first cue. @param {string} name */
  spotOf(name) {
    const [, spot] = [...this.spots].find(([{ explorer }]) => explorer === name) ?? [];
    if (spot) return spot;
    throw new Error(`No part of the text has the explorer ${name}.`);
  }

  // ---- questions ----

  /** @param {Ask & Value} ask @param {string} text */
  async hintFor({ quantity, index = "", frame = 0, moves, place }, text) {
    if (!quantity) return "";
    return overlooked(this.source, place.query, { step: frame, quantity, index, moves }, decimalOf(text));
  }

  /** The deed that is waited for. @returns {{ question: Question, ask: Ask & Deed } | null} */
  get deed() {
    const { question } = this.beat;
    return question?.ask.kind === "do" && !question.end ? { question, ask: question.ask } : null;
  }

  /** @param {Ask & (Deed | Predict)} ask */
  lead(ask) {
    const { explorer: name } = ask.place;
    if (ask.kind === "predict")
      this.explorers.home(name).then(
        ({ player }) => player.stageOn(),
        () => {},
      );
    else {
      const explorer = this.explorers.mounted(name);
      explorer?.go({ ...ask.way, stage: ask.way.stage || null, view: explorer.place?.view }).catch(() => {});
    }
  }

  /**
   * What is predicted is held against the explorer's coming stage, where the text has led it.
   * @param {Ask & Predict} ask
   * @param {string} given
   */
  async reveal(ask, given) {
    const { place, what: kind, quantity: name, index } = ask;
    try {
      const explorer = await this.explorers.home(place.explorer);
      const shown = this.explorers.shown.has(ask);
      this.explorers.predicted = null; // it shows what it reveals
      const found = await explorer.reveal({ kind, name, index }, given, shown);
      if (!found) this.show(); // covered still
      return found;
    } catch (error) {
      this.show();
      throw error;
    }
  }

  /** An explorer is painted. @param {string} name */
  watch(name) {
    const { form, ask } = this.beat.question ?? {};
    if (!form || ask?.kind !== "do" || ask.place.explorer !== name) return;
    const explorer = this.explorers.awake(name);
    if (!explorer?.place) return;
    const elsewhere = this.program ? this.explorers.held.get(name)?.whole : null;
    offerFields(form, ask.fields, explorer, (query) => this.restart(query, name), elsewhere);
    this.asksWhether();
  }

  asksWhether = newest(async () => {
    const { deed } = this;
    const explorer = deed && this.explorers.mounted(deed.ask.place.explorer);
    if (!explorer) return;
    try {
      const done = await this.holds(deed.ask.until, explorer);
      if (done) deed.question.hear({ verdict: "right", text: "Done." }, true);
      else if (explorer.place?.step) deed.question.say(""); // what was said of the beginning is over
    } catch (error) {
      deed.question.say(error instanceof Error ? error.message : String(error));
    }
  });

  /** @param {string} query @param {string} name */
  restart(query, name) {
    const explorer = this.explorers.mounted(name);
    const { question } = this.beat;
    explorer
      ?.go({ query, step: 0, view: explorer.place?.view })
      .then(() => question?.end || question?.say("A new run, before its first step."))
      .catch((error) => question?.say(wrongIn(error)));
  }
}

/** What is wrong with a run that is asked for, its fields called as their controls are. @param {unknown} error */
function wrongIn(error) {
  if (!(error instanceof Refused)) return error instanceof Error ? error.message : String(error);
  return new Refused(error.problems.map(([field, got, allowed]) => [labelOf(field), got, allowed])).message;
}

/** A link to a part, behind its title. @param {HTMLElement} part */
function addLink({ id, firstElementChild: title }) {
  const link = title?.appendChild(element("a"));
  Object.assign(link ?? {}, { href: `#${id}`, textContent: "#", ariaLabel: "Link to this part" });
}

/**
 * Bring the lesson of a page to life.
 * @param {Document} document
 * @param {LessonSource} source answers its explorers' questions
 * @param {string} [program] where the program can be opened, if the page is a file without it
 */
export function begin(document, source, program = "") {
  theme.begin();
  document.documentElement.classList.add("lesson-live");
  const lesson = new Lesson(document, source, program);
  keys.mount(document, lesson, presenting.mount(document));
  printing.mount(document, lesson);
  teaching.mount(document);
  lesson.begin();
}
