/**
 * What a lesson asks to be done in an explorer, a condition: the server is asked whether it holds, each time the
 * explorer is painted at another position or with another run. Fields of the recipe that the condition names can be set
 * beside the question.
 */
import { element } from "../draw/figure.mjs";
import { isInside } from "../player/positions.mjs";
import { all } from "../shell/elements.mjs";
import { Dropped } from "../sources/errors.mjs";

/** @import { Mounted } from "../shell/inhabit.mjs" */
/** @import { Deed } from "./judging.mjs" */
/** @import { Session, WholeSource } from "../types" */

/**
 * Whether a condition holds where an explorer is; null where that cannot be told. What did not hold the last time is
 * not asked again at the same position of the same run: an explorer is painted when it is pointed at, too.
 * @param {Pick<WholeSource, "evaluate">} source
 */
export function conditions(source) {
  let last = "";
  /** @param {string} until @param {Pick<Mounted, "player">} explorer */
  return async function holds(until, { player }) {
    const { scene } = player;
    if (!scene) return null;
    const { session, step, stageIndex } = scene;
    const position = step + Number(isInside(session.whole, stageIndex));
    const options = { expression: until, start: position, stop: position, of: "lesson" };
    const { query } = session.whole;
    const question = JSON.stringify([query, options]);
    if (question === last) return false;
    last = "";
    try {
      const { arrays } = await source.evaluate(query, options);
      const does = arrays.values[0] === 1;
      if (!does) last = question;
      return does;
    } catch (error) {
      if (error instanceof Dropped) return null;
      throw error;
    }
  };
}

/** One question at a time, of the newest place. @param {() => Promise<void>} ask @returns {() => void} */
export function newest(ask) {
  let [asking, again] = [false, false];
  return async function follow() {
    again = asking;
    if (asking) return;
    asking = true;
    await ask();
    asking = false;
    if (again) follow();
  };
}

/**
 * Controls for the fields of a recipe that a condition names, where they are not there yet; they tell what the run has.
 * @param {HTMLFormElement} form
 * @param {Deed["fields"]} choices what each may be
 * @param {Mounted} explorer whose recipe is open
 * @param {(query: string) => void} restart another run
 * @param {HTMLAnchorElement | null} [elsewhere] where there is none but there: the controls are off, and lead to it
 */
export function offerFields(form, choices, explorer, restart, elsewhere = null) {
  const session = explorer.player.session;
  if (session && form.querySelector(".lesson-recipe")) return tellFields(form, session);
  const names = Object.keys(choices).filter((name) => name in (session?.hyper ?? {}));
  if (!session || !names.length) return;
  const row = element("div", "lesson-recipe");
  const fields = names.map((name) => fieldOf(name, choices[name]));
  const press = element("button", "button");
  Object.assign(press, { type: "button", textContent: "Start again with this" });
  const run = () => {
    const query = new URLSearchParams(explorer.place?.query);
    for (const { name, field } of fields) query.set(name, field.value.trim());
    restart(query.toString());
  };
  press.addEventListener("click", run);
  row.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault(); // Enter would send the form
    run();
  });
  row.append(...fields.map(({ label }) => label), press);
  if (elsewhere) switchOff(row, elsewhere);
  form.querySelector(".lesson-verdict")?.before(row);
  tellFields(form, session);
}

/**
 * Where the run has become another one, its fields tell of it.
 * @param {HTMLFormElement} form
 * @param {Session} session
 */
function tellFields(form, { hyper }) {
  for (const field of all(form, ".lesson-recipe [name]")) {
    const told = hyper[field.getAttribute("name") ?? ""]; // nothing where it does not apply
    if (told !== undefined && field.dataset.told !== `${told}`)
      Object.assign(field, { value: told }).dataset.told = `${told}`;
  }
}

/**
 * The fields of a beat's question are for this beat alone.
 * @param {Document} document
 * @param {Element | null} form of the question, if it has one
 */
export function takeOff(document, form) {
  for (const row of all(document, ".lesson-recipe:not(:has(a))"))
    for (const part of row.querySelectorAll("input, select, button"))
      part.toggleAttribute("disabled", !form?.contains(part));
}

/** Other runs are elsewhere: it says so. @param {HTMLElement} row @param {HTMLAnchorElement} elsewhere */
function switchOff(row, elsewhere) {
  for (const part of row.querySelectorAll("input, select, button")) part.toggleAttribute("disabled", true);
  const note = row.appendChild(element("p", "muted"));
  const link = element("a");
  Object.assign(link, { href: elsewhere.href, textContent: "try them there", target: "_blank", rel: "noopener" });
  note.append("Other values need the program: ", link, ".");
}

/** What a field of a recipe is called in a lesson. @param {string} name */
export const labelOf = (name) => name.replaceAll("_", " ");

/** @param {string} name @param {string[]} choices */
function fieldOf(name, choices) {
  const label = element("label", "lesson-field");
  const field = choices.length ? element("select", "select") : element("input", "entry");
  if (field instanceof HTMLSelectElement) field.append(...choices.map((each) => new Option(each, each)));
  else Object.assign(field, { type: "text", autocomplete: "off", size: 8 });
  Object.assign(field, { name });
  label.append(labelOf(name), field);
  return { name, field, label };
}
