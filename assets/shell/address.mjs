/**
 * The address bar as the state of the page: the recipe's query, then step, stage and view options.
 *
 * A corpus too long for an address travels deflated in the fragment, which never reaches a server. One too long even
 * for that is named by its hash, and the page asks for the file.
 */

import { wholeIn } from "../text/numbers.mjs";
import { KINDS } from "./data-sheets.mjs";
import { itemsOf } from "./whereabouts.mjs";

const LONGEST_QUERY = 2000; // characters, as an address has them; most programs pass on links of that length whole
const DEFAULT = "preset=fruit-and-juice";
const NAMED = "sha256"; // the fragment of a corpus that is only named
const CORPORA = ["preset", ...KINDS];
const LONG_FIELDS = [...KINDS, "parameters", "edit"];

/** @import { Place, PlaceAsked, View } from "../types" */
/**
 * @typedef {{ field: string, hash: string }} Missing a corpus that a link only names
 * @typedef {Required<PlaceAsked> & { missing: Missing | null }} Addressed what an address shows
 */

/** What an address shows. @param {Pick<Location, "search" | "hash">} location @returns {Promise<Addressed>} */
export async function read(location) {
  /** @type {Addressed} */
  const place = { query: "", step: 0, stage: null, view: {}, missing: null };
  const recipe = new URLSearchParams();
  const take = (/** @type {string} */ value, /** @type {string} */ key) => {
    if (key === "step") place.step = wholeIn(value) ?? 0;
    else if (key === "stage") place.stage = value;
    else if (key.startsWith("view.")) place.view[key.slice(5)] = value;
    else recipe.append(key, value);
  };
  new URLSearchParams(location.search).forEach(take);
  const [kind, ...rest] = location.hash.slice(1).split("=");
  /** @param {string} packed */
  const unpack = async (packed) => new URLSearchParams(await (await packing()).inflate(packed)).forEach(take);
  if (kind === "z" && rest.length) await unpack(rest.join("="));
  else if (kind === NAMED && rest.length) {
    const [field, hash, others] = rest.join("=").split(":");
    place.missing = { field, hash };
    if (others) await unpack(others);
  }
  return { ...place, query: recipe.toString() };
}

/** Whether the address does not hold its corpus, but names it by its hash. */
export const namesCorpus = () => location.hash.startsWith(`#${NAMED}=`);

/**
 * What the address bar shows, or what stays missing of it: the browser keeps the recipe of each entry of its history,
 * too.
 * @returns {Promise<Addressed>}
 */
export async function addressed() {
  const place = await read(location);
  /** @type {string | null} */
  const kept = place.missing && history.state?.query;
  if (kept) return { ...place, query: kept, missing: null };
  return place.missing ? place : { ...place, query: withCorpus(place.query) };
}

/** A recipe that names no corpus is one of the default preset. @param {string} query */
function withCorpus(query) {
  const given = new URLSearchParams(query);
  return CORPORA.some((key) => given.has(key)) ? query : [DEFAULT, query].filter(Boolean).join("&");
}

/**
 * The address (from "?" on, or the page's own path) of a place; view options that are as in `usual`, the recipe's own
 * view, are left out.
 * @param {Place} place
 * @param {View} usual
 */
export async function write(place, usual) {
  const parts = partsOf(place.query);
  const [short, long] = [parts.short, parts.long].map((part) => new URLSearchParams(part));
  for (const [key, value] of itemsOf(place, usual)) {
    if (key === "step" && !place.step) continue;
    (encodeURIComponent(value).length > LONGEST_QUERY ? long : short).append(key, value);
  }
  const search = short.toString();
  return `${search ? `?${search}` : location.pathname}${long.size ? await fragmentOf(long.toString()) : ""}`;
}

/** What makes a fragment of a long corpus, and reads one: most links have none. */
const packing = () => import("./packing.mjs");

/** @type {{ query: string, short: string, long: string } | null} */
let parts = null; // a query is the same at every step

/** What of a query fits into an address, and what is too long for it. @param {string} query */
function partsOf(query) {
  if (parts?.query === query) return parts;
  const [short, long] = [new URLSearchParams(), new URLSearchParams()];
  const isLong = query.length > LONGEST_QUERY;
  for (const [key, value] of new URLSearchParams(query))
    (isLong && LONG_FIELDS.includes(key) ? long : short).append(key, value);
  parts = { query, short: short.toString(), long: long.toString() };
  return parts;
}

/**
 * Whether a corpus is the one that a link names. Pages without TLS cannot hash: they take the reader's word for it.
 * @param {string} corpus
 * @param {string} hash
 */
export const isNamed = async (corpus, hash) => !crypto.subtle || (await (await packing()).hashOf(corpus)) === hash;

/** @type {{ long: string, made: string } | null} */
let fragment = null; // a long query's is the same at every step

/** @param {string} long */
async function fragmentOf(long) {
  if (fragment?.long !== long) fragment = { long, made: await (await packing()).fragmentOf(new URLSearchParams(long)) };
  return fragment.made;
}
