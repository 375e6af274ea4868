/** What is drawn twice, by the page and by Plotly, is the same: figures of the same moments, which tests/figures.py read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { answersOf } from "../../assets/maths/answers.mjs";
import { compose as copies } from "../../assets/panels/network/copies/compose.mjs";
import { compose as layers } from "../../assets/panels/network/layers/compose.mjs";
import { unitName } from "../../assets/panels/network/layers/facts.mjs";
import { compose as lookup } from "../../assets/panels/network/lookup/compose.mjs";
import { compose as unrolled } from "../../assets/panels/network/unrolled/compose.mjs";
import { compose as words } from "../../assets/panels/network/words/compose.mjs";
import { compose as loss } from "../../assets/panels/loss/compose.mjs";
import { nameOf } from "../../assets/panels/weights/rows.mjs";
import { mapsOf } from "../../assets/panels/weights/sheets.mjs";
import { cellsOf, valueAt } from "../../assets/panels/weights/shown.mjs";
import { compose as outputs } from "../../assets/panels/vectors/outputs/compose.mjs";
import { compose as vectors } from "../../assets/panels/vectors/instance/compose.mjs";
import { rowName } from "../../assets/text/names.mjs";
import { shownWords } from "../../assets/maths/rows.mjs";
import { unpack } from "../../assets/sources/wire.mjs";
import { percent } from "../../assets/text/numbers.mjs";
import { compose as projection } from "../../assets/panels/projection/compose.mjs";
import { MOST_CLASSES } from "../../assets/panels/plane/colours.mjs";
import { fieldOf } from "../../assets/panels/plane/field.mjs";
import { hiddenChoices, hiddenSpace, inputPairs, inputSpace } from "../../assets/panels/plane/spaces.mjs";
import { marksOf, measure, ROOMS, sceneOf, textsOf } from "./pictures.mjs";
import { bytesOf, momentsOf, NAMES, runOf } from "./runs.mjs";

const MANY = 1000; // words, of which the page has only some

/** Scene and figures of each moment of the runs whose session fits. */
function* comparedOf(fits) {
  for (const name of NAMES) {
    const { session, axes } = runOf(name);
    if (!fits(session)) continue;
    for (const { step, stage, view, figures } of momentsOf(name)) {
      const scene = sceneOf(name, step, stage, { view, projection: axes });
      yield { told: `${name}, step ${step}, stage ${stage}, ${JSON.stringify(view)}`, scene, figures };
    }
  }
}

function near(got, wanted, told, within = 1e-9) {
  assert.equal(got.length, wanted.length, told);
  got.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) < within, `${told}: ${value} for ${wanted[i]}`));
}

const ofWords = ({ network, whole }) =>
  network.input && !network.layers.length && !network.unrolled && whole.words.length < MANY;

test("the network of words has the same rows, colours that end alike, and the same numbers beside its words", () => {
  let shares = 0;
  for (const { told, scene, figures } of comparedOf(ofWords)) {
    const picture = words(scene, ROOMS[2], measure);
    const { facts } = picture;
    const { limit, rows } = figures.network;
    const texts = figures.network.texts.flat();
    assert.equal(facts.limit, limit, told);
    const names = [facts.ids.map((id) => scene.session.words[id])];
    names.push(facts.outIds.map((id) => rowName(scene.session, scene.session.network.output, id)));
    assert.deepEqual([rows[0], rows[1]], names, told);
    const asked = facts.ofWords ? facts.targets : facts.fired;
    const own = [facts.inputs, asked].map((lit) => [...lit].sort((a, b) => a - b));
    if (!told.includes(", stage 0,")) assert.deepEqual(figures.network.own.slice(0, 2), own, told);
    for (const text of new Set(textsOf(picture).filter((each) => /^<?\d.*%$/.test(each)))) {
      assert.ok(
        texts.some((each) => each.endsWith(text)),
        `${told}: ${text}`,
      );
      shares += 1;
    }
  }
  assert.ok(shares > 10);
});

