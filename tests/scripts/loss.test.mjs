/** The loss's picture: the curve is the losses, its axes hold them, and the page's step stands on it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compose, journeyMarks, tell } from "../../assets/panels/loss/compose.mjs";
import { linesOf, numbersOf, pick, rowsOf } from "../../assets/panels/loss/readout.mjs";
import { assertSound, everyMark, marksOf, measure, picturesOf, ROOMS, sceneOf, textsOf } from "./pictures.mjs";

const pairs = (points) => Array.from({ length: points.length / 2 }, (_, i) => points.slice(2 * i, 2 * i + 2));
const near = (a, b, message) => assert.ok(Math.abs(a - b) < 1e-6, `${message}: ${a}, ${b}`);

/** A scene with made-up losses: of what is known, the session of a run of the king and the queen. */
function sceneWith(values, { stride = 1, step = values.length * stride, ...view } = {}) {
  const numbers = Float64Array.from(values);
  const [low, high] = [numbers.map((value) => 0.5 * value), numbers.map((value) => 1.5 * value)];
  const losses = { start: 0, stride, values: numbers, low, high, known: values.length };
  return { ...sceneOf("cbow", 0), step, losses, view };
}

test("each known loss is a point of the curve, and the one that is told has the dot", () => {
  let coming = 0;
  for (const [told, picture, scene] of picturesOf(compose)) {
    const { plot, marks } = picture;
    const own = scene.frame?.loss ?? null;
    const ahead = own !== null && scene.frame.step === scene.step; // its stages have got as far as the loss
    const values = [...(scene.losses?.values ?? []), ...(ahead ? [own] : [])];
    const step = scene.step + Number(ahead);
    coming += Number(ahead);
    if (!values.length) {
      assert.deepEqual(textsOf(picture), ["The curve begins with the first step"], told);
      assert.equal(marks.length, 1);
      continue;
    }
    const curve = marksOf(picture, "path").find(({ stroke }) => stroke);
    assert.equal(curve.points.length, 2 * values.length, told);
    pairs(curve.points).forEach(([x, y], i) => {
      near(x, plot.x(i + 1), told);
      near(y, plot.y(values[i]), told);
    });
    const [x, y] = marksOf(picture, "discs")[0].discs;
    near(x, plot.x(step), told);
    near(y, plot.y(values[step - 1]), told);
    const top = Math.max(...plot.ticks);
    assert.ok(values.every((value) => value <= top) && textsOf(picture).includes(String(top)), told);
    assert.ok(textsOf(picture).includes(plot.unit), told);
    assert.equal(numbersOf(tell(picture), scene).ofStep, `step ${step}: ${(own ?? values[step - 1]).toFixed(4)}`, told);
    const spot = pick(plot, plot.x(step));
    assert.equal(spot.step, step, "a press finds the step");
    assert.equal(linesOf(plot, spot)[0], `step ${step}`);
    assert.deepEqual(rowsOf(plot.losses).at(-1)[0], values.length);
  }
  assert.ok(coming > 10);
});

test("more steps than pixels are a band of lowest and highest, with the mean of every epoch", () => {
  const values = Array.from({ length: 4000 }, (_, i) => 2 + Math.sin(i) - i / 4000);
  for (const room of ROOMS) {
    const picture = compose(sceneWith(values), room, measure);
    assertSound(picture, room);
    const [band, curve, means] = marksOf(picture, "path");
    assert.ok(band.fill && curve.stroke && means.width > curve.width);
    assert.equal(band.points.length, 2 * curve.points.length, "up along the highest and back along the lowest");
    const [half, last] = [curve.points.length, band.points.length];
    for (let i = 0; i < half; i += 2) {
      const [high, low] = [band.points[i + 1], band.points[last - 1 - i]];
      assert.equal(band.points[i], band.points[last - 2 - i]);
      assert.ok(high <= curve.points[i + 1] + 1e-9 && curve.points[i + 1] <= low + 1e-9);
    }
    const { plot } = picture;
    const length = plot.stretches[0].length;
    assert.equal(plot.means.length, Math.floor(4000 / length));
    const first = values.slice(0, length).reduce((sum, value) => sum + value, 0) / length;
    near(plot.means[0].mean, first, "mean of the first epoch");
    // Epochs are counted from 1, as in the status line.
    assert.match(
      numbersOf(tell(picture), sceneWith(values)).ofEpoch,
      new RegExp(`^epoch ${plot.means.length.toLocaleString("en")}: `),
    );
    assert.deepEqual(
      linesOf(plot, { bin: 0, step: 1 }).find(([name]) => name === "epoch"),
      ["epoch", "1"],
    );
    near(means.points[1], plot.y(first), "the thick line goes through it");
  }
});

