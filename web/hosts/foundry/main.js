/**
 * Footwork in Foundry VTT: joins the client's hooks and classes to the rules.
 *
 * @typedef {import("../../core/protocol.js").SystemEntry} SystemEntry
 * @typedef {import("../../core/protocol.js").Plan} Plan
 * @typedef {import("../../core/protocol.js").Problem} Problem
 * @typedef {import("./surface.js").TokenDocument} TokenDocument
 * @typedef {import("../../core/protocol.js").Text} Text
 * @typedef {import("./turns.js").Mover} Mover
 * @typedef {import("./turns.js").Turn} Turn
 * @typedef {import("./turns.js").Verdict} Verdict
 */

import described from "footwork-systems";
import { createJudge } from "../../core/judge.js";
import { stateQuestion } from "../../core/questions.js";
import { createRulesClient } from "../../core/rules-client.js";
import { addActions, isDisplacement, nameActions } from "./actions.js";
import { createApi } from "./api.js";
import { confirm, createAsking } from "./asking.js";
import { addGround } from "./behavior.js";
import { cardOf, cardOfRolls, matters } from "./card.js";
import { say as sayInChat, throwDice } from "./chat.js";
import { begun } from "./clock.js";
import { createDesk } from "./desk.js";
import { createEffects } from "./effects.js";
import { createGate, flagOf } from "./gate.js";
import { createHand } from "./hand.js";
import { host, ID } from "./host.js";
import { createLibrary } from "./library.js";
import { PALETTES } from "./palette.js";
import { combatOf, isExempt, mayMoveNow } from "./rights.js";
import { obstacleTo, sceneOf } from "./scene.js";
import { houseRulesOf, registerSettings } from "./settings.js";
import { titlesOf } from "./sheet.js";
import { chartOf } from "./sheets.js";
import { createTracker, standOf } from "./tracker.js";
import { readTurn, stepped } from "./turns.js";
import { createWatch } from "./watch.js";
import { createWords, percent } from "./words.js";
import { withRulesRuler, withRulesToken, withRulesWays } from "./wrapping.js";

/** @type {(key: string, data?: {[name: string]: unknown}) => string} */
const say = (key, data = {}) => host.game.i18n.format(`FOOTWORK.${key}`, data);
const words = createWords({
  has: (key) => host.game.i18n.has(key),
  localize: (key) => host.game.i18n.localize(key),
  format: (key, data = {}) => host.game.i18n.format(key, data),
});

const library = createLibrary(described);

/** @type {Set<string>} What was told already and is not told again. */
const told = new Set();
let isOverriding = false;

/** @type {(text: string, tone?: "info" | "warn" | "error") => void} */
const tellOnce = (text, tone = "warn") => {
  if (told.has(text)) return;
  told.add(text);
  host.ui.notifications[tone](text);
};

const asking = createAsking((reason) => host.ui.notifications.warn(say("noAnswer", { reason })));

/** @type {(token: string) => string} */
const nameOf = (token) => documentOf(token)?.name ?? "";

/** @type {(token: string) => TokenDocument | undefined} */
const documentOf = (token) => host.canvas.tokens.get(token)?.document;

/** Whether this client's user sees a token; the GM sees all that is not hidden. @param {TokenDocument} token */
const isSeen = ({ object }) => host.game.user.isGM || object?.isVisible !== false;

/** @type {(system: SystemEntry) => (document: TokenDocument, alongside?: ReadonlySet<string>, sees?: (token: TokenDocument) => boolean) => Mover | null} */
const moversOf =
  (system) =>
  (document, alongside, sees = isSeen) => {
    if (isExempt(document)) return null;
    const scene = document.parent;
    const obstacle = obstacleTo(scene, document);
    if (obstacle) {
      tellOnce(say(`obstacle.${obstacle}`, { name: document.name }));
      return null;
    }
    const { turn, isBroken } = readTurn(flagOf(document), system.id);
    if (isBroken) tellOnce(say("brokenTurn", { name: document.name }), "error");
    const combat = combatOf(document);
    const inCombat = combat !== null;
    return {
      token: document.id,
      turn: combat ? begun(turn, standOf(combat, document, host.game.system.id)) : turn,
      inCombat,
      character: characterOf(system, document),
      common: {
        v: 1,
        system: system.id,
        house_rules: houseRulesOf(system),
        clock: { in_combat: inCombat },
        scene: sceneOf(scene, document.id, alongside, sees),
        view: "player",
      },
    };
  };

/** A character's numbers; what its sheet should tell and does not is named once. @type {(system: SystemEntry, document: TokenDocument) => {[field: string]: unknown}} */
const characterOf = (system, document) => {
  const { values, missing } = chartOf(system, document);
  const fields = titlesOf(desk.system() ?? system, missing);
  if (missing.length > 0) tellOnce(say("missing", { name: document.name, fields }));
  return values;
};

