/** The picture of the network of words: lit edges, fills, names and numbers against the frame and the weights. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compose } from "../../assets/panels/network/words/compose.mjs";
import { compose as composeCopies } from "../../assets/panels/network/copies/compose.mjs";
import {
  linesAt,
  numberAt,
  pick as pickCopy,
  tableRows as copyRows,
} from "../../assets/panels/network/copies/tell.mjs";
import { linesFor, numberOf, pickWords, tableRows, wordOf } from "../../assets/panels/network/words/tell.mjs";
import { scaleIndex } from "../../assets/draw/colours.mjs";
import { rowIndex } from "../../assets/maths/rows.mjs";
import { exact, format, percent } from "../../assets/text/numbers.mjs";
import {
  answerTo,
  everyMark,
  extentOf,
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
const ofWords = ({ network }) => !network.layers.length && !network.unrolled;
const isLine = ({ mark, stroke }) => mark === "lines" && (stroke.value !== undefined || stroke.role === "grid");
const litLines = (picture) =>
  [...everyMark(picture.marks)].filter(isLine).reduce((sum, mark) => sum + shapesOf(mark), 0);
const unitsOf = ({ layout }) => layout.units;

test("networks of every session, stage and size are sound, and edges of the instance's words are lit, no others", () => {
  for (const [told, picture, scene] of picturesOf(compose, ofWords)) {
    const { facts, layout } = picture;
    if (!scene.frame) {
      const all = (layout.sides.input.rows + layout.sides.output.rows) * layout.units;
      assert.equal(litLines(picture), all <= 3000 ? all : 0, told);
      continue;
    }
    assert.deepEqual(new Set(Array.from(facts.inputs, (row) => facts.ids[row])), new Set(scene.frame.inputs), told);
    assert.equal(litLines(picture), (facts.inputs.size + facts.fired.size) * unitsOf(picture), told);
    const asked = rowIndex(scene.session) && scene.frame.get(rowIndex(scene.session));
    if (asked) assert.deepEqual(new Set(Array.from(facts.fired, (row) => facts.outIds[row])), new Set(asked), told);
    for (const id of scene.frame.inputs)
      assert.ok(written(picture, named(picture, scene.session.words[id])).some(({ bold }) => bold));
  }
});

/** A name as far as it is shown. */
const named = ({ layout }, name) =>
  [12, 11].map((size) => measure.fit(name, layout.label, size, true)).find((text) => text) ?? name;

test("a picture's ground has every edge once, or of very many some, and its key says when it changes", () => {
  const of = (name, step, stage, known) => compose(sceneOf(name, step, stage, known), ROOM, measure);
  const { ground, layout } = of("skip-gram", 3);
  const lines = ground.marks().filter(({ mark }) => mark === "lines");
  assert.equal(
    lines.reduce((sum, mark) => sum + shapesOf(mark), 0),
    2 * layout.sides.input.rows * layout.units,
  );
  for (const mark of ground.marks()) {
    const [left, top, right, bottom] = extentOf(mark);
    assert.ok(left >= 0 && top >= layout.top - 1e-9 && right <= ROOM.width && bottom <= layout.bottom + 1e-9);
  }
  assert.equal(of("skip-gram", 4, 2, { hovered: 1 }).ground.key, ground.key);
  assert.notEqual(of("cbow", 3).ground.key, ground.key);
});

