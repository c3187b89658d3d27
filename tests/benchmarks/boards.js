/**
 * The page's side of the measurement of boards: hands cases to the worker, and times round trips to it.
 */

/** @import { Case, Effort, Result } from "./boards-worker.js" */

/** Start the worker; resolves when it is ready. @param {string} runtimeUrl */
export async function openBoards(runtimeUrl) {
  const worker = new Worker("/boards-worker.js", { type: "module" });
  /** @type {(message: object) => Promise<any>} */
  const ask = (message) =>
    new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data));
      worker.postMessage({ runtimeUrl, ...message });
    });
  await ask({ one: null });
  return {
    /** @type {(one: Case, effort: Effort) => Promise<Result>} */
    measure: async (one, effort) => (await ask({ one, effort })).result,

    /** Milliseconds from question to answer on this side of the worker. @type {(one: Case) => Promise<number[]>} */
    roundTrips: async ({ asked, first }) => {
      await ask({ text: first });
      const times = [];
      for (const text of [...asked, ...asked]) {
        const began = performance.now();
        await ask({ text });
        times.push(performance.now() - began);
      }
      return times;
    },
  };
}
