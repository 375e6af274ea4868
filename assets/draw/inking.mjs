/**
 * Pictures inked beside the page, in a worker of the explorer's own: a picture is data, so it can be sent, and comes
 * back as an image, which the page has only to show. Where there is no worker, or none yet, painters ink their pictures
 * themselves.
 */

/** @import { Drawn, Inked, InkTold, Mark, Surface, Theme, ToInk } from "../types" */
/**
 * @typedef {{ number: number, pixels: number, ground: string | null }} Known of a surface: what the worker knows it by,
 *   its size, and the ground that the worker has
 */
/** @typedef {{ pictures: ToInk[], give: ((sheet: ImageBitmap | null) => void)[] }} Batch */

const WORKER = "ink-worker.mjs";
const MOST_PIXELS = 2_500_000; // of all pictures: with more, images on their way cost more than they save
const MOST_ASKED = 2; // batches at a time: a worker that is slower than the page would fall behind further and further
const RECENT = 10; // batches
const SPARED = 0.15; // of the time from batch to batch, at least, a worker spares the page
const FRAME = 17; // ms that a page waits for what is late
const TRUST = 3; // ms a batch that a worker is thought to spare at first
const LONGEST = 100; // ms from batch to batch, while one plays
const LEARNING = 10; // batches, of which the first take a worker many times as long as later ones
const REST = 5000; // ms without a worker that costs more than it spares

/** Has pictures inked. */
export class Inker {
  /** @param {Theme} theme @param {AbortSignal} signal with which it ends */
  constructor(theme, signal) {
    this.theme = theme;
    this.signal = signal;
    this.there = false; // the worker
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Batch[]} */
    this.asked = []; // that the worker has not answered, oldest first
    /** @type {Batch | null} */
    this.batch = null; // the pictures of this task
    /** @type {WeakMap<Surface, Known>} */
    this.surfaces = new WeakMap();
    this.count = 0; // of them
    this.pixels = 0; // of all
    this.told = ""; // of the theme
    /** @type {number | null} */
    this.missed = null; // when a frame wanted the pictures that the worker has, by the clock that it has, too
    this.spared = TRUST; // ms a batch, of late
    this.heard = -Infinity; // of the last batch, when
    this.answers = 0;
    this.rested = -Infinity; // when the worker is asked again
  }

  /** The worker is made, once. */
  open() {
    const { signal } = this;
    if (this.worker || signal.aborted) return;
    try {
      this.worker = workerBeside(this.theme);
    } catch {
      return; // the page's policy forbids it
    }
    this.worker?.addEventListener("message", ({ data }) => (data ? this.answered(data) : this.begin()), { signal });
    this.worker?.addEventListener("error", () => this.close(), { signal });
    signal.addEventListener("abort", () => this.close(), { once: true });
  }

  begin() {
    this.there = true;
  }

  /** Whether it takes pictures. */
  get ready() {
    return (
      this.there && this.pixels <= MOST_PIXELS && this.asked.length < MOST_ASKED && performance.now() >= this.rested
    );
  }

  /** A frame wants pictures that have not come yet. */
  miss() {
    this.missed ??= now();
  }

  close() {
    this.worker?.terminate();
    this.there = false;
    for (const { give } of this.asked.splice(0)) for (const each of give) each(null);
  }

  /** @param {Inked} answer */
  answered({ sheets, done }) {
    this.judge(this.missed !== null && done > this.missed);
    this.missed = null;
    this.asked.shift()?.give.forEach((give, i) => give(sheets[i]));
  }

  /**
   * A worker that keeps frames waiting for more than it spares the page, which has fewer cores than threads that work,
   * rests. One whose answer is there, but that a busy page has not heard of yet, does not keep it waiting; and how long
   * its first answers take says nothing of the later ones.
   * @param {boolean} late
   */
  judge(late) {
    const heard = performance.now();
    const passed = Math.min(heard - this.heard, LONGEST);
    this.heard = heard;
    this.answers += 1;
    if (this.answers <= LEARNING) return;
    this.spared += (SPARED * passed - Number(late) * FRAME - this.spared) / RECENT;
    if (this.spared >= 0) return;
    this.spared = TRUST;
    this.rested = heard + REST;
  }

  /**
   * A picture of a surface as an image; null where it is to be inked on the page.
   * @param {Surface} surface
   * @param {Drawn} picture
   * @returns {Promise<ImageBitmap | null> | null}
   */
  ink(surface, { marks, ground }) {
    const { canvas, width, height, ratio, version } = surface;
    const known = this.knownOf(surface);
    if (!this.ready || marks.some(isSmooth)) return null;
    const key = ground ? `${version}|${ground.key}` : null;
    const below = ground && { key: ground.key, marks: key === known.ground ? null : ground.marks() };
    known.ground = key ?? known.ground;
    const size = { canvas: { width: canvas.width, height: canvas.height }, width, height, ratio, version };
    const { pictures, give } = (this.batch ??= this.newBatch());
    pictures.push({ surface: known.number, marks, ground: below ?? null, size });
    return new Promise((resolve) => {
      give.push((sheet) => {
        if (!sheet) known.ground = null; // it may not be there
        resolve(sheet);
      });
    });
  }

  /** @param {Surface} surface */
  knownOf(surface) {
    const found = this.surfaces.get(surface) ?? { number: this.count++, pixels: 0, ground: null };
    const pixels = surface.canvas.width * surface.canvas.height;
    this.pixels += pixels - found.pixels;
    found.pixels = pixels;
    this.surfaces.set(surface, found);
    return found;
  }

  /** Sent when all that this task draws is in it. @returns {Batch} */
  newBatch() {
    queueMicrotask(() => this.send());
    return { pictures: [], give: [] };
  }

  send() {
    if (!this.batch) return;
    this.asked.push(this.batch);
    /** @type {InkTold} */
    const message = { theme: this.newsOfTheme(), pictures: this.batch.pictures };
    this.batch = null;
    this.worker?.postMessage(message);
  }

  /** What the worker does not know of the theme yet. */
  newsOfTheme() {
    const { version, read, normal, small } = this.theme;
    const news = `${version} ${read.size} ${normal} ${small}`;
    if (news === this.told) return null;
    this.told = news;
    return { properties: [...read], normal, small };
  }
}

/** The time on a clock that the page and its workers share: ms. */
const now = () => performance.timeOrigin + performance.now();

/**
 * Whether pixels are smoothly enlarged, whose edges browsers ink otherwise in a worker.
 * @param {Mark} mark
 * @returns {boolean}
 */
const isSmooth = (mark) => (mark.mark === "clip" ? mark.marks.some(isSmooth) : mark.mark === "pixels" && !!mark.smooth);

/** The worker whose script lies beside this one; none where this one stands in a page. @param {Theme} theme */
function workerBeside({ document: { defaultView: view } }) {
  if (!view?.Worker || !view.OffscreenCanvas || !import.meta.url.endsWith(".mjs")) return null;
  if (view.navigator.hardwareConcurrency === 1) return null; // it would only take the page's time
  return new view.Worker(new URL(WORKER, import.meta.url), { type: "module" });
}
