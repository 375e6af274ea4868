/**
 * A step applied to weights: each loses η times its gradient, as the model declares it for the parameter: a sum of
 * outer products of quantities (declarations.Outer), averaged or summed over the batch. So a block need not carry the
 * weights of every step.
 */
import { divisor, parameterOf } from "../maths/declared.mjs";

/** @import { Block, Matrix, Numbers, Outer, Weights } from "../types" */
/** @import { Excerpt } from "./excerpt.mjs" */
/**
 * @typedef {Matrix & { own: Numbers | null }} Target a matrix; of other rows than the block has, with its own ones for
 *   these
 */
/**
 * @typedef {{ values: Numbers, areIds: boolean }} Read a quantity; one of ids stands for their one-hot vectors, −1 for
 *   none
 */

/**
 * Apply a step to weights in place, and the edits made by hand just after it.
 * @param {Block} block
 * @param {Weights} weights
 * @param {number} step
 * @param {Excerpt | null} excerpt whose rows the weights have
 */
export function descend(block, weights, step, excerpt) {
  const size = block.size(step);
  const share = block.rate(step) / divisor(block.session, size);
  /** @param {string} axis */
  const ownRows = (axis) => (excerpt && excerpt !== block.excerpt ? (block.excerpt?.to(excerpt, axis) ?? null) : null);
  for (const { name, axes, change, decay, frozen } of block.session.parameters) {
    if (frozen) continue;
    const target = { ...weights[name], own: ownRows(axes[0]) };
    if (decay) for (let i = 0; i < target.data.length; i++) target.data[i] *= 1 - share * size * decay;
    for (let b = 0; b < size; b++) for (const term of change) subtractTerm(target, block, term, step, b, share);
  }
  for (const [at, name, row, column, value] of block.patches) {
    if (at !== step + 1) continue;
    const own = ownRows(parameterOf(block.session, name).axes[0])?.[row] ?? row;
    if (own >= 0) weights[name].data[own * weights[name].columns + column] = value;
  }
}

/**
 * Subtract `share` times a term of a gradient, for one instance of a step's batch.
 * @param {Target} target
 * @param {Block} block
 * @param {Outer} term
 * @param {number} step
 * @param {number} b
 * @param {number} share
 */
function subtractTerm(target, block, term, step, b, share) {
  const columns = term.columns ? read(block, term.columns, step, b) : null;
  const side = block.excerpt && columns && block.declared(term.rows).of_instance;
  // Of very many words the rows are the instance's input words, each with its share: no quantity has all of them.
  if (side && side !== "outputs") {
    const { inputs } = block.instance(step, b);
    subtractFromNamed(target, inputs, null, columns, side === "input counts" ? share : share / inputs.length, () => 0);
    return;
  }
  const { values, areIds } = read(block, term.rows, step, b);
  const named = term.at ? read(block, term.at, step, b).values : areIds ? values : null;
  const pieces = named ? named.length : values.length / target.rows;
  const others = columns ? piecesOf(columns, target.columns) - term.skip : Infinity;
  const serves = term.at && others === 1; // one piece of columns serves all rows
  /** @param {number} j */
  const piece = (j) => (serves ? term.skip : j + term.skip);
  const count = serves ? pieces : Math.min(pieces, others);
  if (named) subtractFromNamed(target, named.subarray(0, count), term.at ? values : null, columns, share, piece);
  else subtractFromAll(target, values, count, columns, share, piece);
}

/**
 * From the rows that ids name: each loses `share`, times its factor where there are such, of a piece of the columns.
 * @param {Target} target
 * @param {Numbers} ids
 * @param {Numbers | null} factors
 * @param {Read | null} columns
 * @param {number} share
 * @param {(j: number) => number} piece
 */
function subtractFromNamed(target, ids, factors, columns, share, piece) {
  for (let j = 0; j < ids.length; j++)
    subtractFromRow(target, ids[j], factors ? share * factors[j] : share, columns, piece(j));
}

/**
 * From every row, for each of so many pieces of `values`, which has a factor for each row.
 * @param {Target} target
 * @param {Numbers} values
 * @param {number} count
 * @param {Read | null} columns
 * @param {number} share
 * @param {(j: number) => number} piece
 */
function subtractFromAll(target, values, count, columns, share, piece) {
  for (let j = 0; j < count; j++)
    for (let row = 0; row < target.rows; row++)
      subtractFromRow(target, row, share * values[j * target.rows + row], columns, piece(j));
}

/**
 * A row loses `pull` times piece `j` of the columns: of a vector, of an id's one-hot vector, or, without columns, 1.
 * @param {Target} target
 * @param {number} row
 * @param {number} pull
 * @param {Read | null} columns
 * @param {number} j
 */
function subtractFromRow({ data, columns: width, own }, row, pull, columns, j) {
  const at = own && row >= 0 ? own[row] : row;
  if (at < 0 || pull === 0) return;
  const first = at * width;
  if (!columns) data[first] -= pull;
  else if (!columns.areIds)
    for (let k = 0, from = j * width; k < width; k++) data[first + k] -= pull * columns.values[from + k];
  else if (columns.values[j] >= 0) data[first + columns.values[j]] -= pull;
}

/** How many vectors of a width, or ids, a quantity holds. @param {Read} quantity @param {number} width */
const piecesOf = ({ values, areIds }, width) => (areIds ? values.length : values.length / width);

/** @param {Block} block @param {string} name @param {number} step @param {number} b @returns {Read} */
function read(block, name, step, b) {
  const declared = block.declared(name);
  const values = block.quantity(declared, step, b);
  if (!values) throw new Error(`${name} is not computed again.`);
  return { values, areIds: declared.role === "index" };
}
