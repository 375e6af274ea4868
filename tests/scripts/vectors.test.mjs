/** A step's vectors as a picture: a column a quantity with the frame's numbers, drags that add up, matrices of a batch. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scaleIndex } from "../../assets/draw/colours.mjs";
import { compose as composeBatch } from "../../assets/panels/vectors/batch/compose.mjs";
import { matricesOf } from "../../assets/panels/vectors/batch/facts.mjs";
import { pickMatrix } from "../../assets/panels/vectors/batch/layout.mjs";
import { columnBody } from "../../assets/panels/vectors/instance/columns.mjs";
import { compose } from "../../assets/panels/vectors/instance/compose.mjs";
import { saying } from "../../assets/panels/vectors/instance/drag-list.mjs";
import { withColumn } from "../../assets/panels/vectors/instance/facts.mjs";
import { WORD } from "../../assets/panels/vectors/instance/widths.mjs";
import { linesFor, pick, tableRows } from "../../assets/panels/vectors/instance/tell.mjs";
import { alone, writing } from "../../assets/panels/vectors/instance/writing.mjs";
import { compose as composeOutputs } from "../../assets/panels/vectors/outputs/compose.mjs";
import {
  linesFor as linesForPart,
  pick as pickPart,
  tableRows as partRows,
} from "../../assets/panels/vectors/outputs/tell.mjs";
import { exact } from "../../assets/text/numbers.mjs";
import { marksOf, measure, namesWith, picturesOf, ROOMS, sceneOf, shapesOf, textsOf, written } from "./pictures.mjs";

const [, , LARGE] = ROOMS;
const EDGE = 14; // px: on a phone a heading or a number may reach over its column, which is narrower than its text

test("every quantity has a column with its symbol, filled once its stage is done", () => {
  for (const [told, picture, scene] of picturesOf(compose, () => true, { slack: EDGE })) {
    const quantities = withColumn(scene.session);
    assert.deepEqual(
      picture.shown.map(({ quantity }) => quantity.name),
      quantities.map(({ name }) => name),
      told,
    );
    const waiting = marksOf(picture, "boxes").filter(({ dash }) => dash);
    const known = quantities.filter(({ name }) => scene.frame?.get(name));
    assert.equal(waiting.length, quantities.length - known.length, told);
    const texts = new Set(textsOf(picture));
    for (const { symbol } of quantities) assert.ok(texts.has(symbol), told);
    for (const { quantity, values, column } of picture.shown) {
      const all = scene.frame?.get(quantity.name);
      const expected = all && (column.axis === WORD ? picture.ids.map((id) => all[id]) : [...all]);
      assert.deepEqual(values, expected ?? null, told);
    }
  }
});

test("bars are as long as their numbers, and numbers that fit are those of the frame", () => {
  for (const name of namesWith()) {
    const picture = compose(sceneOf(name, 5), LARGE, measure, null);
    for (const { quantity, column, values, signed } of picture.shown) {
      if (quantity.names || quantity.axes.length > 1 || !values) continue;
      const { x, top, width, rows, step } = column;
      const bars = marksOf(picture, "boxes").filter(
        ({ fill, boxes }) =>
          fill?.tint === quantity.role &&
          boxes.length &&
          boxes[1] >= top - 1e-6 &&
          boxes[1] <= top + rows * step &&
          boxes[0] >= x - 1e-6 &&
          boxes[0] <= x + width + 1e-6,
      );
      const shown = values.slice(0, rows).filter((value) => value !== 0);
      assert.equal(
        bars.reduce((sum, mark) => sum + shapesOf(mark), 0),
        shown.length,
        `${name} ${quantity.name}`,
      );
      const [longest] = shown.toSorted((a, b) => Math.abs(b) - Math.abs(a));
      if (!shown.length) continue;
      const scale = bars[0].boxes[2 + 4 * shown.indexOf(longest)] / Math.abs(longest);
      shown.forEach((value, i) =>
        assert.ok(Math.abs(bars[0].boxes[2 + 4 * i] - scale * Math.abs(value)) < 1e-6, `${name} ${quantity.name}`),
      );
      assert.ok(scale * Math.abs(longest) <= (signed ? width / 2 : width) + 1e-6);
    }
  }
});

test("a press finds the number that it tells, and the table has them all", () => {
  for (const name of namesWith()) {
    const scene = sceneOf(name, 5);
    const picture = compose(scene, LARGE, measure, null);
    const rows = tableRows(scene);
    for (const [at, { quantity, column }] of picture.shown.entries()) {
      const values = scene.frame.get(quantity.name);
      const [first] = rows.filter(([symbol]) => symbol === quantity.symbol);
      if (!quantity.names) assert.equal(first[2], exact(values[0]));
      if (quantity.names || quantity.axes.length > 1 || column.width <= 0) continue;
      const target = pick(picture, column.x + column.width / 2, column.top + 0.5 * column.step);
      assert.equal(target.column, at);
      assert.ok(linesFor(picture, target).flat().includes(exact(values[target.index[0]])), `${name} ${quantity.name}`);
    }
  }
});

test("where the picture names words or nodes, so does the table", () => {
  const [told, missing] = [new Set(), []];
  for (const name of namesWith()) {
    const scene = sceneOf(name, 5);
    const { shown } = compose(scene, LARGE, measure, null);
    for (const { quantity, asked, values } of shown.filter(({ quantity }) => quantity.names)) {
      const texts = tableRows(scene).filter(([symbol]) => symbol === quantity.symbol);
      const outputs = quantity.names === "outputs";
      const expected = outputs ? values.map((at) => scene.session.words[scene.frame.outputs[at]]) : asked.names;
      assert.deepEqual(
        texts.map(([, , text]) => text),
        expected,
        name,
      );
      assert.equal(new Set(texts.map(([, element]) => element)).size, texts.length, "no element is told twice");
      if (expected.some((text) => !text)) missing.push(name);
      told.add(quantity.names);
    }
  }
  assert.deepEqual([[...told].sort(), missing], [["node", "outputs", "word"], []]);
});

test("a number of a row is no word, and tells nothing", () => {
  for (const name of namesWith(({ words }) => !words.length)) {
    const picture = compose(sceneOf(name, 5), LARGE, measure, null);
    for (let x = -8; x < 60; x += 2)
      for (let y = 0; y < LARGE.height; y += 4) assert.notEqual(pick(picture, x, y)?.kind, "word", name);
  }
});

test("the drags add up to the error of the hidden layer, the longest first", () => {
  let seen = 0;
  for (const name of namesWith(({ words }) => words.length > 0)) {
    const { found, names, spots, marks } = compose(sceneOf(name, 5), LARGE, measure, null);
    if (!names) continue;
    seen += 1;
    const norms = found.parts.map(({ norm }) => norm);
    assert.deepEqual(
      norms,
      norms.toSorted((a, b) => b - a),
    );
    if (found.terms === found.parts.length)
      found.sum.forEach((value, k) => {
        const sum = found.parts.reduce((total, { vector }) => total + vector[k], 0);
        assert.ok(Math.abs(sum - value) < 1e-5, name);
      });
    const strips = marksOf({ marks }, "cells").at(-1);
    const shown = spots.flatMap(({ part }) => [...(part ? part.vector : found.sum)]);
    assert.deepEqual(strips.values, shown);
    assert.deepEqual(strips.by, { limit: found.limit });
  }
  assert.ok(seen >= 2);
});

test("a narrow list of drags names nodes so that they can be told apart", () => {
  const scene = sceneOf("hierarchical", 5);
  const { found, layout, marks } = compose(scene, { width: 450, height: 420 }, measure, null);
  const names = marksOf({ marks }, "text")
    .filter(({ x }) => x === layout.list.x)
    .map(({ text }) => text);
  for (const { short } of found.parts.slice(0, 4)) assert.ok(names.includes(short), `${short} among ${names}`);
});

test("where a narrow list would cut words, it has the errors without what they do", () => {
  const said = [];
  for (const width of [410, 560]) {
    const { found, layout, marks } = compose(sceneOf("cbow", 5), { width, height: 420 }, measure, null);
    const texts = marksOf({ marks }, "text").filter(({ x }) => x >= layout.list.x);
    const names = texts.filter(({ x }) => x === layout.list.x).map(({ text }) => text);
    for (const { short } of found.parts.slice(0, 4)) assert.ok(names.includes(short), `${short} among ${names}`);
    said.push(texts.some(({ text }) => /^(pull|push)/.test(text)));
  }
  assert.deepEqual(said, [false, true]);
});

test("input and output words are marked and bold, a hovered one lies on a band, the focus has a frame", () => {
  for (const name of namesWith(({ words, by_rows: byRows }) => words.length > 0 && !byRows)) {
    const plain = sceneOf(name, 5);
    const hovered = plain.frame.inputs.find((id) => id >= 0);
    const [first] = withColumn(plain.session);
    const scene = sceneOf(name, 5, undefined, { hovered, view: { focus: `${first.name}.0.0` } });
    const picture = compose(scene, LARGE, measure, null);
    assert.ok(
      written(picture, scene.session.words[hovered]).some(({ bold, colour }) => bold && colour.role === "input"),
    );
    const bands = marksOf(picture, "boxes").filter(({ fill }) => fill?.role === "accent-soft");
    assert.ok(bands.some((mark) => shapesOf(mark) > 0));
    assert.ok(marksOf(picture, "discs").length <= new Set(scene.frame.inputs).size);
    const frames = marksOf(picture, "boxes").filter(({ stroke, width }) => stroke?.role === "accent" && width === 2);
    assert.ok(frames.length <= 1);
  }
});

test("matrices of a batch have a pixel a number, and the instance that is shown stands out", () => {
  const declares = ({ quantities }) => quantities.some(({ matrix_of: of }) => of);
  for (const [told, picture, scene, room] of picturesOf(composeBatch, declares)) {
    const known = picture.matrices.filter(({ data }) => data);
    const maps = marksOf(picture, "pixels");
    assert.equal(maps.length, known.length, told);
    known.forEach(({ of, data, limit, rows, columns }, i) => {
      assert.equal(columns, scene.frame.batch);
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++)
          assert.equal(maps[i].indexes[row * columns + column], scaleIndex(data[column][row], limit), told);
      assert.deepEqual([...data[scene.frame.instance]], [...scene.frame.get(of.name)], told);
    });
    const columns = marksOf(picture, "boxes").filter(({ stroke }) => stroke?.role === "accent");
    assert.equal(columns.length, known.length, told);
    picture.boxes.forEach(({ left, top, width, height }, at) => {
      const found = pickMatrix(picture.boxes, picture.matrices, left + width - 0.1, top + 0.1);
      assert.deepEqual(found, { at, row: 0, column: picture.matrices[at].columns - 1 });
      assert.ok(left + width <= room.width && top + height <= room.height + 1, told);
    });
  }
});

test("numbers and bars have a room of their own, and a column one format", () => {
  let written = 0;
  for (const name of namesWith()) {
    for (const step of [0, 5]) {
      for (const width of [250, 320, 400, 475, 640, 800, 1100]) {
        const picture = compose(sceneOf(name, step), { width, height: 420 }, measure, null);
        for (const { quantity, column, values } of picture.shown) {
          if (quantity.names || quantity.axes.length > 1 || !values) continue;
          const told = `${name}, step ${step}, ${quantity.name}, ${width} px`;
          const { x, top, bottom } = column;
          const [left, right] = [x - 0.01, x + column.width + 0.01];
          const within = ([at, y]) => at >= left && at <= right && y >= top - 0.01 && y <= bottom;
          const bars = marksOf(picture, "boxes").flatMap(({ fill, boxes }) =>
            fill?.tint === quantity.role ? chunked(boxes, 4).filter(within) : [],
          );
          const numbers = marksOf(picture, "texts").flatMap(({ texts, points, size, align }) =>
            align === "right"
              ? chunked(points, 2).flatMap((at, i) => (within(at) ? [{ text: texts[i], at, size }] : []))
              : [],
          );
          if (!numbers.length) continue;
          written += 1;
          assert.equal(numbers.length, column.rows, told);
          for (const [
            at,
            {
              text,
              at: [end, y],
              size,
            },
          ] of numbers.entries()) {
            const begin = end - measure.width(text, size);
            assert.ok(size >= 10 && begin >= left && end <= right, told);
            for (const [bar, top, length, height] of bars)
              assert.ok(y < top || y > top + height || bar + length < begin || bar >= end, `${told}: ${text} on a bar`);
            for (const [other, line] of numbers.slice(0, at).map((each) => each.at))
              assert.ok(Math.abs(line - y) >= size || other < begin || other > end, `${told}: ${text} on another`);
          }
          const decimals = new Set(numbers.map(({ text }) => text.split(".")[1]?.length ?? 0));
          assert.equal(decimals.size, 1, `${told}: ${numbers.map(({ text }) => text)}`);
          const powers = alone(column.width / column.folds) >= measure.width("-0e-00", 10);
          if (powers && values.slice(0, column.rows).includes(Math.max(...values.map(Math.abs))))
            assert.ok(numbers.some(({ text }) => Number(text)) || values.every((value) => !value), `${told} reads 0`);
        }
      }
    }
  }
  assert.ok(written > 300, `numbers stand in ${written} columns`);
});

test("columns keep their numbers from step to step, and those that a stage shows have them first", () => {
  const room = { width: 480, height: 420 };
  const numbered = (scene) =>
    compose(scene, room, measure, null)
      .shown.filter(({ quantity, values }) => values && !quantity.names && quantity.axes.length === 1)
      .map((each) => [each.quantity.name, columnBody(measure, scene, each).some(({ mark }) => mark === "texts")]);
  for (const name of namesWith()) {
    const { stages } = sceneOf(name, 0).session;
    const [first, ...others] = [0, 1, 2, 3, 4, 5].map((step) => numbered(sceneOf(name, step)));
    for (const other of others) assert.deepEqual(other, first, name);
    for (const [at, { shows }] of stages.entries()) {
      const found = numbered(sceneOf(name, 5, at + 1)).filter(([quantity]) => shows.includes(quantity));
      for (const [quantity, has] of found) assert.ok(has, `${name}, ${quantity}`);
    }
  }
});

test("numbers of a column are written as those of its step are, whatever the steps around it have", () => {
  const room = measure.width("-.00", measure.small);
  /** @param {number[]} values */
  const told = (values) =>
    values.map(writing(measure, measure.small, values, Math.max(...values.map(Math.abs)), true, room));
  assert.deepEqual(told([0.532, -0.04, 0]), [".53", "-.04", ".00"]);
  assert.deepEqual(told([1.2, -0.04, 0]), ["1.2", "0.0", "0.0"]);
  assert.deepEqual(told([12.4, -0.5]), ["12", "-1"]);
  const wide = measure.width("-0e-00", measure.small);
  const written = (values, largest) => values.map(writing(measure, measure.small, values, largest, true, wide));
  assert.deepEqual(written([3e-4, -2e-17, 0], 3e-4), ["3e-4", "-2e-17", "0"]);
  assert.deepEqual(written([2 ** 60, 0.5], 2 ** 60), ["1e18", "5e-1"]);
  assert.deepEqual(written([2, -3], 3), ["2", "-3"]);
  /** @param {string} widest */
  const tiny = (widest) => writing(measure, 11, [8.37e-6, -8.4e-6], 8.4e-6, true, measure.width(widest, 11), true);
  assert.deepEqual([8.37e-6, -8.4e-6].map(tiny("-8e-6")), ["8e-6", "-8e-6"]);
  assert.equal(tiny("-.00"), null, "all would read 0");
});

