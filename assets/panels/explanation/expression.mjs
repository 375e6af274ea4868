// @ts-check
/**
 * Numbers of a live line that are no array's, as small expressions: "others(j,unit,k,W_out[o,j]*h[j])" is what ⋯ stands for.
 *
 * Numbers, names with indices, + − * /, brackets, and the functions below. An index is an expression too. `others(j, axis,
 * i, …)` is the sum of … over all j of an axis (its spaces as "_") but i; `gradient(w[…])` that of a weight over the batch, undivided;
 * `squares(W)` the sum of a parameter's squares.
 */
import { gradientAt } from "./gradient.mjs";

/** @import { Scene } from "../../types" */
/** @typedef {Record<string, number | undefined>} Named what the symbols i, o, r, k stand for */
/** @typedef {{ scene: Scene, named: Named, valueOf: (name: string, index: number[]) => number | null | undefined }} Where */
/** @typedef {(where: Where) => number} Formula */

const TOKEN = /\s*(?:(\d+(?:\.\d+)?(?:e-?\d+)?)|((?:(?:old|new)\.)?[A-Za-z_]\w*)|(.))/gy;
const NEAR = 0.01; // of what is missing to 1: nearer than this its digits are shown, not those of the answer
const TINY = 0.001; // of a difference whose two sides have the same digits
const LARGE = 50; // of a score: from there on a float32 tells too little for its exponential
const NOTHING = 1e-37; // a probability below it may be 0, as float32

/** @param {number} u */
const sigmoid = (u) => (u >= 0 ? 1 / (1 + Math.exp(-u)) : Math.exp(u) / (1 + Math.exp(u)));

/** @type {Record<string, (...values: number[]) => number>} */
const FUNCTIONS = {
  exp: Math.exp,
  size: Math.abs,
  sigmoid,
  // ln(1 + exp(u)) = −ln σ(−u)
  softplus: (u) => Math.max(u, 0) + Math.log1p(Math.exp(-Math.abs(u))),
  near: (missing) => Number(missing < NEAR),
  far: (missing) => Number(missing >= NEAR),
  tiny: (difference) => Number(Math.abs(difference) < TINY),
  large: (u) => Number(Math.abs(u) > LARGE),
  nothing: (p) => Number(p < NOTHING),
  same: (a, b) => Number(a === b),
  choose: (condition, yes, no) => (condition ? yes : no),
  // −ln p, where q = 1 − p; of a small p it is known itself, as p may be 0
  surprise: (p, q, known) => (p < 0.5 ? known : -Math.log1p(-q)),
  // What is left of a total; 0 where it is below what float32 tells of the two.
  left: (total, shown) =>
    Math.abs(total - shown) <= 1e-6 * Math.max(Math.abs(total), Math.abs(shown)) ? 0 : total - shown,
};

