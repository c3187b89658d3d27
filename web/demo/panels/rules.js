/**
 * The rule book: every rule of the system, to be searched.
 *
 * @import { RuleEntry } from "../../core/protocol.js"
 * @import { AppState } from "../app-state.js"
 */

import { html, nothing } from "lit";
import { systemOf } from "../app-state.js";
import { say } from "../language.js";

/** @type {(state: AppState, search: string, onSearch: (search: string) => void) => unknown} */
export const rulesPanel = (state, search, onSearch) => {
  const system = systemOf(state);
  const wanted = search.trim().toLowerCase();
  const rules = (system ? [...system.rules, ...state.tableRules] : []).filter((rule) =>
    wordsOf(rule).includes(wanted),
  );
  return html`
    <section class="panel" data-testid="rules" aria-labelledby="rules-title">
      <header class="panel-head"><h2 id="rules-title">${system?.title ?? say("rules")}</h2></header>
      <input
        class="search"
        type="search"
        placeholder=${say("rules.search")}
        aria-label=${say("rules.search")}
        .value=${search}
        @input=${(/** @type {Event} */ event) => onSearch(/** @type {HTMLInputElement} */ (event.target).value)}
      />
      <ol class="rule-list">
        ${rules.map(ruleLine)}
      </ol>
      ${system && rules.length === 0 ? html`<p class="muted">${say("rules.none", { what: search })}</p>` : nothing}
    </section>
  `;
};

/** @param {RuleEntry} rule */
const ruleLine = ({ number, name, sentence, reference }) => html`
  <li>
    <p class="why-head"><span class="rule-number">${number}</span> <b>${name}</b></p>
    <p>${sentence}</p>
    <p class="why-reference">${reference}</p>
  </li>
`;

/** @param {RuleEntry} rule */
const wordsOf = ({ number, name, sentence }) => `${number} ${name} ${sentence}`.toLowerCase();
