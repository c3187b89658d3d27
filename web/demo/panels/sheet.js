/**
 * The character sheet, made from the schema of the system.
 *
 * @typedef {import("../app-state.js").AppState} AppState
 *
 * @typedef {object} Edit  Changes to the game that the core may refuse.
 * @property {(token: string, field: string, value: unknown) => void} character
 * @property {(field: string, value: unknown) => void} houseRule
 * @property {() => void} defaultHouseRules
 * @property {(field: string, value: unknown) => void} circumstance
 * @property {(value: boolean) => void} inCombat
 *
 * @typedef {object} SheetActions
 * @property {(token: string) => void} select
 * @property {(token: string) => void} save
 * @property {(token: string) => void} load
 */

import { html } from "lit";
import { systemOf } from "../app-state.js";
import { icon } from "../icons.js";
import { control, fieldsOf } from "./form.js";

/** @type {(state: AppState, edit: Edit, actions: SheetActions) => unknown} */
export const sheetPanel = (state, edit, actions) => {
  const { game } = state;
  const { selected } = game;
  const character = game.characters[selected] ?? {};
  const system = systemOf(state);
  return html`
    <section class="panel" data-testid="sheet" aria-labelledby="sheet-title">
      <header class="panel-head">
        <h2 id="sheet-title">Character sheet</h2>
        <select
          aria-label="Whose sheet"
          @change=${(/** @type {Event} */ event) => actions.select(/** @type {HTMLSelectElement} */ (event.target).value)}
        >
          ${game.scene.tokens.map(
            ({ id, name }) => html`<option value=${id} .selected=${id === selected}>${name || id}</option>`,
          )}
        </select>
      </header>
      ${
        system
          ? fieldsOf(system.character).map((field) =>
              control({
                id: `sheet-${field.name}`,
                field,
                value: character[field.name] ?? field.initial,
                entry: state.entries[`character.${selected}.${field.name}`],
                onChange: (value) => edit.character(selected, field.name, value),
              }),
            )
          : html`<p class="muted">The rules are loading.</p>`
      }
      <div class="panel-foot">
        <button type="button" class="button" @click=${() => actions.save(selected)}>${icon("save")}Save character</button>
        <button type="button" class="button" @click=${() => actions.load(selected)}>${icon("load")}Load character</button>
      </div>
    </section>
  `;
};
