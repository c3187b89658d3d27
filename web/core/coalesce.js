/**
 * What is asked for often and done rarely: once for all that happens together, or once for good.
 */

/**
 * Do something once for all that happens together.
 *
 * @param {() => void} work
 * @param {(go: () => void) => void} later  calls back at the end of what happens together: `setTimeout`, the next frame
 */
export const coalesced = (work, later) => {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    later(() => {
      isDue = false;
      work();
    });
  };
};

/**
 * Tell a text, but not again.
 *
 * @template {unknown[]} More
 * @param {(text: string, ...more: More) => void} tell
 * @returns {(text: string, ...more: More) => void}
 */
export const onlyOnce = (tell) => {
  /** @type {Set<string>} */
  const told = new Set();
  return (text, ...more) => {
    if (told.has(text)) return;
    told.add(text);
    tell(text, ...more);
  };
};
