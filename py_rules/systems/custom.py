"""Any game: a table that plays none of the other games says in its house rules how it moves.

There is one meter, counted in lengths of the walking speed: a way of moving with a speed of its own draws on it by the
share of a turn that it takes.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Annotated, Literal

from py_rules.engine import Circumstances as OfAnyMove
from py_rules.engine import Game, Inputs, Move, Sheet, TableRules, Total, field, house_rule
from py_rules.engine.inputs import unfit
from py_rules.engine.parts import Ground, Mode, Tier
from py_rules.engine.situation import Neighbour
from py_rules.protocol.bounds import checked, limits
from py_rules.values.rounding import to_fraction
from py_rules.values.sentences import Sentence

CELL: Mapping[str, float] = {"ft": 5, "m": 1.5, "yd": 2, "in": 1, "u": 1}
"""What a cell of a map without a length counts as, by unit."""
WALKED = ("climb", "swim")
"""Ways that everybody has, if the table does not say otherwise."""
OWN = ("fly", "burrow", "crawl")
"""Modes with a word of their own, for a mover that has a speed for them."""
RESERVED = ("ground", "walk", "jump", "fall", "drift")
ZERO, ONE = Fraction(0), Fraction(1)

KNOWN = ("Move", "Dash", "First action", "Second action", "Third action", "One zone", "Another zone")
"""What prices are called here; a table's own names stay as they are."""

game = Game(
    "custom",
    "Any game",
    unit="ft",
    cell=5,
    reference="Any game",
    about="For any other game: you say the speeds, what a turn has, and what each stretch costs.",
)
game.clock("round", "turn")

ModeName = Annotated[
    str,
    limits(min_length=1, max_length=40, pattern=r"^[^*:]*[^*:\s\x00-\x1f][^*:]*$", examples=[*WALKED, *OWN]),
]
Speed = Annotated[float, limits(ge=0, le=10_000)]


@game.circumstances
class Circumstances(OfAnyMove):
    """What the tabletop or the GM says of this very move."""

    prone: bool = field(False, "Lies on the ground")
    """It crawls while this is so; a tabletop that knows who lies tells it."""


def own_speeds(speeds: dict[str, float]) -> dict[str, float]:
    """Return speeds by mode; raises ``ValueError`` for a name that the map has for something else."""
    for name in speeds:
        if name in RESERVED:
            raise unfit(game.say, "unfit.speeds", name=repr(name))
    return speeds


@game.sheet
class Character(Sheet):
    """A character of any game, as far as movement goes; lengths are in the table's unit."""

    speed: float | None = field(None, "Walking speed", ge=0, le=10_000, asked="speed")
    """How far it walks in a turn, or for the first price. Empty: as the table says."""
    speeds: Annotated[dict[ModeName, Speed], checked(own_speeds)] = field({}, "Other speeds")
    """Ways of moving with a speed of their own: climb, swim, fly, burrow, or a name of the table’s; 0: not at all."""
    running_jump: float | None = field(None, "Running jump", ge=0, le=10_000)
    """How far it jumps after a run-up. Empty: as the table says."""
    bonus: int = field(0, "Bonus to rolls of the map", ge=-100, le=100)
    """Added to the d20 where a place on the map asks for a roll."""


class SpeedBand(Inputs):
    """A price of moving: up to a multiple of the speed, counted from the beginning of the turn."""

    name: str = field("Farther", "Name", min_length=1, max_length=40)
    times: float = field(3, "Up to this multiple of the speed", ge=0.01, le=1000)
    actions: int = field(0, "Actions it takes", ge=0, le=100)
    """In all, with those of the prices before it."""
    penalty: str = field("", "What else it costs", max_length=200)
    """In the table’s own words, such as “disadvantage on attacks”; empty: nothing."""


TWO_BANDS = [SpeedBand(name="Move", times=1), SpeedBand(name="Dash", times=2, actions=1)]


def one_after_the_other(told: list[SpeedBand]) -> list[SpeedBand]:
    """Return bands as they were given; raises ``ValueError`` for one that no length is left for."""
    for before, after in pairwise(told):
        if after.times <= before.times:
            raise unfit(game.say, "unfit.bands", name=repr(after.name), before=repr(before.name))
    return told


