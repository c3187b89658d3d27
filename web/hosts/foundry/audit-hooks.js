/**
 * Joins the audit of moves to the client: which changes are looked at, where what is known is kept, and what is done about
 * what does not hold. Only the active GM's client looks.
 *
 * @import { PathCell, SystemEntry } from "../../core/protocol.js"
 * @import { createGrants } from "../../core/grants.js"
 * @import { Request } from "../../core/rules-client.js"
 * @import { Place } from "../host.js"
 * @import { Fault, Known, MoveAuditPorts, Sight } from "./move-audit.js"
 * @import { MoveGate } from "./move-gate.js"
 * @import { Movement, Region, Scene, TokenDocument, User } from "./surface.js"
 * @import { Looking, Mover } from "./movers.js"
 * @import { Turn } from "./turns.js"
 *
 * @typedef {object} AuditHooksSettings
 * @property {SystemEntry} system
 * @property {MoveGate} moveGate
 * @property {(document: TokenDocument, alongside?: ReadonlySet<string>, looking?: Looking) => Mover | null} moverOf
 * @property {(question: Request) => Promise<any>} ask
 * @property {ReturnType<typeof createGrants>} grants  what this client's user let through
 *
 * @typedef {object} WatchState
 * @property {Map<string, ReadonlySet<string>>} alongside  tokens that moved in one operation, by the newest movement of each
 * @property {ReturnType<typeof createMoveAudit>} audit
 * @property {Map<string, PathCell[]>} ways  what is left of the way that each token goes in sections, from where it stands
 * @property {boolean} wasMine  whether this client was the active GM's already
 * @typedef {AuditHooksSettings & WatchState} Watch
 */

import { isSamePlace } from "../../core/grid.js";
import { say as sayInChat } from "./chat.js";
import { coordinatesOf } from "./coordinates.js";
import { createFallen } from "./dice.js";
import { landingsIn } from "./ground.js";
import { host, ID, TURN } from "./host.js";
import { say, words } from "./language.js";
import { createMoveAudit, lastPlace } from "./move-audit.js";
import { DISPLACED, flagOf } from "./move-gate.js";
import { combatOf, isExempt, isOutOfTurn, keyOf, outOfTurnGrant } from "./rights.js";
import { cellOf, obstacleTo, waypointsOf } from "./scene.js";
import { isInSight, plainSight } from "./sight.js";
import { levelAt } from "./storeys.js";
import { readTurn } from "./turns.js";
import { escaped } from "./words.js";

const KEPT = "verified";
const PUT_BACK = "putBack";
/** Behaviours of regions that put a token elsewhere, whoever owns it. */
const TELEPORTS = "teleportToken";
/** The hook of movements comes within this after that of updates. */
const UNTOLD_MILLIS = 500;

/** @param {AuditHooksSettings} settings */
export const createAuditHooks = (settings) => {
  const alongside = new Map();
  const audit = createMoveAudit(portsOf(settings, alongside));
  /** @type {Watch} */
  const watch = { ...settings, alongside, audit, ways: new Map(), wasMine: false };
  return {
    moved: moved.bind(null, watch),
    updated: updated.bind(null, watch),
    stopped: stopped.bind(null, watch),
    arrive: arrive.bind(null, watch),
    forget: audit.forget,
    listenToCard,
  };
};

/** @type {(settings: AuditHooksSettings, alongside: Watch["alongside"]) => MoveAuditPorts} */
const portsOf = ({ system, moveGate, moverOf, ask, grants }, alongside) => ({
  ask,
  moverOf: (document, from) => {
    const sees = from && plainSight(document, from);
    const isSeen = (/** @type {TokenDocument} */ other) => isInSight(sees, other);
    return moverOf(
      document,
      alongside.get(keyOf(document)),
      from ? { isSeen, sees, knowsWalls: true } : undefined,
    );
  },
  isTooLarge: (document) => obstacleTo(document.parent, document) === "tokenSize",
  areRunning: async () => (await ask({ v: 1, op: "describe" })).ok,
  newId: () => host.foundry.utils.randomID(),
  unseen: (document) => host.ui.notifications.info(say("audit.unseen", { name: document.name })),
  placeOf,
  keyOf,
  told: (document) => claimOf(system, document),
  takes: grants.take,
  fell: createFallen(),
  inWords: words.told,
  problem: (problem) => words.problem(problem).what,
  isLenient: () => setting("enforcement") === "inform",
  rollsAnew: () => setting("undoneRolls") === "anew",
  isInTurn: (document) =>
    setting("outOfTurn") === "free" ||
    !isOutOfTurn(document) ||
    grants.has({ key: outOfTurnGrant(document) }),
  // The first of a way is where the token stands already.
  write: (document, { turn, place }, goesBack) =>
    moveGate.write(document, { turn, way: goesBack ? [place, place] : [] }),
  custom: () => setting("verification"),
  doubt,
  kept: () => setting(KEPT)[system.id] ?? {},
  keep: (all) => host.game.settings.set(ID, KEPT, { [system.id]: all }),
  wait: (millis) => new Promise((resolve) => setTimeout(resolve, millis)),
});

