/**
 * An explorer: one run, its transport and its panels, in a root of its own. Several can stand on a page: each keeps what it
 * knows in itself, listens in its root only, and leaves nothing behind when it is destroyed. Address, history and keys are
 * the page's (main.mjs).
 */
import { createTheme } from "../draw/colours.mjs";
import { createTooltip } from "../draw/tooltip.mjs";
import * as panels from "../panels/all.mjs";
import { Player } from "../player/player.mjs";
import { createAsker } from "../player/questions.mjs";
import { pinned } from "../player/scene.mjs";
import { Dropped } from "../sources/errors.mjs";
import { createClock } from "./clock.mjs";
import { settle } from "./markup.mjs";
import * as transport from "./transport.mjs";
import * as viewControls from "./view-controls.mjs";

const PANELS = Object.values(panels);
const OPTIONS = PANELS.flatMap(({ panel }) => panel.options);

/** @import { Source } from "../types" */
/** @typedef {{query: string, step: number, stage: string, view: Object<string, string>}} Place what an explorer shows */

/**
 * Bring an explorer to life in `root`. Where markup stands in it, in that: elements with the ids of the transport's parts and of
 * the panels, of which any may be missing. An empty element, or a bare shadow root, gets all of it. Nothing is opened but
 * `place`: `go` does.
 *
 * @param {HTMLElement | ShadowRoot} root its element gets `data-step`, `data-stage` and `data-ready`, what is painted
 * @param {Source} source answers the questions
 * @param {{prefix?: string, styles?: string[], place?: Place, opening?: (place: Place) => Promise<void>, enlarge?: (figure: string) => void}} options `prefix` of the
 *   ids in this root; `styles`: addresses of the style sheets for a root without markup; `place` is opened at once, and asked for before anything is built: `opened` is when it is there; `opening` opens another recipe that a panel asks for, in place of `go`; `enlarge` shows a figure large
 * @returns {{place: ?Place, go(place: Place): Promise<void>, on(name: string, handler: (detail) => void): () => void, destroy(): void}}
 *   and what the page around it works with. `go` throws what keeps a place from being opened. Events: "place" (a Place that is wanted), "paint"
 *   (a scene), "wait" and "trouble" (an error that no call throws); `on` returns what stops them
 */
export function mount(root, source, options = {}) {
  const { home, links, leave: unsettle } = settle(root, options);
  const { ownerDocument: { defaultView: view } } = home;
  const clock = createClock(view);
  const { signal } = clock;
  const theme = createTheme(home, clock);
  for (const link of links) link.addEventListener("load", theme.reread, { signal });
  const id = (name) => home.querySelector(`#${CSS.escape((options.prefix ?? "") + name)}`);
  const leave = remember(PANELS.map(({ panel }) => id(panel.name)));
  const { on, emit } = createEvents();
  const less = view.matchMedia("(prefers-reduced-motion: reduce)");
  const player = new Player(source, { clock, options: OPTIONS, wishes: { get reducedMotion() { return less.matches; } }, tell: tellings(home, () => explorer.place, emit) });
  let wish = null; // the patience with the recipe that was asked for last

  /** Another recipe is wanted: of one that was asked for before and is not here yet nothing shows. */
  function wished() {
    wish?.abort();
    wish = new AbortController();
    return wish.signal;
  }

  const explorer = {
    player,
    clock,
    on,
    get place() {
      return player.session && { query: player.session.query, step: player.step, stage: player.stageName, view: player.view };
    },
    go: (place) => player.open(place, wished()),
    /** Another recipe, made by the source from what is asked for, at the step where it makes sense. */
    async ask(asked, place) {
      const asking = wished();
      const query = await source.recipe(asked, asking);
      if (!asking.aborted) await (options.opening ?? explorer.go)({ query, view: player.view, ...place });
    },
    destroy() {
      wish?.abort();
      player.end();
      clock.end();
      leave();
      for (const key of ["step", "stage", "ready", "corpus", "layers", "asks", "continues"]) delete home.dataset[key];
      unsettle();
    },
  };

  explorer.opened = options.place ? explorer.go(options.place) : null;
  const app = {
    ...gestures(explorer, emit),
    host: home, id, source, theme, clock,
    enlarge: options.enlarge,
    tooltip: createTooltip(home, signal),
    asker: (changed) => createAsker(clock, () => signal.aborted || changed()),
  };
  const shown = PANELS.filter(({ panel }) => id(panel.name)).map(({ panel, mount: mountPanel }) => mountPanel(id(panel.name), app));
  const moves = transport.mount(app, player);
  player.panels = [...shown, moves, viewControls.mount(app, OPTIONS)];
  return Object.assign(explorer, { app, press: moves.press });
}

/** What the player tells: what is painted stands at the root, and whoever listens hears. */
function tellings({ dataset }, place, emit) {
  return {
    painted(_, scene) {
      Object.assign(dataset, { step: scene.step, stage: scene.stage, ready: "true" });
      emit("paint", scene);
    },
    waiting() {
      dataset.ready = "false";
      emit("wait");
    },
    moved() {
      if (dataset.ready) dataset.ready = "false";
      emit("place", place());
    },
    trouble: (error) => emit("trouble", error),
  };
}

/** What panels ask for: to be lit, another view, another step, another weight. */
function gestures(explorer, emit) {
  const { player } = explorer;
  const seek = (step) => {
    player.pause();
    player.settle(step);
  };
  return {
    seek,
    hover: (word, excites = false) => player.hover(word, excites),
    setView: (patch) => player.setView(patch),
    /** Fit the axes of the projection to the step that is shown. */
    fitHere: () => player.setView({ axes: String(player.step) }),
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
    /** To the next step after which an instance of the data has been trained on, as far as the steps are here. */
    seekInstance(number) {
      const { step, store, session } = player;
      for (let at = step, block = store.at(at); block; block = store.at(++at)) {
        const place = block.members(at).indexOf(number);
        if (place < 0) continue;
        if (session.batch_size > 1) player.setView({ instance: String(place) });
        seek(at + 1);
        return;
      }
    },
    edit({ parameter, row, column, value }) {
      const { query, step, stage } = explorer.place;
      const place = player.shown.excerpt?.indexOf(parameter, [row, column]) ?? [row, column];
      const asked = { action: "change", query, step, fields: { weight: [parameter, ...place, value] } };
      explorer.ask(asked, { step, stage }).catch((error) => error instanceof Dropped || emit("trouble", error));
    },
  };
}

function createEvents() {
  const target = new EventTarget();
  return {
    emit: (name, detail) => void target.dispatchEvent(new CustomEvent(name, { detail })),
    on(name, handler) {
      const listener = ({ detail }) => handler(detail);
      target.addEventListener(name, listener);
      return () => target.removeEventListener(name, listener);
    },
  };
}

/** Remembers the elements of some panels; returns what takes away all that came to them since. */
function remember(bodies) {
  const sections = bodies.filter(Boolean).map((body) => body.closest(".panel") ?? body);
  const elements = () => sections.flatMap((section) => [...section.querySelectorAll("*")]);
  const kept = new Set(elements());
  return () => elements().forEach((node) => kept.has(node) || node.remove());
}
