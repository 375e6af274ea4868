/**
 * The list of drags: the output vectors that pull and push the input vector, each as a strip of cells, and their sum.
 */
import { GRID, label, legend, MUTED, present, TEXT } from "../../../draw/composing.mjs";
import { dashesIn } from "../../../draw/signs.mjs";
import { last } from "../../../maths/declared.mjs";
import { symbolOf } from "../../../text/names.mjs";
import { count, format, pointed } from "../../../text/numbers.mjs";
import { effect, MOST } from "./drag.mjs";

/** @import { Mark, Measure, Scene } from "../../../types" */
/** @import { DragParts, Drags, Part } from "./drag.mjs" */
/** @typedef {{ x: number, y: number, width: number, height: number }} ListBox */
/** @typedef {{ part: Part | null, top: number, bottom: number }} Spot where a part stands; the sum has no part */
/** @typedef {ReturnType<typeof arrange>} Arranged */

const ERROR = { role: "error" };

/**
 * Where things stand in a part's row: one line where the box is wide, else name and error above the strip.
 * @param {ListBox} box
 * @param {number} text its size in px
 */
function arrange({ x, width }, text) {
  return width >= 20 * text
    ? {
        step: 1.4 * text,
        text: 0.7 * text,
        strip: { x: x + 0.3 * width, y: 0.25 * text, width: 0.38 * width, height: 0.9 * text },
        name: 0.29 * width,
      }
    : {
        step: 2.45 * text,
        text: 0.72 * text,
        strip: { x, y: 1.45 * text, width, height: 0.7 * text },
        name: width,
      };
}

/**
 * @param {Measure} measure
 * @param {Scene} scene
 * @param {DragParts} names
 * @param {Drags | null} found null before its stage: then empty strips
 * @param {ListBox} box
 * @returns {{ marks: Mark[], spots: Spot[] }}
 */
export function dragList(measure, scene, names, found, box) {
  const { small } = measure;
  const arranged = arrange(box, small);
  const { step } = arranged;
  const top = box.y + 1.9 * small;
  const foot = box.y + box.height - 0.9 * small;
  const most = Math.max(1, Math.floor((foot - 0.7 * small - top) / step) - 1); // the last row is the sum's
  const head = heading(measure, scene, names, found !== null, box);
  if (!found) {
    const rows = Math.min(most, MOST, scene.session.whole.words.length) + 1;
    const tops = Array.from({ length: rows }, (_, i) => top + i * step);
    return { marks: [...head, outlines(arranged, tops, 0)], spots: [] };
  }
  const shown = [...found.parts.slice(0, most), null];
  const spots = shown.map((part, i) => ({ part, top: top + i * step, bottom: top + (i + 1) * step }));
  const total = symbolOf(scene.session, names.sum);
  // Whether six letters of a name have no room beside what is said of it.
  const isCut = (/** @type {Part} */ { short, error }) =>
    measure.width(short.slice(0, 6), small) + measure.width(saying(measure, error, box), small) > box.width - 6;
  const terse = isNarrow(measure, box) && found.parts.slice(0, most).some(isCut);
  const y = Math.min(foot, last(spots).bottom + 0.9 * small);
  const marks = [
    ...head,
    ...spots.flatMap((spot) => row(measure, scene, { found, box, arranged, total, terse }, spot)),
    ...strips(measure, found, arranged, spots),
    ...legend(measure, box.x, y, found.limit, { width: 40, room: box.width }).marks,
  ];
  return { marks, spots };
}

/**
 * @param {Measure} measure
 * @param {Scene} scene
 * @param {DragParts} names
 * @param {boolean} known
 * @param {ListBox} box
 * @returns {Mark[]}
 */
function heading(measure, { session }, names, known, box) {
  const { small } = measure;
  const y = box.y + 0.95 * small;
  const formula = `${symbolOf(session, names.sum)} = Σ ${symbolOf(session, names.error)}ⱼ v′ⱼ`;
  const written = label(measure, formula, box.x, y, { pad: null, size: small, colour: known ? ERROR : MUTED });
  const room = box.width - (written?.room ?? 0) - 8;
  const title = label(measure, "drags on the input", box.x + box.width, y, {
    colour: MUTED,
    pad: null,
    size: small,
    align: "right",
    room: room > 8 * small ? room : 0,
  });
  return present([written, title]);
}

