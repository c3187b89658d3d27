/**
 * What happens at the table: asks the core, and puts its answers into the store. It knows no rule and no screen.
 *
 * Here is what people do beside moving; `core-queries` asks, `move-gate` judges drops, `ledgers` writes down what was done.
 *
 * @import { BeginEvent, DidEvent, Problem, RolledEvent } from "../core/protocol.js"
 * @import { RulesClientType as RulesClient } from "../core/rules-client.js"
 * @import { AppState } from "./app-state.js"
 * @import { Fields, Game, How, Place } from "./game.js"
 */

import { createJudge } from "../core/judge.js";
import { stateQuestion } from "../core/questions.js";
import { createQueues } from "../core/queue.js";
import { setAsideText } from "../core/texts.js";
import { AS_THE_MAP_SAYS, nameOf, systemOf } from "./app-state.js";
import { createCoreQueries } from "./core-queries.js";
import { createDecisions } from "./decisions.js";
import { tokenOf } from "./game.js";
import { createHistory } from "./history.js";
import { say, whose } from "./language.js";
import { createLedgers } from "./ledgers.js";
import { createMoveGate } from "./move-gate.js";
import { moverOf } from "./movers.js";
import { rollAskedBy } from "./moves.js";
import { createNotices } from "./notices.js";

/**
 * @typedef {<T>(job: () => Promise<T>) => Promise<T | undefined>} InTurn
 *
 * @typedef {object} TableSettings
 * @property {import("./store.js").Store<AppState>} store
 * @property {Pick<RulesClient, "request">} client
 * @property {(token: string, way: readonly Place[]) => Promise<void>} walk  shows a token walking; resolves at its end
 * @property {() => string} newId
 * @property {(text: string) => void} speak  reads something aloud
 */

/** @typedef {ReturnType<typeof createTable>} Table */

