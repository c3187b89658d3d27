/**
 * Tells why a page does not open, where a file of it is missing, broken or comes as what it is not. It stands by itself,
 * so that it works whatever else does not: a plain script, loaded before the page's own.
 *
 * Where this does not run either, the page shows its element `unstarted` by itself after some seconds: the page's own
 * script takes it away.
 */

import { wrongWith } from "./served.js";

const tell = (/** @type {unknown} */ reason) => {
  const place = document.getElementById("unstarted");
  if (!place || place.classList.contains("is-told")) return;
  place.classList.add("is-told");
  const why = place.querySelector("[data-why]");
  if (why) why.textContent = reason instanceof Error ? reason.message : String(reason ?? "");
};

addEventListener(
  "error",
  async ({ target, error, message }) => {
    if (target instanceof HTMLScriptElement) tell((await wrongWith(target.src)) ?? target.src);
    else if (target instanceof HTMLLinkElement) tell(target.href);
    else tell(error ?? message);
  },
  true,
);
addEventListener("unhandledrejection", ({ reason }) => tell(reason));
