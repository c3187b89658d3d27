/**
 * Starts the rules in Pyodide on Node, from a folder such as build/runtime.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { DATA, withRest } from "../../web/core/rest.js";
import {
  exchangeTrampoline,
  headOf,
  restoring,
  SAME_SETTINGS,
  withLibrary,
} from "../../web/core/snapshot.js";

/** @import { CreateModule, SnapshotFacts } from "../../web/core/snapshot.js" */

export const SITE = "/lib/python3.14/site-packages/";

/**
 * @typedef {object} Parts  What is needed to start Pyodide with the native library of a runtime.
 * @property {string} folder
 * @property {string} library
 * @property {(settings: object) => Promise<any>} loadPyodide
 * @property {import("../../web/core/snapshot.js").CreateModule} createModule
 * @property {Record<string, any>} settings
 */

/**
 * @param {string} runtime
 * @param {string} [programs]  The folder of the modules of WebAssembly, if these are elsewhere.
 * @returns {Promise<Parts>}
 */
export async function prepare(runtime, programs = runtime) {
  const folder = `${resolve(runtime)}/`;
  const indexURL = `${resolve(programs)}/`;
  const file = /** @type {string} */ (readdirSync(folder).find((name) => name.endsWith(".so")));
  const library = `${SITE}pydantic_core/${file}`;
  const { loadPyodide } = await import(pathToFileURL(`${folder}pyodide.mjs`).href);
  const { default: create } = await import(pathToFileURL(`${folder}pyodide.asm.mjs`).href);
  const settings = {
    indexURL,
    packageBaseUrl: folder,
    lockFileURL: `${folder}pyodide-lock.json`,
    stdLibURL: `${folder}python_stdlib.zip`,
    // Standard output belongs to what the scripts print.
    stdout: (/** @type {string} */ text) => process.stderr.write(`${text}\n`),
  };
  return {
    folder,
    library,
    loadPyodide,
    createModule: withRest(withLibrary(create, library, indexURL + file), {
      readNow: (part) => new Uint8Array(readFileSync(indexURL + part)),
      ...(existsSync(indexURL + DATA) ? { data: readFileSync(indexURL + DATA) } : {}),
    }),
    settings,
  };
}

/**
 * Start Pyodide with the settings of snapshots.
 *
 * @param {Parts} parts
 * @param {import("../../web/core/snapshot.js").CreateModule} createPyodideModule
 * @param {object} [more]
 * @returns {Promise<any>}
 */
export function load({ loadPyodide, settings }, createPyodideModule, more = {}) {
  return loadPyodide({ ...settings, ...SAME_SETTINGS, createPyodideModule, ...more });
}

/**
 * A module that has loaded the library and not run Python, and its memory.
 *
 * @param {Parts} parts
 */
export async function beforePython(parts) {
  /** @type {any} */
  let found;
  const stop = new Error("seen enough");
  const seen = load(parts, async (settings) => {
    const module = await parts.createModule({ ...settings, noInitialRun: true });
    exchangeTrampoline(/** @type {any} */ (module), 0);
    found = { module, memory: module.HEAPU8.slice() };
    throw stop;
  });
  await seen.catch((error) => {
    if (error !== stop) throw error;
  });
  return found;
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
 * @param {object} [others]
 * @param {string} [others.programs]  The folder of other modules of WebAssembly.
 * @param {(create: CreateModule, facts: SnapshotFacts, body: Uint8Array) => CreateModule} [others.restored]  Restores in another way.
 * @returns {Promise<any>}
 */
export async function startFromSnapshot(runtime, { programs = runtime, restored = restoring } = {}) {
  const parts = await prepare(runtime, programs);
  /** @type {SnapshotFacts} */
  const facts = JSON.parse(readFileSync(`${parts.folder}snapshot.json`, "utf-8"));
  const body = new Uint8Array(readFileSync(`${parts.folder}snapshot.bin`));
  return load(parts, restored(parts.createModule, facts, body), {
    stdLibURL: "/dev/null",
    _loadSnapshot: headOf(facts),
  });
}
