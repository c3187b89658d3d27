/**
 * Tokens of the host as the rules know them.
 *
 * @import { Scene, SystemEntry } from "../../core/protocol.js"
 * @import { createHostState, Piece } from "./host-state.js"
 *
 * @typedef {object} MoverPorts
 * @property {ReturnType<typeof createHostState>} hostState
 * @property {ReturnType<typeof import("./data-blocks.js").createBlocks>} blocks
 * @property {() => SystemEntry | null} system
 * @property {() => import("./initiative.js").Fight} fight
 * @property {() => boolean} isFightKnown  if not, it is asked for
 */

import { fieldsIn } from "../../core/per-game.js";
import { seenScene, shownScene } from "../../core/sight.js";
import { isInFight, isMember } from "./initiative.js";
import { keptLayout, layoutOf, pointOf, sceneOf } from "./scene.js";

/** How one side sees another. @type {(own: string, other: string) => "friendly" | "neutral" | "hostile"} */
const towards = (own, other) => {
  if (own === other) return "friendly";
  return own === "neutral" || other === "neutral" ? "neutral" : "hostile";
};

/** @param {MoverPorts} ports */
export const createMovers = ({ hostState, blocks, system, fight, isFightKnown }) => {
  /** @type {(piece: Piece) => "party" | "foes" | "neutral"} */
  const sideOf = ({ id, local }) => {
    const told = blocks.token(id)?.side;
    if (told) return told;
    if (hostState.isOwned(local)) return "party";
    return isMember(fight(), id, hostState) ? "foes" : "neutral";
  };

  /** @param {Piece} piece */
  const isHidden = ({ local }) => hostState.properties(local)?.isInvisible ?? false;

  /** @type {{text: string, scene: Scene} | null} */
  let lastScene = null;
  /** The same map is the same object, so that it is sent once. @type {<T extends Scene>(scene: T) => Scene} */
  const known = (scene) => {
    const text = JSON.stringify(scene);
    if (lastScene?.text !== text) lastScene = { text, scene };
    return lastScene.scene;
  };

  /** The mover that a token is; null: what is kept of it or of the fight is not known yet, or there are no rules. @type {import("./drag.js").DragPorts["moverOf"]} */
  const moverOf = (piece, positionOf, alongside, before) => {
    const kept = blocks.token(piece.id);
    const rules = system();
    if (!kept || !rules || !isFightKnown()) return null;
    const { floorId } = piece.shape;
    const others = hostState.pieces().filter(({ id, shape }) => shape.floorId === floorId && id !== piece.id);
    const own = positionOf(piece).center;
    const isOfHere = before && before.floorId === floorId;
    const sight = isOfHere ? before : { floorId, sees: hostState.sightOn(floorId) };
    const { sees } = sight;
    const { type, isUsed } = hostState.grid();
    const fresh = layoutOf(type, isUsed, hostState.cell(), [
      own,
      ...others
        .filter((other) => !isHidden(other))
        .map((other) => positionOf(other).center)
        .filter((center) => !sees || sees(center)),
    ]);
    const layout = keptLayout(kept.layout, fresh, own);
    const side = sideOf(piece);
    const inTheWay = others.filter(
      ({ id, local }) => !alongside.has(id) && !hostState.properties(local)?.isDefeated,
    );
    const tokens = [piece, ...inTheWay].map((one) => ({
      id: one.id,
      name: one === piece || hostState.properties(one.local)?.nameVisible ? hostState.nameOf(one) : "",
      center: positionOf(one).center,
      size: hostState.sizeOf(one.shape),
      disposition: towards(side, sideOf(one)),
      hidden: isHidden(one),
    }));
    const { houseRules } = blocks.settings();
    const inCombat = isInFight(fight(), piece.id, hostState);
    return {
      ...{ layout, sight },
      at: kept.at ?? null,
      mover: {
        token: piece.id,
        turn: kept.turn,
        inCombat,
        character: fieldsIn(kept.characters, rules.id),
        common: {
          v: 1,
          system: rules.id,
          house_rules: houseRules,
          circumstances: /** @type {any} */ (fieldsIn(kept.circumstances, rules.id)),
          clock: { in_combat: inCombat },
          scene: known(asSeen(sceneOf(layout, { tokens, ...surroundings(floorId) }), layout, piece.id, sees)),
          view: "player",
        },
      },
    };
  };

  /** A scene as far as whoever sits here sees it. @type {(scene: Scene, layout: import("./scene.js").Layout, id: string, sees: import("./sight.js").Sees | null) => Scene} */
  const asSeen = (scene, layout, id, sees) => {
    const shown = shownScene(scene, id);
    if (!sees) return shown;
    const own = hostState.pieces().filter(({ local }) => hostState.maySeeFrom(local));
    return seenScene(shown, new Set([id, ...own.map((one) => one.id)]), (at) => sees(pointOf(layout, at)));
  };

  /** Walls and ground of a floor. @param {number | undefined} floorId */
  const surroundings = (floorId) => {
    const shapes = hostState
      .shapes()
      .filter((shape) => shape.floorId === floorId && !hostState.piece(shape.id));
    const grounds = blocks.grounds();
    return {
      outlines: shapes
        .filter(({ id }) => hostState.properties(id)?.blocksMovement)
        .map(({ id, points, isClosed }) => ({ id: hostState.globalId(id) ?? String(id), points, isClosed })),
      grounds: shapes.flatMap(({ id, points }) => {
        const ground = grounds[hostState.globalId(id) ?? ""];
        return ground && points.length >= 3
          ? [{ id: `ground ${id}`, name: hostState.properties(id)?.name ?? "", points, ...ground }]
          : [];
      }),
    };
  };

  return moverOf;
};
