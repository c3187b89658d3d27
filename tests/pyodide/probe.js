/**
 * Runs Python in the built runtime, for the tests beside it.
 *
 * Usage: node probe.js <runtime> <snapshot or wheels> <Python>. What the Python comes to is printed as JSON.
 */

import "../../build_scripts/pyodide/complain.js";
import { startFromSnapshot, startFromWheels } from "../../build_scripts/pyodide/start.js";

const [runtime = "", from, python = ""] = process.argv.slice(2);
const pyodide = await (from === "snapshot"
  ? startFromSnapshot(runtime, { programs: runtime })
  : startFromWheels(runtime));
process.stdout.write(pyodide.runPython(`import json\n${python}`));
