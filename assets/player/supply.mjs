/** What brings the blocks of frames that a position needs, and those that will be needed next. */
import { Diverged, Dropped, Refused } from "../sources/errors.mjs";
import { measuresLike } from "./reach.mjs";

/** @import { Player } from "./player.mjs" */
/** @import { Run } from "./run.mjs" */

/** Brings a player's blocks. */
export class Supply {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.waiting = false; // for the block that is needed now
    this.failed = false; // so that a press asks again, not each movement of the pointer
  }

  /**
   * The block that holds a step, which is needed now; it is painted when it is here.
   * @param {Run} run
   * @param {number} step
   */
  async fetch(run, step) {
    const { store } = run;
    store.waitFor(step);
    if (this.waiting || this.failed) return; // what was waited for gives way, and then this one is asked for
    this.waiting = true;
    this.player.tell.waiting();
    const error = await this.bring(run, step).then(
      () => null,
      (reason) => reason,
    );
    this.waiting = false;
    const current = store === this.player.run?.store; // else another recipe was opened meanwhile
    if (!current || !error || error instanceof Diverged || error instanceof Dropped) this.player.repaint();
    else this.fail(error);
  }

  /**
   * The blocks of the coming steps, one after the other: that of the next step, then the one behind it. One may tell
   * that the run ends in it, and then there is none behind it.
   * @param {Run} run
   */
  async fetchAhead(run) {
    const { store } = run;
    const { step } = this.player;
    const steps = [step, step + store.steps];
    store.waitFor(...steps);
    for (const ahead of steps) {
      const needed = !run.diverged && store === this.player.run?.store && step + store.steps <= run.session.limits.step;
      if (!needed) return;
      if (store.at(ahead)) continue;
      try {
        await this.bring(run, ahead);
      } catch {
        return; // it is asked for again when it is needed, and then says what is wrong
      }
      this.player.ahead.rest(); // the next step may be in it
      this.measure(run, step, ahead);
    }
  }

  /**
   * While the page has nothing to do, measure of the block with the step `ahead` what has been asked of that which is
   * shown: where one plays, there is no time for it in the frame that first needs it.
   * @param {Run} run
   * @param {number} step
   * @param {number} ahead
   */
  async measure({ store }, step, ahead) {
    const [shown, coming] = [store.at(Math.max(0, step - 1)), store.at(ahead)];
    if (!shown || !coming) return;
    for (const measure of measuresLike(shown, coming)) {
      await this.player.clock.idle();
      if (store !== this.player.run?.store) return;
      measure();
    }
  }

  /** Where the run ends before the step, that is known then. @param {Run} run @param {number} step */
  async bring(run, step) {
    try {
      run.meet(await run.store.load(step));
    } catch (error) {
      if (error instanceof Diverged) run.diverged = error.diverged;
      throw error;
    } finally {
      if (run === this.player.run) this.player.stopBeforeDivergence();
    }
  }

  /** @param {unknown} error */
  fail(error) {
    const { player } = this;
    const { asked } = player;
    const refused = error instanceof Refused ? error : null;
    this.failed = true;
    player.pause();
    if (refused && asked > 0) player.turnBack();
    player.tell.trouble(refused?.renamed("frames.start", "step", String(asked)) ?? error);
  }
}
