/**
 * The network's place: the network itself, and beside it the pictures for which the session brings the data
 * (`session.structure`), behind a switch in the panel's head. Their scripts are fetched when they are first shown.
 */
import { createButtons, element } from "./figure.mjs";
import * as network from "./network.mjs";

const NETWORK = "network";
const PICTURES = { tree: () => import("./tree.mjs"), noise: () => import("./noise.mjs") };

export function mount(root, app) {
  const head = root.closest(".panel")?.querySelector(".panel-head .tools");
  const panes = new Map(); // name -> {pane, picture}
  const coming = new Set();
  let latest = null; // the scene painted last, for a picture that comes later
  let offered = null; // {session, names, group, press}

  function add(name, module) {
    const pane = root.appendChild(element("div", "pane"));
    panes.set(name, { pane, picture: module.mount(pane, app) });
  }

  async function fetch(name) {
    if (coming.has(name)) return;
    coming.add(name);
    add(name, await PICTURES[name]());
    paint(latest);
  }

  /** The switch of a session; none where the network is all there is. */
  function offer(session) {
    offered?.group?.remove();
    const names = [NETWORK, ...Object.keys(PICTURES).filter((name) => name in session.structure)];
    offered = { session, names, press: () => {} };
    if (names.length < 2 || !head) return;
    offered.group = head.appendChild(element("div"));
    const choices = names.map((name) => [name, name, `Show the ${name}`]);
    offered.press = createButtons(offered.group, "Picture", choices, (picture) => app.setView({ picture }));
  }

  function paint(scene) {
    latest = scene;
    if (offered?.session !== scene.session) offer(scene.session);
    const wanted = offered.names.includes(scene.view.picture) ? scene.view.picture : NETWORK;
    offered.press((name) => name === wanted);
    if (!panes.has(wanted)) fetch(wanted);
    const name = panes.has(wanted) ? wanted : NETWORK;
    for (const [other, { pane }] of panes) pane.hidden = other !== name;
    panes.get(name).picture.paint(scene);
  }

  add(NETWORK, network);
  return { paint };
}
