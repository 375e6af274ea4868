/** How typed words are read. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { spelled } from "../../assets/text/spelling.mjs";

const WORDS = new Set(["c++", "can't", "café", "istanbul", "US", "us"]);

test("a typed word is the one of the vocabulary that it is read as", () => {
  const typed = { "C++": "c++", "Can’t": "can't", Café: "café", "cafe\u0301": "café", İstanbul: "istanbul" };
  for (const [word, known] of Object.entries(typed)) assert.equal(spelled(word, WORDS), known);
});

test("what stands in the vocabulary, or in no way, stays as it was typed", () => {
  for (const word of ["US", "us", "Zürich", ""]) assert.equal(spelled(word, WORDS), word);
});
