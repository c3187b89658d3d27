/** The game around the board: users, settings, words, chat and dialogs. */

import { Combat } from "./combat.js";
import * as connection from "./connection.js";
import { Collection, expandObject, Fields, getProperty, mergeObject, randomID } from "./data.js";
import { Hooks } from "./hooks.js";
import { make } from "./windows.js";

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
    this.menus.set(`${namespace}.${key}`, { namespace, ...options });
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

/** Keys by what is held with them; the one that answers `true` keeps them from all others. */
class Keybindings {
  bindings = new Map();

  register(namespace, action, options) {
    this.bindings.set(`${namespace}.${action}`, options);
  }

  handle(event, phase) {
    const { code, altKey, shiftKey, ctrlKey } = event;
    const held = Object.entries({ Alt: altKey, Shift: shiftKey, Control: ctrlKey });
    const isMeant = ({ key, modifiers = [] }) =>
      key === code && held.every(([name, isHeld]) => isHeld === modifiers.includes(name));
    for (const binding of this.bindings.values()) {
      if (binding.restricted && !game.user.isGM) continue;
      if (!(binding.editable ?? []).some(isMeant)) continue;
      if (binding[phase]?.({ event, key: code, isShift: shiftKey }) === true) return true;
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

/** A message as a document: its author and the GMs may change it. */
class Message extends Fields {
  constructor(data) {
    super();
    Object.assign(this, data);
  }

  get id() {
    return this._id;
  }

  get isAuthor() {
    return this.author === game.user.id;
  }

  async update(flat) {
    if (!game.user.isGM && !this.isAuthor) throw new Error("You may not change this message");
    const changes = expandObject(flat);
    await connection.change("messages", this.id, changes);
    ChatMessage.receive(this.id, changes);
  }
}

const drawnOf = ({ id }) => document.querySelector(`#chat-log [data-message-id="${id}"]`);

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
    return ChatMessage.receive(message._id, message);
  },

  /** A new message, or what has changed of one: it is drawn anew. */
  receive(id, data) {
    const known = game.messages.get(id);
    if (known) {
      mergeObject(known, data);
      if (drawnOf(known)) ChatMessage.show(known);
      return known;
    }
    const message = ChatMessage.keep(data);
    Hooks.callAll("createChatMessage", message, {}, message.author);
    ChatMessage.show(message);
    return message;
  },

  keep(data) {
    const message = new Message(structuredClone(data));
    game.messages.set(message.id, message);
    return message;
  },

  /** Like the client's own log, content is taken as HTML; the newest is scrolled to. */
  show(message) {
    const { whisper, author, speaker, content = "" } = message;
    const isForUs = whisper.length === 0 || whisper.includes(game.user.id) || author === game.user.id;
    if (!isForUs) return;
    const sender = speaker?.alias ?? game.users.get(author)?.name ?? "";
    const line = make(
      "li",
      { className: "chat-message" },
      make("header", { className: "message-header", textContent: sender }),
      make("div", { className: "message-content", innerHTML: content }),
    );
    line.dataset.messageId = message.id;
    const log = document.querySelector("#chat-log");
    const before = drawnOf(message);
    if (before) before.replaceWith(line);
    else log.append(line);
    Hooks.callAll("renderChatMessageHTML", message, line);
    if (!before) log.scrollTop = log.scrollHeight;
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
      const close = async () => {
        dialog.remove();
        resolve(null);
      };
      config.render?.(new Event("render"), { close });
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
    messages: new Collection(),
    modules: new Map([[module.id, module]]),
    settings: new Settings(world.settings),
    i18n: new Localization(),
    keybindings: new Keybindings(),
    /** What no evidence tells, and the world has otherwise than usual; each is tried both ways. */
    variants: new Set(world.variants),
    combats: new Collection(),
    /** Which encounter this client looks at; none: the first. */
    viewed: "",
    get combat() {
      return this.combats.get(this.viewed) ?? this.combats.contents[0] ?? null;
    },
    socket: {
      emit: (name, data) => connection.emit(name, data),
      on: (name, fn) => connection.on(name, fn),
    },
  };
  if (release.generation >= 14)
    made.keybindings.register("core", "unconstrainedMovement", {
      editable: [{ key: "KeyU" }],
      restricted: true,
      onDown: () => {
        const now = game.settings.get("core", "unconstrainedMovement");
        game.settings.set("core", "unconstrainedMovement", !now);
        return true;
      },
    });
  made.settings.register("core", "unconstrainedMovement", { scope: "world", type: Boolean, default: false });
  connection.on("online", (ids) => {
    const before = made.online;
    made.online = new Set(ids);
    for (const user of users.contents)
      if (before.has(user.id) !== user.active) Hooks.callAll("userConnected", user, user.active);
  });
  connection.on("settings", ({ id, changes }) => made.settings.receive(id, changes.value));
  connection.on("combats", ({ id, changes, client }) => {
    if (changes.created) Combat.receiveCreated(changes.created);
    else made.combats.get(id)?.receive(changes, client);
  });
  connection.on("reload", () => location.reload());
  connection.on("messages", ({ id, changes }) => ChatMessage.receive(id, changes));
  listenToQueries();
  return made;
};
