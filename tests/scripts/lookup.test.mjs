/** The picture of the table look-up: table, rows looked up, hidden layer and next words against frame and weights. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compose } from "../../assets/panels/network/lookup/compose.mjs";
import { RULES } from "../../assets/panels/network/lookup/facts.mjs";
import { inputAt, pickLookup } from "../../assets/panels/network/lookup/layout.mjs";
import { linesFor, numberOf, tableRows, wordOf } from "../../assets/panels/network/lookup/tell.mjs";
import { exact, percent, pointed } from "../../assets/text/numbers.mjs";
import {
  answerTo,
  marksOf,
  measure,
  namesWith,
  picturesOf,
  ROOMS,
  sceneOf,
  shapesOf,
  textsOf,
  written,
} from "./pictures.mjs";

const ROOM = ROOMS[2];
const looksUp = ({ network }) => network.lookup;
const still = (scene, room, by) => compose(scene, room, by, null, 0);
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} ${b}`);
/** The rows of cells that show these values on the scale. */
const rowsOf = (picture, values) =>
  marksOf(picture, "cells").filter((mark) => !mark.by.tint && [...mark.values].join() === [...values].join());

test("a rule is whole: where one line is too short for it, in two", () => {
  for (const name of namesWith(looksUp)) {
    for (const room of [{ width: 374, height: 340 }, ROOMS[2]]) {
      const picture = still(sceneOf(name, 5), room, measure);
      const { scores } = picture.facts.symbols;
      const said = textsOf(picture);
      assert.ok(
        said.includes(scores) || scores.split(RULES).every((line) => said.includes(line)),
        `${name} ${room.width}`,
      );
    }
  }
});

test("a rule stands between two rows: where two lines have no room there, what is computed first is said alone", () => {
  const alone = namesWith(looksUp).filter((name) => {
    const { facts, layout, marks } = still(sceneOf(name, 5), { width: 374, height: 250 }, measure);
    const { scores } = facts.symbols;
    const said = [scores, ...scores.split(RULES)];
    const written = marks.flat(3).filter(({ text }) => said.includes(text));
    assert.ok(written.length, name);
    const top = layout.hidden?.error ?? layout.inputs.error;
    for (const { text, y } of written) assert.ok(y > top + 5 && y < layout.answer.y, `${name}: ${text}`);
    return written.length === 1 && written[0].text !== scores && written[0].text === scores.split(RULES).at(-1);
  });
  assert.ok(alone.length);
});

test("look-ups of every session, stage and size are sound, with a row a word and those of the instance framed", () => {
  for (const [told, picture, scene] of picturesOf(still, looksUp)) {
    const { facts } = picture;
    const { data, columns } = scene.weights[facts.table];
    for (const id of facts.ids) {
      assert.ok(rowsOf(picture, data.subarray(id * columns, (id + 1) * columns)).length, `${told}, word ${id}`);
    }
    assert.deepEqual(facts.looked, [...(scene.frame?.inputs ?? [])]);
    const framed = marksOf(picture, "boxes").filter(({ stroke, dash }) => stroke?.role === "input" && !dash);
    const shown = new Set(facts.looked).size + (facts.values.inputs ? facts.positions : 0);
    assert.equal(framed.length, shown, told);
  }
});

test("what a stage has not computed is an empty frame, and then the frame's numbers", () => {
  const { session } = sceneOf("nnlm");
  const { layers } = session.network;
  for (let stage = 1; stage <= session.stages.length; stage++) {
    const scene = sceneOf("nnlm", 4, stage);
    const picture = still(scene, ROOM, measure);
    const { facts } = picture;
    const input = scene.frame.get(layers[0].source);
    const open = marksOf(picture, "boxes").filter(({ dash }) => dash).length;
    assert.equal(open, (input ? 0 : facts.positions) + (facts.values.hidden ? 0 : 1));
    for (let position = 0; input && position < facts.positions; position++)
      assert.ok(rowsOf(picture, input.subarray(position * facts.features, (position + 1) * facts.features)).length);
    const hidden = scene.frame.get(layers[0].output);
    const tints = marksOf(picture, "cells").filter(({ by }) => by.tint === "activation");
    assert.equal(tints.length, hidden ? 1 : 0);
    if (hidden) tints[0].values.forEach((share, k) => near(share, (0.75 * Math.abs(hidden[k])) / facts.reach.hidden));
    const errors = marksOf(picture, "cells").filter(({ by }) => by.tint === "error");
    assert.equal(errors.length, (facts.values.back ? facts.positions : 0) + (facts.values.hiddenBack ? 1 : 0));
  }
});

