/**
 * A large session in excerpts. Where a step touches only a few of very many rows, a block of frames carries the rows
 * that it touches and those of words chosen to be seen; where a step touches all, a file has some words. An excerpt is
 * the session as if it had only these: its words are numbered anew, so that panels draw it like any other session.
 * Numbers in the address, and those that the server is asked with, are the whole session's.
 */
import { declaredOf } from "../maths/declared.mjs";
import { parseFocus, wordId } from "../maths/named.mjs";
import { remembered } from "../maths/remembered.mjs";
import { WINDOW } from "../maths/rows.mjs";

/** @import { Described, Excitation, Excited, Numbers, Parameter } from "../types" */
/** @import { Patch, Scene, Session, ShownParameter, View } from "../types" */

const WORD = "word";

/** A session as panels have it. @param {Described} described @returns {Session} */
export function wholeOf(described) {
  const session = /** @type {Session} */ (described);
  session.whole = session;
  return session;
}

/**
 * Ids of the words that the view chooses, ascending, and of the vocabulary's first, with which pictures are filled;
 * null for a session that is whole.
 * @param {Session} session
 * @param {View} view
 */
export function chosenWords(session, view) {
  if (!session.by_rows) return null;
  /** @param {string | undefined} text */
  const listed = (text) =>
    String(text ?? "")
      .split(",")
      .map((word) => wordId(session, word.trim()));
  const focus = parseFocus(view.focus);
  const focused = focus ? (focus.index[axesOf(session, focus.name, focus.index).indexOf(WORD)] ?? -1) : -1;
  const first = Array.from({ length: WINDOW }, (_, id) => id);
  const ids = [...first, ...listed(view.pins), ...listed(view.analogy), wordId(session, view.word), focused];
  return [...new Set(ids)].filter((id) => id >= 0 && id < session.words.length).sort((a, b) => a - b);
}

/**
 * The axis of each index of a number of a parameter or quantity; "" of an index before its axes, as the instance's.
 * @param {Session} session
 * @param {string} name
 * @param {number[]} index
 */
function axesOf(session, name, index) {
  const { axes } = declaredOf(session, name) ?? { axes: [] };
  const before = Math.max(0, index.length - axes.length);
  return index.map((_, at) => axes[at - before] ?? "");
}

/** Some rows of a large session. */
export class Excerpt {
  /**
   * @param {Session} whole
   * @param {Record<string, Numbers>} ids of what is here, ascending, by axis: word, node
   */
  constructor(whole, ids) {
    this.ids = ids;
    this.rows = Object.fromEntries(
      Object.entries(ids).map(([axis, list]) => [axis, new Map(Array.from(list, (id, row) => [id, row]))]),
    );
    /** @type {WeakMap<Excerpt, Map<string, Int32Array>>} */
    this.ways = new WeakMap();
    this.session = this.excerptOf(whole);
  }

  /** Whether it has just these rows. @param {Record<string, Numbers>} ids */
  isOf(ids) {
    return Object.entries(ids).every(([axis, list]) => `${this.ids[axis]}` === `${list}`);
  }

  /** @param {Session} whole @returns {Session} */
  excerptOf(whole) {
    const { ids } = this;
    /** @template Item @param {Item[]} list */
    const pick = (list) => Array.from(ids[WORD], (id) => list[id]);
    return {
      ...whole,
      excerpt: this,
      words: pick(whole.words),
      counts: pick(whole.counts),
      parameters: whole.parameters.map((parameter) => this.parameterOf(parameter)),
      quantities: whole.quantities.map((quantity) => {
        const shape = this.shapeOf(quantity);
        return { ...quantity, shape, size: shape.reduce((product, n) => product * n, 1) };
      }),
    };
  }

  /** @param {Pick<Parameter, "axes" | "shape">} declared */
  shapeOf({ axes, shape }) {
    return shape.map((length, at) => this.ids[axes[at]]?.length ?? length);
  }

  /** @param {Parameter} parameter @returns {ShownParameter} */
  parameterOf({ row_prefix: prefix = "", ...parameter }) {
    const [axis] = parameter.axes;
    const shape = this.shapeOf(parameter);
    return axis === WORD || !(axis in this.ids)
      ? { ...parameter, shape }
      : {
          ...parameter,
          shape,
          row_names: Array.from(this.ids[axis], (id) => prefix + id),
          longest: prefix + (parameter.shape[0] - 1),
        };
  }

