/**
 * The sheets of the tokens of this world: where their numbers are kept for this module, and what the notices say of them.
 *
 * What is set here is kept on the actor where the token is linked to it, so that it holds on every scene.
 *
 * @import { SystemEntry } from "../../core/protocol.js"
 * @import { TokenDocument } from "./surface.js"
 * @typedef {{[field: string]: unknown}} Values
 */

import { circumstancesIn, withCircumstance } from "../../core/circumstances.js";
import { fieldsOf } from "../../core/form-schema.js";
import { charted, isReadable } from "./characters.js";
import { host, ID } from "./host.js";
import { keptFor } from "./settings.js";

const FLAG = "character";
const CIRCUMSTANCES = "circumstances";

/** @type {(system: SystemEntry, document: TokenDocument) => import("./characters.js").Charted} */
export const chartOf = (system, document) => {
  const { actor } = document;
  return charted({
    rules: system.id,
    gameSystem: host.game.system.id,
    actor,
    onToken: document.getFlag(ID, FLAG),
    onActor: actor?.getFlag?.(ID, FLAG),
    paths: keptFor("paths", system.id),
    fields: fieldsOf(system.character),
  });
};

/** Whether the sheets of this world's game system are known to this module. @param {string} rules */
export const isKnownSheet = (rules) => isReadable(rules, host.game.system.id);

/** What was set for this module. @param {TokenDocument} document @returns {Values} */
export const ownOf = (document) => {
  const flags = [document.actor?.getFlag?.(ID, FLAG), document.getFlag(ID, FLAG)];
  return Object.assign({}, ...flags.filter((flag) => typeof flag === "object"));
};

/** Flags are merged into what is there, so the old ones go first. @type {(document: TokenDocument, values: Values) => Promise<void>} */
export const keepOwn = async (document, values) => {
  const home = document.actorLink && document.actor ? document.actor : document;
  for (const place of new Set([document, home])) {
    if (place.getFlag(ID, FLAG) !== undefined) await place.unsetFlag(ID, FLAG);
  }
  if (Object.keys(values).length > 0) await home.setFlag(ID, FLAG, values);
};

/** What the GM says of a token's moves. @type {(document: TokenDocument, system: string) => Values} */
export const circumstancesOf = (document, system) =>
  circumstancesIn(document.getFlag(ID, CIRCUMSTANCES), system);

/** @type {(document: TokenDocument, system: string, field: string, value: unknown) => Promise<unknown>} */
export const keepCircumstance = (document, system, field, value) =>
  document.setFlag(
    ID,
    CIRCUMSTANCES,
    withCircumstance(document.getFlag(ID, CIRCUMSTANCES), system, field, value),
  );
