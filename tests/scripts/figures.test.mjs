/** What is drawn twice, by the page and by Plotly, is the same: figures of the same moments, which tests/figures.py read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { answersOf } from "../../assets/maths/answers.mjs";
import { scaleOf } from "../../assets/maths/limits.mjs";
import { project, vectorSets } from "../../assets/maths/points.mjs";
import { vectorsOf } from "../../assets/maths/rows.mjs";
import { hiddenChoices, hiddenSpace, inputPairs, inputSpace } from "../../assets/panels/plane/spaces.mjs";
import { sceneOf } from "./pictures.mjs";
import { NAMES, runOf } from "./runs.mjs";

/** Scene and figures of each moment of the runs whose session fits. */
function* momentsOf(fits) {
  for (const name of NAMES) {
    const { session, moments, axes } = runOf(name);
    if (!fits(session)) continue;
    for (const { step, stage, view, figures } of moments) {
      const scene = sceneOf(name, step, stage, { view, projection: axes });
      yield { told: `${name}, step ${step}, stage ${stage}, ${JSON.stringify(view)}`, scene, figures };
    }
  }
}

function near(got, wanted, told) {
  assert.equal(got.length, wanted.length, told);
  got.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) < 1e-9, `${told}: ${value} for ${wanted[i]}`));
}

test("the plane has its points in the same places, and names its axes alike", () => {
  let compared = 0;
  for (const { told, scene, figures } of momentsOf(({ segments }) => segments[0].points)) {
    const answers = answersOf(scene);
    const choose = (choices, wanted) => (choices.includes(wanted) ? wanted : choices[0]);
    const spaces = [inputSpace(scene, answers, choose(inputPairs(answers.data.width), scene.view.plane))];
    const hidden = hiddenChoices(scene.session);
    if (hidden.length) spaces.push(hiddenSpace(scene, answers, choose(hidden, scene.view.hiddenPlane)));
    assert.equal(spaces.length, figures.plane.length, told);
    spaces.forEach(({ places, names, note }, i) => {
      near(places, figures.plane[i].places, told);
      const titles = figures.plane[i].titles.join(" ");
      if (names[0] === "") assert.ok(titles.includes(note), `${titles} for ${note}`);
      compared += 1;
    });
  }
  assert.ok(compared > 20);
});

test("the projection has its vectors in the same places", () => {
  for (const { told, scene, figures } of momentsOf(({ network, whole }) => network.input && whole.words.length < 100)) {
    for (const { name, kind } of vectorSets(scene.session, "W")) {
      const places = project(vectorsOf(scene.session, name, scene.weights[name]), scene.projection);
      near(places, figures.projection.places[kind], `${told}, ${kind}`);
    }
  }
});

test("the colours of all weights end at the same number", () => {
  for (const { told, scene, figures } of momentsOf(({ whole }) => whole.words.length < 100)) {
    const { weights, before, view } = scene;
    const shown = Object.entries(weights).map(([name, { data }]) => ({
      data,
      minus: view.heat === "change" ? (before?.[name]?.data ?? data) : null,
    }));
    assert.equal(scaleOf(shown).limit, figures.weights.limit, told);
  }
});
