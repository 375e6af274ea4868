/** The truncated gradients as a picture of an answer: bars, dots and matrices with its numbers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scaleIndex } from "../../assets/draw/colours.mjs";
import { compose } from "../../assets/panels/network/gradient/compose.mjs";
import { pickGradient } from "../../assets/panels/network/gradient/layout.mjs";
import { factsOf as unrolledFacts } from "../../assets/panels/network/unrolled/facts.mjs";
import { assertSound, marksOf, measure, namesWith, ROOMS, sceneOf, shapesOf, textsOf } from "./pictures.mjs";

const NAMES = namesWith(({ network }) => network.unrolled);

/** An answer of which the gradient over all steps is that of the frame. */
function answerTo(scene) {
  const { declared, words, units } = unrolledFacts(scene);
  const most = words.length - 1;
  const [states, errors] = [declared.state, declared.error].map(({ name }) => scene.frame.get(name));
  assert.equal(states.length, (most + 2) * units);
  const norms = Float64Array.from({ length: most + 1 }, (_, back) => 1 + back);
  const cosines = Float64Array.from({ length: most + 1 }, (_, back) => 1 - 0.3 * (most - back));
  const arrays = { norms, cosines, contributions: norms, words: words.map((id) => Math.max(0, id)), states, errors };
  return { header: { bptt: Math.min(1, most), arrays: [] }, arrays };
}

test("a bar for each number of steps back, a dot for its cosine, and the word that it reaches", () => {
  for (const name of NAMES) {
    const scene = sceneOf(name, 5);
    const answer = answerTo(scene);
    for (const room of ROOMS) {
      const picture = compose(scene, room, measure, answer);
      assertSound(picture, room, 4);
      const { facts, layout } = picture.found;
      const { most, back, bptt, norms } = facts;
      assert.equal(back, bptt, "unless another is chosen");
      const bars = marksOf(picture, "boxes").filter(({ fill }) => fill?.role === "error" || fill?.tint === "error");
      assert.equal(
        bars.reduce((sum, mark) => sum + shapesOf(mark), 0),
        most + 1,
      );
      assert.equal(shapesOf(bars[0]), 1);
      const [x, top, width, height] = bars[0].boxes;
      assert.deepEqual(pickGradient(layout, facts.shownUnits, x + width / 2, top + 1), { kind: "bar", back });
      const { chart } = layout;
      assert.ok(Math.abs(height / (chart.bottom - chart.top) - norms[back] / facts.highest) < 1e-9);
      assert.equal(marksOf(picture, "discs").length, most + 1);
      assert.ok(textsOf(picture).includes(`τ = ${bptt}`));
    }
  }
});

test("the matrices are the gradients over the chosen steps and over all, and a press finds their cells", () => {
  for (const name of NAMES) {
    const chosen = sceneOf(name, 5, undefined, { view: { back: "0" } });
    const { found, marks } = compose(chosen, ROOMS[2], measure, answerTo(chosen));
    const { facts, layout } = found;
    assert.equal(facts.back, 0);
    const [near, full] = marksOf({ marks }, "pixels");
    const { gradient, units, words } = unrolledFacts(chosen);
    const last = gradient.part(words.length - 1);
    for (let i = 0; i < units; i++) {
      for (let j = 0; j < units; j++) {
        assert.equal(full.indexes[i * units + j], scaleIndex(gradient.sum(i, j), facts.limit));
        assert.equal(near.indexes[i * units + j], scaleIndex(last(i, j), facts.limit));
      }
    }
    const { maps } = layout;
    const target = pickGradient(layout, facts.shownUnits, maps.fullest + 1, maps.top + maps.size - 1);
    assert.deepEqual(target, { kind: "cell", map: "fullest", row: units - 1, column: 0 });
  }
});

test("without an answer it says why", () => {
  const [room] = ROOMS;
  for (const name of NAMES) {
    const said = (scene, answer) => textsOf(compose(scene, room, measure, answer)).join();
    assert.equal(said(sceneOf(name, 0, 0), null), "The first stage reads the first word.");
    assert.equal(said(sceneOf(name, 5), null), "The server is asked at rest.");
    assert.match(said(sceneOf(name, 5), { error: new Error("too much") }), /^No answer: too much/);
  }
});
