/** View options that come from a link: what makes no sense there is as good as not given. */

const whole = (most) => (value) => /^\d{1,9}$/.test(value) && Number(value) <= most;
const MOST = 1e9;

const RULES = {
  of: (value, { parameters }) => parameters.some(({ name, axes }) => name === value && axes.includes("word")),
  picture: (value, { structure, network }) =>
    value === "network" ||
    value in structure ||
    (network.lookup && value === "lookup") ||
    (network.unrolled && ["unrolled", "gradient"].includes(value)),
  axes: (value, { limits }) => value === "follow" || whole(limits.step)(value),
  turn: (value) => /^-?\d+(\.\d+)?,-?1$/.test(value),
  back: whole(MOST),
  trail: whole(MOST),
  sheet: (value, { parameters }) => value === "all" || parameters.some(({ name }) => name === value),
  plane: (value) => /^\d+(,\d+)?$/.test(value),
  instance: whole(MOST),
  unit: whole(MOST),
  draw: whole(Number.MAX_SAFE_INTEGER),
  word: (value, { words }) => words.includes(value),
  analogy: (value, { words }) => value.split(",").some((word) => words.includes(word.trim())), // of other words: of other data
};

/**
 * The options that can be shown: those of `options`, [{key, choices}], with one of their choices, and what has a rule as it
 * says; what has neither is read by panels that bear anything.
 */
export function sensible(view, session, options) {
  const choices = new Map(
    options.flatMap(({ key, choices = [] }) => (choices.length ? [[key, choices.map(([value]) => value)]] : [])),
  );
  const rule = (key) =>
    key in RULES ? RULES[key] : choices.has(key) ? (value) => choices.get(key).includes(value) : () => true;
  const good = ([key, value]) => value === "" || rule(key)(String(value), session);
  return Object.fromEntries(Object.entries(view).filter(good));
}
