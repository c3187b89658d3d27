/**
 * What the page does once the rules are ready, perhaps again.
 *
 * @import { ForeignSystem } from "../core/messages.js"
 * @import { Status } from "../core/rules-client.js"
 * @import { AppState } from "./app-state.js"
 * @import { createFiles } from "./files.js"
 * @import { Store } from "./store.js"
 * @import { Table } from "./table.js"
 *
 * @typedef {object} ReadinessPorts
 * @property {Store<AppState>} store
 * @property {Table} table
 * @property {ReturnType<typeof createFiles>} files
 * @property {readonly ForeignSystem[]} added
 */

import { say } from "./language.js";
import { keptPlan } from "./persistence.js";
import { FIRST } from "./scenes.js";

/** Follow how the rules are. @type {(ports: ReadinessPorts) => (status: Status) => void} */
export const createReadiness = ({ store, table, files, added }) => {
  const { get, set } = store;

  /** Who brings a game along wants to see it; one that was brought at an earlier visit may be gone. */
  const openKnown = async () => {
    const { systems, game } = get();
    const isKnown = (/** @type {string} */ id) => systems.some((system) => system.id === id);
    const own = added.find(({ id }) => isKnown(id));
    if (own) return files.chooseSystem(own.id);
    if (systems.length === 0 || isKnown(game.system)) return;
    await files.chooseSystem(FIRST);
    table.notify(say("told.gameGone", { system: game.system }), "warning");
  };
  const onReady = async () => {
    await table.becameReady();
    await openKnown();
    await table.refreshAll();
    const asked = keptPlan(localStorage, get().game);
    if (asked && !get().shown) await table.showAgain(asked);
    await table.fetchReach(get().game.selected);
  };

  return (status) => {
    const isBack = get().status.state === "failed" && status.state !== "failed";
    set(isBack ? { status, notices: [] } : { status });
    if (status.state === "ready") onReady();
    if (status.state === "failed") {
      const reason = status.message.split("\n").at(-1) ?? "";
      table.notify(say("told.failed", { reason: reason.trim() }), "error");
    }
  };
};
