/** The questions of a lesson as forms: they hear an answer, have it judged, and say what came of it. */
import { element } from "../draw/figure.mjs";
import { all } from "../shell/elements.mjs";
import { judge, ranked, settles, told } from "./judging.mjs";

/** @import { Answer } from "./course.mjs" */
/** @import { Prediction } from "../types" */
/** @import { Ask, Deed, Judged, Predict, Value } from "./judging.mjs" */
/**
 * @typedef {{ settle: (answer: Answer) => void, goOn: () => void, isLast: () => boolean, lead:
 *   (ask: Ask & (Deed | Predict)) => void, hint: (ask: Ask & Value, text: string) => Promise<string>, reveal:
 *   (ask: Ask & Predict, given: string) => Promise<Prediction | null> }} Asked what a question asks of the lesson: that
 *   it is settled, to go on, whether nothing comes after it, to do a deed itself or to show what comes, the known
 *   mistake behind a number, and to hold a prediction against the run
 */

const GO_ON = "Go on";
const THE_END = "<p>Here the lesson ends.</p>";
const FIELD = ".lesson-fields :is(select, .entry, input:checked)"; // that has the answer
const WRITTEN = ".lesson-fields :is(select, .entry)";
const FIELDS = "input, [data-move], select";

/**
 * What a question asks, without its numbers: they may be computed later.
 * @param {HTMLFormElement} form
 * @param {Ask} ask
 */
export function aboutOf(form, { kind }) {
  const copy = /** @type {HTMLElement} */ (form.cloneNode(true));
  for (const part of copy.querySelectorAll("button, .lesson-say, .lesson-number")) part.remove();
  return `${kind}: ${copy.textContent?.replace(/\s+/g, " ").trim()}`;
}

/** How many predictions were right so far, in this tab. @param {Prediction} found */
const scoreOf = ({ score }) =>
  `<p class="lesson-score">${score ? `Predictions: ${score}` : "Not counted: the explorer had shown it before"}.</p>`;

/** A question and its form. */
export class Question {
  /** @type {Answer | null} */
  end = null;
  tries = 0;
  revealing = false;

