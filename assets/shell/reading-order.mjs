/**
 * Panels stand in the document in the order in which a window of this width shows them, so that Tab and screen readers
 * go that way: where the page scrolls, what happens comes first, and what one sets later.
 */
import { windowOf } from "../draw/colours.mjs";
import { byId } from "./elements.mjs";

const SCROLLS = "(max-width: 1199px)"; // as in styles/page.css
const IN_ONE_COLUMN = "(max-width: 719px)";

/** @typedef {Element & { moveBefore?: (node: Element, before: Element | null) => void }} Home moves what is in use */

/** @param {Document} document */
export function mount(document) {
  const [explanation, controls] = ["explanation", "controls"].map((id) => byId(document, id, HTMLElement));
  const [panels, setting] = [explanation, controls].map(({ parentElement }) => parentElement);
  const [above, below] = [explanation.previousElementSibling, explanation.nextElementSibling];
  const network = above?.querySelector(".panel-network");
  const queries = [SCROLLS, IN_ONE_COLUMN].map((query) => windowOf(document).matchMedia(query));

  function arrange() {
    const [scrolls, inOneColumn] = queries.map(({ matches }) => matches);
    put(explanation, panels, scrolls ? above : below);
    if (inOneColumn) put(controls, panels, null);
    else if (scrolls) put(controls, above, network?.nextElementSibling ?? null);
    else put(controls, setting, null);
  }

  arrange();
  for (const query of queries) query.addEventListener("change", arrange);
}

/**
 * Puts an element before another, or last; the focus in it stays, and so does what lies over the page.
 * @param {HTMLElement} element
 * @param {Home | null} home
 * @param {Element | null} before
 */
function put(element, home, before) {
  if (!home || (element.parentElement === home && element.nextElementSibling === before)) return;
  if (home.moveBefore) {
    home.moveBefore(element, before);
    return;
  }
  const focused = element.ownerDocument.activeElement;
  const open = element.querySelectorAll(":popover-open");
  home.insertBefore(element, before);
  for (const each of open) if (each instanceof HTMLElement) each.showPopover();
  if (focused instanceof HTMLElement && element.contains(focused)) focused.focus({ preventScroll: true });
}
