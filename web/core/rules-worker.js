/**
 * The module worker that runs the rules: Pyodide, pydantic and `py_rules`, all from one folder of our own.
 *
 * It says nothing to any other origin: Pyodide's own addresses all point into that folder, and the lock file
 * there names no package that is not there.
 */

import { readPageMessage } from "./messages.js";
import { newId } from "./new-id.js";
import { DATA, withRest } from "./rest.js";
import { ADVICE, DECODER, NOTHING, RuntimeParts, readManifest } from "./runtime-parts.js";
import { wrongWith } from "./served.js";
import { headOf, restoring, SAME_SETTINGS, withLibrary } from "./snapshot.js";
import { createUnpacker, SNAPSHOT } from "./unpacking.js";
import { withOneOfEach } from "./wasm-functions.js";
import { compilingOnce } from "./wasm-module-cache.js";

/** @import { PyodideInterface } from "pyodide" */
/** @import { LoadingStep } from "./messages.js" */
/** @import { Manifest } from "./runtime-parts.js" */
/** @typedef {(step: LoadingStep, share: number) => void} Tell */
/** @typedef {(text: string) => string} Handle  Answers a question, both as JSON text; never throws. */

/**
 * The part of a worker's global scope that is used here.
 *
 * @typedef {object} WorkerScope
 * @property {(type: "message", listener: (event: MessageEvent) => void) => void} addEventListener
 * @property {(message: import("./messages.js").WorkerMessage) => void} postMessage
 * @property {{href: string}} location
 */
const scope = /** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis));
const fetchFromServer = globalThis.fetch.bind(globalThis);

/**
 * What answers, or will; null where that failed, which has been reported.
 *
 * @type {Promise<Handle | null> | undefined}
 */
let running;

scope.addEventListener("message", (event) => {
  const message = readPageMessage(event.data);
  if (message?.type === "start") running ??= start(message);
  if (message?.type === "request") answer(message.id, message.text);
});

/** Hold a lock and name it, where the browser has locks: it lets go of it when the worker is gone, even without a word. */
function promiseToLive() {
  const lock = `footwork-rules-${newId()}`;
  navigator.locks?.request(lock, () => {
    scope.postMessage({ type: "living", lock });
    return new Promise(() => {});
  });
}

/**
 * Load everything and tell how it goes.
 *
 * @param {import("./messages.js").StartMessage} message
 * @returns {Promise<Handle | null>}
 */
async function start(message) {
  const { runtimeUrl, systems = [] } = message;
  const began = performance.now();
  /** @type {LoadingStep} */
  let step = "runtime";
  /** @type {Tell} */
  const tell = (next, share) => {
    step = next;
    scope.postMessage({ type: "loading", step, share });
  };
  try {
    refuseOldBrowsers();
    refuseForbiddenWasm();
    // Firefox sometimes never comes back from this, so the first word comes after it: the page waits for that only shortly.
    const unpacker = createUnpacker();
    tell("runtime", 0);
    promiseToLive();
    const folder = new URL(runtimeUrl, scope.location.href);
    const manifest = await readManifest(folder, fetchFromServer);
    const { pyodide, because } = await startSomehow(folder, manifest, tell, unpacker);
    unpacker.end();
    tell("rules", 0.95);
    for (const system of systems) await addSystem(pyodide, system);
    const { handle } = pyodide.pyimport("py_rules.service");
    const { versions } = manifest;
    scope.postMessage({ type: "ready", versions, millis: performance.now() - began, because });
    return handle;
  } catch (error) {
    scope.postMessage({ type: "failed", step, message: String(error) });
    return null;
  }
}

const FOREIGN = "/systems";

/**
 * Put the file of a game system where the rules find it. Whether it is one shows when it is asked about.
 *
 * @param {PyodideInterface} pyodide
 * @param {import("./messages.js").ForeignSystem} system
 */
async function addSystem(pyodide, { id, url }) {
  const reply = await fetchFromServer(url);
  if (!reply.ok) throw new Error(`${url}: the server answers ${reply.status}; see that the file is there`);
  pyodide.FS.mkdirTree(FOREIGN);
  pyodide.FS.writeFile(`${FOREIGN}/${id}.py`, await reply.text());
  pyodide.pyimport("py_rules.systems").look_in(FOREIGN);
}

/** What was reported to authors already, so that an error that every move meets is reported once. @type {Set<string>} */
const traced = new Set();

