/**
 * Keeps the keyboard's focus on the page: it goes to the token when what had it is put away, and back to what was shut
 * for the moment once that is open again.
 */

/**
 * @param {() => void} focusToken
 * @returns {() => void}  to be called after the page was drawn
 */
export const keepFocus = (focusToken) => {
  /** @type {HTMLElement | SVGElement | null} */
  let last = null;
  const look = () => {
    const focused = document.activeElement;
    // What is hidden has the focus for a while yet.
    if (!last || (focused !== document.body && focused !== last)) return;
    if (!last.isConnected || !last.checkVisibility()) focusToken();
    else if (!last.matches(":disabled")) last.focus({ preventScroll: true });
  };
  document.addEventListener("focusin", ({ target }) => {
    last = /** @type {HTMLElement | SVGElement} */ (target);
  });
  // A press beside everything takes the focus from what had it.
  document.addEventListener(
    "pointerdown",
    () => {
      last = null;
    },
    true,
  );
  for (const closing of ["close", "toggle"]) document.addEventListener(closing, look, true);
  return look;
};
