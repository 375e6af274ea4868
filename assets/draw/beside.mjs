/** A worker that draws (inking.mjs), what is on its way to it and back, and whether it is worth asking. */
import { remembered } from "../maths/remembered.mjs";
import { newsOf } from "./news.mjs";

/** @import { Drawn, DrawTold, Inked, Mark, Post, PostedScene, Scene, Surface, Theme } from "../types" */
/** @import { ToCompose, ToInk } from "../types" */
/**
 * @typedef {{ number: number, pixels: number, ground: string | null }} Known of a surface: what the worker knows it by,
 *   its size, and the ground that the worker has
 * @typedef {{ sheet: ImageBitmap, told: unknown }} Answer a picture as an image, and what it tells of itself where the
 *   worker composed it
 * @typedef {{ letters: Map<Scene, number | null>, scenes: PostedScene[], pictures: (ToInk | ToCompose)[],
 *   give: ((answer: Answer | null) => void)[] }} Batch `letters`: where among `scenes` each is, null where it cannot be
 *   sent
 */

const MOST_PIXELS = 2_500_000; // of all pictures: with more, images on their way cost more than they save
const MOST_ASKED = 2; // batches at a time: a worker that is slower than the page would fall behind further and further
const RECENT = 10; // batches
const SPARED = 0.3; // of the time from batch to batch, at least, a worker spares the page
const FRAME = 17; // ms that a page waits for what is late
const TRUST = 3; // ms a batch that a worker is thought to spare at first
const LONGEST = 100; // ms from batch to batch, while one plays
const LEARNING = 10; // batches, of which the first take a worker many times as long as later ones
const REST = 5000; // ms without a worker that costs more than it spares

/** Has pictures drawn by a worker. */
export class Beside {
  /**
   * @param {Worker} worker
   * @param {Post} post
   * @param {Theme} theme
   * @param {AbortSignal} signal with which it ends
   */
  constructor(worker, post, theme, signal) {
    this.worker = worker;
    this.post = post;
    this.news = newsOf(theme);
    this.there = false; // the worker
    /** @type {Batch[]} */
    this.asked = []; // that the worker has not answered, oldest first
    /** @type {Batch | null} */
    this.batch = null; // the pictures of this task
    /** @type {WeakMap<Surface, Known>} */
    this.surfaces = new WeakMap();
    this.count = 0; // of them
    this.pixels = 0; // of all
    /** @type {number | null} */
    this.missed = null; // when a frame wanted the pictures that the worker has, by the clock that it has, too
    this.spared = TRUST; // ms a batch, of late
    this.heard = -Infinity; // of the last batch, when
    this.answers = 0;
    this.rested = -Infinity; // when the worker is asked again
    const close = () => this.close();
    worker.addEventListener("message", ({ data }) => (data ? this.answered(data) : this.begin()), { signal });
    worker.addEventListener("error", close, { signal });
    if (signal.aborted) close();
    else signal.addEventListener("abort", close);
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
    this.worker.terminate();
    this.there = false;
    for (const { give } of this.asked.splice(0)) for (const each of give) each(null);
  }

  /** @param {Inked} answer */
  answered({ sheets, told, done }) {
    this.judge(this.missed !== null && done > this.missed);
    this.missed = null;
    this.asked.shift()?.give.forEach((give, i) => {
      const sheet = sheets[i];
      give(sheet && { sheet, told: told[i] });
    });
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
   * @returns {Promise<Answer | null> | null}
   */
  ink(surface, { marks, ground }) {
    const known = this.knownOf(surface);
    if (!this.ready || marks.some(isSmooth)) return null;
    const key = ground ? `${surface.version}|${ground.key}` : null;
    const below = ground && { key: ground.key, marks: key === known.ground ? null : ground.marks() };
    known.ground = key ?? known.ground;
    return this.send(known, { surface: known.number, marks, ground: below ?? null, size: sizeOf(surface) });
  }

  /**
   * A scene's picture of a surface, composed by an art of a name after what the one before told; null where it is to be
   * composed on the page.
   * @param {Surface} surface
   * @param {Scene} scene
   * @param {{ art: string, asked: object, after: Scene | null, before: unknown }} of `asked`: what it asks beside the
   *   room; `before` is undefined where the worker composes that picture, too
   * @returns {Promise<Answer | null> | null}
   */
  compose(surface, scene, { art, asked, after, before }) {
    const known = this.knownOf(surface);
    if (!this.ready) return null;
    const { letters, scenes } = this.batchOfTask();
    const at = remembered(letters, scene, () => {
      const letter = this.post.letterOf(scene);
      return letter && scenes.push(letter) - 1;
    });
    if (at === null) return null;
    known.ground = null; // the worker's is that of this picture
    const number = after && this.post.numberOf(after);
    const size = sizeOf(surface);
    return this.send(known, { surface: known.number, size, art, scene: at, asked, after: number, before });
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

  /** @param {Known} known @param {ToInk | ToCompose} picture @returns {Promise<Answer | null>} */
  send(known, picture) {
    const { pictures, give } = this.batchOfTask();
    pictures.push(picture);
    return new Promise((resolve) => {
      give.push((answer) => {
        if (!answer) known.ground = null; // it may not be there
        resolve(answer);
      });
    });
  }

  /** What is sent when all that this task draws is in it. @returns {Batch} */
  batchOfTask() {
    if (this.batch) return this.batch;
    queueMicrotask(() => this.dispatch());
    this.batch = { letters: new Map(), scenes: [], pictures: [], give: [] };
    return this.batch;
  }

  dispatch() {
    const { batch } = this;
    this.batch = null;
    if (!batch?.pictures.length) return;
    this.asked.push(batch);
    /** @type {DrawTold} */
    const message = { theme: this.news(), scenes: batch.scenes, pictures: batch.pictures };
    try {
      this.worker.postMessage(message);
    } catch (error) {
      this.close(); // what it has not heard, it would miss
      throw error;
    }
  }
}

/** @param {Surface} surface */
const sizeOf = ({ canvas, width, height, ratio, version }) => ({
  canvas: { width: canvas.width, height: canvas.height },
  width,
  height,
  ratio,
  version,
});

/** The time on a clock that the page and its workers share: ms. */
const now = () => performance.timeOrigin + performance.now();

/**
 * Whether pixels are smoothly enlarged, whose edges browsers ink otherwise in a worker.
 * @param {Mark} mark
 * @returns {boolean}
 */
const isSmooth = (mark) => (mark.mark === "clip" ? mark.marks.some(isSmooth) : mark.mark === "pixels" && !!mark.smooth);
