/**
 * What the GM says of a token's moves: kept by a host per game, for each has other circumstances.
 *
 * @typedef {{[field: string]: unknown}} Fields
 */

import { recordOf } from "./records.js";

/** Those of one game, from what is kept of a token. @type {(kept: unknown, system: string) => Fields} */
export const circumstancesIn = (kept, system) => recordOf(recordOf(kept)[system]);

/** What is kept once a field of one game says something else. @type {(kept: unknown, system: string, field: string, value: unknown) => Fields} */
export const withCircumstance = (kept, system, field, value) => ({
  ...recordOf(kept),
  [system]: { ...circumstancesIn(kept, system), [field]: value },
});
