/**
 * Noise panel: how often each word is an output word, what that is as a distribution at the exponents 0, ¾ and 1, which of
 * these the step draws from, and the words that it drew.
 */
import { drawLabel, ellipsis, normal, setFont, small, watchPicture, widthOf } from "../../../draw/canvas.mjs";
import { role, tint } from "../../../draw/colours.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { askedRows, rowIndex } from "../../../maths/rows.mjs";
import { shareOfWords } from "../../../text/names.mjs";
import { count, exact, percent } from "../../../text/numbers.mjs";

const EXPONENTS = [[0, "α = 0"], [0.75, "α = ¾"], [1, "α = 1"]];
const FROM = "drawn from"; // above the column of the distribution in use
const MOST_DOTS = 4;

export function mount(root, app) {
  const painter = createPainter(app, root, "Noise: counts of the words, and the distribution that the step draws from", { draw, show });
  const setTable = accessibleTable(app, root, "Noise");
  const known = new WeakMap(); // session -> {columns, order, reach}

  function draw(context, scene) {
    const { surface } = painter;
    if (surface.width < 60 || surface.height < 40) return null;
    const picture = { scene, ...noiseFor(scene.session), ...drawnOf(scene) };
    const layout = layoutOf(context, surface, picture);
    drawHead(context, picture, layout);
    layout.ids.forEach((id, row) => drawRow(context, picture, layout, id, layout.top + row * layout.step));
    drawFoot(context, picture, layout);
    return { layout, picture };
  }

  function show({ picture }, scene) {
    setTable(["word", "count", ...picture.columns.map(({ title }) => title), "drawn"], () => tableRows(picture), scene.playing);
    pointer.refresh();
  }

  function noiseFor(session) {
    const { whole, excerpt } = session;
    if (!known.has(whole)) known.set(whole, noiseOf(whole));
    if (!known.has(session)) known.set(session, excerptOf(known.get(whole), excerpt));
    return known.get(session);
  }

  const pointer = watchPicture(painter.surface.canvas, app, {
    pick(x, y) {
      if (!painter.shown) return null;
      const { ids, top, step } = painter.shown.layout;
      const row = Math.floor((y - top) / step);
      return row >= 0 && row < ids.length ? { id: ids[row] } : null;
    },
    word: ({ id }) => id,
    lines: ({ id }) => linesFor(painter.shown.picture, id),
    click: ({ id }) => app.setView({ word: painter.scene.session.words[id] }),
  });
  return painter;
}

/** Distributions as columns, and the words from the most frequent on. The one that is drawn from is marked, or added. */
function noiseOf({ words, structure, hyper }) {
  const { counts, probabilities } = structure.noise;
  const columns = EXPONENTS.map(([exponent, title]) => ({ title, values: unigram(counts, exponent), used: false }));
  const drawn = probabilities ?? (hyper.noise === "uniform" ? counts.map(() => 1 / counts.length) : unigram(counts, Number(hyper.ns_exponent)));
  const same = columns.find(({ values }) => values.every((p, id) => Math.abs(p - drawn[id]) < 1e-9));
  if (same) same.used = true;
  else columns.push({ title: { unigram: `α = ${hyper.ns_exponent}`, uniform: "uniform" }[hyper.noise] ?? "given", values: drawn, used: true });
  const order = words.map((_, id) => id).sort((a, b) => counts[b] - counts[a] || a - b);
  return { counts, columns, order, reach: Math.max(...columns.map(({ values }) => values.reduce((most, p) => Math.max(most, p), 0))) };
}