test("on a phone all numbers can be read, in bands that each have the words of their columns", () => {
  const room = { width: 354, height: 560 };
  const apart = ({ model, quantities }) => model === "nnlm" && quantities.some(({ axes: [axis] }) => axis === WORD);
  let bands = 0;
  for (const name of namesWith(apart)) {
    const scene = sceneOf(name, 5);
    const picture = compose(scene, room, measure, null);
    for (const each of picture.shown) {
      const { quantity, column, values } = each;
      if (quantity.names || quantity.axes.length > 1) continue;
      const texts = columnBody(measure, scene, each).filter(({ mark }) => mark === "texts");
      const written = texts.flatMap(({ points }) => chunked(points, 2)).filter(([x]) => x > column.x).length;
      assert.equal(written, Math.min(values.length, column.rows), `${name}, ${quantity.name}`);
      if (column.axis !== WORD) continue;
      const top = picture.layout.lists.find((list) => list === column.top);
      const target = pick(picture, picture.layout.label + 2, top + 1);
      assert.deepEqual([target.kind, target.word], ["word", picture.ids[0]]);
    }
    for (const id of [...scene.frame.inputs, ...scene.frame.outputs]) assert.ok(picture.ids.includes(id), name);
    bands = Math.max(bands, new Set(picture.shown.map(({ column }) => column.head)).size);
  }
  assert.ok(bands > 1);
});

