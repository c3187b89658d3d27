/** Who decides on what the rules leave open in a move: what the GM has set, and the dice. The host has nobody else asked. */

import { ownDice } from "../../core/judge.js";
import { word } from "../../core/words.js";
import { tellAll } from "./notices.js";

/**
 * @param {Pick<ReturnType<typeof import("./host-state.js").createHostState>, "item" | "rules">} hostState
 * @returns {Omit<import("../host.js").Table, "ask">}
 */
export const createDecisions = ({ item, rules }) => ({
  enforcement: () => rules().enforcement,
  throws: ownDice,
  rollsAnew: async () => !rules().keepsDice,
  stays: ({ token }, { label }) => {
    const thrown = item(token);
    if (thrown) tellAll(thrown, word("diceStay", { name: thrown.name, check: label.text }));
  },
});
