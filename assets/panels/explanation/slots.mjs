/**
 * Live numbers inside equations: `<mn data-slot="W_out[o,k]">` and their like, filled from a scene.
 *
 * A slot is `name[index]` or `name[row,column]`, with "old." or "new." before a parameter for its weights before and
 * after the last update; an index is a number or i (first input word), o (first output word), k (chosen unit). Alone
 * stand `loss`, `rate`, `C` (output words), `inputs` (input words) and `batch` (instances); `word[i]`, `word[o]`, `unit[k]` are labels. Where
 * a step asks only some rows of the output weights, r is the first of them and `row[0]` its name.
 * `data-when` marks parts that are shown only where there are several inputs, outputs, or instances in a batch, or where
 * the first input word stands again among the inputs.
 */

import { setText } from "../../draw/figure.mjs";
import { askedRows } from "../../maths/rows.mjs";
import { rowName } from "../../text/names.mjs";
import { format } from "../../text/numbers.mjs";

const PLACE = /^(?:(old|new)\.)?([^[\].]+)(?:\[([^\]]+)\])?$/;

const ALONE = {
  loss: (scene) => scene.frame?.loss,
  rate: (scene) => scene.frame?.rate ?? scene.session.hyper.learning_rate,
  C: (scene) => scene.frame?.outputs.length,
  inputs: (scene) => scene.frame?.inputs.length,
  batch: (scene) => scene.frame?.batch,
};

const LABELS = {
  word: (scene, at) => scene.session.words[at],
  unit: (_, at) => String(at + 1),
  row: (scene, at) => {
    const row = askedRows(scene)?.[at];
    return row === undefined ? undefined : rowName(scene.session, scene.session.network.output, row);
  },
};

const SEVERAL = {
  inputs: (scene) => scene.frame?.inputs.length > 1,
  outputs: (scene) => scene.frame?.outputs.length > 1,
  batch: (scene) => scene.session.batch_size > 1,
  again: (scene) => scene.frame?.inputs.lastIndexOf(scene.frame.inputs[0]) > 0,
};

/** What the symbols i, o, r, k stand for in this scene. */
export function symbols(scene) {
  const { frame, view } = scene;
  return { i: frame?.inputs[0], o: frame?.outputs[0], r: askedRows(scene)?.[0], k: Number(view.unit) || 0 };
}

/**
 * Prepares the slots of an equation that was just parsed.
 * @param {(quantity: string, index: number[]) => void} onPress a number was asked about
 * @returns {{paint(scene): void, usesUnit: boolean}} paint touches only texts that changed
 */
export function bind(root, session, onPress) {
  const slots = [...root.querySelectorAll("[data-slot]")].map((node) => slotOf(node, session));
  const part = (node) => ({ node, several: SEVERAL[node.dataset.when], shown: null });
  const parts = [...root.querySelectorAll("[data-when]")].map(part);
  let last = null;

  for (const slot of slots) {
    if (!slot.asks) continue;
    const press = () => {
      const index = last && slot.index(symbols(last));
      if (index?.every(Number.isInteger)) onPress(slot.name, index);
    };
    slot.node.setAttribute("tabindex", "0");
    slot.node.setAttribute("role", "button");
    slot.node.addEventListener("click", press);
    slot.node.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      press();
    });
  }

  function paint(scene) {
    last = scene;
    const named = symbols(scene);
    for (const slot of slots) setText(slot.node, slot.read(scene, named));
    for (const part of parts) {
      const shown = Boolean(part.several?.(scene));
      if (shown !== part.shown) part.node.style.display = (part.shown = shown) ? "" : "none";
    }
  }

  return { paint, usesUnit: slots.some((slot) => slot.uses("k")) };
}

function slotOf(node, session) {
  const [, time, name, inside] = PLACE.exec(node.dataset.slot) ?? [null, null, node.dataset.slot, null];
  const indices = inside ? inside.split(",").map((part) => part.trim()) : [];
  const index = (named) => indices.map((part) => (part in named ? named[part] : Number(part)));
  const declared = [...session.parameters, ...session.quantities].find((each) => each.name === name);
  const role = name === "word" ? (indices[0] === "i" ? "input" : "output") : name === "row" ? "output" : declared?.role;
  if (role) node.dataset.role = role;
  const inBrackets = followsOperator(node);

  function read(scene, named) {
    if (name in LABELS && inside) return LABELS[name](scene, index(named)[0]) ?? "·";
    const value = name in ALONE && !inside ? ALONE[name](scene) : valueAt(scene, name, time, index(named));
    if (value === undefined || value === null) return "·";
    const text = Number.isInteger(value) && Math.abs(value) < 1e6 ? String(value) : format(value);
    return inBrackets && value < 0 ? `(${text})` : text;
  }
  return {
    node,
    name,
    index,
    read,
    asks: Boolean(declared) && !(name in LABELS),
    uses: (symbol) => indices.includes(symbol),
  };
}

/** A number of the painted frame or weights; undefined where there is none yet. */
function valueAt(scene, name, time, index) {
  const weights = (time === "old" ? scene.before : scene.weights)?.[name];
  if (weights) return weights.data[index[0] * weights.columns + (index[1] ?? 0)];
  const values = scene.frame?.get(name);
  if (!values || index.length < 2) return values?.[index[0]];
  const { shape } = scene.session.quantities.find((quantity) => quantity.name === name);
  return values[index[0] * shape.at(-1) + index[1]];
}

/** Whether a negative number here would read as two signs in a row. */
function followsOperator(node) {
  let before = node.previousElementSibling;
  while (before?.dataset.when) before = before.previousElementSibling; // a part that may be hidden
  return before?.localName === "mo" && !["=", "(", "≈"].includes(before.textContent);
}
