/** Every panel, a line each, in the order in which they stand on the page. The server reads the list here too. */
export * as network from "./network/mount.mjs";
export * as vectors from "./vectors/mount.mjs";
export * as explanation from "./explanation/mount.mjs";
export * as weights from "./weights/mount.mjs";
export * as projection from "./projection/mount.mjs";
export * as plane from "./plane/mount.mjs";
export * as loss from "./loss/mount.mjs";
export * as curve from "./curve/mount.mjs";
export * as nextWords from "./next-words/mount.mjs";
