/** Whom a move asks: what the GM has set, and the dice. The host has nobody else asked. */

import { ownDice } from "../../core/judge.js";

/**
 * @param {() => import("./host.js").Rules} rules
 * @returns {Omit<import("../host.js").Table, "ask">}
 */
export const createPeople = (rules) => ({
  enforcement: () => rules().enforcement,
  throws: ownDice,
});