test("next words stand with their probabilities and bars as long, and the word that came is among them", () => {
  const scene = sceneOf("nnlm", 4);
  const { frame, session } = scene;
  for (const room of ROOMS) {
    const picture = still(scene, room, measure);
    const shown = picture.ranks.slice(0, picture.layout.answer.count);
    for (const id of frame.outputs) assert.ok(shown.includes(id));
    const chances = frame.get(session.network.layers.at(-1).output);
    const bars = marksOf(picture, "boxes").filter(({ fill }) => fill?.tint === "activation" && fill.share === 0.55);
    assert.equal(bars.length, shown.length);
    const longest = bars[0].boxes[2] / chances[shown[0]];
    bars.forEach(({ boxes }, row) => near(boxes[2], Math.max(1, longest * chances[shown[row]])));
    for (const id of shown) assert.ok(textsOf(picture).includes(percent(chances[id])));
  }
});

test("under a tree next words stand with the words' own probabilities, no node's, once the server has said them", () => {
  const { session, frame } = sceneOf("nnlm with a tree", 4);
  const foreseen = answerTo(session, frame.inputs);
  const picture = still(sceneOf("nnlm with a tree", 4, undefined, { foreseen }), ROOM, measure);
  const shown = picture.ranks.slice(0, picture.layout.answer.count);
  assert.deepEqual(shown.slice(0, 3), [0, 1, 2]); // as answerTo has them
  for (const id of shown) assert.ok(textsOf(picture).includes(percent(foreseen.output[id])));
  const [id, target] = [shown[0], { kind: "next", row: 0 }];
  assert.deepEqual(linesFor(picture, target), [session.words[id], ["probability", percent(foreseen.output[id])]]);
  assert.equal(numberOf(picture, target), null);
  assert.deepEqual(still(sceneOf("nnlm with a tree", 4), ROOM, measure).ranks, []);
});

test("numbers stand in cells with room for them, and those beyond the scale have a dot", () => {
  const given = sceneOf("nnlm", 4);
  const { input } = given.session.network;
  const data = given.weights[input].data.slice();
  data[0] = 50 * Math.max(...data.map(Math.abs));
  const scene = { ...given, weights: { ...given.weights, [input]: { ...given.weights[input], data } } };
  const picture = still(scene, { width: 2400, height: 1000 }, measure);
  const [numbers] = marksOf(picture, "texts");
  assert.equal(numbers.texts[1], pointed(data[1], 2));
  assert.deepEqual([...numbers.colour.onEach], [...data.subarray(0, picture.facts.features)]);
  const [dots] = marksOf(picture, "boxes").filter(({ fill, boxes }) => fill?.role === "text" && boxes[2] === 3);
  const { table } = picture.layout;
  assert.equal(shapesOf(dots), 1);
  assert.ok(dots.boxes[0] > table.label && dots.boxes[0] < table.label + table.cell && dots.boxes[1] === table.y);
});

