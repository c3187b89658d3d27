/**
 * What happens at the table: asks the core, and puts its answers into the store. It knows no rule and no screen.
 *
 * Whatever changes the game happens one after the other, in the order it was asked for; so two quick drags are
 * judged one after the other, the second on what the first left. What the worker owes survives its restarts.
 *
 * @typedef {import("./app-state.js").AppState} AppState
 * @typedef {import("./app-state.js").Notice} Notice
 * @typedef {import("./drag.js").Answer} Answer
 * @typedef {import("./drag.js").Held} Held
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game.js").How} How
 * @typedef {import("./game.js").Place} Place
 * @typedef {import("./questions.js").Event} Event
 * @typedef {import("../core/protocol.js").ApplyValue} ApplyValue
 * @typedef {import("../core/protocol.js").BeginEvent} BeginEvent
 * @typedef {import("../core/protocol.js").BestRoute} BestRoute
 * @typedef {import("../core/protocol.js").DidEvent} DidEvent
 * @typedef {import("../core/protocol.js").PathRoute} PathRoute
 * @typedef {import("../core/protocol.js").Plan} Plan
 * @typedef {import("../core/protocol.js").Problem} Problem
 * @typedef {import("../core/rules-client.js").RulesClientType} RulesClient
 */

import { createDestinationMap } from "../core/destination-map.js";
import { isSamePlace } from "../core/grid.js";
import { problemText } from "../core/texts.js";
import { AS_THE_MAP_SAYS, nameOf, systemOf } from "./app-state.js";
import { judgedAlike, standsAlike, tokenOf, withTokenAt } from "./game.js";
import { moved, NO_PLAN, nonEmpty, placeOf, rollAskedBy, routeOf, ruleAgainst, waysOf } from "./moves.js";
import {
  bestRoute,
  commitQuestion,
  destinationsQuestion,
  planQuestion,
  stateQuestion,
  straightRoute,
  undoQuestion,
} from "./questions.js";

/**
 * @typedef {object} TableSettings
 * @property {import("./store.js").Store<AppState>} store
 * @property {Pick<RulesClient, "request">} client
 * @property {(token: string, way: readonly Place[]) => Promise<void>} walk  shows a token walking; resolves at its end
 * @property {() => string} newId
 */

/** @typedef {ReturnType<typeof createTable>} Table */

