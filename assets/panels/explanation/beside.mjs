/** Where the explanation of a number stands: beside what was pressed, which it never covers. Plain geometry. */

import { clamp } from "../../maths/limits.mjs";

/** @import { Box } from "../../types" */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Sides */

const GAP = 8; // px between the two, and from the sides of the room
const LEAST = 120; // px of height that are of use

/**
 * The left upper corner of something of this size, and the height that it may have: to the right of what was pressed,
 * else to the left, below or above, where it fits whole; else below or above, where more of it does. What was pressed
 * in a line leaves the line free, too: there it stands below or above.
 * @param {Box} pressed
 * @param {{ width: number, height: number }} size as large as it would be
 * @param {Box} room
 * @param {Box | null} [line]
 */
export function placeBeside(pressed, size, room, line = null) {
  const inside = sidesOf(room, -GAP);
  const around = within(sidesOf(pressed, GAP), sidesOf(room, 0));
  if (line) {
    const { top, bottom } = within(sidesOf(line, GAP), sidesOf(room, 0));
    Object.assign(around, { top, bottom });
  }
  const height = Math.min(size.height, inside.bottom - inside.top);
  const top = clamp((around.top + around.bottom - height) / 2, inside.top, inside.bottom - height);
  const left = clamp((around.left + around.right - size.width) / 2, inside.left, inside.right - size.width);
  if (!line && around.right + size.width <= inside.right) return { left: around.right, top, height };
  if (!line && around.left - size.width >= inside.left) return { left: around.left - size.width, top, height };
  const [above, below] = [around.top - inside.top, inside.bottom - around.bottom];
  const under = below >= Math.min(size.height, above);
  const free = Math.min(size.height, Math.max(LEAST, under ? below : above));
  const at = under ? around.bottom : around.top - free;
  return { left, top: clamp(at, inside.top, inside.bottom - free), height: free };
}

/**
 * What is left of a window beside a bar that stays in it, as far as what was pressed is there: above the bar or below
 * it.
 * @param {{ width: number, height: number }} view
 * @param {Box | null} bar
 * @param {Box} pressed
 * @returns {Box}
 */
export function roomBeside({ width, height }, bar, pressed) {
  const whole = { left: 0, top: 0, width, height };
  if (!bar || bar.top >= height || bar.top + bar.height <= 0) return whole;
  const bottom = Math.max(0, bar.top + bar.height);
  const isBelow = pressed.top + pressed.height / 2 >= bar.top + bar.height / 2;
  if (isBelow) return height - bottom > LEAST ? { ...whole, top: bottom, height: height - bottom } : whole;
  return bar.top > LEAST ? { ...whole, height: bar.top } : whole;
}

/**
 * What is left of a window above a sheet that spans its lower part.
 * @template {{ width: number, height: number }} View
 * @param {View} view
 * @param {Box | null} sheet
 * @returns {View}
 */
export const above = (view, sheet) =>
  sheet && sheet.width >= view.width && sheet.top > LEAST
    ? { ...view, height: Math.min(view.height, sheet.top) }
    : view;

/** @param {Box} box @param {number} more @returns {Sides} */
const sidesOf = ({ left, top, width, height }, more) => ({
  left: left - more,
  top: top - more,
  right: left + width + more,
  bottom: top + height + more,
});

/** What is out of sight counts as standing at its edge. @param {Sides} box @param {Sides} room @returns {Sides} */
const within = (box, room) => ({
  left: clamp(box.left, room.left, room.right),
  top: clamp(box.top, room.top, room.bottom),
  right: clamp(box.right, room.left, room.right),
  bottom: clamp(box.bottom, room.top, room.bottom),
});
