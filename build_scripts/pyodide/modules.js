/**
 * Tells which modules Python has loaded once the rules can answer everything.
 *
 * Usage: node modules.js <runtime>. The runtime is started without a snapshot, with the packages of its lock
 * file; the names come out one a line.
 */

import "./complain.js";
import { MODULES, PREPARE } from "./python.js";
import { startFromWheels } from "./start.js";

const pyodide = await startFromWheels(process.argv[2] ?? "build/runtime");
pyodide.runPython(PREPARE);
process.stdout.write(pyodide.runPython(MODULES));
