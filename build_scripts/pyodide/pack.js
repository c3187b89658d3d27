/**
 * Packs files with Zstandard, by the encoder that is part of Pyodide's Python; web/core/zstandard.js unpacks them.
 *
 * Usage: node pack.js <runtime> <in> <out> [<in> <out> ...].
 */

import { readFileSync, writeFileSync } from "node:fs";
import "./complain.js";
import { beforePython, prepare } from "./start.js";
import { pack } from "./zstandard.js";

const [runtime = "", ...paths] = process.argv.slice(2);
for (let at = 0; at < paths.length; at += 2) {
  const [from = "", to = ""] = paths.slice(at);
  // An encoder is good for one file: what it needed is not given back.
  const { module } = await beforePython(await prepare(runtime));
  writeFileSync(to, pack(module, readFileSync(from)));
}
