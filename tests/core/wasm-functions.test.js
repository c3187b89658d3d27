import assert from "node:assert/strict";
import { test } from "node:test";
import { putExported, withOneOfEach } from "../../web/core/wasm-functions.js";

/** @param {string} name */
const named = (name) => Object.defineProperty(() => name, "name", { value: name });

/** @param {(Function | null)[]} entries */
const tableOf = (entries) => ({
  entries,
  length: entries.length,
  get: (/** @type {number} */ index) => entries[index],
  set: (/** @type {number} */ index, /** @type {Function} */ entry) => {
    entries[index] = entry;
  },
});

test("what is exported takes the place of its double, and everything else stays", () => {
  const [own, other] = [named("7"), named("8")];
  const inner = named("9");
  const table = tableOf([null, named("8"), inner, named("7")]);
  putExported(table, { own, other, memory: new WebAssembly.Memory({ initial: 1 }) });
  assert.deepEqual(table.entries, [null, other, inner, own]);
  assert.equal(table.entries[1], other);
  assert.equal(table.entries[3], own);
});

test("where there are no doubles nothing is written", () => {
  const own = named("7");
  const table = tableOf([null, own, own]);
  table.set = () => assert.fail("nothing is to be written");
  putExported(table, { own });
});

// One function, exported as f, and a table with it in it.
const MODULE = Uint8Array.from(
  [
    [0, 97, 115, 109, 1, 0, 0, 0],
    [1, 4, 1, 96, 0, 0],
    [3, 2, 1, 0],
    [4, 4, 1, 112, 0, 1],
    [7, 33, 2, 1, 102, 0, 0, 25, ...new TextEncoder().encode("__indirect_function_table"), 1, 0],
    [9, 7, 1, 0, 65, 0, 11, 1, 0],
    [10, 4, 1, 2, 0, 11],
  ].flat(),
);

test("a module is received with its functions in its table, and its own settings beside that", async () => {
  /** @type {any[]} */
  const received = [];
  const settings = {
    locateFile: (/** @type {string} */ path) => path,
    instantiateWasm: async (/** @type {any} */ imports, /** @type {Function} */ receive) => {
      const { instance, module } = await WebAssembly.instantiate(MODULE, imports);
      receive(instance, module);
    },
  };
  const create = withOneOfEach(async (given) => {
    assert.equal(given.locateFile, settings.locateFile);
    const { instantiateWasm } = /** @type {typeof given & typeof settings} */ (given);
    await instantiateWasm({}, (/** @type {any[]} */ ...all) => received.push(all));
    return /** @type {any} */ (null);
  });
  await create(settings);
  const [[instance, module]] = received;
  assert.ok(module instanceof WebAssembly.Module);
  assert.equal(instance.exports.__indirect_function_table.get(0), instance.exports.f);
});