test("the unrolled network reads the figure's word last, its state is the figure's hidden layer, and the same shares stand at its words", () => {
  let [shares, states] = [0, 0];
  for (const { told, scene, figures } of comparedOf(({ network }) => network.unrolled)) {
    const { facts, ranks } = unrolled(scene, ROOMS[2], measure, null, 0);
    const { rows, texts, own, fills } = figures.network;
    const { words: names } = scene.session;
    const now = facts.words.at(-1) < 0 ? [] : [names[facts.words.at(-1)]];
    assert.deepEqual(
      own[0].map((at) => rows[0][at]),
      now,
      told,
    );
    const state = facts.stateAt(facts.words.length - 1);
    if (state) near(state, fills[2], told, 1e-6);
    states += Number(state !== null);
    for (const { id } of ranks) {
      const text = texts[1][rows[1].indexOf(names[id])];
      if (text) assert.ok(text.endsWith(` ${percent(facts.chances[id])}`), `${told}: ${text}`);
      shares += Number(Boolean(text));
    }
  }
  assert.ok(states > 3);
  assert.ok(shares > 10);
});

/** "e₁" as a figure's "e1". @param {string} symbol */
const plain = (symbol) => symbol.replace(/[₀-₉]/g, (digit) => String(digit.charCodeAt(0) - 0x2080));

/** The names of a panel's rows: words, what is asked, or units. */
function namesIn({ session }, { ids, asked, parts }) {
  if (ids) return Array.from(ids, (id) => session.words[id]);
  return asked?.names ?? parts[0].values.map((_, k) => String(k + 1));
}

test("each context word has its copy of the input, as many as in the figure, and asks the same rows", () => {
  let compared = 0;
  for (const { told, scene, figures } of comparedOf(ofWords)) {
    if (!figures.copies) continue;
    const picture = copies(scene, ROOMS[2], measure);
    const { words: names } = scene.session;
    assert.deepEqual(
      picture.shown.map((word) => names[word]),
      figures.copies.words,
      told,
    );
    const asked = picture.facts.outIds.map((id) => rowName(scene.session, scene.session.network.output, id));
    const own = picture.facts.ofWords ? picture.facts.targets : picture.facts.fired;
    const ofStep = Array.from(own, (id) => rowName(scene.session, scene.session.network.output, id));
    for (const name of ofStep) assert.ok(figures.copies.asked.includes(name), `${told}: ${name}`);
    for (const name of figures.copies.asked) assert.ok(asked.includes(name), `${told}: ${name}`);
    compared += 1;
  }
  assert.ok(compared > 10);
});

test("the panels of the output words have the same columns, with the same numbers in the rows that both show", () => {
  let compared = 0;
  for (const { told, scene, figures } of comparedOf(ofWords)) {
    if (!Object.keys(figures.panels).length) continue;
    const { panels } = outputs(scene, ROOMS[2], measure);
    const shown = panels.flatMap((panel) => panel.parts.map((part) => ({ ...part, rows: namesIn(scene, panel) })));
    const summed = shown.filter(({ symbol }) => symbol !== "y"); // of which the figure has one column for all
    const columns = Object.keys(figures.panels).filter((each) => each !== "yc");
    assert.deepEqual(new Set(summed.map(({ symbol }) => plain(symbol))), new Set(columns), told);
    for (const { symbol, values, rows } of summed) {
      const column = figures.panels[plain(symbol)];
      rows.forEach((row, at) => {
        const alike = rows.length === column.names.length; // a word may be asked twice
        const there = alike ? at : column.names.indexOf(row);
        if (there < 0) return;
        assert.ok(Math.abs(values[at] - column.values[there]) < 1e-6, `${told}, ${symbol} of ${row}`);
        compared += 1;
      });
    }
  }
  assert.ok(compared > 100);
});

test("of very many words, of which only some travel, the network has the same", () => {
  let compared = 0;
  for (const { told, scene, figures } of comparedOf(({ by_rows }) => by_rows)) {
    const { facts } = words(scene, ROOMS[2], measure);
    const names = [facts.ids.map((id) => scene.session.words[id])];
    names.push(facts.outIds.map((id) => rowName(scene.session, scene.session.network.output, id)));
    assert.deepEqual([figures.network.rows[0], figures.network.rows[1]], names, told);
    const { limit } = scene.reach.weights(Object.keys(scene.weights));
    assert.deepEqual([facts.limit, limit], [figures.network.limit, figures.weights.limit], told);
    compared += 1;
  }
  assert.ok(compared > 2);
});

