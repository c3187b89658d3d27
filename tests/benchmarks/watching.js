/** What watchers of the demo have in common. */

/** Who waits longer for an answer is told that there is none. */
export const GIVE_UP_MILLIS = 20_000;

/** Resolves after the next frame is laid out and painted: the first task after its callbacks. */
export const frameDrawn = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(undefined);
      port2.postMessage(null);
    });
  });

/** @type {(root: ParentNode, selector: string) => Element} */
export const find = (root, selector) => {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
};
