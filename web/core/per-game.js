/**
 * What a host keeps of a token per game, for each has other fields: its sheet, and what the GM says of its moves.
 *
 * @typedef {{[field: string]: unknown}} Fields
 */

import { recordOf } from "./records.js";

/** The fields of one game, from what is kept of a token. @type {(kept: unknown, system: string) => Fields} */
export const fieldsIn = (kept, system) => recordOf(recordOf(kept)[system]);

/** What is kept once a field of one game says something else. @type {(kept: unknown, system: string, field: string, value: unknown) => Fields} */
export const withField = (kept, system, field, value) => ({
  ...recordOf(kept),
  [system]: { ...fieldsIn(kept, system), [field]: value },
});
