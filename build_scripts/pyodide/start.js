/**
 * Starts the rules in Pyodide on Node, from a folder such as build/runtime.
 */

import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bodyOf, headOf, restoring, SAME_SETTINGS, withLibrary } from "../../web/core/snapshot.js";

export const SITE = "/lib/python3.14/site-packages/";

/**
 * What is needed to start Pyodide with the native library of a runtime.
 *
 * @param {string} runtime
 */
export async function prepare(runtime) {
  const folder = `${resolve(runtime)}/`;
  const file = /** @type {string} */ (readdirSync(folder).find((name) => name.endsWith(".so")));
  const library = `${SITE}pydantic_core/${file}`;
  const { loadPyodide } = await import(pathToFileURL(`${folder}pyodide.mjs`).href);
  const { default: create } = await import(pathToFileURL(`${folder}pyodide.asm.mjs`).href);
  const settings = {
    indexURL: folder,
    packageBaseUrl: folder,
    // Standard output belongs to what the scripts print.
    stdout: (/** @type {string} */ text) => process.stderr.write(`${text}\n`),
  };
  return {
    folder,
    library,
    loadPyodide,
    createModule: withLibrary(create, library, folder + file),
    settings,
  };
}

/**
 * Start from bytecode, as browsers do when the snapshot does not work.
 *
 * @param {string} runtime
 * @returns {Promise<any>}
 */
export async function startFromWheels(runtime) {
  const { loadPyodide, createModule, settings } = await prepare(runtime);
  return loadPyodide({ ...settings, createPyodideModule: createModule, packages: ["footwork"] });
}

/**
 * Start from the snapshot, as browsers do.
 *
 * @param {string} runtime
 * @returns {Promise<any>}
 */
export async function startFromSnapshot(runtime) {
  const { folder, loadPyodide, createModule, settings } = await prepare(runtime);
  /** @type {import("../../web/core/snapshot.js").SnapshotFacts} */
  const facts = JSON.parse(readFileSync(`${folder}snapshot.json`, "utf-8"));
  const decoder = await WebAssembly.compile(readFileSync(`${folder}zstd.wasm`));
  const body = bodyOf(facts, readFileSync(`${folder}snapshot.bin`), decoder);
  return loadPyodide({
    ...settings,
    ...SAME_SETTINGS,
    createPyodideModule: restoring(createModule, facts, body),
    stdLibURL: "/dev/null",
    _loadSnapshot: headOf(facts),
  });
}
