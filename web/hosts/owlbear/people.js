/** Whom a move asks: what the GM has set, and the dice. The host has nobody else asked. */

const SEED_BELOW = 2 ** 32;

/**
 * @param {() => import("./host.js").Rules} rules
 * @returns {Omit<import("../host.js").Table, "ask">}
 */
export const createPeople = (rules) => ({
  enforcement: () => rules().enforcement,
  throws: async () => ({ seed: Math.floor(Math.random() * SEED_BELOW) }),
});
