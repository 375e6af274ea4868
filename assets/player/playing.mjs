/**
 * Playing: so many steps a second, of which a page that takes longer for a picture than from one to the next paints
 * some only. While one picture stands, those of the steps which will be due in the next frames are drawn beside it.
 */

/** @import { Player } from "./player.mjs" */

const EASY = 20; // ms from frame to frame, of a page that keeps up with the screen
const RECENT = 10; // frames

/** A player walks on, frame by frame, until it plays no more. @param {Player} player */
export function playOn(player) {
  let [then, frame, due] = [performance.now(), 0, 0];
  let yielded = false;
  /** @param {number} now */
  const step = (now) => {
    if (!player.playing) return;
    // A step in a frame that is painted already would be painted at its end, where nothing is drawn ahead; and as the
    // end of the next frame then follows its step, too, so would all others.
    yielded = Boolean(player.frame) && !yielded;
    if (!yielded) {
      const passed = now - then;
      then = now;
      frame += (passed - frame) / RECENT;
      due = Math.min(due + (passed / 1000) * player.speed, mostDue(player));
      due -= walk(player, due, frame);
    }
    player.clock.frame(step);
  };
  player.clock.frame(step);
}

/**
 * Go the steps that are due, or as many as the next picture is drawn ahead, and draw one more ahead. Returns how many.
 * @param {Player} player
 * @param {number} due
 * @param {number} frame milliseconds from one to the next, of late
 */
function walk(player, due, frame) {
  const { ahead, abreast, supply, inker } = player;
  const count = ahead.count ?? Math.floor(due);
  const wanted = due >= Math.max(1, count) && !(abreast ?? supply).waiting;
  const waits = wanted && ahead.pending && frame > EASY; // a page that has time draws what is late itself
  if (waits && ahead.full) inker.miss();
  const goes = wanted && !waits;
  if (goes) player.settle(player.step + count);
  const left = goes ? due - count : due;
  if (player.playing && ahead.beside && !ahead.full) ahead.walk(reachAfter(player, left, frame));
  return goes ? count : 0;
}

/**
 * How many steps ahead the picture is that is due after those that are drawn.
 * @param {Player} player
 * @param {number} due
 * @param {number} frame
 */
function reachAfter({ ahead, speed }, due, frame) {
  const coming = due + (frame / 1000) * speed * (ahead.frames + 1);
  const most = mostDue({ speed });
  return ahead.reach + Math.max(1, Math.floor(Math.min(coming - ahead.reach, most)));
}

/** How many steps a player may be behind, and make good. @param {Pick<Player, "speed">} player */
const mostDue = ({ speed }) => Math.max(1, speed / 4);
