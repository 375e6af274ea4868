/** Numbers as people type them: with a point or a comma, and a minus of either kind. */

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** A number as it is typed; NaN for what is none. @param {string} text */
export function numberIn(text) {
  const plain = plainly(text);
  return NUMBER.test(plain) ? Number(plain) : Number.NaN;
}

/** As programs read it. @param {string} text */
export const plainly = (text) =>
  text
    .trim()
    .replaceAll("−", "-")
    .replace(/^([-+]?\d*),(\d+(?:e[-+]?\d+)?)$/i, "$1.$2");
