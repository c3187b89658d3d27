/**
 * The elements that the page's HTML has from the start.
 */

/** @param {string} id */
export const part = (id) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
};

/** @param {string} id */
export const dialog = (id) => /** @type {HTMLDialogElement} */ (part(id));

/**
 * Tells whether the pointer or the focus is at a part, also if presses go through it.
 *
 * @type {(element: HTMLElement) => () => boolean}
 */
export const createAttention = (element) => {
  let point = { x: -1, y: -1 };
  addEventListener("pointermove", ({ clientX, clientY }) => {
    point = { x: clientX, y: clientY };
  });
  return () => {
    if (element.matches(":focus-within")) return true;
    return [...element.children].some((child) => {
      const { left, right, top, bottom } = child.getBoundingClientRect();
      return point.x >= left && point.x <= right && point.y >= top && point.y <= bottom;
    });
  };
};
