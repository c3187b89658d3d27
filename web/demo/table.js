/**
 * What happens at the table: asks the core, and puts its answers into the store. It knows no rule and no screen.
 *
 * `acts` is what people do beside moving, `game-changes` what they change; `core-queries` asks, `move-gate` judges drops, `ledgers` writes down what was done.
 *
 * @import { RulesClientType as RulesClient } from "../core/rules-client.js"
 * @import { AppState } from "./app-state.js"
 * @import { Fields, How, Place } from "./game.js"
 */

import { createJudge } from "../core/judge.js";
import { createQueues } from "../core/queue.js";
import { setAsideText } from "../core/texts.js";
import { createActs } from "./acts.js";
import { createCoreQueries } from "./core-queries.js";
import { createDecisions } from "./decisions.js";
import { tokenOf } from "./game.js";
import { createGameChanges } from "./game-changes.js";
import { createHistory } from "./history.js";
import { say } from "./language.js";
import { createLedgers } from "./ledgers.js";
import { createMoveGate } from "./move-gate.js";
import { createNotices } from "./notices.js";

/**
 * @typedef {<T>(job: () => Promise<T>) => Promise<T | undefined>} InTurn
 *
 * @typedef {object} TableSettings
 * @property {import("./store.js").Store<AppState>} store
 * @property {Pick<RulesClient, "request">} client
 * @property {(token: string, way: readonly Place[]) => Promise<void>} walk  shows a token walking; resolves at its end
 * @property {() => Promise<void>} tumble  shows dice falling; resolves when they lie
 * @property {() => string} newId
 * @property {(text: string) => void} speak  reads something aloud
 */

/** @typedef {ReturnType<typeof createTable>} Table */

/** @param {TableSettings} settings */
export const createTable = ({ store, client, walk, tumble, newId, speak }) => {
  const { get, set } = store;
  const notices = createNotices(store);
  const { notify } = notices;
  const queues = createQueues(() => set({ busy: false }));
  /** What people do, beside what follows from it. @type {InTurn} */
  const inTurn = (job) => {
    notices.clear();
    return afterOthers(job);
  };
  /** What changes the game happens one after the other, on what the one before left; a fault in one stops no other. @type {InTurn} */
  const afterOthers = async (job) => {
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
  const { ask, refreshAll } = queries;
  const decisions = createDecisions(store, notify);
  const judge = createJudge({ ask, ...decisions });
  const ledgers = createLedgers({
    ...{ store, judge, inTurn: afterOthers, notices, walk, tumble, newId },
    onCommit: (before, written) => history.record(before, written),
    onUndone: (commit) => {
      history.forget(commit);
      speak(say("spoken.undone"));
    },
  });
  const history = createHistory({
    store,
    takeBack: ledgers.undo,
    restored: refreshAll,
  });
  const moveGate = createMoveGate({ store, queries, judge, ledgers, inTurn, notices, newId });

  /** @type {(token: string) => void} */
  const select = (token) => {
    const { game } = get();
    if (game.selected === token || !tokenOf(game, token)) return;
    set({ game: { ...game, selected: token }, storey: null }); // its own is shown
  };

  const changes = createGameChanges({ store, inTurn, ledgers, history, queries, notify, select });

  return {
    notify,
    clearNotices: notices.clear,
    ...queries,
    ...moveGate,

    select,

    /** @type {(change: Partial<How>) => void} */
    moveAs: (change) => set({ how: { ...get().how, ...change } }),

    /** Whether dice that were taken back come back. @type {(keepsDice: boolean) => void} */
    keepDice: (keepsDice) => set({ game: { ...get().game, keepsDice } }),

    /** Keep what was typed into a form that is not sent yet. @type {(form: string, values: Fields) => void} */
    draft: (form, values) => set({ drafts: { ...get().drafts, [form]: values } }),

    ...changes,
    ...createActs({ store, inTurn, decisions, ledgers, notify, undo: changes.undo }),
  };
};
