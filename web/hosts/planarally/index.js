/**
 * Footwork in PlanarAlly: joins what the host tells a mod, and what it does not, to the rules.
 *
 * @import { Api } from "./surface.js"
 */

import rules from "footwork-systems";
import { createJudge } from "../../core/judge.js";
import { createRulesClient } from "../../core/rules-client.js";
import { settingAside } from "../../core/set-aside.js";
import { setAsideText } from "../../core/texts.js";
import { unitFor } from "../../core/units.js";
import { word } from "../../core/words.js";
import { createBlocks } from "./data-blocks.js";
import { createDecisions } from "./decisions.js";
import { createDragOverlay } from "./drag-overlay.js";
import { listenToGestures } from "./gestures.js";
import { createHostState } from "./host-state.js";
import { isInFight } from "./initiative.js";
import { described, inWords, say } from "./language.js";
import { createMoveGate } from "./move-gate.js";
import { createMovers } from "./movers.js";
import { createNotices } from "./notices.js";
import { createPresence } from "./presence.js";
import { createPrompts } from "./prompts.js";
import { createSettingsDialog } from "./settings-dialog.js";
import { registerShapeTab } from "./shape-tab.js";
import { interceptSocket } from "./socket-interceptor.js";
import { createTokenMoves } from "./token-moves.js";
import { createTracker } from "./tracker.js";

const { systems } = described(rules);

const REFRESH_MILLIS = 3_000;
/** What the mod has put on the page. */
const OWN = "[class^='footwork-']";

