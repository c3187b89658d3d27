/** A module that brings Stride along with an error that shows only when somebody moves. */

/** @type {any} */
const client = globalThis;

const PYTHON = `
from py_rules.engine import Game, Move

game = Game("failing", "Failing", unit="ft", reference="Failing")
game.clock("round")


@game.rule("FAI-01", "Walking")
def walk(move: Move) -> int:
    """You walk as many feet as nobody knows."""
    return move.character.pace


game.meter("ground", "On the ground", tiers=[game.tier(walk)])
SYSTEM = game.system()
`;

client.Hooks.once("footwork.register", (/** @type {any} */ api) => {
  api.registerSystem({
    id: "failing",
    title: "Failing",
    unit: "ft",
    modes: ["ground", "climb", "jump", "swim"],
    url: URL.createObjectURL(new Blob([PYTHON])),
  });
});

export {};
