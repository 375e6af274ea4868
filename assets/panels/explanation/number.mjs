/** How a number came about: title and value, rule, the line with its numbers, operands that can be pressed in turn. */
import { element } from "../../draw/figure.mjs";
import { declaredOf, isOfAnswer, LOSS, PRODUCT, singleOf } from "../../maths/declared.mjs";
import { isolated } from "../../text/direction.mjs";
import { exact, format } from "../../text/numbers.mjs";
import { MOMENTS } from "../../text/steps.mjs";
import { expressionOf } from "../../text/written.mjs";
import { mathOf } from "./math.mjs";

/** @import { Explanation, Explorer, Operand, Scene } from "../../types" */
/**
 * @typedef {{ explanation: Explanation | null, focus: string, pair: string | undefined, ago: string | undefined,
 *   change: string, step: number }} Focused what is explained; `change`: see `changeOf`
 */
/** @typedef {(label: string, title: string, press: (() => void) | undefined) => void} Add adds a button */

/**
 * How a number came about: title and value, rule, the line with its numbers, the operands.
 * @param {Explanation} explanation
 * @param {Scene} scene
 * @param {Focused} focused
 * @param {Explorer} app
 */
export function numberView(explanation, scene, focused, app) {
  const node = element("div", "number");
  const head = element("div", "number-head");
  const title = element("p", "stage-title");
  const about = [explanation.made, explanation.source].filter(Boolean).join(" · ");
  const called = explanation.title ?? nameOf(focused.focus, scene);
  title.append(element("span", "", isolated(called)), element("span", "muted", isolated(about)));
  const named = head.appendChild(element("div"));
  named.append(title, element("p", "number-value", exact(explanation.value)));
  if (focused.change) named.append(element("p", "muted", focused.change));
  head.append(closeButton(app));

  const line = element("div", "live");
  if (explanation.mathml) line.append(mathOf(explanation.mathml));
  node.append(head, element("p", "number-rule", isolated(explanation.equation)), line);
  const known = explanation.value !== null;
  const tools = app.inProgram ? programLink(app.inProgram()) : known ? toolsOf(scene, focused, app) : "";
  node.append(operandList(explanation.operands ?? [], scene, app), tools);
  return node;
}

/**
 * Of one weight, where the heatmaps show by how much each has changed, what they show of it; else "".
 * @param {Scene} scene
 */
export function changeOf(scene) {
  const { session, view, weights, before } = scene;
  const { heat, focus = "", ago } = view;
  const [name, ...index] = focus.split(".");
  const parameter = session.parameters.find((each) => each.name === name);
  if (heat !== "change" || Number(ago) > 0 || !before || index.length !== parameter?.shape.length) return "";
  const at = index.reduce((sum, each, axis) => sum * parameter.shape[axis] + Number(each), 0);
  return `change ${MOMENTS.cells(scene)}: ${exact(weights[name].data[at] - before[name].data[at])}`;
}

/**
 * A number can be watched, and asked why it is what it is: a weight, an answer, or else the loss that it is a part of.
 * @param {Scene} scene
 * @param {Focused} focused
 * @param {Explorer} app
 */
function toolsOf({ session, view }, { focus, pair }, app) {
  const { ask } = app;
  const buttons = element("div", "number-tools");
  const [name, ...index] = focus.split(".");
  /** @type {Add} */
  const add = (label, title, press) => {
    if (!press) return;
    const button = buttons.appendChild(element("button", "button small", label));
    Object.assign(button, { type: "button", title });
    button.addEventListener("click", press);
  };
  const watch = () =>
    add("Watch", "Keep its value, and its curve over the steps, in sight", ask && (() => ask("watches", focus)));
  /** @param {string} about @param {string} [label] @param {string} [of] */
  const why = (about, label = "Why this loss", of = "the loss of this instance") => {
    const ofEarlier = Number(view.ago) > 0; // a step of another instance than that which is shown
    if (!ofEarlier) add(label, `What made ${of} what it is`, ask && (() => ask("why", about)));
  };
  const declared = declaredOf(session, name);
  const batched = session.batch_size > 1;
  if (name === PRODUCT) why(focus, "Why", "−ln of it");
  if (name === LOSS) {
    const ofOne = index.length > 0; // of a batch, which has no name in expressions
    if (!ofOne) watch();
    if (ofOne || !batched) why(focus); // that of all is asked of each
  } else if (declared) {
    const named = index.length <= declared.axes.length + Number(batched); // an output word's part isn't
    if (named) watch();
    const isWeight = session.parameters.some((parameter) => parameter.name === name);
    if (isWeight) buttons.append(...toolsOfWeight(focus, pair, add, app));
    else if (!named) why(LOSS);
    else if (isOfAnswer(declared, session)) why(focus, "Why", "this answer, and so its error,");
    else why(focus);
  }
  return buttons;
}

