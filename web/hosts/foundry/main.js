/**
 * Footwork in Foundry VTT: joins the client's hooks and classes to the rules.
 *
 * @typedef {import("../../core/protocol.js").SystemEntry} SystemEntry
 * @typedef {import("../../core/protocol.js").Problem} Problem
 * @typedef {import("./surface.js").TokenDocument} TokenDocument
 */

import described from "footwork-systems";
import { createJudge } from "../../core/judge.js";
import { stateQuestion } from "../../core/questions.js";
import { createRulesClient } from "../../core/rules-client.js";
import { unitFor } from "../../core/units.js";
import { addActions, isDisplacement, nameActions } from "./actions.js";
import { createApi } from "./api.js";
import { createAsking } from "./asking.js";
import { addGround } from "./behavior.js";
import { cardOfRolls } from "./card.js";
import { say as sayInChat } from "./chat.js";
import { createDesk } from "./desk.js";
import { createEffects } from "./effects.js";
import { createGate } from "./gate.js";
import { createHand } from "./hand.js";
import { host, ID } from "./host.js";
import { say, words } from "./language.js";
import { createLibrary } from "./library.js";
import { createMovers, nameOf } from "./movers.js";
import { PALETTES } from "./palette.js";
import { createPeople } from "./people.js";
import { houseRulesOf, registerSettings } from "./settings.js";
import { createTelling, tellOnce } from "./telling.js";
import { createTracker } from "./tracker.js";
import { createWatch } from "./watch.js";
import { withRulesRuler, withRulesToken, withRulesWays } from "./wrapping.js";

const library = createLibrary(described);

let isOverriding = false;
/** Whether the rules do not run, which everybody was told then. */
let areRulesDown = false;

const asking = createAsking((reason) => host.ui.notifications.warn(say("noAnswer", { reason })));

/** Join everything, for one system of rules. @param {SystemEntry} system */
const start = (system) => {
  const brought = library.brought(system.id);
  const client = createRulesClient({
    workerUrl: new URL("./rules-worker.js", import.meta.url),
    runtimeUrl: new URL("./runtime/", import.meta.url),
    ...(brought ? { systems: [{ id: brought.id, url: new URL(brought.url, location.href).href }] } : {}),
    onStatus: ({ state, message }) => {
      areRulesDown = state === "failed";
      if (areRulesDown) tellOnce(say("failed", { reason: message }), "error");
    },
  });
  const modes = new Set(system.modes.map(({ id }) => id));
  const unit = () => unitFor(system, houseRulesOf(system));
  const moverOf = createMovers({ system, systemInWords: desk.system, tellOnce });
  const hand = createHand({
    moverOf,
    ask: (question, slot) => client.request(question, { slot }),
    looks: () => ({
      colours:
        PALETTES[/** @type {import("./palette.js").PaletteName} */ (host.game.settings.get(ID, "palette"))],
      hatched: host.game.settings.get(ID, "hatched"),
      overlay: host.game.settings.get(ID, "overlay"),
    }),
    broken: ({ token }, problem) => tellBroken(problem, nameOf(token)),
    findsWays: () => host.game.settings.get(ID, "ways"),
    modes,
    unit,
    words,
  });
  /** @type {(question: import("../../core/rules-client.js").Request) => Promise<any>} */
  const request = (question) => client.request(question);
  /** @type {(question: import("../../core/rules-client.js").Request) => Promise<any>} */
  const ask = (question) => askInTime(client, question);
  const judge = createJudge({ ask, ...people.table });
  // What no move waits for is asked however long it takes: else a slow start would lose what the clock did meanwhile.
  const unhurried = createJudge({ ask: request, ...people.table });
  const gate = createGate({
    judge,
    overrides: () => isOverriding && host.game.user.isGM,
    report,
    moverOf,
    modes,
    displaces: (action) => isDisplacement(action, host.CONFIG.Token.movement.actions, modes),
    mayMove: people.mayMove,
    tell: (document, verdict) => {
      const { plan, rolls, overridden } = verdict;
      if (plan) host.Hooks.callAll("footwork.moved", document, { plan, rolls, overridden });
      return tellTable(document, verdict, unit());
    },
    overtaken: () => host.ui.notifications.warn(say("overtaken")),
  });
  const { Token } = host.CONFIG;
  Token.rulerClass = withRulesRuler(Token.rulerClass, hand);
  Token.objectClass = withRulesWays(Token.objectClass, hand);
  Token.documentClass = withRulesToken(Token.documentClass, gate);
  host.Hooks.on("preMoveToken", gate.net);
  host.Hooks.on("moveToken", (document, _movement, _operation, user) => gate.moved(document, user));
  host.Hooks.on("stopToken", gate.stopped);
  host.Hooks.on("refreshToken", (token) => {
    if (!token.isDragged) hand.letGo(token);
  });
  /** Tell the rules what is no move of a token's own; null: they did not take it, which is told. @type {Parameters<typeof createTracker>[0]["happen"]} */
  const happen = async (mover, change) => {
    const verdict = await unhurried.happen(mover, change);
    report(mover, verdict, "stands");
    const { turn, way } = verdict;
    return turn && { turn, way };
  };
  const watch = createWatch({
    system,
    gate,
    moverOf,
    ask: request,
    isGranted: asking.isGranted,
    text: say,
    words,
  });
  const tracker = createTracker({ system, happen, gate, moverOf, forget: watch.forget });
  const effects = createEffects({ system, words, stateOf: stateOf(request, moverOf) });
  listenToPeople(watch, tracker, effects);
  listenToKeys(hand);
  desk.join({
    system,
    ask: request,
    moverOf,
    write: gate.write,
    rolled: (document, rolls) => sayInChat(document, cardOfRolls(rolls, words)),
    asks: people.table,
  });
  offered.run({
    system: system.id,
    status: () => client.status,
    ask: request,
    moverOf,
    happens: desk.deeds.happens,
  });
  request({ v: 1, op: "describe" }).then((reply) => {
    if (!reply.ok) return;
    const isOwn = (/** @type {Problem} */ { params }) => params?.system === system.id;
    const broken = reply.value.broken.find(isOwn);
    if (broken) {
      areRulesDown = true;
      tellOnce(say("failed", { reason: words.problem(broken).what }), "error");
    }
    if (brought) library.told(reply.value);
    const own = reply.value.systems.find((/** @type {SystemEntry} */ { id }) => id === system.id);
    if (brought && own) learn(system, own);
    host.Hooks.callAll("footwork.ready", offered.api);
  });
};

