/**
 * Watches, on the page of a host's double, how long the pointer waits for what is told of the token in its hand: what is
 * known at once, and the plan of the way there, which names its rules.
 */

{
  const GIVE_UP_MILLIS = 10_000;
  /** What only the label of a plan names. */
  const RULE = /\b[A-Z]+\d?-\d\d/;

  /** Resolves after the next frame is laid out and painted. */
  const frameDrawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

  /** What was written on a canvas last, by the frame in which it was. */
  const written = { frame: /** @type {any} */ (0), text: "" };
  let isFilled = false;

  const { fillText, fill } = CanvasRenderingContext2D.prototype;
  /** @type {(text: string, ...rest: [any, any]) => void} */
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    const frame = document.timeline.currentTime;
    written.text = frame === written.frame ? `${written.text} ${text}` : text;
    written.frame = frame;
    fillText.call(this, text, ...rest);
  };
  /** @type {(...settings: any[]) => void} */
  CanvasRenderingContext2D.prototype.fill = function (...settings) {
    if (settings.at(-1) === "evenodd") isFilled = true;
    fill.apply(this, /** @type {any} */ (settings));
  };

  /** What is told of the way, where the host draws it: as an element or on a canvas. */
  const told = () =>
    document.querySelector("#local [data-name='Footwork: price'] text")?.textContent ?? written.text;

  /** On a canvas, or as an element for each price. */
  const isReachDrawn = () =>
    isFilled || document.querySelector("#local [data-name^='Footwork: '][fill-opacity='0.1']") !== null;

  /** @type {(began: number, before: string) => Promise<{answer: number, plan: number}>} */
  const wayDrawn = async (began, before) => {
    let answer = 0;
    for (;;) {
      await frameDrawn();
      const now = performance.now() - began;
      const text = told();
      if (text !== before && answer === 0) answer = now;
      if (text !== before && RULE.test(text)) return { answer, plan: now };
      if (now > GIVE_UP_MILLIS) throw new Error(`no plan is told: ${text}`);
    }
  };

  const reachDrawn = async () => {
    const began = performance.now();
    isFilled = false;
    while (!isReachDrawn()) {
      await frameDrawn();
      if (performance.now() - began > GIVE_UP_MILLIS) throw new Error("no places are drawn");
    }
    return performance.now() - began;
  };

  Object.assign(globalThis, {
    watched: {
      /** @type {Promise<object> | null} */
      way: null,
      /** @type {Promise<number> | null} */
      reach: null,
      /** The next movement is measured. */
      expectWay() {
        this.way = new Promise((resolve) => {
          const begin = () => resolve(wayDrawn(performance.now(), told()));
          addEventListener("mousemove", begin, { capture: true, once: true });
        });
      },
      /** Nothing is drawn of what was pressed last. */
      unselect: () => {
        const { select, selected } = /** @type {any} */ (globalThis);
        select?.([]);
        selected?.clear();
      },
      /** What is picked up next is measured. */
      expectReach() {
        this.reach = new Promise((resolve) => {
          addEventListener("mousemove", () => resolve(reachDrawn()), { capture: true, once: true });
        });
      },
    },
  });
}
