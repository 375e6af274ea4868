/** What chance did to a text, the table of the sigmoid, and draws of the target, as they are drawn. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compose as composeNoise } from "../../assets/panels/network/noise/compose.mjs";
import { centreOf, reachedFrom } from "../../assets/panels/network/reading/reached.mjs";
import { compose as composeSigmoid } from "../../assets/panels/network/sigmoid/compose.mjs";
import { marksOf, measure, picturesOf, ROOMS, sceneOf, textsOf } from "./pictures.mjs";
import { runOf } from "./runs.mjs";

test("the words that are lit are those of the instance: its window, over the gaps, and its centre", () => {
  const { session, block } = runOf("dialect");
  const { reading } = session.structure;
  assert.ok(reading.tokens.some(({ stayed }) => !stayed));
  for (let step = 0; step < block.count; step++) {
    const { inputs, outputs } = block.instance(step);
    const centre = centreOf(reading, block.members(step)[0]);
    assert.deepEqual([reading.tokens[centre].word], [...outputs]);
    const reached = [...reachedFrom(reading, centre)].sort((a, b) => a - b);
    assert.deepEqual(
      reached.map((at) => reading.tokens[at].word),
      [...inputs],
    );
  }
  assert.equal(centreOf(reading, 1e6), -1);
  assert.equal(reachedFrom(reading, -1).size, 0);
});

test("questions stand on the program's curve, and those outside the table where it says", () => {
  let [outside, seen] = [0, 0];
  const looksUp = ({ structure }) => Boolean(structure.sigmoid);
  for (const [told, picture, { session, frame }] of picturesOf(composeSigmoid, looksUp)) {
    if (frame) assert.equal(picture.questions.length > 0, Boolean(frame.get("y")), told); // from the stage that answers them on
    const dots = picture.marks.slice(-picture.questions.length);
    const { skips } = session.structure.sigmoid;
    assert.equal(textsOf(picture).includes(skips ? "skipped" : "answer 1"), true, told);
    picture.questions.forEach(({ u, y, t, e }, q) => {
      if (e !== undefined) assert.equal(dots[q].fill === undefined, e === 0, told);
      seen += 1;
      const entry = Math.floor((Math.fround(u) + 6) * 83);
      const table = [entry - 1, entry, entry + 1].map((i) => 1 / (1 + Math.exp(6 - 0.012 * i)));
      if (Math.abs(u) < 6) assert.ok(Math.min(...table.map((each) => Math.abs(each - y))) < 1e-6, told);
      else {
        outside += 1;
        if (e !== undefined) assert.equal(e, skips ? 0 : Number(u > 0) - t, told);
      }
    });
  }
  assert.ok(seen > 20);
  assert.ok(outside > 0);
});

test("a draw of the target is told: kept it is asked too, skipped it leaves a ring", () => {
  const said = new Set();
  for (const [told, picture, { session, frame }] of picturesOf(composeNoise, ({ structure }) => structure.noise)) {
    const { noise_hit: rule, negative } = session.hyper;
    if (!picture.shown.draws || rule === "redraw") continue;
    const hits = [...picture.shown.draws.hits.values()].reduce((sum, times) => sum + times, 0);
    const asked = picture.shown.draws.asked.length;
    if (rule === "skip") assert.equal(asked + hits, frame.outputs.length * (Number(negative) + 1), told);
    if (hits)
      said.add(
        textsOf(picture)
          .find((text) => text.startsWith("target drawn"))
          ?.replace(/.*: /, ""),
      );
  }
  assert.deepEqual([...said].sort(), ["kept", "○ skipped"]);
});

test("how often a word was drawn, and its target skipped, is written beside the words", () => {
  const [scene, seen] = [sceneOf("dialect", 5), new Set()];
  const [target] = scene.frame.outputs;
  const asked = [target, ...Array(40).fill(target), ...Array(12).fill(1 - Math.min(1, target))];
  const frame = { ...scene.frame, outputs: [target], get: (name) => (name === "output" ? asked.map(() => 0) : asked) };
  const session = { ...scene.session, hyper: { ...scene.session.hyper, negative: "99" } };
  session.whole = session;
  for (const room of ROOMS) {
    const picture = composeNoise({ ...scene, session, frame }, room, measure, null);
    const { pad, dots } = picture.layout;
    for (const { text, x, room: wide } of marksOf(picture, "text").filter((mark) => /^×\d+$/.test(mark.text))) {
      assert.ok(x + wide <= pad + dots, `${text} in ${room.width} px`);
      seen.add(text);
    }
  }
  assert.deepEqual([...seen].sort(), ["×12", "×40", "×47"]);
});

test("each skipped draw of the target is a ring, or one ring with how many", () => {
  const seen = new Set();
  for (let step = 0; step < 12; step++) {
    const scene = sceneOf("dialect", step);
    const picture = composeNoise(scene, ROOMS[2], measure, null);
    const { times, hits } = picture.shown.draws;
    const [of, many] = ["fill", "stroke"].map(
      (ink) => marksOf(picture, "discs").filter((mark) => mark[ink]?.role === "error").length,
    );
    const numbers = textsOf(picture).filter((text) => /^×\d+$/.test(text));
    const all = [...times.values(), ...hits.values()].reduce((sum, number) => sum + number, 0);
    assert.equal(of + many + numbers.reduce((sum, text) => sum + Number(text.slice(1)) - 1, 0), all, `step ${step}`);
    for (const number of hits.values()) {
      const alone = times.get(scene.frame.outputs[0]) === 0;
      if (alone && number > 3) assert.ok(numbers.includes(`×${number}`));
      if (alone && number < 4) assert.equal(many, number);
      seen.add(Math.min(number, 4));
    }
  }
  assert.deepEqual([...seen].sort(), [1, 2, 3, 4]);
});
