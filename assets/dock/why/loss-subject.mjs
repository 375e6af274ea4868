/** What is asked of a loss, as links have it: "loss.0.12" is that of instance 12 of segment 0, "loss.0.12.5" −ln p of word 5 there. */
import { count } from "../../text/numbers.mjs";

/** @import { Scene, Session } from "../../types" */
/** @typedef {{ title: string, options: { instance: string, word?: string } }} LossSubject `options` of its questions */

const PATTERN = /^loss\.(\d+)\.(\d+)(?:\.(\d+))?$/;

/** @param {string} why */
export const isOfLoss = (why) => why.startsWith("loss.");

/**
 * What is asked about: of the loss, or of a probability y, that of the instance that is shown. Anything else stays as it is.
 * @param {string} about
 * @param {Pick<Scene, "session" | "frame" | "step">} scene
 */
export function askedOf(about, { session, frame, step }) {
  const [name, ...index] = about.split(".");
  if (name !== "loss" && (name !== "y" || !probable(session.whole))) return about;
  if (index.length > 1 && name === "loss") return about;
  const batch = session.whole.batch_size > 1 && index.length ? Number(index.shift()) : (frame?.instance ?? 0);
  const segment = session.segments.findLastIndex((each) => each.step <= (frame?.step ?? step));
  return ["loss", segment, frame?.members[batch] ?? 0, ...index].join(".");
}

/** Whether y is a probability of each word. @param {Session} session */
export const probable = ({ quantities }) => {
  const y = quantities.find(({ name }) => name === "y");
  return y?.axes.length === 1 && y.axes[0] === "word";
};

/** @param {string} why @param {Session} session @returns {LossSubject | null} null where there is no such instance */
export function lossSubjectOf(why, session) {
  const [, segment, number, word] = PATTERN.exec(why) ?? [];
  if (!session.segments[Number(segment)] || (word && !session.words[Number(word)])) return null;
  const since = Number(segment) ? ` (data since step ${count(session.segments[Number(segment)].step)})` : "";
  const of = `instance ${count(Number(number) + 1)}${toldOf(session, Number(segment), Number(number))}${since}`;
  const title = word ? `−ln p(${session.words[Number(word)]}) of ${of}` : `loss of ${of}`;
  return { title, options: { instance: `${segment},${number}`, ...(word && { word }) } };
}

/** Its words, as far as the page knows them. @param {Session} session @param {number} segment @param {number} number */
function toldOf({ instances_head: head, words }, segment, number) {
  const sides = segment ? undefined : head[number];
  if (!sides || !words.length) return "";
  return `, ${sides.map((side) => side.map((id) => words[id]).join(" ")).join(" → ")}`;
}
