/**
 * Where a token stands in its turn, as people read it: what is left, what is in force, what it has done.
 *
 * @typedef {import("./protocol.js").StateValue} StateValue
 * @typedef {StateValue["allowances"][number]} Allowance
 */

import { html, nothing } from "lit";
import { DOT, distance, leftOf, number, price } from "./texts.js";

/** @type {(state: StateValue, unit: string) => import("lit").TemplateResult} */
export const standing = (state, unit) => html`
  <ul class="allowances" data-testid="allowances">
    ${state.allowances.map(
      (allowance) => html`
        <li>
          <span>${allowance.label.text} <small>${allowance.rule}</small></span>
          <span>${used(allowance, unit)}</span>
        </li>
      `,
    )}
  </ul>
  ${state.modifiers.length > 0 ? html`<h2>In force</h2>${inForce(state)}` : nothing}
  ${state.statuses.length > 0 ? html`<p>${state.statuses.map(({ label }) => label.text).join(", ")}</p>` : nothing}
  <h2>This turn</h2>
  ${
    state.commits.length > 0
      ? html`<ol data-testid="commits">${state.commits.map(({ labels }) => html`<li>${labels.map(({ text }) => text).join(". ")}</li>`)}</ol>`
      : html`<p class="muted">Nothing yet.</p>`
  }
`;

/** @type {(state: StateValue) => unknown} */
const inForce = ({ modifiers }) => html`
  <ul>${modifiers.map(({ amount, quantity, on, until }) => html`<li>${price({ amount, quantity })}: ${on.text} (${until.text})</li>`)}</ul>
`;

/** @type {(allowance: Allowance, unit: string) => string} */
const used = ({ limit, used, left }, unit) => {
  if (limit === null && used === 0) return "by a roll";
  const spent = limit === null ? `${number(used)} used` : `${number(used)} / ${distance(limit, unit)}`;
  return left === null ? spent : `${spent}${DOT}${leftOf(left, unit)}`;
};
