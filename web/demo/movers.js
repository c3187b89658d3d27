/**
 * Tokens in the form of the rules.
 *
 * @import { Scene } from "../core/protocol.js"
 * @import { Mover, Turn } from "../hosts/host.js"
 * @import { Game } from "./game.js"
 */

/** @type {(game: Game, token: string) => Mover} */
export const moverOf = (game, token) => ({
  token,
  turn: { ledger: game.ledgers[token] ?? null, moves: [], thrown: game.thrown[token] ?? [] },
  inCombat: true, // the page records moves outside of a fight too, to be undone
  character: game.characters[token] ?? {},
  common: {
    v: 1,
    system: game.system,
    house_rules: game.house_rules,
    circumstances: game.circumstances,
    clock: { in_combat: game.in_combat },
    scene: sceneFor(game.scene, token),
    view: "player",
  },
});

/** The game with a token's turn as it is after a verdict. @type {(game: Game, token: string, turn: Turn) => Game} */
export const withTurn = (game, token, { ledger, thrown = [] }) => ({
  ...game,
  ledgers: { ...game.ledgers, [token]: ledger },
  thrown: { ...game.thrown, [token]: thrown },
});

/** @type {WeakMap<Scene, Scene>} Scenes as the other side sees them; kept, so that the client knows them again. */
const turned = new WeakMap();

/**
 * The scene with dispositions as the mover sees them: the file tells them as the players do.
 *
 * @param {Game["scene"]} scene
 * @param {string} mover
 * @returns {Scene}
 */
const sceneFor = (scene, mover) => {
  if (scene.tokens.find((token) => token.id === mover)?.disposition !== "hostile") return scene;
  const known = turned.get(scene);
  if (known) return known;
  const other = {
    ...scene,
    tokens: scene.tokens.map((token) => ({
      ...token,
      disposition: OPPOSITE[token.disposition ?? "neutral"],
    })),
  };
  turned.set(scene, other);
  return other;
};

const OPPOSITE = /** @type {const} */ ({
  friendly: "hostile",
  neutral: "neutral",
  hostile: "friendly",
  secret: "secret",
});
