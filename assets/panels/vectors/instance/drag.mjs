// @ts-check
/**
 * The error at the hidden layer as what it is: EH = Σ_j e_j v′_j (Rong 2014, eq. 12), a sum of output vectors, each
 * weighted with its word's error. A word predicted too little (e_j < 0) pulls the input vector towards its output
 * vector, one predicted too much pushes it away. The longest come first.
 */
import { drawLabel, drawLegend, normal, setFont, small } from "../../../draw/canvas.mjs";
import { diverging, role } from "../../../draw/colours.mjs";
import { last, parameterOf } from "../../../maths/declared.mjs";
import { largest, niceLimit } from "../../../maths/limits.mjs";
import { askedRows } from "../../../maths/rows.mjs";
import { rowName, symbolOf } from "../../../text/names.mjs";
import { count, format, pointed } from "../../../text/numbers.mjs";

/** @import { Context, Numbers, Scene, Session } from "../../../types" */
/** @typedef {{ x: number, y: number, width: number, height: number }} ListBox */
/** @typedef {{ x: number, y: number, width: number, height: number }} Strip */
/** @typedef {{ error: string, sum: string, weights: string }} DragParts names of the quantities and of the parameter */
/**
 * @typedef {{ word: number | null, name: string, place: number, error: number, norm: number, vector: Numbers }} Part a row of the
 *   output weights: `place` is that of its error, `word` null where the rows are no words
 */
/** @typedef {{ parts: Part[], sum: Numbers, limit: number, terms: number }} Drags the longest first */
/** @typedef {{ part: Part | null, top: number, bottom: number }} Spot where a part stands; the sum has no part */
/** @typedef {ReturnType<typeof arrange>} Arranged */
/** @typedef {{ scene: Scene, found: Drags, box: ListBox, places: Arranged, total: string }} Shown */

const MOST = 8;

/**
 * Names of the parts in this session: {error, sum, weights}; null where the model is not of this form.
 * @param {Session} session
 * @returns {DragParts | null}
 */
export function dragParts({ network, parameters, quantities }) {
  const axesOf = (/** @type {string | null} */ name) => quantities.find((each) => each.name === name)?.axes.join();
  const changeOf = (/** @type {string | null} */ name) => parameters.find((each) => each.name === name)?.change[0];
  const sum = changeOf(network.input)?.columns;
  const { rows: error, at } = changeOf(network.output) ?? {};
  if (!sum || !error || !network.output) return null;
  const fits = (at || axesOf(error) === "word") && axesOf(sum) === "unit";
  return fits ? { error, sum, weights: network.output } : null;
}

/**
 * The drags of the painted frame, or null while the stage has not reached them.
 * @param {Scene} scene
 * @param {DragParts} names
 * @returns {Drags | null}
 */
export function drags(scene, names) {
  const [error, sum] = [scene.frame?.get(names.error), scene.frame?.get(names.sum)];
  // The output vectors that were used are those before the update; after it they have moved.
  const weights = (scene.frame && scene.step > scene.frame.step ? scene.before : scene.weights)?.[names.weights];
  if (!error || !sum || !weights) return null;
  const { data, columns } = weights;
  const { session } = scene;
  const asked = askedRows(scene);
  const ofWords = parameterOf(session, names.weights).axes[0] === "word";
  /** @param {number} place */
  const rowOf = (place) => (asked ? asked[place] : place);
  const norms = Float64Array.from(error, (e, place) => {
    const j = rowOf(place);
    let square = 0;
    for (let k = j * columns; k < (j + 1) * columns; k++) square += data[k] * data[k];
    return Math.abs(e) * Math.sqrt(square);
  });
  const parts = largest(norms, MOST).map((place) => {
    const row = rowOf(place);
    const vector = data.slice(row * columns, (row + 1) * columns).map((v) => v * error[place]);
    return {
      word: ofWords ? row : null,
      name: rowName(session, names.weights, row),
      place,
      error: error[place],
      norm: norms[place],
      vector,
    };
  });
  let reach = 0;
  for (const vector of [sum, ...parts.map((part) => part.vector)])
    for (const v of vector) reach = Math.max(reach, Math.abs(v));
  return { parts, sum, limit: niceLimit(reach), terms: error.length };
}

/** @param {number} error */
export const effect = (error) => (error < 0 ? "pulls" : "pushes");

/**
 * Places in a part's row: one line where the box is wide, else name and error above the strip.
 * @param {ListBox} box
 * @param {number} text its size in px
 */
function arrange(box, text) {
  const line = box.width >= 20 * text;
  return line
    ? {
        step: 1.4 * text,
        text: 0.7 * text,
        strip: { x: 0.3 * box.width, y: 0.25 * text, width: 0.38 * box.width, height: 0.9 * text },
        name: 0.29 * box.width,
      }
    : {
        step: 2.45 * text,
        text: 0.72 * text,
        strip: { x: 0, y: 1.45 * text, width: box.width, height: 0.7 * text },
        name: box.width,
      };
}

