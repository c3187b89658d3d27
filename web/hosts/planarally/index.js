/**
 * Footwork in PlanarAlly: joins what the host tells a mod, and what it does not, to the rules.
 *
 * @import { SystemEntry } from "../../core/protocol.js"
 * @import { Api, Point } from "./surface.js"
 *
 * @typedef {object} Mod  The parts that are joined: one that is joined later is there once all are.
 * @property {HTMLElement} board
 * @property {AbortController} ending
 * @property {() => boolean} isOver  whether the room was left
 * @property {() => boolean} isOn  whether the rules judge here; a notice says why they do not
 * @property {() => SystemEntry | null} system
 * @property {() => void} changed
 * @property {Set<() => void>} drawn  parts of the page that are drawn anew when something has changed
 * @property {boolean} isOverriding
 * @property {Set<string>} pushing  tokens whose next move is a push
 * @property {(id: string) => boolean} isPushed
 * @property {Map<string, Point>} headings  where tokens are to go whose moves are judged
 * @property {ReturnType<typeof createHostState>} hostState
 * @property {ReturnType<typeof createBlocks>} blocks
 * @property {ReturnType<typeof createNotices>} notices
 * @property {ReturnType<typeof createRulesClient>} client
 * @property {ReturnType<typeof settingAside>} ask
 * @property {ReturnType<typeof createPrompts>} prompts
 * @property {ReturnType<typeof createMoveGate>} moveGate
 * @property {ReturnType<typeof createMovers>} moverOf
 * @property {ReturnType<typeof createTokenMoves>} tokenMoves
 * @property {ReturnType<typeof createTracker>} tracker
 * @property {ReturnType<typeof createCopies>} copies
 * @property {ReturnType<typeof interceptSocket>} socket
 * @property {ReturnType<typeof createDragOverlay>} dragOverlay
 */

import rules from "footwork-systems";
import { createJudge } from "../../core/judge.js";
import { createLookAround } from "../../core/look-around.js";
import { createRulesClient } from "../../core/rules-client.js";
import { settingAside } from "../../core/set-aside.js";
import { setAsideText } from "../../core/texts.js";
import { unitFor } from "../../core/units.js";
import { speakOf, word } from "../../core/words.js";
import { createCopies } from "./copies.js";
import { createBlocks } from "./data-blocks.js";
import { createDecisions } from "./decisions.js";
import { createDragOverlay } from "./drag-overlay.js";
import { listenToGestures } from "./gestures.js";
import { createGmQuestions } from "./gm-questions.js";
import { createHostState } from "./host-state.js";
import { isInFight, leaversBy } from "./initiative.js";
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

/** Messages by which others take tokens away, or have other variants of them seen, in any order. */
const SEEN =
  /^(Shapes\.(Remove|Position\.Update)|Shape\.Options\.SkipDraw\.Set|ToggleComposite\.Variants\.Active\.Set)$/;
const REFRESH_MILLIS = 3_000;
/** What the mod has put on the page. */
const OWN = "[class^='footwork-']";

/** Join everything. @type {(api: Api) => import("./presence.js").Running} */
const start = (api) => {
  const mod = begin(api);
  joinRules(mod);
  joinJudge(mod);
  joinMoves(mod);
  joinPage(mod, api);
  const { ending, blocks, socket, client, tracker, tokenMoves } = mod;
  // Nobody here hears of what others change in another location.
  const refreshing = setInterval(
    () => blocks.refresh((block) => socket.ask("DataBlock.Load", block)),
    REFRESH_MILLIS,
  );

  // How it goes, for those who look into it.
  const status = () => ({ ...client.status, verdicts: { ...tokenMoves.verdicts } });
  Object.assign(globalThis, { footwork: { status } });

  return {
    changed: mod.changed,
    open: async () => {
      await blocks.open();
      if (!mod.isOver()) await tracker.open();
    },
    stop: () => {
      ending.abort();
      clearInterval(refreshing);
      socket.stop();
      client.dispose();
      leavePage(mod);
    },
  };
};

/** What all parts of the mod need. @param {Api} api */
const begin = (api) => {
  const ending = new AbortController();
  const hostState = createHostState(api);
  const mod = /** @type {Mod} */ ({
    ...{ ending, hostState },
    ...{ drawn: new Set(), headings: new Map(), isOverriding: false, pushing: new Set() },
    isPushed: (id) => hostState.isGm() && mod.pushing.has(hostState.identity(id)),
    board: document.getElementById("board") ?? document.body,
    isOver: () => ending.signal.aborted,
    isOn: () => isOn(mod),
    system: () => system(mod),
    changed: () => changed(mod),
  });
  mod.blocks = createBlocks(api, {
    identity: hostState.identity,
    isLost: () => mod.socket.isLost(),
    liesAt: (id, at) => mod.tokenMoves.liesAt(id, at),
  });
  mod.notices = createNotices({
    chat: api.systems.chat,
    hostState,
    pieceOf: (id) => mod.tokenMoves.pieceOf(id),
    areRulesDown: () => areRulesDown(mod),
    unit: () => mod.system()?.unit ?? "",
  });
  return mod;
};

