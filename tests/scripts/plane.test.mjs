/** The picture of the plane: regions, lines and points are what the network with these weights answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { boundaryOf } from "../../assets/panels/plane/boundary.mjs";
import { compose } from "../../assets/panels/plane/compose.mjs";
import { fieldOf, gridFor } from "../../assets/panels/plane/field.mjs";
import { boxesOf } from "../../assets/panels/plane/frame.mjs";
import { headersOf, linesOf, pick, rowsOf } from "../../assets/panels/plane/readout.mjs";
import { tuple } from "../../assets/text/numbers.mjs";
import { titleMarks } from "../../assets/panels/plane/axes.mjs";
import { marksOf, measure, namesWith, picturesOf, ROOMS, sceneOf, textsOf } from "./pictures.mjs";

const TICKS = 5; // px by which a number at an axis may leave its room
const OF_NUMBERS = ({ words, network }) => !words.length && network.layers.length > 0;
const near = (a, b, told, within = 1e-6) => assert.ok(Math.abs(a - b) < within, `${told}: ${a}, ${b}`);

test("every point stands where its inputs are, in its room, and a press finds it", () => {
  for (const [told, picture, scene] of picturesOf(compose, OF_NUMBERS, { slack: TICKS })) {
    const { answers, spaces } = picture;
    const { data } = answers;
    const [inputs] = spaces;
    assert.equal(spaces.length, scene.session.network.layers.length > 1 ? 2 : 1, told);
    for (let i = 0; i < data.count; i++) {
      assert.equal(inputs.points[2 * i], data.inputs[i * data.width], told);
      const [x, y] = [inputs.frame.x(inputs.points[2 * i]), inputs.frame.pointY(i)];
      const found = pick(picture, x, y);
      assert.ok(found && inputs.points[2 * found.point] === inputs.points[2 * i], told);
    }
    if (answers.right) {
      const said = `${answers.right.filter(Boolean).length} of ${data.count} right`;
      assert.ok(
        textsOf(picture).some((text) => said.startsWith(text.replace("…", ""))),
        told,
      );
    }
    const rings = marksOf(picture, "discs").filter(({ stroke, fill }) => !fill && stroke.role === "accent");
    assert.equal(rings.length > 0, Boolean(scene.frame), `${told}: the instance has its ring`);
    assert.ok(rowsOf(scene, answers).every((row) => row.length === headersOf(scene, answers).length));
    const [first, ...others] = linesOf(scene, answers, { point: 0, points: inputs.points });
    assert.ok(first.startsWith("point 1 of ") && others.at(-1).startsWith("click"));
  }
});

test("a region has the colour of the network's answer there, which its points agree with", () => {
  for (const name of namesWith(OF_NUMBERS)) {
    const scene = sceneOf(name, 9);
    const picture = compose(scene, ROOMS[2], measure);
    const { answers, spaces } = picture;
    const pixels = marksOf(picture, "pixels");
    assert.equal(pixels.length, spaces.filter(({ frame }) => !frame.flat).length);
    pixels.forEach(({ columns, rows, indexes, colours, box }, at) => {
      assert.equal(indexes.length, columns * rows);
      assert.ok(indexes.every((index) => index < colours.length));
      const { frame, points, fixed } = spaces[at];
      if (answers.data.outputs > 1 || !fixed) return;
      for (let i = 0; i < answers.data.count; i++) {
        const column = Math.floor(((frame.x(points[2 * i]) - box.left) / box.width) * columns);
        const row = Math.floor(((frame.pointY(i) - box.top) / box.height) * rows);
        const { share } = colours[indexes[row * columns + column]];
        const { low, high } = answers.level;
        const expected = Math.min(1, Math.max(0, (answers.answers[i] - low) / (high - low)));
        near(share / 0.72, expected, `${name}, point ${i}`, 0.12);
      }
    });
  }
});

test("the line between the regions is where the answer is in the middle", () => {
  const [name] = namesWith((session) => OF_NUMBERS(session) && session.network.layers.length > 1);
  const scene = sceneOf(name, 9);
  const { answers, spaces } = compose(scene, ROOMS[2], measure);
  const [space] = spaces;
  const { inner, box } = space.frame;
  const grid = gridFor(scene.session, space.layers, inner.width, inner.height);
  const field = fieldOf(scene.session, scene.weights, space, box, grid);
  const flat = { ...answers, level: { ...answers.level, at: field.answers[Math.floor(field.answers.length / 2) + 3] } };
  const chains = boundaryOf({ ...field }, grid, flat, "sigmoid");
  assert.ok(chains.length > 0 && chains.some((chain) => chain.length > 3), "short lines are joined");
  for (const [x, y] of chains.flat()) {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const cells = [column, Math.min(column + 1, grid.columns - 1)].flatMap((c) =>
      [row, Math.min(row + 1, grid.rows - 1)].map((r) => field.answers[r * grid.columns + c]),
    );
    assert.ok(Math.min(...cells) <= flat.level.at && flat.level.at <= Math.max(...cells));
  }
});

test("a point's name is beside it, or a line leads there", () => {
  let led = 0;
  for (const [told, picture] of picturesOf(compose, OF_NUMBERS, { slack: TICKS })) {
    const { data } = picture.answers;
    const nameOf = (i) => `(${tuple(data.inputs.subarray(i * data.width, (i + 1) * data.width), 3)})`;
    const lines = marksOf(picture, "lines")
      .filter(({ stroke }) => stroke.role === "text")
      .flatMap(({ points }) => Array.from({ length: points.length / 4 }, (_, i) => points.slice(4 * i, 4 * i + 4)));
    for (const { text, x, y, size, bold } of marksOf(picture, "text").filter((mark) => mark.text.startsWith("("))) {
      const [left, right] = [x - 2, x + 2 + measure.width(text, size, bold)];
      const away = (px, py) =>
        Math.hypot(Math.max(left - px, 0, px - right), Math.max(0, Math.abs(y - py) - 0.6 * size));
      const own = picture.spaces
        .flatMap(({ frame, points }) =>
          Array.from({ length: data.count }, (_, i) => [frame.x(points[2 * i]), frame.pointY(i), nameOf(i)]),
        )
        .filter(([, , name]) => text.includes(name) || text.includes("…"));
      const ring = 0.45 * measure.small + 8; // around a point of the step
      const hasLine = lines.some(
        ([fromX, fromY, toX, toY]) =>
          away(toX, toY) < 1 && own.some(([px, py]) => Math.hypot(px - fromX, py - fromY) < ring + 1),
      );
      led += Number(hasLine);
      assert.ok(own.some(([px, py]) => away(px, py) < ring + 4) || hasLine, `${told}: ${text}`);
    }
  }
  assert.ok(led > 0);
});

test("names of two units whose arrows point at each other stand apart", () => {
  const scene = sceneOf(namesWith(OF_NUMBERS).find((name) => sceneOf(name).session.network.layers.length > 1));
  const layer = scene.session.network.layers[0];
  const { shape } = scene.session.parameters.find(({ name }) => name === layer.weights);
  const { data } = scene.weights[layer.weights];
  const turned = { ...scene, weights: { ...scene.weights } };
  const set = (name, values) => (turned.weights[name] = { ...scene.weights[name], data: Float64Array.from(values) });
  set(
    layer.weights,
    Array.from(data, (_, i) => (i < shape[1] ? 1 : -1)),
  );
  for (let other = 0.5; other < 1.5; other += 0.02) {
    set(
      layer.bias,
      Array.from({ length: shape[0] }, (_, k) => (k ? other : -0.5)),
    );
    const names = marksOf(compose(turned, ROOMS[2], measure), "text").filter(({ text }) => /^h.?[₁₂]$/.test(text));
    const [one, two] = names.filter(({ bold }) => !bold);
    assert.ok(Math.hypot(one.x - two.x, one.y - two.y) >= one.size, `${other}: ${JSON.stringify([one, two])}`);
  }
});

test("of two planes each has half of the panel", () => {
  for (const room of [...ROOMS, { width: 300, height: 600 }]) {
    assert.deepEqual(boxesOf(1, room, 11), [{ left: 0, top: 0, ...room }]);
    const [first, second] = boxesOf(2, room, 11);
    assert.equal(first.width, second.width);
    assert.ok(second.left >= first.left + first.width + 11 || second.top >= first.top + first.height + 11);
    near(Math.max(second.left + second.width - room.width, second.top + second.height - room.height), 0, "to the end");
  }
});

test("numbers of the axes are whole: none reaches beyond the panel", () => {
  for (const name of namesWith(OF_NUMBERS))
    for (const room of [...ROOMS, ...Array.from({ length: 90 }, (_, i) => ({ width: 300 + 4 * i, height: 232 }))]) {
      const texts = marksOf(compose(sceneOf(name), room, measure), "text").filter(({ align }) => align === "center");
      for (const { text, x, size } of texts)
        assert.ok(x + measure.width(text, size) / 2 <= room.width, `${name}, ${room.width}: ${text}`);
    }
});

test("a panel of words has no plane, and one without room draws none", () => {
  assert.equal(compose(sceneOf("cbow"), ROOMS[1], measure), null);
  assert.equal(compose(sceneOf(namesWith(OF_NUMBERS)[0]), { width: 60, height: 60 }, measure), null);
});

test("at what the plane cuts the inputs that it does not show is told with its number where that has room", () => {
  const [name] = namesWith(OF_NUMBERS);
  const scene = sceneOf(name, 5);
  const { answers, spaces } = compose(scene, ROOMS[2], measure);
  const told = new Set();
  for (let width = 100; width < 500; width += 4) {
    const inner = { ...spaces[0].frame.inner, width };
    const marks = titleMarks(
      scene.session,
      answers,
      { ...spaces[0], cut: "x₃ = 0.5", frame: { inner, flat: false } },
      measure,
    );
    const [text] = textsOf({ marks }).filter((each) => /slice|x₃|^at /.test(each));
    if (text) told.add(text);
  }
  const whole = [...told].filter((each) => !each.endsWith("…"));
  assert.deepEqual(whole.sort(), ["at x₃ = 0.5", "slice at x₃ = 0.5", "x₃ = 0.5"]);
});
