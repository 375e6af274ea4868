/** A fork is told by how B's recipe differs from A's, and B's recipe is made of that again. */
import assert from "node:assert/strict";
import test from "node:test";
import { tabOf } from "../../assets/shell/fork-parts.mjs";
import { forked, forkOf, told, unmade } from "../../assets/shell/forked.mjs";
import { Refused } from "../../assets/sources/errors.mjs";

const A = "preset=king-queen&learning_rate=0.3&edit=%5B5%2C%22learning_rate%22%2C0.1%5D";
const EDIT = "edit=%5B9%2C%22weight%22%2C%5B%22W%22%2C%22a%26b%22%2C0%2C1%5D%5D";

/** A query's items, whatever their order. @param {string} query */
const items = (query) => [...new URLSearchParams(query)].map(String).sort();

const OTHERS = {
  same: A,
  edit: `${A}&${EDIT}`,
  "another edit": `preset=king-queen&learning_rate=0.3&${EDIT}`,
  "no edit, another seed": "preset=king-queen&learning_rate=0.3&seed=2",
  "the usual rate": "preset=king-queen",
  "other data": "pairs=a%7Cb%2C+c%26d%7Ce&model=skip-gram&learning_rate=0.3",
};

for (const [name, other] of Object.entries(OTHERS))
  test(`B is made again of A and the fork: ${name}`, () => {
    const fork = forkOf(A, other);
    assert.notEqual(fork, "", "no fork would close it");
    assert.deepEqual(items(forked(A, fork)), items(other));
  });

test("a fork says no more than what differs, and holds beside another A", () => {
  assert.equal(forkOf(A, `${A}&seed=2`), "seed=2");
  assert.equal(forkOf(A, A), "-");
  assert.deepEqual(items(forked(`${A}&seed=9&epochs=3`, "seed=2")), items(`${A}&seed=2&epochs=3`));
});

test("in words it is fields, then changes on the way", () => {
  const session = (/** @type {string[]} */ ...labels) =>
    /** @type {import("../../assets/types").Session} */ (
      /** @type {unknown} */ ({
        edits: labels.map((label) => ({ step: 1200, label })),
        hyper: { learning_rate: "0.2", batch_size: "4" },
        model: "cbow",
        output: "negative",
      })
    );
  assert.equal(told("-", session(), session()), "the same so far");
  assert.equal(told("batch_size=4&-learning_rate=", session(), session()), "batch size 4, learning rate 0.2");
  const named = (/** @type {string} */ field) => (field === "direct" ? "Direct paths: without" : null);
  const said = "Direct paths: without, batch size 4";
  assert.equal(told("direct=false&batch_size=4", session(), session(), named), said);
  assert.equal(told("output=negative&text=a+b&pairs=", session(), session()), "output negative, other data");
  assert.equal(told("preset=xor", session(), { ...session(), model: "mlp" }), "model mlp, other data");
  assert.equal(told("edit=x", session("a", "b"), session("a", "c")), "c after step 1,200, not: b after step 1,200");
});

test("a fork that is none is told as B's, with what is allowed and what to do", () => {
  const said = unmade(new Refused([["%%%garbage", "", "nothing of that name; there are 50 fields, such as text"]]));
  assert.match(
    said,
    /^The second run, B, .* cannot be made: %%%garbage.*: nothing of that name; there are 50 fields, such as text\. Close/,
  );
  assert.match(unmade(new Refused([["rule", "x", "one of a, b, c"]])), /rule = x: one of a, b, c\. Close/);
  assert.equal(unmade(new Error("No answer.")), "No answer.");
});

test("a tab that there is not is Side by side", () => {
  assert.deepEqual(["difference", "", undefined, "nonsense"].map(tabOf), ["difference", "", "", ""]);
});
