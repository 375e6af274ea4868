/** Predict, then reveal: what is covered, what is asked, and what is said of the answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compose as layers } from "../../assets/panels/network/layers/compose.mjs";
import { compose as lookup } from "../../assets/panels/network/lookup/compose.mjs";
import { compose as tree } from "../../assets/panels/network/tree/compose.mjs";
import { compose as unrolled } from "../../assets/panels/network/unrolled/compose.mjs";
import { compose as words } from "../../assets/panels/network/words/compose.mjs";
import * as modules from "../../assets/panels/all.mjs";
import { compose as curve } from "../../assets/panels/curve/compose.mjs";
import { rowsOf as curveRows } from "../../assets/panels/curve/readout.mjs";
import { compose as loss, tell } from "../../assets/panels/loss/compose.mjs";
import { numbersOf, rowsOf as lossRows } from "../../assets/panels/loss/readout.mjs";
import { withComing } from "../../assets/panels/loss/series.mjs";
import { compose as plane } from "../../assets/panels/plane/compose.mjs";
import { rowsOf as planeRows } from "../../assets/panels/plane/readout.mjs";
import { compose as projection } from "../../assets/panels/projection/compose.mjs";
import { compose as vectors } from "../../assets/panels/vectors/instance/compose.mjs";
import { compose as weights } from "../../assets/panels/weights/compose.mjs";
import { tableFor } from "../../assets/panels/weights/rows.mjs";
import { mapsOf } from "../../assets/panels/weights/sheets.mjs";
import { remembered } from "../../assets/maths/remembered.mjs";
import { Losses } from "../../assets/player/losses.mjs";
import { isInside } from "../../assets/player/positions.mjs";
import { Replay } from "../../assets/player/replay.mjs";
import { buildScene } from "../../assets/player/scene.mjs";
import { covered, hidden } from "../../assets/predict/cover.mjs";
import { factOf, overlookedOf } from "../../assets/predict/said.mjs";
import { createScore } from "../../assets/predict/score.mjs";
import { comingAfter, nameOf, subjectsOf } from "../../assets/predict/subjects.mjs";
import * as truth from "../../assets/predict/truth.mjs";
import { WAYS } from "../../assets/text/ways.mjs";
import { exact, format, significant } from "../../assets/text/numbers.mjs";
import { sentenceOf } from "../../assets/text/sentences.mjs";
import { axesOf, measure, ROOMS, textsOf } from "./pictures.mjs";
import { NAMES, runOf } from "./runs.mjs";

const ROOM = { ...ROOMS[2], strip: { width: 0, height: 0 } };
const RECORDS = Object.values(modules).map(({ panel }) => panel);

/** A player's knowledge of a run, with the block that is given. */
function standing({ session, block }) {
  const store = { fit: null, at: (step) => (step >= block.start && step < block.end ? block : null) };
  const losses = new Losses({}, session.query, () => {});
  losses.add(block.start, block.arrays.loss);
  const answered = () => ({ words: [0], hidden: [1], output: [1] });
  const questions = { excited: answered, foreseen: () => null, explanation: () => null };
  const fitted = block.session.network.input ? axesOf(block.session).projection : null;
  return { session: block.session, block, store, losses, trail: null, axes: { at: () => fitted }, questions };
}

/** The scene at a position; not covered. */
function sceneAt(known, position, view = {}) {
  const { block, store } = known;
  const window = new Replay(store).upTo(position.step, 1, block);
  const look = { view, hovered: null, excites: false, axes: null };
  return buildScene(position, {
    run: known,
    window,
    block,
    look,
    pace: { playing: false, speed: 0, reducedMotion: true },
  });
}

