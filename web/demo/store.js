/**
 * The one store of the page: a value that is replaced, never changed, and its listeners.
 *
 * @template {object} S
 * @typedef {object} Store
 * @property {() => S} get
 * @property {(patch: Partial<S>) => void} set  replaces the named fields
 * @property {(listener: (now: S, before: S) => void) => () => void} subscribe  returns how to stop listening
 */

/**
 * A store holding `initial`.
 *
 * @template {object} S
 * @param {S} initial
 * @returns {Store<S>}
 */
export const createStore = (initial) => {
  let value = initial;
  /** @type {Set<(now: S, before: S) => void>} */
  const listeners = new Set();
  return {
    get: () => value,
    set: (patch) => {
      const before = value;
      value = { ...before, ...patch };
      for (const listener of [...listeners]) listener(value, before);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
