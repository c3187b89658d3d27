/**
 * Who decides on what the rules leave open in a move: the GM, whoever moves, and the dice.
 *
 * @import { TokenDocument } from "./surface.js"
 * @import { Turn } from "./turns.js"
 */

import { percent } from "../../core/texts.js";
import { tellAll, throwDice } from "./chat.js";
import { askedOf } from "./gm-questions.js";
import { host, ID } from "./host.js";
import { say, words } from "./language.js";
import { flagOf } from "./move-gate.js";
import { documentOf, nameOf } from "./movers.js";
import { confirm } from "./prompts.js";
import { mayMoveNow } from "./rights.js";
import { failsClosed } from "./settings.js";
import { lastStep, readTurn, stepped, thrownIn } from "./turns.js";

/** @param {ReturnType<typeof import("./prompts.js").createPrompts>} prompts */
export const createDecisions = (prompts) => {
  /** @type {Required<Omit<import("../host.js").Table<Turn>, "ask">>} */
  const table = {
    enforcement: () => host.game.settings.get(ID, "enforcement"),
    failsClosed,
    letThrough: async ({ token }, { reason }, id, route) => {
      const document = documentOf(token);
      if (!document || !("path" in route)) return false;
      const { name } = document;
      if (!host.game.user.isGM) host.ui.notifications.info(say("letThrough.asked", { name }));
      const question = { kind: /** @type {const} */ ("letThrough"), id, path: route.path };
      const answer = await prompts.askGm({ ...askedOf(document), ...question });
      if (answer === false)
        host.ui.notifications.warn(say("letThrough.no", { name, reason: words.told(reason) }));
      return answer === true;
    },
    rolls: ({ token }, check, plan) => {
      const chance = percent(check.chance);
      const data = {
        name: nameOf(token),
        check: words.told(check.label),
        dice: words.told(check.dice),
        needed: words.told(check.needed_text),
        chance,
      };
      const parts = [
        // What comes off whatever the dice show has no chance to tell.
        say(check.chance === 1 ? "roll.open" : "roll.question", data),
        ...(plan?.price ? [say("roll.price", { price: words.price(plan.price) })] : []),
        ...(plan ? [say("roll.stays", data)] : []),
      ];
      const labels = { yes: say("roll.yes"), no: say(plan ? "roll.stay" : "roll.no") };
      return confirm(say("roll.title"), parts.join(" "), labels);
    },
    stops: async ({ token, turn }, reaction, id) => {
      const document = documentOf(token);
      if (!document) return true;
      const written = lastStep(readTurn(flagOf(document)).turn);
      const steps = turn.steps.filter(({ n }) => n > written);
      // Nobody there to ask, or no answer: whoever reacts has the say.
      const question = { kind: /** @type {const} */ ("reaction"), id, reaction: reaction.id, steps };
      return !(await prompts.askGm({ ...askedOf(document), ...question }));
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
    thrownIn,
    rollsAnew: async ({ token }, check, id) => {
      const document = documentOf(token);
      const custom = host.game.settings.get(ID, "undoneRolls");
      if (custom === "stay" || !document) return false;
      if (custom === "anew") return true;
      return (await prompts.askGm({ ...askedOf(document), kind: "rollAnew", id, check: check.id })) === true;
    },
    stays: ({ token }, check, dice) => {
      const document = documentOf(token);
      const faces = "faces" in dice ? dice.faces.join(" ") : "";
      if (document)
        tellAll(document, say("dice.stay", { name: document.name, check: words.told(check.label), faces }));
    },
    noted: stepped,
  };

  /** Whether it is a token's turn, or the GM lets it move. @type {(document: TokenDocument) => Promise<boolean>} */
  const mayMove = (document) => {
    return mayMoveNow(
      document,
      async () => (await prompts.askGm({ ...askedOf(document), kind: "outOfTurn" })) === true,
      () => host.ui.notifications.warn(say("outOfTurn.refused", { name: document.name })),
    );
  };

  return { table, mayMove };
};
