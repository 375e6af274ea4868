/**
 * The network's place: the network itself, and beside it the pictures for which the session brings the data
 * (`session.structure`), behind a switch in the panel's head.
 */
import { createButtons, element } from "./figure.mjs";
import * as network from "./network.mjs";
import * as noise from "./noise.mjs";
import * as tree from "./tree.mjs";

const NETWORK = "network";
const PICTURES = { tree, noise }; // each mounted when it is first shown

export function mount(root, app) {
  const head = root.closest(".panel")?.querySelector(".panel-head .tools");
  const shown = new Map(); // name -> {pane, picture}
  let offered = null; // {session, group, press}

  function open(name) {
    if (!shown.has(name)) {
      const pane = root.appendChild(element("div", "pane"));
      shown.set(name, { pane, picture: (PICTURES[name] ?? network).mount(pane, app) });
    }
    for (const [other, { pane }] of shown) pane.hidden = other !== name;
    return shown.get(name).picture;
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

  open(NETWORK);
  return {
    paint(scene) {
      if (offered?.session !== scene.session) offer(scene.session);
      const wanted = offered.names.includes(scene.view.picture) ? scene.view.picture : NETWORK;
      offered.press((name) => name === wanted);
      open(wanted).paint(scene);
    },
  };
}
