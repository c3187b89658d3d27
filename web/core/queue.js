/**
 * Jobs one after the other, each on what the one before it left. One that fails rejects for whoever asked for it; the others go on.
 *
 * @typedef {<T>(job: () => T | Promise<T>) => Promise<T>} InTurn  Do it after all that was asked for before; its result.
 */

/** @returns {InTurn} */
export const createQueue = () => {
  /** @type {Promise<unknown>} */
  let end = Promise.resolve();
  return (job) => {
    const done = end.then(job);
    end = done.catch(() => {});
    return done;
  };
};

/** A queue for each of many, as for each token. @param {() => void} [emptied]  all jobs of one are done */
export const createQueues = (emptied = () => {}) => {
  /** @type {Map<string, {inTurn: InTurn, jobs: number}>} */
  const open = new Map();

  /** @type {<T>(key: string, job: () => T | Promise<T>) => Promise<T>} */
  const after = async (key, job) => {
    const own = open.get(key) ?? { inTurn: createQueue(), jobs: 0 };
    open.set(key, own);
    own.jobs += 1;
    try {
      return await own.inTurn(job);
    } finally {
      own.jobs -= 1;
      if (own.jobs === 0) {
        open.delete(key);
        emptied();
      }
    }
  };

  return { after, isBusy: (/** @type {string} */ key) => open.has(key) };
};
