/**
 * What people decide while a move is judged. Dice and reactions are not waited for: they wait in the ledger, which outlives the page.
 *
 * @import { Table } from "../hosts/host.js"
 * @import { AppState } from "./app-state.js"
 * @import { createNotices } from "./notices.js"
 * @import { Store } from "./store.js"
 */

import { word } from "../core/words.js";
import { nameOf } from "./app-state.js";

/** @type {(store: Store<AppState>, notify: ReturnType<typeof createNotices>["notify"]) => Omit<Table, "ask" | "throws">} */
export const createDecisions = ({ get, set }, notify) => ({
  enforcement: () => get().game.enforcement,

  letThrough: async ({ token }, plan) => {
    const letThrough = await new Promise((resolve) => set({ asking: { token, plan, answer: resolve } }));
    set({ asking: null });
    return letThrough;
  },

  rollsAnew: async () => !get().game.keepsDice,

  stays: ({ token }, { label }) =>
    notify(word("diceStay", { name: nameOf(get(), token), check: label.text })),
});
