/** Painting of the tree: branches, the ways to the output words, inner nodes with their answers, leaves. */
import { drawLabel, normal, setFont, small } from "../../../draw/canvas.mjs";
import { role, tint } from "../../../draw/colours.mjs";
import { shortName } from "../../../text/names.mjs";
import { count, percent, pointed } from "../../../text/numbers.mjs";
import { drawShares } from "../marks.mjs";

const THICKEST = 7; // px, a branch with all of the probability

/** All branches, as wide as the probability that goes through them. */
export function drawBranches(context, picture, layout) {
  context.strokeStyle = role(context, picture.mass ? "line" : "grid");
  context.lineCap = "butt";
  const thick = (share) => (picture.mass ? 0.8 + (THICKEST - 0.8) * share : 1);
  for (const entry of layout.nodes.values()) {
    picture.tree.children[entry.node].forEach(([inner, id], side) => {
      const share = picture.mass ? (inner ? picture.mass[id] : picture.chances[id]) : 0;
      branch(context, entry, side, layout.dx, thick(share));
    });
  }
  const { x, y } = layout.nodes.get(0);
  line(context, x - layout.lead, y, x, y, thick(1));
}

/** The way to a word, as far as it is shown. */
export function drawWay(context, layout, way, colour, width) {
  context.strokeStyle = role(context, colour);
  const root = layout.nodes.get(0);
  line(context, root.x - layout.lead, root.y, root.x, root.y, width);
  for (const { node, left } of way) {
    const entry = layout.nodes.get(node);
    if (entry) branch(context, entry, left ? 0 : 1, layout.dx, width);
  }
}

function branch(context, { x, y, endsY }, side, dx, width) {
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x, endsY[side]);
  context.lineTo(x + dx, endsY[side]);
  context.stroke();
}

function line(context, x1, y1, x2, y2, width) {
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/** Inner nodes: the fill is the probability of going left; those that the step asks stand out, with their numbers. */
export function drawInner(context, picture, layout) {
  const outline = role(context, "edge");
  const { session } = picture.scene;
  for (const { node, x, y } of layout.nodes.values()) {
    const answer = picture.answers.get(node);
    const left = picture.left(node);
    const radius = answer
      ? Math.min(0.55 * small(context), 0.42 * layout.dx)
      : Math.min(0.32 * small(context), 0.3 * layout.dx);
    context.globalAlpha = picture.touched?.has(node) === false ? 0.6 : 1;
    context.fillStyle = left === null ? role(context, "surface") : tint(context, "activation", Math.sqrt(left));
    context.strokeStyle = answer ? role(context, "output") : outline;
    context.lineWidth = answer ? 2 : 1;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    context.globalAlpha = 1;
    drawNumbers(context, layout, {
      room: (node ? layout.dx : layout.lead) - radius - 4,
      x: x - radius - 2,
      y,
      left,
      answer,
      name: shortName(session, session.network.output, node),
    });
  }
}

/** On the branch that leads to a node: its name and probability above, its error below. */
function drawNumbers(context, layout, { room, x, y, left, answer, name }) {
  const roomy = layout.step >= 1.25 * small(context);
  if (room < 1.15 * small(context) || (!answer && !roomy)) return;
  const [above, below] = [y - 0.62 * small(context) - 1.5, y + 0.62 * small(context) + 2.5];
  const options = { align: "right", pad: null, size: small(context) };
  setFont(context, small(context), answer ? "bold" : "normal");
  const written = (value) =>
    Math.abs(value) < 0.005
      ? "0"
      : ([2, 1].map((digits) => pointed(value, digits)).find((text) => context.measureText(text).width <= room) ?? "");
  const said = left === null ? "" : written(left);
  const width = said
    ? drawLabel(context, said, x, above, { ...options, colour: role(context, answer ? "activation" : "muted") }) + 4
    : 0;
  if (answer?.error !== null && answer)
    drawLabel(context, written(answer.error), x, below, { ...options, colour: role(context, "error") });
  setFont(context, small(context));
  if (context.measureText(name).width <= room - width)
    drawLabel(context, name, x - width, above, { ...options, colour: role(context, answer ? "text" : "muted") });
}

/** Leaves with their words and probabilities; what is folded away says how many words it holds. */
export function drawLeaves(context, picture, layout) {
  const { scene, chances, mass, targets } = picture;
  const { session, hovered } = scene;
  const reach = chances ? chances.reduce((most, p) => Math.max(most, p), 0) : 1;
  for (const row of layout.rows) {
    const { x, y, word, stub } = row;
    const target = targets.has(word);
    const lit = word !== undefined && word === hovered;
    if (lit) {
      context.fillStyle = role(context, "accent-soft");
      context.fillRect(x + 3, y - layout.step / 2, layout.width - x - layout.pad, layout.step);
    }
    const p = (word === undefined ? mass?.[stub] : chances?.[word]) ?? null;
    drawEnd(context, x, y, { stub, p, target });
    const size = layout.step >= normal(context) + 2 ? normal(context) : small(context);
    const room = layout.bars.x - x - 0.75 * small(context) - 4;
    setFont(context, size, target || lit ? "bold" : "normal");
    const text = word === undefined ? `${count(picture.tree.leaves[stub])} words` : session.words[word];
    drawLabel(context, text, x + 0.75 * small(context), y, {
      pad: null,
      room,
      size,
      colour: role(context, word === undefined ? "muted" : target ? "output" : "text"),
    });
    if (p !== null) drawChance(context, layout, y, p, reach, word === undefined);
  }
}

function drawEnd(context, x, y, { stub, p, target }) {
  const radius = target ? 0.42 * small(context) : 0.32 * small(context);
  context.fillStyle = p === null ? role(context, "surface") : tint(context, "activation", Math.sqrt(p));
  context.strokeStyle = role(context, target ? "output" : "edge");
  context.lineWidth = target ? 2 : 1;
  context.beginPath();
  if (stub === undefined) context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
  else {
    context.moveTo(x - radius, y);
    context.lineTo(x + radius, y - radius);
    context.lineTo(x + radius, y + radius);
    context.closePath();
  }
  context.fill();
  context.stroke();
}

function drawChance(context, { bars, step }, y, p, reach, folded) {
  setFont(context, small(context));
  const text = percent(p);
  const right = bars.x + bars.width;
  drawLabel(context, text, right, y, {
    align: "right",
    pad: null,
    size: small(context),
    colour: role(context, folded ? "muted" : "activation"),
  });
  const room = bars.width - 3.6 * small(context);
  if (room < small(context) || folded) return;
  context.fillStyle = tint(context, "activation", 0.34);
  context.fillRect(bars.x, y - step / 2 + 1, Math.max(1, (room * p) / reach), step - 2);
}

/** Below: which way is left, the scale of the nodes' fill, and how much of the tree is shown. */
export function drawFoot(context, picture, layout) {
  const { session } = picture.scene;
  const y = layout.height - 0.85 * small(context);
  const muted = { colour: role(context, "muted"), pad: null, size: small(context) };
  setFont(context, small(context));
  const symbol = session.quantities.find(({ name }) => name === session.network.activation).symbol;
  let at = layout.pad + drawLabel(context, "up = left", layout.pad, y, muted) + 14;
  at = drawShares(context, at, y, `p(left) = ${symbol}`);
  const shown = layout.rows.filter(({ word }) => word !== undefined).length;
  const note = shown < picture.tree.words ? `${count(shown)} of ${count(picture.tree.words)} words` : "";
  drawLabel(context, note, layout.width - layout.pad, y, { ...muted, align: "right", room: layout.width - at - 20 });
}
