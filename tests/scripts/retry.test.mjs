/** Asking again: who does not wait any more leaves nothing behind, and what is too long is not sent. */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { retrying } from "../../assets/sources/retry.mjs";

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

test("after each pause nothing listens to who waits", async () => {
  const { asked, fetch } = server(2);
  const patience = new AbortController();
  const listening = [];
  const counted = (url, init) => {
    listening.push(getEventListeners(patience.signal, "abort").length);
    return fetch(url, init);
  };
  const { ok } = await retrying(counted, () => {})("/", {}, patience.signal);
  assert.deepEqual([ok, asked.length, listening], [true, 3, [0, 0, 0]]);
  assert.equal(getEventListeners(patience.signal, "abort").length, 0);
});

test("who leaves during a pause is not asked for again, and nothing is said any more", async () => {
  const { asked, fetch } = server(Infinity);
  const patience = new AbortController();
  const said = [];
  const answer = retrying(fetch, (_, text) => said.push(text))("/", {}, patience.signal);
  setTimeout(() => patience.abort(), 50);
  await assert.rejects(answer, { message: "" });
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
