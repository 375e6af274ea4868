/** The page comes to life: opens what the address says in an explorer, and keeps the address and Dash informed. */
import { Dropped, Outdated, Refused } from "../sources/errors.mjs";
import { detailOf, HttpSource } from "../sources/http.mjs";
import * as address from "./address.mjs";
import { createAddressBar } from "./address-bar.mjs";
import { BACK, fillAlert, refusal, waysOut } from "./alert.mjs";
import { Controls } from "./controls.mjs";
import * as copying from "./copying.mjs";
import { KINDS } from "./data-sheets.mjs";
import * as docking from "./docking.mjs";
import { all, byId } from "./elements.mjs";
import * as enlarging from "./enlarging.mjs";
import * as help from "./help.mjs";
import { hostOf } from "./hosting.mjs";
import { inhabit } from "./inhabit.mjs";
import * as keys from "./keys.mjs";
import * as presenting from "./presenting.mjs";
import * as printing from "./printing.mjs";
import * as readingOrder from "./reading-order.mjs";
import * as theme from "./theme.mjs";

/** @import { Asked, PlaceAsked, Session, View } from "../types" */
/** @import { Addressed, Missing } from "./address.mjs" */
/** @import { Way } from "./alert.mjs" */
/** @import { Figures } from "./hosting.mjs" */
/** @typedef {PlaceAsked & { missing: Missing }} Awaited a place whose corpus has yet to come */

const NEEDS_RUN =
  ":is(.transport, .panel:not(.note, .controls)) :is(button, select, input), #copy-link, #race, #enlarge, #present";

class Page {
  /**
   * The panels are mounted while the server works.
   * @param {HttpSource} source
   * @param {Addressed} place what the address shows
   */
  constructor(source, place) {
    this.source = source;
    this.explorer = inhabit(document.body, source, {
      place: place.missing ? null : place,
      opening: (other) => this.open(other, { told: this.told }),
      enlarge: (figure) => this.enlarge(figure),
      ask: (dock, about) => this.explorer.app.setView({ dock, about, forkAsked: "", focus: "", ago: "" }),
    });
    this.player = this.explorer.player;
    this.alarmed = "";
    /** Of the recipe that came last, see `HttpSource.recipe`. */
    this.told = "";
    this.resting = false; // whether there is no run to move and look at
    // once there is a picture: before, Dash would be in its way
    this.dashAsked = /** @type {Promise<void> | null} */ (null);
    this.awaited = /** @type {Awaited | null} */ (null);
    this.addressBar = createAddressBar(this.explorer);
    // The control panel and the help show the session too.
    this.helping = help.mount(document);
    this.edits = /** @type {Promise<{ fill(session: Session): void }> | null} */ (null); // the list of them
    this.form = new Controls(document, { ...this.asks(), tooltip: this.explorer.app.tooltip });
    this.followers = /** @type {Set<() => void>} */ (new Set()); // who is to hear that another figure is wanted large
    this.figures = /** @type {Figures} */ ({});
    const drawing = () => import("./enlarged.mjs").then((module) => module.mount(document, this));
    this.enlarge = enlarging.mount(document, this, drawing, (error) => this.trouble(error));
    const presented = presenting.mount(document, this.explorer, this.enlarge);
    this.docking = docking.mount(document, this.explorer, (error) => this.trouble(error));
    keys.mount(document, this.explorer.press, presented, this.docking.toggle);
    printing.mount(document, this.explorer.app, () => this.player.session, this.addressBar.now);
    readingOrder.mount(document);
    this.forking = /** @type {Promise<{ begin(): void }> | null} */ (null); // a second run beside this one
    this.listen();
    this.listenAround();
    this.opening = this.begin(place); // what the address shows, on its way
  }

  /** @param {Addressed} place */
  async begin(place) {
    const { missing } = place;
    if (missing) this.awaitCorpus({ ...place, missing });
    else await this.open(place, { push: false, begun: this.explorer.opened });
    if (!this.player.session) this.rest(true);
  }

