/**
 * What a GM is asked when somebody's move needs the GM's word, written here from what this browser's own rules say of it.
 *
 * Whoever asks tells which token and where it is to go; what that comes to is not theirs to say. Of another location nothing
 * is known here: there the GM reads what the asking browser says, as its word.
 *
 * @import { Plan } from "../../core/protocol.js"
 * @import { Mover } from "../host.js"
 * @import { createHostState, Piece } from "./host-state.js"
 * @import { Layout } from "./scene.js"
 * @import { GlobalId, Point } from "./surface.js"
 *
 * @typedef {object} Way  What somebody is asked about, on the map.
 * @property {number} location
 * @property {Point} start
 * @property {Point} at
 * @property {string} label
 *
 * @typedef {object} Of
 * @property {GlobalId} token
 * @property {string} user  who asks
 * @property {number} location
 * @property {Point} at  where the token is to go
 * @property {string} text  the question as the asking browser writes it
 *
 * @typedef {Of & ({kind: "letThrough"} | {kind: "goOn", ledger: Mover["turn"]["ledger"]})} Fact
 * @typedef {{text: string, way: Way | null}} Told
 *
 * @typedef {object} GmQuestionPorts
 * @property {ReturnType<typeof createHostState>} hostState
 * @property {Pick<ReturnType<typeof import("./data-blocks.js").createBlocks>, "ready">} blocks
 * @property {Pick<ReturnType<typeof import("./tracker.js").createTracker>, "open">} tracker
 * @property {import("./drag.js").DragPorts["moverOf"]} moverOf
 * @property {Pick<ReturnType<typeof import("./token-moves.js").createTokenMoves>, "note" | "positionOf" | "settled">} tokenMoves
 * @property {(question: import("../../core/rules-client.js").Request) => Promise<any>} ask
 * @property {() => string} unit  of lengths
 */

import { planQuestion, stateQuestion } from "../../core/questions.js";
import { planParts, reasonText } from "../../core/texts.js";
import { say } from "./language.js";
import { placeOf } from "./scene.js";
import { until } from "./until.js";

/** So long a location may take to be opened. */
const OPENING_MILLIS = 60_000;
/** How much of another browser's word is told. */
const MOST_LETTERS = 300;

/** A move that somebody asks for: "Ann asks: Jenny, 75 ft". @type {(user: string, name: string, plan: Plan, unit: string) => {move: string, text: string}} */
export const moveTold = (user, name, plan, unit) => {
  const length = plan.path ? `, ${planParts(plan, unit, reasonText)[0]}` : "";
  const move = `${name}${length}`;
  const reason = plan.verdict === "impossible" ? reasonText(plan.reason) : say("possible");
  return { move, text: `${user ? say("asks", { user, move }) : move}: ${reason}` };
};

/** What the GM reads where no rules answer: who asks for what, and no word of theirs. @type {(user: string, move: string) => {move: string, text: string}} */
const unjudged = (user, move) => ({
  move,
  text: `${user ? say("asks", { user, move }) : move}: ${say("unjudged")}`,
});

/** @param {GmQuestionPorts} ports */
export const createGmQuestions = ({ hostState, blocks, tracker, moverOf, tokenMoves, ask, unit }) => {
  /** What the rules say here; null: they do not answer. @type {(piece: Piece, question: (mover: Mover, layout: Layout) => import("../../core/rules-client.js").Request) => Promise<any>} */
  const askedHere = async (piece, question) => {
    const found = moverOf(piece, tokenMoves.positionOf, new Set([piece.id]));
    const reply = found && (await ask(question(found.mover, found.layout)));
    return reply?.ok ? reply.value : null;
  };

  /** @type {(fact: Fact, piece: Piece, user: string) => Promise<{move: string, text: string}>} */
  const ofLetThrough = async ({ at }, piece, user) => {
    const value = await askedHere(piece, (mover, layout) => {
      const { col, row } = placeOf(layout, at, hostState.sizeOf(piece.shape));
      return planQuestion(mover, [{ to: { col, row } }]);
    });
    const name = hostState.nameOf(piece);
    return value ? moveTold(user, name, value.plans[0], unit()) : unjudged(user, name);
  };

  /** @type {(fact: Extract<Fact, {kind: "goOn"}>, piece: Piece, user: string) => Promise<{move: string, text: string} | null>} */
  const ofGoOn = async ({ ledger }, piece, user) => {
    const value = await askedHere(piece, (mover) =>
      stateQuestion({ ...mover, turn: { ...mover.turn, ledger } }),
    );
    const name = hostState.nameOf(piece);
    if (!value) return unjudged(user, name);
    const waiting = value.pending?.reaction;
    return waiting ? { move: name, text: say("goOn", { name, reaction: waiting.label }) } : null;
  };

  /** What the GM reads of it, and sees on the map; null: there is nothing to decide. @type {(fact: Fact) => Promise<Told | null>} */
  return async (fact) => {
    const { token, location, user, text } = fact;
    await until(hostState.isOpen, OPENING_MILLIS);
    await tracker.open();
    await until(() => location !== hostState.location() || hostState.pieceById(token) !== undefined);
    if (location !== hostState.location())
      return { text: say("elsewhere", { user, text: text.slice(0, MOST_LETTERS) }), way: null };
    await blocks.ready([token]);
    tokenMoves.note();
    const piece = hostState.pieceById(token);
    if (!piece) return null;
    // It may have been moved just before.
    await tokenMoves.settled(piece);
    const asker = hostState.mayBeMovedBy(piece.local, user) ? user : "";
    const told = await (fact.kind === "goOn" ? ofGoOn(fact, piece, asker) : ofLetThrough(fact, piece, asker));
    if (!told) return null;
    const start = { ...tokenMoves.positionOf(piece).center };
    const label = fact.kind === "goOn" ? told.move : `${[asker, told.move].filter(Boolean).join(": ")}?`;
    return { text: told.text, way: { location, start, at: fact.at, label } };
  };
};