/** A run whose numbers are others from a stage of a step on. */
function otherwise(name, step, reached) {
  const run = runOf(name);
  const { arrays, batch, start, count } = run.block;
  const size = (array) => array.length / count;
  const change = (array, from, other) => {
    for (let i = (from - start) * size(array); i < array.length; i++) array[i] = other(array[i]);
  };
  for (const { name: quantity, role, names } of run.block.session.quantities) {
    if (!arrays[quantity]) continue;
    const ids =
      names === "outputs" ? null : run.block.session.parameters.find(({ change: [term] }) => term?.at === quantity);
    const most = ids?.shape[0] ?? run.block.session.words.length;
    const other =
      role === "index" ? (id) => (id < 0 || names === "outputs" ? id : (id + 1) % most) : (value) => 3 * value + 0.37;
    change(arrays[quantity], step + Number(reached.has(quantity)), other);
  }
  change(arrays.loss, step + Number(reached.has("loss")), (value) => 2 * value + 1);
  assert.ok(batch >= 1);
  return standing(run);
}

/** All that panels can ask of a scene. */
function everything(scene) {
  const { session, frame, reach, open, questions: _, ...rest } = scene;
  const names = session.quantities.map((each) => each.name);
  const parameters = session.parameters.map((each) => each.name);
  const asked = {
    get: names.map((name) => frame?.get(name) ?? null),
    all: names.map((name) => frame?.batchOf(name) ?? null),
    touched: parameters.map((name) => frame?.touched(name) ?? null),
    quantities: names.map((name) => reach.quantity(name)),
    weights: parameters.map((name) => [reach.weights([name]), reach.weights([name], true)]),
    parts: session.parameters.map(({ name, change: [term] }) =>
      term && names.includes(term.rows) && term.columns ? reach.parts(term.rows, name) : null,
    ),
    loss: frame?.loss ?? null,
  };
  return { ...rest, losses: rest.losses && [...rest.losses.values].slice(0, rest.losses.known), asked };
}

/** Positions after each stage of two steps, and at the start. */
function* positionsOf({ stages }) {
  yield { step: 0, stageIndex: 0 };
  for (const step of [0, 4]) {
    for (let stageIndex = 1; stageIndex < stages.length; stageIndex++) yield { step, stageIndex };
    yield { step: step + 1, stageIndex: stages.length };
  }
}

test("a covered scene is the same, whatever the coming stages bring", () => {
  let told = 0; // scenes that would tell it, were they not covered
  for (const name of NAMES) {
    const known = standing(runOf(name));
    for (const position of positionsOf(known.session)) {
      const inside = position.stageIndex < known.session.stages.length && position.stageIndex > 0;
      const done = inside ? known.session.stages.slice(0, position.stageIndex).flatMap(({ shows }) => shows) : [];
      const other = otherwise(name, position.step, new Set(done));
      const scenes = [known, other].map((each) => sceneAt(each, position, { pins: known.session.words[0] }));
      const [one, two] = scenes.map((scene, i) => everything(covered(scene, [[known, other][i]])));
      assert.deepEqual(one, two, `${name} ${JSON.stringify(position)}`);
      const [open, openly] = scenes.map((scene) => JSON.stringify(everything(scene).asked));
      told += Number(open !== openly);
    }
  }
  assert.ok(told > NAMES.length);
});

/** The covered scenes of a run of each model and output layer, and of a batch. */
function* coveredScenes() {
  const met = new Set();
  for (const name of NAMES) {
    const known = standing(runOf(name));
    const { model, output, batch_size: batch, by_rows: byRows, network } = known.session;
    const kind = [model, output, batch > 1, network.layers.length].join();
    if (byRows || met.has(kind)) continue;
    met.add(kind);
    for (const position of positionsOf(known.session)) {
      if (position.step === 0 && position.stageIndex) continue;
      const scene = sceneAt(known, position);
      yield { name: `${name} ${JSON.stringify(position)}`, known, scene, covered: covered(scene, [known]) };
    }
  }
}

