/**
 * What tokens do is written into their ledgers, by the core, and the table shows what comes of it.
 *
 * @import { ApplyRequest, ApplyValue } from "../core/protocol.js"
 * @import { AppState } from "./app-state.js"
 * @import { Origin, Place } from "./game.js"
 * @import { Event } from "./questions.js"
 *
 * @typedef {object} LedgerPorts
 * @property {import("./store.js").Store<AppState>} store
 * @property {ReturnType<typeof import("./core-queries.js").createCoreQueries>["ask"]} ask
 * @property {ReturnType<typeof import("./queue.js").createQueue>} inTurn
 * @property {ReturnType<typeof import("./notices.js").createNotices>} notices
 * @property {(token: string, way: readonly Place[]) => Promise<void>} walk  shows a token walking; resolves at its end
 * @property {() => string} newId
 * @property {(before: import("./game.js").Game, written: import("./history.js").Written) => void} onCommit
 * @property {(commit: string) => void} onUndone
 */

import { isSamePlace } from "../core/grid.js";
import { nameOf } from "./app-state.js";
import { withTokenAt } from "./game.js";
import { say } from "./language.js";
import { placeOf, waysOf } from "./moves.js";
import { commitQuestion, undoQuestion } from "./questions.js";

/** @param {LedgerPorts} ports */
export const createLedgers = ({ store, ask, inTurn, notices, walk, newId, onCommit, onUndone }) => {
  const { get, set } = store;
  const { notify, tell } = notices;

  /** Have something written down; what cannot be, or may not be, is told. @type {(question: ApplyRequest) => Promise<ApplyValue | null>} */
  const write = async (question) => {
    const reply = await ask(question);
    if (!reply.ok) {
      tell(reply.problem);
      return null;
    }
    const { value } = reply;
    if (value.refused) notify(value.refused.reason.text, "warning", value.refused.rule);
    return value;
  };

  /** @type {(token: string, events: Event[]) => Promise<ApplyValue | null>} */
  const commit = async (token, events) => {
    const { game } = get();
    const id = newId();
    const at = placeOf(game, token);
    const value = await write(commitQuestion(game, token, id, events));
    if (!value) return null;
    if (value.refused) {
      set({ standings: { ...get().standings, [token]: value.state } });
      return value;
    }
    const origins = [...(get().game.origins[token] ?? []), { commit: id, at }];
    await take(token, value, origins, waysOf(value, token, at), () => onCommit(game, { token, commit: id }));
    tellWhy(token, value);
    answerAgain(token, events);
    return value;
  };

  /** Say why a token went where nobody put it, or not as far as it was to. @type {(token: string, value: ApplyValue) => void} */
  const tellWhy = (token, value) => {
    const name = nameOf(get(), token);
    const { stopped, moves, state } = value;
    const newest = state.commits.at(-1);
    for (const [index, label] of (newest?.labels ?? []).entries()) {
      const rule = newest?.rules[index] ?? null;
      const isCarried = moves.some((move) => move.forced && move.rule === rule);
      if (isCarried) notify(`${name}: ${label.text}`, "warning", rule);
    }
    const isToldByRoll = value.rolls.some(({ effect }) => effect.text === stopped?.reason.text);
    if (stopped && !isToldByRoll)
      notify(say("told.stops", { name, reason: stopped.reason.text }), "warning", stopped.rule);
  };

  /** Give the answers that the GM wants to be always given, each once: one may leave its question open. @type {(token: string, events: Event[]) => void} */
  const answerAgain = (token, events) => {
    const { game, standings } = get();
    const isAnswered = (/** @type {string} */ id) =>
      events.some((event) => event.kind === "ruled" && event.ruling === id);
    const ruling = standings[token]?.rulings.find(
      ({ id }) => Object.hasOwn(game.answers, id) && !isAnswered(id),
    );
    const choice = ruling?.choices.find(({ id }) => id === game.answers[ruling.id]);
    if (!ruling || !choice) return;
    inTurn(async () => {
      await commit(token, [{ kind: "ruled", ruling: ruling.id, choice: choice.id }]);
      const said = { question: ruling.question.text, answer: choice.label.text };
      notify(say("told.asAlways", said), "plain", ruling.rule);
    });
  };

  /**
   * Put what the core answered to an `apply` into the game, and show tokens walking.
   *
   * @param {string} token
   * @param {ApplyValue} value
   * @param {Origin[]} origins
   * @param {Map<string, Place[]>} ways
   * @param {() => void} done
   */
  const take = async (token, value, origins, ways, done) => {
    const before = get().game;
    let game = {
      ...before,
      ledgers: { ...before.ledgers, [token]: value.ledger },
      origins: { ...before.origins, [token]: origins },
    };
    /** @type {Promise<void>[]} */
    const walks = [];
    for (const [id, way] of ways) {
      const end = way.at(-1);
      if (!end) continue;
      game = withTokenAt(game, id, end);
      walks.push(walk(id, way));
    }
    set({ game, standings: { ...get().standings, [token]: value.state } });
    done();
    await Promise.all(walks);
    const isOpen = get().check?.token === token;
    if (value.rolls.length > 0) set({ check: { token, rolls: value.rolls } });
    else if (value.state.pending) set({ check: { token, rolls: [] } });
    else if (isOpen) set({ check: null });
  };

  /** Take something back; whether it was. @type {(token: string, commitId: string | undefined) => Promise<boolean>} */
  const undo = async (token, commitId) => {
    if (commitId === undefined) {
      notify(say("told.noUndo"));
      return false;
    }
    const { game } = get();
    const value = await write(undoQuestion(game, token, commitId));
    if (!value || value.refused) return false;
    const origins = game.origins[token] ?? [];
    const origin = origins.find((one) => one.commit === commitId);
    const here = placeOf(game, token);
    const ways = waysOf(value, token, here);
    const hasToReturn = origin && !isSamePlace(origin.at, here);
    // The core tells where tokens go; only if it does not, the page's own memory of the place is used.
    if (ways.size === 0 && hasToReturn) ways.set(token, [here, origin.at]);
    await take(
      token,
      { ...value, rolls: [] },
      origins.filter((one) => one !== origin),
      ways,
      () => onUndone(commitId),
    );
    return true;
  };

  return { commit, undo };
};
