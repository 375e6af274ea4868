/** A curtain over panels that tell covered numbers by themselves: these can be neither seen, nor read, nor reached. */

/** @import { PanelRecord } from "../types" */

const TOLD = ".data-table, .figure-note, .ranking"; // where numbers stand as text: out of the document meanwhile

/** The curtain of a page. */
export class Curtain {
  /** @type {Map<Element, [told: Element, gap: Comment][]>} */
  away = new Map(); // what was taken out of a panel, by its body, and what keeps the place

  /**
   * Over these panels and no others.
   * @param {HTMLElement} host
   * @param {PanelRecord[]} records all panels
   * @param {PanelRecord[]} covered
   */
  draw(host, records, covered) {
    if (!covered.length && !this.away.size) return;
    for (const { name } of records) {
      const behind = covered.some((each) => each.name === name);
      // A fork's other run has its panels below the same host.
      for (const body of host.querySelectorAll(`.panel-${name} > .panel-body, .panel.${name}`)) {
        body.toggleAttribute("inert", behind);
        body.classList.toggle("curtained", behind);
        if (behind) this.take(body);
        else this.give(body);
      }
    }
  }

  /** Also what has come since. @param {Element} body */
  take(body) {
    const away = this.away.get(body) ?? [];
    this.away.set(body, away);
    for (const told of body.closest(".panel")?.querySelectorAll(TOLD) ?? []) {
      const gap = told.ownerDocument.createComment("");
      told.replaceWith(gap);
      away.push([told, gap]);
    }
  }

  /** @param {Element} body */
  give(body) {
    for (const [told, gap] of this.away.get(body) ?? []) gap.replaceWith(told);
    this.away.delete(body);
  }
}
