/** The page comes to life: opens what the address says in an explorer, and keeps the address and Dash informed. */
import { Dropped, Outdated, Refused } from "../sources/errors.mjs";
import { HttpSource } from "../sources/http.mjs";
import * as address from "./address.mjs";
import { fillAlert, waysOut } from "./alert.mjs";
import * as controls from "./controls.mjs";
import * as dash from "./dash.mjs";
import { KINDS } from "./data-sheets.mjs";
import * as enlarged from "./enlarged.mjs";
import * as explorers from "./explorer.mjs";
import * as help from "./help.mjs";
import * as keys from "./keys.mjs";
import * as theme from "./theme.mjs";
import { throttled } from "./throttled.mjs";

const DEFAULT = "preset=fruit-and-juice";
const CORPORA = ["preset", ...KINDS];
const ADDRESS_EVERY = 1000; // ms
const DASH_EVERY = 250;
const LONG_QUERY = 20_000; // characters, above which to hand it to the browser or to Dash disturbs the steps

const byId = (id) => document.getElementById(id);

theme.begin();

// The document says where the server is asked, since a proxy may show the page below a prefix.
const source = new HttpSource(document.body.dataset.api ?? "/api", Number(document.documentElement.dataset.longestBody));

let explorer = null;
let player = null; // the explorer's
// The control panel and the help: both show the session.
let form = null;
let helping = null;
let figures = null; // shown large
let alarmed = "";
let resting = false; // whether there is no run to move and look at
let opening = null; // what the address shows, on its way
let dashAsked = null; // once the first picture is on the screen: before, Dash would only be in its way
let awaited = null; // the place of a link whose corpus has yet to come

/** Open a recipe at a place; a new entry of the browser's history, unless the address shows it already. */
async function open(place, { push = true, begun = null } = {}) {
  if (push) await writeAddress.now(); // the entry that is left shows what was left
  else writeAddress.drop();
  try {
    await (begun ?? explorer.go(place));
  } catch (error) {
    trouble(error);
    return;
  }
  awaited = null;
  if (resting) rest(false);
  alarm("");
  fillForm();
  if (push) history.pushState(null, "", "#");
  writeAddress.now();
  tellDash.now();
}

/** Another recipe, made by the server from what the controls ask for, at the step where it makes sense. */
async function ask(asked, place) {
  form.clearProblems();
  try {
    await explorer.ask(asked, place);
  } catch (error) {
    if (error instanceof Refused) form.showProblems(error.problems);
    else trouble(error);
  }
}

function fillForm() {
  form.fill(player.session);
  helping.fill(player.session);
  figures.offer(player.session);
}

/** What the control panel asks for. */
const asks = {
  restartWith: (fields) => (awaited ? takeCorpus(KINDS.map((kind) => fields[kind]).find((text) => text !== undefined)) : ask({ action: "restart", fields })),
  changeHere(fields) {
    const { query, step, stage } = explorer.place;
    ask({ action: "change", query, step, fields }, { step, stage });
  },
  /** The words' vectors of the painted step, in another model. */
  take(model) {
    const { query, step } = explorer.place;
    ask({ action: "take", query, step, model }, { view: {} });
  },
  choose(choice) {
    const [[field, value]] = Object.entries(choice);
    ask({ action: "choose", query: player.session?.query ?? "", field, value }, field === "preset" ? { view: {} } : {});
  },
};

// ---- what goes wrong ----

const NEEDS_RUN = ":is(.transport, .panel:not(.controls)) :is(button, select, input), #copy-link, #race, #enlarge";

/** While no run is open what moves or shows one can't be used; the control panel can. */
function rest(without) {
  resting = without;
  for (const control of document.querySelectorAll(NEEDS_RUN)) control.disabled = without;
}

function trouble(error) {
  if (error instanceof Dropped || error instanceof Outdated) return; // nobody waits; told already
  if (error instanceof Refused && player.session) form.showProblems(error.problems);
  else if (error instanceof Refused) alarm(`This link cannot be opened. ${error.message}`, waysOut(error.problems));
  else alarm(error.message, player.session ? [] : [RELOAD]);
}

function alarm(text, links) {
  alarmed = text;
  fillAlert(byId("alert"), text, links);
}

// What is shown is in the address, so that nothing is lost.
const RELOAD = ["Reload the page", () => writeAddress.now().then(() => location.reload())];

