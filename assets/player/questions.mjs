/**
 * Questions about what is painted that the server answers: what words at the input excite, how probable every word is
 * where a step asks only about some, and how a number came about.
 *
 * A scene holds what is known and, in `open`, what asks for the rest, once it is painted. At most one question of each
 * kind is under way, and it is sent after the frame that raises it, which it would only hold up. While an answer is
 * awaited the last one for the same question stays, so that nothing flickers while playing. A question that waits for a
 * busy server gives way to the next one of its kind.
 */
import { declaredOf, inBatch, singleOf, suffice } from "../maths/declared.mjs";
import { createAsker } from "../sources/asker.mjs";

/** @import { Asker, Clock, Excitation, Excited, Explanation, Quantity, Scene, Source } from "../types" */
/** @template Answer @typedef {import("../sources/asker.mjs").Send<Answer>} Send */

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
    /** @type {Asker<Excited>} */
    this.excite = createAsker(clock, changed);
    /** @type {Asker<Excited>} */
    this.foresee = createAsker(clock, changed);
    /** @type {Asker<Explanation>} */
    this.explain = createAsker(clock, changed);
  }

  /** Nobody waits for answers about this recipe any more. */
  leave() {
    for (const asker of [this.excite, this.foresee, this.explain]) asker.leave();
  }

  /**
   * What the instance's own inputs excite, where the network's activation isn't one of all words; null until it is
   * computed.
   * @param {Scene} scene
   */
  foreseen(scene) {
    const { session, frame } = scene;
    const { activation } = session.network;
    const ofWords = session.quantities.find(({ name }) => name === activation)?.axes[0] === "word";
    if (ofWords || !session.words.length || scene.hurried || !frame?.get(activation))
      return nothing(this.foresee, scene.open);
    return this.probable(this.foresee, scene, frame.step, [...frame.inputs], frame.instance);
  }

  /**
   * What words switched on at the input excite; null for none, where nothing shows it, and until they are as many as
   * the model reads.
   * @param {Scene} scene
   * @param {number[]} words
   */
  excited(scene, words) {
    const asked = showsExcited(scene) && suffice(scene.session, words);
    return asked ? this.probable(this.excite, scene, scene.step, words) : nothing(this.excite, scene.open);
  }

  /**
   * The answer of an excerpt holds for the words that it shows.
   * @param {Asker<Excited>} asker
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
    const found = known(asker, open, `${key}${options.words} ${options.shown ?? ""}`, step, (signal) =>
      this.source.excite(this.query, options, signal),
    );
    return found && excerpt ? excerpt.answerOf(found) : found;
  }

  /**
   * The explanation of the number in focus, of so many steps `ago` as the view says, or null.
   * @param {Scene} scene
   * @param {string | undefined} focus
   */
  explanation(scene, focus) {
    const { session, step, frame, view, open } = scene;
    if (!focus) return nothing(this.explain, open);
    const [name, ...index] = focus.split(".");
    const ago = Number(view.ago) || 0;
    const declared = declaredOf(session, name);
    const single = singleOf(session, name);
    const { axes } = declared ?? single ?? {};
    if (!axes) return unexplained(`this run has no number called ${name} that could be explained`);
    const { matrix_of: matrixOf } = /** @type {Partial<Quantity>} */ (declared ?? {});
    const isWeight = session.parameters.some((parameter) => parameter.name === name);
    const computed = single ? isDone(single.stage, scene) : isWeight || frame?.get(matrixOf ?? name);
    if (!ago && !computed) return unexplained("not computed yet at this stage");
    const of = frame && !isWeight ? frame : { step, instance: 0 };
    if (of.step < ago) return unexplained("there is no step so long before this one");
    const ofAll = isWeight || matrixOf || (single && !single.led); // of the batch
    const many = !ofAll && session.batch_size > 1;
    const whole = many ? inBatch(axes, index, String(of.instance)).flat() : index;
    const options = { step: of.step - ago, quantity: name, index: whole.join(",") };
    return known(
      this.explain,
      open,
      `${ago} ${name}.${options.index}`,
      options.step,
      (signal) => this.source.explain(this.query, options, signal),
      unexplained,
    );
  }
}

/**
 * Whether the network's picture shows what words excite: that of a hidden layer between words does, its copies, and a
 * tree; any other one, such as that of layers, shows what the step computes.
 * @param {Scene} scene
 */
const showsExcited = ({ session: { network, structure }, view: { picture = "" } }) =>
  Object.hasOwn(structure, picture) ? picture === "tree" : !network.layers.length && !network.unrolled;

/** Whether a stage is done in a scene; "" always is. @param {string} name @param {Scene} scene */
const isDone = (name, { session, stageIndex, frame }) =>
  !name || (frame !== null && session.stages.findIndex((stage) => stage.name === name) < stageIndex);

/** An explanation that says why there is none. @param {string} equation @returns {Explanation} */
const unexplained = (equation) => ({ equation, mathml: "", operands: [], value: null });

/**
 * What is known in a scene, of whichever step; `open` gets what asks where that is not of this one.
 * @template Answer
 * @param {Asker<Answer>} asker
 * @param {Scene["open"]} open
 * @param {string} key
 * @param {number} step
 * @param {Send<Answer>} send
 * @param {(message: string) => Answer | null} [refused] makes the answer shown in place of one that the server does not
 *   give
 */
function known(asker, open, key, step, send, refused = () => null) {
  const { answer, ...last } = asker.last();
  if (last.key !== key || last.step !== step) open.push(() => asker.answer(key, send, step));
  if (last.key !== key || !answer) return null;
  return answer instanceof Object && "error" in answer ? refused(answer.error.message) : answer;
}

/** Nothing is asked in this scene. @param {Asker<unknown>} asker @param {Scene["open"]} open */
function nothing(asker, open) {
  if (asker.asking()) open.push(asker.leave);
  return null;
}
