/**
 * One unreadable token must not keep the rules from all others: it is set aside, named, and the rest is asked about.
 *
 * A name too long or a height beyond all maps makes the rules refuse the whole scene, whoever moves. Where the rules know
 * where it stands, it stays in the way without what they cannot read. What they have against the token that moves is
 * answered as it is, but for its name, which moves nobody: else whoever may name a token could have it move unjudged.
 *
 * @import { Problem, ProblemReply, Scene } from "./protocol.js"
 * @import { Asking, Replies, Request } from "./rules-client.js"
 * @typedef {NonNullable<Scene["tokens"]>[number]} Token
 * @typedef {<Op extends keyof Replies>(request: Extract<Request, {op: Op}>, asking?: Asking) => Promise<Replies[Op] | ProblemReply>} Ask
 *
 * @typedef {object} Trial
 * @property {boolean} [isTrial]  What is asked about is not so yet: a token made unreadable by it is answered as it is.
 * @typedef {<Op extends keyof Replies>(request: Extract<Request, {op: Op}>, asking?: Asking & Trial) => Promise<Replies[Op] | ProblemReply>} AskAside
 */

import { SUPERSEDED } from "./client-problems.js";

const OF_TOKEN = /^scene\.tokens\[(\d+)\](?:\.(\w+))?/;
/** What must be known of whatever stands in the way. */
const OF_BODIES = new Set(["id", "col", "row", "cols", "rows", "elevation", "hidden"]);
const NAME = "name";
const MOST_OF_A_NAME = 60;

/**
 * Ask as `ask` does, without the tokens that the rules cannot read.
 *
 * @param {Ask} ask
 * @param {(name: string, problem: Problem) => void} tell  of each unreadable token, whenever it has changed
 * @returns {AskAside}
 */
export const settingAside = (ask, tell) => {
  /** @type {Map<string, Token | null>} What is known to be unreadable, and what of it is asked about instead. */
  const unreadable = new Map();
  /** @type {Map<string, number>} The newest question of each slot. */
  const newest = new Map();
  let asked = 0;

  return async (request, { isTrial = false, ...asking } = {}) => {
    const { slot } = asking;
    asked += 1;
    const number = asked;
    if (slot !== undefined) newest.set(slot, number);
    let sent = request;
    for (;;) {
      sent = without(sent, unreadable);
      const reply = await ask(sent, asking);
      const found = reply.ok ? null : unreadableToken(sent, reply.problem);
      if (reply.ok || !found || isTrial) return reply;
      const key = keyOf(sent, found.token);
      const isNews = !unreadable.has(key) && ![...unreadable.values()].includes(found.token);
      if (isNews) tell(shortName(found.token), reply.problem);
      unreadable.set(key, bodyOf(found));
      if (slot !== undefined && newest.get(slot) !== number) return SUPERSEDED;
    }
  };
};

/** The token that a problem is about, and its field; null: it is about something else, or about more than the name of one that moves. @type {(request: Request, problem: Problem) => {token: Token, field: string} | null} */
const unreadableToken = (request, { path }) => {
  const [, place, field = ""] = OF_TOKEN.exec(path) ?? [];
  const token = place === undefined ? undefined : tokensOf(request)[Number(place)];
  const isNamed = field === NAME && token && NAME in token;
  return token && (isNamed || !moversOf(request).has(token.id)) ? { token, field } : null;
};

/** A token without the field that cannot be read; null: it is not known where it stands. @type {(found: {token: Token, field: string}) => Token | null} */
const bodyOf = ({ token, field }) => {
  if (!(field in token) || OF_BODIES.has(field)) return null;
  const { [/** @type {"name"} */ (field)]: _, ...body } = token;
  return body;
};

/** Whether nothing but its name is left out of a token. @type {(rest: Token | null | undefined, token: Token) => boolean} */
const isNameless = (rest, token) =>
  !!rest && NAME in token && !(NAME in rest) && Object.keys(rest).length === Object.keys(token).length - 1;

/**
 * @template {Request} Asked
 * @param {Asked} request
 * @param {ReadonlyMap<string, Token | null>} unreadable
 * @returns {Asked}
 */
const without = (request, unreadable) => {
  const tokens = tokensOf(request);
  if (unreadable.size === 0 || tokens.length === 0) return request;
  const movers = moversOf(request);
  const kept = tokens.map((token) => {
    /** @type {Token | null | undefined} */
    let body = token;
    while (body && unreadable.has(keyOf(request, body))) {
      const rest = unreadable.get(keyOf(request, body));
      if (movers.has(token.id) && !isNameless(rest, body)) break;
      body = rest;
    }
    return body;
  });
  if (kept.every((token, index) => token === tokens[index])) return request;
  return { ...request, scene: { .../** @type {any} */ (request).scene, tokens: kept.filter(Boolean) } };
};

/** @type {(request: Request) => readonly Token[]} */
const tokensOf = (request) => {
  const scene = "scene" in request ? request.scene : null;
  return scene && "grid" in scene ? (scene.tokens ?? []) : [];
};

/** @param {Request} request */
const moversOf = (request) => {
  if (request.op === "plan") return new Set(request.movers.map(({ token }) => token));
  return new Set("mover" in request ? [request.mover?.token] : []);
};

/** What a token is to a game: another game may read what this one cannot. @type {(request: Request, token: Token) => string} */
const keyOf = (request, token) => JSON.stringify(["system" in request ? request.system : "", token]);

/** @param {Token} token */
const shortName = ({ id, name }) => {
  const whole = String(name || id);
  return whole.length > MOST_OF_A_NAME ? `${whole.slice(0, MOST_OF_A_NAME)}…` : whole;
};
