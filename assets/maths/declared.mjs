/**
 * What a session declares, by name. A name that the session itself gives is declared, so that there is no answer for
 * one that is not: an error says which it was.
 */

/** @import { Quantity, Session, ShownParameter } from "../types" */

/** @template {{ name: string }} Named @param {Named[]} list @param {string | null} name @returns {Named} */
function named(list, name) {
  const found = list.find((each) => each.name === name);
  if (!found) throw new Error(`The session declares no ${name}.`);
  return found;
}

/** @param {Pick<Session, "parameters">} session @param {string | null} name a missing one is an Error */
export const parameterOf = ({ parameters }, name) => named(parameters, name);

/** @param {Pick<Session, "quantities">} session @param {string | null} name a missing one is an Error */
export const quantityOf = ({ quantities }, name) => named(quantities, name);

/**
 * The segment that a step belongs to: the steps over the same data.
 * @param {Pick<Session, "segments">} session
 * @param {number} step
 */
export const segmentOf = ({ segments }, step) => segments.findLast((each) => each.step <= step) ?? segments[0];

/** The loss of a step, which is explained as quantities are: of a batch, of all or of one instance. */
export const LOSS = "loss";

/** The probability of an output word, where it is a product of turns. */
export const PRODUCT = "p";

/**
 * Whether a number of this name can be explained.
 * @param {Pick<Session, "parameters" | "quantities" | "singles">} session
 * @param {string} name
 */
export const canBeExplained = (session, name) =>
  singleOf(session, name) !== undefined || declaredOf(session, name) !== undefined;

/**
 * A number of a step that stands in no array; undefined where there is none of this name.
 * @param {Pick<Session, "singles">} session
 * @param {string} name
 */
export const singleOf = ({ singles }, name) => singles.find((each) => each.name === name);

/**
 * A parameter or quantity; undefined where there is none of this name.
 * @param {Pick<Session, "parameters" | "quantities">} session
 * @param {string | null | undefined} name
 * @returns {ShownParameter | Quantity | undefined}
 */
export const declaredOf = ({ parameters, quantities }, name) =>
  parameters.find((each) => each.name === name) ?? quantities.find((each) => each.name === name);

/**
 * Whether a quantity has a number for each answer, as y has.
 * @param {Pick<Quantity, "axes" | "role"> & Partial<Pick<Quantity, "matrix_of" | "of_instance">>} quantity
 * @param {Pick<Session, "quantities">} session
 */
export function isOfAnswer({ axes, matrix_of: matrixOf, of_instance: side, role }, { quantities }) {
  const answers = quantities.find(({ name }) => name === "y")?.axes ?? [];
  return !matrixOf && role !== "index" && side !== "inputs" && axes.length === 1 && axes.join() === answers.join();
}

/**
 * Of a number of a batch its instance and its index there. An index may begin with the instance, as that of an operand
 * does; a number pressed in a panel is of the instance that is shown.
 * @template Part
 * @param {readonly string[]} axes of what it is a number of
 * @param {Part[]} index
 * @param {Part} shown
 * @returns {[instance: Part, index: Part[]]}
 */
export const inBatch = (axes, index, shown) =>
  index.length > axes.length ? [index[0], index.slice(1)] : [shown, index];

/**
 * The names that a network of words always has.
 * @param {Pick<Session, "network">} session
 */
export function networkOfWords({ network: { input, hidden, output, activation } }) {
  if (!input || !hidden || !output) throw new Error("This is no network of words.");
  return { input, hidden, output, activation };
}

/** Whether a step takes the mean over its instances, or the sum. @param {Pick<Session, "hyper">} session */
export const averages = ({ hyper }) => hyper.batch_gradient !== "sum";

/**
 * By what sums over a batch are divided.
 * @param {Pick<Session, "hyper">} session
 * @param {number} batch how many instances it has
 */
export const divisor = (session, batch) => (averages(session) ? batch : 1);

/** The last of a list that has one. @template Item @param {ArrayLike<Item>} list */
export const last = (list) => list[list.length - 1];

/**
 * Whether these are as many words as the model reads: any number of them where it reads any.
 * @param {Pick<Session, "takes">} session
 * @param {number[]} words
 */
export const suffice = ({ takes }, words) => words.length > 0 && words.length === (takes ?? words.length);
