/**
 * Watches, in a client of Foundry's double, how long the pointer waits for the ruler of the token in its hand: what
 * is known at once, and the plan of the way there; and how long the listeners of one event take.
 */

// Runs before the page does: it learns when a plan comes from the worker.
const Honest = globalThis.Worker;
let isPlanned = false;
globalThis.Worker = class extends Honest {
  /** @type {(type: string, listener: any) => void} */
  addEventListener(type, listener) {
    super.addEventListener(type, (/** @type {any} */ event) => {
      if (String(event.data?.text).includes('"plans"')) isPlanned = true;
      listener(event);
    });
  }
};

const GIVE_UP_MILLIS = 10_000;

/** Resolves after the next frame is laid out and painted. */
const frameDrawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** @type {{began: number, handling: number, waitsForPlan: boolean, times: Promise<object> | null}} */
const watched = { began: 0, handling: 0, waitsForPlan: true, times: null };

const watch = async () => {
  let answer = 0;
  for (;;) {
    await frameDrawn();
    const now = performance.now() - watched.began;
    if (answer === 0) answer = now;
    if (isPlanned || !watched.waitsForPlan) return { handling: watched.handling, answer, plan: now };
    if (now > GIVE_UP_MILLIS) throw new Error("no plan comes from the rules");
  }
};

addEventListener(
  "pointermove",
  () => {
    watched.began = performance.now();
    isPlanned = false;
    watched.times = watch();
  },
  { capture: true },
);

Object.assign(globalThis, {
  watched,
  /** To be called once the page has all its listeners: what comes after them ends the time that they take. */
  listenLast: () =>
    addEventListener("pointermove", () => {
      watched.handling = performance.now() - watched.began;
    }),
});
