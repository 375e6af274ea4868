/**
 * The buttons and the timeline that move the player.
 *
 * Transport listens in the capture phase: a click goes to the player at once and is painted in the next frame, where a
 * callback of Dash would take one frame more.
 */
import { role } from "../draw/colours.mjs";
import { setText } from "../draw/figure.mjs";
import { format, tuple } from "../text/numbers.mjs";

const JUMPS = { "step-20": 20, "step-100": 100, "step-500": 500 };

/** Parts that are missing move nothing. `press` does what a button does, by its name. */
export function mount({ host, id, theme, clock }, player) {
  const capture = { capture: true, signal: clock.signal };
  const actions = {
    restart: player.restart,
    back: player.back,
    "stage-back": () => player.stageBack(),
    stage: () => player.stageOn(),
    next: player.next,
    play: () => (player.playing ? player.pause() : player.play()),
    ...Object.fromEntries(Object.entries(JUMPS).map(([name, count]) => [name, () => player.jump(count)])),
  };
  const buttons = new Map(Object.keys(actions).map((name) => [id(name), name]).filter(([button]) => button));
  const [curve, timeline, status, speed, play] = ["timeline-loss", "timeline", "status", "speed", "play"].map(id);

  function press(name) {
    if (!player.session) return;
    if (name !== "play") player.pause();
    actions[name]();
  }

  host.addEventListener("click", (event) => {
    const name = buttons.get(event.target.closest?.("button"));
    if (name) press(name);
  }, capture);
  host.addEventListener("input", ({ target }) => {
    if (target !== timeline || !player.session) return;
    player.pause();
    player.settle(Number(timeline.value));
  }, capture);
  // The end of the timeline stays where it is while the thumb is held: else a drag to the right would run away from the hand.
  let held = false;
  host.addEventListener("pointerdown", ({ target }) => void (held = target === timeline), capture);
  const letGo = () => {
    if (!held) return;
    held = false;
    player.repaint();
  };
  for (const end of ["pointerup", "pointercancel"]) host.ownerDocument.defaultView.addEventListener(end, letGo, capture);
  host.addEventListener("change", ({ target }) => {
    if (target === speed) player.speed = Number(speed.value);
  }, capture);
  player.speed = Number(speed?.value) || player.speed;

  const backwards = ["restart", "back", "stage-back"].map(id).filter(Boolean);
  const context = curve && Object.assign(curve.getContext("2d"), { theme });
  let drawn = "";
  let size = [0, 0]; // asked of the page at each step, it would have to be laid out before the step is painted
  let shown = null; // losses and range
  const draw = () => context && shown && drawCurve(context, size, ...shown);
  if (curve) {
    clock.watchSize(curve, () => {
      size = [curve.clientWidth, curve.clientHeight];
      draw();
    });
  }

  function paint(scene) {
    if (status) setText(status, statusOf(scene));
    if (play && play.ariaPressed !== String(scene.playing)) play.ariaPressed = String(scene.playing);
    for (const button of backwards) button.disabled = scene.stageIndex === 0;
    if (timeline) paintTimeline(scene);
  }

  function paintTimeline(scene) {
    const range = held ? Number(timeline.max) : rangeFor(scene.step, Number(timeline.max));
    if (Number(timeline.max) !== range) timeline.max = String(range);
    if (Number(timeline.value) !== scene.step) timeline.value = String(scene.step);
    const key = `${scene.losses?.values.length}|${scene.losses?.known}|${range}|${theme.version}`;
    if (key === drawn) return;
    [drawn, shown] = [key, [scene.losses, range]];
    draw();
  }

  return { paint, press };
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
function drawCurve(context, size, losses, range) {
  const { canvas } = context;
  const ratio = context.theme.document.defaultView.devicePixelRatio || 1;
  const [width, height] = size.map((length) => length * ratio);
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
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
  context.strokeStyle = role(context, "muted");
  context.lineWidth = ratio;
  context.stroke();
}
