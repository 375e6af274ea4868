/** Symbols: what this model computes as its sources write it, a row for each; those of the stage that is shown are lit. */
import { element } from "../../../draw/figure.mjs";

export function mount(root) {
  const box = root.appendChild(element("div", "symbols"));
  let drawn = null; // {symbols, rows: Map(name -> <tr>)}

  function paint({ session, stageIndex }) {
    const { symbols } = session.whole.structure;
    if (drawn?.symbols !== symbols) drawn = { symbols, rows: fill(symbols, session.whole) };
    const shows = session.stages[stageIndex - 1]?.shows ?? [];
    for (const [name, row] of drawn.rows) row.classList.toggle("lit", shows.includes(name));
  }

  function fill({ sources, rows }, session) {
    const table = element("table");
    table.appendChild(element("caption")).textContent = "One model, three notations";
    const head = table.appendChild(element("thead")).appendChild(element("tr"));
    const [here, ...others] = sources;
    for (const title of [here, "what it is", ...others]) Object.assign(head.appendChild(element("th")), { scope: "col", textContent: title });
    const body = table.appendChild(element("tbody"));
    const named = new Map(rows.map(([name, says, ...written]) => [name, rowOf(session, name, says, written)]));
    body.append(...named.values());
    box.replaceChildren(table);
    return named;
  }

  return { paint };
}

function rowOf(session, name, says, written) {
  const row = element("tr");
  const declared = [...session.parameters, ...session.quantities].find((each) => each.name === name);
  const symbol = row.appendChild(element("th"));
  Object.assign(symbol, { scope: "row", textContent: declared?.symbol ?? name.replaceAll("_", " ") });
  if (declared) symbol.dataset.role = declared.role;
  for (const text of [says, ...written]) row.appendChild(element("td")).textContent = text || "–";
  return row;
}
