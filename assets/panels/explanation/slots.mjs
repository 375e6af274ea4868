/**
 * Live numbers inside equations: `<mn data-slot="W_out[o,k]">` and their like, filled from a scene.
 *
 * A slot is `name[index]` or `name[row,column]`, with "old." or "new." before a parameter for its weights before and
 * after the last update; an index is a number or i (first input word), i2 (the other one of two), o (first output
 * word), k (chosen unit). Alone stand `loss`, `rate`, `C` (output words), `inputs` (input words), `batch` (instances)
 * and `divisor` (`batch` for a mean, 1 for a sum); `word[i]`, `word[o]`, `unit[k]` are labels. Where a step asks only
 * some rows of the output weights, r is the first of them and `row[0]` its name. What begins with "=" is an expression
 * of such numbers: see expression.mjs; a name before it is that of the number which a press opens: "p[0]=…".
 * `data-when` marks parts that are shown only where there are several inputs or outputs, of a mean or a sum over a
 * batch, or where an expression is not 0.
 */

import { setText } from "../../draw/figure.mjs";
import { averages, canBeExplained, declaredOf, singleOf } from "../../maths/declared.mjs";
import { remembered } from "../../maths/remembered.mjs";
import { askedRows, usedWeights } from "../../maths/rows.mjs";
import { inLine, rowName } from "../../text/names.mjs";
import { isEdited } from "../../text/steps.mjs";
import { formula } from "./expression.mjs";
import { bracketsOf, isOfLogarithm, operand, written } from "./digits.mjs";
import { asTexts } from "./math.mjs";
import { decimalsOf, sumsOf } from "./sums.mjs";
import { parsed, standsAlone, valueAt } from "./values.mjs";

/** @import { NumericInstance, Scene, Session, Spot } from "../../types" */
/** @typedef {(index: number[], of: { at: Spot, ago: number }) => void} Pressed */
/** @typedef {ReturnType<typeof slotOf>} Slot */
/**
 * @typedef {(name: string) => Pressed | undefined} Pressing what a press on a number of this name does; nothing where
 *   it can't be asked about
 * @typedef {{ prepare(scene: Scene): void, paint(scene: Scene): void, units: number }} Line of how many units the
 *   chosen one is shown, 0 where none is
 */
/**
 * @typedef {{ i?: string, o?: string, k?: number }} Chosen words and a unit that are shown in place of the usual ones
 */

const COMPUTED = /^([^=]*)=(.*)$/;
const REST = { symbol: "the terms that ⋯ stands for, together" };
/** @type {Record<string, string>} */
const ASKED_AS = { rate: "learning_rate", C: "outputs", divisor: "batch" }; // of what stands alone

/** @type {Record<string, (scene: Scene, at: number) => string | undefined>} */
const LABELS = {
  word: (scene, at) => scene.session.words[at],
  unit: (_, at) => String(at + 1),
  row: (scene, at) => {
    const row = askedRows(scene)?.[at];
    return row === undefined ? undefined : rowName(scene.session, scene.session.network.output, row);
  },
};

/** @type {Record<string, (scene: Scene) => boolean>} */
const SEVERAL = {
  inputs: (scene) => (scene.frame?.inputs.length ?? 0) > 1,
  outputs: (scene) => (scene.frame?.outputs.length ?? 0) > 1,
  mean: ({ session }) => session.batch_size > 1 && averages(session),
  sum: ({ session }) => session.batch_size > 1 && !averages(session),
};

/**
 * Reads an expression once; what it gives is NaN while a number of it isn't known.
 * @param {string} expression
 * @returns {(scene: Scene, named: Record<string, number | undefined>) => number}
 */
function computing(expression) {
  const compute = formula(expression);
  return (scene, named) =>
    compute({ scene, named, valueOf: ({ name, time }, index) => valueAt(scene, name, time, index) });
}

/** The first output with the largest target: the right class. @param {NumericInstance | null} [point] */
function rightClass(point) {
  const all = Array.from(point?.targets ?? [0]);
  return all.indexOf(Math.max(...all));
}

/**
 * What the symbols i, i2, o, r, k stand for in this scene; k is the chosen unit, or the last of `units`.
 * @param {Scene} scene
 * @param {number} units
 * @param {Chosen} chosen
 * @returns {Record<string, number | undefined>}
 */
function symbols(scene, units, chosen) {
  const { frame, view, session } = scene;
  const unit = Math.min(Number(chosen.k ?? view.unit) || 0, units - 1);
  /** @param {string | undefined} word @param {number | undefined} usual */
  const idOf = (word, usual) => (word === undefined ? usual : session.words.indexOf(word));
  const i = idOf(chosen.i, frame?.inputs[0]);
  return {
    i,
    i2: frame?.inputs.find((each) => each !== i) ?? i,
    o: session.words.length ? idOf(chosen.o, frame?.outputs[0]) : rightClass(frame?.point),
    r: askedRows(scene)?.[0],
    k: unit,
    b: frame?.instance,
  };
}

