/**
 * The network's panel: the network itself (words and a hidden layer, or a network of layers), and beside it the pictures
 * for which the session brings the data (`session.structure`), behind a switch in the panel's head. They are made when
 * they are first shown; the gradient, of which the server is asked in any case, is loaded then too.
 */
import { createButtons, createNote, element } from "../../draw/figure.mjs";
import { remembered } from "../../maths/remembered.mjs";
import * as layers from "./layers/mount.mjs";
import * as lookup from "./lookup/mount.mjs";
import * as noise from "./noise/mount.mjs";
import * as reading from "./reading/mount.mjs";
import * as sigmoid from "./sigmoid/mount.mjs";
import * as symbols from "./symbols/mount.mjs";
import * as tree from "./tree/mount.mjs";
import * as unrolled from "./unrolled/mount.mjs";
import * as network from "./words/mount.mjs";
import panel from "./panel.json" with { type: "json" };

/** @import { Asker, Explorer, Panel, Scene, Session } from "../../types" */
/** @typedef {{ mount: (root: HTMLElement, app: Explorer) => Panel }} Module of a picture */
/** @typedef {{ session: Session, names: string[], group: HTMLElement | null, press: (pressed: (name: string) => boolean) => void }} Offer */

export { panel };

const NETWORK = "network";
const UNROLLED = ["unrolled", "gradient"]; // what stands for the network where its hidden layer feeds itself
const LAYERS = "layers"; // and where it has layers
const LOOKUP = "lookup"; // before it where words are looked up in a table
/** @type {Record<string, Module>} */
const PICTURES = {
  ...{ [NETWORK]: network, [LAYERS]: layers, [LOOKUP]: lookup, unrolled },
  ...{ gradient: later(() => import("./gradient/mount.mjs")), tree, noise, symbols, sigmoid, reading },
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
    const { unrolled: isUnrolled, lookup: looksUp } = session.network;
    const first = isUnrolled ? UNROLLED : looksUp ? [LOOKUP, NETWORK] : [NETWORK];
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

  return { paint, prepare: (scene) => shown?.prepare?.(scene), inner: () => shown };
}

/** A picture whose script comes when it is first shown. @param {() => Promise<Module>} load @returns {Module} */
function later(load) {
  return {
    mount(pane, app) {
      const note = createNote(pane);
      /** @type {Panel | null} */
      let picture = null;
      /** @type {Scene | null} */
      let latest = null; // the one to paint
      /** @type {Asker<Module>} */
      const asker = app.asker(() => latest && paint(latest));

      /** @param {Scene} scene */
      function paint(scene) {
        latest = scene;
        const found = asker.answer("script", load);
        if (found && "error" in found) note("This picture could not be loaded. Reload the page.");
        else if (found) picture ??= found.mount(pane, app);
        picture?.paint(scene);
      }

      return { paint, prepare: (scene) => picture?.prepare?.(scene) };
    },
  };
}
