/**
 * An explorer as a component of Dash: what callbacks set in its properties leads it to a place, and its properties tell
 * where it is.
 *
 * Components of Dash are functions of the React that Dash brings; none is bundled here, and no build step is needed.
 * What is told comes back as properties, and so does what a callback sets: `known` tells the two apart, so that nothing
 * echoes.
 */
import { written } from "./attributes.mjs";
import { throttled } from "./throttled.mjs";
import { LONG_QUERY } from "./whereabouts.mjs";

const TOLD_EVERY = 250; // ms: each time callbacks may ask the server
const PLACE = ["query", "step", "stage", "view"];
/**
 * What None of a callback is: no stage but the whole step, no options. A run and a step there always are.
 * @type {Properties}
 */
const NONE = { stage: null, view: {} };

/** @typedef {Record<string, unknown>} Properties */
/**
 * @typedef {{readonly place: ?Properties, on(changed: () => void): () => void, go(place: Properties): void}} Host what
 *   has an explorer; `place`: what is told of it
 */
/** @typedef {(properties: Properties) => void} Tell */

/**
 * Keeps an explorer's place and a component's properties in step.
 *
 * @param {Host} host
 * @param {(place: Properties) => boolean} [needed] whether callbacks ask something at a place; while they don't nothing
 *   is told but, once, that they no longer do: to tell a step costs Dash as much as to paint it
 * @returns {{hear(properties: Properties): void, leave(): void}} `hear` is called with all properties, whenever Dash
 *   has new ones
 */
export function link(host, needed = () => true) {
  /** @type {Properties} */
  let known = {};
  /** @type {Properties} */
  let heard = {};
  /** @type {Tell} */
  let setProps = () => {};
  const tell = throttled(TOLD_EVERY, () => {
    const news = differing(host.place ?? {}, known);
    Object.assign(known, news);
    if (Object.keys(news).length) setProps(news);
  });
  const changed = () => {
    const place = host.place ?? {};
    if (needed(known) || needed(place)) tell.soon(String(place.query ?? "").length > LONG_QUERY);
  };
  const stop = host.on(changed);
  changed();
  return {
    hear(properties) {
      setProps = /** @type {Tell} */ (properties.setProps ?? setProps);
      const asked = differing(wanted(properties, heard), known);
      heard = { ...properties };
      known = { ...known, ...asked };
      if (!Object.keys(asked).length) return;
      tell.drop(); // where it was is no news any more
      const { place } = host;
      // Another step is wanted as a whole, whatever stage the one that is left was in.
      host.go({ ...(place ?? known), ...(place && "step" in asked && { stage: null }), ...asked });
    },
    leave() {
      stop();
      tell.drop();
    },
  };
}

/**
 * The place that properties want: of what is None only what has been something before.
 * @param {Properties} properties
 * @param {Properties} before
 */
function wanted(properties, before) {
  const cleared = PLACE.filter((name) => name in NONE && properties[name] === null && (before[name] ?? null) !== null);
  const set = PLACE.filter((name) => (properties[name] ?? null) !== null);
  return Object.fromEntries([
    ...cleared.map((name) => [name, NONE[name]]),
    ...set.map((name) => [name, properties[name]]),
  ]);
}

/** The properties that `known` does not have in the same words. @param {Properties} told @param {Properties} known */
function differing(told, known) {
  return Object.fromEntries(Object.entries(told).filter(([name, value]) => inWords(value) !== inWords(known[name])));
}

/** @param {unknown} value */
const inWords = (value) =>
  value && typeof value === "object"
    ? JSON.stringify(
        Object.entries(value)
          .map(([key, each]) => [key, String(each)])
          .sort(),
      )
    : String(value);

/**
 * The component for a page whose explorer is there already: it draws nothing.
 * @param {Host} host
 * @param {(place: Properties) => boolean} needed
 */
export function adopting(host, needed) {
  /** @param {Properties} properties */
  return function Explorer(properties) {
    useLink(() => host, properties, needed);
    return null;
  };
}

/**
 * The component that is an `<embedding-explorer>`, whose script need not be there yet.
 * @param {Properties} properties
 */
export function Explorer({ id, className, style, panels, transport, ...properties }) {
  const element = React.useRef(null);
  useLink(() => hostOf(element.current), properties);
  const further = Object.entries(properties).filter(([name]) => /^(data|aria)-/.test(name));
  return React.createElement("embedding-explorer", {
    ref: element,
    id: dash_component_api.stringifyId?.(id) ?? id,
    class: className,
    style,
    transport,
    panels: [panels ?? []].flat().join(" "),
    ...Object.fromEntries(further),
  });
}

/**
 * A link for as long as a component is on the page.
 * @param {() => Host} host
 * @param {Properties} properties
 * @param {(place: Properties) => boolean} [needed]
 */
function useLink(host, properties, needed) {
  const { useRef, useLayoutEffect } = React;
  const linked = /** @type {{current: ReturnType<typeof link>}} */ (useRef(null));
  useLayoutEffect(() => {
    linked.current = link(host(), needed);
    return () => linked.current.leave();
  }, []);
  useLayoutEffect(() => linked.current.hear(properties));
}

/**
 * An element as what has an explorer. Its attributes are where it opens, once its script is there.
 * @param {Element} element
 * @returns {Host}
 */
function hostOf(element) {
  return {
    get place() {
      return /** @type {Element & {place?: Properties}} */ (element).place ?? null;
    },
    on(changed) {
      element.addEventListener("place", changed);
      return () => element.removeEventListener("place", changed);
    },
    go({ query, step, stage, view }) {
      const place = { recipe: query, step: step ?? 0, stage, view };
      for (const [name, value] of Object.entries(place)) element.setAttribute(name, written(value) ?? "");
    },
  };
}