/** What the panels write of a scene that are not hidden: their pictures, tables, sentences. */
function* written(scene) {
  const { session } = scene;
  const { network, structure } = session.whole;
  const away = new Set(hidden(RECORDS, scene).map(({ name }) => name));
  const pictures = [vectors, weights, loss];
  if (network.layers.length) pictures.push(...(network.lookup ? [lookup, words] : [layers]));
  else pictures.push(network.unrolled ? unrolled : words);
  if (session.words.length) pictures.push(projection);
  else pictures.push(...(away.has("plane") ? [] : [plane]), ...(away.has("curve") ? [] : [curve]));
  if (structure.tree) pictures.push(tree);
  for (const compose of pictures) {
    const picture = compose(scene, ROOM, measure, null);
    if (!picture) continue;
    yield* textsOf(picture);
    if (compose === plane) yield* planeRows(scene, picture.answers).flat().map(String);
    if (compose === curve) yield* curveRows(picture.plot).flat().map(String);
  }
  yield* Object.values(numbersOf(tell(loss(scene, ROOM, measure)), scene));
  yield* lossRows(withComing(scene)).flat().map(String);
  const { headers, rowsOf } = tableFor(mapsOf(session));
  for (const row of [headers, ...rowsOf(scene)]) yield* row.map(String);
  yield sentenceOf(scene);
}

const TEXTS = new Map(); // of a value: the same weights are looked at again at each stage

/** The ways in which a number is written with three digits that tell something, or more. */
const textsFor = (value) =>
  remembered(TEXTS, value, () =>
    [format(value, 3), format(value, 4), exact(value), significant(value, 3), significant(value)].filter(
      (text) => text.replace(/e.*|[-.]/g, "").replace(/^0+/, "").length >= 3,
    ),
  );

const numbersIn = (text) => text.match(/-?\d*\.\d+(e-?\d+)?/g) ?? [];

/** Whether a value could be one of these numbers with three digits, or its opposite: few are, and the rest is not written. */
function nearTo(numbers) {
  const sorted = Float64Array.from(numbers, Math.abs).sort();
  return (value) => {
    const size = Math.abs(value);
    const [least, most] = [0.99 * size, 1.01 * size];
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < least) low = middle + 1;
      else high = middle;
    }
    return sorted[low] <= most;
  };
}

test("no panel writes a number of the coming stage", () => {
  let looked = 0;
  for (const { name, known, scene, covered: shown } of coveredScenes()) {
    const coming = comingAfter(scene, known.store, {});
    const { frame, weights: after } = sceneAt(known, {
      step: coming.step + 1,
      stageIndex: known.session.stages.length,
    });
    const { stages, quantities } = known.session;
    const of = (some) => (each) =>
      each.shows.flatMap((name) => [...((quantities.some((one) => one.name === name) && some?.get(name)) || [])]);
    const inside = isInside(known.session, scene.stageIndex) ? scene.stageIndex : 0;
    const secret = [
      ...stages.slice(inside).flatMap(of(frame)),
      ...(inside && scene.frame.loss !== null ? [] : [frame.loss]),
    ];
    for (const { data } of Object.values(after)) secret.push(...data);
    // What is seen in any case: the weights, the stages done, the step before, its loss.
    const seen = Object.values(shown.weights).flatMap(({ data }) => [...data]);
    for (const { data } of Object.values(shown.before ?? {})) seen.push(...data);
    seen.push(...stages.flatMap(of(shown.frame)));
    seen.push(...(shown.losses?.values ?? []), shown.frame?.loss ?? 0);
    const rounded = new Set(seen.map((value) => significant(Math.abs(value), 5))); // an error of a target 0 is the answer
    const untold = secret.filter((value) => !rounded.has(significant(Math.abs(value), 5)));
    assert.ok(untold.length || !inside, name);
    const texts = [...written(shown)];
    const isNear = nearTo(texts.flatMap(numbersIn).map(Number));
    const plain = new Set(seen.filter(isNear).flatMap((value) => [...textsFor(value), ...textsFor(-value)]));
    const covers = new Set(
      untold
        .filter(isNear)
        .flatMap(textsFor)
        .filter((text) => !plain.has(text)),
    );
    for (const text of texts)
      assert.deepEqual(
        numbersIn(text).filter((number) => covers.has(number)),
        [],
        `${name}: ${text}`,
      );
    looked += texts.length;
  }
  assert.ok(looked > 1000);
});

