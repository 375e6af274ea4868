/** The weights as a picture: numbers and colours of the cells, the rows that are shown, marked and at rest, and ways around. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scaleIndex } from "../../assets/draw/colours.mjs";
import { compose, composeKey } from "../../assets/panels/weights/compose.mjs";
import { lineOf, rowAt } from "../../assets/panels/weights/excerpt.mjs";
import { cornerOf, neighbour, pick } from "../../assets/panels/weights/layout.mjs";
import { describe, markedRows, nameOf, tableFor } from "../../assets/panels/weights/rows.mjs";
import { indexOf, mapsOf } from "../../assets/panels/weights/sheets.mjs";
import { changeOf } from "../../assets/panels/explanation/number.mjs";
import { exact } from "../../assets/text/numbers.mjs";
import {
  assertSound,
  composedOf,
  marksOf,
  measure,
  namesWith,
  picturesOf,
  ROOMS,
  sceneOf,
  shapesOf,
  textsOf,
} from "./pictures.mjs";

const EDGE = 18; // px: on a phone a symbol or a number may reach over the edge, as its cells are narrower than its text
const [PHONE, , LARGE] = ROOMS;
const CHANGE = { view: { heat: "change" } };
const BEFORE = { view: { heat: "before" } };

/** What a cell shows, straight from the weights. */
function cellValue(scene, { parameter }, row, column) {
  const turned = parameter.axes[1] === "word" && parameter.axes[0] !== "word";
  const width = parameter.shape[1] ?? 1;
  const at = turned ? column * width + row : row * width + column;
  const moved = scene.frame && scene.frame.step < scene.step;
  if (scene.view.heat === "before" && moved) return scene.before[parameter.name].data[at];
  const value = scene.weights[parameter.name].data[at];
  if (scene.view.heat !== "change") return value;
  return value - (scene.before ? scene.before[parameter.name].data[at] : value);
}

/** The cells in view of a map: row, column and the middle of each. */
function* cellsIn({ layout }, map) {
  for (let line = 0; line < map.count; line++)
    for (let column = 0; column < map.columns; column++) {
      const x = map.left + (column + 0.5) * map.cellWidth;
      yield { row: rowAt(map, map.first + line), column, x, y: layout.header + (line + 0.5) * layout.rowHeight };
    }
}

/** Numbers in cells: on the cell's colour, or, where the step leaves the row at rest, as other texts. */
const isNumbers = ({ colour: { onEach, role }, align }) => onEach || (role === "text" && align === "center");

/** The marks of the numbers in cells, by where they stand. */
function numbersOf(picture) {
  const found = new Map();
  for (const { texts, points, colour } of marksOf(picture, "texts").filter(isNumbers))
    texts.forEach((text, i) => {
      const middle = { x: points[2 * i], y: points[2 * i + 1] - 0.5 };
      found.set(placeOf(middle), { text, on: colour.onEach?.[i], limit: colour.limit });
    });
  return found;
}
const placeOf = ({ x, y }) => `${Math.round(1000 * x)} ${Math.round(1000 * y)}`;

for (const view of [null, CHANGE, BEFORE])
  test(`every cell has the colour and the number of its ${view?.view.heat ?? "weight"}`, () => {
    let seen = 0;
    for (const [told, picture, scene, room] of picturesOf(compose, () => true, {
      known: view && (() => view),
      slack: EDGE,
    })) {
      const { maps, limit, style } = picture;
      const images = marksOf(picture, "pixels");
      assertSound({ marks: images }, room);
      assert.equal(images.length, maps.length, told);
      const numbers = numbersOf(picture);
      let written = 0;
      maps.forEach((map, i) => {
        assert.deepEqual([images[i].columns, images[i].rows], [map.columns, map.count], told);
        let pixel = 0;
        for (const cell of cellsIn(picture, map)) {
          const value = cellValue(scene, map, cell.row, cell.column);
          assert.equal(images[i].indexes[pixel++], scaleIndex(value, limit) + 0, told);
          const number = numbers.get(placeOf(cell));
          if (!style || (view === CHANGE && value === 0)) {
            assert.equal(number, undefined, told);
            continue;
          }
          written += 1;
          const touched = scene.frame?.touched(map.parameter.name);
          const bright = touched?.has(cell.row) === false ? [undefined, undefined] : [value, limit];
          assert.deepEqual([number.on, number.limit], bright, told);
          const decimals = number.text.split(".")[1]?.length ?? 0;
          const off = Math.abs(Number(number.text) - value / 10 ** style.power);
          assert.ok(off <= 0.5 * 10 ** -decimals * (1 + 1e-9), `${told}: ${number.text} is not ${value}`);
        }
      });
      assert.equal(numbers.size, written, told);
      seen += written;
    }
    assert.ok(seen > 1000);
  });

