/** Contrast of what is written in pictures, in both themes: WCAG's 4.5:1, for what a step leaves at rest too. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { legibleOn } from "../../assets/draw/colours.mjs";
import { compose as composeProjection } from "../../assets/panels/projection/compose.mjs";
import { compose as composeVectors } from "../../assets/panels/vectors/instance/compose.mjs";
import { compose as composeWeights } from "../../assets/panels/weights/compose.mjs";
import { compose as composeWords } from "../../assets/panels/network/words/compose.mjs";
import { axesOf, composedOf, everyMark, marksOf } from "./pictures.mjs";

const LEAST = 4.5;
const CSS = readFileSync(new URL("../../assets/styles/theme.css", import.meta.url), "utf8");
const THEMES = Object.fromEntries(
  [
    ["light", /:root,\n:host {([^}]*)}/],
    ["dark", /:root\[data-theme="dark"\],[^{]*{([^}]*)}/],
  ].map(([name, block]) => [
    name,
    new Map(
      [...CSS.match(block)[1].matchAll(/--c-([\w-]+): (#\w{6})/g)].map(([, role, colour]) => [role, rgb(colour)]),
    ),
  ]),
);

function rgb(colour) {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
}
const mixed = (one, other, share) => one.map((value, i) => value + share * (other[i] - value));
const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const STRIP = { width: 120, height: 24 };
const OF_WORDS = ({ words }) => words.length > 0;
const OF_TWO = ({ words, network }) => words.length > 0 && Boolean(network.input && network.hidden && network.output);
const PICTURES = {
  projection: [
    (scene, room, texts) => composeProjection(scene, { ...room, strip: STRIP }, texts, null),
    OF_WORDS,
    axesOf,
  ],
  vectors: [composeVectors, () => true],
  weights: [composeWeights, () => true],
  words: [composeWords, OF_TWO],
};

test("WCAG's own example", () => assert.equal(contrast([1, 1, 1], rgb("#777777")).toFixed(2), "4.48"));

for (const [name, [compose, fits, known]] of Object.entries(PICTURES))
  test(`${name}: every text can be read on the panel`, () => {
    const roles = new Set();
    for (const [told, picture] of composedOf(compose, fits, { known }))
      for (const { mark, text, alpha = 1, colour, pad } of everyMark(picture.marks)) {
        if (!mark.startsWith("text")) continue;
        assert.equal(alpha, 1, `${told}: ${text}`);
        if (colour.role) roles.add(`${colour.role} ${pad?.role ?? "surface"}`);
      }
    assert.ok(roles.size > 1);
    for (const [theme, colours] of Object.entries(THEMES))
      for (const pair of roles) {
        const found = contrast(...pair.split(" ").map((role) => colours.get(role) ?? assert.fail(role)));
        assert.ok(found >= LEAST, `${theme}: ${pair} ${found}`);
      }
  });

test("weights: numbers of rows at rest can be read on any colour of the scale", () => {
  const veils = new Set();
  for (const [, picture] of composedOf(...PICTURES.weights))
    for (const { boxes, fill, alpha } of marksOf(picture, "boxes"))
      if (fill?.role === "surface" && boxes.length && alpha) {
        veils.add(alpha);
        const order = picture.marks.map((each) => each.fill?.role === "surface" || each.colour?.role === "text");
        assert.ok(order.some(Boolean));
      }
  assert.equal(veils.size, 1);
  const [veil] = veils;
  for (const [theme, colours] of Object.entries(THEMES))
    for (const end of ["negative", "positive"]) {
      const under = mixed(colours.get(end), colours.get("surface"), veil);
      const found = contrast(colours.get("text"), under);
      assert.ok(found >= LEAST, `${theme}, ${end}: ${found}`);
    }
});

test("numbers can be read on every colour of the scale", () => {
  const bytes = (colour) => colour.map((each) => Math.round(255 * each));
  for (const [theme, colours] of Object.entries(THEMES)) {
    const named = { text: colours.get("text"), surface: colours.get("surface"), black: [0, 0, 0], white: [1, 1, 1] };
    const inks = ["text", "surface"].map((name) => [name, bytes(named[name])]);
    const used = new Set();
    for (const end of ["negative", "positive"])
      for (let share = 0; share <= 1; share += 1 / 128) {
        const ground = bytes(mixed(colours.get("surface"), colours.get(end), share));
        const name = legibleOn(ground, inks);
        const found = contrast(
          named[name],
          ground.map((each) => each / 255),
        );
        assert.ok(found >= LEAST, `${theme}, ${end}, ${share}: ${name} ${found}`);
        used.add(name);
      }
    assert.ok(used.has("text"), theme);
  }
});

test("half of the scale stands out from the panel without colours: by that a dash in a cell tells its sign", () => {
  for (const [theme, colours] of Object.entries(THEMES))
    for (const end of ["negative", "positive"]) {
      const half = mixed(colours.get("surface"), colours.get(end), 0.5);
      const found = contrast(colours.get("surface"), half);
      assert.ok(found >= 1.5, `${theme}, ${end}: ${found}`);
    }
});
