/**
 * An explorer: one run, its transport and its panels, in a root of its own. Several can stand on a page: each keeps
 * what it knows in itself, listens in its root only, and leaves nothing behind when it is destroyed. Address, history
 * and keys are the page's (main.mjs).
 */
import { createTheme, windowOf } from "../draw/colours.mjs";
import { Inker } from "../draw/inking.mjs";
import { createTooltip } from "../draw/tooltip.mjs";
import * as panels from "../panels/all.mjs";
import { Player } from "../player/player.mjs";
import { reached } from "../player/view.mjs";
import { askersBy } from "../sources/asker.mjs";
import { Dropped } from "../sources/errors.mjs";
import { createClock } from "./clock.mjs";
import { createEvents } from "./events.mjs";
import { gestures } from "./gestures.mjs";
import * as moments from "./moments.mjs";
import * as transport from "./transport.mjs";
import * as viewControls from "./view-controls.mjs";
import { createVoice } from "./voice.mjs";

/** @import { Asked, Explorer, MountedExplorer, PanelModule, Place, PlaceAsked, Predicted, Source } from "../types" */
/** @import { Predicting } from "../predict/mount.mjs" */
/** @import { Tell } from "../player/player.mjs" */
/** @import { Sentence } from "./voice.mjs" */
/**
 * @typedef {{ prefix?: string, place?: PlaceAsked | null, opening?: (place: PlaceAsked) => Promise<void>, enlarge?:
 *   Explorer["enlarge"], ask?: Explorer["ask"], inProgram?: Explorer["inProgram"], sentence?: Sentence }} MountOptions
 *   `prefix` of the ids in this element; `place` is opened at once, and asked for before anything is built: `opened` is
 *   when it is there; `opening` opens another recipe that a panel asks for, in place of `go`; `enlarge` shows a figure
 *   large; `ask` opens the dock; `inProgram` says where the program shows what is painted; `sentence` says where one is
 *   to who listens
 * @typedef {ReturnType<typeof inhabit>} Mounted
 */

/** @type {PanelModule[]} */
const PANELS = Object.values(panels);
const OPTIONS = PANELS.flatMap(({ panel }) => panel.options);
// What is told at the root: of what is painted (here and in view-controls), and of what a panel shows of its own.
const AT_ROOT = ["step", "stage", "ready", "corpus", "layers", "asks", "continues"];

/**
 * Bring an explorer to life in the markup of an element: elements with the ids of the transport's parts and of the
 * panels, of which any may be missing. See `mount` in explorer.mjs, which is this with markup where there is none.
 *
 * @param {HTMLElement} home gets `data-step`, `data-stage` and `data-ready`, what is painted
 * @param {Source} source answers the questions
 * @param {MountOptions} [options]
 */
export function inhabit(home, source, options = {}) {
  const view = windowOf(home.ownerDocument);
  const clock = createClock(view);
  const { signal } = clock;
  const theme = createTheme(home, clock);
  const inker = new Inker(signal, () => import("./worker.mjs").then(({ hire }) => hire(theme, signal)));
  /** @type {Explorer["id"]} */
  const id = (name) => home.querySelector(`#${CSS.escape((options.prefix ?? "") + name)}`);
  const empty = remember(PANELS.map(({ panel }) => id(panel.name)));
  const { on, emit } = createEvents(signal);
  /** @type {Player} */
  const player = new Player(source, {
    ...{ clock, inker },
    options: OPTIONS,
    wishes: wishesOf(view),
    tell: tellings(home, () => player.place, emit),
  });
  const { go, ask, drop } = createOpening(player, source, options.opening);
  const opened = options.place ? go(options.place) : null;
  opened?.catch(() => {}); // whoever waits for it hears; that nobody does is no error
  const voice = createVoice(home, clock, options.sentence);
  /** @type {Explorer} */
  const app = {
    ...gestures(player, {
      ask: (asked, to) => void ask(asked, to).catch((error) => error instanceof Dropped || emit("trouble", error)),
      ...{ say: voice.say, on, id },
    }),
    ...{ host: home, id, source, theme, clock, inker },
    ...{ enlarge: options.enlarge, ask: options.ask, inProgram: options.inProgram },
    tooltip: createTooltip(home, signal),
    say: voice.say,
    asker: askersBy(clock),
  };
  const predicting = createPredicting(app, player, emit);
  const moves = transport.mount(app, player);
  player.panels = [...mountPanels(app), moves, moments.mount(app), voice, viewControls.mount(app, OPTIONS)];

  function destroy() {
    drop();
    player.end();
    clock.end();
    empty();
    for (const key of AT_ROOT) delete home.dataset[key];
  }

  return Object.assign(mountedBy(player, { go, on, destroy }), {
    /** @param {Predicted} what @param {HTMLElement} [at] where the form stands */
    predict: async (what, at) => (await predicting()).ask(what, at),
    /**
     * What was answered in a form of one's own is held against the coming stage.
     * @param {Predicted} what
     * @param {string} given
     * @param {boolean} [seen] it was shown before, and does not count
     */
    reveal: async (what, given, seen) => (await predicting()).answer(what, given, seen),
    ...{ player, clock, app, opened, ask, press: moves.press },
  });
}

