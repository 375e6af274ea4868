/**
 * Table look-up: the rows of the words before leave the table of word features and stand side by side as the network's
 * input. It moves where one steps stage by stage; below stand the hidden layer and the next words, and above them, once
 * it has come back, the error of every feature.
 */
import { ellipsis, setFont, small, watchPicture } from "../../../draw/canvas.mjs";
import { createDeparture } from "../../../draw/departure.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { largest, niceLimit, scaleLimit } from "../../../maths/limits.mjs";
import { declaredOf, errorOf } from "../../../maths/nets.mjs";
import { shownWords } from "../../../maths/rows.mjs";
import { symbolOf } from "../../../text/names.mjs";
import { exact, percent, subscript } from "../../../text/numbers.mjs";
import { drawHidden, drawInputs, drawNext, drawTable, netOf } from "./draw.mjs";
import { lookupLayout, pickLookup, rowsOfTable } from "./layout.mjs";

const WAY = 380; // ms that the rows take from the table to their places

export function mount(root, app) {
  const painter = createPainter(app, root, "Table look-up: the rows of the words before, side by side, and what the network makes of them", { draw, show });
  const setTable = accessibleTable(app, root, "Table look-up");
  const departure = createDeparture();

  function draw(context, scene) {
    const { width, height } = painter.surface;
    if (width < 60 || height < 60) return null;
    const picture = pictureOf(scene, rowsOfTable(height, small(context)));
    setFont(context, small(context), "bold");
    const widest = Math.max(0, ...picture.ids.map((id) => context.measureText(ellipsis(context, scene.session.words[id], 12 * small(context))).width));
    const layout = lookupLayout({ width, height, text: small(context), words: picture.ids.length, features: picture.features, places: picture.places, units: picture.units, widest });
    if (scene.frame) picture.ranks = ranked(picture, scene.frame, layout.answer.count);
    drawTable(context, picture, layout);
    drawHidden(context, picture, layout);
    const place = placeOf(scene, picture);
    const share = Math.min(1, (performance.now() - place.began) / WAY);
    drawInputs(context, picture, layout, share);
    drawNext(context, picture, layout);
    return { layout, picture, place, moving: picture.inputs && share < 1 };
  }

  function show({ picture, place, moving }, scene) {
    departure.arrived(place);
    if (moving) app.clock.frame(() => painter.scene === scene && painter.paint(scene));
    setTable(["place", "word", "features"], () => tableRows(picture), scene.playing);
    pointer.refresh();
  }

  /** The rows set out where one steps stage by stage, and are there at once elsewhere. */
  function placeOf(scene, { names }) {
    const { session, stageIndex } = scene;
    const looks = session.stages[stageIndex - 1]?.shows.includes(names.inputs);
    return departure.from(scene, (last) => looks && last.stageIndex !== stageIndex);
  }

  const pointer = watchPicture(painter.surface.canvas, app, {
    pick: (x, y) => painter.shown && pickLookup(painter.shown.layout, x, y),
    word: (target) => wordOf(painter.shown.picture, target),
    lines: (target) => linesFor(painter.shown.picture, target),
    click(target) {
      const element = elementOf(painter.shown.picture, target);
      if (element) app.focus(...element);
    },
  });
  return painter;
}

