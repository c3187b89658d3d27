/**
 * Packs with the Zstandard that is part of Pyodide's Python; web/core/zstandard.js unpacks it.
 *
 * @typedef {object} Zstandard  The part of a Pyodide's Emscripten module that is used here.
 * @property {Uint8Array} HEAPU8
 * @property {(size: number) => number} _malloc
 * @property {() => number} _ZSTD_createCCtx
 * @property {(context: number, parameter: number, value: number) => number} _ZSTD_CCtx_setParameter
 * @property {(context: number, to: number, from: number, directive: number) => number} _ZSTD_compressStream2
 * @property {(size: number) => number} _ZSTD_compressBound
 */

// Of zstd.h.
const LEVEL = 100;
const CHECKSUM = 201;
const END = 2;

/** Takes little memory to unpack, and higher levels gain less than one part in a hundred. */
const BEST = 19;

/**
 * @param {Zstandard} module  One that is not needed for anything else.
 * @param {Uint8Array} content
 */
export function pack(module, content) {
  const context = module._ZSTD_createCCtx();
  module._ZSTD_CCtx_setParameter(context, LEVEL, BEST);
  module._ZSTD_CCtx_setParameter(context, CHECKSUM, 1);
  const most = module._ZSTD_compressBound(content.length);
  const source = module._malloc(content.length);
  const target = module._malloc(most);
  const buffers = module._malloc(24);
  if (!source || !target || !buffers) throw new Error("there is not enough memory to pack it");
  module.HEAPU8.set(content, source);
  new Uint32Array(module.HEAPU8.buffer, buffers, 6).set([target, most, 0, source, content.length, 0]);
  const left = module._ZSTD_compressStream2(context, buffers, buffers + 12, END);
  const [, , made = 0] = new Uint32Array(module.HEAPU8.buffer, buffers, 6);
  if (left !== 0) throw new Error("it could not be packed");
  return module.HEAPU8.slice(target, target + made);
}
