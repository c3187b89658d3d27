/**
 * What the page and the rules worker say to each other.
 *
 * The page says `start` once, then asks; the worker tells how far it has loaded, then answers. Questions and
 * answers travel as JSON text: the worker hands them to Python and back without looking inside.
 */

/**
 * @typedef {object} StartMessage  Load the runtime from this address (relative: to the worker's own).
 * @property {"start"} type
 * @property {string} runtimeUrl
 * @property {readonly ForeignSystem[]} [systems]  Game systems that the host brings along.
 */

/** @typedef {{id: string, url: string}} ForeignSystem  Where the Python file of a game system is; its id is the file's name. */

/**
 * @typedef {object} RequestMessage  A question; `id` comes back with its answer.
 * @property {"request"} type
 * @property {number} id
 * @property {string} text
 */

/** @typedef {StartMessage | RequestMessage} PageMessage */

/** @typedef {"runtime" | "pydantic" | "rules"} LoadingStep */

/**
 * @typedef {object} LoadingMessage  What is being loaded, and which share of all loading is done (0 to 1).
 * @property {"loading"} type
 * @property {LoadingStep} step
 * @property {number} share
 */

/**
 * @typedef {object} ReadyMessage  Questions will be answered now.
 * @property {"ready"} type
 * @property {{pyodide: string, footwork: string}} versions
 * @property {number} millis  Time from the start message to now.
 * @property {string} because  Why it was not started from the snapshot; empty if it was.
 */

/**
 * @typedef {object} FailedMessage  The worker is of no use any more.
 * @property {"failed"} type
 * @property {LoadingStep | "request"} step  During which step it happened.
 * @property {string} message
 */

/**
 * @typedef {object} ReplyMessage  The answer to the question with this `id`.
 * @property {"reply"} type
 * @property {number} id
 * @property {string} text
 */

/**
 * @typedef {object} LivingMessage  The worker holds this lock for as long as it lives: who gets it knows that it does not.
 * @property {"living"} type
 * @property {string} lock
 */

/** @typedef {LoadingMessage | ReadyMessage | FailedMessage | ReplyMessage | LivingMessage} WorkerMessage */

/**
 * A message of the page, or null for anything else that may reach a worker.
 *
 * @param {unknown} data
 * @returns {PageMessage | null}
 */
export function readPageMessage(data) {
  if (!isRecord(data)) return null;
  const isStart =
    data.type === "start" &&
    typeof data.runtimeUrl === "string" &&
    (data.systems === undefined || (Array.isArray(data.systems) && data.systems.every(isForeign)));
  const isRequest = data.type === "request" && isNumber(data.id) && typeof data.text === "string";
  return isStart || isRequest ? /** @type {PageMessage} */ (/** @type {unknown} */ (data)) : null;
}

/**
 * A message of the worker, or null for anything else that may reach the page.
 *
 * @param {unknown} data
 * @returns {WorkerMessage | null}
 */
export function readWorkerMessage(data) {
  if (!isRecord(data)) return null;
  const isLoading = data.type === "loading" && typeof data.step === "string" && isNumber(data.share);
  const isReady =
    data.type === "ready" &&
    isRecord(data.versions) &&
    isNumber(data.millis) &&
    typeof data.because === "string";
  const isFailed = data.type === "failed" && typeof data.message === "string";
  const isReply = data.type === "reply" && isNumber(data.id) && typeof data.text === "string";
  const isLiving = data.type === "living" && typeof data.lock === "string";
  const isKnown = isLoading || isReady || isFailed || isReply || isLiving;
  return isKnown ? /** @type {WorkerMessage} */ (/** @type {unknown} */ (data)) : null;
}

/** @param {unknown} value */
function isForeign(value) {
  return isRecord(value) && /^[a-z][a-z0-9_]*$/.test(String(value.id)) && typeof value.url === "string";
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === "object" && value !== null;
}

/**
 * @param {unknown} value
 * @returns {value is number}
 */
function isNumber(value) {
  return typeof value === "number" && Number.isFinite(value);
}
