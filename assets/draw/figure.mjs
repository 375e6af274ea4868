/** What panels share beside their canvas: the picture's area, tools in the panel's head, notes. */
import { ISOLATES } from "../text/direction.mjs";

/**
 * @param {HTMLElement} root
 * @param {string} name
 * @returns {{tools: Element, area: HTMLElement}} the head's tools (of its own where the page has none) and the area of
 *   the picture
 */
export function createFigure(root, name) {
  const figure = element("div", `figure figure-${name}`);
  const tools =
    root.closest(".panel")?.querySelector(".panel-head .tools") ?? figure.appendChild(element("div", "tools"));
  root.appendChild(figure);
  return { tools, area: figure.appendChild(element("div", "figure-area")) };
}

/**
 * Buttons of which some are pressed.
 * @param {Element} parent
 * @param {string} label
 * @param {string[][]} choices value, text, title and perhaps a class name of each
 * @param {(value: string) => void} choose
 * @returns {(pressed: (value: string) => unknown) => void} shows which are on; touches the page only where it changes
 */
export function createButtons(parent, label, choices, choose) {
  const group = parent.appendChild(element("div", "segments"));
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", label);
  const buttons = choices.map(([value, text, title, className = ""]) => {
    const button = group.appendChild(element("button", className));
    Object.assign(button, { type: "button", textContent: text, title });
    button.addEventListener("click", () => choose(value));
    return { value, button, shown: "" };
  });
  return (pressed) => {
    for (const entry of buttons) {
      const on = String(Boolean(pressed(entry.value)));
      if (on !== entry.shown) entry.button.setAttribute("aria-pressed", (entry.shown = on));
    }
  };
}

/**
 * A line of text: `set(text)` touches the page only when the text changes.
 * @param {Element} parent
 */
export function createNote(parent) {
  const note = parent.appendChild(element("span", "figure-note"));
  /** @param {string} text */
  return (text) => setText(note, text);
}

/**
 * A line of text with numbers that change from step to step. With `press`, which gets its element, it can be pressed.
 * @param {Element} parent
 * @param {string} [className]
 * @param {(note: HTMLElement) => void} [press]
 */
export function createReadout(parent, className = "", press) {
  const note = parent.appendChild(element(press ? "button" : "span", `figure-note ${className}`));
  if (press) Object.assign(note, { type: "button", title: "How it came about", onclick: () => press(note) });
  return createLine(note);
}

const DIGIT = /\d/g;

/**
 * A line in an element that has nothing else in it, set as often as one likes: its room depends on how many digits the
 * text has, not on which, so that nothing around it is laid out anew where only numbers change.
 * @param {HTMLElement} node
 * @returns {(text: string) => void}
 */
export function createLine(node) {
  const room = element("span", "line-room");
  const said = room.appendChild(element("span", "line-said"));
  /** @param {string} text */
  return (text) => {
    if (!text) return room.remove();
    const widest = text.replace(DIGIT, "0");
    if (room.dataset.widest !== widest) room.dataset.widest = widest;
    setText(said, text);
    if (!room.parentNode) node.append(room);
  };
}

/**
 * The text of an element that has nothing else in it; the page is touched only where it changes, and then in place.
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  const shown = /** @type {Text | null} */ (node.firstChild);
  if (!shown) node.textContent = text;
  else if (shown.data !== text) shown.data = text;
}

/**
 * An element, perhaps with a text, which runs as its words do; where these are isolated (direction.mjs), from the left.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} [className]
 * @param {string | null} [text]
 */
export function element(tag, className = "", text = null) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== null) Object.assign(made, { textContent: text, dir: text.search(ISOLATES) < 0 ? "auto" : "ltr" });
  return made;
}
