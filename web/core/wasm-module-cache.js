/**
 * Saves a start from compiling one thing over and over.
 *
 * For each function of JavaScript that C may call, Emscripten compiles a module of some forty bytes, which tells the
 * function's signature. There are hundreds of such functions, and a few dozen signatures.
 */

/** What tells a signature is shorter, in bytes. */
const SHORT = 256;

/**
 * Make modules in this way.
 *
 * @param {import("./snapshot.js").CreateModule} create
 * @returns {import("./snapshot.js").CreateModule}
 */
export function compilingOnce(create) {
  return async (settings) => {
    const { Module } = WebAssembly;
    WebAssembly.Module = keeping(Module);
    try {
      return await create(settings);
    } finally {
      WebAssembly.Module = Module;
    }
  };
}

/** A constructor that makes each short module once. @param {typeof WebAssembly.Module} Module */
export function keeping(Module) {
  /** @type {Map<string, WebAssembly.Module>} */
  const made = new Map();
  return new Proxy(Module, {
    construct: (_, [bytes]) => {
      if (!(bytes instanceof Uint8Array) || bytes.length > SHORT) return new Module(bytes);
      const key = bytes.join();
      const known = made.get(key) ?? new Module(/** @type {Uint8Array<ArrayBuffer>} */ (bytes));
      made.set(key, known);
      return known;
    },
  });
}
