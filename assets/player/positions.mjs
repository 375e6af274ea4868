/**
 * Positions in a run: a number of updates and a stage. Stage 0 is "start", found at step 0 only; the last one is the
 * update, after which the step counts as done; those between belong to the coming step, whose weights have not moved
 * yet.
 */

import { count } from "../text/numbers.mjs";

/** @import { Divergence, Position, Session } from "../types" */
/** @typedef {Pick<Session, "stages">} Staged */

/** The number of the update. @param {Staged} session */
const lastStage = ({ stages }) => stages.length;

/** Whether a step has begun and not ended at a stage. @param {Staged} session @param {number} stageIndex */
export const isInside = (session, stageIndex) => stageIndex > 0 && stageIndex < lastStage(session);

/** @param {Staged} session @param {number} stageIndex */
export const stageName = ({ stages }, stageIndex) => (stageIndex ? stages[stageIndex - 1].name : "start");

/** After so many whole steps. @param {Staged} session @param {number} step @returns {Position} */
export const after = (session, step) =>
  step > 0 ? { step, stageIndex: lastStage(session) } : { step: 0, stageIndex: 0 };

/**
 * After so many steps, and inside the coming one where `stage` is a name of a stage there.
 * @param {Staged} session
 * @param {number} step
 * @param {string | null} stage
 * @returns {Position}
 */
export function atStage(session, step, stage) {
  const stageIndex = session.stages.findIndex(({ name }) => name === stage) + 1;
  return isInside(session, stageIndex) ? { step, stageIndex } : after(session, step);
}

/**
 * The same stage of the same step in another run; where that has no such stage, it has not got further than one has:
 * the last stage before it that both have, or else its own first.
 * @param {Staged} from
 * @param {Position} at
 * @param {Staged} to
 * @returns {Position}
 */
export function alike(from, { step, stageIndex }, to) {
  if (!isInside(from, stageIndex)) return after(to, step);
  for (let index = stageIndex; index > 0; index--) {
    const same = atStage(to, step, stageName(from, index));
    if (isInside(to, same.stageIndex)) return same;
  }
  return isInside(to, 1) ? { step, stageIndex: 1 } : after(to, step);
}

/** Whether one position comes after another. @param {Staged} session @param {Position} at @param {Position} other */
export function isPast(session, at, other) {
  const [own, its] = [at, other].map(({ stageIndex }) => (isInside(session, stageIndex) ? stageIndex : 0));
  return at.step > other.step || (at.step === other.step && own > its);
}

/**
 * The beginning of this step where one is inside it, else one step back.
 * @param {Staged} session
 * @param {Position} at
 */
export const stepBefore = (session, { step, stageIndex }) =>
  after(session, isInside(session, stageIndex) ? step : step - 1);

/** One stage on. @param {Staged} session @param {Position} at @returns {Position} */
export function stageAfter(session, { step, stageIndex }) {
  const next = isInside(session, stageIndex) ? stageIndex + 1 : 1;
  return next === lastStage(session) ? after(session, step + 1) : { step, stageIndex: next };
}

/** One stage back. @param {Staged} session @param {Position} at @returns {Position} */
export function stageBefore(session, { step, stageIndex }) {
  if (isInside(session, stageIndex))
    return stageIndex > 1 ? { step, stageIndex: stageIndex - 1 } : after(session, step);
  return step > 0 ? { step: step - 1, stageIndex: lastStage(session) - 1 } : { step, stageIndex };
}

/**
 * The first and the last position of what can be moved in around a step, or nearest to it: of a record one of its
 * spans.
 * @param {Pick<Session, "limits">} session
 * @param {number} step
 */
export function spanAround({ limits }, step) {
  const spans = limits.spans ?? [[0, limits.step]];
  /** @param {number[]} span */
  const away = ([first, last]) => Math.max(first - step, step - last, 0);
  return spans.reduce((nearest, each) => (away(each) < away(nearest) ? each : nearest));
}

/**
 * No further than to the last step, and only to what a record holds.
 * @param {Session} session
 * @param {Position} at
 * @returns {Position}
 */
export function within(session, at) {
  const [first, last] = spanAround(session, at.step);
  const step = Math.max(first, Math.min(last, at.step));
  return step === at.step ? at : after(session, step);
}

/**
 * What is said where a record does not hold a position that is wanted; "" where it does.
 * @param {Pick<Session, "limits">} session
 * @param {Position} at
 */
export function notRecorded({ limits: { spans } }, { step }) {
  if (!spans || spans.some(([first, last]) => first <= step && step <= last)) return "";
  const held = spans.map(([first, last]) => `${count(Math.min(Math.max(1, first), last))} to ${count(last)}`); // from 1
  return `This file has steps ${held.join(" and ")} of the run, not step ${count(step)}.`;
}

/**
 * No further than a run that becomes non-finite goes: it ends before the step in which it does.
 * @param {Session} session
 * @param {Divergence | null} diverged
 * @param {Position} at
 * @returns {Position}
 */
export function beforeDivergence(session, diverged, at) {
  const end = diverged?.step ?? Infinity;
  const reached = at.step < end || (at.step === end && !isInside(session, at.stageIndex));
  return reached ? at : after(session, end);
}

/**
 * Whether a run has no stage after a position.
 * @param {Session} session
 * @param {Divergence | null} diverged
 * @param {Position} at
 */
export function isEnd(session, diverged, at) {
  const next = stageAfter(session, at);
  return next.step > spanAround(session, at.step)[1] || beforeDivergence(session, diverged, next) !== next;
}

/**
 * Whether a record holds no more whole step after a position; stages of the next it does.
 * @param {Session} session
 * @param {Pick<Position, "step">} at
 */
export const isRecordsLast = (session, { step }) =>
  session.limits.spans !== undefined && step >= spanAround(session, step)[1];

/**
 * The step whose frame is shown: the coming one inside it, else the one done last.
 * @param {Staged} session
 * @param {Position} at
 */
export const shownStep = (session, { step, stageIndex }) =>
  isInside(session, stageIndex) ? step : Math.max(0, step - 1);

/**
 * The steps whose frames are needed: the one that made the weights, and the one shown.
 * @param {Staged} session
 * @param {Position} at
 */
export const neededSteps = (session, at) => [Math.max(0, at.step - 1), shownStep(session, at)];
