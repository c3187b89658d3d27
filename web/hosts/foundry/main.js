/**
 * Footwork in Foundry VTT: joins the client's hooks and classes to the rules.
 *
 * @import { DescribeValue, StateValue, SystemEntry } from "../../core/protocol.js"
 * @import { Request } from "../../core/rules-client.js"
 * @import { MoveGate } from "./move-gate.js"
 * @import { PaletteName } from "./palette.js"
 * @import { TokenDocument } from "./surface.js"
 * @typedef {ReturnType<typeof createDrag>} Drag
 * @typedef {ReturnType<typeof runRules>} Rules  of one system, and what asks them
 */

import described from "footwork-systems";
import { coalesced } from "../../core/coalesce.js";
import { createJudge } from "../../core/judge.js";
import { stateQuestion } from "../../core/questions.js";
import { createRulesClient } from "../../core/rules-client.js";
import { settingAside } from "../../core/set-aside.js";
import { unitFor } from "../../core/units.js";
import { addActions, isDisplacement, nameActions } from "./actions.js";
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
import { questionOf } from "./gm-questions.js";
import { host, ID } from "./host.js";
import { say, speakClients, words } from "./language.js";
import { headline } from "./legend.js";
import { createMoveGate } from "./move-gate.js";
import { createMovers, nameOf } from "./movers.js";
import { createNotices, tellOnce } from "./notices.js";
import { PALETTES } from "./palette.js";
import { createPrompts } from "./prompts.js";
import { houseRulesOf, registerSettings } from "./settings.js";
import { createSystemLibrary } from "./system-library.js";
import { createTracker } from "./tracker.js";
import { createWindows } from "./windows.js";

const library = createSystemLibrary(described);

let isOverriding = false;
/** Show where the selected token can go, once the rules run. */
let showSelected = () => {};
/** Show anew in the combat tracker what is left. */
let showCombatLines = () => {};
/** Whether the rules do not run, which everybody was told then. */
let areRulesDown = false;

const prompts = createPrompts(
  (reason) => host.ui.notifications.warn(say("noAnswer", { reason })),
  (asked) => questionOf(asked, chosen ? unitFor(chosen, houseRulesOf(chosen)) : ""),
);

