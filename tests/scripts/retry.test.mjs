/** Asking again: for how long, that who does not wait any more leaves nothing behind, and what is too long is not sent. */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { decide, retrying } from "../../assets/sources/retry.mjs";

const BUSY = { status: 503, headers: { "Retry-After": "0" } };

/** A server that is busy as often as given, and then answers; and how often it was asked. */
function server(busy) {
  const asked = [];
  const fetch = async (_, init) => {
    asked.push(init);
    return asked.length > busy ? new Response("here") : new Response("", BUSY);
  };
  return { asked, fetch };
}

/** What comes of a promise, while the time that it waits for passes at once. */
async function soon({ mock: { timers } }, promise) {
  let waits = true;
  promise.finally(() => (waits = false)).catch(() => {});
  while (waits) {
    await new Promise((resolve) => setImmediate(resolve));
    timers.tick(1000);
  }
  return promise;
}

test("after each pause nothing listens to who waits", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { asked, fetch } = server(2);
  const patience = new AbortController();
  const listening = [];
  const counted = (url, init) => {
    listening.push(getEventListeners(patience.signal, "abort").length);
    return fetch(url, init);
  };
  const { ok } = await soon(t, retrying(counted, () => {})("/", {}, patience.signal));
  assert.deepEqual([ok, asked.length, listening], [true, 3, [0, 0, 0]]);
  assert.equal(getEventListeners(patience.signal, "abort").length, 0);
});

test("who leaves during a pause is not asked for again, and nothing is said any more", async () => {
  const { asked, fetch } = server(Infinity);
  const patience = new AbortController();
  const said = [];
  const answer = retrying(fetch, (_, text) => said.push(text))("/", {}, patience.signal);
  setTimeout(() => patience.abort(), 50);
  await assert.rejects(answer, { message: /asked for meanwhile/ });
  assert.deepEqual([asked.length, said], [1, ["The server is busy.", ""]]);
});

test("a body that is too long is told with its bytes and the limit, and not sent", async () => {
  const { asked, fetch } = server(0);
  const ask = retrying(
    fetch,
    () => {},
    () => 1000,
  );
  const tooMuch = { message: "This is too much to send, 1,002 bytes: the server reads at most 1,000." };
  await assert.rejects(ask("/", { method: "POST", body: "é".repeat(501) }), tooMuch);
  assert.equal(asked.length, 0);
  assert.ok((await ask("/", { method: "POST", body: "é".repeat(500) })).ok);
  assert.ok((await retrying(fetch, () => {})("/", { method: "POST", body: "é".repeat(501) })).ok);
});

test("pauses grow, or are the server's, and end", () => {
  const [lost, proxys] = [0, 504].map((status) => ({ status, after: null }));
  const busy = (after) => ({ status: 503, after });
  const cases = {
    away: [Array(4).fill([lost, proxys]).flat(), [500, 1000, 2000, 4000, 8000, 8000, 8000, null]],
    busy: [Array(3).fill(busy("2")), [2000, 2000, 2000]],
    "at once": [
      [busy("0"), busy("soon")],
      [500, 1000],
    ],
    "too long": [[busy("301")], [null]],
    "for long": [Array(16).fill(busy("20")), [...Array(15).fill(20_000), null]],
    "first busy, then away": [
      [busy("100"), lost, { status: 504, after: "3" }],
      [100_000, 500, 3000],
    ],
    answers: [
      [busy(null), { status: 200, after: "1" }, { status: 400, after: "1" }],
      [null, null, null],
    ],
  };
  for (const [name, [outcomes, pauses]] of Object.entries(cases)) {
    let [last, now] = [null, 0];
    const decided = outcomes.map((outcome) => {
      last = decide(outcome, last, now, 0);
      now += last?.wait ?? 0;
      return last?.wait ?? null;
    });
    assert.deepEqual(decided, pauses, name);
  }
});

test("an answer that is cut off is asked for again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const half = new ReadableStream({ start: (stream) => stream.error(new TypeError("Failed to fetch")) });
  const [answers, said] = [[new Response(half), new Response("whole")], []];
  const ask = retrying(
    async () => answers.shift(),
    (_, text) => said.push(text),
  );
  const { body } = await soon(t, ask("/"));
  assert.equal(new TextDecoder().decode(body), "whole");
  assert.deepEqual(said, ["The server does not answer; trying again …", ""]);
});
