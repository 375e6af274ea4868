/**
 * A source: what answers an explorer's questions. This one asks a server; a recorded file may be another.
 *
 * Every question carries the whole recipe as a query string, so any worker can answer it, and the browser may keep the
 * answer. Each is asked again while the server is busy or away, until its `signal` says that nobody waits for it any more;
 * what is in the meantime to be said of the server, the events "waiting" (`detail` is "" when that is over) and "outdated" say.
 */
import { Diverged, Outdated, Refused } from "./errors.mjs";
import { retrying } from "./retry.mjs";
import { unpack } from "./wire.mjs";

const LONGEST_ADDRESS = 6000; // characters; a longer recipe goes by its key, and is sent at most once
const MOST_KEYS = 20;

export class HttpSource extends EventTarget {
  #keys = new Map(); // long query -> key
  #waiting = new Map(); // question -> what is said of it

  /** @param {string} base the path or address below which the routes are, without a slash at its end */
  constructor(base) {
    super();
    this.base = base;
    /** `fetch` with patience: see retry.mjs. */
    this.patient = retrying(fetch.bind(globalThis), (question, text) => this.#say(question, text));
  }

  /** What an explorer needs to know of a recipe: the session. */
  async describe(query, signal = null) {
    const session = await this.#json("describe", query, {}, signal);
    if (session.query.length > LONGEST_ADDRESS) this.#keys.set(session.query, session.key);
    return session;
  }

  // Packed answers, {header, arrays}: the arrays are the asker's own, to change as they like. `options` are the route's keys.
  frames = (query, options, signal) => this.#packed("frames", query, options, signal);
  losses = (query, options, signal) => this.#packed("losses", query, options, signal);
  truncation = (query, options, signal) => this.#packed("truncation", query, options, signal);

  // Answers in JSON.
  axes = (query, options, signal) => this.#json("axes", query, options, signal);
  explain = (query, options, signal) => this.#json("explain", query, options, signal);
  excite = (query, options, signal) => this.#json("excite", query, options, signal);
  continuation = (query, options, signal) => this.#json("continuation", query, options, signal);

  /** The query of another recipe: {action: "restart" | "change" | "choose" | "take", …}. */
  async recipe(asked, signal = null) {
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) };
    return json(this.#bodyOf(await this.patient(`${this.base}/recipe`, init, signal))).query;
  }

  /** What is wrong, from an answer that is none. */
  errorOf({ status, body }) {
    const told = jsonOrNothing(body);
    if (told.problems) return new Refused(told.problems);
    if (told.diverged) return new Diverged(told.diverged);
    if (!told.outdated) return new Error(told.reason ?? `The server refused the request (${status}).`);
    const error = new Outdated();
    this.dispatchEvent(new CustomEvent("outdated", { detail: error.message }));
    return error;
  }

  #say(question, text) {
    if (text) this.#waiting.set(question, text);
    else if (!this.#waiting.delete(question)) return;
    this.dispatchEvent(new CustomEvent("waiting", { detail: [...this.#waiting.values()].at(-1) ?? "" }));
  }

  #packed = async (route, query, options, signal) => unpack(await this.#request(route, query, options, signal));
  #json = async (route, query, options, signal) => json(await this.#request(route, query, options, signal));

  async #request(route, query, options, signal = null) {
    const own = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
    const url = `${this.base}/${route}?${new URLSearchParams(own.map(([key, value]) => [`${route}.${key}`, String(value)]))}`;
    const long = query.length > LONGEST_ADDRESS;
    return this.#bodyOf(await (long ? this.#fetchLong(url, query, signal) : this.patient(`${url}&${query}`, {}, signal)));
  }

  /** By the recipe's key; a worker that does not know it has no content for it, and is sent the recipe. */
  async #fetchLong(url, query, signal) {
    const key = await this.#keyOf(query);
    const answer = key && (await this.patient(url, { headers: { "Explorer-Recipe": key } }, signal));
    if (answer && answer.status !== 204) return answer;
    return this.patient(url, { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: query }, signal);
  }

  /** SHA-256 of the query, which pages without TLS learn from the server only. */
  async #keyOf(query) {
    const keys = this.#keys;
    if (keys.has(query) || !crypto.subtle) return keys.get(query);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(query));
    const key = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
    keys.set(query, key);
    while (keys.size > MOST_KEYS) keys.delete(keys.keys().next().value);
    return key;
  }

  /** The body of an answer; throws what it says is wrong. */
  #bodyOf(answer) {
    if (answer.ok) return answer.body;
    throw this.errorOf(answer);
  }
}

const json = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

/** The same of an answer that may be anything, such as a proxy's page. */
function jsonOrNothing(bytes) {
  try {
    return json(bytes) ?? {};
  } catch {
    return {};
  }
}
