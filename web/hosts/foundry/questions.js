/**
 * Questions about one token, from what is known of it.
 *
 * @typedef {import("./table.js").Mover} Mover
 */

/** Where does it stand now? @type {(mover: Mover) => import("../../core/protocol.js").StateRequest} */
export const stateQuestion = ({ common, token, character, turn }) => ({
  ...common,
  op: "state",
  mover: { token, character, ledger: turn.ledger },
});

/** What do the rules say of a sheet, wherever it stands? @type {(common: Mover["common"], character: {[field: string]: unknown}) => import("../../core/protocol.js").StateRequest} */
export const sheetQuestion = ({ v = 1, system, house_rules = {} }, character) => ({
  v,
  op: "state",
  system,
  house_rules,
  mover: { character },
});
