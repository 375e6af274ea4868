/** A record of a run, as it stands in a file: what explorer/web/record.py says of its bytes. */
import { unpack } from "../sources/wire.mjs";

/** @import { Described, FramesHeader, Numbers, Packed } from "../types" */
/**
 * @typedef {{ session: Described, at: number, address: string, fragment: string, axes: number[], foreseen: number[],
 *   losses: number[], blocks: number[], parts: number[], conditions: Record<string, number[]>, mistakes: Known[] }}
 *   Header `at`: the position at which it opens, `address` in the program, "" in a notebook, and what stands there
 *   behind the place, all of a run's own file; `foreseen`: the steps of which there is how probable all words are;
 *   `blocks`: the first step of each; `conditions`: where each holds; `mistakes`: of numbers that others can be held
 *   against
 * @typedef {{ step: number, quantity: string, index: number[], right: number, mistakes: [hint: string, number:
 *   number][] }} Known of a number of a step the right one, and what known mistakes make of it
 * @typedef {{ header: Header, axes: Record<string, Numbers>, foreseen: Numbers | undefined, block(start: number):
 *   Packed<FramesHeader> | null }} Recorded `axes`: arrays by fit and name, a row for each position in `header.axes`;
 *   `foreseen`: the probabilities of all words for each instance of each step in `header.foreseen`; `block`: the one
 *   that begins with a step, a copy
 */

const HEAD = 4; // bytes of the header's length

/** A record from its compressed bytes, as text. @param {string} base64 @returns {Promise<Recorded>} */
export async function readRecord(base64) {
  const packed = Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return recordOf(await new Response(stream).arrayBuffer());
}

/** A record from its bytes. @param {ArrayBuffer} bytes @returns {Recorded} */
function recordOf(bytes) {
  const length = new DataView(bytes).getUint32(0, true);
  const told = new TextDecoder().decode(new Uint8Array(bytes, HEAD, length));
  const header = /** @type {Header} */ (JSON.parse(told));
  const ends = header.parts.map((_, number) => header.parts.slice(0, number + 1).reduce((sum, size) => sum + size));
  /** @param {number} number */
  const part = (number) => {
    const end = HEAD + length + ends[number];
    return unpack(bytes.slice(end - header.parts[number], end));
  };
  const { "foreseen.output": foreseen, ...axes } = part(0).arrays;
  return {
    header,
    axes,
    foreseen,
    block(start) {
      const number = header.blocks.indexOf(start);
      return number < 0 ? null : /** @type {Packed<FramesHeader>} */ (part(number + 1));
    },
  };
}
