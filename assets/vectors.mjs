/**
 * Vectors panel: every array that the step computes, a column each in the order of computation, filling in stage by
 * stage; and the error at the hidden layer taken apart into the output vectors that drag the input vector.
 */
import { createCanvas, ellipsis, font, NORMAL, SMALL, watchPointer } from "./canvas.mjs";
import { parseFocus } from "./network-picture.mjs";
import { exact, subscript } from "./numbers.mjs";
import { shownWords } from "./rows.mjs";
import { accessibleTable } from "./table.mjs";
import { drags, dragParts, drawDrags, effect } from "./vectors-drag.mjs";
import { drawColumn, drawFocus, drawLit, drawWords } from "./vectors-draw.mjs";
import { pickVectors, vectorsLayout, WORD } from "./vectors-layout.mjs";

export function mount(root, app) {
  const bar = instanceBar(root, app);
  const host = root.appendChild(document.createElement("div"));
  Object.assign(host.style, { position: "absolute", inset: "0" });
  const surface = createCanvas(host, "Vectors of this step", () => latest && paint(latest));
  const setTable = accessibleTable(root, "Vectors of this step");
  const widths = new WeakMap();
  let latest = null; // the scene painted last: kept for resizing and for the pointer
  let shown = null; // {layout, ids, parts, names, found, spots} of that scene

  function paint(scene) {
    latest = scene;
    host.style.top = `${bar.update(scene)}px`;
    const context = surface.begin();
    if (surface.width < 40 || surface.height < 40) return;
    const names = dragParts(scene.session);
    const layout = layoutFor(scene, context, names !== null);
    const ids = shownWords(scene, layout.rows, Math.ceil(layout.rows / 2));
    const parts = scene.session.quantities.map((quantity, i) => partOf(scene, quantity, layout.columns[i], ids));
    const found = names && drags(scene, names);
    drawLit(context, scene, ids, layout);
    drawWords(context, scene, ids, layout);
    for (const part of parts) drawColumn(context, part);
    const focused = focusedCell(scene, parts, ids);
    if (focused) drawFocus(context, focused.column, focused.row);
    const spots = layout.list ? drawDrags(context, scene, names, found, layout.list) : [];
    shown = { scene, layout, ids, parts, names, found, spots };
    setTable(["vector", "element", "value"], () => tableRows(scene, names, found), scene.playing);
    pointer.refresh();
  }

  function layoutFor(scene, context, hasDrags) {
    const { session, frame } = scene;
    const quantities = session.quantities.map(({ name, axes, size }) => ({
      axis: axes.at(-1),
      size: frame?.get(name)?.length ?? size,
    }));
    const { width, height } = surface;
    const widest = widestWord(session, context);
    return vectorsLayout({ width, height, quantities, words: session.words.length, widest, text: SMALL, drags: hasDrags });
  }

  function widestWord(session, context) {
    const known = widths.get(session);
    if (known?.version === surface.version) return known.width;
    context.font = font(NORMAL, "bold");
    const measure = (word) => context.measureText(ellipsis(context, word, 16 * SMALL)).width;
    const width = Math.max(...session.words.slice(0, 1000).map(measure));
    widths.set(session, { version: surface.version, width });
    return width;
  }

  const pointer = watchPointer(surface.canvas, {
    pick: (x, y) => shown && pick(shown, x, y),
    hover(target, event) {
      const word = target.word ?? null;
      if (word !== latest.hovered) app.hover(word);
      app.tooltip.show(event.clientX, event.clientY, linesFor(shown, target));
    },
    leave() {
      app.hover(null);
      app.tooltip.hide();
    },
    click(target) {
      if (target.kind === "cell") app.focus(shown.parts[target.column].quantity.name, [target.index]);
      if (target.kind === "drag" && target.part) app.focus(shown.names.error, [target.word]);
      if (target.kind === "word") app.pin(target.word);
    },
  });
  return { paint, resize: () => latest && paint(latest) };
}

/** What a column shows: the values of its rows, and the scale of the whole vector (not only of the words in sight). */
function partOf(scene, quantity, column, ids) {
  const all = scene.frame?.get(quantity.name) ?? null;
  let reach = 0;
  let signed = false;
  for (const value of all ?? []) {
    reach = Math.max(reach, Math.abs(value));
    signed ||= value < 0;
  }
  const values = all && (column.axis === WORD ? ids.map((id) => all[id]) : Array.from(all));
  const current = scene.session.stages[scene.stageIndex - 1]?.shows.includes(quantity.name) ?? false;
  return { quantity, column, values, reach, signed, current };
}

