/** The page comes to life: opens what the address says, mounts the panels, and keeps the address and Dash informed. */
import * as address from "./address.mjs";
import * as controls from "./controls.mjs";
import * as enlarged from "./enlarged.mjs";
import * as explanation from "./explanation.mjs";
import * as help from "./help.mjs";
import * as loss from "./loss.mjs";
import * as network from "./network.mjs";
import { Player } from "./player.mjs";
import * as projection from "./projection.mjs";
import { askRecipe, Refused } from "./server.mjs";
import { pinned } from "./scene.mjs";
import * as theme from "./theme.mjs";
import * as tooltip from "./tooltip.mjs";
import * as transport from "./transport.mjs";
import * as vectors from "./vectors.mjs";
import * as viewControls from "./view-controls.mjs";
import * as weights from "./weights.mjs";

const DEFAULT = "preset=fruit-and-juice";
const PANELS = { network, vectors, weights, projection, loss, explanation };
const ADDRESS_EVERY = 1000; // ms
const DASH_EVERY = 250;

const byId = (id) => document.getElementById(id);

const player = new Player(null, {
  painted(player, scene) {
    Object.assign(document.body.dataset, { step: scene.step, stage: scene.stage, ready: "true" });
    const { diverged, stopped } = player;
    if (stopped && diverged) alarm(diverged.reason);
    else if (!stopped && alarmed === diverged?.reason) alarm("");
  },
  waiting() {
    document.body.dataset.ready = "false";
  },
  moved() {
    if (document.body.dataset.ready) document.body.dataset.ready = "false";
    writeAddress.soon();
    tellDash.soon();
  },
  trouble,
});

let form = null; // the control panel, once it is there
let alarmed = "";

/** Open a recipe at a place; a new entry of the browser's history, unless the address shows it already. */
async function open(place, { push = true } = {}) {
  try {
    await player.open(place);
  } catch (error) {
    trouble(error);
    return;
  }
  alarm("");
  const { session } = player;
  if (!Object.keys(player.view).length) player.setView(session.view);
  form?.fill(session);
  if (push) history.pushState(null, "", "#");
  writeAddress.now();
  tellDash.now();
}

/** Another recipe, made by the server from what the controls ask for, at the step where it makes sense. */
async function ask(asked, place) {
  form?.clearProblems();
  try {
    await open({ query: await askRecipe(asked), view: player.view, ...place });
  } catch (error) {
    trouble(error);
  }
}

const here = () => ({ query: player.session.query, step: player.step, stage: player.stageName });

const app = {
  hover: (word, excites = false) => player.hover(word, excites),
  pin(word) {
    const { session, view } = player;
    const pins = new Set(pinned(session, view));
    if (!pins.delete(word)) pins.add(word);
    player.setView({ pins: [...pins].map((id) => session.words[id]).join(",") });
  },
  focus: (quantity, index) => player.setView({ focus: [quantity, ...index].join(".") }),
  setView: (patch) => player.setView(patch),
  seek(step) {
    player.pause();
    player.settle(step);
  },
  edit({ parameter, row, column, value }) {
    const { query, step, stage } = here();
    ask({ action: "change", query, step, fields: { weight: [parameter, row, column, value] } }, { step, stage });
  },
  restartWith: (fields) => ask({ action: "restart", fields }),
  changeHere(fields) {
    const { query, step, stage } = here();
    ask({ action: "change", query, step, fields }, { step, stage });
  },
  choose(choice) {
    const [[field, value]] = Object.entries(choice);
    ask({ action: "choose", query: player.session?.query ?? "", field, value }, field === "preset" ? { view: {} } : {});
  },
  tooltip: null,
};

// ---- what goes wrong ----

function trouble(error) {
  if (error instanceof Refused && player.session && form) form.showProblems(error.problems);
  else if (error instanceof Refused) alarm(`This link cannot be opened. ${error.message}`, true);
  else alarm(error.message);
}

function alarm(text, toDefault = false) {
  alarmed = text;
  const box = byId("alert");
  if (!box) return;
  box.textContent = text;
  box.hidden = !text;
  if (toDefault) {
    const link = Object.assign(document.createElement("a"), { href: location.pathname, textContent: "Open the default instead" });
    box.append(" ", link);
  }
}

// ---- telling the address bar and Dash where we are ----

/** A function called at most once in `interval` ms, the last call never lost. */
function throttled(interval, action) {
  let timer = null;
  const now = () => {
    clearTimeout(timer);
    timer = null;
    action();
  };
  return { now, soon: () => (timer ??= setTimeout(now, interval)) };
}

const writeAddress = throttled(ADDRESS_EVERY, async () => {
  const { session, step, stageName: stage, view } = player;
  if (session) history.replaceState(null, "", await address.write({ query: session.query, step, stage, view }));
});

const tellDash = throttled(DASH_EVERY, () => {
  const { session, step, stageName: stage, view } = player;
  if (session && player.panels) globalThis.dash_clientside?.set_props?.("place", { data: { query: session.query, step, stage, view } });
});

addEventListener("popstate", async () => {
  const place = await address.read();
  open({ ...place, query: place.query || DEFAULT }, { push: false });
});

// ---- the parts of the page that are not panels ----

function wireTools() {
  byId("pca").addEventListener("click", () => player.setView({ axes: String(player.step) }));
  byId("copy-link").addEventListener("click", async ({ currentTarget }) => {
    await writeAddress.now();
    await copy(location.href);
    currentTarget?.blur();
  });
  enlarged.mount(document, { place: () => ({ ...here(), view: player.view }), pause: () => player.pause() });
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
  alarm(`This link needs its corpus, which is too long to travel in it. Drop the file here (SHA-256 ${place.missing.hash.slice(0, 12)}…).`);
  const take = async (event) => {
    const text = await event.dataTransfer?.files[0]?.text();
    if (text === undefined) return;
    if ((await address.hashOf(text)) !== place.missing.hash) {
      alarm("That is another file: its SHA-256 is not the link's.");
      return;
    }
    document.removeEventListener("drop", take, true);
    const query = new URLSearchParams(place.query);
    query.set(place.missing.field, text);
    open({ ...place, query: query.toString() }, { push: false });
  };
  document.addEventListener("drop", take, true);
}

// ---- start ----

const REQUIRED = [...Object.keys(PANELS), "status", "timeline", "apply", "enlarged-dialog", "analogy-list"];

function whenLaidOut() {
  const complete = () => REQUIRED.every(byId);
  return new Promise((resolve) => {
    if (complete()) {
      resolve();
      return;
    }
    const observer = new MutationObserver(() => {
      if (!complete()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

async function start() {
  const place = await address.read();
  const opening = place.missing ? null : open({ ...place, query: place.query || DEFAULT }, { push: false });
  await whenLaidOut();
  app.tooltip = tooltip.createTooltip();
  help.mount(document, app);
  form = controls.mount(document, app);
  if (player.session) form.fill(player.session);
  const panels = Object.entries(PANELS).map(([id, panel]) => panel.mount(byId(id), app));
  player.panels = [...panels, transport.mount(document, player), viewControls.mount(document, app)];
  wireTools();
  if (place.missing) awaitCorpus(place);
  if (alarmed) alarm(alarmed, !player.session);
  player.repaint();
  await opening;
  tellDash.now();
}

start();
