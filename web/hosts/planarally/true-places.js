/**
 * Where tokens stand that others move: a message does not say whether the token is still being dragged, so the host's server,
 * which keeps only where tokens were let go, is asked.
 *
 * @import { Piece } from "./host-state.js"
 * @import { GlobalId, Point } from "./surface.js"
 *
 * @typedef {object} Doubt  Somebody else moves a token, and where it stands is not known yet.
 * @property {number} messages  how many have come in
 * @property {number} at  when the newest of them did
 * @property {string} ledger  what was written down for it when the first one came in
 * @property {Promise<void> | null} asked
 *
 * @typedef {object} TruePlacesPorts
 * @property {ReturnType<typeof import("./token-positions.js").createTokenPositions>} positions
 * @property {(name: string, data: unknown) => Promise<any>} askServer  null: it cannot be asked
 * @property {() => boolean} isConnected  whether messages leave over a connection that is listened to
 * @property {ReturnType<typeof import("./awaited-prices.js").createAwaitedPrices>} prices
 * @property {(id: GlobalId) => boolean} isInFight
 * @property {(id: GlobalId) => string} ledgerOf  what is written down for a token
 * @property {(id: GlobalId) => boolean} isDraggedHere  whether it is being dragged here
 * @property {(id: GlobalId) => void} cleared  it is known anew where a token stands
 */

/** So long nothing comes in after a token was let go. */
const QUIET_MILLIS = 150;
/** So long an answer of the server is waited for. */
const ANSWER_MILLIS = 3_000;
/** What comes in so soon after a token was put somewhere was sent before whoever sent it has heard of that. */
const CROSSING_MILLIS = 1_000;
/** So long somebody may not have heard of a move, over a slow line. */
const LATE_MILLIS = 3_000;

/** @type {(millis: number) => Promise<null>} */
const pause = (millis) => new Promise((resolve) => setTimeout(() => resolve(null), millis));

/** What is drawn here is what was before. @type {(piece: Piece, ref: Point) => void} */
const drawAt = ({ shape }, ref) => {
  shape.refPoint = { ...ref };
  shape.invalidate(false);
};

/** @param {TruePlacesPorts} ports */
export const createTruePlaces = ({
  positions,
  askServer,
  isConnected,
  isInFight,
  ledgerOf,
  prices,
  isDraggedHere,
  cleared,
}) => {
  /** @type {Map<GlobalId, Doubt>} */
  const doubts = new Map();
  /** Tokens that somebody else is dragging. @type {Set<GlobalId>} */
  const inOtherHands = new Set();
  /** When tokens were put somewhere from here, for all to see, where, and from where. @type {Map<GlobalId, {at: number, center: Point, from: Point | undefined}>} */
  const puts = new Map();

  /** A message comes in that somebody else has moved a token, or still does. @param {GlobalId} id */
  const hears = (id) => {
    if (!isConnected()) return;
    const doubt = doubts.get(id) ?? { messages: 0, at: 0, ledger: ledgerOf(id), asked: null };
    doubt.messages += 1;
    doubt.at = Date.now();
    doubts.set(id, doubt);
  };

  /** The host has drawn it where the message says. @param {Piece} piece */
  const heard = (piece) => {
    const { id } = piece;
    const messages = doubts.get(id)?.messages;
    if (messages === undefined) return isConnected() ? undefined : positions.settle(piece);
    if (!positions.settledOf(id)) known(piece);
    setTimeout(() => {
      if (doubts.get(id)?.messages === messages) known(piece);
    }, QUIET_MILLIS);
  };

  /** Have it known where a token stands now. @type {(piece: Piece) => Promise<void>} */
  const known = async (piece) => {
    // What was asked before now may be answered by what was then.
    await doubts.get(piece.id)?.asked;
    const doubt = doubts.get(piece.id);
    if (!doubt) return;
    doubt.asked ??= ask(piece, doubt);
    await doubt.asked;
  };

  /** @type {(piece: Piece, doubt: Doubt) => Promise<void>} */
  const ask = async (piece, doubt) => {
    const { id, shape } = piece;
    const { messages } = doubt;
    const version = positions.versionOf(id);
    const answer = await Promise.race([askServer("Shape.Get", id), pause(ANSWER_MILLIS)]);
    // What was moved from here meanwhile stands elsewhere by now.
    if (positions.versionOf(id) !== version) return ask(piece, doubt);
    doubt.asked = null;
    // Whoever still moves it may let it go at any time.
    if (doubt.messages === messages) doubts.delete(id);
    const { x, y } = answer?.shape ?? {};
    const ref = Number.isFinite(x) && Number.isFinite(y) ? { x, y } : { ...shape.refPoint };
    settle(piece, ref, doubt);
  };

  /** @type {(piece: Piece, ref: Point, doubt: Doubt) => void} */
  const settle = (piece, ref, { ledger, at }) => {
    const { id, shape } = piece;
    const { center, refPoint } = shape;
    const before = positions.settledOf(id);
    const stands = { x: center.x + ref.x - refPoint.x, y: center.y + ref.y - refPoint.y };
    positions.settleAt(piece, { ref, center: stands, lay: stands });
    const isAway = positions.isApart(stands, center);
    const own = puts.get(id);
    const isCrossed = own !== undefined && at - own.at < CROSSING_MILLIS;
    const isPutBack = before !== undefined && !positions.isApart(before.center, center);
    const isLate = isAway && (isCrossed || isPutBack) && !isDraggedHere(id);
    if (isLate) drawAt(piece, ref);
    if (isAway && !isLate) inOtherHands.add(id);
    else inOtherHands.delete(id);
    if (before && positions.isApart(before.center, stands) && isInFight(id))
      prices.expect(id, ledger, stands, isCrossed ? (own?.center ?? null) : null);
    cleared(id);
  };

  /** @type {(id: GlobalId) => boolean} */
  const isContested = (id) => doubts.has(id) || inOtherHands.has(id);

  return {
    hears,
    heard,
    known,
    /** Have it known where a token stands, and what has been written down for it. @type {(piece: Piece) => Promise<void>} */
    settled: async (piece) => {
      await known(piece);
      await prices.of(piece.id);
      await known(piece);
    },
    isContested,
    /** A token was put somewhere for all to see. @type {(id: GlobalId, center: Point, from: Point | undefined) => void} */
    placed: (id, center, from) => {
      const isMoved = from !== undefined && positions.isApart(from, center);
      puts.set(id, { at: Date.now(), center: { ...center }, from: isMoved ? from : puts.get(id)?.from });
      inOtherHands.delete(id);
    },
    /** From where a token was moved from here so lately that others may not have heard of it. @type {(id: GlobalId) => Point | undefined} */
    movedFrom: (id) => {
      const { at = Number.NEGATIVE_INFINITY, from } = puts.get(id) ?? {};
      return Date.now() - at < LATE_MILLIS ? from : undefined;
    },
  };
};
