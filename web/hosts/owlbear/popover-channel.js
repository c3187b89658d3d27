/**
 * The channel by which the action's popover asks the background page, the host's own broadcast: the rules run in one place.
 *
 * @import { Priced } from "../../core/legend.js"
 * @import { Problem, StateValue } from "../../core/protocol.js"
 * @import { Fields } from "../host.js"
 * @import { Rules } from "./host.js"
 *
 * @typedef {{kind: "state", item: string}
 *   | {kind: "tryCharacter", item: string, character: Fields}
 *   | {kind: "tryCircumstances", item: string, circumstances: Fields}
 *   | {kind: "tryRules", rules: Rules}
 *   | {kind: "takeBack", item: string}
 *   | {kind: "endTurn", items: string[]}} Question
 * @typedef {{state?: StateValue, layers?: Priced[], problem?: Problem, reason?: string}} Answer
 */

import OBR from "@owlbear-rodeo/sdk";
import { newId } from "../../core/new-id.js";
import { ANSWER, ASK } from "./host.js";
import { say } from "./language.js";

const LOCAL = /** @type {const} */ ({ destination: "LOCAL" });
const PATIENCE_MILLIS = 60_000;

/** Answer what is asked. @param {(question: Question) => Promise<Answer>} answer */
export const listen = (answer) =>
  OBR.broadcast.onMessage(ASK, async ({ data }) => {
    const { id, question } = /** @type {{id: string, question: Question}} */ (data);
    OBR.broadcast.sendMessage(ANSWER, { id, answer: await answer(question) }, LOCAL);
  });

/** Whoever asks. */
export const createAsker = () => {
  /** @type {Map<string, (answer: Answer) => void>} */
  const open = new Map();
  OBR.broadcast.onMessage(ANSWER, ({ data }) => {
    const { id, answer } = /** @type {{id: string, answer: Answer}} */ (data);
    open.get(id)?.(answer);
    open.delete(id);
  });
  /** @type {(question: Question) => Promise<Answer>} */
  return (question) =>
    new Promise((resolve) => {
      const id = newId();
      open.set(id, resolve);
      setTimeout(() => {
        if (open.delete(id)) resolve({ reason: say("noAnswer") });
      }, PATIENCE_MILLIS);
      OBR.broadcast.sendMessage(ASK, { id, question }, LOCAL);
    });
};
