/**
 * Keys that are pressed in what the mod shows are none of the host's: it would delete the selected token at Backspace.
 */

const DIALOG = ".footwork-dialog:modal";

/** Keep what is pressed in an element from the host. @type {(element: HTMLElement, passes?: readonly string[]) => void} */
export const keepKeys = (element, passes = []) => {
  for (const name of /** @type {const} */ (["keydown", "keyup"]))
    element.addEventListener(name, (event) => {
      if (!passes.includes(event.key)) event.stopPropagation();
    });
};

/** Whether a dialog of the mod waits for an answer. */
export const isDialogOpen = () => document.querySelector(DIALOG) !== null;

/** Keep what is pressed beside an open dialog from the host, as after a click on its text. @param {AbortSignal} signal */
export const guardDialogs = (signal) => {
  for (const name of ["keydown", "keyup"])
    window.addEventListener(
      name,
      (event) => {
        const dialog = document.querySelector(DIALOG);
        const isInside = event.target instanceof Node && dialog?.contains(event.target);
        if (dialog && !isInside) event.stopImmediatePropagation();
      },
      { capture: true, signal },
    );
};
