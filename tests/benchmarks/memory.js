/**
 * Answers questions as a worker does, and tells between them how much memory the rules have taken.
 *
 * Usage: node memory.js <folder of the runtime>. Each line in is a question, as a JSON string of its text, and each line
 * out its answer, likewise; a line of `null` is answered with the bytes of memory and how many objects Python keeps.
 */

import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { startFromSnapshot } from "../../build_scripts/pyodide/start.js";

const pyodide = await startFromSnapshot(process.argv[2] ?? "build/runtime");
const { handle } = pyodide.pyimport("py_rules.service");
const countObjects = pyodide.runPython("import gc; lambda: gc.collect() and None or len(gc.get_objects())");

const taken = () => ({ bytes: pyodide._module.HEAPU8.byteLength, objects: countObjects() });

for await (const line of createInterface({ input: stdin })) {
  const question = JSON.parse(line);
  stdout.write(`${JSON.stringify(question === null ? taken() : handle(question))}\n`);
}
