/**
 * Numbers of a live line that are no array's, as small expressions: "others(j,unit,k,W_out[o,j]*h[j])" is what ⋯ stands
 * for.
 *
 * Numbers, names with indices, + − * /, brackets, and the functions below. An index is an expression too. `others(j,
 * axis, i, …)` is the sum of … over all j of an axis (its spaces as "_") but i; what may stand behind …, the sum over all,
 * tells it where only some words are here. `gradient(w[…])` is that of a weight over the batch, undivided; `squares(W)`
 * the sum of a parameter's squares.
 */
import { logSumExp, sigmoid, softplus } from "../../maths/exponential.mjs";
import { parameterOf } from "../../maths/declared.mjs";
import { gradientAt } from "./gradient.mjs";
import { parsed } from "./values.mjs";

/** @import { Scene } from "../../types" */
/** @import { Name } from "./values.mjs" */
/** @typedef {Record<string, number | undefined>} Named what the symbols i, o, r, k stand for */
/**
 * @typedef {{ scene: Scene, named: Named, valueOf: (of: Name, index: number[]) => number | null | undefined }}
 *   Where
 */
/** @typedef {(where: Where) => number} Formula */

const TOKEN = /\s*(?:(\d+(?:\.\d+)?(?:e-?\d+)?)|((?:(?:old|new)\.)?[A-Za-z_]\w*)|(.))/gy;
const NEAR = 0.01; // of what is missing to 1: nearer than this its digits are shown, not those of the answer
const LOST = 1e-10; // of 1 − y that is computed from y: below it some of its digits are
const TINY = 0.001; // of a difference whose two sides have the same digits
const LARGE = 50; // of a score: from there on a float32 tells too little for its exponential
const TABLE = 6; // scores of which word2vec's programs have the sigmoid in a table, from −6 on
const NOTHING = 1e-37; // a probability below it may be 0, as float32
const FLOAT32 = 2 ** -23; // what two numbers next to each other differ by, as a share

/** @type {Record<string, (...values: number[]) => number>} */
const FUNCTIONS = {
  exp: Math.exp,
  ln: Math.log,
  size: Math.abs,
  max: Math.max,
  sigmoid,
  softplus,
  near: (missing) => Number(missing < NEAR),
  lost: (missing) => Number(missing < LOST),
  far: (missing) => Number(missing >= NEAR),
  tiny: (difference) => Number(Math.abs(difference) < TINY),
  floor: Math.floor,
  outside: (u) => Number(Math.abs(u) >= TABLE),
  large: (u) => Number(Math.abs(u) > LARGE),
  nothing: (p) => Number(p < NOTHING),
  same: (a, b) => Number(a === b),
  choose: (condition, yes, no) => (condition ? yes : no),
  // −ln p, where q = 1 − p, by which it is told where p is nearer to 1; of a p that may be 0 it is known itself
  surprise: (p, q, known) => (p < NOTHING ? known : p < 0.5 ? -Math.log(p) : -Math.log1p(-q)),
  // What is left of a total; 0 where float32 does not tell the two apart. `missing`: what a logistic answer lacks to 1
  // that the shown part is made of, a power of e, which is as wrong as its score is in units.
  left: (total, shown, missing = 1) => {
    const unit = FLOAT32 * (2 + Math.abs(Math.log(missing || 1)));
    return Math.abs(total - shown) <= unit * Math.max(Math.abs(total), Math.abs(shown)) ? 0 : total - shown;
  },
};

/** @param {string} text @returns {Formula} */
export function formula(text) {
  const reader = new Reader(text);
  const whole = reader.sum();
  if (reader.at < reader.tokens.length) throw new Error(`A formula goes on behind its end: ${text}`);
  return whole;
}