  /** @param {HTMLFormElement} form @param {Ask} ask @param {Asked} asked */
  constructor(form, ask, asked) {
    this.form = form;
    this.ask = ask;
    this.asked = asked;
    this.verdict = /** @type {HTMLElement} */ (form.querySelector(".lesson-verdict"));
    this.after = form.querySelector(".lesson-say")?.innerHTML ?? ""; // told once it is answered
    this.press = /** @type {HTMLButtonElement} */ (form.querySelector("button:not([type=button])"));
    this.called = this.press.textContent ?? "";
    this.press.classList.add("primary");
    this.tell = this.press.insertAdjacentElement("afterend", element("button", "button lesson-tell"));
    const { tell } = this;
    Object.assign(tell ?? {}, { type: "button", textContent: ask.kind === "do" ? "Show me" : "Show the answer" });
    tell?.addEventListener("click", () => this.giveUp());
    form.noValidate = true;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.end) asked.goOn();
      else this.answer();
    });
    if (ask.kind === "order") for (const move of all(form, "[data-move]")) this.wireMove(move);
    this.paint();
  }

  // ---- what is given ----

  /** @returns {unknown} */
  get given() {
    const { form, ask } = this;
    if (ask.kind === "order") return this.rows.map(({ dataset }) => dataset.word ?? "");
    const field = /** @type {HTMLInputElement | HTMLSelectElement | null} */ (form.querySelector(FIELD));
    return field?.value ?? null;
  }

  get rows() {
    return all(this.form, "[data-word]");
  }

  /** As it was when it was settled. @param {unknown} given */
  set given(given) {
    const { form, ask, rows } = this;
    if (ask.kind === "order") {
      /** @type {unknown[]} */
      const words = Array.isArray(given) ? given : [];
      const [first] = rows;
      const list = first?.parentElement;
      const sorted = words.flatMap((word) => rows.find(({ dataset }) => dataset.word === word) ?? []);
      if (sorted.length === rows.length) list?.append(...sorted);
      return;
    }
    for (const radio of form.querySelectorAll("input")) radio.checked = radio.value === String(given);
    const field = /** @type {HTMLInputElement | HTMLSelectElement | null} */ (form.querySelector(WRITTEN));
    if (field) field.value = String(given ?? "");
  }

  /** A button that moves a word up or down. @param {HTMLElement} button */
  wireMove(button) {
    button.addEventListener("click", () => {
      const row = /** @type {HTMLElement} */ (button.closest("[data-word]"));
      const up = Number(button.dataset.move) < 0;
      const other = up ? row.previousElementSibling : row.nextElementSibling;
      if (this.end || !other) return;
      if (up) other.before(row);
      else other.after(row);
      button.focus();
      this.mark();
      this.say(`${row.dataset.word} is now number ${this.rows.indexOf(row) + 1} of ${this.rows.length}.`);
    });
  }

  /** Somebody wants to go on. */
  call() {
    const first = /** @type {HTMLElement | null} */ (this.form.querySelector(FIELDS));
    first?.focus();
    this.say(this.ask.kind === "do" ? "First do it, or let it be shown." : "Answer first.");
    for (const each of [this.form, this.verdict]) each.scrollIntoView({ block: "nearest" });
  }

  // ---- answering ----

  async answer() {
    const { ask, given } = this;
    const first = judge(ask, given);
    if (ask.kind === "predict") {
      if (first.text) this.hear(first, given);
      else await this.reveal(ask, String(given));
      return;
    }
    const asks = ask.kind === "value" && first.verdict === "wrong";
    const hint = asks ? await this.asked.hint(ask, String(given)) : "";
    this.hear(hint ? judge(ask, given, hint) : first, given);
  }

  /**
   * The explorer shows the coming stage, and says whether it is so.
   * @param {Ask & Predict} ask
   * @param {string} given
   */
  async reveal(ask, given) {
    if (this.revealing) return;
    this.revealing = true; // its button stays a button: a disabled one would lose the focus
    try {
      const found = await this.asked.reveal(ask, given);
      if (found) this.hear({ ...judge(ask, found), more: scoreOf(found) }, given);
      else this.say("The explorer was moved meanwhile: answer once more.");
    } catch (error) {
      this.tries += 1; // it can be shown
      this.paint();
      this.say(error instanceof Error ? error.message : String(error));
    }
    this.revealing = false;
  }

  /** What became of an answer; of a deed, that it is done. @param {Judged} judged @param {unknown} given */
  hear(judged, given) {
    if (this.end) return;
    if (judged.verdict === "wrong") this.tries += 1;
    this.show(judged);
    this.verdict.scrollIntoView({ block: "nearest" });
    const said = this.ask.kind === "predict" ? { said: judged.text } : {};
    if (settles(this.ask, judged)) this.finish({ given, end: judged.verdict === "right" ? "right" : "told", ...said });
    else this.paint();
  }

  giveUp() {
    const { ask } = this;
    this.show(told(ask));
    if (ask.kind === "do" || ask.kind === "predict") this.asked.lead(ask);
    this.finish({ given: ask.kind === "order" ? ranked(ask.values) : this.given, end: "told" });
  }

  /** @param {Answer} end */
  finish(end) {
    const held = this.form.contains(this.form.ownerDocument.activeElement);
    this.end = end;
    if (this.ask.kind === "order") this.given = end.given;
    this.paint();
    this.asked.settle(end);
    const next = this.press.hidden ? this.form.closest(".lesson-beat") : this.press;
    if (held && next instanceof HTMLElement) next.focus();
  }

  /** As it was left another day. @param {Answer | undefined} end */
  restore(end) {
    if (!end) return;
    this.end = end;
    this.given = end.given;
    const { ask } = this;
    if (ask.kind === "do" && end.end === "told")
      this.show({ verdict: "shown", text: "The explorer showed it." }); // it may stand elsewhere now
    else if (ask.kind === "predict")
      this.show(end.said ? { verdict: end.end === "right" ? "right" : "wrong", text: end.said } : told(ask));
    else
      this.show(
        end.end === "told" && ask.kind !== "direction" ? told(ask) : judge(ask, ask.kind === "do" || end.given),
      );
    this.paint();
  }

  // ---- what is seen ----

  /** @param {Judged} judged */
  show(judged) {
    const { ask } = this;
    const last = judged.verdict !== "none" && (settles(ask, judged) || judged.text === told(ask).text);
    this.say(judged.text, [judged.more, last ? this.after : "", last && this.asked.isLast() ? THE_END : ""]);
    this.form.dataset.verdict = judged.verdict;
    this.mark(judged);
  }

  /** @param {string} text @param {(string | undefined)[]} [more] HTML of our server, where words are escaped */
  say(text, more = []) {
    const template = element("template");
    template.innerHTML = more.filter(Boolean).join("");
    const line = element("p", "lesson-verdict-text");
    line.textContent = text;
    this.verdict.replaceChildren(line, template.content);
  }

  /** What is right and what is not, of several things. @param {Judged} [judged] */
  mark(judged) {
    const { ask, form } = this;
    const list = ask.kind === "order" ? this.rows : all(form, "label:has([type=radio])");
    list.forEach((each, i) => {
      const field = each.querySelector("input");
      const chosen = field?.checked && judged && judged.verdict !== "none" ? judged.verdict : "";
      const marked = judged?.marks?.[i] ? "right" : judged?.marks && ask.kind === "order" ? "wrong" : chosen;
      each.dataset.mark = marked;
    });
  }

  paint() {
    const { form, press, tell, end, ask, tries } = this;
    form.toggleAttribute("data-settled", Boolean(end));
    for (const field of form.querySelectorAll(FIELDS)) {
      const isOfRun = field.closest(".lesson-recipe"); // others can be tried afterwards
      if (!isOfRun) field.toggleAttribute("disabled", Boolean(end));
    }
    press.textContent = end ? GO_ON : this.called;
    press.hidden = end ? this.asked.isLast() : ask.kind === "do";
    tell?.toggleAttribute("hidden", Boolean(end) || (ask.kind !== "do" && !tries));
  }
}
