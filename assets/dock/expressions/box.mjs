/** A box for an expression: names and words complete while one types, a mistake is told with its position. */
import { element } from "../../draw/figure.mjs";
import { Refused } from "../../sources/errors.mjs";
import { begunAt, candidates, completed } from "./completing.mjs";

/** @import { Docked, Session } from "../../types" */
/** @import { Begun, Name } from "./completing.mjs" */

/**
 * @param {HTMLElement} parent
 * @param {Docked} app
 * @param {{ name: string, label: string, example: string, take: (text: string) => void }} options `take` hears what was
 *   entered
 * @returns what shows a text, where it is another one than before; and what shows what is wrong with it, null for
 *   nothing
 */
export function createBox(parent, app, { name, label, example, take }) {
  const field = parent.appendChild(element("div", "dock-box"));
  const input = field.appendChild(element("input", "entry"));
  const list = field.appendChild(element("ul", "dock-candidates"));
  const problem = parent.appendChild(element("p", "problem"));
  describe(input, list, problem, { name, label, example });
  /** @type {Session | null} */
  let session = null;
  let last = ""; // what was shown: what one types stays until something else is
  const complete = createCompletion(
    input,
    list,
    () => namesOf(app, session),
    () => session?.words ?? [],
  );

  input.addEventListener("keydown", (event) => {
    if (complete(event.key)) event.preventDefault();
    else if (event.key === "Enter") take(input.value.trim());
    else return;
    if (event.key === "Escape") event.stopPropagation();
  });
  input.addEventListener("change", () => take(input.value.trim()));
  input.addEventListener("input", () => tell(null, ""));

  /** @param {unknown} error @param {string} text */
  function tell(error, text) {
    input.ariaInvalid = String(Boolean(error));
    problem.replaceChildren(...(error ? mistake(error, text) : []));
  }

  return {
    /** @param {string} text @param {Session} shown */
    show(text, shown) {
      session = shown;
      if (text !== last) input.value = text;
      last = text;
    },
    clear: () => void (input.value = ""),
    focus: () => input.focus({ preventScroll: true }),
    /** What was entered stands there again, with its mistake. @param {string} text @param {unknown} error */
    giveBack(text, error) {
      input.value = text;
      tell(error, text);
    },
    tell,
  };
}

/**
 * What they are to who does not see them, and which belong together.
 * @param {HTMLInputElement} input
 * @param {HTMLUListElement} list
 * @param {HTMLElement} problem
 * @param {{ name: string, label: string, example: string }} told
 */
function describe(input, list, problem, { name, label, example }) {
  const ids = [`dock-${name}-list`, `dock-${name}-problem`];
  [list.id, problem.id] = ids;
  list.role = "listbox";
  Object.assign(list, { ariaLabel: "What it may be", hidden: true });
  Object.assign(input, {
    type: "text",
    placeholder: example,
    spellcheck: false,
    autocomplete: "off",
    role: "combobox",
  });
  Object.assign(input, { ariaLabel: label, ariaExpanded: "false", ariaAutoComplete: "list" });
  input.setAttribute("aria-controls", ids[0]);
  input.setAttribute("aria-describedby", ids[1]);
  problem.setAttribute("role", "status");
}

/**
 * A mistake: the text with its position marked, what stands there, and what was expected.
 * @param {unknown} error
 * @param {string} text
 */
export function mistake(error, text) {
  if (!(error instanceof Refused)) return [error instanceof Error ? error.message : String(error)];
  const [[, got, expected]] = error.problems;
  const { position } = error;
  if (position === undefined) return [error.message.replace(/^[\w-]+\.(?=\w)/, "")]; // the question's name
  const before = [...text].slice(0, position).join(""); // positions are of characters, 𝕀 is one
  const after = text.slice(before.length);
  const marked = after.startsWith(String(got)) ? String(got) : ([...after][0] ?? "");
  const shown = element("code");
  shown.append(before, element("mark", "", marked || " "), after.slice(marked.length));
  return [shown, element("br"), `At character ${position + 1}: got ${got || "nothing"}, expected is ${expected}.`];
}

/**
 * All names of a run: those of every run, its parameters, its quantities.
 * @param {Docked} app
 * @param {Session | null} session
 * @returns {Name[]}
 */
function namesOf(app, session) {
  const listed = [...(app.id("expression-names")?.querySelectorAll("option") ?? [])];
  const everywhere = listed.map(({ value, label }) => ({ text: value, says: label }));
  const declared = [...(session?.parameters ?? []), ...(session?.quantities ?? [])];
  return [...declared.map(({ name, help }) => ({ text: name, says: help })), ...everywhere];
}

/**
 * The list under the input. What is returned takes a key, and says whether that was for the list.
 * @param {HTMLInputElement} input
 * @param {HTMLUListElement} list
 * @param {() => Name[]} names
 * @param {() => string[]} words
 */
function createCompletion(input, list, names, words) {
  /** @type {{ at: Begun, offered: Name[], chosen: number } | null} */
  let open = null;

  function show() {
    list.hidden = !open;
    input.ariaExpanded = String(Boolean(open));
    list.replaceChildren(
      ...(open?.offered ?? []).map(({ text, says }, i) => {
        const item = element("li");
        Object.assign(item, { id: `${list.id}-${i}`, role: "option", ariaSelected: String(i === open?.chosen) });
        item.append(element("code", "", text), element("span", "muted", says));
        item.addEventListener("mousedown", (event) => {
          event.preventDefault(); // the focus stays in the input
          choose(i);
        });
        return item;
      }),
    );
    input.setAttribute("aria-activedescendant", open ? `${list.id}-${open.chosen}` : "");
    list.children[open?.chosen ?? 0]?.scrollIntoView({ block: "nearest" });
  }

  function look() {
    const at = begunAt(input.value, input.selectionStart ?? 0);
    const offered = at ? candidates(at, words(), names(), input.value) : [];
    open = at && offered.length ? { at, offered, chosen: 0 } : null;
    show();
  }

  /** @param {number} i */
  function choose(i) {
    if (!open) return;
    const { text, caret } = completed(input.value, open.at, open.offered[i].text);
    input.value = text;
    input.setSelectionRange(caret, caret);
    close();
  }

  function close() {
    open = null;
    show();
  }

  input.addEventListener("input", look);
  input.addEventListener("blur", close);
  return (/** @type {string} */ key) => {
    if (!open) return false;
    const { length } = open.offered;
    if (key === "ArrowDown" || key === "ArrowUp")
      open.chosen = (open.chosen + (key === "ArrowDown" ? 1 : length - 1)) % length;
    else if (key === "Tab") choose(open.chosen);
    else if (key === "Escape") close();
    else return false;
    show();
    return true;
  };
}
