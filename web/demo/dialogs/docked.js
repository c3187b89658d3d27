/**
 * Dialogs beside the board: they take the focus and give it back, and leave the board usable.
 */

/** @type {WeakMap<HTMLDialogElement, {step: string, from: Element | null}>} */
const open = new WeakMap();

/**
 * Open, keep or close a dialog. A new step moves the focus to the element with `data-focus`.
 *
 * @param {HTMLDialogElement} dialog
 * @param {string | null} step  null: closed
 */
export const keepOpen = (dialog, step) => {
  const was = open.get(dialog);
  if (step === null) {
    if (!was) return;
    open.delete(dialog);
    const hadFocus = dialog.contains(document.activeElement) || document.activeElement === document.body;
    dialog.close();
    if (hadFocus && was.from instanceof HTMLElement && was.from.isConnected)
      was.from.focus({ preventScroll: true });
    return;
  }
  if (was?.step === step) return;
  open.set(dialog, { step, from: was ? was.from : document.activeElement });
  if (!dialog.open) dialog.show();
  dialog.querySelector("[data-needed]")?.scrollIntoView({ block: "nearest" });
  dialog.scrollIntoView({ block: "nearest" });
  const first = dialog.querySelector("[data-focus]");
  if (first instanceof HTMLElement) first.focus({ preventScroll: true });
};
