/**
 * Tells which functions of the modules of WebAssembly run while questions are answered.
 *
 * Usage: node profile.js <runtime> <folder of marking modules> <where marks begin> <how many>, with the questions on
 * the standard input, one a line, as JSON strings of their texts. Printed is a 0 or 1 for each mark.
 */

import { stdin } from "node:process";
import { createInterface } from "node:readline";
import "../../build_scripts/pyodide/complain.js";
import { startFromSnapshot } from "../../build_scripts/pyodide/start.js";
import { exchangeTrampoline, stretchesOf, write } from "../../web/core/snapshot.js";

const [runtime = "", programs = "", base = "0", count = "0"] = process.argv.slice(2);
/** @type {any} */
let module;
const pyodide = await startFromSnapshot(runtime, {
  programs,
  // Memory is larger here than it was, for the marks at its end; so it is written without a look at what was there.
  restored: (create, facts, body) => async (settings) => {
    module = await create(settings);
    const trampoline = exchangeTrampoline(module, 0);
    write(module, stretchesOf(facts, body), body);
    exchangeTrampoline(module, trampoline);
    return module;
  },
});
pyodide.pyimport("random").seed();
const { handle } = pyodide.pyimport("py_rules.service");
for await (const line of createInterface({ input: stdin })) handle(JSON.parse(line));
pyodide.pyimport("gc").collect();
process.stdout.write(module.HEAPU8.slice(Number(base), Number(base) + Number(count)).join(""));
