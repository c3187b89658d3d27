/**
 * Tokens of the client as the rules know them.
 *
 * @import { PathCell, Scene as RulesScene, SystemEntry } from "../../core/protocol.js"
 * @import { Sees } from "./sight.js"
 * @import { Scene, TokenDocument } from "./surface.js"
 * @import { Mover as OnMap } from "./turns.js"
 *
 * @typedef {object} Looking  how much of a map somebody sees
 * @property {(token: TokenDocument) => boolean} isSeen
 * @property {Sees | null} sees  null: all of it
 * @property {boolean} [knowsWalls]  whether walls count that are out of sight: the client itself stops everybody there
 *
 * @typedef {object} Whole
 * @property {() => OnMap} [whole]  the same mover on the map as it is; there if not all of that is seen
 * @typedef {OnMap & Whole} Mover
 *
 * @typedef {object} MoverPorts
 * @property {SystemEntry} system
 * @property {() => SystemEntry | null} systemInWords  in the client's language
 * @property {(text: string, tone?: "warn" | "error") => void} tellOnce  why a token is not judged, or not as it is
 */

import { seenScene, shownScene } from "../../core/sight.js";
import { actionOf, modeOf, WALK } from "./actions.js";
import { begun } from "./clock.js";
import { coordinatesOf } from "./coordinates.js";
import { isUneven } from "./ground.js";
import { host, ID } from "./host.js";
import { say } from "./language.js";
import { flagOf } from "./move-gate.js";
import { combatOf, keyOf, leftAlone } from "./rights.js";
import { sceneAlong, sceneOf } from "./scene.js";
import { houseRulesOf } from "./settings.js";
import { titlesOf } from "./sheet.js";
import { chartOf, circumstancesOf } from "./sheet-store.js";
import { createSight } from "./sight.js";
import { standOf } from "./tracker.js";
import { readTurn } from "./turns.js";
import { obstacleText } from "./uncounted.js";

/** @type {(token: string) => string} */
export const nameOf = (token) => documentOf(token)?.name ?? "";

/** @type {(token: string) => TokenDocument | undefined} */
export const documentOf = (token) => host.canvas.tokens.get(token)?.document;

/** Whether this client's user sees a token; the GM sees all that is not hidden. @param {TokenDocument} token */
const isSeen = ({ object }) => host.game.user.isGM || object?.isVisible !== false;

/** What the rules get of a scene, without what the GM hides. @type {(scene: Scene, told: RulesScene, own: string, looking: Looking) => RulesScene} */
const seenOf = (scene, told, own, { sees, knowsWalls = false }) => {
  const shown = shownScene(told, own);
  if (!sees) return shown;
  const { pixelAt } = coordinatesOf(scene);
  const known = new Set(shown.tokens?.map(({ id }) => id));
  const seen = seenScene(shown, known, (point) => sees(pixelAt(point)));
  return knowsWalls ? { ...seen, walls: shown.walls ?? [] } : seen;
};

/** Riders and mounts of a token, by the flags of a well-known module. @type {(document: TokenDocument) => string[]} */
const ridingWith = ({ id, parent }) => {
  const ridersOf = (/** @type {TokenDocument} */ { _source }) => _source.flags?.Rideable?.RidersFlag ?? [];
  const rides = [...parent.tokens].map((mount) => [mount.id, ...ridersOf(mount)]);
  return rides.filter((together) => together.length > 1 && together.includes(id)).flat();
};

/** The status of lying, as the client and most systems name it. */
const PRONE = "prone";
/** What the client knows of a token's move, for games that ask it. @type {(document: TokenDocument, system: SystemEntry) => {prone?: boolean}} */
const statusesOf = (document, { circumstances }) =>
  PRONE in /** @type {object} */ (circumstances.properties ?? {})
    ? { prone: document.hasStatusEffect(PRONE) }
    : {};

/** @param {TokenDocument} document */
const isDefeated = (document) =>
  document.combatant?.isDefeated === true ||
  document.hasStatusEffect(host.CONFIG.specialStatusEffects.DEFEATED);

