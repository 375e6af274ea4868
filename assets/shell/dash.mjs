/**
 * Dash, which is loaded once the first picture is painted.
 *
 * Dash fills what is not on the way of a frame: neighbours, analogies, the enlarged figure. Its scripts come after the
 * first picture. What it makes takes the places of what the page has painted of it, `data-dash="<id>"`. Where the
 * explorer is it hears from the explorer's component.
 *
 * Its requests wait for a busy server as the page's own do (sources/retry.mjs). Dash knows no such rule, has none of
 * its own to set, and leaves a rejected promise behind where an answer is cut off; so its calls of `fetch`, and only
 * those, are answered here, with nothing to update where there is no answer.
 */
import { element } from "../draw/figure.mjs";
import { Dropped } from "../sources/errors.mjs";
import { adopting } from "./component.mjs";
import { byId } from "./elements.mjs";
import { Painted } from "./painted.mjs";
import { awaiting, rankings } from "./ranking.mjs";
import { tell, toldFromNow } from "./telling.mjs";

const ASKS = /\/_dash-(update-component|layout|dependencies)(\?|$)/;
const BROKEN = 500; // an error of the program, which Dash's development tools show

/** @import { HttpSource } from "../sources/http.mjs" */
/** @import { Host } from "./component.mjs" */
/** @typedef {Record<string, unknown>} Properties */
/**
 * @typedef {{ id: string, property: string, value?: unknown }} Bound a property of a component, as callbacks name it
 */
/** @typedef {{ output: string, outputs: Bound | Bound[], inputs: Bound[] }} Question what a callback asks */

/**
 * Fetch Dash, start it, and tell it what has been said when its components have their places.
 * @param {Document} document
 * @param {HttpSource} source
 * @param {Host} host has the page's explorer, as a component of Dash needs it
 */
export async function start(document, source, host) {
  const Ranking = rankings(createAnswersVoice(document), awaiting(host));
  Object.assign(globalThis, { wevi_explorer: { Explorer: adopting(host, isNeeded), Painted, Ranking } });
  const plain = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    ASKS.test(String(input)) ? answered(source, String(input), init ?? {}) : plain(input, init);
  const template = byId(document, "dash-scripts", HTMLTemplateElement);
  const scripts = [...document.importNode(template.content, true).querySelectorAll("script")];
  const files = scripts.filter(({ src }) => src);
  const loaded = files.map(whenLoaded);
  document.body.append(...files);
  await Promise.all(loaded);
  document.body.append(...scripts.filter(({ src }) => !src));
  await settled(document);
  toldFromNow();
}

/** One after the other, as they stand. @param {HTMLScriptElement} script @returns {Promise<unknown>} */
function whenLoaded(script) {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error(`${script.src} does not come.`));
    Object.assign(script, { async: false, onload: resolve, onerror: failed });
  });
}

/** @type {Map<string, AbortController>} */
const asked = new Map(); // by what Dash asks for, the patience of its last request

/**
 * A response for Dash: the server's, or one that changes nothing. A later request for the same takes an earlier one's
 * place.
 * @param {HttpSource} source
 * @param {string} url
 * @param {RequestInit} init
 */
async function answered(source, url, init) {
  const question = typeof init.body === "string" ? /** @type {Question} */ (JSON.parse(init.body)) : null;
  const output = question?.output ?? url;
  const patience = new AbortController();
  asked.get(output)?.abort();
  asked.set(output, patience);
  try {
    const sent = question ? { ...init, body: JSON.stringify(withoutRecipe(question)) } : init;
    const { ok, status, headers, body } = await source.patient(url, sent, patience.signal);
    if (!ok && status !== BROKEN) throw source.errorOf({ status, body });
    return new Response(body.byteLength ? body : null, { status, headers });
  } catch (error) {
    if (!question) throw error; // its start, whose failure it bears
    const text = error instanceof Error ? error.message : String(error);
    if (!(error instanceof Dropped)) for (const { id } of [question.outputs].flat()) tell(id, { children: note(text) });
    return new Response(null, { status: 204 });
  }
}

/**
 * The question, without the recipe, which may be long, where the view asks about no word: that is told at each step.
 * @param {Question} question
 */
function withoutRecipe({ inputs = [], ...question }) {
  const asks = asksWords(inputs.find(({ property }) => property === "view")?.value);
  const sent = inputs.map((input) => (input.property === "query" && !asks ? { ...input, value: "" } : input));
  return { ...question, inputs: sent };
}

/** Whether a view asks Dash for the neighbours of a word or an analogy of words. @param {unknown} view */
function asksWords(view) {
  const { word, analogy } = /** @type {Record<string, unknown>} */ (view ?? {});
  return /[^\s,]/.test(`${word ?? ""}${analogy ?? ""}`);
}

/**
 * Whether the page's callbacks ask something at a place; where they don't, Dash is left alone.
 * @param {Properties} place
 */
const isNeeded = ({ view, enlarged }) => Boolean(enlarged) || asksWords(view);

/** A voice for each question, apart from the explorer's, which says where one is. @param {Document} document */
function createAnswersVoice({ body }) {
  const voice = body.appendChild(element("div", "voice-of-answers word"));
  voice.ariaLive = "polite";
  const parts = { word: voice.appendChild(element("p")), analogy: voice.appendChild(element("p")) };
  /** @param {"word" | "analogy"} of @param {string} text */
  return (of, text) => parts[of].replaceChildren(text);
}

/** A paragraph as Dash's component. @param {string} text */
const note = (text) => ({
  namespace: "dash_html_components",
  type: "P",
  props: { children: text, className: "muted", role: "status" },
});

/** Resolves when Dash's components have taken their places. @param {Document} document @returns {Promise<void>} */
function settled(document) {
  const cell = document.querySelector(".answers") ?? document.body;
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector("[data-dash]")) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(cell, { childList: true });
    look();
  });
}
