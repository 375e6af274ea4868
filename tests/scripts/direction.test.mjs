/** Words from right to left in texts of the page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isolate, isolated } from "../../assets/text/direction.mjs";
import { statusOf } from "../../assets/shell/transport.mjs";
import { namesWith, sceneOf } from "./pictures.mjs";

test("words from right to left stand alone, each of them, and others as they are", () => {
  assert.equal(isolate("king"), "king");
  assert.equal(isolate("שלום"), "\u2068שלום\u2069");
  assert.equal(isolated("W′[king, 1]"), "W′[king, 1]");
  assert.equal(isolated("W′[שלום, 1]"), "W′[\u2068שלום\u2069, 1]");
  assert.equal(
    isolated("made by step 2: שלום عالم → king"),
    "made by step 2: \u2068שלום\u2069 \u2068عالم\u2069 → king",
  );
  assert.equal(isolated("צה״ל-2א"), "\u2068צה״ל-2א\u2069", "what stands within a word is part of it");
});

test("where one is in words has the inputs before the arrow, whatever their direction", () => {
  const [name] = namesWith(({ words }) => words.length > 1);
  const { session, ...scene } = sceneOf(name, 3);
  const words = session.words.map(() => "שלום");
  const { read } = statusOf({ ...scene, session: { ...session, words } });
  assert.match(read, /^(\u2068שלום\u2069 ?)+ → (\u2068שלום\u2069 ?)+$/);
});
