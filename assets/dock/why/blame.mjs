/** Where a run left the reals: which number, which weight is to blame, and by which steps that had grown. */
import { element } from "../../draw/figure.mjs";
import { count, format } from "../../text/numbers.mjs";
import { createWait, way } from "../parts.mjs";
import { rangeOf } from "../range.mjs";

/** @import { Docked, Grown, Scene } from "../../types" */

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
  const all = blamed.map(([title, number]) => (number === null ? title : `${title} = ${format(number)}`));
  const through = all.slice(0, -1);
  const past = through.length ? `, by way of ${through.join(" and ")}` : "";
  const told = `${lost} left the reals in step ${count(step + 1)}. To blame is ${all[all.length - 1]}${past}. `;
  const ways = grown.flatMap(([position], i) => [i ? ", " : " ", way(position, count(position), app.seek)]);
  const by = grown.length > 1 ? "It had grown tenfold, and tenfold again, by the steps" : "It was so large by step";
  return [told, by, ...ways, "."];
}