/** @param {string} text @returns {Formula} */
export function formula(text) {
  const tokens = Array.from(text.matchAll(TOKEN), ([, number, name, sign]) => ({ number, name, sign }));
  let at = 0;
  const peek = () => tokens[at]?.sign;
  /** @param {string} sign */
  const expect = (sign) => {
    if (tokens[at++]?.sign !== sign) throw new Error(`A formula has no ${sign} where it should: ${text}`);
  };

  /** @returns {Formula} */
  function sum() {
    let left = product();
    while (peek() === "+" || peek() === "-") left = join(tokens[at++].sign, left, product());
    return left;
  }

  /** @returns {Formula} */
  function product() {
    let left = factor();
    while (peek() === "*" || peek() === "/") left = join(tokens[at++].sign, left, factor());
    return left;
  }

  /** @returns {Formula} */
  function factor() {
    const { number, name, sign } = tokens[at++] ?? {};
    if (number !== undefined) return () => Number(number);
    if (name !== undefined) return peek() === "(" ? call(name) : reference(name);
    if (sign === "-") {
      const negated = factor();
      return (where) => -negated(where);
    }
    if (sign !== "(") throw new Error(`A formula has ${sign ?? "an end"} where it should not: ${text}`);
    const inner = sum();
    expect(")");
    return inner;
  }

  /** A list in brackets that have been opened. @param {string} close @returns {Formula[]} */
  function list(close) {
    const items = [sum()];
    while (peek() === ",") {
      at += 1;
      items.push(sum());
    }
    expect(close);
    return items;
  }

  /** @param {string} name @returns {Formula} */
  function reference(name) {
    if (peek() !== "[") return (where) => number(where.named[name] ?? where.valueOf(name, []));
    at += 1;
    const index = list("]");
    return (where) =>
      number(
        where.valueOf(
          name,
          index.map((each) => each(where)),
        ),
      );
  }

  /** @param {string} name @returns {Formula} */
  function call(name) {
    at += 1;
    if (name === "others") return others();
    if (name === "logsum") return logsum();
    const { name: of = "" } = tokens[at] ?? {};
    if (name === "squares") {
      at += 1;
      expect(")");
      return ({ scene }) => Array.from(scene.weights[of].data).reduce((total, weight) => total + weight * weight, 0);
    }
    if (name === "gradient") {
      at += 1;
      expect("[");
      const index = list("]");
      expect(")");
      return (where) =>
        gradientAt(
          where.scene,
          of,
          index.map((each) => each(where)),
        );
    }
    const values = list(")");
    const apply = FUNCTIONS[name];
    if (!apply) throw new Error(`A formula calls ${name}: ${text}`);
    return (where) => apply(...values.map((each) => each(where)));
  }

  /** others(j, axis, i, term) @returns {Formula} */
  function others() {
    const { name: running = "" } = tokens[at++];
    expect(",");
    const axis = (tokens[at++].name ?? "").replaceAll("_", " ");
    expect(",");
    const [but, term] = list(")");
    return (where) => {
      const size = lengthOf(where.scene, axis);
      const left = but(where);
      let total = 0;
      for (let j = 0; j < size; j++)
        if (j !== left) total += term({ ...where, named: { ...where.named, [running]: j } });
      return total;
    };
  }

  /** logsum(j, axis, score): the logarithm of Σ exp(score), of which none overflows @returns {Formula} */
  function logsum() {
    const { name: running = "" } = tokens[at++];
    expect(",");
    const axis = tokens[at++].name ?? "";
    expect(",");
    const [score] = list(")");
    return (where) => {
      const scores = Array.from({ length: lengthOf(where.scene, axis) }, (_, j) =>
        score({ ...where, named: { ...where.named, [running]: j } }),
      );
      const largest = Math.max(...scores);
      return largest + Math.log(scores.reduce((total, each) => total + Math.exp(each - largest), 0));
    };
  }

  const whole = sum();
  if (at < tokens.length) throw new Error(`A formula goes on behind its end: ${text}`);
  return whole;
}

/** @param {string} sign @param {Formula} left @param {Formula} right @returns {Formula} */
function join(sign, left, right) {
  if (sign === "+") return (where) => left(where) + right(where);
  if (sign === "-") return (where) => left(where) - right(where);
  if (sign === "*") return (where) => left(where) * right(where);
  return (where) => left(where) / right(where);
}

/** @param {number | null | undefined} value */
const number = (value) => value ?? NaN;

/**
 * How long an axis is; of a ragged one, in this instance.
 * @param {Scene} scene
 * @param {string} axis
 */
function lengthOf({ session, frame }, axis) {
  const along = session.quantities.find(({ axes, ragged }) => ragged && axes[0] === axis);
  if (along) return frame?.length(along.name) ?? 0;
  for (const { axes, shape } of [...session.parameters, ...session.quantities])
    if (axes.includes(axis)) return shape[axes.indexOf(axis)];
  throw new Error(`The session has no axis ${axis}.`);
}
