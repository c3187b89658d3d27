/**
 * Pointers for browsers that tell of fingers by touches alone, as WebKit does on Linux: each touch is sent again as a
 * pointer. Where a browser has pointers for fingers, they come before the touches, and nothing is sent twice.
 */

/** What a touch is as a pointer. */
const AS_POINTER = {
  touchstart: "pointerdown",
  touchmove: "pointermove",
  touchend: "pointerup",
  touchcancel: "pointercancel",
};

/** Far from the numbers that browsers give to pointers of their own. */
const FIRST_ID = 1_000_000;

/** @param {HTMLElement} element  gets the pointers' events, which stay with it until they are up */
export const sendTouchesAsPointers = (element) => {
  let hasPointers = false;
  const listen = (/** @type {PointerEvent} */ event) => {
    if (event.isTrusted && event.pointerType === "touch") hasPointers = true;
  };
  element.addEventListener("pointerdown", listen, { capture: true });
  for (const [touch, pointer] of Object.entries(AS_POINTER)) {
    const tell = (/** @type {Event} */ event) => {
      if (hasPointers || !(event instanceof TouchEvent)) return;
      // Or the browser would play a mouse as well.
      if (event.cancelable) event.preventDefault();
      for (const finger of event.changedTouches) finger.target.dispatchEvent(pointerOf(pointer, finger));
    };
    element.addEventListener(touch, tell, { passive: false });
  }
};

/** @type {(kind: string, finger: Touch) => PointerEvent} */
const pointerOf = (kind, finger) =>
  new PointerEvent(kind, {
    bubbles: true,
    cancelable: true,
    composed: true,
    pointerId: FIRST_ID + finger.identifier,
    pointerType: "touch",
    isPrimary: finger.identifier === 0,
    clientX: finger.clientX,
    clientY: finger.clientY,
    button: kind === "pointermove" ? -1 : 0,
    buttons: kind === "pointerdown" || kind === "pointermove" ? 1 : 0,
  });
