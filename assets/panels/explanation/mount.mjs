/**
 * The strip between the panels: the equation of the stage that was done last, as its source prints it, and the same
 * line with this frame's numbers. After a press on a number: how that number came about, with its operands, each of
 * which can be pressed in turn.
 *
 * The MathML comes from our server, where words are escaped. It is parsed once a stage; a paint changes texts only.
 */

import { element as make } from "../../draw/figure.mjs";
import { exact, format } from "../../text/numbers.mjs";
import { bind } from "./slots.mjs";
import panel from "./panel.json" with { type: "json" };

export { panel };

export function mount(root, app) {
  const built = new WeakMap(); // stage of a session -> its node and slots
  let shown = null; // what stands in the root
  let focused = null; // { explanation, focus, node }

  function paint(scene) {
    if (scene.view.focus) return paintNumber(scene);
    focused = null;
    const { session, stageIndex } = scene;
    const stage = stageIndex > 0 && scene.frame ? session.stages[stageIndex - 1] : session;
    const build = () => (stage === session ? beginning(session) : stageView(session, stageIndex, app));
    if (!built.has(stage)) built.set(stage, build());
    const view = built.get(stage);
    show(view.node);
    view.paint(scene);
    return undefined;
  }

  function paintNumber(scene) {
    const { explanation, view } = scene;
    const { pair } = view;
    if (focused && focused.explanation === explanation && focused.focus === view.focus && focused.pair === pair) return;
    const node = explanation ? numberView(explanation, scene, app) : waiting(view.focus, app);
    focused = { explanation, focus: view.focus, pair, node };
    const hadFocus = root.contains(root.getRootNode().activeElement);
    show(node);
    if (hadFocus) node.querySelector("button")?.focus({ preventScroll: true });
  }

  function show(node) {
    if (shown === node) return;
    root.replaceChildren(node);
    shown = node;
  }

  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !focused) return;
    event.stopPropagation();
    app.setView({ focus: "" });
  }, { signal: app.clock.signal });

  return { paint };
}

/** One stage: title and place, equation, live line. */
function stageView(session, number, app) {
  const stage = session.stages[number - 1];
  const node = element("div", "stage-now");
  const head = element("div", "stage-head");
  const title = element("p", "stage-title");
  const place = `${stage.name} · ${number} of ${session.stages.length}`;
  title.append(element("span", "stage-name", stage.title), element("span", "muted", place));
  head.append(rail(session, number), title, element("p", "stage-says", stage.says));

  const equation = element("figure", "equation");
  equation.append(element("figcaption", "muted live-head", stage.source), mathOf(stage.equation));

  const live = element("div", "live");
  const line = mathOf(stage.live);
  const slots = bind(line, session, app.focus);
  node.classList.toggle("long", Array.from(line.children).some((math) => math.querySelectorAll("mi, mn, mo, mtext").length > LONG));
  const liveHead = element("div", "live-head muted");
  liveHead.append(element("span", "", "now"));
  const unit = slots.usesUnit ? unitSelect(session, app) : null;
  if (unit) liveHead.append(unit);
  live.append(liveHead, line);
  node.append(head, equation, live);

  function paint(scene) {
    slots.paint(scene);
    const chosen = String(Number(scene.view.unit) || 0);
    if (unit && unit.value !== chosen) unit.value = chosen;
  }
  return { node, paint };
}

/** Before the first stage: what is coming. */
function beginning(session) {
  const node = element("div", "stage-now");
  const head = element("div", "stage-head");
  const title = element("p", "stage-title");
  title.append(element("span", "", "Before the first step"));
  const parts = session.stages.length;
  const says = `The weights as they start. Stage does the first of ${parts} parts of a step, Next all of them.`;
  head.append(rail(session, 0), title, element("p", "stage-says", says));
  const list = element("ol", "stage-list");
  for (const stage of session.stages) list.append(element("li", "", stage.title));
  node.append(head, list);
  return { node, paint() {} };
}

/** How a number came about: title and value, rule, the line with its numbers, the operands. */
function numberView(explanation, { session, view }, app) {
  const node = element("div", "number");
  const head = element("div", "stage-head");
  const title = element("p", "stage-title");
  title.append(element("span", "", explanation.title ?? ""), element("span", "muted", explanation.source ?? ""));
  const value = element("p", "number-value", exact(explanation.value));
  head.append(title, value, weightButtons(session, view, app));

  const body = element("div", "number-body");
  const line = element("div", "live");
  if (explanation.mathml) line.append(mathOf(explanation.mathml));
  const operands = operandList(explanation.operands ?? [], session, app);
  body.append(element("p", "number-rule", explanation.equation), line, operands);
  node.append(head, body, closeButton(app));
  return node;
}