test("what panels compute by themselves is behind a curtain until the network has answered", () => {
  for (const { name, scene } of coveredScenes()) {
    const { layers, activation } = scene.session.network;
    const answer = layers.at(-1)?.output ?? activation;
    const answered = isInside(scene.session, scene.stageIndex) && scene.frame.get(answer) !== null;
    const away = hidden(RECORDS, scene).map((panel) => panel.name);
    assert.deepEqual(away.sort(), answered ? [] : ["curve", "next-words", "plane"], name);
    const truncated = { ...scene, view: { picture: "gradient" } };
    assert.equal(
      hidden(RECORDS, truncated).some((panel) => panel.name === "network"),
      scene.frame !== null,
      name,
    );
  }
});

/** Everything that can be asked of the coming stages of a run, with the scene that reveals it. */
function* questions() {
  for (const name of NAMES) {
    const known = standing(runOf(name));
    for (const position of positionsOf(known.session)) {
      if (position.step === 5) continue;
      const coming = comingAfter(sceneAt(known, position), known.store, {});
      const after = sceneAt(known, coming.at);
      for (const subject of subjectsOf(coming, known.store))
        for (const kind of subject.kinds) {
          const question = { kind, subject, row: subject.first, column: 0, coming };
          const numbers = truth.numbersOf(question, after, known.store);
          assert.ok(numbers, `${name} ${subject.name}`);
          yield { name: `${name}, ${coming.stage.name}: ${kind} of ${subject.name}`, question, numbers, after };
        }
    }
  }
}

test("every number that a stage brings can be predicted, is told, and of a wrong answer what was overlooked", () => {
  const met = new Set();
  for (const { name, question, numbers, after } of questions()) {
    const { kind, subject, row } = question;
    met.add(`${kind} ${subject.weight ? "weight" : subject.name === "loss" ? "loss" : "quantity"}`);
    assert.equal(numbers.values.length, Math.max(1, subject.rows.length) * numbers.width, name);
    const at = row * numbers.width;
    const ranks = truth.ranksOf(subject, numbers);
    const order = truth.ordered(ranks);
    const wrong = {
      direction: () => WAYS.find((way) => way !== truth.wayOf(numbers.before[at], numbers.values[at])),
      order: () => String(order.at(-1)),
      value: () => String(numbers.values[at] + 1),
    }[kind]();
    if (kind === "value") {
      assert.ok(truth.isRight(String(numbers.values[at]), question, numbers), name);
      assert.ok(!truth.isRight(wrong, question, numbers), name);
    }
    if (kind === "order") {
      assert.ok(truth.isFirst(ranks, order[0]), name);
      const isAlone = ranks[order[0]] !== 0 && order.length > 1 && order.slice(1).every((each) => ranks[each] === 0);
      assert.equal(/ is first, (all others are|the other is) 0\.$/.test(factOf(question, numbers)), isAlone, name);
      if (isAlone) met.add("one alone");
      assert.equal(truth.isFirst(ranks, order.at(-1)), ranks[order.at(-1)] >= ranks[order[0]] * (1 - 1e-6), name);
    }
    for (const said of [
      nameOf(subject, row, 0),
      factOf(question, numbers),
      overlookedOf(question, wrong, numbers, after),
    ])
      assert.ok(said && !/undefined|NaN|null|\[object/.test(said), `${name}: ${said}`);
  }
  assert.deepEqual([...met].sort(), [
    ...["direction loss", "direction quantity", "direction weight", "one alone", "order quantity", "order weight"],
    ...["value loss", "value quantity", "value weight"],
  ]);
});

test("a typed number is right to its last digit, but has to tell something", () => {
  const subject = { weight: false, role: "activation", name: "y", rows: ["a", "b"], columns: [] };
  const right = (typed, value, more = {}) =>
    truth.isRight(
      typed,
      { kind: "value", subject: { ...subject, ...more }, row: 0, column: 0 },
      { values: [value, 0.8], before: [0.05, 1], width: 1 },
    );
  for (const typed of ["0.14", ".143", "0,14", "1.4e-1", "0.15"]) assert.ok(right(typed, 0.143), typed);
  for (const typed of ["0", "0.1", "0.2", "0.16", "-0.143"]) assert.ok(!right(typed, 0.143), typed);
  assert.ok(right("−2.5", -2.5) && right("0", 0) && right("0.000", 1e-9));
  const weight = { weight: true };
  assert.ok(right("0.052", 0.052, weight) && !right("0.05", 0.052, weight) && right("0.05", 0.05, weight));
  for (const typed of ["0.14", "-1.5", "1e-3", "0.010"]) assert.equal(truth.isPrecise(typed), typed !== "1e-3", typed);
  for (const typed of ["0", "0.1", "3"]) assert.ok(!truth.isPrecise(typed), typed);
});

test("an error whose target was not taken off is told so", () => {
  const subject = { weight: false, role: "error", name: "e", rows: ["a", "b"], columns: [] };
  const question = { kind: "value", subject, row: 0, column: 0 };
  const numbers = { values: [-0.8767, 0.25], before: null, width: 1 };
  const said = (typed, row = 0, y = [0.1233, 0.25]) => {
    const frame = { get: (name) => (name === "t" ? [1, 0] : y) };
    return overlookedOf({ ...question, row }, typed, numbers, { frame, session: {} });
  };
  for (const typed of ["0.12", "0.1233"]) assert.match(said(typed), /that t is taken off: here it is 1\./, typed);
  assert.match(said("0.2"), /too high/);
  assert.match(said("0.35", 1), /too high/);
  assert.match(said("0.12", 0, [0.4, 0.25]), /too high/, "of a loss whose error is no difference");
});

test("the score is kept in the tab, and a question counts once", () => {
  const kept = new Map();
  const storage = () => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) });
  const score = createScore(storage);
  assert.equal(score.text, "");
  score.add("one", false);
  score.add("one", true);
  score.add("two", true);
  assert.equal(score.text, "1 of 2 right");
  assert.equal(createScore(storage).text, "1 of 2 right");
  kept.set("predictions", "{broken");
  assert.equal(createScore(storage).text, "");
  const alone = createScore(() => assert.fail("no storage"));
  alone.add("one", true);
  assert.equal(alone.text, "1 of 1 right");
});

