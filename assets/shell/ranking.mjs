/**
 * The words that a callback found, each beside its number, as one component of Dash: as one for each element, each of
 * which Dash keeps in step by itself, two lists of ten words took longer than a step's pictures.
 */

const UNTRAINED = "not trained yet: no step has moved its vector, which is where it began";

/**
 * The component; `untrained` are the rows whose words no step has trained yet, `note` stands above all.
 * @param {{found: [word: string, number: string][], untrained?: number[], note?: string}} properties
 */
export function Ranking({ found, untrained = [], note = "" }) {
  const { createElement } = React;
  // dir="auto": a word from right to left stands beside its number, not around it.
  const items = found.map(([word, number], row) => {
    const is = untrained.includes(row);
    return createElement(
      "li",
      is ? { className: "muted" } : null,
      createElement("span", { dir: "auto", title: is ? `${word}: ${UNTRAINED}` : word }, word),
      is ? createElement("small", { title: UNTRAINED }, "untrained") : null,
      createElement("span", null, number),
    );
  });
  const list = createElement("ol", null, ...items);
  if (!note) return list;
  return createElement("div", null, createElement("p", { className: "muted ranking-note" }, note), list);
}
