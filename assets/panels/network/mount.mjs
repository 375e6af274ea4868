/**
 * The network's place: the network itself (words and a hidden layer, or a network of layers), and beside it the pictures
 * for which the session brings the data (`session.structure`), behind a switch in the panel's head. They are made when
 * they are first shown.
 */
import { createButtons, element } from "../../draw/figure.mjs";
import * as gradient from "./gradient/mount.mjs";
import * as layers from "./layers/mount.mjs";
import * as lookup from "./lookup/mount.mjs";
import * as noise from "./noise/mount.mjs";
import * as symbols from "./symbols/mount.mjs";
import * as tree from "./tree/mount.mjs";
import * as unrolled from "./unrolled/mount.mjs";
import * as network from "./words/mount.mjs";
import panel from "./panel.json" with { type: "json" };

export { panel };

const NETWORK = "network";
const UNROLLED = ["unrolled", "gradient"]; // what stands for the network where its hidden layer feeds itself
const LAYERS = "layers"; // and where it has layers
const LOOKUP = "lookup"; // before it where words are looked up in a table
const PICTURES = { [NETWORK]: network, [LAYERS]: layers, [LOOKUP]: lookup, unrolled, gradient, tree, noise, symbols };

export function mount(root, app) {
  const head = root.closest(".panel")?.querySelector(".panel-head .tools");
  const panes = new Map(); // name -> {pane, picture}
  let offered = null; // {session, names, group, press}
  let shown = null; // the picture painted last

  function add(name) {
    const pane = root.appendChild(element("div", "pane"));
    panes.set(name, { pane, picture: PICTURES[name].mount(pane, app) });
  }

  /** The switch of a session; none where the network is all there is. */
  function offer(session) {
    offered?.group?.remove();
    const standing = session.network.unrolled ? UNROLLED : session.network.lookup ? [LOOKUP, NETWORK] : [NETWORK];
    const names = [...standing, ...Object.keys(PICTURES).filter((name) => name in session.structure)];
    offered = { session, names, press: () => {} };
    if (names.length < 2 || !head) return;
    offered.group = head.appendChild(element("div"));
    const choices = names.map((name) => [name, name, `Show the ${name}`]);
    offered.press = createButtons(offered.group, "Picture", choices, (picture) => app.setView({ picture }));
  }

  function paint(scene) {
    if (offered?.session !== scene.session.whole) offer(scene.session.whole);
    const wanted = offered.names.includes(scene.view.picture) ? scene.view.picture : offered.names[0];
    offered.press((each) => each === wanted);
    const name = wanted === NETWORK && scene.session.network.layers.length ? LAYERS : wanted;
    if (!panes.has(name)) add(name);
    for (const [other, { pane }] of panes) pane.toggleAttribute("hidden", other !== name);
    shown = panes.get(name).picture;
    shown.paint(scene);
  }

  return { paint, prepare: (scene) => shown.prepare?.(scene) };
}
