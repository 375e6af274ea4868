/**
 * Noise panel: how often each word is an output word, what that is as a distribution at the exponents 0, ¾ and 1, which
 * of these the step draws from, and the words that it drew.
 */
import { watchPicture } from "../../../draw/pointer.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { count, exact } from "../../../text/numbers.mjs";
import { compose } from "./compose.mjs";
import { rowAt } from "./layout.mjs";

/** @import { Explorer, Line, Panel, Picture, Scene } from "../../../types" */
/** @import { NoisePicture, NoiseShown } from "./compose.mjs" */
/** @typedef {{ id: number }} Target a word */

/** @param {HTMLElement} root @param {Explorer} app @returns {Panel} */
export function mount(root, app) {
  const title = "Noise: counts of the words, and the distribution that the step draws from";
  /** @type {Picture<NoisePicture>} */
  const painter = createPainter(app, root, title, { compose, show });
  const setTable = accessibleTable(app, root, "Noise");

  /** @param {NoisePicture} picture @param {Scene} scene */
  function show({ shown }, scene) {
    const headers = ["word", "count", ...shown.columns.map((column) => column.title), "drawn"];
    setTable(headers, () => tableRows(shown), scene.playing);
    pointer.refresh();
  }

  const pointer = watchPicture(painter.surface.canvas, app, {
    /** @param {number} _ @param {number} y @returns {Target | null} */
    pick(_, y) {
      const row = painter.shown ? rowAt(painter.shown.layout, y) : -1;
      return painter.shown && row >= 0 ? { id: painter.shown.ids[row] } : null;
    },
    /** @param {Target} target */
    word: ({ id }) => id,
    /** @param {Target} target */
    lines: ({ id }) => painter.shown && linesFor(painter.shown.shown, id),
    /** @param {Target} target */
    click: ({ id }) => painter.scene && app.chooseWord(painter.scene.session.words[id]),
  });
  return painter;
}

/** @param {NoiseShown} shown @param {number} id @returns {Line[]} */
function linesFor({ scene, counts, columns, draws }, id) {
  const { session, frame } = scene;
  const counted = session.hyper.counts === "text" ? "times in the text" : "times an output word";
  /** @type {Line[]} */
  const lines = [session.words[id], [counted, count(counts[id])]];
  for (const { title, values, used } of columns) lines.push([used ? `${title}, drawn from` : title, exact(values[id])]);
  const hit = session.hyper.noise_hit;
  if (frame?.outputs.includes(id))
    lines.push(`output word of this instance${hit === "redraw" ? ": not drawn against itself" : ""}`);
  if (!draws || !frame) return lines;
  const { asked, times, groups, hits } = draws;
  const against = hits.get(id);
  if (against) lines.push(`drawn against itself, ${hit === "skip" ? "skipped" : "asked both ways"}: ${against}`);
  if (!times.has(id)) lines.push("not drawn in this step");
  else if (times.get(id) && groups) {
    asked.forEach((other, question) => {
      const word = frame.outputs[groups[question]];
      if (other === id && question > 0 && word !== id) lines.push(`drawn against ${session.words[word]}`);
    });
  }
  return lines;
}

/** @param {NoiseShown} shown */
function tableRows({ scene, counts, columns, order, draws }) {
  const skips = scene.session.hyper.noise_hit === "skip";
  /** @param {number} id */
  const drawn = (id) => {
    if (!draws) return "";
    const [times, skipped] = [draws.times.get(id) ?? 0, skips && draws.hits.get(id)];
    return skipped ? `${times}, and ${skipped} skipped` : times;
  };
  return order.map((id) => [
    scene.session.words[id],
    counts[id],
    ...columns.map(({ values }) => exact(values[id])),
    drawn(id),
  ]);
}
