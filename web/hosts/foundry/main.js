/**
 * Footwork in Foundry VTT: joins the client's hooks and classes to the rules.
 *
 * @typedef {import("../../core/protocol.js").SystemEntry} SystemEntry
 * @typedef {import("../../core/protocol.js").Plan} Plan
 * @typedef {import("../../core/protocol.js").Problem} Problem
 * @typedef {import("./surface.js").TokenDocument} TokenDocument
 * @typedef {import("./table.js").Mover} Mover
 */

import described from "footwork-systems";
import { createRulesClient } from "../../core/rules-client.js";
import { addActions, isDisplacement } from "./actions.js";
import { createApi } from "./api.js";
import { addGround } from "./behavior.js";
import { cardOf, matters } from "./card.js";
import { clockChange } from "./clock.js";
import { createDesk } from "./desk.js";
import { createGate, flagOf } from "./gate.js";
import { createHand } from "./hand.js";
import { host, ID } from "./host.js";
import { createLibrary } from "./library.js";
import { PALETTES } from "./palette.js";
import { obstacleTo, sceneOf } from "./scene.js";
import { houseRulesOf, registerSettings } from "./settings.js";
import { titlesOf } from "./sheet.js";
import { chartOf } from "./sheets.js";
import { createTable } from "./table.js";
import { readTurn } from "./turns.js";
import { createWords, escaped, percent } from "./words.js";
import { withRulesRuler, withRulesToken, withRulesWays } from "./wrapping.js";

const LET_THROUGH = `${ID}.letThrough`;
const ANSWER_MILLIS = 60_000;
const SEED_BELOW = 2 ** 32;

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

/** Ask for yes or no. @type {(title: string, content: string) => Promise<boolean>} */
const confirm = async (title, content) =>
  (await host.foundry.applications.api.DialogV2.confirm({
    window: { title },
    content: `<p>${escaped(content)}</p>`,
    rejectClose: false,
  })) === true;

/** Ask the active GM, wherever that is; nobody there, or no answer: no. @type {(title: string, content: string) => Promise<boolean>} */
const askGm = async (title, content) => {
  const gm = host.game.users.activeGM;
  if (!gm) return false;
  if (gm.isSelf) return confirm(title, content);
  try {
    return (await gm.query(LET_THROUGH, { title, content }, { timeout: ANSWER_MILLIS })) === true;
  } catch (error) {
    host.ui.notifications.warn(say("noAnswer", { reason: String(error) }));
    return false;
  }
};

/** @type {(token: string) => string} */
const nameOf = (token) => host.canvas.tokens.get(token)?.document.name ?? "";

/** Whether this client's user sees a token; the GM sees all that is not hidden. @param {TokenDocument} token */
const isSeen = ({ object }) => host.game.user.isGM || object?.isVisible !== false;