source.addEventListener("outdated", ({ detail }) => alarm(detail, [RELOAD]));
source.addEventListener("waiting", ({ detail }) => {
  for (const place of document.querySelectorAll(".waiting")) if (place.textContent !== detail) place.textContent = detail;
});

// ---- telling the address bar and Dash where we are ----

// The browser keeps the recipe of each entry beside its address, which may be too short for it.
const writeAddress = throttled(ADDRESS_EVERY, async () => {
  const { session } = player;
  if (!session) return;
  const url = await address.write({ ...explorer.place, usual: session.view });
  if (session === player.session) history.replaceState({ query: session.query }, "", url);
});

/** A recipe that names no corpus is one of the default preset. */
function withCorpus(query) {
  const keys = new URLSearchParams(query);
  return CORPORA.some((key) => keys.has(key)) ? query : [DEFAULT, query].filter(Boolean).join("&");
}

/** What the address shows, or what stays missing of it. */
async function addressed() {
  const place = await address.read();
  const kept = place.missing && history.state?.query;
  return kept ? { ...place, query: kept, missing: null } : { ...place, query: place.missing ? place.query : withCorpus(place.query) };
}

const tellDash = throttled(DASH_EVERY, () => {
  const { session, step, stageName: stage, view } = player;
  const asks = [view.word, view.analogy].some((words) => String(words ?? "").replaceAll(",", "").trim());
  if (session) dash.tell("place", { data: { query: asks ? session.query : "", step, stage, view } });
});

addEventListener("popstate", async () => {
  const place = await addressed();
  if (place.missing) awaitCorpus(place);
  else open(place, { push: false });
});

// ---- the parts of the page that are not panels ----

function listen() {
  explorer.on("trouble", trouble);
  explorer.on("paint", () => {
    dashAsked ??= explorer.clock.afterFrame().then(() => dash.start(document, source)).catch(trouble);
    if (player.stopped && alarmed !== player.diverged.reason) alarm(player.diverged.reason);
  });
  explorer.on("place", () => {
    if (alarmed) alarm("");
    const long = player.session.query.length > LONG_QUERY;
    writeAddress.soon(long);
    tellDash.soon(long);
  });
  byId("copy-link").addEventListener("click", async ({ currentTarget }) => {
    await writeAddress.now();
    await copy(location.href);
    currentTarget?.blur();
  });
}

/** What to show large, once there is something. */
async function enlargedPlace() {
  await opening;
  return explorer.place;
}

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.body.appendChild(Object.assign(document.createElement("textarea"), { value: text }));
  area.select();
  document.execCommand("copy"); // pages without TLS have no clipboard object
  area.remove();
}

/** A link whose corpus is too long for it names its hash; the file is dropped on the page. */
function awaitCorpus(place) {
  awaited = place;
  const hash = `${String(place.missing.hash).slice(0, 12)}…`;
  alarm(`This link needs its corpus, which is too long to travel in it: a file with the SHA-256 ${hash}. Drop it here, or open it and press Restart.`);
}

document.addEventListener("drop", async ({ dataTransfer }) => {
  const file = awaited && dataTransfer?.files[0];
  if (file) takeCorpus(await file.text());
}, true);

async function takeCorpus(text) {
  const { missing, ...place } = awaited;
  if (!(await address.isNamed(text, missing.hash))) {
    alarm("That is another file: its SHA-256 is not the link's.");
    return;
  }
  const query = new URLSearchParams(place.query);
  query.set(missing.field, text);
  open({ ...place, query: query.toString() }, { push: false });
}

// ---- start ----

/** The panels are mounted while the server works. */
function mount(place) {
  explorer = explorers.mount(document.body, source, { place, opening: open, enlarge: (figure) => figures.open(figure) });
  ({ player } = explorer);
  helping = help.mount(document);
  form = controls.mount(document, { ...asks, tooltip: explorer.app.tooltip });
  figures = enlarged.mount(document, { place: enlargedPlace, pause: () => player.pause() });
  keys.mount(document, explorer.press);
  listen();
}

async function start() {
  const place = await addressed();
  mount(place.missing ? null : place);
  if (place.missing) awaitCorpus(place);
  else opening = open(place, { push: false, begun: explorer.opened });
  await opening;
  if (!player.session) rest(true);
}

start();
