/** What is said of a step: one sentence, from what the scene shows, of every model. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sentenceOf, sentenceOfOther } from "../../assets/text/sentences.mjs";
import { format } from "../../assets/text/numbers.mjs";
import { namesWith, sceneOf, scenesOf } from "./pictures.mjs";

for (const name of namesWith())
  test(`${name}: a step is told with its number, its instance, its loss, and what was answered`, () => {
    for (const [told, scene] of scenesOf(name)) {
      const { frame, session, stageIndex } = scene;
      const said = sentenceOf(scene);
      assert.doesNotMatch(said, /undefined|NaN|null|\[object|, ,|\n/, told);
      if (!frame) {
        assert.equal(said, "Start: before the first step", told);
        continue;
      }
      assert.ok(said.startsWith(`Step ${frame.step + 1}, `), `${told}: ${said}`);
      assert.equal(said.includes(`, ${stageIndex} of ${session.stages.length}, `), stageIndex < session.stages.length);
      const [, loss] = said.match(/loss ([^,]+)/) ?? [];
      assert.equal(loss === undefined, frame.loss === null, `${told}: ${said}`);
      if (loss !== undefined)
        assert.ok(Math.abs(loss - frame.loss) <= 0.005 * Math.abs(frame.loss), `${told}: ${said}`);
      if (!frame.point)
        for (const id of [...frame.outputs].slice(0, 8)) assert.ok(said.includes(session.words[id]), said);
      const shares = session.network.activation && frame.get(session.network.activation);
      const ofWords = session.quantities.find((each) => each.name === session.network.activation)?.axes[0] === "word";
      if (shares && ofWords) assert.match(said, /had <?[\d.]+%$/, told);
    }
  });

test("a sentence by hand", () => {
  const scene = sceneOf("cbow", 5);
  const { frame, session } = scene;
  const words = (ids) => Array.from(ids, (id) => session.words[id]).join(" ");
  const [first] = frame.outputs;
  const share = 100 * frame.get(session.network.activation)[first];
  const expected = `Step 6, ${words(frame.inputs)} to ${words(frame.outputs)}, loss ${Number(frame.loss.toPrecision(3))}, `;
  assert.equal(sentenceOf(scene), `${expected}${session.words[first]} had ${format(share, share < 9.95 ? 1 : 0)}%`);
});

test("the first output words are told with what each had", () => {
  const scene = sceneOf("edited", 5);
  const words = [...new Set(scene.frame.outputs)].map((id) => scene.session.words[id]);
  assert.ok(words.length > 1);
  const said = sentenceOf(scene)
    .split(", ")
    .filter((part) => part.includes(" had "));
  assert.deepEqual(
    said.map((part) => part.slice(0, part.indexOf(" had "))),
    words.slice(0, 3),
  );
});

test("a change made on the way is told before where one is, and so is its being undone; another run is not", () => {
  const scene = sceneOf("cbow", 5);
  const { session } = scene;
  const [first, second, third] = [3, 1234, 5].map((step, i) => ({
    step,
    kind: "weight",
    value: [],
    label: `W[drink, 1] = ${i}`,
  }));
  const where = sentenceOf(scene);
  const edited = (edits) => ({ ...session, edits, query: [session.query, ...edits.map(() => "edit=x")].join("&") });
  const [told, other] = [sentenceOf, sentenceOfOther].map(
    (sentence) => (has, had, more) => sentence({ ...scene, session: edited(has) }, { ...edited(had), ...more }),
  );
  assert.equal(told([first], []), `Changed: W[drink, 1] = 0 after step 3. ${where}`);
  assert.equal(told([first, second], [first]), `Changed: W[drink, 1] = 1 after step 1,234. ${where}`);
  assert.equal(told([second], [first]), `Changed: W[drink, 1] = 1 after step 1,234. ${where}`);
  assert.equal(told([second], [first, second]), `Undone: W[drink, 1] = 0 after step 3. ${where}`);
  assert.ok(other([first], []).startsWith("B: Changed: W[drink, 1] = 0 after step 3. "));
  for (const [has, had] of [
    [[], []],
    [[first], [first]],
    [[first, second], []],
    [[], [first, second]],
    [[first], [second, third]],
    [[first, second], [third]],
  ])
    assert.equal(told(has, had), where);
  assert.equal(told([first], [], { query: "preset=another" }), where);
  assert.equal(sentenceOf(scene, null), where);
});
