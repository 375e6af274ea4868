/**
 * Two players abreast: always at the same step, and painted together or not at all. The first of them leads: what moves
 * either moves both. A run that ends before the other's end ends both. Loaded with a fork.
 */
import * as positions from "./positions.mjs";
import { atHand, reachAt } from "./reach.mjs";

/** @import { Divergence, Position, Reach, Scene, Session } from "../types" */
/** @import { Player } from "./player.mjs" */

/** Leads two players while it lasts. */
export class Abreast {
  /** @param {Player} leader @param {Player} follower one that ends before the other */
  constructor(leader, follower) {
    this.leader = leader;
    this.follower = follower;
    this.both = [leader, follower];
    leader.abreast = follower.abreast = this;
    follower.repaint = leader.repaint;
    follower.pause = leader.pause;
  }

  end() {
    this.leader.abreast = null;
  }

  /** Whether a block is waited for. */
  get waiting() {
    return this.both.some(({ supply }) => supply.waiting);
  }

  /** Where the first of both runs ends, as far as that is known. @returns {Divergence | null} */
  get diverged() {
    const [first, other = first] = this.both.flatMap(({ run }) => run?.diverged ?? []);
    return first && other ? (first.step <= other.step ? first : other) : null;
  }

  /** @param {Player} from who is moved @param {Position} position */
  stand(from, position) {
    for (const player of this.both) player.stand(player === from ? position : alike(from, position, player));
  }

  /** Paint both, where all that both need is here; before the follower is there, the leader. */
  paint() {
    const { leader, follower } = this;
    Object.assign(follower, { playing: leader.playing, speed: leader.speed });
    const wanted = this.both.flatMap((player) => {
      player.stopBeforeDivergence();
      const { run } = player;
      return run ? { player, run, scene: player.sceneOf(run) } : [];
    });
    if (wanted.every(({ scene }) => scene)) for (const { player, run, scene } of wanted) player.show(run, scene);
  }

  /**
   * A scene with the scales of both runs, where they are of one kind: a colour then means the same in both.
   * @param {Scene} scene
   * @returns {Scene}
   */
  scaled(scene) {
    const { session, step, stageIndex } = scene;
    const shown = positions.shownStep(session, { step, stageIndex });
    const reaches = this.both.flatMap(({ run }) => {
      const block = run?.store.at(shown);
      if (!run || !block || run.session.model !== session.model || run.session.output !== session.output) return [];
      return own(reachAt(run.store.at(Math.max(0, step - 1)) ?? block, step, block, shown), run.session);
    });
    const { reach } = scene;
    if (reaches.length < 2) return scene;
    const both = widest(reaches);
    /** @type {Reach["weights"]} */
    const weights = (names, change) => atHand(both.weights(names, change), reach.weights(names, change));
    return { ...scene, reach: { ...both, weights } };
  }
}

/** @param {Player} from @param {Position} position @param {Player} to @returns {Position} */
function alike(from, { step, stageIndex }, to) {
  if (!from.session || !to.session) return { step, stageIndex: 0 };
  return positions.alike(from.session, { step, stageIndex }, to.session);
}

/**
 * A run's reach, which is 0 of what it has not: runs of one kind may differ in a quantity, as with undivided contexts.
 * @param {Reach} reach
 * @param {Session} session
 * @returns {Reach}
 */
function own(reach, { quantities }) {
  const has = (/** @type {string} */ name) => quantities.some((each) => each.name === name);
  return {
    ...reach,
    quantity: (name) => (has(name) ? reach.quantity(name) : 0),
    colours: (name) => (has(name) ? reach.colours(name) : { limit: 0, largest: 0 }),
    parts: (error, weights) => (has(error) ? reach.parts(error, weights) : 0),
  };
}

/** Of several runs of one kind. @param {Reach[]} reaches @returns {Reach} */
export const widest = (reaches) => ({
  weights: (names, change) => widestScale(reaches.map((reach) => reach.weights(names, change))),
  quantity: (name) => Math.max(...reaches.map((reach) => reach.quantity(name))),
  colours: (name) => widestScale(reaches.map((reach) => reach.colours(name))),
  parts: (error, weights) => Math.max(...reaches.map((reach) => reach.parts(error, weights))),
});

/** @param {{ limit: number, largest: number }[]} scales */
const widestScale = (scales) => ({
  limit: Math.max(...scales.map(({ limit }) => limit)),
  largest: Math.max(...scales.map(({ largest }) => largest)),
});
