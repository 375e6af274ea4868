/** A panel to be thrown away: how many words there are. */
import panel from "./panel.json" with { type: "json" };

export { panel };

export function mount(root) {
  const line = root.appendChild(document.createElement("p"));
  return { paint: ({ session }) => (line.textContent = `${session.words.length} words`) };
}