@game.house_rules
class HouseRules(TableRules):
    """What a table says of moving."""

    unit: Literal["ft", "m", "yd", "in", "u"] = house_rule(
        "ft",
        "Unit of length",
        "ANY-01",
        required=True,
        words={"ft": "Feet", "m": "Metres", "yd": "Yards", "in": "Inches", "u": "Cells or zones"},
    )
    """What all lengths are in, on sheets too; a map in another unit is converted. Cells or zones: 1 u is one cell."""
    speed: float = house_rule(30, "Walking speed", "ANY-01", required=True, ge=0, le=10_000)
    """Of whom the sheet says nothing else."""
    actions: int = house_rule(1, "Actions in a turn", "ANY-02", "ANY-03", required=True, ge=0, le=100)
    """What acts and prices of moving draw on; 0: the game has none."""
    bands: Annotated[list[SpeedBand], limits(min_length=1, max_length=20), checked(one_after_the_other)] = (
        house_rule(TWO_BANDS, "What moving costs", "ANY-02", required=True)
    )
    """From near to far, each up to a multiple of the speed; farther than the last one nobody moves in a turn."""
    without_speed: Literal["dearer", "impossible"] = house_rule(
        "dearer",
        "Climbing and swimming without a speed for it",
        "ANY-04",
        words={"dearer": "Costs more", "impossible": "Not possible"},
    )
    """Costs more: by the factor below; not possible: only who has a speed for it climbs or swims."""
    without_factor: float = house_rule(2, "What it costs then", "ANY-04", ge=0.01, le=100)
    """Multiplies the cost: 2 is half the walking speed, 4 a quarter of it."""
    difficult_factor: float = house_rule(2, "What difficult terrain costs", "ANY-05", ge=1, le=100)
    """Multiplies the cost where the map calls ground difficult; what the map itself sets as a price is on top."""
    crawl_factor: float = house_rule(2, "What crawling costs", "ANY-06", ge=1, le=100)
    """Multiplies the cost of walking for whoever lies."""
    stand_up: Literal["free", "half", "action"] = house_rule(
        "half",
        "Getting up costs",
        "ANY-06",
        words={"free": "Nothing", "half": "Half the speed", "action": "An action"},
    )
    """Nothing; half of the walking speed; or one action."""
    running_jump: float = house_rule(10, "Running jump", "ANY-07", ge=0, le=10_000)
    """How far one jumps after a run-up. What is too long is not possible, unless the GM lets it through."""
    standing_jump: float = house_rule(5, "Standing jump", "ANY-07", ge=0, le=10_000)
    """How far one jumps without a run-up."""
    high_jump: float = house_rule(3, "High jump", "ANY-07", ge=0, le=10_000)
    """How high one jumps, with and without a run-up."""
    run_up: float = house_rule(10, "Run-up", "ANY-07", ge=0, le=10_000)
    """How far one runs straight ahead before a running jump."""
    jump_counts: bool = house_rule(True, "What is jumped counts", "ANY-07")
    """On: it counts as walked; off: jumps take nothing of the turn."""
    leaving: bool = house_rule(True, "Foes may strike at who leaves their reach", "ANY-08")
    """On: the move waits until they have; off: nobody is asked."""
    reach: float = house_rule(5, "Reach", "ANY-08", ge=0, le=10_000)
    """How far a foe reaches of whom nothing else is said; 0: not at all."""


@game.token_facts
class TokenFacts(Inputs):
    """What is known of another token."""

    reach: float | None = field(None, "Reach", ge=0, le=10_000)
    """How far it reaches; empty: as the table says."""


game.templates |= {
    "unfit.bands": "{name} does not reach farther than {before}",
    "unfit.bands.remedy": "order them from near to far, each with more times the speed than the one before",
    "unfit.speeds": "{name} is not a way of moving that can have a speed of its own",
    "unfit.speeds.remedy": "give the walking speed in its own field, and jumps in the house rules",
    "band": "{band}, up to {limit} {unit}",
    "band.penalty": "{band}, up to {limit} {unit}: {penalty}",
    "penalty": "{band}: {penalty}",
    "mode.own": "{mode}",
    **{f"name.{name}": name for name in KNOWN},
}
game.measured_by(lambda table: (table.unit, CELL[table.unit]))


# ---------------------------------------------------------------- how far


@game.rule("ANY-01", "Speed", working="{result} {unit} in a turn")
def walk(move: Move) -> Fraction:
    """You walk your speed; where your sheet names none, that of your table."""
    own = move.character.speed
    return to_fraction(move.house_rules.speed if own is None else own)


def pace(move: Move) -> Fraction:
    """Return the speed that prices are multiples of: walking, or the fastest way of who cannot walk."""
    others = (to_fraction(speed) for speed in move.character.speeds.values())
    return walk(move) or max(others, default=ZERO)


