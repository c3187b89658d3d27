/**
 * The sheets of the tokens of this world: where their numbers are kept for this module, and what the notices say of them.
 *
 * What is set here is kept on the actor where the token is linked to it, so that it holds on every scene.
 *
 * @import { SystemEntry } from "../../core/protocol.js"
 * @import { TokenDocument } from "./surface.js"
 * @typedef {{[field: string]: unknown}} Values
 * @typedef {Pick<TokenDocument, "getFlag"> | NonNullable<TokenDocument["actor"]>} Home
 */

import { fieldsOf } from "../../core/form-schema.js";
import { fieldsIn, withField } from "../../core/per-game.js";
import { recordOf } from "../../core/records.js";
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
    onToken: keptOn(document, system.id),
    onActor: keptOn(actor, system.id),
    paths: keptFor("paths", system.id),
    fields: fieldsOf(system.character),
  });
};

/** Whether the sheets of this world's game system are known to this module. @param {string} rules */
export const isKnownSheet = (rules) => isReadable(rules, host.game.system.id);

/** What was set for this module, by game: each has other fields. @type {(home: Home | null, system: string) => Values} */
const keptOn = (home, system) => fieldsIn(home?.getFlag?.(ID, FLAG), system);

/** What was set for this module. @type {(document: TokenDocument, system: string) => Values} */
export const ownOf = (document, system) => ({
  ...keptOn(document.actor, system),
  ...keptOn(document, system),
});

/** Flags are merged into what is there, so the old ones go first. @type {(document: TokenDocument, system: string, values: Values) => Promise<void>} */
export const keepOwn = async (document, system, values) => {
  const home = document.actorLink && document.actor ? document.actor : document;
  for (const place of new Set([document, home])) {
    const { [system]: before, ...others } = recordOf(place.getFlag(ID, FLAG));
    const own = place === home && Object.keys(values).length > 0 ? { [system]: values } : {};
    if (before !== undefined) await place.unsetFlag(ID, FLAG);
    const kept = { ...others, ...own };
    if (Object.keys(kept).length > 0) await place.setFlag(ID, FLAG, kept);
  }
};

/** What the GM says of a token's moves. @type {(document: TokenDocument, system: string) => Values} */
export const circumstancesOf = (document, system) => fieldsIn(document.getFlag(ID, CIRCUMSTANCES), system);

/** @type {(document: TokenDocument, system: string, field: string, value: unknown) => Promise<unknown>} */
export const keepCircumstance = (document, system, field, value) =>
  document.setFlag(ID, CIRCUMSTANCES, withField(document.getFlag(ID, CIRCUMSTANCES), system, field, value));
