/** Where the explanation of a number stands: in the window, never over what was pressed nor over the transport. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { above, placeBeside, roomBeside } from "../../assets/panels/explanation/beside.mjs";

const WINDOWS = [
  [320, 640],
  [390, 844],
  [640, 360],
  [1024, 768],
  [1280, 720],
  [1920, 1080],
];

const covers = (one, other) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

test("a box stands in its room beside what was pressed, whole where there is room for it", () => {
  for (const [width, height] of WINDOWS) {
    const bar = { left: 0, top: 4, width, height: Math.round(height / 5) };
    for (const size of [
      { width: Math.min(448, width - 16), height: 90 },
      { width: Math.min(448, width - 16), height: 400 },
    ]) {
      for (let left = 0; left < width - 40; left += 17) {
        for (let top = bar.top + bar.height; top < height - 16; top += 13) {
          const pressed = { left, top, width: 40, height: 16 };
          const room = roomBeside({ width, height }, bar, pressed);
          const found = placeBeside(pressed, size, room);
          const box = { ...found, width: size.width };
          const told = JSON.stringify({ pressed, size, room, box });
          assert.ok(!covers(box, pressed) && !covers(box, bar), told);
          assert.ok(box.left >= 0 && box.left + box.width <= width && box.top + box.height <= height, told);
          assert.ok(box.height >= Math.min(size.height, 100), told);
          if (size.height === 90) assert.equal(box.height, 90, told);
        }
      }
    }
  }
});

test("beside a bar at the foot of a window there is room above it, and a bar out of sight takes none", () => {
  const view = { width: 400, height: 800 };
  const pressed = { left: 10, top: 300, width: 20, height: 20 };
  const whole = { left: 0, top: 0, ...view };
  assert.deepEqual(roomBeside(view, { left: 0, top: 700, width: 400, height: 100 }, pressed), {
    ...whole,
    height: 700,
  });
  assert.deepEqual(roomBeside(view, { left: 0, top: -90, width: 400, height: 80 }, pressed), whole);
  assert.deepEqual(roomBeside(view, null, pressed), whole);
});

test("what is out of sight counts as standing at the edge", () => {
  const room = { left: 0, top: 60, width: 400, height: 540 };
  const { top, height } = placeBeside(
    { left: 10, top: -300, width: 20, height: 20 },
    { width: 380, height: 200 },
    room,
  );
  assert.ok(top >= 60 && top + height <= 600);
});

test("above a sheet over the lower part of a window there is room, beside a dock the whole window", () => {
  const view = { width: 390, height: 844 };
  const sheet = { left: 0, top: 438, width: 390, height: 406 };
  assert.deepEqual(above(view, sheet), { width: 390, height: 438 });
  const bar = { left: 8, top: 4, width: 374, height: 160 };
  const pressed = { left: 20, top: 300, width: 30, height: 16 };
  const { top, height } = placeBeside(
    pressed,
    { width: 374, height: 300 },
    roomBeside(above(view, sheet), bar, pressed),
  );
  assert.ok(top + height <= sheet.top && (top >= 316 || top + height <= 300));
  assert.equal(above({ width: 1280, height: 720 }, { left: 880, top: 118, width: 390, height: 594 }).height, 720);
  assert.equal(above(view, null), view);
});

test("what was pressed in a line leaves the whole line to be read", () => {
  for (const [width, height] of WINDOWS) {
    const size = { width: Math.min(448, width - 16), height: 160 };
    for (const top of [70, Math.round(height / 2), height - 60]) {
      const line = { left: 10, top, width: width - 20, height: 40 };
      for (let left = 10; left < width - 40; left += 37) {
        const found = placeBeside(
          { left, top: top + 20, width: 30, height: 16 },
          size,
          roomBeside({ width, height }, null, line),
          line,
        );
        const box = { ...found, width: size.width };
        assert.ok(!covers(box, line), JSON.stringify({ width, height, line, box }));
        assert.ok(box.top >= 0 && box.top + box.height <= height && box.left + box.width <= width);
      }
    }
  }
});
