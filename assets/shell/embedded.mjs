/**
 * The page in a frame, `?embed=1`: an `<embedding-explorer>` that tells the page around where it is, and hears from it
 * where to go.
 *
 * Out comes { type: "embedding-explorer", place: { query, step, stage, view } } at each change, in goes the same with
 * as much of a place as is wanted; what cannot be comes back as { type, place, error }. It speaks with its own origin
 * and with those in `<body data-origins>`, with nobody else.
 */

import { isTaken, moveOf } from "./keys.mjs";

/** @import { Place, PlaceAsked } from "../types" */
/**
 * @typedef {HTMLElement & { place: Place | null, link: string, go(place: Partial<PlaceAsked>): Promise<void>,
 *   press(name: string): void }} Element
 */

const TYPE = "embedding-explorer";
const OPEN_WHOLE = "open-whole";

/** @param {Element} explorer @param {HTMLElement} body */
function speak(explorer, { dataset }) {
  const allowed = new Set([location.origin, ...(dataset.origins ?? "").split(" ").filter(Boolean)]);
  // Who is around: known at once in most browsers, else from the first message.
  let around = location.ancestorOrigins?.[0] ?? (document.referrer && new URL(document.referrer).origin);
  let led = 0; // how many places that were asked for are on their way: they are no news to who asked
  /** @param {object} news */
  const post = (news) => {
    const message = { type: TYPE, place: explorer.place, ...news };
    if (parent !== window && allowed.has(around)) parent.postMessage(message, around);
  };
  const tell = () => post({});
  explorer.addEventListener("place", () => {
    if (!led) tell();
    follow(explorer);
  });
  /** @param {Partial<PlaceAsked>} place */
  async function lead(place) {
    led += 1;
    const error = await explorer.go(place).then(
      () => null,
      ({ message }) => message,
    );
    led -= 1;
    if (error) post({ error });
  }
  addEventListener("message", ({ origin, source, data }) => {
    if (source !== parent || !allowed.has(origin) || data?.type !== TYPE) return;
    around = origin;
    if (data.place) lead(placeOf(data.place, explorer.place));
    else tell();
  });
}

/**
 * As much of a place as a message names; the rest is where it is.
 * @param {Record<string, unknown>} given
 * @param {Place | null} here
 */
function placeOf({ query, step, stage, view }, here) {
  /** @type {Partial<PlaceAsked>} */
  const place = { ...here };
  if (typeof query === "string") place.query = query;
  if (step !== undefined) Object.assign(place, { step, stage: null });
  if (typeof stage === "string") place.stage = stage;
  if (view && typeof view === "object") place.view = { ...here?.view, ...view };
  else if (view !== undefined) Object.assign(place, { view });
  return place;
}

/** The way out of the frame leads to what is shown. @param {Element} explorer */
function follow({ link }) {
  const out = document.getElementById(OPEN_WHOLE);
  if (link && out instanceof HTMLAnchorElement) out.href = `${location.pathname}?${link}`;
}

/** The page's keys move the explorer of a frame, too, unless it is to have no transport. @param {Element} explorer */
function hear(explorer) {
  document.addEventListener("keydown", (event) => {
    const name = moveOf(event);
    if (!name || isTaken(event) || explorer.getAttribute("transport") === "none") return;
    event.preventDefault();
    explorer.press(name);
  });
}

const explorer = /** @type {Element | null} */ (document.querySelector("embedding-explorer"));
if (explorer) {
  speak(explorer, document.body);
  hear(explorer);
}
