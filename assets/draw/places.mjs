/** Where the things of a picture lie that a panel's `pick` finds, and which of them is ahead of another. Plain geometry. */

/** @import { Box, Room } from "../types" */
/** @typedef {{ x: number, y: number }} Place on a canvas, in px */
/** @template {object} Target @typedef {(x: number, y: number) => Target | null} Pick what lies at a place */
/** @template {object} Target @typedef {{ target: Target, places: Place[] }} Found a thing, and where it was found */

const FAR = 120; // px from a place, to which what lies there is followed
const APART = 3; // px
const GAP = 8; // px between things side by side
const GRID = 6; // px between the places where things are looked for
const ASIDE = 3; // how much more a way to the side counts than one ahead
const BETWEEN = "edge"; // a kind of targets: lines between others, at which no way ends

/** Whether two picks named the same thing. @param {object | null} one @param {object | null} other */
export function areSame(one, other) {
  if (!one || !other) return one === other;
  for (const key in one) {
    const value = Reflect.get(one, key);
    const same = Reflect.get(other, key);
    if (value !== same && !(Array.isArray(value) && String(value) === String(same))) return false;
  }
  return true;
}

/**
 * The box of what lies at a place, as far as it reaches from there.
 * @template {object} Target @param {Pick<Target>} pick @param {Place} at @returns {Box}
 */
export function boxAround(pick, { x, y }) {
  const target = pick(x, y);
  /** @param {number} dx @param {number} dy */
  const reach = (dx, dy) => {
    let far = 0;
    while (far < FAR && target && areSame(pick(x + dx * (far + APART), y + dy * (far + APART)), target)) far += APART;
    return far;
  };
  const [before, above] = [reach(-1, 0), reach(0, -1)];
  return { left: x - before, top: y - above, width: before + reach(1, 0), height: above + reach(0, 1) };
}

/**
 * Where the first thing of a picture lies, from its upper left corner; null where there is none.
 * @template {object} Target @param {Pick<Target>} pick @param {Room} room
 */
export const firstPlace = (pick, room) => nearest(middles(pick, room), ({ x, y }) => x + y);

/**
 * Where the next thing lies from a place, in the direction of an arrow: what adjoins what lies there, else the nearest
 * ahead, straight on before to the side; null where none is.
 * @template {object} Target
 * @param {Pick<Target>} pick
 * @param {Place} from
 * @param {[number, number]} direction
 * @param {Room} room
 */
export function placeAhead(pick, from, [dx, dy], room) {
  const here = pick(from.x, from.y);
  /** @param {Place} place */
  const waysTo = ({ x, y }) => [(x - from.x) * dx + (y - from.y) * dy, Math.abs((x - from.x) * dy + (y - from.y) * dx)];
  const ahead = middles(pick, room).filter(
    (place) => waysTo(place)[0] > 1 && !(here && areSame(pick(place.x, place.y), here)),
  );
  /** @param {Place} place */
  const wayTo = (place) => {
    const [on, aside] = waysTo(place);
    return on + ASIDE * aside;
  };
  const straight = ahead.filter((place) => waysTo(place)[0] >= waysTo(place)[1]); // else the next row is to the right, by a px
  return (here && adjoining(pick, from, [dx, dy], room)) ?? nearest(straight, wayTo) ?? nearest(ahead, wayTo);
}

/**
 * The middle of what adjoins what lies at a place.
 * @template {object} Target @param {Pick<Target>} pick @param {Place} from @param {[number, number]} direction @param {Room} room
 */
function adjoining(pick, from, [dx, dy], room) {
  const here = pick(from.x, from.y);
  const [x, y] = [from.x, from.y];
  let left = 0; // px since what lies there ended
  for (let far = 1; left <= GAP; far++) {
    const place = { x: x + dx * far, y: y + dy * far };
    if (place.x < 0 || place.y < 0 || place.x > room.width || place.y > room.height) return null;
    const found = stopAt(pick, place);
    if (found && !areSame(found, here)) return middleOf(pick, place, room);
    left = found ? 0 : left + 1;
  }
  return null;
}

/** What lies at a place and ends a way. @template {object} Target @param {Pick<Target>} pick @param {Place} place */
function stopAt(pick, { x, y }) {
  const found = pick(x, y);
  return found && "kind" in found && found.kind === BETWEEN ? null : found;
}

/**
 * The middle of what is seen of what lies at a place, if it lies there too.
 * @template {object} Target @param {Pick<Target>} pick @param {Place} at @param {Room} room
 */
function middleOf(pick, at, room) {
  const { left, top, width, height } = boxAround(pick, at);
  const [right, bottom] = [Math.min(room.width, left + width), Math.min(room.height, top + height)];
  const middle = { x: (Math.max(0, left) + right) / 2, y: (Math.max(0, top) + bottom) / 2 };
  return areSame(pick(middle.x, middle.y), pick(at.x, at.y)) ? middle : at;
}

/**
 * A place on each thing of a picture, as near to its middle as a grid comes.
 * @template {object} Target @param {Pick<Target>} pick @param {Room} room @returns {Place[]}
 */
function middles(pick, { width, height }) {
  /** @type {Found<Target>[]} */
  const all = [];
  for (let y = GRID / 2; y < height; y += GRID) {
    /** @type {Found<Target> | undefined} */
    let before;
    for (let x = GRID / 2; x < width; x += GRID) {
      const target = stopAt(pick, { x, y });
      if (!target) continue;
      if (!before || !areSame(before.target, target)) before = all.findLast((each) => areSame(each.target, target));
      if (!before) all.push((before = { target, places: [] }));
      before.places.push({ x, y });
    }
  }
  return all.map(({ places }) => {
    const mean = { x: meanOf(places, "x"), y: meanOf(places, "y") };
    return /** @type {Place} */ (nearest(places, ({ x, y }) => Math.hypot(x - mean.x, y - mean.y)));
  });
}

/** @param {Place[]} places @param {"x" | "y"} along */
const meanOf = (places, along) => places.reduce((sum, place) => sum + place[along], 0) / places.length;

/** @param {Place[]} places @param {(place: Place) => number} wayTo @returns {Place | null} */
function nearest(places, wayTo) {
  /** @type {Place | null} */
  let best = null;
  let least = Infinity;
  for (const place of places) {
    const way = wayTo(place);
    if (way < least) [least, best] = [way, place];
  }
  return best;
}