test("the network of layers has colours that end alike, and the same names stand out", () => {
  let targets = 0;
  for (const { told, scene, figures } of comparedOf(({ segments }) => segments[0].points)) {
    const picture = layers(scene, ROOMS[2], measure);
    const { limit, lit, texts } = figures.network;
    assert.equal(picture.facts.limit, limit, told);
    const bold = marksOf(picture, "text").filter(({ bold, colour }) => bold && colour.role);
    const inputs = bold.filter(({ colour }) => colour.role === "input");
    assert.equal(lit[0].length, inputs.length, told);
    for (const { text } of bold.filter(({ colour }) => colour.role === "output")) {
      assert.ok(
        texts.at(-1).some((each) => each.endsWith(text)),
        `${told}: ${text} in ${texts.at(-1)}`,
      );
      targets += 1;
    }
  }
  assert.ok(targets > 4);
});

test("the plane has its points in the same places, and names its axes alike", () => {
  let [compared, curves] = [0, 0];
  for (const { told, scene, figures } of comparedOf(({ segments }) => segments[0].points)) {
    const answers = answersOf(scene);
    const choose = (choices, wanted) => (choices.includes(wanted) ? wanted : choices[0]);
    const spaces = [inputSpace(scene, answers, choose(inputPairs(answers.data.width), scene.view.plane))];
    const hidden = hiddenChoices(scene.session);
    if (hidden.length) spaces.push(hiddenSpace(scene, answers, choose(hidden, scene.view.hiddenPlane)));
    assert.equal(spaces.length, figures.plane.length, told);
    spaces.forEach(({ points, names, note }, i) => {
      const { targets, outputs } = answers.data;
      const high = (at) => targets[((at - 1) / 2) * outputs]; // over a single input stand the answers
      const shown = names.length > 1 ? points : points.map((value, at) => (at % 2 ? high(at) : value));
      near(shown, figures.plane[i].points, told);
      const titles = figures.plane[i].titles.join(" ");
      if (names[0] === "") assert.ok(titles.includes(note), `${titles} for ${note}`);
      const { field, curve } = figures.plane[i];
      assert.equal(curve !== null, names.length === 1, told);
      if (field) assertField(scene, answers, spaces[i], field, told);
      if (curve) curves += assertCurve(scene, answers, spaces[i], curve, told);
      compared += 1;
    });
  }
  assert.ok(compared > 10);
  assert.ok(curves > 1);
});

/** The box around places side by side, which are the middles of a grid's cells. */
const around = ([first, second, third]) => [first - (second - first) / 2, third + (third - second) / 2];

/** Over a single input the answers are the same at three places. Returns of how many outputs they are. */
function assertCurve({ session, weights }, { data: { outputs } }, space, curve, told) {
  const { answers } = fieldOf(session, weights, space, [...around(curve.x), 0, 0], { columns: 3, rows: 1 });
  near(
    Array.from(answers, (_, at) => answers[(at % 3) * outputs + Math.floor(at / 3)]),
    curve.answers,
    told,
  );
  return outputs;
}

/** Nine points of a plane have the same shade, and lie on the same side of the line between two answers. */
function assertField(
  { session, weights },
  { level, classes, data: { outputs } },
  space,
  { x, y, shades, leads },
  told,
) {
  const box = [x, y].flatMap(around);
  const { answers } = fieldOf(session, weights, space, box, { columns: 3, rows: 3 });
  const all = shades.map((_, at) => classes(answers, at * outputs));
  const found = outputs === 1 ? [...answers] : all.map((kind) => kind % MOST_CLASSES);
  near(found, shades, `${told}, ${space.title}`);
  if (outputs === 1) assert.deepEqual(all.map(Boolean), leads, told);
  assert.ok(level);
}

