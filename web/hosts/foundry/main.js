/**
 * Footwork in Foundry VTT: joins the client's hooks and classes to the rules.
 *
 * @import { DescribeValue, StateValue, SystemEntry } from "../../core/protocol.js"
 * @import { Request } from "../../core/rules-client.js"
 * @import { MoveGate } from "./move-gate.js"
 * @import { PaletteName } from "./palette.js"
 * @import { TokenDocument } from "./surface.js"
 * @import { Drag } from "./following.js"
 * @typedef {ReturnType<typeof runRules>} Rules  of one system, and what asks them
 * @typedef {{rules: Rules, drag: Drag, moveGate: MoveGate, showSelected: () => void}} Played
 */

import described from "footwork-systems";
import { briefly } from "../../core/headline.js";
import { createJudge } from "../../core/judge.js";
import { stateQuestion } from "../../core/questions.js";
import { createRulesClient } from "../../core/rules-client.js";
import { settingAside } from "../../core/set-aside.js";
import { unitFor } from "../../core/units.js";
import { speakOf } from "../../core/words.js";
import { addActions, nameActions } from "./actions.js";
import { createApi } from "./api.js";
import { createAudit } from "./audit.js";
import { addGround } from "./behavior.js";
import { createCardUndo } from "./card-undo.js";
import { say as sayInChat, showTold } from "./chat.js";
import { cardOfRolls } from "./chat-card.js";
import { withRulesPaths, withRulesRuler, withRulesToken } from "./class-wrappers.js";
import { createCombatLines } from "./combat-lines.js";
import { beginAnew } from "./copies.js";
import { createDecisions } from "./decisions.js";
import { createDrag } from "./drag.js";
import { createEffects } from "./effects.js";
import { followPointer, followSelection, peekAtAll } from "./following.js";
import { questionOf } from "./gm-questions.js";
import { host, ID } from "./host.js";
import { registerKey } from "./keys.js";
import { say, speakClients, words } from "./language.js";
import { headline } from "./legend.js";
import { createMoveGate } from "./move-gate.js";
import { createMovers, nameOf } from "./movers.js";
import { createNotices, tellOnce, tellUnread } from "./notices.js";
import { hideDestinations } from "./overlay.js";
import { PALETTES } from "./palette.js";
import { playing } from "./playing.js";
import { createPrompts } from "./prompts.js";
import { houseRulesOf, registerSettings } from "./settings.js";
import { createSystemLibrary } from "./system-library.js";
import { createTracker } from "./tracker.js";
import { seenBy } from "./ways.js";
import { createWindows } from "./windows.js";

const library = createSystemLibrary(described);

let isOverriding = false;
/** What runs of the chosen game; null: none is chosen. @type {Played | null} */
let played = null;
/** Whether the rules do not run, which everybody was told then. */
let areRulesDown = false;

const prompts = createPrompts(
  (reason) => host.ui.notifications.warn(say("noAnswer", { reason })),
  (asked) => questionOf(asked, played?.rules.unit() ?? ""),
);

/** The game that the settings name; null: none. */
const chosen = () => library.entry(host.game.settings.get(ID, "system"));

/** Play what is chosen now, instead of what was played; nobody has to load the page anew. */
const play = () => {
  stop();
  const system = chosen();
  speakOf(system?.id ?? "");
  const id = host.game.settings.get(ID, "system");
  if (system) start(system);
  else if (id !== "none" && host.game.user.isGM) tellOnce(say("unknownGame", { id }), "error");
  redraw();
};

/** Leave what is played. */
const stop = () => {
  playing.end();
  played?.rules.client.dispose();
  played = null;
  hideDestinations();
  windows.join(null);
  offered.run(null);
};

/** Join everything, for one system of rules. @param {SystemEntry} system */
const start = (system) => {
  const rules = runRules(system);
  const { request, moverOf } = rules;
  const drag = dragOf(rules, () => moveGate.isJudging());
  const moveGate = moveGateOf(rules);
  played = { rules, drag, moveGate, showSelected: followSelection(drag) };
  joinMoves(drag, moveGate);
  followPointer(drag, () => rules.client.status.state === "ready");
  const audit = createAudit({ system, seenBy: seenBy.bind(null, rules.modes), moverOf, ask: request });
  // What no move waits for is asked however long it takes: else a slow start would lose what the clock did meanwhile.
  const unhurried = createJudge({ ask: request, ...decisions.table });
  const tracker = createTracker({
    ...{ system, moveGate, moverOf },
    happen: async (mover, change) => {
      const verdict = await unhurried.happen(mover, change);
      report(mover, verdict, "stands");
      const { turn, way } = verdict;
      return turn && { turn, way };
    },
  });
  const effects = createEffects({ system, words, stateOf: stateOf.bind(null, rules) });
  listenToHooks(audit, tracker, effects);
  const cardUndo = createCardUndo({ system: system.id, undo: windows.acts.undoMove, say });
  playing.on("renderChatMessageHTML", cardUndo.draw);
  playing.on("updateToken", cardUndo.keep);
  cardUndo.drawAll();
  windows.join({
    ...{ system, moverOf, ask: request, status: () => rules.client.status, asks: decisions.table },
    ...{ write: moveGate.write, putBack: moveGate.putBack },
    takenBack: tellTakenBack,
    rolled: (document, rolls) => sayInChat(document, cardOfRolls(rolls, words)),
  });
  offered.run({
    ...{ system: system.id, ask: request, moverOf, happens: windows.acts.happens },
    status: () => rules.client.status,
    start: () => rules.client.start(),
  });
  greet(rules);
};

