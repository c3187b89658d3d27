/**
 * What tokens do is written into their ledgers, by the core, and the table shows what comes of it.
 *
 * @import { createJudge } from "../core/judge.js"
 * @import { ApplyRequest, ApplyValue, Text } from "../core/protocol.js"
 * @import { Verdict } from "../hosts/host.js"
 * @import { AppState } from "./app-state.js"
 * @import { Game, Origin, Place } from "./game.js"
 * @import { InTurn } from "./table.js"
 *
 * @typedef {NonNullable<ApplyRequest["commit"]>["events"][number]} Event
 *
 * @typedef {object} LedgerPorts
 * @property {import("./store.js").Store<AppState>} store
 * @property {ReturnType<typeof createJudge>} judge
 * @property {InTurn} inTurn
 * @property {ReturnType<typeof import("./notices.js").createNotices>} notices
 * @property {(token: string, way: readonly Place[]) => Promise<void>} walk  shows a token walking; resolves at its end
 * @property {() => string} newId
 * @property {(before: Game, written: import("./history.js").Written) => void} onCommit
 * @property {(commit: string) => void} onUndone
 */

import { nameOf } from "./app-state.js";
import { withTokenAt } from "./game.js";
import { say } from "./language.js";
import { moverOf } from "./movers.js";
import { placeOf, waysOf } from "./moves.js";

/** @param {LedgerPorts} ports */
export const createLedgers = ({ store, judge, inTurn, notices, walk, newId, onCommit, onUndone }) => {
  const { get, set } = store;
  const { notify, tell } = notices;

  /** @type {(token: string, events: Event[]) => Promise<ApplyValue | null>} */
  const commit = async (token, events) => {
    const { game } = get();
    const id = newId();
    const commit = { id, events: /** @type {[Event, ...Event[]]} */ (events) };
    return settle(game, id, events, token, await judge.happen(moverOf(game, token), { commit }));
  };

  /**
   * Put on the table what became of a commit; what the core answered, if it did.
   *
   * @type {(before: Game, id: string, events: readonly Event[], token: string, verdict: Verdict) => Promise<ApplyValue | null>}
   */
  const settle = async (before, id, events, token, verdict) => {
    const value = answerIn(verdict);
    if (!value) return null;
    if (value.refused) {
      set({ standings: { ...get().standings, [token]: value.state } });
      return value;
    }
    const at = placeOf(before, token);
    const origins = [...(get().game.origins[token] ?? []), { commit: id, at }];
    await take(token, value, origins, at, () => onCommit(before, { token, commit: id }));
    tellWhy(notify, nameOf(get(), token), value);
    answerAgain(token, events);
    return value;
  };

  /** What the core answered; that it could not, or refused, is told. @type {(verdict: Verdict) => ApplyValue | null} */
  const answerIn = ({ problem, answer }) => {
    if (problem) tell(problem);
    if (answer?.refused) notify(answer.refused.reason.text, "warning", answer.refused.rule);
    return answer;
  };

  /** Give the answers that the GM wants to be always given, each once: one may leave its question open. @type {(token: string, events: readonly Event[]) => void} */
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
   * @param {Place} here  where it stood
   * @param {() => void} done
   */
  const take = async (token, value, origins, here, done) => {
    const before = get().game;
    let game = {
      ...before,
      ledgers: { ...before.ledgers, [token]: value.ledger },
      origins: { ...before.origins, [token]: origins },
    };
    /** @type {Promise<void>[]} */
    const walks = [];
    for (const [id, way] of waysOf(value, token, here)) {
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
    const value = answerIn(await judge.happen(moverOf(game, token), { undo: commitId }));
    if (!value || value.refused) return false;
    const origins = (game.origins[token] ?? []).filter(({ commit }) => commit !== commitId);
    await take(token, value, origins, placeOf(game, token), () => onUndone(commitId));
    return true;
  };

  return { commit, settle, undo };
};

/** Say why a token went where nobody put it, or not as far as it was to. @type {(notify: LedgerPorts["notices"]["notify"], name: string, value: ApplyValue) => void} */
const tellWhy = (notify, name, value) => {
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
