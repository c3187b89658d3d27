/**
 * What others' moves cost: they are judged after the token has gone, and what that costs is written down then.
 *
 * @import { GlobalId, Point } from "./surface.js"
 *
 * @typedef {object} AwaitedPricesPorts
 * @property {ReturnType<typeof import("./token-positions.js").createTokenPositions>} positions
 * @property {(id: GlobalId) => string} ledgerOf  what is written down for a token
 * @property {(id: GlobalId) => Point | null} keptAt  where it lies by that
 * @property {(id: GlobalId) => Promise<void>} lookUp  have it read again what is written down for a token
 * @property {(id: GlobalId, center: Point) => void} putAgain  have all see it there
 */

import { until } from "./until.js";

/** So long whoever moved a token in a fight may take to write down what it has cost. */
const LEDGER_MILLIS = 1_500;

/** @param {AwaitedPricesPorts} ports */
export const createAwaitedPrices = ({ positions, ledgerOf, keptAt, lookUp, putAgain }) => {
  /** Fulfilled when it is paid for, as far as is known here, or nobody will pay. @type {Map<GlobalId, Promise<void>>} */
  const unpaid = new Map();

  /** @type {(one: Point | null | undefined, other: Point) => boolean} */
  const isAt = (one, other) => one !== null && one !== undefined && !positions.isApart(one, other);

  /** From another location, nobody here is told. @type {(id: GlobalId, isPaid: () => boolean) => Promise<void>} */
  const price = async (id, isPaid) => {
    await until(isPaid, LEDGER_MILLIS);
    if (!isPaid()) await lookUp(id);
  };

  /** After a move from here: if nobody pays for the other one, somebody has only put the token back, and had not heard of this one. @type {(id: GlobalId, ledger: string, stands: Point, own: Point) => Promise<void>} */
  const priceOrOwn = async (id, ledger, stands, own) => {
    await price(id, () => ledgerOf(id) !== ledger && isAt(keptAt(id), stands));
    const isUnpaid = isAt(keptAt(id), own) && !isAt(own, stands);
    if (isUnpaid && isAt(positions.settledOf(id)?.center, stands)) putAgain(id, own);
  };

  return {
    /** Somebody else has moved a token. @type {(id: GlobalId, ledger: string, stands: Point, own: Point | null) => void} ledger: what was written down before; own: where it was put from here just before; null: it was not */
    expect: (id, ledger, stands, own) => {
      const known = own ? priceOrOwn(id, ledger, stands, own) : price(id, () => ledgerOf(id) !== ledger);
      const priced = known.finally(() => {
        if (unpaid.get(id) === priced) unpaid.delete(id);
      });
      unpaid.set(id, priced);
    },
    of: (/** @type {GlobalId} */ id) => unpaid.get(id),
  };
};
