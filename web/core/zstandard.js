/**
 * Unpacks Zstandard, which is a quarter smaller than gzip and as quick to unpack. Browsers cannot do it by themselves; the
 * decoder is that of zstddec, a part of the runtime.
 */

/**
 * @typedef {object} Decoder  What is used of zstddec's WebAssembly.
 * @property {WebAssembly.Memory} memory
 * @property {(size: number) => number} malloc
 * @property {(to: number, most: number, from: number, size: number) => number} ZSTD_decompress
 */

/**
 * What is in something packed.
 *
 * @param {WebAssembly.Module} module  The decoder.
 * @param {Uint8Array} packed
 * @param {number} size  Of what is in it, in bytes.
 * @returns {Uint8Array<ArrayBuffer> | null}  In the memory of a decoder that does nothing else; null if it is broken, or has another size.
 */
export function unpack(module, packed, size) {
  const imports = { env: { emscripten_notify_memory_growth: () => {} } };
  const instance = new WebAssembly.Instance(module, imports);
  const decoder = /** @type {Decoder} */ (/** @type {unknown} */ (instance.exports));
  const source = decoder.malloc(packed.length);
  const target = decoder.malloc(size);
  if (!source || !target) throw new Error("there is not enough memory to unpack it");
  new Uint8Array(decoder.memory.buffer).set(packed, source);
  const made = decoder.ZSTD_decompress(target, size, source, packed.length);
  return made === size ? new Uint8Array(decoder.memory.buffer, target, size) : null;
}