test("hidden units and the most probable words show the frame's numbers", () => {
  const scene = sceneOf("skip-gram", 5);
  const { session, frame } = scene;
  const picture = compose(scene, ROOM, measure);
  const [hidden, chances] = [session.network.hidden, session.network.activation].map((name) => frame.get(name));
  for (const value of hidden) written(picture, format(value, 3));
  const { hiddenX, unitY } = picture.layout;
  for (const [unit, value] of hidden.entries()) {
    const own = ({ discs }) => discs.some((x, i) => i % 3 === 0 && x === hiddenX && discs[i + 1] === unitY[unit]);
    const { fill } = marksOf(picture, "discs").find(own);
    assert.equal(scaleIndex(fill.value, fill.limit), scaleIndex(value, picture.facts.limit));
  }
  const ranked = Array.from(chances.keys()).sort((a, b) => chances[b] - chances[a] || a - b);
  assert.deepEqual(
    picture.ranks.map(({ id }) => id),
    ranked.slice(0, picture.ranks.length),
  );
  const bars = marksOf(picture, "boxes").filter(({ fill }) => fill?.tint === "activation" && fill.share === 0.3);
  bars.forEach(({ boxes }, i) => {
    assert.ok(Math.abs(boxes[2] - Math.max(1, chances[ranked[i]] * picture.layout.list.width)) < 1e-9);
    written(picture, percent(chances[ranked[i]]));
  });
  assert.equal(bars.length, picture.ranks.length);
});

test("the number below the last hidden unit and the legend stand apart", () => {
  for (const room of ROOMS) {
    const picture = compose(sceneOf("skip-gram", 5), room, measure);
    const { hiddenX, height } = picture.layout;
    const numbers = marksOf(picture, "text").filter(({ x, align }) => x === hiddenX && align === "center");
    const lowest = Math.max(...numbers.map((mark) => extentOf(mark)[3]));
    const foot = height - 0.85 * measure.small; // the middle of the legend
    assert.ok(lowest + 2 <= foot - measure.small / 2, `${lowest} in ${height}`);
  }
});

test("before the hidden layer is computed no number is shown, and before the first step all edges are faint", () => {
  const start = compose(sceneOf("cbow", 0, 0), ROOM, measure);
  assert.ok([...everyMark(start.marks)].filter(isLine).every(({ alpha }) => alpha === 0.5));
  assert.equal(start.ranks.length, 0);
  const first = compose(sceneOf("cbow", 0, 1), ROOM, measure);
  assert.ok(marksOf(first, "discs").every(({ fill }) => fill?.value === undefined));
  assert.ok(!textsOf(first).some((text) => text.endsWith("%")));
});

test("edges are as strong as their weights, and one beyond the scale has a dot", () => {
  const given = sceneOf("skip-gram", 5);
  const { session, weights, frame } = given;
  const { input } = session.network;
  const data = weights[input].data.slice();
  const [id] = frame.inputs;
  data[id * weights[input].columns] = 1e6 * Math.max(...data.map(Math.abs));
  const scene = { ...given, weights: { ...weights, [input]: { ...weights[input], data } } };
  const picture = compose(scene, ROOM, measure);
  assert.ok(textsOf(picture).includes("beyond"));
  const { sides, hiddenX, unitY } = picture.layout;
  const [from, to] = [
    [sides.input.x, sides.input.rowY[picture.facts.ids.indexOf(id)]],
    [hiddenX, unitY[0]],
  ];
  const thick = marksOf(picture, "lines").find(({ stroke }) => stroke.value === 1);
  assert.deepEqual(thick.points.slice(0, 4), [...from, ...to]);
  const [dots] = marksOf(picture, "boxes").filter(({ fill }) => fill?.role === "text");
  assert.deepEqual(dots.boxes.slice(0, 2), [(from[0] + to[0]) / 2 - 1.5, (from[1] + to[1]) / 2 - 1.5]);
});

test("an input word that an instance has twice is named, however short all words are", () => {
  for (const name of namesWith((session) => ofWords(session) && session.words.length > 2)) {
    const { session, frame, ...scene } = sceneOf(name, 3);
    const words = session.words.map((_, i) => `w${i}`);
    const inputs = [frame.inputs[0], frame.inputs[0]];
    const repeated = { ...session, words, instances_head: [[inputs, [0]]] };
    const twice = Object.create(frame, { inputs: { value: inputs } });
    const picture = compose({ ...scene, session: repeated, frame: twice }, ROOMS[1], measure);
    assert.ok(textsOf(picture).includes(`${words[inputs[0]]} ×2`), name);
  }
});

