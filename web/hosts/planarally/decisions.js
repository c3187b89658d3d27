/**
 * Who decides on what the rules leave open in a move: the GM, whoever moves, and the dice.
 *
 * @typedef {object} DecisionsPorts
 * @property {ReturnType<typeof import("./prompts.js").createPrompts>} prompts
 * @property {() => import("./data-blocks.js").Settings} settings
 * @property {(id: import("./surface.js").GlobalId) => string} nameOf
 */

import { ownDice } from "../../core/judge.js";
import { percent } from "../../core/texts.js";
import { askHere } from "./prompts.js";

/**
 * @param {DecisionsPorts} ports
 * @returns {Omit<import("../host.js").Table, "ask">}
 */
export const createDecisions = ({ prompts, settings, nameOf }) => ({
  enforcement: () => settings().enforcement,
  failsClosed: () => settings().failClosed,
  letThrough: ({ token }, plan) => prompts.askGm(`${nameOf(token)}: ${plan.reason.text}`),
  rolls: ({ token }, check) =>
    askHere({
      title: "This move needs a roll",
      text: `${nameOf(token)}, ${check.label.text}: ${check.needed_text.text}, chance ${percent(check.chance)}.`,
      yes: "Roll",
      no: "Stay",
    }),
  stops: async ({ token }, reaction) =>
    !(await prompts.askGm(`${nameOf(token)}: ${reaction.label.text}. Let the move go on?`)),
  throws: ownDice,
});
