// What others' moves cost, as it is waited for after a move from here that theirs has crossed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createAwaitedPrices } from "../../../web/hosts/planarally/awaited-prices.js";

const [BEFORE, OWN] = [
  { x: 25, y: 25 },
  { x: 75, y: 25 },
];

/** A token was put from BEFORE to OWN here, and somebody else has put it back at once. */
const putBack = () => {
  const kept = { ledger: "before", at: BEFORE };
  /** @type {unknown[]} */
  const putAgain = [];
  /** @type {any} */
  const ports = {
    positions: {
      isApart: (/** @type {typeof OWN} */ one, /** @type {typeof OWN} */ other) => one.x !== other.x,
      settledOf: () => ({ center: BEFORE }),
    },
    ledgerOf: () => kept.ledger,
    keptAt: () => kept.at,
    lookUp: async () => {},
    putAgain: (/** @type {string} */ id, /** @type {unknown} */ at) => putAgain.push([id, at]),
  };
  const prices = createAwaitedPrices(ports);
  prices.expect("jenny", "before", BEFORE, OWN);
  return { kept, putAgain, prices };
};

test("a token is put again where its move is paid to, though that is written down later", async () => {
  const { kept, putAgain, prices } = putBack();
  await new Promise((resolve) => setTimeout(resolve, 200));
  Object.assign(kept, { ledger: "paid here", at: OWN });
  await prices.of("jenny");
  assert.deepEqual(putAgain, [["jenny", OWN]]);
});

test("what somebody else is paid to have moved stays there", async () => {
  const { kept, putAgain, prices } = putBack();
  Object.assign(kept, { ledger: "paid there", at: BEFORE });
  await prices.of("jenny");
  assert.deepEqual(putAgain, []);
});

test("what is paid for nowhere stays where it was put last", async () => {
  const { kept, putAgain, prices } = putBack();
  await prices.of("jenny");
  assert.deepEqual(putAgain, []);
  // Nobody waits any longer.
  kept.ledger = "later";
});
