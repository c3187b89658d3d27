/**
 * What the browser itself takes: a page that moves one box with the pointer, and another when a worker that answers at
 * once has answered. Nothing that asks a worker can be quicker.
 */

import { find, frameDrawn } from "./watching.js";

const worker = new Worker(new URL("./echo-worker.js", import.meta.url));
const near = /** @type {HTMLElement} */ (find(document, "#near"));
const far = /** @type {HTMLElement} */ (find(document, "#far"));
let told = "";

worker.onmessage = ({ data }) =>
  requestAnimationFrame(() => {
    far.style.transform = data;
    told = data;
  });

/** @type {(event: PointerEvent) => Promise<{own: number, worker: number}>} */
const times = async ({ clientX, clientY }) => {
  const began = performance.now();
  const place = `translate(${clientX}px, ${clientY}px)`;
  requestAnimationFrame(() => {
    near.style.transform = place;
  });
  worker.postMessage(place);
  let own = 0;
  for (;;) {
    await frameDrawn();
    const now = performance.now() - began;
    own ||= now;
    if (told === place) return { own, worker: now };
  }
};

/** @type {Promise<{own: number, worker: number}> | null} */
let last = null;
for (const kind of /** @type {const} */ (["pointermove", "pointerdown"]))
  window.addEventListener(kind, (event) => {
    last = times(event);
  });

Object.assign(window, { hand: { told: () => last } });