/** P(w) ∝ count(w)^exponent, over the words that occur as output words. */
function unigram(counts, exponent) {
  const weights = counts.map((n) => (n > 0 ? n ** exponent : 0));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** The same of the words that an excerpt has. */
function excerptOf({ counts, columns, order, reach }, { ids: { word: ids }, places: { word: places } }) {
  const pick = (list) => Array.from(ids, (id) => list[id]);
  const some = order.filter((id) => places.has(id)).map((id) => places.get(id));
  return { counts: pick(counts), columns: columns.map((column) => ({ ...column, values: pick(column.values) })), order: some, reach };
}

/** How often the step draws each word, word id -> times; null while it has not. Each output word asks itself once. */
function drawnOf(scene) {
  const { session, frame } = scene;
  const asked = askedRows(scene);
  if (!asked) return { drawn: null, groups: null };
  const drawn = new Map();
  for (const id of asked) drawn.set(id, (drawn.get(id) ?? 0) + 1);
  for (const id of frame.outputs) drawn.set(id, drawn.get(id) - 1);
  const axis = session.quantities.find(({ name }) => name === rowIndex(session)).axes[0];
  const grouping = session.quantities.find(({ names, axes }) => names === "outputs" && axes[0] === axis);
  return { drawn, asked, groups: grouping && frame.get(grouping.name) };
}

function layoutOf(context, { width, height }, picture) {
  const { scene, order, columns } = picture;
  const pad = 0.6 * small(context);
  const [top, bottom] = [3.1 * small(context), height - 1.7 * small(context)];
  const fitting = Math.max(1, Math.floor((bottom - top) / (1.12 * small(context))));
  const ids = shownOf(scene, order, fitting, picture.drawn);
  const step = Math.min((bottom - top) / ids.length, 2.2 * small(context));
  setFont(context, normal(context), "bold");
  const widest = Math.max(...ids.map((id) => context.measureText(ellipsis(context, scene.session.words[id], 0.26 * width)).width));
  const label = Math.max(3 * small(context), widest + 4);
  const dots = Math.min(4.2 * small(context), 0.14 * width);
  const left = pad + dots + label + 0.6 * small(context);
  const gap = 0.7 * small(context);
  const each = (width - pad - left - gap * columns.length) / (columns.length + 0.7);
  const at = columns.map((_, i) => left + 0.7 * each + gap + i * (each + gap));
  return { width, height, top, bottom, ids, step, pad, dots, label, left, each, at, countWidth: 0.7 * each };
}

/** The words of this step, the hovered one, and the most frequent ones, in the order of their counts. */
function shownOf({ frame, hovered }, order, room, drawn) {
  if (order.length <= room) return order;
  const wanted = new Set([...(frame?.outputs ?? []), ...(drawn?.keys() ?? []), ...(hovered === null ? [] : [hovered])].slice(0, room));
  for (const id of order) if (wanted.size < room) wanted.add(id);
  return order.filter((id) => wanted.has(id));
}

function drawHead(context, { columns, drawn }, layout) {
  const muted = { pad: null, size: small(context), colour: role(context, "muted") };
  const y = layout.top - 0.85 * small(context);
  setFont(context, small(context));
  drawLabel(context, "count", layout.left, y, muted);
  drawLabel(context, "drawn", layout.pad, y, { ...muted, colour: role(context, drawn ? "error" : "muted"), room: layout.dots + layout.label });
  columns.forEach(({ title, used }, i) => {
    const x = layout.at[i];
    setFont(context, normal(context), used ? "bold" : "normal");
    drawLabel(context, title, x, y, { pad: null, room: layout.each, colour: role(context, used ? "activation" : "muted") });
    context.fillStyle = role(context, used ? "activation" : "grid");
    context.fillRect(x, layout.top - (used ? 3 : 2), layout.each, used ? 3 : 1);
    setFont(context, small(context));
    if (used) drawLabel(context, FROM, Math.min(x, layout.width - layout.pad - widthOf(context, FROM)), y - 1.15 * small(context), muted);
  });
  context.fillStyle = role(context, "grid");
  context.fillRect(layout.left, layout.top - 2, layout.countWidth, 1);
}

function drawRow(context, picture, layout, id, top) {
  const { scene, counts, columns, order, reach, drawn } = picture;
  const { session, frame, hovered } = scene;
  const y = top + layout.step / 2;
  const target = frame?.outputs.includes(id);
  const times = drawn?.get(id) ?? 0;
  if (id === hovered) {
    context.fillStyle = role(context, "accent-soft");
    context.fillRect(layout.pad - 3, top, layout.width - 2 * layout.pad + 6, layout.step);
  }
  drawDots(context, layout, y, times, target);
  setFont(context, layout.step >= normal(context) + 2 ? normal(context) : small(context), target || times ? "bold" : "normal");
  const colour = role(context, target ? "output" : drawn && !times ? "muted" : "text");
  drawLabel(context, session.words[id], layout.pad + layout.dots, y, { pad: null, room: layout.label, colour });
  drawBar(context, layout, { x: layout.left, width: layout.countWidth, top }, counts[id] / counts[order[0]], count(counts[id]), "weight", 0.25);
  columns.forEach(({ values, used }, i) => {
    drawBar(context, layout, { x: layout.at[i], width: layout.each, top }, values[id] / reach, values[id] ? percent(values[id]) : "0", "activation", used ? 0.5 : 0.2);
  });
}

/** A dot for each time that the word was drawn, a square for an output word. */
function drawDots(context, layout, y, times, target) {
  const radius = 0.28 * small(context);
  let x = layout.pad + radius;
  if (target) {
    context.fillStyle = role(context, "output");
    context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    x += 2.7 * radius;
  }
  context.fillStyle = role(context, "error");
  const dots = times + (target ? 1 : 0) > MOST_DOTS ? 1 : times;
  for (let i = 0; i < dots; i++, x += 2.4 * radius) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }
  if (dots === times) return;
  setFont(context, small(context));
  drawLabel(context, `×${times}`, x, y, { pad: null, colour: role(context, "error"), size: small(context) });
}

