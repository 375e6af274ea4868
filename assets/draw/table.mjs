/**
 * The accessible table behind a canvas panel: a `<details class="data-table">` that is visually hidden until the
 * keyboard reaches it (see the css), with the panel's numbers as an ordinary table.
 *
 * It is filled where one rests, and never while playing: nobody reads tables between steps, and the frame must not wait
 * for them. A large table is filled only while it is open.
 */
import { element } from "./figure.mjs";

/** @import { Explorer } from "../types" */
/** @typedef {string | number | null | undefined} Value */
/** @typedef {Value[]} Row */
/** @typedef {{ cell: HTMLElement, text: Text, value: Value }} Cell what it shows, and where */
/** @typedef {{ row: Element, cells: Cell[] }} Shown */

const FILL_CLOSED = 1500; // cells

/**
 * @param {Pick<Explorer, "clock" | "tooltip">} app
 * @param {HTMLElement} root the panel's body
 * @param {string} caption
 * @returns {(headers: string[], rows: Row[] | (() => Row[]), playing?: boolean, count?: number) => void} a column
 *   without a title names what follows in its row, as the first one does; rows as a function are made only when needed;
 *   `count` tells how many they will be
 */
export function accessibleTable({ clock, tooltip }, root, caption) {
  const details = element("details", "data-table");
  const summary = details.appendChild(element("summary"));
  const table = details.appendChild(element("table"));
  table.appendChild(element("caption")).textContent = caption;
  summary.textContent = `${caption} as a table`;
  /** @type {Shown} */
  const head = { row: table.appendChild(element("thead")).appendChild(element("tr")), cells: [] };
  const body = table.appendChild(element("tbody"));
  /** @type {Shown[]} */
  const shown = [];
  root.appendChild(details);

  /** @type {{ headers: string[], rows: Row[] | (() => Row[]), count: number } | null} */
  let wanted = null;
  let known = "";

  function fill() {
    if (!wanted) return;
    const { headers } = wanted;
    /** @param {number} count */
    const tooLarge = (count) => !details.open && count * headers.length > FILL_CLOSED; // opening comes back here
    if (tooLarge(wanted.count)) return;
    const rows = typeof wanted.rows === "function" ? wanted.rows() : wanted.rows;
    if (tooLarge(rows.length)) return;
    wanted = null;
    fillRow(head, headers, () => header("col"));
    /** @param {number} column */
    const names = (column) => !column || (!headers[column] && column < headers.length - 1);
    const kept = known === String(headers) ? rows.length : 0; // else a column may name what it did not
    known = String(headers);
    while (shown.length > kept) shown.pop()?.row.remove();
    while (shown.length < rows.length) shown.push({ row: body.appendChild(element("tr")), cells: [] });
    rows.forEach((row, i) => fillRow(shown[i], row, (column) => (names(column) ? header("row") : element("td"))));
  }

  details.ariaLabel = caption;
  details.addEventListener("toggle", () => {
    details.tabIndex = details.open ? 0 : -1; // arrows scroll it
    if (!details.open) return;
    tooltip.rest(); // it lies over what the tooltip speaks of
    fill();
  });
  return function set(headers, rows, playing = false, count = 0) {
    wanted = { headers, rows, count };
    clock.atRest(details, playing ? null : fill);
  };
}

/**
 * Show the values of a row; what stays as it was is not touched.
 * @param {Shown} shown
 * @param {Row} values
 * @param {(column: number) => HTMLElement} made a cell
 */
function fillRow({ row, cells }, values, made) {
  while (cells.length > values.length) cells.pop()?.cell.remove();
  while (cells.length < values.length) {
    const cell = row.appendChild(made(cells.length));
    cells.push({ cell, text: cell.appendChild(new Text()), value: undefined });
  }
  for (const [i, value] of values.entries()) {
    if (cells[i].value === value) continue;
    cells[i].value = value;
    cells[i].text.data = String(value ?? "");
  }
}

/** @param {"row" | "col"} scope what it names */
function header(scope) {
  /** @type {HTMLTableCellElement} */
  const cell = element("th");
  cell.scope = scope;
  return cell;
}
