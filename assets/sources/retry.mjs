/**
 * What the page does while the server is busy or away: it asks again by itself, and says so quietly.
 *
 * A busy server says when to come again (503 with Retry-After). One that is away says nothing, or a proxy speaks for it
 * (502, 504): then the pauses grow. Every question is a pure function of its request, so that asking twice does no
 * harm. A 503 without Retry-After is an answer: the work was too much, and would be again.
 *
 * What nobody waits for any more is not asked again, but not cut off either: nearly every answer is there within some
 * milliseconds, and a block of frames may be wanted again by then, while to cut it off closes the connection that the
 * next question would have used. The few that take seconds end by themselves.
 */
import { count } from "../text/numbers.mjs";
import { Dropped } from "./errors.mjs";

const PAUSES = [0.5, 1, 2, 4, 8]; // seconds, the last one from then on
const MOST_BYTES = 3; // that a character of a string's length is sent as
const JITTER = 0.25; // of a pause, added at random: a class that was sent away together does not come back together
const BUSY = {
  patience: 300, // seconds
  waiting: "The server is busy.",
  end: "The server is still busy. Nothing is lost: press again later.",
};
const AWAY = {
  patience: 35,
  waiting: "The server does not answer; trying again …",
  end: "The server does not answer. Nothing is lost: press again when it is back.",
};

/** @import { PatientFetch, WholeResponse } from "../types" */
/** @typedef {{ status: number, after: string | null }} Outcome how a request went */
/** @typedef {{ trouble: typeof BUSY, attempt: number, since: number }} Before what followed from it */

/**
 * What follows from how a request went.
 *
 * @param {Outcome} outcome `status` 0: nothing came, or not all of it; `after`: the header Retry-After
 * @param {Before | null} before what followed from the attempt before
 * @param {number} now in ms
 * @param {number} random from 0 to 1
 * @returns {(Before & {wait: number | null, say: string}) | null} ask again after `wait` ms; null in
 *   its place: not any more. null for an answer, whatever it says.
 */
export function decide({ status, after }, before, now, random) {
  const trouble = status === 503 && after !== null ? BUSY : [0, 502, 504].includes(status) ? AWAY : null;
  if (!trouble) return null;
  const goesOn = before?.trouble === trouble;
  const [attempt, since] = goesOn && before ? [before.attempt + 1, before.since] : [0, now];
  const seconds =
    after !== null && Number(after) >= 0
      ? Math.max(PAUSES[0], Number(after))
      : PAUSES[Math.min(attempt, PAUSES.length - 1)];
  const wait = 1000 * seconds * (1 + JITTER * random);
  const ends = now + wait - since > 1000 * trouble.patience;
  return { trouble, attempt, since, wait: ends ? null : wait, say: ends ? trouble.end : trouble.waiting };
}

/**
 * `fetch`, asking again where that helps, with all of the answer's body: a server that dies may leave half of it.
 *
 * @param {(question: object, text: string) => void} tell hears what to say of a question that waits, and "" when that
 *   is over
 * @param {typeof globalThis.fetch} fetch
 * @param {() => number} longest how many bytes of a body the server reads; NaN where nobody knows
 * @returns {PatientFetch} its `signal` tells that nobody waits any more: the question is not asked again
 */
export function retrying(fetch, tell, longest = () => NaN) {
  return async (url, init = {}, signal = null) => {
    checkLength(init.body, longest());
    const question = {};
    try {
      for (let next = null; ; ) {
        const answer = await attempt(fetch, url, init);
        const outcome = { status: answer.status, after: answer.headers.get("Retry-After") };
        next = decide(outcome, next, performance.now(), Math.random());
        if (!next) return answer;
        if (signal?.aborted) throw new Dropped();
        if (next.wait === null) throw new Error(next.say);
        tell(question, next.say);
        await pause(next.wait, signal);
      }
    } finally {
      tell(question, "");
    }
  };
}

/**
 * Throws for a body that is too long: the server would close the connection, and a browser could not tell why.
 * @param {BodyInit | null | undefined} body
 * @param {number} longest
 */
function checkLength(body, longest) {
  if (typeof body !== "string" || !(MOST_BYTES * body.length > longest)) return; // counting them takes long
  const size = new Blob([body]).size;
  if (size <= longest) return;
  throw new Error(`This is too much to send, ${count(size)} bytes: the server reads at most ${count(longest)}.`);
}

/**
 * An answer with all of its body; one of status 0 where nothing came, or not all of it.
 * @param {typeof globalThis.fetch} fetch
 * @param {string} url
 * @param {RequestInit} init
 * @returns {Promise<WholeResponse>}
 */
async function attempt(fetch, url, init) {
  try {
    const response = await fetch(url, init);
    const { ok, status, headers } = response;
    return { ok, status, headers, body: await response.arrayBuffer() };
  } catch {
    return { ok: false, status: 0, headers: new Headers(), body: new ArrayBuffer(0) };
  }
}

/**
 * Resolves after `wait` ms; rejects as soon as nobody waits any more.
 * @param {number} wait
 * @param {AbortSignal | null} signal
 * @returns {Promise<void>}
 */
function pause(wait, signal) {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(new Dropped());
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", leave);
      resolve();
    }, wait);
    signal?.addEventListener("abort", leave, { once: true });
  });
}
