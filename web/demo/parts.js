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
