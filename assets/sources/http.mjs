/**
 * What the page asks of its server. Every question carries the whole recipe as a query string, so any worker can answer
 * it, and the browser may keep the answer. Each is asked again while the server is busy or away, until its `signal` says
 * that nobody waits for it any more; what is in the meantime to be said of the server, `news` says.
 */
import { retrying } from "./retry.mjs";

const LONGEST_ADDRESS = 6000; // characters; a longer recipe goes by its key, and is sent at most once
const MOST_KEYS = 20;

/** The request was understood and refused: `problems` is a list of [field, got, allowed]. */
export class Refused extends Error {
  constructor(problems) {
    super(problems.map(([field, got, allowed]) => `${field}${given(got)}: ${allowed}`).join("; "));
    this.problems = problems;
  }
}

/** What a field got, where it is short enough to be told: a corpus's message speaks for itself. */
const given = (got) => (typeof got === "string" && got !== "None" && got.length <= 40 ? ` = ${got || "nothing"}` : "");

/** The run ends before the step that was asked for: `diverged` is {step, quantity, reason}. */
export class Diverged extends Error {
  constructor(diverged) {
    super(diverged.reason);
    this.diverged = diverged;
  }
}

/** The page is from another version of the program than the server, whose numbers need not fit to it. */
export class Outdated extends Error {
  constructor() {
    super("There is a newer version of Embedding Explorer.");
  }
}

/** What is to be said of the server beside its answers: the events "waiting" (its `detail` is "" when that is over) and "outdated". */
export const news = new EventTarget();

/** `fetch` with patience: see retry.mjs. */
export const patient = retrying(fetch.bind(globalThis), say, () => Number(document.documentElement.dataset.longestBody));

const waiting = new Map(); // question -> what is said of it

function say(question, text) {
  if (text) waiting.set(question, text);
  else if (!waiting.delete(question)) return;
  news.dispatchEvent(new CustomEvent("waiting", { detail: [...waiting.values()].at(-1) ?? "" }));
}

/** What the page needs to know of a recipe: the session. */
export async function describe(query, signal) {
  const session = await ask("describe", query, {}, signal);
  if (session.query.length > LONGEST_ADDRESS) keys.set(session.query, session.key);
  return Object.assign(session, { whole: session }); // see player/excerpt.mjs
}

/** A JSON answer, such as ask("axes", query, {step}). `options` are the request's own keys. */
export async function ask(route, query, options = {}, signal = null) {
  return json(await request(route, query, options, signal));
}

/** A binary answer. */
export async function fetchBytes(route, query, options, signal = null) {
  return request(route, query, options, signal);
}

/** The query of another recipe: {action: "restart" | "change" | "choose", …}. */
export async function askRecipe(asked, signal) {
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) };
  return json(bodyOf(await patient(`${routes()}/recipe`, init, signal))).query;
}

/**
 * The path below which the server is asked. The document says it, since a proxy may show the page below a prefix; it carries
 * the version of the program's sources and presets.
 */
const routes = () => document.body.dataset.api ?? "/api";

async function request(route, query, options, signal) {
  const own = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
  const url = `${routes()}/${route}?${new URLSearchParams(own.map(([key, value]) => [`${route}.${key}`, String(value)]))}`;
  return bodyOf(await (query.length > LONGEST_ADDRESS ? fetchLong(url, query, signal) : patient(`${url}&${query}`, {}, signal)));
}

/** By the recipe's key; a worker that does not know it has no content for it, and is sent the recipe. */
async function fetchLong(url, query, signal) {
  const key = await keyOf(query);
  const answer = key && (await patient(url, { headers: { "Explorer-Recipe": key } }, signal));
  if (answer && answer.status !== 204) return answer;
  return patient(url, { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: query }, signal);
}

const keys = new Map(); // long query -> key

/** SHA-256 of the query, which pages without TLS learn from the server only. */
async function keyOf(query) {
  if (keys.has(query) || !crypto.subtle) return keys.get(query);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(query));
  const key = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  keys.set(query, key);
  while (keys.size > MOST_KEYS) keys.delete(keys.keys().next().value);
  return key;
}

/** The body of an answer; throws what it says is wrong. */
function bodyOf(answer) {
  if (answer.ok) return answer.body;
  throw errorOf(answer);
}

/** What is wrong, from an answer that is none. */
export function errorOf({ status, body }) {
  const told = jsonOrNothing(body);
  if (told.problems) return new Refused(told.problems);
  if (told.diverged) return new Diverged(told.diverged);
  if (status === 413) return new Error("This is too much to send: the server, or a proxy before it, does not read so much.");
  if (!told.outdated) return new Error(told.reason ?? `The server refused the request (${status}).`);
  const error = new Outdated();
  news.dispatchEvent(new CustomEvent("outdated", { detail: error.message }));
  return error;
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

/** When the frame that is being painted is on the screen: a request takes a while to make, and nobody waits for it yet. */
export const afterFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
