/**
 * What the client of the rules answers by itself, where no answer of the rules is to come.
 *
 * @import { ProblemReply } from "./protocol.js"
 */

export const SUPERSEDED = problem(
  "superseded",
  "a newer question took its place",
  "use the answer to that one",
);
export const ABORTED = problem(
  "aborted",
  "the question was taken back",
  "ask again if the answer is wanted after all",
);
export const DISPOSED = problem("disposed", "the rules were shut down", "create a new client to ask again");

/** The worker broke down, and there is no other. @param {string} reason */
export function workerFailed(reason) {
  return problem(
    "worker_failed",
    `the rules broke down: ${reason}`,
    "restart the rules, or go on without them",
  );
}

/** What cannot be written as JSON never reaches the rules. @param {unknown} error */
export function unwritable(error) {
  const why = error instanceof Error ? error.message : String(error);
  return problem(
    "json_invalid",
    `the request cannot be written as JSON: ${why}`,
    "send an object of plain data",
  );
}

/**
 * @param {string} code
 * @param {string} message
 * @param {string} remedy
 * @returns {ProblemReply}
 */
function problem(code, message, remedy) {
  return { ok: false, problem: { code, message, path: "", remedy } };
}
