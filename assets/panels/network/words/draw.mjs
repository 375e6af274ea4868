// @ts-check
/** Painting of the network panel: edges, nodes, arrows, labels, legend and the ranked list. */
import { drawLabel, drawLegend, ellipsis, normal, setFont, small, widthOf } from "../../../draw/canvas.mjs";
import { diverging, role, tint } from "../../../draw/colours.mjs";
import { edgeInk } from "../../../draw/edges.mjs";
import { placeLabels } from "../../../draw/row-labels.mjs";
import { last, parameterOf } from "../../../maths/declared.mjs";
import { remembered } from "../../../maths/remembered.mjs";
import { longestRowName, rowName, shareOfWords, shortName, symbolOf } from "../../../text/names.mjs";
import { format, percent } from "../../../text/numbers.mjs";
import { drawArrow, drawShares } from "../marks.mjs";
import { mustLabel } from "./picture.mjs";

/** @import { Context, Numbers, Session } from "../../../types" */
/** @import { NetworkLayout } from "./layout.mjs" */
/** @import { NetworkPicture } from "./picture.mjs" */
/** @typedef {"input" | "output"} Side */
/** @typedef {"circle" | "square"} Shape */

const GREY_LINES = 2500; // a half; more could not be told apart
const FULL = Math.PI * 2;
const AT_REST = 0.35; // opacity of rows that the step does not touch

/**
 * Every edge as a thin grey line; where there are very many, a tinted field and only some of the lines.
 * @param {Context} context
 * @param {NetworkLayout} layout
 */
export function drawGrey(context, layout) {
  context.strokeStyle = role(context, "grid");
  for (const { x, rows, rowY } of Object.values(layout.sides)) {
    const all = rows * layout.units;
    const every = Math.max(1, Math.ceil(all / GREY_LINES));
    context.lineWidth = all > 400 ? 0.5 : 1;
    if (every > 1) drawField(context, layout, x, rowY);
    context.beginPath();
    for (let edge = 0; edge < all; edge += every) {
      context.moveTo(x, rowY[Math.floor(edge / layout.units)]);
      context.lineTo(layout.hiddenX, layout.unitY[edge % layout.units]);
    }
    context.stroke();
  }
}

/** @param {Context} context @param {NetworkLayout} layout @param {number} x @param {number[]} rowY */
function drawField(context, layout, x, rowY) {
  context.fillStyle = role(context, "grid");
  context.globalAlpha = 0.35;
  context.beginPath();
  context.moveTo(x, rowY[0]);
  context.lineTo(layout.hiddenX, layout.unitY[0]);
  context.lineTo(layout.hiddenX, last(layout.unitY));
  context.lineTo(x, last(rowY));
  context.fill();
  context.globalAlpha = 1;
}

/**
 * Edges of some rows by their weights. Returns how many were beyond the scale.
 * @param {Context} context
 * @param {NetworkPicture} picture
 * @param {NetworkLayout} layout
 * @param {Side} side
 * @param {Iterable<number>} rows
 * @param {number} strength
 */
export function drawEdges(context, picture, layout, side, rows, strength) {
  const { x, rowY } = layout.sides[side];
  const ids = side === "input" ? picture.ids : picture.outIds;
  const { data, columns } = picture[side];
  const ink = edgeInk(picture.limit);
  for (const row of rows) {
    for (let unit = 0; unit < layout.units; unit++)
      ink.add(x, rowY[row], layout.hiddenX, layout.unitY[unit], data[ids[row] * columns + unit]);
  }
  return ink.stroke(context, strength, Math.max(1, Math.min(3.5, layout.unitStep / 2))); // where units are dense, so are edges
}

/**
 * All edges faintly by their weights: the start, when no word is lit yet.
 * @param {Context} context
 * @param {NetworkPicture} picture
 * @param {NetworkLayout} layout
 */