/** @param {Context} context @param {number} error @param {ListBox} box */
const saying = (context, error, box) =>
  box.width < 13 * small(context)
    ? `${effect(error).slice(0, 4)} ${Math.abs(error) < 0.005 ? "<.01" : pointed(error, 2)}`
    : `${effect(error)} ${format(error, 3)}`;

/**
 * Draws the list into its box; returns where each part stands: [{part, top, bottom}], the sum with part null.
 * @param {Context} context
 * @param {Scene} scene
 * @param {DragParts} names
 * @param {Drags | null} found
 * @param {ListBox} box
 * @returns {Spot[]}
 */
export function drawDrags(context, scene, names, found, box) {
  /** @param {string} name */
  const symbol = (name) => symbolOf(scene.session, name);
  const muted = { colour: role(context, "muted"), pad: null, size: small(context) };
  setFont(context, small(context));
  const formula = `${symbol(names.sum)} = Σ ${symbol(names.error)}ⱼ v′ⱼ`;
  const width = drawLabel(context, formula, box.x, box.y + 0.95 * small(context), {
    ...muted,
    colour: role(context, found ? "error" : "muted"),
  });
  const room = box.width - width - 8;
  drawLabel(context, "drags on the input", box.x + box.width, box.y + 0.95 * small(context), {
    ...muted,
    align: "right",
    room: room > 8 * small(context) ? room : 0,
  });
  const places = arrange(box, small(context));
  const { step } = places;
  const top = box.y + 1.9 * small(context);
  const foot = box.y + box.height - 0.9 * small(context);
  const most = Math.max(1, Math.floor((foot - 0.7 * small(context) - top) / step) - 1); // the last place is the sum's
  if (!found) {
    drawEmpty(context, box, places, top, Math.min(most, MOST, scene.session.whole.words.length) + 1);
    return [];
  }
  const shown = found.parts.slice(0, most);
  const spots = [...shown, null].map((part, i) => ({ part, top: top + i * step, bottom: top + (i + 1) * step }));
  for (const spot of spots) drawPart(context, { scene, found, box, places, total: symbol(names.sum) }, spot);
  drawLegend(context, box.x, Math.min(foot, last(spots).bottom + 0.9 * small(context)), found.limit, {
    width: 40,
    room: box.width,
  });
  return spots;
}

/** @param {Context} context @param {Shown} shown @param {Spot} spot */
function drawPart(context, { scene, found, box, places, total }, { part, top, bottom }) {
  const lit = part && part.word !== null && part.word === scene.hovered;
  if (lit) {
    context.fillStyle = role(context, "accent-soft");
    context.fillRect(box.x - 3, top, box.width + 6, bottom - top - 1);
  }
  const y = top + places.text;
  setFont(context, small(context));
  const said = part ? saying(context, part.error, box) : `all ${count(found.terms)}`;
  const width = drawLabel(context, said, box.x + box.width, y, {
    align: "right",
    pad: null,
    size: small(context),
    colour: role(context, part ? "error" : "muted"),
  });
  const name = part ? part.name : `= ${total}`;
  const target = part !== null && part.word !== null && scene.frame?.outputs.includes(part.word);
  setFont(context, normal(context), target || !part ? "bold" : "normal");
  drawLabel(context, name, box.x, y, {
    room: Math.min(places.name, box.width - width - 6),
    pad: null,
    colour: role(context, target ? "output" : "text"),
  });
  drawStrip(context, part ? part.vector : found.sum, found.limit, stripAt(places, box, top));
}

/** @param {Arranged} places @param {ListBox} box @param {number} top */
const stripAt = ({ strip }, box, top) => ({ ...strip, x: box.x + strip.x, y: top + strip.y });

/**
 * A vector as a strip of coloured cells.
 * @param {Context} context
 * @param {ArrayLike<number>} vector
 * @param {number} limit
 * @param {Strip} strip
 */
function drawStrip(context, vector, limit, { x, y, width, height }) {
  const cell = width / vector.length;
  const gap = cell > 6 ? 1 : 0;
  for (let k = 0; k < vector.length; k++) {
    context.fillStyle = diverging(context, vector[k], limit);
    context.fillRect(x + k * cell, y, cell - gap, height);
  }
  context.strokeStyle = role(context, "grid");
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, y + 0.5, width - 1 - gap, height - 1);
}

/**
 * @param {Context} context
 * @param {ListBox} box
 * @param {Arranged} places
 * @param {number} top
 * @param {number} rows
 */
function drawEmpty(context, box, places, top, rows) {
  context.strokeStyle = role(context, "grid");
  context.lineWidth = 1;
  for (let i = 0; i < rows; i++) {
    const { x, y, width, height } = stripAt(places, box, top + i * places.step);
    context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  }
}
