/** The picture of the noise: a row a word with its draws, its count, and its share of each distribution. */
import { GRID, label, MUTED, present, TEXT } from "../../../draw/composing.mjs";
import { shareOfWords } from "../../../text/names.mjs";
import { count, percent } from "../../../text/numbers.mjs";
import { noiseLayout, rowsThatFit } from "./layout.mjs";
import { drawsOf, noiseOf } from "./noise.mjs";

/** @import { Colour, Mark, Measure, Room, Scene } from "../../../types" */
/** @import { NoiseLayout } from "./layout.mjs" */
/** @import { Draws, Noise } from "./noise.mjs" */
/** @typedef {Noise & { scene: Scene, draws: Draws | null }} NoiseShown */
/** @typedef {NonNullable<ReturnType<typeof compose>>} NoisePicture */

const FROM = "drawn from"; // above the column of the distribution in use
const FORMULA = "P(w) ∝ count(w)^α";
const SIGNS = ["■ output word  ● drawn", "■ output  ● drawn"]; // at length, and shorter
const MOST_DOTS = 4;
const [ERROR, ACTIVATION, OUTPUT] = ["error", "activation", "output"].map((role) => ({ role }));

/** @param {Scene} scene @param {Room} room @param {Measure} measure */
export function compose(scene, { width, height }, measure) {
  if (width < 60 || height < 40) return null;
  const shown = { scene, draws: drawsOf(scene), ...noiseOf(scene.session) };
  const text = measure.small;
  const ids = wordsShown(shown, rowsThatFit(height, text));
  /** @param {number} id */
  const widthOf = (id) =>
    measure.width(measure.fit(scene.session.words[id], 0.26 * width, measure.normal, true), measure.normal, true);
  const widest = Math.max(...ids.map(widthOf));
  const counted = { rows: ids.length, columns: shown.columns.length, skips: skipsIn(scene) };
  const layout = noiseLayout({ width, height, ...counted, widest, text });
  const marks = [
    ...headings(measure, shown, layout),
    ...words(measure, shown, layout, ids),
    ...draws(measure, shown, layout, ids),
    ...bars(measure, shown, layout, ids),
    ...foot(measure, shown, layout),
  ];
  return { marks, layout, ids, shown };
}

/** Whether a draw of the target is skipped. @param {Scene} scene */
const skipsIn = ({ session }) => session.hyper.noise_hit === "skip";

/**
 * The words of this step, the hovered one, and the most frequent ones, in the order of their counts.
 * @param {NoiseShown} shown
 * @param {number} most
 */
function wordsShown({ scene: { frame, hovered }, order, draws }, most) {
  if (order.length <= most) return order;
  const own = [...(frame?.outputs ?? []), ...(draws?.times.keys() ?? []), ...(hovered === null ? [] : [hovered])];
  const wanted = new Set(own.slice(0, most));
  for (const id of order) if (wanted.size < most) wanted.add(id);
  return order.filter((id) => wanted.has(id));
}

/** @param {Measure} measure @param {NoiseShown} shown @param {NoiseLayout} layout @returns {Mark[]} */
function headings(measure, { columns, draws }, layout) {
  const { small, normal } = measure;
  const muted = { pad: null, size: small, colour: MUTED };
  const y = layout.top - 0.85 * small;
  /** @type {(Mark | null)[]} */
  const marks = [
    label(measure, "count", layout.left, y, muted),
    label(measure, "drawn", layout.pad, y, {
      ...muted,
      colour: draws ? ERROR : MUTED,
      room: layout.dots + layout.label,
    }),
    { mark: "boxes", boxes: [layout.left, layout.top - 2, layout.countWidth, 1], fill: GRID },
  ];
  columns.forEach(({ title, used }, i) => {
    const x = layout.columns[i];
    const room = layout.each;
    marks.push(
      label(measure, title, x, y, { pad: null, room, bold: used, size: normal, colour: used ? ACTIVATION : MUTED }),
    );
    const line = used ? 3 : 1;
    marks.push({
      mark: "boxes",
      boxes: [x, layout.top - (used ? 3 : 2), room, line],
      fill: used ? ACTIVATION : GRID,
    });
    const from = Math.min(x, layout.width - layout.pad - measure.width(FROM, small));
    if (used) marks.push(label(measure, FROM, from, y - 1.15 * small, muted));
  });
  return present(marks);
}

/**
 * The names, on a band under the hovered one.
 * @param {Measure} measure
 * @param {NoiseShown} shown
 * @param {NoiseLayout} layout
 * @param {number[]} ids
 * @returns {Mark[]}
 */
function words(measure, { scene, draws }, { top, step, pad, width, dots, label: room }, ids) {
  const { session, frame, hovered } = scene;
  const size = step >= measure.normal + 2 ? measure.normal : measure.small;
  const band = ids.flatMap((id, row) => (id === hovered ? [pad - 3, top + row * step, width - 2 * pad + 6, step] : []));
  const names = ids.map((id, row) => {
    const target = frame?.outputs.includes(id) ?? false;
    const drawn = (draws?.times.get(id) ?? 0) > 0;
    const colour = target ? OUTPUT : draws && !drawn ? MUTED : TEXT;
    const y = top + (row + 0.5) * step;
    return label(measure, session.words[id], pad + dots, y, { pad: null, size, bold: target || drawn, room, colour });
  });
  return [{ mark: "boxes", boxes: band, fill: { role: "accent-soft" } }, ...present(names)];
}

