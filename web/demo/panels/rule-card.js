/**
 * Rule numbers that show their rule: on hover, focus or click of anything with `data-rule-card`.
 *
 * @import { RuleEntry } from "../../core/protocol.js"
 */

import { html, nothing, render } from "lit";

/** A rule number to click on. @param {string | null | undefined} number */
export const ruleChip = (number) =>
  number
    ? html`<button type="button" class="rule-chip" data-rule-card=${number}>${number}</button>`
    : nothing;

/**
 * Show the rule behind each rule number in the page.
 *
 * @param {HTMLElement} card
 * @param {(number: string) => RuleEntry | undefined} find
 */
export const listenToRuleChips = (card, find) => {
  /** @type {Element | null} The chip that was clicked: its card stays until something else is clicked. */
  let pinned = null;

  /** @param {Element} chip */
  const show = (chip) => {
    const rule = find(chip.getAttribute("data-rule-card") ?? "");
    if (!rule) return;
    render(cardText(rule), card);
    card.hidden = false;
    const { left, top, bottom } = chip.getBoundingClientRect();
    const fitsBelow = bottom + card.offsetHeight + 10 < innerHeight;
    const x = Math.max(8, Math.min(left - 8, innerWidth - card.offsetWidth - 8));
    const y = fitsBelow ? bottom + 6 : Math.max(8, top - card.offsetHeight - 6);
    card.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  };

  const hide = () => {
    pinned = null;
    card.hidden = true;
  };

  /** @param {Event} event */
  const chipOf = (event) =>
    event.target instanceof Element ? event.target.closest("[data-rule-card]") : null;

  document.addEventListener("pointerover", (event) => {
    const chip = chipOf(event);
    if (chip && !pinned) show(chip);
    else if (!chip && !pinned && !card.hidden) hide();
  });
  document.addEventListener("focusin", (event) => {
    const chip = chipOf(event);
    if (chip) show(chip);
    else if (!pinned) hide();
  });
  document.addEventListener("click", (event) => {
    const chip = chipOf(event);
    if (chip && chip !== pinned) {
      show(chip);
      pinned = chip;
    } else if (!(event.target instanceof Node && card.contains(event.target))) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  document.addEventListener("scroll", hide, { capture: true, passive: true });
};

/** @param {RuleEntry} rule */
const cardText = (rule) => html`
  <p class="rule-card-head"><b>${rule.number}</b> ${rule.name}</p>
  <p>${rule.sentence}</p>
  <p class="rule-card-reference">${rule.reference}</p>
`;
