/**
 * The buttons, keys and timeline that move the player.
 *
 * Transport listens on the document, in the capture phase: a click goes to the player at once and is painted in the
 * next frame, where a callback of Dash would take one frame more.
 */
import { role, themeVersion } from "../draw/colours.mjs";
import { setText } from "../draw/figure.mjs";
import { format, tuple } from "../text/numbers.mjs";

const JUMPS = { "step-20": 20, "step-100": 100, "step-500": 500 };
const TYPING = "input:not([type=range]), textarea, select, [contenteditable], dialog[open] *";

export function mount(document, player) {
  const byId = (id) => document.getElementById(id);
  const actions = {
    restart: player.restart,
    back: player.back,
    "stage-back": () => player.stageBack(),
    stage: () => player.stageOn(),
    next: player.next,
    play: () => (player.playing ? player.pause() : player.play()),
    ...Object.fromEntries(Object.entries(JUMPS).map(([id, count]) => [id, () => player.jump(count)])),
  };
  const keys = {
    " ": "play",
    ArrowRight: "next",
    ArrowLeft: "back",
    "shift+ArrowRight": "stage",
    "shift+ArrowLeft": "stage-back",
    Home: "restart",
  };

  function act(id) {
    if (!player.session) return;
    if (id !== "play") player.pause();
    actions[id]();
  }

  document.addEventListener("click", (event) => {
    const id = event.target.closest?.("button")?.id;
    if (id in actions) act(id);
  }, true);
  // The focus stays where it was, so that the space bar plays after a click on a button too; a field that is left takes what was typed.
  document.addEventListener("mousedown", (event) => {
    const button = event.target.closest?.("button");
    if (button && (button.id in actions || !document.activeElement?.matches(TYPING))) event.preventDefault();
  }, true);
  // A chooser lets go of the keys once something was chosen with the pointer: else → would choose the next preset.
  let pointed = false;
  document.addEventListener("pointerdown", () => void (pointed = true), true);
  document.addEventListener("keydown", () => void (pointed = false), true);
  document.addEventListener("change", ({ target }) => {
    if (pointed && target.matches?.("select") && !target.closest("dialog")) target.blur();
  });
  document.addEventListener("keydown", (event) => {
    const id = keys[(event.shiftKey ? "shift+" : "") + event.key];
    const onButton = event.key === " " && event.target.closest?.("button, summary, a");
    if (!id || onButton || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(TYPING)) return;
    event.preventDefault();
    act(id);
  });
  document.addEventListener("input", ({ target }) => {
    if (target.id !== "timeline" || !player.session) return;
    player.pause();
    player.settle(Number(target.value));
  }, true);
  // The end of the timeline stays where it is while the thumb is held: else a drag to the right would run away from the hand.
  let held = false;
  document.addEventListener("pointerdown", ({ target }) => void (held = target.id === "timeline"), true);
  const letGo = () => {
    if (!held) return;
    held = false;
    player.repaint();
  };
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, letGo, true);
  document.addEventListener("change", ({ target }) => {
    if (target.id === "speed") player.speed = Number(target.value);
  }, true);
  player.speed = Number(byId("speed").value) || player.speed;

  const curve = byId("timeline-loss");
  const timeline = byId("timeline");
  const status = byId("status");
  const backwards = ["restart", "back", "stage-back"].map(byId);
  let drawn = "";
  let size = [0, 0]; // asked of the page at each step, it would have to be laid out before the step is painted
  let shown = null; // losses and range
  const draw = () => shown && drawCurve(curve, size, ...shown);
  new ResizeObserver(() => {
    size = [curve.clientWidth, curve.clientHeight];
    draw();
  }).observe(curve);

  function paint(scene) {
    const range = held ? Number(timeline.max) : rangeFor(scene.step, Number(timeline.max));
    if (Number(timeline.max) !== range) timeline.max = String(range);
    if (Number(timeline.value) !== scene.step) timeline.value = String(scene.step);
    setText(status, statusOf(scene));
    if (byId("play").ariaPressed !== String(scene.playing)) byId("play").ariaPressed = String(scene.playing);
    for (const button of backwards) button.disabled = scene.stageIndex === 0;
    const key = `${scene.losses?.values.length}|${scene.losses?.known}|${range}|${themeVersion()}`;
    if (key === drawn) return;
    [drawn, shown] = [key, [scene.losses, range]];
    draw();
  }

  return { paint };
}

/** Where the timeline ends: it holds still while one moves inside it and grows when one nears its end. */
function rangeFor(step, range) {
  let end = Math.max(500, range);
  while (step > 0.9 * end) end *= 2;
  return end;
}

function statusOf(scene) {
  const { session, frame, stageIndex, step } = scene;
  const named = (ids) => Array.from(ids, (id) => session.words[id]).join(" ");
  const parts = [`step ${step}`, `epoch ${scene.epoch + 1}`];
  if (frame?.point) parts.push(`${tuple(frame.point.inputs)} → ${tuple(frame.point.targets)}`);
  else if (frame) parts.push(`${named(frame.inputs)} → ${named(frame.outputs)}`);
  parts.push(stageIndex ? `${scene.stage} (${stageIndex} of ${session.stages.length})` : "start");
  if (frame?.batch > 1) parts.push(`instance ${frame.instance + 1} of ${frame.batch}`);
  if (frame?.loss !== null && frame) parts.push(`loss ${format(frame.loss)}`);
  return parts.join(" · ");
}

/** The loss, faintly, behind the timeline. */
function drawCurve(canvas, size, losses, range) {
  const ratio = devicePixelRatio || 1;
  const [width, height] = size.map((length) => length * ratio);
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, width, height);
  if (!losses?.values.length) return;
  const { values, stride } = losses;
  const highest = values.reduce((high, value) => (value > high ? value : high), 1e-9);
  const columns = Math.max(1, Math.floor(width));
  context.beginPath();
  for (let column = 0; column < columns; column++) {
    const value = values[Math.floor((column / columns) * (range / stride))];
    if (value === undefined) break;
    context.lineTo(column, height - (0.95 * height * value) / highest);
  }
  context.strokeStyle = role("muted");
  context.lineWidth = ratio;
  context.stroke();
}
