"""Quest, a made-up game of d20s with all that the engine has: dashes, rolls, jumps, flying, acts and reactions."""

from fractions import Fraction

from py_rules.engine import Circumstances, Game, Inputs, Move, Sheet, TableRules, Total, field, house_rule

game = Game("quest", "Quest", unit="ft", cell=5, reference="Quest, moving")
game.clock("round", "turn")
game.circumstances(Circumstances)


@game.sheet
class Character(Sheet):
    """An adventurer."""

    speed: int = field(30, "Speed", ge=0, le=200)
    """Feet in a turn."""
    strength: int = field(10, "Strength", ge=1, le=30)
    """How far one jumps, and the bonus to athletics."""
    swim_speed: int = field(0, "Swimming speed", ge=0, le=200)
    """0: none; every foot swum costs two."""
    fly_speed: int = field(0, "Flying speed", ge=0, le=200)
    """0: no wings."""
    restrained: bool = field(False, "Restrained")


@game.house_rules
class HouseRules(TableRules):
    """The switches of Quest."""

    dash_counts: bool = house_rule(True, "Dashing is allowed", "QST-02")
    """Off: nobody dashes."""
    run_up_ft: int = house_rule(10, "Run-up in feet", "QST-05", ge=0, le=100)
    """How far one runs before a running jump."""


@game.token_facts
class TokenFacts(Inputs):
    """What is known of others."""

    reach: int = field(5, "Reach", ge=0, le=50)
    """Feet."""


@game.rule("QST-01", "Speed", working="{result} ft in a turn")
def walk(move: Move) -> int:
    """You move as far as your speed in a turn; if you cannot walk, as far as the best of your other speeds."""
    who = move.character
    return int(who.speed or max(who.swim_speed, who.fly_speed))


@game.rule("QST-02", "Dash", working="2 × {walk} ft = {result} ft", kind="band")
def dash(move: Move) -> int:
    """With your action you move as far again."""
    return 2 * walk(move) if move.house_rules.dash_counts else walk(move)


@game.rule("QST-03", "Climbing and swimming", kind="modifier")
def slowly(move: Move, ground) -> Fraction:
    """A foot climbed or swum costs two, unless you have a speed for it."""
    own = move.character.swim_speed if ground.mode == "swim" else 0
    return Fraction(walk(move), own) if own else Fraction(2)


@game.rule("QST-04", "Flying", kind="modifier")
def flies(move: Move) -> bool:
    """You fly only with a flying speed, in its share of your speed."""
    return bool(move.character.fly_speed)


@game.rule("QST-05", "Jumping", working="Strength {strength}: {result} ft far and high")
def jump_reach(move: Move, *, running: bool) -> tuple[Fraction, Fraction]:
    """You jump as many feet far as you have Strength after a run, a third of that high; half from a standstill."""
    far = Fraction(move.character.strength, 1 if running else 2)
    return far, far / 3


@game.rule("QST-06", "Standing up", kind="state")
def stand(move: Move) -> Fraction:
    """Getting up takes half your speed."""
    return Fraction(walk(move), 2)


@game.rule("QST-07", "Attacking", kind="resource")
def attack(move: Move) -> None:
    """An attack is an action."""


@game.rule("QST-08", "Opportunity attacks", kind="reaction")
def strikes(move: Move, foe) -> int:
    """A foe whose reach you leave may strike, unless you disengage."""
    return 0 if move.turn.disengaged else foe.facts.reach


@game.rule("QST-09", "Restrained", kind="state")
def held(move: Move) -> bool:
    """Who is restrained does not move."""
    return bool(move.character.restrained)


@game.rule("QST-10", "Sprinting", kind="roll", working="{dash} ft and twice what the roll is over 10")
def sprint(move: Move, result: int) -> int:
    """Give your action and roll athletics: what you are over 10 you run twice as far in feet beyond your dash."""
    return dash(move) + 2 * max(0, result - 10) if walk(move) else 0


def athletics(move: Move) -> Total:
    """Return the dice of an athletics roll."""
    return Total(1, 20, bonus=(move.character.strength - 10) // 2)


action = game.resource("action", "Action", amount=1, per="turn")
disengaged = game.effect("disengaged", strikes, on="opportunity attacks", until="the next turn")
prone = game.effect("prone", stand, on="moving", until="standing up", per="")
game.meter(
    "ground",
    "Feet moved",
    tiers=[
        game.tier(walk),
        game.tier(dash, resource=action),
        game.roll("sprint", "Sprint", rule=sprint, dice=athletics, resource=action),
    ],
)
game.mode("ground", possible=lambda move: move.character.speed, rule=walk)
game.mode("climb", factor=slowly, possible=lambda move: move.character.speed, rule=walk)
game.mode("swim", factor=slowly)
game.mode(
    "fly",
    "Fly",
    flies=True,
    possible=flies,
    rule=flies,
    factor=lambda move, _: Fraction(walk(move), move.character.fly_speed or 1),
)
game.jump(
    jump_reach,
    run_up=lambda move: move.house_rules.run_up_ft,
    roll=athletics,
    target=lambda _, far, *, high: int(10 + 2 * far + 4 * high),
)
game.forbid(held)
game.act("attack", "Attack", rule=attack, uses={action: 1})
game.act("disengage", "Disengage", rule=strikes, uses={action: 1}, starts=[disengaged])
game.act("drop", "Drop prone", rule=stand, starts=[prone])
game.act("stand", "Stand up", rule=stand, ends=[prone], draws={"ground": stand}, refused="Cannot get up")
game.reaction("leaves", strikes, label="{token} may strike: its reach is left")
game.region_roll(
    sprint, dice=lambda move, _: athletics(move), target=lambda _, gate: gate.difficulty or gate.needed
)
SYSTEM = game.system()