/** @param {Mod} mod */
const changed = ({ isOver, blocks, tracker, prompts, drawn, tokenMoves }) => {
  if (isOver()) return;
  speakOf(blocks.settings().system);
  tracker.look();
  prompts.look();
  for (const again of drawn) again();
  tokenMoves.look();
};

/** @param {Mod} mod */
const system = ({ blocks }) => {
  const settings = blocks.settings();
  const found = systems.find(({ id }) => id === settings.system);
  return found ? { ...found, unit: unitFor(found, settings.houseRules) } : null;
};

/** @param {Mod} mod */
const areRulesDown = ({ client }) => client.status.state === "failed";

/** @param {Mod} mod */
const isOn = ({ isOver, system, hostState, notices }) => {
  if (isOver() || !system()) return false;
  const obstacle = hostState.obstacle();
  if (obstacle) notices.tellOnce(say("obstacle", { obstacle }));
  return !obstacle;
};

/** The rules, and the button that tells how they do. @param {Mod} mod */
const joinRules = (mod) => {
  const { hostState, notices } = mod;
  const dialog = createSettingsDialog({ ...mod, systems, isGm: hostState.isGm });
  mod.client = createRulesClient({
    workerUrl: new URL("./rules-worker.js", import.meta.url),
    runtimeUrl: new URL("./runtime/", import.meta.url),
    onStatus: (status) => {
      const { state, message } = status;
      dialog.showStatus(status);
      if (state === "failed") notices.tellOnce(say("failed", { message }));
      if (state === "ready") mod.tokenMoves.look();
    },
  });
  mod.ask = settingAside(
    async (question, asking) => inWords(await mod.client.request(question, asking)),
    (name, problem) => {
      if (hostState.isGm()) notices.tellOnce(setAsideText(name, problem));
    },
  );
};

/** Who decides on moves: the table, the rules, and the people here. @param {Mod} mod */
const joinJudge = (mod) => {
  const { hostState, blocks, notices, ask, headings } = mod;
  const unit = () => mod.system()?.unit ?? "";
  /** Where tokens stand is known once it is asked. @type {ReturnType<typeof createGmQuestions>} */
  const toldOf = (fact) => createGmQuestions({ ...mod, unit })(fact);
  mod.prompts = createPrompts({
    ending: mod.ending.signal,
    isGm: hostState.isGm,
    location: hostState.location,
    isHere: (token) => hostState.pieceById(token) !== undefined,
    read: blocks.asked,
    write: blocks.saveAsked,
    tell: notices.tell,
    toldOf,
    changed: () => mod.dragOverlay.redraw(),
  });
  const decisions = createDecisions({
    ...{
      prompts: mod.prompts,
      settings: blocks.settings,
      nameOf: notices.nameOf,
      tellStay: notices.tellStay,
    },
    asker: hostState.user,
    ...{ unit, location: hostState.location },
    headingOf: (id) => headings.get(id) ?? { x: 0, y: 0 },
  });
  mod.moveGate = createMoveGate({
    ...{ blocks, ...notices, judge: createJudge({ ask, ...decisions }) },
    location: hostState.location,
    overrides: () => mod.isOverriding && hostState.isGm(),
    isPushed: mod.isPushed,
    pushed: (id) => {
      mod.pushing.delete(hostState.identity(id));
      mod.changed();
    },
    after: (id, job) => mod.tokenMoves.after(id, job),
    overwritten: (...lost) => mod.tokenMoves.overwritten(...lost),
  });
};

