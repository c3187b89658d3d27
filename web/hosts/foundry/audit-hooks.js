/**
 * Joins the audit of moves to the client: which changes are looked at, where what is known is kept, and what is done about
 * what does not hold. Only the active GM's client looks.
 *
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

import { say } from "./chat.js";
import { host, ID, TURN } from "./host.js";
import { createMoveAudit } from "./move-audit.js";
import { DISPLACED, flagOf } from "./move-gate.js";
import { combatOf, isExempt, isOutOfTurn, keyOf, outOfTurnGrant } from "./rights.js";
import { cellOf, waypointsOf } from "./scene.js";
import { readTurn } from "./turns.js";
import { escaped } from "./words.js";

const KEPT = "verified";
const PUT_BACK = "putBack";
/** Behaviours of regions that put a token elsewhere, whoever owns it. */
const TELEPORTS = "teleportToken";

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
    moverOf: (document, isBlind) =>
      moverOf(document, alongside.get(keyOf(document)), isBlind ? () => false : undefined),
    placeOf,
    keyOf,
    told: claimOf,
    takes: grants.take,
    inWords: words.told,
    problem: (problem) => words.problem(problem).what,
    isLenient: () => setting("enforcement") === "inform",
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

  /** Put a token back that was marked. @type {(flags: {token: string, scene: string, place: import("../host.js").Place}) => Promise<void>} */
  const putBack = async ({ token, scene, place }) => {
    const document = host.game.scenes.get(scene)?.tokens.get(token);
    if (!document) return;
    const way = waypointsOf(document, [place, place]).map((one) => ({ ...one, action: DISPLACED }));
    await document.move(way, { method: "api" });
  };

  /** @type {(document: TokenDocument, movement: Movement, operation: {movement?: object}, user: User) => unknown} */
  const moved = (document, movement, operation, user) => {
    if (!isMine()) return undefined;
    if (user.isGM || isExempt(document)) return audit.trust(document);
    const seen = moveGate.seenBy(document, movement);
    if (!seen) return undefined;
    alongside.set(keyOf(document), new Set(Object.keys(operation.movement ?? {})));
    if (!seen.isPut) return audit.see(document, { ...seen.sight, claim: claimOf(document) });
    if (!isTeleporting(document))
      host.ui.notifications.info(text("witness.put", { name: document.name, user: user.name }));
    return audit.put(document);
  };

  /** @param {TokenDocument} document */
  const isTeleporting = ({ parent: { regions } }) =>
    [...regions].some(({ behaviors }) =>
      [...behaviors].some(({ type, disabled }) => type === TELEPORTS && !disabled),
    );

  /** @type {(document: TokenDocument, changed: any, userId: string) => unknown} */
  const updated = (document, changed, userId) => {
    const flags = changed.flags?.[ID];
    const isMoved = ["x", "y", "elevation"].some((key) => key in changed);
    const isTurn = flags && (TURN in flags || `-=${TURN}` in flags);
    if (!isMine() || isMoved || !isTurn) return undefined;
    if (game.users.get(userId)?.isGM || isExempt(document)) return audit.trustTurn(document);
    return audit.see(document, standing(document));
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

  return {
    moved,
    updated,
    arrive,
    listenToCard,
    forget: audit.forget,
    stopped: (/** @type {TokenDocument} */ document) => (isMine() ? audit.put(document) : undefined),
  };
};
