/**
 * Who decides on what the rules leave open in a move: the GM, whoever moves, and the dice.
 *
 * @typedef {object} DecisionsPorts
 * @property {ReturnType<typeof import("./prompts.js").createPrompts>} prompts
 * @property {() => import("./data-blocks.js").Settings} settings
 * @property {(id: import("./surface.js").GlobalId) => string} nameOf
 * @property {(id: import("./surface.js").GlobalId, check: import("../../core/protocol.js").Check) => void} tellStay  dice stay as they fell before an undo
 * @property {() => string} asker  who sits here
 * @property {() => string} unit  of lengths
 * @property {(id: import("./surface.js").GlobalId, label: string) => import("./prompts.js").Way | null} wayOf  where a token is headed
 */

import { ownDice } from "../../core/judge.js";
import { percent, planParts, reasonText } from "../../core/texts.js";
import { say } from "./language.js";
import { askHere } from "./prompts.js";

/**
 * @param {DecisionsPorts} ports
 * @returns {Omit<import("../host.js").Table, "ask">}
 */
export const createDecisions = ({ prompts, settings, nameOf, tellStay, asker, unit, wayOf }) => ({
  enforcement: () => settings().enforcement,
  failsClosed: () => settings().failClosed,
  letThrough: ({ token }, plan) => {
    const length = plan.path ? `, ${planParts(plan, unit(), reasonText)[0]}` : "";
    const move = `${nameOf(token)}${length}`;
    const asked = asker() ? say("asks", { user: asker(), move }) : move;
    const text = `${asked}: ${reasonText(plan.reason)}`;
    return prompts.askGm(text, wayOf(token, `${[asker(), move].filter(Boolean).join(": ")}?`));
  },
  rolls: async ({ token }, check) =>
    (await askHere({
      title: say("roll.title"),
      text: say("roll.question", {
        name: nameOf(token),
        check: check.label,
        needed: check.needed_text,
        chance: percent(check.chance),
      }),
      yes: say("roll"),
      no: say("roll.no"),
    })) === true,
  stops: async ({ token }, reaction) =>
    !(await prompts.askGm(
      say("goOn", { name: nameOf(token), reaction: reaction.label }),
      wayOf(token, nameOf(token)),
    )),
  throws: ownDice,
  stays: ({ token }, check) => tellStay(token, check),
});