/** @param {MoverPorts} ports */
export const createMovers = ({ system, systemInWords, tellOnce }) => {
  const sightOn = createSight();

  /** A character's numbers; what its sheet should tell and does not is named once. @type {(document: TokenDocument) => {[field: string]: unknown}} */
  const characterOf = (document) => {
    const { values, missing } = chartOf(system, document);
    if (missing.length > 0 && document.isOwner) tellMissing(document, missing);
    return values;
  };

  /** Tell what can be done about it, once on this browser. @type {(document: TokenDocument, missing: string[]) => void} */
  const tellMissing = (document, missing) => {
    const { settings, user } = host.game;
    const [token, lacks] = [`${system.id}.${keyOf(document)}`, missing.join(" ")];
    const told = settings.get(ID, "toldMissing");
    if (told[token] === lacks) return;
    settings.set(ID, "toldMissing", { ...told, [token]: lacks });
    const fields = titlesOf(systemInWords() ?? system, missing);
    tellOnce(say(user.isGM ? "missing" : "missingOwn", { name: document.name, fields }));
  };

  const modes = new Set(system.modes.map(({ id }) => id));
  /** By which of the client's actions a token goes in a mode; where the map proposes it, as it is set to, if the rules know no mode of that. @type {(document: TokenDocument, mode: string | null) => string} */
  const actionFor = ({ _source }, mode) => {
    const set = _source.movementAction ?? WALK;
    const own = modeOf(set, modes) === null ? set : WALK;
    return actionOf(mode, host.CONFIG.Token.movement.actions) ?? own;
  };

  /** The mover that a token is; null: the rules do not judge it. @type {(document: TokenDocument, alongside?: ReadonlySet<string>, looking?: Looking) => Mover | null} */
  const moverOf = (document, alongside, looking = lookingHere(document)) => {
    if (leftAlone(document)) return null;
    const scene = document.parent;
    const obstacle = obstacleText(document);
    if (obstacle) {
      tellOnce(obstacle);
      return null;
    }
    const { turn, isBroken } = readTurn(flagOf(document), system.id);
    if (isBroken) tellOnce(say("brokenTurn", { name: document.name }), "error");
    const combat = combatOf(document);
    const inCombat = combat !== null;
    const onFoot = actionFor(document, null);
    const defeated = [...scene.tokens].filter(isDefeated).map(({ id }) => id);
    const away = new Set([...(alongside ?? []), ...ridingWith(document), ...defeated]);
    const all = sceneOf(scene, document.id, away, looking.isSeen, onFoot);
    const hasWays = [...scene.regions].some(isUneven);
    /** @type {(looking: Looking) => Pick<OnMap, "common" | "sceneAlong">} */
    const on = (looking) => {
      const seen = (/** @type {RulesScene} */ told) => seenOf(scene, told, document.id, looking);
      const along = (/** @type {readonly PathCell[]} */ path) =>
        seen(sceneAlong(all, document, path, (mode) => actionFor(document, mode)));
      return {
        common: { ...common, scene: seen(all) },
        ...(hasWays ? { sceneAlong: along } : {}),
      };
    };
    const common = {
      v: /** @type {const} */ (1),
      system: system.id,
      house_rules: houseRulesOf(system),
      circumstances: /** @type {any} */ ({
        ...statusesOf(document, system),
        ...circumstancesOf(document, system.id),
      }),
      clock: { in_combat: inCombat },
      view: /** @type {const} */ ("player"),
    };
    const mover = {
      token: document.id,
      turn: combat ? begun(turn, standOf(combat, document, host.game.system.id)) : turn,
      inCombat,
      character: characterOf(document),
    };
    const whole = () => ({ ...mover, ...on({ ...looking, sees: null }) });
    return { ...mover, ...on(looking), ...(looking.sees ? { whole } : {}) };
  };

  /** @type {(document: TokenDocument) => Looking} */
  const lookingHere = ({ parent, _source }) => ({ isSeen, sees: sightOn(parent, _source.elevation) });

  return moverOf;
};