/** Run the rules of a system, and what asks them. @param {SystemEntry} system */
const runRules = (system) => {
  const brought = library.brought(system.id);
  const client = createRulesClient({
    workerUrl: new URL("./rules-worker.js", import.meta.url),
    runtimeUrl: new URL("./runtime/", import.meta.url),
    startsWhenAsked: true,
    ...(brought ? { systems: [{ id: brought.id, url: new URL(brought.url, location.href).href }] } : {}),
    onStatus: ({ state, message }) => {
      areRulesDown = state === "failed";
      if (areRulesDown) tellOnce(say("failed", { reason: message }), "error");
    },
  });
  const judging = settingAside(
    (question, asking) => client.request(question, asking),
    (name, problem) => {
      if (host.game.user.isGM) tellOnce(say("setAside", { name, ...words.problem(problem) }));
    },
  );
  return {
    ...{ system, brought, client, judging },
    request: /** @type {(question: Request) => Promise<any>} */ ((question) => judging(question)),
    moverOf: createMovers({ system, systemInWords: windows.system, tellOnce }),
    modes: new Set(system.modes.map(({ id }) => id)),
    unit: () => unitFor(system, houseRulesOf(system)),
  };
};

/** @type {(rules: Rules, isJudging: () => boolean) => Drag} */
const dragOf = ({ judging, moverOf, modes, unit }, isJudging) => {
  const setting = (/** @type {string} */ key) => host.game.settings.get(ID, key);
  return createDrag({
    ...{ moverOf, modes, unit, words, isJudging },
    ask: (question, slot) => judging(question, { slot }),
    looks: () => ({
      colours: PALETTES[/** @type {PaletteName} */ (setting("palette"))],
      filled: ["tinted", "patterns"].includes(setting("looks")),
      hatched: setting("looks") === "patterns",
      legend: setting("looks") !== "bare",
      isWanted: setting("reach") !== "off",
    }),
    tellProblem: ({ token }, problem) => tellProblem(problem, nameOf(token)),
    findsPaths: () => setting("ways"),
    released: () => played?.showSelected(),
  });
};

/** @param {Rules} rules */
const moveGateOf = ({ request, moverOf, modes, unit }) => {
  /** @param {Request} question */
  const ask = (question) => askInTime(request, question);
  return createMoveGate({
    ...{ report, moverOf, modes, ask },
    judge: createJudge({ ask, ...decisions.table }),
    overrides: () => isOverriding && host.game.user.isGM,
    mayMove: decisions.mayMove,
    tell: (document, verdict) => {
      const { plan, rolls, overridden } = verdict;
      if (plan) host.Hooks.callAll("footwork.moved", document, { plan, rolls, overridden });
      tellTakenBack(document, verdict.takenBack);
      return tellTable(document, verdict, unit());
    },
    overtaken: () => host.ui.notifications.warn(say("overtaken")),
    unasked: () => tellOnce(say("unasked"), "error"),
  });
};

/** @type {(drag: Drag, moveGate: MoveGate) => void} */
const joinMoves = (drag, moveGate) => {
  playing.on("preMoveToken", moveGate.unasked);
  playing.on("moveToken", (document, _movement, _operation, user) => moveGate.moved(document, user));
  playing.on("stopToken", moveGate.stopped);
  playing.on("refreshToken", (token) => {
    if (!token.isDragged) drag.letGo(token);
  });
};

/** Each wraps what is there, that of the game system too, whose own `init` came before. What is played is looked up at each call. */
const wrapClasses = () => {
  const { Token } = host.CONFIG;
  const drag = () => played?.drag;
  // The documents of the world are made before `setup`; what is drawn, after it.
  Token.documentClass = withRulesToken(Token.documentClass, () => played?.moveGate);
  host.Hooks.once("setup", () => {
    Token.rulerClass = withRulesRuler(Token.rulerClass, drag);
    Token.objectClass = withRulesPaths(Token.objectClass, drag);
  });
};

/** Tell others that the rules can be asked; what was brought along is asked at once what it is. @param {Rules} rules */
const greet = async ({ system, brought, request }) => {
  if (brought) await learn(system, request);
  host.Hooks.callAll("footwork.ready", offered.api);
};

