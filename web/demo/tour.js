/**
 * Four steps through the page, at the first visit; skipped or seen, they never come again.
 *
 * @typedef {{storage: Storage, part: HTMLElement, onDrawn: () => void}} TourPorts
 */

import { html, nothing, render } from "lit";
import { say } from "./language.js";

const KEY = "footwork-tour";

/** What each step is about, by what is to be looked at. */
const STEPS = /** @type {const} */ ([
  ["tour.reach", ".legend"],
  ["tour.path", "#board"],
  ["tour.rules", "#side"],
  ["tour.game", ".header .system"],
]);

/** @param {TourPorts} ports */
export const createTour = ({ storage, part, onDrawn }) => {
  let step = seen(storage) ? STEPS.length : 0;

  /** @param {number} next */
  const go = (next) => {
    step = next;
    if (step >= STEPS.length) remember(storage);
    draw();
  };

  const draw = () => {
    for (const [index, [, where]] of STEPS.entries())
      document.querySelector(where)?.classList.toggle("is-pointed-out", index === step);
    render(step < STEPS.length ? card(step, go) : nothing, part);
    // The button that led to the last step is gone with it.
    if (step > 0 && document.activeElement === document.body) part.querySelector("button")?.focus();
    onDrawn();
  };

  return { draw };
};

/** @type {(step: number, go: (next: number) => void) => unknown} */
const card = (step, go) => html`
  <section class="tour" data-testid="tour" aria-label=${say("tour")}>
    <p><b>${say("tour.step", { step: step + 1, of: STEPS.length })}</b> ${say(STEPS[step]?.[0] ?? "tour")}</p>
    ${
      step + 1 < STEPS.length
        ? nothing
        : html`<button type="button" class="button" data-testid="tour-games" popovertarget="games">${say("games")}</button>`
    }
    <button type="button" class="button" data-testid="tour-skip" @click=${() => go(STEPS.length)}>
      ${say(step + 1 < STEPS.length ? "tour.skip" : "tour.done")}
    </button>
    ${
      step + 1 < STEPS.length
        ? html`<button type="button" class="button primary" data-testid="tour-next" @click=${() => go(step + 1)}>${say("tour.next")}</button>`
        : nothing
    }
  </section>
`;

/** Where nothing can be kept, there is no tour: it would come again at each visit. @param {Storage} storage */
const seen = (storage) => {
  try {
    return storage.getItem(KEY) !== null;
  } catch {
    return true;
  }
};

/** @param {Storage} storage */
const remember = (storage) => {
  try {
    storage.setItem(KEY, "seen");
  } catch {
    // It is seen all the same.
  }
};