  /**
   * Open a recipe at a place; a new entry of the browser's history, unless the address shows it already.
   * @param {PlaceAsked} place
   * @param {{ push?: boolean, begun?: Promise<void> | null, told?: string }} [how] `begun`: it is on its way; `told`:
   *   what it has not kept of the run before
   */
  async open(place, { push = true, begun = null, told = "" } = {}) {
    if (push)
      await this.addressBar.now(); // the entry that is left shows what was left
    else this.addressBar.drop();
    try {
      await (begun ?? this.explorer.go(place));
    } catch (error) {
      this.trouble(error);
      return;
    }
    this.awaited = null;
    if (this.resting) this.rest(false);
    this.alarm(told, told ? [BACK] : []);
    this.fillForm();
    if (push) history.pushState(null, "", "#");
    this.addressBar.now();
  }

  /** Another view, from which the browser's Back leads back to this one. @param {View} view */
  async turn(view) {
    const { view: shown } = this.player;
    if (Object.entries(view).every(([key, value]) => (shown[key] ?? "") === value)) return;
    await this.addressBar.now();
    history.pushState(null, "", "#");
    this.explorer.app.setView(view);
    this.addressBar.now();
  }

  /**
   * Another recipe, made by the server from what the controls ask for, at the step where it makes sense.
   * @param {Asked} asked
   * @param {Omit<PlaceAsked, "query">} [to]
   * @returns {Promise<boolean>} whether there is one
   */
  async ask(asked, to) {
    this.form.clearProblems();
    try {
      await this.explorer.ask(asked, to);
      return true;
    } catch (error) {
      if (error instanceof Refused) this.form.showProblems(error.problems);
      else this.trouble(error);
      return false;
    }
  }

  fillForm() {
    const { session } = this.player;
    if (!session) return;
    this.form.fill(session, this.explorer.place?.step ?? 0);
    this.helping.fill(session);
    this.listEdits(session).catch((error) => {
      this.edits = null; // asked for again
      this.trouble(error);
    });
  }

  /** What was changed on the way; the list comes with the first change. @param {Session} session */
  async listEdits(session) {
    if (!this.edits && !session.edits.length) return;
    this.edits ??= import("./edits.mjs").then(({ mount }) => mount(document, this));
    const { fill } = await this.edits;
    if (session === this.player.session) fill(session);
  }

  /** The same place in the run of another recipe. @param {(query: string) => string} change */
  rewrite(change) {
    const { place } = this.explorer;
    if (place) this.open({ ...place, query: change(place.query) });
  }

  /** What the control panel asks for. @returns {Omit<import("./controls.mjs").App, "tooltip">} */
  asks() {
    const { explorer } = this;
    return {
      restartWith: (fields) => {
        const corpus = KINDS.map((kind) => fields[kind]).find((text) => text !== undefined);
        if (this.awaited) this.takeCorpus(this.awaited, corpus ?? "");
        else this.ask({ action: "restart", fields });
      },
      problemsOf: async (fields, signal) =>
        this.awaited ? [] : this.source.problemsOf({ action: "restart", fields }, signal),
      changeHere: async (fields) => {
        if (!explorer.place) return null;
        const { query, step, stage } = explorer.place;
        return (await this.ask({ action: "change", query, step, fields }, { step, stage })) ? step : null;
      },
      /** The words' vectors of the painted step, in another model. */
      take: (model) => {
        if (!explorer.place) return;
        const { query, step } = explorer.place;
        this.ask({ action: "take", query, step, model }, { view: {} });
      },
      choose: async (choice, fields) => {
        const [[field, value]] = Object.entries(choice);
        const query = explorer.place?.query ?? "";
        const asked = { action: "choose", query, field, value, fields };
        if (!(await this.ask(asked, field === "preset" ? { view: {} } : {}))) this.form.showChosen();
      },
    };
  }

  /** A second run beside this one: the view's, or what `begins` with a press. @param {boolean} [begins] */
  fork(begins) {
    this.forking ??= import("./fork.mjs").then(({ fork }) => fork(document, this, () => (this.forking = null)));
    this.forking.then(
      (forking) => begins && void forking.begin(),
      (error) => this.trouble(error),
    );
  }

  // ---- what goes wrong ----

  /** While no run is open what moves or shows one can't be used; the control panel can. @param {boolean} without */
  rest(without) {
    this.resting = without;
    for (const control of all(document, NEEDS_RUN)) control.toggleAttribute("disabled", without);
    document.body.classList.toggle("resting", without);
  }