test("words have a list only beside columns of theirs", () => {
  for (const name of namesWith(({ words }) => words.length > 0)) {
    const { layout, shown, ids } = compose(sceneOf(name, 5), LARGE, measure, null);
    const own = shown.some(({ quantity: { axes, names } }) => axes[0] === WORD && !names);
    assert.equal(layout.lists.length > 0, own && ids.length > 0, name);
  }
});

test("rows of a time stand level, though the states have one more before them", () => {
  for (const name of namesWith(({ model }) => model === "rnnlm")) {
    const scene = sceneOf(name, 5);
    const picture = compose(scene, LARGE, measure, null);
    const columns = picture.shown.filter(({ quantity }) => quantity.row_names);
    const levels = new Map();
    for (const { quantity, column } of columns) {
      const at = picture.shown.findIndex((each) => each.column === column);
      quantity.row_names.forEach((time, row) => {
        const y = column.top + (row + 0.5) * column.step;
        const { index } = pick(picture, column.x + 1, y);
        assert.equal(index[0], row, `${name}, ${quantity.name}, ${time}`);
        levels.set(time, [...(levels.get(time) ?? []), Math.round(1000 * y)]);
        assert.equal(pick(picture, column.x + 1, column.head - 2).column, at);
      });
    }
    assert.ok(columns.length >= 3);
    for (const [time, ys] of levels) assert.equal(new Set(ys).size, 1, `${name}, ${time}: ${ys}`);
  }
});

