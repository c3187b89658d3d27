/** Waits for what the host tells nobody of: a location is opened, and loaded shape by shape. */

const LOOK_MILLIS = 100;
/** How often to look for a shape of a location that is open. */
const SHAPE_LOOKS = 50;

/** Wait until something is so, but not for ever. @type {(isSo: () => boolean, looks?: number) => Promise<void>} */
export const until = async (isSo, looks = SHAPE_LOOKS) => {
  for (let look = 0; look < looks && !isSo(); look += 1)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLIS));
};
