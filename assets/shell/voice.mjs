/**
 * What an explorer says to those who listen to it: a sentence where a press has led and what it has changed, once it
 * has come to rest there, and what else is told (`say`). It is silent while playing, and about where one was when the
 * page opened.
 */
import { element } from "../draw/figure.mjs";

/** @import { Clock, Scene, Session } from "../types" */
/**
 * @typedef {(scene: Scene, before: Session | null) => string} Sentence where one is; `before` is the session that was
 *   told of last
 */

/**
 * @param {HTMLElement} home
 * @param {Clock} clock
 * @param {Sentence} [sentence] default is that of sentences.mjs, which comes with the first one
 * @returns {{ say: (text: string) => void, paint: (scene: Scene) => void }}
 */
export function createVoice(home, clock, sentence) {
  const voice = home.appendChild(element("p", "voice word"));
  voice.ariaLive = "polite";
  clock.signal.addEventListener("abort", () => voice.remove(), { once: true });
  /** @type {string | null} */
  let told = null; // where one was said to be, or about to be
  /** @type {Scene | null} */
  let shown = null;
  /** @type {Session | null} */
  let known = null; // the session that was last told of

  /** Also what was said just before: it was pressed for. @param {string} text */
  const say = (text) => voice.replaceChildren(text);

  function tell() {
    if (sentence) return speak(sentence);
    const brought = import("../text/sentences.mjs").then(({ sentenceOf }) => speak(sentenceOf));
    brought.catch(() => {}); // without a server it is silent
  }

  /** @param {Sentence} made */
  function speak(made) {
    if (!shown || shown.playing) return; // since it was to be told
    say(made(shown, known));
    known = shown.session;
  }

  /** @param {Scene} scene */
  function paint(scene) {
    shown = scene;
    const here = momentOf(scene);
    told ??= here;
    known ??= scene.session;
    if (scene.playing) clock.atRest(voice, null);
    if (scene.playing || here === told) return;
    told = here;
    clock.atRest(voice, tell);
  }

  return { say, paint };
}

/** @param {Scene} scene */
const momentOf = ({ session, step, stage }) => `${session.key} ${step} ${stage}`;