/** Show an author's errors in the console, as Python tells them. @param {string} text  a reply */
function trace(text) {
  if (!text.includes('"code":"system_broken"')) return;
  const { problem, value } = JSON.parse(text);
  for (const { code, params } of problem ? [problem] : (value.broken ?? [])) {
    if (code !== "system_broken" || traced.has(params.traceback)) continue;
    traced.add(params.traceback);
    // biome-ignore lint/suspicious/noConsole: where authors look
    console.error(`The game ${params.system} is broken.\n${params.traceback}`);
  }
}

/** Say what is missing, rather than fail somewhere inside. */
function refuseOldBrowsers() {
  if (typeof DecompressionStream === "undefined") {
    throw new Error("this browser cannot unpack the rules (it has no DecompressionStream); use a newer one");
  }
}

/** A module of WebAssembly with nothing in it. */
const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** Where the server forbids WebAssembly, Pyodide would wait for ever. */
function refuseForbiddenWasm() {
  try {
    new WebAssembly.Module(EMPTY_MODULE);
  } catch {
    throw new Error(
      "WebAssembly is forbidden here; have the server allow 'wasm-unsafe-eval' in its Content Security Policy",
    );
  }
}

/**
 * Start from the snapshot; without it if that does not work.
 *
 * @param {URL} folder
 * @param {Manifest} manifest
 * @param {Tell} tell
 * @param {ReturnType<typeof createUnpacker>} unpacker
 * @returns {Promise<{pyodide: PyodideInterface, because: string}>}  The reason why not from the snapshot, if not.
 */
export async function startSomehow(folder, manifest, tell, unpacker) {
  const { library } = manifest.snapshot;
  const native = /** @type {string} */ (library.split("/").at(-1));
  const fromSnapshot = [DECODER, DATA, native];
  // What runs before the rules do is not in the first of what programs were split into.
  const rests = [PROGRAM, native].map((name) => `rest/${name}`).filter((name) => name in manifest.parts);
  const fromWheels = [
    ...[DECODER, DATA, native, "python_stdlib.zip", ...rests],
    ...Object.keys(manifest.parts).filter((name) => name.endsWith(".whl")),
  ];
  /** @type {(names: string[], more?: {elsewhere?: readonly string[], rests?: readonly string[]}) => {parts: RuntimeParts, code: Promise<Code>, onBytes: (bytes: number) => void}} */
  const begin = (names, { elsewhere = [], rests = [] } = {}) => {
    let received = 0;
    let told = 0;
    const onBytes = (/** @type {number} */ bytes) => {
      received += bytes;
      const share = received / total;
      if (share < told + 0.02) return;
      told = share;
      tell("runtime", Math.min(0.9, 0.9 * share));
    };
    const parts = new RuntimeParts(folder, manifest, fetchFromServer, onBytes);
    const total = parts.bytesOf([PROGRAM, ...names, ...elsewhere]);
    // Everything else waits for the code, so it is asked for first.
    const code = importPyodide(parts, rests);
    // What it needs to be told is asked for later; compiled it can be at once.
    parts.compiled(PROGRAM).catch(() => {});
    parts.begin(names);
    // Pyodide fetches by itself; nothing else in this worker does.
    globalThis.fetch = parts.asFetch();
    return { parts, code, onBytes };
  };
  const plain = async () => {
    const { parts, code } = begin(fromWheels, { rests });
    try {
      return await Promise.race([loadWheels(folder, manifest, code, native, tell), parts.failed]);
    } catch (error) {
      await parts.check(CODE);
      throw error;
    }
  };
  // Where every byte counts, the snapshot does not ride along.
  const isWhole = SNAPSHOT in manifest.parts;
  try {
    if (!isWhole) return { pyodide: await plain(), because: "" };
    const { parts, code, onBytes } = begin(fromSnapshot, { elsewhere: [SNAPSHOT] });
    const body = unpacker.unpack(folder, manifest, onBytes);
    const failedLate = body.then(() => parts.failed);
    const loaded = loadSnapshot(folder, manifest, body, code, native);
    const pyodide = await Promise.race([loaded, parts.failed, failedLate]);
    return { pyodide, because: "" };
  } catch (error) {
    if (!isWhole) throw error;
    tell("runtime", 0);
    return { pyodide: await plain(), because: String(error) };
  }
}

