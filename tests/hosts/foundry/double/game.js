/** The game around the board: users, settings, words, combat, chat, dice and dialogs. */

import * as connection from "./connection.js";
import { Collection, Fields, getProperty, mergeObject, randomID } from "./data.js";
import { Hooks } from "./hooks.js";

export class User extends Fields {
  constructor(data) {
    super();
    Object.assign(this, data);
    this.isGM = data.role >= 4;
  }

  get isSelf() {
    return this.id === game.user.id;
  }

  get active() {
    return game.online.has(this.id);
  }

  can() {
    return true;
  }

  /** Ask the client of this user; rejects when no answer comes in time. */
  query(name, data, { timeout = 30_000 } = {}) {
    if (this.isSelf) return Promise.resolve(CONFIG.queries[name](data, { timeout }));
    const id = randomID();
    return new Promise((resolve, reject) => {
      waiting.set(id, resolve);
      setTimeout(
        () => waiting.delete(id) && reject(new Error(`User ${this.name} gave no answer in time`)),
        timeout,
      );
      connection.emit("query", { id, to: this.id, name, data });
    });
  }
}

const waiting = new Map();

const listenToQueries = () => {
  connection.on("query", async ({ id, to, name, data }) => {
    if (to !== game.user.id) return;
    connection.emit("answer", { id, value: await CONFIG.queries[name]?.(data, {}) });
  });
  connection.on("answer", ({ id, value }) => {
    waiting.get(id)?.(value);
    waiting.delete(id);
  });
};

class Users extends Collection {
  get activeGM() {
    return this.contents.find((user) => user.isGM && user.active) ?? null;
  }
}

class Settings {
  settings = new Map();
  menus = new Map();
  #world;

  constructor(world) {
    this.#world = world;
  }

  register(namespace, key, options) {
    this.settings.set(`${namespace}.${key}`, { namespace, key, ...options });
  }

  registerMenu(namespace, key, options) {
    this.menus.set(`${namespace}.${key}`, options);
  }

  get(namespace, key) {
    const id = `${namespace}.${key}`;
    const setting = this.settings.get(id);
    if (!setting) throw new Error(`"${id}" is not a registered game setting`);
    const stored =
      setting.scope === "world"
        ? this.#world[id]
        : localStorage.getItem(id) && JSON.parse(localStorage.getItem(id));
    return stored ?? setting.default;
  }

  async set(namespace, key, value) {
    const id = `${namespace}.${key}`;
    const setting = this.settings.get(id);
    if (!setting) throw new Error(`"${id}" is not a registered game setting`);
    if (setting.scope === "world" && !game.user.isGM) throw new Error(`You may not change "${id}"`);
    if (setting.scope === "world") await connection.change("settings", id, { value });
    else localStorage.setItem(id, JSON.stringify(value));
    this.receive(id, value);
    return value;
  }

  receive(id, value) {
    if (this.settings.get(id)?.scope === "world") this.#world[id] = value;
    this.settings.get(id)?.onChange?.(value, {}, game.user.id);
  }
}

class Keybindings {
  bindings = new Map();

  register(namespace, action, options) {
    this.bindings.set(`${namespace}.${action}`, options);
  }

  handle(event, phase) {
    for (const binding of this.bindings.values()) {
      if (binding.restricted && !game.user.isGM) continue;
      const isMeant = (binding.editable ?? []).some(({ key }) => key === event.code);
      if (isMeant && binding[phase]?.({ event, isShift: event.shiftKey }) === true) return true;
    }
    return false;
  }
}

class Localization {
  translations = {};

  async load(languages, lang, base) {
    const fallback = languages.find((one) => one.lang === "en");
    const own = languages.find((one) => one.lang === lang);
    for (const language of new Set([fallback, own].filter(Boolean)))
      mergeObject(this.translations, await (await fetch(`${base}/${language.path}`)).json());
    this.lang = lang;
  }

  has(key) {
    return typeof getProperty(this.translations, key) === "string";
  }

  localize(key) {
    return this.has(key) ? getProperty(this.translations, key) : key;
  }

