/** What composes pictures in a worker, too, under the names by which painters ask for it. */
export * as layers from "./network/layers/compose.mjs";
export * as loss from "./loss/compose.mjs";
export * as projection from "./projection/compose.mjs";
export * as vectors from "./vectors/instance/compose.mjs";
export * as weights from "./weights/compose.mjs";
export * as words from "./network/words/compose.mjs";