/** Of a weight: the loss along it, and along it and another one, which is kept in the view until a second is pressed. */
function weightButtons(session, { focus, pair }, app) {
  const buttons = element("div", "number-tools");
  const [name] = focus.split(".");
  if (!session.parameters.some((parameter) => parameter.name === name)) return buttons;
  const add = (label, title, press) => {
    if (!press) return;
    const button = buttons.appendChild(element("button", "button small", label));
    Object.assign(button, { type: "button", title });
    button.addEventListener("click", press);
  };
  add("Loss along it", "The loss as a function of this weight, its tangent and the step taken", app.enlarge && (() => app.enlarge("descent")));
  if (pair && pair !== focus) {
    add("… and the kept one", "The loss as a function of this weight and the one kept", app.enlarge && (() => app.enlarge("contour")));
  }
  if (pair !== focus) {
    add("Keep", "Keep this weight, to see the loss along it and the one pressed next", () => app.setView({ pair: focus }));
  } else {
    buttons.append(element("span", "muted", "Kept: press another weight."));
    add("Along two", "The loss along this weight and the one with the steepest slope", app.enlarge && (() => app.enlarge("contour")));
  }
  return buttons;
}

function operandList(operands, session, app) {
  const list = element("ul", "operands");
  const declared = new Map([...session.parameters, ...session.quantities].map((each) => [each.name, each]));
  for (const { quantity, index, label, value } of operands) {
    const button = element("button");
    button.type = "button";
    button.append(element("span", "", label), element("b", "", format(value)));
    button.title = `${label} = ${exact(value)}`;
    if (declared.has(quantity)) {
      button.dataset.role = declared.get(quantity).role;
      button.addEventListener("click", () => app.focus(quantity, index, true));
    } else button.disabled = true;
    list.appendChild(element("li")).append(button);
  }
  return list;
}

function waiting(focus, app) {
  const node = element("div", "number");
  node.append(element("p", "muted", `Looking up ${focus} …`), closeButton(app));
  return node;
}

function closeButton(app) {
  const button = element("button", "button small", "Close");
  button.type = "button";
  button.title = "Back to the equation of the stage (Esc)";
  button.addEventListener("click", () => app.setView({ focus: "" }));
  return button;
}

/** Which unit k stands for in the live line. */
function unitSelect(session, app) {
  const parameter = session.parameters.find((each) => each.axes.includes("unit"));
  if (!parameter) return null;
  const units = parameter.shape[parameter.axes.indexOf("unit")];
  const select = element("select", "select");
  select.setAttribute("aria-label", "Unit shown in the line");
  for (let unit = 0; unit < units; unit++) select.append(new Option(`unit ${unit + 1}`, String(unit)));
  select.addEventListener("change", () => app.setView({ unit: select.value }));
  return select;
}

function rail(session, number) {
  const list = element("ol", "stage-rail");
  list.setAttribute("aria-hidden", "true");
  session.stages.forEach((stage, i) => {
    const item = list.appendChild(element("li", i + 1 < number ? "done" : i + 1 === number ? "now" : ""));
    item.title = stage.title;
  });
  return list;
}

const WIDE = "2em"; // \qquad
const LONG = 25; // symbols of a line of numbers that is written smaller where the strip is narrow

/** Parsed MathML. A wide space on the top level parts formulas: each gets its own line, since MathML wraps nothing. */
function mathOf(markup) {
  const template = make("template");
  template.innerHTML = markup;
  const math = template.content.firstElementChild ?? element("span");
  const row = math.firstElementChild;
  const lines = element("div", "math-lines");
  lines.append(math);
  while (row?.lastElementChild) {
    const space = [...row.children].findLast((part) => part.getAttribute("width") === WIDE);
    if (!space) break;
    const line = math.cloneNode(false);
    const rest = row.cloneNode(false);
    while (space.nextSibling) rest.append(space.nextSibling);
    space.remove();
    line.append(rest);
    math.after(line);
  }
  return lines;
}

function element(tag, className = "", text = null) {
  const node = make(tag, className);
  if (text !== null) {
    node.textContent = text;
    node.dir = "auto";
  }
  return node;
}
