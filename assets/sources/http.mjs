/**
 * A source: what answers an explorer's questions. This one asks a server; a recorded file may be another.
 *
 * Every question carries the whole recipe as a query string, so any worker can answer it, and the browser may keep the
 * answer. Each is asked again while the server is busy or away, until its `signal` says that nobody waits for it any
 * more; what is in the meantime to be said of the server, the events "waiting" (`detail` is "" when that is over) and
 * "outdated" say.
 */
import { Diverged, Outdated, Refused } from "./errors.mjs";
import { retrying } from "./retry.mjs";
import { unpack } from "./wire.mjs";

/**
 * @import { Asked, Checked, Continuation, Described, Divergence, Excited, Explanation, Figure, Fitted, FramesHeader,
 *   GradientChecked, Grown, LossesHeader, Near, Found, LedgerPiece, LossChange, LossPiece, Options, Packed, Parting,
 *   Question, Sheet, Slope, Solved, ValuesHeader, WholeResponse, WholeSource } from "../types"
 */
/** @import { Problem } from "./errors.mjs" */
/**
 * @typedef {{ problems?: Problem[], position?: number, diverged?: Divergence, outdated?: boolean, reason?: string }}
 *   Told of an answer that is none
 */

const LONGEST_ADDRESS = 6000; // characters; a longer recipe goes by its key, and is sent at most once
const MOST_KEYS = 20;

/** @implements {WholeSource} */
export class HttpSource extends EventTarget {
  /** @type {Map<string, string>} */
  #keys = new Map(); // long query -> key
  /** @type {Map<object, string>} */
  #waiting = new Map(); // question -> what is said of it

  /**
   * @param {string} base the path or address below which the routes are, without a slash at its end
   * @param {number} [longest] how many bytes of a body the server reads, where that is known
   */
  constructor(base, longest = NaN) {
    super();
    this.base = base;
    /** `fetch` with patience: see retry.mjs. */
    this.patient = retrying(
      fetch.bind(globalThis),
      (question, text) => this.#say(question, text),
      () => longest,
    );
  }

  /**
   * What an explorer needs to know of a recipe: the session.
   * @param {string} query
   * @param {AbortSignal | null} [signal]
   * @returns {Promise<Described>}
   */
  async describe(query, signal = null) {
    const session = /** @type {Described} */ (jsonOf(await this.#request("describe", query, {}, signal)));
    if (session.query.length > LONGEST_ADDRESS) this.#keys.set(session.query, session.key);
    return session;
  }

  // Packed answers, {header, arrays}: the arrays are the asker's own, to change as they like. `options` are the route's keys.
  /** @type {Question<Packed<FramesHeader>>} */
  frames = this.#packed("frames");
  /** @type {Question<Packed<LossesHeader>>} */
  losses = this.#packed("losses");
  /** @type {Question<Packed<{ bptt: number }>>} */
  truncation = this.#packed("truncation");
  /** @type {Question<Packed<ValuesHeader>>} */
  evaluate = this.#packed("evaluate");

  // Answers in JSON.
  /** @type {Question<Fitted>} */
  axes = this.#json("axes");
  /** @type {Question<Explanation>} */
  explain = this.#json("explain");
  /** @type {Question<Excited>} */
  excite = this.#json("excite");
  /** @type {Question<Continuation>} */
  continuation = this.#json("continuation");
  /** @type {Question<Near[]>} */
  neighbours = this.#json("neighbours");
  /** @type {Question<Near[]>} */
  analogy = this.#json("analogy");
  /** @type {Question<Figure>} */
  figure = this.#json("figure");
  /** @type {Question<LedgerPiece>} */
  ledger = this.#json("ledger");
  /** @type {Question<LedgerPiece>} */
  dotLedger = this.#json("dot-ledger");
  /** @type {Question<LossPiece>} */
  lossLedger = this.#json("loss-ledger");
  /** @type {Question<LossChange>} */
  lossChange = this.#json("loss-change");
  /** @type {Question<Sheet>} */
  sheet = this.#json("sheet");
  /** @type {Question<Checked>} */
  check = this.#json("check");
  /** @type {Question<{ text: string }>} */
  written = this.#json("source");
  /** @type {Question<Solved>} */
  solutions = this.#json("solutions");
  /** @type {Question<GradientChecked>} */
  gradient = this.#json("gradient");
  /** @type {Question<Slope>} */
  slope = this.#json("slope");
  /** @type {Question<Grown>} */
  divergence = this.#json("divergence");
  /** @type {Question<Found>} */
  find = this.#json("find");
  /** @type {Question<Figure>} */
  difference = this.#json("difference");
  /** @type {Question<Parting>} */
  parting = this.#json("parting");

  /**
   * The query of another recipe; what that one has not kept of the one before is told as an event.
   * @param {Asked} asked
   * @param {AbortSignal | null} [signal]
   * @returns {Promise<string>}
   */
  async recipe(asked, signal = null) {
    const { query, told } = await this.#recipeOf(asked, signal);
    this.dispatchEvent(new CustomEvent("told", { detail: told }));
    return query;
  }

  /**
   * Why another recipe would be refused; nothing where it would not be, or nobody can tell.
   * @param {Asked} asked
   * @param {AbortSignal} signal
   * @returns {Promise<Problem[]>}
   */
  problemsOf(asked, signal) {
    const told = (/** @type {unknown} */ error) => (error instanceof Refused ? error.problems : []);
    return this.#recipeOf(asked, signal).then(() => [], told);
  }

  /** @param {Asked} asked @param {AbortSignal | null} signal @returns {Promise<{ query: string, told: string }>} */
  async #recipeOf(asked, signal) {
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) };
    const body = jsonOf(this.#bodyOf(await this.patient(`${this.base}/recipe`, init, signal)));
    return /** @type {{ query: string, told: string }} */ (body);
  }

