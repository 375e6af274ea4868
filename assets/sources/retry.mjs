/**
 * What the page does while the server is busy or away: it asks again by itself, and says so quietly.
 *
 * A busy server says when to come again (503 with Retry-After). One that is away says nothing, or a proxy speaks for it
 * (502, 504): then the pauses grow. Every question is a pure function of its request, so that asking twice does no harm.
 * A 503 without Retry-After is an answer: the work was too much, and would be again.
 */
import { Dropped } from "./errors.mjs";

const PAUSES = [0.5, 1, 2, 4, 8]; // seconds, the last one from then on
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

/**
 * What follows from how a request went.
 *
 * @param {{status: number, after: ?string}} outcome `status` 0: nothing came, or not all of it; `after`: the header Retry-After
 * @param {?{trouble: Object, attempt: number, since: number}} before what followed from the attempt before
 * @param {number} now in ms
 * @param {number} random from 0 to 1
 * @returns {?{trouble: Object, attempt: number, since: number, wait: ?number, say: string}} ask again after `wait` ms; null in
 *   its place: not any more. null for an answer, whatever it says.
 */
export function decide({ status, after }, before, now, random) {
  const trouble = status === 503 && after !== null ? BUSY : [0, 502, 504].includes(status) ? AWAY : null;
  if (!trouble) return null;
  const goesOn = before?.trouble === trouble;
  const [attempt, since] = goesOn ? [before.attempt + 1, before.since] : [0, now];
  const seconds = after !== null && Number(after) >= 0 ? Math.max(PAUSES[0], Number(after)) : PAUSES[Math.min(attempt, PAUSES.length - 1)];
  const wait = 1000 * seconds * (1 + JITTER * random);
  const ends = now + wait - since > 1000 * trouble.patience;
  return { trouble, attempt, since, wait: ends ? null : wait, say: ends ? trouble.end : trouble.waiting };
}

/**
 * `fetch`, asking again where that helps, with all of the answer's body: a server that dies may leave half of it.
 *
 * @param {(question: Object, text: string) => void} tell hears what to say of a question that waits, and "" when that is over
 * @returns {(url: string, init: Object, signal: ?AbortSignal) => Promise<{ok, status, headers, body: ArrayBuffer}>} `signal`
 *   tells that nobody waits any more: the question is not asked again, and Dropped thrown. Throws Error with what to say
 *   when patience ends.
 */
export function retrying(fetch, tell) {
  return async (url, init = {}, signal = null) => {
    const question = {};
    try {
      for (let next = null; ; ) {
        const { answer, ...outcome } = await attempt(fetch, url, init);
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

async function attempt(fetch, url, init) {
  try {
    const response = await fetch(url, init);
    const { ok, status, headers } = response;
    return { status, after: headers.get("Retry-After"), answer: { ok, status, headers, body: await response.arrayBuffer() } };
  } catch {
    return { status: 0, after: null, answer: null };
  }
}

/** Resolves after `wait` ms; rejects as soon as nobody waits any more. */
function pause(wait, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, wait);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new Dropped());
    }, { once: true });
  });
}
