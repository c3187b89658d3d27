/**
 * Times the built wheel in Pyodide on Node.
 *
 * Usage: node answers.js <folder of the runtime>; in: one JSON object with `first`, texts of questions to ask before
 * the clock runs, and `cases`, each with `text` and `runs`. Out: a list with the times of each case, in milliseconds.
 */

import { stdin, stdout } from "node:process";
import { text as wholeOf } from "node:stream/consumers";
import { startFromSnapshot } from "../../build_scripts/pyodide/start.js";

const WARM_UP = 10;

const pyodide = await startFromSnapshot(process.argv[2] ?? "build/runtime");
const { handle } = pyodide.pyimport("py_rules.service");

/** @type {{first: string[], cases: {text: string, runs: number}[]}} */
const { first, cases } = JSON.parse(await wholeOf(stdin));
for (const question of first) answered(question);

/** @type {number[][]} */
const times = [];
for (const { text, runs } of cases) {
  for (let run = 0; run < Math.min(WARM_UP, runs); run += 1) answered(text);
  /** @type {number[]} */
  const own = [];
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    handle(text);
    own.push(performance.now() - began);
  }
  times.push(own);
}
stdout.write(`${JSON.stringify(times)}\n`);

/**
 * Asks, and ends at an answer that is none: a problem is answered in no time.
 *
 * @param {string} question
 */
function answered(question) {
  const reply = handle(question);
  if (!reply.startsWith('{"ok":true')) throw new Error(`no answer: ${reply.slice(0, 500)}`);
}
