/**
 * The explorers of a lesson: each is mounted when it is first needed, and moved by the cues of the text. One beside the
 * text stands there as long as the text speaks of it; one within it comes to life when it comes near, and rests out of
 * sight.
 */
import { element } from "../draw/figure.mjs";
import * as positions from "../player/positions.mjs";
import { fillAlert } from "../shell/alert.mjs";
import { keepingFocus } from "../shell/elements.mjs";
import { mount } from "../shell/explorer.mjs";
import { Dropped } from "../sources/errors.mjs";
import { isTaken, moveOf } from "../shell/keys.mjs";
import { showPanels } from "../shell/some-panels.mjs";
import { whereOf } from "../shell/whereabouts.mjs";
import { createLights } from "./lights.mjs";

/** @import { Place, PlaceAsked, Source, View, WholeSource } from "../types" */
/** @import { Mounted } from "../shell/inhabit.mjs" */
/** @import { Ask, Predict } from "./judging.mjs" */
/** @import { Named } from "./where.mjs" */
/**
 * @typedef {Source & EventTarget & Pick<WholeSource, "check" | "evaluate">} LessonSource what answers a lesson's
 *   questions
 * @typedef {{ explorer: string, query: string, step: number, stage: string, panels: string[], view: View, light:
 *   Named[], beside: boolean }} Cue where an explorer is to be, and what is lit there
 * @typedef {{ name: string, frame: HTMLElement, root: HTMLElement, mounted: Mounted | null, lights: ReturnType<typeof
 *   createLights>, cue: Cue, applied: Cue | null, home: Place | null, back: HTMLButtonElement, whole:
 *   HTMLAnchorElement, seen: boolean, arriving: Promise<void> | null }} Held an explorer on the page; `home`: where the
 *   cue `applied` has led it
 */

const COVER = "cover"; // of the view option predict: who asks has a form of his own
const NEAR = "60% 0px"; // of the text's window, around it
const PATIENCE = 400; // ms, after which one is mounted although the page is busy

/** All explorers of a page. */
export class Explorers {
  /** @type {Map<string, Held>} */
  held = new Map();
  /** @type {Set<(name: string) => void>} */
  followers = new Set();
  /** @type {(Ask & Predict) | null} */
  predicted = null; // the question about the coming stage of its explorer, which is covered
  /** @type {WeakSet<object>} */
  shown = new WeakSet(); // the questions to whose stage somebody has gone on

  /**
   * @param {LessonSource} source
   * @param {HTMLElement} text
   * @param {HTMLElement} beside where those beside it stand
   * @param {string} page the address of the page of one explorer, which a press opens
   * @param {string} called what that says
   */
  constructor(source, text, beside, page, called) {
    this.source = source;
    this.beside = beside;
    this.page = page;
    this.called = called;
    this.near = new IntersectionObserver((entries) => this.heed(entries), { root: text, rootMargin: NEAR });
    source.addEventListener("waiting", (event) => {
      const said = String(/** @type {CustomEvent<string>} */ (event).detail);
      for (const { root } of this.held.values()) {
        const line = root.querySelector(".waiting");
        if (line) line.textContent = said;
      }
    });
  }

  /** Hears when an explorer is painted, or is about to be elsewhere. @param {(name: string) => void} follower */
  follow(follower) {
    this.followers.add(follower);
  }

  /** @param {string} name @returns {Mounted | null} */
  mounted = (name) => this.held.get(name)?.mounted ?? null;

  /** One that is needed, in sight or not. @param {string} name @returns {Mounted | null} */
  awake(name) {
    const held = this.held.get(name);
    if (held && !held.mounted) this.settle(held);
    return held?.mounted ?? null;
  }

  /** Back to where the text is, with nothing else to come. @param {string} name @returns {Promise<Mounted>} */
  async home(name) {
    const held = this.held.get(name);
    if (!held) throw new Error(`There is no explorer ${name}.`);
    const { place } = this.awake(name) ?? {};
    if (held.home && place && !isAt(place, held.home)) {
      held.applied = null;
      this.lead(held);
    }
    await held.arriving;
    return /** @type {Mounted} */ (held.mounted);
  }

