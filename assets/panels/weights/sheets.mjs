/**
 * Parameters as the weights panel lays them out: all of them side by side, or, of a network of layers with too many for
 * that, one matrix with its biases at a time.
 */
import { element } from "../../draw/figure.mjs";
import { last } from "../../maths/declared.mjs";
import { isTurned } from "../../maths/rows.mjs";

/** @import { Explorer, Session, ShownParameter, View } from "../../types" */
/** @typedef {ReturnType<typeof mapsOf>[number]} SheetMap a parameter as it is laid out */
/** @typedef {Map<string, ShownParameter[]>} Sheets by the name of their first parameter */

/** The sheet of all parameters side by side. */
export const ALL = "all";

/**
 * The parameters as maps: {parameter, axis, rows, columns, words, row, column}; `height` is how many rows there are,
 * should fewer be shown; `row` and `column` are the strides of its numbers. A vector is a map of one column. Where
 * words are the columns of a matrix the map is turned, so that words are rows. `sheet` is one of `sheetsOf`.
 * @param {Session} session
 * @param {string} [sheet]
 */
export function mapsOf(session, sheet = ALL) {
  const shown = (sheet === ALL ? null : sheetsOf(session).get(sheet)) ?? session.parameters;
  return shown.map((parameter) => {
    const {
      shape: [height, width = 1],
      axes,
    } = parameter;
    const turned = isTurned(parameter);
    const [rows, columns] = turned ? [width, height] : [height, width];
    return {
      parameter,
      rows,
      columns,
      turned,
      height: rows,
      axis: turned ? "word" : axes[0],
      across: turned ? axes[0] : axes[1],
      words: turned || axes[0] === "word",
      symbol: turned ? `${parameter.symbol}ᵀ` : parameter.symbol,
      row: turned ? 1 : width,
      column: turned ? width : 1,
    };
  });
}

/**
 * Which parameters can be looked at by themselves: each matrix, with the vectors that follow it; by the first one's
 * name.
 * @param {Pick<Session, "parameters">} session
 * @returns {Sheets}
 */
export function sheetsOf({ parameters }) {
  /** @type {ShownParameter[][]} */
  const sheets = [];
  for (const parameter of parameters) {
    if (parameter.shape.length > 1 || !sheets.length) sheets.push([]);
    last(sheets).push(parameter);
  }
  return new Map(sheets.map((sheet) => [sheet[0].name, sheet]));
}

/**
 * The index of its parameter that a cell shows.
 * @param {Pick<SheetMap, "parameter" | "turned">} map
 * @param {number} row
 * @param {number} column
 */
export const indexOf = ({ parameter: { shape }, turned }, row, column) =>
  shape.length === 1 ? [row] : turned ? [column, row] : [row, column];

/**
 * The row and column of a map at an index of its parameter; null where it has none.
 * @param {Pick<SheetMap, "height" | "columns" | "turned">} map
 * @param {number[]} index
 */
function cellAt({ height, columns, turned }, index) {
  const [row, column] = turned ? [index[1], index[0]] : [index[0], index[1] ?? 0];
  return row >= 0 && row < height && column >= 0 && column < columns ? { row, column } : null;
}

/**
 * The sheet to show of those offered: the wanted one, else the first; all side by side where there is no choice.
 * @param {Sheets} offered
 * @param {string | undefined} wanted
 */
export function chosenSheet(offered, wanted) {
  if (offered.size < 2 || wanted === ALL) return ALL;
  return wanted && offered.has(wanted) ? wanted : [...offered.keys()][0];
}

/**
 * The cell of the view option `focus`, "W.3.0", as {map, row, column}; null where it names another quantity.
 * @template {SheetMap} Shown
 * @param {View} view
 * @param {Shown[]} maps
 */
export function focusedCell({ focus }, maps) {
  const [name, ...index] = String(focus ?? "").split(".");
  const map = maps.find(({ parameter }) => parameter.name === name);
  const cell = map && cellAt(map, index.map(Number));
  return cell ? { map, ...cell } : null;
}

/**
 * The sheet of the number in focus, where it is a weight.
 * @param {Session} session
 * @param {View} view
 */
export function focusedSheet(session, { focus }) {
  const [name] = String(focus ?? "").split(".");
  return [...sheetsOf(session)].find(([, parameters]) => parameters.some((parameter) => parameter.name === name))?.[0];
}

/**
 * The chooser of what to look at: `show` tells it what is offered, and which one is shown.
 * @param {Element} parent
 * @param {Pick<Explorer, "setView">} app
 */
export function createSheets(parent, app) {
  const select = parent.appendChild(element("select", "select"));
  Object.assign(select, { title: "Weights shown", hidden: true });
  select.setAttribute("aria-label", select.title);
  select.addEventListener("change", () => app.setView({ sheet: select.value }));
  /** @type {Sheets | null} */
  let known = null; // the sheets that it offers
  return {
    /** @param {Sheets} offered @param {string} chosen */
    show(offered, chosen) {
      if (offered !== known) {
        known = offered;
        select.hidden = offered.size < 2;
        const named = [...offered].map(([name, sheet]) => [name, sheet.map(({ symbol }) => symbol).join(" ")]);
        select.replaceChildren(...[...named, [ALL, "all"]].map(([value, text]) => new Option(text, value)));
      }
      if (select.value !== chosen) select.value = chosen;
    },
  };
}
