/**
 * What is done, in a sentence for whoever listens to the page: "Step 12, king to palace, loss 5.28, palace had 0.5 %".
 */
import { averages, last } from "../maths/declared.mjs";
import { activation } from "../maths/rows.mjs";
import { count, percent, plain, tuple } from "./numbers.mjs";
import { afterStep, stepShown } from "./steps.mjs";

/** @import { Edit, Frame, Scene, Session } from "../types" */

const MOST_WORDS = 8; // of an instance that are named
const MOST_ANSWERS = 3;
const DIGITS = 3;

/**
 * Where one is, and how one came there.
 * @param {Scene} scene
 * @param {Session | null} [before] the session that was told last: a change made since then is told first
 */
export function sentenceOf(scene, before = null) {
  return sentences(changeOf(scene.session, before), whereOf(scene));
}

/**
 * The same of a run that stands beside another one, at its step: what differs.
 * @param {Scene} scene
 * @param {Session | null} [before]
 */
export function sentenceOfOther(scene, before = null) {
  const came = scene.frame ? cameTo(scene, scene.frame).join(", ") : "";
  const told = sentences(changeOf(scene.session, before), came);
  return told && `B: ${told}`;
}

/** @param {string[]} all */
const sentences = (...all) => all.filter(Boolean).join(". ");

/** @param {Scene} scene */
function whereOf(scene) {
  const { frame, session, stage, stageIndex } = scene;
  if (!frame) return "Start: before the first step";
  const inside = stageIndex < session.stages.length;
  const of = frame.batch > 1 ? [`instance ${frame.instance + 1} of ${frame.batch}`] : [];
  const at = `Step ${count(stepShown(scene))}${inside ? `, ${stage}, ${stageIndex} of ${session.stages.length}` : ""}`;
  return [at, ...of, instanceOf(scene, frame), ...cameTo(scene, frame)].join(", ");
}

/**
 * What a run has that it had not before, where that is one change made on the way, or lacks; of another run nothing.
 * @param {Session} session
 * @param {Session | null} before
 */
function changeOf(session, before) {
  if (!before || begunAs(session) !== begunAs(before)) return "";
  const [had, has] = [before, session].map(({ edits }) => edits.map(edited));
  const [made, undone] = [without(has, had), without(had, has)];
  if (made.length === 1 && undone.length <= 1) return `Changed: ${made[0]}`; // perhaps what was changed there before
  return undone.length === 1 && !made.length ? `Undone: ${undone[0]}` : "";
}

/** The recipe without what was changed on the way. @param {Session} session */
function begunAs({ query }) {
  const items = new URLSearchParams(query);
  items.delete("edit");
  return items.toString();
}

/** @param {Edit} edit */
const edited = ({ label, step }) => `${label} ${afterStep(step)}`;

/** @param {string[]} texts @param {string[]} others */
const without = (texts, others) => texts.filter((text) => !others.includes(text));

/** The loss, and what was answered. @param {Scene} scene @param {Frame} frame */
function cameTo(scene, frame) {
  const kind = frame.batch === 1 ? "" : averages(scene.session) ? "mean " : "summed ";
  const loss = frame.loss === null ? [] : [`${kind}loss ${said(frame.loss)}`];
  return [...loss, ...answerOf(scene, frame)];
}

/** @param {Scene} scene @param {Frame} frame */
function instanceOf({ session }, { point, inputs, outputs }) {
  /** @param {ArrayLike<number>} ids */
  const named = (ids) => {
    const words = Array.from(ids, (id) => session.words[id]);
    const more = words.length - MOST_WORDS;
    return [...words.slice(0, MOST_WORDS), ...(more > 0 ? [`and ${more} more`] : [])].join(" ");
  };
  if (!point) return `${named(inputs)} to ${named(outputs)}`;
  return [point.inputs, point.targets].map((numbers) => tuple(Array.from(numbers ?? []))).join(" to ");
}

/**
 * What the network answered: the shares of the first output words, or the numbers of the last layer.
 * @param {Scene} scene
 * @param {Frame} frame
 */
function answerOf(scene, { point, outputs, get }) {
  const { session } = scene;
  if (point) {
    const answer = get(last(session.network.layers).output);
    return answer ? [`answer ${Array.from(answer.slice(0, MOST_WORDS), said).join(" ")}`] : [];
  }
  const chances = scene.excited ? null : activation(scene);
  if (!chances) return [];
  const words = [...new Set(outputs)].slice(0, MOST_ANSWERS);
  return words.map((word) => `${session.words[word]} had ${percent(chances[word])}`);
}

/** As one says a number. @param {number} value */
const said = (value) => plain(value, DIGITS);
