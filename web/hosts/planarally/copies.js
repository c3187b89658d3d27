/**
 * New shapes that are no news: copies of tokens, and deleted ones that undo brings back. The host gives each a new identity and
 * tells nobody what it was before; so what was selected when it copied is remembered, and where deleted tokens lay.
 *
 * @import { createBlocks } from "./data-blocks.js"
 * @import { createHostState } from "./host-state.js"
 * @import { GlobalId, Point } from "./surface.js"
 *
 * @typedef {{id: GlobalId, name: string, type: string}} Source
 * @typedef {{id: GlobalId, type: string, at: Point, isInFight: boolean}} Deleted
 * @typedef {{uuid: GlobalId, name?: string | null, type_?: string, x?: number, y?: number}} Added  a shape as the host tells of it
 *
 * @typedef {object} CopiesPorts
 * @property {ReturnType<typeof createHostState>} hostState
 * @property {ReturnType<typeof createBlocks>} blocks
 * @property {Pick<ReturnType<typeof import("./token-moves.js").createTokenMoves>, "pieceOf" | "comesBack">} tokenMoves
 * @property {(id: GlobalId) => boolean} isInFight
 * @property {(name: string) => void} tellLeft  a token that was in the fight is back, and in it no more
 */

/** How many deletions are remembered; the host can undo half of them. */
const MOST_DELETED = 100;

/** @param {CopiesPorts} ports */
export const createCopies = ({ hostState, blocks, tokenMoves, isInFight, tellLeft }) => {
  /** What lies in the host's clipboard. @type {readonly Source[]} */
  let copied = [];
  /** What of it is put on the map now. @type {Source[]} */
  let pasting = [];
  /** What was deleted here, the newest last. @type {Deleted[]} */
  let deleted = [];

  /** What a shape was that lies exactly where a deleted one lay. @type {(shape: Added) => Deleted | undefined} */
  const before = ({ type_, x, y }) =>
    deleted.findLast(({ type, at }) => type === type_ && at.x === x && at.y === y);

  return {
    /** The host copies what is selected. */
    copy: () => {
      copied = hostState.selected().flatMap((local) => {
        const piece = hostState.piece(local);
        return piece ? [{ id: piece.id, name: hostState.nameOf(piece), type: piece.shape.type }] : [];
      });
    },
    /** The host puts copies on the map, within this turn of the page. */
    paste: () => {
      pasting = [...copied];
      setTimeout(() => {
        pasting = [];
      });
    },
    /** Shapes are deleted here. @param {readonly GlobalId[]} ids */
    removed: (ids) => {
      const gone = ids.flatMap((id) => {
        const { shape } = tokenMoves.pieceOf(id) ?? {};
        return shape ? [{ id, type: shape.type, at: { ...shape.refPoint }, isInFight: isInFight(id) }] : [];
      });
      deleted = [...deleted, ...gone].slice(-MOST_DELETED);
    },
    isDeletedHere: (/** @type {GlobalId} */ id) => deleted.some((one) => one.id === id),
    /** A shape is put on the map. @param {Added} shape */
    added: (shape) => {
      const { uuid, name, type_ } = shape;
      const at = pasting.findIndex((one) => one.name === name && one.type === type_);
      const [source] = at < 0 ? [] : pasting.splice(at, 1);
      if (source) return void blocks.copy(source.id, uuid);
      const back = before(shape);
      if (!back) return;
      deleted = deleted.filter((one) => one !== back);
      blocks.handOver(back.id, uuid);
      if (back.isInFight) tellLeft(name ?? "");
      // The host has put it on the map once it has told of it.
      setTimeout(() => tokenMoves.comesBack(back.id, uuid));
    },
  };
};
