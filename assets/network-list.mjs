/** The ranked list beside the network: the most probable words. */
import { drawLabel, setFont, SIZE, widthOf } from "./canvas.mjs";
import { role, tint } from "./colours.mjs";
import { MOST_PROBABLE } from "./network-picture.mjs";
import { percent } from "./numbers.mjs";

/** The most probable words, ranked, with bars; empty places until they are known. Returns what was drawn (see rows.ranking), and where. */
export function drawList(context, picture, layout) {
  const { list } = layout;
  if (!list) return [];
  const { scene, ranks } = picture;
  const given = scene.excited ? scene.excited.words.map((id) => scene.session.words[id]).join(", ") : "";
  setFont(context, SIZE.small);
  const title = given ? `given ${given}` : ofAll(picture) ?? "most probable";
  drawLabel(context, title, list.x, 0.8 * SIZE.small, { colour: role("muted"), pad: null, size: SIZE.small, room: list.width });
  const step = 1.55 * SIZE.normal;
  const places = Math.min(MOST_PROBABLE, scene.session.whole.words.length, Math.floor((layout.bottom - layout.top) / step));
  const found = [];
  for (let i = 0; i < places; i++) {
    const y = layout.top + (i + 0.5) * step;
    if (ranks) {
      drawRank(context, picture, list, ranks[i], y, step);
      found.push({ ...ranks[i], top: y - step / 2, bottom: y + step / 2 });
    } else {
      context.strokeStyle = role("grid");
      context.lineWidth = 1;
      context.strokeRect(list.x + 0.5, y - step / 2 + 1.5, list.width - 1, step - 3);
    }
  }
  return found;
}

/** What the list's numbers are, where words have two: those that the step asks also answer each for itself. */
export const ofAll = ({ partly, ofWords }) => (partly && ofWords ? "softmax of all u" : null);

function drawRank(context, { scene }, list, { id, word, chance }, y, step) {
  const target = scene.frame?.outputs.includes(id);
  context.fillStyle = scene.hovered === id ? role("accent-soft") : role("surface");
  context.fillRect(list.x - 3, y - step / 2, list.width + 6, step);
  context.fillStyle = tint("activation", 0.3);
  context.fillRect(list.x, y - step / 2 + 1, Math.max(1, chance * list.width), step - 2);
  setFont(context, SIZE.small);
  const share = percent(chance);
  const room = list.width - widthOf(context, share) - 8;
  drawLabel(context, share, list.x + list.width - 2, y, { align: "right", pad: null, size: SIZE.small });
  setFont(context, SIZE.normal, target ? "bold" : "normal");
  drawLabel(context, word, list.x + 3, y, { pad: null, room, colour: role(target ? "output" : "text") });
}
