/**
 * The buttons and the timeline that move the player.
 *
 * Transport listens in the capture phase: a click goes to the player at once and is painted in the next frame, where a
 * callback of Dash would take one frame more.
 */
import { role, windowOf } from "../draw/colours.mjs";
import { contextOf } from "../draw/context.mjs";
import { element, setText } from "../draw/figure.mjs";
import { isEnd, isInside, isRecordsLast } from "../player/positions.mjs";
import { count, format, tuple } from "../text/numbers.mjs";
import { stepShown } from "../text/steps.mjs";
import { targetOf } from "./elements.mjs";
import { mountGoTo } from "./go-to.mjs";

/** @import { Context, Edit, Explorer, KnownLosses, Scene } from "../types" */
/** @import { Player } from "../player/player.mjs" */
/** @typedef {{ losses: KnownLosses | null, range: number, edits: Edit[] }} TimeLine what stands behind the timeline */
/** @typedef {ReturnType<typeof statusOf>} Status */

const TICK = 2; // pixels
const BETWEEN = " · "; // the parts of where one is
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
 * The timeline, with the loss behind it. Returns what paints it.
 * @param {Explorer} app
 * @param {Player} player
 * @returns {(scene: Scene) => void}
 */
function mountTimeline({ host, id, theme, clock }, player) {
  const timeline = id("timeline");
  if (!(timeline instanceof HTMLInputElement)) return () => {};
  const capture = { capture: true, signal: clock.signal };
  timeline.addEventListener(
    "input",
    () => {
      player.pause();
      player.settle(Number(timeline.value));
    },
    capture,
  );
  // The end of the timeline stays where it is while the thumb is held: else a drag to the right would run away from the
  // hand.
  let held = false;
  timeline.addEventListener("pointerdown", () => void (held = true), capture);
  const letGo = () => {
    if (!held) return;
    held = false;
    player.repaint();
  };
  for (const end of ["pointerup", "pointercancel"]) windowOf(host.ownerDocument).addEventListener(end, letGo, capture);
  const drawCurve = mountCurve({ id, theme, clock });
  let drawn = "";

  return (scene) => {
    const range = held ? Number(timeline.max) : rangeFor(scene.step, Number(timeline.max));
    if (Number(timeline.max) !== range) timeline.max = String(range);
    if (Number(timeline.value) !== scene.step) timeline.value = String(scene.step);
    const told = `step ${count(stepShown(scene))}`;
    if (timeline.ariaValueText !== told) timeline.ariaValueText = told;
    const key = `${scene.losses?.values.length}|${scene.losses?.known}|${range}|${theme.version}|${scene.session.key}`;
    if (key === drawn) return;
    drawn = key;
    drawCurve({ losses: scene.losses, range, edits: scene.session.edits });
  };
}

/**
 * The loss, faintly, behind the timeline. Returns what draws it; it is drawn anew when its size changes.
 * @param {Pick<Explorer, "id" | "theme" | "clock">} app
 * @returns {(line: TimeLine) => void}
 */
function mountCurve({ id, theme, clock }) {
  const canvas = id("timeline-loss");
  if (!(canvas instanceof HTMLCanvasElement)) return () => {};
  const context = /** @type {Context} */ (Object.assign(contextOf(canvas), { theme }));
  let size = [0, 0]; // asked of the page at each step, it would have to be laid out before the step is painted
  /** @type {TimeLine | null} */
  let shown = null;
  const draw = () => {
    if (!shown) return;
    clear(context, size);
    drawLosses(context, shown);
    drawEdits(context, shown);
  };
  clock.watchSize(canvas, () => {
    size = [canvas.clientWidth, canvas.clientHeight];
    draw();
  });
  return (line) => {
    shown = line;
    draw();
  };
}

/**
 * Where the timeline ends: it holds still while one moves inside it and grows when one nears its end.
 * @param {number} step
 * @param {number} range
 */
function rangeFor(step, range) {
  let end = Math.max(500, range);
  while (step > 0.9 * end) end *= 2;
  return end;
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
  };
}

/** Where one is in words, part by part, "" for none. @param {Scene} scene */
export function statusOf(scene) {
  const { session, frame, stageIndex } = scene;
  /** @param {ArrayLike<number>} ids */
  const named = (ids) => Array.from(ids, (id) => session.words[id]).join(" ");
  const read = frame?.point
    ? [frame.point.inputs, frame.point.targets].map((numbers) => tuple(Array.from(numbers ?? [])))
    : [frame?.inputs, frame?.outputs].map((ids) => named(ids ?? []));
  return {
    step: `step ${count(stepShown(scene))}`,
    epoch: `epoch ${count(scene.epoch + 1)}`,
    read: frame ? read.join(" → ") : "",
    stage: stageIndex ? `${scene.stage} (${stageIndex} of ${session.stages.length})` : "start",
    instance: frame && frame.batch > 1 ? `instance ${frame.instance + 1} of ${frame.batch}` : "",
    loss: frame && frame.loss !== null ? `loss ${format(frame.loss)}` : "",
    end: isRecordsLast(session, scene) ? `${isInside(session, stageIndex) ? "cut off" : "last"} in this file` : "",
  };
}

/** @param {Context} context @param {number[]} size */
function clear(context, size) {
  const { canvas } = context;
  const { ratio } = context.theme;
  const [width, height] = size.map((length) => length * ratio);
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.clearRect(0, 0, width, height);
  context.lineWidth = ratio;
}

/** @param {Context} context @param {TimeLine} line */
function drawLosses(context, { losses, range }) {
  if (!losses?.values.length) return;
  const { width, height } = context.canvas;
  const { values, stride } = losses;
  let highest = 1e-9;
  for (const value of values) if (value > highest) highest = value;
  context.beginPath();
  for (let column = 0; column < Math.max(1, width); column++) {
    const value = values[Math.floor((column / width) * (range / stride))];
    if (value === undefined) break;
    context.lineTo(column, height - (0.95 * height * value) / highest);
  }
  context.strokeStyle = role(context, "muted");
  context.stroke();
}

/** A tick where something was changed by hand. @param {Context} context @param {TimeLine} line */
function drawEdits(context, { edits, range }) {
  const { width, height } = context.canvas;
  context.fillStyle = role(context, "accent");
  for (const { step } of edits) if (step <= range) context.fillRect((step / range) * (width - TICK), 0, TICK, height);
}