/** Join everything, for one system of rules. @param {SystemEntry} system */
const start = (system) => {
  const rules = runRules(system);
  const { request, moverOf } = rules;
  const drag = dragOf(rules, () => moveGate.isJudging());
  const moveGate = moveGateOf(rules);
  joinMoves(drag, moveGate);
  followPointer(drag, () => rules.client.status.state === "ready");
  const audit = createAudit({ system, moveGate, moverOf, ask: request });
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
  const combatLines = createCombatLines({
    ...{ moverOf, say },
    stateOf: stateOf.bind(null, rules),
    headline: (state) => headline(state, rules.unit()),
    openPanel: () => windows.open("panel"),
  });
  combatLines.listen();
  showCombatLines = combatLines.show;
  const cardUndo = createCardUndo({ system: system.id, undo: windows.acts.undoMove, say });
  host.Hooks.on("renderChatMessageHTML", cardUndo.draw);
  host.Hooks.on("updateToken", cardUndo.keep);
  listenToKeys(drag);
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
  host.Hooks.once("ready", () => greet(rules));
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
      hatched: setting("hatched"),
      legend: setting("legend"),
      overlay: setting("overlay"),
    }),
    tellProblem: ({ token }, problem) => tellProblem(problem, nameOf(token)),
    findsPaths: () => setting("ways"),
    released: () => showSelected(),
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
    displaces: (action) => isDisplacement(action, host.CONFIG.Token.movement.actions, modes),
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
  const { Hooks, CONFIG } = host;
  const { Token } = CONFIG;
  // The documents of the world are made before `setup`; what is drawn, after it.
  Token.documentClass = withRulesToken(Token.documentClass, moveGate);
  Hooks.once("setup", () => {
    Token.rulerClass = withRulesRuler(Token.rulerClass, drag);
    Token.objectClass = withRulesPaths(Token.objectClass, drag);
  });
  Hooks.on("preMoveToken", moveGate.unasked);
  Hooks.on("moveToken", (document, _movement, _operation, user) => moveGate.moved(document, user));
  Hooks.on("stopToken", moveGate.stopped);
  showSelected = followSelection(drag);
  Hooks.on("refreshToken", (token) => {
    if (!token.isDragged) drag.letGo(token);
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
  const { Hooks, game } = host;
  Hooks.on("canvasReady", ({ scene }) => audit.shown(scene?.tokens ?? []));
  Hooks.on("moveToken", audit.moved);
  Hooks.on("updateToken", (document, changed) => {
    audit.updated(document, changed);
    if (changed.flags?.[ID]) effects.sync(document);
  });
  Hooks.on("preCreateToken", beginAnew);
  Hooks.on("createChatMessage", showTold);
  Hooks.on("combatTurnChange", tracker.sync);
  Hooks.on("updateCombat", tracker.sync);
  Hooks.on("createCombatant", (combatant) => tracker.sync(combatant.combat));
  Hooks.on("deleteCombatant", ({ token }) => tracker.leave(token));
  Hooks.on("deleteCombat", ({ combatants }) => {
    for (const { token } of combatants) tracker.leave(token);
  });
  const arrive = () => {
    if (game.combat) tracker.sync(game.combat);
  };
  Hooks.on("userConnected", arrive);
  Hooks.once("ready", arrive);
};

/** @param {Drag} drag */
const listenToKeys = (drag) => {
  keys.peek = (isDown) => {
    for (const token of host.canvas.tokens.controlled) {
      if (isDown) drag.peek(token);
      else drag.letGo(token, true);
    }
    if (!isDown) showSelected();
  };
};

/** Show where the selected token can go, and again when something has changed. @param {Drag} drag */
const followSelection = (drag) => {
  const show = coalesced(() => {
    const { controlled } = host.canvas.tokens;
    const isWanted = ["overlay", "selected"].every((key) => host.game.settings.get(ID, key));
    const [first = null, ...more] = controlled;
    drag.peekAgain(isWanted && more.length === 0 ? first : null);
  }, requestAnimationFrame);
  const { Hooks } = host;
  for (const event of [
    ...["controlToken", "updateToken", "createToken", "deleteToken", "updateActor", "updateWall"],
    ...["combatTurnChange", "updateCombat", "canvasReady"],
  ])
    Hooks.on(event, show);
  Hooks.on("sightRefresh", async () => {
    if (host.game.user.isGM) return;
    // While it goes, what it sees changes with each frame.
    await Promise.all(host.canvas.tokens.controlled.map((token) => token.movementAnimationPromise));
    show();
  });
  return show;
};

/** So long a pointer is over a token that may be picked up. */
const REST_MILLIS = 100;

/** Ask ahead about an own token that the pointer rests on, if the rules run by then. @type {(drag: Drag, isReady: () => boolean) => void} */
const followPointer = (drag, isReady) => {
  /** @type {string | null} */
  let over = null;
  host.Hooks.on("hoverToken", (token, isOver) => {
    over = isOver ? token.id : null;
    if (!isOver || !token.isOwner) return;
    setTimeout(() => {
      if (over === token.id && isReady()) drag.lookAhead(token);
    }, REST_MILLIS);
  });
};

/** What keys do once the rules run. @type {{peek: (isDown: boolean) => void}} */
const keys = { peek: () => {} };

/** @type {(key: string, code: string, restricted: boolean, press: (isDown: boolean) => void) => void} */
const registerKey = (key, code, restricted, press) =>
  host.game.keybindings.register(ID, key, {
    name: `FOOTWORK.keys.${key}.name`,
    hint: `FOOTWORK.keys.${key}.hint`,
    editable: [{ key: code }],
    restricted,
    onDown: () => {
      press(true);
      return true;
    },
    onUp: () => {
      press(false);
      return true;
    },
  });

const { report, tellProblem, problemText, tellTable, tellTakenBack } = createNotices(
  () => windows.system(),
  () => areRulesDown,
);
const decisions = createDecisions(prompts);
const windows = createWindows({ library, words, say, problemText });
const offered = createApi({ library, open: (name) => windows.open(name) });

/** @type {SystemEntry | null} */
let chosen = null;

host.Hooks.once("init", () => {
  const module = host.game.modules.get(ID);
  if (module) module.api = offered.api;
  host.Hooks.callAll("footwork.register", offered.api);
  offered.close();
  registerSettings(library.titles(), () => {
    for (const token of host.canvas?.tokens?.controlled ?? []) token.renderFlags.set({ refreshRuler: true });
    windows.changed();
    showSelected();
    showCombatLines();
  });
  chosen = library.entry(host.game.settings.get(ID, "system"));
  windows.register();
  addGround(described.systems, chosen);
  if (chosen) addActions(host.CONFIG.Token.movement.actions, chosen);
  registerKey("override", "KeyO", true, (isDown) => {
    isOverriding = isDown;
  });
  registerKey("destinations", "KeyR", false, (isDown) => keys.peek(isDown));
  registerKey("panel", "KeyU", false, (isDown) => {
    if (isDown) windows.toggle();
  });
  prompts.listen();
  // The game system's own `init` came before: what it has set is wrapped.
  if (chosen) start(chosen);
});

host.Hooks.once("i18nInit", () => {
  speakClients();
  if (chosen) nameActions(host.CONFIG.Token.movement.actions, chosen, words.told);
});

host.Hooks.once("ready", () => windows.welcome());
