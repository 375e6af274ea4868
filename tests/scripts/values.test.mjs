/** The numbers of a live line: a weight after the step, of its one gradient, is that of the replay, which adds arrays. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { valueAt } from "../../assets/panels/explanation/values.mjs";
import { namesWith, sceneOf } from "./pictures.mjs";

test("a weight that one number of the gradient moves is where the replay moves it", () => {
  for (const name of namesWith(({ excerpt, edits }) => !excerpt && !edits.length)) {
    let moved = 0;
    for (const step of [0, 5]) {
      const after = sceneOf(name, step);
      const scene = { ...after, weights: after.before };
      for (const { name: of } of after.session.parameters) {
        const { data, columns } = after.weights[of];
        data.forEach((weight, at) => {
          const told = valueAt(scene, of, "new", [Math.floor(at / columns), at % columns]);
          assert.ok(Math.abs(told - weight) < 1e-9, `${name}, step ${step}, ${of}, ${at}: ${told}, not ${weight}`);
          moved += Number(weight !== after.before[of].data[at]);
        });
      }
    }
    assert.ok(moved > 0, name);
  }
});
