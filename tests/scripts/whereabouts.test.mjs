/** What links say of a place is one rule: of the page's address, of a file's, of a lesson's and of a frame's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { write } from "../../assets/shell/address.mjs";
import { whereOf } from "../../assets/shell/whereabouts.mjs";

const QUERY = "preset=king-queen";

test("a link says what is not as usual, and what of the usual was taken away", async () => {
  for (const [step, stage, view, said] of [
    [3, "update", {}, "step=3&view.word="],
    [3, "scores", { word: "king" }, "step=3&stage=scores"],
    [3, null, { word: "king", fit: "both", turn: "" }, "step=3&view.fit=both"],
  ]) {
    const [place, usual] = [{ query: QUERY, step, stage, view }, { word: "king" }];
    assert.equal(whereOf(place, usual), said);
    assert.equal(await write(place, usual), `?${QUERY}&${said}`);
  }
});

test("before the first step the address of the page says no step, as the recipe opens there", async () => {
  const place = { query: QUERY, step: 0, stage: "start", view: {} };
  assert.equal(whereOf(place), "step=0");
  assert.equal(await write(place, {}), `?${QUERY}`);
});
