/**
 * Intercepts what goes over the socket, however a token is moved: a message is seen before it leaves, and may be changed.
 *
 * The host has no hook for moves, so that its messages are read: Socket.IO over a WebSocket, as text. All others
 * pass untouched. Where the host falls back to polling there is no WebSocket, and nothing is intercepted.
 *
 * @typedef {object} Listener
 * @property {(name: string, data: any, isLate: boolean) => any} sends  Told of a message before it leaves; what it returns leaves instead; null: nothing does. isLate: it was written while there was no connection, for a location that is loaded anew next.
 * @property {(name: string, data: any) => void} receives
 */

/** The namespace of the game; an acknowledgement has a number before its list. */
const MESSAGE = /^42\/planarally,(\d*)(\[.*)$/s;
const ANSWER = /^43\/planarally,(\d+)(\[.*)$/s;
/** Beyond the numbers of the host's own questions; what answers ours is unknown to it. */
const FIRST_QUESTION = 1_000_000_000;
/** What the host says first over a new connection, after all that it could not say before. */
const LOAD = "Location.Load";
/** What the host's server says first when it takes somebody to another location. */
const LEAVING = "Location.Change.Start";
/** What comes with the shapes of a location. */
const LOADED = "Board.Floor.Set";
const KEY = Symbol.for("footwork.socketInterceptor");

/**
 * Intercept the messages of all sockets. Called again (the mod was loaded anew), the newest listener counts.
 *
 * @param {{prototype: {send: (data: any) => void}}} Socket  the class of sockets
 * @param {Listener} listener
 */
export const interceptSocket = (Socket, listener) => {
  const prototype = /** @type {any} */ (Socket.prototype);
  /** @type {{listener: Listener, socket: any, send: (data: any) => void, own: ((data: any) => void) | null, isReturning: boolean, isLoading: boolean, heard: WeakSet<object>, asked: Map<string, (answer: any) => void>, questions: number}} */
  const interceptor = prototype[KEY] ?? {
    listener,
    socket: null,
    send: prototype.send,
    own: null,
    isReturning: false,
    isLoading: false,
    heard: new WeakSet(),
    asked: new Map(),
    questions: FIRST_QUESTION,
  };
  interceptor.listener = listener;
  if (!prototype[KEY]) {
    prototype[KEY] = interceptor;
    prototype.send = interceptor.own = /** @this {any} @param {any} data */ function send(data) {
      if (typeof data === "string") listen(interceptor, this, data);
      const leaving = typeof data === "string" ? outgoing(interceptor, data) : data;
      if (leaving !== null) interceptor.send.call(this, leaving);
    };
  }
  return {
    /** Ask the host's server something; null: there is no socket to ask over. @type {(name: string, data: unknown) => Promise<any>} */
    ask: (name, data) => {
      if (!isConnected(interceptor)) return Promise.resolve(null);
      interceptor.questions += 1;
      const id = String(interceptor.questions);
      interceptor.send.call(interceptor.socket, `42/planarally,${id}${JSON.stringify([name, data])}`);
      return new Promise((resolve) => interceptor.asked.set(id, resolve));
    },
    /** Listen no more, and put back the host's own way of sending unless somebody else has wrapped it since. */
    stop: () => {
      if (interceptor.listener !== listener) return;
      interceptor.listener = NOBODY;
      interceptor.socket = null;
      interceptor.isReturning = interceptor.isLoading = false;
      if (prototype.send !== interceptor.own) return;
      prototype.send = interceptor.send;
      delete prototype[KEY];
    },
    isConnected: () => isConnected(interceptor),
    /** Whether there was a connection that is no more. */
    isLost: () => interceptor.socket !== null && !isConnected(interceptor),
    /** Whether shapes are being loaded anew: until they are here, those of before are shown, and what is told of them may not count. */
    isLoading: () => interceptor.isLoading,
    /** Send a message of our own, which nobody looks at; whether it left for the shapes that are here. @type {(name: string, data: unknown) => boolean} */
    emit: (name, data) => {
      if (!isConnected(interceptor) || interceptor.isLoading) return false;
      interceptor.send.call(interceptor.socket, `42/planarally,${JSON.stringify([name, data])}`);
      return true;
    },
  };
};

const OPEN = 1;
/** @type {Listener} */
const NOBODY = { sends: (_name, data) => data, receives: () => {} };

/** @type {(interceptor: any) => boolean} */
const isConnected = ({ socket }) => socket?.readyState === OPEN;

/** @type {(interceptor: any, socket: any, data: string) => void} */
const listen = (interceptor, socket, data) => {
  if (MESSAGE.test(data)) {
    if (interceptor.socket && interceptor.socket !== socket)
      interceptor.isReturning = interceptor.isLoading = true;
    interceptor.socket = socket;
  }
  if (interceptor.heard.has(socket)) return;
  interceptor.heard.add(socket);
  socket.addEventListener("message", (/** @type {{data: unknown}} */ { data: text }) => {
    if (typeof text === "string") answered(interceptor, text);
    const message = typeof text === "string" ? read(text) : null;
    if (message?.name === LEAVING) interceptor.isLoading = true;
    if (message?.name === LOADED) interceptor.isLoading = false;
    if (message) interceptor.listener.receives(message.name, message.data);
  });
  // What was asked over it is not answered any more.
  socket.addEventListener("close", () => {
    for (const resolve of interceptor.asked.values()) resolve(null);
    interceptor.asked.clear();
  });
};

/** @type {(interceptor: any, text: string) => void} */
const answered = ({ asked }, text) => {
  const [, id = "", list = ""] = ANSWER.exec(text) ?? [];
  const resolve = asked.get(id);
  if (!resolve) return;
  asked.delete(id);
  resolve(JSON.parse(list)[0] ?? null);
};

/** @type {(interceptor: any, text: string) => string | null} */
const outgoing = (interceptor, text) => {
  const message = read(text);
  if (!message) return text;
  const { id, name, data, rest } = message;
  if (name === LOAD) interceptor.isReturning = false;
  const changed = interceptor.listener.sends(name, data, interceptor.isReturning);
  if (changed === null && data !== null) return null;
  return changed === data ? text : `42/planarally,${id}${JSON.stringify([name, changed, ...rest])}`;
};

/** @param {string} text */
const read = (text) => {
  const [, id = "", list] = MESSAGE.exec(text) ?? [];
  if (list === undefined) return null;
  try {
    const [name, data, ...rest] = JSON.parse(list);
    return typeof name === "string" ? { id, name, data, rest } : null;
  } catch {
    // Not one of the host's messages after all: it is none of ours.
    return null;
  }
};
