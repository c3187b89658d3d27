/**
 * Why nothing of a token's moves is judged or counted now, in few words: for the panel, the buttons of a token and its label.
 *
 * @import { TokenDocument } from "./surface.js"
 */

import { host } from "./host.js";
import { say } from "./language.js";
import { combatOf, leftAlone } from "./rights.js";
import { obstacleTo } from "./scene.js";

/** Why the rules do not judge a token; null: they do. @type {(document: TokenDocument, areRulesDown: boolean) => string | null} */
export const whyUnjudged = (document, areRulesDown) => {
  const why = leftAlone(document) ?? (areRulesDown ? "down" : null);
  if (why) return say(`uncounted.${why}`);
  const obstacle = obstacleTo(document.parent, document);
  return obstacle && say(`obstacle.${obstacle}`, { name: document.name });
};

/** What is judged, and yet not counted; null: it is. @type {(document: TokenDocument) => string | null} */
export const whyUncounted = (document) => {
  if (host.game.paused) return say("uncounted.paused");
  return combatOf(document) ? null : say("uncounted.noCombat");
};