@game.rule("ANY-02", "What moving costs", kind="band", working="{result} {unit} in a turn at the most")
def prices(move: Move) -> Fraction:
    """Your table says up to how many times your speed a turn of moving costs nothing, actions, or a drawback."""
    return pace(move) * to_fraction(move.house_rules.bands[-1].times)


@game.rule("ANY-03", "Actions", kind="resource", working="{actions} in a turn")
def actions(move: Move) -> int:
    """Your turn has the actions that your table says; moving far and acting both draw on them."""
    return int(move.house_rules.actions)


# ---------------------------------------------------------------- on what


@game.rule("ANY-04", "Ways of moving", kind="modifier", working="{result} times as much as walking")
def takes(move: Move, ground: Ground) -> Fraction:
    """A way of moving with a speed of its own takes its share of your turn. To climb or swim without one costs a
    multiple of walking, or is not possible, as your table says.
    """
    own = to_fraction(move.character.speeds.get(ground.mode) or ZERO)  # what is next to nothing is none
    share = ONE
    if own:
        share = pace(move) / own
    elif ground.mode in WALKED:
        share = to_fraction(move.house_rules.without_factor)
    if ground.mode != "fly" and any(grade == "difficult" for grade, _ in ground.grades):
        share *= difficult(move)
    crawls = (ground.mode == "ground" and lies(move)) or (ground.mode == "crawl" and not own)
    return share * crawled(move) if crawls else share


def lies(move: Move) -> bool:
    """Tell whether somebody lies, by an act of this turn or as the tabletop says."""
    return bool(move.turn.lying or move.circumstances.prone)


@game.rule("ANY-05", "Difficult terrain", kind="modifier", working="{result} times as much")
def difficult(move: Move) -> Fraction:
    """Ground that the map calls difficult costs the multiple that your table says, except to whoever flies or jumps
    over it.
    """
    return to_fraction(move.house_rules.difficult_factor)


@game.rule("ANY-06", "Lying and getting up", kind="state", working="{result} times as much")
def crawled(move: Move) -> Fraction:
    """You may crawl, and while you lie you must, for a multiple of what walking costs; who lies does not jump. Getting
    up costs nothing, half of the walking speed or an action, as your table says.
    """
    return to_fraction(move.house_rules.crawl_factor)


@game.rule("ANY-07", "Jumping")
def jump_reach(move: Move, *, running: bool) -> tuple[Fraction, Fraction]:
    """You jump as far as your sheet or your table says, after a run-up or without, and as high as your table says."""
    table, own = move.house_rules, move.character.running_jump
    far = (table.running_jump if own is None else own) if running else table.standing_jump
    if running:
        far = max(far, table.standing_jump)
    return to_fraction(far), to_fraction(table.high_jump)


@game.rule("ANY-08", "Leaving a reach", kind="reaction")
def strikes(move: Move, foe: Neighbour) -> Fraction:
    """A foe whose reach you leave may strike, unless your table plays without or you withdraw with care."""
    if not move.house_rules.leaving or withdraw(move):
        return ZERO
    own = foe.facts.reach
    return to_fraction(move.house_rules.reach if own is None else own)


@game.rule("ANY-09", "Withdrawing", kind="state")
def withdraw(move: Move) -> bool:
    """For an action you withdraw with care: until your next turn nobody strikes when you leave their reach."""
    return bool(move.turn.careful)


@game.rule("ANY-10", "Rolls of the map", kind="roll")
def steady(move: Move) -> Total:
    """Where the map asks for a roll, you roll a d20 with your bonus, and reach the difficulty that the map names."""
    return Total(1, 20, bonus=move.character.bonus)


# ---------------------------------------------------------------- what a turn has


def called(band: SpeedBand) -> Sentence | str:
    """Return what a price is called."""
    return game.say(f"name.{band.name}") if band.name in KNOWN else band.name


def strain(move: Move) -> Sentence:
    """Return what the last price that a turn came to costs beside actions, in the table's words."""
    begins, found = ZERO, None
    for band in move.house_rules.bands:
        if band.penalty and (found is None or begins < move.turn.ground_moved):
            found = band
        begins = pace(move) * to_fraction(band.times)
    return prices.label if found is None else game.say("penalty", band=called(found), penalty=found.penalty)


action = game.resource("action", "Actions", amount=actions, per="turn", rule=actions)
strained = game.effect("strained", prices, on="what your table says", until="the next turn", label=strain)
lying = game.effect("lying", crawled, on="moving", until="getting up", per="")
careful = game.effect("careful", withdraw, on="leaving a reach", until="the next turn")


