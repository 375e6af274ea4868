/**
 * The network's panel: the network itself (words and a hidden layer, or a network of layers), and beside it the
 * pictures for which the session brings the data (`session.structure`), behind a switch in the panel's head. They are
 * made when they are first shown; scripts of those that most visitors never open come then too.
 */
import { createButtons, element } from "../../draw/figure.mjs";
import { later } from "../../draw/later.mjs";
import { remembered } from "../../maths/remembered.mjs";
import * as layers from "./layers/mount.mjs";
import * as lookup from "./lookup/mount.mjs";
import * as unrolled from "./unrolled/mount.mjs";
import * as network from "./words/mount.mjs";
import panel from "./panel.json" with { type: "json" };

/** @import { Explorer, Panel, Scene, Session } from "../../types" */
/** @import { Module } from "../../draw/later.mjs" */
/**
 * @typedef {{ session: Session, names: string[], group: HTMLElement | null, press: (pressed: (name: string) => boolean)
 *   => void }} Offer
 */

export { panel };

const NETWORK = "network";
const UNROLLED = ["unrolled", "gradient"]; // what stands for the network where its hidden layer feeds itself
const LAYERS = "layers"; // and where it has layers
const LOOKUP = "lookup"; // before it where words are looked up in a table
const COPIES = "copies"; // behind it where an instance may have several input words, which it adds up
/** @type {Record<string, Module>} */
const PICTURES = {
  [NETWORK]: network,
  [LAYERS]: layers,
  [LOOKUP]: lookup,
  unrolled,
  tree: later(() => import("./tree/mount.mjs")),
  noise: later(() => import("./noise/mount.mjs")),
  symbols: later(() => import("./symbols/mount.mjs")),
  reading: later(() => import("./reading/mount.mjs")),
  gradient: later(() => import("./gradient/mount.mjs")),
  sigmoid: later(() => import("./sigmoid/mount.mjs")),
  [COPIES]: later(() => import("./copies/mount.mjs")),
};

/** @param {HTMLElement} root @param {Explorer} app @returns {Panel} */
export function mount(root, app) {
  const head = root.closest(".panel")?.querySelector(".panel-head .tools");
  /** @type {Map<string, { pane: HTMLElement, picture: Panel }>} */
  const panes = new Map();
  /** @type {Offer | null} */
  let offered = null;
  /** @type {Panel | null} */
  let shown = null; // the picture painted last

  /** @param {string} name */
  function pictureOf(name) {
    return remembered(panes, name, () => {
      const pane = root.appendChild(element("div", "pane"));
      return { pane, picture: PICTURES[name].mount(pane, app) };
    }).picture;
  }

  /** The switch of a session; none where the network is all there is. @param {Session} session @returns {Offer} */
  function offer(session) {
    offered?.group?.remove();
    const first = firstOf(session);
    const names = [...first, ...Object.keys(PICTURES).filter((name) => name in session.structure)];
    if (names.length < 2 || !head) return { session, names, group: null, press: () => {} };
    const group = head.appendChild(element("div"));
    /** @type {[string, string, string][]} */
    const choices = names.map((name) => [name, name, `Show the ${name}`]);
    const press = createButtons(group, "Picture", choices, (picture) => app.setView({ picture }));
    return { session, names, group, press };
  }

  /** @param {Scene} scene */
  function paint(scene) {
    if (offered?.session !== scene.session.whole) offered = offer(scene.session.whole);
    const { names, press } = offered;
    const wanted = names.find((name) => name === scene.view.picture) ?? names[0];
    press((each) => each === wanted);
    const name = wanted === NETWORK && scene.session.network.layers.length ? LAYERS : wanted;
    shown = pictureOf(name);
    for (const [other, { pane }] of panes) pane.toggleAttribute("hidden", other !== name);
    shown.paint(scene);
  }

  return { paint, prepare: (scene, after) => shown?.prepare?.(scene, after), inner: () => shown };
}

/** What there is of every session, the usual picture first. @param {Session} session */
function firstOf({ network: { layers, unrolled, lookup }, instances_head: instances }) {
  if (unrolled) return UNROLLED;
  if (lookup) return [LOOKUP, NETWORK];
  return !layers.length && instances.some(([inputs]) => inputs.length > 1) ? [NETWORK, COPIES] : [NETWORK];
}
