"""The Contract: characters, house rules, and what the GM or a host says of a move."""

from typing import Literal

from py_rules.engine import Circumstances as OfAnyMove
from py_rules.engine import Sheet, TableRules, field, house_rule
from py_rules.engine.inputs import OnTests
from py_rules.systems.contract import rules
from py_rules.systems.contract.rules import game


@game.sheet
class Character(Sheet):
    """A character of The Contract, as far as movement goes."""

    dexterity: int = field(1, "Dexterity", ge=0, le=20, asked=True)
    brawn: int = field(1, "Brawn", ge=0, le=20, asked=True)
    athletics: int = field(0, "Athletics", ge=0, le=20)
    penalty: int = field(0, "Penalty", ge=0, le=20)
    """Wound and mind Penalty, entered as a positive number."""
    stunned: bool = field(False, "Stunned")
    load: Literal["none", "partial", "full"] = field("none", "Load")
    """Partial: carrying anything at all; full: fully encumbered."""


@game.house_rules
class HouseRules(TableRules):
    """The switches of The Contract."""

    penalty_reading: Literal["feet", "rating"] = house_rule(
        "feet",
        "Penalty counts in feet or lowers ratings",
        rules.free_movement,
        rules.extended_movement,
        rules.sprint_feet,
        required=True,
    )
    """Feet: Penalty comes off Free Movement foot by foot; rating: it lowers Dexterity, then Brawn."""
    extension_penalty: Literal["per_5ft", "flat"] = house_rule(
        "per_5ft",
        "Price of Extended Movement",
        rules.dice_lost,
        rules.extension_open,
        required=True,
        words={"per_5ft": "Per 5 ft"},
    )
    """Per 5 ft: one die for every started 5 ft; flat: one die whatever the distance."""
    sprint_floor: Literal["none", "free"] = house_rule(
        "none",
        "All-out Sprint never shorter than",
        rules.sprint_feet,
        words={"none": "Nothing", "free": "Free Movement"},
    )
    """Nothing: a bad roll may carry less far than walking; Free Movement: never less far than that."""
    base_difficulty: int = house_rule(
        6,
        "Base Difficulty",
        rules.sprint_feet,
        rules.terrain_cost,
        rules.jump_needs_roll,
        rules.jump_difficulty,
        rules.climb_difficulty,
        rules.swim_feet,
        ge=2,
        le=10,
    )
    """Difficulty of sprint, jump and swim rolls; also of climbs if the GM gives none."""
    max_difficulty: int = house_rule(10, "Highest Difficulty of a jump", rules.jump_difficulty, ge=2, le=30)
    """A jump that would be harder is impossible; beyond 10 only tens count."""
    jump_excess: Literal["sum", "max"] = house_rule(
        "sum",
        "Extra feet far and high",
        rules.jump_difficulty,
        words={"sum": "Both added", "max": "The greater one"},
    )
    """Both added: feet too far and feet too high both raise the Difficulty; the greater one: only that does."""
    jump_counts: bool = house_rule(True, "Jumps use Movement", rules.jump_reach)
    """Feet jumped, far and high, count as feet on the ground (AMB-CON-9)."""
    run_up_ft: float = house_rule(5, "Run-up in feet", rules.jump_reach, ge=0, le=1000)
    """How far one runs straight at a gap for a running jump."""
    penalty_hits_pools: bool = house_rule(False, "Penalty comes off every pool", rules.penalised)
    """Every roll loses as many dice as the Penalty; one die is left."""


@game.circumstances
class Circumstances(OfAnyMove):
    """What the GM said of this very move."""

    test_modifier: OnTests = 0
    """Dice added to every test of movement, or taken from it if negative: wounds, gear, the GM’s word."""
    high_stakes: bool = field(False, "High stakes")
    """Jumps and swims are rolled outside combat too."""
    base_difficulty: int | None = field(None, "Base Difficulty", ge=2, le=10)
    """Another base Difficulty for this move."""
    jump_pool: Literal["larger", "brawn", "dexterity"] = field("larger", "Jumps are rolled with")
    """The player’s choice: Brawn or Dexterity beside Athletics; larger: whichever has more dice."""
