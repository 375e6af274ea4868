/**
 * What a source may answer in place of what it was asked; anything else that it throws says in its message what is
 * wrong.
 */

/** @import { Divergence } from "../types" */
/** @typedef {[field: string, got: unknown, allowed: string]} Problem */

/** The question was understood and refused. */
export class Refused extends Error {
  /** @param {Problem[]} problems @param {number} [position] of an expression: the character, from 0 */
  constructor(problems, position) {
    super(problems.map(([field, got, allowed]) => `${field}${given(got)}: ${allowed}`).join("; "));
    this.problems = problems;
    this.position = position;
  }

  /**
   * The same, told of what one asked for, not of the question that was made of it.
   * @param {string} field of the question
   * @param {string} asked its name
   * @param {unknown} got
   */
  renamed(field, asked, got) {
    return new Refused(
      this.problems.map(([each, value, allowed]) => (each === field ? [asked, got, allowed] : [each, value, allowed])),
      this.position,
    );
  }
}

/** What a field got, where it is short enough to be told: a corpus's message speaks for itself. @param {unknown} got */
const given = (got) => (typeof got === "string" && got !== "None" && got.length <= 40 ? ` = ${got || "nothing"}` : "");

/** The run ends before the step that was asked for. */
export class Diverged extends Error {
  /** @param {Divergence} diverged */
  constructor(diverged) {
    super(diverged.reason);
    this.diverged = diverged;
  }
}

/** The page is from another version of the program than the server, whose numbers need not fit to it. */
export class Outdated extends Error {
  constructor() {
    super("There is a newer version of Embedding Explorer.");
  }
}

/** Nobody waits for the answer any more, and there was none yet. */
export class Dropped extends Error {
  constructor() {
    super("Something else was asked for meanwhile, or who would show it is no longer there.");
  }
}