function drawBar(context, { step }, { x, width, top }, share, text, kind, strength) {
  context.fillStyle = tint(context, kind, strength);
  context.fillRect(x, top + 1, Math.max(share > 0 ? 1 : 0, share * width), step - 2);
  if (step < 1.05 * small(context)) return;
  setFont(context, small(context));
  drawLabel(context, text, x + width - 1, top + step / 2, { align: "right", pad: null, size: small(context), room: width });
}

function drawFoot(context, { scene }, layout) {
  const y = layout.height - 0.85 * small(context);
  const muted = { pad: null, size: small(context), colour: role(context, "muted") };
  setFont(context, small(context));
  const used = drawLabel(context, "P(w) ∝ count(w)^α", layout.pad, y, muted);
  const note = shareOfWords(layout.ids.length, scene.session) || "■ output word  ● drawn";
  drawLabel(context, note, layout.width - layout.pad, y, { ...muted, align: "right", room: layout.width - used - 40 });
}

function linesFor({ scene, counts, columns, drawn, asked, groups }, id) {
  const { session, frame } = scene;
  const lines = [session.words[id], ["times an output word", count(counts[id])]];
  for (const { title, values, used } of columns) lines.push([used ? `${title}, drawn from` : title, exact(values[id])]);
  if (frame?.outputs.includes(id)) lines.push("output word of this instance: not drawn against itself");
  if (drawn?.get(id) && groups) {
    asked.forEach((other, place) => {
      const word = frame.outputs[groups[place]];
      if (other === id && place > 0 && !(word === id)) lines.push(`drawn against ${session.words[word]}`);
    });
  } else if (drawn && !drawn.has(id)) lines.push("not drawn in this step");
  return lines;
}

function tableRows({ scene, counts, columns, order, drawn }) {
  return order.map((id) => [scene.session.words[id], counts[id], ...columns.map(({ values }) => exact(values[id])), drawn?.get(id) ?? (drawn ? 0 : "")]);
}
