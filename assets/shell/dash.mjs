/**
 * Dash, and what the page tells it.
 *
 * Dash fills what is not on the way of a frame: neighbours, analogies, the enlarged figure. Its scripts come after the
 * first picture. What it makes is moved to the places that the page keeps for it, `data-dash="<id>"`; what it is told
 * before it is there, it hears then.
 *
 * Its requests wait for a busy server as the page's own do (sources/retry.mjs). Dash knows no such rule, has none of its own to set,
 * and leaves a rejected promise behind where an answer is cut off; so its calls of `fetch`, and only those, are answered
 * here, with nothing to update where there is no answer.
 */
import { Dropped } from "../sources/errors.mjs";

const ASKS = /\/_dash-(update-component|layout|dependencies)(\?|$)/;
const BROKEN = 500; // an error of the program, which Dash's development tools show

const untold = new Map(); // id -> properties
let present = false;

/** Set properties of one of Dash's components. */
export function tell(id, properties) {
  if (present) globalThis.dash_clientside.set_props(id, properties);
  else untold.set(id, { ...untold.get(id), ...properties });
}

/** Fetch Dash, start it, give its components their places, and tell it what has been said. */
export async function start(document, source) {
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
  const { output, outputs } = init.body ? JSON.parse(init.body) : { output: url, outputs: [] };
  const patience = new AbortController();
  asked.get(output)?.abort();
  asked.set(output, patience);
  try {
    const { ok, status, headers, body } = await source.patient(url, init, patience.signal);
    if (!ok && status !== BROKEN) throw source.errorOf({ status, body });
    return new Response(body.byteLength ? body : null, { status, headers });
  } catch (error) {
    if (!init.body) throw error; // its start, whose failure it bears
    if (!(error instanceof Dropped)) for (const { id } of [outputs].flat()) tell(id, { children: note(error.message) });
    return new Response(null, { status: 204 });
  }
}

/** A paragraph as Dash's component. */
const note = (text) => ({ namespace: "dash_html_components", type: "P", props: { children: text, className: "muted", role: "status" } });

/** Resolves when each place has the component that belongs there. */
function settled(document) {
  const places = [...document.querySelectorAll("[data-dash]")];
  const made = () => places.map((place) => document.getElementById(place.dataset.dash));
  return new Promise((resolve) => {
    const look = () => {
      const components = made();
      if (!components.every(Boolean)) return;
      observer.disconnect();
      places.forEach((place, i) => place.replaceWith(components[i]));
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
  });
}