export function drawFaint(context, picture, layout) {
  /** @param {Side} side @param {number[]} ids */
  const clampedEdges = (side, ids) => drawEdges(context, picture, layout, side, ids.keys(), 0.5);
  return clampedEdges("input", picture.ids) + clampedEdges("output", picture.outIds);
}

/** @param {Context} context @param {NetworkPicture} picture @param {NetworkLayout} layout */
export function drawNodes(context, picture, layout) {
  const { hidden, scene } = picture;
  const { input, output } = layout.sides;
  const outline = role(context, "edge");
  const nodes = new Looks();
  picture.ids.forEach((_, row) => {
    const lit = picture.inputs.has(row) || picture.excited.has(row);
    const speaks = !scene.excited || picture.excited.has(row);
    nodes.add(
      tint(context, "input", lit ? (speaks ? 1 : 0.35) : 0),
      sized(context, input, lit),
      input.x,
      input.rowY[row],
    );
  });
  for (let unit = 0; unit < layout.units; unit++) {
    const fill = hidden ? diverging(context, hidden[unit], picture.limit) : role(context, "surface");
    nodes.add(fill, layout.hiddenNode, layout.hiddenX, layout.unitY[unit]);
  }
  nodes.draw(context, "circle", outline);
  const [resting, touched] = [new Looks(), new Looks()];
  picture.outIds.forEach((id, row) => {
    const value = answerOf(picture, id);
    const strong = picture.targets.has(row) || picture.fired.has(row);
    const fill = value === undefined ? role(context, "surface") : tint(context, "activation", Math.sqrt(value));
    (picture.touched?.has(id) === false ? resting : touched).add(
      fill,
      sized(context, output, strong),
      output.x,
      output.rowY[row],
    );
  });
  context.globalAlpha = AT_REST;
  resting.draw(context, "square", outline);
  context.globalAlpha = 1;
  touched.draw(context, "square", outline);
  drawRings(context, picture, layout);
  if (scene.frame || scene.excited) drawHiddenNumbers(context, picture, layout);
}

/**
 * The activation of an output row: of all words, or of those that the step asks; undefined where there is none.
 * @param {NetworkPicture} picture
 * @param {number} id
 * @returns {number | undefined}
 */
const answerOf = ({ partly, scene, chances, answers, ofWords }, id) =>
  partly && !scene.excited ? answers.get(id) : ofWords ? chances?.[id] : undefined;

/**
 * Small nodes grow where they matter, so that a thin column still shows its instance.
 * @param {Context} context
 * @param {Pick<NetworkLayout["sides"]["input"], "node">} side
 * @param {boolean} lit
 */
const sized = (context, side, lit) => (lit ? Math.max(side.node, 0.32 * small(context)) : side.node);

/** Nodes by their look: those of one fill and size are one path. */
class Looks {
  /** @type {Map<string, { fill: string, radius: number, places: number[] }>} */
  alike = new Map();

  /** @param {string} fill @param {number} radius @param {number} x @param {number} y */
  add(fill, radius, x, y) {
    const look = `${fill}|${radius}`;
    remembered(this.alike, look, () => ({ fill, radius, places: [] })).places.push(x, y);
  }

  /** @param {Context} context @param {Shape} shape @param {string} outline */
  draw(context, shape, outline) {
    context.strokeStyle = outline;
    for (const { fill, radius, places } of this.alike.values()) {
      context.fillStyle = fill;
      context.lineWidth = radius < 3 ? 0.5 : 1;
      context.beginPath();
      for (let i = 0; i < places.length; i += 2) addNode(context, shape, places[i], places[i + 1], radius);
      context.fill();
      context.stroke();
    }
  }
}

/**
 * @param {Context} context
 * @param {Shape} shape
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function addNode(context, shape, x, y, radius) {
  if (shape === "square") return context.rect(x - 0.9 * radius, y - 0.9 * radius, 1.8 * radius, 1.8 * radius);
  context.moveTo(x + radius, y);
  return context.arc(x, y, radius, 0, FULL);
}

/**
 * Rings: pinned words, the hovered one on both sides, and the element in focus.
 * @param {Context} context
 * @param {NetworkPicture} picture
 * @param {NetworkLayout} layout
 */
