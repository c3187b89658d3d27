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
  return obstacleText(document);
};

/** What of the scene keeps the rules from judging a token, and how to mend that, which only GMs can; null: nothing does. @param {TokenDocument} document */
export const obstacleText = (document) => {
  const obstacle = obstacleTo(document.parent, document);
  const key = host.game.user.isGM ? `obstacle.${obstacle}` : "brokenMap";
  return obstacle && say(key, { name: document.name });
};

/** What is judged, and yet not counted; null: it is. @type {(document: TokenDocument) => string | null} */
export const whyUncounted = (document) => {
  if (host.game.paused) return say("uncounted.paused");
  return combatOf(document) ? null : say("uncounted.noCombat");
};
