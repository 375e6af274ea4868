/** The ways that a number can go, in the words in which lessons and predictions ask for one. */
export const WAYS = ["rises", "falls", "stays"];
