/**
 * Parameters as the weights panel lays them out: all of them side by side, or, of a network of layers with too many for
 * that, one matrix with its biases at a time.
 */
import { element } from "../../draw/figure.mjs";
import { isTurned } from "../../maths/rows.mjs";

export const ALL = "all";

/**
 * The parameters as maps: {parameter, axis, rows, columns, words, row, column}; `height` is how many rows there are, should
 * fewer be shown; `row` and `column` are the strides of its
 * numbers. A vector is a map of one column. Where words are the columns of a matrix the map is turned, so that words are rows.
 * `sheet` is one of `sheetsOf`.
 */
export function mapsOf(session, sheet = ALL) {
  const shown = sheet === ALL ? session.parameters : sheetsOf(session).get(sheet);
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

/** Which parameters can be looked at by themselves: each matrix, with the vectors that follow it; by the first one's name. */
export function sheetsOf({ parameters }) {
  const sheets = [];
  for (const parameter of parameters) {
    if (parameter.shape.length > 1 || !sheets.length) sheets.push([]);
    sheets.at(-1).push(parameter);
  }
  return new Map(sheets.map((sheet) => [sheet[0].name, sheet]));
}

/** The place of a cell as an index of its parameter. */
export const placeOf = ({ parameter: { shape }, turned }, row, column) =>
  shape.length === 1 ? [row] : turned ? [column, row] : [row, column];

/** The row and column of a map at an index of its parameter; null where it has none. */
function cellAt({ height, columns, turned }, index) {
  const [row, column] = turned ? [index[1], index[0]] : [index[0], index[1] ?? 0];
  return row >= 0 && row < height && column >= 0 && column < columns ? { row, column } : null;
}

/** The sheet to show of those offered: the wanted one, else the first; all side by side where there is no choice. */
export function chosenSheet(offered, wanted) {
  if (offered.size < 2 || wanted === ALL) return ALL;
  return offered.has(wanted) ? wanted : offered.keys().next().value;
}

/** The cell of the view option `focus`, "W.3.0", as {map, row, column}; null where it names another quantity. */
export function focusedCell({ focus }, maps) {
  const [name, ...index] = String(focus ?? "").split(".");
  const map = maps.find(({ parameter }) => parameter.name === name);
  const cell = map && cellAt(map, index.map(Number));
  return cell ? { map, ...cell } : null;
}

/** The sheet of the number in focus, where it is a weight. */
export function focusedSheet(session, { focus }) {
  const [name] = String(focus ?? "").split(".");
  return [...sheetsOf(session)].find(([, parameters]) => parameters.some((parameter) => parameter.name === name))?.[0];
}

/** The chooser of what to look at: `show` tells it what is offered, and which one is shown. */
export function createSheets(parent, app) {
  const select = parent.appendChild(element("select", "select"));
  Object.assign(select, { title: "Weights shown", hidden: true });
  select.setAttribute("aria-label", select.title);
  select.addEventListener("change", () => app.setView({ sheet: select.value }));
  let known = null; // the sheets that it offers
  return {
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
