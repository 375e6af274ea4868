/**
 * What the page asks of its server. Every question carries the whole recipe as a query string, so any worker can answer
 * it, and the browser may keep the answer.
 */

const LONGEST_ADDRESS = 6000; // characters; a longer recipe goes by its key, and is sent at most once
const MOST_KEYS = 20;

/** The path below which the server is asked: the document says it, since a proxy may show the page below a prefix. */
const api = () => document.body.dataset.api;

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

/** What the page needs to know of a recipe: the session. */
export async function describe(query) {
  const session = await ask("describe", query);
  if (session.query.length > LONGEST_ADDRESS) keys.set(session.query, session.key);
  return Object.assign(session, { whole: session }); // see excerpt.mjs
}

/** A JSON answer, such as ask("axes", query, {step}). `options` are the request's own keys. */
export async function ask(route, query, options = {}) {
  return (await request(route, query, options)).json();
}

/** A binary answer. */
export async function fetchBytes(route, query, options) {
  return (await request(route, query, options)).arrayBuffer();
}

/** The query of another recipe: {action: "restart" | "change" | "choose", …}. */
export async function askRecipe(asked) {
  const response = await answered(
    fetch(`${api()}/recipe`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) }),
  );
  return (await response.json()).query;
}

function request(route, query, options) {
  const own = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
  const url = `${api()}/${route}?${new URLSearchParams(own.map(([key, value]) => [`${route}.${key}`, String(value)]))}`;
  return answered(query.length > LONGEST_ADDRESS ? fetchLong(url, query) : fetch(`${url}&${query}`));
}

/** By the recipe's key; a worker that does not know it has no content for it, and is sent the recipe. */
async function fetchLong(url, query) {
  const key = await keyOf(query);
  const response = key && (await fetch(`${url}&recipe=${key}`));
  if (response && response.status !== 204) return response;
  return fetch(url, { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: query });
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

async function answered(pending) {
  let response;
  try {
    response = await pending;
  } catch {
    throw new Error("The server does not answer. Nothing is lost: press again when it is back.");
  }
  if (response.ok) return response;
  const told = await response.json().catch(() => ({}));
  if (told.problems) throw new Refused(told.problems);
  if (told.diverged) throw new Diverged(told.diverged);
  throw new Error(`The server refused the request (${response.status}).`);
}

/** When the frame that is being painted is on the screen: a request takes a while to make, and nobody waits for it yet. */
export const afterFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
