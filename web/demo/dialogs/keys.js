/** The keys of the page, shown by `?`. */

import { html, render } from "lit";
import { say } from "../language.js";

/** Keys that each language has a name for. */
const NAMES = /** @type {const} */ ({
  Enter: "key.enter",
  Space: "key.space",
  Ctrl: "key.ctrl",
  Shift: "key.shift",
});

/** Keys as they are printed, and what they do. */
const KEYS = /** @type {const} */ ([
  ["Tab", "keys.tab"],
  ["Enter", "keys.enter"],
  ["← ↑ → ↓  Q E Z C", "keys.step"],
  ["Space", "keys.waypoint"],
  ["R F", "keys.height"],
  ["T G", "keys.storey"],
  ["Esc", "keys.escape"],
  ["H", "keys.trail"],
  ["Ctrl + Z", "keys.undo"],
  ["Shift + Ctrl + Z", "keys.redo"],
  ["?", "keys.help"],
]);

/** Keys pressed together, by their names. @param {string} keys */
const named = (keys) =>
  keys.replace(/[A-Z][a-z]+/g, (key) =>
    key in NAMES ? say(NAMES[/** @type {keyof typeof NAMES} */ (key)]) : key,
  );

/** @param {HTMLElement} popover */
export const createKeysDialog = (popover) => ({
  open: () => {
    render(
      html`
        <h2 id="keys-title">${say("keys.title")}</h2>
        <dl>${KEYS.map(([keys, does]) => html`<div><dt>${keys.split("  ").map((some) => html`<kbd>${named(some)}</kbd>`)}</dt><dd>${say(does)}</dd></div>`)}</dl>
        <button type="button" class="button" popovertarget="keys-help" popovertargetaction="hide">${say("dismiss")}</button>
      `,
      popover,
    );
    popover.showPopover();
    popover.focus();
  },
});