/**
 * Start Pyodide as it was when the snapshot was taken: Python runs and has loaded the rules.
 *
 * @param {URL} folder
 * @param {Manifest} manifest
 * @param {Promise<Uint8Array>} body  Of the snapshot.
 * @param {Promise<Code>} code
 * @param {string} native
 * @returns {Promise<PyodideInterface>}
 */
async function loadSnapshot(folder, manifest, body, code, native) {
  const { snapshot } = manifest;
  const { loadPyodide, create } = await code;
  const createWithLibrary = withLibrary(create, snapshot.library, new URL(native, folder).href);
  const pyodide = await loadPyodide({
    ...settingsFor(folder, manifest),
    ...SAME_SETTINGS,
    createPyodideModule: /** @type {any} */ (restoring(createWithLibrary, snapshot, body)),
    stdLibURL: new URL(NOTHING, folder).href,
    _loadSnapshot: headOf(snapshot),
  });
  // The snapshot's numbers are those of every other page.
  pyodide.pyimport("random").seed();
  return pyodide;
}

/**
 * Start Pyodide and load the rules into it, from bytecode.
 *
 * @param {URL} folder
 * @param {Manifest} manifest
 * @param {Promise<Code>} code
 * @param {string} native
 * @param {Tell} tell
 * @returns {Promise<PyodideInterface>}
 */
async function loadWheels(folder, manifest, code, native, tell) {
  const { loadPyodide, create } = await code;
  const createWithLibrary = withLibrary(create, manifest.snapshot.library, new URL(native, folder).href);
  const pyodide = await loadPyodide({
    ...settingsFor(folder, manifest),
    createPyodideModule: /** @type {any} */ (createWithLibrary),
    packages: ["footwork"],
  });
  tell("pydantic", 0.9);
  pyodide.pyimport("pydantic");
  return pyodide;
}

/**
 * What both ways to start tell Pyodide.
 *
 * @param {URL} folder
 * @param {Manifest} manifest
 */
function settingsFor(folder, manifest) {
  return {
    indexURL: folder.href,
    packageBaseUrl: folder.href,
    lockFileContents: structuredClone(manifest.lock),
    // Pyodide tells there which packages it loads; the loading messages say that better.
    stdout: () => {},
  };
}

/**
 * Pyodide's own code.
 *
 * @typedef {object} Code
 * @property {typeof import("pyodide").loadPyodide} loadPyodide
 * @property {import("./snapshot.js").CreateModule} create
 */

/**
 * @param {RuntimeParts} parts
 * @param {readonly string[]} rests  What is compiled before it is called.
 * @returns {Promise<Code>}
 */
async function importPyodide(parts, rests) {
  const [pyodide, module] = await Promise.all(CODE.map((name) => importPart(parts.moduleAddress(name))));
  /** @type {Map<string, WebAssembly.Module>} */
  const compiled = new Map();
  const data = parts.content(DATA);
  data.catch(() => {});
  const compile = async (/** @type {string} */ part) => {
    compiled.set(part, await parts.compiled(part));
  };
  return {
    loadPyodide: /** @type {typeof import("pyodide").loadPyodide} */ (pyodide.loadPyodide),
    create: compilingOnce(
      withRest(withOneOfEach(/** @type {import("./snapshot.js").CreateModule} */ (module.default)), {
        readNow: (part) => compiled.get(part) ?? parts.openNow(part),
        ready: Promise.all(rests.map(compile)),
        program: () => parts.compiled(PROGRAM),
        data,
      }),
    ),
  };
}

/** Pyodide's program. */
const PROGRAM = "pyodide.asm.wasm";

/** The parts that are code of Pyodide's own. */
const CODE = /** @type {const} */ (["pyodide.mjs", "pyodide.asm.mjs"]);

/** @param {string} address */
async function importPart(address) {
  try {
    return await import(address);
  } catch (error) {
    const wrong = await wrongWith(address, fetchFromServer);
    throw new Error(wrong ?? `${address} did not load as JavaScript (${error}); ${ADVICE}`);
  }
}

/**
 * Answer one question, after the start. After a failed start there is nothing to say: that was told.
 *
 * @param {number} id
 * @param {string} text
 */
async function answer(id, text) {
  const handle = await running;
  if (!handle) return;
  try {
    const reply = handle(text);
    trace(reply);
    scope.postMessage({ type: "reply", id, text: reply });
  } catch (error) {
    // Python code answers every question; what gets here broke Python itself, such as memory running out.
    scope.postMessage({ type: "failed", step: "request", message: String(error) });
  }
}
