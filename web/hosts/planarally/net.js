/**
 * The net below every way a token moves: what goes over the wire is seen before it leaves, and may be changed.
 *
 * The host has no hook for moves, so that its messages are read: Socket.IO over a WebSocket, as text. All others
 * pass untouched. Where the host falls back to polling there is no WebSocket, and this net sees nothing.
 *
 * @typedef {object} Sight
 * @property {(name: string, data: any) => any} sends  Told of a message before it leaves; what it returns leaves instead.
 * @property {(name: string, data: any) => void} receives
 */

/** The namespace of the game; an acknowledgement has a number before its list. */
const MESSAGE = /^42\/planarally,(\d*)(\[.*)$/s;
const KEY = Symbol.for("footwork.net");

/**
 * Watch the messages of all sockets. Called again (the mod was loaded anew), the newest watcher counts.
 *
 * @param {{prototype: {send: (data: any) => void}}} Socket  the class of sockets
 * @param {Sight} sight
 */
export const spreadNet = (Socket, sight) => {
  const prototype = /** @type {any} */ (Socket.prototype);
  /** @type {{sight: Sight, socket: any, send: (data: any) => void, heard: WeakSet<object>}} */
  const net = prototype[KEY] ?? { sight, socket: null, send: prototype.send, heard: new WeakSet() };
  net.sight = sight;
  if (!prototype[KEY]) {
    prototype[KEY] = net;
    prototype.send = /** @this {any} @param {any} data */ function send(data) {
      if (typeof data === "string") listen(net, this, data);
      return net.send.call(this, typeof data === "string" ? outgoing(net, data) : data);
    };
  }
  return {
    /** Send a message of our own, which nobody looks at; whether there was a socket for it. @type {(name: string, data: unknown) => boolean} */
    emit: (name, data) => {
      if (net.socket?.readyState !== OPEN) return false;
      net.send.call(net.socket, `42/planarally,${JSON.stringify([name, data])}`);
      return true;
    },
  };
};

const OPEN = 1;

/** @type {(net: any, socket: any, data: string) => void} */
const listen = (net, socket, data) => {
  if (MESSAGE.test(data)) net.socket = socket;
  if (net.heard.has(socket)) return;
  net.heard.add(socket);
  socket.addEventListener("message", (/** @type {{data: unknown}} */ { data: text }) => {
    const message = typeof text === "string" ? read(text) : null;
    if (message) net.sight.receives(message.name, message.data);
  });
};

/** @type {(net: any, text: string) => string} */
const outgoing = (net, text) => {
  const message = read(text);
  if (!message) return text;
  const { id, name, data, rest } = message;
  const changed = net.sight.sends(name, data);
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
