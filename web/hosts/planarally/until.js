/** Waits for what nobody tells of: a location is opened, and loaded shape by shape; somebody else writes down what a move has cost. */

const LOOK_MILLIS = 50;
/** So long a shape of a location that is open may take to be there. */
const SHAPE_MILLIS = 5_000;

/** Wait until something is so, but not for ever. @type {(isSo: () => boolean, millis?: number) => Promise<void>} */
export const until = async (isSo, millis = SHAPE_MILLIS) => {
  for (let waited = 0; waited < millis && !isSo(); waited += LOOK_MILLIS)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLIS));
};
