/** Light or dark: the system's wish, until the reader chooses; the choice is kept in this browser. */

const KEY = "embedding-explorer-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

export const theme = () => document.documentElement.dataset.theme;

/** Sets `<html data-theme>`: first as soon as this module is read. */
function applyTheme() {
  document.documentElement.dataset.theme = stored() ?? (dark.matches ? "dark" : "light");
}

/** The other one. A choice that is also the system's wish is forgotten, so that the page follows the system again. */
export function toggleTheme() {
  const wanted = theme() === "dark" ? "light" : "dark";
  keep(wanted === (dark.matches ? "dark" : "light") ? null : wanted);
  applyTheme();
}

// Storage can be switched off in a browser; the choice then lasts as long as the page.
let chosen = null;

function stored() {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "dark" || kept === "light" ? kept : chosen;
  } catch {
    return chosen;
  }
}

function keep(wanted) {
  chosen = wanted;
  try {
    if (wanted) localStorage.setItem(KEY, wanted);
    else localStorage.removeItem(KEY);
  } catch {
    // Kept in `chosen`.
  }
}

dark.addEventListener("change", applyTheme);
applyTheme();
