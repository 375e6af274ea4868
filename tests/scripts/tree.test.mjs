/** The picture of the tree: what it says of each node and word against the frame. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compose } from "../../assets/panels/network/tree/compose.mjs";
import { pickTree, treeLayout } from "../../assets/panels/network/tree/layout.mjs";
import { linesFor, numberOf, tableRows, wordOf } from "../../assets/panels/network/tree/tell.mjs";
import { rowIndex } from "../../assets/maths/rows.mjs";
import { shortName } from "../../assets/text/names.mjs";
import { exact, percent } from "../../assets/text/numbers.mjs";
import { answerTo, marksOf, measure, namesWith, picturesOf, ROOMS, sceneOf, textsOf, written } from "./pictures.mjs";

const ROOM = ROOMS[2];
const hasTree = ({ structure }) => structure.tree;

test("trees of every session, stage and size are sound, and the ways to the output words are lit", () => {
  for (const [told, picture, scene] of picturesOf(compose, hasTree)) {
    const { targets, tree } = picture.facts;
    assert.deepEqual(
      [...targets].map((id) => picture.facts.scene.session.words[id]),
      [...new Set(scene.frame?.outputs ?? [])].map((id) => scene.session.words[id]),
      told,
    );
    const shown = [...targets].flatMap((word) => tree.path(word)).filter(({ node }) => picture.layout.nodes.has(node));
    const ways = marksOf(picture, "path").filter(({ stroke, closed }) => stroke.role === "output" && !closed);
    assert.equal(ways.length, shown.length + targets.size, told);
  }
});

test("nodes that a step asks show what they answer, and once it is known their error", () => {
  for (const [, picture, scene] of picturesOf(compose, hasTree)) {
    const { session, frame } = scene;
    if (session.excerpt || picture.layout.dx < 60) continue;
    const { answers } = picture.facts;
    const at = (name) => [...(frame?.get(name) ?? [])];
    const [asked, values] = [at(rowIndex(session)), at(session.network.activation)];
    const errors = at(session.parameters.find(({ name }) => name === session.network.output).change[0].rows);
    assert.deepEqual(new Set(answers.keys()), new Set(asked));
    const error = (node) => errors.reduce((sum, each, question) => sum + (asked[question] === node ? each : 0), 0);
    const shown = [...answers.keys()].filter((node) => picture.layout.nodes.has(node));
    const rings = marksOf(picture, "discs").filter(({ stroke }) => stroke.role === "output");
    assert.equal(rings.length, shown.length);
    const told = { activation: values.length ? shown.map((node) => values[asked.indexOf(node)]) : [] };
    told.error = errors.length ? shown.map(error) : [];
    const again = shown.filter((node) => asked.indexOf(node) !== asked.lastIndexOf(node));
    const sums = textsOf(picture).filter((text) => text === "Σ");
    assert.equal(sums.length, errors.length ? again.length : 0, "errors of several ways through a node are a sum");
    for (const role of ["activation", "error"]) {
      const numbers = marksOf(picture, "text").filter(({ bold, colour }) => bold && colour.role === role);
      const near = (a, b) => a.every((value, i) => Math.abs(value - b[i]) < 0.0051);
      const sorted = (list) => list.toSorted((a, b) => a - b);
      assert.equal(numbers.length, told[role].length);
      assert.ok(near(sorted(numbers.map(({ text }) => Number(text))), sorted(told[role])), role);
    }
  }
});

test("in a narrow room ways get what short words leave, and no word is cut for it", () => {
  let wider = 0;
  for (const name of namesWith(hasTree)) {
    const scene = sceneOf(name, 3);
    if (scene.session.excerpt) continue;
    const room = { width: 372, height: 340 };
    const picture = compose(scene, room, measure);
    const { layout } = picture;
    const { tree } = picture.facts;
    const { words } = scene.session;
    const widthOf = (word) => measure.width(words[word], measure.normal, true);
    const given = { ...room, tree, must: [...picture.facts.targets], text: measure.small };
    const alike = treeLayout({ ...given, widest: Math.max(...words.map((_, id) => widthOf(id))) });
    assert.ok(layout.dx >= alike.dx, name);
    wider += Number(layout.dx > alike.dx);
    for (const { x, word } of layout.rows)
      if (word !== undefined && widthOf(word) < 0.2 * room.width)
        assert.ok(x + measure.small + widthOf(word) <= layout.bars.x, `${name}: ${words[word]}`);
  }
  assert.ok(wider > 0);
});

test("below the tree stands which pinned words its numbers are given, or how many have to be pinned", () => {
  const told = (name, pins, excited) => {
    const { session } = sceneOf(name);
    const view = { pins: pins.map((id) => session.words[id]).join(",") };
    const known = { view, excited: excited && answerTo(session, pins) };
    return textsOf(compose(sceneOf(name, 3, undefined, known), ROOM, measure));
  };
  const [first, second] = sceneOf("nnlm with a tree").session.words;
  assert.ok(told("nnlm with a tree", [0, 1], true).includes(`given ${first}, ${second}`));
  assert.ok(told("nnlm with a tree", [0], false).includes("pin 2 words, in reading order"));
  for (const [pins, name] of [
    [[], "nnlm with a tree"],
    [[0, 1], "nnlm with a tree"],
    [[0], "hierarchical"],
  ])
    assert.ok(!told(name, pins, false).some((text) => /^(pin|given) /.test(text)), name);
});

test("the probabilities of the words, where they are known, stand beside them and are the products of the turns", () => {
  const { session } = sceneOf("hierarchical");
  const excited = answerTo(session, [1]);
  const scene = sceneOf("hierarchical", 3, undefined, { excited, hovered: 2 });
  const picture = compose(scene, ROOM, measure);
  for (const { word } of picture.layout.rows) {
    if (word === undefined) continue;
    written(picture, session.words[word]);
    written(picture, percent(excited.output[word]));
    let product = picture.facts.mass[0];
    for (const { node, left } of picture.facts.tree.path(word)) {
      const share = picture.facts.shareOf(node);
      product *= left ? share : 1 - share;
    }
    assert.ok(Math.abs(product - excited.output[word]) < 1e-12);
  }
  assert.equal(picture.facts.answers.size, 0, "the words at the input are not the instance's");
  const [hovered] = written(picture, session.words[2]);
  const [ground] = marksOf(picture, "boxes").filter(({ fill }) => fill?.role === "accent-soft");
  assert.ok(Math.abs(ground.boxes[1] + ground.boxes[3] / 2 - hovered.y) < 1e-9 && hovered.bold);
});

test("what is told of a word or a node is what is drawn, and a press asks about the number that is there", () => {
  const scene = sceneOf("hierarchical", 3);
  const { session, frame } = scene;
  const { facts, layout } = compose(scene, ROOM, measure);
  const [target] = frame.outputs;
  const row = layout.rows.find(({ word }) => word === target);
  assert.deepEqual(pickTree(layout, row.x + 20, row.y), { kind: "word", word: target });
  const lines = linesFor(facts, { kind: "word", word: target });
  assert.deepEqual(lines.slice(0, 2), [session.words[target], "output word of this instance"]);
  assert.equal(lines.length, 2 + facts.tree.path(target).length);
  const [node] = facts.asked;
  assert.deepEqual(linesFor(facts, { kind: "node", node })[2], [
    "goes left with",
    exact(frame.get(session.network.activation)[0]),
  ]);
  assert.deepEqual(numberOf(facts, node), { name: session.network.activation, index: [0] });
  const other = [...layout.nodes.keys()].find((each) => !facts.asked.includes(each));
  assert.deepEqual(numberOf(facts, other), { name: session.network.output, index: [other, 0] });
  assert.match(linesFor(facts, { kind: "node", node: other }).at(-1), /^at rest/);
  assert.equal(tableRows(facts).length, session.words.length);
  assert.deepEqual(
    tableRows(facts)
      .filter((cells) => cells[3] === "target")
      .map(([word]) => word),
    [...new Set(frame.outputs)].map((id) => session.words[id]),
  );
});

test("an excerpt's tree has all words by the whole session's numbers", () => {
  const scene = sceneOf("many nodes", 4);
  const picture = compose(scene, ROOM, measure);
  const whole = scene.session.whole.words;
  assert.ok(textsOf(picture).some((text) => text.endsWith(`of ${whole.length.toLocaleString("en")} words`)));
  const [target] = picture.facts.targets;
  assert.equal(whole[target], scene.session.words[scene.frame.outputs[0]]);
  written(picture, whole[target]);
  assert.equal(wordOf(scene.session, { kind: "word", word: target }), scene.frame.outputs[0]);
  assert.equal(wordOf(scene.session, { kind: "word", word: 2999 }), null);
  assert.equal(tableRows(picture.facts).length, scene.session.words.length);
});

test("names of nodes lie over no other text, and in a usual room nodes that a step asks have them", () => {
  const boxOf = ({ x, y, room, align, size }) => [align === "right" ? x - room : x, y - 0.36 * size, room, 0.72 * size];
  const meet = ([x, y, w, h], [left, top, width, height]) =>
    x < left + width && left < x + w && y < top + height && top < y + h;
  let named = 0;
  for (const [told, picture] of picturesOf(compose, hasTree)) {
    const { session } = picture.facts.scene;
    const { nodes } = picture.layout;
    const nameOf = (node) => shortName(session, session.network.output, node);
    const names = new Set([...nodes.keys()].map(nameOf));
    const texts = marksOf(picture, "text");
    for (const name of texts.filter(({ text }) => names.has(text)))
      for (const other of texts)
        assert.ok(name === other || !meet(boxOf(name), boxOf(other)), `${told}: ${other.text}`);
    for (const { text, x, room } of texts.filter(({ align, text }) => align !== "right" && names.has(text))) {
      const [node] = [...nodes.values()].filter((each) => nameOf(each.node) === text);
      assert.ok(picture.facts.answers.has(node.node), `${told}: ${text} is not asked`);
      assert.ok(x > node.x && x + room < node.x + picture.layout.dx, `${told}: ${text} runs past its branches`);
      named += 1;
    }
  }
  assert.ok(named > 20, `${named} stand behind their node`);
  const scene = sceneOf("hierarchical", 3);
  const { facts, layout, marks } = compose(scene, ROOMS[1], measure);
  const free = [...facts.answers.keys()].filter((node) => {
    const { y, endsY } = layout.nodes.get(node);
    return endsY.every((end) => Math.abs(end - y) > 2 * measure.small);
  });
  assert.ok(free.length > 1);
  const shown = marks.flatMap(({ text }) => text ?? []);
  for (const node of free) assert.ok(shown.includes(shortName(scene.session, scene.session.network.output, node)));
});
