/**
 * The character sheet, made from the schema of the system.
 *
 * @import { Field } from "../../core/form-schema.js"
 * @import { SystemEntry } from "../../core/protocol.js"
 * @import { AppState } from "../app-state.js"
 *
 * @typedef {object} Edit  Changes to the game that the core may refuse.
 * @property {(token: string, field: string, value: unknown) => void} character
 * @property {(token: string, field: string, value: unknown) => void} facts
 * @property {(token: string, field: string, value: unknown) => void} token
 * @property {(field: string, value: unknown) => void} houseRule
 * @property {(values: import("../game.js").Fields) => void} houseRules  all of them; those left out are at their default
 * @property {(field: string, value: unknown) => void} circumstance
 * @property {(field: string, value: unknown) => void} grid
 * @property {(value: boolean) => void} inCombat
 *
 * @typedef {object} SheetActions
 * @property {(token: string) => void} select
 * @property {(token: string) => void} save
 * @property {(token: string) => void} load
 */

import { html, nothing } from "lit";
import { control } from "../../core/form.js";
import { fieldOf, fieldsOf } from "../../core/form-schema.js";
import { word } from "../../core/words.js";
import { entryOf, nameOf, systemOf, unitOf } from "../app-state.js";
import { icon } from "../icons.js";
import { say } from "../language.js";

/** @type {(state: AppState, edit: Edit, actions: SheetActions) => unknown} */
export const sheetPanel = (state, edit, actions) => {
  const { game } = state;
  const { selected } = game;
  const character = game.characters[selected] ?? {};
  const system = systemOf(state);
  return html`
    <section class="panel" data-testid="sheet" aria-labelledby="sheet-title">
      <header class="panel-head">
        <h2 id="sheet-title">${say("sheet")}</h2>
        <select
          aria-label=${say("sheet.whose")}
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
                field: withModes(field, system),
                value: character[field.name] ?? field.initial,
                entry: entryOf(state, `character.${selected}.${field.name}`, `mover.character.${field.name}`),
                onChange: (value) => edit.character(selected, field.name, value),
              }),
            )
          : html`<p class="muted">${say("rulesLoading")}</p>`
      }
      <div class="panel-foot">
        <button type="button" class="button" @click=${() => actions.save(selected)}>${icon("save")}${say("sheet.save")}</button>
        <button type="button" class="button" @click=${() => actions.load(selected)}>${icon("load")}${say("sheet.load")}</button>
      </div>
    </section>
    ${system ? tokenPanel(state, edit, system) : nothing}
  `;
};

/** Values for each mode are labelled with its name. @type {(field: Field, system: SystemEntry) => Field} */
const withModes = (field, { modes }) =>
  field.kind === "map"
    ? {
        ...field,
        words: { ...Object.fromEntries(modes.map(({ id, label }) => [id, label.text])), ...field.words },
      }
    : field;

/** What others see and know of the token. @type {(state: AppState, edit: Edit, system: SystemEntry) => unknown} */
const tokenPanel = (state, edit, system) => {
  const { selected, scene } = state.game;
  const token = scene.tokens.find(({ id }) => id === selected);
  const facts = fieldsOf(system.token_facts);
  if (!token) return nothing;
  const part = (
    /** @type {"token" | "facts"} */ kind,
    /** @type {Field} */ field,
    /** @type {unknown} */ value,
  ) =>
    control({
      id: `${kind}-${field.name}`,
      field,
      value: value ?? field.initial,
      entry: entryOf(
        state,
        `${kind}.${selected}.${field.name}`,
        `scene.tokens[${selected}].${kind}.${field.name}`,
      ),
      onChange: (typed) => edit[kind](selected, field.name, typed),
    });
  return html`
    <section class="panel" data-testid="token-facts" aria-labelledby="token-title">
      <header class="panel-head"><h2 id="token-title">${say("token", { name: nameOf(state, selected) })}</h2></header>
      ${part("token", { ...SIDE, title: word("side"), words: sideWords() }, token.disposition)}
      ${part("token", { ...HEIGHT, title: say("token.height", { unit: unitOf(state) }) }, token.elevation)}
      ${facts.length > 0 ? html`<h3>${say("token.met", { name: nameOf(state, selected) })}</h3>` : nothing}
      ${facts.map((field) => part("facts", field, token.facts?.[field.name]))}
    </section>
  `;
};

const SIDES = /** @type {const} */ (["friendly", "neutral", "hostile", "secret"]);
const SIDE = fieldOf("disposition", { enum: SIDES, default: "neutral" });
const sideWords = () => Object.fromEntries(SIDES.map((side) => [side, say(`side.${side}`)]));
const HEIGHT = fieldOf("elevation", { type: "number", default: 0 });
