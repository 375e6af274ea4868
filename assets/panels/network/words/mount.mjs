/**
 * Network panel: input words, hidden units and output words in three columns.
 *
 * All edges stand grey on a layer of their own, drawn once per size; on it, every frame, only those that carry something
 * now: from the instance's and the hovered or pinned input words, and to the most probable and the target words.
 * That keeps a frame of 200 words and 50 units, 20,000 edges, within a few milliseconds.
 */
import { createLayer, ellipsis, normal, setFont, small, watchPointer } from "../../../draw/canvas.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { isTurned, rowIndex, shownRows, shownWords, vectorsOf, wordsToMeasure } from "../../../maths/rows.mjs";
import { longestRowName, rowName, symbolOf, unasked } from "../../../text/names.mjs";
import { exact, subscript } from "../../../text/numbers.mjs";
import { drawEdges, drawFaint, drawFrame, drawGrey, drawNames, drawNodes } from "./draw.mjs";
import { networkLayout, pickNetwork } from "./layout.mjs";
import { drawList, ofAll } from "./list.mjs";
import { networkPicture } from "./picture.mjs";

const ALL_WORDS = 300; // more than these are not drawn at once
const WINDOW = 120;
const NOT_SHOWN = -1; // a word that only the ranked list names
const FAINT_EDGES = 3000; // more are not coloured at the start: they would be a blur

export function mount(root, app) {
  const painter = createPainter(app, root, "Network: input words, hidden units, output words", { draw, show });
  const { surface } = painter;
  const layer = createLayer(surface);
  const setTable = accessibleTable(app, root, "Network");
  const widths = new WeakMap();

  function draw(context, scene) {
    if (surface.width < 40 || surface.height < 40) return null;
    const { words } = scene.session;
    const ids = shownWords(scene, scene.session.whole.words.length > ALL_WORDS ? WINDOW : ALL_WORDS);
    const outIds = shownRows(scene, ids, ALL_WORDS, WINDOW);
    const layout = layoutFor(scene, context, ids.length, outIds.length);
    const picture = networkPicture(scene, ids, outIds);
    layer.keep(`${ids.length} ${outIds.length} ${layout.units} ${layout.label}`, (grey) => drawGrey(grey, layout));
    layer.stamp(context);
    const beyond = drawLit(context, picture, layout) > 0;
    drawNodes(context, picture, layout);
    drawNames(context, picture, layout, "input");
    drawNames(context, picture, layout, "output");
    drawFrame(context, picture, layout, beyond);
    return { layout, picture, ranks: drawList(context, picture, layout) };
  }

  function show({ picture }, scene) {
    setTable(["word", "input", "output", "probability"], () => tableRows(picture), scene.playing);
    pointer.refresh();
  }

  function layoutFor(scene, context, rows, outRows) {
    const { width, height } = surface;
    const { session } = scene;
    const units = vectorsOf(session, session.network.input, scene.weights[session.network.input]).columns;
    return networkLayout({ width, height, rows, outRows, units, widest: widestWord(scene.session, context), text: small(context) });
  }

  /** Width of the widest word, measured once a session: of words, since a window changes with every instance. */
  function widestWord(session, context) {
    const known = widths.get(session.whole);
    if (known?.version === surface.version) return known.width;
    setFont(context, normal(context), "bold");
    const room = 16 * small(context);
    const rowNames = session.parameters.flatMap((parameter) => longestRowName(parameter) ?? []);
    const width = Math.max(...[...wordsToMeasure(session), ...rowNames].map((word) => context.measureText(ellipsis(context, word, room)).width));
    const tail = rowIndex(session) ? 2 * small(context) : 0; // "her ×2": a row may be asked more than once
    widths.set(session.whole, { version: surface.version, width: width + tail });
    return width + tail;
  }

  const pointer = watchPointer(surface.canvas, {
    pick: (x, y) => painter.shown && pick(painter.shown, x, y),
    hover(target, event) {
      const isWord = target.kind === "input" || target.kind === "rank" || (target.kind === "output" && painter.shown.picture.ofWords);
      app.hover(isWord && target.id >= 0 ? target.id : null, target.kind === "input");
      app.tooltip.show(event.clientX, event.clientY, linesFor(painter.shown.picture, target));
    },
    leave() {
      app.hover(null);
      app.tooltip.hide();
    },
    click(target) {
      const { picture } = painter.shown;
      if (target.kind === "input") app.pin(target.id);
      else if (target.id === NOT_SHOWN) app.setView({ word: target.word });
      else if (target.kind !== "rank" || !picture.partly) app.focus(...elementOf(picture, target));
    },
  });
  watchKeys(surface.canvas, () => painter.shown?.picture, app);
  return painter;
}

/** The edges that carry something now; returns how many of them the colour scale could not hold. */
function drawLit(context, picture, layout) {
  const { scene, inputs, excited, fired } = picture;
  if (!scene.frame && !scene.excited) {
    return (layout.sides.input.rows + layout.sides.output.rows) * layout.units <= FAINT_EDGES ? drawFaint(context, picture, layout) : 0;
  }
  // While words are hovered or pinned these speak, and the instance's own words step back.
  const quiet = [...inputs].filter((row) => !excited.has(row));
  return (
    drawEdges(context, picture, layout, "input", quiet, scene.excited ? 0.3 : 1) +
    drawEdges(context, picture, layout, "input", excited, 1) +
    drawEdges(context, picture, layout, "output", fired, 1)
  );
}

