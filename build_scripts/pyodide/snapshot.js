/**
 * Makes the memory snapshot of the started rules; web/core/snapshot.js tells what it holds.
 *
 * Usage: node snapshot.js <runtime> <out>. The runtime is a folder with Pyodide, its standard library, the
 * wheels and the native library. Written are <out>/snapshot.bin and <out>/snapshot.json. The same input gives the
 * same bytes: Python gets no clock and no chance from here.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { checksumBetween, exchangeTrampoline } from "../../web/core/snapshot.js";
import "./complain.js";
import { INSTALL, PREPARE } from "./python.js";
import { beforePython, load, prepare } from "./start.js";

const BLOCK = 64;

const [runtime = "", out = ""] = process.argv.slice(2);
setClockAndChance(1);
const parts = await prepare(runtime);
const { folder, library, createModule } = parts;
const { memory: otherwise } = await beforePython(parts);
setClockAndChance(0);
const { memory: fresh, module: unused } = await beforePython(parts);
const { head, memory } = await memoryOfRules();
const stretches = differences(fresh, otherwise, memory, unused._emscripten_stack_get_end());
const body = bodyOf(memory, stretches);
writeFileSync(resolve(out, "snapshot.bin"), body);
const facts = {
  head: Buffer.from(head).toString("base64"),
  memory: memory.length,
  size: body.length,
  stretches: stretches.length,
  checksum: checksumBetween(memory.subarray(0, unused._sbrk(0)), stretches),
  library,
};
writeFileSync(resolve(out, "snapshot.json"), `${JSON.stringify(facts, null, 1)}\n`);

/**
 * Let the same time, in the same zone, and the same random bytes come from here, always.
 *
 * @param {number} value  Also by how many milliseconds the clocks go on from one look at them to the next.
 */
function setClockAndChance(value) {
  process.env.TZ = "UTC";
  let [date, clock] = [Date.UTC(2020, 0, 1 + value, 12), value];
  Date.now = () => {
    date += value;
    return date;
  };
  performance.now = () => {
    clock += value;
    return clock;
  };
  Math.random = () => value / 2;
  const crypto = createRequire(import.meta.url)("node:crypto");
  /** @param {Uint8Array} view */
  crypto.randomFillSync = (view) => view.fill(value);
}

/** The memory of a Python that has loaded everything, and what Pyodide says of it. */
async function memoryOfRules() {
  /** @type {any} */
  let module;
  const pyodide = await load(
    parts,
    async (settings) => {
      module = await createModule(settings);
      return module;
    },
    { _makeSnapshot: true },
  );
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith(".whl")) pyodide.FS.writeFile(`/tmp/${name}`, readFileSync(folder + name));
  }
  pyodide.runPython(INSTALL);
  pyodide.runPython(PREPARE);
  clearFreeMemory(module);
  exchangeTrampoline(module, 0);
  /** @type {Uint8Array} */
  const made = pyodide.makeMemorySnapshot();
  const headLength = made.length - module.HEAPU8.length;
  return { head: made.slice(0, headLength), memory: made.slice(headLength) };
}

/**
 * Overwrite what was freed: nobody reads it, and it would have to be transferred.
 *
 * @param {any} module
 */
function clearFreeMemory(module) {
  const end = module._sbrk(0);
  const held = [];
  for (let size = 1 << 18; size >= 16; size = size > 64 ? size >> 1 : size - 8) {
    for (;;) {
      const at = module._malloc(size);
      held.push(at);
      if (at + size > end) break;
      module.HEAPU8.fill(0, at, at + size);
    }
  }
  for (const at of held.reverse()) module._free(at);
}

/**
 * The stretches that must be kept of a memory: all that is not as it was before Python, each time.
 *
 * Of the variables of the program, which lie below the stack, what is blank is kept as well: now and then a start leaves
 * a mark there, and to keep zeros costs next to nothing.
 *
 * @param {Uint8Array} before
 * @param {Uint8Array} otherwise  Before Python too, with another time and other random bytes.
 * @param {Uint8Array} after
 * @param {number} stack  Where the stack ends.
 */
function differences(before, otherwise, after, stack) {
  /** @type {[number, number][]} */
  const found = [];
  const zeros = new Uint8Array(BLOCK);
  for (let at = 0; at < after.length; at += BLOCK) {
    const [old, other] = [before, otherwise].map((memory) =>
      at < memory.length ? memory.subarray(at, at + BLOCK) : zeros,
    );
    const block = after.subarray(at, at + BLOCK);
    const isBlank = at < stack && isSame(block, zeros);
    if (isSame(old, block) && isSame(old, other) && !isBlank) continue;
    const last = found.at(-1);
    if (last && last[0] + last[1] === at) last[1] += BLOCK;
    else found.push([at, BLOCK]);
  }
  return found;
}

/**
 * @param {Uint8Array | undefined} one
 * @param {Uint8Array | undefined} other
 */
function isSame(one, other) {
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;
}

/**
 * @param {Uint8Array} memory
 * @param {[number, number][]} parts
 */
function bodyOf(memory, parts) {
  const table = new Uint32Array(parts.flat());
  const bytes = parts.map(([offset, length]) => memory.subarray(offset, offset + length));
  return new Uint8Array(Buffer.concat([new Uint8Array(table.buffer), ...bytes]));
}