test("pinned words speak: their edges are lit, the instance's step back, and the answer to them is shown", () => {
  const { session } = sceneOf("negative");
  const excited = answerTo(session, [2]);
  const scene = sceneOf("negative", 4, undefined, { view: { pins: session.words[2] }, hovered: 1, excited });
  const picture = compose(scene, ROOM, measure);
  const strengths = new Set(
    marksOf(picture, "lines")
      .filter(isLine)
      .map(({ alpha }) => alpha),
  );
  assert.deepEqual(strengths, new Set([0.3, 1]));
  written(picture, `given ${session.words[2]}`);
  written(picture, percent(excited.output[0]));
  assert.equal(marksOf(picture, "discs").filter(({ stroke }) => stroke?.role === "accent").length, 1);
  const grounds = marksOf(picture, "text").filter(({ pad }) => pad?.role === "accent-soft");
  assert.deepEqual(new Set(grounds.map(({ text }) => text)), new Set([session.words[1]]));
});

test("what is told of a node, an edge or a word of the list is what is drawn, and a press finds its number", () => {
  for (const name of ["skip-gram", "negative", "hierarchical"]) {
    const scene = sceneOf(name, 4);
    const { session, frame, weights } = scene;
    const picture = compose(scene, ROOM, measure);
    const { facts, layout } = picture;
    const at = (x, y) => pickWords(picture, x, y);
    const [input] = frame.inputs;
    const y = layout.sides.input.rowY[facts.ids.indexOf(input)];
    const word = at(layout.inputX, y);
    assert.equal(wordOf(facts, word), input);
    assert.ok(linesFor(facts, word).includes("input word of this instance"));
    const unit = at(layout.hiddenX, layout.unitY[1]);
    assert.deepEqual(numberOf(facts, unit), { name: session.network.hidden, index: [1] });
    assert.equal(linesFor(facts, unit)[1][1], exact(frame.get(session.network.hidden)[1]));
    const edge = { kind: "edge", side: "input", id: input, unit: 1 };
    assert.deepEqual(numberOf(facts, edge), { name: session.network.input, index: [input, 1] });
    const { data, columns } = weights[session.network.input];
    assert.equal(linesFor(facts, edge)[1][1], exact(data[input * columns + 1]));
    const asked = frame.get(rowIndex(session) ?? "") ?? null;
    const row = asked ? asked[1] : frame.outputs[0];
    const output = at(layout.outputX, layout.sides.output.rowY[facts.outIds.indexOf(row)]);
    assert.deepEqual(numberOf(facts, output), {
      name: session.network.activation,
      index: [asked ? [...asked].indexOf(row) : row],
    });
    const value = frame.get(session.network.activation)[asked ? [...asked].indexOf(row) : row];
    assert.equal(linesFor(facts, output)[1][1], exact(value));
    const extra = facts.ofWords ? 0 : facts.outIds.length;
    assert.equal(tableRows(facts).length, session.words.length + extra);
  }
});

test("of very many words a window is shown, the instance's among them, and the list may name others", () => {
  const { session } = sceneOf("many words");
  const scene = sceneOf("many words", 4, undefined, {
    foreseen: {
      ...answerTo(session, [0]),
      likely: [
        { id: -1, word: "w999", chance: 0.25 },
        { id: 2, word: session.words[2], chance: 0.1 },
      ],
    },
  });
  const picture = compose(scene, ROOM, measure);
  assert.ok(picture.facts.ids.length <= 120);
  assert.ok(textsOf(picture).some((text) => text.endsWith("of 3,000 words")));
  const [{ y }] = picture.ranks;
  const target = pickWords(picture, picture.layout.list.x + 5, y);
  assert.equal(wordOf(picture.facts, target), null);
  assert.deepEqual(linesFor(picture.facts, target), [
    "w999",
    ["probability", "0.25"],
    "not shown: click to bring it in",
  ]);
});