function pick({ layout, picture, ranks }, x, y) {
  if (layout.list && x >= layout.list.x - 4) {
    const rank = ranks.find(({ top, bottom }) => y >= top && y < bottom);
    return rank ? { kind: "rank", ...rank } : null;
  }
  const lit = { input: new Set([...picture.inputs, ...picture.excited]), output: picture.fired };
  const target = pickNetwork(layout, lit, x, y);
  return target && (target.row === undefined ? target : { ...target, id: idsOf(picture, target.side ?? target.kind)[target.row] });
}

const idsOf = (picture, side) => (side === "input" ? picture.ids : picture.outIds);

/** The element that a click asks about: [quantity, index]. A row at rest has no activation, only weights. */
function elementOf({ scene: { session }, asked, partly }, { kind, side, id, unit }) {
  const { network } = session;
  const declared = (name) => [...session.parameters, ...session.quantities].find((each) => each.name === name);
  if (kind === "hidden") return [network.hidden, declared(network.hidden).shape.length > 1 ? [declared(network.hidden).shape[0] - 1, unit] : [unit]];
  if (kind === "edge") return [network[side], isTurned(declared(network[side])) ? [unit, id] : [id, unit]];
  if (!partly) return [network.activation, [id]];
  const place = asked?.indexOf(id) ?? -1;
  return place >= 0 ? [network.activation, [place]] : [network.output, [id, 0]];
}

function linesFor(picture, target) {
  const { session, frame, excited, before } = picture.scene;
  const { network, words } = session;
  const symbol = (name) => symbolOf(session, name);
  const given = excited ? `given ${excited.words.map((id) => words[id]).join(", ")}`.slice(0, 60) : "";
  if (target.kind === "hidden") {
    const lines = [`hidden unit ${target.unit + 1}`];
    if (picture.own.hidden) lines.push([subscript(symbol(network.hidden), target.unit), exact(picture.own.hidden[target.unit])]);
    if (excited) lines.push([given, exact(excited.hidden[target.unit])]);
    return lines;
  }
  if (target.kind === "edge") {
    const at = target.id * picture[target.side].columns + target.unit;
    const now = picture[target.side].data[at];
    const old = before && vectorsOf(session, network[target.side], before[network[target.side]]).data[at];
    const lines = [`${rowName(session, network[target.side], target.id)} – unit ${target.unit + 1}`, [symbol(network[target.side]), exact(now)]];
    if (old !== null && old !== now) lines.push(["last change", exact(now - old)]);
    return lines;
  }
  if (target.id === NOT_SHOWN) return [target.word, [given || "probability", exact(target.chance)], "not shown: click to bring it in"];
  const lines = [target.kind === "output" ? rowName(session, network.output, target.id) : words[target.id]];
  if (target.kind === "input") {
    lines.push(["times in the corpus", session.counts[target.id]]);
    if (frame?.inputs.includes(target.id)) lines.push("input word of this instance");
    lines.push(picture.scene.pins.includes(target.id) ? "click to unpin" : "click to pin");
    return lines;
  }
  if (target.kind === "output" && picture.partly) {
    const value = picture.answers.get(target.id);
    if (value !== undefined) lines.push([symbol(network.activation), exact(value)]);
    else if (picture.touched) lines.push(unasked(picture.touched, target.id));
  } else if (picture.own.output) lines.push([picture.partly ? ofAll(picture) ?? "probability" : symbol(network.activation), exact(picture.own.output[target.id])]);
  if (target.kind === "output" && !picture.ofWords) return lines;
  if (excited) lines.push([given, exact(excited.output[target.id])]);
  if (frame?.outputs.includes(target.id)) lines.push("output word of this instance");
  return lines;
}

function tableRows(picture) {
  const { session, frame, pins } = picture.scene;
  const outputs = (id) => (frame?.outputs.includes(id) ? "target" : picture.ofWords && picture.asked?.includes(id) ? "drawn" : "");
  const others = picture.ofWords ? [] : picture.outIds;
  const rows = others.map((row) => [rowName(session, session.network.output, row), "", picture.asked?.includes(row) ? "asked" : "", exact(picture.answers.get(row))]);
  const words = picture.ids.map((id) => {
    const input = [frame?.inputs.includes(id) && "input", pins.includes(id) && "pinned"].filter(Boolean).join(", ");
    return [session.words[id], input, outputs(id), exact(picture.chances?.[id])];
  });
  return [...words, ...rows];
}

/** By keyboard: up and down walk through the input words, Enter pins, Escape and leaving let go. */
function watchKeys(canvas, picture, app) {
  let walking = false;
  const hover = (id) => {
    walking = id !== null;
    app.hover(id, true);
  };
  canvas.tabIndex = 0;
  canvas.addEventListener("keydown", (event) => {
    const now = picture();
    if (!now || event.altKey || event.ctrlKey || event.metaKey) return;
    const { hovered, ids } = now;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) hover(ids[hovered < 0 ? (step > 0 ? 0 : ids.length - 1) : (hovered + step + ids.length) % ids.length]);
    else if (event.key === "Enter" && hovered >= 0) app.pin(ids[hovered]);
    else if (event.key === "Escape" && walking) hover(null);
    else return;
    event.preventDefault();
  });
  canvas.addEventListener("blur", () => walking && hover(null));
}
