/** What lies under the pointer in the network of words, what is told of it, and which number a press asks about. */
import { networkOfWords, parameterOf, quantityOf } from "../../../maths/declared.mjs";
import { isTurned, timesIn, vectorsOf } from "../../../maths/rows.mjs";
import { rowName, symbolOf, unasked } from "../../../text/names.mjs";
import { count, exact, subscript } from "../../../text/numbers.mjs";
import { pickNetwork } from "./layout.mjs";
import { ofAll } from "./list.mjs";

/** @import { Focus, Line, Scene } from "../../../types" */
/** @import { NetworkPicture } from "./compose.mjs" */
/** @import { NetworkFacts, Side } from "./facts.mjs" */
/** @import { Standing } from "./list.mjs" */
/** @typedef {{ kind: "edge", side: Side, id: number, unit: number }} EdgeTarget */
/**
 * @typedef {{ kind: Side, id: number } | { kind: "hidden", unit: number } | EdgeTarget | (Standing & { kind: "rank" })}
 *   WordsTarget `id` is that of a word or of an output row, −1 of a word that only the ranked list names
 */

const NOT_SHOWN = -1;

/**
 * @param {Pick<NetworkPicture, "layout" | "facts" | "ranks">} picture
 * @param {number} x
 * @param {number} y
 * @returns {WordsTarget | null}
 */
export function pickWords({ layout, facts, ranks }, x, y) {
  if (layout.list && x >= layout.list.x - 4) {
    const rank = ranks.find(({ top, bottom }) => y >= top && y < bottom);
    return rank ? { ...rank, kind: "rank" } : null;
  }
  const lit = { input: new Set([...facts.inputs, ...facts.excited]), output: facts.fired };
  const target = pickNetwork(layout, lit, x, y);
  if (!target || target.kind === "hidden") return target;
  const ids = (target.kind === "edge" ? target.side : target.kind) === "input" ? facts.ids : facts.outIds;
  return { ...target, id: ids[target.row] };
}

/**
 * The id of the word under the pointer; null where there is none.
 * @param {NetworkFacts} facts
 * @param {WordsTarget} target
 */
export function wordOf({ ofWords }, target) {
  const isWord = target.kind === "input" || target.kind === "rank" || (target.kind === "output" && ofWords);
  return isWord && target.id >= 0 ? target.id : null;
}

/** A word that has no row here, but could get one. @param {WordsTarget} target */
export const isHidden = (target) => target.kind === "rank" && target.id === NOT_SHOWN;

/**
 * The number that a press asks about; null of the list's where they are not the step's. A row at rest has no
 * activation, only weights.
 * @param {NetworkFacts} facts
 * @param {WordsTarget} target
 * @returns {Focus | null}
 */
export function numberOf({ scene: { session }, asked, partly }, target) {
  const { input, hidden, output, activation } = networkOfWords(session);
  if (target.kind === "hidden") {
    const { shape } = quantityOf(session, hidden); // of several moments that of now is the last
    return { name: hidden, index: shape.length > 1 ? [shape[0] - 1, target.unit] : [target.unit] };
  }
  const { id } = target;
  if (target.kind === "edge") {
    const name = target.side === "input" ? input : output;
    return { name, index: isTurned(parameterOf(session, name)) ? [target.unit, id] : [id, target.unit] };
  }
  if (!partly) return { name: activation, index: [id] };
  if (target.kind === "rank") return null;
  const question = asked?.indexOf(id) ?? -1;
  return question >= 0 ? { name: activation, index: [question] } : { name: output, index: [id, 0] };
}

/** @param {NetworkFacts} facts @param {WordsTarget} target @returns {Line[]} */
export function linesFor(facts, target) {
  if (target.kind === "hidden") return linesOfUnit(facts, target.unit);
  if (target.kind === "edge") return linesOfEdge(facts, target);
  if (target.kind === "input") return linesOfInput(facts.scene, target.id);
  if (isHidden(target) && target.kind === "rank")
    return [
      target.word,
      [given(facts.scene) || "probability", exact(target.chance)],
      "not shown: click to bring it in",
    ];
  return linesOfOutput(facts, target.kind === "output", target.id);
}

