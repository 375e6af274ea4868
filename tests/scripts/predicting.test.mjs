/** When what asks about the coming stage fetches, ends and gives up; without a page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BlockStore } from "../../assets/player/blocks.mjs";
import { Supply } from "../../assets/player/supply.mjs";
import { Predicting } from "../../assets/predict/mount.mjs";
import { givenOf } from "../../assets/predict/truth.mjs";
import { Diverged } from "../../assets/sources/errors.mjs";

const STAGES = ["hidden", "scores", "update"].map((name) => ({ name }));
const DIVERGED = { step: 4, reason: "It diverges." };
const settled = () => new Promise((then) => setTimeout(then, 5));

/** A player at step 4, the last, and its form, as far as they matter here; `frames` answers for the blocks. */
function standing(frames, stageIndex = 3) {
  const session = { key: "run", query: "", stages: STAGES, parameters: [], quantities: [], limits: { step: 4 } };
  Object.assign(session, { longest_stretch: 4, most_frames: { none: 4 } });
  const store = new BlockStore({ frames }, session);
  const run = { store, session, diverged: null, meet: ({ diverged }) => Object.assign(run, { diverged }) };
  const told = { ended: [], repaints: 0 };
  const player = { run, view: {}, abreast: null, stopBeforeDivergence() {} };
  player.supply = new Supply(player);
  const predicting = Object.assign(Object.create(Predicting.prototype), { player, laid: "", wanted: null });
  predicting.box = { end: (why) => told.ended.push(why) };
  const lay = () => predicting.lay({ session, step: 4, stageIndex });
  player.repaint = () => {
    told.repaints += 1;
    if (told.repaints < 20) lay();
  };
  return { lay, told, player, predicting };
}

/** The same with what it takes to ask; `paint` as the player does. */
function asking(view = {}) {
  const { player, predicting } = standing(() => new Promise(() => {}));
  Object.assign(player, { view: { enlarged: "", ...view }, playing: false, pause: () => (player.playing = false) });
  const root = {};
  Object.assign(predicting, { box: { root }, on: false, laid: "", records: [], curtain: { draw() {} }, pending: null });
  predicting.app = { setView: (patch) => Object.assign(player.view, patch) };
  Object.assign(predicting, { turn() {}, lay() {} });
  return { player, predicting, paint: () => predicting.paint({}) };
}

test("whoever asks while a run plays or a figure is open has the form", () => {
  const { player, predicting, paint } = asking({ enlarged: "pmi", dock: "why" });
  player.playing = true;
  predicting.ask({ kind: "value" });
  paint();
  assert.ok(predicting.on && predicting.wanted);
});

test("what is asked for and left before it shows is answered with null, and kept for no other form", async () => {
  const { player, predicting, paint } = asking();
  const answer = predicting.ask({ kind: "value" });
  player.view.enlarged = "pmi";
  paint();
  assert.equal(predicting.wanted, null);
  assert.equal(await answer, null);
  assert.equal(player.view.predict, "");
});

test("an answer from another form covers what it asks about, without a form, until it is revealed", () => {
  const { player, predicting, paint } = asking({ enlarged: "pmi" });
  Object.assign(player, { playing: true, repaint: paint });
  predicting.answer({ kind: "value", name: "y" }, "0.2");
  assert.deepEqual([player.view.predict, player.playing, predicting.on], ["cover", false, true]);
  assert.ok(predicting.box.root.hidden && predicting.wanted.given === "0.2");
});

test("an answer to what cannot be asked is refused, and nothing stays covered", async () => {
  const { lay, player, predicting } = standing(() => Promise.reject(new Error("no answer")));
  predicting.app = { setView: (patch) => Object.assign(player.view, patch) };
  const refused = new Promise((settle, refuse) => {
    predicting.wanted = { what: { kind: "value" }, given: "1", settle, refuse };
  });
  lay();
  await assert.rejects(refused, /does not come/);
  assert.deepEqual([predicting.wanted, player.view.predict], [null, ""]);
});

test("an answer is one of the rows or ways, or a number; any other is told what is allowed", () => {
  const subject = { rows: ["king", "queen"] };
  const given = (kind, text) => givenOf({ kind, subject }, text);
  assert.deepEqual(
    [given("order", "queen"), given("direction", "stays"), given("value", "−0.25"), given("value", "−7/8")],
    ["1", "stays", "−0.25", "-0.88"], // who writes a fraction means its first digits
  );
  assert.deepEqual(
    ["1/2", "25/2", "1000/3", "1/30"].map((text) => given("value", text)),
    ["0.5", "12.5", "333.33", "0.033"],
  );
  assert.match(given("order", "man").message, /^predict.given: got man; allowed is king or queen$/);
  assert.match(given("direction", "up").message, /got up; allowed is rises, falls or stays$/);
  assert.match(given("value", "much").message, /got much; allowed is a number, such as 0.25$/);
});

test("an answer about a stage that somebody leaves before it shows is held against no other", async () => {
  const { player, predicting } = asking({ predict: "cover" });
  player.position = { step: 9, stageIndex: 3 };
  const answer = new Promise((settle) => Object.assign(predicting, { wanted: { what: {}, given: "1", settle } }));
  predicting.revealed(
    { step: 9, stageIndex: 3 },
    { question: { coming: { at: { step: 4, stageIndex: 0 } } }, given: "1" },
  );
  assert.equal(await answer, null);
  assert.deepEqual([predicting.wanted, player.view.predict], [null, ""]);
});

test("where a run diverges the form says that it ends, and asks no more", async () => {
  const header = { start: 4, count: 0, batch: 1, patches: [], diverged: DIVERGED };
  const block = async () => ({ header, arrays: {} });
  const refusal = async () => {
    throw new Diverged(DIVERGED);
  };
  for (const frames of [block, refusal]) {
    const { lay, told } = standing(frames);
    lay();
    await settled();
    assert.deepEqual(told, { ended: ["Fetching the coming step …", "The run ends here."], repaints: 1 });
  }
});

test("after the last stage nothing is fetched, and what does not come is not asked again", async () => {
  const last = standing(() => assert.fail("asked"), 2);
  last.lay();
  await settled();
  assert.deepEqual(last.told, { ended: ["The run ends here."], repaints: 0 });
  const lost = standing(() => Promise.reject(new Error("no answer")));
  lost.lay();
  await settled();
  assert.deepEqual(lost.told, { ended: ["Fetching the coming step …"], repaints: 0 });
});