/**
 * Prepares the slots of an equation that was just parsed, each line of which shows a unit of its own layer: where that
 * has fewer than another, and than the chosen one, its last.
 * @param {Element} root of the lines
 * @param {Session} session
 * @param {Pressing | null} pressing
 * @param {Chosen} [chosen]
 * @returns {Line} of all lines
 */
export function bind(root, session, pressing, chosen = {}) {
  asTexts(root);
  const lines = Array.from(root.children, (line) => bindLine(line, session, pressing, chosen));
  return {
    prepare: (scene) => lines.forEach((line) => void line.prepare(scene)),
    paint: (scene) => lines.forEach((line) => void line.paint(scene)),
    units: Math.max(...lines.map(({ units }) => units)),
  };
}

/**
 * One line. Its painting touches only texts that changed, and has less to do where the scene was prepared.
 * @param {Element} root
 * @param {Session} session
 * @param {Pressing | null} pressing
 * @param {Chosen} chosen
 * @returns {Line}
 */
function bindLine(root, session, pressing, chosen) {
  const slots = Array.from(allOf(root, "[data-slot]"), (node) => slotOf(node, session));
  const parts = Array.from(allOf(root, "[data-when]"), partOf);
  const sums = sumsOf(slots);
  const units = Math.min(...slots.flatMap((slot) => slot.units)); // of two layers, those that both have
  /** @type {Scene | null} */
  let painted = null;

  const buttons = slots.filter((slot) => {
    const pressed = slot.asks && pressing?.(slot.name);
    if (!pressed) return false;
    const press = () => {
      const index = painted && slot.index(symbols(painted, units, chosen));
      if (!painted || !index?.every(Number.isInteger) || slot.isGone(painted, index)) return;
      pressed(index, { at: { host: slot.node }, ago: slot.ago(painted) });
    };
    offer(slot.node, true);
    slot.node.addEventListener("click", press);
    slot.node.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      press();
    });
    return true;
  });

  /** @type {WeakMap<Scene, { hidden: Set<Element>, texts: Map<Slot, string> }>} */
  const read = new WeakMap();

  /** Which parts a scene hides, and what stands in the slots that it shows. @param {Scene} current */
  function reading(current) {
    const scene = { ...current, weights: usedWeights(current) }; // on paper first stages stand after the update, too
    const named = symbols(scene, units, chosen);
    /** @type {Set<Element>} */
    const hidden = new Set(parts.filter((part) => !part.several(scene, named)).map(({ node }) => node));
    const shown = slots.filter(({ node }) => !isWithin(node, hidden));
    const texts = new Map(shown.map((slot) => [slot, slot.read(scene, named)]));
    for (const [slot, decimals] of decimalsOf(sums, texts, hidden)) texts.set(slot, slot.read(scene, named, decimals));
    return { hidden, texts };
  }

  /** @param {Scene} scene */
  const readingOf = (scene) => remembered(read, scene, () => reading(scene));

  /** @param {Scene} scene */
  function paint(scene) {
    painted = scene;
    const { hidden, texts } = readingOf(scene);
    for (const part of parts) {
      const shown = !hidden.has(part.node);
      if (shown !== part.shown) part.node.style.display = (part.shown = shown) ? "" : "none";
    }
    for (const [{ node }, text] of texts) setText(node, text);
    const named = isEdited(scene) && symbols(scene, units, chosen);
    for (const slot of buttons) offer(slot.node, !named || !slot.isGone(scene, slot.index(named)));
  }

  return { prepare: (scene) => void readingOf(scene), paint, units: Number.isFinite(units) ? units : 0 };
}

/** Let a number be pressed, or not. @param {MathMLElement} node @param {boolean} offers */
function offer(node, offers) {
  if (offers === Boolean(node.role)) return;
  node.role = offers ? "button" : null;
  node.tabIndex = offers ? 0 : -1;
}

/** Whether an element stands in one of some parts. @param {Element} node @param {Set<Element>} parts */
function isWithin(node, parts) {
  for (const part of parts) if (part.contains(node)) return true;
  return false;
}

/** Parts of an equation, MathML. @param {Element} root @param {string} selector @returns {NodeListOf<MathMLElement>} */
const allOf = (root, selector) => root.querySelectorAll(selector);

/**
 * A part that is shown where there are several of something; whether it is shown is null until it is known.
 * @param {MathMLElement} node
 * @returns {{ node: MathMLElement, several: (scene: Scene, named: Record<string, number | undefined>) => boolean,
 *   shown: boolean | null }}
 */
