/**
 * Questions about what is painted that the server answers: what words at the input excite, how probable every word is
 * where a step asks only about some, and how a number came about.
 *
 * A scene holds what is known and, in `open`, what asks for the rest, once it is painted. At most one question of each
 * kind is under way, and it is sent after the frame that raises it, which it would only hold up. While an answer is
 * awaited the last one for the same question stays, so that nothing flickers while playing. A question that waits for a
 * busy server gives way to the next one of its kind.
 */
import { Dropped } from "../sources/errors.mjs";

const SLOW = 4; // steps a second, up to which they are asked for while playing

export class Questions {
  constructor(source, clock, query, changed) {
    this.source = source;
    this.query = query;
    this.excite = new Asker(clock, changed);
    this.foresee = new Asker(clock, changed);
    this.explain = new Asker(clock, changed);
  }

  /** Nobody waits for answers about this recipe any more. */
  leave() {
    for (const asker of [this.excite, this.foresee, this.explain]) asker.leave();
  }

  /** The same for the instance's own inputs, where the network's activation isn't one of all words; null until it is computed. */
  foreseen(scene, speed) {
    const { session, frame } = scene;
    const { activation } = session.network;
    const ofWords = session.quantities.find(({ name }) => name === activation)?.axes[0] === "word";
    if (ofWords || !session.words.length || speed > SLOW || !frame?.get(activation)) return this.foresee.nothing(scene.open);
    return this.probable(this.foresee, scene, frame.step, [...frame.inputs], `${frame.step} `);
  }

  /** {words, hidden, output} for words switched on at the input; null for none. */
  excited(scene, words) {
    return words.length ? this.probable(this.excite, scene, scene.step, words) : this.excite.nothing(scene.open);
  }

  /** The answer of an excerpt holds for the words that it shows. */
  probable(asker, { session: { excerpt }, open }, step, words, key = "") {
    const of = excerpt ? words.map((word) => excerpt.ids.word[word]) : words;
    const options = { step, words: of.join(","), shown: excerpt?.ids.word.join(",") };
    const found = asker.answer(open, `${key}${options.words} ${options.shown ?? ""}`, step, (signal) => this.source.excite(this.query, options, signal));
    return found && excerpt ? excerpt.answerOf(found) : found;
  }

  /** The explanation of the number in focus, or null. */
  explanation({ session, step, frame, open }, focus) {
    if (!focus) return this.explain.nothing(open);
    const [name, ...index] = focus.split(".");
    const isWeight = session.parameters.some((parameter) => parameter.name === name);
    if (!isWeight && !frame?.get(name)) return { title: name, equation: "not computed yet at this stage", mathml: "", operands: [], value: null };
    const place = !isWeight && session.batch_size > 1 ? [frame.instance, ...index] : index;
    const options = { step: isWeight ? step : frame.step, quantity: name, index: place.join(",") };
    const refused = ({ message }) => ({ title: focus, equation: message, mathml: "", operands: [], value: null });
    return this.explain.answer(open, `${name}.${options.index}`, options.step, (signal) => this.source.explain(this.query, options, signal), refused);
  }
}

class Asker {
  constructor(clock, changed) {
    Object.assign(this, { clock, changed, key: null, step: null, known: null, asked: null });
  }

  /** What is known; `open` gets what asks where that is not of this step. `refused` makes the answer shown in place of one that the server does not give. */
  answer(open, key, step, send, refused = null) {
    const same = key === this.key;
    if (!same || step !== this.step) open.push(() => this.ask(key, step, send, refused));
    return same ? this.known : null;
  }

  /** Nothing is asked in this scene. */
  nothing(open) {
    if (this.asked) open.push(() => this.leave());
    return null;
  }

  leave() {
    this.asked?.patience.abort();
  }

  ask(key, step, send, refused) {
    if (this.asked) {
      if (this.asked.key !== key || this.asked.step !== step) this.leave(); // this one is asked when that one has ended
      return;
    }
    const patience = new AbortController();
    this.asked = { key, step, patience };
    const know = (known) => Object.assign(this, { key, step, known });
    this.clock.afterFrame()
      .then(() => send(patience.signal))
      .then(know, (error) => error instanceof Dropped || know(refused?.(error) ?? null))
      .finally(() => {
        this.asked = null;
        this.changed();
      });
  }
}

/**
 * What a panel asks by itself: one question at a time, and the last answer stays known.
 *
 * @param {() => void} changed called when an answer is here
 */
export function createAsker(clock, changed) {
  let [known, busy, patience] = [{ key: null, answer: null }, null, null];
  const leave = () => patience?.abort();
  clock.signal.addEventListener("abort", leave, { once: true });

  function put(key, send) {
    busy = key;
    patience = new AbortController();
    clock.afterFrame()
      .then(() => send(patience.signal))
      .catch((error) => ({ error }))
      .then((answer) => {
        if (!(answer?.error instanceof Dropped)) known = { key, answer };
        busy = null;
        changed();
      });
  }

  return {
    /** The answer to the question `key`, {error} where there is none, null until it is here; `send(signal)` asks, null: not now. */
    answer(key, send) {
      if (known.key === key) return known.answer;
      if (busy && busy !== key) patience.abort(); // this one is asked when that one has ended
      if (!busy && send) put(key, send);
      return null;
    },
    /** The last answer, whatever it was to. */
    last: () => known.answer,
    asking: () => Boolean(busy),
    leave,
  };
}
