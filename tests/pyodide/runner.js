/**
 * Runs the built wheel in Pyodide on Node, for the tests beside it.
 *
 * Usage: node runner.js <folder of the runtime> [<folder of its programs>]. The first line out is `"ready"`; then each line in is a
 * question, as a JSON string of its text, and each line out is the answer, likewise. After a line of `null`, which is
 * answered with `"ready"`, a new service answers.
 */

import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { startFromSnapshot } from "../../build_scripts/pyodide/start.js";

const [runtime = "build/runtime", programs = runtime] = process.argv.slice(2);
const pyodide = await startFromSnapshot(runtime, { programs });
const { Service } = pyodide.pyimport("py_rules.service");
let service = Service();

/** @param {string} text */
const write = (text) => stdout.write(`${JSON.stringify(text)}\n`);

write("ready");
for await (const line of createInterface({ input: stdin })) {
  const question = JSON.parse(line);
  if (question === null) {
    service.destroy();
    service = Service();
  }
  write(question === null ? "ready" : service.handle(question));
}