  /**
   * Which row here is that of an id, -1 where it isn't here.
   * @param {string} axis
   * @param {number} id
   */
  row(axis, id) {
    return this.rows[axis]?.get(id) ?? -1;
  }

  /**
   * Which row of another excerpt each of this one's rows of an axis is, -1 for those that it lacks.
   * @param {Excerpt} other
   * @param {string} axis
   * @returns {Int32Array}
   */
  to(other, axis) {
    const ways = remembered(this.ways, other, () => new Map());
    return remembered(ways, axis, () => Int32Array.from(this.ids[axis], (id) => other.row(axis, id)));
  }

  /**
   * The arrays of a block, which have the whole session's numbers, changed to hold rows of this excerpt.
   * @param {Record<string, Numbers>} arrays
   * @param {Patch[]} patches
   */
  renumber({ input_ids: inputs, output_ids: outputs, ...arrays }, patches) {
    /** @param {Numbers} array @param {string} axis */
    const change = (array, axis) => array.forEach((id, i) => (array[i] = id < 0 ? id : this.row(axis, id)));
    for (const side of [inputs, outputs]) change(side, WORD);
    for (const { name, names, role } of this.session.quantities)
      if (role === "index" && names && names in this.ids) change(arrays[name], names);
    for (const patch of patches) [patch[2], patch[3]] = this.rowsOf(patch[1], [patch[2], patch[3]]);
  }

  /**
   * An index of the whole session as it is here: -1 of what isn't.
   * @param {string} name
   * @param {number[]} index
   */
  rowsOf(name, index) {
    const axes = axesOf(this.session, name, index);
    return index.map((id, at) => (axes[at] in this.ids ? this.row(axes[at], id) : id));
  }

  /**
   * The view as panels take it: what is in focus by its row, which is -1 where it is not here.
   * @param {View} view
   * @returns {View}
   */
  viewOf(view) {
    const focus = parseFocus(view.focus);
    return focus ? { ...view, focus: [focus.name, ...this.rowsOf(focus.name, focus.index)].join(".") } : view;
  }

  /**
   * An index of panels as that of the whole session.
   * @param {string} name
   * @param {number[]} index
   * @returns {number[]}
   */
  indexOf(name, index) {
    const axes = axesOf(this.session, name, index);
    return index.map((row, at) => this.ids[axes[at]]?.[row] ?? row);
  }

  /**
   * What the server says of words at the input: {words, hidden, output, likely}, `likely` with words from the whole
   * vocabulary.
   * @param {Excited} answer
   * @returns {Excitation}
   */
  answerOf(answer) {
    const { ids = [], output } = answer;
    const chances = new Float64Array(this.ids[WORD].length);
    const likely = ids.map((id, i) => {
      const row = this.row(WORD, id);
      if (row >= 0) chances[row] = output[i];
      return { id: row, word: this.session.whole.words[id], chance: output[i] };
    });
    return { ...answer, words: answer.words.map((id) => this.row(WORD, id)), output: chances, likely };
  }

  /**
   * The scene with the whole session's numbers, for a picture that has all words; `shownWords` are those that are here.
   * @param {Scene} scene
   * @returns {Scene}
   */
  wide(scene) {
    const { ids } = this;
    /** @param {string} axis @returns {(row: number) => number} */
    const id = (axis) => (row) => ids[axis][row];
    const named = new Map(
      this.session.quantities.map(({ name, role, names }) => [
        name,
        role === "index" && names && names in ids ? id(names) : null,
      ]),
    );
    /** @param {Excitation | null} answer @returns {Excitation | null} */
    const widened = (answer) => {
      if (!answer) return null;
      /** @type {number[]} */
      const output = []; // with holes: what is not known
      for (let row = 0; row < answer.output.length; row++) output[ids[WORD][row]] = answer.output[row];
      return { ...answer, words: answer.words.map(id(WORD)), output };
    };
    /** @param {string} name */
    const get = (name) => {
      const values = scene.frame?.get(name) ?? null;
      const idOf = named.get(name);
      return values && idOf ? values.map(idOf) : values;
    };
    return {
      ...scene,
      session: this.session.whole,
      shownWords: ids[WORD],
      frame: scene.frame && {
        ...scene.frame,
        inputs: scene.frame.inputs.map(id(WORD)),
        outputs: scene.frame.outputs.map(id(WORD)),
        get,
      },
      hovered: scene.hovered === null ? null : ids[WORD][scene.hovered],
      pins: scene.pins.map(id(WORD)),
      excited: widened(scene.excited),
      foreseen: widened(scene.foreseen),
    };
  }
}