/**
 * What whoever mounts an explorer works with.
 * @param {Player} player
 * @param {Omit<MountedExplorer, "place">} ways
 * @returns {MountedExplorer}
 */
const mountedBy = (player, ways) => ({
  get place() {
    return player.place;
  },
  ...ways,
});

/**
 * What opens places: another one that is wanted stands in for what is not here yet.
 * @param {Player} player
 * @param {Source} source
 * @param {MountOptions["opening"]} opening
 */
function createOpening(player, source, opening) {
  /** @type {AbortController | null} */
  let wish = null; // the patience with the recipe that was asked for last
  const drop = () => wish?.abort();

  /** Another recipe is wanted: of one that was asked for before and is not here yet nothing shows. */
  function wished() {
    drop();
    wish = new AbortController();
    return wish.signal;
  }

  /** @param {PlaceAsked} place @returns {Promise<void>} */
  const go = (place) => player.open(place, wished());

  /**
   * Another recipe, made by the source from what is asked for, at the step where it makes sense.
   * @param {Asked} asked
   * @param {Omit<PlaceAsked, "query">} [to]
   */
  async function ask(asked, to) {
    const asking = wished();
    const query = await source.recipe(asked, asking);
    const view = reached(player.place?.view ?? {}, to?.step ?? 0);
    if (!asking.aborted) await (opening ?? go)({ query, view, ...to });
  }

  return { go, ask, drop };
}

/**
 * What covers the coming stage and asks about it: nothing is painted that is to be covered until it is here.
 * @param {Explorer} app
 * @param {Player} player
 * @param {ReturnType<typeof createEvents>["emit"]} emit
 */
function createPredicting(app, player, emit) {
  /** @type {Promise<Predicting> | null} */
  let brought = null;
  const { signal } = app.clock;
  const predicting = () =>
    (brought ??= import("../predict/mount.mjs").then(({ mount }) => {
      if (signal.aborted) throw new Dropped(); // the explorer was destroyed meanwhile
      return mount({ app, player }, PANELS);
    }));
  player.cover = (scene) => {
    if (!player.view.predict) return scene;
    predicting().catch((error) => {
      if (signal.aborted) return;
      brought = null;
      app.setView({ predict: "" });
      emit("trouble", error);
    });
    return null;
  };
  return predicting;
}

/** @param {Explorer} app */
function mountPanels(app) {
  return PANELS.flatMap(({ panel, mount: mountPanel }) => {
    const body = app.id(panel.name);
    return body ? [mountPanel(body, app)] : [];
  });
}

/** What an onlooker wishes, whenever it is asked for. @param {Window} view */
function wishesOf(view) {
  const less = view.matchMedia("(prefers-reduced-motion: reduce)");
  return {
    get reducedMotion() {
      return less.matches;
    },
  };
}

/**
 * What the player tells: what is painted stands at the root, and whoever listens hears.
 * @param {HTMLElement} home
 * @param {() => Place | null} place
 * @param {ReturnType<typeof createEvents>["emit"]} emit
 * @returns {Tell}
 */
function tellings({ dataset }, place, emit) {
  return {
    painted(scene) {
      if (dataset.stage !== scene.stage) dataset.stage = scene.stage;
      Object.assign(dataset, { step: scene.step, ready: "true" });
      emit("paint", scene);
    },
    waiting() {
      dataset.ready = "false";
      emit("wait", null);
    },
    moved() {
      if (dataset.ready) dataset.ready = "false";
      emit("place", place());
    },
    trouble: (error) => emit("trouble", error),
  };
}

/**
 * Remembers the elements of some panels; returns what takes away all that came to them since.
 * @param {(HTMLElement | null)[]} bodies
 */
function remember(bodies) {
  const sections = bodies.flatMap((body) => (body ? [body.closest(".panel") ?? body] : []));
  const elements = () => sections.flatMap((section) => [...section.querySelectorAll("*")]);
  const kept = new Set(elements());
  return () => elements().forEach((node) => kept.has(node) || node.remove());
}
