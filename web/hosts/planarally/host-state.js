/**
 * What this browser knows of the host: shapes, settings of the location, who may do what. All but one only read.
 *
 * @import { GridType } from "./scene.js"
 * @import { Api, GlobalId, LocalId, Point, Properties, Shape } from "./surface.js"
 *
 * @typedef {object} Piece  A token of the host.
 * @property {LocalId} local
 * @property {GlobalId} id
 * @property {Shape} shape
 */

import { say } from "./language.js";
import { isGridType, sizeOn } from "./scene.js";
import { createSight, hasFog } from "./sight.js";

const TOKENS = "tokens";
/** The host's number for no location. */
const NOWHERE = 0;
/** How many letters of a name the rules take. */
const LONGEST_NAME = 200;
/** What holds the variants of a token. */
const COMPOSITE = "togglecomposite";
/** Shapes of these types stand for somebody; lines and areas on the same layer do not. */
const PIECES = new Set(["assetrect", "circulartoken"]);
const UNITS = new Set(["ft", "m", "yd", "in", "cm", "km", "mi", "u"]);

/** @param {Api} api */
export const createHostState = (api) => {
  const { systemsState: state, systems } = api;
  /** Where points of the map are on the screen now. */
  const screen = () => {
    const { panX, panY, zoom } = state.position.readonly;
    return (/** @type {Point} */ { x, y }) => ({ x: (x + panX) * zoom, y: (y + panY) * zoom });
  };

  return {
    properties: (/** @type {LocalId} */ local) => properties(api, local),
    /** @type {(piece: Piece) => string} */
    nameOf: ({ local }) => (properties(api, local)?.name ?? "").slice(0, LONGEST_NAME),
    piece: (/** @type {LocalId} */ local) => pieceOf(api, local),
    pieces: () => piecesOf(api),
    /** A token as it is by now: the host makes shapes anew now and then. @type {(id: GlobalId) => Piece | undefined} */
    pieceById: (id) => piecesOf(api).find((piece) => piece.id === id),
    /** A token, or the variant of it that is seen by now. @type {(id: GlobalId) => Piece | undefined} */
    seenOf: (id) => seenOf(api, id),
    obstacle: () => obstacle(api),
    variantsOf: (/** @type {GlobalId} */ id) => variantsOf(api, id),
    /** By which token something is kept: all variants of a token are one, by the first of them. */
    identity: (/** @type {GlobalId} */ id) => variantsOf(api, id)[0] ?? id,
    groupOf: (/** @type {GlobalId} */ id) => groupOf(api, id),
    shapes: () => [...all(api)].flatMap((local) => api.getShape(local) ?? []),
    /** Tokens that are collapsed into another, and go where it goes. @type {() => ReadonlySet<LocalId>} */
    carried: () =>
      new Set(
        piecesOf(api).flatMap(({ shape }) => (shape.options.collapsedIds ?? []).map(([local]) => local)),
      ),
    globalId: (/** @type {LocalId} */ local) => api.getGlobalId(local),
    /** Who sits here. */
    user: () => systems.players.getCurrentPlayer()?.name ?? "",
    /** The location that is open here. */
    location: () => state.locationSettings.raw.activeLocation,
    /** Whether there is one, with its first floor; others come after it. */
    isOpen: () => state.locationSettings.raw.activeLocation !== NOWHERE && state.game.raw.boardInitialized,
    selected: () => [...state.selected.raw.selected],
    focus: () => state.selected.raw.focus,
    /** The same, read so that the host's framework tells of a change. */
    followedFocus: () => state.selected.reactive.focus,
    /** Also while a GM looks at the room as a player does. */
    isGm: () => state.game.raw.isDm || state.game.raw.isFakePlayer,
    mayMove: (/** @type {LocalId} */ local) => systems.access.hasAccessTo(local, "movement"),
    maySeeFrom: (/** @type {LocalId} */ local) => systems.access.hasAccessTo(local, "vision"),
    mayEdit: (/** @type {LocalId} */ local) => systems.access.hasAccessTo(local, "edit"),
    /** Whether a user may move a token, as anybody may or as one of its owners. @type {(local: LocalId, user: string) => boolean} */
    mayBeMovedBy: (local, user) => {
      const { access } = systems;
      const owned = holderOf(api, local) ?? local;
      return access.getDefault(owned).movement || [...access.getOwners(owned)].includes(user);
    },
    /** Whether a player may do something with a token. @param {LocalId} local */
    isOwned: (local) => isOwned(api, local),
    /** Whether players may not see a token: the GM hides it, or it may stand in fog, which is another one for each player. @type {(piece: Piece) => boolean} */
    isUnseen: ({ local }) =>
      properties(api, local)?.isInvisible === true || (hasFog(api) && !isOwned(api, local)),
    grid: () => gridOf(api),
    /** How many cells a token covers, as the rules take it. @type {(shape: Shape) => Point} */
    sizeOf: (shape) => sizeOn(gridOf(api), shape.getSize(gridOf(api).type)),
    cell: () => ({
      unit: state.locationSettings.raw.unitSizeUnit.value.trim(),
      length: state.locationSettings.raw.unitSize.value,
    }),
    /** Have the host take a token along that has come to lie in a teleport zone, as it does after moves of its own. @type {(id: GlobalId) => Promise<void>} */
    enterTeleport: async (id) => {
      const piece = seenOf(api, id);
      if (piece) await systems.tp.checkTeleport([piece.shape]);
    },
    /** @param {Point} point */
    isOnTeleport: (point) =>
      [...all(api)].some((local) => systems.tp.isTeleportZone(local) && api.getShape(local)?.contains(point)),
    /** A point of the map on the screen. @param {Point} point */
    onScreen: (point) => screen()(point),
    /** What of a floor is seen here now; null: all of it. */
    sightOn: createSight(api, screen),
    zoom: () => state.position.readonly.zoom,
    /** What part of the map is on the screen; another text: another part. */
    viewport: () => {
      const { panX, panY, zoom } = state.position.readonly;
      return [panX, panY, zoom].join(" ");
    },
  };
};

