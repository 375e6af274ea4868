/** Packed answers, as explorer/training/wire.py makes them. */

const ARRAYS = { f8: Float64Array, f4: Float32Array, i4: Int32Array, i8: BigInt64Array };

/** The header and the named arrays (views) of a packed answer; see explorer/training/wire.py. */
export function unpack(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const arrays = {};
  for (const { name, dtype, shape, offset } of header.arrays) {
    const size = shape.reduce((product, n) => product * n, 1);
    arrays[name] = new ARRAYS[dtype](buffer, 4 + length + offset, size);
  }
  return { header, arrays };
}
