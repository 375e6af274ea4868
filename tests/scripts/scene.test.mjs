/** A scene: what follows from a position and what is known, and from nothing else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AxesKeeper } from "../../assets/player/axes.mjs";
import { Losses } from "../../assets/player/losses.mjs";
import { Questions } from "../../assets/player/questions.mjs";
import { atHand, measuresLike, reachAt } from "../../assets/player/reach.mjs";
import { Replay } from "../../assets/player/replay.mjs";
import { Run } from "../../assets/player/run.mjs";
import { buildScene } from "../../assets/player/scene.mjs";
import { NAMES, runOf } from "./runs.mjs";

/** Asked for nothing: a scene only says what is to be asked. */
const silent = new Proxy({}, { get: (_, name) => () => assert.fail(`${String(name)} is asked`) });
const clock = { signal: new AbortController().signal };

/** What is known of a run of which a block is here, at a step; none of it can be changed. */
function knownOf(name, step, view = {}) {
  const { session, block } = runOf(name);
  const store = Object.freeze({ fit: null, at: (at) => (at >= block.start && at < block.end ? block : null) });
  const losses = new Losses(silent, session.query, assert.fail);
  losses.add(block.start, block.arrays.loss);
  const run = {
    store,
    losses,
    axes: new AxesKeeper(silent, session, assert.fail),
    questions: new Questions(silent, clock, session.query, assert.fail),
    trail: null,
  };
  const look = { view: Object.freeze(view), hovered: null, excites: false, axes: null };
  const pace = { playing: false, speed: 4, reducedMotion: true };
  const window = new Replay(store).upTo(step, 1, block);
  return { run: Object.freeze(run), window, block, look: Object.freeze(look), pace: Object.freeze(pace) };
}

/** A scene, with its functions asked or counted. */
const told = ({ frame, open, reach, ...others }) => ({
  ...others,
  frame: frame.step,
  asks: open.length,
  scale: reach.weights(Object.keys(others.weights)),
});

for (const name of NAMES)
  test(`${name}: a scene shows what its stage has come to, and building it changes and asks nothing`, () => {
    const stages = runOf(name).session.stages;
    for (let stageIndex = 1; stageIndex <= stages.length; stageIndex++) {
      const step = stageIndex === stages.length ? 6 : 5;
      const data = knownOf(name, step);
      const position = Object.freeze({ step, stageIndex });
      const [scene, again] = [buildScene(position, data), buildScene(position, data)];
      assert.equal(scene.frame.step, 5);
      assert.equal(scene.stage, stages[stageIndex - 1].name);
      assert.equal(scene.weights, data.window.at(-1).weights);
      const reached = new Set(stages.slice(0, stageIndex).flatMap(({ shows }) => shows));
      for (const declared of scene.session.quantities.filter(({ matrix_of }) => !matrix_of)) {
        const values = scene.frame.get(declared.name);
        assert.equal(values !== null, reached.has(declared.name), declared.name);
        if (values) assert.deepEqual([...values], [...data.block.quantity(declared, 5)], declared.name);
      }
      assert.equal(scene.frame.loss, reached.has("loss") ? data.block.loss(5) : null);
      assert.deepEqual(told(again), told(scene));
    }
    const { frame } = buildScene({ step: 0, stageIndex: 0 }, knownOf(name, 0));
    assert.equal(frame, null);
  });

for (const name of NAMES)
  test(`${name}: scales are those of the stretch, none of whose numbers is larger than is said`, () => {
    const { block } = runOf(name);
    const last = block.session.stages.length;
    const scenes = [12, 9, 11, 10].map((step) => buildScene({ step, stageIndex: last }, knownOf(name, step)));
    const names = Object.keys(scenes[0].weights);
    for (const change of [false, true]) {
      assert.equal(new Set(scenes.map(({ reach }) => reach.weights(names, change).limit)).size, 1);
      for (const { reach, weights, before } of scenes)
        for (const each of names) {
          const { largest } = reach.weights([each], change);
          const { data } = weights[each];
          const sizes = Array.from(data, (value, at) => Math.abs(change ? value - before[each].data[at] : value));
          assert.ok(Math.max(...sizes) <= largest * (1 + 1e-9), each);
        }
    }
    for (const { reach, frame, session } of scenes)
      for (const { name: each } of session.quantities.filter(({ matrix_of }) => !matrix_of))
        assert.ok(Math.max(...frame.get(each).map(Math.abs)) <= reach.quantity(each), each);
    for (const { name: each } of block.session.quantities.filter(({ matrix_of }) => !matrix_of)) {
      const scales = scenes.map(({ reach }) => reach.colours(each));
      assert.deepEqual(
        [new Set(scales.map(({ limit }) => limit)).size, scales[0].largest],
        [1, scenes[0].reach.quantity(each)],
      );
    }
  });

test("a scene is hurried while it plays faster than four steps a second, not at rest", () => {
  const data = knownOf(NAMES[0], 6);
  const paced = (playing, speed) => buildScene({ step: 6, stageIndex: 1 }, { ...data, pace: { playing, speed } });
  const hurried = [paced(true, 60), paced(true, 4), paced(false, 60)].map((scene) => scene.hurried);
  assert.deepEqual(hurried, [true, false, false]);
});

