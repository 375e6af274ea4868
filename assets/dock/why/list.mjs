/** What made a number, the largest first, with a way to the step of each. */
import { element } from "../../draw/figure.mjs";
import { isolated } from "../../text/direction.mjs";
import { count, exact, format } from "../../text/numbers.mjs";
import { button, way } from "../parts.mjs";

/** @import { Docked, Group } from "../../types" */

const MOST = 100; // that are listed one by one

const HEADS = ["what", "change", "times", "most at step"];

/**
 * @param {HTMLElement} parent
 * @param {Docked} app
 * @param {string[]} [heads]
 * @param {(key: string) => void} [ask] what is done about a group that has a key
 * @returns {(groups: Group[]) => void}
 */
export function createList(parent, app, heads = HEADS, ask) {
  const table = parent.appendChild(element("table", "dock-list"));
  table.ariaLabel = "What made it, the largest first";
  const head = table.createTHead().insertRow();
  for (const title of heads) {
    const cell = head.appendChild(element("th", "", title));
    cell.scope = "col";
  }
  const body = table.createTBody();
  let shown = "";

  return (groups) => {
    const key = JSON.stringify(groups.slice(0, MOST));
    if (key === shown) return;
    shown = key;
    table.hidden = !groups.length;
    const largest = Math.abs(groups[0]?.[2] ?? 0);
    const rows = groups.slice(0, MOST).map((group) => rowOf(group, largest, app, ask));
    const rest = groups.slice(MOST);
    if (rest.length) {
      const change = rest.reduce((sum, group) => sum + group[2], 0);
      const times = rest.reduce((sum, group) => sum + group[3], 0);
      rows.push(rowOf(["", `${count(rest.length)} more`, change, times, 0, 0], largest, app));
    }
    const at = [...body.rows].findIndex((row) => row.querySelector(":focus-visible"));
    body.replaceChildren(...rows);
    buttonNear(rows, at)?.focus({ preventScroll: true });
  };
}

/** The button of a row, or else of the last before it that has one. @param {HTMLElement[]} rows @param {number} at */
const buttonNear = (rows, at) =>
  rows
    .slice(0, at + 1)
    .map((row) => row.querySelector("button"))
    .findLast(Boolean);

/** @param {Group} group @param {number} largest @param {Docked} app @param {(key: string) => void} [ask] */
function rowOf([key, label, change, times, position], largest, app, ask) {
  const row = element("tr");
  row.style.setProperty("--share", String(largest ? Math.abs(change) / largest : 0));
  row.dataset.sign = change < 0 ? "negative" : "positive";
  const number = element("td", "", `${change > 0 ? "+" : ""}${format(change)}`);
  number.title = exact(change);
  const last = element("td");
  if (position && !ask) last.append(way(position, count(position), app.seek));
  const what = element("td", "dock-what", ask && key ? null : isolated(label || "others"));
  if (ask && key)
    what.append(button(isolated(label), "What made this weight what it is", () => ask(key), "way in-text"));
  what.role = "rowheader";
  row.append(what, number, element("td", "", count(times)), last);
  return row;
}
