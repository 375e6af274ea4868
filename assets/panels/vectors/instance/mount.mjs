/**
 * Vectors panel: every array that the step computes, a column each in the order of computation, filling in stage by
 * stage; and the error at the hidden layer taken apart into the output vectors that drag the input vector.
 */
import { ellipsis, normal, setFont, small, watchPointer } from "../../../draw/canvas.mjs";
import { element } from "../../../draw/figure.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { shownWords, wordsToMeasure } from "../../../maths/rows.mjs";
import { parseFocus, rowName, shortName } from "../../../text/names.mjs";
import { exact, subscript } from "../../../text/numbers.mjs";
import { drags, dragParts, drawDrags, effect } from "./drag.mjs";
import { drawColumn, drawFocus, drawLit, drawWords } from "./draw.mjs";
import { pickVectors, vectorsLayout, WORD } from "./layout.mjs";

export function mount(root, app) {
  const bar = instanceBar(root, app);
  const host = root.appendChild(element("div"));
  Object.assign(host.style, { position: "absolute", inset: "0" });
  const painter = createPainter(app, host, "Vectors of this step", { draw, show });
  const { surface } = painter;
  const setTable = accessibleTable(app, root, "Vectors of this step");
  const widths = new WeakMap();

  function draw(context, scene) {
    if (surface.width < 40 || surface.height < 40) return null;
    const names = dragParts(scene.session);
    const layout = layoutFor(scene, context, names !== null);
    const ids = shownWords(scene, layout.rows, Math.ceil(layout.rows / 2));
    const parts = withColumn(scene.session).map((quantity, i) => partOf(scene, quantity, layout.columns[i], ids));
    for (const part of parts) part.rows = askedOn(scene, part.column.axis);
    const found = names && drags(scene, names);
    drawLit(context, scene, ids, layout, parts);
    drawWords(context, scene, ids, layout);
    for (const part of parts) drawColumn(context, scene, part);
    const focused = focusedCell(scene, parts, ids);
    if (focused) drawFocus(context, focused);
    const spots = layout.list ? drawDrags(context, scene, names, found, layout.list) : [];
    return { scene, layout, ids, parts, names, found, spots };
  }

  function show({ names, found }, scene) {
    setTable(["vector", "element", "value"], () => tableRows(scene, names, found), scene.playing);
    pointer.refresh();
  }

  function layoutFor(scene, context, hasDrags) {
    const { session, frame } = scene;
    const quantities = withColumn(session).map(({ name, axes, shape, role, names, row_names: named }) => ({
      axis: axes[0],
      size: shape.length > 1 ? shape[0] : frame?.length(name) ?? shape[0],
      across: shape[1],
      role,
      names,
      named: Boolean(named),
      digits: names && String(session.parameters.find(({ change }) => change[0]?.at === name)?.shape[0] ?? 0).length,
    }));
    const { width, height } = surface;
    const widest = widestWord(session, context);
    return vectorsLayout({ width, height, quantities, words: session.words.length, widest, text: small(context), drags: hasDrags });
  }

  function widestWord(session, context) {
    const known = widths.get(session.whole);
    if (known?.version === surface.version) return known.width;
    setFont(context, normal(context), "bold");
    const measure = (word) => context.measureText(ellipsis(context, word, 16 * small(context))).width;
    const width = Math.max(0, ...wordsToMeasure(session).map(measure));
    widths.set(session.whole, { version: surface.version, width });
    return width;
  }

  /** The bar above takes its room first. */
  function paint(scene) {
    host.style.top = `${bar.update(scene)}px`;
    painter.paint(scene);
  }

  const pointer = watchPointer(surface.canvas, {
    pick: (x, y) => painter.shown && pick(painter.shown, x, y),
    hover(target, event) {
      const word = target.word ?? null;
      if (word !== painter.scene.hovered) app.hover(word);
      app.tooltip.show(event.clientX, event.clientY, linesFor(painter.shown, target));
    },
    leave() {
      app.hover(null);
      app.tooltip.hide();
    },
    click(target) {
      const { parts, names } = painter.shown;
      if (target.kind === "cell") app.focus(parts[target.column].quantity.name, target.index);
      if (target.kind === "drag" && target.part) app.focus(names.error, [target.part.place]);
      if (target.kind === "word") app.pin(target.word);
    },
  });
  return { paint, prepare: painter.prepare };
}

/** The quantities with a column: matrices of a whole batch repeat what is there instance by instance. */
const withColumn = ({ quantities }) => quantities.filter(({ matrix_of }) => !matrix_of);

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

/**
 * The rows on the axis of what a step asks: {ids, names, groups, ofWords}, null on another axis or before they are known.
 * `groups` are the places of the output words that they belong to.
 */
function askedOn({ session, frame }, axis) {
  const on = session.quantities.filter(({ axes, names }) => names && axes[0] === axis);
  const [naming, grouping] = [on.find(({ names }) => names !== "outputs"), on.find(({ names }) => names === "outputs")];
  const ids = naming && frame?.get(naming.name);
  if (!ids) return null;
  const weights = session.parameters.find(({ change }) => change[0]?.at === naming.name)?.name;
  const named = (naming) => Array.from(ids, (id) => (weights ? naming(session, weights, id) : session.words[id] ?? "–"));
  return { ids, names: named(rowName), short: named(shortName), groups: grouping ? frame.get(grouping.name) : null, ofWords: naming.names === WORD };
}

