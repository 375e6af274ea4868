/** The page comes to life: opens what the address says, mounts the panels, and keeps the address and Dash informed. */
import * as tooltip from "../draw/tooltip.mjs";
import * as panels from "../panels/all.mjs";
import { Player } from "../player/player.mjs";
import { pinned } from "../player/scene.mjs";
import { createAsker } from "../player/questions.mjs";
import { Dropped, Outdated, Refused } from "../sources/errors.mjs";
import { HttpSource } from "../sources/http.mjs";
import * as address from "./address.mjs";
import { fillAlert, waysOut } from "./alert.mjs";
import { createClock } from "./clock.mjs";
import * as controls from "./controls.mjs";
import * as dash from "./dash.mjs";
import { KINDS } from "./data-sheets.mjs";
import * as enlarged from "./enlarged.mjs";
import * as help from "./help.mjs";
import { throttled } from "./throttled.mjs";
import * as transport from "./transport.mjs";
import * as viewControls from "./view-controls.mjs";

const DEFAULT = "preset=fruit-and-juice";
const CORPORA = ["preset", ...KINDS];
const PANELS = Object.values(panels);
const OPTIONS = PANELS.flatMap(({ panel }) => panel.options);
const ADDRESS_EVERY = 1000; // ms
const DASH_EVERY = 250;
const LONG_QUERY = 20_000; // characters, above which to hand it to the browser or to Dash disturbs the steps

const byId = (id) => document.getElementById(id);

// The document says where the server is asked, since a proxy may show the page below a prefix.
const source = new HttpSource(document.body.dataset.api ?? "/api");
const clock = createClock();
const wishes = { less: matchMedia("(prefers-reduced-motion: reduce)"), get reducedMotion() { return this.less.matches; } };
const tell = {
  painted(player, scene) {
    Object.assign(document.body.dataset, { step: scene.step, stage: scene.stage, ready: "true" });
    dashAsked ??= clock.afterFrame().then(() => dash.start(document, source)).catch(trouble);
    if (player.stopped && alarmed !== player.diverged.reason) alarm(player.diverged.reason);
  },
  waiting() {
    document.body.dataset.ready = "false";
  },
  moved() {
    if (document.body.dataset.ready) document.body.dataset.ready = "false";
    if (alarmed) alarm("");
    const long = player.session.query.length > LONG_QUERY;
    writeAddress.soon(long);
    tellDash.soon(long);
  },
  trouble,
};
const player = new Player(source, { clock, wishes, tell, options: OPTIONS });

// The control panel and the help: both show the session.
let form = null;
let helping = null;
let alarmed = "";
let resting = false; // whether there is no run to move and look at
let opening = null; // what the address shows, on its way
let dashAsked = null; // once the first picture is on the screen: before, Dash would only be in its way
let wish = null; // the patience with the recipe that was asked for last
let awaited = null; // the place of a link whose corpus has yet to come

/** Open a recipe at a place; a new entry of the browser's history, unless the address shows it already. */
async function open(place, { push = true } = {}) {
  if (push) await writeAddress.now(); // the entry that is left shows what was left
  else writeAddress.drop();
  try {
    await player.open(place, wished());
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
  const signal = wished();
  try {
    const query = await source.recipe(asked, signal);
    if (!signal.aborted) await open({ query, view: player.view, ...place });
  } catch (error) {
    if (error instanceof Refused) form.showProblems(error.problems);
    else trouble(error);
  }
}

/** Another recipe is wanted: of one that was asked for before and is not here yet nothing shows. */
function wished() {
  wish?.abort();
  wish = new AbortController();
  return wish.signal;
}

function fillForm() {
  form.fill(player.session);
  helping.fill(player.session);
}

const here = () => ({ query: player.session.query, step: player.step, stage: player.stageName });

const app = {
  source,
  asker: (changed) => createAsker(clock, changed),
  hover: (word, excites = false) => player.hover(word, excites),
  pin(word) {
    const { session, shown, view } = player;
    const pins = new Set(pinned(session, view).map((id) => session.words[id]));
    if (!pins.delete(shown.words[word])) pins.add(shown.words[word]);
    player.setView({ pins: [...pins].join(",") });
  },
  /** Ask about a number of the painted scene; `whole`: its index is that of the whole session, as in an explanation. */
  focus(quantity, index, whole = false) {
    const { excerpt } = player.shown;
    player.setView({ focus: [quantity, ...(excerpt && !whole ? excerpt.indexOf(quantity, index) : index)].join(".") });
  },
  setView: (patch) => player.setView(patch),
  seek(step) {
    player.pause();
    player.settle(step);
  },
  /** To the next step after which an instance of the data has been trained on, as far as the steps are here. */
  seekInstance(number) {
    const { step, store, session } = player;
    for (let at = step, block = store.at(at); block; block = store.at(++at)) {
      const place = block.members(at).indexOf(number);
      if (place < 0) continue;
      if (session.batch_size > 1) player.setView({ instance: String(place) });
      app.seek(at + 1);
      return;
    }
  },
  edit({ parameter, row, column, value }) {
    const { query, step, stage } = here();
    const place = player.shown.excerpt?.indexOf(parameter, [row, column]) ?? [row, column];
    ask({ action: "change", query, step, fields: { weight: [parameter, ...place, value] } }, { step, stage });
  },
  restartWith: (fields) => (awaited ? takeCorpus(KINDS.map((kind) => fields[kind]).find((text) => text !== undefined)) : ask({ action: "restart", fields })),
  changeHere(fields) {
    const { query, step, stage } = here();
    ask({ action: "change", query, step, fields }, { step, stage });
  },
  /** The words' vectors of the painted step, in another model. */
  take(model) {
    const { query, step } = here();
    ask({ action: "take", query, step, model }, { view: {} });
  },
  choose(choice) {
    const [[field, value]] = Object.entries(choice);
    ask({ action: "choose", query: player.session?.query ?? "", field, value }, field === "preset" ? { view: {} } : {});
  },
  tooltip: null,
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
  const { session, step, stageName: stage, view } = player;
  if (!session) return;
  const url = await address.write({ query: session.query, step, stage, view, usual: session.view });
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

function wireTools() {
  byId("pca").addEventListener("click", () => player.setView({ axes: String(player.step) }));
  byId("copy-link").addEventListener("click", async ({ currentTarget }) => {
    await writeAddress.now();
    await copy(location.href);
    currentTarget?.blur();
  });
  const figures = enlarged.mount(document, {
    async place() {
      await opening;
      return player.session && { ...here(), view: player.view };
    },
    pause: () => player.pause(),
  });
  app.enlarge = figures.open;
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

function mount() {
  app.tooltip = tooltip.createTooltip();
  helping = help.mount(document);
  form = controls.mount(document, app);
  const shown = PANELS.map(({ panel, mount }) => mount(byId(panel.name), app));
  player.panels = [...shown, transport.mount(document, player), viewControls.mount(document, app, OPTIONS)];
  wireTools();
}

/** The panels are mounted while the server works. */
async function start() {
  const place = await addressed();
  opening = place.missing ? null : open(place, { push: false });
  mount();
  if (place.missing) awaitCorpus(place);
  await opening;
  if (!player.session) rest(true);
}

start();
