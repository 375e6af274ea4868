/** The ranked list beside the network: the most probable words. */
import { drawLabel, font, SIZE } from "./canvas.mjs";
import { role, tint } from "./colours.mjs";
import { MOST_PROBABLE } from "./network-picture.mjs";
import { count, percent } from "./numbers.mjs";
import { MOST_FORESEEN } from "./questions.mjs";

/** The most probable words, ranked, with bars; empty places until they are known. Returns the ids drawn and where. */
export function drawList(context, picture, layout) {
  const { list } = layout;
  if (!list) return [];
  const { scene, chances, top } = picture;
  const given = scene.excited ? scene.excited.words.map((id) => scene.session.words[id]).join(", ") : "";
  context.font = font(SIZE.small);
  const title = given ? `given ${given}` : ofAll(picture) ?? "most probable";
  drawLabel(context, title, list.x, 0.8 * SIZE.small, { colour: role("muted"), pad: null, size: SIZE.small, room: list.width });
  if (!chances && picture.partly && scene.session.words.length > MOST_FORESEEN) return drawReason(context, layout);
  const step = 1.55 * SIZE.normal;
  const places = Math.min(MOST_PROBABLE, scene.session.words.length, Math.floor((layout.bottom - layout.top) / step));
  const found = [];
  for (let i = 0; i < places; i++) {
    const y = layout.top + (i + 0.5) * step;
    if (chances) {
      drawRank(context, picture, list, top[i], y, step);
      found.push({ id: top[i], top: y - step / 2, bottom: y + step / 2 });
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

/** Why the list is empty: with so many words it isn't worked out at every step. */
function drawReason(context, { list, top }) {
  const text = `With more than ${count(MOST_FORESEEN)} words this is worked out only for words pointed at or pinned.`;
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (context.measureText(longer).width <= list.width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const muted = { colour: role("muted"), pad: null, size: SIZE.small };
  lines.forEach((line, i) => drawLabel(context, line, list.x, top + (i + 0.5) * 1.4 * SIZE.small, muted));
  return [];
}

function drawRank(context, picture, list, id, y, step) {
  const { scene, chances } = picture;
  const target = scene.frame?.outputs.includes(id);
  context.fillStyle = scene.hovered === id ? role("accent-soft") : role("surface");
  context.fillRect(list.x - 3, y - step / 2, list.width + 6, step);
  context.fillStyle = tint("activation", 0.3);
  context.fillRect(list.x, y - step / 2 + 1, Math.max(1, chances[id] * list.width), step - 2);
  context.font = font(SIZE.small);
  const share = percent(chances[id]);
  const room = list.width - context.measureText(share).width - 8;
  drawLabel(context, share, list.x + list.width - 2, y, { align: "right", pad: null, size: SIZE.small });
  context.font = font(SIZE.normal, target ? "bold" : "normal");
  drawLabel(context, scene.session.words[id], list.x + 3, y, { pad: null, room, colour: role(target ? "output" : "text") });
}