test("a logarithmic scale puts powers of ten equally far apart", () => {
  const values = Array.from({ length: 40 }, (_, i) => 10 ** (-i / 13));
  const [linear, logarithmic] = ["linear", "log"].map((lossScale) =>
    compose(sceneWith(values, { lossScale }), ROOMS[1], measure),
  );
  const { y } = logarithmic.plot;
  near(y(1) - y(0.1), y(0.1) - y(0.01), "powers of ten");
  assert.ok(linear.plot.y(0.5) - linear.plot.y(1) > y(0.5) - y(1));
  for (const text of ["0.001", "0.01", "0.1", "1"]) assert.ok(textsOf(logarithmic).includes(text));
});

test("of strided losses the values of a stretch are told together", () => {
  const scene = sceneWith([3, 2, 1], { stride: 50, step: 150 });
  const picture = compose(scene, ROOMS[1], measure);
  const { plot } = picture;
  const spot = pick(plot, plot.x(80));
  assert.deepEqual(linesOf(plot, spot).slice(0, 4), [
    "steps 51 to 100",
    ["mean loss", "2"],
    ["lowest", "1"],
    ["highest", "3"],
  ]);
  assert.equal(numbersOf(tell(picture), { ...scene, frame: null }).ofStep, "near step 150: 1.0000");
});

test("changes by hand are marked where they were made, and told", () => {
  const edits = [2, 5, 5, 99].map((step) => ({ step, kind: "learning_rate", value: 0.5, label: `rate of ${step}` }));
  const scene = sceneWith([3, 2, 2, 1, 1, 1]);
  const edited = { ...scene, session: { ...scene.session, edits } };
  const [{ marks, plot }, plainly] = [edited, scene].map((each) => compose(each, ROOMS[1], measure));
  const tips = marks.filter(({ mark }) => mark === "triangles").flatMap(({ corners }) => pairs(corners));
  assert.deepEqual(
    tips.filter((_, i) => i % 3 === 0).map(([x]) => x),
    [plot.x(2), plot.x(5)],
  );
  assert.ok(!plainly.marks.some(({ mark }) => mark === "triangles"));
  const told = linesOf(plot, { bin: 5, step: 6 }, edits).filter(([name]) => name === "changed before");
  assert.deepEqual(told, [
    ["changed before", "rate of 5"],
    ["changed before", "rate of 5"],
  ]);
});

test("a jump's way along the curve ends at its step, with nothing left under the veil", () => {
  const scene = sceneWith([3, 2, 2, 1, 1, 1]);
  const { plot } = compose(scene, ROOMS[1], measure);
  for (const [share, step] of [
    [0, 1],
    [0.5, 3.5],
    [1, 6],
  ]) {
    const [{ boxes }, { discs }] = journeyMarks(plot, 1, 6, share);
    near(discs[0], plot.x(step), `${share}`);
    near(discs[1], plot.y(scene.losses.values[Math.ceil(step) - 1]), `${share}`);
    near(boxes[2] > 10 ? boxes[0] : plot.x(6), discs[0], `${share}`);
  }
});

test("a loss that is no number leaves a gap and no mark that is none", () => {
  const picture = compose(sceneWith([3, NaN, 2, Infinity, 1]), ROOMS[1], measure);
  const curve = marksOf(picture, "path").find(({ stroke }) => stroke);
  assert.equal(curve.points.length, 6);
  for (const mark of everyMark(picture.marks)) assert.ok((mark.points ?? []).every(Number.isFinite));
});
