/**
 * A step by hand: a sheet whose numbers are checked, the step as NumPy or LaTeX, and its gradient against differences.
 */
import { element, setText } from "../../draw/figure.mjs";
import { Refused } from "../../sources/errors.mjs";
import { count, exact, significant } from "../../text/numbers.mjs";
import { button, createWait } from "../parts.mjs";
import { subjectOf } from "../why/subject.mjs";
import { inPieces, Pace } from "../pieces.mjs";
import { ForClass } from "./class.mjs";
import { together, toldOf } from "./gradient.mjs";
import { Sheet } from "./sheet.mjs";
import { KINK, bestOf, ruleOf, slopeView } from "./slope.mjs";
import { ALL } from "./solutions.mjs";
import { transposedOf, verdictOf } from "./verdict.mjs";
import { givenOf, textsOf, Written } from "./written.mjs";

/** @import { Docked, GradientChecked, Scene, Section, Sheet as SheetOf } from "../../types" */

/** What it is. */
export const section = {
  name: "by-hand",
  at: 4,
  title: "By hand",
  says: "Work the step out and have it checked; copy it as NumPy or LaTeX; check its gradient",
};

const FIRST = 128; // weights whose gradients are checked at first

/** @param {HTMLElement} root @param {Docked} app @returns {Section} */
export const mount = (root, app) => new ByHand(root, app);

/** Follows the steps with a sheet of the one that is shown. */
class ByHand {
  /** @type {Scene | null} */
  scene = null;
  run = ""; // "B" of one beside that of the page's address
  asked = ""; // which sheet
  laid = ""; // of which step and query that is which stands there
  written = new Written();
  given = ""; // what the link has, as far as that is known here
  /** @type {SheetOf | null} */
  known = null;
  /** @type {AbortController | null} */
  asking = null;

  /** @param {HTMLElement} root @param {Docked} app */
  constructor(root, app) {
    this.app = app;
    this.title = root.appendChild(element("p", "dock-hint"));
    this.stage = root.appendChild(element("select", "select"));
    this.stage.setAttribute("aria-label", "Stage to work out");
    this.stage.addEventListener("change", () => {
      this.lay();
      app.setView({ work: this.stage.value });
    });
    const area = root.appendChild(element("div", "dock-sheets"));
    this.sheet = new Sheet(area, () => this.keep());
    for (const type of ["change", "paste"]) area.addEventListener(type, () => this.link());
    area.addEventListener("paste", () => this.tell(transposedOf(this.sheet.turned)));
    area.addEventListener("keydown", ({ key }) => key === "Enter" && this.work(() => this.check()));
    const tools = root.appendChild(element("div", "dock-tools"));
    const copy = (/** @type {string} */ of) => this.work(() => this.copy(of));
    tools.append(
      button("Check", "Hold what is written against the step: right to one unit of the last digit", () =>
        this.work(() => this.check()),
      ),
      button("NumPy", "Copy the step as a program that computes it again", () => copy("numpy")),
      button("LaTeX", "Copy the stages with today's numbers", () => copy("latex")),
      button("Gradient", "Hold every gradient against central differences", () => this.work(() => this.differ())),
    );
    this.ofWeight = tools.appendChild(
      button("", "Its gradient beside differences of many widths", () => this.work(() => this.differOne())),
    );
    this.wait = createWait(root, app.clock, () => this.cancel());
    this.said = root.appendChild(element("p", "dock-said"));
    this.said.setAttribute("role", "status");
    this.list = root.appendChild(element("ul", "dock-findings"));
    this.ofClass = new ForClass(root, app, {
      exercise: () => this.exercise,
      work: (task) => this.work(task),
      signal: () => this.asking?.signal,
    });
  }

  /** The frame that is shown, or the one that comes. */
  get step() {
    return this.scene?.frame?.step ?? this.scene?.step ?? 0;
  }

  /** @param {Scene} scene @param {boolean} shown @param {string} [run] */
  paint(scene, shown, run = "") {
    Object.assign(this, { scene, run });
    if (!shown) return;
    const { title = "" } = this.pressed ?? {};
    setText(this.ofWeight, `Gradient of ${title}`);
    this.ofWeight.hidden = !title;
    const asked = `${this.step}\n${scene.session.whole.query}`;
    if (scene.playing) return;
    if (asked !== this.asked) {
      this.asked = asked;
      this.work(() => this.open());
    } else if (this.known && this.laid === asked && this.takesLink(this.known)) this.lay();
  }

  /**
   * Whether the link has other numbers for this sheet than those here, as where one went back.
   * @param {SheetOf} known
   */
  takesLink({ step }) {
    const { given = "" } = this.scene?.view ?? {};
    if (given === this.given) return false;
    this.given = given;
    const texts = textsOf(given, step, this.key);
    if (given && !Object.keys(texts).length) return false; // of another sheet
    this.written.replace(this.laid, texts);
    return true;
  }

  /** The weight that is pressed, or of which the history was asked. */
  get pressed() {
    const { scene } = this;
    const asked = scene ? [scene.view.focus, scene.view.why] : [];
    const subjects = asked.map((about) => (about && scene ? subjectOf(about, scene) : null));
    return subjects.find((subject) => subject && "index" in subject.options) ?? null;
  }

  leave() {
    this.asking?.abort();
    this.asked = "";
  }

  /** One thing at a time; what is wrong is said. @param {() => Promise<void>} task */
  work(task) {
    this.asking?.abort();
    const controller = new AbortController();
    this.asking = controller;
    this.tell("");
    this.wait("Working …");
    task()
      .catch((error) => {
        if (!controller.signal.aborted) this.tell(refusalOf(error, this.step));
      })
      .then(() => {
        if (this.asking === controller) this.wait("");
      });
  }

