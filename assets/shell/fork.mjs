/**
 * What if: a second explorer, B, beside the page's own, A, for the same recipe but for what was changed. Loaded when it
 * is asked for.
 *
 * Which run B is stands in A's view, `fork`, told by how it differs (forked.mjs), so the page's link reopens both;
 * everything here follows that view. A's transport leads both (player/abreast.mjs), and what is chosen or pressed in
 * one is shown in both. Closed, it leaves nothing behind.
 */
import { Abreast } from "../player/abreast.mjs";
import { Dropped } from "../sources/errors.mjs";
import { detailOf } from "../sources/http.mjs";
import { sentenceOfOther } from "../text/sentences.mjs";
import { BACK } from "./alert.mjs";
import { createDifference } from "./difference.mjs";
import { byId, keepingFocus } from "./elements.mjs";
import { createParts } from "./fork-parts.mjs";
import { forked, forkOf, NONE, told, unmade } from "./forked.mjs";
import { lostOf } from "./in-force.mjs";
import { inhabit } from "./inhabit.mjs";
import { mirror } from "./mirror.mjs";
import { statusOf } from "./transport.mjs";

/** @import { Asked, Explorer, Place, PlaceAsked, Scene, Session, View } from "../types" */
/** @import { Way } from "./alert.mjs" */
/** @import { HttpSource } from "../sources/http.mjs" */
/** @import { Controls } from "./controls.mjs" */
/** @import { Docking } from "./docking.mjs" */
/** @import { Player } from "../player/player.mjs" */
/** @import { Mounted } from "./inhabit.mjs" */
/**
 * @typedef {{ explorer: Mounted, source: HttpSource, form: Controls, docking: Docking, dashAsked: Promise<void> | null,
 *   enlarge(figure: string, run: string): void, trouble(error: unknown): void, alarm(text: string, ways: Way[]): void,
 *   turn(view: View): Promise<void> }} Page the page of A; `dashAsked`: when Dash is there; `trouble` hears of what
 *   goes wrong with a wish; `turn` shows another view, from which the browser's Back leads back
 */

const AS_B = { prefix: "fork-", sentence: sentenceOfOther };

/**
 * Follows A's view: has a B while that names one.
 * @param {Document} document
 * @param {Page} page
 * @param {() => void} closed there is none
 */
export function fork(document, page, closed) {
  const { explorer: a, source, form } = page;
  /** @type {ReturnType<typeof createBeside> | null} */
  let b = null;
  const stop = a.on("place", follow);

  function follow() {
    const { place } = a;
    if (!place?.view.fork) return end();
    b ??= createBeside(document, page);
    b.show(place);
    return undefined;
  }

  /**
   * B is to be the run that the controls ask for: from here, where that can be, else from the start; without a wish, A
   * once more.
   */
  async function begin() {
    const { place } = a;
    if (!place) return;
    const asked = wish(form, place);
    try {
      const query = asked ? await source.recipe(asked, a.clock.signal) : place.query;
      a.app.say("A second run, B, beside this one, A");
      await page.turn({ fork: forkOf(place.query, query) });
    } catch (error) {
      page.trouble(error);
      if (!b) end();
    }
  }

  function end() {
    stop();
    keepingFocus(
      document,
      () => b?.end(),
      () => byId(document, "next", HTMLElement),
    );
    if (b) a.app.say("The second run, B, is closed");
    b = null;
    closed();
  }

  if (a.place?.view.fork) follow();
  return { begin };
}

/** What the controls ask for. @param {Controls} form @param {Place} place @returns {Asked | null} */
function wish(form, { query, step }) {
  if (!form.changeHere.disabled) return { action: "change", query, step, fields: form.changes() };
  return form.changedFields().length ? { action: "restart", fields: form.collect() } : null;
}

/** B, and all that stands on the page because of it. @param {Document} document @param {Page} page */
function createBeside(document, page) {
  const { explorer: a, source } = page;
  const parts = createParts(document, waysOf(page), (field, value) => choose(field, value).catch(trouble));
  const enlarge = (/** @type {string} */ figure) => page.enlarge(figure, "B");
  /** Another recipe that one of B's panels asks for. @param {PlaceAsked} place */
  const opening = ({ query }) => changed(page, b.player, query, () => arriving);
  const b = inhabit(parts.home, source, { ...AS_B, opening, enlarge, ask: askingOf(a.app) });
  const abreast = new Abreast(a.player, b.player);
  const dash = () => page.dashAsked;
  const difference = createDifference(parts.difference, { a, b, source, dash, first: parts.first });
  const shown = { query: "", fork: "", opened: "" };
  const panels = createArranging(parts, a, b);
  let arriving = Promise.resolve(); // what was asked for last

  /** Another model or output layer of B. @param {string} field @param {string} value */
  const choose = async (field, value) =>
    parts.kind.tell(await toldBy(source, b.ask({ action: "choose", query: shown.opened, field, value })));

  /** @param {Place} place */
  function show({ query, view }) {
    panels.arrange();
    difference.turn(view.forkTab === "difference" && !view.present);
    const { fork = "" } = view;
    if (query === shown.query && fork === shown.fork) return; // a query is the same at every step
    const [before, opened] = [shown.opened, forked(query, fork)];
    Object.assign(shown, { query, fork, opened }); // where B has it already, A's place is told before `open` ends
    if (opened !== before) open(opened);
  }

  /** @param {unknown} error */
  const trouble = (error) => alarm(parts, b.player, error);
  /** @param {string} query */
  const open = (query) => {
    parts.kind.tell("");
    const view = { ...a.player.view, ...NONE, predict: "", present: "", turn: "" };
    arriving = b.go({ query, view }).then(() => parts.alarm(""), trouble);
  };
  const tellBoth = () => describe(parts, a.player, b.player, shown.fork, page.form.named);
  const tell = (/** @type {Scene} */ scene) => {
    page.docking.beside(scene);
    tellBoth();
    if (b.player.ending) parts.alarm(`Run B: ${b.player.ending}`);
    difference.follow();
  };

  const stops = [mirror(a, b), a.on("paint", tellBoth), b.on("trouble", trouble), b.on("paint", tell)];
  stops.push(b.on("place", panels.arrived));
  function end() {
    for (const stop of stops) stop();
    page.docking.beside(null);
    abreast.end();
    difference.end();
    b.destroy();
    parts.end([a.app]);
    a.player.repaint();
  }
  return { show, end };
}