/** Join everything, for one system of rules. @param {SystemEntry} system */
const start = (system) => {
  const brought = library.brought(system.id);
  const client = createRulesClient({
    workerUrl: new URL("./rules-worker.js", import.meta.url),
    runtimeUrl: new URL("./runtime/", import.meta.url),
    ...(brought ? { systems: [{ id: brought.id, url: new URL(brought.url, location.href).href }] } : {}),
    onStatus: ({ state, message }) => {
      if (state === "failed") tellOnce(say("failed", { reason: message }), "error");
    },
  });
  const modes = new Set(system.modes.map(({ id }) => id));
  const moverOf = moversOf(system);
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
    unit: system.unit,
    words,
  });
  /** @type {(question: import("../../core/rules-client.js").Request) => Promise<any>} */
  const request = (question) => client.request(question);
  /** @type {(question: import("../../core/rules-client.js").Request) => Promise<any>} */
  const ask = (question) => askInTime(client, question);
  const judge = createJudge({ ask, ...portsOf() });
  // What no move waits for is asked however long it takes: else a slow start would lose what the clock did meanwhile.
  const unhurried = createJudge({ ask: request, ...portsOf() });
  const gate = createGate({
    judge,
    overrides: () => isOverriding && host.game.user.isGM,
    report,
    moverOf,
    modes,
    displaces: (action) => isDisplacement(action, host.CONFIG.Token.movement.actions, modes),
    mayMove,
    tell: (document, verdict) => {
      const { plan, rolls, overridden } = verdict;
      if (plan) host.Hooks.callAll("footwork.moved", document, { plan, rolls, overridden });
      return tellTable(document, verdict, system.unit);
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
    happen,
    write: gate.write,
    rolled: (document, rolls) => sayInChat(document, cardOfRolls(rolls, words)),
    asks: portsOf(),
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

/** Whether a move that the rules cannot judge is refused. */
const failsClosed = () =>
  host.game.settings.get(ID, "enforcement") === "block" && host.game.settings.get(ID, "failClosed");

/** @returns {Required<Omit<import("../host.js").Table<Turn>, "ask">>} */
const portsOf = () => ({
  enforcement: () => host.game.settings.get(ID, "enforcement"),
  failsClosed,
  letThrough: ({ token }, plan, id) =>
    asking.askGm(
      say("letThrough.title"),
      say("letThrough.question", { name: nameOf(token), reason: words.told(plan.reason) }),
      `${token} ${id} letThrough`,
    ),
  rolls: ({ token }, check) => {
    const chance = percent(check.chance);
    const data = {
      name: nameOf(token),
      check: words.told(check.label),
      needed: words.told(check.needed_text),
      chance,
    };
    // What comes off whatever the dice show has no chance to tell.
    return confirm(say("roll.title"), say(check.chance === 1 ? "roll.open" : "roll.question", data));
  },
  stops: async ({ token }, reaction, id) => {
    const question = say("reaction.question", { name: nameOf(token), reaction: words.told(reaction.label) });
    // Nobody there to ask, or no answer: whoever reacts has the say.
    return !(await asking.askGm(say("reaction.title"), question, `${token} ${id} ${reaction.id}`));
  },
  throws: async ({ token }, check) => {
    const document = documentOf(token);
    try {
      const title = `${words.told(check.label)}: ${words.told(check.needed_text)}`;
      return document ? { faces: await throwDice(document, check, title) } : null;
    } catch (error) {
      host.ui.notifications.error(say("noDice", { name: nameOf(token), reason: String(error) }));
      return null;
    }
  },
  noted: stepped,
});

/** Tell whoever moves what the rules said, where that is more than a price. @type {(mover: Mover, verdict: Verdict, refusal?: "refused" | "stands") => void} */
const report = ({ token }, { plan, reason, informed, problem }, refusal = "refused") => {
  const name = nameOf(token);
  const warn = (/** @type {string} */ key, /** @type {Text} */ text) =>
    host.ui.notifications.warn(say(key, { name, reason: words.told(text) }));
  if (problem) tellBroken(problem, name);
  else if (reason) warn(refusal, reason);
  else if (informed && plan) warn("informed", plan.reason);
};

/** Tell of a problem; of the map only GMs are told what it is, for players do not know all of it. @type {(problem: Problem, name: string) => void} */
const tellBroken = (problem, name) => {
  const isOfMap = problem.path.startsWith("scene");
  if (isOfMap && !host.game.user.isGM) tellOnce(say("brokenMap", { name }), "error");
  else tellOnce(problemText(problem, name), "error");
};

/** @type {(problem: Problem, name: string) => string} */
const problemText = (problem, name) =>
  problem.code === "late"
    ? say(failsClosed() ? "lateClosed" : "late")
    : say("problem", { name, ...words.problem(withTitle(problem)) });

/** A field of a sheet by what it is called there. @param {Problem} problem */
const withTitle = (problem) => {
  const field = /^movers?(?:\[\d+\])?\.character\.(\w+)/.exec(problem.path)?.[1];
  const system = desk.system();
  if (!field || !system) return problem;
  const path = titlesOf(system, [field]);
  return { ...problem, path, message: problem.message.replace(`${problem.path}: `, "") };
};

/** A card for everybody; only for the GMs where the token is hidden. @type {(document: TokenDocument, verdict: Verdict, unit: string) => void} */
const tellTable = (document, verdict, unit) => {
  if (matters(verdict)) sayInChat(document, cardOf(verdict, unit, words, say("overridden")));
};

/** @type {(document: TokenDocument) => Promise<boolean>} */
const mayMove = (document) => {
  const question = say("outOfTurn.question", { name: document.name, user: host.game.user.name });
  return mayMoveNow(
    document,
    (grant) => asking.askGm(say("outOfTurn.title"), question, grant),
    () => host.ui.notifications.warn(say("outOfTurn.refused", { name: document.name })),
  );
};

/** @type {(ask: (question: any) => Promise<any>, moverOf: ReturnType<typeof moversOf>) => (document: TokenDocument) => Promise<import("../../core/protocol.js").StateValue | null>} */
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
