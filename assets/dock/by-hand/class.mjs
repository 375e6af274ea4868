/** For a class: each student's own exercise, which the number of the student makes, and the solutions of all. */
import { element, setText } from "../../draw/figure.mjs";
import { count } from "../../text/numbers.mjs";
import { download } from "../download.mjs";
import { button } from "../parts.mjs";
import { ALL, csvOfSolutions, differ, exerciseOf, linesOf, wrongStudent } from "./solutions.mjs";

/** @import { Docked, Solution } from "../../types" */
/**
 * @typedef {{ query: string, of: string, step: number, stage: string, first: string }} Exercise `of`: the address of the
 *   run, "" of the page's own; `step`: the frame that is worked out; `stage`: its name, or ALL; `first`: the one a step begins with
 */
/**
 * @typedef {{ exercise(): Exercise, work(task: () => Promise<void>): void, signal(): AbortSignal | undefined }} Around
 *   what is worked out now; what does one thing at a time, and says what is wrong; the signal of what is done now
 */

const AT_ONCE = 20; // students whose solutions are asked for in one answer
const MOST = 500;

/** In an element, behind a press. */
export class ForClass {
  /** @param {HTMLElement} root @param {Docked} app @param {Around} around */
  constructor(root, app, around) {
    this.app = app;
    this.around = around;
    const part = root.appendChild(element("details", "dock-class"));
    part.append(element("summary", "", "For a class"));
    const own = part.appendChild(element("p", "dock-tools"));
    this.student = numberField("Student's number");
    this.student.addEventListener("input", () => this.address());
    this.student.addEventListener("change", () => this.judge());
    this.link = element("a", "", "");
    own.append("Student's number", this.student, this.link);
    this.wrong = part.appendChild(element("p", "dock-hint"));
    this.wrong.setAttribute("role", "status");
    const all = part.appendChild(element("p", "dock-tools"));
    this.first = numberField("First student", "1");
    this.last = numberField("Last student", "30");
    const { theme } = app;
    this.print = button("Print", "Print the solutions that are shown", () => theme.document.defaultView?.print());
    all.append("Solutions of", this.first, "to", this.last);
    all.append(
      button("Show", "The solutions of these students, to be read or printed", () =>
        this.work((all) => this.show(all)),
      ),
      button("CSV", "A table with every digit, a row a student", () => this.work((all) => this.save(all))),
      this.print,
    );
    this.said = part.appendChild(element("p", "dock-hint"));
    this.said.setAttribute("role", "status");
    this.sheet = part.appendChild(element("div", "dock-solutions"));
    this.laid();
  }

  /** Another exercise is worked out. */
  laid() {
    this.sheet.hidden = this.print.hidden = true;
    setText(this.said, "");
    this.address();
  }

  /** Where the student's exercise is. */
  address() {
    const number = this.student.value.trim();
    const { of, step, stage, first } = this.around.exercise();
    const wrong = wrongStudent(number);
    this.link.hidden = !number || wrong !== "";
    if (!wrong) this.judge();
    if (this.link.hidden) return;
    this.link.href = exerciseOf(
      of || this.app.theme.document.location.href,
      number,
      first ? step : step + 1,
      stage,
      first,
    );
    setText(this.link, `Exercise of ${number}`);
  }

  /** What is wrong of the student's number is told once it is written, and no longer than it is. */
  judge() {
    const wrong = wrongStudent(this.student.value);
    setText(this.wrong, wrong);
    this.student.setAttribute("aria-invalid", String(wrong !== ""));
  }

  /** @param {(solutions: Solution[]) => void} then */
  work(then) {
    this.around.work(async () => {
      const signal = this.around.signal();
      const found = await this.learn().finally(() => signal?.aborted && setText(this.said, ""));
      if (found) then(found);
    });
  }

  /** All solutions, asked for some at a time; null where they are not wanted. */
  async learn() {
    const [from, to] = [this.first, this.last].map(({ value }) => Math.floor(Number(value)));
    if (!(from >= 0 && to >= from && to - from < MOST)) {
      setText(this.said, `From one number to a higher one, at most ${MOST} of them.`);
      return null;
    }
    const { query, step, stage } = this.around.exercise();
    const signal = this.around.signal();
    /** @type {Solution[]} */
    const found = [];
    for (let at = from; at <= to; at += AT_ONCE) {
      setText(this.said, `${count(found.length)} of ${count(to - from + 1)} …`);
      const options = { step, first: at, last: Math.min(to, at + AT_ONCE - 1), stages: stage === ALL ? null : stage };
      found.push(...(await this.app.source.solutions(query, options, signal)).solutions);
      if (signal?.aborted) return null;
    }
    const same = found.length > 1 && !differ(found);
    setText(this.said, same ? "All are the same: nothing that is asked comes from the seed." : "");
    return found;
  }

  /** @param {Solution[]} solutions */
  save(solutions) {
    const name = `solutions-step-${this.around.exercise().step + 1}.csv`;
    download(this.app, name, csvOfSolutions(solutions));
  }

  /** @param {Solution[]} solutions */
  show(solutions) {
    const title = element("h3", "", `Solutions of step ${count(this.around.exercise().step + 1)}`);
    this.sheet.replaceChildren(title, ...solutions.map(blockOf));
    this.sheet.hidden = this.print.hidden = false;
  }
}

/** @param {Solution} solution */
function blockOf([number, instance, values]) {
  const block = element("section");
  block.append(element("h4", "", `${number} · ${instance}`));
  for (const [name, numbers] of linesOf(values)) {
    const line = block.appendChild(element("p"));
    line.append(element("b", "", name), ` ${numbers}`);
  }
  return block;
}

/** @param {string} label */
function numberField(label, value = "") {
  const field = element("input", "entry");
  Object.assign(field, { value, type: "text", inputMode: "numeric", autocomplete: "off", ariaLabel: label });
  return field;
}
