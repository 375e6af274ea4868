/**
 * The accessible table behind a canvas panel: a `<details class="data-table">` that is visually hidden until the
 * keyboard reaches it (see the css), with the panel's numbers as an ordinary table.
 *
 * It is filled a quarter of a second after the last paint and never while playing: a screen reader can't follow sixty
 * tables a second, and the frame must not wait for them. A large table is filled only while it is open.
 */
import { element } from "./figure.mjs";

/** @import { Explorer } from "../types" */
/** @typedef {(string | number | null | undefined)[]} Row */

const DELAY = 250;
const FILL_CLOSED = 1500; // cells

/**
 * @param {Pick<Explorer, "clock">} app
 * @param {HTMLElement} root the panel's body
 * @param {string} caption
 * @returns {(headers: string[], rows: Row[] | (() => Row[]), playing?: boolean, count?: number) => void} rows as a
 *   function are made only when needed; `count` tells how many they will be
 */
export function accessibleTable({ clock }, root, caption) {
  const details = element("details", "data-table");
  const summary = details.appendChild(element("summary"));
  const table = details.appendChild(element("table"));
  table.appendChild(element("caption")).textContent = caption;
  summary.textContent = `${caption} as a table`;
  const head = table.appendChild(element("thead")).appendChild(element("tr"));
  const body = table.appendChild(element("tbody"));
  root.appendChild(details);

  /** @type {{ headers: string[], rows: Row[] | (() => Row[]), count: number } | null} */
  let wanted = null;
  /** @type {object | null} */
  let timer = null;

  function fill() {
    timer = null;
    if (!wanted) return;
    const { headers } = wanted;
    /** @param {number} count */
    const tooLarge = (count) => !details.open && count * headers.length > FILL_CLOSED; // opening comes back here
    if (tooLarge(wanted.count)) return;
    const rows = typeof wanted.rows === "function" ? wanted.rows() : wanted.rows;
    if (tooLarge(rows.length)) return;
    wanted = null;
    fillRow(head, headers, "th", "col");
    resize(body, rows.length, () => element("tr"));
    rows.forEach((row, i) => fillRow(body.children[i], row, "td", null));
  }

  details.addEventListener("toggle", () => details.open && fill());
  return function set(headers, rows, playing = false, count = 0) {
    wanted = { headers, rows, count };
    clock.drop(timer);
    timer = playing ? null : clock.after(DELAY, fill);
  };
}

/** @param {Element} row @param {Row} cells @param {"th" | "td"} tag @param {string | null} scope */
function fillRow(row, cells, tag, scope) {
  resize(row, cells.length, () => element(tag));
  cells.forEach((value, i) => {
    const cell = /** @type {HTMLTableCellElement} */ (row.children[i]);
    const text = String(value ?? "");
    if (scope) cell.scope = scope;
    if (cell.textContent !== text) cell.textContent = text;
  });
}

/** @param {Element} parent @param {number} length @param {() => Element} make */
function resize(parent, length, make) {
  while (parent.children.length > length) parent.lastElementChild?.remove();
  while (parent.children.length < length) parent.appendChild(make());
}
