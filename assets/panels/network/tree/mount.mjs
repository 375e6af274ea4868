/**
 * Tree panel: the words as leaves of the tree that decides between them. The ways to the output words are lit; each inner
 * node shows its probability of going left, and the error where the step asks it. A word's probability is the product of
 * the turns on its way.
 */
import { ellipsis, normal, setFont, small, watchPicture } from "../../../draw/canvas.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { askedRows, likelihood, wordsToMeasure } from "../../../maths/rows.mjs";
import { rowName, unasked } from "../../../text/names.mjs";
import { count, exact } from "../../../text/numbers.mjs";
import { drawBranches, drawFoot, drawInner, drawLeaves, drawWay } from "./draw.mjs";
import { masses, pickTree, treeLayout, treeOf } from "./layout.mjs";

const MOST_TURNS = 24; // of a way that is told in words: a tree may be as deep as it has words

export function mount(root, app) {
  const painter = createPainter(app, root, "Tree of the words, with the way to the output words", { draw, show });
  const { surface } = painter;
  const setTable = accessibleTable(app, root, "Tree");
  const known = new WeakMap(); // session -> {tree, version, widest}

  function draw(context, scene) {
    const { width, height } = surface;
    if (width < 60 || height < 40) return null;
    const { tree, widest } = knownOf(scene.session.whole, context);
    const picture = pictureOf(scene.session.excerpt ? scene.session.excerpt.wide(scene) : scene, tree);
    const { hovered, pins } = picture.scene;
    const must = [...picture.targets, ...(hovered === null ? [] : [hovered]), ...pins];
    const layout = treeLayout({ width, height, tree, must, widest, text: small(context) });
    drawBranches(context, picture, layout);
    if (hovered !== null) drawWay(context, layout, tree.path(hovered), "accent", 3);
    for (const word of picture.targets) drawWay(context, layout, tree.path(word), "output", picture.asked ? 3 : 1.5);
    drawInner(context, picture, layout);
    drawLeaves(context, picture, layout);
    drawFoot(context, picture, layout);
    return { layout, picture };
  }

  function show({ picture }, scene) {
    setTable(["word", "way", "probability", ""], () => tableRows(picture), scene.playing, (scene.shownWords ?? scene.session.words).length);
    pointer.refresh();
  }

  function knownOf(session, context) {
    const found = known.get(session) ?? { tree: treeOf(session.structure.tree.children), version: -1 };
    if (found.version !== surface.version) {
      setFont(context, normal(context), "bold");
      const measure = (word) => context.measureText(ellipsis(context, word, 16 * small(context))).width;
      Object.assign(found, { version: surface.version, widest: Math.max(...wordsToMeasure(session).map(measure)) });
      known.set(session, found);
    }
    return found;
  }

  const pointer = watchPicture(surface.canvas, app, {
    pick: (x, y) => painter.shown && pickTree(painter.shown.layout, x, y, small(surface)),
    word: (target) => placeOf(painter.scene.session, target.word),
    lines: (target) => linesFor(painter.shown.picture, target),
    click({ kind, word, node }) {
      const { scene: { session }, asked, answers } = painter.shown.picture;
      const place = asked?.indexOf(node) ?? -1;
      if (kind === "word") app.setView({ word: session.words[word] });
      else if (place >= 0 && answers.size) app.focus(session.network.activation, [place]);
      else app.focus(session.network.output, [node, 0], true);
    },
  });
  return painter;
}

/** The place of a word of the tree, which always has all of them, in the scene; null where it isn't there. */
function placeOf({ excerpt }, word = null) {
  const place = excerpt && word !== null ? excerpt.place("word", word) : word;
  return place === -1 ? null : place;
}

/**
 * What the tree shows of a scene. `answers` maps the nodes that the step asks to {value, error}: the activation, and the sum
 * of its errors where several ways lead through it; `left(node)` is the probability of going left, null while unknown.
 */
function pictureOf(scene, tree) {
  const { session, frame, excited } = scene;
  const chances = likelihood(scene);
  const mass = chances && !session.by_rows ? masses(tree, chances) : null; // else only some words' are known
  const asked = excited ? null : askedRows(scene);
  const values = asked && frame.get(session.network.activation);
  const errors = asked && frame.get(session.parameters.find(({ name }) => name === session.network.output).change[0].rows);
  const answers = new Map();
  asked?.forEach((node, place) => {
    const before = answers.get(node)?.error ?? 0;
    answers.set(node, { value: values ? values[place] : null, error: errors ? before + errors[place] : null });
  });
  const shareOf = (node) => {
    if (!mass) return null;
    const [inner, id] = tree.children[node][0];
    return mass[node] > 0 ? (inner ? mass[id] : chances[id]) / mass[node] : null;
  };
  const left = (node) => answers.get(node)?.value ?? shareOf(node);
  const touched = asked && frame.touched(session.network.output);
  return { scene, tree, chances, mass, asked, touched, answers, left, shareOf, targets: new Set(frame?.outputs ?? []) };
}

function linesFor(picture, { kind, word, node }) {
  const { scene, tree, chances, answers, targets } = picture;
  const { session } = scene;
  const nodeName = (row) => rowName(session, session.network.output, row);
  if (kind === "word") {
    const way = tree.path(word);
    const turns = way.slice(0, MOST_TURNS).map(({ node: at, left }) => [`${nodeName(at)}, ${left ? "left" : "right"}`, turn(picture, at, left)]);
    if (way.length > MOST_TURNS) turns.push(further(way));
    const product = chances?.[word] === undefined ? [] : [["product", exact(chances[word])]];
    return [session.words[word], ...(targets.has(word) ? ["output word of this instance"] : []), ...turns, ...product];
  }
  const words = `${tree.leaves[node]} words below`;
  if (kind === "stub") return [`${nodeName(node)} and what is below it`, words, ...(picture.mass ? [["probability", exact(picture.mass[node])]] : [])];
  const answer = answers.get(node);
  const lines = [nodeName(node), words];
  const left = picture.left(node);
  if (left !== null) lines.push(["goes left with", exact(left)]);
  if (answer?.error !== null && answer) lines.push(["error", exact(answer.error)]);
  if (picture.touched && !answer) lines.push(unasked(picture.touched, node));
  return lines;
}

// Of the same numbers as the product, so that it is the product to the last digit: answers travel in single precision.
const turn = (picture, node, left) => {
  const p = picture.shareOf(node) ?? picture.left(node);
  return p === null ? "" : exact(left ? p : 1 - p);
};

const further = ({ length }) => `… and ${count(length - MOST_TURNS)} more`;

function tableRows({ scene, tree, chances, targets }) {
  const { session } = scene;
  const turnOf = ({ node, left }) => `${rowName(session, session.network.output, node)} ${left ? "left" : "right"}`;
  const way = (word) => {
    const turns = tree.path(word);
    return [...turns.slice(0, MOST_TURNS).map(turnOf), ...(turns.length > MOST_TURNS ? [further(turns)] : [])];
  };
  const words = scene.shownWords ?? session.words.keys();
  return Array.from(words, (word) => [session.words[word], way(word).join(", "), exact(chances?.[word]), targets.has(word) ? "target" : ""]);
}
