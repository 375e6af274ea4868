/** The timeline that moves the player, with the loss and the edits behind it. */
import { windowOf } from "../draw/colours.mjs";
import { themed } from "../draw/context.mjs";
import { draw } from "../draw/marks.mjs";
import { count } from "../text/numbers.mjs";
import { stepShown } from "../text/steps.mjs";

/** @import { Edit, Explorer, KnownLosses, Mark, Room, Scene } from "../types" */
/** @import { Player } from "../player/player.mjs" */
/** @typedef {{ losses: KnownLosses | null, range: number, edits: Edit[] }} TimeLine what stands behind the timeline */
/** @typedef {[Extract<Mark, { mark: "path" }>, Extract<Mark, { mark: "boxes" }>]} LinePicture the line, and ticks */

const TICK = 2; // pixels
const NEAR = 8; // px from a point, beyond which its lines do not reach
const NONE = { start: 0, stride: 1, values: new Float64Array() };

/**
 * The timeline, with the loss behind it. Returns what paints it.
 * @param {Explorer} app
 * @param {Player} player
 * @returns {(scene: Scene) => void}
 */
export function mountTimeline({ host, id, theme, clock }, player) {
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
 * What stands behind the timeline; it is drawn anew when its size changes. Returns what draws it.
 * @param {Pick<Explorer, "id" | "theme" | "clock">} app
 * @returns {(line: TimeLine) => void}
 */
function mountCurve({ id, theme, clock }) {
  const canvas = id("timeline-loss");
  if (!(canvas instanceof HTMLCanvasElement)) return () => {};
  const context = themed(canvas, theme);
  let room = { width: 0, height: 0 }; // asked of the page at each step, it would be laid out before it is painted
  /** @type {TimeLine | null} */
  let shown = null;
  /** @type {{ look: string, line: TimeLine } | null} */
  let drawn = null;
  const redraw = () => {
    if (!shown) return;
    const { ratio, version } = theme;
    const [width, height] = [room.width * ratio, room.height * ratio];
    const highest = highestOf(shown.losses);
    const look = `${width} ${height} ${version} ${highest}`;
    const from = drawn?.look === look ? sharedBy(drawn.line, shown, room) : 0;
    const left = Math.floor(from * ratio) / ratio;
    drawn = { look, line: shown };
    if (left > 0) {
      const box = { left, top: 0, width: room.width - left, height: room.height };
      context.clearRect(box.left, box.top, box.width, box.height);
      draw(context, [{ mark: "clip", box, marks: compose(shown, room, highest, left - NEAR) }]);
      return;
    }
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.reset();
    context.scale(ratio, ratio);
    draw(context, compose(shown, room, highest));
  };
  clock.watchSize(canvas, () => {
    room = { width: canvas.clientWidth, height: canvas.clientHeight };
    redraw();
  });
  return (line) => {
    shown = line;
    redraw();
  };
}

/**
 * The loss, faintly, a point a pixel, and a tick where something was changed by hand. A loss that is no number, or not
 * known yet, has no point.
 * @param {TimeLine} line
 * @param {Room} room
 * @param {number} [highest] of the losses
 * @param {number} [left] from where on there are points, in px
 * @returns {LinePicture}
 */
export function compose({ losses, range, edits }, { width, height }, highest = highestOf(losses), left = 0) {
  const { start, stride, values } = losses ?? NONE;
  const points = [];
  /** Where a step stands. @param {number} step */
  const across = (step) => (step / range) * width;
  const end = Math.min(width, across(start + values.length * stride) + 1);
  for (let x = Math.max(0, Math.floor(Math.max(left, across(start)))); x < end; x++) {
    const value = values[Math.floor(((x / width) * range - start) / stride)];
    if (Number.isFinite(value)) points.push(x, height - (0.95 * height * value) / highest);
  }
  const ticks = edits.filter(({ step }) => step <= range);
  const boxes = ticks.flatMap(({ step }) => [(step / range) * (width - TICK), 0, TICK, height]);
  return [
    { mark: "path", points, stroke: { role: "muted" } },
    { mark: "boxes", boxes, fill: { role: "accent" } },
  ];
}

/** The highest loss that is a number. @param {KnownLosses | null} losses */
function highestOf(losses) {
  const { values } = losses ?? NONE;
  let highest = 1e-9;
  for (let i = 0; i < values.length; i++) if (values[i] > highest && values[i] < Infinity) highest = values[i];
  return highest;
}

/**
 * How far, in px, the picture of one line is that of another with the same highest loss: a step only adds to it. Where
 * not every loss is known, one may have become known anywhere.
 * @param {TimeLine} before
 * @param {TimeLine} line
 * @param {Room} room
 */
export function sharedBy(before, line, { width }) {
  const [one, other] = [before.losses, line.losses];
  if (!one || !other || one.start !== other.start || one.stride !== other.stride) return 0;
  if (before.edits !== line.edits || before.range !== line.range) return 0;
  if ([one, other].some(({ known, values }) => known !== values.length)) return 0;
  const step = one.start + Math.min(one.values.length, other.values.length) * one.stride;
  return Math.max(0, (step / line.range) * width - NEAR);
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