function focusedCell(scene, parts, ids) {
  const focus = parseFocus(scene.view?.focus);
  const part = focus && parts.find(({ quantity }) => quantity.name === focus.name);
  if (!part?.values) return null;
  const index = focus.index.at(-1);
  const row = part.column.axis === WORD ? ids.indexOf(index) : index;
  return row >= 0 && row < part.column.rows ? { column: part.column, row } : null;
}

function pick({ layout, ids, parts, spots }, x, y) {
  const { list } = layout;
  if (list && x >= list.x - 4 && y >= list.y) {
    const spot = spots.find(({ top, bottom }) => y >= top && y < bottom);
    return spot ? { kind: "drag", part: spot.part, word: spot.part?.word } : null;
  }
  const target = pickVectors(layout, x, y);
  if (target?.kind === "word") return { ...target, word: ids[target.row] };
  if (target?.kind !== "cell") return target;
  const isWord = parts[target.column].column.axis === WORD;
  return { ...target, index: isWord ? ids[target.row] : target.row, word: isWord ? ids[target.row] : undefined };
}

function linesFor({ scene, parts, names, found }, target) {
  const { words } = scene.session;
  if (target.kind === "word") return [words[target.word]];
  if (target.kind === "drag") return dragLines(words, target.part, found, names);
  const { quantity, values } = parts[target.column];
  const about = [quantity.help, quantity.source].filter(Boolean);
  if (target.kind === "head") return [quantity.symbol, ...about];
  const title = target.word === undefined ? subscript(quantity.symbol, target.index) : `${quantity.symbol} of ${words[target.word]}`;
  return [[title, values ? exact(values[target.row]) : "not yet computed"], ...about];
}

function dragLines(words, part, found, names) {
  const vector = part ? part.vector : found.sum;
  const title = part ? [words[part.word], `${effect(part.error)} the input vectors`, [names.error, exact(part.error)]] : [`${names.sum}: the sum over all words`];
  const numbers = Array.from(vector).slice(0, 12).map((value, k) => [`unit ${k + 1}`, exact(value)]);
  return [...title, ...(part ? [["length", exact(part.norm)]] : []), ...numbers, ...(vector.length > 12 ? [`… ${vector.length} units`] : [])];
}

function tableRows(scene, names, found) {
  const { session, frame } = scene;
  const label = (axis, i) => (axis === WORD ? session.words[i] : `${axis} ${i + 1}`);
  const rows = session.quantities.flatMap(({ name, symbol, axes }) => {
    const values = frame?.get(name);
    return values ? Array.from(values, (value, i) => [symbol, label(axes.at(-1), i), exact(value)]) : [[symbol, "", "not yet computed"]];
  });
  const parts = (found?.parts ?? []).map(({ word, error, vector }) => [
    `${names.error} · v′`, `${session.words[word]} ${effect(error)}`, Array.from(vector, exact).join(", "),
  ]);
  return [...rows, ...parts];
}

/** "instance 1 of 4" with two buttons, shown for minibatches only; `update` returns the height it takes. */
function instanceBar(root, app) {
  const bar = root.appendChild(document.createElement("div"));
  bar.className = "panel-bar";
  bar.hidden = true;
  const [text, back, on] = ["span", "button", "button"].map((tag) => bar.appendChild(document.createElement(tag)));
  let [chosen, batch] = [0, 1];
  for (const [button, sign, label, step] of [[back, "‹", "previous instance", -1], [on, "›", "next instance", 1]]) {
    button.type = "button";
    button.textContent = sign;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => app.setView({ instance: String((chosen + step + batch) % batch) }));
  }
  return {
    update({ frame, view }) {
      batch = frame?.batch ?? 1;
      chosen = Math.min(batch - 1, Math.max(0, Number(view?.instance) || 0));
      bar.hidden = batch < 2;
      if (bar.hidden) return 0;
      const said = `instance ${chosen + 1} of ${batch}`;
      if (text.textContent !== said) text.textContent = said;
      return bar.offsetHeight;
    },
  };
}
