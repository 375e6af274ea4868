/**
 * The runs of a file, each a record, as one source: a question is answered by the record of the run that it is about.
 */
import { readRecord } from "./record.mjs";
import { missing, RecordedSource } from "./source.mjs";

/** @import { Asked, Question, Source } from "../types" */
/**
 * @typedef {Exclude<keyof Source, "describe" | "recipe" | "readonly"> | "check" | "evaluate"} Asks what is asked of a
 *   run
 */

/** @implements {Source} */
export class RecordedRuns extends EventTarget {
  readonly = true;

  /** @param {Map<string, string>} records those of the runs as text, by their queries; read when they are asked for */
  constructor(records) {
    super();
    this.records = records;
    /** @type {Map<string, Promise<RecordedSource>>} */
    this.read = new Map(); // by text: runs may have several queries
  }

  /** @param {string} query @returns {Promise<RecordedSource>} */
  async run(query) {
    const text = this.records.get(query);
    if (text === undefined) return this.refuse("Another run");
    const read = this.read.get(text) ?? readRecord(text).then((record) => new RecordedSource(record));
    this.read.set(text, read);
    return read;
  }

  /** @param {string} query */
  async describe(query) {
    const run = await this.run(query);
    return run.describe(run.session.query);
  }

  frames = this.#asked("frames");
  losses = this.#asked("losses");
  axes = this.#asked("axes");
  explain = this.#asked("explain");
  excite = this.#asked("excite");
  continuation = this.#asked("continuation");
  truncation = this.#asked("truncation");
  neighbours = this.#asked("neighbours");
  analogy = this.#asked("analogy");
  figure = this.#asked("figure");
  check = this.#asked("check");
  evaluate = this.#asked("evaluate");

  /** @param {Asked} asked @returns {Promise<string>} */
  recipe = async ({ action }) => this.refuse(action === "change" ? "A changed run" : "Another run");

  /** @template {Asks} Name @param {Name} name @returns {RecordedSource[Name]} */
  #asked(name) {
    /** @type {Question<unknown>} */
    const question = async (query, options, signal) => (await this.run(query))[name](query, options, signal);
    return /** @type {RecordedSource[Name]} */ (question);
  }

  /** @param {string} what @returns {never} */
  refuse(what) {
    throw missing(what);
  }
}
