/**
 * Symbols: what this model computes as its sources write it, a row for each; those of the stage that is shown are lit.
 */
import { element } from "../../../draw/figure.mjs";
import { declaredOf } from "../../../maths/declared.mjs";

/** @import { Panel, Scene, Session, Symbols } from "../../../types" */
/** @typedef {Map<string, HTMLElement>} Rows by the names of what they say */

/** @param {HTMLElement} root @returns {Panel} */
export function mount(root) {
  const box = root.appendChild(element("div", "symbols"));
  /** @type {{ symbols: Symbols, rows: Rows } | null} */
  let drawn = null;

  /** @param {Scene} scene */
  function paint({ session, stageIndex }) {
    const { symbols } = session.whole.structure;
    if (!symbols) return;
    if (drawn?.symbols !== symbols) {
      drawn = { symbols, rows: rowsOf(symbols, session.whole) };
      box.replaceChildren(tableOf(symbols, drawn.rows));
    }
    const shows = session.stages[stageIndex - 1]?.shows ?? [];
    for (const [name, row] of drawn.rows) row.classList.toggle("lit", shows.includes(name));
  }

  return { paint };
}

/** @param {Symbols} symbols @param {Rows} rows */
function tableOf({ sources: [here, ...others] }, rows) {
  const table = element("table");
  table.appendChild(element("caption")).textContent = "One model, three notations";
  const head = table.appendChild(element("thead")).appendChild(element("tr"));
  for (const title of [here, "what it is", ...others])
    Object.assign(head.appendChild(element("th")), { scope: "col", textContent: title });
  table.appendChild(element("tbody")).append(...rows.values());
  return table;
}

/** @param {Symbols} symbols @param {Session} session @returns {Rows} */
const rowsOf = ({ rows }, session) =>
  new Map(rows.map(([name, says, ...written]) => [name, rowOf(session, name, [says, ...written])]));

/** @param {Session} session @param {string} name @param {string[]} texts @returns {HTMLElement} */
function rowOf(session, name, texts) {
  const row = element("tr");
  const declared = declaredOf(session, name);
  const symbol = row.appendChild(element("th"));
  Object.assign(symbol, { scope: "row", textContent: declared?.symbol ?? name.replaceAll("_", " ") });
  if (declared) symbol.dataset.role = declared.role;
  for (const text of texts) row.appendChild(element("td")).textContent = text || "–";
  return row;
}
