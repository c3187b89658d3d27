/**
 * The keyboard on the board: a focused token is picked up, moved cell by cell, dropped.
 *
 * @import { Grid } from "../../core/grid.js"
 * @import { Drag } from "../drag.js"
 * @import { Place } from "../game.js"
 *
 * @typedef {object} KeySettings
 * @property {HTMLElement} element
 * @property {Drag} drag
 * @property {(token: string) => boolean} pickUp
 * @property {() => void} onEscape  nothing is held
 * @property {() => Grid} grid
 * @property {(door: string) => void} onDoor
 * @property {(sign: 1 | -1) => void} onHeight  what is held is to end higher or lower
 * @property {(sign: 1 | -1) => void} onStorey  the next storey is to be shown; what is held goes there
 */

/** @type {{[code: string]: Place}} */
const STEPS = {
  ArrowUp: { col: 0, row: -1 },
  ArrowDown: { col: 0, row: 1 },
  ArrowLeft: { col: -1, row: 0 },
  ArrowRight: { col: 1, row: 0 },
  Numpad7: { col: -1, row: -1 },
  Numpad8: { col: 0, row: -1 },
  Numpad9: { col: 1, row: -1 },
  Numpad4: { col: -1, row: 0 },
  Numpad6: { col: 1, row: 0 },
  Numpad1: { col: -1, row: 1 },
  Numpad2: { col: 0, row: 1 },
  Numpad3: { col: 1, row: 1 },
  Home: { col: -1, row: -1 },
  PageUp: { col: 1, row: -1 },
  End: { col: -1, row: 1 },
  PageDown: { col: 1, row: 1 },
  KeyQ: { col: -1, row: -1 },
  KeyE: { col: 1, row: -1 },
  KeyZ: { col: -1, row: 1 },
  KeyC: { col: 1, row: 1 },
};

/** Up and down by a storey. */
const STOREY_KEYS = { KeyT: 1, KeyG: -1 };

/** @param {KeySettings} settings */
export const listenToKeys = ({ element, drag, pickUp, grid, onEscape, onDoor, onHeight, onStorey }) => {
  /** @param {KeyboardEvent} event */
  const onBoard = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    const door = target?.closest("[data-door]")?.getAttribute("data-door");
    const isPress = event.code === "Enter" || event.code === "NumpadEnter" || event.code === "Space";
    if (door && isPress) {
      event.preventDefault();
      onDoor(door);
      return;
    }
    if (drag.held()) return;
    if (event.code in STOREY_KEYS) {
      event.preventDefault();
      onStorey(event.code === "KeyT" ? 1 : -1);
      return;
    }
    const token = target?.closest("[data-token-id]")?.getAttribute("data-token-id");
    if (!token) return;
    const step = stepOf(event);
    if (!isPress && !step) return;
    event.preventDefault();
    event.stopPropagation();
    if (pickUp(token) && step) moveBy(drag, grid(), step);
  };

  /** While something is held, keys belong to it wherever the focus is. @param {KeyboardEvent} event */
  const anywhere = (event) => {
    if (event.code === "Escape" && !drag.held()) onEscape();
    if (!drag.held() || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOf(event);
    const isTyped = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    const isPressed = event.target instanceof HTMLButtonElement && drag.held()?.by === "tap" && !step;
    if (isTyped || (isPressed && event.code !== "Escape")) return;
    if (event.code === "Escape") drag.cancel();
    else if (event.code === "Enter" || event.code === "NumpadEnter") drag.drop();
    else if (event.code === "Space" || event.code === "KeyW") drag.addWaypoint();
    else if (event.code === "KeyR" || event.code === "KeyF") onHeight(event.code === "KeyR" ? 1 : -1);
    else if (event.code in STOREY_KEYS) onStorey(event.code === "KeyT" ? 1 : -1);
    else if (step) moveBy(drag, grid(), step);
    else return;
    event.preventDefault();
  };

  element.addEventListener("keydown", onBoard);
  window.addEventListener("keydown", anywhere);
  // Letting Space go presses a button that a pointer holds down.
  element.addEventListener("keyup", (event) => {
    if (event.code === "Space") event.preventDefault();
  });
  // Screen readers press a button by a click without a pointer.
  element.addEventListener("click", (event) => {
    const token = event.target instanceof Element ? event.target.closest("[data-token-id]") : null;
    if (event.detail !== 0 || !token) return;
    if (drag.held()) drag.drop();
    else pickUp(token.getAttribute("data-token-id") ?? "");
  });
  element.addEventListener("focusout", (event) => {
    const isHeldByKeys = drag.held()?.by === "keyboard";
    // A window that loses the focus gives it back; only a focus that went elsewhere ends the drag.
    if (isHeldByKeys && event.relatedTarget instanceof Element) drag.cancel();
  });
};

/**
 * What can be pressed anywhere while nothing is held.
 *
 * @typedef {{isFree: () => boolean, undo: () => void, redo: () => void, help: () => void, trail: () => void}} Shortcuts
 *
 * @param {Shortcuts} shortcuts
 */
export const listenToShortcuts = ({ isFree, undo, redo, help, trail }) => {
  window.addEventListener("keydown", (event) => {
    const isTyped =
      event.target instanceof Element &&
      event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea");
    if (isTyped || event.altKey || !isFree()) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isCommand && key === "z") (event.shiftKey ? redo : undo)();
    else if (isCommand && key === "y") redo();
    else if (!isCommand && key === "?") help();
    else if (!isCommand && key === "h") trail();
    else return;
    event.preventDefault();
  });
};

/** Shift turns an arrow to the diagonal that lies clockwise of it. @type {(event: KeyboardEvent) => Place | undefined} */
const stepOf = (event) => {
  const step = STEPS[event.code];
  if (!step || !event.shiftKey || !event.code.startsWith("Arrow")) return step;
  return { col: Math.sign(step.col - step.row), row: Math.sign(step.row + step.col) };
};

/** @type {(drag: Drag, grid: Grid, step: Place) => void} */
const moveBy = (drag, grid, step) => {
  const to = drag.held()?.to;
  if (to) drag.moveTo({ ...to, ...grid.stepFrom(to, step.col, step.row) });
};
