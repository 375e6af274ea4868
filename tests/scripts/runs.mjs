/** What tests/runs.py has written of runs: the environment says where. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Block } from "../../assets/player/blocks.mjs";
import { unpack } from "../../assets/sources/wire.mjs";

const FOLDER = process.env.RUNS ?? "";

/** The bytes of a file, as an answer of the server has them. */
export function bytesOf(name) {
  const { buffer, byteOffset, byteLength } = readFileSync(join(FOLDER, name));
  return buffer.slice(byteOffset, byteOffset + byteLength);
}

export const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(".json", ""));

/**
 * A run's session, its parameters after some steps, a block of its frames, made anew: replaying may change it; and the axes
 * of its projection.
 */
export function runOf(name) {
  const { session, parameters, axes } = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"));
  Object.assign(session, { whole: session });
  return { session, parameters, axes, block: new Block(session, unpack(bytesOf(`${name}.frames`))) };
}

/** What a run's figures show at some moments. */
export const momentsOf = (name) => JSON.parse(readFileSync(join(FOLDER, `${name}.moments`), "utf8"));