  /** Somebody does not want to wait: what is known so far stays. */
  cancel() {
    this.asking?.abort();
    this.wait("");
    setText(this.said, this.list.children.length ? `Cancelled. ${this.said.textContent}` : "Cancelled.");
  }

  /** @param {string} text @param {string[]} [lines] */
  tell(text, lines = []) {
    setText(this.said, text);
    this.list.replaceChildren(...lines.map((line) => element("li", "", line)));
  }

  get query() {
    return this.scene?.session.whole.query ?? "";
  }

  /** What a class may be given. */
  get exercise() {
    const of = this.run === "B" ? new URL(`?${this.query}`, this.app.theme.document.location.href).href : "";
    const first = this.scene?.session.stages[0].name ?? "";
    return { query: this.query, of, step: this.step, stage: this.stage.value, first };
  }

  get key() {
    return this.scene?.session.whole.key ?? "";
  }

  async open() {
    const signal = this.asking?.signal;
    const known = await this.app.source.sheet(this.query, { step: this.step }, signal);
    if (signal?.aborted) return;
    const { view = {}, stage = "" } = this.scene ?? {};
    this.known = known;
    this.laid = this.asked;
    if (!this.takesLink(known) && !this.written.of(this.laid)) this.written.replace(this.laid, {});
    setText(
      this.title,
      `Work out step ${count(known.step + 1)} from the weights before it, write or paste numbers (2 counts as 2.0), ` +
        "then Check:",
    );
    const chosen = view.work ?? stageToWork(known, stage);
    this.stage.replaceChildren(
      ...known.stages.map(({ name, title }) => new Option(title, name)),
      new Option("all stages", ALL),
    );
    this.stage.value = known.stages.some(({ name }) => name === chosen) ? chosen : ALL;
    this.lay();
    this.link();
  }

  /** A cell is written in: it is kept for whoever comes back to this sheet. */
  keep() {
    this.sheet.mark(null);
    this.written.put(this.laid, this.sheet.texts);
  }

  /** The link has what is written on the sheet. */
  link() {
    const given = givenOf(this.known?.step ?? 0, this.key, this.written.of(this.laid) ?? {});
    this.given = given;
    if (given === (this.scene?.view.given ?? "")) return;
    this.app.setView(given ? { given, work: this.stage.value } : { given });
  }

  lay() {
    const stages = this.known?.stages.filter(({ name }) => [name, ALL].includes(this.stage.value)) ?? [];
    const names = stages.flatMap((stage) => stage.names);
    const once = names.filter(({ name }, i) => names.findIndex((each) => each.name === name) === i);
    this.sheet.session = this.scene?.session ?? null;
    this.sheet.lay(once, this.written.of(this.laid) ?? {});
    this.tell("");
    this.ofClass.laid();
  }

  async check() {
    const { given, unread } = this.sheet.written;
    const some = Object.keys(given).length > 0;
    if (!some && !unread.length) {
      this.tell("No number is written yet.");
      return;
    }
    const options = { step: this.known?.step ?? 0, given: JSON.stringify(given) };
    const checked = some
      ? await this.app.source.check(this.query, options, this.asking?.signal)
      : { count: 0, findings: [] };
    this.sheet.mark(checked.findings);
    this.tell(...verdictOf(checked, unread, (finding) => this.sheet.labelOf(finding)));
    const first = checked.findings.find(({ follows }) => !follows);
    if (first) this.sheet.cellOf(first)?.field.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {string} of */
  async copy(of) {
    const { text } = await this.app.source.written(this.query, { step: this.step, of }, this.asking?.signal);
    await navigator.clipboard.writeText(text);
    this.tell(`Copied: ${count(text.split("\n").length)} lines.`);
  }

  async differOne() {
    const { title = "", options } = this.pressed ?? {};
    const found = await this.app.source.slope(this.query, { ...options, step: this.step }, this.asking?.signal);
    const [width, , error, kink] = bestOf(found.points);
    const best = `nearest with a width of ${significant(width)}, ${significant(error)} apart`;
    const why = kink ? ` ${KINK}` : "";
    this.tell(`${ruleOf(found)}${title}: its gradient is ${exact(found.gradient)}, the difference ${best}.${why}`);
    const item = element("li");
    item.append(slopeView(found, this.app));
    this.list.replaceChildren(item);
    item.scrollIntoView({ block: "nearest" });
  }

  async differ() {
    const { query, step } = this;
    const signal = this.asking?.signal ?? this.app.clock.signal;
    /** @type {GradientChecked | null} */
    let found = null;
    await inPieces(
      0,
      Infinity,
      new Pace(FIRST),
      (start, stop) => this.app.source.gradient(query, { step, start, stop }, signal),
      (piece) => {
        found = together(found, piece);
        const { stop, numbers } = found;
        this.tell(...toldOf(found));
        this.wait(stop < numbers ? `Checked ${count(stop)} of ${count(numbers)} weights …` : "");
      },
      signal,
    );
  }
}

/**
 * Where a sheet opens: at the stage that is shown, or else the first with numbers to work out; the very first reads
 * what is given.
 * @param {SheetOf} sheet
 * @param {string} shown
 */
function stageToWork({ stages }, shown) {
  const worked = stages.slice(1).filter(({ names }) => names.some(({ rows }) => rows.length));
  return (worked.find(({ name }) => name === shown) ?? worked[0] ?? stages[0])?.name;
}

/** What is wrong, of the step as the page counts it. @param {unknown} error @param {number} step */
function refusalOf(error, step) {
  if (!(error instanceof Refused)) return error instanceof Error ? error.message : String(error);
  const [field = ""] = error.problems.find(([each]) => each.endsWith(".step")) ?? [];
  return error.renamed(field, "step", count(step + 1)).message;
}
