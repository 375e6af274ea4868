/**
 * What is remembered under a key; made, and remembered, where it is not yet. It is never undefined.
 * @template Key, Value
 * @param {{ get(key: Key): Value | undefined, set(key: Key, value: Value): unknown }} memory a Map, or a WeakMap
 * @param {Key} key
 * @param {() => NoInfer<Value>} make what the memory holds
 * @returns {Value}
 */
export function remembered(memory, key, make) {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make();
  memory.set(key, made);
  return made;
}
