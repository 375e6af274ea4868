/**
 * What the canvas panels share: a canvas that fills its root at the screen's resolution, layers that are painted once
 * per size, text that fits, a legend, and the pointer.
 */
import { short } from "../text/numbers.mjs";
import { normal, role, scaleTable, SCALE_SIZE, small } from "./colours.mjs";
import { ellipsis, isolate, setFont, widthOf } from "./fonts.mjs";

export { ellipsis, normal, setFont, small, widthOf };

/**
 * A canvas filling `root` (any element with a size of its own). `redraw` is called when the size or theme has changed;
 * the browser paints after it, so nothing flickers.
 * @returns {{canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, width: number, height: number, ratio: number,
 *   version: number, begin: (context?) => CanvasRenderingContext2D, stamp: (canvas) => void}} sizes in CSS pixels; `version`
 *   changes with size and theme. `begin` makes ready to draw on it, or on another canvas as on itself, and `stamp` copies that onto it.
 */
export function createCanvas({ theme, clock }, root, label, redraw) {
  const view = theme.document.defaultView;
  const canvas = theme.document.createElement("canvas");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", label);
  canvas.className = "panel-canvas";
  // Out of the flow: the canvas takes the root's size and never gives it one.
  Object.assign(canvas.style, { position: "absolute", inset: "0", width: "100%", height: "100%", display: "block" });
  if (view.getComputedStyle(root).position === "static") root.style.position = "relative";
  root.appendChild(canvas);

  const surface = { theme, canvas, context: canvas.getContext("2d"), width: 0, height: 0, ratio: 1, version: 0, begin, stamp };

  // After the first frame its size is told; asked for, the page would have to be laid out before it is painted.
  let observed = false;
  clock.afterFrame().then(() => (observed = true));

  function fit() {
    const [width, height, ratio] = [root.clientWidth, root.clientHeight, view.devicePixelRatio || 1];
    if (width === surface.width && height === surface.height && ratio === surface.ratio) return false;
    theme.measure();
    Object.assign(surface, { width, height, ratio, version: surface.version + 1 });
    canvas.width = Math.max(1, Math.round(width * ratio));
    canvas.height = Math.max(1, Math.round(height * ratio));
    return true;
  }

  function begin(context = surface.context) {
    if (context === surface.context && (!observed || surface.ratio !== (view.devicePixelRatio || 1))) fit();
    return cleared(context, surface);
  }

  function stamp(other) {
    surface.context.resetTransform(); // a pixel onto a pixel
    surface.context.drawImage(other, 0, 0);
  }

  surface.context.theme = theme;
  clock.watchSize(root, () => fit() && redraw());
  theme.onChange(() => {
    surface.version += 1;
    redraw();
  });
  fit();
  return surface;
}

/** A context as large as a surface, with nothing on it of what was drawn before, nor of how, and scaled to CSS pixels. */
function cleared(context, { theme, canvas: { width, height }, ratio }) {
  const { canvas } = context;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.reset();
  context.theme = theme;
  context.scale(ratio, ratio);
  context.textBaseline = "middle";
  context.face = null;
  setFont(context);
  return context;
}

/**
 * A layer kept until its key changes: `keep(key, draw)` calls `draw(context)` on a clean layer only then, and returns
 * the layer; `stamp(context)` copies it onto the surface.
 */
export function createLayer(surface) {
  const canvas = surface.theme.document.createElement("canvas");
  const context = canvas.getContext("2d");
  let kept = null;
  return {
    keep(key, draw) {
      const full = `${surface.version}|${key}`;
      if (full === kept) return;
      kept = full;
      draw(cleared(context, surface));
    },
    stamp(target) {
      target.drawImage(canvas, 0, 0, surface.width, surface.height);
    },
  };
}

/** What `draw` draws is seen inside the box only; the context is then as it was. */
export function clipped(context, { left, top, width, height }, draw) {
  const { face } = context;
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  draw();
  context.restore();
  context.face = face;
}

const MOST_PIXELS = 12; // canvases

/**
 * Text on a pad of the surface's colour, so that it can be read over edges. Returns the width drawn.
 * @param {{align?: "left"|"right"|"center", room?: number, colour?: string, pad?: string|null, size?: number}} options
 */
