/**
 * Lets each function of WebAssembly be one function to JavaScript, wherever it is met.
 *
 * In WebKit a function taken from the table is not the one that the instance exports, though both are of the same code.
 * Emscripten then does not find its exports in the table, and adds hundreds of them again; every entry after these has
 * another number than it has elsewhere, also those that a memory snapshot knows. So what is exported is put
 * in the place of its double before Emscripten looks.
 */

/** @typedef {Pick<WebAssembly.Table, "length" | "get" | "set">} Table */
/** @typedef {(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => unknown) => unknown} Instantiate */

const TABLE = "__indirect_function_table";

/**
 * Make modules in this way.
 *
 * @param {import("./snapshot.js").CreateModule} create
 * @returns {import("./snapshot.js").CreateModule}
 */
export function withOneOfEach(create) {
  return (settings) => {
    const { instantiateWasm } = /** @type {typeof settings & {instantiateWasm: Instantiate}} */ (settings);
    /** @type {Instantiate} */
    const instantiate = (imports, receive) =>
      instantiateWasm(imports, (instance, module) => {
        const table = instance.exports[TABLE];
        if (table instanceof WebAssembly.Table) putExported(table, instance.exports);
        receive(instance, module);
      });
    return create({ ...settings, instantiateWasm: instantiate });
  };
}

/**
 * Put functions that are exported in the place of their doubles in a table. Functions of one instance are distinguished by
 * their names, which are numbers.
 *
 * @param {Table} table
 * @param {WebAssembly.Exports} exports
 */
export function putExported(table, exports) {
  const functions = Object.values(exports).filter((value) => typeof value === "function");
  const byName = new Map(functions.map((exported) => [exported.name, exported]));
  for (let index = 0; index < table.length; index += 1) {
    const entry = table.get(index);
    const exported = entry && byName.get(entry.name);
    if (!exported) continue;
    // Where one is no double none is.
    if (exported === entry) return;
    table.set(index, exported);
  }
}