/** @param {number[]} list @param {number} size */
const chunked = (list, size) =>
  Array.from({ length: list.length / size }, (_, i) => list.slice(i * size, (i + 1) * size));

test("how a batch reads the table and moves it: one-hot words, blocks of errors, and their sum", () => {
  const [name] = namesWith((session) => session.quantities.some(({ summed_at: at }) => at));
  const scene = sceneOf(name, 3, undefined, { view: { arrays: "lookup" } });
  const found = Object.fromEntries(matricesOf(scene).map((matrix) => [matrix.quantity.name, matrix]));
  const { input_batch: words, GC: sum } = found;
  assert.deepEqual(Object.keys(found), ["input_batch", "I1", "I2", "Delta2_1", "Delta2_2", "GC"]);
  const expected = sum.data.map((column) => column.map(() => 0));
  words.data.forEach((ids, b) => {
    ids.forEach((id, d) => {
      const [hot, block] = [found[`I${d + 1}`].data[b], found[`Delta2_${d + 1}`].data[b]];
      assert.equal(hot.length, scene.session.words.length);
      assert.deepEqual(
        [...hot.keys()].filter((at) => hot[at]),
        [id],
      );
      block.forEach((value, k) => {
        expected[k][id] += value;
      });
    });
  });
  assert.equal(sum.columns, sum.data.length);
  assert.deepEqual(sum.data, expected);
  assert.ok(matricesOf(sceneOf(name, 3)).every(({ quantity }) => !(quantity.name in found)));
  for (const [at, matrix] of Object.keys(found).entries()) {
    const asked = sceneOf(name, 3, undefined, { view: { arrays: "lookup", focus: `${matrix}.1.2` } });
    const picture = composeBatch(asked, LARGE, measure, null);
    const [frame, ...others] = marksOf(picture, "boxes").filter(
      ({ stroke, width }) => stroke?.role === "accent" && width === 2,
    );
    assert.equal(others.length, 0);
    const [x, y, width, height] = frame.boxes;
    const cell = pickMatrix(picture.boxes, picture.matrices, x + width / 2, y + height / 2);
    assert.deepEqual(cell, { at, row: 1, column: 2 }, matrix);
  }
});

