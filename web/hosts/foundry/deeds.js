/**
 * What somebody does with a token besides moving it: acts, rolls, answers, and taking back.
 *
 * @typedef {import("../../core/protocol.js").StateValue} StateValue
 * @typedef {import("./surface.js").TokenDocument} TokenDocument
 * @typedef {import("../../core/table.js").Mover} Mover
 * @typedef {import("../../core/turns.js").Turn} Turn
 * @typedef {NonNullable<import("../../core/protocol.js").ApplyRequest["commit"]>["events"][number]} Event
 * @typedef {{commit: {id: string, events: [Event]}} | {undo: string}} Change
 *
 * @typedef {object} DeedPorts
 * @property {(document: TokenDocument) => Mover | null} moverOf
 * @property {(question: import("../../core/rules-client.js").Request) => Promise<any>} ask
 * @property {(mover: Mover, change: Change) => Promise<{turn: Turn, way: import("../../core/protocol.js").PathCell[]} | null>} happen
 * @property {(document: TokenDocument, result: {turn: Turn, way: import("../../core/protocol.js").PathCell[]}) => Promise<void>} write
 * @property {(document: TokenDocument, problem: import("../../core/protocol.js").Problem) => void} broken
 * @property {(document: TokenDocument, reason: import("../../core/protocol.js").Text) => void} refused
 * @property {() => string} nextId
 * @property {(document: TokenDocument, event: Event) => void} happened
 */

import { stateQuestion } from "../../core/questions.js";

/** @param {DeedPorts} ports */
export const createDeeds = (ports) => {
  /** Where a token stands; null: nobody can say, and why is told elsewhere. @type {(document: TokenDocument) => Promise<StateValue | null>} */
  const stateOf = async (document) => {
    const mover = ports.moverOf(document);
    if (!mover) return null;
    const reply = await ports.ask(stateQuestion(mover));
    if (reply.ok) return reply.value;
    ports.broken(document, reply.problem);
    return null;
  };

  /** Tell the rules; whether they took it. @type {(document: TokenDocument, change: Change) => Promise<boolean>} */
  const tell = async (document, change) => {
    const mover = ports.moverOf(document);
    if (!mover) return false;
    // Asked first, so that a refusal can be told in full: nothing is kept of a question.
    const reply = await ports.ask({
      ...mover.common,
      op: "apply",
      mover: { token: mover.token, character: mover.character, ledger: mover.turn.ledger },
      ...change,
    });
    if (!reply.ok) {
      ports.broken(document, reply.problem);
      return false;
    }
    if (reply.value.refused) {
      ports.refused(document, reply.value.refused.reason);
      return false;
    }
    const result = await ports.happen(mover, change);
    if (!result) return false;
    await ports.write(document, result);
    for (const event of "commit" in change ? change.commit.events : []) ports.happened(document, event);
    return true;
  };

  /** @type {(document: TokenDocument, event: Event) => Promise<boolean>} */
  const happens = (document, event) => tell(document, { commit: { id: ports.nextId(), events: [event] } });

  /**
   * Take the newest thing back. A move is taken back by the client, which puts the token back as well.
   *
   * @type {(document: TokenDocument, commit: string) => Promise<boolean>}
   */
  const undo = async (document, commit) => {
    const mover = ports.moverOf(document);
    if (!mover) return false;
    if (mover.turn.moves.at(-1)?.includes(commit)) return document.revertRecordedMovement();
    return tell(document, { undo: commit });
  };

  return { stateOf, happens, undo };
};
