/** Hooks as the client has them: in order of registration, never awaited, and a fault in one is no veto. */

/** @type {Map<string, {id: number, fn: Function, once: boolean}[]>} */
const listeners = new Map();
let lastId = 0;

/** Faults of listeners, for tests to read. @type {string[]} */
export const hookErrors = [];

const add = (name, fn, once) => {
  lastId += 1;
  listeners.set(name, [...(listeners.get(name) ?? []), { id: lastId, fn, once }]);
  return lastId;
};

const run = (name, entry, args) => {
  if (entry.once) Hooks.off(name, entry.id);
  try {
    return entry.fn(...args);
  } catch (error) {
    hookErrors.push(`${name}: ${error}`);
    return undefined;
  }
};

export const Hooks = {
  on: (name, fn, options) => add(name, fn, options?.once ?? false),
  once: (name, fn) => add(name, fn, true),
  off: (name, idOrFn) =>
    listeners.set(
      name,
      (listeners.get(name) ?? []).filter(({ id, fn }) => id !== idOrFn && fn !== idOrFn),
    ),
  call: (name, ...args) => {
    for (const entry of listeners.get(name) ?? []) if (run(name, entry, args) === false) return false;
    return true;
  },
  callAll: (name, ...args) => {
    for (const entry of listeners.get(name) ?? []) run(name, entry, args);
    return true;
  },
};
