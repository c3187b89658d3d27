/**
 * The map: its kind of grid, what its diagonals cost, how long a cell is. Choices come from the protocol's schema.
 *
 * @import { Field, Schema } from "../../core/form-schema.js"
 * @import { AppState } from "../app-state.js"
 * @import { Edit } from "./sheet.js"
 */

import { html, nothing } from "lit";
import { control } from "../../core/form.js";
import { fieldsOf } from "../../core/form-schema.js";
import { entryOf } from "../app-state.js";
import { say } from "../language.js";

/** What can be changed, in this order; the size of the map cannot. */
const SHOWN = /** @type {const} */ (["kind", "diagonals", "distance", "units"]);

const CHOICES = /** @type {const} */ ([
  ...["square", "hex_rows_odd", "hex_rows_even", "hex_columns_odd", "hex_columns_even", "gridless"],
  ...["equidistant", "exact", "approximate", "rectilinear", "alternating_1", "alternating_2", "illegal"],
]);

/**
 * The fields of a grid, from the schema of the protocol.
 *
 * @param {Schema} schema
 * @returns {Field[]}
 */
export const gridFieldsOf = (schema) => {
  const definitions = /** @type {{[name: string]: Schema}} */ (schema.$defs ?? {});
  const fields = fieldsOf(definitions.Grid ?? {}, schema);
  const words = Object.fromEntries(CHOICES.map((choice) => [choice, say(`grid.is.${choice}`)]));
  return SHOWN.flatMap((name) =>
    fields
      .filter((field) => field.name === name)
      .map((field) => ({ ...field, title: say(`grid.${name}`), description: "", words })),
  );
};

/** @type {(state: AppState, edit: Edit) => unknown} */
export const mapPanel = (state, edit) => {
  const grid = /** @type {{[field: string]: unknown}} */ ({ ...state.game.scene.grid });
  const isSquare = (grid.kind ?? "square") === "square";
  const fields = state.gridFields.filter(({ name }) => name !== "diagonals" || isSquare);
  return html`
    <section class="panel" data-testid="map-rules" aria-labelledby="map-title">
      <header class="panel-head"><h2 id="map-title">${say("grid")}</h2></header>
      ${fields.length === 0 ? html`<p class="muted">${say("rulesLoading")}</p>` : nothing}
      ${fields.map((field) =>
        control({
          id: `grid-${field.name}`,
          field,
          value: grid[field.name] ?? field.initial,
          entry: entryOf(state, `scene.grid.${field.name}`, `scene.grid.${field.name}`),
          onChange: (value) => edit.grid(field.name, value),
        }),
      )}
    </section>
  `;
};