/** @param {TableSettings} settings */
export const createTable = ({ store, client, walk, newId, speak }) => {
  const { get, set } = store;
  const notices = createNotices(store);
  const { notify } = notices;
  const queues = createQueues(() => set({ busy: false }));
  /** What changes the game happens one after the other, on what the one before left; a fault in one stops no other. @type {InTurn} */
  const inTurn = async (job) => {
    set({ busy: true });
    try {
      return await queues.after("game", job);
    } catch (error) {
      notify(say("told.mistake", { error: String(error) }), "error");
      return undefined;
    }
  };
  const queries = createCoreQueries({
    ...{ store, client },
    tell: notices.tell,
    tellSetAside: (name, problem) => notify(setAsideText(name, problem), "warning"),
  });
  const { ask, preview, fetchReach, refresh, refreshAll, becameReady, showAgain } = queries;
  const judge = createJudge({ ask, ...createDecisions(store) });
  const ledgers = createLedgers({
    ...{ store, judge, inTurn, notices, walk, newId },
    onCommit: (before, written) => history.record(before, written),
    onUndone: (commit) => {
      if (history.newest()?.written?.commit !== commit) history.forget(commit);
      speak(say("spoken.undone"));
    },
  });
  const history = createHistory({
    store,
    takeBack: ({ token, commit }) => ledgers.undo(token, commit),
    restored: refreshAll,
  });
  const moveGate = createMoveGate({ store, queries, judge, ledgers, inTurn, notices, newId });

  /** @type {(token: string) => void} */
  const select = (token) => {
    const { game } = get();
    if (game.selected === token || !tokenOf(game, token)) return;
    set({ game: { ...game, selected: token } });
  };

  return {
    notify,
    ...{ preview, fetchReach, refresh, refreshAll, becameReady, showAgain },
    drop: moveGate.drop,
    takeBack: moveGate.takeBack,

    select,

    /** @type {(saved: number, reaction: boolean) => Promise<unknown>} */
    act: (saved, reaction) =>
      inTurn(() => ledgers.commit(get().game.selected, [{ kind: "acted", saved, reaction }])),

    /** Something the system has a word for; the roll it asks for comes next. @type {(act: string, options: Fields) => Promise<unknown>} */
    did: (act, options) =>
      inTurn(async () => {
        const token = get().game.selected;
        const before = get().standings[token]?.checks ?? [];
        const value = await ledgers.commit(token, [
          { kind: "did", act, options: /** @type {NonNullable<DidEvent["options"]>} */ (options) },
        ]);
        const free =
          value && !value.refused ? rollAskedBy(act, options, before, value.state.checks) : undefined;
        if (free) set({ check: { token, rolls: [], free: free.id } });
      }),

    /** Offer a roll that needs no move. @type {(token: string, check: string) => void} */
    offerCheck: (token, check) => set({ check: { token, rolls: [], free: check } }),

    /** @type {(change: Partial<How>) => void} */
    moveAs: (change) => set({ how: { ...get().how, ...change } }),

    /** End a scope of the clock and begin it anew. @type {(scope: string, count: Pick<BeginEvent, "number" | "of" | "acts">) => Promise<unknown>} */
    beginAnew: (scope, count) =>
      inTurn(() =>
        ledgers.commit(get().game.selected, [
          { kind: "end", scope },
          { kind: "begin", scope, ...count },
        ]),
      ),

    /** Keep what was typed into a form that is not sent yet. @type {(form: string, values: Fields) => void} */
    draft: (form, values) => set({ drafts: { ...get().drafts, [form]: values } }),

    endTurn: () =>
      inTurn(async () => {
        const events = systemOf(get())?.clock.end_turn ?? [];
        const token = get().game.selected;
        if (events.length === 0 || !(await ledgers.commit(token, events))) return;
        set({ shown: null, asked: null });
        notify(say("told.turnEnded", whose(nameOf(get(), token))));
      }),

    /** Take back what was done last; what was done before the page was opened, of the selected token. */
    undo: () =>
      inTurn(async () => {
        const { game, standings } = get();
        const newest = history.newest();
        const commit = standings[game.selected]?.commits.at(-1)?.id;
        const isUndone = newest ? await history.undo() : await ledgers.undo(game.selected, commit);
        if (!isUndone) return;
        set({ shown: null, asked: null });
        if (newest?.written) select(newest.written.token);
        else if (newest) notify(say("told.undone"));
      }),

    /** Do again what was taken back last. */
    redo: () =>
      inTurn(async () => {
        if (history.redo()) set({ shown: null, asked: null });
        else notify(say("told.noRedo"));
      }),

    /** Change the game as the page itself allows, with no question to the core. @type {(change: (game: Game) => Game) => void} */
    change: (change) => {
      const before = get().game;
      set({ game: change(before) });
      history.record(before);
    },

    /** @type {(token: string, roll: Omit<RolledEvent, "kind">) => Promise<unknown>} */
    roll: (token, roll) => inTurn(() => ledgers.commit(token, [{ kind: "rolled", ...roll }])),

    /** A reaction that a move waits for was played. @type {(token: string, reaction: string, stopped: boolean) => Promise<unknown>} */
    react: (token, reaction, stopped) =>
      inTurn(() => ledgers.commit(token, [{ kind: "reacted", reaction, stopped }])),

    /** Take the move back that waits for a roll. @type {(token: string) => Promise<unknown>} */
    cancelCheck: (token) =>
      inTurn(async () => {
        const pending = get().standings[token]?.pending;
        if (get().check?.free !== undefined) set({ check: null });
        else if (!pending || (await ledgers.undo(token, pending.commit))) set({ check: null });
      }),

    /** @type {(token: string, ruling: string, choice: string, isForAlways: boolean) => Promise<unknown>} */
    rule: (token, ruling, choice, isForAlways) => {
      const { game } = get();
      if (isForAlways) set({ game: { ...game, answers: { ...game.answers, [ruling]: choice } } });
      return inTurn(() => ledgers.commit(token, [{ kind: "ruled", ruling, choice }]));
    },

    /** Ask the GM again from now on. @type {(ruling: string) => void} */
    forgetAnswer: (ruling) => {
      const { game } = get();
      const { [ruling]: _, ...answers } = game.answers;
      set({ game: { ...game, answers } });
    },

    /**
     * Change the game if the core accepts it; returns what is wrong with it otherwise.
     *
     * @type {(change: (game: Game) => Game, token?: string) => Promise<Problem | null | undefined>}
     */
    tryChange: (change, token = get().game.selected) =>
      inTurn(async () => {
        const reply = await ask(stateQuestion(moverOf(change(get().game), token)), undefined, true);
        if (!reply.ok) return reply.problem;
        const before = get().game;
        set({
          game: change(before),
          standings: { ...get().standings, [token]: reply.value },
          problem: null,
        });
        history.record(before);
        return null;
      }),

    /** Put another game on the table. @type {(game: Game) => void} */
    replaceGame: (game) => {
      get().asking?.answer(false);
      set({
        game,
        standings: {},
        drafts: {},
        entries: {},
        reach: null,
        storey: null,
        shown: null,
        asked: null,
        how: AS_THE_MAP_SAYS,
        check: null,
        problem: null,
      });
      history.clear();
      if (get().systems.length > 0) refreshAll();
    },
  };
};