function drawRings(context, picture, layout) {
  /** @param {number} x @param {number} y @param {number} radius @param {string} colour @param {Shape} [shape] */
  const ring = (x, y, radius, colour, shape = "circle") => {
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.beginPath();
    if (shape === "circle") context.arc(x, y, radius, 0, FULL);
    else context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    context.stroke();
  };
  const { input, output } = layout.sides;
  const [radius, outRadius] = [sized(context, input, true) + 2.5, sized(context, output, true) + 2.5];
  for (const row of picture.pins) ring(input.x, input.rowY[row], radius, role(context, "accent"));
  for (const row of picture.targets)
    ring(output.x, output.rowY[row], outRadius - 0.5, role(context, "output"), "square");
  if (picture.hovered >= 0) ring(input.x, input.rowY[picture.hovered], radius, role(context, "text"));
  if (picture.hoveredOut >= 0)
    ring(output.x, output.rowY[picture.hoveredOut], outRadius, role(context, "text"), "square");
  const { focus, scene } = picture;
  if (focus?.name === scene.session.network.hidden && layout.unitY[focus.index[0]] !== undefined) {
    ring(layout.hiddenX, layout.unitY[focus.index[0]], layout.hiddenNode + 3, role(context, "text"));
  }
}

/**
 * The value under each hidden unit, where they stand far enough apart.
 * @param {Context} context
 * @param {NetworkPicture} picture
 * @param {NetworkLayout} layout
 */
function drawHiddenNumbers(context, picture, layout) {
  if (!picture.hidden || layout.unitStep < 2 * layout.hiddenNode + small(context) + 2) return;
  setFont(context, small(context));
  for (let unit = 0; unit < layout.units; unit++) {
    const y = layout.unitY[unit] + layout.hiddenNode + 0.62 * small(context);
    drawLabel(context, format(picture.hidden[unit], 3), layout.hiddenX, y, {
      align: "center",
      size: small(context) - 2,
    });
  }
}

/**
 * Names beside the nodes, arrows from the names of the instance's words to their nodes.
 * @param {Context} context
 * @param {NetworkPicture} picture
 * @param {NetworkLayout} layout
 * @param {Side} side
 */
export function drawNames(context, picture, layout, side) {
  const { session, frame } = picture.scene;
  const own = side === "input" ? picture.inputs : picture.targets;
  const { rowY, rowStep } = layout.sides[side];
  const [ids, hovered] = side === "input" ? [picture.ids, picture.hovered] : [picture.outIds, picture.hoveredOut];
  const size = rowStep >= 1.2 * normal(context) ? normal(context) : small(context);
  const must = mustLabel(picture, side);
  const gap = 1.02 * size;
  const labels = placeLabels(rowY, [...must], gap, layout.top, layout.bottom);
  const important = new Set(must);
  const top = new Set(picture.top.slice(0, 5));
  const inputName = (/** @type {number} */ id) => session.words[id];
  const nameOf = side === "input" ? inputName : outputNames(context, session, layout.label - 2 * small(context));
  const chances = [];
  const [x, nodeX, way] =
    side === "input" ? [layout.inputLabel, layout.inputX, 1] : [layout.outputLabel, layout.outputX, -1];
  for (const { row, y } of labels) {
    const id = ids[row];
    const marked = own.has(row);
    const resting = side === "output" && picture.touched?.has(id) === false;
    const asked = side === "output" && picture.partly && picture.fired.has(row);
    const quiet = resting || (rowStep < gap && !important.has(row));
    const edge = nodeX - way * (sized(context, layout.sides[side], marked) + 4);
    if (marked) drawArrow(context, x + way * 4, y, edge, rowY[row], role(context, side));
    else if (Math.abs(y - rowY[row]) > 1.5) drawLeader(context, x + way * 3, y, edge, rowY[row]);
    const times = repeats(
      side === "input" ? frame?.inputs : asked && !marked ? picture.asked : marked ? frame?.outputs : null,
      id,
    );
    const tail = times > 1 ? ` ×${times}` : "";
    const value = side === "output" && (asked || top.has(id)) ? answerOf(picture, id) : undefined;
    const strong = marked || asked || row === hovered || (side === "input" && picture.pins.has(row));
    setFont(context, size, strong ? "bold" : "normal");
    const colour = marked ? role(context, side) : role(context, quiet ? "muted" : "text");
    const pad = row === hovered ? role(context, "accent-soft") : null;
    const room = layout.label - (tail ? 2 * small(context) : 0);
    const name = ellipsis(context, nameOf(id), room) + tail;
    drawLabel(context, name, x, y, { align: way > 0 ? "right" : "left", colour, pad, size });
    if (value !== undefined) chances.push([percent(value), y]);
  }
  setFont(context, small(context));
  for (const [chance, y] of chances)
    drawLabel(context, chance, x + layout.label + 4, y, {
      colour: role(context, "activation"),
      pad: null,
      size: small(context),
    });
}