/** What a system that was brought along really has; all that works with it looks there. @type {(system: SystemEntry, told: SystemEntry) => void} */
const learn = (system, told) => {
  const [said, found] = [system, told].map(({ unit, modes }) =>
    [unit, ...modes.map(({ id }) => id)].join(", "),
  );
  if (said !== found) tellOnce(say("otherSystem", { id: told.id, said, found }), "error");
  Object.assign(system, told);
  desk.changed();
};

/** Ask, but not longer than a move can wait. @type {(client: ReturnType<typeof createRulesClient>, question: import("../../core/rules-client.js").Request) => Promise<any>} */
const askInTime = (client, question) => {
  const millis = host.game.settings.get(ID, "patience") * 1000;
  /** @type {Promise<{ok: false, problem: Problem}>} */
  const late = new Promise((resolve) =>
    setTimeout(
      () => resolve({ ok: false, problem: { code: "late", message: "", path: "", remedy: "" } }),
      millis,
    ),
  );
  return Promise.race([client.request(question), late]);
};

/** @type {(ask: (question: any) => Promise<any>, moverOf: ReturnType<typeof createMovers>) => (document: TokenDocument) => Promise<import("../../core/protocol.js").StateValue | null>} */
const stateOf = (ask, moverOf) => async (document) => {
  const mover = moverOf(document);
  if (!mover?.inCombat) return null;
  const reply = await ask(stateQuestion(mover));
  return reply.ok ? reply.value : null;
};

/** @type {(watch: ReturnType<typeof createWatch>, tracker: ReturnType<typeof createTracker>, effects: ReturnType<typeof createEffects>) => void} */
const listenToPeople = (watch, tracker, effects) => {
  const { Hooks, game } = host;
  Hooks.on("moveToken", watch.moved);
  Hooks.on("stopToken", watch.stopped);
  Hooks.on("updateToken", (document, changed, _operation, userId) => {
    watch.updated(document, changed, userId);
    if (changed.flags?.[ID]) effects.sync(document);
  });
  Hooks.on("renderChatMessageHTML", watch.listenToCard);
  Hooks.on("combatTurnChange", tracker.sync);
  Hooks.on("updateCombat", tracker.sync);
  Hooks.on("createCombatant", (combatant) => tracker.sync(combatant.combat));
  Hooks.on("deleteCombatant", ({ token }) => tracker.leave(token));
  Hooks.on("deleteCombat", ({ combatants }) => {
    for (const { token } of combatants) tracker.leave(token);
  });
  const arrive = () => {
    watch.arrive();
    if (game.combat) tracker.sync(game.combat);
  };
  Hooks.on("userConnected", arrive);
  Hooks.once("ready", arrive);
};

/** @param {ReturnType<typeof createHand>} hand */
const listenToKeys = (hand) => {
  keys.peek = (isDown) => {
    for (const token of host.canvas.tokens.controlled) {
      if (isDown) hand.peek(token);
      else hand.letGo(token, true);
    }
  };
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

const { report, tellBroken, problemText, tellTable } = createTelling(
  () => desk.system(),
  () => areRulesDown,
);
const people = createPeople(asking);
const desk = createDesk({ library, words, say, problemText });
const offered = createApi({ library, open: (name) => desk.open(name) });

/** @type {SystemEntry | null} */
let chosen = null;

host.Hooks.once("init", () => {
  const module = host.game.modules.get(ID);
  if (module) module.api = offered.api;
  host.Hooks.callAll("footwork.register", offered.api);
  offered.close();
  registerSettings(library.titles(), () => {
    for (const token of host.canvas?.tokens?.controlled ?? []) token.renderFlags.set({ refreshRuler: true });
    desk.changed();
  });
  chosen = library.entry(host.game.settings.get(ID, "system"));
  desk.register();
  addGround(described.systems, chosen);
  if (chosen) addActions(host.CONFIG.Token.movement.actions, chosen);
  registerKey("override", "KeyO", true, (isDown) => {
    isOverriding = isDown;
  });
  registerKey("destinations", "KeyR", false, (isDown) => keys.peek(isDown));
  registerKey("panel", "KeyU", false, (isDown) => {
    if (isDown) desk.toggle();
  });
  asking.listen();
});

host.Hooks.once("i18nInit", () => {
  if (chosen) nameActions(host.CONFIG.Token.movement.actions, chosen, words.told);
});

// Game systems set their own classes in `init`; what wraps them comes after.
host.Hooks.once("setup", () => {
  if (chosen) start(chosen);
});