test("the limit of the colours is above all weights but few, and these have a corner", () => {
  let marked = 0;
  for (const [told, picture, scene] of composedOf(compose, () => true)) {
    const { limit, largest, maps } = picture;
    const sizes = mapsOf(scene.session, picture.layout.sheet).flatMap(({ parameter }) =>
      Array.from(scene.weights[parameter.name].data, Math.abs),
    );
    const most = Math.max(...sizes);
    assert.equal(largest > limit, most > limit, told);
    assert.ok(largest > limit ? largest === most : largest >= most, told);
    const beyond = maps.reduce(
      (sum, map) =>
        sum +
        [...cellsIn(picture, map)].filter(({ row, column }) => Math.abs(cellValue(scene, map, row, column)) > limit)
          .length,
      0,
    );
    const corners = marksOf(picture, "triangles").filter(
      ({ fill, corners: [x, , right] }) => fill.role === "text" && x < right,
    );
    assert.equal(
      corners.reduce((sum, mark) => sum + shapesOf(mark), 0),
      beyond,
      told,
    );
    marked += beyond;
    const key = composeKey({ width: 150, height: 20 }, measure, { limit, beyond: largest > limit });
    assert.equal(key.filter(({ mark }) => mark === "triangles").length, Number(largest > limit), told);
    assertSound({ marks: key }, { width: 150, height: 20 });
    assert.deepEqual(
      key.filter(({ mark }) => mark === "text").map(({ text }) => Number(text)),
      [-limit, limit].map((end) => Number(end.toPrecision(2))),
    );
  }
  assert.ok(marked > 0);
});

test("rows at rest are veiled, and those that the step touches are not", () => {
  let veiled = 0;
  for (const [told, picture, scene] of composedOf(compose, () => true)) {
    const veils = marksOf(picture, "boxes").filter(({ alpha }) => alpha === 0.62);
    const partly = picture.maps.filter(({ parameter }) => scene.frame?.touched(parameter.name));
    assert.equal(veils.length, partly.length, told);
    partly.forEach((map, i) => {
      const touched = scene.frame.touched(map.parameter.name);
      const { boxes } = veils[i];
      const covers = (y) => boxes.some((top, at) => at % 4 === 1 && y > top && y < top + boxes[at + 2]);
      for (const { row, column, y } of cellsIn(picture, map))
        if (column === 0) assert.equal(covers(y), !touched.has(row), `${told}, row ${row} of ${map.symbol}`);
      veiled += shapesOf(veils[i]);
    });
  }
  assert.ok(veiled > 100);
});

test("inside a step the change by the one before has no marks of this one, and who asks is told by its number", () => {
  let told = 0;
  for (const name of namesWith()) {
    const done = sceneOf(name, 5, undefined, { view: { heat: "change" } });
    for (const { map, marked } of compose(done, LARGE, measure).heatmaps)
      assert.deepEqual(marked, markedRows(done, map));
    const [change, after] = ["change", "after"].map((heat) => sceneOf(name, 5, 1, { view: { heat } }));
    const [bare, marked] = [change, after].map((scene) => compose(scene, LARGE, measure));
    assert.ok(
      bare.heatmaps.every((heatmap) => heatmap.marked.rows.size === 0),
      name,
    );
    for (const { map, marked: own } of marked.heatmaps) {
      assert.deepEqual(own, markedRows(after, map));
      for (const row of own.rows) {
        if (row < 0 || row >= map.rows) continue;
        const [label, why] = describe(after, map, row, 0).at(-1);
        assert.match(`${label}: ${why}`, /^step 6(, instance 1 of \d+)?: (an (in|out)put word|drawn|asked)$/, name);
        told += 1;
      }
    }
  }
  assert.ok(told > 20);
});

