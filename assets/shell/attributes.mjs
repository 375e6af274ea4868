/** The attributes of `<embedding-explorer>`: how a value is written as one, and what they ask for together. */

/** @import { Problem } from "../sources/errors.mjs" */
/** @import { PlaceAsked } from "../types" */
/** @typedef {"recipe" | "step" | "stage" | "view" | "panels" | "transport"} Name */
/**
 * @typedef {{ query?: unknown, step?: unknown, stage?: unknown, view?: unknown }} Given a place as anybody may give it
 */
/** @typedef {(name: Name) => string} Text what an attribute says; "" where it is not there */
/**
 * @typedef {{ place: PlaceAsked, panels: string[], problems: Problem[] }} Wanted `panels`: without any, all;
 *   `problems`: what of it cannot be
 */

/** @type {Name[]} */
export const NAMES = ["recipe", "step", "stage", "view", "panels", "transport"];
const TRANSPORTS = ["none", "simple", "full"];
const STEP = /^\d+$/;
const OPTIONS = /^([^=&]+=[^&]*(&|$))+$/;

/**
 * A value as an attribute's text; null takes the attribute away. Lists are names, objects are options; one that is an
 * object itself is left without a value, which `read` tells.
 * @param {unknown} value
 */
export function written(value) {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.join(" ");
  if (typeof value !== "object") return String(value);
  /** @type {[string, unknown][]} */
  const options = Object.entries(value);
  return options
    .filter(([, each]) => each !== null && each !== undefined)
    .map(([key, given]) => (hasObject(given) ? key : new URLSearchParams([[key, String(given)]])))
    .join("&");
}

/** Whether a value is an object, or a list with one. @param {unknown} value */
const hasObject = (value) => [value].flat().some((each) => typeof each === "object");

/**
 * What attributes ask for: the nearest that can be, and what cannot.
 * @param {Text} text
 * @param {string[]} known names of panels
 * @returns {Wanted}
 */
export function read(text, known) {
  const [step, view, transport] = [text("step"), text("view"), text("transport")];
  const panels = text("panels").split(/\s+/).filter(Boolean);
  /** @type {Problem[]} */
  const problems = [];
  if (step && !STEP.test(step)) problems.push(["step", step, "a whole number from 0"]);
  if (view && !OPTIONS.test(view)) problems.push(["view", view, "options such as fit=both&trail=20"]);
  const strange = panels.filter((each) => !known.includes(each));
  if (strange.length) problems.push(["panels", strange.join(" "), known.join(", ")]);
  if (transport && !TRANSPORTS.includes(transport)) problems.push(["transport", transport, TRANSPORTS.join(", ")]);
  return {
    place: {
      query: text("recipe"),
      step: STEP.test(step) ? Number(step) : 0,
      stage: text("stage") || null,
      view: Object.fromEntries(new URLSearchParams(view)),
    },
    panels: panels.filter((each) => known.includes(each)),
    problems,
  };
}

/**
 * A place as far as somebody gives it, its values as attributes say them, and what of it cannot be.
 * @param {Given} given
 * @returns {{ place: Partial<PlaceAsked>, problems: Problem[] }}
 */
export function readPlace(given) {
  /** @type {Partial<Record<Name, unknown>>} */
  const named = { ...given, recipe: given.query };
  const { place, problems } = read((name) => written(named[name]) ?? "", []);
  const own = Object.entries(given).map(
    ([key, value]) => /** @type {const} */ ([key, value && place[/** @type {keyof Given} */ (key)]]),
  );
  return { place: /** @type {Partial<PlaceAsked>} */ (Object.fromEntries(own)), problems };
}