  /** What is wrong, from an answer that is none. @param {Pick<WholeResponse, "status" | "body">} answer */
  errorOf({ status, body }) {
    const told = toldIn(body);
    if (told.problems) return new Refused(told.problems, told.position);
    if (told.diverged) return new Diverged(told.diverged);
    if (status === 413) return new Error("This is too much to send: the server, or a proxy before it, reads less.");
    if (!told.outdated) return new Error(told.reason ?? `The server refused the request (${status}).`);
    const error = new Outdated();
    this.dispatchEvent(new CustomEvent("outdated", { detail: error.message }));
    return error;
  }

  /** @param {object} question @param {string} text */
  #say(question, text) {
    if (text) this.#waiting.set(question, text);
    else if (!this.#waiting.delete(question)) return;
    this.dispatchEvent(new CustomEvent("waiting", { detail: [...this.#waiting.values()].at(-1) ?? "" }));
  }

  /** @template {object} Header @param {string} route @returns {Question<Packed<Header>>} */
  #packed(route) {
    return async (query, options, signal) => unpack(await this.#request(route, query, options, signal));
  }

  /** @template Answer @param {string} route @returns {Question<Answer>} */
  #json(route) {
    return async (query, options, signal) =>
      /** @type {Answer} */ (jsonOf(await this.#request(route, query, options, signal)));
  }

  /** @param {string} route @param {string} query @param {Options} [options] @param {AbortSignal | null} [signal] */
  async #request(route, query, options = {}, signal = null) {
    const own = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
    const asked = new URLSearchParams(own.map(([key, value]) => [`${route}.${key}`, String(value)])).toString();
    /** @param {string[]} parts */
    const url = (...parts) => `${this.base}/${route}?${parts.filter(Boolean).join("&")}`;
    const long = query.length > LONGEST_ADDRESS;
    return this.#bodyOf(
      await (long ? this.#askLong(url(asked), query, signal) : this.patient(url(asked, query), {}, signal)),
    );
  }

  /**
   * By the recipe's key; a worker that does not know it has no content for it, and is sent the recipe.
   * @param {string} url
   * @param {string} query
   * @param {AbortSignal | null} signal
   */
  async #askLong(url, query, signal) {
    const key = await this.#keyOf(query);
    const answer = key && (await this.patient(url, { headers: { "Explorer-Recipe": key } }, signal));
    if (answer && answer.status !== 204) return answer;
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    return this.patient(url, { method: "POST", headers, body: query }, signal);
  }

  /** SHA-256 of the query, which pages without TLS learn from the server only. @param {string} query */
  async #keyOf(query) {
    const keys = this.#keys;
    if (keys.has(query) || !crypto.subtle) return keys.get(query);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(query));
    const key = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
    keys.set(query, key);
    for (const oldest of keys.keys()) if (keys.size > MOST_KEYS) keys.delete(oldest);
    return key;
  }

  /** The body of an answer; throws what it says is wrong. @param {WholeResponse} answer */
  #bodyOf(answer) {
    if (answer.ok) return answer.body;
    throw this.errorOf(answer);
  }
}

/** What an event of a source says. @param {Event} event */
export const detailOf = (event) => String(/** @type {CustomEvent<string>} */ (event).detail);

/** @param {ArrayBuffer} bytes */
const jsonOf = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

/** What an answer says that may be anything, such as a proxy's page. @param {ArrayBuffer} bytes @returns {Told} */
function toldIn(bytes) {
  try {
    return jsonOf(bytes) ?? {};
  } catch {
    return {};
  }
}
