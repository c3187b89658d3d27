/**
 * Unpacks the snapshot in a worker of its own, beside all else that a start does.
 *
 * That worker runs this very file, or the bundle that this file is in, under a name of its own. Where no worker can be made
 * by a worker, the snapshot is unpacked by the one that asks.
 */

import { RuntimeParts } from "./runtime-parts.js";
import { bodyOf } from "./snapshot.js";

/** @import { Manifest } from "./runtime-parts.js" */
/** @typedef {{folder: string, manifest: Manifest}} Task */
/** @typedef {{bytes: number} | {body: Uint8Array<ArrayBuffer>} | {message: string}} Told */

/** The part that is unpacked. */
export const SNAPSHOT = "snapshot.bin";

const NAME = "footwork-unpacking";

/**
 * The part of a worker's global scope that is used here.
 *
 * @typedef {object} Scope
 * @property {string} [name]
 * @property {typeof globalThis.fetch} fetch
 * @property {(type: "message", listener: (event: MessageEvent<Task>) => void) => void} addEventListener
 * @property {(told: Told, transfer?: Transferable[]) => void} postMessage
 * @property {() => void} close
 */
const scope = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));

if (scope.name === NAME) scope.addEventListener("message", ({ data }) => serve(data));

/**
 * The body of the snapshot, ready to be restored.
 *
 * @param {URL} folder
 * @param {Manifest} manifest
 * @param {(bytes: number) => void} onBytes  Told of all that comes in.
 * @returns {Promise<Uint8Array>}
 */
export async function unpackSnapshot(folder, manifest, onBytes) {
  const worker = anotherWorker();
  if (!worker) return unpackHere(folder, manifest, onBytes);
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }) => {
      const told = /** @type {Told} */ (data);
      if ("bytes" in told) onBytes(told.bytes);
      else if ("body" in told) resolve(told.body);
      else reject(new Error(told.message));
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      resolve(unpackHere(folder, manifest, onBytes));
    });
    worker.postMessage(/** @type {Task} */ ({ folder: folder.href, manifest }));
  });
}

function anotherWorker() {
  try {
    return new Worker(import.meta.url, { type: "module", name: NAME });
  } catch {
    return null;
  }
}

/** @param {Task} task */
async function serve({ folder, manifest }) {
  try {
    const body = await unpackHere(new URL(folder), manifest, (bytes) => scope.postMessage({ bytes }));
    scope.postMessage({ body }, [body.buffer]);
  } catch (error) {
    scope.postMessage({ message: error instanceof Error ? error.message : String(error) });
  }
  scope.close();
}

/**
 * @param {URL} folder
 * @param {Manifest} manifest
 * @param {(bytes: number) => void} onBytes
 */
async function unpackHere(folder, manifest, onBytes) {
  const parts = new RuntimeParts(folder, manifest, fetchFromServer, onBytes);
  const content = parts.open(SNAPSHOT).then((response) => response.arrayBuffer());
  // What is wrong with a part is explained better there.
  const body = await Promise.race([content.catch(() => parts.failed), parts.failed]);
  return bodyOf(manifest.snapshot, new Uint8Array(body));
}

/** @type {import("./runtime-parts.js").Fetch} */
const fetchFromServer = scope.fetch.bind(globalThis);
