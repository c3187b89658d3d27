/**
 * Joins the audit of moves to the client: which changes are looked at, where what is known is kept, and what is done about
 * what does not hold. Only the active GM's client looks.
 *
 * @import { PathCell } from "../../core/protocol.js"
 * @import { Place } from "../host.js"
 * @import { Fault, Known, Sight } from "./move-audit.js"
 * @import { Movement, TokenDocument, User } from "./surface.js"
 *
 * @typedef {object} AuditHooksSettings
 * @property {import("../../core/protocol.js").SystemEntry} system
 * @property {ReturnType<typeof import("./move-gate.js").createMoveGate>} moveGate
 * @property {(document: TokenDocument, alongside?: ReadonlySet<string>, sees?: (token: TokenDocument) => boolean) => import("./turns.js").Mover | null} moverOf
 * @property {(question: import("../../core/rules-client.js").Request) => Promise<any>} ask
 * @property {ReturnType<typeof import("../../core/grants.js").createGrants>} grants  what this client's user let through
 * @property {(key: string, data?: {[name: string]: unknown}) => string} text
 * @property {ReturnType<typeof import("./words.js").createWords>} words
 */

import { isSamePlace } from "../../core/grid.js";
import { say } from "./chat.js";
import { coordinatesOf } from "./coordinates.js";
import { landingsIn } from "./ground.js";
import { host, ID, TURN } from "./host.js";
import { createMoveAudit, lastPlace } from "./move-audit.js";
import { DISPLACED, flagOf } from "./move-gate.js";
import { combatOf, isExempt, isOutOfTurn, keyOf, outOfTurnGrant } from "./rights.js";
import { cellOf, waypointsOf } from "./scene.js";
import { isInPlainSight } from "./sight.js";
import { readTurn } from "./turns.js";
import { escaped } from "./words.js";

const KEPT = "verified";
/** What of a token, and of what this module keeps with it, counts for its movement. */
const COUNTS = ["character", "circumstances", "width", "height", "shape", "disposition"];
const PUT_BACK = "putBack";
/** Behaviours of regions that put a token elsewhere, whoever owns it. */
const TELEPORTS = "teleportToken";
/** The hook of movements comes within this after that of updates. */
const UNTOLD_MILLIS = 500;

