/** Exponentials that neither overflow nor lose digits, as explorer/maths/exponential.py has them. */

/** @param {number} u */
export const sigmoid = (u) => (u >= 0 ? 1 / (1 + Math.exp(-u)) : Math.exp(u) / (1 + Math.exp(u)));

/** ln(1 + exp u) = −ln σ(−u). @param {number} u */
export const softplus = (u) => Math.max(u, 0) + Math.log1p(Math.exp(-Math.abs(u)));

/** ln Σ exp u of some scores; −∞ of none. @param {number[]} scores */
export function logSumExp(scores) {
  const largest = Math.max(...scores);
  if (!Number.isFinite(largest)) return largest;
  return largest + Math.log(scores.reduce((total, u) => total + Math.exp(u - largest), 0));
}
