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

const readJson = (name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8"));

/** A run's session, a block of its frames, made anew: replaying may change it; and the axes of its projection. */
export function runOf(name) {
  const { session, axes } = readJson(`${name}.json`);
  Object.assign(session, { whole: session });
  return { session, axes, block: new Block(session, unpack(bytesOf(`${name}.frames`))) };
}

/** A run's parameters after some steps, by step and name. */
export const parametersOf = (name) => readJson(`${name}.parameters`);

/** What a run's figures show at some moments. */
export const momentsOf = (name) => readJson(`${name}.moments`);
