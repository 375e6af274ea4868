/** A scene that is posted to a worker is the same there: so is every picture of it, and what it tells. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as arts from "../../assets/panels/arts.mjs";
import { Mirror } from "../../assets/player/mirror.mjs";
import { Post } from "../../assets/player/posted.mjs";
import { dataOf } from "../../assets/player/scene.mjs";
import { measure, namesWith, ROOMS, sceneOf } from "./pictures.mjs";

const { loss } = arts;
const ARTS = new Map(Object.entries(arts));
const STRIP = { strip: { width: 120, height: 22 } };

/** What composes a session's pictures. */
const artsOf = ({ network: { layers, unrolled, lookup } }) => {
  const network = layers.length ? ["layers"] : unrolled || lookup ? [] : ["words"];
  return [...network, "vectors", "weights", "projection", "loss"];
};

const axesOf = ({ parameters: [{ shape }] }) => {
  const width = shape[1] ?? 1;
  const unit = (at) => Float64Array.from({ length: width }, (_, i) => Number(i === at % width));
  return { mean: new Float64Array(width), basis: [unit(0), unit(1)], share: [0.6, 0.3] };
};

const sent = (letter) => structuredClone(letter);

for (const name of namesWith(({ excerpt }) => !excerpt))
  test(`pictures of ${name} are the same of a scene that was sent`, () => {
    const [post, mirror] = [new Post(), new Mirror()];
    const { session } = sceneOf(name);
    const projection = session.network.input ? axesOf(session) : null;
    for (const [step, stage, view] of [
      [0, undefined, {}],
      [1, undefined, { trail: "3" }],
      [5, 2, { heat: "change", trail: "3" }],
      [2, undefined, { focus: `${session.parameters[0].name}.0.0` }],
      [3, undefined, { pins: session.words[1] ?? "" }],
    ]) {
      const scene = sceneOf(name, step, stage, { view, projection, hovered: session.words.length ? 1 : null });
      const letter = post.letterOf(scene);
      assert.equal(letter.losses.values.buffer.byteLength, 8 * scene.losses.values.length, "none of later steps");
      const other = mirror.sceneOf(sent(letter));
      for (const art of artsOf(session)) {
        const [one, two] = [scene, other].map((each) => {
          const { compose, tell } = ARTS.get(art);
          const picture = compose(each, { ...ROOMS[1], ...STRIP }, measure, null);
          const ground = picture?.ground && [picture.ground.key, picture.ground.marks()];
          return { marks: picture?.marks, ground, told: tell?.(picture) };
        });
        assert.ok(one.marks.length > 0);
        assert.deepEqual(two, one, `${art}, step ${step}`);
        assert.deepEqual(sent(one.told), one.told);
      }
    }
  });

test("what the worker has is not sent again, and what it lacks is told", () => {
  const [name] = namesWith(({ excerpt, words }) => !excerpt && words.length > 0);
  const post = new Post();
  const [first, second] = [0, 1].map((step) => post.letterOf(sceneOf(name, step)));
  const brought = ({ parts }) => parts.flatMap(({ is }) => Object.keys(is ?? {}));
  assert.deepEqual(brought(first), ["session", "block"]);
  assert.deepEqual(brought(second), []);
  assert.throws(() => new Mirror().sceneOf(second), /Nothing was sent under the number/);
  const mirror = new Mirror();
  for (const letter of [first, second]) mirror.sceneOf(sent(letter));
  assert.equal(mirror.parts.size, 2, "no more is kept than the last scene needs");
});

test("a trail that gets longer is whole, where one walks on, too", () => {
  const [name] = namesWith(({ excerpt, words }) => !excerpt && words.length > 0);
  const [post, mirror] = [new Post(), new Mirror()];
  mirror.sceneOf(sent(post.letterOf(sceneOf(name, 4))));
  const look = () => sceneOf(name, 5, undefined, { view: { trail: "3" } });
  const [, scene] = [look(), look()]; // it is whole where one looks once more
  assert.equal(scene.trail.length, 3);
  assert.equal(mirror.sceneOf(sent(post.letterOf(scene))).trail.length, 3);
});

test("what the coming block is measured for is measured before it is shown", () => {
  const [name] = namesWith(({ excerpt, words }) => !excerpt && words.length > 0);
  const mirror = new Mirror();
  const letter = sent(new Post().letterOf(sceneOf(name, 1)));
  const scene = mirror.sceneOf(letter);
  scene.reach.weights([scene.session.parameters[0].name]);
  const [shown] = letter.blocks;
  const copy = structuredClone(letter.parts.find(({ number }) => number === shown).is);
  const parts = [...letter.parts.map(({ number }) => ({ number })), { number: 99, is: copy }];
  mirror.sceneOf({ ...letter, parts, coming: 99 });
  assert.equal(mirror.measures.length, 1);
  mirror.measure();
  assert.equal(mirror.measures.length, 0);
  mirror.sceneOf({ ...letter, parts: parts.map(({ number }) => ({ number })), coming: 99 });
  assert.equal(mirror.measures.length, 0, "once");
});

test("losses of stretches come with the lowest and highest of each, none comes where none is known", () => {
  const [name] = namesWith(({ excerpt, words }) => !excerpt && words.length > 0);
  const kept = Float64Array.of(3, 2, 1, 9);
  const [values, low, high] = [1, 0.5, 1.5].map((share) => kept.map((loss) => share * loss).subarray(0, 3));
  const losses = { start: 0, stride: 50, values, low, high, known: 200 };
  for (const own of [losses, null]) {
    const scene = sceneOf(name, 1);
    scene.losses = own;
    const other = new Mirror().sceneOf(sent(new Post().letterOf(scene)));
    assert.deepEqual(other.losses, own);
    assert.deepEqual(loss.compose(other, ROOMS[1], measure).marks, loss.compose(scene, ROOMS[1], measure).marks);
  }
});

test("rows of a large session, the way of a jump and changed scenes stay on the page", () => {
  const [large] = namesWith(({ excerpt }) => excerpt);
  assert.equal(new Post().letterOf(sceneOf(large)), null);
  const [name] = namesWith(({ excerpt }) => !excerpt);
  const scene = sceneOf(name);
  assert.ok(dataOf(scene));
  assert.equal(new Post().letterOf({ ...scene, stage: "covered" }), null);
  scene.jumped = true;
  assert.equal(new Post().letterOf(scene), null);
});