function partOf(node) {
  const when = node.dataset.when ?? "";
  if (!when.startsWith("=")) return { node, several: SEVERAL[when] ?? (() => false), shown: null };
  const compute = computing(when.slice(1));
  return { node, several: (scene, named) => Boolean(compute(scene, named)), shown: null };
}

/** The parts of an index, and the function that gives their numbers. @param {string | undefined} inside */
function indexOf(inside) {
  const indices = inside ? inside.split(",").map((part) => part.trim()) : [];
  /** @param {Record<string, number | undefined>} named */
  const index = (named) => indices.map((part) => (part in named ? (named[part] ?? NaN) : Number(part)));
  return { indices, index };
}

/** "W′ old". @param {Element} node @param {{ symbol: string } | undefined} number @param {string} [time] */
function describe(node, number, time = "") {
  if (number) node.setAttribute("aria-description", `${number.symbol} ${time}`.trim());
}

/** @param {MathMLElement} node @param {Session} session */
function slotOf(node, session) {
  const slot = node.dataset.slot ?? "";
  const [computed, own, expression] = COMPUTED.exec(slot) ?? [];
  if (computed) return computedSlot(node, expression, own, session);
  const { time, name, inside } = parsed(slot);
  const { indices, index } = indexOf(inside);
  const alone = standsAlone({ name, inside });
  const declared = alone ? undefined : declaredOf(session, name);
  const role = name === "word" ? (indices[0] === "i" ? "input" : "output") : name === "row" ? "output" : declared?.role;
  if (role) node.dataset.role = role;
  const asked = (alone && ASKED_AS[name]) || name;
  describe(node, declared ?? singleOf(session, asked), time);
  const [brackets, ofLogarithm] = [bracketsOf(node), isOfLogarithm(node)];
  const ofFrame = session.quantities.some((each) => each.name === name && !each.laid_out && !each.of_instance);

  /** @param {Scene} scene @param {Record<string, number | undefined>} named @param {number} [decimals] */
  function read(scene, named, decimals) {
    if (name in LABELS && inside) return inLine(LABELS[name](scene, index(named)[0]) ?? "·");
    const value = valueAt(scene, name, time, index(named));
    if (ofLogarithm && typeof value === "number") return operand(value);
    return written(value, brackets, ofFrame, decimals);
  }
  return {
    node,
    name: asked,
    index,
    read,
    /** @param {Scene} scene */
    ago: ({ step, frame }) => (time === "old" && frame ? step - frame.step : 0),
    /**
     * Whether it is what the step made of a weight that was set by hand since: it stands nowhere else.
     * @param {Scene} scene @param {number[]} index
     */
    isGone: (scene, index) =>
      time === "new" && isEdited(scene) && differ(valueAt(scene, name, time, index), valueAt(scene, name, "", index)),
    asks: Boolean(declared ?? singleOf(session, asked)) && !(name in LABELS),
    units: indices.flatMap((part, at) => (part === "k" && declared ? [declared.shape[at]] : [])),
  };
}

/**
 * A slot of an expression; it may be asked about as a number that it names.
 * @param {MathMLElement} node
 * @param {string} expression
 * @param {string} own
 * @param {Session} session
 */
function computedSlot(node, expression, own, session) {
  const { name, inside } = parsed(own);
  const { role, axes = [] } = declaredOf(session, name) ?? {};
  if (role) node.dataset.role = role;
  const { indices, index } = indexOf(inside);
  const ofPart = session.batch_size > 1 && indices.length > axes.length; // of an output word, of the instance shown
  if (node.previousElementSibling?.textContent === "⋯") describe(node, REST);
  const brackets = bracketsOf(node);
  const compute = computing(expression);
  const ofLogarithm = isOfLogarithm(node);
  return {
    node,
    name,
    asks: canBeExplained(session, name),
    index: (/** @type {Record<string, number | undefined>} */ named) =>
      role && ofPart ? [named.b ?? NaN, ...index(named)] : index(named),
    ago: () => 0,
    isGone: () => false,
    /** @param {Scene} scene @param {Record<string, number | undefined>} named @param {number} [decimals] */
    read: (scene, named, decimals) => {
      const value = compute(scene, named);
      if (Number.isNaN(value) && scene.session.excerpt) return written(null, null, true);
      return ofLogarithm ? operand(value) : written(value, brackets, true, decimals);
    },
    units: [],
  };
}

/** Whether two numbers differ by more than rounding. @param {number | null} [a] @param {number | null} [b] */
const differ = (a, b) => Math.abs((a ?? 0) - (b ?? 0)) > 1e-9 * Math.max(Math.abs(a ?? 0), Math.abs(b ?? 0));
