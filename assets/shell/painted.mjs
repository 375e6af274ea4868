/**
 * What the page has painted of a panel before Dash was there, as a part of Dash's panel: it takes in head and fields as
 * they are, with what was typed and what is in focus, and the rest of it goes. All in the moment in which React puts
 * its panel there, so that nothing is seen of it. None of these elements is React's.
 */

/** @typedef {Element & {moveBefore?: (node: Element, before: Element | null) => void}} Spot */

/** The component. @param {{of: string}} properties the panel's id */
export function Painted({ of }) {
  const { createElement, useRef, useLayoutEffect } = React;
  const spot = useRef(null);
  useLayoutEffect(() => {
    const painted = document.querySelector(`[data-dash="${CSS.escape(of)}"]`);
    if (painted) takeOver(spot.current, painted);
  }, []);
  return createElement("div", { ref: spot, style: { display: "contents" } });
}

/** @param {Spot} spot @param {Element} painted */
function takeOver(spot, painted) {
  const focused = painted.contains(document.activeElement) ? document.activeElement : null;
  if (painted.matches("dialog[open]")) spot.closest("dialog")?.showModal();
  const parts = [...painted.children].filter((part) => !part.hasAttribute("data-empty"));
  for (const part of parts) moveInto(spot, part);
  painted.remove();
  if (focused instanceof HTMLElement && focused !== document.activeElement) focusAgain(focused);
}

/**
 * Browsers that can move an element as it is do; in the others it loses its focus.
 * @param {Spot} spot
 * @param {Element} part
 */
function moveInto(spot, part) {
  try {
    spot.moveBefore ? spot.moveBefore(part, null) : spot.append(part);
  } catch {
    spot.append(part);
  }
}

/** @param {HTMLElement} element */
function focusAgain(element) {
  const marked = element instanceof HTMLInputElement ? [element.selectionStart, element.selectionEnd] : null;
  element.focus({ preventScroll: true });
  if (marked) /** @type {HTMLInputElement} */ (element).setSelectionRange(marked[0], marked[1]);
}
