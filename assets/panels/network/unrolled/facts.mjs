/**
 * What the unrolled network shows of a scene: states, errors and words by time, and what each error adds to the
 * gradient.
 */
import { parameterOf, quantityOf } from "../../../maths/declared.mjs";
import { isBeyond, largestSize, niceLimit } from "../../../maths/limits.mjs";
import { activation } from "../../../maths/rows.mjs";

/** @import { Numbers, Scene, Session } from "../../../types" */
/** @typedef {ReturnType<typeof factsOf>} Facts */
/** @typedef {(i: number, j: number) => number} Cells a matrix as a function of row and column */

/**
 * The weights that lead from the state to the next: their gradient is made of errors and of states from the oldest on.
 * @param {Session} session
 */
export function recurrentOf({ parameters, network }) {
  const found = parameters.find(({ change: [term] }) => term.columns === network.hidden && !term.skip);
  if (!found) throw new Error("No weights lead from the state to the next.");
  return found;
}

/**
 * The declarations that the picture needs: the recurrent weights are those that multiply error and state.
 * @param {Session} session
 */
function declarationsOf(session) {
  const { network } = session;
  const recurrent = recurrentOf(session);
  const input = parameterOf(session, network.input);
  return {
    recurrent,
    input,
    error: quantityOf(session, recurrent.change[0].rows),
    output: parameterOf(session, network.output),
    state: quantityOf(session, network.hidden),
    words: quantityOf(session, input.change[0].columns),
  };
}

/**
 * States, errors and words by time, counted from the oldest word; the state before that has −1. `part(time)` and `sum`
 * are contributions to the gradient of the recurrent weights.
 * @param {Scene} scene
 */
export function factsOf(scene) {
  const { session, frame } = scene;
  const declared = declarationsOf(session);
  const { state, error, words: window, recurrent, input, output } = declared;
  const [units, times] = [state.shape[1], window.shape[0]];
  const [states, errors] = [frame?.get(state.name) ?? null, frame?.get(error.name) ?? null];
  /** @param {number} time */
  const stateAt = (time) => states?.subarray((time + 1) * units, (time + 2) * units) ?? null;
  /** @param {number} time */
  const errorAt = (time) => errors?.subarray(time * units, (time + 1) * units) ?? null;
  const { limit } = scene.reach.colours(error.name);
  const gradient = states && errors ? gradientOf(states, errors, times, units, limit) : null;
  return {
    scene,
    declared,
    units,
    gradient,
    words: frame?.get(window.name) ?? new Int32Array(times).fill(-1),
    names: error.row_names ?? [],
    stateAt,
    errorAt,
    chances: activation(scene),
    symbols: {
      state: state.symbol,
      error: error.symbol,
      recurrent: recurrent.symbol,
      input: input.symbol,
      output: output.symbol,
    },
  };
}

/**
 * The gradient of the recurrent weights as a sum over times, with the lengths of its parts and the limits of the
 * colours.
 * @param {Numbers} states from the one before the oldest word on
 * @param {Numbers} errors from that of the oldest word on
 * @param {number} times
 * @param {number} units
 * @param {number} errorLimit
 */
function gradientOf(states, errors, times, units, errorLimit) {
  const every = Array.from({ length: times }, (_, time) => time);
  /** @param {Numbers} rows @param {number} row */
  const rowOf = (rows, row) => rows.subarray(row * units, (row + 1) * units);
  /** @param {number} time @returns {Cells} */
  const part = (time) => {
    const [error, state] = [rowOf(errors, time), rowOf(states, time)]; // a state's row is one later than its word's
    return (i, j) => error[i] * state[j];
  };
  /** @type {Cells} */
  const sum = (i, j) => every.reduce((total, time) => total + errors[time * units + i] * states[time * units + j], 0);
  const { length, most } = sizeOf(sum, units);
  const ofErrors = every.map((time) => norm(rowOf(errors, time)));
  const largest = Math.max(
    most,
    ...every.map((time) => largestSize(rowOf(errors, time)) * largestSize(rowOf(states, time))),
  );
  const longest = Math.max(...ofErrors, 1e-300);
  return {
    part,
    sum,
    lengths: {
      input: ofErrors,
      recurrent: every.map((time) => ofErrors[time] * norm(rowOf(states, time))),
      sum: length,
    },
    errorLimit,
    beyond: isBeyond(largestSize(errors), errorLimit),
    partLimit: niceLimit(Math.max(largest, 1e-300)),
    /** Of the longest error. @param {number} time */
    share: (time) => ofErrors[time] / longest,
  };
}

/** The length of a square matrix, and the largest of its numbers. @param {Cells} value @param {number} units */
function sizeOf(value, units) {
  let [square, most] = [0, 0];
  for (let i = 0; i < units; i++) {
    for (let j = 0; j < units; j++) {
      const cell = value(i, j);
      square += cell * cell;
      most = Math.max(most, Math.abs(cell));
    }
  }
  return { length: Math.sqrt(square), most };
}

/** @param {Numbers} values */
function norm(values) {
  let square = 0;
  for (const value of values) square += value * value;
  return Math.sqrt(square);
}
