/**
 * Compiles archives of Python in the Pyodide that ships, with pyodide-build's py-compile.
 *
 * Usage: node compile.js <folder of Pyodide> <folder of tools> <folder of archives> <level>. The tools are the
 * wheels that py-compile needs. Each archive is replaced by its compiled one; wheels get a name that says so.
 * Level 2 leaves docstrings out, level 0 keeps them.
 */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import "./complain.js";

const COMPILE = `
import sys, zipfile
from pathlib import Path

for wheel in sorted(Path("/tools").glob("*.whl")):
    zipfile.ZipFile(wheel).extractall("/home/tools")
sys.path.insert(0, "/home/tools")
from pyodide_build._py_compile import _py_compile_archive

for archive in sorted(Path("/archives").iterdir()):
    if _py_compile_archive(archive, keep=False, verbose=False, compression_level=0) is None:
        raise SystemExit(f"{archive.name} could not be compiled")
`;

const [pyodideFolder = "", tools = "", archives = "", level = "0"] = process.argv.slice(2);
const folder = `${resolve(pyodideFolder)}/`;
/** @type {typeof import("pyodide")} */
const { loadPyodide } = await import(pathToFileURL(`${folder}pyodide.mjs`).href);
const pyodide = await loadPyodide({
  indexURL: folder,
  env: {
    // With it bytecode carries the hash of its source and no time.
    SOURCE_DATE_EPOCH: "1577836800",
    PYTHONHASHSEED: "0",
    PYTHONOPTIMIZE: level === "0" ? "" : level,
    // Lines are enough in a traceback; columns take a third of the bytecode's size.
    PYTHONNODEBUGRANGES: "1",
  },
  stdout: (text) => process.stderr.write(`${text}\n`),
});
pyodide.mountNodeFS("/tools", resolve(tools));
pyodide.mountNodeFS("/archives", resolve(archives));
pyodide.runPython(COMPILE);