test("a batch's words are in the colour of input words, each matrix has its size, and no scale is told of ids", () => {
  const [name] = namesWith((session) => session.quantities.some(({ summed_at: at }) => at));
  const scene = sceneOf(name, 3, undefined, { view: { arrays: "lookup" } });
  for (const room of [LARGE, { width: 240, height: 200 }]) {
    const picture = composeBatch(scene, room, measure, null);
    const texts = textsOf(picture);
    const pixels = marksOf(picture, "pixels");
    picture.matrices.forEach(({ rows, columns, holds, data }, at) => {
      assert.ok(texts.filter((text) => text.includes(`${rows} × ${columns}`)).length > 0, `${rows} × ${columns}`);
      const { colours, indexes } = pixels[at];
      assert.equal(Boolean(colours), holds !== "numbers");
      if (!colours) return;
      assert.ok(colours.every(({ tint, role }) => tint === "input" || role === "input" || role === "surface"));
      if (holds === "one-hot") assert.equal(indexes.filter(Boolean).length, columns);
      else assert.ok(data.every((ids, b) => ids.every((id, d) => !id === !indexes[d * columns + b])));
    });
  }
  const words = new Set(scene.session.words);
  const texts = textsOf(composeBatch(scene, LARGE, measure, null));
  assert.equal(texts.filter((text) => words.has(text)).length, 2 * scene.frame.batch);
  assert.ok(texts.includes(`w: light 1, dark ${words.size}`));
  assert.equal(texts.filter((text) => text.includes("±")).length, 3);
});

