/** Numbers as people type them, in answers and predictions: 0.25, −0,5, .5, 1 000, 1e-3. */

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** As programs read it: any minus is "-", a decimal comma a point, and no spaces. @param {string} text */
export const plainly = (text) => text.replace(/[−–]/g, "-").replace(/\s/g, "").replace(",", ".");

/**
 * What a text means as a number, and the unit of its last digit; null where it is none.
 * @param {string} text
 */
export function numberIn(text) {
  const plain = plainly(text);
  if (!NUMBER.test(plain)) return null;
  const [digits, power = "0"] = plain.toLowerCase().split("e");
  const decimals = digits.split(".")[1]?.length ?? 0;
  return { value: Number(plain), unit: 10 ** (Number(power) - decimals) };
}
