/**
 * Prints the demo's games as JSON, a line each: every system on its own scene and on those that are for all.
 *
 * Usage: node scenes.js <folder of the scenes> <system> [<system> ...].
 */

import { readFileSync } from "node:fs";
import { castScene } from "../../web/demo/scene-casting.js";
import { scenesFor } from "../../web/demo/scenes.js";

const [folder = "", ...systems] = process.argv.slice(2);

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, "utf-8"));

const casts = read("casts");
for (const system of systems)
  for (const { id, system: own } of scenesFor(system)) {
    const game = own === null ? castScene(read(id), casts, system) : read(id);
    process.stdout.write(`${JSON.stringify({ ...game, system })}\n`);
  }