/**
 * B becomes another run, from which the browser's Back leads back; what it has not kept of the one before is told.
 * @param {Page} page
 * @param {Player} player B's
 * @param {string} query
 * @param {() => Promise<void>} arriving until what was asked for last is there
 */
async function changed(page, player, query, arriving) {
  const [{ place }, before] = [page.explorer, player.session];
  if (!place) return;
  await page.turn({ fork: forkOf(place.query, query) });
  await arriving();
  const lost = player.session ? lostOf(before, player.session) : "";
  if (lost) page.alarm(`Run B: ${lost}`, [BACK]);
}

/** What the parts of a fork change, of A. @param {Page} page */
const waysOf = (page) => ({
  seek: page.explorer.app.seek,
  setView: page.explorer.app.setView,
  close: () => void page.turn(NONE).catch((error) => page.trouble(error)),
});

/** What a source tells until something is done. @param {HttpSource} source @param {Promise<unknown>} done */
async function toldBy(source, done) {
  let told = "";
  const hear = (/** @type {Event} */ event) => (told = detailOf(event));
  source.addEventListener("told", hear);
  await done.finally(() => source.removeEventListener("told", hear));
  return told;
}

/** The dock is to ask about B. @param {Explorer} app A's @returns {Explorer["ask"]} */
const askingOf = (app) => (dock, about) => app.setView({ dock, about, forkAsked: "B", focus: "", ago: "" });

/**
 * What keeps B from being shown.
 * @param {ReturnType<typeof createParts>} parts
 * @param {Player} b
 * @param {unknown} error
 */
function alarm(parts, b, error) {
  if (error instanceof Dropped) return;
  parts.alarm(unmade(error));
  parts.kind.show(b.session); // what was chosen is not to be had
  if (!b.session) parts.name(1, "not there", "");
}

/**
 * Shows of each run its own panels.
 * @param {ReturnType<typeof createParts>} parts
 * @param {Mounted} a
 * @param {Mounted} b
 */
function createArranging(parts, a, b) {
  /** @type {Session | null} */
  let arranged = null; // for which of B's
  function arrange() {
    const runs = [a, b].map(({ app, player }) => /** @type {[Explorer, Session | null]} */ ([app, player.session]));
    parts.arrange(runs, a.player.view);
    arranged = b.player.session;
  }
  /** B is there, and may be another run than before. */
  function arrived() {
    parts.alarm("");
    if (b.player.session !== arranged) arrange();
  }
  return { arrange, arrived };
}

/**
 * What is said of both runs; of A in any case.
 * @param {ReturnType<typeof createParts>} parts
 * @param {Player} a
 * @param {Player} b
 * @param {string} fork
 * @param {Controls["named"]} named
 */
function describe({ name, showNotes, kind }, a, b, fork, named) {
  kind.show(b.session);
  if (!a.session || !a.scene) return;
  if (b.scene && b.scene.step !== a.scene.step) return; // it is still to be painted, and both are told of then
  showNotes(a.session, b.session);
  const [mine, other] = [a.scene, b.scene ?? a.scene].map(stateOf);
  name(0, "this run", apart(mine, other));
  if (b.session && b.scene) name(1, told(fork, a.session, b.session, named), apart(other, mine));
}

/** Of which preset a run is and where, and its loss. @param {Scene} scene */
function stateOf(scene) {
  const { epoch, read, stage, loss } = statusOf(scene);
  const places = [scene.session.title, epoch, read, stage];
  return { places, stage: scene.stage, loss };
}

/**
 * Where a run is, as far as the other is elsewhere, and its loss. Which number the same stage has says nothing.
 * @param {ReturnType<typeof stateOf>} own
 * @param {ReturnType<typeof stateOf>} other
 */
function apart(own, other) {
  const places = own.stage === other.stage ? own.places.slice(0, -1) : own.places;
  return [...places.filter((place, i) => place !== other.places[i]), own.loss].filter(Boolean).join(" · ");
}
