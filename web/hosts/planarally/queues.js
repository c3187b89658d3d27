/**
 * What is done with a token is done one after the other: moves wait for its clock, and the clock for its moves.
 *
 * @typedef {import("./surface.js").GlobalId} GlobalId
 */

/** @param {{redraw: () => void}} ports */
export const createQueues = ({ redraw }) => {
  /** The end of what was begun with each token. @type {Map<GlobalId, Promise<void>>} */
  const ends = new Map();

  /** Do something with a token once all that was begun with it is done. @type {(id: GlobalId, work: () => Promise<void>) => Promise<void>} */
  const after = async (id, work) => {
    const before = ends.get(id) ?? Promise.resolve();
    const end = before.then(work).finally(() => {
      if (ends.get(id) !== end) return;
      ends.delete(id);
      redraw();
    });
    ends.set(id, end);
    await end;
  };

  return { after, isBusy: (/** @type {GlobalId} */ id) => ends.has(id) };
};