/**
 * A dot for each time that a word was drawn, a ring for each that was skipped, a square for an output word; where
 * they are too many, one of a kind with its number, the number alone, or an ellipsis, as there is room.
 * @param {Measure} measure
 * @param {NoiseShown} shown
 * @param {NoiseLayout} layout
 * @param {number[]} ids
 * @returns {Mark[]}
 */
function draws(measure, { scene, draws }, { top, step, pad, dots: room }, ids) {
  const { frame } = scene;
  const skips = skipsIn(scene);
  const radius = 0.28 * measure.small;
  /** @type {number[]} */
  const squares = [];
  /** @type {Mark[]} */
  const dots = [];
  ids.forEach((id, row) => {
    const [times, target] = [draws?.times.get(id) ?? 0, frame?.outputs.includes(id)];
    const skipped = skips ? (draws?.hits.get(id) ?? 0) : 0;
    const many = times + skipped + (target ? 1 : 0) > MOST_DOTS;
    const y = top + (row + 0.5) * step;
    let x = pad + radius;
    if (target) {
      squares.push(x - radius, y - radius, 2 * radius, 2 * radius);
      x += 2.7 * radius;
    }
    for (const [number, ink] of /** @type {const} */ ([
      [times, { fill: ERROR }],
      [skipped, { stroke: ERROR }],
    ])) {
      const text = `×${number}`;
      const wide = measure.width(text, measure.small);
      const last = pad + room - wide; // where the number may begin
      const several = many && number > 1;
      const some = several ? Number(x + 2.4 * radius <= last) : number;
      for (let i = 0; i < some; i++, x += 2.4 * radius) dots.push({ mark: "discs", discs: [x, y, radius], ...ink });
      if (!several) continue;
      if (!some) x -= radius;
      const written = label(measure, x > last ? "…" : text, x, y, { pad: null, colour: ERROR, size: measure.small });
      if (written) dots.push(written);
      x += wide + 1.5 * radius;
    }
  });
  return [{ mark: "boxes", boxes: squares, fill: OUTPUT }, ...dots];
}

/**
 * @param {Measure} measure
 * @param {NoiseShown} shown
 * @param {NoiseLayout} layout
 * @param {number[]} ids
 * @returns {Mark[]}
 */
function bars(measure, { counts, columns, order, highest }, layout, ids) {
  const tallies = ids.map((id) => counts[id]);
  const most = counts[order[0]];
  const ofCounts = barsOf(measure, layout, {
    x: layout.left,
    width: layout.countWidth,
    shares: tallies.map((n) => n / most),
    texts: tallies.map(count),
    fill: { tint: "weight", share: 0.25 },
  });
  const ofColumns = columns.flatMap(({ values, used }, i) =>
    barsOf(measure, layout, {
      x: layout.columns[i],
      width: layout.each,
      shares: ids.map((id) => values[id] / highest),
      texts: ids.map((id) => (values[id] ? percent(values[id]) : "0")),
      fill: { tint: "activation", share: used ? 0.5 : 0.2 },
    }),
  );
  return [...ofCounts, ...ofColumns];
}

/**
 * A column of bars, with its numbers where there is room for them.
 * @param {Measure} measure
 * @param {NoiseLayout} layout
 * @param {{ x: number, width: number, shares: number[], texts: string[], fill: Colour }} column
 * @returns {Mark[]}
 */
function barsOf({ small, fit }, { top, step }, { x, width, shares, texts, fill }) {
  const boxes = shares.flatMap((share, row) => [
    x,
    top + row * step + 1,
    Math.max(share > 0 ? 1 : 0, share * width),
    step - 2,
  ]);
  /** @type {Mark} */
  const filled = { mark: "boxes", boxes, fill };
  if (step < 1.05 * small) return [filled];
  const points = texts.flatMap((_, row) => [x + width - 1, top + (row + 0.5) * step]);
  const fitting = texts.map((text) => fit(text, width, small));
  return [filled, { mark: "texts", texts: fitting, points, size: small, align: "right", colour: TEXT }];
}

/**
 * What the signs mean, always, with what else is to be said of the words; the formula, where there is room beside that.
 * @param {Measure} measure
 * @param {NoiseShown} shown
 * @param {NoiseLayout} layout
 * @returns {Mark[]}
 */
function foot(measure, { scene, draws }, { width, height, pad, rows }) {
  const y = height - 0.85 * measure.small;
  const muted = { pad: null, size: measure.small, colour: MUTED };
  const hits = [...(draws?.hits.values() ?? [])].reduce((sum, times) => sum + times, 0);
  const skips = skipsIn(scene);
  const hit = hits && `target drawn ${hits === 1 ? "once" : `×${hits}`}: ${skips ? "○ skipped" : "kept"}`;
  const said = hit || shareOfWords(rows, scene.session);
  const widthOf = (/** @type {string} */ text) => measure.width(text, measure.small) + measure.normal;
  let room = width - 2 * pad;
  const signs = SIGNS.find((text) => widthOf(text) + widthOf(said) < room) ?? SIGNS[1];
  /** @type {(Mark | null)[]} */
  const marks = [];
  for (const text of [signs, said].filter(Boolean)) {
    marks.push(label(measure, text, pad + room, y, { ...muted, align: "right", room }));
    room -= widthOf(text);
  }
  if (widthOf(FORMULA) < room) marks.push(label(measure, FORMULA, pad, y, muted));
  return present(marks);
}
