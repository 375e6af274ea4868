/**
 * The picture of the output words' panels: the errors of each beside their sum, then what each sends back and the sum
 * of that. All parts of a sum are drawn to one scale.
 */
import { label, MUTED, present, TEXT } from "../../../draw/composing.mjs";
import { largestSize } from "../../../maths/limits.mjs";
import { parseFocus } from "../../../maths/named.mjs";
import { widestWord } from "../instance/facts.mjs";
import { columnBody } from "../instance/columns.mjs";
import { countOf, namesOf, panelsOf, wordOf } from "./facts.mjs";
import { outputsLayout, roomFor } from "./layout.mjs";

/** @import { Mark, Measure, Room, Scene } from "../../../types" */
/** @import { Panel, Part } from "./facts.mjs" */
/** @import { LaidOut, OutputsLayout, PanelBox } from "./layout.mjs" */
/** @typedef {NonNullable<ReturnType<typeof compose>>} OutputsPicture */

/** @param {Scene} scene @param {Room} room @param {Measure} measure */
export function compose(scene, { width, height }, measure) {
  if (width < 40 || height < 60) return null;
  const { small } = measure;
  const names = namesOf(scene);
  const count = countOf(scene);
  if (!names || !count) return { marks: present([nothing(measure, width)]), scene, panels: [], layout: null };
  let most = count + 1;
  /** @type {Panel[]} */
  let panels = [];
  /** @type {OutputsLayout} */
  let layout;
  do {
    most -= 1;
    panels = panelsOf(scene, names, most, roomFor(height, small).rows);
    const [{ ids }] = panels;
    const wide = ids ? Math.min(widestWord(scene.session, measure) + 2, 0.2 * width) : 0;
    layout = outputsLayout({
      width,
      height,
      text: small,
      label: wide,
      panels: panels.map((panel) => laidOut(panel, measure)),
    });
  } while (!layout.fits && most > 1);
  const marks = [
    ...words(scene, panels[0], layout, measure),
    ...panels.flatMap((panel, i) => [
      ...hoveredRows(scene, panel, layout, layout.panels[i]),
      ...panel.parts.flatMap((part, at) => partMarks(scene, part, layout.panels[i], at, measure)),
      ...rowNames(scene, panel, layout.panels[i], measure),
      ...heads(scene, panel, layout.panels[i], measure),
    ]),
    ...focused(scene, panels, layout),
  ];
  return { marks, scene, panels, layout };
}

/** @param {Measure} measure @param {number} width */
const nothing = (measure, width) =>
  label(measure, "A step fills a panel for each of its output words.", 0.6 * measure.small, 1.5 * measure.small, {
    pad: null,
    colour: MUTED,
    room: width,
  });

/** @param {Panel} panel @param {Measure} measure @returns {LaidOut} */
function laidOut({ ids, asked, parts }, { small, width }) {
  if (ids) return { rows: ids.length, parts: parts.length, named: 0, numbered: 0 };
  if (asked) {
    const named =
      Math.max(1.2 * small, ...asked.short.map((name) => Math.min(width(name, small, true), 4 * small))) + 3;
    return { rows: asked.ids.length, parts: parts.length, named, numbered: 0 };
  }
  const [{ quantity }] = parts;
  return {
    rows: quantity.size,
    parts: parts.length,
    named: 0,
    numbered: (0.3 + 0.62 * String(quantity.size).length) * small,
  };
}

/**
 * The numbers of a column as the vectors' own columns have them.
 * @param {Scene} scene
 * @param {Part} part
 * @param {PanelBox} box
 * @param {number} at
 * @param {Measure} measure
 * @returns {Mark[]}
 */
function partMarks(scene, { quantity, values, limit }, box, at, measure) {
  const { top, bottom, step, rows, width } = box;
  const column = {
    axis: "",
    across: 1,
    folds: 1,
    rows,
    some: 0,
    step,
    gutter: at || !box.numbered ? 0 : box.numbered,
    x: box.xs[at],
    width,
    head: top,
    top,
    bottom,
    floor: bottom,
  };
  const shown = {
    quantity,
    column,
    values,
    asked: null,
    most: largestSize(values ?? []),
    reach: limit,
    signed: quantity.role === "error",
    current: false,
  };
  return columnBody(measure, scene, shown);
}

/**
 * Whose each column is, and its symbol.
 * @param {Scene} scene
 * @param {Panel} panel
 * @param {PanelBox} box
 * @param {Measure} measure
 * @returns {Mark[]}
 */
