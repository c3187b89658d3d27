/**
 * Gestures of the pointer and of keys that make moves, seen before the host sees them.
 *
 * @typedef {object} GesturePorts
 * @property {ReturnType<typeof import("./token-moves.js").createTokenMoves>} tokenMoves
 * @property {() => void} redraw
 * @property {(isDown: boolean) => void} override  the key that lets everything through
 */

const KEYS = /^(Arrow(Up|Down|Left|Right)|Numpad[1-9])$/;
const OVERRIDE = "KeyO";
const CAPTURE = { capture: true, passive: true };

/** Whether a key is for a field of a form. @type {(event: Event) => boolean} */
const isTyped = ({ target }) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** @type {(event: Event) => boolean} */
const isOnMap = ({ target }) => target instanceof Element && target.closest("#layers") !== null;

/** @param {GesturePorts} ports */
export const listenToGestures = (ports) => {
  listenToPointers(ports);
  listenToKeys(ports);
};

/** @param {GesturePorts} ports */
const listenToPointers = ({ tokenMoves, redraw }) => {
  for (const name of ["mousedown", "touchstart"])
    window.addEventListener(name, (event) => tokenMoves.begin(isOnMap(event)), CAPTURE);
  for (const name of ["mouseup", "touchend"])
    window.addEventListener(
      name,
      (event) => {
        if (isOnMap(event)) tokenMoves.drop();
        redraw();
        setTimeout(tokenMoves.await);
      },
      CAPTURE,
    );
  window.addEventListener(
    "mouseleave",
    ({ target }) => {
      // Out of its window the host drops what is dragged.
      if (target instanceof Element && target.id === "main") tokenMoves.drop();
    },
    CAPTURE,
  );
  for (const name of ["mousemove", "touchmove"])
    window.addEventListener(
      name,
      () => {
        // The host moves its shapes first.
        setTimeout(tokenMoves.hover);
        redraw();
      },
      { passive: true },
    );
};

/** @param {GesturePorts} ports */
const listenToKeys = ({ tokenMoves, override }) => {
  window.addEventListener(
    "keydown",
    (event) => {
      if (isTyped(event)) return;
      if (event.code === OVERRIDE) override(true);
      const isUndo = (event.ctrlKey || event.metaKey) && event.key === "z" && !event.shiftKey;
      tokenMoves.undoing(isUndo);
      if (isUndo || KEYS.test(event.code)) tokenMoves.begin(false);
      if (isUndo && tokenMoves.undoOwn()) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    { capture: true },
  );
  window.addEventListener(
    "keyup",
    (event) => {
      if (event.code === OVERRIDE) override(false);
      tokenMoves.await();
    },
    CAPTURE,
  );
};
