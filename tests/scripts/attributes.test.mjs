/** What the attributes of the element say: values of any kind are written so that they can be read, and what cannot be is told. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { read, readPlace, written } from "../../assets/shell/attributes.mjs";

const PANELS = ["network", "weights"];
const said = (values) => read((name) => written(values[name]) ?? "", PANELS);

test("a text, a list, an object and nothing", () => {
  const { place, panels, problems } = said({
    ...{ recipe: "preset=week", step: 12, stage: null, transport: "simple" },
    ...{ view: { fit: "both", pins: "king & queen", focus: null }, panels: ["weights", "network"] },
  });
  assert.deepEqual(place, {
    query: "preset=week",
    step: 12,
    stage: null,
    view: { fit: "both", pins: "king & queen" },
  });
  assert.deepEqual([panels, problems], [["weights", "network"], []]);
  assert.deepEqual(said({ view: "fit=W&trail=20", panels: "weights" }).place.view, { fit: "W", trail: "20" });
  assert.equal(written(undefined), null);
});

for (const [name, value, allowed] of [
  ["step", -3, "a whole number from 0"],
  ["step", "abc", "a whole number from 0"],
  ["step", 2.5, "a whole number from 0"],
  ["view", ["fit"], "options such as fit=both&trail=20"],
  ["view", { fit: { W: true }, trail: 20 }, "options such as fit=both&trail=20"],
  ["view", { pins: ["king", { word: "queen" }] }, "options such as fit=both&trail=20"],
  ["panels", ["weights", "nowhere"], "network, weights"],
  ["transport", "all", "none, simple, full"],
])
  test(`${name} = ${JSON.stringify(value)} is told, and the nearest that can be is taken`, () => {
    const { place, panels, problems } = said({ [name]: value });
    assert.deepEqual(
      problems.map(([field, , able]) => [field, able]),
      [[name, allowed]],
    );
    assert.equal(readPlace({ [name]: value }).problems.length, ["step", "view"].includes(name) ? 1 : problems.length);
    assert.equal(place.step, 0);
    assert.deepEqual(panels, name === "panels" ? ["weights"] : []);
  });

test("of a place that somebody gives what is named is read, whatever kind it is of", () => {
  const given = { query: "preset=week", step: "12", stage: null, view: { trail: 20, pins: ["king", "queen"] } };
  const { place, problems } = readPlace(given);
  assert.deepEqual(problems, []);
  const view = { trail: "20", pins: "king,queen" };
  assert.deepEqual(place, { query: "preset=week", step: 12, stage: null, view });
  assert.deepEqual(readPlace({ step: 0, view: undefined }).place, { step: 0, view: undefined });
});
