/** Lessons: answers of every kind are judged, beats are revealed in their order, what is kept is read back, what is lit is where it stands. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as course from "../../assets/lessons/course.mjs";
import { conditions } from "../../assets/lessons/deeds.mjs";
import { judge, settles, told } from "../../assets/lessons/judging.mjs";
import { boxesOn, litIn } from "../../assets/lessons/where.mjs";
import { compose as layers } from "../../assets/panels/network/layers/compose.mjs";
import { numberOf as ofLayers } from "../../assets/panels/network/layers/tell.mjs";
import { pickLayers } from "../../assets/panels/network/layers/layout.mjs";
import { compose as tree } from "../../assets/panels/network/tree/compose.mjs";
import { pickTree } from "../../assets/panels/network/tree/layout.mjs";
import { compose as unrolled } from "../../assets/panels/network/unrolled/compose.mjs";
import { pickUnrolled } from "../../assets/panels/network/unrolled/layout.mjs";
import { numberAt as ofUnrolled } from "../../assets/panels/network/unrolled/tell.mjs";
import { compose as words } from "../../assets/panels/network/words/compose.mjs";
import { pickWords } from "../../assets/panels/network/words/tell.mjs";
import { compose as vectors } from "../../assets/panels/vectors/instance/compose.mjs";
import { pick as pickVector } from "../../assets/panels/vectors/instance/tell.mjs";
import { compose as weights } from "../../assets/panels/weights/compose.mjs";
import { pick as pickWeight } from "../../assets/panels/weights/layout.mjs";
import { indexOf } from "../../assets/panels/weights/sheets.mjs";
import { compose as projection } from "../../assets/panels/projection/compose.mjs";
import { pick as pickPoint } from "../../assets/panels/projection/readout.mjs";
import { axesOf, measure, namesWith, ROOMS, sceneOf } from "./pictures.mjs";

const verdict = (ask, given, hint) => judge(ask, given, hint).verdict;

test("a choice is right or wrong, with what its option says", () => {
  const ask = {
    kind: "choice",
    options: [
      { right: false, say: "<p>no</p>" },
      { right: true, say: "" },
    ],
  };
  assert.deepEqual(judge(ask, "0"), { verdict: "wrong", text: "Not this one.", more: "<p>no</p>" });
  assert.equal(verdict(ask, "1"), "right");
  assert.equal(verdict(ask, null), "none");
  assert.deepEqual(told(ask).marks, [false, true]);
  assert.deepEqual([settles(ask, judge(ask, "0")), settles(ask, judge(ask, "1"))], [false, true]);
});

test("a value is right within one unit of its last digit, however it is written", () => {
  const ask = { kind: "value", answer: -0.25341, digits: 3 };
  for (const text of ["-0.253", "−0,253", "-.2534", "-2.53e-1", " -0.25341 ", "-0.254"])
    assert.equal(verdict(ask, text), "right", text);
  for (const text of ["-0.256", "-0.2", "0.253", "-0.2545"]) assert.equal(verdict(ask, text), "wrong", text);
  for (const text of ["-0.25", "-.3", "", "word", "0x1", "1/4/2", "Infinity", "-"])
    assert.equal(verdict(ask, text), "none", text);
  assert.match(judge(ask, "0.253").text, /sign/);
  assert.match(judge(ask, "-0.9").text, /more/);
  assert.match(judge(ask, "-0.1").text, /less/);
  assert.match(judge(ask, "-0.9", "not divided by C").text, /not divided by C/);
  assert.equal(told(ask).text, "It is -0.25341.");
  assert.equal(verdict({ kind: "value", answer: 0, digits: 3 }, "0"), "right");
  assert.equal(verdict({ kind: "value", answer: 0, digits: 3 }, "0.1"), "wrong");
  assert.equal(verdict({ kind: "value", answer: 12345, digits: 2 }, "12000"), "right");
  for (const [answer, text] of [
    [1.4, "1"],
    [2.25, "2"],
    [-0.8, "-1"],
  ]) // what it was before the step, or without y
    assert.equal(verdict({ kind: "value", answer, digits: 3 }, text), "wrong", text);
  for (const [answer, text] of [
    [2.25, "2.3"],
    [0.1233, "0.12"],
    [12.4, "12"],
  ])
    assert.equal(verdict({ kind: "value", answer, digits: 3 }, text), "none", text);
  for (const text of ["25.3%", "0.253"]) assert.equal(verdict({ ...ask, answer: 0.25341 }, text), "right", text);
});

test("an answer in a fraction is judged as the number that it is, and told as a decimal", () => {
  const ask = { kind: "value", answer: -0.8, digits: 3 };
  assert.deepEqual(judge(ask, " −4/5 "), { verdict: "right", text: "Right: −4/5 = -0.8." });
  assert.deepEqual(judge(ask, "4/5"), { verdict: "wrong", text: "4/5 = 0.8. The size is right, the sign is not." });
  assert.equal(judge(ask, "-2/3").text, "-2/3 = -0.66667. It is less than that.");
  assert.equal(judge(ask, "-1/5", "Known.").text, "-1/5 = -0.2. Not quite. Known.");
  const near = { kind: "value", answer: 0.33341, digits: 3 };
  assert.equal(judge(near, "1/3").text, "Right: 1/3 = 0.33333, and it is 0.33341.");
  assert.equal(verdict({ ...near, answer: 0.3284 }, "1/3"), "wrong", "a fraction is not the beginning of an answer");
});

test("0 is right where the answer is nothing but what rounding leaves of it, and else no beginning of an answer", () => {
  for (const text of ["0", "-0", "0.00"]) {
    for (const answer of [0.02, -0.4, 1e-9])
      assert.equal(verdict({ kind: "value", answer, digits: 3 }, text), "wrong", `${text} of ${answer}`);
    for (const answer of [0, 2e-17]) assert.equal(verdict({ kind: "value", answer, digits: 3 }, text), "right");
  }
});

test("words are in order from the largest value on; those that are equal may change places", () => {
  const ask = { kind: "order", values: { king: 0.5, man: 0.9, woman: 0.5, queen: -1 } };
  for (const given of ["man king woman queen", "man woman king queen"])
    assert.equal(verdict(ask, given.split(" ")), "right");
  const wrong = judge(ask, ["king", "man", "woman", "queen"]);
  assert.deepEqual(wrong.marks, [false, false, true, true]);
  assert.match(wrong.text, /^2 of 4/);
  assert.match(told(ask).text, /man \(0.9\), king/);
});

test("a direction is told with the first answer", () => {
  const ask = { kind: "direction", right: "falls", from: 2.079, to: 1.5 };
  assert.equal(judge(ask, "falls").text, "Right: it falls from 2.079 to 1.5.");
  assert.equal(judge(ask, "rises").text, "You said that it rises. It falls from 2.079 to 1.5.");
  assert.ok(settles(ask, judge(ask, "rises")));
  assert.ok(!settles(ask, judge(ask, null)));
});

test("a prediction is judged by what the explorer found, and once; before that only whether it says anything", () => {
  const [way, number] = ["direction", "value"].map((what) => ({ kind: "predict", what, quantity: "y", index: ["a"] }));
  for (const [ask, given] of [
    [way, null],
    [way, ""],
    [number, "word"],
    [number, null],
  ])
    assert.ok(judge(ask, given).text && verdict(ask, given) === "none");
  for (const [ask, given] of [
    [way, "falls"],
    [number, "−0,5"],
  ])
    assert.equal(judge(ask, given).text, "");
  const found = {
    what: {},
    given: "falls",
    right: false,
    truth: "y[a] rises: 1, then 2.",
    overlooked: "Why.",
    score: "",
  };
  assert.deepEqual(judge(way, found), { verdict: "wrong", text: "Not so: y[a] rises: 1, then 2. Why." });
  assert.ok(settles(way, judge(way, found)));
  assert.equal(judge(way, { ...found, right: true, overlooked: "" }).text, "Right: y[a] rises: 1, then 2.");
});

const BEATS = ["one", "one", "two", "two", "three"].map((part, i) => ({
  part,
  ask: [1, 4].includes(i) ? `${part}:0` : null,
}));
const END = { given: "0", end: "right" };

test("going on waits for the question of the newest beat, and for no other", () => {
  let at = course.read(BEATS, null);
  at = course.onward(BEATS, at);
  assert.deepEqual([at.at, course.waitsFor(BEATS, at)], [1, "one:0"]);
  assert.equal(course.onward(BEATS, at), at);
  const skipped = course.toPart(BEATS, at, "two");
  assert.deepEqual([skipped.at, skipped.reached], [2, 2]);
  const back = course.backward(BEATS, skipped);
  assert.deepEqual([back.at, back.reached, course.waitsFor(BEATS, back)], [1, 2, null]);
  assert.equal(course.onward(BEATS, back).at, 2);
  at = course.onward(BEATS, course.settled(at, "one:0", END));
  assert.equal(at.at, 2);
  assert.equal(course.backward(BEATS, course.read(BEATS, null)).at, 0);
  assert.equal(course.toPart(BEATS, at, "nowhere"), at);
});

test("an address leads to the part that it names, and one that is no text to none", () => {
  assert.deepEqual(["", "#", "#two", "#caf%C3%A9"].map(course.partIn), ["", "", "two", "café"]);
  assert.deepEqual(["#%", "#100%", "#%ff"].map(course.partIn), ["", "", ""]);
});

test("a lesson is done when its last beat is there and all its questions are settled; the share grows to 1", () => {
  let at = course.read(BEATS, null);
  const shares = [];
  while (!course.isDone(BEATS, at)) {
    shares.push(course.shareOf(BEATS, at));
    const waits = course.waitsFor(BEATS, at);
    at = waits ? course.settled(at, waits, END) : course.onward(BEATS, at);
  }
  assert.equal(course.shareOf(BEATS, at), 1);
  assert.deepEqual(
    shares,
    shares.toSorted((one, other) => one - other),
  );
  assert.ok(shares[0] === 0 && shares.every((share) => share < 1));
});

test("what is kept is read back, as far as the lesson still has it", () => {
  const at = course.onward(BEATS, course.settled({ at: 1, reached: 3, answers: {} }, "one:0", END));
  const text = course.written(at, course.shareOf(BEATS, at));
  assert.deepEqual(course.read(BEATS, text), at);
  assert.deepEqual(course.read(BEATS.slice(2), text), { at: 2, reached: 2, answers: {} });
  for (const odd of ["", "null", "{}", "[]", '{"at":3,"reached":1}', '{"at":"1","reached":2}', '{"at":-1,"reached":0}'])
    assert.deepEqual(course.read(BEATS, odd), { at: 0, reached: 0, answers: {} }, odd);
  assert.deepEqual(course.read(BEATS, '{"at":0,"reached":1,"answers":{"one:0":{"end":"odd"},"x":null}}').answers, {});
});

test("an answer that is kept belongs to what was asked, not to what stands in its place now", () => {
  const asks = (about) => [{ part: "one", ask: "one:0", about }];
  const at = course.settled(course.read(asks("choice: Which?"), null), "one:0", { ...END, about: "choice: Which?" });
  const text = course.written(at, 1);
  assert.deepEqual(course.read(asks("choice: Which?"), text), at);
  for (const about of ["order: Which?", "choice: Why?"]) assert.deepEqual(course.read(asks(about), text).answers, {});
  const before = course.written(course.settled(at, "one:0", END), 1); // kept without what was asked
  assert.deepEqual(course.read(asks("order: Which?"), before).answers, {});
});

test("each explorer is where the last cue up to a beat has led it", () => {
  const cue = (explorer, step) => ({ explorer, step });
  const cues = [[cue("a", 1)], [], [cue("b", 2)], [cue("a", 3)]];
  assert.deepEqual([...course.cuesAt(cues, 1).values()], [cue("a", 1)]);
  assert.deepEqual([...course.cuesAt(cues, 2).values()], [cue("a", 1), cue("b", 2)]);
  assert.deepEqual([...course.cuesAt(cues, 3).values()], [cue("b", 2), cue("a", 3)]);
});

test("what does not hold is asked again when an explorer is elsewhere, or when it could not be told", async () => {
  const asked = [];
  let fails = false;
  const holds = conditions({
    async evaluate(query, { start }) {
      asked.push([query, start]);
      if (fails) throw new Error("no answer");
      return { arrays: { values: [Number(start > 1)] } };
    },
  });
  const { session } = sceneOf("cbow");
  const at = (step) => ({ player: { scene: { session, step, stageIndex: 0 } } });
  const { query } = session.whole;
  assert.deepEqual([await holds("step > 1", at(1)), await holds("step > 1", at(1))], [false, false]);
  assert.equal(await holds("step > 1", at(2)), true);
  assert.equal(await holds("step > 1", at(2)), true); // of another question
  assert.ok(query);
  assert.deepEqual(
    asked,
    [1, 2, 2].map((step) => [query, step]),
  );
  fails = true;
  await assert.rejects(holds("step > 1", at(3)), /no answer/);
  fails = false;
  assert.equal(await holds("step > 1", at(3)), true);
});

const middleOf = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
const LARGE = ROOMS[2];

test("every number that is lit has its box where a press asks about it", () => {
  for (const name of namesWith(({ batch_size: size }) => size === 1)) {
    const scene = sceneOf(name);
    const { session } = scene;
    const of = { weights: weights(scene, LARGE, measure), vectors: vectors(scene, LARGE, measure) };
    let found = 0;
    for (const { name: of_, axes, shape } of [...session.parameters, ...session.quantities]) {
      const first = shape.map(() => 0);
      for (const index of [[], [0], first]) {
        for (const box of boxesOn(of.weights, { name: of_, index })) {
          const at = pickWeight(of.weights, ...middleOf(box));
          assert.equal(at?.map.parameter.name, of_, name);
          if (index.length === axes.length) assert.deepEqual(indexOf(at.map, at.row, at.column), index, name);
          found += 1;
        }
        for (const box of boxesOn(of.vectors, { name: of_, index })) {
          const at = pickVector(of.vectors, ...middleOf(box));
          assert.equal(of.vectors.shown[at?.column]?.quantity.name, of_, name);
          if (index.length === axes.length) assert.deepEqual(at.index, index, name);
          found += 1;
        }
      }
    }
    assert.ok(found > session.parameters.length + 2, name);
  }
});

test("in the networks a unit, a word, a state is lit where it stands", () => {
  for (const name of namesWith(
    ({
      network: {
        layers: { length },
        unrolled: isUnrolled,
        lookup,
      },
    }) => !length && !isUnrolled && !lookup,
  )) {
    const picture = words(sceneOf(name), LARGE, measure);
    const { hidden } = picture.facts.scene.session.network;
    const [unit] = boxesOn(picture, { name: hidden, index: [1] });
    const target = unit && pickWords(picture, ...middleOf(unit));
    if (unit) assert.deepEqual([target.kind, target.unit], ["hidden", 1], name);
    const { input } = picture.facts.scene.session.network;
    const [row] = boxesOn(picture, { name: input, index: [picture.facts.ids[2]] });
    if (row) assert.equal(pickWords(picture, ...middleOf(row)).kind, "input", name);
  }
  for (const name of namesWith(
    ({
      network: {
        layers: { length },
      },
    }) => length,
  )) {
    const picture = layers(sceneOf(name), LARGE, measure);
    for (const { quantity, ids } of picture.facts.columns) {
      const [box] = boxesOn(picture, { name: quantity.name, index: [ids[0]] });
      const target = pickLayers(picture.layout, ...middleOf(box));
      assert.equal(target.kind, "unit", name);
      const number = ofLayers(picture.facts, target);
      if (number) assert.ok(number.index.includes(ids[0]), name);
    }
  }
  for (const name of namesWith(({ network }) => network.unrolled)) {
    const picture = unrolled(sceneOf(name), LARGE, measure, null, 0);
    const { state, error } = picture.facts.declared;
    for (const { name: of } of [state, error])
      for (const box of boxesOn(picture, { name: of, index: [] }))
        assert.equal(ofUnrolled(picture.facts, pickUnrolled(picture.layout, ...middleOf(box)))[0], of, name);
  }
});

test("in the projection the point of a word is lit, in the unrolled network the most probable words", () => {
  for (const name of namesWith(({ network: { input } }) => input)) {
    const { session } = sceneOf(name);
    const scene = sceneOf(name, 5, undefined, axesOf(session));
    const picture = projection(scene, { ...ROOMS[2], strip: { width: 0, height: 0 } }, measure, null);
    const { input } = session.network;
    const declared = session.parameters.find((each) => each.name === input);
    const turned = declared.axes[1] === "word" && declared.axes[0] !== "word";
    for (const id of [0, 2]) {
      const [box] = boxesOn(picture, { name: input, index: turned ? [0, id] : [id] });
      assert.equal(pickPoint(picture.projected, ...middleOf(box)).name, session.words[id], name);
    }
  }
  for (const name of namesWith(({ network }) => network.unrolled)) {
    const picture = unrolled(sceneOf(name), LARGE, measure, null, 0);
    const { activation } = picture.facts.scene.session.network;
    const [all] = boxesOn(picture, { name: activation, index: [] });
    for (const { id, top, bottom } of picture.ranks) {
      const [box] = boxesOn(picture, { name: activation, index: [id] });
      assert.deepEqual([box.top, box.height], [top, bottom - top], name);
      assert.ok(all.top <= top && bottom <= all.top + all.height, name);
    }
  }
});

test("in the tree the nodes that a step asks are lit", () => {
  for (const name of namesWith(({ structure, batch_size: size }) => structure.tree && size === 1)) {
    const picture = tree(sceneOf(name), LARGE, measure);
    const { asked, scene } = picture.facts;
    const { activation, output } = scene.session.network;
    const boxes = boxesOn(picture, { name: activation, index: [] });
    const found = boxes.map((box) => pickTree(picture.layout, ...middleOf(box)).node);
    const placed = Array.from(asked).filter((node) => picture.layout.nodes.has(node));
    assert.deepEqual(found, placed, name);
    for (const box of boxes) {
      const [x, y] = middleOf(box);
      const near = ([atX, atY]) => Math.hypot(atX - x, atY - y) < 1e-6;
      const { discs } = picture.marks.find(({ mark, discs }) => mark === "discs" && near(discs));
      assert.ok(box.round && box.width / 2 < discs[2] + 2.01, `${name}: the numbers beside the node stay free`);
    }
    assert.equal(boxesOn(picture, { name: output, index: [placed[0]] }).length, 1, name);
  }
});

test("what is to be lit names words by their names, with commas too", () => {
  const { session } = sceneOf("cbow");
  const { name } = session.parameters[0];
  const words = ["a, b", ...session.words.slice(1)];
  assert.deepEqual(litIn([name, [session.words[1], 1]], session), { name, index: [1, 1] });
  assert.deepEqual(litIn([name, ["a, b"]], { ...session, words }), { name, index: [0] });
  assert.deepEqual(litIn(["h", []], session), { name: "h", index: [] });
  for (const odd of [
    ["nothing", []],
    ["h", ["x"]],
    [name, ["nobody"]],
  ])
    assert.equal(litIn(odd, session), null);
});
