/**
 * Questions that the rules leave to the game master, each with its answers.
 *
 * @import { StateValue } from "../../core/protocol.js"
 * @import { AppState } from "../app-state.js"
 * @import { Table } from "../table.js"
 */

import { html, nothing } from "lit";
import { icon } from "../icons.js";
import { say } from "../language.js";
import { ruleChip } from "./rule-card.js";

/** The open questions about a token. @type {(state: AppState, token: string, table: Table) => unknown} */
export const rulingLines = (state, token, table) =>
  (state.standings[token]?.rulings ?? []).map((ruling) => rulingLine(state, token, ruling, table));

/** @type {(state: AppState, token: string, ruling: StateValue["rulings"][number], table: Table) => unknown} */
const rulingLine = (state, token, { id, rule, question, choices, default: usual }, table) => {
  const isForAlways = state.drafts[`ruling.${id}`]?.always === true;
  return html`
    <div class="ruling" role="group" aria-label=${question.text} data-testid="ruling" data-ruling=${id}>
      <p>${icon("question")}<span>${question.text}</span>${ruleChip(rule)}</p>
      <div class="ruling-choices">
        ${choices.map(
          (choice) =>
            html`<button
              type="button"
              class="button small"
              ?data-usual=${choice.id === usual}
              ?disabled=${state.busy}
              data-testid=${`rule-${choice.id}`}
              @click=${() => table.rule(token, id, choice.id, isForAlways)}
            >
              ${choice.label.text}${choice.id === usual ? html` <span class="muted">${say("turn.usual")}</span>` : nothing}
            </button>`,
        )}
      </div>
      <label class="ruling-always">
        <input
          type="checkbox"
          data-testid="rule-always"
          .checked=${isForAlways}
          @change=${(/** @type {Event} */ event) => table.draft(`ruling.${id}`, { always: /** @type {HTMLInputElement} */ (event.target).checked })}
        />
        ${say("turn.always")}
      </label>
    </div>
  `;
};
