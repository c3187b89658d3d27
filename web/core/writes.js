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
 * @property {number} at  milliseconds; Infinity: it has not left yet
 * @property {(kept: T, isBack: boolean) => void} again  do it on what is kept instead
 */

import { newId } from "./new-id.js";

/** How many writes are named by what is written. */
const NAMED = 16;
/** So long a write may be on its way, or the connection be lost before that is noticed. */
const ON_ITS_WAY_MILLIS = 60_000;

/**
 * @template {{writes?: readonly string[]}} T
 * @param {() => boolean} [isLost]  whether nothing leaves now
 * @param {() => number} [now]  milliseconds
 */
export const createWrites = (isLost = () => false, now = Date.now) => {
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
    /** What is to be written, with its name. @type {(key: string, data: T, again: Write<T>["again"]) => T} */
    named: (key, data, again) => {
      const id = newId();
      const at = isLost() ? Number.POSITIVE_INFINITY : now();
      own.set(key, [...(own.get(key) ?? []).slice(1 - NAMED), { id, at, again }]);
      return { ...data, writes: [...writesOf(data), id].slice(-NAMED) };
    },
    /** Whether somebody has written who had not heard of all that was written here. @type {(key: string, heard: T) => boolean} */
    isInDoubt: (key, heard) => {
      const unheard = missing(key, heard);
      if (unheard.length === 0) own.delete(key);
      return unheard.length > 0;
    },
    /** The host has kept this: what of here is lost is done again. isBack: the connection was lost meanwhile. @type {(key: string, kept: T, isBack?: boolean) => void} */
    settle: (key, kept, isBack = false) => {
      const lost = missing(key, kept);
      own.set(
        key,
        (own.get(key) ?? []).filter((write) => !lost.includes(write)),
      );
      for (const { again } of lost) again(kept, isBack);
    },
  };
};

/** Anybody may have written there. @type {(data: {writes?: readonly string[]}) => readonly string[]} */
const writesOf = ({ writes }) => (Array.isArray(writes) ? writes : []);
