/** Packed answers, as explorer/training/wire.py makes them. */

/** @import { Numbers, Packed } from "../types" */

/** @type {Record<string, new (buffer: ArrayBuffer, offset: number, length: number) => Numbers>} */
const ARRAYS = { f8: Float64Array, f4: Float32Array, i4: Int32Array };

/**
 * The header and the named arrays (views) of a packed answer; see explorer/training/wire.py.
 * @template {object} Header
 * @param {ArrayBuffer} buffer
 * @returns {Packed<Header>}
 */
export function unpack(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const told = new TextDecoder().decode(new Uint8Array(buffer, 4, length));
  const header = /** @type {Packed<Header>["header"]} */ (JSON.parse(told));
  /** @type {Record<string, Numbers>} */
  const arrays = {};
  for (const { name, dtype, shape, offset } of header.arrays) {
    const size = shape.reduce((product, n) => product * n, 1);
    arrays[name] = new ARRAYS[dtype](buffer, 4 + length + offset, size);
  }
  return { header, arrays };
}
