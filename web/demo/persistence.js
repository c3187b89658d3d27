/**
 * The game outside of this page's memory: in the browser's storage, in a link, in a file.
 *
 * @import { PlanRequest } from "../core/protocol.js"
 * @import { Game } from "./game.js"
 */

import { GameFileError, readGame, writeGame } from "./game.js";
import { say } from "./language.js";

const KEY = "footwork.demo.game";
const PLAN_KEY = "footwork.demo.plan";
const AWAY_KEY = "footwork.demo.away";
const LINK_MARK = "#game=";
// A link or file that unpacks to more than this is no game.
const MAX_CHARS = 4_000_000;

/**
 * The game in a text; a GameFileError thrown if there is none in it.
 *
 * @param {string} text
 * @returns {Game}
 */
export const gameFromText = (text) => {
  if (text.length > MAX_CHARS) throw new GameFileError(say("broken.large", { path: say("broken.file") }));
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new GameFileError(say("broken.json", { path: say("broken.file") }));
  }
  return readGame(data);
};

/** The game as readable text, for a file. @param {Game} game */
export const gameToText = (game) => `${JSON.stringify(writeGame(game), null, 1)}\n`;

/**
 * Keep the game for the next visit; whether it is kept.
 *
 * @param {Pick<Storage, "setItem">} storage
 * @param {Game} game
 */
export const keep = (storage, game) => {
  try {
    storage.setItem(KEY, JSON.stringify(writeGame(game)));
    return true;
  } catch {
    return false; // Storage may be full or forbidden; the page works without.
  }
};

/** Keep the games that others were put in the place of, newest first. @type {(storage: Pick<Storage, "setItem">, games: readonly Game[]) => void} */
export const keepAway = (storage, games) => {
  try {
    storage.setItem(AWAY_KEY, JSON.stringify(games.map(writeGame)));
  } catch {
    // As above.
  }
};

/** These games again; none if one of them cannot be read. @type {(storage: Pick<Storage, "getItem">) => Game[]} */
export const keptAway = (storage) => {
  try {
    return JSON.parse(storage.getItem(AWAY_KEY) ?? "[]").map(readGame);
  } catch {
    return [];
  }
};

/**
 * The game kept at the last visit; null if none is; a GameFileError thrown if it cannot be read.
 *
 * @param {Pick<Storage, "getItem">} storage
 * @returns {Game | null}
 */
export const kept = (storage) => {
  let text = null;
  try {
    text = storage.getItem(KEY);
  } catch {
    // As above.
  }
  return text === null ? null : gameFromText(text);
};

/**
 * Keep the question that the last plan answered, so that the plan can be shown again; null: none.
 *
 * @param {Pick<Storage, "setItem" | "removeItem">} storage
 * @param {PlanRequest | null} question
 */
export const keepPlan = (storage, question) => {
  try {
    if (question) storage.setItem(PLAN_KEY, JSON.stringify(question));
    else storage.removeItem(PLAN_KEY);
  } catch {
    // As above.
  }
};

/**
 * The question of the last plan, if it was of this game; the core judges whether it can still be answered.
 *
 * @param {Pick<Storage, "getItem">} storage
 * @param {Game} game
 * @returns {PlanRequest | null}
 */
export const keptPlan = (storage, game) => {
  try {
    const question = JSON.parse(storage.getItem(PLAN_KEY) ?? "null");
    const isOfGame = question?.op === "plan" && question.system === game.system;
    return isOfGame && Array.isArray(question.movers) && question.movers.length === 1 ? question : null;
  } catch {
    return null;
  }
};

/**
 * Lay a game aside while another is on the table: there is one place for each system and one for each of its scenes.
 *
 * @param {Pick<Storage, "setItem">} storage
 * @param {Game} game
 */
export const layAside = (storage, game) => {
  const text = JSON.stringify(writeGame(game));
  try {
    storage.setItem(placeFor(game.system), text);
    if (game.source) storage.setItem(placeFor(game.system, game.source), text);
  } catch {
    // As above.
  }
};

/**
 * The game that was laid aside last for a system, or for one scene of it; null if there is none that can be read.
 *
 * @param {Pick<Storage, "getItem">} storage
 * @param {string} system
 * @param {string} [source]
 * @returns {Game | null}
 */
export const laidAside = (storage, system, source) => {
  try {
    const text = storage.getItem(placeFor(system, source));
    const game = text === null ? null : gameFromText(text);
    const isIt = game?.system === system && (source === undefined || game.source === source);
    return isIt ? game : null;
  } catch {
    return null;
  }
};

/** @type {(system: string, source?: string) => string} */
const placeFor = (system, source) => [KEY, system, ...(source === undefined ? [] : [source])].join(".");

/** Whether an address holds a game. @param {string} hash */
export const isLink = (hash) => hash.startsWith(LINK_MARK);

/** The part of an address after which the page shows this game. @param {Game} game */
export const gameToHash = async (game) => {
  const packed = await through(
    new TextEncoder().encode(JSON.stringify(writeGame(game))),
    new CompressionStream("deflate-raw"),
  );
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return LINK_MARK + base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

/**
 * The game in the address; null if there is none; a GameFileError thrown if it cannot be read.
 *
 * @param {string} hash
 * @returns {Promise<Game | null>}
 */
export const gameFromHash = async (hash) => {
  if (!isLink(hash)) return null;
  let text;
  try {
    const base64 = hash.slice(LINK_MARK.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    text = await readAtMost(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch (error) {
    if (error instanceof GameFileError) throw error;
    throw new GameFileError(say("broken.damaged"));
  }
  return gameFromText(text);
};

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 */
const through = async (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

/** A short link can unpack to gigabytes; stop in time. @param {ReadableStream<Uint8Array>} stream */
const readAtMost = async (stream) => {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > MAX_CHARS) {
      await reader.cancel();
      throw new GameFileError(say("broken.large", { path: say("broken.link") }));
    }
  }
};
