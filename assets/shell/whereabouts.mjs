/** A place in the run of a recipe, as links say it behind the recipe. */

/** @import { Place, View } from "../types" */

/** Characters of a query, above which to hand it to the browser, or to Dash, disturbs the steps. */
export const LONG_QUERY = 20_000;
/** How many ms at least are between two addresses that the browser is told. */
export const ADDRESS_EVERY = 1000;

/**
 * [key, value] of all that a link says.
 * @param {Place} place
 * @param {View} [usual] the recipe's own view options, which need not be said
 * @returns {[string, string][]}
 */
export function itemsOf({ step, stage, view }, usual = {}) {
  /** @type {[string, string][]} */
  const items = [["step", String(step)]];
  if (stage && stage !== "start" && !(step && stage === "update")) items.push(["stage", stage]);
  for (const key of new Set([...Object.keys(usual), ...Object.keys(view)])) {
    const value = text(view[key]);
    if (value !== text(usual[key])) items.push([`view.${key}`, value]);
  }
  return items;
}

/** The same in one text. @param {Place} place @param {View} [usual] */
export const whereOf = (place, usual) => new URLSearchParams(itemsOf(place, usual)).toString();

/** @param {string | undefined} value */
const text = (value) => String(value ?? "");
