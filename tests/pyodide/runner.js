/**
 * Runs the built wheel in Pyodide on Node, for the tests beside it.
 *
 * Usage: node runner.js <folder of the runtime>. The first line out is `"ready"`; then each line in is a
 * question, as a JSON string of its text, and each line out is the answer, likewise. After a line of `null`, which is
 * answered with `"ready"`, a new service answers. Functions that the rules should never run are left out, as in browsers.
 */

import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { startFromSnapshot } from "../../build_scripts/pyodide/start.js";

const pyodide = await startFromSnapshot(process.argv[2] ?? "build/runtime");
const { Service } = pyodide.pyimport("py_rules.service");
let service = Service();

/** @param {string} text */
const write = (text) => stdout.write(`${JSON.stringify(text)}\n`);

/** @param {string} question */
function answer(question) {
  try {
    return service.handle(question);
  } catch (error) {
    const isLeftOut = error instanceof WebAssembly.RuntimeError;
    throw isLeftOut
      ? new Error("it takes a function that is left out; run make profile", { cause: error })
      : error;
  }
}

write("ready");
for await (const line of createInterface({ input: stdin })) {
  const question = JSON.parse(line);
  if (question === null) {
    service.destroy();
    service = Service();
  }
  write(question === null ? "ready" : answer(question));
}
