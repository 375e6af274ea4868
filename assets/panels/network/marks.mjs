// @ts-check
/** What several pictures of the network draw: arrows at words, and the legend of probabilities. */
import { drawLabel, setFont, small } from "../../draw/canvas.mjs";
import { role, tint } from "../../draw/colours.mjs";

/** @import { Context } from "../../types" */
/**
 * @param {Context} context
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {string} colour
 */
export function drawArrow(context, x1, y1, x2, y2, colour) {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const head = 8;
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2 - head * Math.cos(angle), y2 - head * Math.sin(angle));
  context.stroke();
  context.beginPath();
  context.moveTo(x2, y2);
  context.lineTo(x2 - head * Math.cos(angle - 0.45), y2 - head * Math.sin(angle - 0.45));
  context.lineTo(x2 - head * Math.cos(angle + 0.45), y2 - head * Math.sin(angle + 0.45));
  context.fill();
}

/**
 * Legend of the output fill: `y 0 ▇ 1`; the fill grows with the root, so that small probabilities can be told apart.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {string} symbol
 */
export function drawShares(context, x, y, symbol) {
  const muted = { colour: role(context, "muted"), pad: null, size: small(context) };
  setFont(context, small(context));
  let at = x + drawLabel(context, `${symbol}  0`, x, y, muted) + 4;
  const [cells, cell] = [8, 5];
  for (let i = 0; i < cells; i++) {
    context.fillStyle = tint(context, "activation", Math.sqrt((i + 0.5) / cells));
    context.fillRect(at + i * cell, y - 4, cell, 8);
  }
  context.strokeStyle = role(context, "grid");
  context.lineWidth = 1;
  context.strokeRect(at + 0.5, y - 3.5, cells * cell - 1, 7);
  at += cells * cell + 4;
  return at + drawLabel(context, "1", at, y, muted);
}
