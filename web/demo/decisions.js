/**
 * What people decide while a move is judged. Dice and reactions are not waited for: they wait in the ledger, which outlives the page.
 *
 * @import { Table } from "../hosts/host.js"
 * @import { AppState } from "./app-state.js"
 * @import { Store } from "./store.js"
 */

/** @type {(store: Store<AppState>) => Omit<Table, "ask">} */
export const createDecisions = ({ get, set }) => ({
  enforcement: () => get().game.enforcement,

  letThrough: async ({ token }, plan) => {
    const letThrough = await new Promise((resolve) => set({ asking: { token, plan, answer: resolve } }));
    set({ asking: null });
    return letThrough;
  },
});
