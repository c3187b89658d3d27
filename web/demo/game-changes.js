/**
 * Changes of what is on the table other than by the rules, and what was done last taken back or done again.
 *
 * @import { Problem } from "../core/protocol.js"
 * @import { AppState } from "./app-state.js"
 * @import { createCoreQueries } from "./core-queries.js"
 * @import { Game } from "./game.js"
 * @import { createHistory } from "./history.js"
 * @import { createLedgers } from "./ledgers.js"
 * @import { createNotices } from "./notices.js"
 * @import { Store } from "./store.js"
 * @import { InTurn } from "./table.js"
 *
 * @typedef {object} GameChangePorts
 * @property {Store<AppState>} store
 * @property {InTurn} inTurn
 * @property {ReturnType<typeof createLedgers>} ledgers
 * @property {ReturnType<typeof createHistory>} history
 * @property {Pick<ReturnType<typeof createCoreQueries>, "ask" | "refreshAll">} queries
 * @property {ReturnType<typeof createNotices>["notify"]} notify
 * @property {(token: string) => void} select
 */

import { stateQuestion } from "../core/questions.js";
import { backText, textOf } from "../core/texts.js";
import { FORCED, NOTHING } from "../core/verdicts.js";
import { AS_THE_MAP_SAYS, nameOf, unitOf } from "./app-state.js";
import { isAway } from "./drag.js";
import { say } from "./language.js";
import { moverOf } from "./movers.js";

/** @param {GameChangePorts} ports */
export const createGameChanges = ({ store, inTurn, ledgers, history, queries, notify, select }) => {
  const { get, set } = store;
  const { ask, refreshAll } = queries;

  /** The last plan is of a move that is not made any more; that of what is held meanwhile stays. */
  const forgetPlan = () => set(isAway(get().held) ? { asked: null } : { shown: null, asked: null });

  /** Take back what was done last; what was done before the page was opened, of the selected token. */
  const undo = () =>
    inTurn(async () => {
      const { game, standings } = get();
      const newest = history.newest();
      const commit = standings[game.selected]?.commits.at(-1)?.id;
      const isUndone = newest ? await history.undo() : await ledgers.undo(game.selected, commit);
      if (!isUndone) return;
      forgetPlan();
      if (newest?.written) select(newest.written.token);
      if (newest && !newest.written?.commit) notify(say("told.undone"));
    });

  return {
    undo,

    /** Take back what the selected token did since its turn began, the newest first, up to a push: all in one step. */
    backToStart: () =>
      inTurn(async () => {
        const token = get().game.selected;
        let told = NOTHING;
        const newestDone = () => get().standings[token]?.commits.at(-1);
        await history.asOne(token, async () => {
          let newest = newestDone();
          while (newest?.in_turn) {
            const undone = newest.rules.includes(FORCED) ? null : await ledgers.undo(token, newest.id);
            if (!undone) break;
            told = { ...told, turn: undone.turn, forced: told.forced + undone.forced };
            newest = newestDone();
          }
          if (newest?.in_turn) told = { ...told, outcome: "cut", reason: newest.labels[0] ?? null };
        });
        forgetPlan();
        const back = told.turn && { label: say("turn.undo"), run: undo };
        notify(backText(told, nameOf(get(), token), unitOf(get()), textOf), "plain", null, back);
      }),

    /** Do again what was taken back last. */
    redo: () =>
      inTurn(async () => {
        if (history.redo()) forgetPlan();
        else notify(say("told.noRedo"));
      }),

    /** Change the game as the page itself allows, with no question to the core. @type {(change: (game: Game) => Game) => void} */
    change: (change) => {
      const before = get().game;
      set({ game: change(before) });
      history.record(before);
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
        notices: [], // they tell of the game that was on it
      });
      history.clear();
      if (get().systems.length > 0) refreshAll();
    },
  };
};