test("what is first alone is told so, unless another number is none", () => {
  const { question, numbers } = [...questions()].find(
    ({ question: { kind, subject }, numbers: { values } }) => kind === "order" && !subject.weight && values.length > 2,
  );
  const told = (...values) =>
    factOf(question, { ...numbers, values: Float64Array.from(numbers.values, (_, i) => values[i] ?? 0) });
  assert.match(told(0.5), /^\S+( \d+)? \(0\.5000\) is first, all others are 0\.$/);
  assert.match(told(0.5, NaN), / is first, then /);
  assert.match(told(0.5, 0.25), / is first, then .* \(0\.2500\)/);
});

test("what is alike is told to be so, all of what is first", () => {
  const { question, numbers } = [...questions()].find(
    ({ question: { kind, subject }, numbers: { values } }) => kind === "order" && !subject.weight && values.length > 4,
  );
  const [first, second, third] = question.subject.rows;
  const told = (role, ...values) =>
    factOf(
      { ...question, subject: { ...question.subject, role } },
      { ...numbers, values: numbers.values.map((_, i) => values[i] ?? -1) },
    );
  assert.match(
    told("", 0.5, 0.5, 0.25),
    new RegExp(`^${first} \\(0.5000\\) and ${second} \\(0.5000\\) are first, alike, then ${third} \\(0.2500\\)\\.$`),
  );
  assert.match(told(""), new RegExp(`^All ${numbers.values.length} are alike \\(-1.0000\\)\\.$`));
  assert.match(told("", 2, 2, 2, 2), /^4 of \d+ are first, alike \(2\.0000\), then \S+( \d+)? \(-1\.0000\)\.$/);
  assert.match(
    told("error", 2, -2),
    new RegExp(`^${first} \\(2.0000\\) and ${second} \\(-2.0000\\) are first, alike in size, then `),
  );
});
