/**
 * The teacher's notes: those of the lesson at its beginning, the others where they belong in the text. Whoever asks for
 * them in the middle of a lesson is led to the one of the part at hand, or told where the next one stands.
 */
import { element } from "../draw/figure.mjs";
import { all, byId } from "../shell/elements.mjs";

const TEACHING = "lesson-teaching";
const NOTE = ".lesson-beat .lesson-teacher";

/** @param {Document} document */
export function mount(document) {
  const { documentElement: page, body } = document; // explorers notice another look of the page
  const button = byId(document, "lesson-teacher", HTMLButtonElement);
  const where = element("p", "lesson-teacher lesson-notes-where");
  where.setAttribute("role", "status");

  /** Where the notes are, at the beginning of the part at hand, if none of its own is there. */
  function tell() {
    where.remove();
    const beat = document.querySelector(".lesson-beat.now");
    if (!page.classList.contains(TEACHING) || !beat || noteAt(beat)) return;
    const top = element("button", "lesson-notes-top in-text");
    Object.assign(top, { type: "button", textContent: "at its beginning" });
    top.addEventListener("click", () => byId(document, "lesson-text", HTMLElement).scrollTo({ top: 0 }));
    where.replaceChildren(`${nextAfter(document, beat)} Those of the whole lesson stand `, top, ".");
    beat.before(where);
  }

  button.addEventListener("click", () => {
    const on = page.classList.toggle(TEACHING);
    button.ariaPressed = String(on);
    tell();
    const beat = document.querySelector(".lesson-beat.now");
    const note = on && beat && (noteAt(beat) ?? where);
    (note || beat)?.scrollIntoView({ block: note ? "center" : "nearest" });
  });
  new MutationObserver(tell).observe(body, { attributes: true, attributeFilter: ["data-beat"] });
}

/** The note that belongs to a beat: its own, else the last one before it in its part. @param {Element} beat */
function noteAt(beat) {
  const own = beat.querySelector(".lesson-teacher");
  const before = all(beat.parentElement ?? beat, NOTE).filter((note) => precedes(note, beat));
  return own ?? before.at(-1) ?? null;
}

/** Where the next note comes. @param {Document} document @param {Element} beat */
function nextAfter(document, beat) {
  const next = all(document, NOTE).find((note) => !precedes(note, beat));
  const there = next?.closest(".lesson-part");
  if (!there) return "No other note follows.";
  if (there === beat.parentElement) return "The note of this part comes further on.";
  return `This part has no note; the next one stands in “${there.querySelector("h2")?.firstChild?.textContent}”.`;
}

/** @param {Element} one @param {Element} other */
const precedes = (one, other) =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) && !one.contains(other);
