/** The unrolled network as a picture: its numbers are those of the frame, and its parts add up to the gradient. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scaleIndex } from "../../assets/draw/colours.mjs";
import { compose } from "../../assets/panels/network/unrolled/compose.mjs";
import { factsOf } from "../../assets/panels/network/unrolled/facts.mjs";
import { linesFor, tableRows } from "../../assets/panels/network/unrolled/tell.mjs";
import { compose as composeVectors } from "../../assets/panels/vectors/instance/compose.mjs";
import { exact, percent } from "../../assets/text/numbers.mjs";
import { answerTo, marksOf, measure, namesWith, picturesOf, ROOMS, sceneOf, shapesOf, textsOf } from "./pictures.mjs";

const isUnrolled = ({ network }) => network.unrolled;
const LEGENDS = 8; // px by which they may leave a phone: their bars are at least 12 wide
const composeAt = (scene, room, measured, before) => compose(scene, room, measured, before, 1000);

test("states and errors are cells with the frame's numbers, as far as the stage has come", () => {
  for (const [told, picture, scene] of picturesOf(composeAt, isUnrolled, { slack: LEGENDS })) {
    const { declared, units, words } = picture.facts;
    const { columns, first, units: shown } = picture.layout;
    const [states, errors] = marksOf(picture, "cells");
    const known = scene.frame?.get(declared.state.name);
    const expected = [];
    for (let row = first; known && row <= first + columns; row++)
      expected.push(...known.subarray(row * units, row * units + shown));
    assert.deepEqual(states.values, expected, told);
    assert.equal(errors.values.length, scene.frame?.get(declared.error.name) ? columns * shown : 0, told);
    assert.equal(picture.moving, false);
    for (const id of words.slice(first)) if (id >= 0) assert.ok(holds(picture, scene.session.words[id]), told);
  }
});

const holds = (picture, text) => textsOf(picture).some((each) => each === text || each.endsWith("…"));

test("errors are coloured by the size of most in the stretch, and larger ones have a mark", () => {
  for (const name of namesWith(isUnrolled)) {
    const plain = sceneOf(name, 5);
    const scene = { ...plain, reach: { ...plain.reach, colours: () => ({ limit: 0.01, largest: 1 }) } };
    const picture = composeAt(scene, ROOMS[1], measure, null);
    const [, errors] = marksOf(picture, "cells");
    assert.deepEqual(errors.by, { limit: 0.01 });
    const beyond = errors.values.filter((value) => Math.abs(value) > 0.01).length;
    const width = ({ boxes, fill }) => (fill?.role === "text" ? boxes[2] : 0);
    const marks = marksOf(picture, "boxes").filter((mark) => width(mark) === 3 && shapesOf(mark) === beyond);
    assert.ok(beyond > 1 && marks.length === 1, name);
    assert.ok(textsOf(picture).includes("beyond"));
    const { shown } = composeVectors(scene, ROOMS[1], measure);
    const limits = shown.filter(({ quantity }) => quantity.name === picture.facts.declared.error.name);
    assert.deepEqual(
      limits.map(({ reach }) => reach),
      [0.01],
    );
  }
});

test("what each word adds is a map of its own, and together they are the gradient of a step", () => {
  for (const name of namesWith((session) => isUnrolled(session) && session.batch_size === 1)) {
    const scene = sceneOf(name, 5);
    const picture = composeAt(scene, ROOMS[2], measure, null);
    const { gradient, declared, units, words } = picture.facts;
    const { name: weights, shape } = declared.recurrent;
    assert.deepEqual(shape, [units, units]);
    const [before, after] = [scene.before[weights].data, scene.weights[weights].data];
    for (let cell = 0; cell < units * units; cell++) {
      const [i, j] = [Math.floor(cell / units), cell % units];
      const step = -scene.frame.rate * gradient.sum(i, j);
      const decayed = before[cell] * (1 - scene.frame.rate * declared.recurrent.decay);
      assert.ok(Math.abs(after[cell] - (decayed + step)) < 1e-9, `${name} ${i} ${j}`);
    }
    const maps = marksOf(picture, "pixels");
    const columns = words.slice(picture.layout.first).filter((id) => id >= 0).length;
    assert.equal(maps.length, columns + 1);
    const { indexes } = maps.at(-1);
    assert.equal(indexes[1], scaleIndex(gradient.sum(0, 1), gradient.partLimit));
    assert.deepEqual(linesFor(picture.facts, { kind: "sum", row: 0, column: 1 })[1], [
      "sum",
      exact(gradient.sum(0, 1)),
    ]);
    assert.equal(tableRows(picture.facts).length, words.length + 1);
  }
});

test("on a phone, too, each colour has its legend", () => {
  for (const name of namesWith(isUnrolled)) {
    const scene = sceneOf(name, 5);
    for (const width of [305, 900])
      assert.equal(
        marksOf(composeAt(scene, { width, height: 340 }, measure, null), "scale").length,
        2,
        `${name} ${width}`,
      );
  }
});

test("the ranked words are the most probable ones", () => {
  for (const name of namesWith(isUnrolled)) {
    const { session, frame } = sceneOf(name, 5);
    const scene = sceneOf(name, 5, undefined, { foreseen: answerTo(session, frame.inputs) });
    const picture = composeAt(scene, ROOMS[1], measure, null);
    const { chances } = factsOf(scene);
    const sorted = [...chances].sort((a, b) => b - a);
    assert.ok(picture.ranks.length > 0);
    picture.ranks.forEach(({ id, top, bottom }, rank) => {
      assert.equal(chances[id], sorted[rank]);
      assert.ok(textsOf(picture).includes(percent(chances[id])) && top < bottom);
    });
  }
});

test("the error sets out where one steps into its stage, and comes over a word after another", () => {
  for (const name of namesWith(isUnrolled)) {
    const { session } = sceneOf(name);
    const { declared } = factsOf(sceneOf(name));
    const stage = 1 + session.stages.findIndex(({ shows }) => shows.includes(declared.error.name));
    const slowly = (at) => ({ ...sceneOf(name, 5, at), reducedMotion: false });
    const [before, after] = [slowly(stage - 1), slowly(stage)];
    const first = compose(before, ROOMS[2], measure, null, 0);
    const moving = compose(after, ROOMS[2], measure, first, 1000);
    const cellsOf = (picture) => marksOf(picture, "cells")[1].values.length / picture.layout.units;
    assert.ok(moving.moving && moving.departure.began === 1000);
    assert.equal(cellsOf(moving), 1);
    const later = compose(after, ROOMS[2], measure, moving, 1450);
    assert.equal(cellsOf(later), Math.min(3, later.layout.columns));
    assert.equal(compose(after, ROOMS[2], measure, later, 1e6).moving, false);
    assert.equal(compose(after, ROOMS[2], measure, null, 1000).moving, false, "not from elsewhere");
    assert.equal(compose({ ...after, reducedMotion: true }, ROOMS[2], measure, first, 1000).moving, false);
  }
});
