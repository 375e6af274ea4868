/**
 * The words that a callback found, each beside its number, as one component of Dash: as one for each element, each of
 * which Dash keeps in step by itself, two lists of ten words took longer than a step's pictures.
 */

/** The component. @param {{found: [word: string, number: string][]}} properties */
export function Ranking({ found }) {
  const { createElement } = React;
  // dir="auto": a word from right to left stands beside its number, not around it.
  const items = found.map(([word, number]) =>
    createElement(
      "li",
      null,
      createElement("span", { dir: "auto", title: word }, word),
      createElement("span", null, number),
    ),
  );
  return createElement("ol", null, ...items);
}
