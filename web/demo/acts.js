/**
 * What people do with a token beside moving it: acts, rolls, reactions, rulings, the clock.
 *
 * @import { ActedEvent, BeginEvent, Check, DidEvent, RolledEvent } from "../core/protocol.js"
 * @import { AppState } from "./app-state.js"
 * @import { Fields } from "./game.js"
 * @import { createDecisions } from "./decisions.js"
 * @import { createLedgers } from "./ledgers.js"
 * @import { createNotices } from "./notices.js"
 * @import { Store } from "./store.js"
 * @import { InTurn } from "./table.js"
 *
 * @typedef {object} ActPorts
 * @property {Store<AppState>} store
 * @property {InTurn} inTurn
 * @property {ReturnType<typeof createDecisions>} decisions
 * @property {ReturnType<typeof createLedgers>} ledgers
 * @property {ReturnType<typeof createNotices>["notify"]} notify
 * @property {() => void} undo
 */

import { givenText } from "../core/gm-acts.js";
import { createDice } from "../core/judge.js";
import { DOT, distance } from "../core/texts.js";
import { word } from "../core/words.js";
import { nameOf, systemOf, unitOf } from "./app-state.js";
import { say, whose } from "./language.js";
import { moverOf } from "./movers.js";
import { changesIn, labelOf } from "./turn-words.js";

/** The act of systems that name none. */
export const ACTION = "the-action";

/** @param {ActPorts} ports */
export const createActs = ({ store: { get, set }, inTurn, decisions, ledgers, notify, undo }) => ({
  /** Something the system has a word for, or the Action; the roll it asks for comes next. @type {(act: string, options: Fields) => Promise<unknown>} */
  did: (act, options) =>
    inTurn(async () => {
      const token = get().game.selected;
      const before = get().standings[token];
      const value = await ledgers.commit(token, [eventOf(act, options)]);
      if (!value || value.refused) return;
      const free = rollAskedBy(act, options, before?.checks ?? [], value.state.checks);
      if (free) set({ check: { token, rolls: [], free: free.id } });
      const done = value.state.commits.at(-1);
      if (!done) return;
      const told = [
        `${nameOf(get(), token)}: ${labelOf(done)}`,
        ...changesIn(value.state, before, unitOf(get())),
      ];
      notify(told.join(DOT), "plain", done.rules[0] ?? null, { label: say("turn.undo"), run: undo });
    }),

  /** Offer a roll that needs no move. @type {(token: string, check: string) => void} */
  offerCheck: (token, check) => set({ check: { token, rolls: [], free: check } }),

  /** The GM gives movement by hand, or takes it: less than 0. @type {(length: number, reason: string) => Promise<unknown>} */
  give: (length, reason) =>
    inTurn(async () => {
      const token = get().game.selected;
      const value = await ledgers.commit(token, [{ kind: "granted", length, reason }]);
      if (!value || value.refused) return;
      const told = distance(Math.abs(length), unitOf(get()));
      const back = { label: say("turn.undo"), run: undo };
      notify(givenText(nameOf(get(), token), told, length < 0, reason), "plain", null, back);
    }),

  /** Have the next move of the selected token be a push, or none. */
  turnPushing: () => {
    const { pushing, game } = get();
    set({ pushing: pushing === game.selected ? null : game.selected });
  },

  /** End a scope of the clock and begin it anew. @type {(scope: string, count: Pick<BeginEvent, "number" | "of" | "acts">) => Promise<unknown>} */
  beginAnew: (scope, count) =>
    inTurn(() =>
      ledgers.commit(get().game.selected, [
        { kind: "end", scope },
        { kind: "begin", scope, ...count },
      ]),
    ),

  endTurn: () =>
    inTurn(async () => {
      const events = systemOf(get())?.clock.end_turn ?? [];
      const token = get().game.selected;
      if (events.length === 0 || !(await ledgers.commit(token, events))) return;
      set({ shown: null, asked: null });
      notify(word("turnEnded", whose(nameOf(get(), token))));
    }),

  /** Tell the rules of dice that fell; those that fall by chance for a check fall as they did before they were taken back. @type {(token: string, roll: Omit<RolledEvent, "kind">, check?: Check) => Promise<unknown>} */
  roll: (token, roll, check) =>
    inTurn(async () => {
      const { seed, ...told } = roll;
      const dice = createDice({ ...decisions, throws: async () => ({ seed: Number(seed) }) });
      const fallen = check && (await dice(moverOf(get().game, token), check, ""));
      return ledgers.commit(token, [{ kind: "rolled", ...(fallen ? { ...told, ...fallen } : roll) }]);
    }),

  /** A reaction that a move waits for was played. @type {(token: string, reaction: string, stopped: boolean) => Promise<unknown>} */
  react: (token, reaction, stopped) =>
    inTurn(() => ledgers.commit(token, [{ kind: "reacted", reaction, stopped }])),

  /** Take the move back that waits for a roll. @type {(token: string) => Promise<unknown>} */
  cancelCheck: (token) =>
    inTurn(async () => {
      const pending = get().standings[token]?.pending;
      if (get().check?.free !== undefined) set({ check: null });
      else if (!pending) set({ check: null });
      else if (await ledgers.undo(token, pending.commit)) set({ check: null, shown: null, asked: null });
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
});

/** @type {(act: string, options: Fields) => ActedEvent | DidEvent} */
const eventOf = (act, options) =>
  act === ACTION
    ? { kind: "acted", saved: Number(options.saved) || 0, reaction: options.reaction === true }
    : { kind: "did", act, options: /** @type {NonNullable<DidEvent["options"]>} */ (options) };

/**
 * The roll that an act asks for: that of its name, or one that it opened.
 *
 * @type {(act: string, options: Fields, before: Check[], now: Check[]) => Check | undefined}
 */
const rollAskedBy = (act, options, before, now) => {
  const own = now.find(({ id }) => id === act);
  if (own || Object.values(options).length > 0) return own;
  return now.find(({ id }) => before.every((other) => other.id !== id));
};
