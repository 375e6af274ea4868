/** Elements of the page, of the kind that they are: markup that lacks one is an error that says so. */

const MOST_LISTED = 2000; // words, beyond which a list helps nobody who types one

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/**
 * An element by its id.
 * @template {Element} Kind
 * @param {Document} document
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function byId(document, id, kind) {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${kind.name} with the id ${id}.`);
}

/** What one types or chooses in, by its id. @param {Document} document @param {string} id */
export const fieldOf = (document, id) => /** @type {Field} */ (byId(document, id, HTMLElement));

/** All elements that a selector names. @param {ParentNode} within @param {string} selector @returns {HTMLElement[]} */
export const all = (within, selector) =>
  [...within.querySelectorAll(selector)].filter((each) => each instanceof HTMLElement);

/** What an event began on; null where that is no element. @param {Event} event */
export const targetOf = ({ target }) => (target instanceof Element ? target : null);

/**
 * Change the page; where that takes away or hides what has the keyboard's focus, another element gets it. A pointer's
 * is let go, so that the page's keys move on.
 * @param {Document} document
 * @param {() => void} change
 * @param {() => HTMLElement | null | undefined} next
 */
export function keepingFocus(document, change, next) {
  const held = document.activeElement;
  const byKeys = held?.matches(":focus-visible");
  change();
  if (byKeys && !held?.checkVisibility()) next()?.focus({ preventScroll: true });
}

/** The words that are offered while one is typed. @param {string[]} words */
export const wordOptions = (words) => words.slice(0, MOST_LISTED).map((word) => new Option(word, word));