test("rows that the step uses have a frame and a bold name, in view", () => {
  let seen = 0;
  for (const name of namesWith()) {
    const scene = sceneOf(name, 5);
    const picture = compose(scene, LARGE, measure);
    const frames = marksOf(picture, "boxes").filter(({ stroke, width }) => stroke && width === 1.5);
    for (const { map, marked } of picture.heatmaps) {
      assert.deepEqual(marked, markedRows(scene, map));
      for (const row of [...marked.rows].filter((id) => id >= 0)) {
        const line = lineOf(map, row);
        assert.ok(line >= 0, `${name}: row ${row} of ${map.symbol} is not shown`);
        if (line < map.first || line >= map.first + map.count) continue;
        const middle = picture.layout.header + (line - map.first + 0.5) * picture.layout.rowHeight;
        const framed = frames.some(({ stroke, boxes }) =>
          boxes.some(
            (left, at) =>
              at % 4 === 0 &&
              left === map.left &&
              boxes[at + 1] < middle &&
              middle < boxes[at + 1] + boxes[at + 3] &&
              stroke.role === marked.kind,
          ),
        );
        assert.ok(framed, `${name}: row ${row} of ${map.symbol}`);
        seen += 1;
      }
    }
    const bold = marksOf(picture, "text")
      .filter(({ bold: strong }) => strong)
      .map(({ text }) => text);
    for (const id of scene.frame.inputs)
      if (id >= 0 && picture.layout.labelled)
        assert.ok(
          bold.some((text) => scene.session.words[id].startsWith(text.replace(/…$/, ""))),
          name,
        );
  }
  assert.ok(seen > 20);
});

test("names stand in the order of the rows, each at its own", () => {
  for (const name of namesWith()) {
    const scene = sceneOf(name, 5);
    const picture = compose(scene, LARGE, measure);
    if (!picture.layout.labelled) continue;
    const texts = textsOf(picture);
    for (const map of picture.maps.filter(({ labelWidth }) => labelWidth)) {
      for (let line = map.first; line < map.first + map.count; line++) {
        const bold = [false, true].map((strong) =>
          measure.fit(nameOf(scene, map, rowAt(map, line)), map.labelWidth, 11, strong),
        );
        assert.ok(
          bold.some((text) => texts.includes(text)),
          `${name}: ${bold}`,
        );
      }
    }
  }
});

test("a hovered word is lit, and scrolling shows other rows of the same map", () => {
  const [name] = namesWith(({ words, excerpt }) => words.length > 9 && !excerpt);
  const plain = sceneOf(name, 5);
  const resting = plain.session.words.findIndex(
    (_, id) => !plain.frame.inputs.includes(id) && !plain.frame.outputs.includes(id),
  );
  const scene = sceneOf(name, 5, undefined, { hovered: resting });
  const lit = marksOf(compose(scene, LARGE, measure), "boxes").filter(
    ({ width, stroke }) => width === 2 && stroke.role === "accent",
  );
  assert.equal(lit.length, compose(scene, LARGE, measure).maps.filter(({ words }) => words).length);
  const low = { width: 320, height: 40 };
  const top = compose(plain, low, measure);
  const { layout, maps } = top;
  assert.ok(layout.fits < layout.rows);
  const down = compose(plain, { ...low, scrolled: 2 * layout.rowHeight }, measure);
  assert.equal(down.layout, layout);
  assert.deepEqual(
    down.maps.map(({ first, rows }) => [first, rows]),
    maps.map(({ rows, count }) => [Math.min(2, rows - count), rows]),
  );
  const [[image], [above]] = [down, top].map((picture) => marksOf(picture, "pixels"));
  assert.deepEqual(image.indexes.slice(0, image.columns), above.indexes.slice(2 * image.columns, 3 * image.columns));
  const ticks = marksOf(top, "boxes").filter(({ boxes, fill }) => fill && boxes[2] === 4 && boxes[3] === 2);
  assert.ok(ticks.length > 0);
});

test("of a large vocabulary the rows that the step touches are among those that are shown", () => {
  let left = 0;
  for (const name of namesWith(({ excerpt }) => excerpt))
    for (const room of ROOMS) {
      const { session } = sceneOf(name);
      const hovered = session.whole.words.indexOf(session.words.at(-1));
      const scene = sceneOf(name, 5, undefined, { hovered });
      assert.equal(scene.hovered, session.words.length - 1);
      const { maps } = compose(scene, room, measure);
      for (const map of maps) {
        left += map.height - map.rows;
        assert.deepEqual([map.ids.length, map.count, map.first], [map.rows, map.rows, 0]);
        assert.deepEqual(
          map.ids,
          map.ids.toSorted((a, b) => a - b),
        );
        for (const id of markedRows(scene, map).rows) if (id >= 0) assert.ok(map.ids.includes(id), name);
        if (map.words) assert.ok(map.ids.includes(scene.hovered));
        map.ids.forEach((id, line) => assert.deepEqual([rowAt(map, line), lineOf(map, id)], [id, line]));
      }
    }
  assert.ok(left > 0);
});

