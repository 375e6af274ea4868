/**
 * A long sum as it has room: its largest terms, and "⋯ the other 37 together 0.0123" for the rest, so that it adds up.
 *
 * The server marks the terms, of many the largest first: `<mrow data-term="0.2" data-digits="4">`, and those that it sums itself
 * `<mrow data-rest="260" data-sum="0.3">` (explorer/models/notation.py).
 */
import { count as thousands, significant } from "../../text/numbers.mjs";

const MATHML = "http://www.w3.org/1998/Math/MathML";

/**
 * Shows as many terms as fit, of each sum in a line; whether that leaves out some.
 * @param {Element} line
 * @param {() => boolean} fits whether what is shown has room
 */
export function fold(line, fits) {
  const sums = [...new Set(Array.from(line.querySelectorAll("[data-term]"), ({ parentElement }) => parentElement))];
  return sums.map((sum) => sum && foldSum(sum, fits)).some(Boolean);
}

/** Whether it leaves out some. @param {Element} sum @param {() => boolean} fits */
function foldSum(sum, fits) {
  /** @type {MathMLElement[]} */
  const terms = Array.from(sum.querySelectorAll(":scope > [data-term]"));
  /** @type {MathMLElement | null} */
  const summed = sum.querySelector(":scope > [data-rest]");
  /** @type {MathMLElement | null} */
  let rest = null;
  const digits = Number(terms[0].dataset.digits);
  const known = { count: Number(summed?.dataset.rest ?? 0), total: Number(summed?.dataset.sum ?? 0) };

  const bySize = [...terms].sort((one, other) => sizeOf(other) - sizeOf(one));

  /** Shows the largest so many, in their order. @param {number} shown */
  function show(shown) {
    const [seen, left] = [new Set(bySize.slice(0, shown)), bySize.slice(shown)];
    const first = terms.find((term) => seen.has(term));
    for (const term of terms) {
      setShown(term, seen.has(term));
      const sign = term.firstElementChild;
      if (sign?.textContent === "+") setShown(sign, term !== first);
    }
    if (summed) setShown(summed, !left.length);
    rest?.remove();
    if (!left.length) return;
    const total = left.reduce((all, { dataset }) => all + Number(dataset.term), known.total);
    rest = restOf(sum.ownerDocument, known.count + left.length, total, digits);
    terms[terms.length - 1].after(rest);
  }

  let [most, least] = [terms.length, 1]; // `least` fit, as far as one can
  show(most);
  if (fits()) return false;
  while (most - least > 1) {
    const middle = (most + least) >> 1;
    show(middle);
    if (fits()) least = middle;
    else most = middle;
  }
  show(least);
  return least < terms.length;
}

/** @param {MathMLElement} term */
const sizeOf = ({ dataset }) => Math.abs(Number(dataset.term));

/** @param {Element} part @param {boolean} isShown */
function setShown(part, isShown) {
  if (part instanceof MathMLElement) part.style.display = isShown ? "" : "none";
}

/** @param {Document} page @param {number} count @param {number} total @param {number} digits of each number */
function restOf(page, count, total, digits) {
  /** @param {string} name @param {(string | Element)[]} children */
  const make = (name, ...children) => {
    const made = /** @type {MathMLElement} */ (page.createElementNS(MATHML, name));
    made.append(...children);
    return made;
  };
  const [mantissa, power] = significant(total, digits).replaceAll("-", "−").split("e");
  const ten = power ? [make("mo", "×"), make("msup", make("mn", "10"), make("mn", power))] : [];
  const number = make("mrow", make("mn", mantissa), ...ten);
  const bracketed = total < 0 || power ? [make("mo", "("), number, make("mo", ")")] : [number];
  return make(
    "mrow",
    make("mo", "+"),
    make("mo", "⋯"),
    make("mtext", `the other ${count === 1 ? "one" : `${thousands(count)} together`}\u00a0`),
    ...bracketed,
  );
}
