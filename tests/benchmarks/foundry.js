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

/** @type {{began: number, handling: number, waitsForPlan: boolean, times: Promise<object> | null, reach: Promise<number> | null}} */
const watched = { began: 0, handling: 0, waitsForPlan: true, times: null, reach: null };

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

const places = () => document.querySelector("[data-layer='footwork.destinations']")?.innerHTML ?? "";

/** How long it takes from a press until other places are drawn. */
const reachDrawn = async () => {
  const [began, before] = [performance.now(), places()];
  for (;;) {
    await frameDrawn();
    const now = performance.now() - began;
    if (!["", before].includes(places())) return now;
    if (now > GIVE_UP_MILLIS) throw new Error("no places are drawn");
  }
};

Object.assign(globalThis, {
  watched,
  /** The next press is measured. */
  expectReach: () => {
    watched.reach = new Promise((resolve) => {
      addEventListener("pointerdown", () => resolve(reachDrawn()), { capture: true, once: true });
    });
  },
  /** To be called once the page has all its listeners: what comes after them ends the time that they take. */
  listenLast: () =>
    addEventListener("pointermove", () => {
      watched.handling = performance.now() - watched.began;
    }),
});