test("a press finds the cell, tells its number, and the focus frames it; arrows lead to its neighbours", () => {
  // A focus names the rows of the whole session.
  for (const name of namesWith(({ excerpt }) => !excerpt)) {
    const scene = sceneOf(name, 5);
    const picture = compose(scene, LARGE, measure);
    for (const map of picture.maps) {
      const cells = [...cellsIn(picture, map)];
      for (const { row, column, x, y } of [cells[0], cells.at(-1)]) {
        const cell = pick(picture, x, y);
        assert.deepEqual([cell.map.symbol, cell.row, cell.column], [map.symbol, row, column]);
        assert.ok(
          describe(scene, map, row, column)
            .flat()
            .includes(exact(cellValue(scene, map, row, column))),
        );
        const focus = [map.parameter.name, ...indexOf(map, row, column)].join(".");
        const framed = compose(sceneOf(name, 5, undefined, { view: { focus } }), LARGE, measure);
        const own = framed.maps.find(({ parameter }) => parameter.name === map.parameter.name);
        const { left, top } = cornerOf(framed.layout, { map: own, row, column });
        const expected = [left, top, own.cellWidth, framed.layout.rowHeight];
        assert.deepEqual(framed.marks.at(-1), { mark: "boxes", boxes: expected, stroke: { role: "text" }, width: 2 });
      }
    }
    const [map] = picture.maps;
    const start = { map, row: rowAt(map, 0), column: 0 };
    assert.deepEqual(neighbour(picture.maps, null, "ArrowLeft"), start);
    assert.deepEqual(neighbour(picture.maps, start, "ArrowDown").row, rowAt(map, Math.min(1, map.rows - 1)));
    assert.deepEqual(neighbour(picture.maps, start, "ArrowRight").column, Math.min(1, map.columns - 1));
    assert.equal(neighbour(picture.maps, start, "a"), null);
  }
});

test("of a network of layers too large for one sheet one chooses, and the table has every weight", () => {
  let chosen = 0;
  for (const name of namesWith()) {
    const scene = sceneOf(name, 5);
    const { layout } = compose(scene, PHONE, measure);
    for (const sheet of layout.offered.keys()) {
      const shown = compose(sceneOf(name, 5, undefined, { view: { sheet } }), PHONE, measure);
      assert.deepEqual(
        shown.maps.map(({ parameter }) => parameter),
        layout.offered.get(sheet),
      );
      chosen += 1;
    }
    const { headers, rowsOf, length } = tableFor(mapsOf(scene.session));
    const table = rowsOf(scene);
    assert.equal(table.length, length);
    for (const row of table) assert.equal(row.length, headers.length);
    const first = mapsOf(scene.session)[0];
    assert.equal(table[0][1], exact(cellValue(scene, first, 0, 0)));
  }
  assert.ok(chosen > 0);
});

test("there is no picture where there is no room for one", () => {
  const [name] = namesWith();
  assert.equal(compose(sceneOf(name), { width: 59, height: 400 }, measure), null);
  assert.equal(compose(sceneOf(name), { width: 400, height: 39 }, measure), null);
});

