/**
 * Packs files with Zstandard, by the encoder that is part of Pyodide's Python; web/core/zstandard.js unpacks them.
 *
 * Usage: node pack.js <pyodide> <in> <out> [<in> <out> ...]. Pyodide is the whole of it, as npm brings it.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import "./complain.js";
import { pack } from "./zstandard.js";

const [folder = "", ...paths] = process.argv.slice(2);
const indexURL = `${resolve(folder)}/`;
const { loadPyodide } = await import(pathToFileURL(`${indexURL}pyodide.mjs`).href);
for (let at = 0; at < paths.length; at += 2) {
  const [from = "", to = ""] = paths.slice(at);
  // An encoder is good for one file: what it needed is not given back.
  const { _module } = await loadPyodide({ indexURL });
  writeFileSync(to, pack(_module, readFileSync(from)));
}