test("axes that follow are aligned with those of the picture before, or turned as the link says", () => {
  const view = { axes: "follow", turn: "0.5,1" };
  const data = knownOf("cbow", 3, view);
  const raw = { mean: Float64Array.of(0, 0), basis: [Float64Array.of(1, 0), Float64Array.of(0, 1)], share: [0.6, 0.3] };
  data.run.axes.kept.set("3|W", raw);
  const linked = buildScene({ step: 3, stageIndex: data.block.session.stages.length }, data).projection;
  assert.equal(linked.turn, "0.5,1");
  const flipped = { ...linked, basis: linked.basis.map((row) => row.map((value) => -value)) };
  const next = buildScene(
    { step: 3, stageIndex: data.block.session.stages.length },
    { ...data, look: { ...data.look, axes: flipped } },
  ).projection;
  next.basis.forEach((row, i) => row.forEach((value, k) => assert.ok(Math.abs(value - flipped.basis[i][k]) < 1e-12)));
});

test("blocks carry axes only while a projection of vectors follows", () => {
  const fitOf = (name, view) => new Run(silent, clock, runOf(name).session, view, assert.fail).store.fit;
  assert.equal(fitOf("cbow", { axes: "follow" }), "W");
  assert.equal(fitOf("cbow", { axes: "follow", fit: "both" }), "both");
  assert.equal(fitOf("cbow", { axes: "3" }), null);
  assert.equal(fitOf("mlp", { axes: "follow" }), null);
});

test("the instances of a batch are looked at side by side, each with its own x", () => {
  const { session, block } = runOf("batch");
  const { run, window, look, pace } = knownOf("batch", 1);
  const { frame } = buildScene({ step: 1, stageIndex: session.stages.length }, { run, window, block, look, pace });
  frame.batchOf("x").forEach((x, b) => {
    const { inputs } = block.instance(0, b);
    assert.deepEqual(
      [...x.keys()].filter((id) => x[id] > 0),
      [...new Set(inputs)].sort((one, other) => one - other),
    );
  });
});

for (const name of NAMES) {
  test(`${name}: what is asked of one block is measured of another before it is asked for`, () => {
    const { block, session } = runOf(name);
    const asked = Object.assign(Object.create(Object.getPrototypeOf(block)), block);
    const coming = Object.assign(Object.create(Object.getPrototypeOf(block)), block);
    let replayed = 0;
    coming.apply = (...given) => {
      replayed += 1;
      return block.apply(...given);
    };
    const names = session.parameters.map((parameter) => parameter.name);
    const number = session.quantities.find(({ role, matrix_of }) => role !== "index" && !matrix_of).name;
    const output = session.parameters.find((parameter) => parameter.name === session.network.output);
    const error = output?.change[0].rows;
    const ask = (of) => {
      const reach = reachAt(of, of.start + 1, of, of.start);
      const scales = [reach.weights(names), reach.weights(names, true), reach.quantity(number)];
      return output ? [...scales, reach.parts(error, output.name)] : scales;
    };
    const wanted = ask(asked);
    const measures = measuresLike(asked, coming);
    assert.equal(measures.length, wanted.length);
    for (const measure of measures) measure();
    assert.ok(replayed > 0);
    replayed = 0;
    assert.deepEqual(ask(coming), wanted);
    assert.equal(replayed, 0, "it is measured already");
  });
}

test("beside numbers that nothing would be seen of one keeps to those at hand", () => {
  const [huge, small, none] = [1e10, 2, 0].map((largest) => ({ limit: Math.max(1, largest), largest }));
  assert.equal(atHand(huge, small), small);
  assert.equal(atHand(huge, none), huge, "at the start, say");
  assert.equal(atHand(small, { limit: 0.1, largest: 0.1 }), small);
});

test("what pinned words excite is asked where it is shown, once they are as many as the model reads", () => {
  const asks = (name, view) => {
    const { length } = runOf(name).session.stages;
    return buildScene({ step: 6, stageIndex: length }, knownOf(name, 6, view)).open.length;
  };
  /** How many questions so many pinned words add, by pictures of the network. */
  const added = (name, pins, ...pictures) => {
    const { words } = runOf(name).session;
    const pinned = words.slice(0, pins).join(",");
    return pictures.map((picture) => asks(name, { picture, pins: pinned }) - asks(name, { picture }));
  };
  assert.deepEqual(added("cbow", 1, undefined, "network", "copies"), [1, 1, 1]);
  assert.deepEqual(added("cbow", 3, undefined, "network", "copies"), [1, 1, 1]);
  assert.deepEqual(added("hierarchical", 1, undefined, "tree"), [1, 1]);
  assert.deepEqual(added("negative", 1, undefined, "noise"), [1, 0], "the noise shows nothing of it");
  for (const pins of [1, 2, 3]) {
    assert.deepEqual(added("nnlm", pins, undefined, "network", "symbols"), [0, 0, 0]);
    assert.deepEqual(added("nnlm with a tree", pins, "lookup", "tree"), [0, Number(pins === 2)]);
    assert.deepEqual(added("rnnlm", pins, undefined, "gradient"), [0, 0]);
    assert.deepEqual(added("rnnlm with a tree", pins, "unrolled", "tree"), [0, 1]);
  }
});
