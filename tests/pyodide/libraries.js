/**
 * Tells which libraries are compiled into Pyodide, in which version, for the test beside it.
 *
 * Usage: node libraries.js <pyodide>, which is the whole of it, as npm brings it. Printed is an object of versions by
 * name, as JSON.
 */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import "../../build_scripts/pyodide/complain.js";

const TOLD = {
  bzip2: "_BZ2_bzlibVersion",
  sqlite: "_sqlite3_libversion",
  xz: "_lzma_version_string",
  zlib: "_zlibVersion",
  zstd: "_ZSTD_versionString",
};

const PYTHON = `
import decimal, json, pyexpat, sys
json.dumps({
    "cpython": sys.version.split()[0],
    "emscripten": ".".join(map(str, sys._emscripten_info.emscripten_version)),
    "expat": pyexpat.EXPAT_VERSION.removeprefix("expat_"),
    "libmpdec": decimal.__libmpdec_version__,
})`;

const indexURL = `${resolve(process.argv[2] ?? "node_modules/pyodide")}/`;
const { loadPyodide } = await import(pathToFileURL(`${indexURL}pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL });
const versions = JSON.parse(pyodide.runPython(PYTHON));
for (const [name, ask] of Object.entries(TOLD)) {
  const text = pyodide._module.UTF8ToString(pyodide._module[ask]());
  versions[name] = text.split(",")[0];
}
process.stdout.write(JSON.stringify(versions));