  /** The explorer whose coming stage somebody predicts. */
  get covered() {
    return this.predicted?.place.explorer ?? null;
  }

  /** The coming stage is covered where it is predicted, and nowhere else. @param {Held} held */
  cover({ name, mounted }) {
    if (!mounted || mounted.player.playing) return; // that uncovers it until it rests
    const covers = name === this.covered;
    if (covers !== Boolean(mounted.player.view.predict)) mounted.app.setView({ predict: covers ? COVER : "" });
  }

  /**
   * Every explorer to its place. The last one beside the text that was spoken of is the one that is shown there.
   * @param {Map<string, Cue>} cues
   * @param {(name: string) => HTMLElement} spotOf where in the text an explorer stands that is not beside it
   */
  show(cues, spotOf) {
    const besides = [...cues.values()].filter(({ beside }) => beside);
    const shown = besides.at(-1)?.explorer;
    for (const cue of cues.values()) {
      const held = this.held.get(cue.explorer) ?? this.make(cue, cue.beside ? this.beside : spotOf(cue.explorer));
      held.cue = cue;
      held.frame.hidden = cue.beside && cue.explorer !== shown;
      if (held.frame.hidden) held.mounted?.player.pause();
      else if (cue.beside) this.settle(held);
      else if (held.mounted) this.lead(held);
      this.cover(held);
    }
    this.beside.toggleAttribute("hidden", !shown);
  }

  /**
   * Lead an explorer to a cue, alone, and wait until that is painted.
   * @param {Cue} cue @param {(name: string) => HTMLElement} spotOf
   */
  async visit(cue, spotOf) {
    const held = this.held.get(cue.explorer) ?? this.make(cue, cue.beside ? this.beside : spotOf(cue.explorer));
    if (cue.beside) for (const each of this.held.values()) if (each.cue.beside) each.frame.hidden = each !== held;
    Object.assign(held, { cue, applied: null });
    this.settle(held);
    await held.arriving;
    return held;
  }

  /** @param {Cue} cue @param {HTMLElement} parent @returns {Held} */
  make(cue, parent) {
    const name = cue.explorer;
    const frame = parent.appendChild(element("section", "lesson-explorer"));
    frame.dataset.explorer = name;
    frame.setAttribute("aria-label", `Explorer ${name}`);
    const root = frame.appendChild(element("div"));
    const bar = frame.appendChild(element("p", "lesson-explorer-bar"));
    const back = bar.appendChild(element("button", "button small"));
    Object.assign(back, {
      type: "button",
      hidden: true,
      title: "The recipe, the step and the view that the text speaks of",
    });
    back.textContent = "Back to where the text is";
    const whole = bar.appendChild(element("a"));
    Object.assign(whole, { textContent: this.called, target: "_blank", rel: "noopener" });
    /** @type {Held} */
    const held = {
      name,
      frame,
      root,
      cue,
      back,
      whole,
      mounted: null,
      lights: { light() {}, bringIntoSight() {} },
      applied: null,
      home: null,
      arriving: null,
      seen: false,
    };
    back.addEventListener("click", () => {
      held.applied = null;
      this.lead(held);
    });
    this.held.set(name, held);
    if (!cue.beside) this.near.observe(frame);
    return held;
  }

  /**
   * What comes near is mounted when the page rests; what is out of sight plays no more.
   * @param {IntersectionObserverEntry[]} entries
   */
  heed(entries) {
    for (const { target, isIntersecting } of entries) {
      const held = [...this.held.values()].find(({ frame }) => frame === target);
      if (!held) continue;
      held.seen = isIntersecting;
      if (!isIntersecting) held.mounted?.player.pause();
      else if (!held.mounted) whenIdle(() => held.seen && this.settle(held));
    }
  }

  /** Mounted, and where its cue says. @param {Held} held */
  settle(held) {
    if (!held.mounted) this.bringToLife(held);
    this.lead(held);
  }

