/**
 * Notices: to whoever sits here what the rules said of a move, to everybody how dice fell.
 *
 * @import { Mover, Verdict } from "../host.js"
 * @import { createHostState, Piece } from "./host-state.js"
 * @import { Api, GlobalId } from "./surface.js"
 *
 * @typedef {object} NoticesPorts
 * @property {Api["systems"]["chat"]} chat
 * @property {ReturnType<typeof createHostState>} hostState
 * @property {(id: GlobalId) => Piece | undefined} pieceOf
 * @property {() => boolean} areRulesDown  which has a notice of its own
 * @property {() => string} unit  of lengths
 */

import { onlyOnce } from "../../core/coalesce.js";
import { givenText } from "../../core/gm-acts.js";
import { newId } from "../../core/new-id.js";
import { distance, possessive, problemText, reasonText, refusalText } from "../../core/texts.js";
import { stoppedAtStart } from "../../core/verdicts.js";
import { word } from "../../core/words.js";
import { language, say } from "./language.js";

const NOTICE_MILLIS = 8_000;

/** Text as the host's chat may show it: nothing in it is markdown. @type {(text: string) => string} */
const plain = (text) => text.replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The same text, as it was before. @type {(text: string) => string} */
const unplain = (text) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

const CHAT = "Chat.Add";
const AUTHOR = "Footwork";

/** A place for notices, each told once while it is seen. */
const createNoticeList = () => {
  const place = document.createElement("div");
  place.className = "footwork-notices";
  place.setAttribute("role", "status");
  place.lang = language;
  document.body.append(place);
  return (/** @type {string} */ text) => {
    if ([...place.children].some(({ textContent }) => textContent === text)) return;
    const notice = document.createElement("p");
    notice.textContent = text;
    place.append(notice);
    setTimeout(() => notice.remove(), NOTICE_MILLIS);
  };
};

/** @param {NoticesPorts} ports */
export const createNotices = ({ chat, hostState, pieceOf, areRulesDown, unit }) => {
  const tell = createNoticeList();
  const tellOnce = onlyOnce(tell);

  /** @type {(id: GlobalId) => string} */
  const nameOf = (id) => {
    const piece = pieceOf(id) ?? hostState.pieceById(id);
    return (piece && hostState.nameOf(piece)) || say("aToken");
  };

  /** Tell of a verdict on a move, or on the clock, by which nobody stays. @type {(mover: Mover, verdict: Verdict, isMove?: boolean) => void} */
  const report = ({ token }, verdict, isMove = true) => {
    const name = nameOf(token);
    const { plan, reason, informed, problem } = verdict;
    if (reason)
      tell(isMove ? word("stays", { name, reason: refusalText(verdict) }) : `${name}: ${reason.text}`);
    const stop = stoppedAtStart(verdict);
    if (stop) tell(word("stays", { name, reason: stop.text }));
    if (informed && plan) tell(word("allowed", { name, reason: reasonText(plan.reason) }));
    if (problem) tellProblem(problem, name);
  };

  /** @type {(problem: import("../../core/protocol.js").Problem, name: string) => void} */
  const tellProblem = (problem, name) => {
    const isOfWorker = problem.code === "worker_failed";
    // One notice for all tokens says that the rules do not run.
    if (isOfWorker && areRulesDown()) return;
    const text = word("cannotJudge", { name, problem: problemText(problem) });
    // What is wrong with a token stays so until it is mended; a worker breaks anew each time.
    if (isOfWorker) tell(text);
    else tellOnce(text);
  };

  /** To whoever sits here, and into the chat for all, by the name that they know; nothing of what they may not see. @type {(id: GlobalId, textOf: (name: string) => string) => void} */
  const tellAll = (id, textOf) => {
    const piece = pieceOf(id);
    if (!piece) return;
    tell(textOf(nameOf(id)));
    if (hostState.isUnseen(piece)) return;
    const isKnown = hostState.properties(piece.local)?.nameVisible === true;
    chat.addMessage(newId(), AUTHOR, [plain(textOf(isKnown ? nameOf(id) : say("aToken")))], true);
  };

  /** Dice are for everybody to see, unless the token is hidden. @type {(id: GlobalId, verdict: Verdict) => void} */
  const tellRolls = (id, { rolls }) => {
    if (rolls.length === 0) return;
    const lines = rolls.map(({ faces, effect }) =>
      [faces?.join(" "), effect.text].filter(Boolean).join(": "),
    );
    tellAll(id, (name) => `${name}: ${lines.join("; ")}`);
  };

  /** Rolls were undone: what they came to stays. @type {(id: GlobalId, verdict: Verdict) => void} */
  const tellUndone = (id, { takenBack }) => {
    if (takenBack.length > 0) tellAll(id, (name) => word("rollUndone", { name }));
  };

  /** A check has the dice that fell before it was undone. @type {(id: GlobalId, check: import("../../core/protocol.js").Check) => void} */
  const tellStay = (id, { label }) => tellAll(id, (name) => word("diceStay", { name, check: label.text }));

  /** A player has begun a turn for a token: everybody may know, unless the token is hidden. @type {(id: GlobalId) => void} */
  const tellNewTurn = (id) => tellAll(id, (name) => word("turnEnded", { name, whose: possessive(name) }));

  /** A token was pushed, or is back where its turn began. @type {(id: GlobalId, verdict: Verdict, textOf: typeof import("../../core/texts.js").pushedText) => void} */
  const tellForced = (id, verdict, textOf) => {
    const told = (/** @type {string} */ name) => textOf(verdict, name, unit());
    if (verdict.turn) tellAll(id, told);
    else tell(told(nameOf(id)));
  };

  /** The GM has given movement, or taken it. @type {(id: GlobalId, length: number, reason: string) => void} */
  const tellGiven = (id, length, reason) =>
    tellAll(id, (name) => givenText(name, distance(Math.abs(length), unit()), length < 0, reason));

  /** The chat may be closed: what others have it say of a token, the GM sees at once. @type {(name: string, data: any) => void} */
  const receives = (name, data) => {
    if (name !== CHAT || data?.author !== AUTHOR || !hostState.isGm()) return;
    if (Array.isArray(data.data)) tell(unplain(data.data.join("")));
  };

  return {
    ...{ tell, tellOnce, nameOf, report, receives },
    ...{ tellRolls, tellUndone, tellStay, tellNewTurn, tellForced, tellGiven },
  };
};
