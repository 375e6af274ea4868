/**
 * The unrolled network: a hidden layer that feeds itself, drawn once for each of the last words. The error comes in from the
 * answer at the right and travels back from state to state; under each word stands what its error adds to the gradient of the
 * recurrent weights, an outer product of error and state before, and to that of its own column of the input weights.
 * Together they are the gradient that the step applies.
 */
import { small, watchPicture } from "../../../draw/canvas.mjs";
import { createDeparture } from "../../../draw/departure.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { niceLimit } from "../../../maths/limits.mjs";
import { exact, percent } from "../../../text/numbers.mjs";
import { drawAnswer, drawErrors, drawLegends, drawNetwork, drawParts, recurrentOf } from "./draw.mjs";
import { pickUnrolled, unrolledLayout } from "./layout.mjs";

const EACH = 200; // ms that the error takes from one state to the one before

export function mount(root, app) {
  const painter = createPainter(app, root, "The network unrolled over the last words, and the error going back through them", { draw, show });
  const setTable = accessibleTable(app, root, "Unrolled network");
  const departure = createDeparture();

  function draw(context, scene) {
    const { width, height } = painter.surface;
    if (width < 60 || height < 60) return null;
    const picture = pictureOf(scene);
    const layout = unrolledLayout({ width, height, times: picture.words.length, units: picture.units, text: small(context) });
    const place = placeOf(scene, picture);
    const reached = picture.errors ? 1 + Math.floor((performance.now() - place.began) / EACH) : 0; // words that the error has come over
    drawNetwork(context, picture, layout);
    drawErrors(context, picture, layout, reached);
    drawParts(context, picture, layout, reached);
    drawLegends(context, picture, layout);
    const moving = picture.errors && reached < picture.words.length;
    return { layout, picture, place, moving, ranks: drawAnswer(context, picture, layout) };
  }

  function show({ picture, place, moving }, scene) {
    departure.arrived(place);
    if (moving) app.clock.frame(() => painter.scene === scene && painter.paint(scene));
    const { recurrent, input } = picture.symbols;
    setTable(["word", "", "error, length", `to ${recurrent}, length`, `to ${input}, length`], () => tableRows(picture), scene.playing);
    pointer.refresh();
  }

  /** The error sets out where one steps stage by stage, and is there at once elsewhere. */
  function placeOf(scene, { declared }) {
    const { session, frame, stageIndex } = scene;
    const sent = session.stages[stageIndex - 1]?.shows.includes(declared.error.name);
    return departure.from(scene, (last) => sent && last.step === frame?.step && last.stageIndex === stageIndex - 1);
  }

  const pointer = watchPicture(painter.surface.canvas, app, {
    pick(x, y) {
      const { layout, ranks } = painter.shown ?? {};
      if (!layout) return null;
      const rank = x >= layout.answer.x && ranks.find(({ top, bottom }) => y >= top && y < bottom);
      return rank ? { kind: "rank", id: rank.id } : pickUnrolled(layout, x, y);
    },
    word({ kind, id, time }) {
      const word = kind === "rank" ? id : ["word", "column"].includes(kind) ? painter.shown.picture.words[time] : -1;
      return word >= 0 ? word : null;
    },
    lines: (target) => linesFor(painter.shown.picture, target),
    click(target) {
      const element = elementOf(painter.shown.picture, target);
      if (element) app.focus(...element);
    },
  });
  return painter;
}

/**
 * What the picture shows of a scene: states, errors and words by time, counted from the oldest word; the state before that
 * has −1. `part(time)` and `sum` are functions of (row, column): contributions to the gradient of the recurrent weights.
 */
function pictureOf(scene) {
  const { session, frame } = scene;
  const declared = partsOf(session);
  const { state, error, words: window, recurrent, input, output } = declared;
  const [units, times] = [state.shape[1], window.shape[0]];
  const [states, errors] = [frame?.get(state.name) ?? null, frame?.get(error.name) ?? null];
  const row = (values, at) => values && values.subarray(at * units, (at + 1) * units);
  const stateOf = (time) => row(states, time + 1);
  const errorOf = (time) => row(errors, time);
  const part = (time) => {
    const [left, right] = [errorOf(time), stateOf(time - 1)];
    return (i, j) => left[i] * right[j];
  };
  const every = Array.from({ length: times }, (_, time) => time);
  const sum = (i, j) => every.reduce((total, time) => total + errorOf(time)[i] * stateOf(time - 1)[j], 0);
  const lengths = errors && lengthsOf(every, errorOf, stateOf, sum, units);
  return {
    scene, declared, units, errors, part, sum, lengths,
    words: frame?.get(window.name) ?? new Int32Array(times).fill(-1),
    names: error.row_names,
    state: stateOf,
    error: errorOf,
    chances: frame?.get(session.network.activation) ?? null,
    errorLimit: errors ? niceLimit(reach(errors)) : 1,
    partLimit: errors ? niceLimit(Math.max(lengths.reach, 1e-300)) : 1,
    share: (time) => lengths.input[time] / Math.max(...lengths.input, 1e-300),
    symbols: { state: state.symbol, error: error.symbol, recurrent: recurrent.symbol, input: input.symbol, output: output.symbol },
  };
}

