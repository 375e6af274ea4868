/** Where things stand in panels of many sizes: inside, apart from each other, and where a press finds them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Occupied, placeLabels } from "../../assets/draw/labels.mjs";
import { placeLabels as placeRowLabels, spread } from "../../assets/draw/row-labels.mjs";
import { layersLayout, mostUnits, pickLayers } from "../../assets/panels/network/layers/layout.mjs";
import { inputAt, lookupLayout, pickLookup, rowsOfTable } from "../../assets/panels/network/lookup/layout.mjs";
import { masses, pickTree, treeLayout, treeOf } from "../../assets/panels/network/tree/layout.mjs";
import { pickUnrolled, unrolledLayout } from "../../assets/panels/network/unrolled/layout.mjs";
import { networkLayout, pickNetwork } from "../../assets/panels/network/words/layout.mjs";
import { cellBox, pickVectors, vectorsLayout } from "../../assets/panels/vectors/instance/layout.mjs";
import { NAMES, runOf } from "./runs.mjs";

const TEXT = 11;
const SIZES = [
  [320, 240],
  [460, 300],
  [640, 420],
  [1100, 620],
].map(([width, height]) => ({ width, height, text: TEXT }));
const RUNS = Object.fromEntries(NAMES.map((name) => [name, runOf(name)]));

/** The sessions that fit, of which there has to be one. */
function sessionsWith(fits) {
  const found = NAMES.map((name) => RUNS[name].session).filter(fits);
  assert.ok(found.length);
  return found;
}

