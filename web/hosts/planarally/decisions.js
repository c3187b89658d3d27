/**
 * Who decides on what the rules leave open in a move: the GM, whoever moves, and the dice.
 *
 * @typedef {object} DecisionsPorts
 * @property {ReturnType<typeof import("./prompts.js").createPrompts>} prompts
 * @property {() => import("./data-blocks.js").Settings} settings
 * @property {(id: import("./surface.js").GlobalId) => string} nameOf
 * @property {() => string} asker  who sits here
 * @property {() => string} unit  of lengths
 * @property {(id: import("./surface.js").GlobalId, label: string) => import("./prompts.js").Way | null} wayOf  where a token is headed
 */

import { ownDice } from "../../core/judge.js";
import { percent, planParts } from "../../core/texts.js";
import { askHere } from "./prompts.js";

/**
 * @param {DecisionsPorts} ports
 * @returns {Omit<import("../host.js").Table, "ask">}
 */
export const createDecisions = ({ prompts, settings, nameOf, asker, unit, wayOf }) => ({
  enforcement: () => settings().enforcement,
  failsClosed: () => settings().failClosed,
  letThrough: ({ token }, plan) => {
    const length = plan.path ? `, ${planParts(plan, unit())[0]}` : "";
    const move = `${nameOf(token)}${length}`;
    const text = `${[asker(), move].filter(Boolean).join(" asks: ")}: ${plan.reason.text}`;
    return prompts.askGm(text, wayOf(token, `${[asker(), move].filter(Boolean).join(": ")}?`));
  },
  rolls: async ({ token }, check) =>
    (await askHere({
      title: "This move needs a roll",
      text: `${nameOf(token)}, ${check.label.text}: ${check.needed_text.text}, chance ${percent(check.chance)}.`,
      yes: "Roll",
      no: "Stay",
    })) === true,
  stops: async ({ token }, reaction) =>
    !(await prompts.askGm(
      `${nameOf(token)}: ${reaction.label.text}. Let the move go on?`,
      wayOf(token, nameOf(token)),
    )),
  throws: ownDice,
});