test("what a step uses stays named, in low rows that lie side by side and out of view", () => {
  const seen = { low: 0, away: 0 };
  for (const scrolled of [0, 300]) {
    const scrolledBy = (scene, room, by) => compose(scene, { ...room, scrolled }, by);
    for (const [told, picture, scene] of picturesOf(scrolledBy, ({ words }) => words.length > 0, { slack: EDGE }))
      for (const { map, marked } of picture.heatmaps) {
        const { labelled, rowHeight } = picture.layout;
        const room = (map.count * rowHeight) / (measure.small + 1) - 1;
        if (labelled || !map.labelWidth || marked.rows.size > room) continue;
        const right = map.left - map.gutter;
        const own = marksOf(picture, "text").filter(({ bold, x, room }) => bold && Math.abs(x + room - right) < 1e-6);
        const lines = [...marked.rows].map((row) => lineOf(map, row)).filter((line) => line >= 0);
        for (const line of lines) {
          const name = measure.fit(nameOf(scene, map, rowAt(map, line)), map.labelWidth, measure.small, true);
          assert.ok(
            own.some(({ text }) => text === name),
            `${told}, scrolled by ${scrolled}: ${name}`,
          );
          seen[line < map.first || line >= map.first + map.count ? "away" : "low"] += 1;
        }
        const middles = own.map(({ y }) => y).sort((one, other) => one - other);
        assert.ok(
          middles.every((y, i) => !i || y - middles[i - 1] > measure.small),
          told,
        );
      }
  }
  assert.ok(seen.low && seen.away, JSON.stringify(seen));
});

test("the number of the last column ends where its column does, however narrow", () => {
  const large = { ...measure, small: 20 };
  let narrow = 0;
  for (const name of namesWith())
    for (const width of [120, 200, 380]) {
      const picture = compose(sceneOf(name, 4), { width, height: 600 }, large);
      for (const map of picture.maps)
        for (const { texts, points } of marksOf(picture, "texts").filter(({ colour }) => colour.role === "muted"))
          texts.forEach((text, i) => {
            const end = points[2 * i] + measure.width(text, 20) / 2;
            if (points[2 * i] < map.left || points[2 * i] > map.left + map.width) return;
            assert.ok(end <= map.left + map.width + 1e-9, `${name} ${width} ${map.symbol} ${text}`);
            narrow += text === String(map.columns) && measure.width(text, 20) > map.cellWidth;
          });
    }
  assert.ok(narrow);
});

test("the numbers of columns keep apart, however narrow", () => {
  const large = { ...measure, small: 20 };
  for (const name of namesWith())
    for (const width of [60, 120, 200, 380]) {
      const picture = compose(sceneOf(name, 4), { width, height: 600 }, large);
      for (const { texts, points } of marksOf(picture, "texts").filter(({ colour }) => colour.role === "muted"))
        for (let i = 1; i < texts.length; i++) {
          const room = points[2 * i] - points[2 * i - 2];
          const needed = (measure.width(texts[i], 20) + measure.width(texts[i - 1], 20)) / 2;
          assert.ok(room > needed, `${name} ${width} ${texts[i - 1]} ${texts[i]}`);
        }
    }
});

test("on paper, where nothing can be chosen, all matrices are there", () => {
  const scene = sceneOf("mlp", 5);
  const room = { width: 400, height: 260 };
  const [chosen, printed] = [false, true].map((whole) => compose(scene, room, { ...measure, small: 20, whole }));
  assert.ok(chosen.maps.length < scene.session.parameters.length);
  assert.equal(printed.maps.length, scene.session.parameters.length);
});

test("in large text a network of layers is shown sheet by sheet rather than without its numbers", () => {
  const scene = sceneOf("mlp", 5);
  const room = { width: 400, height: 260 };
  const [small, large] = [11, 20].map((text) => compose(scene, room, { ...measure, small: text }));
  assert.equal(small.layout.offered.size, 0);
  assert.ok(large.layout.offered.size > 1);
  assert.ok(large.maps.length < small.maps.length);
  assert.ok(large.maps.every(({ cellWidth }) => cellWidth >= 40));
});

test("where heatmaps show changes, one number of them says its own, and nothing else does", () => {
  for (const name of namesWith()) {
    const scene = sceneOf(name, 4);
    const said = (focus, own) => changeOf({ ...scene, view: { ...scene.view, heat: "change", focus, ...own } });
    for (const { name: weight, shape } of scene.session.parameters) {
      const last = shape.map((length) => length - 1).join(".");
      const [now, before] = [scene.weights, scene.before].map((all) => all[weight].data.at(-1));
      assert.equal(
        said(`${weight}.${last}`),
        `change by step ${scene.step}: ${exact(now - before)}`,
        `${name} ${weight}`,
      );
      assert.equal(said(weight), "", "more than one number");
      assert.equal(said(`${weight}.${last}.0`), "");
      assert.equal(said(`${weight}.${last}`, { heat: "after" }), "");
      assert.equal(said(`${weight}.${last}`, { ago: "1" }), "", "of an earlier step");
    }
    assert.equal(said("loss"), "");
  }
});
