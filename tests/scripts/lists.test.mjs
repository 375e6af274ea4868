/** What the lists of words tell where they have no answer is what the server tells: tests/test_callbacks.py asks it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { analogyOf, neighboursOf } from "../../assets/recorded/lists.mjs";

const CASES = JSON.parse(readFileSync(new URL("../shared/lists.json", import.meta.url), "utf8"));

test("what is wrong with the words of a view is told as the server tells it", () => {
  const session = { words: ["king", "queen", "man", "woman"], excerpt: null };
  for (const { view, neighbours, analogy, count } of CASES) {
    for (const [{ options, message }, said] of [
      [neighboursOf({ view, session }), neighbours],
      [analogyOf({ view, session }), analogy],
    ]) {
      assert.equal(message, said ?? "", JSON.stringify(view));
      assert.equal(options === null, said !== null, JSON.stringify(view));
      if (count) assert.equal(options.count, count, JSON.stringify(view));
    }
  }
});
