/**
 * Whom a move asks: the GM, whoever moves, and the dice.
 *
 * @typedef {object} PeoplePorts
 * @property {ReturnType<typeof import("./asking.js").createAsking>} asking
 * @property {() => import("./blocks.js").Settings} settings
 * @property {(id: import("./surface.js").GlobalId) => string} nameOf
 */

import { ownDice } from "../../core/judge.js";
import { percent } from "../../core/texts.js";
import { askHere } from "./asking.js";

/**
 * @param {PeoplePorts} ports
 * @returns {Omit<import("../host.js").Table, "ask">}
 */
export const createPeople = ({ asking, settings, nameOf }) => ({
  enforcement: () => settings().enforcement,
  failsClosed: () => settings().failClosed,
  letThrough: ({ token }, plan) => asking.askGm(`${nameOf(token)}: ${plan.reason.text}`),
  rolls: ({ token }, check) =>
    askHere({
      title: "This move needs a roll",
      text: `${nameOf(token)}, ${check.label.text}: ${check.needed_text.text}, chance ${percent(check.chance)}.`,
      yes: "Roll",
      no: "Stay",
    }),
  stops: async ({ token }, reaction) =>
    !(await asking.askGm(`${nameOf(token)}: ${reaction.label.text}. Let the move go on?`)),
  throws: ownDice,
});
