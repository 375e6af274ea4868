/** The picture of a unit's curve: it is y = f(u), the data lie on it, and the tangent has the slope there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { activate, slopeAt } from "../../assets/maths/nets.mjs";
import { compose } from "../../assets/panels/curve/compose.mjs";
import { headersOf, linesOf, numbersOf, pick, rowsOf, unitsOf } from "../../assets/panels/curve/readout.mjs";
import { marksOf, measure, namesWith, picturesOf, ROOMS, sceneOf, textsOf } from "./pictures.mjs";

const OF_NUMBERS = ({ words, network }) => !words.length && network.layers.length > 0;
const near = (a, b, told, within = 1e-6) => assert.ok(Math.abs(a - b) < within, `${told}: ${a}, ${b}`);

test("every point of the data lies on the unit's curve, the instance's numbers where its frame has them", () => {
  for (const [told, { plot, ...picture }, scene] of picturesOf(compose, OF_NUMBERS, { slack: 24 })) {
    const { layer, k, nets, outs, x, y } = plot;
    const [curve] = marksOf(picture, "path").filter(({ width }) => width === 2);
    for (let i = 0; i < curve.points.length; i += 2) {
      const u =
        plot.left + ((curve.points[i] - plot.box.left) / (plot.box.right - plot.box.left)) * (plot.right - plot.left);
      if (Math.abs(u) > 1e-6) near(curve.points[i + 1], y(activate(layer.activation, u)), told, 1e-3);
    }
    const points = marksOf(picture, "discs").filter(({ stroke }) => stroke);
    assert.equal(points.length, plot.data.count, told);
    points.forEach((point, i) => {
      const { discs } = point;
      const below = picture.marks[picture.marks.indexOf(point) + 1];
      assert.equal(below.points?.[0], discs[0], `${told}: a point lies on the ticks of those before`);
      near(discs[0], x(nets[i]), told);
      near(discs[1], y(outs[i]), told);
      assert.ok(pick(plot, discs[0], discs[1]), told);
    });
    const net = scene.frame?.get(layer.net);
    assert.equal(Boolean(plot.own), Boolean(net && scene.frame.get(layer.output)), told);
    const [here] = marksOf(picture, "discs").filter(({ stroke }) => !stroke);
    assert.equal(Boolean(here), Boolean(plot.own), told);
    if (!plot.own) continue;
    assert.equal(plot.own.u, net[k], told);
    near(here.discs[0], x(net[k]), told);
    const [[x1, y1, x2, y2]] = marksOf(picture, "lines")
      .filter(({ width }) => width === 2.5)
      .map(({ points: ends }) => ends);
    const slope = ((y2 - y1) / (x2 - x1)) * ((x(1) - x(0)) / (y(1) - y(0)));
    near(slope, slopeAt(layer.activation, plot.own.y), told);
    assert.equal(numbersOf(plot)[0], `${plot.netName} = ${net[k].toFixed(4)}`);
  }
});

test("a unit is chosen by the view, or by the number in focus, and every unit can be", () => {
  for (const name of namesWith(OF_NUMBERS)) {
    const { session } = sceneOf(name);
    const units = unitsOf(session);
    for (const [value, text] of units) {
      const { plot, ...picture } = compose(sceneOf(name, 0, undefined, { view: { curve: value } }), ROOMS[1], measure);
      assert.equal(`${plot.layer.output}.${plot.k}`, value);
      assert.equal(plot.outName, text);
      assert.ok(
        textsOf(picture).includes(plot.netName) && textsOf(picture).some((each) => each.startsWith(`${text} = `)),
      );
      const rows = rowsOf(plot);
      assert.ok(rows.every((row) => row.length === headersOf(plot).length) && rows[0][0] === "now");
      assert.equal(linesOf(plot, 0)[2][1], rows[1][2]);
    }
    const view = { curve: units[0][0], focus: units.at(-1)[0] };
    const { plot } = compose(sceneOf(name, 0, undefined, { view }), ROOMS[1], measure);
    assert.equal(`${plot.layer.output}.${plot.k}`, view.focus);
  }
});

test("where the curve is flat is said, and where nothing is flat it is not", () => {
  const [name] = namesWith((session) => OF_NUMBERS(session) && session.network.layers.length > 1);
  const { plot, ...picture } = compose(sceneOf(name), { width: 900, height: 300 }, measure);
  const [ground] = marksOf(picture, "boxes");
  assert.equal(ground.fill.tint, "error");
  for (let i = 0; i < ground.boxes.length; i += 4) {
    const u = (at) => plot.left + ((at - plot.box.left) / (plot.box.right - plot.box.left)) * (plot.right - plot.left);
    const middle = u(ground.boxes[i] + ground.boxes[i + 2] / 2);
    const steepest = slopeAt(plot.layer.activation, plot.f(0));
    assert.ok(slopeAt(plot.layer.activation, plot.f(middle)) < 0.1 * steepest);
  }
  assert.ok(textsOf(picture).includes("saturated"));
  const narrow = compose(sceneOf(name), { width: 320, height: 100 }, measure);
  assert.ok(textsOf(narrow).includes("flat"));
  for (const each of [picture, narrow]) assert.ok(textsOf(each).includes(`○ ${plot.data.count} points`));
  assert.ok(textsOf(picture).includes("after step 1:")); // by which weights: the instance is by those before it
  assert.ok(textsOf(compose(sceneOf(name, 0, 1), ROOMS[1], measure)).includes("before step 1:"));
  const { session, ...scene } = sceneOf(name);
  const layers = session.network.layers.map((layer) => ({ ...layer, activation: "identity" }));
  const linear = { ...scene, session: { ...session, network: { ...session.network, layers } } };
  assert.deepEqual(marksOf(compose(linear, ROOMS[1], measure), "boxes"), []);
});

test("a panel of words has no curve", () => {
  assert.equal(compose(sceneOf("cbow"), ROOMS[1], measure), null);
});

test("the flat parts of a curve have one name, which stands in all that have room for it", () => {
  const met = new Set();
  for (const name of namesWith(OF_NUMBERS))
    for (const step of [0, 3])
      for (let width = 150; width <= 700; width += 10) {
        const texts = textsOf(compose(sceneOf(name, step), { width, height: 160 }, measure));
        const ends = texts.filter((text) => ["flat", "off", "saturated"].includes(text));
        met.add(`${ends.length} ${ends[0]}`);
        assert.ok(new Set(ends).size <= 1, `${name}, ${width}: ${ends}`);
      }
  assert.ok(
    ["2 flat", "2 saturated"].every((each) => met.has(each)),
    [...met].join(),
  );
});

test("what the curve is stands clear of the name of a flat part, and over the line to the answer", () => {
  let flat = 0;
  const scenes = namesWith(OF_NUMBERS).map((name) => [name, sceneOf(name, 3)]);
  const rooms = [...ROOMS, ...Array.from({ length: 16 }, (_, i) => ({ width: 300, height: 44 + 4 * i }))];
  for (const [told, picture] of scenes.flatMap(([name, scene]) =>
    rooms.map((room) => [`${name}, ${room.width} × ${room.height}`, compose(scene, room, measure)]),
  )) {
    const texts = marksOf(picture, "text");
    const formula = texts.find(({ text }) => / = /.test(text));
    assert.ok(formula?.pad, told);
    const line = picture.marks.findIndex(({ mark, dash }) => mark === "path" && dash);
    assert.ok(picture.marks.indexOf(formula) > line, told);
    assert.ok(picture.marks.findIndex(({ mark }) => mark === "discs") > line, told);
    for (const { y, size } of texts.filter(({ text }) => ["flat", "off", "saturated"].includes(text))) {
      flat += 1;
      assert.ok(y - size / 2 >= formula.y + formula.size / 2, told);
    }
  }
  assert.ok(flat > 0);
});
