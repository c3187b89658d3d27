/**
 * The form for what the GM says of a token's moves, made from what the rules ask.
 *
 * @import { Entry, Token } from "./form.js"
 *
 * @typedef {object} Asked
 * @property {string} id  what the ids of its controls begin with
 * @property {import("./form-schema.js").Schema} schema  the circumstances of the game
 * @property {{[field: string]: unknown}} values
 * @property {(field: string) => Entry | undefined} entry  what is typed and not kept
 * @property {(field: string, value: unknown) => void} onChange
 * @property {readonly Token[]} [tokens]  the others on the map
 */

import { control } from "./form.js";
import { fieldsOf } from "./form-schema.js";

/** @param {Asked} asked */
export const circumstanceFields = ({ id, schema, values, entry, onChange, tokens = [] }) =>
  fieldsOf(schema).map((field) =>
    control({
      id: `${id}-${field.name}`,
      field,
      value: values[field.name] ?? field.initial,
      entry: entry(field.name),
      onChange: (value) => onChange(field.name, value),
      tokens,
    }),
  );
