/**
 * Questions about what is painted that the server answers: what words at the input excite, how probable every word is
 * where a step asks only about some, and how a number came about.
 *
 * A scene holds what is known and, in `open`, what asks for the rest, once it is painted. At most one question of each
 * kind is under way, and it is sent after the frame that raises it, which it would only hold up. While an answer is
 * awaited the last one for the same question stays, so that nothing flickers while playing. A question that waits for a
 * busy server gives way to the next one of its kind.
 */
import { declaredOf, inBatch } from "../maths/declared.mjs";
import { Dropped } from "../sources/errors.mjs";

/** @import { Asker, Clock, Excitation, Excited, Explanation, Quantity, Scene, Source } from "../types" */
/** @template Answer @typedef {(signal: AbortSignal) => Promise<Answer>} Send */

const SLOW = 4; // steps a second, up to which they are asked for while playing

/** The questions about the painted scenes of one recipe. */
export class Questions {
  /**
   * @param {Pick<Source, "excite" | "explain">} source
   * @param {Clock} clock
   * @param {string} query
   * @param {() => void} changed
   */
  constructor(source, clock, query, changed) {
    this.source = source;
    this.query = query;
    /** @type {SceneAsker<Excited>} */
    this.excite = new SceneAsker(clock, changed);
    /** @type {SceneAsker<Excited>} */
    this.foresee = new SceneAsker(clock, changed);
    /** @type {SceneAsker<Explanation>} */
    this.explain = new SceneAsker(clock, changed);
  }

  /** Nobody waits for answers about this recipe any more. */
  leave() {
    for (const asker of [this.excite, this.foresee, this.explain]) asker.leave();
  }

  /**
   * What the instance's own inputs excite, where the network's activation isn't one of all words; null until it is
   * computed.
   * @param {Scene} scene
   * @param {number} speed in steps a second, 0 at rest
   */
  foreseen(scene, speed) {
    const { session, frame } = scene;
    const { activation } = session.network;
    const ofWords = session.quantities.find(({ name }) => name === activation)?.axes[0] === "word";
    if (ofWords || !session.words.length || speed > SLOW || !frame?.get(activation))
      return this.foresee.nothing(scene.open);
    return this.probable(this.foresee, scene, frame.step, [...frame.inputs], frame.instance);
  }

  /** What words switched on at the input excite; null for none. @param {Scene} scene @param {number[]} words */
  excited(scene, words) {
    return words.length ? this.probable(this.excite, scene, scene.step, words) : this.excite.nothing(scene.open);
  }

  /**
   * The answer of an excerpt holds for the words that it shows.
   * @param {SceneAsker<Excited>} asker
   * @param {Scene} scene
   * @param {number} step
   * @param {number[]} words
   * @param {number} [instance] of a batch, whose own inputs the words are: what it remembers beside them counts too
   * @returns {Excitation | null}
   */
  probable(asker, { session: { excerpt }, open }, step, words, instance) {
    const of = excerpt ? words.map((word) => excerpt.ids.word[word]) : words;
    const options = { step, words: of.join(","), shown: excerpt?.ids.word.join(","), instance };
    const key = instance === undefined ? "" : `${step} ${instance} `;
    const found = asker.answer(open, `${key}${options.words} ${options.shown ?? ""}`, step, (signal) =>
      this.source.excite(this.query, options, signal),
    );
    return found && excerpt ? excerpt.answerOf(found) : found;
  }

  /**
   * The explanation of the number in focus, of so many steps `ago` as the view says, or null.
   * @param {Scene} scene
   * @param {string | undefined} focus
   */
  explanation({ session, step, frame, view, open }, focus) {
    if (!focus) return this.explain.nothing(open);
    const [name, ...index] = focus.split(".");
    const ago = Number(view.ago) || 0;
    const declared = declaredOf(session, name);
    const { axes = [], matrix_of: matrixOf } = /** @type {Partial<Quantity>} */ (declared ?? {});
    if (!declared) return unexplained(`this run has no number called ${name} that could be explained`);
    const isWeight = session.parameters.some((parameter) => parameter.name === name);
    if (!isWeight && !ago && !frame?.get(matrixOf ?? name)) return unexplained("not computed yet at this stage");
    const of = frame && !isWeight ? frame : { step, instance: 0 };
    if (of.step < ago) return unexplained("there is no step so long before this one");
    const many = !isWeight && !matrixOf && session.batch_size > 1;
    const whole = many ? inBatch(axes, index, String(of.instance)).flat() : index;
    const options = { step: of.step - ago, quantity: name, index: whole.join(",") };
    return this.explain.answer(
      open,
      `${ago} ${name}.${options.index}`,
      options.step,
      (signal) => this.source.explain(this.query, options, signal),
      unexplained,
    );
  }
}