/**
 * Of a weight: why it is what it is, the loss along it, and along it and another one, which is kept in the view until a
 * second is pressed; returns what stands behind these.
 * @param {string} focus
 * @param {string | undefined} pair
 * @param {Add} add
 * @param {Explorer} app
 */
function toolsOfWeight(focus, pair, add, app) {
  const { ask, enlarge } = app;
  /** @param {string} label @param {string} title @param {string} figure */
  const draw = (label, title, figure) => add(label, title, enlarge && (() => enlarge(figure)));
  add("Why", "What made it what it is: its history over the steps", ask && (() => ask("why", focus)));
  draw("Loss along it", "The loss as a function of this weight, its tangent and the step taken", "descent");
  draw("Chain rule", "Its way to the loss in the computation graph", "graph");
  if (pair && pair !== focus)
    draw("… and the kept one", "The loss as a function of this weight and the one kept", "contour");
  if (pair !== focus) {
    add("Keep", "Keep this weight, to see the loss along it and the one pressed next", () =>
      app.setView({ pair: focus }),
    );
    return [];
  }
  draw("Along two", "The loss along this weight and the one with the steepest slope", "contour");
  return [element("span", "muted", "Kept: press another weight.")];
}

/** Where the program explains it, of an explorer without one; "" for nowhere. @param {string} address */
function programLink(address) {
  if (!address) return "";
  const link = element("a", "button small", "Open it in the program");
  link.setAttribute("href", address);
  return link;
}

/**
 * What a number was made of, to be pressed; a weight that has moved since is called old.
 * @param {Operand[]} operands @param {Scene} scene @param {Explorer} app
 */
function operandList(operands, scene, app) {
  const { session } = scene;
  const list = element("ul", "operands");
  const declared = new Map([...session.parameters, ...session.quantities].map((each) => [each.name, each]));
  for (const { quantity, index, label, value, step } of operands) {
    const button = element("button");
    button.type = "button";
    const known = declared.get(quantity);
    const role = known?.role ?? singleOf(session, quantity)?.name;
    const ago = (role === "weight" ? scene.step : (scene.frame ?? scene).step) - step;
    const name = role === "weight" && ago ? label.replace("[", "(old)[") : label;
    const word = known && "names" in known && known.names === "word" && session.whole.words[value];
    button.append(element("span", "", isolated(name)), element("b", "", word || format(value)));
    button.title = `${name} = ${exact(value)}`;
    if (role !== undefined) {
      button.dataset.role = role;
      button.addEventListener("click", () => app.focus(quantity, index, { ago, whole: true, onward: true }));
    } else button.disabled = true;
    list.appendChild(element("li")).append(button);
  }
  return list;
}

/** "W[king, 1]" of "W.0.0". @param {string} focus @param {Scene} scene */
const nameOf = (focus, scene) => expressionOf(focus, scene) ?? focus.split(".")[0];

/** @param {string} focus @param {Scene} scene @param {Explorer} app */
export function waiting(focus, scene, app) {
  const node = element("div", "number");
  const head = node.appendChild(element("div", "number-head"));
  head.append(element("p", "muted", `Looking up ${nameOf(focus, scene)} …`), closeButton(app));
  return node;
}

/** @param {Explorer} app */
function closeButton(app) {
  const button = element("button", "button small", "Close");
  button.type = "button";
  button.title = "Close (Esc)";
  button.addEventListener("click", () => app.setView({ focus: "", ago: "" }));
  return button;
}
