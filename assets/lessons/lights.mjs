/** Rings around the quantities that a beat of a lesson speaks of, over the canvases of an explorer. */
import { element } from "../draw/figure.mjs";
import { ARRIVED } from "../draw/later.mjs";
import { boxesOn, litIn } from "./where.mjs";

/** @import { Panel, Picture } from "../types" */
/** @import { Mounted } from "../shell/inhabit.mjs" */
/** @import { Lit, LitBox, Named } from "./where.mjs" */

const PAD = 1; // px around a box

/**
 * @param {Mounted} explorer
 * @returns {{ light(named: Named[]): void, bringIntoSight(): void }} `light` lights these, and nothing else
 */
export function createLights({ app, player, clock, on }) {
  /** @type {Named[]} */
  let wanted = [];
  /** @type {Map<HTMLCanvasElement, HTMLElement[]>} */
  const rings = new Map();
  let due = false;

  function paint() {
    const session = player.scene?.session;
    const lit = session ? wanted.flatMap((named) => litIn(named, session) ?? []) : [];
    const pictures = player.panels.flatMap((panel) => pictureOf(panel) ?? []);
    for (const picture of pictures) ring(picture, lit);
    const shown = new Set(pictures.map(({ surface }) => surface.canvas));
    for (const [canvas, known] of rings)
      if (!shown.has(canvas)) for (const node of known) surround(node, undefined, canvas);
  }

  /** @param {Picture<object>} picture @param {Lit[]} lit */
  function ring({ surface: { canvas }, shown }, lit) {
    const seen = shown && canvas.clientWidth > 0;
    const boxes = seen ? lit.flatMap((each) => boxesOn(shown, each)) : [];
    const known = rings.get(canvas) ?? [];
    if (!lit.length && !known.length) return;
    if (!rings.has(canvas)) clock.watchSize(canvas, soon); // a panel that is hidden now may be shown
    while (known.length < boxes.length) known.push(createRing(canvas));
    rings.set(canvas, known);
    known.forEach((node, i) => surround(node, boxes[i], canvas));
  }

  /** Canvases take their new size first. */
  function soon() {
    if (due) return;
    due = true;
    clock.frame(() => {
      due = false;
      paint();
    });
  }

  on("paint", paint);
  app.theme.onChange(soon);
  app.host.addEventListener(ARRIVED, soon, { signal: clock.signal });
  app.host.addEventListener("scroll", soon, { capture: true, passive: true, signal: clock.signal });
  return {
    light(named) {
      wanted = named;
      paint();
    },
    bringIntoSight() {
      const shown = Array.from(rings.values()).flatMap((known) => known.filter(({ hidden }) => !hidden));
      if (shown.length) moveTo(app.host, shown);
    },
  };
}

/**
 * Where panels stand in a row wider than the screen and all rings are out of sight, the row moves to the first one.
 * @param {HTMLElement} host
 * @param {HTMLElement[]} rings
 */
function moveTo(host, [first, ...others]) {
  const panel = first.closest(".panel");
  let row = panel?.parentElement ?? null;
  while (row && row !== host && row.scrollWidth <= row.clientWidth) row = row.parentElement;
  if (!panel || !row) return;
  const around = row.getBoundingClientRect();
  /** @param {Element} each */
  const isSeen = (each) => {
    const { left, right } = each.getBoundingClientRect();
    return left >= around.left && right <= around.right;
  };
  if (![first, ...others].some(isSeen)) row.scrollLeft += panel.getBoundingClientRect().left - around.left;
}

/** The picture that a panel shows. @param {Panel} panel @returns {Picture<object> | null} */
function pictureOf(panel) {
  const inner = panel.inner?.();
  if (inner) return pictureOf(inner);
  return "surface" in panel ? /** @type {Picture<object>} */ (panel) : null;
}

/** @param {HTMLCanvasElement} canvas */
function createRing(canvas) {
  const ring = element("div", "lesson-light");
  ring.ariaHidden = "true";
  canvas.after(ring);
  return ring;
}

/** @param {HTMLElement} ring @param {LitBox | undefined} box @param {HTMLCanvasElement} canvas */
function surround(ring, box, { clientWidth, clientHeight }) {
  if (ring.hidden === Boolean(box)) ring.hidden = !box;
  if (!box) return;
  ring.classList.toggle("round", Boolean(box.round));
  const [left, top] = [Math.max(0, box.left - PAD), Math.max(0, box.top - PAD)];
  const width = Math.min(clientWidth, box.left + box.width + PAD) - left;
  const height = Math.min(clientHeight, box.top + box.height + PAD) - top;
  const text = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  if (ring.dataset.at === text) return;
  ring.dataset.at = text;
  Object.assign(ring.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
}
