/** What two runs have in common, so that a number that is pressed in one opens in the other, too. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isOfBoth } from "../../assets/shell/mirror.mjs";
import { sceneOf } from "./pictures.mjs";

test("a number of two runs is of the same word or unit in both, or is that of one", () => {
  const [words, tree] = ["cbow", "hierarchical"].map((name) => sceneOf(name, 3).session);
  for (const focus of ["W.1.0", "h.2", "y.1", "loss"]) assert.ok(isOfBoth(words, words, focus), focus);
  assert.ok(isOfBoth(words, { ...tree, words: words.words }, "W.1.0"));
  assert.ok(!isOfBoth(words, { ...tree, words: words.words }, "y.1"), "a word is no node");
  assert.ok(!isOfBoth(words, tree, "path.0"), "of a tree only");
  const moved = { ...words, words: [words.words.at(-1), ...words.words.slice(0, -1)] };
  assert.ok(!isOfBoth(words, moved, "W.1.0"), "another word stands there");
  assert.ok(isOfBoth(words, moved, "h.2"));
  assert.ok(isOfBoth(words, words, "y.2.1"), "of an instance of a batch");
  assert.ok(!isOfBoth(words, moved, "y.2.1"));
  const fewer = words.quantities.map((each) => (each.name === "h" ? { ...each, shape: [2] } : each));
  assert.ok(!isOfBoth(words, { ...words, quantities: fewer }, "h.2"), "a unit that one has not");
  assert.ok(isOfBoth(tree, tree, "W_node.1.0"));
  assert.ok(!isOfBoth(tree, { ...tree, words: tree.words.toReversed() }, "W_node.1.0"), "a node of another tree");
});