test("the projection has its vectors in the same places, and the same shares at its axes", () => {
  for (const { told, scene, figures } of comparedOf(
    ({ network, whole }) => network.input && whole.words.length < MANY,
  )) {
    const picture = projection(scene, { ...ROOMS[2], strip: { width: 120, height: 18 } }, measure, null);
    const sets = picture.projected.sets.filter(({ visible }) => visible);
    assert.deepEqual(Object.keys(figures.projection.points).sort(), sets.map(({ kind }) => kind).sort(), told);
    for (const { kind, points } of sets) near(points, figures.projection.points[kind], `${told}, ${kind}`);
    picture.projected.sets.forEach(({ kind, visible }, at) => {
      const lit = [...picture.projected.lit[at].keys()].sort((a, b) => a - b);
      if (visible) assert.deepEqual(figures.projection.lit[kind], lit, `${told}, ${kind}`);
    });
    const shares = textsOf(picture).filter((text) => text.startsWith("PC"));
    assert.equal(shares.length, 2, told);
    shares.forEach((text, i) =>
      assert.ok(figures.projection.titles[i].startsWith(text.replace(/^(PC\d) /, "$1 · ")), `${told}: ${text}`),
    );
  }
});

test("the colours of all weights end at the same number", () => {
  for (const { told, scene, figures } of comparedOf(({ whole }) => whole.words.length < MANY)) {
    const { limit } = scene.reach.weights(Object.keys(scene.weights), scene.view.heat === "change");
    assert.equal(limit, figures.weights.limit, told);
  }
});

test("the maps of the weights have the same rows, with the same numbers", () => {
  let compared = 0;
  for (const { told, scene, figures } of comparedOf(({ whole }) => whole.words.length < MANY)) {
    const maps = mapsOf(scene.session);
    assert.equal(figures.weights.rows.length, maps.length, told);
    maps.forEach((map, i) => {
      const [rows, columns] = [map.rows, map.columns].map((count) => [...Array(count).keys()]);
      assert.deepEqual(
        figures.weights.rows[i],
        rows.map((row) => nameOf(scene, map, row)),
        told,
      );
      const cells = cellsOf(scene, map);
      const values = rows.flatMap((row) => columns.map((at) => valueAt(cells, row * map.row + at * map.column)));
      near(values, figures.weights.values[i], `${told}, ${map.symbol}`);
      compared += 1;
    });
  }
  assert.ok(compared > 60);
});

test("the step's vectors have the same numbers in the same rows, and colours that end alike", () => {
  const MOST = 60; // rows of a figure
  let compared = 0;
  for (const { told, scene, figures } of comparedOf(({ whole }) => whole.words.length < MANY)) {
    const { shown } = vectors(scene, ROOMS[2], measure);
    const computed = shown.filter(({ quantity, values }) => values && !quantity.names);
    assert.deepEqual(
      figures.vectors.map(({ symbol }) => symbol).sort(),
      computed.map(({ quantity }) => quantity.symbol).sort(),
      told,
    );
    for (const { quantity, column, reach, asked } of computed) {
      const { values, rows, limit, lit } = figures.vectors.find(({ symbol }) => symbol === quantity.symbol);
      const all = scene.frame.get(quantity.name);
      const across = quantity.shape[1] ?? 1;
      const ofWords = column.axis === "word";
      const ids = ofWords ? shownWords(scene, MOST, MOST / 2) : [...Array(Math.min(MOST, all.length / across)).keys()];
      const where = `${told}, ${quantity.name}`;
      near(
        values,
        ids.flatMap((id) => [...all.slice(id * across, (id + 1) * across)]),
        where,
        1e-6 * reach, // they travel with seven digits
      );
      if (ofWords)
        assert.deepEqual(
          rows,
          ids.map((id) => scene.session.words[id]),
          where,
        );
      if (asked)
        assert.ok(
          rows.every((row, i) => row.startsWith(asked.names[i])),
          `${where}: ${rows} for ${asked.names}`,
        );
      if (limit !== null) assert.equal(limit, reach, where);
      const { frame } = scene;
      const isLit = (id) => frame.inputs.includes(id) || frame.outputs.includes(id);
      if (ofWords)
        assert.deepEqual(
          lit,
          [...ids.keys()].filter((row) => isLit(ids[row])),
          where,
        );
      compared += 1;
    }
  }
  assert.ok(compared > 100);
});

