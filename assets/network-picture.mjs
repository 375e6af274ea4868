/** What the network panel shows of a scene: rows, lit edges, fills and words to name, before any of it is drawn. */
import { largest, scaleLimit } from "./numbers.mjs";
import { activation, likelihood } from "./rows.mjs";

export const MOST_PROBABLE = 8;

/**
 * @param {number[]} ids the words shown, a row each
 * @returns everything the drawing needs; sets hold row numbers, `*Ids` word ids
 */
export function networkPicture(scene, ids) {
  const { session, frame, excited, weights } = scene;
  const { input, hidden, output } = session.network;
  const place = new Map(ids.map((id, row) => [id, row]));
  const rowsOf = (list) => [...new Set(list)].filter((id) => place.has(id)).map((id) => place.get(id));
  const chances = likelihood(scene);
  const top = chances ? largest(chances, MOST_PROBABLE) : [];
  const inputIds = frame ? [...frame.inputs] : [];
  const outputIds = frame ? [...frame.outputs] : [];
  const likely = top.filter((id, rank) => rank < 3 || chances[id] > 1.2 / session.words.length);
  const fired = likely.concat(!excited && reached(scene, hidden) ? outputIds : []);
  return {
    scene, ids, place, chances, top,
    inputs: new Set(rowsOf(inputIds)),
    targets: new Set(rowsOf(outputIds)),
    pins: new Set(rowsOf(scene.pins)),
    excited: new Set(rowsOf(excited?.words ?? [])),
    hovered: place.get(scene.hovered) ?? -1,
    fired: new Set(rowsOf(fired)),
    hidden: excited?.hidden ?? frame?.get(hidden) ?? null,
    own: { hidden: frame?.get(hidden) ?? null, output: activation(scene) },
    limit: scaleLimit(weights[input].data, weights[output].data),
    input: weights[input],
    output: weights[output],
    focus: parseFocus(scene.view?.focus),
  };
}

/** Is the stage that computes this quantity done, and at least one more? */
function reached(scene, name) {
  const stage = scene.session.stages.findIndex(({ shows }) => shows.includes(name)) + 1;
  return scene.frame !== null && scene.stageIndex > stage;
}

/** "W.3.0" -> {name: "W", index: [3, 0]}; names hold no full stop. */
export function parseFocus(text) {
  if (!text) return null;
  const [name, ...index] = text.split(".");
  return { name, index: index.map(Number) };
}

/** Rows whose names must be readable, most important first. */
export function mustLabel(picture, side) {
  const { inputs, targets, pins, excited, hovered, top, place } = picture;
  const own = side === "input" ? [...inputs] : [...targets];
  const named = side === "input" ? [...pins, ...excited] : top.slice(0, 5).map((id) => place.get(id));
  const rows = [...own, hovered, ...named].filter((row) => row !== undefined && row >= 0);
  return [...new Set(rows)];
}
