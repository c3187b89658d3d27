/**
 * A memory snapshot of the started rules: how it is laid out, and how a Pyodide is made from it.
 *
 * Pyodide's own snapshots hold no native library and all of the memory. Ours differ in two ways:
 *
 * - The native libraries are loaded before Python starts, when the snapshot is made and when it is restored,
 *   so that their code and data lie at the same addresses; then what Python made of them can be restored too.
 * - Only what differs from a Pyodide that has not run Python is in it; the rest comes with the code. A checksum
 *   of that rest is compared before anything is written.
 *
 * Layout: pairs of 32-bit numbers (offset, length), in bytes, one pair per stretch; then the stretches' bytes.
 */

/**
 * Settings of Pyodide that show in memory before Python runs, so they are the same for making and restoring.
 */
export const SAME_SETTINGS = {
  env: { HOME: "/home/pyodide", LANG: "C.UTF-8", PYTHONHASHSEED: "0" },
  _sysExecutable: "python",
};

/**
 * @typedef {object} SnapshotFacts  What must be known besides the stretches themselves.
 * @property {string} head  What Pyodide itself wants to read of a snapshot, in base64.
 * @property {number} memory  The size of the memory, in bytes.
 * @property {number} size  Of the table and the stretches.
 * @property {number} stretches  How many there are.
 * @property {number} checksum  Of all words that are in no stretch, up to where nothing was allocated before Python.
 * @property {string} library  The path of the native library inside Pyodide.
 */

/**
 * @typedef {PythonMemory & {growMemory: (size: number) => number, _sbrk: (more: number) => number}} Module  The part
 *   of an Emscripten module that is used here.
 */

/**
 * @typedef {object} PythonMemory  Where Python is told how it may call C with arguments that C does not expect.
 * @property {Uint8Array} HEAPU8
 * @property {number} __PyRuntime
 * @property {number} __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET
 */

/** @typedef {Record<string, any> & {locateFile: (path: string) => string}} EmscriptenSettings */
/** @typedef {(settings: EmscriptenSettings) => Promise<Module>} CreateModule */

/**
 * Make modules with a native library in place before Python starts.
 *
 * @param {CreateModule} create
 * @param {string} library  Its path inside Pyodide.
 * @param {string} address  Where its file is.
 * @returns {CreateModule}
 */
export function withLibrary(create, library, address) {
  return (settings) => {
    const { locateFile } = settings;
    return create({
      ...settings,
      dynamicLibraries: [library],
      locateFile: (path) => (path === library ? address : locateFile(path)),
    });
  };
}

/**
 * Make modules whose memory is that of a snapshot.
 *
 * @param {CreateModule} create
 * @param {SnapshotFacts} facts
 * @param {Uint8Array | Promise<Uint8Array>} body
 * @returns {CreateModule}
 */
export function restoring(create, facts, body) {
  return async (settings) => {
    const module = await create(settings);
    restore(module, facts, await body);
    return module;
  };
}

/** What Pyodide itself is given as a snapshot: a head, and no memory. @param {SnapshotFacts} facts */
export function headOf(facts) {
  return Uint8Array.from(atob(facts.head), (sign) => sign.charCodeAt(0));
}

/**
 * Write a snapshot into the memory of a module that has not run Python yet.
 *
 * @param {Module} module
 * @param {SnapshotFacts} facts
 * @param {Uint8Array} body
 */
export function restore(module, facts, body) {
  const missing = facts.memory - module.HEAPU8.length;
  if (missing > 0 && !module.growMemory(facts.memory))
    throw new Error("there is not enough memory for the snapshot");
  const stretches = stretchesOf(facts, body);
  if (module.HEAPU8.length !== facts.memory) throw new Error("the memory has another size");
  const trampoline = exchangeTrampoline(module, 0);
  if (checksumBetween(module.HEAPU8.subarray(0, module._sbrk(0)), stretches) !== facts.checksum) {
    throw new Error("the memory it was made upon was another one");
  }
  write(module, stretches, body);
  exchangeTrampoline(module, trampoline);
}

/**
 * @param {Pick<Module, "HEAPU8">} module
 * @param {[offset: number, length: number][]} stretches
 * @param {Uint8Array} body
 */
export function write(module, stretches, body) {
  let from = stretches.length * 8;
  for (const [offset, length] of stretches) {
    module.HEAPU8.set(body.subarray(from, from + length), offset);
    from += length;
  }
}

/**
 * Put another function in the place of the one through which Python calls C with arguments that C does not expect. Each
 * browser has a quick one of its own or none, so a snapshot has none; then calls go through JavaScript.
 *
 * @param {PythonMemory} module
 * @param {number} entry  In the table of functions; 0: none.
 * @returns {number}  What was there.
 */
export function exchangeTrampoline(module, entry) {
  const words = new Int32Array(module.HEAPU8.buffer);
  const offset = /** @type {number} */ (words[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]);
  const at = (module.__PyRuntime + offset) / 4;
  const before = /** @type {number} */ (words[at]);
  words[at] = entry;
  return before;
}

/**
 * A checksum of all words of a memory outside of some stretches, which are in order.
 *
 * @param {Uint8Array} memory
 * @param {[offset: number, length: number][]} stretches
 */
export function checksumBetween(memory, stretches) {
  const words = new Int32Array(memory.buffer, memory.byteOffset, memory.length / 4);
  let sum = 0;
  let next = 0;
  for (const [offset, length] of [...stretches, /** @type {const} */ ([memory.length, 0])]) {
    const until = Math.min(offset / 4, words.length);
    for (; next < until; next += 1) sum = Math.imul(sum ^ /** @type {number} */ (words[next]), 16777619);
    next = (offset + length) / 4;
  }
  return sum;
}

/**
 * @param {SnapshotFacts} facts
 * @param {Uint8Array} body
 * @returns {[offset: number, length: number][]}
 */
export function stretchesOf(facts, body) {
  if (body.length < facts.stretches * 8) throw new Error("snapshot.bin is cut short");
  const numbers = new DataView(body.buffer, body.byteOffset, facts.stretches * 8);
  const stretches = Array.from({ length: facts.stretches }, (_, index) => {
    const at = index * 8;
    return /** @type {[number, number]} */ ([numbers.getUint32(at, true), numbers.getUint32(at + 4, true)]);
  });
  const size = stretches.reduce((sum, [, length]) => sum + length, facts.stretches * 8);
  if (body.length !== size)
    throw new Error(`snapshot.bin has ${body.length} bytes in it and should have ${size}`);
  return stretches;
}
