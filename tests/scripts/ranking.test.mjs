/** What is found near a word or for an analogy is said to who listens once it was asked for, and not otherwise. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { awaiting, rankings } from "../../assets/shell/ranking.mjs";

afterEach(() => {
  delete globalThis.React;
});

const FOUND = ["man", "queen", "woman", "palace"].map((word, i) => [word, `0.${9 - i}`]);

/** A page's lists, which Dash renders anew at each answer, and what they say. */
function listening(view, more = {}, isVisible = true) {
  const effects = [];
  globalThis.React = {
    createElement: (tag, properties, ...children) => ({ tag, properties, children }),
    useRef: () => ({ current: { checkVisibility: () => isVisible } }),
    useLayoutEffect: (effect) => effects.push(effect),
  };
  const said = [];
  const host = { place: { query: "preset=one", view }, on: (changed) => void (host.changed = changed) };
  const Ranking = rankings((of, text) => said.push(`${of}: ${text}`), awaiting(host));
  const go = (other, query = host.place.query) => {
    host.place = { query, view: { ...host.place.view, ...other } };
    host.changed();
  };
  const answer = (...asked) => {
    const rendered = Ranking({ asked, found: FOUND, ...more });
    for (const effect of effects.splice(0)) effect();
    return rendered;
  };
  return { said, go, answer };
}

test("what one asks is said once, with the first of what was found", () => {
  const { said, go, answer } = listening({ word: "", analogy: "king, man,woman" });
  answer("king", "man", "woman");
  go({ word: "king" });
  answer("king", "man", "woman");
  assert.deepEqual(said, [], "what the page opens with, and what is not here yet");
  answer("king");
  answer("king");
  assert.deepEqual(said, ["word: Nearest to king: man 0.9, queen 0.8, woman 0.7"]);
  go({ word: "kin" }); // which is no word: there is no list
  go({ word: " king " });
  answer("king");
  go({ analogy: "king,queen,man" });
  answer("king", "queen", "man");
  assert.deepEqual(said.slice(1), [said[0], "analogy: king − queen + man: man 0.9, queen 0.8, woman 0.7"]);
});

test("nothing is said of a word that a link, or another run, brings, nor of a list that is not seen", () => {
  const { said, go, answer } = listening({ word: "king", analogy: "" });
  answer("king");
  go({ word: "cat", analogy: "cat,dog,bird" }, "preset=two");
  answer("cat");
  answer("cat", "dog", "bird");
  assert.deepEqual(said, []);
  const unseen = listening({}, {}, false);
  unseen.go({ word: "king" });
  unseen.answer("king");
  assert.deepEqual(unseen.said, []);
});

test("a word that no step has trained is told as such, and each word is read in its own direction", () => {
  const { said, go, answer } = listening({}, { untrained: [1] });
  go({ word: "king" });
  const [trained, untrained] = answer("king").children;
  assert.deepEqual(said, ["word: Nearest to king: man 0.9, queen 0.8 untrained, woman 0.7"]);
  assert.equal(trained.properties, null);
  assert.deepEqual(untrained.properties, { className: "muted" });
  const [word, note, number] = untrained.children;
  assert.equal(word.properties.dir, "auto");
  assert.match(word.properties.title, /^queen: not trained yet/);
  assert.deepEqual([note.children, number.children], [["untrained"], ["0.8"]]);
});

test("what is to be known of the question is read, too", () => {
  const { said, go, answer } = listening({}, { note: "“cat” is not trained yet" });
  go({ word: "cat" });
  const [note, list] = answer("cat").children;
  assert.deepEqual([note.children, list.tag], [["“cat” is not trained yet"], "ol"]);
  assert.match(said[0], /^word: Nearest to cat: .* 0\.7\. “cat” is not trained yet$/);
});