/** The declarations that the picture needs: the recurrent weights are those that multiply error and state. */
function partsOf({ parameters, quantities, network }) {
  const find = (list, name) => list.find((each) => each.name === name);
  const recurrent = recurrentOf({ parameters, network });
  const error = find(quantities, recurrent.change[0].rows);
  const input = find(parameters, network.input);
  return { recurrent, error, input, output: find(parameters, network.output), state: find(quantities, network.hidden), words: find(quantities, input.change[0].columns) };
}

/** Lengths of the contributions, and the largest number in any of them. */
function lengthsOf(every, error, state, sum, units) {
  const errors = every.map((time) => norm(error(time)));
  let [square, largest] = [0, 0];
  for (let i = 0; i < units; i++) {
    for (let j = 0; j < units; j++) {
      const value = sum(i, j);
      square += value * value;
      largest = Math.max(largest, Math.abs(value));
    }
  }
  for (const time of every) largest = Math.max(largest, reach(error(time)) * reach(state(time - 1)));
  return { input: errors, recurrent: every.map((time) => errors[time] * norm(state(time - 1))), sum: Math.sqrt(square), reach: largest };
}

const norm = (values) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
const reach = (values) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

const cellName = (symbol, ...places) => `${symbol}[${places.join(", ")}]`;

function linesFor(picture, { kind, time, unit, row, column, id }) {
  const { scene, words, names, symbols, declared, errors, lengths } = picture;
  const { session } = scene;
  const wordOf = (at) => (words[at] >= 0 ? session.words[words[at]] : "no word yet");
  if (kind === "rank") return [session.words[id], [session.quantities.find(({ name }) => name === session.network.activation).symbol, percent(picture.chances[id])]];
  if (kind === "word") return [wordOf(time), names[time], `its column of ${symbols.input} goes into the state`];
  if (kind === "state") {
    const values = picture.state(time);
    return [cellName(symbols.state, declared.state.row_names[time + 1], unit + 1), ...(values ? [exact(values[unit])].map((text) => ["value", text]) : ["not yet computed"]), ...(time >= 0 ? [["after", wordOf(time)]] : [])];
  }
  if (!errors) return ["not yet computed"];
  if (kind === "error") {
    return [cellName(symbols.error, names[time], unit + 1), ["value", exact(picture.error(time)[unit])], ["length of all", exact(lengths.input[time])]];
  }
  if (kind === "column") return [`to ${symbols.input}, the column of ${wordOf(time)}`, ["length", exact(lengths.input[time])], `its numbers are those of ${symbols.error}(${names[time]})`];
  const place = cellName(symbols.recurrent, row + 1, column + 1);
  const parts = Array.from(names, (name, at) => [name, exact(words[at] < 0 ? 0 : picture.part(at)(row, column))]);
  if (kind === "sum") return [`∂E/∂${place}`, ["sum", exact(picture.sum(row, column))], ...parts.slice(-8).reverse(), ...(scene.frame.batch > 1 ? [`one of ${scene.frame.batch} words, whose mean is applied`] : [])];
  const [left, right] = [picture.error(time)[row], picture.state(time - 1)[column]];
  return [
    `to ${place} from ${names[time]}`,
    [cellName(symbols.error, names[time], row + 1), exact(left)],
    [cellName(symbols.state, declared.state.row_names[time], column + 1), exact(right)],
    ["product", exact(words[time] < 0 ? 0 : left * right)],
    ["length of all", exact(lengths.recurrent[time])],
  ];
}

/** The element that a click asks about. */
function elementOf({ scene, words, declared }, { kind, time, unit, row, column, id }) {
  const { session } = scene;
  if (kind === "rank") return [session.network.activation, [id]];
  if (kind === "state") return [declared.state.name, [time + 1, unit]];
  if (kind === "error") return [declared.error.name, [time, unit]];
  if (kind === "part" || kind === "sum") return [declared.recurrent.name, [row, column]];
  return words[time] >= 0 ? [declared.input.name, [0, words[time]]] : null;
}

function tableRows({ scene, words, names, lengths, symbols }) {
  const rows = Array.from(names, (name, time) => {
    const word = words[time] >= 0 ? scene.session.words[words[time]] : "";
    return [name, word, ...(lengths ? [lengths.input[time], lengths.recurrent[time], lengths.input[time]].map(exact) : ["", "", ""])];
  });
  return [...rows, [`∂E/∂${symbols.recurrent}`, "", "", lengths ? exact(lengths.sum) : "", ""]];
}
