/** What is read out of tokens that are dragged or selected: the label at the end of each way, or how far one can go. */

import { coalesced } from "../../core/coalesce.js";
import { createStatusRegion } from "../../core/status-region.js";

/** By token. @type {Map<string, string>} */
const texts = new Map();
/** @type {ReturnType<typeof createStatusRegion> | null} */
let say = null;

/** Labels are drawn one after the other along a way: the last one counts. */
const speak = coalesced(
  () => {
    say ??= createStatusRegion();
    say([...texts.values()].join("; "));
  },
  (run) => requestAnimationFrame(run),
);

/** @type {(token: string, text: string) => void} */
export const readOut = (token, text) => {
  texts.set(token, text);
  speak();
};

/** @param {string} token */
export const readNoMore = (token) => {
  if (texts.delete(token)) speak();
};