function focusedCell(scene, parts, ids) {
  const focus = parseFocus(scene.view?.focus);
  const part = focus && parts.find(({ quantity }) => quantity.name === focus.name);
  if (!part?.values) return null;
  const [index, across = 0] = focus.index.slice(-part.quantity.axes.length);
  const row = part.column.axis === WORD ? ids.indexOf(index) : index;
  return row >= 0 && row < part.column.rows ? { column: part.column, row, across } : null;
}

function pick({ layout, ids, parts, spots }, x, y) {
  const { list } = layout;
  if (list && x >= list.x - 4 && y >= list.y) {
    const spot = spots.find(({ top, bottom }) => y >= top && y < bottom);
    return spot ? { kind: "drag", part: spot.part, word: spot.part?.word ?? undefined } : null;
  }
  const target = pickVectors(layout, x, y);
  if (target?.kind === "word") return { ...target, word: ids[target.row] };
  if (target?.kind !== "cell") return target;
  const { column, rows, quantity } = parts[target.column];
  const isWord = column.axis === WORD;
  const row = isWord ? ids[target.row] : target.row;
  const index = quantity.axes.length > 1 ? [row, target.across] : [row];
  return { ...target, index, word: rows?.ofWords && rows.ids[row] >= 0 ? rows.ids[row] : isWord ? row : undefined };
}

function linesFor({ scene, parts, names, found }, target) {
  const { words } = scene.session;
  if (target.kind === "word") return [words[target.word]];
  if (target.kind === "drag") return dragLines(target.part, found, names);
  const { quantity, values, rows } = parts[target.column];
  const about = [quantity.help, quantity.source].filter(Boolean);
  if (target.kind === "head") return [quantity.symbol, ...about];
  const { across, axis } = parts[target.column].column;
  const value = values ? exact(values[target.row * across + target.across]) : "not yet computed";
  if (quantity.axes.length > 1) return [[`${quantity.symbol}[${quantity.row_names?.[target.row] ?? rows?.names[target.row] ?? target.row + 1}, ${target.across + 1}]`, value], ...about];
  if (rows) return askedLines(scene, quantity, rows, target.row, values, about);
  const title = axis === WORD ? `${quantity.symbol} of ${words[target.word]}` : subscript(quantity.symbol, target.row);
  return [[title, value], ...about];
}

function askedLines({ session, frame }, { symbol, names }, rows, row, values, about) {
  const group = rows.groups ? [["for", session.words[frame.outputs[rows.groups[row]]]]] : [];
  return [names ? rows.names[row] : `${symbol} of ${rows.names[row]}`, ...(names ? [] : [[symbol, values ? exact(values[row]) : "not yet computed"]]), ...group, ...about];
}

function dragLines(part, found, names) {
  const vector = part ? part.vector : found.sum;
  const title = part ? [part.name, `${effect(part.error)} the input vectors`, [names.error, exact(part.error)]] : [`${names.sum}: the sum over all of them`];
  const numbers = Array.from(vector).slice(0, 12).map((value, k) => [`unit ${k + 1}`, exact(value)]);
  return [...title, ...(part ? [["length", exact(part.norm)]] : []), ...numbers, ...(vector.length > 12 ? [`… ${vector.length} units`] : [])];
}

function tableRows(scene, names, found) {
  const { session, frame } = scene;
  const label = (axis, i) => (axis === WORD ? session.words[i] : `${axis} ${i + 1}`);
  const rows = withColumn(session).flatMap(({ name, symbol, axes, shape: [, across = 1], row_names: names }) => {
    const values = frame?.get(name);
    const asked = askedOn(scene, axes[0]);
    const place = (i) => names?.[Math.floor(i / across)] ?? asked?.names[Math.floor(i / across)] ?? label(axes[0], Math.floor(i / across));
    const whole = (i) => (axes.length > 1 ? `${place(i)}, ${label(axes[1], i % across)}` : place(i));
    return values ? Array.from(values, (value, i) => [symbol, whole(i), exact(value)]) : [[symbol, "", "not yet computed"]];
  });
  const parts = (found?.parts ?? []).map(({ name, error, vector }) => [
    `${names.error} · v′`, `${name} ${effect(error)}`, Array.from(vector, exact).join(", "),
  ]);
  return [...rows, ...parts];
}

/** "instance 1 of 4" with two buttons, shown for minibatches only; `update` returns the height it takes. */
function instanceBar(root, app) {
  const bar = root.appendChild(element("div"));
  bar.className = "panel-bar";
  bar.hidden = true;
  const [text, back, on] = ["span", "button", "button"].map((tag) => bar.appendChild(element(tag)));
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
      bar.toggleAttribute("hidden", batch < 2);
      if (bar.hidden) return 0;
      const said = `instance ${chosen + 1} of ${batch}`;
      if (text.textContent !== said) text.textContent = said;
      return bar.offsetHeight;
    },
  };
}
