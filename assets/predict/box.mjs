/** The form of a prediction: what is predicted, the answer, and below it what became of the last one. */
import { element, setText } from "../draw/figure.mjs";
import { count, significant } from "../text/numbers.mjs";
import { refusalOf } from "../text/typed.mjs";
import { asTyped } from "./truth.mjs";
import { createParts } from "./parts.mjs";
import { nameOf } from "./subjects.mjs";

/** @import { Predicted } from "../types" */
/** @import { Coming, Subject } from "./subjects.mjs" */
/** @typedef {{ kind: Predicted["kind"], subject: Subject, row: number, column: number }} Choice what is predicted */
/**
 * @typedef {{ reveal(choice: Choice, given: string): void, goOn(): void, leave(): void, was(choice: Choice): number |
 *   null }} Does `was`: what a number was before
 */

const ORDERS = { weight: "which moves furthest", error: "which is largest in size", other: "which is largest" };

/** The form, in an element of its own. */
export class Box {
  /** @type {Subject[]} */
  subjects = [];
  /** @type {Choice | null} */
  fixed = null; // what is asked, where one cannot choose
  /** @type {Predicted["kind"] | null} */
  liked = null; // the kind that was chosen last
  /** @type {Subject | null} */
  filled = null; // of which the choices are
  stages = 0;

  /** @param {Does} does */
  constructor(does) {
    this.does = does;
    this.parts = createParts({ changed: (part) => this.changed(part), submit: () => this.submit(), leave: does.leave });
    this.root = this.parts.root;
  }

  /**
   * The coming stage is another one; without subjects there is nothing to predict in it.
   * @param {Coming} coming
   * @param {Subject[]} subjects
   * @param {number} stages
   * @param {Choice | null} fixed
   * @param {string} [run] of two, which is asked about
   */
  lay({ stage, number }, subjects, stages, fixed, run = "") {
    Object.assign(this, { subjects, fixed, filled: null });
    const { root, title, name, press } = this.parts;
    root.classList.remove("ended");
    title.replaceChildren(
      "Coming: ",
      Object.assign(element("b"), { textContent: stage.title }),
      ` · ${stage.name}, ${number} of ${stages}${run}`,
    );
    name.replaceChildren(...subjects.map(({ symbol }, i) => new Option(symbol, String(i))));
    if (fixed) name.value = String(subjects.indexOf(fixed.subject));
    press.textContent = subjects.length ? "Reveal" : "Go on";
    this.arrange();
  }

  /** There is no coming stage. @param {string} why */
  end(why) {
    this.root.classList.add("ended");
    this.parts.title.textContent = why;
  }

  /** @param {string} part */
  changed(part) {
    if (part === "kind") this.liked = this.chosen?.kind ?? null;
    this.arrange();
  }

  /** What is predicted; null where nothing can be. @returns {Choice | null} */
  get chosen() {
    const subject = this.subjects[Number(this.parts.name.value)];
    if (!subject) return null;
    const { kind, row, column } = this.parts;
    const asked = subject.kinds.find((each) => each === kind.value);
    return (
      this.fixed ?? { kind: asked ?? subject.kinds[0], subject, row: Number(row.value), column: Number(column.value) }
    );
  }

  /** The parts that belong to what is chosen, without an answer. */
  arrange() {
    const { parts } = this;
    const subject = this.subjects[Number(parts.name.value)] ?? null;
    if (subject && subject !== this.filled) this.fill(subject);
    this.filled = subject;
    const choice = this.chosen;
    const kind = choice?.kind;
    const free = choice && !this.fixed ? choice : null;
    const shown = {
      kind: free !== null,
      name: free !== null,
      row: free !== null && kind !== "order" && free.subject.rows.length > 1,
      column: free !== null && kind !== "order" && free.subject.columns.length > 0,
      ways: kind === "direction",
      first: kind === "order",
      number: kind === "value",
    };
    for (const [name, is] of Object.entries(shown)) parts[/** @type {keyof typeof shown} */ (name)].hidden = !is;
    setText(parts.note, choice ? this.noteOf(choice) : "nothing to predict here");
    parts.clear();
  }

  /** The choices of a subject. @param {Subject} subject */
  fill({ kinds, rows, columns, first, weight, role }) {
    const { kind, row, column, first: answer } = this.parts;
    const order = ORDERS[weight ? "weight" : role === "error" ? "error" : "other"];
    const texts = { direction: "rise or fall of", order: `${order} of`, value: "the value of" };
    /** @param {string[]} names */
    const options = (names) => names.map((name, at) => new Option(name, String(at)));
    kind.replaceChildren(...kinds.map((each) => new Option(texts[each], each)));
    if (this.liked && kinds.includes(this.liked)) kind.value = this.liked;
    row.replaceChildren(...options(rows));
    row.value = String(first);
    column.replaceChildren(...options(columns));
    answer.replaceChildren(new Option("choose …", ""), ...(kinds.includes("order") ? options(rows) : []));
  }

  /** What is known beforehand, and what is asked where one cannot choose. @param {Choice} choice */
  noteOf(choice) {
    const { kind, subject, row, column } = choice;
    const order = ORDERS[subject.weight ? "weight" : subject.role === "error" ? "error" : "other"];
    const name = nameOf(subject, row, column);
    const asked = {
      direction: `which way ${name} goes`,
      order: `${order} of ${subject.symbol}`,
      value: `the value of ${name}`,
    };
    const was = kind === "order" ? null : this.does.was(choice);
    const when = subject.since === null ? "now" : `in step ${count(subject.since + 1)}`;
    return [this.fixed ? asked[kind] : "", was === null ? "" : `${when} ${significant(was)}`]
      .filter(Boolean)
      .join(", ");
  }

  submit() {
    const { chosen, parts } = this;
    if (!chosen) {
      this.does.goOn();
      return;
    }
    const written = parts.answer(chosen.kind);
    const given = chosen.kind === "value" ? asTyped(written) : written;
    const refusal = chosen.kind === "value" ? refusalOf(given) : given ? "" : "Choose one of the answers.";
    if (!refusal) {
      this.does.reveal(chosen, given);
      return;
    }
    parts.refuse(chosen.kind);
    this.tell(refusal, "");
  }

  /** @param {string} text @param {"right" | "wrong" | ""} verdict */
  tell(text, verdict) {
    setText(this.parts.said, text);
    this.parts.said.dataset.verdict = verdict;
  }

  /** @param {string} text */
  count(text) {
    setText(this.parts.score, text);
  }
}
