/** A source's questions that no panel asks: they are sent as the server reads them, and its answers are what types.d.ts says. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Refused } from "../../assets/sources/errors.mjs";
import { HttpSource } from "../../assets/sources/http.mjs";

const ANSWERS = JSON.parse(readFileSync(join(process.env.RUNS ?? "", "answers"), "utf8"));
const QUERY = "preset=king-queen";

/** A source whose server gives the answers that the real one has given. */
function sourceOf(context) {
  context.mock.method(globalThis, "fetch", async (url) => {
    const { status, body } = ANSWERS[url] ?? assert.fail(`${url} is none of ${Object.keys(ANSWERS).join(" ")}`);
    return Response.json(body, { status });
  });
  return new HttpSource("/api");
}

test("neighbours and analogies are words with their cosines, the nearest first", async (context) => {
  const source = sourceOf(context);
  const near = await source.neighbours(QUERY, { step: 137, word: "king", of: null, count: 4 });
  const found = await source.analogy(QUERY, { step: 137, a: "king", b: "man", c: "woman", of: "W_out" });
  assert.equal(near.length, 4);
  for (const list of [near, found]) {
    assert.ok(list.every(([word]) => typeof word === "string"));
    const cosines = list.map(([, cosine]) => cosine);
    assert.ok(cosines.every((cosine) => Math.abs(cosine) <= 1));
    assert.deepEqual(
      cosines,
      cosines.toSorted((a, b) => b - a),
    );
  }
});

test("a figure is Plotly's, with the view's options", async (context) => {
  const figure = await sourceOf(context).figure(QUERY, { step: 137, panel: "loss", theme: "dark", lossScale: "log" });
  assert.ok(figure.data.length > 0);
  assert.equal(figure.layout.yaxis.type, "log");
});

test("what is wrong with a question is told by its name", async (context) => {
  await assert.rejects(sourceOf(context).neighbours(QUERY, { step: 137, word: "nobody" }), (error) => {
    assert.ok(error instanceof Refused);
    assert.match(JSON.stringify(error.problems), /neighbours\.word/);
    return true;
  });
});
