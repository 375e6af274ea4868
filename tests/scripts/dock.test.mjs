/** What the dock computes without a page: pieces that are put together, places, names that complete, curves, files. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { layout, ticks } from "../../assets/dock/curve.mjs";
import { begunAt, candidates, completed } from "../../assets/dock/expressions/completing.mjs";
import { expressionOf } from "../../assets/text/written.mjs";
import { inPieces, Pace } from "../../assets/dock/pieces.mjs";
import { namedOf, rowsOf } from "../../assets/dock/by-hand/pasted.mjs";
import { toldOf } from "../../assets/dock/by-hand/gradient.mjs";
import { bestOf, errorCurve, KINK, ruleOf } from "../../assets/dock/by-hand/slope.mjs";
import { csvOfSolutions, differ, exerciseOf, linesOf } from "../../assets/dock/by-hand/solutions.mjs";
import { givenOf, textsOf, Written } from "../../assets/dock/by-hand/written.mjs";
import { csvOf } from "../../assets/dock/watches/csv.mjs";
import { listOf, textOf } from "../../assets/dock/watches/list.mjs";
import { valuesOf } from "../../assets/dock/watches/values.mjs";
import { Known } from "../../assets/dock/when/known.mjs";
import { History } from "../../assets/dock/why/history.mjs";
import { answerOf, askedOf, lossSubjectOf } from "../../assets/dock/why/loss-subject.mjs";
import { subjectOf } from "../../assets/dock/why/subject.mjs";
import { Refused } from "../../assets/sources/errors.mjs";
import { namesWith, sceneOf } from "./pictures.mjs";
import { runOf } from "./runs.mjs";

const ANSWERS = JSON.parse(readFileSync(join(process.env.RUNS ?? "", "answers"), "utf8"));
const ledgers = Object.entries(ANSWERS).filter(([path]) => path.includes("/ledger?"));
const pieceOf = (span) => ledgers.find(([path]) => path.includes(span))[1].body;
const signal = new AbortController().signal;

test("pieces of a ledger are put together to what the server says of the whole", () => {
  const [whole, ...parts] = ["start=0&ledger.stop=137", "start=0&ledger.stop=50", "start=50&ledger.stop=137"].map(
    pieceOf,
  );
  const history = new History();
  parts.forEach((part) => history.add(part, part.stop));
  assert.equal(history.stop, 137);
  assert.equal(history.startValue, whole.start_value);
  assert.equal(history.value, whole.value);
  assert.ok(Math.abs(history.residual) < 1e-14);
  const groups = history.groups();
  assert.equal(groups.length, whole.groups.length);
  groups.forEach(([key, label, change, count, position, largest], i) => {
    const known = whole.groups[i];
    assert.deepEqual([key, label, count, position, largest], [known[0], known[1], known[3], known[4], known[5]]);
    assert.ok(Math.abs(change - known[2]) < 1e-14);
  });
  assert.ok(Math.abs(history.startValue + history.kind("update").change - history.value) < 1e-14);
  const curve = history.curve(200);
  assert.deepEqual([curve.positions, curve.values], whole.curve);
  history.backTo(60);
  assert.equal(history.stop, 50);
});

test("pieces cover a stretch, grow while they are quick, and shrink where they are refused", async () => {
  const pace = new Pace();
  const asked = [];
  const ask = async (start, stop) => {
    asked.push([start, stop]);
    if (stop - start > 3000) throw new Refused([["find.stop", stop, "at most less"]]);
    return { stop };
  };
  await inPieces(0, 10_000, pace, ask, () => {}, signal);
  const answered = asked.filter(([start, stop]) => stop - start <= 3000);
  assert.equal(answered[0][0], 0);
  answered.slice(1).forEach(([start], i) => void assert.equal(start, answered[i][1]));
  assert.equal(answered.at(-1)[1], 10_000);
  assert.ok(answered.length < asked.length);
  await assert.rejects(
    inPieces(
      0,
      9,
      pace,
      () => Promise.reject(new Refused([["find.condition", "", "no"]], 3)),
      () => {},
      signal,
    ),
    Refused,
  );
  pace.took(pace.size, 4000);
  assert.ok(pace.size < 1000);
});

test("what nobody waits for any more is not taken", async () => {
  const patience = new AbortController();
  const taken = [];
  const ask = async (_, stop) => {
    if (taken.length) patience.abort();
    return { stop };
  };
  await inPieces(0, 1e6, new Pace(), ask, (answer) => void taken.push(answer), patience.signal);
  assert.equal(taken.length, 1);
});

test("places are known where it was searched, and asked for elsewhere", () => {
  const known = new Known();
  assert.deepEqual(known.after(100, 1000), { start: 100, stop: 1000 });
  known.add(100, 200, [150]);
  assert.equal(known.after(100, 1000), 150);
  assert.deepEqual(known.after(150, 1000), { start: 200, stop: 1000 });
  assert.equal(known.before(160), 150);
  assert.deepEqual(known.before(150), { start: 0, stop: 100 });
  assert.deepEqual(known.gap(500), { start: 0, stop: 100 });
  known.add(0, 100, [7, 100]);
  assert.deepEqual(known.searched, [{ start: 0, stop: 200 }]);
  assert.equal(known.before(150), 100);
  assert.equal(known.before(7), null);
  known.add(300, 400, []);
  assert.deepEqual(known.gap(500), { start: 200, stop: 300 });
  assert.deepEqual(known.before(401), { start: 200, stop: 300 });
  known.add(200, 300, []);
  known.end = 400;
  assert.equal(known.after(150, 1000), null);
  assert.equal(known.gap(1000), null);
});

test("values are asked at multiples of the stride, each once, as far as the run goes", async () => {
  const source = {
    evaluate: async (_, { start, stop, stride }) => {
      const end = Math.min(stop, 5000);
      const values = Float64Array.from(
        { length: Math.max(0, Math.floor((end - start) / stride) + 1) },
        (_, i) => start + i * stride,
      );
      return { header: { stop: end, condition: false }, arrays: { values } };
    },
  };
  const found = await valuesOf({ source, query: "", expression: "step", pace: new Pace(), signal }, 9000, 7);
  assert.deepEqual(
    found.positions,
    Array.from({ length: Math.floor(5000 / 7) + 1 }, (_, i) => 7 * i),
  );
  assert.deepEqual(found.values, found.positions);
  assert.equal(found.stop, 5000);
});

test("names and words complete where the caret is", () => {
  const names = ["W", "loss", "norm("].map((text) => ({ text, says: "" }));
  const words = ["king", "queen", "new-york", "loss"];
  const offered = (text, caret = text.length) => {
    const at = begunAt(text, caret);
    return at ? candidates(at, words, names, text).map(({ text: each }) => each) : null;
  };
  assert.deepEqual(offered("lo"), ["loss", "loss"]);
  assert.deepEqual(offered("W[k"), ["king"]);
  assert.deepEqual(offered("2 * n"), ["norm(", '"new-york"']);
  assert.deepEqual(offered('W["ne'), ['"new-york"']);
  assert.equal(offered("loss < "), null);
  assert.equal(offered(""), null);
  const at = begunAt("cos(ki, queen)", 6);
  assert.deepEqual(completed("cos(ki, queen)", at, "king"), { text: "cos(king, queen)", caret: 8 });
});

test("pressed numbers have names in expressions", () => {
  const { session, block } = runOf("skip-gram");
  const scene = { session, frame: null };
  assert.equal(expressionOf("W.1.2", scene), `W[${session.words[1]}, 3]`);
  assert.equal(expressionOf("h.0", scene), "h[1]");
  assert.equal(expressionOf("u", scene), "max(abs(u))");
  for (const nothing of ["Q.1", "W.99.0", "W.-1.0", "W.x.0"]) assert.equal(expressionOf(nothing, scene), null);
  const tree = runOf("hierarchical").session;
  assert.equal(expressionOf("W_node.3.0", { session: tree, frame: null }), "W_node[3, 1]");
  const nodes = { get: () => Int32Array.of(4, 2, 0) };
  assert.equal(expressionOf("y.1", { session: tree, frame: nodes }), "y[2]");
  assert.equal(expressionOf("y.9", { session: tree, frame: nodes }), null);
  const again = { get: () => Int32Array.of(4, 2, 0, 4, 2, 4) }; // of several output words
  assert.deepEqual(
    [0, 3, 4, 5].map((at) => expressionOf(`e.${at}`, { session: tree, frame: again })),
    ["e[4]", "e[4, 2]", "e[2, 2]", "e[4, 3]"],
  );
  const batch = runOf("batch").session;
  assert.equal(expressionOf("h.2.0", { session: batch, frame: null }), "h[3, 1]");
  assert.equal(expressionOf("u", { session: batch, frame: null }), "max(abs(u[1]))");
  assert.ok(block);
});

test("a ledger is asked about a weight or about two words", () => {
  const { session } = runOf("skip-gram");
  const scene = { session, frame: null };
  const weight = subjectOf("W.1.2", scene);
  assert.deepEqual(weight.options, { parameter: "W", index: "1,2" });
  assert.deepEqual(weight.ways, ["instance", "word", "epoch"]);
  const pair = subjectOf("W*1*0", scene);
  assert.equal(pair.title, `dot(W[${session.words[1]}], W[${session.words[0]}])`);
  assert.deepEqual(pair.ways, ["instance", "word", "epoch"]);
  const { session: nnlm } = runOf("nnlm");
  const waysOf = (about) => subjectOf(about, { session: nnlm, frame: null }).ways;
  assert.ok(waysOf("C.1.0").includes("word") && waysOf("H.0.0").includes("word"));
  assert.ok(waysOf("W.1.0").includes("word") && waysOf("C*1*2").includes("word"));
  const wordsOf = (about) => subjectOf(about, { session: nnlm, frame: null }).words;
  for (const about of ["U.1.0", "U*1*2", "b.1"]) assert.match(wordsOf(about), /^The words that were to come/);
  const { session: mlp } = runOf("mlp");
  assert.deepEqual(subjectOf("W.0.0", { session: mlp, frame: null }).ways, ["instance", "epoch"]); // of points
  for (const wrong of ["", "W", "W.1", "W.1.99", "h.1", "Q*1*2", "W*1*99"]) assert.equal(subjectOf(wrong, scene), null);
});

test("a loss, or a probability, is asked about the instance that is shown", () => {
  const { session } = runOf("skip-gram");
  const frame = { step: 4, instance: 0, members: Int32Array.of(7) };
  assert.equal(askedOf("loss", { session, frame, step: 5 }), "loss.0.7");
  assert.equal(askedOf("y.3", { session, frame, step: 5 }), "loss.0.7.3");
  assert.equal(askedOf("W.3.1", { session, frame, step: 5 }), "W.3.1");
  for (const name of ["u", "e", "t"]) assert.equal(askedOf(`${name}.3`, { session, frame, step: 5 }), "loss.0.7.3");
  for (const about of ["h.1", "EH.0", "x.2"]) assert.equal(askedOf(about, { session, frame, step: 5 }), "loss.0.7");
  assert.equal(askedOf("Q.1", { session, frame, step: 5 }), "Q.1");
  assert.equal(askedOf("loss.0.2", { session, frame, step: 5 }), "loss.0.2");
  const batch = runOf("batch").session;
  assert.equal(
    askedOf("y.1.3", { session: batch, frame: { ...frame, members: Int32Array.of(7, 9) }, step: 5 }),
    "loss.0.9.3",
  );
  // A number pressed in a panel is of the instance that is shown.
  const second = { session: batch, frame: { ...frame, instance: 1, members: Int32Array.of(7, 9) }, step: 5 };
  assert.equal(askedOf("y.3", second), "loss.0.9.3");
  assert.equal(askedOf("h.0", second), "loss.0.9");
  assert.equal(askedOf("y.5.3", second), "y.5.3");
  assert.equal(expressionOf("h.0", second), "h[2, 1]");
  const { title, options } = lossSubjectOf("loss.0.1.2", session);
  assert.equal(title, `−ln p(${session.words[2]}) of instance 2`);
  assert.deepEqual(options, { instance: "0,1", word: "2" });
  assert.deepEqual(lossSubjectOf("loss.0.1", session).options, { instance: "0,1" });
  for (const wrong of ["loss", "loss.9.0", "loss.0.x", "loss.0.1.999"])
    assert.equal(lossSubjectOf(wrong, session), null);
});

test("the whole word's probability is that of the first output word that is shown", () => {
  const { session } = runOf("hierarchical");
  const frame = { step: 4, instance: 0, members: Int32Array.of(7), outputs: [3] };
  assert.equal(askedOf("p", { session, frame, step: 5 }), "loss.0.7.3");
  const some = { ...session, excerpt: { ids: { word: Int32Array.of(2, 5, 6, 40) } } };
  assert.equal(askedOf("p", { session: some, frame, step: 5 }), "loss.0.7.40");
});

test("an answer to a question, or of an output, is asked about with its truth", () => {
  const asked = (model, arrays, about) => {
    const { session } = runOf(model);
    const get = (name) => arrays[name] ?? null;
    const batchOf = (name) => [null, get(name)];
    return askedOf(about, { session, frame: { step: 4, instance: 0, members: [7, 9], get, batchOf }, step: 5 });
  };
  const path = { node: Int32Array.of(0, 3), t: Float64Array.of(1, 0) };
  assert.equal(asked("hierarchical", path, "y.1"), "loss.0.7.node.3.0");
  assert.equal(asked("hierarchical", {}, "y.1"), "y.1"); // not known yet
  const drawn = { word: Int32Array.of(2, 5, 1), t: Float64Array.of(1, 0, 0) };
  assert.equal(asked("negative", drawn, "y.1.0"), "loss.0.9.2.1");
  assert.equal(asked("negative", drawn, "y.1.2"), "loss.0.9.1.0");
  assert.equal(asked("mlp", {}, "y.0"), "loss.0.7.output.0");
  const told = (model, why) => lossSubjectOf(why, runOf(model).session);
  const [word] = runOf("negative").session.words.slice(2);
  assert.match(told("negative", "loss.0.1.2.0").title, new RegExp(`^−ln σ\\(−u\\) of ${word} of instance 2`));
  assert.match(told("negative", "loss.0.1.2.1").compared, /same question .* whether or not the word was drawn/);
  assert.deepEqual(told("negative", "loss.0.1.2.0").options, { instance: "0,1", word: "2", truth: "0" });
  assert.deepEqual(told("cbow", "loss.0.1.2.0").options, { instance: "0,1", word: "2" }, "of a softmax it is none");
  assert.match(told("hierarchical", "loss.0.1.node.3.1").title, /^−ln σ\(u\) of node 3 of instance 2/);
  assert.deepEqual(told("mlp", "loss.0.1.output.0").options, { instance: "0,1", output: "0" });
  for (const wrong of ["loss.0.1.output.9", "loss.0.1.node.1", "loss.0.1.0"]) assert.equal(told("mlp", wrong), null);
});

test("why an answer is what it is begins with its error, and what that is made of, in the step that asks for it", () => {
  for (const name of namesWith()) {
    const scene = sceneOf(name, 5);
    const { frame, session } = scene;
    const many = session.batch_size > 1;
    const [batch, arrayOf] = many ? [1, (each) => frame.batchOf(each)[1]] : [0, (each) => frame.get(each)];
    for (const at of Array.from(arrayOf("e")).keys()) {
      const focus = many ? `e.${batch}.${at}` : `e.${at}`;
      const why = askedOf(focus, scene);
      const values = answerOf(why, scene, ["e", "y"])?.map(([, value]) => value);
      assert.deepEqual(values, [arrayOf("e")[at], arrayOf("y")[at]], `${name}, ${focus}`);
    }
    const [other, whole] = ["loss.0.99.0", askedOf("loss", scene)]; // of another instance, and of no answer
    for (const why of [other, whole]) assert.equal(answerOf(why, scene, ["e"]), null);
    assert.equal(answerOf(askedOf("y.0", scene), sceneOf(name, 5, 0), ["e"]), null, "nothing is computed yet");
  }
});

test("a curve has gaps where there is no value, and ends where it is highest and lowest", () => {
  const { path, low, high, zero } = layout({ positions: [0, 5, 10], values: [-1, NaN, 3], first: 0, last: 10 });
  assert.equal(path, "M0 100h0M1000 0h0");
  assert.deepEqual([low, high, zero], [-1, 3, 75]);
  assert.deepEqual(layout({ positions: [0], values: [NaN], first: 0, last: 9 }).path, "");
  assert.equal(layout({ positions: [0, 1], values: [2, 2], first: 0, last: 1 }).path, "M0 50h0L1000 50");
  const always = layout({ positions: [0, 1], values: [1, 1], first: 0, last: 1, condition: true });
  assert.deepEqual([always.low, always.high, always.path], [0, 1, "M0 0h0L1000 0"]);
  assert.equal(ticks([50, 300], 200), "M250 0V100");
});

test("a table of values can be read by any program", () => {
  const columns = [
    { positions: [0, 1, 2], values: [NaN, 0.1, 1e-20] },
    { positions: [0, 1], values: [1, 0] },
  ];
  assert.equal(csvOf(["loss", 'W["a", 1]'], columns), 'step,loss,"W[""a"", 1]"\r\n0,,1\r\n1,0.1,0\r\n2,1e-20,\r\n');
  assert.deepEqual(listOf(textOf(["loss", "cos(a, b)", "loss"])), ["loss", "cos(a, b)"]);
  assert.deepEqual(listOf(undefined), []);
});

test("numbers are pasted from spreadsheets, JSON and NumPy", () => {
  assert.deepEqual(rowsOf("1.5\t−2\n\t3e-4"), [
    ["1.5", "-2"],
    ["", "3e-4"],
  ]);
  assert.deepEqual(rowsOf("[[1, 2.0], [.5, null]]"), [
    ["1", "2.0"],
    [".5", ""],
  ]);
  assert.deepEqual(rowsOf("17.76%\n0,9%").flat(), ["17.76%", "0", "9%"]);
  assert.deepEqual(rowsOf("17,76%\n0,9%").flat(), ["17.76%", "0.9%"]);
  assert.deepEqual(rowsOf("1/2, 3/4 ½"), [["1/2", "3/4", "½"]]);
  assert.deepEqual(rowsOf("0,7429, –0,9384, 1"), [["0.7429", "-0.9384", "1"]]);
  assert.deepEqual(rowsOf("1, 2,\n3,4"), [["1", "2"], ["3.4"]]);
  assert.deepEqual(rowsOf("array([[ 0.1, -2. ],\n       [nan, 7e+01]])"), [
    ["0.1", "-2."],
    ["", "7e+01"],
  ]);
  assert.deepEqual(rowsOf("0.12, 0.3\n"), [["0.12", "0.3"]]);
  assert.deepEqual(rowsOf("−0,0834\t0,1\r\n\t2\r\n"), [
    ["-0.0834", "0.1"],
    ["", "2"],
  ]);
  for (const column of ["0,12\n3\n", "0,12; 3"]) assert.deepEqual(rowsOf(column).flat(), ["0.12", "3"]);
  assert.deepEqual(rowsOf("-0,0834"), [["-0.0834"]]);
  for (const list of ["1, 2, 3", "1,2,3", "[1,2,3]"]) assert.deepEqual(rowsOf(list), [["1", "2", "3"]]);
  assert.deepEqual(rowsOf("[np.float64(0.1), np.float64(nan)]"), [["0.1", ""]]);
  assert.deepEqual(rowsOf("array([0.1, -.2], dtype=float32)"), [["0.1", "-.2"]]);
  assert.deepEqual(rowsOf("\th1\th2\r\nW1\t0.5\tnan\r\nW2\t\t2"), [
    ["0.5", ""],
    ["", "2"],
  ]);
  assert.deepEqual(rowsOf("\t0,5\t0,2"), [["", "0.5", "0.2"]]);
  const named = namedOf('{"h1": [0.1, null], "y": [[1, 2], [3, 4]], "loss": 2.5}');
  assert.deepEqual(Object.fromEntries(named), {
    h1: [["0.1", ""]],
    y: [
      ["1", "2"],
      ["3", "4"],
    ],
    loss: [["2.5"]],
  });
  assert.equal(namedOf("{0.1, 0.2}"), null);
});

test("what is written on a sheet is kept, and stands in the link of its step", () => {
  const written = new Written();
  assert.equal(written.of("12"), null);
  written.put("12", { "h.0": "0,3", "h.1": "" });
  written.put("12", { "u.2": "1e-3" }); // another stage of the same step
  assert.deepEqual(written.of("12"), { "h.0": "0,3", "u.2": "1e-3" });
  written.put("12", { "h.0": "" });
  assert.deepEqual(written.of("12"), { "u.2": "1e-3" });
  for (let step = 0; step < 60; step++) written.put(String(step), { "h.0": String(step) });
  assert.equal(written.of("0"), null); // of very many the first are forgotten
  assert.deepEqual(written.of("59"), { "h.0": "59" });
  const given = givenOf(12, "run", { "W.3.1": "−0.25 or so" });
  assert.deepEqual(textsOf(given, 12, "run"), { "W.3.1": "−0.25 or so" });
  assert.deepEqual(textsOf(given, 12, "another run"), {});
  assert.equal(givenOf(12, "run", {}), "");
  for (const other of ["", undefined, "{", "[12]", "7", '[13, {"h.0": "1"}]', "null"])
    assert.deepEqual(textsOf(other, 12, "run"), {});
  assert.deepEqual(textsOf('[12, "run", {"h.0": 3, "h.1": "4"}]', 12, "run"), { "h.1": "4" });
});

test("each student has an exercise of their own, and the teacher the solutions", () => {
  const solutions = [
    [
      7,
      "queen → crown her",
      Object.entries({ "h[1]": 0.25, "h[2]": -1, "W′[new, york, 1]": 1e-20, "y[a]": 0.5, "y[b]": 0.5, loss: 2 }),
    ],
    [8, "man → he", Object.entries({ "h[1]": 0.5, "u[x]": 3, "u[x]′": 4 })],
  ];
  assert.equal(
    csvOfSolutions(solutions),
    'student,instance,h[1],h[2],"W′[new, york, 1]",y[a],y[b],loss,u[x],u[x]′\r\n' +
      "7,queen → crown her,0.25,-1,1e-20,0.5,0.5,2,,\r\n8,man → he,0.5,,,,,,3,4\r\n",
  );
  assert.deepEqual(
    linesOf(solutions[0][2]).map(([name]) => name),
    ["h", "W′[new, york]", "y", "loss"],
  );
  assert.match(linesOf(solutions[0][2])[2][1], /^a 0.50* {2}b 0.50*$/);
  assert.equal(linesOf(solutions[1][2])[1][1].split("  ").length, 2);
  assert.ok(differ(solutions));
  assert.ok(!differ([solutions[0], [9, ...solutions[0].slice(1)]]));
  const page = "http://here/app/?preset=king-queen&seed=3&step=9&stage=hidden&view.why=W.1.2&view.dock=why#z=abc";
  const { pathname, searchParams, hash } = new URL(exerciseOf(page, "17", 4, "softmax"));
  assert.deepEqual([pathname, hash], ["/app/", "#z=abc"]);
  assert.deepEqual(Object.fromEntries(searchParams), {
    preset: "king-queen",
    seed: "17",
    step: "4",
    "view.dock": "by-hand",
    "view.work": "softmax",
  });
});

test("a kink within the width of a difference is told where it is", () => {
  const found = { descends: true, goes_by: "", stop: 2, numbers: 2 };
  const bent = ["b", "b[unit 1]", 1e-2, 0.5, true];
  const [said, lines] = toldOf({ ...found, worst: [["W", "W[a, 1]", 1e-2, 1e-9, false], bent] });
  assert.ok(said.includes(`b[unit 1], 0.5 off the central difference at the width that fits best, 0.01. ${KINK}`));
  assert.deepEqual(lines, [
    "W[a, 1]: 1e-9 with a width of 0.01",
    "b[unit 1]: 0.5 with a width of 0.01, with a kink within",
  ]);
  const narrower = ["b", "b[unit 1]", 1e-4, 1e-9, false];
  assert.ok(!toldOf({ ...found, worst: [bent, narrower] })[0].includes(KINK));
});

test("the error of a difference is drawn over its width, by powers of ten", () => {
  const points = [
    [1e-1, 2, 1e-3],
    [1e-5, 2.1, 1e-11],
    [1e-10, 2.2, 0],
  ];
  const { positions, values, first, last } = errorCurve(points);
  assert.deepEqual([first, last], [-10, -1]);
  assert.deepEqual(positions.map(Math.round), [-10, -5, -1]);
  assert.deepEqual(values.map(Math.round), [-17, -11, -3]);
  assert.deepEqual(bestOf(points), points[2]);
  assert.equal(ruleOf({ descends: true, goes_by: "" }), "");
  assert.equal(ruleOf({ descends: true, goes_by: "Of then." }), "Of then. ");
  assert.equal(ruleOf({ descends: false, goes_by: "" }), "The step is no gradient. ");
  assert.equal(ruleOf({ descends: false, goes_by: "It jumps." }), "The step is no gradient: It jumps. ");
});