test("each context word is on in a copy of its own, whose edges are the same matrix, and h is their mean", () => {
  const several = (session) => ofWords(session) && session.instances_head.some(([inputs]) => inputs.length > 1);
  let seen = 0;
  for (const [told, picture, scene] of picturesOf(composeCopies, several)) {
    const { copies, shown, ids, facts, layout } = picture;
    const inputs = scene.frame ? [...scene.frame.inputs] : [];
    if (scene.frame) assert.deepEqual(shown, inputs.slice(0, shown.length), told);
    assert.equal(copies.blocks.length, shown.length, told);
    assert.equal(litLines(picture), ((scene.frame ? shown.length : 0) + facts.fired.size) * unitsOf(picture), told);
    for (const [c, rowY] of copies.blocks.entries()) {
      const row = scene.frame ? ids.indexOf(shown[c]) : 0;
      const target = pickCopy(picture, layout.inputX, rowY[row]);
      assert.deepEqual(target, { kind: "copy", c, id: ids[row] }, told);
      assert.equal(linesAt(picture, target)[2].startsWith("on"), scene.frame !== null, told);
      if (!scene.frame) continue;
      const [x, y] = [0.6 * layout.inputX + 0.4 * layout.hiddenX, 0.6 * rowY[row] + 0.4 * layout.unitY[0]];
      const number = numberAt(picture, pickCopy(picture, x, y));
      assert.equal(number.name, "W", told);
      assert.ok(shown.includes(number.index[0]), told);
    }
    if (!scene.frame?.get("h") || shown.length < inputs.length || scene.before) continue;
    const rows = copyRows(picture, Number);
    const [, , ...mean] = rows.at(-1);
    mean.forEach((value, unit) => {
      const sum = rows.slice(0, -1).reduce((total, [, , ...weights]) => total + weights[unit], 0);
      assert.ok(Math.abs(sum / shown.length - value) < 1e-6, told);
    });
    seen += 1;
  }
  assert.ok(seen);
});

test("pinned words have the copies to themselves: each is on in its own, and no edge is the instance's", () => {
  const several = (session) => ofWords(session) && session.instances_head.some(([inputs]) => inputs.length > 1);
  for (const name of namesWith(several)) {
    const { session, frame } = sceneOf(name);
    const words = session.words.map((_, id) => id).filter((id) => !frame.inputs.includes(id));
    for (const pins of [words.slice(0, 1), words.slice(0, 3)]) {
      const view = { pins: pins.map((id) => session.words[id]).join(",") };
      const picture = composeCopies(
        sceneOf(name, 0, undefined, { view, excited: answerTo(session, pins) }),
        ROOM,
        measure,
      );
      assert.deepEqual(picture.shown, pins, name);
      written(picture, pins.length > 1 ? `${pins.length} copies of x` : "1 copy of x");
      assert.equal(litLines(picture), (pins.length + picture.facts.fired.size) * unitsOf(picture), name);
      const rings = marksOf(picture, "discs").filter(({ stroke }) => stroke?.role === "accent");
      assert.deepEqual(
        rings.map(({ discs: [, y] }) => y),
        pins.map((id, c) => picture.copies.blocks[c][picture.ids.indexOf(id)]),
        name,
      );
      const [, h] = copyRows(picture, exact).at(-1);
      assert.equal(h, "h", "of the weights that are shown");
    }
  }
});

test("a word that stood there and is drawn, too, is told as both", () => {
  const scene = sceneOf("negative");
  const [target] = scene.frame.outputs;
  const listed = {
    ...scene,
    frame: { ...scene.frame, get: (key) => (key === "w" ? [target, 0, target] : scene.frame.get(key)) },
  };
  const { marks } = compose(listed, ROOMS[1], measure);
  assert.ok(textsOf({ marks }).includes(`${scene.session.words[target]} ×2`));

  const { session } = sceneOf("negative");
  const frame = { inputs: [0], outputs: [1] };
  const facts = { ids: [0, 1, 2, 3], outIds: [], ofWords: true, asked: [1, 2, 1], answers: new Map(), chances: null };
  const rows = tableRows({ ...facts, scene: { session, frame, pins: [] } });
  assert.deepEqual(
    rows.map((row) => row[2]),
    ["", "target, drawn", "drawn", ""],
  );
});
