/**
 * A token's turn in short, as people read it: what is left, what is in force, what it has done.
 *
 * @import { Assumed, StateValue, Text } from "./protocol.js"
 * @typedef {StateValue["allowances"][number]} Allowance
 * @typedef {(field: string) => void} OpenSheet  where a field of it is
 *
 * @typedef {object} AssumedWords
 * @property {(key: "assumed.values" | "assumed.one" | "assumed.many", data?: {[name: string]: unknown}) => string} [say]  where a host has words of its own
 * @property {(text: Text) => string} [told]  in the host's language, where replies are not in it
 */

import { html, nothing } from "lit";
import { insteadOfLength } from "./headline.js";
import { DOT, leftOf, number, price, spentOf, textOf } from "./texts.js";
import { word } from "./words.js";

/** @type {(state: StateValue, unit: string, openSheet?: OpenSheet) => import("lit").TemplateResult} */
export const turnSummary = (state, unit, openSheet) => html`
  ${assumedLine(state, openSheet)}
  <ul class="allowances" data-testid="allowances">
    ${state.allowances.map(
      (allowance) => html`
        <li>
          <span>${allowance.label.text} <small>${allowance.rule}</small></span>
          <span>${used(state, allowance, unit)}</span>
        </li>
      `,
    )}
  </ul>
  ${state.modifiers.length > 0 ? html`<h2>${word("summary.inForce")}</h2>${inForce(state)}` : nothing}
  ${state.statuses.length > 0 ? html`<p>${state.statuses.map(({ label }) => label.text).join(", ")}</p>` : nothing}
  <h2>${word("summary.done")}</h2>
  ${
    state.commits.length > 0
      ? html`<ol data-testid="commits">${state.commits.map(({ labels }) => html`<li>${labels.map(({ text }) => text).join(". ")}</li>`)}</ol>`
      : html`<p class="muted">${word("summary.nothing")}</p>`
  }
`;

/**
 * What the sheet lacks and the rules assume instead, in words; null where it lacks nothing.
 *
 * @type {(state: Pick<StateValue, "assumed">, words?: AssumedWords) => {text: string, remedy: string, field: string} | null}
 */
export const assumedIn = ({ assumed = [] }, { say = word, told = textOf } = {}) => {
  const [first] = assumed;
  if (!first) return null;
  const shownOf = (/** @type {Assumed} */ { value, shown }) => {
    if (shown) return told(shown);
    return typeof value === "number" ? number(value) : String(value);
  };
  const values = assumed.map((one) => `${told(one.label)} ${shownOf(one)}`).join(", ");
  return {
    text: say("assumed.values", { values }),
    remedy: say(assumed.length === 1 ? "assumed.one" : "assumed.many"),
    field: first.field,
  };
};

/** "Assumed: Dexterity 1. Set it on the sheet." The remedy is a button where the host can open the sheet. @type {(state: StateValue, openSheet?: OpenSheet, words?: AssumedWords) => unknown} */
export const assumedLine = (state, openSheet, words = {}) => {
  const found = assumedIn(state, words);
  if (!found) return nothing;
  const { text, remedy, field } = found;
  return html`
    <p class="assumed" data-testid="assumed">
      ${text} ${openSheet ? html`<button type="button" @click=${() => openSheet(field)}>${remedy}</button>` : remedy}
    </p>
  `;
};

/** @type {(state: StateValue) => unknown} */
const inForce = ({ modifiers }) => html`
  <ul>${modifiers.map(({ amount, quantity, on, until }) => html`<li>${price({ amount, quantity })}: ${on.text} (${word("until", { until: until.text })})</li>`)}</ul>
`;

/** @type {(state: StateValue, allowance: Allowance, unit: string) => string} */
const used = (state, { limit, used, left }, unit) => {
  if (limit === null && used === 0) return word(insteadOfLength(state));
  const spent = spentOf({ limit, used }, unit);
  return left === null ? spent : `${spent}${DOT}${leftOf(left, unit)}`;
};
