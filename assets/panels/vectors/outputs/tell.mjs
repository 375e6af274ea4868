/** What is told of the output words' panels: what lies at a point, lines at the pointer, the table behind them. */
import { exact } from "../../../text/numbers.mjs";
import { wordOf } from "./facts.mjs";
import { pickPart } from "./layout.mjs";

/** @import { Line, Scene } from "../../../types" */
/** @import { OutputsPicture } from "./compose.mjs" */
/** @import { Panel, Part } from "./facts.mjs" */
/** @typedef {{ panel: number, part: number, row: number, word: number | null }} Target a heading has row −1 */

/** @param {OutputsPicture} picture @param {number} x @param {number} y @returns {Target | null} */
export function pick({ scene, panels, layout }, x, y) {
  const found = layout && pickPart(layout, x, y);
  return found && { ...found, word: found.row < 0 ? null : wordOf(scene, panels[found.panel], found.row) };
}

/** @param {OutputsPicture} picture @param {Target} target @returns {Line[]} */
export function linesFor({ scene, panels }, { panel, part: at, row }) {
  const part = panels[panel].parts[at];
  const about = [says(scene, panels[panel], part), part.quantity.source];
  if (row < 0) return [part.symbol, ...about];
  const value = part.values ? exact(part.values[row]) : "not yet computed";
  return [[`${part.symbol} of ${nameOf(scene, panels[panel], part, row)}`, value], ...about];
}

/** In words. @param {Scene} scene @param {Panel} panel @param {Part} part */
function says({ session, frame }, { ids, asked }, { quantity, of, rest }) {
  if (rest) return `the part of the ${rest} output words that find no room here`;
  if (of === null)
    return quantity.role === "error"
      ? `${quantity.help}: the sum over all output words`
      : `${quantity.help}, the same for each output word`;
  const own = `output word ${of + 1}, ${session.words[frame?.outputs[of] ?? 0]}`;
  if (asked) return `${quantity.help}; asked for ${own}`;
  return ids ? `error on the panel of ${own}: y − t` : `what ${own} sends back to the hidden layer`;
}

/** What a row is called. @param {Scene} scene @param {Panel} panel @param {Part} part @param {number} row */
const nameOf = ({ session }, { ids, asked }, { quantity }, row) =>
  ids ? session.words[ids[row]] : (asked?.names[row] ?? quantity.row_names?.[row] ?? `unit ${row + 1}`);

/** @param {OutputsPicture} picture */
export const tableRows = ({ scene, panels }) =>
  panels.flatMap((panel) =>
    panel.parts.flatMap((part) =>
      (part.values ?? []).map((value, row) => [
        part.of === null ? part.symbol : `${part.symbol}, ${scene.session.words[scene.frame?.outputs[part.of] ?? 0]}`,
        nameOf(scene, panel, part, row),
        exact(value),
      ]),
    ),
  );
