/** What is told over the panels: a run that stopped, a link that cannot be opened, a server that is away or newer than the page. */

/** Show a text, with links that lead on: [text, an address or what a press does]. Without a text nothing stands there. */
export function fillAlert(box, text, links = []) {
  box.textContent = text;
  box.hidden = !text;
  for (const [textContent, to] of links) {
    const link = Object.assign(document.createElement("a"), { textContent, href: typeof to === "string" ? to : location.href });
    if (typeof to === "function") link.addEventListener("click", (event) => void (event.preventDefault(), to()));
    box.append(" · ", link);
  }
}

/** From a link that was refused: [text, address] of what can be opened instead. */
export function waysOut(problems) {
  const keys = new URLSearchParams(location.search);
  const [fields, named] = [problems.map(([field]) => field.split(".")[0]), problems.every(([field]) => keys.has(field.split(".")[0]))];
  for (const field of fields) keys.delete(field);
  const rest = named ? [[`Open it without ${[...new Set(fields)].join(", ")}`, `?${keys}${location.hash}`]] : [];
  return [...rest, ["Open the default instead", location.pathname]];
}
