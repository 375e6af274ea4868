/**
 * Network panel of a network of layers: a column of units for each, from the inputs to the outputs, and a unit that is
 * always 1 where there are biases. Edges have the colour and width of their weights, units the fill of their activations
 * as soon as the stage has computed them, and a ring of the error's width once it has come back to them.
 */
import { normal, setFont, small, watchPicture } from "../../../draw/canvas.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { scaleLimit } from "../../../maths/limits.mjs";
import { declaredOf, errorOf, indexOf, targetOf, weightsOf } from "../../../maths/nets.mjs";
import { shownWords } from "../../../maths/rows.mjs";
import { parseFocus, symbolOf } from "../../../text/names.mjs";
import { exact, subscript } from "../../../text/numbers.mjs";
import { drawColumns, drawConnections, drawHeadings, unitName } from "./draw.mjs";
import { layersLayout, mostUnits, pickLayers } from "./layout.mjs";

export function mount(root, app) {
  const painter = createPainter(app, root, "Network: its layers, from the inputs to the outputs", { draw, show });
  const setTable = accessibleTable(app, root, "Network");

  function draw(context, scene) {
    const { width, height } = painter.surface;
    if (width < 60 || height < 60) return null;
    const text = small(context);
    const picture = layersPicture(scene, mostUnits(height, text));
    setFont(context, normal(context), "bold");
    const layout = layersLayout({ width, height, columns: picture.columns, room: roomFor(context, picture, width), text });
    picture.beyond = drawConnections(context, picture, layout);
    drawColumns(context, picture, layout);
    drawHeadings(context, picture, layout);
    return { layout, picture };
  }

  function show({ picture }, scene) {
    setTable(["unit", "net input", "activation", "error", "target"], () => tableRows(picture), scene.playing);
    pointer.refresh();
  }

  const pointer = watchPicture(painter.surface.canvas, app, {
    pick: (x, y) => painter.shown && pickLayers(painter.shown.layout, x, y),
    word: (target) => wordAt(painter.shown.picture, target),
    lines: (target) => linesFor(painter.shown.picture, target),
    click(target) {
      const element = elementOf(painter.shown.picture, target);
      if (element) app.focus(...element);
    },
  });
  return painter;
}

/**
 * What is drawn: columns of units with what is known of them, the weights between, and which gap the stage is about.
 * A column has {quantity, net, error, values, nets, errors, ids, names, bias}; `gaps[i]` leads from column i to i + 1.
 */
function layersPicture(scene, most) {
  const { session, frame, weights } = scene;
  const { layers } = session.network;
  const read = (name) => (name && frame?.get(name)) || null;
  const sources = [{ output: layers[0].source, net: null }, ...layers];
  const columns = sources.map((layer, at) => {
    const quantity = declaredOf(session, layer.output);
    const error = at ? errorOf(session, layer) : null;
    const words = quantity.axes[0] === "word";
    const ids = words ? shownWords(scene, Math.min(most, 60)) : Array.from({ length: Math.min(most, quantity.size) }, (_, i) => i);
    return {
      quantity, net: layer.net, error, words, ids, activation: layer.activation ?? "identity",
      some: ids.length < quantity.size, size: quantity.size,
      values: read(layer.output) ?? (at === 0 && frame?.point ? frame.point.inputs : null),
      nets: read(layer.net), errors: read(error), bias: Boolean(layers[at]?.bias),
    };
  });
  const gaps = layers.map((layer) => ({ layer, ...weightsOf(session, weights, layer), bias: layer.bias && weights[layer.bias].data }));
  const drawn = gaps.flatMap(({ data, bias }) => (bias ? [data, bias] : [data]));
  const stage = session.stages[scene.stageIndex - 1]?.shows ?? [];
  return {
    scene, columns, gaps,
    limit: scaleLimit(...drawn),
    forward: frame ? layers.findIndex(({ net, output }) => stage.includes(net) || stage.includes(output)) : -1,
    backward: frame ? columns.findLastIndex(({ error }, at) => at > 0 && at < layers.length && stage.includes(error)) : -1,
    targets: frame?.point?.targets ?? null,
    focus: parseFocus(scene.view.focus),
  };
}

/** Room beside the outer columns: for the names of the inputs, and for names, shares and targets of the outputs. */
function roomFor(context, picture, width) {
  const widest = (column) => Math.max(...column.ids.slice(0, 300).map((id) => context.measureText(unitName(picture, column, id)).width));
  const [first, last] = [picture.columns[0], picture.columns.at(-1)];
  const target = last.words ? 3.6 * small(context) : context.measureText("t 0.000").width;
  return { left: Math.min(0.2 * width, widest(first) + 1.9 * small(context)), right: Math.min(0.3 * width, widest(last) + 2.2 * small(context) + target) };
}

const wordAt = ({ columns }, { kind, column, row }) => (kind === "unit" && columns[column].words ? columns[column].ids[row] : null);

/** The element that a click asks about: [quantity, index]. */
function elementOf({ scene: { session, frame }, columns, gaps }, target) {
  if (target.kind === "unit") {
    const { quantity, ids } = columns[target.column];
    return [quantity.name, [ids[target.row]]];
  }
  if (target.kind !== "edge") return null;
  const { layer } = gaps[target.column - 1];
  const to = columns[target.column].ids[target.to];
  return target.from < 0 ? [layer.bias, [to]] : [layer.weights, indexOf(session, layer, to, columns[target.column - 1].ids[target.from])];
}

function linesFor(picture, target) {
  const { scene, columns, gaps } = picture;
  const { session, before } = scene;
  if (target.kind === "bias") return ["1", "always on: its edges are the biases"];
  const column = columns[target.column];
  if (target.kind === "unit") {
    const id = column.ids[target.row];
    const named = (name, values) => (values ? [[subscript(symbolOf(session, name), id), exact(values[id])]] : []);
    const errors = session.quantities.filter(({ role, axes }) => role === "error" && axes.join() === column.quantity.axes.join());
    const target_ = target.column === columns.length - 1 && picture.targets ? [[subscript(symbolOf(session, targetOf(session)), id), exact(picture.targets[id])]] : [];
    return [
      column.words ? session.words[id] : `${column.quantity.help}: unit ${id + 1}`,
      ...(column.net ? named(column.net, column.nets) : []),
      ...named(column.quantity.name, column.values),
      ...target_,
      ...errors.flatMap(({ name }) => named(name, scene.frame?.get(name))),
    ];
  }
  const { layer, data, columns: width, bias } = gaps[target.column - 1];
  const to = column.ids[target.to];
  const from = target.from < 0 ? -1 : columns[target.column - 1].ids[target.from];
  const [name, at, now] = from < 0 ? [layer.bias, to, bias[to]] : [layer.weights, to * width + from, data[to * width + from]];
  const old = before?.[name]?.data[at];
  const source = from < 0 ? "1" : unitName(picture, columns[target.column - 1], from);
  const place = from < 0 ? [to] : indexOf(session, layer, to, from);
  const lines = [`${source} → ${unitName(picture, column, to)}`, [`${symbolOf(session, name)}[${place.map((i) => i + 1).join(", ")}]`, exact(now)]];
  if (old !== undefined && old !== now) lines.push(["last change", exact(now - old)]);
  return lines;
}

function tableRows(picture) {
  return picture.columns.flatMap((column, at) =>
    column.ids.map((id) => [
      unitName(picture, column, id),
      exact(column.nets?.[id]),
      exact(column.values?.[id]),
      exact(column.errors?.[id]),
      at === picture.columns.length - 1 ? exact(picture.targets?.[id]) : "",
    ]),
  );
}
