/**
 * Dash, and what the page tells it.
 *
 * Dash fills what is not on the way of a frame: neighbours, analogies, the enlarged figure. Its scripts come after the
 * first picture. What it makes takes the places of what the page has painted of it, `data-dash="<id>"`; what it is told
 * before it is there, it hears then. Where the explorer is it hears from the explorer's component.
 *
 * Its requests wait for a busy server as the page's own do (sources/retry.mjs). Dash knows no such rule, has none of its own to set,
 * and leaves a rejected promise behind where an answer is cut off; so its calls of `fetch`, and only those, are answered
 * here, with nothing to update where there is no answer.
 */
import { Dropped } from "../sources/errors.mjs";
import { adopting } from "./component.mjs";
import { Painted } from "./painted.mjs";

const ASKS = /\/_dash-(update-component|layout|dependencies)(\?|$)/;
const BROKEN = 500; // an error of the program, which Dash's development tools show

const untold = new Map(); // id -> properties
let present = false;

/** Set properties of one of Dash's components. */
export function tell(id, properties) {
  if (present) globalThis.dash_clientside.set_props(id, properties);
  else untold.set(id, { ...untold.get(id), ...properties });
}

/**
 * Fetch Dash, start it, and tell it what has been said when its components have their places. `host` has the page's explorer,
 * as a component of Dash needs it (component.mjs).
 */
export async function start(document, source, host) {
  globalThis.wevi_explorer = { Explorer: adopting(host), Painted };
  const scripts = document.importNode(document.getElementById("dash-scripts").content, true).querySelectorAll("script");
  const plain = globalThis.fetch;
  globalThis.fetch = (url, init) => (ASKS.test(url) ? answered(source, url, init) : plain(url, init));
  const [files, inline] = [true, false].map((wanted) => [...scripts].filter(({ src }) => Boolean(src) === wanted));
  const loaded = files.map((script) => new Promise((resolve, reject) => {
    Object.assign(script, { async: false, onload: resolve, onerror: () => reject(new Error(`${script.src} does not come.`)) });
  }));
  document.body.append(...files);
  await Promise.all(loaded);
  document.body.append(...inline);
  await settled(document);
  present = true;
  for (const [id, properties] of untold) tell(id, properties);
  untold.clear();
}

const asked = new Map(); // what Dash asks for -> the patience of its last request

/** A response for Dash: the server's, or one that changes nothing. A later request for the same takes an earlier one's place. */
async function answered(source, url, init) {
  const body = init.body ? JSON.parse(init.body) : { output: url, outputs: [], inputs: [] };
  const { output, outputs } = body;
  const patience = new AbortController();
  asked.get(output)?.abort();
  asked.set(output, patience);
  try {
    const short = init.body ? { ...init, body: JSON.stringify(withoutRecipe(body)) } : init;
    const { ok, status, headers, body: answer } = await source.patient(url, short, patience.signal);
    if (!ok && status !== BROKEN) throw source.errorOf({ status, body: answer });
    return new Response(answer.byteLength ? answer : null, { status, headers });
  } catch (error) {
    if (!init.body) throw error; // its start, whose failure it bears
    if (!(error instanceof Dropped)) for (const { id } of [outputs].flat()) tell(id, { children: note(error.message) });
    return new Response(null, { status: 204 });
  }
}

/** The question, without the recipe, which may be long, where the view asks about no word: that is told at each step. */
function withoutRecipe({ inputs, ...question }) {
  const view = inputs.find(({ property }) => property === "view")?.value ?? {};
  const asks = [view.word, view.analogy].some((words) => String(words ?? "").replaceAll(",", "").trim());
  const sent = inputs.map((input) => (input.property === "query" && !asks ? { ...input, value: "" } : input));
  return { ...question, inputs: sent };
}

/** A paragraph as Dash's component. */
const note = (text) => ({ namespace: "dash_html_components", type: "P", props: { children: text, className: "muted", role: "status" } });

/** Resolves when Dash's components have taken their places. */
function settled(document) {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector("[data-dash]")) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.querySelector(".answers"), { childList: true });
    look();
  });
}
