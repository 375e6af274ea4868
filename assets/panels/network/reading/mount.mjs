/**
 * Reading: the text as it was cut into windows where chance had a say. Words that were left out are struck out, each
 * under the probability with which it stays; the window of the instance at work is lit as far as it reaches over the
 * gaps; and bars say in which share of the windows a word is, by its distance.
 */
import { element } from "../../../draw/figure.mjs";
import { count, percent } from "../../../text/numbers.mjs";
import { centreOf, reachedFrom } from "./reached.mjs";

/** @import { Explorer, Panel, Reading, Scene, Session, Token } from "../../../types" */
/** @typedef {{ reading: Reading, words: HTMLElement[] }} Drawn an element for each word of the text */

const LEFT_OUT = "left out by chance";
const ROOM = 5; // around the sentence that is lit

/** @param {HTMLElement} root @param {Pick<Explorer, "clock">} app @returns {Panel} */
export function mount(root, { clock }) {
  const box = root.appendChild(element("div", "reading"));
  box.tabIndex = 0;
  /** @type {Drawn | null} */
  let drawn = null;
  let shown = -1; // the word in the centre
  clock.watchSize(box, show);

  /** @param {Scene} scene */
  function paint({ session, frame }) {
    const { reading } = session.whole.structure;
    if (!reading) return;
    if (drawn?.reading !== reading) {
      drawn = { reading, words: reading.tokens.map((token) => wordOf(token, session.whole)) };
      box.replaceChildren(legendOf(reading), textOf(drawn));
    }
    const edited = session.whole.segments[1]?.step ?? Infinity; // from there on the data are others
    const centre = frame && frame.step < edited ? centreOf(reading, frame.members[frame.instance]) : -1;
    const reached = reachedFrom(reading, centre);
    drawn.words.forEach((word, at) => {
      word.classList.toggle("centre", at === centre);
      word.classList.toggle("reached", reached.has(at));
    });
    if (centre === shown) return;
    shown = centre;
    show();
  }

  /** Scroll as far as it takes to see the sentence in which one is, below the legend. */
  function show() {
    const [legend, line] = [box.firstElementChild, drawn?.words[shown]?.parentElement];
    if (!legend || !line) return;
    const [outer, above, inner] = [box, legend, line].map((each) => each.getBoundingClientRect());
    const [up, down] = [inner.top - ROOM - above.bottom, inner.bottom + ROOM - outer.bottom];
    box.scrollTop += Math.max(0, down) + Math.min(0, up);
  }

  return { paint };
}

/** @param {Token} token @param {Session} session */
function wordOf({ word, stayed, staying, reach }, { words }) {
  const box = element("span", "token");
  box.appendChild(element(stayed ? "span" : "s")).textContent = words[word];
  box.appendChild(element("small")).textContent = staying < 1 ? percent(staying) : "";
  const says = stayed ? `reaches ${reach}` : LEFT_OUT;
  box.title = `${words[word]}: ${says}${staying < 1 ? `, stays with probability ${percent(staying)}` : ""}`;
  return box;
}

/** The sentences, a paragraph each. @param {Drawn} drawn */
function textOf({ reading: { tokens, total }, words }) {
  const text = element("div", "sentences");
  /** @type {HTMLElement | null} */
  let line = null;
  tokens.forEach(({ sentence }, at) => {
    if (!line || sentence !== tokens[at - 1].sentence) line = text.appendChild(element("p"));
    line.append(words[at], " ");
  });
  if (total > tokens.length)
    text.appendChild(element("p", "muted")).textContent = `the first ${tokens.length} of ${count(total)} words`;
  return text;
}

/** What is struck out and lit, and a bar for each distance. @param {Reading} reading */
function legendOf({ shares, tokens }) {
  const legend = element("div", "reading-legend");
  const said = legend.appendChild(element("p", "muted"));
  if (tokens.some(({ staying }) => staying < 1))
    said.append("Struck out: ", LEFT_OUT, ". Below: probability of staying. ");
  said.append("Lit: the centre, and what its window reaches.");
  if (shares.every((share) => share === 1)) return legend;
  said.append(" Bars: in which share of the windows a word is, by its distance.");
  const list = legend.appendChild(element("ol"));
  list.setAttribute("aria-label", "Share of the windows that a word is in, by its distance");
  shares.forEach((share, at) => {
    const item = list.appendChild(element("li"));
    const bar = item.appendChild(element("span", "bar"));
    bar.style.height = `${Math.round(20 * share)}px`;
    item.appendChild(element("small")).textContent = percent(share);
    item.append(String(at + 1));
  });
  return legend;
}
