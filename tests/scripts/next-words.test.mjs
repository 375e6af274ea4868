/** What is asked about the words that follow, and what is told of an answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { asksOf, contextOf, continuesText, noteOf, questionOf, seedOf } from "../../assets/panels/next-words/asked.mjs";
import { namesWith, sceneOf } from "./pictures.mjs";

test("models that read what precedes, or sequences, are asked; others get an analogy in its place", () => {
  const asked = namesWith(continuesText);
  const alike = ["matrices", "nnlm", "nnlm with a tree", "rnnlm", "rnnlm with a tree", "sums"]; // two more are nnlms
  assert.deepEqual(asked.toSorted(), alike);
  for (const name of namesWith()) {
    const scene = sceneOf(name);
    assert.equal(asksOf(scene), asked.includes(name) ? "next" : "analogy");
    if (asked.includes(name)) assert.equal(asksOf({ ...scene, view: { asks: "analogy" } }), "analogy");
  }
});

test("at first the words before the first instance's word are asked about, then what is typed", () => {
  for (const name of namesWith(continuesText)) {
    const scene = sceneOf(name, 3);
    const { words, instances_head: instances } = scene.session;
    assert.equal(contextOf(scene), instances[0][0].map((id) => words[id]).join(" "));
    const { key, options } = questionOf(scene);
    assert.deepEqual(options, { step: scene.step, words: contextOf(scene), seed: "1" });
    const view = { next: "some words", draw: "7" };
    const typed = questionOf({ ...scene, view });
    assert.deepEqual(typed.options, { step: scene.step, words: "some words", seed: "7" });
    const others = [
      { ...scene, step: 9 },
      { ...scene, view },
      { ...scene, view: { draw: "2" } },
    ].map(questionOf);
    assert.equal(new Set([key, ...others.map((each) => each.key)]).size, 4, "each question has a key of its own");
    assert.equal(questionOf({ ...scene, view: { next: "  " } }), null);
    assert.equal(seedOf({ view: { draw: "" } }), "1");
  }
});

test("an answer without words says why", () => {
  assert.equal(noteOf(null), "Type the words before.");
  assert.equal(noteOf({ likely: [], drawn: null }), "Type the words before.");
  assert.equal(noteOf({ likely: [["cat", 0.5]], drawn: ["cat", 0.5] }), "");
  assert.equal(noteOf({ error: new Error("The server is busy.") }), "The server is busy.");
  const problems = [["words", "dog", "words of the vocabulary"]];
  const refused = Object.assign(new Error("refused"), { problems });
  assert.equal(noteOf({ error: refused }), "“dog”: allowed is words of the vocabulary");
});
