/**
 * The house rules, those that every table must settle first.
 *
 * @import { HouseRuleEntry } from "../../core/protocol.js"
 * @import { AppState } from "../app-state.js"
 * @import { Table } from "../table.js"
 * @import { Edit } from "./sheet.js"
 */

import { html, nothing } from "lit";
import { control } from "../../core/form.js";
import { fieldOf } from "../../core/form-schema.js";
import { createPresets, nearestPreset, presetMark } from "../../core/presets.js";
import { titleFrom } from "../../core/translation.js";
import { entryOf, systemOf } from "../app-state.js";
import { say } from "../language.js";
import { ruleChip } from "./rule-card.js";

const presets = createPresets();

/** @type {(state: AppState, edit: Edit, table: Table) => unknown} */
export const houseRulesPanel = (state, edit, table) => {
  const system = systemOf(state);
  const entries = system?.house_rules ?? [];
  const [first, others] = [
    entries.filter(({ required }) => required),
    entries.filter(({ required }) => !required),
  ];
  return html`
    <section class="panel" data-testid="house-rules" aria-labelledby="house-title">
      <header class="panel-head">
        <h2 id="house-title">${say("house")}</h2>
      </header>
      ${entries.length === 0 ? html`<p class="muted">${say("rulesLoading")}</p>` : nothing}
      ${
        system
          ? presets({
              id: "house-preset",
              system,
              values: state.game.house_rules,
              onChoose: (values) => edit.houseRules(values),
              problem: state.entries.house_rules?.problem ?? null,
            })
          : nothing
      }
      ${first.length > 0 ? html`<h3>${say("house.first")}</h3>` : nothing} ${first.map((entry) => ruleField(state, edit, entry))}
      ${others.length > 0 ? html`<h3>${say("house.others")}</h3>` : nothing} ${others.map((entry) => ruleField(state, edit, entry))}
      ${rememberedAnswers(state, table)}
    </section>
  `;
};

/** What the GM always answers, each to be forgotten. @type {(state: AppState, table: Table) => unknown} */
const rememberedAnswers = ({ game }, table) => {
  const answers = Object.entries(game.answers);
  if (answers.length === 0) return nothing;
  return html`
    <h3>${say("house.answered")}</h3>
    <ul class="answers" data-testid="answers">
      ${answers.map(
        ([ruling, choice]) => html`
          <li>
            <span>${titleFrom(ruling.replaceAll(":", ": "))}: <b>${titleFrom(choice)}</b></span>
            <button type="button" class="button small" @click=${() => table.forgetAnswer(ruling)}>${say("house.ask")}</button>
          </li>
        `,
      )}
    </ul>
  `;
};

/** @type {(state: AppState, edit: Edit, entry: HouseRuleEntry) => unknown} */
const ruleField = (state, edit, entry) => {
  const field = fieldOf(entry.id, {
    ...entry.json_schema,
    title: entry.title,
    description: entry.description,
  });
  const values = state.game.house_rules;
  const value = values[entry.id];
  const system = systemOf(state);
  const isDifferent = system && nearestPreset(system, values)?.differs.includes(entry.id);
  return html`
    <div class="house-rule" ?data-changed=${isDifferent === true}>
      ${control({
        id: `house-${entry.id}`,
        field,
        value: value ?? entry.default,
        entry: entryOf(state, `house_rules.${entry.id}`, `house_rules.${entry.id}`),
        onChange: (next) => edit.houseRule(entry.id, next),
      })}
      ${system ? presetMark({ system, values, rule: entry, onChange: (next) => edit.houseRule(entry.id, next) }) : nothing}
      <p class="house-rule-rules">${entry.rules.map(ruleChip)}</p>
    </div>
  `;
};
