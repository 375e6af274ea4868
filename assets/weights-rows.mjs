/** The rows of the weights panel: what they are called, which of them a step uses, and the table behind the panel. */
import { role } from "./colours.mjs";
import { exact } from "./numbers.mjs";
import { askedRows, rowName } from "./rows.mjs";

export const nameOf = ({ session }, map, row) => rowName(session, map.parameter.name, row);

/**
 * Rows that the instance uses: its input words in the network's input weights; in the output weights its output words, or
 * the rows that it asks.
 */
export function markedRows(scene, { parameter }) {
  const { session, frame } = scene;
  const { input, output } = session.network;
  if (frame && parameter.name === input) return { kind: "input", rows: new Set(frame.inputs) };
  if (!frame || parameter.name !== output) return { kind: "text", rows: new Set() };
  const asked = parameter.change[0]?.at ? askedRows(scene) : null;
  return { kind: "output", rows: new Set(asked ?? (parameter.axes[0] === "word" ? frame.outputs : [])) };
}

/** What a marked row is to this step. */
export function reasonOf({ session, frame }, { parameter, words }, row) {
  if (parameter.name === session.network.input) return "an input word";
  return words && frame.outputs.includes(row) ? "an output word" : words ? "drawn" : "asked";
}

/**
 * A veil over the rows that the instance does not touch, where it touches only some; not over the changes, which are made
 * by the whole batch.
 */
export function paintRest(context, scene, map, { header, rowHeight }, first, count) {
  const touched = scene.frame?.touched(map.parameter.name);
  if (!touched || (scene.view.heat === "change" && scene.frame.batch > 1)) return;
  context.fillStyle = role("surface");
  context.globalAlpha = 0.62;
  for (let row = first; row < first + count; row++) {
    const from = row;
    while (row < first + count && !touched.has(row)) row += 1;
    if (row > from) context.fillRect(map.left, header + (from - first) * rowHeight, map.width, (row - from) * rowHeight);
  }
  context.globalAlpha = 1;
}

/** Headers, rows, and how many these are; maps whose rows are the same share the first column, others bring their own. */
export function tableOf(scene, { maps }) {
  const groups = [];
  for (const map of maps) {
    const group = groups.find(([{ rows, words }]) => rows === map.rows && words === map.words);
    if (group) group.push(map);
    else groups.push([map]);
  }
  const columnsOf = (map) => Array.from({ length: map.columns }, (_, k) => `${map.parameter.symbol} ${k + 1}`);
  const headers = groups.flatMap((group) => ["", ...group.flatMap(columnsOf)]);
  const valuesOf = (map, row) => Array.from(scene.weights[map.parameter.name].data.slice(row * map.columns, (row + 1) * map.columns), exact);
  const cellsOf = (group, row) =>
    row < group[0].rows
      ? [nameOf(scene, group[0], row), ...group.flatMap((map) => valuesOf(map, row))]
      : ["", ...group.flatMap((map) => Array(map.columns).fill(""))];
  const length = Math.max(0, ...maps.map(({ rows }) => rows));
  return [headers, () => Array.from({ length }, (_, row) => groups.flatMap((group) => cellsOf(group, row))), length];
}
