/**
 * Gestures of the pointer and of keys that make moves, seen before the host sees them.
 *
 * @typedef {object} GesturePorts
 * @property {ReturnType<typeof import("./watch.js").createWatch>} watch
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
const listenToPointers = ({ watch, redraw }) => {
  for (const name of ["mousedown", "touchstart"])
    window.addEventListener(name, (event) => watch.begin(isOnMap(event)), CAPTURE);
  for (const name of ["mouseup", "touchend"])
    window.addEventListener(
      name,
      (event) => {
        if (isOnMap(event)) watch.drop();
        redraw();
        setTimeout(watch.await);
      },
      CAPTURE,
    );
  window.addEventListener(
    "mouseleave",
    ({ target }) => {
      // Out of its window the host opens the hand.
      if (target instanceof Element && target.id === "main") watch.drop();
    },
    CAPTURE,
  );
  for (const name of ["mousemove", "touchmove"])
    window.addEventListener(
      name,
      () => {
        // The host moves its shapes first.
        setTimeout(watch.hover);
        redraw();
      },
      { passive: true },
    );
};

/** @param {GesturePorts} ports */
const listenToKeys = ({ watch, override }) => {
  window.addEventListener(
    "keydown",
    (event) => {
      if (isTyped(event)) return;
      if (event.code === OVERRIDE) override(true);
      const isUndo = (event.ctrlKey || event.metaKey) && event.key === "z" && !event.shiftKey;
      watch.undoing(isUndo);
      if (isUndo || KEYS.test(event.code)) watch.begin(false);
      if (isUndo && watch.undoOwn()) {
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
      watch.await();
    },
    CAPTURE,
  );
};
