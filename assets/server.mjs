/**
 * What the page asks of its server. Every question carries the whole recipe as a query string, so any worker can answer
 * it, and the browser may keep the answer.
 */

const LONGEST_ADDRESS = 6000; // characters; a longer recipe travels as the body of a POST

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

/** A JSON answer, such as ask("describe", query). `options` are the request's own keys. */
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
    fetch("/api/recipe", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) }),
  );
  return (await response.json()).query;
}

function request(route, query, options) {
  const own = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
  const keys = new URLSearchParams(own.map(([key, value]) => [`${route}.${key}`, String(value)])).toString();
  const url = `/api/${route}`;
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return answered(
    query.length > LONGEST_ADDRESS
      ? fetch(`${url}?${keys}`, { method: "POST", headers, body: query })
      : fetch(`${url}?${[query, keys].filter(Boolean).join("&")}`),
  );
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
