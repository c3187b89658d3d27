/**
 * What people do with a token beside moving it: acts, rolls, reactions, rulings, the clock.
 *
 * @import { BeginEvent, Check, DidEvent, RolledEvent } from "../core/protocol.js"
 * @import { AppState } from "./app-state.js"
 * @import { Fields } from "./game.js"
 * @import { createLedgers } from "./ledgers.js"
 * @import { createNotices } from "./notices.js"
 * @import { Store } from "./store.js"
 * @import { InTurn } from "./table.js"
 *
 * @typedef {object} ActPorts
 * @property {Store<AppState>} store
 * @property {InTurn} inTurn
 * @property {ReturnType<typeof createLedgers>} ledgers
 * @property {ReturnType<typeof createNotices>["notify"]} notify
 */

import { diceOf } from "../core/thrown.js";
import { word } from "../core/words.js";
import { nameOf, systemOf } from "./app-state.js";
import { whose } from "./language.js";
import { rollAskedBy } from "./moves.js";

/** @param {ActPorts} ports */
export const createActs = ({ store: { get, set }, inTurn, ledgers, notify }) => ({
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
    inTurn(() => {
      const { game } = get();
      const fallen = check && game.keepsDice ? diceOf(game.thrown[token] ?? [], check) : null;
      if (fallen) notify(word("diceStay", { name: nameOf(get(), token), check: check?.label.text ?? "" }));
      const { seed: _, ...told } = roll;
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
});
