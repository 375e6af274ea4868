/**
 * What is asked of a loss, as links have it: "loss.0.12" is that of instance 12 of segment 0, "loss.0.12.5" there what
 * word 5 has in it, "loss.0.12.node.3" a turn of the tree, "loss.0.12.output.1" an output. A question's truth, 1 or 0,
 * comes last.
 */
import { inBatch, isOfAnswer, LOSS, PRODUCT, singleOf } from "../../maths/declared.mjs";
import { count } from "../../text/numbers.mjs";
import { expressionOf } from "../../text/written.mjs";

/** @import { Scene, Session } from "../../types" */
/**
 * @typedef {{ title: string, compared: string, options: { instance: string, word?: string, node?: string, output?:
 *   string, truth?: string } }} LossSubject `compared`: what is held against what, where that isn't plain; `options` of
 *   its questions
 */

const PATTERN = /^loss\.(\d+)\.(\d+)(?:\.(?:(node|output)\.)?(\d+)(?:\.([01]))?)?$/;

/** @param {string} why */
export const isOfLoss = (why) => why.startsWith("loss.");

/**
 * What is asked about: a weight is itself, an answer's numbers and an output word's p are their part in the loss
 * of the instance that is shown; any other number of a step is of that loss.
 * @param {string} about
 * @param {Pick<Scene, "session" | "frame" | "step">} scene
 */
export function askedOf(about, scene) {
  const { session, frame, step } = scene;
  const [name, ...given] = about.split(".");
  const declared = session.whole.quantities.find((each) => each.name === name);
  if ((!declared && ![LOSS, PRODUCT].includes(name)) || (given.length > 1 && name === LOSS)) return about;
  const shown = frame?.instance ?? 0;
  const many = session.whole.batch_size > 1;
  const axes = declared?.axes ?? singleOf(session, name)?.axes ?? [];
  const [batch, index] = many ? inBatch(axes, given.map(Number), shown) : [shown, given];
  if (frame && !(batch in frame.members)) return about;
  const segment = session.segments.findLastIndex((each) => each.step <= (frame?.step ?? step));
  const ofAnswer = declared && isOfAnswer(declared, session.whole);
  const part = ofAnswer
    ? partOf(Number(index[0]), batch, scene)
    : name === PRODUCT
      ? [wordOf(frame?.outputs[Number(index[0] ?? 0)], session)]
      : [];
  return part ? ["loss", segment, frame?.members[batch] ?? 0, ...part].join(".") : about;
}

/** The whole session's number of a word. @param {number | undefined} id @param {Session} session */
const wordOf = (id, { excerpt }) => excerpt?.ids.word[id ?? 0] ?? id ?? 0;

/**
 * Whose part in a loss an answer y is, as a link has it; null where that is not known.
 * @param {number} at @param {number} batch @param {Pick<Scene, "session" | "frame">} scene
 */
function partOf(at, batch, { session: { whole, excerpt }, frame }) {
  const [axis] = whole.quantities.find(({ name }) => name === "y")?.axes ?? [];
  if (axis === "word") return [at];
  if (axis === "output") return ["output", at];
  const asks = whole.quantities.find(({ axes, names }) => axes[0] === axis && names && names !== "outputs");
  if (!asks || !frame) return null;
  const [rows, truths] = [asks.name, "t"].map((name) =>
    whole.batch_size > 1 ? frame.batchOf(name)?.[batch] : frame.get(name),
  );
  const row = rows?.[at] ?? -1;
  const kind = asks.names ?? "";
  if (row < 0 || !truths) return null;
  return [...(kind === "node" ? ["node"] : []), excerpt?.ids[kind]?.[row] ?? row, truths[at]];
}

/**
 * An answer's numbers of the names given, where the step that is shown asks for its part in the loss: what each is
 * called, and its value; null elsewhere.
 * @param {string} why
 * @param {Pick<Scene, "session" | "frame">} scene
 * @param {string[]} names
 * @returns {[called: string, value: number][] | null}
 */
export function answerOf(why, scene, names) {
  const { session, frame } = scene;
  const [, , number] = why.split(".");
  const batch = frame ? frame.members.indexOf(Number(number)) : -1;
  const at = batch < 0 ? -1 : answerAt(why, batch, scene);
  const many = session.whole.batch_size > 1;
  const ofWord = session.whole.quantities.find(({ name }) => name === "y")?.axes[0] === "word";
  const row = ofWord ? (session.excerpt?.row("word", at) ?? at) : at;
  const numbers = names.map((name) => {
    const value = (many ? frame?.batchOf(name)?.[batch] : frame?.get(name))?.[row];
    const called = expressionOf([name, ...(many ? [batch] : []), at].join("."), scene);
    return value === undefined || called === null ? null : /** @type {[string, number]} */ ([called, value]);
  });
  return numbers.every((each) => each !== null) ? numbers : null;
}

/**
 * Which of a step's answers has this part in its loss; -1 for none.
 * @param {string} why @param {number} batch @param {Pick<Scene, "session" | "frame">} scene
 */
function answerAt(why, batch, scene) {
  const [, , , ...part] = why.split(".");
  if (part.length === 1 && partOf(Number(part[0]), batch, scene)?.join() === part[0]) return Number(part[0]);
  return Array.from({ length: scene.frame?.length("y") ?? 0 }).findIndex(
    (_, at) => partOf(at, batch, scene)?.join(".") === part.join("."),
  );
}

/**
 * @param {string} why
 * @param {Session} session
 * @returns {LossSubject | null} null where there is no such instance, or answer
 */
export function lossSubjectOf(why, session) {
  const [, segment, number, kind = "word", id, truth] = PATTERN.exec(why) ?? [];
  if (!session.segments[Number(segment)]) return null;
  const asked = id === undefined ? { title: "the loss", compared: "" } : toldOfPart(kind, Number(id), truth, session);
  if (!asked) return null;
  const of = `instance ${count(Number(number) + 1)}`;
  // A link may come from another output layer, where the answer was one to a question.
  const part = id === undefined ? {} : { [kind]: id, ...(truth && asked.compared && { truth }) };
  return { ...asked, title: `${asked.title} of ${of}`, options: { instance: `${segment},${number}`, ...part } };
}

/**
 * An answer's part in a loss, in words.
 * @param {string} kind @param {number} id @param {string | undefined} truth @param {Session} session
 */
function toldOfPart(kind, id, truth, session) {
  const y = session.quantities.find(({ name }) => name === "y");
  const axis = y?.axes[0] ?? "";
  if (kind === "output") {
    if (axis !== "output" || id >= (y?.shape[0] ?? 0)) return null;
    const own = session.hyper.output_activation === "softmax" ? "−ln y" : "the part in the loss";
    return { title: `${own} of output ${id + 1}`, compared: "" };
  }
  const name = kind === "word" ? session.words[id] : axis === "path" ? `node ${id}` : null;
  if (!name) return null;
  if (kind === "word" && axis !== "sample") return { title: `−ln p(${name})`, compared: "" };
  const sign = truth === undefined ? "±" : truth === "0" ? "−" : "";
  const drawn = kind === "word" ? ", whether or not the word was drawn there" : "";
  return {
    title: `−ln σ(${sign}u) of ${name}`,
    compared: `At either step the same question is asked, of the weights of then${drawn}.`,
  };
}
