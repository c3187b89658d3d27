/**
 * Who decides on what the rules leave open in a move: the GM, whoever moves, and the dice.
 *
 * @import { TokenDocument } from "./surface.js"
 * @import { Turn } from "./turns.js"
 */

import { throwDice } from "./chat.js";
import { host, ID } from "./host.js";
import { say, words } from "./language.js";
import { documentOf, nameOf } from "./movers.js";
import { confirm } from "./prompts.js";
import { mayMoveNow } from "./rights.js";
import { failsClosed } from "./settings.js";
import { stepped } from "./turns.js";
import { percent } from "./words.js";

/** @param {ReturnType<typeof import("./prompts.js").createPrompts>} prompts */
export const createDecisions = (prompts) => {
  /** @type {Required<Omit<import("../host.js").Table<Turn>, "ask">>} */
  const table = {
    enforcement: () => host.game.settings.get(ID, "enforcement"),
    failsClosed,
    letThrough: ({ token }, plan, id) =>
      prompts.askGm(
        say("letThrough.title"),
        say("letThrough.question", { name: nameOf(token), reason: words.told(plan.reason) }),
        `${token} ${id} letThrough`,
      ),
    rolls: ({ token }, check) => {
      const chance = percent(check.chance);
      const data = {
        name: nameOf(token),
        check: words.told(check.label),
        needed: words.told(check.needed_text),
        chance,
      };
      // What comes off whatever the dice show has no chance to tell.
      return confirm(say("roll.title"), say(check.chance === 1 ? "roll.open" : "roll.question", data));
    },
    stops: async ({ token }, reaction, id) => {
      const question = say("reaction.question", {
        name: nameOf(token),
        reaction: words.told(reaction.label),
      });
      // Nobody there to ask, or no answer: whoever reacts has the say.
      return !(await prompts.askGm(say("reaction.title"), question, `${token} ${id} ${reaction.id}`));
    },
    throws: async ({ token }, check) => {
      const document = documentOf(token);
      try {
        const title = `${words.told(check.label)}: ${words.told(check.needed_text)}`;
        return document ? { faces: await throwDice(document, check, title) } : null;
      } catch (error) {
        host.ui.notifications.error(say("noDice", { name: nameOf(token), reason: String(error) }));
        return null;
      }
    },
    noted: stepped,
  };

  /** Whether it is a token's turn, or the GM lets it move. @type {(document: TokenDocument) => Promise<boolean>} */
  const mayMove = (document) => {
    const question = say("outOfTurn.question", { name: document.name, user: host.game.user.name });
    return mayMoveNow(
      document,
      (grant) => prompts.askGm(say("outOfTurn.title"), question, grant),
      () => host.ui.notifications.warn(say("outOfTurn.refused", { name: document.name })),
    );
  };

  return { table, mayMove };
};