/**
 * A part's error and name, on a band where its word is hovered.
 * @param {Measure} measure
 * @param {Scene} scene
 * @param {{ found: Drags, box: ListBox, arranged: Arranged, total: string, terse: boolean }} shown
 * @param {Spot} spot
 * @returns {Mark[]}
 */
function row(measure, { hovered, frame }, { found, box, arranged, total, terse }, { part, top, bottom }) {
  const { x, width } = box;
  const lit = part && part.word !== null && part.word === hovered;
  /** @type {Mark} */
  const band = {
    mark: "boxes",
    boxes: lit ? [x - 3, top, width + 6, bottom - top - 1] : [],
    fill: { role: "accent-soft" },
  };
  const y = top + arranged.text;
  const said = part ? saying(measure, part.error, box, terse) : `all ${count(found.terms)}`;
  const size = measure.small;
  const colour = part ? ERROR : MUTED;
  const error = label(measure, said, x + width, y, { align: "right", pad: null, size, colour });
  const word = part?.word ?? null;
  const target = word !== null && (frame?.outputs.includes(word) ?? false);
  const narrow = isNarrow(measure, box);
  const named = narrow ? part?.short : part?.name;
  const name = label(measure, named ?? `= ${total}`, x, y, {
    size: narrow ? size : undefined, // so that words of six letters are whole
    room: Math.min(arranged.name, width - (error?.room ?? 0) - 6),
    pad: null,
    bold: target || !part,
    colour: target ? { role: "output" } : TEXT,
  });
  return present([band, error, name]);
}

/**
 * Whether its words and names are short ones.
 * @param {Pick<Measure, "small">} measure
 * @param {Pick<ListBox, "width">} box
 */
const isNarrow = ({ small }, { width }) => width < 13 * small;

/**
 * "pulls -0.123", "pull -.12" where that has no room, and -.12 alone where words would be cut.
 * @param {Pick<Measure, "small">} measure
 * @param {number} error
 * @param {Pick<ListBox, "width">} box
 */
export function saying(measure, error, box, terse = false) {
  if (!isNarrow(measure, box)) return `${effect(error)} ${format(error, 3)}`;
  if (terse) return pointed(error, 2);
  const size = error && (Math.abs(error) < 0.005 ? "<.01" : pointed(error, 2));
  return `${effect(error).slice(0, 4)} ${size}`;
}

/**
 * The vectors as strips of coloured cells.
 * @param {Measure} measure
 * @param {Drags} found
 * @param {Arranged} arranged
 * @param {Spot[]} spots
 * @returns {Mark[]}
 */
function strips(measure, { sum, limit }, arranged, spots) {
  const { x, y, width, height } = arranged.strip;
  const cell = width / sum.length;
  const gap = cell > 6 ? 1 : 0;
  /** @type {{ boxes: number[], values: number[] }} */
  const { boxes, values } = { boxes: [], values: [] };
  for (const { part, top } of spots) {
    (part ? part.vector : sum).forEach((value, k) => {
      boxes.push(x + k * cell, top + y, cell - gap, height);
      values.push(value);
    });
  }
  const outline = outlines(
    arranged,
    spots.map(({ top }) => top),
    gap,
  );
  return [{ mark: "cells", boxes, values, by: { limit } }, ...dashesIn(measure, boxes, values), outline];
}

/** @param {Arranged} arranged @param {number[]} tops @param {number} gap after the last cell @returns {Mark} */
function outlines({ strip: { x, y, width, height } }, tops, gap) {
  const boxes = tops.flatMap((top) => [x + 0.5, top + y + 0.5, width - 1 - gap, height - 1]);
  return { mark: "boxes", boxes, stroke: GRID };
}