/** Reads the tokens of an expression from left to right. */
class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.tokens = Array.from(text.matchAll(TOKEN), ([, number, name, sign]) => ({ number, name, sign }));
    this.at = 0;
  }

  /** The sign that stands next, if it is one. */
  peek() {
    return this.tokens[this.at]?.sign;
  }

  take() {
    return this.tokens[this.at++] ?? {};
  }

  /** @param {string} sign */
  expect(sign) {
    if (this.take().sign !== sign) throw new Error(`A formula has no ${sign} where it should: ${this.text}`);
  }

  /** @returns {Formula} */
  sum() {
    let left = this.product();
    while (this.peek() === "+" || this.peek() === "-") left = join(this.take().sign, left, this.product());
    return left;
  }

  /** @returns {Formula} */
  product() {
    let left = this.factor();
    while (this.peek() === "*" || this.peek() === "/") left = join(this.take().sign, left, this.factor());
    return left;
  }

  /** @returns {Formula} */
  factor() {
    const { number, name, sign } = this.take();
    if (number !== undefined) return () => Number(number);
    if (name !== undefined) return this.peek() === "(" ? this.call(name) : this.reference(name);
    if (sign === "-") {
      const negated = this.factor();
      return (where) => -negated(where);
    }
    if (sign !== "(") throw new Error(`A formula has ${sign ?? "an end"} where it should not: ${this.text}`);
    const inner = this.sum();
    this.expect(")");
    return inner;
  }

  /** A list in brackets that have been opened. @param {string} close @returns {Formula[]} */
  list(close) {
    const items = [this.sum()];
    while (this.peek() === ",") {
      this.at += 1;
      items.push(this.sum());
    }
    this.expect(close);
    return items;
  }

  /** @param {string} name @returns {Formula} */
  reference(name) {
    const of = parsed(name);
    if (this.peek() !== "[") return (where) => number(where.named[name] ?? where.valueOf(of, []));
    this.at += 1;
    const index = this.list("]");
    return (where) => number(where.valueOf(of, valuesOf(index, where)));
  }

  /** @param {string} name @returns {Formula} */
  call(name) {
    this.at += 1;
    if (name === "others") return this.others();
    if (name === "logsum") return this.logsum();
    if (name === "squares") return this.squares();
    if (name === "gradient") return this.gradient();
    const values = this.list(")");
    const apply = FUNCTIONS[name];
    if (!apply) throw new Error(`A formula calls ${name}: ${this.text}`);
    return (where) => apply(...valuesOf(values, where));
  }

  /** squares(parameter), unknown where not all of its words are here @returns {Formula} */
  squares() {
    const { name } = this.take();
    this.expect(")");
    /** @param {Where} where */
    const all = (where) => !parameterOf(where.scene.session, name).axes.some((axis) => inPart(where, axis));
    return (where) =>
      all(where)
        ? Array.from(where.scene.weights[name].data).reduce((total, weight) => total + weight * weight, 0)
        : NaN;
  }

  /** gradient(parameter[index]) @returns {Formula} */
  gradient() {
    const { name } = this.take();
    this.expect("[");
    const index = this.list("]");
    this.expect(")");
    return (where) => gradientAt(where.scene, name, valuesOf(index, where));
  }

  /** others(j, axis, i, term, whole) @returns {Formula} */
  others() {
    const [running, axis] = this.over();
    const [but, term, whole] = /** @type {[Formula, Formula, Formula?]} */ (this.list(")"));
    return (where) => {
      const left = but(where);
      if (whole && inPart(where, axis))
        return whole(where) - term({ ...where, named: { ...where.named, [running]: left } });
      return along(axis, running, term, where).reduce((total, each, j) => (j === left ? total : total + each), 0);
    };
  }

  /** logsum(j, axis, score, whole): the logarithm of Σ exp(score), of which none overflows @returns {Formula} */
  logsum() {
    const [running, axis] = this.over();
    const [score, whole] = /** @type {[Formula, Formula?]} */ (this.list(")"));
    return (where) => (whole && inPart(where, axis) ? whole(where) : logSumExp(along(axis, running, score, where)));
  }

  /** "j, axis," of a call: the running index, and the axis it runs along. */
  over() {
    const running = this.take().name;
    this.expect(",");
    const axis = this.take().name.replaceAll("_", " ");
    this.expect(",");
    return [running, axis];
  }
}

/** @param {Formula[]} formulas @param {Where} where */
const valuesOf = (formulas, where) => formulas.map((each) => each(where));

/** Whether only some elements of an axis are here. @param {Where} where @param {string} axis */
const inPart = ({ scene }, axis) => axis === "word" && Boolean(scene.session.excerpt);

/**
 * A term at each element of an axis.
 * @param {string} axis @param {string} running @param {Formula} term @param {Where} where
 */
function along(axis, running, term, where) {
  /** @type {Named} */
  const named = { ...where.named };
  const inner = { ...where, named };
  return Array.from({ length: lengthOf(where.scene, axis) }, (_, j) => {
    named[running] = j;
    return term(inner);
  });
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
