/** Who decides on what the rules leave open in a move: what the GM has set, and the dice. The host has nobody else asked. */

import { ownDice } from "../../core/judge.js";

/**
 * @param {() => import("./host.js").Rules} rules
 * @returns {Omit<import("../host.js").Table, "ask">}
 */
export const createDecisions = (rules) => ({
  enforcement: () => rules().enforcement,
  throws: ownDice,
});
