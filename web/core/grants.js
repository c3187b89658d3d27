/**
 * What a GM let through: each for just what was asked, and as often as it was asked.
 *
 * @typedef {object} Grant
 * @property {string} key  the token, the change and the decision
 * @property {string} [what]  the very thing that was allowed, where the key does not tell it
 */

const REMEMBERED = 200;

export const createGrants = () => {
  /** The newest last. @type {Grant[]} */
  let given = [];

  /** @type {(wanted: Grant) => number} */
  const indexOf = (wanted) =>
    given.findIndex(({ key, what = "" }) => key === wanted.key && what === (wanted.what ?? ""));

  return {
    /** @param {Grant} grant */
    give: (grant) => {
      given = [...given, grant].slice(-REMEMBERED);
    },
    /** Whether something is allowed, however often. @param {Grant} wanted */
    has: (wanted) => indexOf(wanted) >= 0,
    /** Whether something is allowed; once it was done, it is so no more. @param {Grant} wanted */
    take: (wanted) => {
      const index = indexOf(wanted);
      given = given.filter((_, at) => at !== index);
      return index >= 0;
    },
  };
};

/** A decision of the GM in a move, or in something else under this id. @type {(token: string, id: string, decision: string) => string} */
export const grantKey = (token, id, decision) => JSON.stringify([token, id, decision]);

/** A path as what is allowed. @type {(path: readonly import("./protocol.js").PathCell[]) => string} */
export const pathGranted = (path) =>
  JSON.stringify(path.map(({ col, row, elevation = 0, mode = null }) => [col, row, elevation, mode]));
