/** A canvas with one instance's vectors: below the bar that chooses it in a minibatch, above its numbers as a table. */
import { element } from "../../../draw/figure.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { instanceBar } from "./bar.mjs";

/** @import { Row } from "../../../draw/table.mjs" */
/** @import { Drawn, Explorer, Measure, Picture, Room, Scene } from "../../../types" */

/**
 * @template {object} Shown
 * @param {HTMLElement} root
 * @param {Explorer} app
 * @param {string} title
 * @param {{ art?: string, compose: (scene: Scene, room: Room, measure: Measure) => (Shown & Drawn) |
 *   null, rows: (scene: Scene) => Row[], shown: () => void }} picture `shown` is called when there is a new one
 * @returns {{ painter: Picture<Shown>, paint: (scene: Scene) => void }}
 */
export function createPane(root, app, title, { art, compose, rows, shown }) {
  const bar = instanceBar(root, app);
  const host = root.appendChild(element("div"));
  Object.assign(host.style, { position: "absolute", inset: "0" });
  /** @type {Picture<Shown>} */
  const painter = createPainter(app, host, title, { art, compose, show });
  const setTable = accessibleTable(app, root, title);

  /** @param {object} _ @param {Scene} scene */
  function show(_, scene) {
    setTable(["vector", "element", "value"], () => rows(scene), scene.playing);
    shown();
  }

  /** The bar above takes its room first. @param {Scene} scene */
  function paint(scene) {
    host.style.top = `${bar.update(scene)}px`;
    painter.paint(scene);
  }

  return { painter, paint };
}
