/**
 * Plane: the numeric data where two inputs are the axes, the regions that the network's answers make there and the line
 * between them; beside it the same points as the hidden layer sees them, with the regions there. Everything follows from
 * the painted weights, so the line moves with every update. A single input is the axis of a curve.
 */
import { small, watchPointer } from "../../draw/canvas.mjs";
import { createFigure, element } from "../../draw/figure.mjs";
import { createPainter } from "../../draw/painter.mjs";
import { accessibleTable } from "../../draw/table.mjs";
import { answersOf } from "../../maths/answers.mjs";
import { symbolOf } from "../../text/names.mjs";
import { count, exact, plain, subscript, tuple } from "../../text/numbers.mjs";
import { drawSpace, frameFor } from "./draw.mjs";
import { hiddenChoices, hiddenSpace, inputPairs, inputSpace, PCA } from "./spaces.mjs";
import panel from "./panel.json" with { type: "json" };

export { panel };

const REACH = 12; // px from a point at which it is hit

export function mount(root, app) {
  const { tools, area } = createFigure(root, "plane");
  const choosers = { plane: chooser(tools, app, "plane", "Inputs on the axes"), hiddenPlane: chooser(tools, app, "hiddenPlane", "Hidden units on the axes") };
  const painter = createPainter(app, area, "Plane of the inputs, with the data, the regions and the line between them", { draw, show });
  const setTable = accessibleTable(app, root, "Points");

  function draw(context, scene) {
    const { width, height } = painter.surface;
    if (scene.session.words.length || !scene.session.network.layers.length || width < 80 || height < 60) return null;
    const answers = answersOf(scene);
    const before = scene.before && answersOf(scene, scene.before);
    const chosen = chosenAxes(scene, answers);
    const spaces = spacesOf(scene, answers, chosen);
    const halves = rooms(spaces.length, painter.surface);
    spaces.forEach((space, at) => {
      space.frame = frameFor(context, space, answers, halves[at], before && spacesOf(scene, before, chosen)[at]);
      drawSpace(context, scene, answers, space);
    });
    return { answers, spaces, chosen };
  }

  function show({ answers, chosen }, scene) {
    const { session } = scene;
    choosers.plane(session, chosen.inputs, chosen.plane, (pair) => named(session, session.network.layers[0].source, pair));
    choosers.hiddenPlane(session, chosen.hidden, chosen.hiddenPlane, (choice) => {
      const [name, pair] = choice.split(":");
      return pair === PCA ? `${symbolOf(session, name)}: PCA` : named(session, name, pair);
    });
    setTable(headers(scene, answers), () => tableRows(scene, answers), scene.playing);
    pointer.refresh();
  }

  function pick(x, y) {
    let [found, nearest] = [null, REACH ** 2];
    for (const { frame, places } of painter.shown?.spaces ?? []) {
      for (let i = 0; i < places.length / 2; i++) {
        const distance = (frame.x(places[2 * i]) - x) ** 2 + (frame.pointY(i) - y) ** 2;
        if (distance < nearest) [nearest, found] = [distance, { point: i, x: places[2 * i], y: places[2 * i + 1], places }];
      }
    }
    return found;
  }

  const pointer = watchPointer(painter.surface.canvas, {
    pick,
    hover({ point, places }, event) {
      const same = [...Array(places.length / 2).keys()].filter((i) => i !== point && Math.hypot(places[2 * i] - places[2 * point], places[2 * i + 1] - places[2 * point + 1]) < 1e-9);
      app.tooltip.show(event.clientX, event.clientY, linesFor(painter.scene, painter.shown.answers, point, same));
    },
    leave: () => app.tooltip.hide(),
    click: ({ point }) => app.seekInstance(point),
  });
  return painter;
}

/** What may stand on the axes of the inputs' plane and of the hidden units', if there are any, and what does. */
function chosenAxes({ session, view }, { data }) {
  const [inputs, hidden] = [inputPairs(data.width), hiddenChoices(session)];
  return { inputs, hidden, plane: choose(inputs, view.plane), hiddenPlane: hidden.length ? choose(hidden, view.hiddenPlane) : null };
}

function spacesOf({ session, frame }, answers, { plane, hiddenPlane }) {
  const spaces = [inputSpace({ session, frame }, answers, plane)];
  return hiddenPlane ? [...spaces, hiddenSpace({ session }, answers, hiddenPlane)] : spaces;
}

const choose = (choices, wanted) => (choices.includes(wanted) ? wanted : choices[0]);
const named = (session, name, pair) => pair.split(",").map((k) => subscript(symbolOf(session, name), Number(k))).join(" ");

/** Places of one or two pictures: side by side, or one above the other where the panel is tall. */
function rooms(number, surface) {
  const { width, height } = surface;
  const gap = small(surface);
  if (number === 1) return [{ left: 0, top: 0, width, height }];
  if (width >= 1.1 * height) {
    const half = (width - gap) / 2;
    return [0, 1].map((at) => ({ left: at * (half + gap), top: 0, width: half, height }));
  }
  const half = (height - gap) / 2;
  return [0, 1].map((at) => ({ left: 0, top: at * (half + gap), width, height: half }));
}

/** A select of view option `key` in the panel's head, shown where there is something to choose. */
function chooser(tools, app, key, title) {
  const select = tools.appendChild(element("select", "select"));
  Object.assign(select, { title, hidden: true });
  select.setAttribute("aria-label", title);
  select.addEventListener("change", () => app.setView({ [key]: select.value }));
  let offered = null;
  return (session, choices, chosen, label) => {
    if (offered !== session) {
      offered = session;
      select.hidden = choices.length < 2;
      select.replaceChildren(...choices.map((choice) => new Option(label(choice), choice)));
    }
    if (chosen !== null && select.value !== chosen) select.value = chosen;
  };
}

function linesFor(scene, { data, known, right }, i, same) {
  const { session } = scene;
  const { layers } = session.network;
  const side = (values, width) => values.subarray(i * width, (i + 1) * width);
  const lines = [`point ${i + 1} of ${count(data.total)}: ${tuple(side(data.inputs, data.width))} → ${tuple(side(data.targets, data.outputs))}`];
  for (const { output } of layers) {
    const width = known[output].length / data.count;
    const values = side(known[output], width);
    values.slice(0, 8).forEach((value, k) => lines.push([subscript(symbolOf(session, output), k), exact(value)]));
    if (width > 8) lines.push(`… ${width} units`);
  }
  if (right) lines.push(right[i] ? "on the right side" : "on the wrong side");
  if (same.length) lines.push(`at the same place: ${same.map((j) => tuple(data.inputs.subarray(j * data.width, (j + 1) * data.width))).join("; ")}`);
  return [...lines, "click: to its next step"];
}

function headers({ session }, { data, known }) {
  const { layers } = session.network;
  const columns = (name, width) => Array.from({ length: width }, (_, k) => subscript(symbolOf(session, name), k));
  const inputs = columns(layers[0].source, data.width);
  return ["point", ...inputs, "target", ...layers.flatMap(({ output }) => columns(output, known[output].length / data.count)), "side"];
}

function tableRows({ session }, { data, known, right }) {
  const { layers } = session.network;
  const side = (values, width, i) => Array.from(values.subarray(i * width, (i + 1) * width));
  return Array.from({ length: data.count }, (_, i) => [
    String(i + 1),
    ...side(data.inputs, data.width, i).map(exact),
    side(data.targets, data.outputs, i).map(plain).join(" "),
    ...layers.flatMap(({ output }) => side(known[output], known[output].length / data.count, i).map(exact)),
    right ? (right[i] ? "right" : "wrong") : "",
  ]);
}