const several = ({ instances_head: instances, network }) =>
  instances.some(([, outputs]) => outputs.length > 1) && !network.layers.length && !network.unrolled;

test("output words have panels of their own errors, and these and what they send back add up", () => {
  const seen = { whole: 0, more: 0, asked: 0 };
  const narrow = namesWith(several).map((name) => {
    const scene = sceneOf(name, 5);
    return [`${name}, narrow`, composeOutputs(scene, { width: 170, height: 240 }, measure, null), scene];
  });
  for (const [told, { panels, layout }, scene] of [
    ...picturesOf(composeOutputs, several, { slack: EDGE }),
    ...narrow,
  ]) {
    if (!layout) continue; // before the first step
    const { outputs } = scene.frame;
    const [y, e] = ["y", "e"].map((name) => scene.frame.get(name));
    const [sums] = panels.slice(-1);
    for (const { ids, asked, parts } of panels) {
      if (asked) seen.asked += 1;
      const ofErrors = parts.filter(({ quantity }) => quantity.role === "error");
      if (asked) continue;
      const whole = ofErrors.at(-1);
      const all = ofErrors.slice(0, -1);
      assert.equal(all.filter(({ rest }) => !rest).length + (all.at(-1).rest ?? 0), outputs.length, told);
      whole.values?.forEach((value, row) => {
        const sum = all.reduce((total, { values }) => total + values[row], 0);
        assert.ok(Math.abs(sum - value) < 1e-6, `${told}: ${sum} for ${value}`);
        seen[all.at(-1).rest ? "more" : "whole"] += 1;
      });
      if (!ids || !e) continue;
      for (const { of, values, index } of all.filter(({ rest }) => !rest))
        ids.forEach((id, row) => {
          assert.ok(Math.abs(values[row] - (y[id] - Number(id === outputs[of]))) < 1e-6, told);
          assert.deepEqual(index(row).slice(-2), [of, id]);
        });
    }
    const known = sums.parts[0].values !== null;
    assert.equal(known, scene.frame.get("EH") !== null, told);
  }
  assert.ok(seen.whole && seen.more && seen.asked, JSON.stringify(seen));
});

test("a press on a panel asks about the number that it tells", () => {
  for (const name of namesWith(several)) {
    const scene = sceneOf(name, 5, undefined, { view: { focus: "" } });
    const picture = composeOutputs(scene, LARGE, measure, null);
    const { panels, layout } = picture;
    layout.panels.forEach(({ xs, width, top, step, rows }, panel) =>
      xs.forEach((x, part) => {
        const target = pickPart(picture, x + width / 2, top + (rows - 0.5) * step);
        assert.deepEqual([target.panel, target.part, target.row], [panel, part, rows - 1]);
        const { values, quantity, index } = panels[panel].parts[part];
        assert.ok(
          linesForPart(picture, target)
            .flat()
            .includes(exact(values[rows - 1])),
        );
        if (!index) return;
        const focus = [quantity.name, ...index(rows - 1)].join(".");
        const again = composeOutputs({ ...scene, view: { focus } }, LARGE, measure, null);
        const [frame] = marksOf(again, "boxes").filter(
          ({ stroke, width: wide }) => stroke?.role === "accent" && wide === 2,
        );
        assert.deepEqual(frame.boxes.slice(0, 3), [x, top + (rows - 1) * step, width], `${name} ${focus}`);
      }),
    );
    assert.equal(
      partRows(picture).length,
      panels.reduce((sum, { parts }) => sum + parts.reduce((total, { values }) => total + values.length, 0), 0),
    );
  }
});

test("what has no error pushes nothing, what has a small one less than a hundredth", () => {
  const said = (error, width) => saying(measure, error, { width });
  assert.deepEqual([said(0, 90), said(0.004, 90), said(-0.004, 90)], ["push 0", "push <.01", "pull <.01"]);
  assert.deepEqual([said(0, 300), said(-0.25, 300)], ["pushes 0.000", "pulls -0.250"]);
  const terse = [0, 0.004, -0.004, 0.25, -0.25].map((error) => saying(measure, error, { width: 90 }, true));
  assert.deepEqual(terse, [".00", ".00", ".00", ".25", "-.25"], "where a word would be cut beside it");
});
