/**
 * Keys that are pressed faster than moves are judged and written: what each asks for is done once the move before it is over.
 *
 * @import { Movement, TokenDocument } from "./surface.js"
 */

/** A move that was let pass is under way for so long at most; whatever other modules make of it, the next one is made. */
const LANDS_MILLIS = 3000;
/** Whoever holds a key down does not want to go on for long after letting it go. */
const MOST_STEPS = 10;

export const createPresses = () => {
  /** @type {WeakMap<TokenDocument, (() => unknown)[]>} */
  const kept = new WeakMap();
  /** Moves that were let pass and are not written yet. @type {WeakMap<TokenDocument, ReturnType<typeof setTimeout>>} */
  const landing = new WeakMap();

  /** @param {TokenDocument} document */
  const keptFor = (document) => kept.get(document) ?? [];

  /** Where the next one is about to begin: what is asked for until then comes behind it. @type {WeakSet<TokenDocument>} */
  const due = new WeakSet();

  /** Do what was asked for next. @param {TokenDocument} document */
  const next = (document) => {
    if (due.has(document)) return;
    const [first, ...others] = keptFor(document);
    kept.set(document, others);
    if (!first) return;
    due.add(document);
    // The movement before it has to be over.
    setTimeout(() => {
      due.delete(document);
      first();
    });
  };

  /** A move is written, or will not be. @param {TokenDocument} document */
  const landed = (document) => {
    const timer = landing.get(document);
    if (!timer) return;
    clearTimeout(timer);
    landing.delete(document);
    next(document);
  };

  /** How many moves were refused here whose updates are not through yet. @type {WeakMap<TokenDocument, number>} */
  const refused = new WeakMap();

  return {
    next,
    landed,
    /** A move was refused: its update goes on without it. @param {TokenDocument} document */
    refuse: (document) => {
      refused.set(document, (refused.get(document) ?? 0) + 1);
      return false;
    },
    /** Whether an update without its place is of a move that was refused here. @param {TokenDocument} document */
    wasRefused: (document) => {
      const times = refused.get(document) ?? 0;
      refused.set(document, Math.max(0, times - 1));
      return times > 0;
    },
    /** A move was let pass. @param {TokenDocument} document */
    lands: (document) =>
      landing.set(
        document,
        setTimeout(() => landed(document), LANDS_MILLIS),
      ),
    /** Whether another move is under way, or about to begin. @param {TokenDocument} document */
    isBusy: (document) => landing.has(document) || due.has(document),
    isLanding: (/** @type {TokenDocument} */ document) => landing.has(document),
    /** Wait for all that was asked for before. @type {(document: TokenDocument) => Promise<unknown>} */
    turn: (document) =>
      new Promise((resolve) => kept.set(document, [...keptFor(document), () => resolve(null)])),
    /** Keep a step for later, from wherever the token stands then; what is dragged meanwhile stays where it is. @type {(document: TokenDocument, movement: Movement) => void} */
    keep: (document, { method, origin, passed }) => {
      const to = passed.waypoints.at(-1);
      if (method !== "keyboard" || !to || keptFor(document).length >= MOST_STEPS) return;
      const step = () => {
        const { x, y, elevation } = document._source;
        const there = { x: x + to.x - origin.x, y: y + to.y - origin.y };
        const up = elevation + to.elevation - origin.elevation;
        const place = document.getSnappedPosition({ ...there, elevation: up });
        return document.move([{ ...place, elevation: up }], { method });
      };
      kept.set(document, [...keptFor(document), step]);
    },
  };
};
