// @ts-check
/** The ranked list beside the network: the most probable words. */
import { drawLabel, normal, setFont, small } from "../../../draw/canvas.mjs";
import { role, tint } from "../../../draw/colours.mjs";
import { percent } from "../../../text/numbers.mjs";
import { MOST_PROBABLE } from "./picture.mjs";

/** @import { Context, Ranked } from "../../../types" */
/** @import { NetworkLayout } from "./layout.mjs" */
/** @import { NetworkPicture } from "./picture.mjs" */
/** @typedef {Ranked & { y: number, top: number, bottom: number }} Standing a word of the list, and where it stands */

/**
 * The most probable words, ranked, with bars; empty places until they are known. Returns what was drawn (see rows.ranking), and where.
 * @param {Context} context
 * @param {NetworkPicture} picture
 * @param {NetworkLayout} layout
 * @returns {Standing[]}
 */
export function drawList(context, picture, layout) {
  const { list } = layout;
  if (!list) return [];
  const { scene, ranks } = picture;
  const given = scene.excited ? scene.excited.words.map((id) => scene.session.words[id]).join(", ") : "";
  setFont(context, small(context));
  const title = given ? `given ${given}` : (ofAll(picture) ?? "most probable");
  drawLabel(context, title, list.x, 0.8 * small(context), {
    colour: role(context, "muted"),
    pad: null,
    size: small(context),
    room: list.width,
  });
  const step = 1.55 * normal(context);
  const places = Math.min(
    MOST_PROBABLE,
    scene.session.whole.words.length,
    Math.floor((layout.bottom - layout.top) / step),
  );
  const lines = Array.from({ length: places }, (_, i) => layout.top + (i + 0.5) * step);
  if (!ranks) {
    context.strokeStyle = role(context, "grid");
    context.lineWidth = 1;
    for (const y of lines) context.strokeRect(list.x + 0.5, y - step / 2 + 1.5, list.width - 1, step - 3);
    return [];
  }
  const found = lines.map((y, i) => ({ ...ranks[i], y, top: y - step / 2, bottom: y + step / 2 }));
  drawRanks(context, picture, list, found, step);
  return found;
}

/**
 * What the list's numbers are, where words have two: those that the step asks also answer each for itself.
 * @param {Pick<NetworkPicture, "partly" | "ofWords">} picture
 */
export const ofAll = ({ partly, ofWords }) => (partly && ofWords ? "softmax of all u" : null);

/**
 * @param {Context} context
 * @param {NetworkPicture} picture
 * @param {{ x: number, width: number }} list
 * @param {Standing[]} ranks
 * @param {number} step
 */
function drawRanks(context, { scene }, list, ranks, step) {
  for (const { id, chance, top } of ranks) {
    context.fillStyle = scene.hovered === id ? role(context, "accent-soft") : role(context, "surface");
    context.fillRect(list.x - 3, top, list.width + 6, step);
    context.fillStyle = tint(context, "activation", 0.3);
    context.fillRect(list.x, top + 1, Math.max(1, chance * list.width), step - 2);
  }
  setFont(context, small(context));
  const taken = ranks.map(({ chance, y }) =>
    drawLabel(context, percent(chance), list.x + list.width - 2, y, {
      align: "right",
      pad: null,
      size: small(context),
    }),
  );
  ranks.forEach(({ id, word, y }, i) => {
    const target = scene.frame?.outputs.includes(id);
    setFont(context, normal(context), target ? "bold" : "normal");
    drawLabel(context, word, list.x + 3, y, {
      pad: null,
      room: list.width - taken[i] - 8,
      colour: role(context, target ? "output" : "text"),
    });
  });
}
