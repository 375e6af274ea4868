/**
 * The training data: sheets of pairs, text and points, of which one is in use; and files, chosen or dropped anywhere.
 *
 * A file is read here, in the browser: it becomes the text of a sheet, as if it had been typed.
 */

import { count } from "../text/numbers.mjs";
import { byId } from "./elements.mjs";

/** What training data may be given as; the ids of the sheets, and names of fields. */
export const KINDS = ["pairs", "text", "points"];
const HINT = "Drop a text file anywhere.";

/** @typedef {{ kind: string, tab: HTMLElement, area: HTMLTextAreaElement, page: HTMLElement }} Sheet */

/** The sheets of the control panel. */
export class DataSheets {
  /**
   * @param {Document} document
   * @param {() => number} limit the most bytes that a corpus may have
   * @param {() => void} changed called after every change of text or sheet
   */
  constructor(document, limit, changed) {
    this.limit = limit;
    this.changed = changed;
    this.kind = "pairs";
    this.fileName = byId(document, "file-name", HTMLElement);
    this.sheets = KINDS.map((kind) => ({
      kind,
      tab: byId(document, `${kind}-tab`, HTMLElement),
      area: byId(document, kind, HTMLTextAreaElement),
      page: byId(document, `${kind}-sheet`, HTMLElement),
    }));
    for (const sheet of this.sheets) this.listen(sheet);
    listenForFiles(document, (file) => this.take(file));
  }

  /** @param {Sheet} sheet */
  listen({ kind, tab, area }) {
    tab.addEventListener("click", () => this.turnTo(kind));
    tab.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.stopPropagation();
      const way = event.key === "ArrowLeft" ? -1 : 1;
      const offered = this.sheets.filter((other) => !other.tab.hidden).map((other) => other.kind);
      this.turnTo(offered.at((offered.indexOf(kind) + way) % offered.length) ?? kind);
      this.tab(this.kind).focus();
    });
    area.addEventListener("input", this.changed);
  }

  /** @param {string} kind */
  sheet(kind) {
    const found = this.sheets.find((sheet) => sheet.kind === kind);
    if (!found) throw new Error(`There is no sheet for ${kind}.`);
    return found;
  }

  /** @param {string} kind */
  area = (kind) => this.sheet(kind).area;
  /** @param {string} kind */
  tab = (kind) => this.sheet(kind).tab;

  /** What stands in the sheet that is in use. */
  get text() {
    return this.area(this.kind).value;
  }

  /** @param {string} wanted */
  turnTo(wanted) {
    this.kind = wanted;
    for (const { kind, tab, page } of this.sheets) {
      tab.setAttribute("aria-selected", String(kind === wanted));
      tab.tabIndex = kind === wanted ? 0 : -1;
      page.hidden = kind !== wanted;
    }
    this.changed();
  }

  /**
   * Shows a running corpus; the other sheets are left as they are, drafts.
   * @param {string} running
   * @param {string} text
   */
  fill(running, text) {
    // A model reads words or numbers, never both.
    for (const { kind, tab } of this.sheets) tab.hidden = (kind === "points") !== (running === "points");
    this.area(running).value = text;
    this.tell(HINT);
    this.turnTo(running);
  }

  /** @param {string} message @param {boolean} [isProblem] */
  tell(message, isProblem = false) {
    if (this.fileName.textContent === message) return; // who listens has heard it
    this.fileName.textContent = message;
    this.fileName.classList.toggle("problem", isProblem);
    this.fileName.setAttribute("role", isProblem ? "alert" : "status");
  }

  /** Reads a file into the sheet that it is for. @param {File | null | undefined} file */
  async take(file) {
    if (!file) return;
    let corpus;
    try {
      const { corpusIn } = await import("./corpus-file.mjs");
      corpus = await corpusIn(file, this.limit());
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error), true);
      return;
    }
    const { kind, text } = corpus;
    this.area(kind).value = text;
    this.turnTo(kind);
    this.tell(`${file.name}, ${count(file.size)} bytes. Restart to train on it.`);
    this.area(kind).scrollIntoView({ block: "nearest" });
  }
}

/** @param {Document} document @param {(file: File | null | undefined) => void} take */
function listenForFiles(document, take) {
  // Made when pressed: it need not be seen.
  byId(document, "file", HTMLElement).addEventListener("click", () => {
    const chooser = document.createElement("input");
    Object.assign(chooser, { type: "file", accept: ".txt,.csv,.tsv,.md,text/*" });
    chooser.addEventListener("change", () => take(chooser.files?.[0]));
    chooser.click();
  });

  /** @param {DragEvent} event */
  const filesIn = ({ dataTransfer }) => (dataTransfer?.types.includes("Files") ? dataTransfer : null);
  document.addEventListener("dragover", (event) => {
    const files = filesIn(event);
    if (!files) return;
    event.preventDefault();
    files.dropEffect = "copy";
    document.body.toggleAttribute("data-dropping", true);
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.removeAttribute("data-dropping");
  });
  document.addEventListener("drop", (event) => {
    const files = filesIn(event);
    if (!files) return;
    event.preventDefault();
    document.body.removeAttribute("data-dropping");
    take(files.files[0]);
  });
}
