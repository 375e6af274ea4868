/**
 * The buttons that move the player, and what says where it is.
 *
 * Transport listens in the capture phase: a click goes to the player at once and is painted in the next frame, where a
 * callback of Dash would take one frame more.
 */
import { element, setText } from "../draw/figure.mjs";
import { averages } from "../maths/declared.mjs";
import { isEnd, isInside, isRecordsLast } from "../player/positions.mjs";
import { ISOLATES, isolate } from "../text/direction.mjs";
import { count, format, tuple } from "../text/numbers.mjs";
import { stepShown } from "../text/steps.mjs";
import { targetOf } from "./elements.mjs";
import { mountGoTo } from "./go-to.mjs";
import { mountTimeline } from "./timeline.mjs";

/** @import { Explorer, Scene } from "../types" */
/** @import { Player } from "../player/player.mjs" */
/** @typedef {ReturnType<typeof statusOf>} Status */

const BETWEEN = " · "; // the parts of where one is
const LONG = 78; // characters, as many as have room in a wide window; with more some are cut
const WIDE = /[\u1100-\uffff]/g; // take the room of two
/** How many steps on each of the buttons goes that have a number on them, by its name. */
export const JUMPS = new Map([20, 100, 500].map((count) => [`step-${count}`, count]));
const GOES_ON = ["play", "unpin"]; // what does not stop a run that plays
const BACKWARDS = ["restart", "back", "stage-back"];
const FORWARDS = ["next", "play", ...JUMPS.keys()];

/**
 * Parts that are missing move nothing. `press` does what a button does, by its name.
 * @param {Explorer} app
 * @param {Player} player
 */
export function mount(app, player) {
  const { host, id, clock } = app;
  const capture = { capture: true, signal: clock.signal };
  const actions = actionsOf(player);
  const buttons = new Map([...actions.keys()].map((name) => [id(name), name]));
  buttons.delete(null); // a part that is missing is no button
  const [backwards, forwards, stage] = [BACKWARDS, FORWARDS, ["stage"]].map((names) =>
    names.map(id).filter((button) => button instanceof HTMLButtonElement),
  );
  const [play, speed, next, back] = ["play", "speed", "next", "back"].map(id);
  const tell = teller(id("status"), clock.signal);
  const paintTimeline = mountTimeline(app, player);
  mountGoTo(id("go-to"), player, clock.signal);

  /** @param {string} name */
  function press(name) {
    if (!player.session) return;
    if (!GOES_ON.includes(name)) player.pause();
    actions.get(name)?.();
  }

  /** @param {Event} event */
  function clicked(event) {
    const button = targetOf(event)?.closest("button");
    const name = button && buttons.get(button); // an action without a button stands there by null
    if (name) press(name);
  }
  host.addEventListener("click", clicked, capture);
  if (speed instanceof HTMLSelectElement) {
    const follow = () => (player.speed = Number(speed.value) || player.speed);
    speed.addEventListener("change", follow, capture);
    follow();
  }

  /** @param {Scene} scene */
  function paint(scene) {
    tell(statusOf(scene));
    if (play && play.ariaPressed !== String(scene.playing)) play.ariaPressed = String(scene.playing);
    disable(backwards, scene.stageIndex === 0, next);
    const last = isRecordsLast(scene.session, scene);
    disable(forwards, last, back);
    disable(stage, last && isEnd(scene.session, null, scene), back);
    paintTimeline(scene);
  }

  return { paint, press };
}

/**
 * Buttons that can do nothing here; the keyboard, not to be lost, goes to another one.
 * @param {HTMLButtonElement[]} buttons
 * @param {boolean} nothing
 * @param {HTMLElement | null} other
 */
function disable(buttons, nothing, other) {
  for (const button of buttons) {
    if (nothing && button.matches(":focus")) other?.focus({ preventScroll: true });
    button.disabled = nothing;
  }
}

/** What each button does, by its name. @param {Player} player @returns {Map<string, () => void>} */
function actionsOf(player) {
  /** @type {Record<string, () => void>} */
  const moves = {
    restart: player.restart,
    back: player.back,
    "stage-back": player.stageBack,
    stage: player.stageOn,
    next: player.next,
    play: () => (player.playing ? player.pause() : player.play()),
    unpin: () => player.view.pins && player.setView({ pins: "" }),
    predict: () => player.setView({ predict: player.view.predict ? "" : "1", dock: "" }),
  };
  for (const [name, count] of JUMPS) moves[name] = () => player.jump(count);
  return new Map(Object.entries(moves));
}

/**
 * What tells where one is: each part has its own element, so that a style sheet can say what comes first where not all
 * fit.
 * @param {HTMLElement | null} status
 * @param {AbortSignal} signal ends it, and takes them away
 * @returns {(status: Status) => void}
 */
function teller(status, signal) {
  /** @type {Map<string, HTMLElement>} */
  const nodes = new Map();
  signal.addEventListener("abort", () => nodes.forEach((node) => node.remove()), { once: true });
  return (parts) => {
    for (const [name, text] of Object.entries(parts)) {
      const node = nodes.get(name) ?? element("span", `where-${name}`);
      if (!nodes.has(name)) status?.append(node);
      nodes.set(name, node);
      setText(node, text && name !== "step" ? `${BETWEEN}${text}` : text);
    }
    const whole = Object.values(parts).filter(Boolean).join(BETWEEN).replace(ISOLATES, "");
    status?.classList.toggle("long", whole.length + (whole.match(WIDE)?.length ?? 0) > LONG);
  };
}

/** Where one is in words, part by part, "" for none. @param {Scene} scene */
export function statusOf(scene) {
  const { session, frame, stageIndex } = scene;
  /** @param {ArrayLike<number>} ids */
  const named = (ids) => Array.from(ids, (id) => isolate(session.words[id])).join(" ");
  const read = frame?.point
    ? [frame.point.inputs, frame.point.targets].map((numbers) => tuple(Array.from(numbers ?? [])))
    : [frame?.inputs, frame?.outputs].map((ids) => named(ids ?? []));
  const hasLoss = frame && frame.loss !== null;
  return {
    step: `step ${count(stepShown(scene))}`,
    epoch: `epoch ${count(scene.epoch + 1)}`,
    read: frame ? read.join(" → ") : "",
    stage: stageIndex ? `${scene.stage} (${stageIndex} of ${session.stages.length})` : "start",
    instance: frame && frame.batch > 1 ? `instance ${frame.instance + 1} of ${frame.batch}` : "",
    batch: frame && frame.batch > 1 && hasLoss ? `${averages(session) ? "mean" : "sum"} of ${count(frame.batch)}` : "",
    loss: frame && hasLoss ? `loss ${format(frame.loss)}` : "",
    end: isRecordsLast(session, scene) ? `${isInside(session, stageIndex) ? "cut off" : "last"} in this file` : "",
  };
}