/** Which words at the input the numbers shown are of; "" where they are the step's. @param {Scene} scene */
export const given = ({ excited, session }) =>
  excited ? `given ${excited.words.map((id) => session.words[id]).join(", ")}`.slice(0, 60) : "";

/** @param {NetworkFacts} facts @param {number} unit @returns {Line[]} */
function linesOfUnit({ scene, own }, unit) {
  const symbol = symbolOf(scene.session, scene.session.network.hidden);
  /** @type {Line[]} */
  const lines = [`hidden unit ${unit + 1}`];
  if (own.hidden) lines.push([subscript(symbol, unit), exact(own.hidden[unit])]);
  if (scene.excited) lines.push([given(scene), exact(scene.excited.hidden[unit])]);
  return lines;
}

/** @param {NetworkFacts} facts @param {EdgeTarget} target @returns {Line[]} */
function linesOfEdge(facts, { side, id, unit }) {
  const { session, before } = facts.scene;
  const name = networkOfWords(session)[side];
  const cell = id * facts[side].columns + unit;
  const now = facts[side].data[cell];
  const old = before ? vectorsOf(session, name, before[name]).data[cell] : now;
  return [
    `${rowName(session, name, id)} – unit ${unit + 1}`,
    [symbolOf(session, name), exact(now)],
    ...(old === now ? [] : [/** @type {Line} */ ([`change by step ${count(facts.scene.step)}`, exact(now - old)])]),
  ];
}

/** @param {Scene} scene @param {number} id @returns {Line[]} */
function linesOfInput({ session, frame, pins }, id) {
  return [
    session.words[id],
    ["times in the corpus", session.counts[id]],
    ...(frame?.inputs.includes(id) ? ["input word of this instance"] : []),
    pins.includes(id) ? "click to unpin" : "click to pin",
  ];
}

/**
 * @param {NetworkFacts} facts
 * @param {boolean} isRow an output row, not a word of the list
 * @param {number} id
 * @returns {Line[]}
 */
function linesOfOutput(facts, isRow, id) {
  const { scene, partly, answers, touched, own, ofWords } = facts;
  const { session, frame, excited } = scene;
  const symbol = symbolOf(session, session.network.activation);
  /** @type {Line[]} */
  const lines = [isRow ? rowName(session, session.network.output, id) : session.words[id]];
  if (isRow && partly) {
    const value = answers.get(id);
    if (value !== undefined) lines.push([symbol, exact(value)]);
    else if (touched) lines.push(unasked(touched, id));
  } else if (own.output) lines.push([partly ? (ofAll(facts) ?? "probability") : symbol, exact(own.output[id])]);
  if (isRow && !ofWords) return lines;
  if (excited) lines.push([given(scene), exact(excited.output[id])]);
  if (frame?.outputs.includes(id)) lines.push("output word of this instance");
  if (isDrawn(facts, id)) lines.push("drawn");
  return lines;
}

/** Whether a word was drawn as noise, if it stood there, too. @param {NetworkFacts} facts @param {number} id */
const isDrawn = ({ scene: { frame }, ofWords, asked }, id) =>
  ofWords && timesIn(asked, id) > timesIn(frame?.outputs, id);

/**
 * A row a word, then a row an output row that is none: name, at the input, at the output, probability.
 * @param {NetworkFacts} facts
 */
export function tableRows(facts) {
  const { scene, ids, outIds, ofWords, asked, answers, chances } = facts;
  const { session, frame, pins } = scene;
  /** @param {number} id */
  const atOutput = (id) =>
    [frame?.outputs.includes(id) && "target", isDrawn(facts, id) && "drawn"].filter(Boolean).join(", ");
  const words = ids.map((id) => {
    const atInput = [frame?.inputs.includes(id) && "input", pins.includes(id) && "pinned"].filter(Boolean).join(", ");
    return [session.words[id], atInput, atOutput(id), exact(chances?.[id])];
  });
  const rows = (ofWords ? [] : outIds).map((row) => {
    const name = rowName(session, session.network.output, row);
    return [name, "", asked?.includes(row) ? "asked" : "", exact(answers.get(row))];
  });
  return [...words, ...rows];
}