/** @param {AuditHooksSettings} settings */
export const createAuditHooks = ({ system, moveGate, moverOf, ask, grants, text, words }) => {
  const { game } = host;
  /** Tokens that moved in one operation, by the newest movement of each. @type {Map<string, ReadonlySet<string>>} */
  const alongside = new Map();

  /** @param {string} key */
  const setting = (key) => game.settings.get(ID, key);

  /** @param {TokenDocument} document */
  const placeOf = (document) => cellOf(document, document._source);

  /** @param {TokenDocument} document */
  const claimOf = (document) => readTurn(flagOf(document), system.id).turn;

  /** Nobody moves it now. @type {(document: TokenDocument) => Sight} */
  const standing = (document) => ({
    from: null,
    path: null,
    to: placeOf(document),
    id: "",
    claim: claimOf(document),
  });

  const audit = createMoveAudit({
    ask,
    moverOf: (document, from) => {
      const sees = from
        ? (/** @type {TokenDocument} */ other) => isInPlainSight(document, from, other)
        : undefined;
      return moverOf(document, alongside.get(keyOf(document)), sees);
    },
    areRunning: async () => (await ask({ v: 1, op: "describe" })).ok,
    newId: () => host.foundry.utils.randomID(),
    unseen: (document) => host.ui.notifications.info(text("witness.unseen", { name: document.name })),
    placeOf,
    keyOf,
    told: claimOf,
    takes: grants.take,
    inWords: words.told,
    problem: (problem) => words.problem(problem).what,
    isLenient: () => setting("enforcement") === "inform",
    rollsAnew: () => setting("undoneRolls") === "anew",
    isInTurn: (document) =>
      setting("outOfTurn") === "free" ||
      !isOutOfTurn(document) ||
      grants.has({ key: outOfTurnGrant(document) }),
    write: async (document, { turn, place }, goesBack) => {
      // The first of a way is where the token stands already.
      await moveGate.write(document, { turn, way: goesBack ? [place, place] : [] });
    },
    custom: () => setting("verification"),
    doubt: (document, fault, before, goesBack) => doubt(document, fault, before, goesBack),
    kept: () => setting(KEPT)[system.id] ?? {},
    keep: (all) => game.settings.set(ID, KEPT, { [system.id]: all }),
    wait: (millis) => new Promise((resolve) => setTimeout(resolve, millis)),
  });

  const isMine = () => game.users.activeGM?.isSelf === true;

  /** @type {(document: TokenDocument, found: {fault: Fault, reason: string}, before: Known, goesBack: boolean) => unknown} */
  const doubt = (document, { fault, reason }, before, goesBack) => {
    const why = reason || text(`witness.${fault}`);
    const key = goesBack ? "witness.reverted" : "witness.doubt";
    const told = text(key, { name: document.name, reason: why });
    if (setting("verification") !== "mark" || goesBack) return host.ui.notifications.warn(told);
    const button = `<button type="button" data-${ID}="${PUT_BACK}">${escaped(text("witness.putBack"))}</button>`;
    const flags = { doubt: { token: document.id, scene: document.parent.id, place: before.place } };
    return say(document, `<p>${escaped(told)}</p>${button}`, { toGms: true, flags });
  };

  /** Put a token back that was marked. @type {(flags: {token: string, scene: string, place: Place}) => Promise<void>} */
  const putBack = async ({ token, scene, place }) => {
    const document = host.game.scenes.get(scene)?.tokens.get(token);
    if (!document) return;
    const way = waypointsOf(document, [place, place]).map((one) => ({ ...one, action: DISPLACED }));
    await document.move(way, { method: "api" });
  };

  /** What is left of the way that each token goes in sections, from where it stands. @type {Map<string, PathCell[]>} */
  const ways = new Map();

  /** Whether a token stands on the way that was looked at; what lies behind it is gone by. @param {TokenDocument} document */
  const isOnWay = (document) => {
    const place = placeOf(document);
    const way = ways.get(keyOf(document)) ?? [];
    const at = way.findIndex((cell) => isSamePlace(cell, place));
    if (at >= 0) ways.set(keyOf(document), way.slice(at));
    return at >= 0;
  };

  /** Whatever led it there, a token stands where it does. @param {TokenDocument} document */
  const stays = (document) => ways.set(keyOf(document), [placeOf(document)]);

  /** @type {(document: TokenDocument, movement: Movement, operation: {movement?: object}, user: User) => unknown} */
  const moved = (document, movement, operation, user) => {
    if (!isMine()) return undefined;
    if (user.isGM || isExempt(document)) {
      stays(document);
      return audit.trust(document);
    }
    const seen = isWhereTold(document, movement) ? moveGate.seenBy(document, movement) : null;
    if (!seen) return isOnWay(document) ? undefined : seeLeap(document);
    const { path, to } = seen.sight;
    ways.set(keyOf(document), path ?? [to]);
    isOnWay(document);
    alongside.set(keyOf(document), new Set(Object.keys(operation.movement ?? {})));
    if (!seen.isPut) return audit.see(document, { ...seen.sight, claim: claimOf(document) });
    if (!isTeleporting(document, seen.sight.from))
      host.ui.notifications.info(text("witness.put", { name: document.name, user: user.name }));
    return audit.put(document);
  };

  /** Whether a movement leads where the token stands now; of one that began elsewhere, only a part may be written. @type {(document: TokenDocument, movement: Movement) => boolean} */
  const isWhereTold = (document, { origin, passed }) => {
    const one = audit.knownOf(document);
    const end = passed.waypoints.at(-1);
    const isLate = one !== undefined && !isSamePlace(cellOf(document, origin), lastPlace(one));
    return end !== undefined && (isLate || isSamePlace(cellOf(document, end), placeOf(document)));
  };

  /** A token stands where no movement that the client tells of leads: it went there straight from where it was. @param {TokenDocument} document */
  const seeLeap = (document) => {
    stays(document);
    alongside.delete(keyOf(document));
    return audit.see(document, { ...leap(document), claim: claimOf(document) });
  };

  /** @type {(document: TokenDocument) => Omit<Sight, "claim">} */
  const leap = (document) => {
    const to = placeOf(document);
    const one = audit.knownOf(document);
    const from = one ? lastPlace(one) : to;
    return { from, path: moveGate.straight(document, from), to, id: host.foundry.utils.randomID() };
  };

  /** A place that was written without any movement is not told of by the hook of movements. @param {TokenDocument} document */
  const placed = async (document) => {
    const place = placeOf(document);
    await new Promise((resolve) => setTimeout(resolve, UNTOLD_MILLIS));
    const isStill = isSamePlace(place, placeOf(document));
    if (isStill && !isOnWay(document)) await seeLeap(document);
  };

  /** Whether a token stood where the map itself may have sent it elsewhere. @type {(document: TokenDocument, from: Place | null) => boolean} */
  const isTeleporting = ({ parent: scene }, from) => {
    const coordinates = coordinatesOf(scene);
    const sends = (/** @type {import("./surface.js").Region} */ { behaviors }) =>
      [...behaviors].some(({ type, disabled }) => type === TELEPORTS && !disabled);
    return [...scene.regions].some(
      (region) =>
        sends(region) &&
        landingsIn(region, coordinates).some(({ col, row }) => col === from?.col && row === from?.row),
    );
  };

  /** Tell of what a player changes of a token in combat that counts for its movement and is no move: its sheet, its size. @type {(document: TokenDocument, changed: any, userId: string) => void} */
  const altered = (document, changed, userId) => {
    const user = game.users.get(userId);
    const flags = Object.keys(changed.flags?.[ID] ?? {}).map((key) => key.replace(/^-=/, ""));
    const isAltered = COUNTS.some((key) => key in changed || flags.includes(key));
    if (!isMine() || !user || user.isGM || !isAltered || !combatOf(document)) return;
    host.ui.notifications.info(text("witness.altered", { name: document.name, user: user.name }));
  };

  /** @type {(document: TokenDocument, changed: any, userId: string) => unknown} */
  const updated = (document, changed, userId) => {
    altered(document, changed, userId);
    if (!isMine()) return undefined;
    const isTrusted = game.users.get(userId)?.isGM || isExempt(document);
    const flags = changed.flags?.[ID];
    const isMoved = ["x", "y", "elevation"].some((key) => key in changed);
    if (isMoved) return isTrusted ? undefined : placed(document);
    const isTurn = flags && (TURN in flags || `-=${TURN}` in flags);
    if (!isTurn) return undefined;
    return isTrusted ? audit.trustTurn(document) : audit.see(document, standing(document));
  };

  let wasMine = false;
  /** This client has become the active GM's: look after what was done meanwhile. */
  const arrive = () => {
    const isNew = isMine() && !wasMine;
    wasMine = isMine();
    if (!isNew) return;
    audit.load();
    for (const { token } of game.combat?.combatants ?? []) {
      if (!token || !combatOf(token)) continue;
      if (!audit.knownOf(token)) audit.trust(token);
      else audit.see(token, standing(token));
    }
  };

  /** @type {(message: {flags?: any}, html: HTMLElement) => void} */
  const listenToCard = (message, html) => {
    const flags = message.flags?.[ID]?.doubt;
    const button = html.querySelector(`[data-${ID}="${PUT_BACK}"]`);
    if (!flags || !button || !game.user.isGM) return;
    button.addEventListener("click", () => putBack(flags), { once: true });
  };

  /** @type {(actor: import("./surface.js").Actor, changed: any, userId: string) => void} */
  const actorUpdated = (actor, { flags }, userId) => {
    for (const { token } of game.combat?.combatants ?? [])
      if (token?.actor === actor) altered(token, { flags }, userId);
  };

  return {
    moved,
    updated,
    actorUpdated,
    arrive,
    listenToCard,
    forget: audit.forget,
    stopped: (/** @type {TokenDocument} */ document) => {
      if (!isMine() || !isOnWay(document)) return undefined;
      stays(document);
      return audit.put(document);
    },
  };
};
