/**
 * Panels stand in the document in the order in which a window of this width shows them, so that Tab and screen readers
 * go that way: where the page scrolls, what happens comes first, and what one sets later.
 */
import { byId } from "./elements.mjs";

const SCROLLS = "(max-width: 1199px)"; // as in styles/page.css
const IN_ONE_COLUMN = "(max-width: 719px)";

/** @param {Document} document */
export function mount(document) {
  const [explanation, controls] = ["explanation", "controls"].map((id) => byId(document, id, HTMLElement));
  const { parentElement: panels, previousElementSibling: above } = explanation;
  const { parentElement: setting } = controls;
  const network = above?.querySelector(".panel-network");
  const queries = [SCROLLS, IN_ONE_COLUMN].map((query) => matchMedia(query));

  function arrange() {
    const [scrolls, inOneColumn] = queries.map(({ matches }) => matches);
    const focused = document.activeElement;
    if (scrolls) panels?.prepend(explanation);
    else above?.after(explanation);
    if (inOneColumn) panels?.append(controls);
    else if (scrolls) network?.after(controls);
    else setting?.append(controls);
    if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus({ preventScroll: true });
  }

  arrange();
  for (const query of queries) query.addEventListener("change", arrange);
}
