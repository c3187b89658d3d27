/**
 * The core writes what tokens do into their ledgers, and the table shows the result.
 *
 * @import { createJudge } from "../core/judge.js"
 * @import { ApplyRequest, ApplyValue } from "../core/protocol.js"
 * @import { Turn, Verdict } from "../hosts/host.js"
 * @import { AppState } from "./app-state.js"
 * @import { Game, Origin, Place } from "./game.js"
 * @import { Written } from "./history.js"
 * @import { createNotices } from "./notices.js"
 * @import { Store } from "./store.js"
 * @import { InTurn } from "./table.js"
 *
 * @typedef {NonNullable<ApplyRequest["commit"]>["events"][number]} Event
 *
 * @typedef {object} Ledgers
 * @property {Store<AppState>} store
 * @property {ReturnType<typeof createJudge>} judge
 * @property {InTurn} inTurn
 * @property {ReturnType<typeof createNotices>} notices
 * @property {(token: string, way: readonly Place[]) => Promise<void>} walk  shows a token walking; resolves at its end
 * @property {() => Promise<void>} tumble  shows dice falling; resolves when they lie
 * @property {() => string} newId
 * @property {(before: Game, written: Written) => void} onCommit
 * @property {(commit: string) => void} onUndone
 * @property {boolean} [isUnasked]  nobody has just done this: the result of a roll stays until it was read
 */

import { word } from "../core/words.js";
import { nameOf } from "./app-state.js";
import { placeOf, withTokenAt } from "./game.js";
import { say } from "./language.js";
import { moverOf, withTurn } from "./movers.js";

/** @param {Ledgers} ledgers */
export const createLedgers = (ledgers) => ({
  /** @type {(token: string, events: Event[]) => Promise<ApplyValue | null>} */
  commit: (token, events) => commit(ledgers, token, events),
  /** @type {(before: Game, id: string, events: readonly Event[], token: string, verdict: Verdict) => Promise<ApplyValue | null>} */
  settle: (before, id, events, token, verdict) => settle(ledgers, before, id, events, token, verdict),
  /** @type {(token: string, commitId: string | undefined) => Promise<Verdict | null>} */
  undo: (token, commitId) => undo(ledgers, token, commitId),
});

/** @type {(ledgers: Ledgers, token: string, events: Event[]) => Promise<ApplyValue | null>} */
const commit = async (ledgers, token, events) => {
  const { store, judge, newId } = ledgers;
  const { game } = store.get();
  const id = newId();
  const commit = { id, events: /** @type {[Event, ...Event[]]} */ (events) };
  return settle(ledgers, game, id, events, token, await judge.happen(moverOf(game, token), { commit }));
};

/** Put on the table what became of a commit; what the core answered, if it did. @type {(ledgers: Ledgers, before: Game, id: string, events: readonly Event[], token: string, verdict: Verdict) => Promise<ApplyValue | null>} */
const settle = async (ledgers, before, id, events, token, verdict) => {
  const { get, set } = ledgers.store;
  const value = answerIn(ledgers, verdict);
  const { turn } = verdict;
  if (!value || !turn) {
    if (value) set({ standings: { ...get().standings, [token]: value.state } });
    return value;
  }
  const at = placeOf(before, token);
  const origins = [...(get().game.origins[token] ?? []), { commit: id, at }];
  tellGone(ledgers, token, value);
  await take(ledgers, { token, value, turn, origins, from: at }, () =>
    ledgers.onCommit(before, { token, commit: id }),
  );
  tellWhy(ledgers, token, value);
  answerAgain(ledgers, token, events);
  return value;
};

/** Beside the plan of the last move stands how far it has gone, and what it came to. @type {(ledgers: Ledgers, token: string, value: ApplyValue) => void} */
const tellGone = ({ store: { get, set } }, token, { moves, rolls, stopped }) => {
  const { shown, standings, held } = get();
  if (shown?.token !== token || held) return;
  const own = moves.filter((move) => (move.token ?? token) === token && !move.forced);
  const far = own.reduce((sum, { distance }) => sum + distance, shown.gone?.far ?? 0);
  const reason = stopped?.reason.text ?? rolls.at(-1)?.effect.text ?? shown.gone?.reason ?? "";
  const before = shown.gone ? shown.gone.before : standings[token];
  set({ shown: { ...shown, gone: { far, reason, before } } });
};

/** What the core answered; a notice says if it refused or could not answer. @type {(ledgers: Ledgers, verdict: Verdict) => ApplyValue | null} */
const answerIn = ({ notices }, { problem, answer }) => {
  if (problem) notices.tell(problem);
  if (answer?.refused) notices.notify(answer.refused.reason.text, "warning", answer.refused.rule);
  return answer;
};

