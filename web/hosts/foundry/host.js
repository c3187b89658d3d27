/**
 * The client that this module runs in, seen through what is used of it.
 *
 * Its globals change while it runs (a new scene has a new canvas), so that they are read anew each time.
 */

export const ID = "footwork";
/** The flag in which a token keeps its turn. */
export const TURN = "turn";

export const host = /** @type {import("./surface.js").Host} */ (/** @type {unknown} */ (globalThis));
