/**
 * The channel by which the action's popover asks the background page, the host's own broadcast: the rules run in one place.
 *
 * Everybody at the table can broadcast on it, so only this client is heard: a GM's page does nothing that a player asks.
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
 *   | {kind: "takeBack" | "toStart" | "push", item: string}
 *   | {kind: "give", item: string, length: number, reason: string}
 *   | {kind: "endTurn", items: string[]}} Question
 * @typedef {{state?: StateValue, layers?: Priced[], slowly?: string, isPushing?: boolean, problem?: Problem, reason?: string}} Answer
 */

import OBR from "@owlbear-rodeo/sdk";
import { newId } from "../../core/new-id.js";
import { ANSWER, ASK } from "./host.js";
import { say } from "./language.js";

const LOCAL = /** @type {const} */ ({ destination: "LOCAL" });
const ANSWER_MILLIS = 60_000;
/** The host takes messages of 16 kB: this many letters are no more than that, whichever they are. */
const PART = 4_000;

/** Send something in as many messages as the host's limit asks for. @type {(channel: string, id: string, content: unknown) => void} */
const send = (channel, id, content) => {
  const text = JSON.stringify(content);
  const of = Math.ceil(text.length / PART);
  for (let part = 0; part < of; part += 1)
    OBR.broadcast.sendMessage(
      channel,
      { id, part, of, text: text.slice(part * PART, (part + 1) * PART) },
      LOCAL,
    );
};

/** Hear what this client sent in parts, once all of them are there. @type {(channel: string, hear: (id: string, content: any) => unknown) => () => void} */
const receive = (channel, hear) => {
  /** @type {Map<string, string[]>} */
  const open = new Map();
  const own = OBR.player.getConnectionId();
  return OBR.broadcast.onMessage(channel, async ({ data, connectionId }) => {
    if (connectionId !== (await own)) return;
    const { id, part, of, text } = /** @type {{id: string, part: number, of: number, text: string}} */ (data);
    const parts = open.get(id) ?? [];
    parts[part] = text;
    open.set(id, parts);
    if (Object.keys(parts).length < of) return;
    open.delete(id);
    hear(id, JSON.parse(parts.join("")));
  });
};

/** Answer what is asked. @param {(question: Question) => Promise<Answer>} answer */
export const listen = (answer) =>
  receive(ASK, async (id, question) => send(ANSWER, id, await answer(question)));

/** Whoever asks. */
export const createAsker = () => {
  /** @type {Map<string, (answer: Answer) => void>} */
  const open = new Map();
  receive(ANSWER, (id, answer) => {
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
      }, ANSWER_MILLIS);
      send(ASK, id, question);
    });
};
