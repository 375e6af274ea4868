/** What is asked about the words that follow: a function of the scene, so that a link asks the same again. */

/** @import { Continuation, Options, Scene, Session } from "../../types" */
/** @typedef {Error & { problems?: [field: string, got: string, allowed: string][] }} Refusal why there is no answer */
/** @typedef {{ likely?: undefined, error: Refusal }} Refused */
/** @typedef {Continuation | Refused | null} Answer null: not here yet, or not asked */

const READINGS = ["preceding", "sequence"]; // of models that continue text

/** @param {Pick<Session, "reading">} session */
export const continuesText = ({ reading }) => READINGS.includes(reading);

/** Whether the next word is asked for, or an analogy. @param {Pick<Scene, "session" | "view">} scene */
export const asksOf = ({ session, view }) => (continuesText(session.whole) ? view.asks || "next" : "analogy");

/**
 * What stands in the field: typed words, or at first those before the word of the session's first instance.
 * @param {Pick<Scene, "session" | "view">} scene
 */
export function contextOf({ view, session: { whole: session } }) {
  if (view.next !== undefined) return view.next;
  const [inputs] = session.instances_head[0] ?? [[]];
  return inputs.map((id) => session.words[id]).join(" ");
}

/** The seed of the draw. @param {Pick<Scene, "view">} scene */
export const seedOf = ({ view }) => view.draw || "1";

/**
 * The question about what stands in the field, and what it differs by from others; null where nothing stands in it.
 * @param {Pick<Scene, "session" | "view" | "step">} scene
 * @returns {{ key: string, options: Options } | null}
 */
export function questionOf(scene) {
  const { session, step } = scene;
  const [words, seed] = [contextOf(scene), seedOf(scene)];
  if (!words.trim()) return null;
  return { key: [session.whole.query, step, seed, words].join("\n"), options: { step, words, seed } };
}

/** What is told of an answer that has no words. @param {Answer} answer */
export function noteOf(answer) {
  if (answer?.likely?.length) return "";
  if (!answer || answer.likely) return "Type the words before.";
  const { problems, message } = answer.error;
  return problems?.map(([, got, allowed]) => `“${got}”: allowed is ${allowed}`).join("; ") ?? message;
}
