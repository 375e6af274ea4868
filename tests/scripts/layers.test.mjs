/** The picture of a network of layers: units, edges, errors and targets against the frame and the weights. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { targetOf } from "../../assets/maths/nets.mjs";
import { compose } from "../../assets/panels/network/layers/compose.mjs";
import { pickLayers } from "../../assets/panels/network/layers/layout.mjs";
import { linesFor, numberOf, tableRows, wordOf } from "../../assets/panels/network/layers/tell.mjs";
import { brief, exact, format, percent, plain, tight } from "../../assets/text/numbers.mjs";
import { marksOf, measure, namesWith, picturesOf, ROOMS, sceneOf, shapesOf, textsOf, written } from "./pictures.mjs";

const ROOM = ROOMS[2];
const hasLayers = ({ network }) => network.layers.length && !network.unrolled;
// Edges of weights, of zero in grey.
const isEdge = ({ stroke }) => stroke?.value !== undefined || stroke?.role === "grid";
const unitsOf = ({ marks }) => marks.filter(({ mark, stroke }) => mark === "discs" && stroke.role === "edge");

test("layers of every session, stage and size are sound, with every unit, edge and bias", () => {
  for (const [told, picture, scene] of picturesOf(compose, hasLayers)) {
    const { columns, gaps } = picture.facts;
    const units = columns.reduce((sum, { ids }) => sum + ids.length, 0);
    assert.equal(unitsOf(picture).length, units, told);
    const edges = marksOf(picture, "lines")
      .filter(isEdge)
      .reduce((sum, mark) => sum + shapesOf(mark), 0);
    const wanted = gaps.reduce(
      (sum, { bias }, at) => sum + (columns[at].ids.length + Number(bias !== null)) * columns[at + 1].ids.length,
      0,
    );
    assert.equal(edges, wanted, told);
    const errors = columns.filter(({ errors: each }) => each);
    const rings = marksOf(picture, "discs").filter(({ stroke }) => stroke.role === "error");
    const share = ({ errors: each, strongest }, id) => (strongest ? Math.abs(each[id]) / strongest : 0);
    assert.equal(
      rings.length,
      errors.reduce((sum, column) => sum + column.ids.filter((id) => share(column, id) >= 0.02).length, 0),
      told,
    );
    if (!scene.frame)
      assert.ok(
        unitsOf(picture).every(({ fill }) => fill.role === "surface"),
        told,
      );
  }
});

test("units show what the frame has of them, and nothing before their stage", () => {
  const { session } = sceneOf("mlp");
  const { layers } = session.network;
  for (let stage = 1; stage <= session.stages.length; stage++) {
    const scene = sceneOf("mlp", 3, stage);
    const { frame } = scene;
    const picture = compose(scene, ROOM, measure);
    for (const { output, net } of layers) {
      const column = picture.facts.columns.find(({ quantity }) => quantity.name === output);
      assert.deepEqual([column.values, column.nets], [frame.get(output), frame.get(net)]);
      const { symbol } = session.quantities.find(({ name }) => name === net);
      for (const value of frame.get(net) ?? []) written(picture, `${symbol} ${brief(value)}`);
    }
    const bold = marksOf(picture, "text").filter((each) => each.bold && each.align === "center" && each.text !== "1");
    const values = picture.facts.columns.flatMap(({ values: each }) => [...(each ?? [])]).map((value) => brief(value));
    assert.deepEqual(
      bold.map(({ text }) => text),
      values.filter((text) => text !== "1"),
    );
  }
});

test("edges carry their weights, the gap at work stands out, and the arrow above it points its way", () => {
  const shows = (session, name) => 1 + session.stages.findIndex((stage) => stage.shows.includes(name));
  const { session } = sceneOf("mlp");
  const [first, second] = session.network.layers;
  const forward = compose(sceneOf("mlp", 3, shows(session, second.net)), ROOM, measure);
  assert.equal(forward.facts.forward, 1);
  const strengths = marksOf(forward, "lines")
    .filter(isEdge)
    .map(({ alpha }) => alpha);
  assert.deepEqual(new Set(strengths), new Set([0.9 * 0.3, 0.9]));
  const heads = (picture, role) => marksOf(picture, "path").filter(({ fill }) => fill?.role === role);
  assert.equal(heads(forward, "activation").length, 1);
  const error = forward.facts.columns[1].error;
  const backward = compose(sceneOf("mlp", 3, shows(session, error)), ROOM, measure);
  assert.equal(backward.facts.backward, 1);
  assert.equal(heads(backward, "error").length, 1);
  const { weights } = sceneOf("mlp", 3, 1);
  for (const value of weights[first.weights].data)
    written(compose(sceneOf("mlp", 3, 1), ROOM, measure), format(value, 2));
});

test("targets of numbers stand beside the outputs, and words with their probabilities", () => {
  const points = sceneOf("perceptron", 2);
  const { symbol } = points.session.quantities.find(({ name }) => name === targetOf(points.session));
  for (const value of points.frame.point.targets) written(compose(points, ROOM, measure), `${symbol} ${plain(value)}`);
  const words = sceneOf("nnlm", 2, undefined, { hovered: 3 });
  const picture = compose(words, ROOM, measure);
  const chances = words.frame.get(words.session.network.layers.at(-1).output);
  const [target] = words.frame.outputs;
  const [name] = marksOf(picture, "text").filter(({ bold, colour }) => bold && colour.role === "output");
  assert.ok(words.session.words[target].startsWith(name.text.replace("…", "")));
  assert.ok(textsOf(picture).includes(percent(chances[target])));
  assert.equal(marksOf(picture, "text").filter(({ pad }) => pad?.role === "accent-soft").length, 1);
});

test("the most probable words are named, though not all are", () => {
  const scene = sceneOf("nnlm", 2);
  const { words, network } = scene.session;
  const chances = [...scene.frame.get(network.layers.at(-1).output)];
  const likely = words.map((_, id) => id).sort((one, other) => chances[other] - chances[one]);
  const names = textsOf(compose(scene, { ...ROOM, height: 16 * measure.small }, measure)).map((text) =>
    text.replace("…", ""),
  );
  const named = words.filter((word) => names.some((name) => name && word.startsWith(name)));
  assert.ok(named.length < words.length);
  for (const id of likely.slice(0, 3)) assert.ok(named.includes(words[id]), words[id]);
});

test("what is told of a unit, an edge or a bias is what is drawn, and a press asks about its number", () => {
  const scene = sceneOf("mlp", 3);
  const { session, frame, weights } = scene;
  const { layout, facts } = compose(scene, ROOM, measure);
  const [layer] = session.network.layers;
  const spot = layout.columns[1];
  const unit = pickLayers(layout, spot.x, spot.y[1]);
  assert.deepEqual(numberOf(facts, unit), { name: layer.output, index: [1] });
  assert.deepEqual(
    linesFor(facts, unit)
      .slice(1, 3)
      .map(([, value]) => value),
    [layer.net, layer.output].map((name) => exact(frame.get(name)[1])),
  );
  const edge = { kind: "edge", column: 1, to: 1, from: 0 };
  assert.deepEqual(numberOf(facts, edge), { name: layer.weights, index: [1, 0] });
  const { data, columns } = weights[layer.weights];
  const old = scene.before[layer.weights].data[columns];
  assert.deepEqual(
    linesFor(facts, edge)
      .slice(1)
      .map(([, value]) => value),
    [exact(data[columns]), exact(data[columns] - old)],
  );
  assert.deepEqual(numberOf(facts, { ...edge, from: -1 }), { name: layer.bias, index: [1] });
  assert.equal(linesFor(facts, { ...edge, from: -1 })[1][1], exact(weights[layer.bias].data[1]));
  assert.equal(numberOf(facts, { kind: "bias", column: 0 }), null);
  assert.equal(wordOf(facts, unit), null);
  assert.equal(
    tableRows(facts).length,
    facts.columns.reduce((sum, { ids }) => sum + ids.length, 0),
  );
  const lit = compose(sceneOf("mlp", 3, undefined, { view: { focus: `${layer.output}.1` } }), ROOM, measure);
  const [ring] = marksOf(lit, "discs").filter(({ stroke }) => stroke.role === "accent");
  assert.deepEqual(ring.discs.slice(0, 2), [spot.x, spot.y[1]]);
});

test("a number in a unit is short, and what is not quite 0 says so", () => {
  assert.deepEqual(
    [0, 1, 0.7, -0.05, 12.34, 123.4, 0.0004].map((value) => brief(value)),
    ["0", "1", "0.70", "-.050", "12.3", "123", "4e-4"],
  );
  assert.deepEqual(
    [0.7, -0.05, 12.34, 1.23, 0.004].map((value) => tight(value)),
    [".70", "-.05", "12", "1.2", "≈0"],
  );
});

test("weights keep clear of the lines below the units that they come from, presented too", () => {
  let seen = 0;
  const sizes = [measure, { ...measure, small: 20, normal: 22 }];
  for (const [name, size, width] of namesWith(hasLayers).flatMap((name) =>
    sizes.flatMap((size) => Array.from({ length: 20 }, (_, i) => [name, size, 21 * size.small + 50 * i])),
  )) {
    const scene = sceneOf(name, 3);
    const picture = compose(scene, { width, height: 21 * size.small }, size);
    const texts = marksOf(picture, "text").map((mark) => {
      const length = size.width(mark.text, mark.size, mark.bold);
      const left = { center: mark.x - length / 2, right: mark.x - length }[mark.align] ?? mark.x;
      return { ...mark, left, right: left + length };
    });
    const weights = texts.filter(({ text }) => /^-?\d\.\d\d(e-\d+)?$/.test(text));
    for (const line of texts.filter(({ text }) => /^(u|EI)/.test(text)))
      for (const { text, left, right, y } of weights) {
        if (right < line.x || Math.abs(y - line.y) >= line.size) continue;
        seen += 1;
        assert.ok(left >= line.right, `${name}, ${width} px: ${text} under ${line.text}`);
      }
  }
  assert.ok(seen > 0);
});
