/**
 * Where tokens stand that others move: a message does not say whether the token is still being dragged, so the host's server,
 * which keeps only where tokens were let go, is asked.
 *
 * @import { Piece } from "./host-state.js"
 * @import { GlobalId, Point } from "./surface.js"
 *
 * @typedef {object} Doubt  Somebody else moves a token, and where it stands is not known yet.
 * @property {number} messages  how many have come in
 * @property {string} ledger  what was written down for it when the first one came in
 * @property {Promise<void> | null} asked
 *
 * @typedef {object} TruePlacesPorts
 * @property {ReturnType<typeof import("./token-positions.js").createTokenPositions>} positions
 * @property {(name: string, data: unknown) => Promise<any>} askServer  null: it cannot be asked
 * @property {() => boolean} isConnected  whether messages leave over a connection that is listened to
 * @property {(id: GlobalId) => boolean} isInFight
 * @property {(id: GlobalId) => string} ledgerOf  what is written down for a token
 * @property {(id: GlobalId) => Promise<void>} lookUp  have it read again what is written down for a token
 * @property {(id: GlobalId) => void} cleared  it is known anew where a token stands
 */

/** So long nothing comes in after a token was let go. */
const QUIET_MILLIS = 150;
/** So long an answer of the server is waited for. */
const ANSWER_MILLIS = 3_000;
/** So long whoever moved a token in a fight may take to write down what it has cost. */
const LEDGER_MILLIS = 1_500;
const LOOK_MILLIS = 50;

/** @type {(millis: number) => Promise<null>} */
const pause = (millis) => new Promise((resolve) => setTimeout(() => resolve(null), millis));

/** @param {TruePlacesPorts} ports */
export const createTruePlaces = ({
  positions,
  askServer,
  isConnected,
  isInFight,
  ledgerOf,
  lookUp,
  cleared,
}) => {
  /** @type {Map<GlobalId, Doubt>} */
  const doubts = new Map();
  /** Tokens that somebody else is dragging. @type {Set<GlobalId>} */
  const inOtherHands = new Set();
  /** Tokens whose new place is not paid for yet, as far as is known here; fulfilled when it is, or nobody will pay. @type {Map<GlobalId, Promise<void>>} */
  const unpaid = new Map();

  /** Somebody else has moved a token, or still does. @param {Piece} piece */
  const heard = (piece) => {
    const { id } = piece;
    if (!isConnected()) return positions.settle(piece);
    const doubt = doubts.get(id) ?? { messages: 0, ledger: ledgerOf(id), asked: null };
    doubt.messages += 1;
    doubts.set(id, doubt);
    if (!positions.settledOf(id)) known(piece);
    const { messages } = doubt;
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
    settle(piece, ref, doubt.ledger);
  };

  /** @type {(piece: Piece, ref: Point, ledger: string) => void} */
  const settle = (piece, ref, ledger) => {
    const { id, shape } = piece;
    const { center, refPoint } = shape;
    const before = positions.settledOf(id);
    const stands = { x: center.x + ref.x - refPoint.x, y: center.y + ref.y - refPoint.y };
    positions.settleAt(id, { ref, center: stands, lay: stands });
    if (positions.isApart(stands, center)) inOtherHands.add(id);
    else inOtherHands.delete(id);
    if (before && positions.isApart(before.center, stands) && isInFight(id)) expectPrice(id, ledger);
    cleared(id);
  };

  /** Whoever has moved it is judged after it has gone, and what that costs is written down; from another location, nobody here is told. @type {(id: GlobalId, ledger: string) => Promise<void>} */
  const awaitPrice = async (id, ledger) => {
    const until = Date.now() + LEDGER_MILLIS;
    const isUnpaid = () => ledgerOf(id) === ledger;
    while (isUnpaid() && Date.now() < until) await pause(LOOK_MILLIS);
    if (isUnpaid()) await lookUp(id);
  };

  /** @type {(id: GlobalId, ledger: string) => void} */
  const expectPrice = (id, ledger) => {
    const priced = awaitPrice(id, ledger).finally(() => {
      if (unpaid.get(id) === priced) unpaid.delete(id);
    });
    unpaid.set(id, priced);
  };

  /** @type {(id: GlobalId) => boolean} */
  const isContested = (id) => doubts.has(id) || inOtherHands.has(id);

  return {
    heard,
    known,
    /** Have it known where a token stands, and what has been written down for it. @type {(piece: Piece) => Promise<void>} */
    settled: async (piece) => {
      await known(piece);
      await unpaid.get(piece.id);
      await known(piece);
    },
    isContested,
    /** A token was put somewhere for all to see. @param {GlobalId} id */
    placed: (id) => inOtherHands.delete(id),
  };
};