/** Tokens in motion, the turn tracker, and the messages of both. @param {Mod} mod */
const joinMoves = (mod) => {
  const { hostState, blocks, notices, ask, headings } = mod;
  mod.moverOf = createMovers({
    ...{ ...mod, fight: () => mod.tracker.fight() },
    isFightKnown: () => mod.tracker.isKnown(),
  });
  mod.tokenMoves = createTokenMoves({
    ...{ ...mod, ...mod.moveGate, tell: notices.tell },
    isStuck: () => areRulesDown(mod) && blocks.settings().failClosed,
    ask: (question, slot = "") => ask(question, slot ? { slot } : {}),
    emit: (name, data) => mod.socket.emit(name, data),
    isConnected: () => mod.socket.isConnected(),
    standstill: () => standstill(mod),
    askServer: (name, data) => mod.socket.ask(name, data),
    lookUp: (id) => blocks.lookUp(id, (block) => mod.socket.ask("DataBlock.Load", block)),
    heads: (id, at) => headings.set(id, { ...at }),
    overtaken: (id) => notices.tell(word("overtaken", { name: notices.nameOf(id) })),
    movedSince: (id) => notices.tell(word("movedSince", { name: notices.nameOf(id) })),
    isInFight: (id) => isInFight(mod.tracker.fight(), id, hostState),
    redraw: () => mod.dragOverlay.redraw(),
    changed: createLookAround({
      isFree: () => mod.client.status.state === "ready" && mod.tokenMoves.isIdle(),
      movers: () => fighters(mod),
      ask: (question, slot) => ask(question, { slot }),
      target: window,
      signal: mod.ending.signal,
    }).changed,
  });
  window.addEventListener("pagehide", mod.tokenMoves.leave, { signal: mod.ending.signal });
  mod.tracker = createTracker({ ...mod, tick: mod.moveGate.tick });
  mod.copies = createCopies({
    ...mod,
    isInFight: (id) => isInFight(mod.tracker.fight(), id, hostState),
    tellLeft: (name) => hostState.isGm() && notices.tell(say("left", { name })),
  });
  /** @param {object} block */
  const load = (block) => mod.socket.ask("DataBlock.Load", block);
  mod.socket = interceptSocket(WebSocket, {
    sends: (name, data, isLate) => {
      if (name === "Shapes.Remove" && !data.temporary) mod.copies.removed(data.uuids);
      mod.tracker.hears(name, data);
      if (name === "Shape.Add") mod.copies.added(data.shape);
      if (isLate && blocks.isSave(name, data)) return null;
      return mod.tokenMoves.sends(name, data);
    },
    receives: (name, data) => {
      if (hostState.isGm())
        for (const id of leaversBy(mod.tracker.fight(), name, data))
          if (!mod.copies.isDeletedHere(id)) notices.tell(say("left", { name: notices.nameOf(id) }));
      mod.tracker.hears(name, data);
      mod.tokenMoves.receives(name, data);
      blocks.receives(name, data, load);
      // A location is loaded, perhaps over a new connection.
      if (name === "Location.Set") blocks.lookAgain(load);
      notices.receives(name, data);
      if (name === "Board.Floor.Set") {
        mod.tokenMoves.loaded();
        mod.prompts.look();
      }
      // The host does first what it is told.
      if (SEEN.test(name)) setTimeout(() => seen(mod, data));
      mod.tokenMoves.look();
    },
  });
};

/** Those in a fight whom whoever sits here may move; of what is selected it is asked anyway. @type {(mod: Mod) => Generator<import("../host.js").Mover>} */
const fighters = function* ({ hostState, tokenMoves, tracker, moverOf }) {
  for (const piece of hostState.pieces()) {
    const { id, local } = piece;
    const isOwn = hostState.mayMove(local) && isInFight(tracker.fight(), id, hostState);
    const found =
      isOwn && !hostState.selected().includes(local)
        ? moverOf(piece, tokenMoves.positionOf, new Set([id]))
        : null;
    if (found) yield found.mover;
  }
};

/** Others take tokens away, or have variants of them seen. @type {(mod: Mod, data: any) => void} */
const seen = ({ prompts, tokenMoves }, data) => {
  prompts.lookForTokens();
  for (const { uuid, shape, variant = uuid ?? shape } of [data].flat()) tokenMoves.shows(variant);
};

/** Why no move can be told to anybody now; empty: it can. @param {Mod} mod */
const standstill = ({ socket }) => {
  if (socket.isLoading()) return say("loading");
  return socket.isLost() ? say("offline") : "";
};

/** What is drawn and listened to on the page. @type {(mod: Mod, api: Api) => void} */
const joinPage = (mod, api) => {
  const { hostState, prompts, tokenMoves } = mod;
  mod.dragOverlay = createDragOverlay({
    ...{
      ...mod,
      held: tokenMoves.held,
      resting: tokenMoves.resting,
      look: tokenMoves.look,
      hover: tokenMoves.hover,
    },
    asked: () => prompts.open().filter(({ location }) => location === hostState.location()),
  });
  registerShapeTab({
    ...{ ...mod, dialog: api.ui.shape },
    give: mod.moveGate.give,
    push: (id) => {
      const own = hostState.identity(id);
      if (!mod.pushing.delete(own)) mod.pushing.add(own);
      mod.changed();
    },
    newTurn: async (mover, rules) => {
      await mod.tracker.newTurn(mover, rules);
      mod.notices.tellNewTurn(mover.token);
    },
  });
  listenToGestures({
    ...{ tokenMoves, copies: mod.copies, signal: mod.ending.signal, redraw: mod.dragOverlay.redraw },
    override: (isDown) => {
      mod.isOverriding = isDown;
    },
  });
};

/** Take away what the mod has put on the page. @param {Mod} mod */
const leavePage = ({ board }) => {
  // The board is off the page by now.
  const away = /** @type {ParentNode} */ (/** @type {unknown} */ (board.getRootNode()));
  for (const place of [away, document]) for (const element of place.querySelectorAll(OWN)) element.remove();
};

/** Nothing of it takes time: it would hold up the host and all other mods. */
export const events = createPresence(start);