/** Learn what a system that was brought along really has; all that works with it looks there. @type {(system: SystemEntry, request: Rules["request"]) => Promise<void>} */
const learn = async (system, request) => {
  const reply = await request({ v: 1, op: "describe" });
  if (!reply.ok) return;
  const { systems, broken } = /** @type {DescribeValue} */ (reply.value);
  const problem = broken.find(({ params }) => params?.system === system.id);
  if (problem) {
    areRulesDown = true;
    tellOnce(say("failed", { reason: words.problem(problem).what }), "error");
  }
  library.told(reply.value);
  const told = systems.find(({ id }) => id === system.id);
  if (told) {
    const [said, found] = [system, told].map(({ unit, modes }) =>
      [unit, ...modes.map(({ id }) => id)].join(", "),
    );
    if (said !== found) tellOnce(say("otherSystem", { id: told.id, said, found }), "error");
    Object.assign(system, told);
    windows.changed();
  }
};

/** Ask, but not longer than a move can wait. @type {(ask: (question: Request) => Promise<any>, question: Request) => Promise<any>} */
const askInTime = (ask, question) => {
  const millis = host.game.settings.get(ID, "timeout") * 1000;
  const late = { ok: false, problem: { code: "late", message: "", path: "", remedy: "" } };
  return Promise.race([ask(question), new Promise((resolve) => setTimeout(resolve, millis, late))]);
};

/** @type {(rules: Rules, document: TokenDocument) => Promise<StateValue | null>} */
const stateOf = async ({ request, moverOf }, document) => {
  const mover = moverOf(document);
  if (!mover?.inCombat) return null;
  const reply = await request(stateQuestion(mover));
  return reply.ok ? reply.value : null;
};

/** @type {(audit: ReturnType<typeof createAudit>, tracker: ReturnType<typeof createTracker>, effects: ReturnType<typeof createEffects>) => void} */
const listenToHooks = (audit, tracker, effects) => {
  const { canvas, game } = host;
  const shown = () => {
    audit.shown(canvas.scene?.tokens ?? []);
    tellUnread(canvas.scene?.regions ?? []);
  };
  playing.on("createRegionBehavior", ({ parent }) => tellUnread([parent]));
  playing.on("canvasReady", shown);
  shown();
  playing.on("moveToken", audit.moved);
  playing.on("updateToken", (document, changed) => {
    audit.updated(document, changed);
    if (changed.flags?.[ID]) effects.sync(document);
  });
  playing.on("preCreateToken", beginAnew);
  playing.on("createChatMessage", showTold);
  playing.on("combatTurnChange", tracker.sync);
  playing.on("updateCombat", tracker.sync);
  // Some game systems fill the order up with combatants that stand for nobody.
  playing.on("createCombatant", ({ token, combat }) => {
    if (token) tracker.sync(combat);
  });
  playing.on("deleteCombatant", ({ token }) => tracker.leave(token));
  playing.on("deleteCombat", ({ combatants }) => {
    for (const { token } of combatants) tracker.leave(token);
  });
  const arrive = () => {
    for (const combat of game.combats) tracker.sync(combat);
  };
  playing.on("userConnected", arrive);
  arrive();
};

const { report, tellProblem, problemText, tellTable, tellTakenBack } = createNotices(
  () => windows.system(),
  () => areRulesDown,
);
const decisions = createDecisions(prompts);
const windows = createWindows({ library, words, say, problemText });
const offered = createApi({ library, open: (name) => windows.open(name) });

const combatLines = createCombatLines({
  say,
  moverOf: (document) => played?.rules.moverOf(document) ?? null,
  stateOf: async (document) => played && stateOf(played.rules, document),
  left: (state) => {
    const unit = played?.rules.unit() ?? "";
    return { brief: briefly(state, unit), all: headline(state, unit) };
  },
  openPanel: () => windows.open("panel"),
});

/** Show anew what hangs on settings. */
const redraw = () => {
  for (const token of host.canvas?.tokens?.controlled ?? []) token.renderFlags.set({ refreshRuler: true });
  windows.changed();
  played?.showSelected();
  combatLines.show();
};

host.Hooks.once("init", () => {
  const module = host.game.modules.get(ID);
  if (module) module.api = offered.api;
  host.Hooks.callAll("footwork.register", offered.api);
  offered.close();
  registerSettings(library.titles(), { redraw, play });
  windows.register();
  addGround(described.systems, chosen);
  addActions(host.CONFIG.Token.movement.actions, library.all(), (mode) => played?.rules.modes.has(mode));
  registerKey("override", "KeyO", true, (isDown) => {
    isOverriding = isDown;
    return played !== null;
  });
  registerKey("destinations", "KeyR", false, (isDown) => {
    if (!played) return false;
    peekAtAll(played.drag, isDown);
    if (!isDown) played.showSelected();
    return host.canvas.tokens.controlled.length > 0;
  });
  registerKey("panel", "KeyU", false, (isDown) => {
    if (isDown && played) windows.toggle();
    return played !== null;
  });
  combatLines.listen();
  prompts.listen();
  wrapClasses();
});

host.Hooks.once("i18nInit", () => {
  speakClients();
  const own = chosen();
  const systems = [...library.all(), ...(own ? [own] : [])];
  nameActions(host.CONFIG.Token.movement.actions, systems, words.told);
});

host.Hooks.once("ready", () => {
  play();
  windows.welcome();
});