/** @param {string} key */
const setting = (key) => host.game.settings.get(ID, key);

/** @param {TokenDocument} document */
const placeOf = (document) => cellOf(document, document._source);

/** @type {(system: SystemEntry, document: TokenDocument) => Turn} */
const claimOf = (system, document) => readTurn(flagOf(document), system.id).turn;

/** Nobody moves it now. @type {(watch: Watch, document: TokenDocument) => Sight} */
const standing = ({ system }, document) => ({
  from: null,
  path: null,
  to: placeOf(document),
  id: "",
  claim: claimOf(system, document),
});

const isMine = () => host.game.users.activeGM?.isSelf === true;

/** @type {(document: TokenDocument, found: {fault: Fault, reason: string}, before: Known, goesBack: boolean) => unknown} */
const doubt = (document, { fault, reason }, before, goesBack) => {
  const why = reason || say(`audit.${fault}`);
  const told = say(`audit.${goesBack ? "reverted" : "doubt"}`, { name: document.name, reason: why });
  if (setting("verification") !== "mark" || goesBack) return host.ui.notifications.warn(told);
  const button = `<button type="button" data-${ID}="${PUT_BACK}">${escaped(say("audit.putBack"))}</button>`;
  const flags = { doubt: { token: document.id, scene: document.parent.id, place: before.place } };
  return sayInChat(document, `<p>${escaped(told)}</p>${button}`, { toGms: true, flags });
};

/** @type {(message: {flags?: any}, html: HTMLElement) => void} */
const listenToCard = (message, html) => {
  const flags = message.flags?.[ID]?.doubt;
  const button = html.querySelector(`[data-${ID}="${PUT_BACK}"]`);
  if (!flags || !button || !host.game.user.isGM) return;
  button.addEventListener("click", () => putBack(flags), { once: true });
};

/** Put a token back that was marked. @type {(flags: {token: string, scene: string, place: Place}) => Promise<void>} */
const putBack = async ({ token, scene, place }) => {
  const document = host.game.scenes.get(scene)?.tokens.get(token);
  if (!document) return;
  const way = waypointsOf(document, [place, place]).map((one) => ({ ...one, action: DISPLACED }));
  await document.move(way, { method: "api" });
};

/** Whether a token stands on the way that was looked at; what lies behind it is gone by. @type {(watch: Watch, document: TokenDocument) => boolean} */
const isOnWay = ({ ways }, document) => {
  const place = placeOf(document);
  const way = ways.get(keyOf(document)) ?? [];
  const at = way.findIndex((cell) => isSamePlace(cell, place));
  if (at >= 0) ways.set(keyOf(document), way.slice(at));
  return at >= 0;
};

/** Whatever led it there, a token stands where it does. @type {(watch: Watch, document: TokenDocument) => unknown} */
const stays = ({ ways }, document) => ways.set(keyOf(document), [placeOf(document)]);

/** @type {(watch: Watch, document: TokenDocument, movement: Movement, operation: {movement?: object}, user: User) => unknown} */
const moved = (watch, document, movement, operation, user) => {
  const { audit, moveGate, system } = watch;
  if (!isMine()) return undefined;
  if (user.isGM || isExempt(document)) {
    stays(watch, document);
    return audit.trust(document);
  }
  const seen = isWhereTold(watch, document, movement) ? moveGate.seenBy(document, movement) : null;
  if (!seen) return isOnWay(watch, document) ? undefined : seeLeap(watch, document);
  const { path, to } = seen.sight;
  watch.ways.set(keyOf(document), path ?? [to]);
  isOnWay(watch, document);
  watch.alongside.set(keyOf(document), ownedIn(operation, document.parent, user));
  if (!seen.isPut) return audit.see(document, { ...seen.sight, claim: claimOf(system, document) });
  if (!isTeleporting(document, seen.sight.from, to)) tellPut(document, user.id);
  return audit.put(document);
};

/** Whether a movement leads where the token stands now; of one that began elsewhere, only a part may be written. @type {(watch: Watch, document: TokenDocument, movement: Movement) => boolean} */
const isWhereTold = ({ audit }, document, { origin, passed }) => {
  const one = audit.knownOf(document);
  const end = passed.waypoints.at(-1);
  const isLate = one !== undefined && !isSamePlace(cellOf(document, origin), lastPlace(one));
  return end !== undefined && (isLate || isSamePlace(cellOf(document, end), placeOf(document)));
};

