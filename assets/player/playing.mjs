/**
 * Playing: so many steps a second, of which a page that takes longer for a picture than from one to the next paints
 * some only. While one picture stands, that of the step which will be due in the next frame is drawn beside it.
 */

/** @import { Player } from "./player.mjs" */

const EASY = 20; // ms from frame to frame, of a page that keeps up with the screen
const RECENT = 10; // frames

/** A player walks on, frame by frame, until it plays no more. @param {Player} player */
export function playOn(player) {
  let [then, frame, due] = [performance.now(), 0, 0];
  /** @param {number} now */
  const step = (now) => {
    if (!player.playing) return;
    const passed = now - then;
    then = now;
    frame += (passed - frame) / RECENT;
    due = Math.min(due + (passed / 1000) * player.speed, mostDue(player));
    due -= walk(player, due, frame);
    player.clock.frame(step);
  };
  player.clock.frame(step);
}

/**
 * Go the steps that are due, or as many as are drawn ahead, and draw ahead again. Returns how many.
 * @param {Player} player
 * @param {number} due
 * @param {number} frame milliseconds from one to the next, of late
 */
function walk(player, due, frame) {
  const { ahead, abreast, supply, inker } = player;
  const count = ahead.count ?? Math.floor(due);
  if (due < Math.max(1, count) || (abreast ?? supply).waiting) return 0;
  if (ahead.pending) inker.miss();
  if (ahead.pending && frame > EASY) return 0; // a page that has time draws what is late itself
  player.settle(player.step + count);
  const coming = Math.min(due - count + (frame / 1000) * player.speed, mostDue(player));
  if (player.playing && inker.ready && !abreast) ahead.walk(Math.max(1, Math.floor(coming)));
  return count;
}

/** How many steps a player may be behind, and make good. @param {Player} player */
const mostDue = ({ speed }) => Math.max(1, speed / 4);
