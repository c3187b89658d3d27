/**
 * Whatever changes the game happens one after the other, in the order it was asked for; so two quick drags are
 * judged one after the other, the second on what the first left.
 */

import { createQueue as createPlainQueue } from "../core/queue.js";

/**
 * @param {object} ports
 * @param {(isBusy: boolean) => void} ports.onBusy
 * @param {(error: unknown) => void} ports.failed  a job had a fault; the others go on
 */
export const createQueue = ({ onBusy, failed }) => {
  const inTurn = createPlainQueue();
  let queued = 0;

  /**
   * Run a job after all earlier ones; a fault in it is told and stops nothing.
   *
   * @template T
   * @param {() => Promise<T>} job
   * @returns {Promise<T | undefined>}
   */
  return async (job) => {
    queued += 1;
    onBusy(true);
    try {
      return await inTurn(job);
    } catch (error) {
      failed(error);
      return undefined;
    } finally {
      queued -= 1;
      if (queued === 0) onBusy(false);
    }
  };
};
