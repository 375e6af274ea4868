/** View options that come from a link: what makes no sense there is as good as not given. */
import { wholeIn } from "../text/numbers.mjs";

/** @import { Session, View } from "../types" */

/** @param {number} most @returns {(value: string) => boolean} */
const whole = (most) => (value) => (wholeIn(value) ?? Infinity) <= most;
const MOST = 1e9;

/** @type {Record<string, (value: string, session: Session) => boolean>} */
const RULES = {
  of: (value, { parameters }) => parameters.some(({ name, axes }) => name === value && axes.includes("word")),
  picture: (value, { structure, network }) =>
    value === "network" ||
    value === "copies" ||
    value in structure ||
    (network.lookup !== null && value === "lookup") ||
    (network.unrolled && ["unrolled", "gradient"].includes(value)),
  axes: (value, { limits }) => value === "follow" || whole(limits.step)(value),
  turn: (value) => /^-?\d+(\.\d+)?,-?1$/.test(value),
  back: whole(MOST),
  ago: whole(MOST),
  trail: whole(MOST),
  sheet: (value, { parameters }) => value === "all" || parameters.some(({ name }) => name === value),
  plane: (value) => /^\d+(,\d+)?$/.test(value),
  instance: whole(MOST),
  unit: whole(MOST),
  draw: whole(Number.MAX_SAFE_INTEGER),
  word: (value, { words }) => words.includes(value),
  // of other words: of other data
  analogy: (value, { words }) => value.split(",").some((word) => words.includes(word.trim())),
};

/**
 * The options that can be shown: those of `options`, [{key, choices}], with one of their choices, and what has a rule
 * as it says; what has neither is read by panels that bear anything.
 * @param {View} view
 * @param {Session} session
 * @param {{ key: string, choices?: string[][] }[]} options
 * @returns {View}
 */
export function sensible(view, session, options) {
  /** @type {Map<string, string[]>} */
  const choices = new Map();
  for (const { key, choices: some = [] } of options)
    if (some.length)
      choices.set(
        key,
        some.map(([value]) => value),
      );
  /** @param {string} key @returns {(value: string, session: Session) => boolean} */
  const rule = (key) =>
    key in RULES ? RULES[key] : choices.has(key) ? (value) => choices.get(key)?.includes(value) ?? false : () => true;
  /** @param {[string, string | undefined]} option */
  const good = ([key, value]) => value === "" || rule(key)(String(value), session);
  return Object.fromEntries(Object.entries(view).filter(good));
}

/**
 * What another run, which stands at a step, takes over: no axes of a step that it has not reached.
 * @param {View} view @param {number} step @returns {View}
 */
export const reached = (view, step) => (Number(view.axes) > step ? { ...view, axes: "" } : view);
