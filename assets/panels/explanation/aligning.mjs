/** Where the box of a number stands in its window: beside what was pressed, while the page moves under it, too. */
import { windowOf } from "../../draw/colours.mjs";
import { above, placeBeside, roomBeside } from "./beside.mjs";

/** @import { Box, Explorer, Spot } from "../../types" */

const ENOUGH = 280; // px: in less an equation has not its numbers and buttons below it
const MORE = 40; // px, for which it stands over the transport
const LEFT = 0.25; // of a window: as much of the strip stays in sight where no number was pressed, but a link names one

/**
 * What puts the box beside what was pressed, and keeps it there as the page moves under it; it returns the room for it.
 * @param {HTMLElement} root
 * @param {HTMLElement} box
 * @param {Explorer} app
 */
export function createAligning(root, box, app) {
  const { host, clock } = app;
  const view = windowOf(host.ownerDocument);
  let pressed = boxOf(root);
  let lines = linesAround();
  const strip = () => {
    const { left, top, width, height } = boxOf(root);
    return { left, top, width, height: Math.min(height, LEFT * view.innerHeight) };
  };

  function align() {
    const { at } = app.asked;
    pressed = at ? (spotOf(at) ?? pressed) : strip();
    if (!at || at.host.isConnected) lines = linesAround(at?.host);
    const page = host.parentElement?.closest(".explorer") ?? host; // of one of two runs
    const bar = [".fork-bar", ".transport"]
      .map((each) => page.querySelector(each))
      .find((each) => each?.checkVisibility());
    const size = { width: host.ownerDocument.documentElement.clientWidth, height: view.innerHeight };
    const sheet = host.querySelector(".dock:not([hidden])");
    const free = above(size, sheet && boxOf(sheet));
    const { left: from = 0, width = 0 } = root.closest("[data-room]")?.getBoundingClientRect() ?? {}; // of one of two
    box.style.maxHeight = "";
    const wanted = { width: box.offsetWidth, height: box.offsetHeight };
    /** @param {Box | null} apart what it leaves free */
    const placed = (apart) => {
      const room = { ...roomBeside(free, apart, pressed), ...(width && { left: from, width }) };
      const place = lines
        .map((line) => placeBeside(pressed, wanted, room, line))
        .reduce((best, other) => (best.height < ENOUGH && other.height > best.height ? other : best));
      return { room, place };
    };
    const [beside, over] = [bar ? boxOf(bar) : null, null].map(placed);
    // In a low window it lies over the bar rather than show only a few of its lines.
    const isLow = beside.place.height < ENOUGH && over.place.height >= beside.place.height + MORE;
    const { room, place } = isLow ? over : beside;
    Object.assign(box.style, { left: `${place.left}px`, top: `${place.top}px`, maxHeight: `${place.height}px` });
    return room;
  }

  const move = (/** @type {Event} */ event) => box.hidden || event.target === box || align();
  const passive = { capture: true, passive: true, signal: clock.signal };
  for (const kind of ["scroll", "resize"]) view.addEventListener(kind, move, passive);
  return align;
}

/** @param {Element} of @returns {Box} */
const boxOf = (of) => of.getBoundingClientRect();

/**
 * The strip's lines of numbers around what was pressed, where it is one of these: all of them, or where that leaves too
 * little the one that it stands in.
 * @param {Element} [host]
 * @returns {(Box | null)[]}
 */
function linesAround(host) {
  const lines = host?.closest(".stage-now")?.querySelector(".live");
  return lines ? [lines, host?.closest("math") ?? lines].map(boxOf) : [null];
}

/** Where on the window something is that was pressed; null where it is gone. @param {Spot} at @returns {Box | null} */
function spotOf({ host, box }) {
  if (!host.isConnected) return null;
  const around = boxOf(host);
  return box ? { ...box, left: around.left + box.left, top: around.top + box.top } : around;
}