/** Join everything. @type {(api: Api) => import("./presence.js").Running} */
const start = (api) => {
  const ending = new AbortController();
  const isOver = () => ending.signal.aborted;
  const board = document.getElementById("board") ?? document.body;
  /** Parts of the page that are drawn anew when something has changed. @type {Set<() => void>} */
  const drawn = new Set();
  const changed = () => {
    if (isOver()) return;
    tracker.look();
    prompts.look();
    for (const again of drawn) again();
    tokenMoves.look();
  };

  const hostState = createHostState(api);
  const blocks = createBlocks(api, hostState.identity);
  const { settings } = blocks;
  const system = () => {
    const found = systems.find(({ id }) => id === settings().system);
    return found ? { ...found, unit: unitFor(found, settings().houseRules) } : null;
  };

  const areRulesDown = () => client.status.state === "failed";
  const notices = createNotices({
    chat: api.systems.chat,
    hostState,
    pieceOf: (id) => tokenMoves.pieceOf(id),
    areRulesDown,
  });
  const { tell, tellOnce, nameOf } = notices;
  const dialog = createSettingsDialog({ systems, system, isGm: hostState.isGm, blocks, drawn, changed });

  const client = createRulesClient({
    workerUrl: new URL("./rules-worker.js", import.meta.url),
    runtimeUrl: new URL("./runtime/", import.meta.url),
    onStatus: ({ state, message }) => {
      dialog.showState(state);
      if (state === "failed") tellOnce(say("failed", { message }));
    },
  });

  const ask = settingAside(
    async (question, asking) => inWords(await client.request(question, asking)),
    (name, problem) => {
      if (hostState.isGm()) tellOnce(setAsideText(name, problem));
    },
  );

  /** Whether the rules judge here; why they do not is told. */
  const isOn = () => {
    if (isOver() || !system()) return false;
    const obstacle = hostState.obstacle();
    if (obstacle) tellOnce(say("obstacle", { obstacle }));
    return !obstacle;
  };

  let isOverriding = false;
  const prompts = createPrompts({
    isGm: hostState.isGm,
    read: blocks.asked,
    write: blocks.saveAsked,
    tell,
    changed: () => dragOverlay.redraw(),
  });
  /** Where tokens are to go whose moves are judged. @type {Map<string, {start: import("./surface.js").Point, at: import("./surface.js").Point}>} */
  const headings = new Map();
  const judge = createJudge({
    ask,
    ...createDecisions({
      ...{ prompts, settings, nameOf },
      asker: hostState.user,
      unit: () => system()?.unit ?? "",
      wayOf: (id, label) => {
        const heading = headings.get(id);
        return heading ? { location: hostState.location(), ...heading, label } : null;
      },
    }),
  });
  const moveGate = createMoveGate({
    judge,
    blocks,
    overrides: () => isOverriding && hostState.isGm(),
    report: notices.report,
    tellRolls: notices.tellRolls,
  });
  const moverOf = createMovers({ hostState, blocks, system, fight: () => tracker.fight() });
  const tokenMoves = createTokenMoves({
    hostState,
    isOn,
    isStuck: () => areRulesDown() && settings().failClosed,
    moverOf,
    ask: (question, slot = "") => ask(question, slot ? { slot } : {}),
    judge: moveGate.judge,
    emit: (name, data) => socket.emit(name, data),
    isConnected: () => socket.isConnected(),
    heads: (id, start, at) => headings.set(id, { start: { ...start }, at: { ...at } }),
    record: moveGate.record,
    isOvertaken: moveGate.isOvertaken,
    overtaken: (id) => tell(word("overtaken", { name: nameOf(id) })),
    isInFight: (id) => isInFight(tracker.fight(), id, hostState.identity),
    isWayBack: moveGate.isWayBack,
    undo: moveGate.undo,
    isSettled: moveGate.isSettled,
    tell,
    redraw: () => dragOverlay.redraw(),
  });
  const tracker = createTracker({
    hostState,
    blocks,
    system,
    isOn,
    moverOf,
    tokenMoves,
    tick: moveGate.tick,
    changed,
  });
  const socket = interceptSocket(WebSocket, {
    sends: (name, data) => {
      tracker.hears(name, data);
      if (name === "Shape.Add")
        blocks.restore(data.shape.uuid, (block) => socket.ask("DataBlock.Create", block));
      return tokenMoves.sends(name, data);
    },
    receives: (name, data) => {
      tracker.hears(name, data);
      tokenMoves.receives(name, data);
      notices.receives(name, data);
    },
  });
  const dragOverlay = createDragOverlay({
    board,
    hostState,
    system,
    held: tokenMoves.held,
    resting: tokenMoves.resting,
    asked: () =>
      prompts.open().flatMap(({ way }) => (way && way.location === hostState.location() ? way : [])),
    look: tokenMoves.look,
    isOver,
  });
  registerShapeTab({
    dialog: api.ui.shape,
    ...{ hostState, blocks, system, moverOf, tokenMoves },
    ask,
    undoLast: moveGate.undoLast,
    newTurn: async (mover, rules) => {
      await tracker.newTurn(mover, rules);
      notices.tellNewTurn(mover.token);
    },
    ...{ drawn, changed, isOver },
  });
  listenToGestures({
    signal: ending.signal,
    tokenMoves,
    redraw: dragOverlay.redraw,
    override: (isDown) => {
      isOverriding = isDown;
    },
  });

  // What others change in another location is told to nobody here.
  const refreshing = setInterval(
    () => blocks.refresh((block) => socket.ask("DataBlock.Load", block)),
    REFRESH_MILLIS,
  );

  // How it goes, for those who look into it.
  const status = () => ({ ...client.status, verdicts: { ...tokenMoves.verdicts } });
  Object.assign(globalThis, { footwork: { status } });

  return {
    changed,
    open: async () => {
      await blocks.open();
      if (!isOver()) await tracker.open();
    },
    stop: () => {
      ending.abort();
      clearInterval(refreshing);
      socket.stop();
      client.dispose();
      // The board is off the page by now.
      const away = /** @type {ParentNode} */ (/** @type {unknown} */ (board.getRootNode()));
      for (const place of [away, document])
        for (const element of place.querySelectorAll(OWN)) element.remove();
    },
  };
};

/** Nothing of it takes time: it would hold up the host and all other mods. */
export const events = createPresence(start);
