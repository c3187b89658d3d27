/**
 * Compiles archives of Python in the Pyodide that ships, with pyodide-build's py-compile.
 *
 * Usage: node compile.js <folder of Pyodide> <folder of tools> <folder of archives> <level>. The tools are the
 * wheels that py-compile needs. Each archive is replaced by its compiled one; wheels get a name that says so.
 * Level 2 leaves docstrings out, and of the lines all but each function's first; level 0 keeps both.
 */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import "./complain.js";

const COMPILE = `
import marshal, sys, types, zipfile
from pathlib import Path

for wheel in sorted(Path("/tools").glob("*.whl")):
    zipfile.ZipFile(wheel).extractall("/home/tools")
sys.path.insert(0, "/home/tools")
from pyodide_build._py_compile import _py_compile_archive

for archive in sorted(Path("/archives").iterdir()):
    if _py_compile_archive(archive, keep=False, verbose=False, compression_level=0) is None:
        raise SystemExit(f"{archive.name} could not be compiled")

# The head of a .pyc: magic number, flags, hash of the source.
HEAD = 16
# An entry of a table of lines, for eight instructions: the line stays the same, columns are not known.
SAME_LINE = bytes([0x80 | 13 << 3 | 7, 0])

def with_first_lines(code):
    count = len(code.co_code) // 2
    table = SAME_LINE * (count // 8)
    if count % 8:
        table += bytes([SAME_LINE[0] - 8 + count % 8, 0])
    inner = (with_first_lines(c) if isinstance(c, types.CodeType) else c for c in code.co_consts)
    return code.replace(co_linetable=table, co_consts=tuple(inner))

def shortened(pyc):
    return pyc[:HEAD] + marshal.dumps(with_first_lines(marshal.loads(pyc[HEAD:])))

for archive in sorted(Path("/archives").iterdir()) if sys.flags.optimize == 2 else []:
    with zipfile.ZipFile(archive) as opened:
        files = [(entry, opened.read(entry)) for entry in opened.infolist()]
    with zipfile.ZipFile(archive, "w") as opened:
        for entry, content in files:
            opened.writestr(entry, shortened(content) if entry.filename.endswith(".pyc") else content)
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
