/**
 * The module worker that runs the rules: Pyodide, pydantic and `py_rules`, all from one folder of our own.
 *
 * It says nothing to any other origin: Pyodide's own addresses all point into that folder, and the lock file
 * there names no package that is not there.
 */

import { readPageMessage } from "./messages.js";

/** @typedef {import("./messages.js").LoadingStep} LoadingStep */
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

/** @type {Promise<Handle | null> | undefined} */
let starting;

scope.addEventListener("message", (event) => {
  const message = readPageMessage(event.data);
  if (message?.type === "start") starting ??= start(message.runtimeUrl);
  if (message?.type === "request") answer(message.id, message.text);
});

/**
 * Load everything and tell how it goes.
 *
 * @param {string} runtimeUrl
 * @returns {Promise<Handle | null>} null when it failed, which has been told then
 */
async function start(runtimeUrl) {
  const began = performance.now();
  /** @type {LoadingStep} */
  let step = "runtime";
  /** @type {(next: LoadingStep, share: number) => void} */
  const tell = (next, share) => {
    step = next;
    scope.postMessage({ type: "loading", step, share });
  };
  try {
    tell("runtime", 0);
    const pyodide = await loadRuntime(new URL(runtimeUrl, scope.location.href));
    tell("pydantic", 0.6);
    pyodide.pyimport("pydantic");
    tell("rules", 0.8);
    const service = pyodide.pyimport("py_rules.service");
    const versions = { pyodide: pyodide.version, footwork: pyodide.pyimport("py_rules").__version__ };
    scope.postMessage({ type: "ready", versions, millis: performance.now() - began });
    return service.handle;
  } catch (error) {
    scope.postMessage({ type: "failed", step, message: String(error) });
    return null;
  }
}

/**
 * Start Pyodide with our packages; they are fetched while it starts.
 *
 * @param {URL} folder  Where the runtime is; ends with a slash.
 * @returns {Promise<import("pyodide").PyodideInterface>}
 */
async function loadRuntime(folder) {
  /** @type {typeof import("pyodide")} */
  const { loadPyodide } = await import(new URL("pyodide.mjs", folder).href);
  return loadPyodide({
    indexURL: folder.href,
    lockFileURL: new URL("pyodide-lock.json", folder).href,
    packageBaseUrl: folder.href,
    packages: ["footwork"],
    // Pyodide tells there which packages it loads; the loading messages say that better.
    stdout: () => {},
  });
}

/**
 * Answer one question, after the start. After a failed start there is nothing to say: that was told.
 *
 * @param {number} id
 * @param {string} text
 */
async function answer(id, text) {
  const handle = await starting;
  if (!handle) return;
  try {
    scope.postMessage({ type: "reply", id, text: handle(text) });
  } catch (error) {
    // Python code answers every question; what gets here broke Python itself, such as memory running out.
    scope.postMessage({ type: "failed", step: "request", message: String(error) });
  }
}
