/**
 * The live lines of frames, as the page shows them: run by tests/test_lines.py, which judges them.
 *
 * For each run in the folder RUNS, `<name>.json` has its session and places ({ step, unit, instance }), and
 * `<name>.<place>.frames` a block that begins there. Prints JSON: for each line the run, the place, the stage and its formulas,
 * as text. What the page filled in is marked by "~", so that a rounded number differs from one that stands in the equation.
 * After its update a step's lines are still those that its stages had.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bind } from "../../assets/panels/explanation/slots.mjs";
import { Block } from "../../assets/player/blocks.mjs";
import { Replay } from "../../assets/player/replay.mjs";
import { buildScene } from "../../assets/player/scene.mjs";
import { unpack } from "../../assets/sources/wire.mjs";

const FOLDER = process.env.RUNS;

/** As much of an element as slots need. */
class Element {
  constructor(localName, attributes) {
    Object.assign(this, { localName, attributes, childNodes: [], style: {}, dataset: {}, parent: null });
    for (const [name, value] of Object.entries(attributes))
      if (name.startsWith("data-")) this.dataset[name.slice(5)] = value;
  }
  get children() {
    return this.childNodes.filter((child) => child instanceof Element);
  }
  get firstChild() {
    return this.childNodes[0];
  }
  get textContent() {
    return this.childNodes.map((child) => child.data ?? child.textContent).join("");
  }
  set textContent(text) {
    this.childNodes = [{ data: text }];
  }
  get previousElementSibling() {
    const all = this.parent.children;
    return all[all.indexOf(this) - 1] ?? null;
  }
  get nextElementSibling() {
    const all = this.parent.children;
    return all[all.indexOf(this) + 1] ?? null;
  }
  get parentElement() {
    return this.parent;
  }
  contains(other) {
    for (let each = other; each; each = each.parent) if (each === this) return true;
    return false;
  }
  hasAttribute(name) {
    return name in this.attributes;
  }
  setAttribute() {}
  addEventListener() {}
  querySelectorAll(selector) {
    const name = selector.slice(1, -1);
    return this.children.flatMap((child) => [
      ...(child.hasAttribute(name) ? [child] : []),
      ...child.querySelectorAll(selector),
    ]);
  }
}

const plain = (text) => text.replace(/&#x([0-9A-F]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)));

function parsed(markup) {
  const root = new Element("root", {});
  let open = root;
  for (const [, close, name, inside, text] of markup.matchAll(/<(\/?)(\w+)([^>]*)>|([^<]+)/g)) {
    if (text !== undefined) open.childNodes.push({ data: plain(text) });
    else if (close) open = open.parent;
    else {
      const attributes = Object.fromEntries(
        Array.from(inside.matchAll(/([\w-]+)="([^"]*)"/g), ([, key, value]) => [key, value]),
      );
      const made = new Element(name, attributes);
      made.parent = open;
      open.childNodes.push(made);
      if (!inside.endsWith("/")) open = made;
    }
  }
  return root;
}

const isWide = ({ localName, attributes }) => localName === "mspace" && attributes.width === "2em";

/** The page parts formulas at wide spaces, each in an element of its own. */
function parted(root) {
  const [row] = root.children[0].children;
  const formulas = [[]];
  for (const node of row.childNodes)
    if (isWide(node)) formulas.push([]);
    else formulas.at(-1).push(node);
  root.childNodes = formulas.map((childNodes) => {
    const [math, inner] = [new Element("math", {}), new Element("mrow", {})];
    for (const [parent, nodes] of [
      [root, [math]],
      [math, [inner]],
      [inner, childNodes],
    ]) {
      for (const node of nodes) node.parent = parent;
      if (parent !== root) parent.childNodes = nodes;
    }
    return math;
  });
  return root;
}

const SIGNS = { "−": "-", "×": "*", "·": "*", "⋅": "*", "⋯": "" };
const NAMES = { exp: "exp", ln: "ln", tanh: "tanh", max: "max", σ: "sigma" };

/** A line as text; hidden parts are left out, and what is no number is "?". */
function text(node) {
  if (node.style?.display === "none") return "";
  const inner = (from = node) => from.children.map(text).join(" ");
  const { localName } = node;
  if (localName === "mn") return node.textContent.replace(/^\(?/, node.dataset.slot ? "$&~" : "$&");
  if (localName === "mtext") return "?";
  if (localName === "mi") return NAMES[node.textContent] ?? "?";
  if (localName === "mo") return SIGNS[node.textContent] ?? node.textContent;
  if (localName === "mspace") return isWide(node) ? ";" : "";
  if (localName === "mfrac") return `((${text(node.children[0])})/(${text(node.children[1])}))`;
  if (localName === "msup")
    return node.children[0].textContent.match(/[\d)]/) ? `${text(node.children[0])} ^ ${text(node.children[1])}` : "?";
  if (localName === "msub" || localName === "msubsup" || localName === "munder") return "?";
  return inner();
}

const formulasOf = (root) => root.children.flatMap((line) => text(line).split(";"));

const lines = [];
const silent = {
  axes: { at: () => null },
  losses: { before: () => null },
  questions: { excited: () => null, foreseen: () => null, explanation: () => null },
  trail: null,
};
const pace = { playing: false, speed: 0, reducedMotion: true };

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".json"))) {
  const name = file.replace(".json", "");
  const { session, places } = JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
  Object.assign(session, { whole: session });
  const bound = new Map();
  places.forEach(({ step, unit, instance }, place) => {
    const { buffer, byteOffset, byteLength } = readFileSync(join(FOLDER, `${name}.${place}.frames`));
    const block = new Block(session, unpack(buffer.slice(byteOffset, byteOffset + byteLength)));
    if (!block.count) return;
    const store = { fit: null, at: (at) => (at >= block.start && at < block.end ? block : null) };
    const said = []; // at each stage
    const look = { view: { unit, instance, focus: "" }, hovered: null, excites: false, axes: null };
    block.session.stages.forEach((stage, i) => {
      const done = i + 1 === block.session.stages.length;
      const at = done ? step + 1 : step;
      const window = new Replay(store).upTo(at, 1, block);
      const data = { run: { ...silent, store }, window, block, look, pace };
      const scene = buildScene({ step: at, stageIndex: i + 1 }, data);
      const key = `${block.session === session}${i}`;
      if (block.session !== session || !bound.has(key)) {
        const root = parted(parsed(stage.live));
        bound.set(key, { root, slots: bind(root, block.session, () => {}) });
      }
      const { root, slots } = bound.get(key);
      slots.paint(scene);
      lines.push({ run: name, step, unit, instance, stage: stage.name, formulas: formulasOf(root) });
      said.push(formulasOf(root));
      if (!done) return;
      for (const [at, before] of said.entries()) {
        const earlier = bound.get(`${block.session === session}${at}`);
        earlier.slots.paint(scene); // as on paper
        assert.deepEqual(
          formulasOf(earlier.root),
          before,
          `${name}, step ${step}: ${block.session.stages[at].name} after the update`,
        );
      }
    });
  });
}
process.stdout.write(JSON.stringify(lines));
