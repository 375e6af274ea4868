/**
 * Where the things of a picture lie that a panel's `pick` finds, and which of them is ahead of another. Plain geometry.
 */

/** @import { Box, Room } from "../types" */
/** @typedef {{ x: number, y: number }} Site on a canvas, in px */
/** @template {object} Target @typedef {(x: number, y: number) => Target | null} Pick what lies at a site */
/** @template {object} Target @typedef {{ target: Target, sites: Site[] }} Found a thing, and where it was found */

const FAR = 120; // px from a site, to which what lies there is followed
const APART = 3; // px
const GAP = 8; // px between things side by side
const GRID = 6; // px between the sites where things are looked for
const ASIDE = 3; // how much more a way to the side counts than one ahead
const BETWEEN = "edge"; // a kind of targets: lines between others, at which no way ends

/** Whether two picks named the same thing. @param {object | null} one @param {object | null} other */
export function areSame(one, other) {
  if (!one || !other) return one === other;
  for (const key in one) {
    /** @type {unknown[]} */
    const [value, same] = [Reflect.get(one, key), Reflect.get(other, key)];
    if (value !== same && !(Array.isArray(value) && String(value) === String(same))) return false;
  }
  return true;
}

/**
 * The box of what lies at a site, as far as it reaches from there.
 * @template {object} Target @param {Pick<Target>} pick @param {Site} at @returns {Box}
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
export const firstSite = (pick, room) => nearest(middles(pick, room), ({ x, y }) => x + y);

/**
 * Where the next thing lies from a site, in the direction of an arrow: what adjoins what lies there, else the nearest
 * ahead, straight on before to the side; null where none is.
 * @template {object} Target
 * @param {Pick<Target>} pick
 * @param {Site} from
 * @param {[number, number]} direction
 * @param {Room} room
 */
export function siteAhead(pick, from, [dx, dy], room) {
  const here = pick(from.x, from.y);
  const beside = here && adjoining(pick, from, [dx, dy], room);
  if (beside) return beside; // else all of the picture is looked through
  /** @param {Site} site */
  const waysTo = ({ x, y }) => [(x - from.x) * dx + (y - from.y) * dy, Math.abs((x - from.x) * dy + (y - from.y) * dx)];
  const ahead = middles(pick, room).filter(
    (site) => waysTo(site)[0] > 1 && !(here && areSame(pick(site.x, site.y), here)),
  );
  /** @param {Site} site */
  const wayTo = (site) => {
    const [on, aside] = waysTo(site);
    return on + ASIDE * aside;
  };
  // else the next row is to the right, by a px
  const straight = ahead.filter((site) => waysTo(site)[0] >= waysTo(site)[1]);
  return nearest(straight, wayTo) ?? nearest(ahead, wayTo);
}

/**
 * The middle of what adjoins what lies at a site.
 * @template {object} Target
 * @param {Pick<Target>} pick
 * @param {Site} from
 * @param {[number, number]} direction
 * @param {Room} room
 */
function adjoining(pick, from, [dx, dy], room) {
  const here = pick(from.x, from.y);
  const [x, y] = [from.x, from.y];
  let left = 0; // px since what lies there ended
  for (let far = 1; left <= GAP; far++) {
    const site = { x: x + dx * far, y: y + dy * far };
    if (site.x < 0 || site.y < 0 || site.x > room.width || site.y > room.height) return null;
    const found = stopAt(pick, site);
    if (found && !areSame(found, here)) return middleOf(pick, site, room);
    left = found ? 0 : left + 1;
  }
  return null;
}

/** What lies at a site and ends a way. @template {object} Target @param {Pick<Target>} pick @param {Site} site */
function stopAt(pick, { x, y }) {
  const found = pick(x, y);
  return found && "kind" in found && found.kind === BETWEEN ? null : found;
}

/**
 * The middle of what is seen of what lies at a site, if it lies there too.
 * @template {object} Target @param {Pick<Target>} pick @param {Site} at @param {Room} room
 */
function middleOf(pick, at, room) {
  const { left, top, width, height } = boxAround(pick, at);
  const [right, bottom] = [Math.min(room.width, left + width), Math.min(room.height, top + height)];
  const middle = { x: (Math.max(0, left) + right) / 2, y: (Math.max(0, top) + bottom) / 2 };
  return areSame(pick(middle.x, middle.y), pick(at.x, at.y)) ? middle : at;
}

/**
 * A site on each thing of a picture, as near to its middle as a grid comes.
 * @template {object} Target @param {Pick<Target>} pick @param {Room} room @returns {Site[]}
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
      if (!before) all.push((before = { target, sites: [] }));
      before.sites.push({ x, y });
    }
  }
  return all.map(({ sites }) => {
    const mean = { x: meanOf(sites, "x"), y: meanOf(sites, "y") };
    return /** @type {Site} */ (nearest(sites, ({ x, y }) => Math.hypot(x - mean.x, y - mean.y)));
  });
}

/** @param {Site[]} sites @param {"x" | "y"} along */
const meanOf = (sites, along) => sites.reduce((sum, site) => sum + site[along], 0) / sites.length;

/** @param {Site[]} sites @param {(site: Site) => number} wayTo @returns {Site | null} */
function nearest(sites, wayTo) {
  /** @type {Site | null} */
  let best = null;
  let least = Infinity;
  for (const site of sites) {
    const way = wayTo(site);
    if (way < least) [least, best] = [way, site];
  }
  return best;
}