def tiers(move: Move) -> list[Tier]:
    """Return the prices of the table for somebody's speed."""
    prices(move)
    unit, found = move.house_rules.unit, list[Tier]()
    for number, band in enumerate(move.house_rules.bands, start=1):
        limit = pace(move) * to_fraction(band.times)
        key = "band.penalty" if band.penalty else "band"
        label = game.say(key, band=called(band), limit=limit, unit=unit, penalty=band.penalty)
        tier = game.tier(
            prices,
            limit=limit,
            effect=strained if band.penalty else None,
            resource=action if band.actions else None,
            amount=band.actions,
            label=lambda _, label=label: label,
            name=f"band_{number}",
        )
        found.append(tier)
    return found


def goes(mode: str, move: Move) -> bool:
    """Tell whether somebody moves so."""
    own = move.character.speeds.get(mode)
    if own is None:
        return mode in WALKED and move.house_rules.without_speed == "dearer"
    return bool(own)


def named(move: Move) -> Sequence[Mode]:
    """Return the ways of moving that a sheet names and that nobody else has a word for."""
    return [
        Mode(name, game.say("mode.own", mode=name), "", takes, partial(goes, name), rule=takes)
        for name in move.character.speeds
        if name not in {*WALKED, *OWN}
    ]


game.meter("ground", "Movement", tiers=tiers)
game.mode("ground", factor=takes, possible=lambda move: bool(walk(move)), rule=walk)
game.mode("jump", possible=lambda move: not lies(move), rule=crawled)
for mode in WALKED:
    game.mode(mode, factor=takes, possible=partial(goes, mode), rule=takes)
game.mode("fly", "Fly", flies=True, factor=takes, possible=partial(goes, "fly"), rule=takes)
game.mode("burrow", "Burrow", factor=takes, possible=partial(goes, "burrow"), rule=takes)
game.mode(
    "crawl",
    "Crawl",
    factor=takes,
    possible=lambda move: goes("crawl", move) or bool(walk(move)),
    rule=crawled,
)
game.own_modes_are(named)
game.grade("difficult", "Difficult")
game.jump(
    jump_reach,
    run_up=lambda move: move.house_rules.run_up,
    counts=lambda move: bool(move.house_rules.jump_counts),
)
game.region_roll(
    steady,
    dice=lambda move, _: steady(move),
    target=lambda _, gate: gate.needed if gate.difficulty is None else gate.difficulty,
)
game.act("drop", "Lie down", rule=crawled, starts=[lying])
game.act(
    "stand",
    "Get up",
    rule=crawled,
    sets={"lying": False},
    unless={"Does not lie": lambda move: not lies(move)},
    draws={"ground": lambda move: walk(move) / 2 if move.house_rules.stand_up == "half" else ZERO},
    uses={action: lambda move: int(move.house_rules.stand_up == "action")},
    refused="Has too little left to get up",
)
game.act("withdraw", "Withdraw with care", rule=withdraw, uses={action: 1}, starts=[careful])
game.reaction("leaves", strikes, label="{token} may strike: its reach is left")
game.preset(
    "dash", "30 ft and dash", words="The speed is free, and as far again takes the action of the turn."
)
game.preset(
    "three_actions",
    "Three actions of 25 ft",
    words="Each action carries as far as the speed. All moves of a turn add up.",
    values={
        "speed": 25,
        "actions": 3,
        "bands": [
            {"name": "First action", "times": 1, "actions": 1, "penalty": ""},
            {"name": "Second action", "times": 2, "actions": 2, "penalty": ""},
            {"name": "Third action", "times": 3, "actions": 3, "penalty": ""},
        ],
        "stand_up": "action",
    },
)
game.preset(
    "cells",
    "6 cells and double",
    words="Counted in cells: six of them, and as many again for the action.",
    values={
        "unit": "u",
        "speed": 6,
        "running_jump": 2,
        "standing_jump": 1,
        "high_jump": 1,
        "run_up": 2,
        "reach": 1,
    },
)
game.preset(
    "zones",
    "Zones",
    words="Each cell is a zone: one is free, the next one takes the action. Nobody jumps from zone to zone.",
    values={
        "unit": "u",
        "speed": 1,
        "bands": [
            {"name": "One zone", "times": 1, "actions": 0, "penalty": ""},
            {"name": "Another zone", "times": 2, "actions": 1, "penalty": ""},
        ],
        "without_factor": 1,
        "crawl_factor": 1,
        "stand_up": "free",
        "running_jump": 0,
        "standing_jump": 0,
        "high_jump": 0,
        "run_up": 0,
        "leaving": False,
        "reach": 0,
    },
)
SYSTEM = game.system()
