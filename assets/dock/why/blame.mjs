/** Where a run left the reals: which number, which weight is to blame, and by which steps that had grown. */
import { element } from "../../draw/figure.mjs";
import { count, format } from "../../text/numbers.mjs";
import { button, createWait, way } from "../parts.mjs";
import { rangeOf } from "../range.mjs";

/** @import { Blamed, Docked, Grown, Scene } from "../../types" */

const FURTHER = 2048; // steps that the page may have asked for beyond what it shows

/** Looks for it, and shows the history of that weight. */
export class Blame {
  /** @type {Grown | null} */
  found = null;
  query = "";
  /** @type {AbortController | null} */
  asking = null;

  /** @param {HTMLElement} root @param {Docked} app */
  constructor(root, app) {
    this.app = app;
    this.wait = createWait(root, app.clock, () => this.leave());
    this.line = root.appendChild(element("p", "dock-sum dock-blame"));
    this.line.setAttribute("role", "status");
    this.line.hidden = true;
  }

  /** @param {Scene} scene */
  async ask({ session, step }) {
    this.asking?.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    const { query } = session.whole;
    const stop = Math.max(step, rangeOf(this.app)) + FURTHER;
    this.wait("Looking for what grew …");
    try {
      const found = await this.app.source.divergence(query, { stop }, signal);
      Object.assign(this, { found, query });
      this.line.replaceChildren(...toldOf(found, this.app));
      this.app.setView({ why: found.weight ?? "" });
    } catch (error) {
      if (!signal.aborted) this.line.textContent = error instanceof Error ? error.message : String(error);
      this.line.hidden = signal.aborted;
    }
    if (this.asking?.signal === signal) this.wait("");
  }

  /** It is told beside the weight that it is about. @param {Scene} scene */
  paint({ session, view }) {
    if (this.found) this.line.hidden = session.whole.query !== this.query || view.why !== this.found.weight;
  }

  leave() {
    this.asking?.abort();
  }
}

/** @param {Grown} grown @param {Docked} app @returns {(string | Node)[]} */
export function toldOf({ step, lost, blamed, grown }, app) {
  if (step === null) return ["This run stays finite."];
  const all = blamed.map((each) => operandOf(each, app));
  const weight = all.pop() ?? [];
  const past = all.flatMap((each, i) => [i ? " and " : ", by way of ", ...each]);
  const ways = grown.flatMap(([position], i) => [i ? ", " : " ", way(position, count(position), app.seek)]);
  const by = grown.length > 1 ? "It had grown tenfold, and tenfold again, by the steps" : "It was so large by step";
  return [
    `${lost} left the reals in step ${count(step + 1)}. To blame is `,
    ...weight,
    ...past,
    `. ${by}`,
    ...ways,
    ".",
  ];
}

/** What is blamed; it can be watched where an expression names it. @param {Blamed} blamed @param {Docked} app */
function operandOf([title, number, named], app) {
  const watch = () => app.ask?.("watches", `=${title}`);
  const name = named ? button(title, `Watch ${title}, with its curve`, watch, "way in-text") : title;
  return [name, number === null ? "" : ` = ${format(number)}`];
}
