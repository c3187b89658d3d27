"""Shadowrun 3: characters, house rules, and what the GM or a host says of a move."""

from typing import Annotated, Literal

from py_rules.engine import Inputs, Sheet, TableRules, field, house_rule
from py_rules.engine.inputs import OnTests
from py_rules.protocol.bounds import limits
from py_rules.systems.sr3 import interception, rules
from py_rules.systems.sr3.words import game


@game.sheet
class Character(Sheet):
    """A character of Shadowrun 3, as far as movement goes."""

    quickness: int = field(1, "Quickness", ge=0, le=50, asked=True)
    metatype: Literal["human", "dwarf", "elf", "ork", "troll"] = field("human", "Metatype", asked=True)
    athletics: int = field(0, "Athletics (Running)", ge=0, le=20)
    width: float | None = field(None, "Width in metres", ge=0, le=20)
    """Of the body; read only where tables measure from edge to edge. Empty: as wide as its token on the map."""


@game.house_rules
class HouseRules(TableRules):
    """The switches of Shadowrun 3."""

    pass_split: Literal["capped", "uncapped", "even"] = house_rule(
        "capped",
        "Passes that add up to more than the rate",
        rules.pass_share,
        rules.pass_limit,
        rules.sprint_gain,
        required=True,
    )
    """Capped: both limits hold; uncapped: only the pass’s; even: what is left is dealt out over the passes left."""
    sprint_takes_penalty: bool = house_rule(
        False, "Moving makes the sprint test harder", rules.sprint_tn, required=True
    )
    """On: the TN that walking or running adds holds for the sprint test too."""
    mode_change: Literal["upgrade_only", "locked", "free"] = house_rule(
        "upgrade_only",
        "Changing the mode within a Combat Turn",
        rules.least_pace,
        words={"upgrade_only": "Only to run"},
    )
    """Only to run: walking may become running; locked: the first move settles it; free: each pass anew."""
    penalty_scope: Literal["pass", "turn"] = house_rule(
        "pass",
        "How long the TN of moving lasts",
        rules.walking_tn,
        rules.running_tn,
        rules.rough_tn,
        words={"pass": "Initiative Pass", "turn": "Combat Turn"},
    )
    """Until the Initiative Pass ends, or until the Combat Turn does."""
    run_modifier_human: int = house_rule(3, "Running modifier of humans", rules.run_modifier, ge=1, le=20)
    """Humans run this many times their Quickness in a Combat Turn."""
    run_modifier_dwarf: int = house_rule(2, "Running modifier of dwarfs", rules.run_modifier, ge=1, le=20)
    """Dwarfs run this many times their Quickness in a Combat Turn."""
    run_modifier_elf: int = house_rule(3, "Running modifier of elves", rules.run_modifier, ge=1, le=20)
    """Elves run this many times their Quickness in a Combat Turn."""
    run_modifier_ork: int = house_rule(3, "Running modifier of orks", rules.run_modifier, ge=1, le=20)
    """Orks run this many times their Quickness in a Combat Turn."""
    run_modifier_troll: int = house_rule(3, "Running modifier of trolls", rules.run_modifier, ge=1, le=20)
    """Trolls run this many times their Quickness in a Combat Turn."""
    measure: Literal["centre", "edge"] = house_rule(
        "centre",
        "One metre is measured between",
        interception.passing,
        words={"centre": "Middles", "edge": "Edges"},
    )
    """Middles: of both tokens; on a map, who is beside the other is in reach. Edges: by the widths of both."""
    intercept_on_leave: bool = house_rule(
        False, "Leaving an adjacent opponent counts as passing", interception.passing
    )
    """On: whoever stands beside an opponent and walks away is passing it."""


TokenId = Annotated[str, limits(json_schema_extra={"format": "token"})]
"""A token on the map, by its id."""


@game.circumstances
class Circumstances(Inputs):
    """What the GM said of this very move."""

    test_modifier: OnTests = 0
    """Added to the TN of every test of movement: wounds, gear, the GM’s word; more than 0 is harder."""
    sprint_tn_mod: int = field(0, "TN of the sprint test", ge=-20, le=40)
    """Bad ground and other conditions, added to the TN."""
    attacking: list[TokenId] = field([], "Opponents attacked", max_length=200)
    """Those whom the mover attacks rather than passes."""


class Declare(Inputs):
    """How to move in this Combat Turn."""

    mode: Literal["stationary", "walk", "run"] = field(..., "Mode")


class UseAction(Inputs):
    """An action of the Combat Phase."""

    cost: Literal["free", "simple", "complex"] = field("complex", "Kind of action")
