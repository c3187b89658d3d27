/**
 * Changes to characters, house rules and the like: made when the core accepts them, shown as refused otherwise.
 *
 * @import { AppState } from "./app-state.js"
 * @import { Game } from "./game.js"
 * @import { Edit } from "./panels/sheet.js"
 */

import { tokenOf, withGrid, withToken } from "./game.js";

/** @type {(value: unknown) => string | number | boolean | null} */
const asFact = (value) => /** @type {string | number | boolean | null} */ (value);

/**
 * @param {{store: import("./store.js").Store<AppState>, table: import("./table.js").Table}} settings
 * @returns {Edit}
 */
export const createEdit = ({ store, table }) => {
  /** @type {Map<string, number>} The newest change of each field; older ones are not made any more. */
  const newest = new Map();

  /** @type {(field: string, typed: unknown, change: (game: Game) => Game, token?: string) => Promise<void>} */
  const attempt = async (field, typed, change, token) => {
    const turn = (newest.get(field) ?? 0) + 1;
    newest.set(field, turn);
    enter(field, { typed, problem: null });
    const problem = await table.tryChange(change, token);
    if (newest.get(field) === turn) enter(field, problem ? { typed, problem } : null);
  };

  /** @type {(field: string, entry: import("../core/form.js").Entry | null) => void} */
  const enter = (field, entry) => {
    const { [field]: _, ...others } = store.get().entries;
    store.set({ entries: entry ? { ...others, [field]: entry } : others });
  };

  return {
    character: (token, field, value) => {
      attempt(
        `character.${token}.${field}`,
        value,
        (game) => ({
          ...game,
          characters: { ...game.characters, [token]: { ...game.characters[token], [field]: value } },
        }),
        token,
      );
    },
    facts: (token, field, value) => {
      attempt(
        `facts.${token}.${field}`,
        value,
        (game) =>
          withToken(game, token, { facts: { ...tokenOf(game, token)?.facts, [field]: asFact(value) } }),
        // Facts are what others meet: the core reads them for another mover.
        store.get().game.scene.tokens.find(({ id }) => id !== token)?.id,
      );
    },
    token: (token, field, value) => {
      attempt(`token.${token}.${field}`, value, (game) => withToken(game, token, { [field]: value }), token);
    },
    houseRule: (field, value) => {
      attempt(`house_rules.${field}`, value, (game) => ({
        ...game,
        house_rules: { ...game.house_rules, [field]: value },
      }));
    },
    houseRules: (values) => {
      const others = Object.entries(store.get().entries).filter(
        ([field]) => !field.startsWith("house_rules."),
      );
      store.set({ entries: Object.fromEntries(others) });
      attempt("house_rules", values, (game) => ({ ...game, house_rules: values }));
    },
    circumstance: (field, value) => {
      attempt(`circumstances.${field}`, value, (game) => ({
        ...game,
        circumstances: { ...game.circumstances, [field]: value },
      }));
    },
    grid: (field, value) => {
      attempt(`scene.grid.${field}`, value, (game) => withGrid(game, { [field]: value }));
    },
    inCombat: (value) => {
      attempt("in_combat", value, (game) => ({ ...game, in_combat: value }));
    },
  };
};
