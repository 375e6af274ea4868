/**
 * What the canvas panels share: a canvas that fills its root at the screen's resolution, layers that are painted once
 * per size, and small ones whose pixels are painted one by one.
 */
import { remembered } from "../maths/remembered.mjs";
import { windowOf } from "./colours.mjs";
import { contextOf, themed } from "./context.mjs";

/** @import { Canvas, Clock, Context, Sized, Surface, Theme, Themed } from "../types" */

/**
 * A canvas filling `root` (any element with a size of its own). `redraw` is called when the size or theme has changed;
 * the browser paints after it, so nothing flickers.
 * @param {{ theme: Theme, clock: Clock }} app
 * @param {HTMLElement} root
 * @param {string} label
 * @param {() => void} redraw
 * @returns {Surface}
 */
export function createCanvas({ theme, clock }, root, label, redraw) {
  const canvas = canvasIn(theme, root, label);
  const context = themed(canvas, theme);
  const { film, bare } = createFilm(canvas);
  const size = { width: 0, height: 0, ratio: 1, version: 0 };
  /** @type {Surface} */
  const surface = { theme, canvas, context, ...size, fit, begin, stamp, film };

  // After the first frame its size is told; asked for, the page would have to be laid out before it is painted.
  let observed = false;
  clock.afterFrame().then(() => (observed = true));

  function resized() {
    const [width, height, ratio] = [root.clientWidth, root.clientHeight, theme.ratio];
    if (width === surface.width && height === surface.height && ratio === surface.ratio) return false;
    theme.measure();
    Object.assign(surface, { width, height, ratio, version: surface.version + 1 });
    canvas.width = Math.max(1, Math.round(width * ratio));
    canvas.height = Math.max(1, Math.round(height * ratio));
    return true;
  }

  function fit() {
    if (!observed || surface.ratio !== theme.ratio) resized();
  }

  function begin(on = context) {
    if (on === context) {
      fit();
      bare();
    }
    return cleared(on, surface);
  }

  /** @param {Canvas | ImageBitmap} other */
  function stamp(other) {
    fit();
    bare();
    context.setTransform(1, 0, 0, 1, 0, 0); // a pixel onto a pixel
    context.globalCompositeOperation = "copy"; // and nothing to be cleared before, nor mixed
    context.drawImage(other, 0, 0);
  }

  clock.watchSize(root, () => resized() && redraw());
  theme.onChange(() => {
    surface.version += 1;
    redraw();
  });
  resized();
  return surface;
}

/**
 * Images that one canvas takes over another: where they follow each other fast that costs less than to draw them. The
 * pointer and the keyboard still find the canvas below.
 * @param {HTMLCanvasElement} canvas
 */
function createFilm(canvas) {
  /** @type {{ canvas: HTMLCanvasElement, renderer: ImageBitmapRenderingContext | null } | null} */
  let over = null;
  let shown = false;

  /** @param {boolean} wanted */
  function turn(wanted) {
    if (!over || shown === wanted) return;
    shown = wanted;
    if (wanted) contextOf(canvas).reset(); // only its outline is still seen, where it has the focus
    over.canvas.style.display = wanted ? "block" : "none";
    canvas.classList.toggle("under-film", wanted);
  }

  function make() {
    const made = canvas.ownerDocument.createElement("canvas");
    made.className = "panel-film";
    made.ariaHidden = "true";
    made.style.cssText = canvas.style.cssText;
    Object.assign(made.style, { display: "none", pointerEvents: "none" });
    canvas.after(made);
    return { canvas: made, renderer: made.getContext("bitmaprenderer") };
  }

  return {
    /** Shows an image, which is its own from then on. @param {ImageBitmap} image */
    film(image) {
      over ??= make();
      const { width, height } = image;
      if (over.canvas.width !== width || over.canvas.height !== height) Object.assign(over.canvas, { width, height });
      over.renderer?.transferFromImageBitmap(image);
      turn(true);
    },
    /** What is on the canvas below is seen again. */
    bare: () => turn(false),
  };
}

/**
 * A canvas out of the flow: it takes the root's size and never gives it one.
 * @param {Theme} theme
 * @param {HTMLElement} root
 * @param {string} label
 */
function canvasIn(theme, root, label) {
  const canvas = theme.document.createElement("canvas");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", label);
  canvas.className = "panel-canvas";
  Object.assign(canvas.style, { position: "absolute", inset: "0", width: "100%", height: "100%", display: "block" });
  if (windowOf(theme.document).getComputedStyle(root).position === "static") root.style.position = "relative";
  root.appendChild(canvas);
  return canvas;
}

/**
 * A context as large as a surface, with nothing on it of what was drawn before, nor of how, and scaled to CSS pixels.
 * @param {Context} context
 * @param {Sized} surface
 */
export function cleared(context, { theme, canvas: { width, height }, ratio }) {
  const { canvas } = context;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.reset();
  context.theme = theme;
  context.scale(ratio, ratio);
  context.textBaseline = "middle";
  context.face = null;
  return context;
}

/**
 * A layer kept until its key changes: `keep(key, draw)` calls `draw(context)` on a clean layer only then, and
 * `stamp(context)` copies it onto the surface.
 * @param {Sized} surface
 */
export function createLayer(surface) {
  const canvas = surface.theme.canvas();
  const context = themed(canvas, surface.theme);
  /** @type {string | null} */
  let kept = null;
  return {
    /** @param {string} key @param {(context: Context) => void} draw */
    keep(key, draw) {
      const full = `${surface.version}|${key}`;
      if (full === kept) return;
      kept = full;
      draw(cleared(context, surface));
    },
    /** @param {Context} target */
    stamp(target) {
      target.drawImage(canvas, 0, 0, surface.width, surface.height);
    },
  };
}

const MOST_PIXELS = 12; // canvases

/** @typedef {{ canvas: Canvas, context: ReturnType<typeof contextOf>, image: ImageData }} Pixels */

/**
 * A small canvas of so many pixels, to be painted one by one and drawn enlarged. The last few are kept.
 * @param {Themed} themed
 * @param {number} columns
 * @param {number} rows
 * @returns {Pixels}
 */
export function pixelsOf({ theme }, columns, rows) {
  /** @type {Map<string, Pixels>} */
  const kept = theme.kept("pixels", () => new Map());
  return remembered(kept, `${columns}×${rows}`, () => {
    if (kept.size > MOST_PIXELS) kept.clear();
    const canvas = Object.assign(theme.canvas(), { width: columns, height: rows });
    const context = contextOf(canvas);
    return { canvas, context, image: context.createImageData(columns, rows) };
  });
}
