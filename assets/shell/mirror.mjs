/** Two explorers that are looked at together: what is chosen, pressed or pointed at in one is so in the other. */
import { windowOf } from "../draw/colours.mjs";
import { canBeExplained, declaredOf } from "../maths/declared.mjs";
import * as modules from "../panels/all.mjs";
import { NONE } from "./forked.mjs";

/** @import { Explorer, PanelModule, Session, Spot, View } from "../types" */
/** @import { Mounted } from "./inhabit.mjs" */

// Those of the page, and how each has turned its own axes.
const OWN = new Set([...Object.keys(NONE), "predict", "present", "turn"]);
const OF_TREES = new Set(["node", "path"]); // axes that are alike where the words are
const ROOM = 720; // px of the window
/** @type {PanelModule[]} */
const MODULES = Object.values(modules);

/** Returns what stops it. @param {Mounted} a @param {Mounted} b */
export function mirror(a, b) {
  const stops = [
    a.on("place", passing(a, b)),
    b.on("place", passing(b, a)),
    a.on("paint", pointing(a, b)),
    b.on("paint", pointing(b, a)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Passes on what has been chosen of a view since it was last heard of; not what another recipe has brought or lost, in
 * which both may then differ.
 * @param {Mounted} from
 * @param {Mounted} to
 */
function passing(from, to) {
  let { session: of, view: seen } = from.player;
  return () => {
    const { session, view } = from.player;
    if (view === seen) return;
    if (session !== of) {
      [of, seen] = [session, view];
      return;
    }
    const changed = [...new Set([...Object.keys(seen), ...Object.keys(view)])].filter((key) => view[key] !== seen[key]);
    seen = view;
    const news = changed.filter((key) => !OWN.has(key) && (view[key] ?? "") !== (to.player.view[key] ?? ""));
    /** @type {View} */
    const patch = Object.fromEntries(news.map((key) => [key, view[key] ?? ""]));
    if (patch.focus && !canExplain(from, to, patch.focus)) delete patch.focus;
    if (!Object.keys(patch).length) return;
    if (patch.focus) to.app.asked.at = alike(from.app, to.app);
    to.app.setView(patch);
  };
}

/** A word that is pointed at is lit in both. @param {Mounted} from @param {Mounted} to */
function pointing(from, to) {
  /** @type {number | null} */
  let seen = null;
  return () => {
    const { hovered, session } = from.player;
    if (hovered === seen) return;
    seen = hovered;
    const word = hovered === null ? null : session?.words[hovered];
    const found = word === null || word === undefined ? -1 : (to.player.session?.words.indexOf(word) ?? -1);
    const id = found < 0 ? null : found;
    if (to.player.hovered === id) return;
    to.player.hovered = id;
    to.player.repaint();
  };
}

/**
 * Whether a run has the very number of a focus of another, "W.3.2", and there is room for two boxes.
 * @param {Mounted} from
 * @param {Mounted} to
 * @param {string} focus
 */
function canExplain({ player: { session: one } }, { app, player: { session: other } }, focus) {
  const room = windowOf(app.host.ownerDocument).innerWidth >= ROOM;
  return room && one !== null && other !== null && isOfBoth(one, other, focus);
}

/**
 * Whether a number stands for the same in two runs: a node of a tree is no word, nor is the word of a place in one
 * vocabulary that of the same place in another; and each has a number there.
 * @param {Session} one
 * @param {Session} other
 * @param {string} focus
 */
export function isOfBoth(one, other, focus) {
  const [name, ...index] = focus.split(".");
  const [ours, theirs] = [one, other].map((session) => declaredOf(session, name));
  if (!ours || !theirs) return !ours && !theirs && canBeExplained(one, name) && canBeExplained(other, name);
  const sameTree = () => one.words.join(" ") === other.words.join(" ");
  /** @param {string} axis @param {number} i */
  const same = (axis, i) => {
    const id = Number(index.at(i - ours.axes.length));
    if (axis !== theirs.axes[i] || !(id < Math.min(ours.shape[i], theirs.shape[i]))) return false;
    return axis === "word" ? one.words[id] === other.words[id] : !OF_TREES.has(axis) || sameTree();
  };
  return ours.axes.length === theirs.axes.length && ours.axes.every(same);
}

/**
 * Where in one explorer the same was pressed as in the other.
 * @param {Explorer} from
 * @param {Explorer} to
 * @returns {Spot | null}
 */
function alike(from, to) {
  const { at } = from.asked;
  for (const { panel } of at ? MODULES : []) {
    const [body, other] = [from.id(panel.name), to.id(panel.name)];
    if (!at || !body?.contains(at.host) || !other) continue;
    const number = [...body.querySelectorAll(at.host.tagName)].indexOf(at.host);
    const host = other.querySelectorAll(at.host.tagName)[number] ?? other;
    return { ...at, host };
  }
  return null;
}
