/**
 * Keys that are pressed faster than moves are judged and written: each press is a step, made once the one before it is over.
 *
 * @import { Movement, Position, TokenDocument } from "./surface.js"
 * @typedef {Position} Step  how far a press leads
 */

/** A move that was let pass is under way for so long at most; whatever other modules make of it, the next one is made. */
const LANDS_MILLIS = 3000;
/** Whoever holds a key down does not want to go on for long after letting it go. */
const MOST_KEPT = 10;

export const createPresses = () => {
  /** @type {WeakMap<TokenDocument, Step[]>} */
  const kept = new WeakMap();
  /** Moves that were let pass and are not written yet. @type {WeakMap<TokenDocument, ReturnType<typeof setTimeout>>} */
  const landing = new WeakMap();

  /** Make the next step, from wherever the token stands then. @param {TokenDocument} document */
  const next = (document) => {
    const [step, ...others] = kept.get(document) ?? [];
    kept.set(document, others);
    if (!step) return;
    // The movement before it has to be over.
    setTimeout(() => {
      const { x, y, elevation } = document._source;
      const to = { x: x + step.x, y: y + step.y, elevation: elevation + step.elevation };
      document.move([{ ...document.getSnappedPosition(to), elevation: to.elevation }], {
        method: "keyboard",
      });
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

  return {
    next,
    landed,
    /** A move was let pass. @param {TokenDocument} document */
    lands: (document) =>
      landing.set(
        document,
        setTimeout(() => landed(document), LANDS_MILLIS),
      ),
    isLanding: (/** @type {TokenDocument} */ document) => landing.has(document),
    /** Keep a press for later; what is dragged meanwhile stays where it is. @type {(document: TokenDocument, movement: Movement) => void} */
    keep: (document, { method, origin, passed }) => {
      const to = passed.waypoints.at(-1);
      if (method !== "keyboard" || !to) return;
      const step = { x: to.x - origin.x, y: to.y - origin.y, elevation: to.elevation - origin.elevation };
      kept.set(document, [...(kept.get(document) ?? []), step].slice(0, MOST_KEPT));
    },
  };
};
