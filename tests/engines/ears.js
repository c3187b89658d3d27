/**
 * Runs in the page before all else, for browsers whose drivers tell nothing of what they complain about.
 */

/** @type {string[]} */
const heard = [];
Object.assign(globalThis, { heard });

// Not to say anything, but to hear what others say.
const { console: speaking } = globalThis;
for (const level of /** @type {const} */ (["error", "warn"])) {
  const honest = speaking[level];
  speaking[level] = (...told) => {
    heard.push(told.map(String).join(" "));
    honest.apply(speaking, told);
  };
}

addEventListener(
  "error",
  (event) => {
    const { target } = event;
    const isPart = target instanceof HTMLScriptElement || target instanceof HTMLLinkElement;
    heard.push(isPart ? `not loaded: ${target.outerHTML}` : event.message);
  },
  true,
);
addEventListener("unhandledrejection", (event) => heard.push(`nobody caught ${event.reason}`));
addEventListener("securitypolicyviolation", (event) =>
  heard.push(`${event.violatedDirective} forbids ${event.blockedURI}`),
);
new BroadcastChannel("heard").addEventListener("message", (event) => heard.push(event.data));
