/**
 * Yielding to the browser, so that long work is done in pieces: what the visitor does and what there is to see need not wait for the end of it.
 */

/** Frames stop coming while a page is hidden; then it goes on after this. */
const LONGEST_FRAME_MILLIS = 100;

/** Go on as a task of its own. @returns {Promise<void>} */
export const nextTask = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Go on once what has been drawn so far is on screen. */
export const nextFrame = async () => {
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_FRAME_MILLIS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
  await nextTask();
};
