/**
 * `<embedding-explorer recipe="preset=king-queen" step="137" panels="network projection" transport="simple">`: an
 * explorer in a shadow root of its own, on any page of the origin that served this script. It asks that origin and no
 * other.
 *
 * Its attributes are properties too: `recipe` (a query), `step`, `stage`, `view` (view options as in a link,
 * "fit=both&trail=20", or as an object; set alone it is another view of the same place), `panels` (names, a text or a
 * list; without any, all) and `transport` ("none", "simple" or "full"); null takes one away. What cannot be is told,
 * and the nearest shown that can. The event `place` tells where it is, `error` what keeps it from being somewhere.
 *
 * Away from a page it is nothing but its attributes and the place where it was; moved to another spot, it goes on
 * there.
 */
import * as records from "../panels/all.mjs";
import { Dropped, Refused } from "../sources/errors.mjs";
import { HttpSource } from "../sources/http.mjs";
import { fillAlert } from "./alert.mjs";
import * as attributes from "./attributes.mjs";
import { mount } from "./explorer.mjs";
import { showPanels } from "./some-panels.mjs";
import { whereOf } from "./whereabouts.mjs";

/** @import { Place, PlaceAsked, Predicted, Prediction } from "../types" */
/** @import { Mounted } from "./inhabit.mjs" */

const NAME = "embedding-explorer";
const PANELS = Object.values(records).map(({ panel }) => panel.name);
// Beside the script, whether it is joined or in its room.
const PAGE = new URL("element.html", import.meta.url.replace(/shell\/element\.mjs$/, ""));

/** The custom element. */
class EmbeddingExplorer extends HTMLElement {
  static observedAttributes = attributes.NAMES;

  /** @type {AbortController | null} */
  #life = null; // from being on a page until leaving it
  /** @type {Mounted | null} */
  #explorer = null;
  /** @type {PlaceAsked | null} */
  #kept = null; // where it was when it left a page, or is to be as soon as it is mounted
  /** @type {Set<string>} */
  #due = new Set(); // names of attributes that were set just now
  #wrong = ""; // what of the attributes cannot be
  #root = this.attachShadow({ mode: "open" });

  connectedCallback() {
    for (const name of attributes.NAMES) this.#adopt(name);
    this.#wrong = "";
    const life = new AbortController();
    this.#life = life;
    this.#begin(life.signal).catch((error) => life.signal.aborted || this.#tell(error));
  }

  /** Where a browser can move an element without taking it away, nothing happens to it. */
  connectedMoveCallback() {}