/** @type {(system: SystemEntry) => (document: TokenDocument, alongside?: ReadonlySet<string>) => Mover | null} */
const moversOf = (system) => (document, alongside) => {
  const scene = document.parent;
  const obstacle = obstacleTo(scene, document);
  if (obstacle) {
    tellOnce(say(`obstacle.${obstacle}`, { name: document.name }));
    return null;
  }
  const { turn, isBroken } = readTurn(flagOf(document));
  if (isBroken) tellOnce(say("brokenTurn", { name: document.name }), "error");
  const { combat } = host.game;
  const isFighting = [...(combat?.combatants ?? [])].some(({ tokenId }) => tokenId === document.id);
  const inCombat = Boolean(combat?.started) && isFighting;
  return {
    token: document.id,
    turn,
    inCombat,
    character: characterOf(system, document),
    common: {
      v: 1,
      system: system.id,
      house_rules: houseRulesOf(system),
      clock: { in_combat: inCombat },
      scene: sceneOf(scene, document.id, alongside, isSeen),
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
    broken: portsOf().broken,
    findsWays: () => host.game.settings.get(ID, "ways"),
    modes,
    unit: system.unit,
    words,
  });
  const table = createTable({ ask: (question) => askInTime(client, question), ...portsOf() });
  const gate = createGate({
    table,
    moverOf,
    modes,
    displaces: (action) => isDisplacement(action, host.CONFIG.Token.movement.actions, modes),
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
  host.Hooks.on("combatTurnChange", (combat, prior, current) =>
    turnClock({ system, table, gate, moverOf }, combat, prior, current),
  );
  listenToKeys(hand);
  /** @type {(question: import("../../core/rules-client.js").Request) => Promise<any>} */
  const ask = (question) => client.request(question);
  desk.join({ system, ask, moverOf, happen: table.happen, write: gate.write });
  offered.run({ system: system.id, status: () => client.status, ask, moverOf, happens: desk.deeds.happens });
  ask({ v: 1, op: "describe" }).then((reply) => {
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

/** @returns {Omit<import("./table.js").Ports, "ask">} */
const portsOf = () => ({
  enforcement: () => host.game.settings.get(ID, "enforcement"),
  overrides: () => isOverriding && host.game.user.isGM,
  letThrough: ({ token }, plan) =>
    askGm(
      say("letThrough.title"),
      say("letThrough.question", { name: nameOf(token), reason: words.told(plan.reason) }),
    ),
  rolls: ({ token }, check) => {
    const chance = percent(check.chance);
    const data = {
      name: nameOf(token),
      check: words.told(check.label),
      needed: words.told(check.needed_text),
      chance,
    };
    return confirm(say("roll.title"), say("roll.question", data));
  },
  stops: ({ token }, reaction) =>
    askGm(
      say("reaction.title"),
      say("reaction.question", { name: nameOf(token), reaction: words.told(reaction.label) }),
    ),
  nextSeed: () => Math.floor(Math.random() * SEED_BELOW),
  refused: ({ token }, plan, text) => {
    const reason = plan ? words.told(plan.reason) : text;
    host.ui.notifications.warn(say("refused", { name: nameOf(token), reason }));
  },
  informed: ({ token }, plan) =>
    host.ui.notifications.warn(say("informed", { name: nameOf(token), reason: words.told(plan.reason) })),
  broken: ({ token }, problem) => tellOnce(problemText(problem, nameOf(token)), "error"),
});

/** @type {(problem: Problem, name: string) => string} */
const problemText = (problem, name) =>
  problem.code === "late" ? say("late") : say("problem", { name, ...words.problem(withTitle(problem)) });

/** A field of a sheet by what it is called there. @param {Problem} problem */
const withTitle = (problem) => {
  const field = /^movers?(?:\[\d+\])?\.character\.(\w+)/.exec(problem.path)?.[1];
  const system = desk.system();
  if (!field || !system) return problem;
  const path = titlesOf(system, [field]);
  return { ...problem, path, message: problem.message.replace(`${problem.path}: `, "") };
};

/** A card for everybody, unless the token is hidden from them. @type {(document: TokenDocument, verdict: import("./table.js").Verdict, unit: string) => void} */
const tellTable = (document, verdict, unit) => {
  if (!matters(verdict) || document._source.hidden) return;
  const content = cardOf(verdict, unit, words, say("overridden"));
  const { ChatMessage } = host;
  ChatMessage.create({
    content,
    speaker: ChatMessage.getSpeaker({ token: document }),
    flags: { [ID]: { card: true } },
  });
};

/**
 * @typedef {object} Joined
 * @property {SystemEntry} system
 * @property {ReturnType<typeof createTable>} table
 * @property {ReturnType<typeof createGate>} gate
 * @property {ReturnType<typeof moversOf>} moverOf
 */

/** @type {(joined: Joined, combat: import("./surface.js").Combat, prior: import("./surface.js").Turn, current: import("./surface.js").Turn) => Promise<void>} */
const turnClock = async ({ system, table, gate, moverOf }, combat, prior, current) => {
  const change = clockChange(system.clock, combat.id, prior, current);
  if (!change || !host.game.users.activeGM?.isSelf) return;
  for (const { tokenId } of combat.combatants) {
    const document = tokenId ? host.canvas.tokens.get(tokenId)?.document : undefined;
    const mover = document && moverOf(document);
    const result = mover && (await table.happen(mover, change));
    if (document && result) await gate.write(document, result);
  }
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
  host.CONFIG.queries[LET_THROUGH] = ({ title, content }) => confirm(String(title), String(content));
});

// Game systems set their own classes in `init`; what wraps them comes after.
host.Hooks.once("setup", () => {
  if (chosen) start(chosen);
});
