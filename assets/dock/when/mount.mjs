/**
 * When a condition becomes true: on to the next step where it does, or back to the last; all of them as ticks on the
 * timeline; and playing stops there.
 */
import { element } from "../../draw/figure.mjs";
import { createBox } from "../expressions/box.mjs";
import { count } from "../../text/numbers.mjs";
import { button, createProgress, way } from "../parts.mjs";
import { rangeOf } from "../range.mjs";
import { Search } from "./search.mjs";
import { createTicks } from "./ticks.mjs";

/** @import { Docked, Scene, Section } from "../../types" */

/** What it is. */
export const section = {
  name: "when",
  at: 2,
  title: "When",
  says: "When a condition becomes true, such as loss < 0.5",
};

const LISTED = 200; // steps
const AHEAD = 4; // seconds of playing that are searched before they come

/** @param {HTMLElement} root @param {Docked} app @returns {Section} */
export const mount = (root, app) => new When(root, app);

/** Follows the steps where a condition becomes true. */
class When {
  /** @type {Scene | null} */
  scene = null;
  /** @type {"before" | "after" | null} */
  wanted = null; // a way that is to be gone as soon as the step is known
  nowhere = ""; // why it was not gone
  left = false; // cancelled
  /** @type {unknown} */
  told = null; // what is said to be wrong
  passed = 0; // while one plays: up to which step none was passed
  played = false;
  listed = "";

  /** @param {HTMLElement} root @param {Docked} app */
  constructor(root, app) {
    this.app = app;
    this.search = new Search(app, () => this.changed());
    root.append(element("p", "dock-hint", "Stop where this becomes true:"));
    this.box = createBox(root, app, {
      name: "when",
      label: "Condition",
      example: "loss < 0.5",
      take: (when) => app.setView({ when }),
    });
    const tools = root.appendChild(element("div", "dock-tools"));
    tools.append(
      button("◀ Back to it", "Back to the last step before this one where it became true", () => this.go("before")),
      button("On to it ▶", "On to the next step where it becomes true", () => this.go("after")),
    );
    const ways = { cancel: () => this.cancel(), resume: () => this.resume() };
    this.progress = createProgress(root, ways.cancel, ways.resume);
    this.list = root.appendChild(element("div", "dock-found"));
    this.ticks = createTicks(app);
  }

  /** @param {Scene} scene */
  paint(scene) {
    this.scene = scene;
    const { view, session, playing, step } = scene;
    const condition = view.when ?? "";
    if (this.search.begin(session.whole.query, condition)) {
      Object.assign(this, { wanted: null, nowhere: "", left: false });
    }
    this.box.show(condition, session.whole);
    if (playing && !this.played) this.passed = step;
    this.played = playing;
    this.changed();
  }

  /** More is known, or another step is shown. */
  changed() {
    const { scene, search, app } = this;
    if (!scene) return;
    if (search.error !== this.told) this.box.tell(search.error, search.condition);
    this.told = search.error;
    if (scene.playing) this.stopAtPlace(scene);
    if (this.wanted) this.arrive(this.wanted, scene);
    if (!this.wanted && !this.left && search.condition) {
      const coming = scene.playing ? scene.step + AHEAD * scene.speed : 0;
      search.ask(search.known.gap(Math.max(rangeOf(app), coming)));
    }
    this.ticks(search.condition ? search.known.positions : [], rangeOf(app));
    this.show();
  }

  /** Playing stops at the first step that it comes to, or came to before that was known. @param {Scene} scene */
  stopAtPlace({ step }) {
    const { known, condition } = this.search;
    const until = condition ? Math.min(step, known.around(this.passed).stop) : step;
    const found = known.positions.find((position) => position > this.passed && position <= until);
    this.passed = Math.max(this.passed, until);
    if (found !== undefined) this.app.seek(found);
  }

  /** @param {"before" | "after"} side */
  go(side) {
    if (!this.search.condition || this.search.error) return;
    Object.assign(this, { wanted: side, nowhere: "", left: false });
    this.changed();
  }

  /** Goes to the step, or has it searched. @param {"before" | "after"} side @param {Scene} scene */
  arrive(side, { step, session }) {
    const { known } = this.search;
    const found = side === "after" ? known.after(step, session.limits.step) : known.before(step);
    if (found !== null && typeof found === "object") {
      this.search.ask(found, side === "before");
      return;
    }
    this.wanted = null;
    if (found !== null) this.app.seek(found);
    else {
      const again = known.first || known.positions.length ? " again" : "";
      this.nowhere =
        side === "after" ? `The run ends before it becomes true${again}.` : "It did not become true before.";
    }
  }

  leave() {
    this.search.leave();
    this.ticks([], 1);
  }

  cancel() {
    this.search.leave();
    Object.assign(this, { wanted: null, left: true });
    this.show();
  }

  resume() {
    this.left = false;
    this.changed();
  }

  show() {
    const { known, condition, error, asking } = this.search;
    const total = known.positions.length;
    const upTo = this.wanted === "after" ? known.around(this.scene?.step ?? 0).stop : known.around(0).stop;
    const times = `${count(total)} ${total === 1 ? "time" : "times"} up to step ${count(upTo)}`;
    const said = `${known.first ? "True at the start, then " : ""}${times}${asking ? " …" : ""}`;
    const text = condition && !error ? [said, this.nowhere].filter(Boolean).join(". ") : "";
    this.progress(text, asking ? "going" : this.left ? "left" : "");
    const key = `${condition}|${known.positions[0]}|${total}`;
    if (key === this.listed) return;
    this.listed = key;
    const shown = known.positions.slice(0, LISTED).map((position) => way(position, count(position), this.app.seek));
    this.list.replaceChildren(...shown, ...(total > LISTED ? [`and ${count(total - LISTED)} more`] : []));
  }
}
