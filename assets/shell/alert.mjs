/**
 * What is told over the panels: a run that stopped, a link that cannot be opened, a server that is away or newer than
 * the page.
 */

/** @import { Problem } from "../sources/errors.mjs" */
/** @typedef {[text: string, to: string | (() => void)]} Way an address, or what a press does */

/** @type {Way} */
export const BACK = ["Back to that run", () => history.back()];

/**
 * Show a text, with links that lead on. Without a text nothing stands there.
 * @param {HTMLElement} box
 * @param {string} text
 * @param {Way[]} [ways]
 */
export function fillAlert(box, text, ways = []) {
  box.textContent = text;
  box.hidden = !text;
  for (const [textContent, to] of ways) {
    const href = typeof to === "string" ? to : location.href;
    const link = Object.assign(box.ownerDocument.createElement("a"), { textContent, href });
    if (typeof to === "function") {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        to();
      });
    }
    box.append(" · ", link);
  }
}

/** That a link was refused, in one line: what was given may be a corpus. @param {string} message */
export function refusal(message) {
  return `This link cannot be opened. ${message.replaceAll("\n", " ⏎ ")}`;
}

/**
 * From a link that was refused: what can be opened instead.
 * @param {Problem[]} problems
 * @param {Map<string, string>} [presets] their titles by their names
 * @returns {Way[]}
 */
export function waysOut(problems, presets = new Map()) {
  const keys = new URLSearchParams(location.search);
  const fields = problems.map(([field]) => field.split(".")[0]);
  const named = fields.every((field) => keys.has(field));
  for (const field of fields) keys.delete(field);
  /** @type {Way[]} */
  const rest = named ? [[`Open it without ${[...new Set(fields)].join(", ")}`, `?${keys}${location.hash}`]] : [];
  const preset = keys.get("preset") ?? "";
  const title = preset && presets.get(preset);
  if (!named && title) rest.push([`Open “${title}” as it is`, `?preset=${encodeURIComponent(preset)}`]);
  return [...rest, ...nearPresets(problems, presets), ["Open the default instead", location.pathname]];
}

/**
 * The presets that are nearest to the one that is none.
 * @param {Problem[]} problems
 * @param {Map<string, string>} presets
 * @returns {Way[]}
 */
function nearPresets(problems, presets) {
  const [, , told = ""] = problems.find(([field]) => field === "preset") ?? [];
  const [, list = ""] = told.split("nearest to it are ");
  const near = list.split(", ").filter((name) => name && presets.has(name));
  return near.map((name) => [presets.get(name) ?? name, `?preset=${encodeURIComponent(name)}`]);
}
