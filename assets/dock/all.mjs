/** Every section of the dock, a line each; their records say in which order they stand. */
export * as why from "./why/mount.mjs";
export * as when from "./when/mount.mjs";
export * as watches from "./watches/mount.mjs";
export * as byHand from "./by-hand/mount.mjs";
