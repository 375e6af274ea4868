/**
 * What the network of words shows of a scene: rows, lit edges, fills and words to name, before any of it is composed.
 */
import { networkOfWords, parameterOf } from "../../../maths/declared.mjs";
import { activation, askedRows, likelihood, ranking, rowIndex, vectorsOf } from "../../../maths/rows.mjs";
import { parseFocus } from "../../../maths/named.mjs";

/** @import { Scene } from "../../../types" */
/** @typedef {ReturnType<typeof networkFacts>} NetworkFacts */
/** @typedef {"input" | "output"} Side */

/** How many of the most probable words are named. */
export const MOST_PROBABLE = 8;

/**
 * Everything the picture needs; sets hold rows, indexes of `ids` or of `outIds`. `answers` maps the rows that the step
 * asks to their activation, where it asks only some; then the others are at rest.
 * @param {Scene} scene
 * @param {number[]} ids the input words shown, a row each
 * @param {number[]} outIds the same of the output weights' rows
 */
export function networkFacts(scene, ids, outIds) {
  const { session, frame, excited, weights } = scene;
  const { input, hidden, output } = networkOfWords(session);
  const ofWords = parameterOf(session, output).axes[0] === "word";
  const rowOf = new Map(ids.map((id, row) => [id, row]));
  const outRowOf = new Map(outIds.map((id, row) => [id, row]));
  /** @param {Iterable<number>} list @param {Map<number, number>} [among] */
  const rowsOf = (list, among = rowOf) => [...new Set(list)].flatMap((id) => among.get(id) ?? []);
  /** @param {Iterable<number>} words */
  const outRowsOf = (words) => (ofWords ? rowsOf(words, outRowOf) : []);
  const asked = excited ? null : askedRows(scene);
  const values = asked && frame?.get(session.network.activation);
  const chances = likelihood(scene);
  const ranks = ranking(scene, MOST_PROBABLE);
  const top = (ranks ?? []).map(({ id }) => id).filter((id) => id >= 0);
  const inputIds = frame ? [...frame.inputs] : [];
  const outputIds = frame ? [...frame.outputs] : [];
  const likely = top.filter((id, rank) => rank < 3 || (chances?.[id] ?? 0) > 1.2 / session.whole.words.length);
  const fired = likely.concat(!excited && reached(scene, hidden) ? outputIds : []);
  const partly = rowIndex(session) !== null;
  const state = frame?.get(hidden) ?? null;
  return {
    scene,
    ids,
    outIds,
    outRowOf,
    chances,
    ranks,
    top,
    ofWords,
    asked,
    partly,
    answers: new Map(asked && values ? Array.from(asked, (row, i) => [row, values[i]]) : []),
    touched: (asked && frame?.touched(output)) ?? null,
    inputs: new Set(rowsOf(inputIds)),
    targets: new Set(outRowsOf(outputIds)),
    pins: new Set(rowsOf(scene.pins)),
    excited: new Set(rowsOf(excited?.words ?? [])),
    hovered: rowOf.get(scene.hovered ?? -1) ?? -1,
    hoveredOut: ofWords ? (outRowOf.get(scene.hovered ?? -1) ?? -1) : -1,
    fired: new Set(partly && !excited ? rowsOf(asked ?? [], outRowOf) : outRowsOf(fired)),
    hidden: excited?.hidden ?? state,
    own: { hidden: state, output: activation(scene) },
    limit: scene.reach.weights([input, output]).limit,
    input: vectorsOf(session, input, weights[input]),
    output: vectorsOf(session, output, weights[output]),
    focus: parseFocus(scene.view?.focus),
  };
}

/**
 * Is the stage that computes this quantity done, and at least one more?
 * @param {Scene} scene
 * @param {string} name
 */
function reached(scene, name) {
  const stage = scene.session.stages.findIndex(({ shows }) => shows.includes(name)) + 1;
  return scene.frame !== null && scene.stageIndex > stage;
}

/**
 * Rows whose names must be readable, most important first.
 * @param {NetworkFacts} facts
 * @param {"input" | "output"} side
 */
export function mustLabel(facts, side) {
  const { inputs, targets, pins, excited, hovered, hoveredOut, partly, fired, top, ofWords, outRowOf } = facts;
  const own = side === "input" ? [...inputs] : [...targets];
  const likely =
    partly && !facts.scene.excited ? [...fired] : ofWords ? top.slice(0, 5).map((id) => outRowOf.get(id) ?? -1) : [];
  const named = side === "input" ? [...pins, ...excited] : likely;
  const rows = [...own, side === "input" ? hovered : hoveredOut, ...named].filter((row) => row >= 0);
  return [...new Set(rows)];
}