/** A number from 0 to 1 after another, the same in every run. */
function createRandom(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

test("words and hidden units stand in three columns, and a press finds each of them", () => {
  for (const size of SIZES) {
    for (const [rows, outRows, units] of [
      [4, 4, 2],
      [14, 14, 5],
      [20, 9, 8],
    ]) {
      const layout = networkLayout({ ...size, rows, outRows, units, widest: 60 });
      const { sides, hiddenX, unitY } = layout;
      assert.ok(
        0 < sides.input.x && sides.input.x < hiddenX && hiddenX < sides.output.x && sides.output.x < size.width,
      );
      const lit = { input: new Set(), output: new Set() };
      for (const kind of ["input", "output"]) {
        sides[kind].rowY.forEach((y, row) => {
          assert.ok(y >= layout.top - 1e-9 && y <= layout.bottom + 1e-9);
          assert.deepEqual(pickNetwork(layout, lit, sides[kind].x, y), { kind, row });
        });
      }
      unitY.forEach((y, unit) => assert.deepEqual(pickNetwork(layout, lit, hiddenX, y), { kind: "hidden", unit }));
    }
  }
});

test("layers of units stand side by side, and a press finds every unit, bias and way between them", () => {
  const sessions = sessionsWith(({ network }) => network.layers.length && !network.unrolled);
  assert.ok(sessions.length >= 3);
  for (const { network, quantities } of sessions) {
    const sizeOf = (name) => quantities.find((quantity) => quantity.name === name).size;
    for (const size of SIZES) {
      const most = mostUnits(size.height, TEXT);
      const names = [network.layers[0].source, ...network.layers.map(({ output }) => output)];
      const columns = names.map((name, at) => ({
        ids: Array.from({ length: Math.min(most, sizeOf(name)) }, (_, i) => i),
        bias: Boolean(network.layers[at]?.bias),
        some: sizeOf(name) > most,
      }));
      const layout = layersLayout({ ...size, columns, room: { left: 20, right: 40 } });
      layout.columns.forEach(({ x, y, bias }, column) => {
        assert.ok(x > (layout.columns[column - 1]?.x ?? 0) && x < size.width);
        y.forEach((at, row) => assert.deepEqual(pickLayers(layout, x, at), { kind: "unit", column, row }));
        if (bias) assert.deepEqual(pickLayers(layout, bias.x, bias.y), { kind: "bias", column });
      });
    }
  }
  const columns = [2, 1].map((count) => ({ ids: [...Array(count).keys()], bias: false, some: false }));
  const layout = layersLayout({ ...SIZES[1], columns, room: { left: 0, right: 0 } });
  const [before, after] = layout.columns;
  const middle = pickLayers(layout, (before.x + after.x) / 2, (before.y[1] + after.y[0]) / 2);
  assert.deepEqual(middle, { kind: "edge", column: 1, to: 0, from: 1 });
});

test("the tree shows the ways that it must, its rows apart, and the shares of its nodes add up", () => {
  for (const { structure, words } of sessionsWith((session) => session.structure.tree)) {
    const tree = treeOf(structure.tree.children);
    assert.equal(tree.words, words.length);
    const mass = masses(
      tree,
      words.map(() => 1 / words.length),
    );
    assert.ok(Math.abs(mass[0] - 1) < 1e-9);
    for (const size of SIZES) {
      const must = [words.length - 1];
      const layout = treeLayout({ ...size, tree, must, widest: 60 });
      layout.rows.forEach(({ y }, row) => assert.ok(row === 0 || y > layout.rows[row - 1].y));
      const shown = layout.rows.reduce((sum, { word, stub }) => sum + (word === undefined ? tree.leaves[stub] : 1), 0);
      assert.equal(shown, words.length, "every word is shown, or below a node that is");
      assert.ok(layout.rows.some(({ word }) => word === must[0]));
      for (const { word, stub, x, y } of layout.rows) {
        const found = pickTree(layout, x + 4 * TEXT, y);
        assert.deepEqual(found, word === undefined ? { kind: "stub", node: stub } : { kind: "word", word });
      }
      for (const { node, x, y } of layout.nodes.values())
        assert.deepEqual(pickTree(layout, x, y), { kind: "node", node });
    }
    const way = tree.path(0);
    assert.equal(way[0].node, 0);
    for (let i = 1; i < way.length; i++) assert.equal(tree.parent[way[i].node], way[i - 1].node);
  }
});

test("the unrolled network has margins, where they cost no word", () => {
  const given = { height: 340, times: 6, units: 5, text: 11 };
  const margins = new Set();
  const known = new Map();
  for (let width = 240; width <= 700; width += 1) {
    const { pad, columns, answer } = unrolledLayout({ ...given, width });
    assert.ok(columns >= (known.get(width - 1) ?? 0), `${width} px: a wider picture has no fewer words`);
    known.set(width, columns);
    assert.equal(answer.x + answer.width, width - pad);
    margins.add(pad);
  }
  assert.equal(margins.size, 2);
});

test("an unrolled network has a column a word, and a press finds its states, errors and words", () => {
  for (const { quantities, network } of sessionsWith((session) => session.network.unrolled)) {
    const { shape } = quantities.find(({ name }) => name === network.hidden);
    const [times, units] = [shape[0] - 1, shape[1]];
    for (const size of SIZES) {
      const layout = unrolledLayout({ ...size, times, units });
      assert.ok(layout.columns >= 1 && layout.columns <= times);
      for (let column = 0; column < layout.columns; column++) {
        const time = column + layout.first;
        const [x, y] = [layout.stateAt(column) + layout.strip / 2, layout.rows.states + layout.cell / 2];
        assert.deepEqual(pickUnrolled(layout, x, y), { kind: "state", time, unit: 0 });
        assert.deepEqual(pickUnrolled(layout, layout.errorAt(column) + 1, y), { kind: "error", time, unit: 0 });
        assert.deepEqual(pickUnrolled(layout, layout.left(column) + 1, layout.rows.words), { kind: "word", time });
      }
    }
  }
});

test("a table and the rows looked up in it stand apart, and a press finds their cells", () => {
  for (const { parameters, quantities, network } of sessionsWith((session) => session.network.lookup)) {
    const features = parameters.find(({ name }) => name === network.input).shape[1];
    const positions = quantities.find(({ name }) => name === network.layers[0].source).size / features;
    for (const size of SIZES) {
      const words = rowsOfTable(size.height, TEXT);
      const layout = lookupLayout({ ...size, words, features, positions, units: 6, widest: 50 });
      const { table, inputs, hidden, answer } = layout;
      assert.ok(table.label + features * table.cell < inputs.x && inputs.error < hidden.y && hidden.error < answer.y);
      assert.ok(inputs.x + inputs.width <= size.width);
      const cell = [table.label + 1.5 * table.cell, table.y + 0.5 * table.row];
      assert.deepEqual(pickLookup(layout, ...cell), { kind: "table", row: 0, column: 1 });
      for (let position = 0; position < positions; position++) {
        const x = inputAt(layout, position, features - 1) + inputs.cell / 2;
        assert.deepEqual(pickLookup(layout, x, inputs.y + 1), { kind: "input", position, k: features - 1 });
        assert.deepEqual(pickLookup(layout, x, inputs.error + 1), { kind: "back", position, k: features - 1 });
      }
    }
  }
});

test("a step's quantities stand in columns that do not touch, and a press finds their cells", () => {
  for (const name of NAMES) {
    const { session } = RUNS[name];
    const some = session.quantities.filter(({ matrix_of, shape }) => !matrix_of && shape.length === 1);
    const quantities = some.map(({ axes: [axis], size, role, names }) => ({ axis, size, role, names, digits: 2 }));
    for (const size of SIZES) {
      const words = session.words.length;
      const layout = vectorsLayout({ ...size, quantities, words, widest: 50, drags: words > 0 });
      assert.equal(layout.columns.length, quantities.length);
      layout.columns.forEach((column, at) => {
        const { x, width, top, step, rows } = column;
        const before = layout.columns[at - 1];
        assert.ok(before === undefined || before.top !== top || x >= before.x + before.width - 1e-9, `${name} ${at}`);
        assert.ok(x >= 0 && (width > 0 ? x + width <= size.width : true), `${name} ${at}`);
        if (width <= 0) return;
        const found = pickVectors(layout, x + width / 2, top + (rows - 0.5) * step);
        assert.deepEqual(found, { kind: "cell", column: at, row: rows - 1, across: 0 });
        assert.deepEqual(pickVectors(layout, x + width / 2, top - 1), { kind: "head", column: at });
      });
    }
  }
});

test("below the questions that are shown there is room to say how many there are", () => {
  const quantities = ["w", "u", "y"].map((name) => ({
    axis: "asked",
    size: 40,
    role: "",
    names: name === "w" ? "word" : "",
  }));
  let some = 0;
  for (let height = 120; height < 400; height += 7) {
    const layout = vectorsLayout({ width: 300, height, quantities, words: 0, widest: 60, text: TEXT, drags: false });
    for (const column of layout.columns.filter((each) => each.some)) {
      assert.equal(column.some, 40);
      assert.ok(column.bottom + TEXT <= column.floor, `${height}`);
      some++;
    }
  }
  assert.ok(some > 60);
});

test("numbers that are too many for one column stand line by line in several, where there is room", () => {
  const quantity = { axis: "unit", size: 30, role: "", head: 10, alone: 23, beside: 36 };
  const given = { height: 200, quantities: [quantity], words: 0, widest: 0, text: 11, drags: false };
  const [column] = vectorsLayout({ ...given, width: 120 }).columns;
  assert.deepEqual([column.folds, column.rows], [3, 30]);
  const boxes = Array.from({ length: 30 }, (_, row) => cellBox(column, row));
  boxes.forEach(([x, y, width, height], row) => {
    assert.ok(width >= 23 && height >= 11 && y + height <= 200);
    assert.deepEqual(pickVectors(vectorsLayout({ ...given, width: 120 }), x + width / 2, y + height / 2), {
      kind: "cell",
      column: 0,
      row,
      across: 0,
    });
  });
  assert.deepEqual([boxes[1][1], boxes[3][0]], [boxes[0][1], boxes[0][0]]);
  assert.equal(vectorsLayout({ ...given, width: 60 }).columns[0].folds, 1);
});

test("no symbol of a step's quantities reaches into the next, however narrow the columns", () => {
  const text = 20; // px, as presented
  for (const name of NAMES) {
    const { session } = RUNS[name];
    const some = session.quantities.filter(({ matrix_of, shape }) => !matrix_of && shape.length === 1);
    const quantities = some.map(({ axes: [axis], shape: [size], symbol, names }) => {
      return { axis, size, role: "", names, digits: 2, head: 11 * symbol.length };
    });
    const words = session.words.length;
    const { columns } = vectorsLayout({ width: 498, height: 420, quantities, words, widest: 66, text, drags: false });
    columns.forEach(({ x, width }, at) => {
      const said = `${name}: ${some[at].symbol}`;
      assert.ok(some[at].names || width >= quantities[at].head, said);
      assert.ok(x + width <= 498, said);
    });
  }
});

test("labels cover neither each other nor a point, and stay where they were", () => {
  const random = createRandom(7);
  const [width, height, line] = [500, 360, 12];
  const points = Array.from({ length: 60 }, (_, key) => ({
    key,
    x: 20 + random() * (width - 40),
    y: 20 + random() * (height - 40),
    radius: 3,
    width: 20 + 40 * random(),
    must: key < 5,
  }));
  const place = (before) => {
    const occupied = new Occupied(width, height);
    for (const { x, y, radius } of points) occupied.point(x, y, radius);
    return placeLabels(points, occupied, line, { far: false, before });
  };
  const { placed, sites, omitted } = place(new Map());
  assert.equal(placed.length + omitted, points.length);
  for (let key = 0; key < 5; key++) assert.ok(sites.has(key), "a label that must be seen is missing");
  placed.forEach(({ label, left, top }, i) => {
    assert.ok(left >= 0 && top >= 0 && left + label.width <= width && top + line <= height);
    for (const other of placed.slice(i + 1)) {
      const apart =
        left >= other.left + other.label.width ||
        other.left >= left + label.width ||
        top >= other.top + line ||
        other.top >= top + line;
      assert.ok(apart, `${label.key} and ${other.label.key}`);
    }
  });
  assert.deepEqual(place(sites).sites, sites);
});

test("beside a point at the upper or lower edge a label stands within, of one beyond it there is none", () => {
  const point = { key: 0, x: 99, radius: 5, width: 40, must: false };
  const placeAt = (y) => {
    const occupied = new Occupied(300, 200);
    occupied.point(point.x, y, point.radius);
    return placeLabels([{ ...point, y }], occupied, 12, { far: false, before: new Map() }).placed;
  };
  for (const [y, top] of [
    [1, 0],
    [100, 94],
    [199, 188],
  ]) {
    const [placed] = placeAt(y);
    assert.deepEqual([placed.left, placed.top], [106, top]);
  }
  assert.deepEqual([...placeAt(-8), ...placeAt(208)], []);
});

test("labels of rows are a gap apart, as near to their rows as can be, the asked ones always there", () => {
  const centres = Array.from({ length: 60 }, (_, i) => 3 + 4 * i);
  const placed = placeRowLabels(centres, [10, 11, 12, 40], 12, 0, 240);
  assert.deepEqual(
    [10, 11, 12, 40].filter((row) => !placed.some((each) => each.row === row)),
    [],
  );
  const ys = placed.map(({ y }) => y).sort((a, b) => a - b);
  ys.forEach((y, i) => assert.ok(i === 0 || y - ys[i - 1] >= 12 - 1e-9));
  assert.deepEqual(spread([5, 20, 80], 10, 0, 100), [5, 20, 80], "what has room stays");
  assert.deepEqual(spread([50, 50, 50], 10, 0, 100), [40, 50, 60]);
  assert.deepEqual(spread([98, 99], 10, 0, 100), [90, 100]);
});