test("rows leave the table where one steps stage by stage, and are there at once elsewhere", () => {
  const { session } = sceneOf("nnlm");
  const looks = 1 + session.stages.findIndex(({ shows }) => shows.includes(session.network.layers[0].source));
  const at = (stage) => ({ ...sceneOf("nnlm", 4, stage), reducedMotion: false });
  const before = compose(at(looks - 1), ROOM, measure, null, 1000);
  const set = compose(at(looks), ROOM, measure, before, 2000);
  const { facts, layout } = set;
  assert.equal(set.moving, true);
  const rowAt = (picture) => rowsOf(picture, facts.values.inputs.subarray(0, facts.features)).at(-1).boxes;
  const first = layout.table.y + facts.ids.indexOf(facts.looked[0]) * layout.table.row;
  near(rowAt(set)[0], layout.table.label);
  near(rowAt(set)[1], first);
  const half = compose(at(looks), ROOM, measure, set, 2190);
  near(rowAt(half)[0], (layout.table.label + inputAt(layout, 0)) / 2);
  const there = compose(at(looks), ROOM, measure, half, 2400);
  assert.equal(there.moving, false);
  near(rowAt(there)[1], layout.inputs.y);
  assert.equal(compose(at(looks), ROOM, measure, null, 2000).moving, false, "nothing was shown before");
  const still = { ...at(looks), reducedMotion: true };
  assert.equal(compose(still, ROOM, measure, before, 2000).moving, false);
});

test("what is told of a cell or a word is what is drawn, and a press asks about its number", () => {
  const scene = sceneOf("nnlm", 4);
  const { session, frame, weights } = scene;
  const picture = still(scene, ROOM, measure);
  const { facts, layout, ranks } = picture;
  const { table, inputs } = layout;
  const { names, features, looked } = facts;
  const cell = pickLookup(layout, table.label + 1.5 * table.cell, table.y + 0.5 * table.row);
  assert.deepEqual(numberOf(picture, cell), { name: session.network.input, index: [facts.ids[0], 1] });
  assert.equal(wordOf(picture, cell), facts.ids[0]);
  const { data, columns } = weights[session.network.input];
  assert.equal(linesFor(picture, cell)[0][1], exact(data[facts.ids[0] * columns + 1]));
  const input = pickLookup(layout, inputAt(layout, 1, 1) + inputs.cell / 2, inputs.y + 1);
  assert.deepEqual(numberOf(picture, input), { name: names.inputs, index: [features + 1] });
  assert.equal(wordOf(picture, input), looked[1]);
  const [word, value, error] = linesFor(picture, input);
  assert.equal(word, `${session.words[looked[1]]}, position 2`);
  assert.deepEqual(
    [value[1], error[1]],
    [names.inputs, names.back].map((name) => exact(frame.get(name)[features + 1])),
  );
  assert.equal(numberOf(picture, { ...input, kind: "back" }).name, names.back);
  assert.deepEqual(numberOf(picture, { kind: "unit", k: 2 }), { name: names.hidden, index: [2] });
  assert.deepEqual(numberOf(picture, { kind: "next", row: 0 }), { name: names.chances, index: [ranks[0]] });
  assert.equal(linesFor(picture, { kind: "next", row: 99 }), null);
  assert.equal(tableRows(picture).length, looked.length + ranks.length);
  const hovered = still(sceneOf("nnlm", 4, undefined, { hovered: ranks[0] }), ROOM, measure);
  assert.ok(written(hovered, session.words[ranks[0]]).some(({ pad }) => pad?.role === "accent-soft"));
});

test("the words looked up are one-hot vectors beside the table, each with its 1 at the word's row", () => {
  const scene = sceneOf("nnlm", 4);
  const picture = still(scene, ROOM, measure);
  const { facts, layout } = picture;
  const { table, hot, positions } = layout;
  const ones = marksOf(picture, "boxes").filter(({ fill }) => fill?.role === "input");
  assert.equal(ones.length, positions);
  ones.forEach(({ boxes: [x, y] }, position) => {
    const target = pickLookup(layout, x + 1, y + 1);
    assert.deepEqual(target, { kind: "hot", row: facts.ids.indexOf(facts.looked[position]), position });
    assert.equal(wordOf(picture, target), facts.looked[position]);
    assert.equal(linesFor(picture, target)[0][1], "1");
    assert.deepEqual(numberOf(picture, target), { name: scene.session.network.lookup, index: [position] });
  });
  const other = facts.ids.findIndex((id) => id !== facts.looked[0]);
  const zero = pickLookup(layout, hot.x + 1, table.y + (other + 0.5) * table.row);
  assert.equal(linesFor(picture, zero)[0][1], "0");
});
