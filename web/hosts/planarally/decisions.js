/**
 * Who decides on what the rules leave open in a move: the GM, whoever moves, and the dice.
 *
 * @typedef {object} DecisionsPorts
 * @property {ReturnType<typeof import("./prompts.js").createPrompts>} prompts
 * @property {() => import("./data-blocks.js").Settings} settings
 * @property {(id: import("./surface.js").GlobalId) => string} nameOf
 * @property {(id: import("./surface.js").GlobalId, check: import("../../core/protocol.js").Check) => void} tellStay  dice stay as they fell before
 * @property {() => string} asker  who sits here
 * @property {() => string} unit  of lengths
 * @property {() => number} location  that is open here
 * @property {(id: import("./surface.js").GlobalId) => import("./surface.js").Point} headingOf  where a token is to go
 */

import { ownDice } from "../../core/judge.js";
import { percent } from "../../core/texts.js";
import { moveTold } from "./gm-questions.js";
import { say } from "./language.js";

/**
 * @param {DecisionsPorts} ports
 * @returns {Omit<import("../host.js").Table, "ask">}
 */
export const createDecisions = ({ prompts, settings, nameOf, tellStay, ...told }) => ({
  enforcement: () => settings().enforcement,
  failsClosed: () => settings().failClosed,
  letThrough: ({ token }, plan) => {
    const { text } = moveTold(told.asker(), nameOf(token), plan, told.unit());
    return prompts.askGm({ kind: "letThrough", ...factOf(told, token), text });
  },
  rolls: ({ token }, check) =>
    prompts.askMover(token, {
      title: say("roll.title"),
      text: say("roll.question", {
        name: nameOf(token),
        check: check.label,
        needed: check.needed_text,
        chance: percent(check.chance),
      }),
      yes: say("roll"),
      no: say("roll.no"),
    }),
  stops: async ({ token, turn: { ledger } }, reaction) => {
    const text = say("goOn", { name: nameOf(token), reaction: reaction.label });
    return !(await prompts.askGm({ kind: "goOn", ...factOf(told, token), ledger, text }));
  },
  throws: ownDice,
  stays: ({ token }, check) => tellStay(token, check),
});

/** @type {(told: Pick<DecisionsPorts, "asker" | "location" | "headingOf">, token: import("./surface.js").GlobalId) => Omit<import("./gm-questions.js").Of, "text">} */
const factOf = ({ asker, location, headingOf }, token) => ({
  token,
  user: asker(),
  location: location(),
  at: headingOf(token),
});
