/** What panels share beside their canvas: the picture's place, tools in the panel's head, notes. */

/** @returns {{tools: HTMLElement, area: HTMLElement}} the head's tools (of its own where the page has none) and the picture's place */
export function createFigure(root, name) {
  const figure = element("div", `figure figure-${name}`);
  const tools = root.closest(".panel")?.querySelector(".panel-head .tools") ?? figure.appendChild(element("div", "tools"));
  root.appendChild(figure);
  return { tools, area: figure.appendChild(element("div", "figure-area")) };
}

/**
 * Buttons of which some are pressed.
 * @param {[value: string, text: string, title: string, className?: string][]} choices
 * @param {(value: string) => void} choose
 * @returns {(pressed: (value: string) => boolean) => void} shows which are on; touches the page only where it changes
 */
export function createButtons(parent, label, choices, choose) {
  const group = parent.appendChild(element("div", "segments"));
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", label);
  const buttons = choices.map(([value, text, title, className = ""]) => {
    const button = group.appendChild(element("button", className));
    Object.assign(button, { type: "button", textContent: text, title });
    button.addEventListener("click", () => choose(value));
    return { value, button, shown: null };
  });
  return (pressed) => {
    for (const entry of buttons) {
      const on = String(Boolean(pressed(entry.value)));
      if (on !== entry.shown) entry.button.setAttribute("aria-pressed", (entry.shown = on));
    }
  };
}

/** A line of text: `set(text)` touches the page only when the text changes. */
export function createNote(parent, className = "") {
  const note = parent.appendChild(element("span", `figure-note ${className}`));
  return (text) => setText(note, text);
}

/** The text of an element that has nothing else in it; the page is touched only where it changes, and then in place. */
export function setText(node, text) {
  if (!node.firstChild) node.textContent = text;
  else if (node.firstChild.data !== text) node.firstChild.data = text;
}

export function element(tag, className = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  return made;
}