/** Give the answers that the GM wants to be always given, each once: one may leave its question open. @type {(ledgers: Ledgers, token: string, events: readonly Event[]) => void} */
const answerAgain = (ledgers, token, events) => {
  const { game, standings } = ledgers.store.get();
  const isAnswered = (/** @type {string} */ id) =>
    events.some((event) => event.kind === "ruled" && event.ruling === id);
  const ruling = standings[token]?.rulings.find(
    ({ id }) => Object.hasOwn(game.answers, id) && !isAnswered(id),
  );
  const choice = ruling?.choices.find(({ id }) => id === game.answers[ruling.id]);
  if (!ruling || !choice) return;
  ledgers.inTurn(async () => {
    await commit({ ...ledgers, isUnasked: true }, token, [
      { kind: "ruled", ruling: ruling.id, choice: choice.id },
    ]);
    const said = { question: ruling.question.text, answer: choice.label.text };
    ledgers.notices.notify(say("told.asAlways", said), "plain", ruling.rule);
  });
};

/** Put what the core answered to an `apply` into the game, and show tokens walking. @type {(ledgers: Ledgers, taken: {token: string, value: ApplyValue, turn: Turn, origins: Origin[], from: Place}, done: () => void) => Promise<void>} */
const take = async ({ store, walk, tumble, isUnasked }, { token, value, turn, origins, from }, done) => {
  const { get, set } = store;
  const standings = () => ({ ...get().standings, [token]: value.state });
  if (value.rolls.length > 0) {
    // The dice are seen before the token tells how they fell.
    set({ check: { token, rolls: value.rolls }, standings: standings() });
    await tumble();
  }
  const before = get().game;
  let game = { ...withTurn(before, token, turn), origins: { ...before.origins, [token]: origins } };
  /** @type {Promise<void>[]} */
  const walks = [];
  for (const [id, way] of waysOf(value, token, from)) {
    const end = way.at(-1);
    if (!end) continue;
    game = withTokenAt(game, id, end);
    walks.push(walk(id, way));
  }
  set({ game, standings: standings() });
  done();
  await Promise.all(walks);
  const { check } = get();
  const isOpen = check?.token === token;
  if (value.rolls.length > 0 || (isUnasked && isOpen && check.rolls.length > 0)) return;
  if (value.state.pending) set({ check: { token, rolls: [] } });
  else if (isOpen) set({ check: null });
};

/** Take something back; null: it was not. @type {(ledgers: Ledgers, token: string, commitId: string | undefined) => Promise<Verdict | null>} */
const undo = async (ledgers, token, commitId) => {
  const { store, judge, notices, onUndone } = ledgers;
  if (commitId === undefined) {
    notices.notify(say("told.noUndo"));
    return null;
  }
  const { game } = store.get();
  const verdict = await judge.happen(moverOf(game, token), { undo: commitId });
  const value = answerIn(ledgers, verdict);
  const { turn, takenBack } = verdict;
  if (!value || !turn) return null;
  if (game.keepsDice && takenBack.length > 0)
    notices.notify(word("rollUndone", { name: nameOf(store.get(), token) }));
  const origins = (game.origins[token] ?? []).filter(({ commit }) => commit !== commitId);
  const from = placeOf(game, token);
  await take(ledgers, { token, value, turn, origins, from }, () => onUndone(commitId));
  return verdict;
};

/** The ways tokens go, each from where it stands. @type {(value: ApplyValue, mover: string, here: Place) => Map<string, Place[]>} */
const waysOf = ({ moves }, mover, here) => {
  /** @type {Map<string, Place[]>} */
  const ways = new Map();
  for (const move of moves) {
    const token = move.token ?? mover;
    const start = ways.get(token)?.at(-1) ?? (token === mover ? here : undefined);
    const way = move.way ?? (move.to ? [move.to] : []);
    const first = way[0];
    if (!first) continue;
    const startsThere = start === undefined || (first.col === start.col && first.row === start.row);
    ways.set(token, [...(ways.get(token) ?? []), ...(startsThere ? way : [start, ...way])]);
  }
  return ways;
};

/** Say why a token went where nobody put it, or not as far as it was to. @type {(ledgers: Ledgers, token: string, value: ApplyValue) => void} */
const tellWhy = ({ store, notices }, token, value) => {
  const { notify } = notices;
  const name = nameOf(store.get(), token);
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