  disconnectedCallback() {
    this.#life?.abort();
    if (this.#explorer) this.#kept = this.#due.size ? null : this.#explorer.place;
    this.#explorer?.destroy();
    this.#explorer = null;
    this.#root.replaceChildren();
  }

  /** What is set to what it was is wanted all the same: one may have left the place since. @param {string} name */
  attributeChangedCallback(name) {
    if (name === "panels" || name === "transport") this.#choosePanels();
    else this.#goSoon(name);
  }

  /** The place that is shown; null while there is none. @returns {Place | null} */
  get place() {
    return this.#explorer?.place ?? null;
  }

  /** The place that is shown as a link of the page says it, behind its "?"; "" while there is none. */
  get link() {
    const { place } = this;
    return place ? `${place.query}&${whereOf(place, this.#explorer?.player.session?.view)}` : "";
  }

  /**
   * Go to a place, or begin there if it is not painted yet; what is left out is the attributes'; throws what cannot be.
   * @param {Partial<PlaceAsked>} place
   */
  async go(place) {
    const { place: own, problems } = attributes.readPlace(place);
    if (problems.length) throw new Refused(problems);
    const whole = { ...this.#wanted().place, ...own };
    if (this.#explorer) await this.#explorer.go(whole);
    else this.#kept = whole;
  }

  /**
   * Ask about the coming stage; what was predicted, null where it is left.
   * @param {Predicted} what
   * @returns {Promise<Prediction | null>}
   */
  async predict(what) {
    return (await this.#explorer?.predict(what)) ?? null;
  }

  /** Do what a button of the transport does, or a key: "next", "predict". @param {string} name */
  press(name) {
    this.#explorer?.press(name);
  }

  /** What was set before the element was defined hides its property. @param {string} name */
  #adopt(name) {
    const value = Object.getOwnPropertyDescriptor(this, name)?.value;
    if (value === undefined || !Reflect.deleteProperty(this, name)) return;
    Object.assign(this, { [name]: value });
  }

  /** @param {AbortSignal} signal */
  async #begin(signal) {
    followTheme(this, signal);
    const template = this.ownerDocument.createElement("template");
    template.innerHTML = await pageOf(signal);
    if (signal.aborted) return;
    for (const link of template.content.querySelectorAll("link"))
      link.href = new URL(link.getAttribute("href") ?? "", PAGE).href;
    this.#root.append(template.content);
    await Promise.all([...this.#root.querySelectorAll("link")].map(loaded));
    if (signal.aborted) return;
    const root = this.#root.querySelector(".explorer");
    if (!(root instanceof HTMLElement)) throw new Error("The explorer's markup is not what it should be.");
    const explorer = mount(root, this.#sourceFor(root, signal), { place: this.#kept ?? this.#wanted().place });
    [this.#explorer, this.#kept] = [explorer, null];
    this.#choosePanels();
    this.#listen(explorer);
    await explorer.opened;
  }

  /** @param {HTMLElement} root @param {AbortSignal} signal */
  #sourceFor(root, signal) {
    const source = new HttpSource(new URL(root.dataset.api ?? "", PAGE).href);
    /** @param {Event} event */
    const told = (event) => String(/** @type {CustomEvent<string>} */ (event).detail);
    const line = root.querySelector(".waiting");
    if (line) source.addEventListener("waiting", (event) => void (line.textContent = told(event)), { signal });
    source.addEventListener("outdated", (event) => this.#tell(new Error(told(event))), { signal });
    return source;
  }

  /** @param {Mounted} explorer */
  #listen(explorer) {
    explorer.on("place", (detail) => {
      this.#alarm(this.#wrong);
      this.dispatchEvent(new CustomEvent("place", { detail, bubbles: true, composed: true }));
    });
    explorer.on("paint", () => explorer.player.ending && this.#alarm(explorer.player.ending));
    explorer.on("trouble", (error) => this.#tell(error));
  }

  /** What the attributes ask for; what of it cannot be is told. */
  #wanted() {
    const wanted = attributes.read((name) => this.getAttribute(name) ?? "", PANELS);
    const { message } = new Refused(wanted.problems);
    if (message !== this.#wrong) {
      this.#wrong = message;
      if (message) this.#tell(new Refused(wanted.problems));
      else this.#alarm("");
    }
    return wanted;
  }

  /** Several attributes that are set one after the other are one place. @param {string} name */
  #goSoon(name) {
    if (!this.#explorer) {
      this.#kept = null; // the attributes' place is opened when it is mounted
      return;
    }
    const first = this.#due.size === 0;
    this.#due.add(name);
    if (!first) return;
    queueMicrotask(() => {
      const viewOnly = this.#due.size === 1 && this.#due.has("view");
      this.#due.clear();
      if (this.#explorer) this.go(viewOnly ? this.#elsewhere() : {}).catch((error) => this.#tell(error));
    });
  }

  /** The place that is shown, but for its view. @returns {Partial<PlaceAsked>} */
  #elsewhere() {
    if (!this.place) return {};
    const { query, step, stage } = this.place;
    return { query, step, stage };
  }

  #choosePanels() {
    showPanels(this.#root, this.#wanted().panels);
  }

  /** @param {string} text */
  #alarm(text) {
    const box = this.#root.querySelector(".alert");
    if (box instanceof HTMLElement) fillAlert(box, text);
  }

  /** @param {unknown} error */
  #tell(error) {
    if (error instanceof Dropped || !this.isConnected) return;
    this.#alarm(error instanceof Error ? error.message : String(error));
    this.dispatchEvent(new CustomEvent("error", { detail: error }));
  }
}

for (const name of attributes.NAMES) {
  Object.defineProperty(EmbeddingExplorer.prototype, name, {
    /** @this {EmbeddingExplorer} */
    get() {
      const text = this.getAttribute(name) ?? "";
      return name === "step" ? Number(text) || 0 : text;
    },
    /** @this {EmbeddingExplorer} @param {unknown} value */
    set(value) {
      const text = attributes.written(value);
      if (text === null) this.removeAttribute(name);
      else this.setAttribute(name, text);
    },
    enumerable: true,
    configurable: true,
  });
}

/** @param {AbortSignal} signal */
async function pageOf(signal) {
  const answer = await fetch(PAGE, { signal });
  if (!answer.ok) throw new Error(`The explorer does not come (${answer.status}).`);
  return answer.text();
}

/** When a style sheet is there, or will not come. @param {HTMLLinkElement} link @returns {Promise<void>} */
const loaded = (link) =>
  new Promise((resolve) => {
    for (const event of ["load", "error"]) link.addEventListener(event, () => resolve(), { once: true });
  });

/**
 * Light or dark as the page around it says in `<html data-theme>`, else as the system wishes; unless the element says
 * it itself.
 * @param {HTMLElement} element
 * @param {AbortSignal} signal
 */
function followTheme(element, signal) {
  if (element.dataset.theme) return;
  const { documentElement } = element.ownerDocument;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  /** @type {string | undefined} */
  let followed;
  const follow = () => {
    if ((element.dataset.theme ?? followed) !== followed) return; // it says it itself by now
    followed = documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
    element.dataset.theme = followed;
  };
  const observer = new MutationObserver(follow);
  observer.observe(documentElement, { attributeFilter: ["data-theme"] });
  dark.addEventListener("change", follow, { signal });
  const end = () => {
    observer.disconnect();
    if (element.dataset.theme === followed) delete element.dataset.theme;
  };
  signal.addEventListener("abort", end, { once: true });
  follow();
}

// Another address of this script may have defined it: it stays that one's.
if (!customElements.get(NAME)) customElements.define(NAME, EmbeddingExplorer);
