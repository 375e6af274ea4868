/**
 * `<embedding-explorer recipe="preset=king-queen" step="137" panels="network projection" transport="simple">`: an explorer in a
 * shadow root of its own, on any page of the origin that served this script. It asks that origin and no other.
 *
 * Its attributes are properties too: `recipe` (a query), `step`, `stage`, `view` (view options as in a link, "fit=both&trail=20";
 * set alone it is another view of the same place), `panels` (names; without any, all) and `transport`
 * ("none", "simple" or "full"). The event `place` tells where it is, `error` what keeps it from being somewhere.
 */
import { Dropped } from "../sources/errors.mjs";
import { HttpSource } from "../sources/http.mjs";
import { fillAlert } from "./alert.mjs";
import { mount } from "./explorer.mjs";

const ATTRIBUTES = ["recipe", "step", "stage", "view", "panels", "transport"];
// Beside the script, whether it is joined or in its room.
const PAGE = new URL("element.html", import.meta.url.replace(/shell\/element\.mjs$/, ""));

export class EmbeddingExplorer extends HTMLElement {
  static observedAttributes = ATTRIBUTES;

  #life = null; // an AbortController, from being on a page until leaving it
  #explorer = null;
  #due = new Set(); // names of attributes that were set just now

  constructor() {
    super();
    this.attachShadow({ mode: "open" });
  }

  connectedCallback() {
    this.#life = new AbortController();
    this.#begin(this.#life.signal).catch((error) => this.#tell(error));
  }

  disconnectedCallback() {
    this.#life.abort();
    this.#explorer?.destroy();
    this.#explorer = null;
    this.shadowRoot.replaceChildren();
  }

  attributeChangedCallback(name, before, after) {
    if (!this.#explorer || before === after || name === "transport") return;
    if (name === "panels") this.#choosePanels();
    else this.#goSoon(name);
  }

  /** The place that is shown: {query, step, stage, view}; null while there is none. */
  get place() {
    return this.#explorer?.place ?? null;
  }

  /** Go to a place of the same kind; what is left out is the attributes'. */
  async go(place) {
    await this.#explorer?.go({ ...this.#asked(), ...place });
  }

  async #begin(signal) {
    followTheme(this, signal);
    const { shadowRoot } = this;
    const template = this.ownerDocument.createElement("template");
    template.innerHTML = await pageOf(signal);
    if (signal.aborted) return;
    shadowRoot.append(template.content);
    await Promise.all([...shadowRoot.querySelectorAll("link")].map(loaded));
    if (signal.aborted) return;
    const root = shadowRoot.querySelector(".explorer");
    const source = new HttpSource(new URL(root.dataset.api, PAGE).href);
    source.addEventListener("waiting", ({ detail }) => void (root.querySelector(".waiting").textContent = detail), { signal });
    source.addEventListener("outdated", ({ detail }) => this.#tell(new Error(detail)), { signal });
    this.#choosePanels();
    const explorer = (this.#explorer = mount(root, source, { place: this.#asked() }));
    explorer.on("place", () => this.dispatchEvent(new CustomEvent("place", { detail: explorer.place, bubbles: true, composed: true })));
    explorer.on("paint", () => {
      const { stopped, diverged } = explorer.player;
      fillAlert(root.querySelector(".alert"), stopped ? diverged.reason : "");
    });
    explorer.on("trouble", (error) => this.#tell(error));
    await explorer.opened;
  }

  /** The place that the attributes name. */
  #asked() {
    return { query: this.recipe, step: this.step, stage: this.stage || null, view: Object.fromEntries(new URLSearchParams(this.view)) };
  }

  /** Several attributes that are set one after the other are one place. */
  #goSoon(name) {
    const first = this.#due.size === 0;
    this.#due.add(name);
    if (!first) return;
    queueMicrotask(() => {
      const { query, step, stage } = this.place ?? {};
      const stays = query && this.#due.size === 1 && this.#due.has("view");
      this.#due.clear();
      this.go(stays ? { query, step, stage } : {}).catch((error) => this.#tell(error));
    });
  }

  #choosePanels() {
    const wanted = this.panels.split(/\s+/).filter(Boolean);
    for (const panel of this.shadowRoot.querySelectorAll(".panel")) {
      const { id } = panel.id ? panel : panel.querySelector(".panel-body");
      panel.hidden = wanted.length > 0 && !wanted.includes(id);
    }
  }

  #tell(error) {
    if (error instanceof Dropped || !this.isConnected) return;
    const box = this.shadowRoot.querySelector(".alert");
    if (box) fillAlert(box, error.message);
    this.dispatchEvent(new CustomEvent("error", { detail: error }));
  }
}

for (const name of ATTRIBUTES) {
  Object.defineProperty(EmbeddingExplorer.prototype, name, {
    get() {
      const text = this.getAttribute(name) ?? "";
      return name === "step" ? Number(text) || 0 : text;
    },
    set(value) {
      this.setAttribute(name, value);
    },
    enumerable: true,
    configurable: true,
  });
}

async function pageOf(signal) {
  const answer = await fetch(PAGE, { signal });
  if (!answer.ok) throw new Error(`The explorer does not come (${answer.status}).`);
  return answer.text();
}

/** When a style sheet is there, or will not come. */
const loaded = (link) => new Promise((resolve) => ["load", "error"].forEach((event) => link.addEventListener(event, resolve, { once: true })));

/** Light or dark as the page around it says in `<html data-theme>`, else as the system wishes; unless the element says it itself. */
function followTheme(element, signal) {
  if (element.dataset.theme) return;
  const { documentElement, defaultView: view } = element.ownerDocument;
  const dark = view.matchMedia("(prefers-color-scheme: dark)");
  const follow = () => void (element.dataset.theme = documentElement.dataset.theme ?? (dark.matches ? "dark" : "light"));
  const observer = new view.MutationObserver(follow);
  observer.observe(documentElement, { attributeFilter: ["data-theme"] });
  dark.addEventListener("change", follow, { signal });
  signal.addEventListener("abort", () => {
    observer.disconnect();
    delete element.dataset.theme;
  }, { once: true });
  follow();
}

customElements.define("embedding-explorer", EmbeddingExplorer);