  format(key, data = {}) {
    return this.localize(key).replace(/\{([^}]+)\}/g, (_, name) => String(data[name]));
  }
}

export class Combatant extends Fields {
  constructor(data, combat) {
    super();
    Object.assign(this, { initiative: null, ...data });
    this.combat = combat;
  }

  get token() {
    return canvas.scene.tokens.get(this.tokenId) ?? null;
  }
}

export class Combat extends Fields {
  constructor(data) {
    super();
    Object.assign(this, data);
    this.combatants = data.combatants.map((one) => new Combatant(one, this));
  }

  getFlag(scope, key) {
    return getProperty(this.flags ?? {}, `${scope}.${key}`);
  }

  /** Change fields, as game systems do beside rounds and turns. */
  update(change) {
    return this.#go(change);
  }

  async createCombatant(data) {
    await connection.change("combats", this.id, { combatants: [...this.#sources(), data] });
    this.receiveCombatants([...this.#sources(), data]);
  }

  async deleteCombatant(id) {
    const left = this.#sources().filter((one) => one.id !== id);
    await connection.change("combats", this.id, { combatants: left });
    this.receiveCombatants(left);
  }

  #sources() {
    return this.combatants.map(({ id, tokenId, initiative }) => ({ id, tokenId, initiative }));
  }

  receiveCombatants(sources) {
    const before = this.combatants;
    this.combatants = sources.map((one) => new Combatant(one, this));
    const has = (list, { id }) => list.some((one) => one.id === id);
    for (const one of this.combatants) if (!has(before, one)) Hooks.callAll("createCombatant", one);
    for (const one of before) if (!has(this.combatants, one)) Hooks.callAll("deleteCombatant", one);
  }

  async delete() {
    await connection.change("combats", this.id, { deleted: true });
    this.receive({ deleted: true });
  }

  get started() {
    return this.round > 0;
  }

  get combatant() {
    return this.turn === null ? null : (this.combatants[this.turn] ?? null);
  }

  #now() {
    return {
      round: this.round,
      turn: this.turn,
      combatantId: this.combatant?.id ?? null,
      tokenId: this.combatant?.tokenId ?? null,
    };
  }

  async startCombat() {
    const updateData = { round: 1, turn: 0 };
    Hooks.callAll("combatStart", this, updateData);
    await this.#go(updateData);
  }

  async nextTurn() {
    if (this.turn + 1 >= this.combatants.length) return this.nextRound();
    const updateData = { round: this.round, turn: this.turn + 1 };
    Hooks.callAll("combatTurn", this, updateData, {});
    await this.#go(updateData);
  }

  async nextRound() {
    const updateData = { round: this.round + 1, turn: 0 };
    Hooks.callAll("combatRound", this, updateData, {});
    await this.#go(updateData);
  }

  async previousRound() {
    const updateData = { round: this.round - 1, turn: 0 };
    Hooks.callAll("combatRound", this, updateData, {});
    await this.#go(updateData);
  }

  async #go(change) {
    await connection.change("combats", this.id, change);
    this.receive(change);
  }

  receive(change) {
    if (change.combatants) return this.receiveCombatants(change.combatants);
    if (change.deleted) {
      game.combats.splice(game.combats.indexOf(this), 1);
      return Hooks.callAll("deleteCombat", this, {}, "");
    }
    const prior = this.#now();
    mergeObject(this, change);
    Hooks.callAll("updateCombat", this, change, {}, "");
    if (!("round" in change || "turn" in change)) return undefined;
    for (const { tokenId } of this.combatants) canvas.scene.tokens.get(tokenId)?.clearMovementHistory();
    return Hooks.callAll("combatTurnChange", this, prior, this.#now());
  }
}

/** The tracker in the sidebar: a row for each combatant, drawn anew when the combat changes. */
export const drawTracker = () => {
  const tracker = document.querySelector("#combat");
  const combat = game.combat;
  const rows = (combat?.combatants ?? []).map(({ id, token }, at) => {
    const row = document.createElement("li");
    row.className = "combatant";
    row.dataset.combatantId = id;
    if (at === combat.turn) row.setAttribute("aria-current", "true");
    const name = document.createElement("strong");
    name.textContent = token?.name ?? "";
    row.append(name);
    return row;
  });
  tracker.replaceChildren(...rows);
  Hooks.callAll("renderCombatTracker", { viewed: combat }, tracker, {}, {});
};

/** Notifications, kept for tests to read. */
export const notifications = (() => {
  const list = [];
  const tell = (kind) => (text, options) => {
    list.push({ kind, text, options });
    const line = document.createElement("li");
    line.className = kind;
    line.textContent = text;
    document.querySelector("#notifications").append(line);
    return { id: list.length };
  };
  return { list, info: tell("info"), warn: tell("warning"), error: tell("error") };
})();

export const ChatMessage = {
  /** @param {{token?: any}} of */
  getSpeaker({ token } = {}) {
    return { token: token?.id ?? null, alias: token?.name ?? game.user.name };
  },

  getWhisperRecipients(name) {
    return game.users.contents.filter((user) => (name === "GM" ? user.isGM : user.name === name));
  },

  async create(data) {
    const message = { _id: randomID(), author: game.user.id, whisper: [], ...data };
    await connection.change("messages", message._id, message);
    ChatMessage.show(message);
    return message;
  },

  /** Like the client's own log, content is taken as HTML. */
  show(message) {
    const { whisper, author } = message;
    Hooks.callAll("createChatMessage", message, {}, author);
    const isForUs = whisper.length === 0 || whisper.includes(game.user.id) || author === game.user.id;
    if (!isForUs) return;
    const line = document.createElement("li");
    line.className = "chat-message";
    line.innerHTML = message.content ?? "";
    document.querySelector("#chat-log").append(line);
    Hooks.callAll("renderChatMessageHTML", message, line);
  },
};

export const DialogV2 = {
  confirm(config) {
    return new Promise((resolve) => {
      const dialog = document.createElement("dialog");
      const title = document.createElement("h2");
      title.textContent = config.window?.title ?? "";
      const body = document.createElement("div");
      body.innerHTML = config.content ?? "";
      dialog.append(title, body);
      for (const name of ["yes", "no"]) {
        const button = document.createElement("button");
        button.dataset.action = name;
        button.textContent = config[name]?.label ?? name;
        button.addEventListener("click", () => {
          dialog.remove();
          resolve(name === "yes");
        });
        dialog.append(button);
      }
      document.body.append(dialog);
      dialog.show();
    });
  },
};

/** The game of one client, from the world that the server keeps. */
export const createGame = (world, userId, release) => {
  const users = new Users(world.users.map((user) => [user.id, new User(user)]));
  const module = { id: "footwork", active: true, api: undefined };
  const made = {
    release,
    users,
    user: users.get(userId),
    online: new Set(world.online),
    system: { title: world.system.id, ...world.system },
    paused: false,
    modules: new Map([[module.id, module]]),
    settings: new Settings(world.settings),
    i18n: new Localization(),
    keybindings: new Keybindings(),
    combats: world.combats.map((combat) => new Combat(combat)),
    get combat() {
      return this.combats[0] ?? null;
    },
    socket: {
      emit: (name, data) => connection.emit(name, data),
      on: (name, fn) => connection.on(name, fn),
    },
  };
  made.settings.register("core", "unconstrainedMovement", { scope: "world", type: Boolean, default: false });
  connection.on("online", (ids) => {
    const before = made.online;
    made.online = new Set(ids);
    for (const user of users.contents)
      if (before.has(user.id) !== user.active) Hooks.callAll("userConnected", user, user.active);
  });
  connection.on("settings", ({ id, changes }) => made.settings.receive(id, changes.value));
  connection.on("combats", ({ id, changes }) => made.combats.find((one) => one.id === id)?.receive(changes));
  connection.on("messages", ({ changes }) => ChatMessage.show(changes));
  listenToQueries();
  return made;
};
