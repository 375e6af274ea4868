/**
 * Matrices of a batch: what each stage computes for all instances at once, features × instances, as small heatmaps in the
 * order of computation. Each has its own scale, zero being the panel's colour.
 */
import { drawLabel, normal, pixelsOf, setFont, small, watchPicture } from "../../../draw/canvas.mjs";
import { role, scaleIndex, scaleTable } from "../../../draw/colours.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { niceLimit } from "../../../maths/limits.mjs";
import { parseFocus } from "../../../text/names.mjs";
import { exact, short } from "../../../text/numbers.mjs";

export function mount(root, app) {
  const painter = createPainter(app, root, "Matrices of the batch: a row a feature, a column an instance", { draw, show });
  const setTable = accessibleTable(app, root, "Matrices of the batch");

  function draw(context, scene) {
    const { surface } = painter;
    if (surface.width < 60 || surface.height < 40) return null;
    const maps = mapsOf(scene);
    place(maps, surface);
    for (const map of maps) drawMap(context, scene, map);
    return maps; // with their places
  }

  function show(maps, scene) {
    setTable(["matrix", "rows × instances", "smallest", "largest"], () => maps.map(tableRow), scene.playing);
    pointer.refresh();
  }

  const pointer = watchPicture(painter.surface.canvas, app, {
    pick: (x, y) => painter.shown && pick(painter.shown, x, y),
    word: (target) => target.word,
    lines: (target) => linesFor(painter.scene, target),
    click({ map, row, column }) {
      if (!map.data) return;
      app.setView({ instance: String(column) });
      app.focus(map.of.name, [row]);
    },
  });
  return painter;
}

/** The matrices of a scene: {quantity, of, rows, columns, data}; `data` is a vector an instance, or null before its stage. */
function mapsOf({ session, frame, stageIndex }) {
  const current = session.stages[stageIndex - 1]?.shows ?? [];
  return session.quantities.filter(({ matrix_of }) => matrix_of).map((quantity) => {
    const of = session.quantities.find(({ name }) => name === quantity.matrix_of);
    const data = frame?.batchOf(of.name) ?? null;
    const reach = data ? Math.max(...data.map((vector) => vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0))) : 0;
    return { quantity, of, rows: of.size, columns: frame?.batch ?? session.batch_size, data, limit: niceLimit(reach), current: current.includes(quantity.name) };
  });
}

/** A grid of equal cells, as square as the panel lets them be; each map fills its cell below its heading. */
function place(maps, { theme, width, height }) {
  const text = theme.small;
  const heading = 2.5 * text;
  const shapes = maps.map((_, i) => i + 1).map((across) => {
    const down = Math.ceil(maps.length / across);
    return { across, size: Math.min(width / across, (height / down - heading) * 1.6) };
  });
  const { across } = shapes.reduce((best, each) => (each.size > best.size ? each : best));
  const down = Math.ceil(maps.length / across);
  const gap = text;
  const side = 0.8 * text; // at either edge
  const [wide, tall] = [(width - 2 * side - (across - 1) * gap) / across, height / down];
  maps.forEach((map, i) => {
    const x = side + (i % across) * (wide + gap);
    const y = Math.floor(i / across) * tall;
    Object.assign(map, { x, y, top: y + heading, wide, tall: Math.max(4, tall - heading - 0.5 * text) });
  });
}

function drawMap(context, scene, map) {
  const { quantity, rows, columns, x, y, top, wide, tall, limit, data, current } = map;
  const kind = quantity.role;
  setFont(context, normal(context), "bold");
  const named = drawLabel(context, quantity.symbol, x, y + 0.75 * small(context), { pad: null, colour: role(context, kind) });
  setFont(context, small(context));
  const muted = { pad: null, colour: role(context, "muted"), size: small(context) };
  drawLabel(context, `${rows} × ${columns}`, x + named + 5, y + 0.75 * small(context), { ...muted, room: wide - named - 5 });
  drawLabel(context, data ? `${map.of.symbol}, ±${short(limit)}` : `${map.of.symbol}`, x, y + 1.9 * small(context), { ...muted, room: wide });
  if (data) {
    context.imageSmoothingEnabled = false;
    context.drawImage(imageOf(context, map), x, top, wide, tall);
    context.imageSmoothingEnabled = true;
  }
  context.strokeStyle = role(context, current ? kind : "grid");
  context.lineWidth = current ? 2 : 1;
  if (!data) context.setLineDash([3, 3]);
  context.strokeRect(x + 0.5, top + 0.5, wide - 1, tall - 1);
  context.setLineDash([]);
  if (data) drawChosen(context, scene, map);
}

/** The column of the instance that other panels show, and the number in focus. */
function drawChosen(context, { frame, view }, { of, rows, columns, x, top, wide, tall }) {
  const cell = wide / columns;
  context.strokeStyle = role(context, "accent");
  context.lineWidth = 1;
  context.strokeRect(x + frame.instance * cell + 0.5, top + 0.5, Math.max(2, cell - 1), tall - 1);
  const focus = parseFocus(view.focus);
  if (focus?.name !== of.name) return;
  const high = tall / rows;
  context.lineWidth = 2;
  context.strokeRect(x + frame.instance * cell - 1, top + focus.index.at(-1) * high - 1, Math.max(4, cell + 2), Math.max(4, high + 2));
}

/** A pixel a number. */
function imageOf(context, { data, rows, columns, limit }) {
  const { canvas, context: painter, image } = pixelsOf(context, columns, rows);
  const colours = new Uint32Array(image.data.buffer);
  const { rgba } = scaleTable(context);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) colours[at] = rgba[scaleIndex(data[column][row], limit)];
  }
  painter.putImageData(image, 0, 0);
  return canvas;
}

function pick(maps, x, y) {
  const map = maps.find((each) => x >= each.x && x < each.x + each.wide && y >= each.top && y < each.top + each.tall);
  if (!map) return null;
  const row = Math.floor(((y - map.top) / map.tall) * map.rows);
  const column = Math.floor(((x - map.x) / map.wide) * map.columns);
  return { map, row, column, word: map.of.axes[0] === "word" ? row : null };
}

function linesFor({ session, frame }, { map: { quantity, of, data }, row, column, word }) {
  const place = word === null ? `${of.axes[0]} ${row + 1}` : session.words[word];
  const value = data ? exact(data[column][row]) : "not yet computed";
  const instance = frame ? frame.wordsOf(column).map((id) => session.words[id]).join(" ") : "";
  return [[`${quantity.symbol}[${place}, ${column + 1}]`, value], `instance ${column + 1}${instance && `: ${instance}`}`, quantity.help, quantity.source];
}

function tableRow({ quantity, rows, columns, data }) {
  const ends = data ? [Math.min, Math.max].map((end) => exact(data.reduce((best, vector) => end(best, vector.reduce((a, b) => end(a, b))), data[0][0]))) : ["not yet computed", ""];
  return [quantity.symbol, `${rows} × ${columns}`, ...ends];
}