/** An explanation that says why there is none. @param {string} equation @returns {Explanation} */
const unexplained = (equation) => ({ equation, mathml: "", operands: [], value: null });

/** Asks what scenes leave open, one question at a time. @template Answer */
class SceneAsker {
  /** @param {Clock} clock @param {() => void} changed */
  constructor(clock, changed) {
    this.clock = clock;
    this.changed = changed;
    /** @type {string | null} */
    this.key = null; // what the last answer is to, and its step
    /** @type {number | null} */
    this.step = null;
    /** @type {Answer | null} */
    this.known = null;
    /** @type {{ key: string, step: number, patience: AbortController } | null} */
    this.asked = null;
  }

  /**
   * What is known; `open` gets what asks where that is not of this step. `refused` makes the answer shown in place of
   * one that the server does not give.
   * @param {Scene["open"]} open
   * @param {string} key
   * @param {number} step
   * @param {Send<Answer>} send
   * @param {(message: string) => Answer | null} [refused]
   */
  answer(open, key, step, send, refused = () => null) {
    const same = key === this.key;
    if (!same || step !== this.step) open.push(() => this.ask(key, step, send, refused));
    return same ? this.known : null;
  }

  /** Nothing is asked in this scene. @param {Scene["open"]} open */
  nothing(open) {
    if (this.asked) open.push(() => this.leave());
    return null;
  }

  leave() {
    this.asked?.patience.abort();
  }

  /**
   * @param {string} key
   * @param {number} step
   * @param {Send<Answer>} send
   * @param {(message: string) => Answer | null} refused
   */
  ask(key, step, send, refused) {
    if (this.asked) {
      if (this.asked.key !== key || this.asked.step !== step) this.leave(); // this one is asked when that one has ended
      return;
    }
    const patience = new AbortController();
    this.asked = { key, step, patience };
    /** @param {Answer | null} known */
    const know = (known) => void Object.assign(this, { key, step, known });
    this.clock
      .afterFrame()
      .then(() => send(patience.signal))
      .then(know, (error) => {
        if (!(error instanceof Dropped)) know(refused(error.message));
      })
      .finally(() => {
        this.asked = null;
        this.changed();
      });
  }
}

/**
 * What a panel asks by itself: one question at a time, and the last answer stays known.
 *
 * @template Answer
 * @param {Clock} clock
 * @param {() => void} changed called when an answer is here
 * @returns {Asker<Answer>}
 */
export function createAsker(clock, changed) {
  /** @type {{ key: string | null, answer: Answer | { error: Error } | null }} */
  let known = { key: null, answer: null };
  /** @type {string | null} */
  let busy = null; // with which question
  /** @type {AbortController | null} */
  let patience = null;
  const leave = () => patience?.abort();
  clock.signal.addEventListener("abort", leave, { once: true });

  /** @param {string} key @param {Send<Answer>} send */
  function put(key, send) {
    const controller = new AbortController();
    [busy, patience] = [key, controller];
    /** @param {Answer | { error: Error }} answer */
    const know = (answer) => {
      known = { key, answer };
    };
    clock
      .afterFrame()
      .then(() => send(controller.signal))
      .then(know, (error) => {
        if (!(error instanceof Dropped)) know({ error });
      })
      .then(() => {
        busy = null;
        changed();
      });
  }

  return {
    answer(key, send) {
      if (known.key === key) return known.answer;
      if (busy && busy !== key) leave(); // this one is asked when that one has ended
      if (!busy && key !== null && send) put(key, send);
      return null;
    },
    last: () => known.answer,
    asking: () => Boolean(busy),
    leave,
  };
}