function heads({ session, frame, stageIndex }, { parts, asked }, box, measure) {
  const { small } = measure;
  const current = session.stages[stageIndex - 1]?.shows ?? [];
  const [whose, symbols] = [box.top - 2.05 * small, box.top - 0.95 * small];
  return parts.flatMap(({ of, rest, symbol, quantity, values }, at) => {
    const x = box.xs[at];
    const colour = values ? { role: quantity.role } : MUTED;
    const alone = of !== null && asked === null;
    const shared = quantity.role === "error" ? "sum" : "all";
    const name = of === null ? (rest ? `+ ${rest}` : shared) : session.words[frame?.outputs[of] ?? 0];
    const own = {
      pad: null,
      size: small,
      room: box.width,
      bold: of !== null,
      colour: of === null ? MUTED : { role: "output" },
    };
    const bold = current.includes(quantity.name);
    /** @type {Mark} */
    const line = { mark: "boxes", boxes: [x, box.top - (bold ? 3 : 2), box.width, bold ? 3 : 1], fill: colour };
    return present([
      alone || of === null ? label(measure, name, x + 1, whose, own) : null,
      !alone && of !== null && at === 0
        ? label(measure, name, box.names, whose, { ...own, room: box.end - box.names })
        : null,
      label(measure, symbol, x + 1, symbols, { pad: null, size: small, room: box.width, bold, colour }),
      line,
    ]);
  });
}

/**
 * The names of the rows that an output word asks.
 * @param {Scene} scene
 * @param {Panel} panel
 * @param {PanelBox} box
 * @param {Measure} measure
 * @returns {Mark[]}
 */
function rowNames({ frame }, { asked }, box, measure) {
  const size = measure.small;
  if (!asked || box.step < 0.95 * size) return [];
  return present(
    asked.short.map((name, row) => {
      const target = asked.ofWords && (frame?.outputs.includes(asked.ids[row]) ?? false);
      const colour = target ? { role: "output" } : TEXT;
      return label(measure, name, box.names, box.top + (row + 0.5) * box.step, {
        pad: null,
        colour,
        size,
        bold: target,
        room: box.named - 2,
      });
    }),
  );
}

/**
 * The words of the rows, at the left; a disc marks the input words, a square the output words.
 * @param {Scene} scene
 * @param {Panel} panel
 * @param {OutputsLayout} layout
 * @param {Measure} measure
 * @returns {Mark[]}
 */
function words({ session, frame, hovered, pins }, { ids }, layout, measure) {
  const { small } = measure;
  const [{ top, step }] = layout.panels;
  return (ids ?? []).flatMap((id, row) => {
    const y = top + (row + 0.5) * step;
    const [input, output] = [frame?.inputs.includes(id), frame?.outputs.includes(id)];
    const colour = input ? { role: "input" } : output ? { role: "output" } : TEXT;
    const bold = input || output || pins.includes(id) || id === hovered;
    const [x, radius] = [layout.marks + 0.4 * small, 0.28 * small];
    const square = [layout.marks + (input ? 0.95 : 0.4) * small - radius, y - radius, 2 * radius, 2 * radius];
    return present([
      input ? { mark: /** @type {const} */ ("discs"), discs: [x, y, radius], fill: { role: "input" } } : null,
      output ? { mark: /** @type {const} */ ("boxes"), boxes: square, fill: { role: "output" } } : null,
      label(measure, session.words[id], layout.label, y, {
        room: layout.labelWidth,
        pad: null,
        colour,
        size: small,
        bold,
      }),
    ]);
  });
}

/**
 * Bands behind the hovered word.
 * @param {Scene} scene
 * @param {Panel} panel
 * @param {OutputsLayout} layout
 * @param {PanelBox} box
 * @returns {Mark[]}
 */
function hoveredRows(scene, panel, layout, box) {
  if (scene.hovered === null) return [];
  const left = panel.ids ? layout.marks : box.names;
  const boxes = Array.from({ length: box.rows }, (_, row) => row).flatMap((row) =>
    wordOf(scene, panel, row) === scene.hovered ? [left, box.top + row * box.step, box.end - left, box.step] : [],
  );
  return [{ mark: "boxes", boxes, fill: { role: "accent-soft" } }];
}

/**
 * A frame around the number in focus.
 * @param {Scene} scene
 * @param {Panel[]} panels
 * @param {OutputsLayout} layout
 * @returns {Mark[]}
 */
function focused({ view, session, frame }, panels, layout) {
  const focus = parseFocus(view.focus);
  if (!focus) return [];
  for (const [i, { parts }] of panels.entries())
    for (const [at, { quantity, index }] of parts.entries()) {
      const { rows, xs, width, top, step } = layout.panels[i];
      const whole = (/** @type {number} */ row) => {
        const own = index?.(row) ?? [];
        return own.length < 2 && focus.index.length > 1 && session.batch_size > 1 ? [frame?.instance, ...own] : own;
      };
      const row =
        focus.name === quantity.name
          ? Array.from({ length: rows }, (_, each) => whole(each).join()).indexOf(focus.index.join())
          : -1;
      if (row >= 0)
        return [
          { mark: "boxes", boxes: [xs[at], top + row * step, width, step], stroke: { role: "accent" }, width: 2 },
        ];
    }
  return [];
}
