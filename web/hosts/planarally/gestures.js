/**
 * Gestures of the pointer and of keys that make moves, seen before the host sees them.
 *
 * @typedef {object} GesturePorts
 * @property {AbortSignal} signal  ends it
 * @property {ReturnType<typeof import("./token-moves.js").createTokenMoves>} tokenMoves
 * @property {ReturnType<typeof import("./copies.js").createCopies>} copies
 * @property {() => void} redraw
 * @property {(isDown: boolean) => void} override  the key that lets everything through
 */

import { guardDialogs, isDialogOpen } from "./keys.js";

const KEYS = /^(Arrow(Up|Down|Left|Right)|Numpad[1-9])$/;
const OVERRIDE = "KeyO";

/** Whether a key is for a field of a form. @type {(event: Event) => boolean} */
const isTyped = ({ target }) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Whether the host takes an event for its map. @type {(event: Event) => boolean} */
const isOnMap = ({ target }) =>
  target instanceof Element && target.tagName === "CANVAS" && target.closest("#layers") !== null;

/** Fingers, and the button that drags; the others pan or open a menu. @type {(event: Event) => boolean} */
const isMainButton = (event) => !(event instanceof MouseEvent) || event.button === 0;

/** @param {GesturePorts} ports */
export const listenToGestures = (ports) => {
  const { signal, tokenMoves } = ports;
  guardDialogs(signal);
  for (const name of ["mousedown", "touchstart", "keydown"])
    window.addEventListener(name, tokenMoves.acts, { capture: true, passive: true, signal });
  listenToPointers(ports);
  listenToKeys(ports);
};

/** @param {GesturePorts} ports */
const listenToPointers = ({ signal, tokenMoves, redraw }) => {
  const options = { capture: true, passive: true, signal };
  for (const name of ["mousedown", "touchstart"])
    window.addEventListener(
      name,
      (event) => tokenMoves.begin(isOnMap(event) && isMainButton(event)),
      options,
    );
  for (const name of ["mouseup", "touchend"])
    window.addEventListener(
      name,
      (event) => {
        if (!isMainButton(event)) return;
        if (isOnMap(event)) tokenMoves.drop();
        else if (tokenMoves.isDragging() && event instanceof MouseEvent) leaveMap(event);
        redraw();
        setTimeout(tokenMoves.ended);
      },
      options,
    );
  window.addEventListener("touchcancel", (event) => tokenMoves.isDragging() && takeFingers(event), options);
  window.addEventListener(
    "mouseleave",
    ({ target }) => {
      // Out of its window the host drops what is dragged.
      if (!(target instanceof Element && target.id === "main")) return;
      tokenMoves.drop();
      setTimeout(tokenMoves.ended);
    },
    options,
  );
  window.addEventListener(
    "mousemove",
    (event) => {
      // The button was let go where nobody heard of it, as over another window.
      if (tokenMoves.isDragging() && event.buttons === 0) leaveMap(event);
    },
    options,
  );
  for (const name of ["mousemove", "touchmove"])
    window.addEventListener(
      name,
      () => {
        // The host moves its shapes first.
        setTimeout(tokenMoves.hover);
        redraw();
      },
      { passive: true, signal },
    );
};

/** The button is let go beside the map, which the host overlooks: it drops as it does when the pointer leaves its window. @param {MouseEvent} event */
const leaveMap = (event) =>
  document.getElementById("main")?.dispatchEvent(new MouseEvent("mouseleave", event));

/** The fingers are taken away, as by a message of the phone, which the host overlooks: it drops as when they are lifted. @param {TouchEvent} event */
const takeFingers = ({ target, changedTouches }) =>
  target?.dispatchEvent(new TouchEvent("touchend", { bubbles: true, changedTouches: [...changedTouches] }));

/** The host hears nothing of it. @param {Event} event */
const swallow = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** @type {(event: KeyboardEvent, step: ReturnType<GesturePorts["tokenMoves"]["undo"]>) => void} */
const undoOrRedo = (event, step) => {
  if (step === "own") swallow(event);
  // Once the host has done with what came to nothing, it is asked for the step beyond that.
  const { target } = event;
  if (step === "nothing") setTimeout(() => target?.dispatchEvent(new KeyboardEvent(event.type, event)));
};

/** @param {GesturePorts} ports */
const listenToKeys = ({ signal, tokenMoves, copies, override }) => {
  const options = { capture: true, signal };
  window.addEventListener(
    "keydown",
    (event) => {
      if (isTyped(event) || isDialogOpen()) return;
      if (event.code === OVERRIDE) override(true);
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && event.key === "c") copies.copy();
      if (isCommand && event.key === "v") copies.paste();
      const isUndo = isCommand && event.key === "z" && !event.shiftKey;
      const isRedo = isCommand && event.key.toLowerCase() === "z" && event.shiftKey;
      const isStep = KEYS.test(event.code);
      if (isStep && tokenMoves.holdsStill()) return swallow(event);
      // A key that is held goes as fast as the rules answer; each press counts.
      if (isStep && event.repeat && tokenMoves.isWaiting()) return swallow(event);
      if (isUndo || isRedo || isStep) tokenMoves.begin(false);
      if (isUndo) undoOrRedo(event, tokenMoves.undo());
      if (isRedo) undoOrRedo(event, tokenMoves.redo());
    },
    options,
  );
  window.addEventListener("blur", () => override(false), { signal });
  window.addEventListener(
    "keyup",
    (event) => {
      if (event.code === OVERRIDE) override(false);
      tokenMoves.await();
    },
    options,
  );
};
