/**
 * Footwork in PlanarAlly: joins what the host tells a mod, and what it does not, to the rules.
 *
 * @typedef {import("./surface.js").Api} Api
 */

import described from "footwork-systems";
import { createJudge } from "../../core/judge.js";
import { createRulesClient } from "../../core/rules-client.js";
import { unitFor } from "../../core/units.js";
import { createAsking } from "./asking.js";
import { createBlocks } from "./blocks.js";
import { createDialog } from "./dialog.js";
import { createGate } from "./gate.js";
import { listenToGestures } from "./gestures.js";
import { isInFight } from "./initiative.js";
import { createMovers } from "./movers.js";
import { spreadNet } from "./net.js";
import { createPaper } from "./paper.js";
import { createPeople } from "./people.js";
import { createSeat } from "./seat.js";
import { registerTab } from "./tab.js";
import { createTelling } from "./telling.js";
import { createTracker } from "./tracker.js";
import { createWatch } from "./watch.js";

const { systems } = described;

/** Join everything. @param {Api} api */
const start = (api) => {
  /** Parts of the page that are drawn anew when something has changed. @type {Set<() => void>} */
  const drawn = new Set();
  const changed = () => {
    tracker.look();
    asking.look();
    for (const again of drawn) again();
    paper.redraw();
  };

  const seat = createSeat(api);
  const blocks = createBlocks(api, changed);
  const { settings } = blocks;
  const system = () => {
    const found = systems.find(({ id }) => id === settings().system);
    return found ? { ...found, unit: unitFor(found, settings().houseRules) } : null;
  };

  const areRulesDown = () => client.status.state === "failed";
  const telling = createTelling({
    chat: api.systems.chat,
    seat,
    pieceOf: (id) => watch.pieceOf(id),
    areRulesDown,
  });
  const { tell, tellOnce, nameOf } = telling;
  const dialog = createDialog({ systems, system, isGm: seat.isGm, blocks, drawn, changed });

  const client = createRulesClient({
    workerUrl: new URL("./rules-worker.js", import.meta.url),
    runtimeUrl: new URL("./runtime/", import.meta.url),
    onStatus: ({ state, message }) => {
      dialog.showState(state);
      if (state === "failed")
        tellOnce(
          `The movement rules are not running (${message}). Tokens move as the table chose for that; reload the page to try again.`,
        );
    },
  });

  /** Whether the rules judge here; why they do not is told. */
  const isOn = () => {
    if (!system()) return false;
    const obstacle = seat.obstacle();
    if (obstacle) tellOnce(`Tokens move without the rules here: ${obstacle}.`);
    return !obstacle;
  };

  let isOverriding = false;
  const asking = createAsking({
    isGm: seat.isGm,
    read: blocks.asked,
    write: blocks.saveAsked,
    tell,
  });
  const judge = createJudge({
    ask: (question) => client.request(question),
    ...createPeople({ asking, settings, nameOf }),
  });
  const gate = createGate({
    judge,
    blocks,
    overrides: () => isOverriding && seat.isGm(),
    report: telling.report,
    tellRolls: telling.tellRolls,
  });
  const moverOf = createMovers({ seat, blocks, system, fight: () => tracker.fight() });
  const watch = createWatch({
    seat,
    isOn,
    isStuck: () => areRulesDown() && settings().failClosed,
    moverOf,
    ask: (question, slot = "") => client.request(question, slot ? { slot } : {}),
    judge: gate.judge,
    emit: (name, data) => net.emit(name, data),
    record: gate.record,
    isOvertaken: gate.isOvertaken,
    overtaken: (id) =>
      tell(`Someone else moved ${nameOf(id)} at the same time. Move it again from where it is now.`),
    isInFight: (id) => isInFight(tracker.fight(), id),
    isWayBack: gate.isWayBack,
    undo: gate.undo,
    isSettled: gate.isSettled,
    tell,
    redraw: () => paper.redraw(),
  });
  const tracker = createTracker({ seat, blocks, system, isOn, moverOf, watch, tick: gate.tick });
  const net = spreadNet(WebSocket, {
    sends: (name, data) => {
      tracker.hears(name, data);
      return watch.sends(name, data);
    },
    receives: (name, data) => {
      tracker.hears(name, data);
      watch.receives(name, data);
    },
  });
  const paper = createPaper({ seat, system, held: watch.held });
  registerTab({
    dialog: api.ui.shape,
    ...{ seat, blocks, system, moverOf, watch },
    ask: (question) => client.request(question),
    undoLast: gate.undoLast,
    newTurn: tracker.newTurn,
    ...{ drawn, changed },
  });
  listenToGestures({
    watch,
    redraw: paper.redraw,
    override: (isDown) => {
      isOverriding = isDown;
    },
  });

  return {
    /** How it goes, for those who look into it. */
    status: () => ({ ...client.status, verdicts: { ...watch.verdicts } }),
    open: async () => {
      await blocks.open();
      tracker.open();
    },
  };
};

/** @type {ReturnType<typeof start> | null} */
let running = null;

export const events = {
  /** Nothing that takes time: it would hold up the host and all other mods. */
  init: async () => {},
  /** @param {Api} api */
  initGame: async (api) => {
    running ??= start(api);
    Object.assign(globalThis, { footwork: { status: running.status } });
    await running.open();
  },
};
