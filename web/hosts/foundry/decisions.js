/**
 * Who decides on what the rules leave open in a move: the GM, whoever moves, and the dice.
 *
 * @import { TokenDocument } from "./surface.js"
 * @import { Turn } from "./turns.js"
 */

import { percent } from "../../core/texts.js";
import { diceOf } from "../../core/thrown.js";
import { ruleAgainst } from "../../core/verdicts.js";
import { tellAll, throwDice } from "./chat.js";
import { askedOf } from "./gm-questions.js";
import { host, ID } from "./host.js";
import { say, words } from "./language.js";
import { documentOf, nameOf } from "./movers.js";
import { confirm } from "./prompts.js";
import { mayMoveNow } from "./rights.js";
import { enforcement, failsClosed } from "./settings.js";
import { stepped, thrownIn } from "./turns.js";

/** @param {import("../../core/thrown.js").Dice | null | undefined} dice */
const facesIn = (dice) => (dice && "faces" in dice ? dice.faces.join(" ") : "");

/** @param {ReturnType<typeof import("./prompts.js").createPrompts>} prompts */
export const createDecisions = (prompts) => {
  /** @type {Required<Omit<import("../host.js").Table<Turn>, "ask">>} */
  const table = {
    enforcement,
    failsClosed,
    letThrough: async ({ token }, plan) => {
      const document = documentOf(token);
      if (!document) return false;
      const { name } = document;
      if (!host.game.user.isGM) host.ui.notifications.info(say("letThrough.asked", { name }));
      const { cost, length, reason } = plan;
      const rule = ruleAgainst(plan);
      const question = { kind: /** @type {const} */ ("letThrough"), plan: { cost, length, reason }, rule };
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
    stops: async ({ token }, { label }) => {
      const document = documentOf(token);
      // Nobody there to ask, or no answer: whoever reacts has the say.
      return !document || !(await prompts.askGm({ ...askedOf(document), kind: "reaction", label }));
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
    rollsAnew: async ({ token, turn }, check) => {
      const document = documentOf(token);
      const custom = host.game.settings.get(ID, "undoneRolls");
      if (custom === "stay" || !document) return false;
      if (custom === "anew") return true;
      const faces = facesIn(diceOf(thrownIn(turn), check));
      return (await prompts.askGm({ ...askedOf(document), kind: "rollAnew", faces })) === true;
    },
    stays: ({ token }, check, dice) => {
      const document = documentOf(token);
      const data = { check: words.told(check.label), faces: facesIn(dice) };
      if (document) tellAll(document, say("dice.stay", { name: document.name, ...data }));
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
