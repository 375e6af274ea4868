/** The picture of the projection: points stand where the vectors project to, and labels remember where they stood. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { mostShare } from "../../assets/maths/axes.mjs";
import { shareSpace, sharesOf } from "../../assets/maths/points.mjs";
import { axisNames } from "../../assets/panels/projection/axes.mjs";
import { adviceOf, compose, tell } from "../../assets/panels/projection/compose.mjs";
import { journeyMarks } from "../../assets/panels/projection/journey.mjs";
import { linesOf, pick, rowsOf } from "../../assets/panels/projection/readout.mjs";
import { setsOf } from "../../assets/panels/projection/vectors.mjs";
import { percent } from "../../assets/text/numbers.mjs";
import { assertSound, axesOf, marksOf, measure, namesWith, picturesOf, ROOMS, sceneOf, textsOf } from "./pictures.mjs";

const STRIP = { width: 120, height: 24 };
const OF_WORDS = ({ words }) => words.length > 0;
const near = (a, b, told) => assert.ok(Math.abs(a - b) < 1e-6, `${told}: ${a}, ${b}`);
const composed = (scene, room, texts, before) => compose(scene, { ...room, strip: STRIP }, texts, before);

test("every vector has its point, inputs as circles, outputs as diamonds", () => {
  for (const [told, picture, scene] of picturesOf(composed, OF_WORDS, { known: axesOf, slack: 12 })) {
    const { sets, frame, lit } = picture.projected;
    const { input } = scene.session.network;
    const [first] = sets;
    assert.equal(first.name, input, told);
    for (const { points, names } of sets) assert.equal(points.length, 2 * names.length, told);
    const { data, columns } = scene.weights[input];
    if (first.names.length === scene.weights[input].rows)
      for (let row = 0; row < first.names.length; row++) {
        near(first.points[2 * row], data[row * columns], told);
        near(first.points[2 * row + 1], data[row * columns + 1], told);
      }
    const drawn = marksOf(picture, "discs").filter(({ fill }) => fill?.role === "input");
    const circles = drawn.reduce((sum, { discs }) => sum + discs.length / 3, 0);
    assert.equal(circles, first.names.length, told);
    assert.equal(drawn.length, 1 + lit[0].size, told);
    for (const [row] of lit[0]) {
      const there = drawn.slice(1).some(({ discs }) => Math.abs(discs[0] - frame.x(first.points[2 * row])) < 1e-9);
      assert.ok(there, told);
    }
    const inputs = scene.frame ? [...scene.frame.inputs] : [];
    for (const id of inputs.slice(0, 12)) assert.equal(lit[0].get(id), "instance", told);
    assert.equal(
      rowsOf(setsOf(scene)).length,
      sets.reduce((sum, { names }) => sum + names.length, 0),
    );
  }
});

test("lit words are written in bold, hovered ones first, and a press finds a point", () => {
  for (const name of namesWith(({ words }) => words.length > 3 && words.length < 40)) {
    const { session } = sceneOf(name);
    const scene = sceneOf(name, 1, undefined, { ...axesOf(session), hovered: 2, view: { pins: session.words[3] } });
    const picture = composed(scene, ROOMS[1], measure, null);
    const bold = marksOf(picture, "text").filter((text) => text.bold);
    for (const id of [2, 3])
      assert.ok(
        bold.some(({ text }) => text === session.words[id]),
        name,
      );
    assert.equal(picture.projected.lit[0].get(3), scene.frame.inputs.includes(3) ? "instance" : "pinned");
    const { sets, frame } = picture.projected;
    const [x, y] = [frame.x(sets[0].points[4]), frame.y(sets[0].points[5])];
    const spot = pick(picture.projected, x, y);
    near(spot.point[0], sets[0].points[4], "the point that is pressed");
    assert.equal(linesOf(spot)[0], spot.name);
    assert.equal(pick(picture.projected, -50, -50), null);
  }
});

test("labels stay where they were from one step to the next, within a run", () => {
  const name = "skip-gram";
  const known = axesOf(sceneOf(name).session);
  const room = ROOMS[0];
  let [before, alone] = [null, null];
  let [kept, keptAlone] = [0, 0];
  const same = (sites, others) => [...sites].filter(([key, site]) => others.get(key) === site).length;
  for (let step = 0; step < 10; step++) {
    const scene = sceneOf(name, step, undefined, known);
    const picture = composed(scene, room, measure, before);
    assert.deepEqual(
      composed(scene, room, measure, before).marks,
      picture.marks,
      "the same again: nothing was changed",
    );
    const other = composed(scene, room, measure, null);
    if (before) kept += same(picture.memory.sites, before.memory.sites);
    if (alone) keptAlone += same(other.memory.sites, alone.memory.sites);
    [before, alone] = [picture, other];
  }
  assert.ok(kept > 1.1 * keptAlone, `${kept} stay, ${keptAlone} without a memory`);
  const scene = sceneOf(name, 9, undefined, known);
  assert.notDeepEqual(before.marks, alone.marks);
  const { memory } = before;
  const others = [{ step: memory.step + 100 }, { room: { ...room, height: room.height + 1 } }];
  for (const other of others)
    assert.deepEqual(
      composed(scene, room, measure, { memory: { ...memory, ...other } }).marks,
      alone.marks,
      "of a picture of another time, or size",
    );
});

test("of another run's picture nothing is remembered, nor told", () => {
  const known = axesOf(sceneOf("cbow").session);
  const before = composed(sceneOf("cbow", 5, undefined, known), ROOMS[1], measure, null);
  const other = { ...before, memory: { ...before.memory, run: "another" } };
  const waiting = sceneOf("cbow", 6); // for its axes
  assert.equal(tell(composed(waiting, ROOMS[1], measure, before)).memory.step, before.memory.step);
  assert.equal(tell(composed(waiting, ROOMS[1], measure, other)).memory, null);
});

test("trails lead through the points of the steps before, of which each is projected once", () => {
  const name = "cbow";
  const known = { ...axesOf(sceneOf(name).session), view: { trail: "4" } };
  const before = composed(sceneOf(name, 5, undefined, known), ROOMS[1], measure, null);
  const scene = sceneOf(name, 6, undefined, known);
  scene.projection = before.memory.trails.projection;
  const picture = composed(scene, ROOMS[1], measure, before);
  assertSound(picture, ROOMS[1], 12);
  const { steps } = picture.memory.trails;
  assert.deepEqual([...steps.keys()], [3, 4, 5, 6]);
  for (const step of [4, 5]) assert.equal(steps.get(step), before.memory.trails.steps.get(step), "not projected again");
  const ways = marksOf(picture, "path").filter(({ join }) => join === "round");
  assert.ok(ways.some(({ points }) => points.length > 0));
  for (const { points, starts } of ways) {
    assert.ok(points.length === 0 || starts[0] === 0);
    assert.ok(starts.every((start, i) => (i ? start > starts[i - 1] + 1 : true) && start < points.length / 2));
  }
});

test("where not all names have room, those of the step's words come before an analogy's", () => {
  const { session, frame } = sceneOf("skip-gram", 3);
  const touched = Array.from(frame.inputs, (row) => session.words[row]);
  const others = session.words.filter((word) => !touched.includes(word)).slice(0, 3);
  const known = { ...axesOf(session), view: { analogy: others.join(",") } };
  const scene = sceneOf("skip-gram", 3, undefined, known);
  const names = textsOf(composed(scene, { width: 120, height: 90, text: 14 }, measure, null));
  assert.ok(touched.every((word) => names.includes(word)));
  assert.ok(!others.every((word) => names.includes(word)));
});

test("an analogy is a parallelogram whose fourth corner is predicted", () => {
  const name = "skip-gram";
  const { session } = sceneOf(name);
  const view = { analogy: session.words.slice(0, 3).join(",") };
  const scene = sceneOf(name, 3, undefined, { ...axesOf(session), view });
  const picture = composed(scene, ROOMS[1], measure, null);
  const [a, b, c, sum] = picture.projected.analogy.corners;
  for (const at of [0, 1]) near(sum[at], a[at] - b[at] + c[at], "a − b + c");
  const sides = marksOf(picture, "lines").find(({ width, stroke }) => width === 2 && stroke.role === "accent").points;
  near(sides[2] - sides[0], sides[6] - sides[4], "two sides are parallel");
  near(sides[3] - sides[1], sides[7] - sides[5], "and equal");
  assert.ok(textsOf(picture).includes(view.analogy.replace(",", " − ").replace(",", " + ")));
});

test("a set that is hidden has no points, and axes that are not here yet are told", () => {
  const [name] = namesWith((session) => session.words.length > 0 && shareSpace(session));
  const { session } = sceneOf(name);
  const scene = sceneOf(name, 3, undefined, { ...axesOf(session), view: { show: "output" } });
  const picture = composed(scene, ROOMS[1], measure, null);
  assert.equal(marksOf(picture, "discs").length, 0);
  const waiting = composed(sceneOf(name, 3), ROOMS[1], measure, picture);
  assert.deepEqual(textsOf(waiting), ["Fitting the axes …"]);
  assert.equal(waiting.memory, picture.memory, "what labels remember is kept until there are some again");
  const kept = sceneOf(name, 3, undefined, { ...axesOf(session), view: { axes: "2" } });
  const texts = textsOf(composed(kept, ROOMS[1], measure, null));
  assert.ok(texts.includes("axes fitted after step 2"));
  assert.ok(texts.some((text) => /^PC1 \d+(\.\d)?%$/.test(text)) && texts.some((text) => /grid [\d.]+$/.test(text)));
});

test("a journey sets out where the jump began, and ends where the picture has the words", () => {
  for (const name of namesWith(({ words }) => words.length > 3 && words.length < 40)) {
    const scene = sceneOf(name, 6, undefined, { ...axesOf(sceneOf(name).session), view: { trail: "5" } });
    const { projected } = composed(scene, ROOMS[1], measure, null);
    const { sets, frame, trails } = projected;
    const [start] = trails.steps.values();
    for (const [share, points] of [
      [0, start[0]],
      [1, sets[0].points],
    ]) {
      const { discs: ordinary } = marksOf({ marks: journeyMarks(projected, share) }, "discs")[0];
      const rows = [...sets[0].names.keys()].filter((row) => !projected.lit[0].has(row));
      assert.equal(ordinary.length, 3 * rows.length, name);
      rows.forEach((row, i) => {
        near(ordinary[3 * i], frame.x(points[2 * row]), `${name}, ${share}`);
        near(ordinary[3 * i + 1], frame.y(points[2 * row + 1]), `${name}, ${share}`);
      });
    }
  }
});

test("axes are to be refitted where others explain more than three times as much", () => {
  // Vectors on the four axes of their space, as far from its middle as the square root of half the variance there.
  const along = (variances) => ({
    rows: 2 * variances.length,
    columns: variances.length,
    data: Float64Array.from(
      variances.flatMap((variance, k) =>
        [1, -1].flatMap((sign) => variances.map((_, at) => (at === k ? sign * Math.sqrt(variance / 2) : 0))),
      ),
    ),
  });
  const here = { playing: false, session: {} };
  const asked = (variances, scene = here) => {
    const all = variances.reduce((sum, each) => sum + each, 0);
    return adviceOf(scene, [along(variances)], [variances[0] / all, variances[1] / all]);
  };
  const advice = asked([1, 1, 6, 2]);
  near(advice.now, 0.2, "now");
  near(advice.refitted, 0.8, "refitted");
  assert.equal(asked([1, 2, 6, 2]), null);
  near(mostShare(along([1, 1, 6, 2])), Math.sqrt(2 * 42) / 10, "that no two axes exceed");
  near(mostShare(along([3, 3, 0])), 1, "of a plane");
  near(mostShare({ rows: 2, columns: 4, data: Float64Array.of(1, -2, 3, 0.5, 4, 1, -1, 2) }), Math.SQRT2, "of a line");
  assert.equal(asked([1, 1, 6, 2], { ...here, playing: true }), null);
  assert.equal(asked([1, 1, 6, 2], { ...here, session: { excerpt: {} } }), null);

  const name = "skip-gram";
  const scene = sceneOf(name, 5, undefined, axesOf(sceneOf(name).session));
  const { rows, columns } = scene.weights.W;
  const data = Float64Array.from({ length: rows * columns }, (_, at) => (at % columns) ** 2 * Math.sin(at));
  const drawn = (playing) =>
    textsOf(
      composed(
        { ...scene, playing, weights: { ...scene.weights, W: { rows, columns, data } } },
        ROOMS[2],
        measure,
        null,
      ),
    );
  const { now, refitted } = adviceOf(
    scene,
    [{ rows, columns, data }],
    sharesOf([{ rows, columns, data }], scene.projection),
  );
  assert.ok(
    drawn(false).includes(`axes fitted before step 1 explain ${percent(now)}, refitted ${percent(refitted)}`),
    drawn(false).join(),
  );
  assert.ok(drawn(true).includes("axes fitted before step 1"));
});

test("names of the axes cover each other nowhere, though points lie at all places of theirs", () => {
  const everywhere = { free: () => false, mark() {} };
  const wide = { width: (text, size) => 0.5 * size * text.length, fit: (text) => text };
  for (let zero = 0; zero <= 300; zero += 10) {
    const frame = { x: () => zero, y: () => zero / 2 };
    const picture = { frame, width: 300, foot: 150, size: 12, share: [0.31, 0.33], fitted: 0, advice: null };
    const boxes = axisNames(picture, everywhere, wide).map(({ x, y, room }) => [x, x + room, y - 6, y + 6]);
    assert.equal(boxes.length, 3);
    for (const [i, one] of boxes.entries())
      for (const other of boxes.slice(i + 1)) {
        const apart = one[0] > other[1] || other[0] > one[1] || one[2] > other[3] || other[2] > one[3];
        assert.ok(apart, `axes at ${zero}: ${one}; ${other}`);
      }
  }
});

test("of a picture that is lower than its texts the axes are named", () => {
  const frame = { x: () => 200, y: () => 8 };
  const picture = { frame, width: 300, foot: 16, size: 12, share: [0.31, 0.33], fitted: 0, advice: null };
  const nowhere = { free: () => false, mark() {} };
  assert.equal(axisNames(picture, nowhere, measure).length, 3);
});

test("when the axes were fitted is not struck through by one, where points lie at its first place", () => {
  const crowded = { free: (_, top) => top > 20, mark() {} };
  for (let zeroY = 0; zeroY <= 150; zeroY += 1) {
    const frame = { x: () => 200, y: () => zeroY };
    const picture = { frame, width: 300, foot: 150, size: 12, share: [0.31, 0.33], fitted: 0, advice: null };
    const { y } = axisNames(picture, crowded, measure).find(({ text }) => text.startsWith("axes fitted"));
    assert.ok(Math.abs(y - zeroY) > 6, `${y}, the axis at ${zeroY}`);
  }
});
