/**
 * The rest of modules of WebAssembly: functions that the rules hardly ever run, which are fetched when one is called.
 *
 * A module that was split (`build_scripts/webassembly.py`) exports, in names that begin with "rest:", all that it shares
 * with its rest; among that a table in which both look for each other's functions. The first entry of the table is called
 * where a function of the rest is missing, and puts them there. Whoever called it waits, and notices nothing. What a
 * module does at its start is "rest:start", for that may call any function.
 */

/** What the memory of Pyodide's program begins with, where that is no part of the program. */
export const DATA = "pyodide.asm.data";

/** @typedef {(part: string) => Uint8Array<ArrayBuffer> | WebAssembly.Module} ReadNow  A part of the runtime, at once. */
/** @import { CreateModule } from "./snapshot.js" */

const SHARED = "rest:";
const FUNCTIONS = "functions of ";

/** A module that exports the function that it imports: only functions of WebAssembly may be in a table. */
const LENT = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0], // a type: from nothing to nothing
  ...[2, 5, 1, 0, 0, 0, 0], // an import without names
  ...[7, 4, 1, 0, 0, 0], // an export without a name
);

/**
 * @typedef {object} Source  Where a start's modules come from.
 * @property {ReadNow} readNow  The rest.
 * @property {Promise<any>} [ready]  When that can be asked.
 * @property {() => Promise<WebAssembly.Module>} [program]  What would stream in.
 * @property {Uint8Array | Promise<Uint8Array>} [data]  What its memory begins with, if that is not in it.
 */

/** That of the newest start, which may have begun before another one ended. @type {Source} */
let source = { readNow: () => new Uint8Array() };
let isWatching = false;

/**
 * Make modules whose rest comes when it is called.
 *
 * @param {CreateModule} create
 * @param {Source} from
 * @returns {CreateModule}
 */
export function withRest(create, from) {
  return (settings) => {
    source = from;
    if (!isWatching) watch();
    return create(settings);
  };
}

/** Let every instance that is made from here on know where its rest is: Emscripten makes those of libraries by itself. */
function watch() {
  isWatching = true;
  const { instantiate } = WebAssembly;
  /** @type {(code: any, imports: any) => Promise<any>} */
  const completed = async (code, imports) => {
    const made = await instantiate(code, imports);
    await source.ready;
    const data = await source.data;
    if (made instanceof WebAssembly.Instance) return joined(filled(made, data), imports);
    return { module: made.module, instance: joined(filled(made.instance, data), imports) };
  };
  WebAssembly.instantiate = /** @type {any} */ (completed);
  // Nothing streams: the program has been compiled since it was there, before anybody asked for it.
  WebAssembly.instantiateStreaming = /** @type {any} */ (
    async (/** @type {Promise<Response>} */ response, /** @type {any} */ imports) => {
      const module = await (source.program?.() ?? WebAssembly.compile(await (await response).arrayBuffer()));
      return { module, instance: await completed(module, imports) };
    }
  );
}

/**
 * An instance with what its memory begins with; libraries have that of the program.
 *
 * @param {WebAssembly.Instance} instance
 * @param {Uint8Array} [data]
 */
function filled(instance, data) {
  const memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
  if (data && memory instanceof WebAssembly.Memory) new Uint8Array(memory.buffer).set(data);
  return instance;
}

/**
 * An instance that knows where its rest is; or just itself, if it has none. What it shares it does not export.
 *
 * @param {WebAssembly.Instance} instance
 * @param {WebAssembly.Imports} imports
 * @returns {WebAssembly.Instance}
 */
function joined(instance, imports) {
  const all = Object.entries(instance.exports);
  const shared = Object.fromEntries(
    all
      .filter(([name]) => name.startsWith(SHARED))
      .map(([name, value]) => [name.slice(SHARED.length), value]),
  );
  const functions = Object.keys(shared).find((name) => name.startsWith(FUNCTIONS));
  if (!functions) return instance;
  const part = `rest/${functions.slice(FUNCTIONS.length)}`;
  const fetchRest = () => {
    const rest = source.readNow(part);
    const module = rest instanceof WebAssembly.Module ? rest : new WebAssembly.Module(rest);
    new WebAssembly.Instance(module, { ...imports, rest: shared });
  };
  const lent = new WebAssembly.Instance(new WebAssembly.Module(LENT), { "": { "": fetchRest } });
  /** @type {WebAssembly.Table} */ (shared[functions]).set(0, lent.exports[""]);
  if (typeof shared.start === "function") shared.start();
  const exports = Object.fromEntries(all.filter(([name]) => !name.startsWith(SHARED)));
  return { exports };
}
