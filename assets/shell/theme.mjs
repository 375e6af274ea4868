/** Light or dark: the system's wish, until the reader chooses; the choice is kept in this browser. */

const KEY = "embedding-explorer-theme";
const dark = () => matchMedia("(prefers-color-scheme: dark)");

/** What holds on the page: "light" or "dark". */
export const theme = () => document.documentElement.dataset.theme;

/** The page follows the choice and the system from now on. */
export function begin() {
  dark().addEventListener("change", applyTheme);
  applyTheme();
}

/** Sets `<html data-theme>`. */
function applyTheme() {
  document.documentElement.dataset.theme = stored() ?? wished();
}

const wished = () => (dark().matches ? "dark" : "light");

/** The other one. A choice that is also the system's wish is forgotten, so that the page follows the system again. */
export function toggleTheme() {
  const wanted = theme() === "dark" ? "light" : "dark";
  keep(wanted === wished() ? null : wanted);
  applyTheme();
}

// Storage can be switched off in a browser; the choice then lasts as long as the page.
/** @type {string | null} */
let chosen = null;

function stored() {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "dark" || kept === "light" ? kept : chosen;
  } catch {
    return chosen;
  }
}

/** @param {string | null} wanted */
function keep(wanted) {
  chosen = wanted;
  try {
    if (wanted) localStorage.setItem(KEY, wanted);
    else localStorage.removeItem(KEY);
  } catch {
    // Kept in `chosen`.
  }
}
