/**
 * What is kept in this browser and nowhere else: how far one is in each lesson. Where a browser keeps nothing, a lesson
 * begins anew.
 */

const KEY = "embedding-explorer-lesson-";

/** @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(KEY + name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string | null} text */
export function keep(name, text) {
  try {
    if (text === null) localStorage.removeItem(KEY + name);
    else localStorage.setItem(KEY + name, text);
  } catch {
    // It lasts as long as the page.
  }
}
