/**
 * Watches, in a client of Foundry's double, how long the pointer waits for the ruler of the token in its hand: what
 * is known at once, and the plan of the way there; and how long the listeners of one event take.
 */

// Runs before the page does: it learns which plans are asked for and come from the worker, by the square they lead to.
/** @type {Set<string>} */
const planned = new Set();
const Honest = globalThis.Worker;
globalThis.Worker = class extends Honest {
  /** @type {Map<number, string[]>} */
  #asked = new Map();

  /** @type {(message: any, ...rest: any[]) => void} */
  postMessage(message, ...rest) {
    const { op, movers = [] } = JSON.parse(message.text ?? "{}");
    const ends = op === "plan" ? movers.map((/** @type {any} */ { route }) => route.path.at(-1)) : [];
    const squares = ends.map((/** @type {any} */ { col, row }) => `${col} ${row}`);
    this.#asked.set(message.id, squares);
    super.postMessage(message, ...rest);
  }

  /** @type {(type: string, listener: any) => void} */
  addEventListener(type, listener) {
    super.addEventListener(type, (/** @type {any} */ event) => {
      for (const square of this.#asked.get(event.data?.id) ?? []) planned.add(square);
      listener(event);
    });
  }
};

const GIVE_UP_MILLIS = 10_000;

/** Resolves after the next frame is laid out and painted. */
const frameDrawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** @type {{began: number, handling: number, square: string, waitsForPlan: boolean, times: Promise<object> | null, reach: Promise<number> | null}} */
const watched = { began: 0, handling: 0, square: "", waitsForPlan: true, times: null, reach: null };

const watch = async () => {
  let answer = 0;
  for (;;) {
    await frameDrawn();
    const now = performance.now() - watched.began;
    if (answer === 0) answer = now;
    if (planned.has(watched.square) || !watched.waitsForPlan)
      return { handling: watched.handling, answer, plan: now };
    if (now > GIVE_UP_MILLIS) throw new Error("no plan comes from the rules");
  }
};

addEventListener(
  "pointermove",
  () => {
    watched.began = performance.now();
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
