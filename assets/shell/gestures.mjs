/** What panels ask for: to be lit, another view, another step, another weight; some of it is told who listens. */
import { pinned } from "../player/scene.mjs";
import { percent } from "../text/numbers.mjs";
import { afterStep } from "../text/steps.mjs";

/** @import { Player } from "../player/player.mjs" */
/** @import { Asked, Explorer, MountedExplorer, PlaceAsked, Scene } from "../types" */
/**
 * @typedef {Pick<Explorer, "asked" | "seek" | "hover" | "setView" | "fitHere" | "pin" | "chooseWord" | "focus" |
 *   "seekInstance" | "edit">} Gestures
 * @typedef {{ ask: (asked: Asked, to: Omit<PlaceAsked, "query">) => void, say: Explorer["say"], id: Explorer["id"], on:
 *   MountedExplorer["on"] }} Ways how another recipe is asked for, a sentence told, an element found, a paint heard of
 */

/** @param {Player} player @param {Ways} ways @returns {Gestures} */
export function gestures(player, { ask, ...telling }) {
  /** @param {number} step */
  const seek = (step) => {
    player.pause();
    player.settle(step);
  };
  const excerpt = () => player.scene?.session.excerpt;
  /** @type {Explorer["asked"]} */
  const pressed = { at: null, fresh: false, onward: false };
  return {
    asked: pressed,
    seek,
    hover: (word, excites = false) => player.hover(word, excites),
    setView: (patch) => player.setView(patch),
    ...toldGestures(player, telling),
    /**
     * Ask about a number of the painted scene; `whole`: its index is that of the whole session, as in an explanation;
     * `onward`: as an operand of the one that is explained.
     */
    focus(quantity, index, { at = null, ago = 0, whole = false, onward = false } = {}) {
      Object.assign(pressed, { at: at ?? pressed.at, fresh: true, onward });
      const own = whole ? undefined : excerpt();
      const focus = [quantity, ...(own ? own.indexOf(quantity, index) : index)].join(".");
      player.setView({ focus, ago: ago ? String(ago) : "" });
    },
    /** To the next step after which an instance of the data has been trained on, as far as the steps are here. */
    seekInstance(number) {
      const { run, step } = player;
      for (let at = step, block = run?.store.at(at); run && block; block = run.store.at(++at)) {
        const member = block.members(at).indexOf(number);
        if (member < 0) continue;
        if (run.session.batch_size > 1) player.setView({ instance: String(member) });
        seek(at + 1);
        return;
      }
    },
    edit({ parameter, row, column, value }) {
      if (!player.place) return;
      const { query, step, stage } = player.place;
      const index = excerpt()?.indexOf(parameter, [row, column]) ?? [row, column];
      ask({ action: "change", query, step, fields: { weight: [parameter, ...index, value] } }, { step, stage });
    },
  };
}

/**
 * Those that say what they did.
 * @param {Player} player
 * @param {Omit<Ways, "ask">} ways
 * @returns {Pick<Explorer, "fitHere" | "pin" | "chooseWord">}
 */
function toldGestures(player, { say, id, on }) {
  let done = () => {}; // no longer waits for axes
  return {
    fitHere() {
      const axes = String(player.step);
      done();
      done = on("paint", (scene) => {
        if (scene.view.axes === axes && !scene.projection) return; // they are on their way
        done();
        if (scene.view.axes === axes && !scene.playing) say(fitOf(scene));
      });
      player.setView({ axes });
    },
    pin(word) {
      const { session, scene, view } = player;
      if (!session || !scene) return;
      const pins = new Set(pinned(session, view).map((at) => session.words[at]));
      const name = scene.session.words[word];
      const goes = pins.delete(name);
      if (!goes) pins.add(name);
      say(`${name} ${goes ? "unpinned" : "pinned"}`);
      player.setView({ pins: [...pins].join(",") });
    },
    chooseWord(word) {
      if (!player.playing)
        say(`${word} chosen${id("neighbours")?.checkVisibility() ? ": its neighbours are shown" : ""}`);
      player.setView({ word });
    },
  };
}

/** What axes of the projection explain that were just fitted. @param {Pick<Scene, "projection" | "view">} scene */
function fitOf({ projection, view }) {
  const [first, second] = projection?.share ?? [];
  const explained = Number.isFinite(first + second) ? `: they explain ${percent(first + second)} of the variance` : "";
  return `Axes fitted ${afterStep(Number(view.axes))}${explained}`;
}
