/** What an explorer says to those who listen: a sentence once a press has come to rest, none while playing. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { createVoice } from "../../assets/shell/voice.mjs";

afterEach(() => {
  delete globalThis.document;
});

const [FIRST, SECOND] = [{ key: "first" }, { key: "second" }];

/** A voice, what it has said, and a clock that comes to rest when it is told to. */
function listening() {
  const said = [];
  const page = { createElement: () => ({ replaceChildren: (text) => said.push(text) }) };
  globalThis.document = page;
  let wanted = null;
  const clock = {
    signal: new AbortController().signal,
    atRest: (_, action) => void (wanted = action),
  };
  const rest = () => {
    wanted?.();
    wanted = null;
  };
  const sentence = ({ step, session }, before) =>
    session === before ? `step ${step}` : `${session.key} after ${before.key}, step ${step}`;
  const voice = createVoice({ appendChild: (node) => node }, clock, sentence);
  const paint = (step, playing = false, session = FIRST) => voice.paint({ session, step, stage: "update", playing });
  return { said, rest, paint, say: voice.say };
}

test("of presses that follow each other the last is said, once it has come to rest", () => {
  const { said, rest, paint } = listening();
  for (const step of [0, 1, 2, 3]) paint(step);
  assert.deepEqual(said, []);
  rest();
  assert.deepEqual(said, ["step 3"]);
  paint(3);
  rest();
  assert.deepEqual(said, ["step 3"], "painted anew, one is where one was");
});

test("where one was when the page opened is not said, but what one presses for is, also twice", () => {
  const { said, rest, paint, say } = listening();
  paint(12);
  rest();
  assert.deepEqual(said, []);
  say("Copied");
  say("Copied");
  assert.deepEqual(said, ["Copied", "Copied"]);
});

test("who plays hears nothing, nor what was about to be said", () => {
  const { said, rest, paint } = listening();
  for (const step of [0, 1]) paint(step);
  paint(2, true);
  rest();
  assert.deepEqual(said, []);
  paint(2);
  rest();
  assert.deepEqual(said, ["step 2"], "once it has ended");
});

test("a run is told beside the one that was told of before it", () => {
  const { said, rest, paint } = listening();
  paint(3);
  paint(3, false, SECOND);
  rest();
  paint(4, false, SECOND);
  rest();
  assert.deepEqual(said, ["second after first, step 3", "step 4"]);
});
