/**
 * Dialogs beside the board: they take the focus and give it back, and leave the board usable.
 */

/** @type {WeakMap<HTMLDialogElement, {step: string, from: Element | null, isFocused: boolean}>} */
const open = new WeakMap();

/**
 * Open, keep or close a dialog. A new step moves the focus to the element with `data-focus`.
 *
 * @param {HTMLDialogElement} dialog
 * @param {string | null} step  null: closed
 * @param {() => void} focusToken  where nothing had the focus when it opened, or what had it is gone
 */
export const keepOpen = (dialog, step, focusToken) => {
  const was = open.get(dialog);
  if (step === null) {
    if (!was) return;
    open.delete(dialog);
    const hadFocus = dialog.contains(document.activeElement) || document.activeElement === document.body;
    dialog.close();
    if (hadFocus && was.from instanceof HTMLElement) was.from.focus({ preventScroll: true });
    if (hadFocus && document.activeElement === document.body) focusToken();
    return;
  }
  if (was?.step === step && was.isFocused) return;
  if (!dialog.open) dialog.show();
  if (was?.step !== step) {
    centre(dialog.querySelector("[data-needed]"));
    dialog.scrollIntoView({ block: "nearest" });
  }
  // A button that is shut for the moment cannot take the focus; it gets it when it opens.
  const first = dialog.querySelector("[data-focus]");
  const isFocused = first instanceof HTMLButtonElement && !first.disabled;
  const from = was ? was.from : document.activeElement;
  if (isFocused) first.focus({ preventScroll: true });
  open.set(dialog, { step, from, isFocused });
};

/** Scroll a table until a row of it is in the middle. @param {Element | null} row */
const centre = (row) => {
  const table = row?.closest("table");
  if (!table || !(row instanceof HTMLElement)) return;
  table.scrollTop = row.offsetTop - (table.clientHeight - row.offsetHeight) / 2;
};
