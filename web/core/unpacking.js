/**
 * Unpacks the snapshot in a worker of its own, beside all else that a start does.
 *
 * That worker runs this very file, or the bundle that this file is in, under a name of its own. Where no worker can be made
 * by a worker, the snapshot is unpacked by the one that asks.
 */

import { newModuleWorker } from "./module-worker.js";
import { RuntimeParts } from "./runtime-parts.js";

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
 * Make the worker that will unpack. While the one that makes it is busy, another worker does not start, so this comes first.
 */
export function createUnpacker() {
  const worker = anotherWorker();
  const broken = new Promise((resolve) => {
    worker?.addEventListener("error", (event) => {
      event.preventDefault();
      resolve(null);
    });
  });
  return {
    /**
     * The body of the snapshot, ready to be restored.
     *
     * @param {URL} folder
     * @param {Manifest} manifest
     * @param {(bytes: number) => void} onBytes  Told of all that comes in.
     * @returns {Promise<Uint8Array>}
     */
    unpack: (folder, manifest, onBytes) => {
      const here = () => unpackHere(folder, manifest, onBytes);
      if (!worker) return here();
      return new Promise((resolve, reject) => {
        broken.then(() => resolve(here()));
        worker.addEventListener("message", ({ data }) => {
          const told = /** @type {Told} */ (data);
          if ("bytes" in told) onBytes(told.bytes);
          else if ("body" in told) resolve(told.body);
          else reject(new Error(told.message));
        });
        worker.postMessage(/** @type {Task} */ ({ folder: folder.href, manifest }));
      });
    },
    end: () => worker?.terminate(),
  };
}

function anotherWorker() {
  try {
    return newModuleWorker(import.meta.url, NAME);
  } catch {
    return null;
  }
}

/** @param {Task} task */
async function serve({ folder, manifest }) {
  try {
    const unpacked = await unpackHere(new URL(folder), manifest, (bytes) => scope.postMessage({ bytes }));
    // Only a memory of its own can change hands.
    const body = unpacked.slice();
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
  // What is wrong with a part is explained better there.
  const content = parts.content(SNAPSHOT).catch(() => parts.failed);
  return Promise.race([content, parts.failed]);
}

/** @type {import("./runtime-parts.js").Fetch} */
const fetchFromServer = scope.fetch.bind(globalThis);