  /** @param {Held} held */
  bringToLife(held) {
    const { name, root, frame, cue } = held;
    const mounted = mount(root, this.source, {
      prefix: `${name}-`,
      place: this.placeOf(cue),
      inProgram: this.source.readonly ? () => held.whole.href : undefined,
    });
    held.mounted = mounted;
    held.applied = cue;
    showPanels(root, cue.panels, `${name}-`);
    held.lights = createLights(mounted);
    held.lights.light(cue.light ?? []);
    const { signal } = mounted.clock;
    frame.addEventListener("keydown", (event) => press(event, mounted), { signal });
    mounted.on("paint", () => this.tell(held));
    mounted.on("place", () => this.tell(held));
    mounted.on("trouble", (error) => alarm(held, error));
    this.arrive(held, mounted.opened);
  }

  /** To its cue, unless it was led there and may have been moved since by hand. @param {Held} held */
  lead(held) {
    const { mounted, cue, name, root } = held;
    if (!mounted || held.applied === cue) return;
    Object.assign(held, { applied: cue, home: null });
    mounted.player.pause();
    showPanels(root, cue.panels, `${name}-`);
    held.lights.light(cue.light ?? []);
    this.arrive(held, mounted.go(this.placeOf(cue)));
  }

  /** @param {Cue} cue @returns {PlaceAsked} */
  placeOf({ explorer, query, step, stage, view }) {
    const covers = explorer === this.covered ? { predict: COVER } : {};
    return { query, step, stage: stage || null, view: { ...view, ...covers } };
  }

  /** @param {Held} held @param {Promise<void> | null} opened */
  arrive(held, opened) {
    const settled = async () => {
      await opened;
      held.home = held.mounted?.place ?? null;
      this.tell(held);
      await painted(held.mounted);
      held.lights.bringIntoSight();
    };
    held.arriving = settled().catch((error) => alarm(held, error));
  }

  /** @param {Held} held */
  tell(held) {
    const place = held.mounted?.place;
    if (!place) return;
    alarm(held, held.mounted?.player.ending ?? "");
    if (held.name === this.covered) this.cover(held); // playing has uncovered it
    const view = place.view.predict ? { ...place.view, predict: "1" } : place.view; // there it asks by itself
    const usual = held.mounted?.player.session?.view;
    held.whole.href = `${this.page}?${place.query}&${whereOf({ ...place, view }, usual)}`;
    const away = held.home !== null && !isAt(place, held.home);
    if (held.back.hidden === away)
      keepingFocus(
        held.frame.ownerDocument,
        () => held.back.toggleAttribute("hidden", !away),
        () => held.frame.querySelector(".transport .primary"),
      );
    if (this.predicted && held.name === this.covered && isPast(place, held)) this.shown.add(this.predicted);
    for (const follower of this.followers) follower(held.name);
  }
}

/** When an explorer has painted where it is. @param {Mounted | null} mounted @returns {Promise<void>} */
function painted(mounted) {
  if (!mounted || mounted.app.host.dataset.ready === "true") return Promise.resolve();
  return new Promise((resolve) => {
    const stop = mounted.on("paint", () => {
      stop();
      resolve();
    });
  });
}

/** Whether two places are the same, whatever is looked at there. @param {Place} one @param {Place | null} other */
const isAt = (one, other) => one.query === other?.query && one.step === other.step && one.stage === other.stage;

/** Whether one has gone on from where an explorer was led. @param {Place} place @param {Held} held */
function isPast(place, { mounted, home }) {
  const { session } = mounted?.player ?? {};
  if (!session || home?.query !== place.query) return false;
  const [at, from] = [place, home].map(({ step, stage }) => positions.atStage(session, step, stage));
  return positions.isPast(session, at, from);
}

/** What is wrong, over the panels; "" for nothing. @param {Held} held @param {unknown} error */
function alarm({ root }, error) {
  if (error instanceof Dropped) return;
  const box = root.querySelector(".alert");
  const text = error instanceof Error ? error.message : String(error);
  if (box instanceof HTMLElement && box.textContent !== text) fillAlert(box, text);
}

/** The keys of the page move the explorer that has the focus. @param {KeyboardEvent} event @param {Mounted} explorer */
function press(event, explorer) {
  const name = moveOf(event);
  if (!name || event.defaultPrevented || isTaken(event)) return;
  event.preventDefault();
  explorer.press(name);
}

/** @param {() => void} action */
function whenIdle(action) {
  if ("requestIdleCallback" in window) requestIdleCallback(action, { timeout: PATIENCE });
  else setTimeout(action);
}
