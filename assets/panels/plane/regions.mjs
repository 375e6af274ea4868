/**
 * What a network answers all over a plane: regions, the lines between them and where they were; of one input a curve.
 */
import { MUTED, TEXT } from "../../draw/composing.mjs";
import { last } from "../../maths/declared.mjs";
import { boundaryOf } from "./boundary.mjs";
import { CLASS_SHADES, classColour, classIndex, SHADES, shadeIndex } from "./colours.mjs";
import { fieldOf, gridFor } from "./field.mjs";

/** @import { Answered, Box, Colour, Ink, Mark, Numbers, Scene } from "../../types" */
/** @import { Chains } from "./boundary.mjs" */
/** @import { Field, Grid } from "./field.mjs" */
/** @import { FramedSpace } from "./frame.mjs" */

const BEFORE = { stroke: MUTED, dash: [4, 4] };

/**
 * @param {Pick<Scene, "session" | "weights" | "before">} scene
 * @param {Answered} answers
 * @param {FramedSpace} space
 * @returns {Mark[]}
 */
export function regionMarks({ session, weights, before }, answers, space) {
  const { inner, box } = space.frame;
  const grid = gridFor(session, space.layers, inner.width, inner.height);
  const { activation } = last(space.layers);
  const field = fieldOf(session, weights, space, box, grid);
  const single = answers.data.outputs === 1;
  /** @param {Field} some @param {Ink} ink */
  const lines = (some, ink) => boundaryMark(boundaryOf(some, grid, answers, activation), grid, inner, ink);
  const past = before && space.fixed ? [lines(fieldOf(session, before, space, box, grid), BEFORE)] : [];
  const indexes = indexesOf(field, answers, grid);
  return [
    { mark: "pixels", box: inner, ...grid, indexes, colours: single ? SHADES : CLASS_SHADES, smooth: single },
    ...past,
    lines(field, { stroke: TEXT, width: 2 }),
  ];
}

/** The colour of each cell. @param {Field} field @param {Answered} answers @param {Grid} grid */
function indexesOf({ answers: values }, { data: { outputs }, level, classes }, { columns, rows }) {
  const indexes = new Uint16Array(columns * rows);
  for (let cell = 0; cell < indexes.length; cell++)
    indexes[cell] = outputs === 1 ? shadeIndex(values[cell], level) : classIndex(classes(values, cell * outputs));
  return indexes;
}

/** @param {Chains} chains @param {Grid} grid @param {Box} box @param {Ink} ink @returns {Mark} */
function boundaryMark(chains, { columns, rows }, { left, top, width, height }, ink) {
  /** @type {number[]} */
  const points = [];
  /** @type {number[]} */
  const starts = [];
  for (const chain of chains) {
    starts.push(points.length / 2);
    for (const [column, row] of chain)
      points.push(left + ((column + 0.5) / columns) * width, top + ((row + 0.5) / rows) * height);
  }
  return { mark: "path", points, starts, ...ink };
}

/**
 * The answer over a single input, now and (dashed) before the last update.
 * @param {Pick<Scene, "session" | "weights" | "before">} scene
 * @param {Answered} answers
 * @param {FramedSpace} space
 * @returns {Mark[]}
 */
export function curveMarks({ session, weights, before }, { data: { outputs } }, space) {
  const { inner, box, x, y } = space.frame;
  const grid = { columns: Math.max(60, Math.round(inner.width / 2)), rows: 1 };
  /** @param {Numbers} values @param {(k: number) => Ink} inkOf */
  const curves = (values, inkOf) =>
    Array.from({ length: outputs }, (_, k) => {
      /** @type {number[]} */
      const points = [];
      for (let c = 0; c < grid.columns; c++)
        points.push(x(box[0] + ((c + 0.5) / grid.columns) * (box[1] - box[0])), y(values[c * outputs + k]));
      return /** @type {Mark} */ ({ mark: "path", points, ...inkOf(k) });
    });
  /** @param {number} k @returns {Colour} */
  const colourOf = (k) => (outputs > 1 ? classColour(k) : { role: "activation" });
  return [
    ...(before ? curves(fieldOf(session, before, space, box, grid).answers, () => BEFORE) : []),
    ...curves(fieldOf(session, weights, space, box, grid).answers, (k) => ({ stroke: colourOf(k), width: 2.5 })),
  ];
}