/** @param {TableSettings} settings */
export const createTable = ({ store, client, walk, newId }) => {
  const { get, set } = store;
  /** @type {WeakMap<Answer, Game>} For which game a plan was made. */
  const basis = new WeakMap();
  /** @type {Set<() => void>} Told when the rules are ready again. */
  const readyListeners = new Set();
  /** @type {Promise<unknown>} The end of the queue of what changes the game. */
  let queue = Promise.resolve();
  let queued = 0;
  let lastNumber = 0;
  /** @type {Set<number>} Drops taken back before they were judged. */
  const takenBack = new Set();

  /**
   * Ask, and ask again after a failure of the worker once it works again.
   *
   * @template {keyof import("../core/rules-client.js").Replies} Op
   * @param {Extract<import("../core/rules-client.js").Request, {op: Op}>} question
   * @param {string} [slot]
   * @returns {Promise<import("../core/rules-client.js").Replies[Op] | import("../core/protocol.js").ProblemReply>}
   */
  const ask = async (question, slot) => {
    for (;;) {
      const reply = await client.request(question, slot === undefined ? {} : { slot });
      const isLost = !reply.ok && reply.problem.code === "worker_failed" && get().status.state === "failed";
      if (!isLost) return reply;
      await new Promise((resolve) => readyListeners.add(() => resolve(undefined)));
    }
  };

  /**
   * Run a job after all earlier ones; a fault in it is told and stops nothing.
   *
   * @template T
   * @param {() => Promise<T>} job
   * @returns {Promise<T | undefined>}
   */
  const inTurn = (job) => {
    queued += 1;
    set({ busy: true });
    const done = queue.then(job).catch((error) => {
      notify(`This page made a mistake: ${error}. Reload it; nothing is lost.`, "error");
      return undefined;
    });
    queue = done.then(() => {
      queued -= 1;
      if (queued === 0) set({ busy: false });
    });
    return done;
  };

  /**
   * @param {string} text
   * @param {Notice["tone"]} [tone]
   * @param {string | null} [rule]
   * @param {Notice["action"]} [action]
   */
  const notify = (text, tone = "plain", rule = null, action = null) => {
    lastNumber += 1;
    const notice = { id: lastNumber, tone, text, rule, action };
    const others = get().notices.filter((other) => other.text !== text);
    set({ notices: [...others.slice(-2), notice] });
  };

  /** @param {Problem} problem */
  const tell = (problem) => {
    if (problem.code === "superseded" || problem.code === "aborted") return;
    notify(problemText(problem), "error");
  };

  /**
   * Learn where a token stands in its turn.
   *
   * @param {string} token
   * @returns {Promise<void>}
   */
  const refresh = async (token) => {
    const { game } = get();
    const reply = await ask(stateQuestion(game, token), `state ${token}`);
    // Something was recorded meanwhile: this answer is of yesterday.
    if (!standsAlike(game, get().game, token)) return refresh(token);
    if (!reply.ok) {
      if (reply.problem.code === "superseded") return;
      set({ problem: reply.problem });
      tell(reply.problem);
      return;
    }
    set({ problem: null, standings: { ...get().standings, [token]: reply.value } });
    if (reply.value.pending && !get().check) set({ check: { token, rolls: [] } });
  };

  /**
   * Learn where a token can go; known answers are kept until the game changes.
   *
   * @param {string} token
   */
  const fetchReach = async (token) => {
    const { game } = get();
    if (isReachOf(token)) return;
    const reply = await ask(destinationsQuestion(game, token), "destinations");
    if (!reply.ok) return;
    set({ reach: { token, game, map: createDestinationMap(reply.value) } });
  };

  /** @param {string} token */
  const isReachOf = (token) => {
    const { reach, game } = get();
    return reach !== null && reach.token === token && judgedAlike(reach.game, game);
  };

  /** @type {(token: string, route: PathRoute | BestRoute, slot?: string) => Promise<Answer | null>} */
  const askPlan = async (token, route, slot) => {
    const { game } = get();
    const reply = await ask(planQuestion(game, token, route), slot);
    if (!reply.ok && reply.problem.code === "superseded") return null;
    const plan = reply.ok ? reply.value.plans[0] : undefined;
    /** @type {Answer} */
    const answer = plan
      ? { plan, problem: null }
      : { plan: null, problem: reply.ok ? NO_PLAN : reply.problem };
    basis.set(answer, game);
    return answer;
  };

  /**
   * The plan of the best way; that of the straight line where it is said how or how high to move, and where no way
   * leads: it says what is in its way.
   *
   * @type {(held: Held, how: How, slot?: string) => Promise<Answer | null>}
   */
  const askWay = async (held, how, slot) => {
    const places = [placeOf(get().game, held.token), ...held.via, held.to];
    const straightOn = () => askPlan(held.token, straightRoute(places, how, get().game.scene.grid), slot);
    if (how.mode !== null || how.height !== null) return straightOn();
    const best = await askPlan(held.token, bestRoute(held.to, held.via), slot);
    if (!best?.plan || best.plan.path) return best;
    const straight = await straightOn();
    return straight?.problem ? best : straight;
  };

  /** @type {(held: Held) => Promise<Answer | null>} */
  const preview = async (held) => {
    const answer = await askWay(held, get().how, "preview");
    if (answer?.plan && get().held === held) set({ shown: { token: held.token, plan: answer.plan } });
    return answer;
  };

  /** @type {(held: Held) => void} */
  const drop = (held) => {
    lastNumber += 1;
    const waiting = { id: lastNumber, token: held.token, to: held.to };
    const { how } = get();
    // A height is meant for one move; a way of moving stays until another is chosen.
    set({ waiting: [...get().waiting, waiting], how: { ...how, height: null } });
    inTurn(async () => {
      try {
        await judge(held, how, () => takenBack.has(waiting.id));
      } finally {
        takenBack.delete(waiting.id);
        set({ waiting: get().waiting.filter(({ id }) => id !== waiting.id) });
      }
    });
  };

  /** @type {(held: Held, how: How, isTakenBack: () => boolean) => Promise<void>} */
  const judge = async (held, how, isTakenBack) => {
    const { token } = held;
    const { game } = get();
    const madeFor = held.answer && basis.get(held.answer);
    const isOfNow = madeFor && judgedAlike(madeFor, game);
    const answer = isOfNow ? held.answer : await askWay(held, how);
    if (!answer || isTakenBack() || !tokenOf(get().game, token)) return;
    if (!answer.plan) {
      tell(answer.problem);
      return;
    }
    const { plan } = answer;
    set({ shown: { token, plan }, asked: planQuestion(get().game, token, routeOf(plan, held)) });
    if (plan.verdict === "impossible") await enforce(token, plan, held);
    else await commit(token, [moved(routeOf(plan, held))]);
  };

  /** @type {(token: string, plan: Plan, held: Held) => Promise<void>} */
  const enforce = async (token, plan, held) => {
    const rule = ruleAgainst(plan);
    const letThrough = () => commit(token, [{ ...moved(routeOf(plan, held)), override: true }]);
    const { enforcement } = get().game;
    if (enforcement === "inform") {
      await letThrough();
      notify(`Let through, though the rules say no: ${plan.reason.text}`, "warning", rule);
    } else if (enforcement === "block") {
      await stopAtLastLegal(token, plan, rule);
    } else if (await askGm(token, plan)) {
      await letThrough();
    } else {
      notify(`${nameOf(get(), token)} stays: ${plan.reason.text}`, "plain", rule);
    }
  };

  /** @type {(token: string, plan: Plan) => Promise<boolean>} */
  const askGm = async (token, plan) => {
    const letThrough = await new Promise((resolve) => set({ asking: { token, plan, answer: resolve } }));
    set({ asking: null });
    return letThrough;
  };

  /** @type {(token: string, plan: Plan, rule: string | null) => Promise<void>} */
  const stopAtLastLegal = async (token, plan, rule) => {
    const name = nameOf(get(), token);
    const path = plan.path ?? [];
    const stop = plan.last_legal.cell;
    const end = stop ? path.findLastIndex(({ col, row }) => col === stop.col && row === stop.row) : 0;
    if (end < 1) {
      notify(`${name} stays: ${plan.reason.text}`, "warning", rule);
      return;
    }
    await commit(token, [moved({ path: nonEmpty(path.slice(0, end + 1)) })]);
    notify(`${name} stops at the last legal point: ${plan.reason.text}`, "warning", rule);
  };

  /** @type {(token: string, events: Event[]) => Promise<ApplyValue | null>} */
  const commit = async (token, events) => {
    const { game } = get();
    const id = newId();
    const at = placeOf(game, token);
    const reply = await ask(commitQuestion(game, token, id, events));
    if (!reply.ok) {
      tell(reply.problem);
      return null;
    }
    const { value } = reply;
    if (value.refused) {
      notify(value.refused.reason.text, "warning", value.refused.rule);
      set({ standings: { ...get().standings, [token]: value.state } });
      return value;
    }
    const origins = [...(get().game.origins[token] ?? []), { commit: id, at }];
    await take(token, value, origins, waysOf(value, token, at));
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
    if (stopped && !isToldByRoll) notify(`${name} stops: ${stopped.reason.text}`, "warning", stopped.rule);
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
      notify(`As always: ${ruling.question.text} ${choice.label.text}`, "plain", ruling.rule);
    });
  };

  /**
   * Put what the core answered to an `apply` into the game, and show tokens walking.
   *
   * @param {string} token
   * @param {ApplyValue} value
   * @param {import("./game.js").Origin[]} origins
   * @param {Map<string, Place[]>} ways
   */
  const take = async (token, value, origins, ways) => {
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
    await Promise.all(walks);
    const isOpen = get().check?.token === token;
    if (value.rolls.length > 0) set({ check: { token, rolls: value.rolls } });
    else if (value.state.pending) set({ check: { token, rolls: [] } });
    else if (isOpen) set({ check: null });
  };

  /** @type {(token: string, commitId: string | undefined) => Promise<boolean>} */
  const undoNow = async (token, commitId) => {
    if (commitId === undefined) {
      notify("There is nothing to undo.");
      return false;
    }
    const { game } = get();
    const reply = await ask(undoQuestion(game, token, commitId));
    if (!reply.ok) {
      tell(reply.problem);
      return false;
    }
    const { value } = reply;
    if (value.refused) {
      notify(value.refused.reason.text, "warning", value.refused.rule);
      return false;
    }
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
    );
    return true;
  };

  /** Ask for everything that is shown, after the rules became ready or another game came onto the table. */
  const refreshAll = async () => {
    const { game } = get();
    const others = game.scene.tokens.filter(({ id }) => id !== game.selected && game.ledgers[id]);
    await Promise.all([refresh(game.selected), ...others.map(({ id }) => refresh(id))]);
  };

  return {
    preview,
    drop,
    notify,
    fetchReach,
    refreshAll,
    refresh,

    /** The rules are ready, perhaps again. */
    becameReady: async () => {
      const listeners = [...readyListeners];
      readyListeners.clear();
      for (const listener of listeners) listener();
      if (get().systems.length > 0) return;
      const reply = await ask({ v: 1, op: "describe" });
      if (reply.ok) set({ systems: reply.value.systems, tableRules: reply.value.table_rules });
      else tell(reply.problem);
    },

    /** Give up drops that are not judged yet, and keep the token where it is if the GM is being asked. */
    takeBack: () => {
      for (const { id } of get().waiting) takenBack.add(id);
      get().asking?.answer(false);
    },

    /** @type {(token: string) => void} */
    select: (token) => {
      const { game } = get();
      if (game.selected === token || !tokenOf(game, token)) return;
      set({ game: { ...game, selected: token } });
    },

    /** @type {(saved: number, reaction: boolean) => Promise<unknown>} */
    act: (saved, reaction) => inTurn(() => commit(get().game.selected, [{ kind: "acted", saved, reaction }])),

    /** Something the system has a word for; the roll it asks for comes next. @type {(act: string, options: import("./game.js").Fields) => Promise<unknown>} */
    did: (act, options) =>
      inTurn(async () => {
        const token = get().game.selected;
        const before = get().standings[token]?.checks ?? [];
        const value = await commit(token, [
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
        commit(get().game.selected, [
          { kind: "end", scope },
          { kind: "begin", scope, ...count },
        ]),
      ),

    /** Keep what was typed into a form that is not sent yet. @type {(form: string, values: import("./game.js").Fields) => void} */
    draft: (form, values) => set({ drafts: { ...get().drafts, [form]: values } }),

    endTurn: () =>
      inTurn(async () => {
        const events = systemOf(get())?.clock.end_turn ?? [];
        if (events.length > 0) await commit(get().game.selected, events);
      }),

    undo: () =>
      inTurn(() => {
        const { game, standings } = get();
        const newest = standings[game.selected]?.commits.at(-1);
        return undoNow(game.selected, newest?.id);
      }),

    /** @type {(token: string, roll: Omit<import("../core/protocol.js").RolledEvent, "kind">) => Promise<unknown>} */
    roll: (token, roll) => inTurn(() => commit(token, [{ kind: "rolled", ...roll }])),

    /** A reaction that a move waits for was played. @type {(token: string, reaction: string, stopped: boolean) => Promise<unknown>} */
    react: (token, reaction, stopped) =>
      inTurn(() => commit(token, [{ kind: "reacted", reaction, stopped }])),

    /** Take the move back that waits for a roll. @type {(token: string) => Promise<unknown>} */
    cancelCheck: (token) =>
      inTurn(async () => {
        const pending = get().standings[token]?.pending;
        if (get().check?.free !== undefined) set({ check: null });
        else if (!pending || (await undoNow(token, pending.commit))) set({ check: null });
      }),

    /** @type {(token: string, ruling: string, choice: string, isForAlways: boolean) => Promise<unknown>} */
    rule: (token, ruling, choice, isForAlways) => {
      const { game } = get();
      if (isForAlways) set({ game: { ...game, answers: { ...game.answers, [ruling]: choice } } });
      return inTurn(() => commit(token, [{ kind: "ruled", ruling, choice }]));
    },

    /** Ask the GM again from now on. @type {(ruling: string) => void} */
    forgetAnswer: (ruling) => {
      const { game } = get();
      const { [ruling]: _, ...answers } = game.answers;
      set({ game: { ...game, answers } });
    },

    /** Show the plan of the last visit again. @type {(question: import("../core/protocol.js").PlanRequest) => Promise<void>} */
    showAgain: async (question) => {
      const reply = await ask(question);
      const plan = reply.ok ? reply.value.plans[0] : undefined;
      const token = question.movers[0].token ?? "";
      if (plan && !get().shown && tokenOf(get().game, token))
        set({ shown: { token, plan }, asked: question });
    },

    /**
     * Change the game if the core accepts it; returns what is wrong with it otherwise.
     *
     * @type {(change: (game: Game) => Game, token?: string) => Promise<Problem | null | undefined>}
     */
    tryChange: (change, token = get().game.selected) =>
      inTurn(async () => {
        const reply = await ask(stateQuestion(change(get().game), token));
        if (!reply.ok) return reply.problem;
        set({
          game: change(get().game),
          standings: { ...get().standings, [token]: reply.value },
          problem: null,
        });
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
      if (get().systems.length > 0) refreshAll();
    },
  };
};
