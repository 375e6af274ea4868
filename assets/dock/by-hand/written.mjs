/**
 * Numbers that were written on sheets, by "name.row.column": those of each sheet that was open, and one sheet's in a
 * link.
 */

/** @typedef {Record<string, string>} Texts as they were typed */

const MOST = 50; // sheets

/** The sheets that were written on, the last one last. */
export class Written {
  /** @type {Map<string, Texts>} */
  sheets = new Map();

  /**
   * What was written on a sheet, by its key; null where it was never open.
   * @param {string} key
   * @returns {Texts | null}
   */
  of(key) {
    return this.sheets.get(key) ?? null;
  }

  /** What is written on a sheet now: "" takes a number away. @param {string} key @param {Texts} texts */
  put(key, texts) {
    this.replace(key, { ...this.sheets.get(key), ...texts });
  }

  /** What is written on a sheet, and nothing else. @param {string} key @param {Texts} texts */
  replace(key, texts) {
    const all = Object.entries(texts).filter(([, text]) => text);
    this.sheets.delete(key);
    this.sheets.set(key, Object.fromEntries(all));
    for (const old of [...this.sheets.keys()].slice(0, -MOST)) this.sheets.delete(old);
  }
}

/**
 * What a link has of the sheet of a step of a run, by its session's key: "" of an empty one.
 * @param {number} step
 * @param {string} key
 * @param {Texts} texts
 */
export const givenOf = (step, key, texts) => (Object.keys(texts).length ? JSON.stringify([step, key, texts]) : "");

/**
 * What a link has for the sheet of this step and run: nothing where it is of others, or was not made here.
 * @param {string | undefined} given
 * @param {number} step
 * @param {string} key
 * @returns {Texts}
 */
export function textsOf(given, step, key) {
  try {
    const [of, by, texts] = /** @type {[number, string, Texts]} */ (JSON.parse(given || "[]"));
    if (of !== step || by !== key) return {};
    return Object.fromEntries(Object.entries(texts).filter(([, text]) => typeof text === "string"));
  } catch {
    return {};
  }
}
