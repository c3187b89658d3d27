"""Stride, a game of three rules: you walk your Pace, or hurry twice as far for a die off your next roll."""

from py_rules.engine import Game, Move, Sheet, TableRules, field, house_rule

game = Game("stride", "Stride", unit="m", reference="Stride, the whole of it")
game.clock("round")


@game.sheet
class Character(Sheet):
    """Somebody in Stride."""

    pace: int = field(6, "Pace", ge=0, le=100)
    """Metres walked in a round."""


@game.house_rules
class HouseRules(TableRules):
    """The switches of Stride."""

    hurry_dice: int = house_rule(1, "Dice that hurrying costs", "STR-02", required=True, ge=0, le=5)
    """0: hurrying is free."""


@game.rule("STR-01", "Walking", working="Pace {pace} = {result} m")
def walk(move: Move) -> int:
    """You walk as many metres in a round as you have Pace."""
    return int(move.character.pace)


@game.rule("STR-02", "Hurrying", working="2 × {walk} m = {result} m")
def hurry(move: Move) -> int:
    """You may hurry twice as far as you walk, for a die off your next roll."""
    return 2 * walk(move)


@game.rule("STR-03", "Resting", kind="state")
def rest(move: Move) -> bool:
    """When you catch your breath, you have the die back."""
    return bool(move.turn.hurried)


hurried = game.effect(
    "hurried",
    hurry,
    on="the next roll",
    until="a rest, or the end of the round",
    quantity="dice",
    amount=lambda move: -move.house_rules.hurry_dice,
)
game.meter("ground", "On the ground", tiers=[game.tier(walk), game.tier(hurry, effect=hurried)])
game.act("rest", "Catch your breath", rule=rest, ends=[hurried], refused="There is nothing to rest from")
SYSTEM = game.system()