/** A token stands where no movement that the client tells of leads: it went there straight from where it was. @type {(watch: Watch, document: TokenDocument) => unknown} */
const seeLeap = (watch, document) => {
  const { audit, moveGate, system } = watch;
  stays(watch, document);
  watch.alongside.delete(keyOf(document));
  const to = placeOf(document);
  const one = audit.knownOf(document);
  const from = one ? lastPlace(one) : to;
  const sight = { from, path: moveGate.straight(document, from), to, id: host.foundry.utils.randomID() };
  return audit.see(document, { ...sight, claim: claimOf(system, document) });
};

/** A place that was written without any movement is not told of by the hook of movements. @type {(watch: Watch, document: TokenDocument) => Promise<void>} */
const placed = async (watch, document) => {
  const place = placeOf(document);
  await new Promise((resolve) => setTimeout(resolve, UNTOLD_MILLIS));
  const isStill = isSamePlace(place, placeOf(document));
  if (isStill && !isOnWay(watch, document)) await seeLeap(watch, document);
};

/** Of the tokens that an operation names, those that whoever makes it may move. @type {(operation: {movement?: object}, scene: Scene, user: User) => Set<string>} */
const ownedIn = ({ movement = {} }, { tokens }, user) =>
  new Set(Object.keys(movement).filter((id) => tokens.get(id)?.testUserPermission(user, "OWNER")));

/** Whether the map itself may have sent a token from one place to the other. @type {(document: TokenDocument, from: Place | null, to: Place) => boolean} */
const isTeleporting = ({ parent: scene }, from, to) => {
  const coordinates = coordinatesOf(scene);
  const isIn = (/** @type {Region} */ region, /** @type {Place | null} */ place) =>
    landingsIn(region, coordinates).some(({ col, row }) => col === place?.col && row === place?.row);
  const regions = [...scene.regions];
  const goals = regions.filter((region) => isIn(region, from)).flatMap(goalsOf);
  return regions.some((region) => goals.some((goal) => goal.endsWith(`.${region.id}`)) && isIn(region, to));
};

/** The regions to which one sends tokens, by their addresses. @param {Region} region @returns {string[]} */
const goalsOf = ({ behaviors }) =>
  [...behaviors]
    .filter(({ type, disabled }) => type === TELEPORTS && !disabled)
    .flatMap(({ system: { destination, destinations } }) => [destination, ...(destinations ?? [])])
    .filter((goal) => typeof goal === "string");

/** A move of a token was ended on its way. @type {(watch: Watch, document: TokenDocument) => unknown} */
const stopped = (watch, document) => {
  if (!isMine() || !isOnWay(watch, document)) return undefined;
  stays(watch, document);
  return watch.audit.put(document);
};

/** Whether a token is as high as its level is; stairs take it up with both. @type {(document: TokenDocument) => boolean} */
const isOnLevel = ({ parent: scene, _source: { elevation, level } }) =>
  [null, level].includes(levelAt(scene, elevation));

/** @type {(document: TokenDocument, userId: string) => void} */
const tellPut = ({ name }, userId) => {
  const user = host.game.users.get(userId)?.name ?? "";
  host.ui.notifications.info(say("audit.put", { name, user }));
};

/** @type {(watch: Watch, document: TokenDocument, changed: any, userId: string) => unknown} */
const updated = (watch, document, changed, userId) => {
  const { audit } = watch;
  if (!isMine()) return undefined;
  const isTrusted = host.game.users.get(userId)?.isGM || isExempt(document);
  const flags = changed.flags?.[ID];
  if (!isTrusted && "level" in changed && !isOnLevel(document)) tellPut(document, userId);
  const isMoved = ["x", "y", "elevation"].some((key) => key in changed);
  if (isMoved) return isTrusted ? undefined : placed(watch, document);
  const isTurn = flags && (TURN in flags || `-=${TURN}` in flags);
  if (!isTurn) return undefined;
  return isTrusted ? audit.trustTurn(document) : audit.see(document, standing(watch, document));
};

/** This client has become the active GM's: look after what was done meanwhile. @param {Watch} watch */
const arrive = (watch) => {
  const { audit } = watch;
  const isNew = isMine() && !watch.wasMine;
  watch.wasMine = isMine();
  if (!isNew) return;
  audit.load();
  for (const { token } of host.game.combat?.combatants ?? []) {
    if (!token || !combatOf(token)) continue;
    if (!audit.knownOf(token)) audit.trust(token);
    else audit.see(token, standing(watch, token));
  }
};