  /** @param {unknown} error */
  trouble(error) {
    if (error instanceof Dropped || error instanceof Outdated) return; // nobody waits; told already
    const { session } = this.player;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof Refused && session) this.form.showProblems(error.problems);
    else if (error instanceof Refused) this.alarm(refusal(message), waysOut(error.problems, this.titles()));
    else this.alarm(message, session ? [] : [this.reload()]);
  }

  /** @param {string} text @param {Way[]} [ways] */
  alarm(text, ways) {
    this.alarmed = text;
    fillAlert(byId(document, "alert", HTMLElement), text, ways);
  }

  /** The titles of presets by their names. */
  titles() {
    const { options } = byId(document, "preset", HTMLSelectElement);
    return new Map(Array.from(options, ({ value, text }) => [value, text]));
  }

  /** What is shown is in the address, so that nothing is lost. @returns {Way} */
  reload() {
    return ["Reload the page", () => void this.addressBar.now().then(() => location.reload())];
  }

  // ---- the parts of the page that are not panels ----

  listen() {
    const { explorer, player, source } = this;
    explorer.on("trouble", (error) => this.trouble(error));
    explorer.on("paint", ({ step }) => {
      this.form.moved(step);
      this.dashAsked ??= explorer.clock
        .afterFrame()
        .then(() => import("./dash.mjs"))
        .then((dash) => dash.start(document, source, hostOf(this)))
        .catch((error) => this.trouble(error));
      const grew = () => explorer.app.ask?.("why", "grew");
      const ending = player.ending && (player.view.fork ? `Run A: ${player.ending}` : player.ending);
      if (ending && this.alarmed !== ending) this.alarm(ending, [["What grew", grew]]);
    });
    byId(document, "fork", HTMLElement).onclick = () => this.fork(true);
    explorer.on("place", (place) => {
      if (place?.view.fork) this.fork();
      if (this.alarmed) this.alarm("");
      this.addressBar.soon();
    });
    source.addEventListener("outdated", (event) => this.alarm(detailOf(event), [this.reload()]));
    source.addEventListener("told", (event) => (this.told = detailOf(event)));
    source.addEventListener("waiting", (event) => {
      const text = detailOf(event);
      for (const line of all(document, ".waiting")) if (line.textContent !== text) line.textContent = text;
    });
  }

  listenAround() {
    addEventListener("popstate", async () => {
      const place = await address.addressed();
      const { missing } = place;
      if (missing) this.awaitCorpus({ ...place, missing });
      else this.open(place, { push: false });
    });
    copying.mount(document, this.explorer.app, async () => {
      await this.addressBar.now();
      return { link: location.href, said: address.namesCorpus() ? "Copied: send the data along" : "Copied" };
    });
    document.addEventListener(
      "drop",
      async ({ dataTransfer }) => {
        const { awaited } = this;
        const file = awaited && dataTransfer?.files[0];
        if (file) this.takeCorpus(awaited, await file.text());
      },
      true,
    );
  }

  // ---- links whose corpus is too long for them ----

  /** Such a link names its hash; the file is dropped on the page. @param {Awaited} place */
  awaitCorpus(place) {
    this.awaited = place;
    const hash = `${String(place.missing.hash).slice(0, 12)}…`;
    this.alarm(
      `This link needs its corpus, which is too long to travel in it: a file with the SHA-256 ${hash}. Drop it here, or open it and press Restart.`,
    );
  }

  /** @param {Awaited} awaited @param {string} text */
  async takeCorpus({ missing, ...place }, text) {
    if (!(await address.isNamed(text, missing.hash))) {
      this.alarm("That is another file: its SHA-256 is not the link's.");
      return;
    }
    const query = new URLSearchParams(place.query);
    query.set(missing.field, text);
    this.open({ ...place, query: query.toString() }, { push: false });
  }
}

/** The icon is in the document: browsers fetch that of a file again whenever the address changes, as with steps. */
function keepIcon() {
  const icon = document.querySelector("link[rel=icon]");
  if (icon instanceof HTMLLinkElement) icon.href = icon.dataset.whole ?? icon.href;
}

keepIcon();
theme.begin();
// The document says where the server is asked, since a proxy may show the page below a prefix.
const { longestBody } = document.documentElement.dataset;
const source = new HttpSource(document.body.dataset.api ?? "/api", Number(longestBody));
address.addressed().then((place) => new Page(source, place));
