/** Ways by arrow keys: all that can be pressed is reached, in a made-up picture and in those of real runs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { areSame, boxAround, firstSite, siteAhead } from "../../assets/draw/sites.mjs";
import { pick as pickCell } from "../../assets/panels/weights/layout.mjs";
import { compose as composeWeights } from "../../assets/panels/weights/compose.mjs";
import { compose as composeWords } from "../../assets/panels/network/words/compose.mjs";
import { pickWords } from "../../assets/panels/network/words/tell.mjs";
import { measure, ROOMS, sceneOf } from "./pictures.mjs";

const ROOM = { width: 200, height: 100 };
const ARROWS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
const CELL = { width: 20, height: 10 };

/** Three rows of four cells from (40, 30) on, and a node at (180, 20). */
function pick(x, y) {
  if (Math.hypot(x - 180, y - 20) < 8) return { kind: "node", id: 1 };
  const [column, row] = [Math.floor((x - 40) / CELL.width), Math.floor((y - 30) / CELL.height)];
  if (column >= 0 && column < 4 && row >= 0 && row < 3) return { kind: "cell", index: [row, column] };
  return x > 120 && y > 30 ? { kind: "edge", id: 2 } : null;
}

/** All that is reached from the first by arrows. */
function reached(pickAt, room) {
  const sites = [firstSite(pickAt, room)];
  const found = [];
  for (let site = sites.pop(); site; site = sites.pop()) {
    const target = pickAt(site.x, site.y);
    assert.ok(target, `nothing lies at ${site.x}, ${site.y}`);
    if (found.some((each) => areSame(each, target))) continue;
    found.push(target);
    for (const arrow of Object.values(ARROWS)) sites.push(siteAhead(pickAt, site, arrow, room));
    while (sites.length && !sites.at(-1)) sites.pop();
    for (let i = sites.length - 1; i >= 0; i--) if (!sites[i]) sites.splice(i, 1);
  }
  return found;
}

test("arrows go to what adjoins, else to the nearest ahead, and end on no edge", () => {
  const first = firstSite(pick, ROOM);
  assert.deepEqual(pick(first.x, first.y), { kind: "cell", index: [0, 0] });
  const down = siteAhead(pick, first, ARROWS.down, ROOM);
  assert.deepEqual(pick(down.x, down.y).index, [1, 0]);
  const right = siteAhead(pick, down, ARROWS.right, ROOM);
  assert.deepEqual(pick(right.x, right.y).index, [1, 1]);
  const node = siteAhead(pick, { x: 110, y: 35 }, ARROWS.right, ROOM);
  assert.equal(pick(node.x, node.y).kind, "node");
  assert.equal(siteAhead(pick, first, ARROWS.up, { width: 100, height: 100 }), null);
  assert.equal(
    firstSite(() => null, ROOM),
    null,
  );
  assert.equal(reached(pick, ROOM).length, 13);
  assert.deepEqual(boxAround(pick, { x: 50, y: 35 }).width <= CELL.width, true);
});

test("every cell of a heatmap and every node of a network is reached", () => {
  const [room] = ROOMS;
  const scene = sceneOf("skip-gram", 5);
  const weights = composeWeights(scene, room, measure, null, 0);
  const cells = reached((x, y) => pickCell(weights, x, y), room);
  const { rows, columns } = { rows: scene.session.words.length, columns: scene.weights.W.columns };
  assert.equal(cells.filter(({ column }) => column >= 0).length, 2 * rows * columns);
  const network = composeWords(scene, room, measure, null);
  const nodes = reached((x, y) => pickWords(network, x, y), room);
  const of = (kind) => nodes.filter((each) => each.kind === kind).length;
  assert.deepEqual([of("input"), of("hidden"), of("output")], [rows, columns, rows]);
});

test("down a column of words each is met in turn, and to the right of each a unit", () => {
  const [room] = ROOMS;
  const network = composeWords(sceneOf("skip-gram", 5), room, measure, null);
  const pickAt = (x, y) => pickWords(network, x, y);
  const rows = [];
  for (let at = firstSite(pickAt, room); at; at = siteAhead(pickAt, at, ARROWS.down, room)) {
    rows.push(pickAt(at.x, at.y).row);
    const right = siteAhead(pickAt, at, ARROWS.right, room);
    assert.equal(pickAt(right.x, right.y).kind, "hidden", "not the word below, whose name is shorter");
  }
  assert.deepEqual(
    rows,
    Array.from(rows, (_, row) => row),
  );
  assert.ok(rows.length > 12);
});
