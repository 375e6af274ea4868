/**
 * One tooltip for all panels of an explorer, kept inside the window. Words are data: everything goes in as textContent.
 */
import { element } from "./figure.mjs";

/** @import { Line, Tooltip } from "../types" */

const GAP = 14;

/**
 * @param {HTMLElement} parent
 * @param {AbortSignal} signal with which it ends
 * @returns {Tooltip}
 */
export function createTooltip(parent, signal) {
  const view = /** @type {Window} */ (parent.ownerDocument.defaultView);
  const box = element("div", "tooltip");
  box.setAttribute("role", "tooltip");
  // Without the style sheet too it must neither take room nor catch the pointer.
  Object.assign(box.style, { position: "fixed", left: "0", top: "0", pointerEvents: "none", visibility: "hidden" });
  parent.appendChild(box);

  let resting = false;
  /** @type {Line[]} */
  let told = [];

  /** @type {Tooltip["show"]} */
  function show(clientX, clientY, lines) {
    told = lines;
    if (resting) return;
    box.replaceChildren(...lines.map(lineOf));
    const { offsetWidth: width, offsetHeight: height } = box;
    const right = clientX + GAP + width <= view.innerWidth;
    const below = clientY + GAP + height <= view.innerHeight;
    const left = right ? clientX + GAP : Math.max(0, clientX - GAP - width);
    const top = below ? clientY + GAP : Math.max(0, clientY - GAP - height);
    box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    box.style.visibility = "visible";
  }

  function hide() {
    told = [];
    box.style.visibility = "hidden";
  }

  function rest() {
    resting = true;
    hide();
  }

  const wake = () => void (resting = false);
  view.addEventListener("pointermove", wake, { passive: true, capture: true, signal });
  view.addEventListener("scroll", hide, { passive: true, capture: true, signal });
  view.addEventListener("blur", hide, { signal });
  signal.addEventListener("abort", () => box.remove(), { once: true });
  return {
    show,
    hide,
    rest,
    wake,
    get text() {
      return told.map((line) => (typeof line === "string" ? line : line.join(" "))).join(", ");
    },
  };
}

/** @param {Line} line */
function lineOf(line) {
  const row = element("div");
  if (typeof line === "string") {
    row.className = "tooltip-title";
    row.dir = "auto";
    row.textContent = line;
    return row;
  }
  row.className = "tooltip-row";
  for (const [i, part] of line.entries()) {
    const cell = row.appendChild(element("span"));
    cell.dir = "auto";
    cell.textContent = String(part);
    cell.className = i === 0 ? "tooltip-label" : "tooltip-value";
    if (i === 0) row.append(" ");
  }
  return row;
}
