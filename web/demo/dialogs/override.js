/**
 * The question to the GM whether an impossible move is let through.
 *
 * @import { AppState } from "../app-state.js"
 */

import { html, nothing, render } from "lit";
import { nearestIn, ruleAgainst } from "../../core/verdicts.js";
import { nameOf } from "../app-state.js";
import { icon } from "../icons.js";
import { say } from "../language.js";
import { ruleChip } from "../panels/rule-card.js";
import { keepOpen } from "./docked.js";

/**
 * @param {HTMLDialogElement} dialog
 * @param {import("../store.js").Store<AppState>} store
 * @param {import("../table.js").Table} table
 * @param {() => void} focusToken
 */
export const createOverrideDialog = (dialog, store, table, focusToken) => {
  let count = 0;

  const draw = () => {
    const state = store.get();
    const { asking } = state;
    render(asking ? view(state, asking, table) : nothing, dialog);
    keepOpen(dialog, asking ? String(count) : null, focusToken);
  };

  store.subscribe((now, before) => {
    if (now.asking === before.asking) return;
    count += 1;
    draw();
  });
  draw();
};

/** @type {(state: AppState, asking: NonNullable<AppState["asking"]>, table: import("../table.js").Table) => unknown} */
const view = (state, { token, plan, answer }, table) => {
  const rule = ruleAgainst(plan);
  return html`
    <header class="dialog-head">
      <span class="dialog-icon" data-success="false">${icon("warning")}</span>
      <div>
        <h2 id="override-title">${say("override")}</h2>
        <p>${nameOf(state, token)}: ${plan.reason.text} ${ruleChip(rule)}</p>
      </div>
    </header>
    <div class="dialog-actions">
      <button type="button" class="button primary" data-testid="send-back" data-focus @click=${() => answer(false)}>
        ${icon("undo")}${say("override.back")}
      </button>
      ${nearestIn(plan) ? html`<button type="button" class="button" data-testid="go-near" @click=${() => table.goNear(token, plan)}>${say("aim.near")}</button>` : nothing}
      <button type="button" class="button" data-testid="let-through" @click=${() => answer(true)}>${say("override.through")}</button>
    </div>
  `;
};
