"""Trek, a made-up game of three actions: each carries as far as your speed, and the ground takes its share."""

from fractions import Fraction

from py_rules.engine import Circumstances, Game, Move, Neighbour, Sheet, field
from py_rules.engine.parts import Ground

game = Game("trek", "Trek", unit="ft", cell=5, reference="Trek, on the way")
game.clock("turn")
game.circumstances(Circumstances)


@game.sheet
class Character(Sheet):
    """Somebody on a trek."""

    speed: int = field(25, "Speed", ge=0, le=100, asked=True)
    """Feet that an action carries."""
    haste: bool = field(False, "Hasted")
    """Once in a turn you go as far again for nothing but your haste."""


@game.rule("TRK-01", "Striding", working="Speed {speed} = {result} ft")
def stride(move: Move) -> int:
    """Each of your three actions carries you as far as your speed; what is left of one is there for the next move."""
    return int(move.character.speed)


@game.rule("TRK-02", "Haste", kind="band")
def hasted(move: Move) -> int:
    """Who is hasted goes as far again as the speed, whatever the actions were used for."""
    return stride(move) if move.character.haste else 0


@game.rule("TRK-03", "Rough ground", kind="modifier", working="{result} ft for each foot")
def rough(_: Move, ground: Ground) -> Fraction:
    """A foot of rubble takes two of your speed, unless you leap over it."""
    return Fraction(1 if ground.mode == "jump" else 2)


@game.rule("TRK-04", "Getting up", kind="state")
def lying(move: Move) -> Fraction:
    """Getting up takes a fifth of your speed, of what you have begun to walk."""
    return Fraction(stride(move), 5)


@game.rule("TRK-05", "Charging", kind="state")
def charges(move: Move) -> bool:
    """Who has run 20 ft straight ahead charges until the turn ends."""
    return bool(move.turn.run >= 20)


@game.rule("TRK-06", "Stepping", kind="band", working="{result} ft")
def step(_: Move) -> int:
    """For an action you step 5 ft aside, and nobody strikes at you as you do."""
    return 5


@game.rule("TRK-07", "Striking back", kind="reaction")
def strikes(_: Move, __: Neighbour) -> int:
    """A foe beside you may strike as you walk away."""
    return 5


action = game.resource("action", "Actions", amount=3, rule=stride)
haste = game.resource("haste", "Haste", amount=lambda move: int(move.character.haste), rule=hasted)
prone = game.effect("prone", lying, on="moving", until="getting up", per="")
charging = game.effect("charging", charges, on="the next strike", until="the next turn", after=charges)
game.meter(
    "ground",
    "Feet gone",
    tiers=[
        game.tier(hasted, resource=haste, name="hasted"),
        game.tier(stride, resource=action, name="first", further=True),
        game.tier(stride, resource=action, name="second", further=True),
        game.tier(stride, resource=action, name="third", further=True),
    ],
)
game.meter(
    "step",
    "Feet stepped",
    tiers=[
        game.tier(step, resource=action, name="step"),
        game.tier(step, resource=action, name="step_on", further=True),
    ],
)
game.mode("step", "Step", meter="step", rule=step, careful=True)
game.reaction("strikes", strikes, label="{token} may strike")
game.grade("rubble", "Rubble", factor=rough)
game.grade("scree", "Scree", factor=3)
game.act("strike", "Strike", rule=stride, uses={action: 1})
game.act("drop", "Drop", rule=lying, starts=[prone])
game.act(
    "rise",
    "Get up",
    rule=lying,
    ends=[prone],
    draws={"ground": lying},
    only_free=True,
    refused="Walk on first",
)
SYSTEM = game.system()