/**
 * What the output rows are called: in short, all of them, where the longest name has no room ("n3", not "no…").
 * @param {Context} context
 * @param {Session} session
 * @param {number} room
 * @returns {(row: number) => string}
 */
function outputNames(context, session, room) {
  const name = session.network.output;
  const longest = longestRowName(parameterOf(session, name));
  setFont(context, normal(context), "bold");
  const named = !longest || widthOf(context, longest) <= room ? rowName : shortName;
  return (row) => named(session, name, row);
}

/** @param {Numbers | null | undefined} list @param {number} id */
const repeats = (list, id) => (list ? [...list].filter((other) => other === id).length : 0);

/**
 * @param {Context} context
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 */
function drawLeader(context, x1, y1, x2, y2) {
  context.strokeStyle = role(context, "muted");
  context.lineWidth = 0.75;
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/**
 * Headings above the columns, legend and note below.
 * @param {Context} context
 * @param {NetworkPicture} picture
 * @param {NetworkLayout} layout
 * @param {boolean} beyond
 */
export function drawFrame(context, picture, layout, beyond) {
  const { session } = picture.scene;
  const muted = { colour: role(context, "muted"), pad: null, size: small(context) };
  const y = 0.8 * small(context);
  setFont(context, small(context));
  const { input, hidden, output, activation } = session.network;
  /** @param {string | null} name */
  const symbol = (name) => symbolOf(session, name);
  drawLabel(context, "input words", Math.max(layout.inputX, context.measureText("input words").width + 4), y, {
    ...muted,
    align: "right",
  });
  drawLabel(context, `hidden ${symbol(hidden)}`, layout.hiddenX, y, { ...muted, align: "center" });
  const written = drawLabel(context, `output ${rowsOf(session)}s`, layout.outputX, y, muted);
  // Rows that are asked one by one answer each for itself: their numbers are no shares of a whole, as those of the list are.
  if (picture.partly && !picture.scene.excited) {
    const end = layout.outputLabel + layout.label + layout.percent;
    const room = end - layout.outputX - written - 4;
    drawLabel(context, `${symbol(activation)} = σ(u)`, end, y, {
      ...muted,
      align: "right",
      colour: role(context, "activation"),
      room,
    });
  }
  const foot = layout.height - 0.85 * small(context);
  const title = `${symbol(input)}, ${symbol(output)}, ${symbol(hidden)}`;
  const used = drawLegend(context, 0.6 * small(context), foot, picture.limit, { title, beyond });
  const next = drawShares(context, 0.6 * small(context) + used + 14, foot, symbol(activation));
  drawLabel(context, shareOfWords(picture.ids.length, session), layout.width - 0.6 * small(context), foot, {
    ...muted,
    align: "right",
    room: layout.width - next - 20,
  });
}

/** @param {Session} session */
const rowsOf = (session) => parameterOf(session, session.network.output).axes[0];
