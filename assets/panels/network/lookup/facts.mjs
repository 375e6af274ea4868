/** What the table look-up shows of a scene; quantities that the stage has not reached are null. */
import { last, parameterOf, quantityOf } from "../../../maths/declared.mjs";
import { largest, niceLimit } from "../../../maths/limits.mjs";
import { errorOf, written } from "../../../maths/nets.mjs";
import { activation, shownWords } from "../../../maths/rows.mjs";
import { symbolOf } from "../../../text/names.mjs";

/** @import { Frame, Layer, Numbers, Scene, Session } from "../../../types" */
/** @typedef {ReturnType<typeof lookupFacts>} LookupFacts */

const MOST_RANKED = 24;

/**
 * `looked` are the ids of the words looked up, by their position; `names` the quantities, `values` what is known of
 * them. Where the last layer has a tree's nodes, `chances` are those of the words all the same, and scores and errors,
 * which no word has, are null. `forward` is the layer that the stage is about, −1 where it is none.
 * @param {Scene} scene
 * @param {number} rows of the table that there is room for
 */
export function lookupFacts(scene, rows) {
  const { session, frame } = scene;
  const { input, layers } = session.network;
  const [first, scores] = [layers[0], last(layers)];
  const hidden = layers.length > 1 ? first : null;
  const table = parameterOf(session, input);
  const names = {
    inputs: first.source,
    back: table.change[0].columns, // the error that the rows of the table are changed by
    hidden: hidden?.output ?? null,
    hiddenBack: hidden && errorOf(session, hidden),
    scores: scores.net,
    chances: scores.output,
    errors: errorOf(session, scores),
  };
  /** @param {string | null} name @returns {Numbers | null} */
  const read = (name) => (name && frame?.get(name)) || null;
  const ofWords = quantityOf(session, names.scores).axes[0] === "word";
  const values = {
    inputs: read(names.inputs),
    back: read(names.back),
    hidden: read(names.hidden),
    hiddenBack: read(names.hiddenBack),
    scores: ofWords ? read(names.scores) : null,
    chances: activation(scene),
    errors: ofWords ? read(names.errors) : null,
  };
  /** @param {string | null} name */
  const reachOf = (name) => niceLimit(name ? scene.reach.quantity(name) : 0);
  const shows = session.stages[scene.stageIndex - 1]?.shows ?? [];
  const features = table.shape[1];
  return {
    scene,
    names,
    values,
    table: table.name,
    features,
    ofWords,
    ids: shownWords(scene, rows),
    looked: frame ? [...frame.inputs] : [],
    positions: quantityOf(session, names.inputs).size / features,
    units: names.hidden ? quantityOf(session, names.hidden).size : 0,
    limit: scene.reach.weights([table.name]).limit,
    reach: { hidden: reachOf(names.hidden), hiddenBack: reachOf(names.hiddenBack), back: reachOf(names.back) },
    direct: scores.direct !== null && scores.direct !== undefined,
    forward: layers.findIndex(({ net, output }) => shows.includes(net) || shows.includes(output)),
    symbols: {
      inputs: symbolOf(session, names.inputs),
      net: netOf(session, first),
      scores: netOf(session, scores),
      back: symbolOf(session, names.back),
      hiddenBack: names.hiddenBack ? symbolOf(session, names.hiddenBack) : "",
      errors: names.errors ? symbolOf(session, names.errors) : "",
    },
  };
}

/**
 * The likeliest words in order; those that came are among the first `rows`, the last of them if need be.
 * @param {LookupFacts} facts
 * @param {Frame} frame
 * @param {number} rows
 */
export function ranked({ values: { chances, scores } }, { outputs }, rows) {
  const values = chances ?? scores;
  if (!values) return [];
  const likely = largest(values, Math.min(MOST_RANKED, values.length));
  const first = likely.slice(0, rows);
  const others = outputs.filter((id) => !first.includes(id));
  return [...new Set([...first.slice(0, Math.max(0, rows - others.length)), ...others, ...likely])];
}

/** Between an answer's rule and that of its net input. */
export const RULES = ",  ";

/** "a = tanh(d + Hx)". @param {Session} session @param {Layer} layer */
function netOf(session, { weights, bias, net, output, source, activation, direct }) {
  /** @param {string} name */
  const of = (name) => symbolOf(session, name);
  const sum = [
    ...(bias ? [of(bias)] : []),
    ...(direct ? [`${of(direct[0])} ${of(direct[1])}`] : []),
    `${of(weights)} ${of(source)}`,
  ].join(" + ");
  return `${of(output)} = ${written(activation, of(net))}${RULES}${of(net)} = ${sum}`;
}
