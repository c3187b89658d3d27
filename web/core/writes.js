/**
 * Finds out what was overwritten, where several browsers write the same thing, the last one counts, and the host asks nobody
 * whether it knew of the one before.
 *
 * Each write names itself and those that it was built on. What comes in without a write that was made here was written by
 * somebody who had not heard of it: which of them the host has kept, only the host can tell.
 *
 * @template T
 * @typedef {object} Write  A write of this browser that not everybody has heard of, as far as is known here.
 * @property {string} id
 * @property {number} at  milliseconds
 * @property {(kept: T) => void} again  do it on what is kept instead
 */

import { newId } from "./new-id.js";

/** How many writes are named by what is written. */
const NAMED = 16;
/** So long a write of somebody else may be on its way. */
const ON_ITS_WAY_MILLIS = 30_000;

/**
 * @template {{writes?: readonly string[]}} T
 * @param {() => number} [now]  milliseconds
 */
export const createWrites = (now = Date.now) => {
  /** @type {Map<string, Write<T>[]>} */
  const own = new Map();

  /** Writes of this browser that are not among those that something was built on. @type {(key: string, kept: T) => Write<T>[]} */
  const missing = (key, kept) => {
    const writes = writesOf(kept);
    const pending = (own.get(key) ?? []).filter(({ at }) => now() - at < ON_ITS_WAY_MILLIS);
    // Whoever knows of a write knows of those before it.
    return pending.slice(pending.findLastIndex(({ id }) => writes.includes(id)) + 1);
  };

  return {
    /** What is to be written, with its name. @type {(key: string, data: T, again: (kept: T) => void) => T} */
    named: (key, data, again) => {
      const id = newId();
      own.set(key, [...(own.get(key) ?? []).slice(1 - NAMED), { id, at: now(), again }]);
      return { ...data, writes: [...writesOf(data), id].slice(-NAMED) };
    },
    /** Whether somebody has written who had not heard of all that was written here. @type {(key: string, heard: T) => boolean} */
    isInDoubt: (key, heard) => {
      const unheard = missing(key, heard);
      if (unheard.length === 0) own.delete(key);
      return unheard.length > 0;
    },
    /** The host has kept this: what of here is lost is done again. @type {(key: string, kept: T) => void} */
    settle: (key, kept) => {
      const lost = missing(key, kept);
      own.set(
        key,
        (own.get(key) ?? []).filter((write) => !lost.includes(write)),
      );
      for (const { again } of lost) again(kept);
    },
  };
};

/** Anybody may have written there. @type {(data: {writes?: readonly string[]}) => readonly string[]} */
const writesOf = ({ writes }) => (Array.isArray(writes) ? writes : []);