/** What is drawn of a scene; quantities that the stage has not reached are null. */
function pictureOf(scene, rows) {
  const { session, frame } = scene;
  const { network } = session;
  const [first, ...others] = network.layers;
  const scores = network.layers.at(-1);
  const hidden = others.length ? first : null;
  const table = network.input;
  const features = declaredOf(session, table).shape[1];
  const read = (name) => (name && frame?.get(name)) || null;
  const names = { looked: network.lookup, inputs: first.source, hidden: hidden?.output, hiddenBack: hidden && errorOf(session, hidden), back: backOf(session, table), scores: scores.net, chances: scores.output, errors: errorOf(session, scores) };
  const values = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, read(name)]));
  const ids = shownWords(scene, rows);
  const shows = session.stages[scene.stageIndex - 1]?.shows ?? [];
  return {
    scene, names, table, features, ids, ...values,
    looked: frame ? [...frame.inputs] : [],
    places: declaredOf(session, names.inputs).size / features,
    units: hidden ? declaredOf(session, names.hidden).size : 0,
    limit: scaleLimit(scene.weights[table].data),
    hiddenReach: reach(values.hidden), hiddenBackReach: reach(values.hiddenBack), backReach: reach(values.back),
    ranks: [], // as many as the layout has room for
    direct: scores.direct,
    forward: network.layers.findIndex(({ net, output }) => shows.includes(net) || shows.includes(output)),
    symbols: { inputs: symbolOf(session, names.inputs), net: netOf(session, first), scores: netOf(session, scores) },
  };
}

/** The error that the rows of the table are changed by. */
const backOf = (session, table) => declaredOf(session, table).change[0].columns;

const reach = (values) => (values ? niceLimit(values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)) : 1);

/** The likeliest words in order; those that came are among the first `rows`, the last of them if need be. */
function ranked({ chances, scores }, { outputs }, rows) {
  const values = chances ?? scores;
  if (!values) return [];
  const likely = largest(values, Math.min(24, values.length));
  const first = likely.slice(0, rows);
  const others = outputs.filter((id) => !first.includes(id));
  return [...new Set([...first.slice(0, Math.max(0, rows - others.length)), ...others, ...likely])];
}

function wordOf({ ids, looked, ranks }, { kind, row, place }) {
  if (kind === "table") return ids[row];
  if (kind === "next") return ranks[row] ?? null;
  return kind === "input" || kind === "back" ? looked[place] ?? null : null;
}

/** The element that a click asks about. */
function elementOf({ table, names, features, ids, ranks, ...values }, { kind, row, column, place, k }) {
  if (kind === "table") return column >= 0 ? [table, [ids[row], column]] : null;
  if (kind === "input") return values.inputs && [names.inputs, [place * features + k]];
  if (kind === "back") return values.back && [names.back, [place * features + k]];
  if (kind === "unit") return values.hidden && [names.hidden, [k]];
  return ranks[row] === undefined ? null : [values.chances ? names.chances : names.scores, [ranks[row]]];
}

function linesFor({ scene, table, names, features, ids, looked, ranks, ...values }, { kind, row, column, place, k }) {
  const { session, weights } = scene;
  const of = (name, i) => [subscript(symbolOf(session, name), i), exact(values[name === names.inputs ? "inputs" : name === names.back ? "back" : "hidden"]?.[i])];
  if (kind === "table") {
    const word = session.words[ids[row]];
    const { data, columns } = weights[table];
    return column < 0 ? [word] : [[`${symbolOf(session, table)}[${word}, ${column + 1}]`, exact(data[ids[row] * columns + column])]];
  }
  if (kind === "unit") return values.hidden && [of(names.hidden, k)];
  if (kind === "next") {
    const id = ranks[row];
    return id === undefined ? null : [session.words[id], ...(values.chances ? [["probability", percent(values.chances[id])]] : []), ["score", exact(values.scores?.[id])]];
  }
  const i = place * features + k;
  if (!values.inputs) return null;
  return [`${session.words[looked[place]]}, place ${place + 1}`, of(names.inputs, i), ...(values.back ? [of(names.back, i)] : [])];
}

function tableRows({ scene, looked, inputs, features, ranks, chances }) {
  const places = looked.map((id, place) => [place + 1, scene.session.words[id], inputs ? Array.from(inputs.subarray(place * features, (place + 1) * features), exact).join(", ") : "not yet computed"]);
  return [...places, ...ranks.map((id) => ["next", scene.session.words[id], chances ? exact(chances[id]) : "not yet computed"])];
}
