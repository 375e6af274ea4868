/** What holds at a step of a run that was changed on its way, and what a change has left behind. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inForce, lostOf } from "../../assets/shell/in-force.mjs";

const rate = (step, value) => ({ step, kind: "learning_rate", value, label: "" });
const weight = (step, value) => ({ step, kind: "weight", value: ["W", 0, 0, value], label: "" });
const data = (step, value) => ({ step, kind: "pairs", value, label: "" });
const run = (edits, query = "preset=a") => ({
  query: [query, ...edits.map(({ step, value }) => `edit=${step}${value}`)].join("&"),
  hyper: { learning_rate: 0.2, sample: null },
  corpus: { kind: "pairs", text: "a|b" },
  edits,
});

test("what holds at a step is what was changed after at most so many updates", () => {
  const session = run([data(3, "b|a"), rate(5, 0.5), weight(6, 1), rate(9, 0.1)]);
  const at = (step) => {
    const { values, kind, text, changes } = inForce(session, step);
    return [values.learning_rate, kind, text, changes];
  };
  assert.deepEqual(at(0), ["0.2", "pairs", "a|b", 0]);
  assert.deepEqual(at(3), ["0.2", "pairs", "b|a", 1]);
  assert.deepEqual(at(6), ["0.5", "pairs", "b|a", 3]);
  assert.deepEqual(at(99), ["0.1", "pairs", "b|a", 4]);
  assert.equal(inForce(session, 0).values.sample, "");
});

test("a change before others says that they are gone, and nothing else does", () => {
  const [two, three] = [
    [weight(12, 0.5), rate(40, 0.5)],
    [weight(12, 0.5), rate(40, 0.5), rate(50, 1)],
  ];
  const lost = (before, after, query) => lostOf(before && run(before), run(after, query));
  const gone = "The change after step 12 is gone: Back in the browser brings it back.";
  assert.equal(lost(two, [weight(12, 0.5), weight(12, 0.5)]), gone); // set back to what it had at that step
  assert.equal(lost(two, [weight(12, 0.5), rate(12, 1), data(12, "b|a")]), gone); // two at once
  assert.match(lost(three, [rate(7, 1)]), /^The 3 changes after step 7 are gone: .* brings them back\.$/);
  for (const [before, after, query] of [
    [two, three], // one more at the end
    [three, two], // undone
    [three, [weight(12, 0.5), rate(50, 1)]], // undone in between
    [two, []],
    [two, [weight(12, 0.5), rate(20, 1), rate(30, 1)]], // two changes at steps of their own: not made at once
    [[rate(3, 0.1)], [rate(2, 0.7)], "preset=b"], // another run
    [null, two],
  ])
    assert.equal(lost(before, after, query), "");
});
