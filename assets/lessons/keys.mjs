/**
 * The keys of a lesson: on and back wherever the focus is but in an explorer, which has keys of its own, and where one
 * types; a clicker's in short fields, too. Who has gone on by Enter is in the new text: there Enter goes on once more.
 */
import { targetOf } from "../shell/elements.mjs";
import { PRESENT, isTaken } from "../shell/keys.mjs";

/** @type {Record<string, "on" | "back">} */
const KEYS = { ArrowRight: "on", ArrowLeft: "back" };
/** While one presents: a clicker's keys, in explorers too. @type {Record<string, "on" | "back">} */
const CLICKER = { PageDown: "on", PageUp: "back" };

/**
 * @param {Document} document
 * @param {{ goOn(): void, goBack(): void }} lesson
 * @param {{ readonly on: boolean, toggle(): void, more(): boolean }} presenting
 */
export function mount(document, lesson, presenting) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.shiftKey || isTaken(event, presenting.on)) return;
    const within = targetOf(event)?.closest(".lesson-explorer");
    const reads = targetOf(event)?.matches(".lesson-beat") && event.key === "Enter" && !event.repeat;
    const move = (presenting.on && CLICKER[event.key]) || (within ? undefined : reads ? "on" : KEYS[event.key]);
    const toggles = event.key === PRESENT || (presenting.on && event.key === "Escape");
    if (!move && !toggles) return;
    event.preventDefault();
    if (toggles) presenting.toggle();
    else if (move === "on") (presenting.on && presenting.more()) || lesson.goOn();
    else lesson.goBack();
  });
}