test("the losses are the same points, with the means of epochs, the same changes, and axes that end alike", () => {
  const pairs = (first, second) => Array.from(first, (x, i) => [x, second[i]]).flat();
  let [compared, changed] = [0, 0];
  for (const { told, scene, figures } of comparedOf(() => true)) {
    const picture = loss(scene, ROOMS[2], measure);
    const { plot } = picture;
    assert.equal(plot === null, figures.loss === null, told);
    if (!plot) continue;
    const { curve, means, edits, steps, losses } = figures.loss;
    near(pairs(plot.curve.step, plot.curve.mean), curve, told);
    const drawn = plot.means.length > 1 ? plot.means : [];
    near(
      pairs(
        drawn.map(({ step }) => step),
        drawn.map(({ mean }) => mean),
      ),
      means ?? [],
      told,
    );
    assert.deepEqual([0, plot.last], steps, told);
    near(losses.map(plot.y), [plot.box.bottom, plot.box.top], told);
    const corners = marksOf(picture, "triangles").flatMap(({ corners: all }) => all);
    near(
      corners.filter((_, at) => at % 6 === 0).toSorted((a, b) => a - b),
      edits.map(plot.x),
      told,
    );
    changed += edits.length;
    compared += 1;
  }
  assert.ok(changed > 1);
  assert.ok(compared > 20);
});

test("of a long run each point of the page's curve is two of the figure's, and the axes end alike", () => {
  const figure = JSON.parse(new TextDecoder().decode(bytesOf("long")));
  const { header, arrays } = unpack(bytesOf("long.losses"));
  const { mean: values, low, high } = arrays;
  const losses = { ...header, values, low, high, known: header.stop };
  const { plot } = loss({ ...sceneOf("edited"), losses, step: header.stop, view: {} }, ROOMS[2], measure);
  const { curve, last, box } = plot;
  assert.equal(figure.mean.length, 2 * values.length);
  const both = (numbers, of) => Array.from(values, (_, i) => of(numbers[2 * i], numbers[2 * i + 1]));
  const seven = 1e-6 * Math.max(...figure.high); // they travel with seven digits
  near(
    curve.mean,
    both(figure.mean, (a, b) => (a + b) / 2),
    "mean",
    seven,
  );
  near(curve.low, both(figure.low, Math.min), "low", seven);
  near(curve.high, both(figure.high, Math.max), "high", seven);
  assert.deepEqual([0, last], figure.steps);
  near(figure.losses.map(plot.y), [box.bottom, box.top], "axis");
});

test("the table look-up has colours that end as the table's map, the figure's words, and the same shares beside the next ones", () => {
  let shares = 0;
  for (const { told, scene, figures } of comparedOf(({ network }) => network.lookup)) {
    const picture = lookup(scene, ROOMS[2], measure, null, 0);
    const { facts, ranks } = picture;
    assert.equal(facts.limit, figures.table.limit, told);
    const drawn = scene.session.network.layers.flatMap(({ weights, bias }) => (bias ? [weights, bias] : [weights]));
    assert.equal(scene.reach.weights(drawn).limit, figures.network.limit, `${told}: there it is that of the edges`);
    const [names, texts] = [figures.network.rows.at(-1), figures.network.texts.at(-1)];
    if (!facts.ofWords) {
      const net = layers(scene, ROOMS[2], measure).facts; // which has a tree's nodes in their place, as the figure
      const column = net.columns.at(-1);
      const nodes = column.ids.map((id) => unitName(net, column, id));
      assert.deepEqual(nodes, names, told);
      continue;
    }
    assert.deepEqual(
      names,
      shownWords(scene, 40).map((id) => scene.session.words[id]),
      told,
    );
    const bold = marksOf(picture, "text").filter(({ bold, colour }) => bold && colour.role === "output");
    const lit = figures.network.lit.at(-1).map((at) => names[at]);
    for (const { text } of bold) assert.ok(lit.includes(text), `${told}: ${text} among ${lit}`);
    if (scene.frame)
      assert.deepEqual(
        lit.toSorted(),
        [...new Set(scene.frame.outputs)].map((id) => scene.session.words[id]).sort(),
        told,
      );
    for (const id of ranks) {
      const text = texts[names.indexOf(scene.session.words[id])];
      if (!facts.values.chances || !text) continue;
      assert.ok(text.endsWith(` ${percent(facts.values.chances[id])}`), `${told}: ${text}`);
      shares += 1;
    }
  }
  assert.ok(shares > 4);
});
