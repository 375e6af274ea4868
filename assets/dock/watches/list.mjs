/** The expressions that are watched, as links have them: a line each. */

const SEPARATOR = "\n";

/** @param {string | undefined} view */
export const listOf = (view) => [...new Set((view ?? "").split(SEPARATOR).map((each) => each.trim()))].filter(Boolean);

/** @param {string[]} list */
export const textOf = (list) => [...new Set(list)].join(SEPARATOR);
