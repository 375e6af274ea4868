/** The sheet of a step: for each number of a stage a cell to write in. */
import { element } from "../../draw/figure.mjs";
import { exact } from "../../text/numbers.mjs";
import { spelled } from "../../text/spelling.mjs";
import { namedOf, rowsOf } from "./pasted.mjs";
import { sentOf, unreadOf } from "./verdict.mjs";

/** @import { Finding, Session, SheetName } from "../../types" */
/** @import { Texts } from "./written.mjs" */
/** @typedef {{ name: string, symbol: string, index: number[], field: HTMLInputElement, ofWords: boolean }} Cell */

/** A sheet in an element. */
export class Sheet {
  /** @type {Cell[]} */
  cells = [];
  /** @type {string[]} */
  turned = []; // what was pasted the other way round, in words
  /** @type {Session | null} */
  session = null; // whose words may be written

  /** @param {HTMLElement} root @param {() => void} changed a cell is written in */
  constructor(root, changed) {
    this.root = root;
    root.addEventListener("input", changed);
    root.addEventListener("paste", (event) => {
      if (!this.paste(event.target, event.clipboardData?.getData("text") ?? "")) return;
      event.preventDefault();
      changed();
    });
  }

  /** Cells for these names, in which what was written stands again. @param {SheetName[]} names @param {Texts} texts */
  lay(names, texts) {
    this.cells = [];
    this.root.replaceChildren(...names.map((name) => this.table(name)));
    for (const { name, index, field } of this.cells) field.value = texts[keyOf(name, index)] ?? "";
  }

  /** What stands in each cell. @returns {Texts} */
  get texts() {
    return Object.fromEntries(this.cells.map(({ name, index, field }) => [keyOf(name, index), field.value.trim()]));
  }

  /** @param {SheetName} name */
  table({ name, symbol, shape, rows, of_words: ofWords }) {
    const table = element("table", "dock-sheet");
    table.append(element("caption", "", rows.length ? symbol : `${symbol}: too many numbers for a sheet`));
    const columns = rows.length ? Math.max(1, shape.reduce((product, n) => product * n, 1) / rows.length) : 0;
    if (columns > 1) table.append(headOf(columns));
    rows.forEach((label, row) => {
      const line = table.appendChild(element("tr"));
      line.append(element("th", "", label));
      for (let column = 0; column < columns; column++) {
        const field = element("input", "entry");
        Object.assign(field, { type: "text", inputMode: "decimal", autocomplete: "off" });
        field.setAttribute("aria-label", `${symbol} ${label}${columns > 1 ? ` ${column + 1}` : ""}`);
        line.appendChild(element("td")).append(field);
        this.cells.push({ name, symbol, index: indexOf(row * columns + column, shape), field, ofWords });
      }
    });
    return table;
  }

  /**
   * What is pasted into a field goes where its names say, else from there on. Returns whether it was several numbers.
   * @param {unknown} target
   * @param {string} text
   */
  paste(target, text) {
    this.turned = [];
    const named = [...(namedOf(text) ?? [])].flatMap(([name, rows]) => {
      const first = this.cells.find((cell) => cell.name === name);
      return first ? [{ first, rows }] : [];
    });
    for (const { first, rows } of named) this.fill(first, rows);
    const cell = this.cells.find(({ field }) => field === target);
    const rows = rowsOf(text);
    if (named.length || !cell || rows.flat().length < 2) return named.length > 0;
    this.fill(cell, rows);
    return true;
  }

  /** From a cell on, to the right and down; what fits its table only when it is turned is turned.
   * @param {Cell} from @param {string[][]} rows */
  fill(from, rows) {
    const own = this.cells.filter(({ name }) => name === from.name);
    const width = own.filter(({ index }) => `${index.slice(0, -1)}` === `${own[0].index.slice(0, -1)}`).length;
    const columns = own[0].index.length > 1 ? width : 1;
    const height = own.length / columns;
    const isTurned =
      columns > 1 && columns !== height && rows.length === columns && rows.every((row) => row.length === height);
    if (isTurned) this.turned.push(`${from.symbol} is ${height} × ${columns}`);
    const flat =
      isTurned || (columns === 1 && rows.length === 1) ? rows[0].map((_, i) => rows.map((row) => row[i])) : rows;
    const start = own.indexOf(from);
    flat.forEach((row, down) =>
      row.forEach((number, across) => {
        const cell = own[start + down * columns + across];
        if (cell && (start % columns) + across < columns) cell.field.value = number;
      }),
    );
  }

  /** What was written: `given`, the numbers by name and index; `unread`, what is none. */
  get written() {
    /** @type {Record<string, Record<string, string>>} */
    const given = {};
    /** @type {import("./verdict.mjs").Unread[]} */
    const unread = [];
    for (const cell of this.cells) {
      const { name, index, field } = cell;
      const text = field.value.trim();
      const number = this.read(cell);
      if (number !== null) (given[name] ??= {})[index.join(",")] = number;
      else if (text) unread.push({ label: field.getAttribute("aria-label") ?? name, text });
    }
    return { given, unread };
  }

  /** What is written in a cell, as it is sent to be checked; null for what is none. @param {Cell} cell */
  read({ field, ofWords }) {
    const text = field.value.trim();
    const number = sentOf(text);
    if (number !== null || !ofWords || !this.session) return number;
    const words = new Set(this.session.words);
    return words.has(spelled(text, words, this.session.hyper)) ? text : null;
  }

  /** What a number is called. @param {Finding} finding */
  labelOf(finding) {
    return this.cellOf(finding)?.field.getAttribute("aria-label") ?? finding.quantity;
  }

  /** @param {Finding} finding */
  cellOf({ quantity, index }) {
    return this.cells.find((each) => each.name === quantity && `${each.index}` === `${index}`);
  }

  /**
   * Mark what was checked: right, wrong or no number, or right for the wrong ones before it.
   * @param {Finding[] | null} findings
   */
  mark(findings) {
    const found = new Map(findings?.map((finding) => [`${finding.quantity} ${finding.index}`, finding]));
    for (const cell of this.cells) {
      const { name, index, field } = cell;
      const finding = found.get(`${name} ${index}`);
      const text = findings ? field.value.trim() : "";
      const unread = text !== "" && this.read(cell) === null;
      const checked = !finding ? "right" : finding.follows ? "follows" : "wrong";
      const verdict = unread ? "wrong" : text && checked;
      field.dataset.verdict = verdict;
      field.title = unread ? unreadOf(text) : finding ? toldOf(finding) : "";
      field.setAttribute("aria-invalid", String(verdict === "wrong"));
    }
  }
}

/** @param {string} name @param {number[]} index */
const keyOf = (name, index) => [name, ...index].join(".");

/** @param {Finding} finding */
export const toldOf = ({ expected, follows, hint }) =>
  [follows ? "follows from a wrong number before" : hint, `it is ${exact(expected)}`].filter(Boolean).join("; ");

/** Numbers of the columns, by which what is wrong is named. @param {number} columns */
function headOf(columns) {
  const line = element("tr");
  line.append(element("td"), ...Array.from({ length: columns }, (_, at) => element("th", "", String(at + 1))));
  return line;
}

/** Which number of an array of this shape it is. @param {number} flat @param {number[]} shape */
function indexOf(flat, shape) {
  const index = shape.map(() => 0);
  for (let axis = shape.length - 1, rest = flat; axis >= 0; axis--) {
    index[axis] = rest % shape[axis];
    rest = Math.floor(rest / shape[axis]);
  }
  return index;
}