export function drawLabel(context, text, x, y, options = {}) {
  const { align = "left", room = Infinity, colour = role(context, "text"), pad = role(context, "surface"), size = normal(context) } = options;
  const shown = room === Infinity ? isolate(text) : ellipsis(context, text, room);
  if (!shown) return 0;
  const width = widthOf(context, shown);
  if (pad) {
    const left = align === "left" ? x : align === "right" ? x - width : x - width / 2;
    context.fillStyle = pad;
    context.fillRect(left - 2, y - size * 0.62, width + 4, size * 1.24);
  }
  context.fillStyle = colour;
  if (align !== "left") context.textAlign = align;
  context.fillText(shown, x, y);
  if (align !== "left") context.textAlign = "left";
  return width;
}

/** The diverging scale as a bar with its limits: `-0.1 ▇▇▇ 0.1`, and the mark of clamped values if there are any. Returns the width used, from x to the right. */
export function drawLegend(context, x, y, limit, options = {}) {
  const { room = Infinity, height = 8, title = "", beyond = false } = options;
  setFont(context, small(context));
  const texts = [title, short(-limit), short(limit)].filter(Boolean);
  const taken = texts.reduce((sum, text) => sum + widthOf(context, text) + 4, 0);
  const width = Math.max(12, Math.min(options.width ?? 64, room - taken));
  let at = x;
  const write = (text) => {
    at += drawLabel(context, text, at, y, { colour: role(context, "muted"), pad: null, size: small(context) }) + 4;
  };
  if (title) write(title);
  write(short(-limit));
  const { css } = scaleTable(context);
  const gradient = context.createLinearGradient(at, 0, at + width, 0);
  for (let i = 0; i <= 8; i++) gradient.addColorStop(i / 8, css[Math.round((i / 8) * (SCALE_SIZE - 1))]);
  context.fillStyle = gradient;
  context.fillRect(at, y - height / 2, width, height);
  context.strokeStyle = role(context, "grid");
  context.lineWidth = 1;
  context.strokeRect(at + 0.5, y - height / 2 + 0.5, width - 1, height - 1);
  at += width + 4;
  write(short(limit));
  if (beyond) {
    context.fillStyle = role(context, "text");
    context.fillRect(at + 4, y - 1.5, 3, 3);
    at += 11;
    write("beyond");
  }
  return at - x;
}

/**
 * The pointer over a canvas. `pick(x, y)` names what lies there (any object, or null); `hover(target, event)` is told when it
 * changes or the pointer moves, `leave()` when nothing is under it any more, `click(target, event)` at a click or tap.
 * `refresh()` after a paint tells `hover` again, since the numbers under a resting pointer have changed.
 */
export function watchPointer(canvas, { pick, hover, leave, click }) {
  let last = null; // the last mouse event over the canvas
  let inside = false;

  function at(event) {
    const box = canvas.getBoundingClientRect();
    return pick(event.clientX - box.left, event.clientY - box.top);
  }

  function tell(event) {
    last = event;
    const target = at(event);
    canvas.style.cursor = target && click ? "pointer" : "";
    if (target) hover(target, event);
    else if (inside) leave();
    inside = Boolean(target);
  }

  function gone() {
    last = null;
    if (inside) leave();
    inside = false;
  }

  canvas.addEventListener("pointermove", tell);
  canvas.addEventListener("pointerleave", gone);
  canvas.addEventListener("click", (event) => {
    const target = at(event);
    if (target && click) click(target, event);
  });
  return { refresh: () => last && tell(last) };
}

/**
 * The pointer over a picture of words and numbers: `word(target)` lights up everywhere (null for none), and `lines(target)`
 * are told beside the pointer, where there are any.
 */
export function watchPicture(canvas, app, { pick, word, lines, click }) {
  return watchPointer(canvas, {
    pick,
    hover(target, event) {
      app.hover(word(target));
      const told = lines(target);
      if (told) app.tooltip.show(event.clientX, event.clientY, told);
      else app.tooltip.hide();
    },
    leave() {
      app.hover(null);
      app.tooltip.hide();
    },
    click,
  });
}

/** A small canvas of so many pixels, to be painted one by one and drawn enlarged: {canvas, context, image}. The last few are kept. */
export function pixelsOf({ theme }, columns, rows) {
  const kept = theme.kept("pixels", () => new Map());
  const size = `${columns}×${rows}`;
  if (!kept.has(size)) {
    if (kept.size > MOST_PIXELS) kept.clear();
    const canvas = Object.assign(theme.document.createElement("canvas"), { width: columns, height: rows });
    const context = canvas.getContext("2d");
    kept.set(size, { canvas, context, image: context.createImageData(columns, rows) });
  }
  return kept.get(size);
}
