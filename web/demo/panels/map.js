/**
 * The map: its kind of grid, what its diagonals cost, how long a cell is. Choices come from the protocol's schema.
 *
 * @typedef {import("../app-state.js").AppState} AppState
 * @typedef {import("../../core/form-schema.js").Field} Field
 * @typedef {import("../../core/form-schema.js").Schema} Schema
 * @typedef {import("./sheet.js").Edit} Edit
 */

import { html, nothing } from "lit";
import { control } from "../../core/form.js";
import { fieldsOf } from "../../core/form-schema.js";
import { entryOf } from "../app-state.js";

/** What can be changed, in this order; the size of the map cannot. */
const SHOWN = ["kind", "diagonals", "distance", "units"];

/** @type {{[field: string]: string}} */
const TITLES = { kind: "Grid", diagonals: "Diagonals", distance: "Length of a cell", units: "Unit" };

/** @type {{[choice: string]: string}} */
const WORDS = {
  square: "Squares",
  hex_rows_odd: "Hexes in rows, odd shifted",
  hex_rows_even: "Hexes in rows, even shifted",
  hex_columns_odd: "Hexes in columns, odd shifted",
  hex_columns_even: "Hexes in columns, even shifted",
  gridless: "No grid",
  equidistant: "As a straight step",
  exact: "Exact (root two)",
  approximate: "One and a half",
  rectilinear: "Two steps",
  alternating_1: "Alternating 1-2-1",
  alternating_2: "Alternating 2-1-2",
  illegal: "Not allowed",
};

/**
 * The fields of a grid, from the schema of the protocol.
 *
 * @param {Schema} schema
 * @returns {Field[]}
 */
export const gridFieldsOf = (schema) => {
  const definitions = /** @type {{[name: string]: Schema}} */ (schema.$defs ?? {});
  const fields = fieldsOf(definitions.Grid ?? {}, schema);
  return SHOWN.flatMap((name) => fields.filter((field) => field.name === name)).map((field) => ({
    ...field,
    title: TITLES[field.name] ?? field.title,
    description: "",
    words: WORDS,
  }));
};

/** @type {(state: AppState, edit: Edit) => unknown} */
export const mapPanel = (state, edit) => {
  const grid = /** @type {{[field: string]: unknown}} */ ({ ...state.game.scene.grid });
  const isSquare = (grid.kind ?? "square") === "square";
  const fields = state.gridFields.filter(({ name }) => name !== "diagonals" || isSquare);
  return html`
    <section class="panel" data-testid="map-rules" aria-labelledby="map-title">
      <header class="panel-head"><h2 id="map-title">The map</h2></header>
      ${fields.length === 0 ? html`<p class="muted">The rules are loading.</p>` : nothing}
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