/** The grid of the location. @param {Api} api */
const gridOf = ({ systemsState: state }) => ({
  type: /** @type {GridType} */ (state.locationSettings.raw.gridType.value),
  isUsed: state.locationSettings.raw.useGrid.value,
});

/** @type {(api: Api, local: LocalId) => Properties | undefined} */
const properties = ({ systemsState: state }, local) => state.properties.readonly.data.get(local);

/** @param {Api} api */
const all = ({ systemsState: state }) => state.properties.readonly.data.keys();

/** @type {(api: Api, local: LocalId) => Piece | null} */
const pieceOf = (api, local) => {
  const shape = api.getShape(local);
  const isPiece =
    shape?.layerName === TOKENS &&
    PIECES.has(shape.type) &&
    // Of a token with variants only the one that is seen is there.
    !shape.options.skipDraw &&
    // A wall stands for nobody; a player may tick that of a token, too.
    (!properties(api, local)?.blocksMovement || isOwned(api, local));
  const id = isPiece ? api.getGlobalId(local) : undefined;
  return shape && id !== undefined ? { local, id, shape } : null;
};

/** @type {(api: Api) => Piece[]} */
const piecesOf = (api) => [...all(api)].flatMap((local) => pieceOf(api, local) ?? []);

/** The variants that a token has, or that a holder of variants holds; the first one is the original. @type {(api: Api, id: GlobalId) => GlobalId[]} */
const variantsOf = (api, id) => {
  for (const local of all(api)) {
    const parent = api.getShape(local);
    if (parent?.type !== COMPOSITE) continue;
    const variants = (parent.variants ?? []).flatMap((variant) => api.getGlobalId(variant.id) ?? []);
    if (api.getGlobalId(local) === id || variants.includes(id)) return variants;
  }
  return [];
};

/** @type {(api: Api, id: GlobalId) => Piece | undefined} */
const seenOf = (api, id) => {
  const ids = new Set([id, ...variantsOf(api, id)]);
  return piecesOf(api).find((piece) => ids.has(piece.id));
};

/** What the host groups a token with: one entry of its tracker may stand for all of a group. @type {(api: Api, id: GlobalId) => string | undefined} */
const groupOf = (api, id) => {
  const local = [...all(api)].find((one) => api.getGlobalId(one) === id);
  return local === undefined ? undefined : api.systems.groups.getGroupId(local);
};

/** What holds a token that is one of several variants: who may move it is kept with that. @type {(api: Api, local: LocalId) => LocalId | undefined} */
const holderOf = (api, local) =>
  [...all(api)].find((id) => api.getShape(id)?.variants?.some((variant) => variant.id === local) === true);

/** Whether a player may do something with a token. @type {(api: Api, local: LocalId) => boolean} */
const isOwned = (api, local) => {
  const { access } = api.systems;
  const owned = holderOf(api, local) ?? local;
  return access.getDefault(owned).movement || [...access.getOwners(owned)].length > 0;
};

/** Why the rules cannot judge in this location; empty: they can. @param {Api} api */
const obstacle = ({ systemsState: state }) => {
  const { useGrid, gridType, unitSize, unitSizeUnit } = state.locationSettings.raw;
  if (useGrid.value && !isGridType(gridType.value)) return say("obstacle.grid", { grid: gridType.value });
  if (!UNITS.has(unitSizeUnit.value.trim())) return say("obstacle.unit", { unit: unitSizeUnit.value });
  return unitSize.value > 0 ? "" : say("obstacle.length");
};
