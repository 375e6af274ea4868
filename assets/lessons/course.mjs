/**
 * How far somebody is in a lesson, and where going on leads: beats are revealed one after the other, and one with a
 * question is not left before the question is settled. Nothing of it needs a page.
 */

/**
 * @typedef {{ part: string, ask: string | null, about?: string }} Beat the part that it stands in, its question's name,
 *   which is a place in the part, and what it asks
 * @typedef {{ given: unknown, end: "right" | "told", about?: string, said?: string }} Answer how a question ended, what
 *   it had asked, and of a prediction what the explorer said
 * @typedef {{ at: number, reached: number, answers: Record<string, Answer> }} Progress the beat where one is, the last
 *   that is revealed, and the settled questions by their names
 */

/** @type {Progress} */
const BEGINNING = { at: 0, reached: 0, answers: {} };

/**
 * The question that has to be settled before one goes on; null where one may.
 * @param {Beat[]} beats
 * @param {Progress} progress
 */
export function waitsFor(beats, { at, reached, answers }) {
  const ask = beats[at]?.ask;
  return ask && at === reached && !answers[ask] ? ask : null;
}

/** @param {Beat[]} beats @param {Progress} progress @returns {Progress} */
export function onward(beats, progress) {
  if (waitsFor(beats, progress)) return progress;
  return go(beats, progress, progress.at + 1);
}

/** @param {Beat[]} beats @param {Progress} progress @returns {Progress} */
export const backward = (beats, progress) => go(beats, progress, progress.at - 1);

/**
 * To the beginning of a part; a link leads there past questions.
 * @param {Beat[]} beats
 * @param {Progress} progress
 * @param {string} part
 * @returns {Progress}
 */
export function toPart(beats, progress, part) {
  const first = beats.findIndex((beat) => beat.part === part);
  return first < 0 ? progress : go(beats, progress, first);
}

/**
 * The part that an address names with its hash; "" for none, and for what is no text, such as "#%".
 * @param {string} hash
 */
export function partIn(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

/**
 * To a beat; all before it are revealed.
 * @param {Beat[]} beats
 * @param {Progress} progress
 * @param {number} to
 * @returns {Progress}
 */
export function go(beats, progress, to) {
  const at = Math.max(0, Math.min(beats.length - 1, to));
  return at === progress.at ? progress : { ...progress, at, reached: Math.max(progress.reached, at) };
}

/** @param {Progress} progress @param {string} ask @param {Answer} answer @returns {Progress} */
export const settled = (progress, ask, answer) => ({ ...progress, answers: { ...progress.answers, [ask]: answer } });

/** Whether the last beat is there, and its question settled. @param {Beat[]} beats @param {Progress} progress */
export const isDone = (beats, { reached, answers }) =>
  reached >= beats.length - 1 && beats.every(({ ask }) => !ask || answers[ask]);

/** The share of a lesson that is behind one, 0 to 1. @param {Beat[]} beats @param {Progress} progress */
export function shareOf(beats, progress) {
  const last = beats.length - 1;
  const open = waitsFor(beats, { ...progress, at: progress.reached }) ? 0.5 : 0;
  return isDone(beats, progress) ? 1 : Math.max(0, progress.reached - open) / Math.max(1, last + 0.5);
}

/** What is kept of it. @param {Progress} progress @param {number} share */
export const written = (progress, share) => JSON.stringify({ ...progress, share });

/** How far one is in a lesson of which no more is known than what was kept. @param {string | null} text */
export function shareIn(text) {
  try {
    const { share } = /** @type {{ share: number }} */ (JSON.parse(text ?? ""));
    return share > 0 && share <= 1 ? Number(share) : 0;
  } catch {
    return 0;
  }
}

/**
 * What was kept, as far as the lesson still has it: it may have changed, and ask something else in a question's place.
 * @param {Beat[]} beats
 * @param {string | null} text
 * @returns {Progress}
 */
export function read(beats, text) {
  try {
    const { at, reached, answers } = /** @type {Progress} */ (JSON.parse(text ?? ""));
    const last = beats.length - 1;
    if (![at, reached].every(Number.isInteger) || at < 0 || at > reached) return BEGINNING;
    const asked = new Map(beats.map(({ ask, about }) => [ask, about]));
    const known = Object.entries(answers ?? {}).filter(
      ([ask, answer]) => asked.has(ask) && isAnswer(answer) && answer.about === asked.get(ask),
    );
    return { at: Math.min(at, last), reached: Math.min(reached, last), answers: Object.fromEntries(known) };
  } catch {
    return BEGINNING;
  }
}

/** @param {unknown} answer */
const isAnswer = (answer) => ["right", "told"].includes(/** @type {Answer | null} */ (answer)?.end ?? "");

/**
 * Where each explorer is as a beat begins: what the cues up to there have said, the later before the earlier. `own`:
 * where it is before the first of them.
 * @template {{ explorer: string }} Cue
 * @param {Cue[][]} cues those of each beat
 * @param {number} at
 * @returns {Map<string, Cue>} in the order in which they were last spoken of
 */
export function cuesAt(cues, at) {
  /** @type {Map<string, Cue>} */
  const last = new Map();
  for (const cue of cues.slice(0, at + 1).flat()) {
    last.delete(cue.explorer);
    last.set(cue.explorer, cue);
  }
  return last;
}
