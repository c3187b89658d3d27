"""Shadowrun 5: characters, house rules, and what the GM or a host says of a move."""

from collections.abc import Mapping
from typing import Literal

from py_rules.engine import Circumstances as OfAnyMove
from py_rules.engine import Sheet, field
from py_rules.engine.inputs import Inputs, OnTests, TableRules, house_rule
from py_rules.protocol.bounds import Json
from py_rules.systems.sr5 import climbing, falling, jumping, rules, swimming
from py_rules.systems.sr5.words import game

Row = Literal[
    "assisted_up",
    "assisted_horizontal",
    "assisted_upside_down",
    "unassisted_up",
    "unassisted_down",
    "unassisted_horizontal",
    "unassisted_upside_down",
]
Cost = Literal["complex", "simple", "bonus", "none"]


@game.sheet
class Character(Sheet):
    """A character of Shadowrun, as far as movement goes."""

    metatype: Literal["human", "dwarf", "elf", "ork", "troll"] = field("human", "Metatype", asked=True)
    agility: int = field(1, "Agility", ge=0, le=30, asked=True)
    strength: int = field(1, "Strength", ge=0, le=30, asked=True)
    body: int = field(1, "Body", ge=0, le=30, asked=True)
    armour: int = field(0, "Armour", ge=0, le=99)
    running: int = field(0, "Running", ge=0, le=20)
    swimming: int = field(0, "Swimming", ge=0, le=20)
    acrobatics: int = field(0, "Acrobatics", ge=0, le=20)
    free_fall: int = field(0, "Free-Fall", ge=0, le=20)
    """For ropes, where the table has a skill of its own for them."""
    height: float | None = field(None, "Height in metres", ge=0.1, le=100)
    """Caps high jumps where the table says so; empty: no cap."""
    physical_limit: int | None = field(None, "Physical limit", ge=0, le=200)
    """Caps the hits of tests marked [Physical]; empty: no cap."""
    stun_boxes: int = field(0, "Stun boxes", ge=0, le=200)
    bonus_actions: int = field(1, "Bonus Actions per pass", ge=0, le=20)
    assisted: bool = field(False, "Climbing gear")
    """Has ropes, harness and the like ready for climbing and rappelling."""


@game.house_rules
class HouseRules(TableRules):
    """The switches of Shadowrun 5."""

    sprint_cost: Cost = house_rule(
        "complex",
        "What a Sprint Test costs",
        rules.sprint_metres,
        required=True,
        words={
            "complex": "Complex Action",
            "simple": "Simple Action",
            "bonus": "Bonus Action",
            "none": "Nothing",
        },
    )
    """The action it takes; nothing: it takes none."""
    rappel_bonus: Literal["net", "table"] = house_rule(
        "net",
        "Metres more by rappelling hits",
        climbing.rappel_metres,
        required=True,
        words={"net": "Net hits", "table": "All hits"},
    )
    """Net hits: one metre for each beyond the threshold; all hits: one metre for every one."""
    average_rounding: Literal["exact", "up", "down"] = house_rule(
        "exact", "Rounding of averages", swimming.swim_rate, swimming.tread_time, required=True
    )
    """Of the swim rate and the time of treading water. Exact: halves count; up, down: to whole numbers."""
    least_sprint_tests: int = house_rule(
        0, "Sprint Tests in a Combat Turn that everybody has", rules.sprint_tests, ge=0, le=20
    )
    """0: as many as half the Running, rounded up, and none without any; 1: one even then, as in the core book."""
    bonus_action_maps_to: Literal["bonus", "free", "simple"] = house_rule(
        "bonus",
        "What a Bonus Action is",
        rules.upkeep_owed,
        rules.sprint_metres,
        swimming.swim_metres,
        words={"bonus": "Bonus Action", "free": "Free Action", "simple": "Simple Action"},
    )
    """Bonus Action: a resource of its own; Free Action: the same by another name; Simple Action: one of the phase."""
    upkeep: Literal["warn", "block", "off"] = house_rule(
        "warn", "Running without a Bonus Action", rules.upkeep_owed
    )
    """Warn: the table is asked; block: no running without one; off: running takes none."""
    running_penalty_scope: Literal["all", "combat"] = house_rule(
        "all", "Actions that running makes harder", rules.running_dice, words={"combat": "Those of combat"}
    )
    """All: jumps, climbs and swims too; those of combat: no others."""
    sprinting_until: Literal["turn_end", "next_phase"] = house_rule(
        "turn_end",
        "How long Sprinting lasts for shooters",
        rules.shooters_at_sprinter,
        rules.sprint_metres,
        words={"turn_end": "End of the Combat Turn", "next_phase": "Next own phase"},
    )
    """To the end of the Combat Turn; next own phase: to the own next Action Phase, then Running."""
    shots_at_runners: Literal["shooter", "defender"] = house_rule(
        "shooter",
        "Dice when a runner is shot at",
        rules.shooters_at_runner,
        rules.shooters_at_sprinter,
        words={"shooter": "The shooter rolls fewer", "defender": "The runner rolls more"},
    )
    """The shooter: two fewer at a runner, four at a sprinter; the runner (core book): as many more to defend."""
    sprint_fatigue_turns: int | None = house_rule(
        None, "Combat Turns in a row that tire", rules.sprint_tires, swimming.swim_tires, ge=1, le=1000
    )
    """Empty: the turns are only counted."""
    swim_cost_scope: Literal["per_turn", "per_pass_moved"] = house_rule(
        "per_turn",
        "How often swimming takes a Complex Action",
        swimming.swim_open,
        words={"per_turn": "Once a Combat Turn", "per_pass_moved": "Each pass with a swim"},
    )
    """Once a Combat Turn: one opens all of it; each pass with a swim: one in every such pass."""
    swim_sprint_cost: Literal["bonus", "simple"] = house_rule(
        "bonus",
        "What a swim sprint costs",
        swimming.swim_metres,
        words={"bonus": "Bonus Action", "simple": "Simple Action"},
    )
    """Bonus Action: what running takes, too; Simple Action: one of the phase, whatever running takes (core book)."""
    swim_per_hit: int = house_rule(
        2, "Swim sprint: metres per hit for elves and trolls", swimming.swim_metres, ge=0, le=20
    )
    """2 by the edited rules; 1: as for everyone else."""
    tread_minutes: Literal["average", "strength"] = house_rule(
        "average",
        "Minutes of treading water",
        swimming.tread_time,
        swimming.tread_stun,
        words={"average": "(Strength + Body) ÷ 2", "strength": "Strength"},
    )
    """The average of Strength and Body, or as many as Strength, as in the core book."""
    run_up_m: float = house_rule(5, "Run-up in metres", jumping.run_up, ge=0, le=1000)
    """Straight on foot, right before the jump, in the same pass."""
    jumps: Literal["edited", "core_book"] = house_rule(
        "edited",
        "Numbers of jumps",
        jumping.long_jump,
        jumping.jump_cap,
        jumping.high_jump,
        words={"edited": "As edited", "core_book": "Core book"},
    )
    """As edited: ratings carry, hits carry farther; core book: hits alone, up to the limit, and no higher than one and
    a half times the own height.
    """
    athletics: Literal["acrobatics", "gymnastics"] = house_rule(
        "acrobatics",
        "Skills for jumps, climbs and ropes",
        jumping.long_jump,
        jumping.high_jump,
        climbing.climb_open,
        climbing.climb_dice,
        climbing.rappel_controlled,
        climbing.rappel_out_of_hand,
        words={"acrobatics": "Acrobatics", "gymnastics": "Gymnastics and Free-Fall"},
    )
    """Acrobatics for all; or, as in the core book, Gymnastics (the same rating), and Free-Fall (its own) for ropes."""
    climb_rounding: Literal["down", "up", "exact"] = house_rule(
        "down", "Rounding of metres climbed", climbing.climb_metres
    )
    """Down: hits that make no whole metre are lost; up: they make one, as in the core book; exact: parts count."""
    fall_distances: Literal["four_steps", "three_steps"] = house_rule(
        "four_steps",
        "Metres fallen in a Combat Turn",
        falling.fall_damage,
        falling.fall_metres,
        words={"four_steps": "50, 100, 150, then 200", "three_steps": "50, 150, then 200"},
    )
    """In the first turn, the second and so on: 200 m are reached in the fourth, or (core book) in the third."""
    fall_rounding: Literal["up", "down"] = house_rule("up", "Rounding of metres fallen", falling.fall_damage)
    """For the damage of a fall."""
    round_seconds: float = house_rule(3, "Seconds in a Combat Turn", swimming.tread_time, ge=0.1, le=3600)
    """Turns the minutes of treading water into Combat Turns."""


game.preset(
    "as_edited", "As edited", words="By the edited rules of this game: every house rule at its default."
)
CORE_BOOK: Mapping[str, Json] = {
    "bonus_action_maps_to": "free",
    "least_sprint_tests": 1,
    "shots_at_runners": "defender",
    "swim_sprint_cost": "simple",
    "tread_minutes": "strength",
    "jumps": "core_book",
    "athletics": "gymnastics",
    "climb_rounding": "up",
    "fall_distances": "three_steps",
}
"""The house rules by which the core book plays, where they are not the defaults and public sources confirm them."""
game.preset(
    "core_book",
    "Core book",
    words="By the rules as the core book has them, where a house rule offers that.",
    values=CORE_BOOK,
)


@game.circumstances
class Circumstances(OfAnyMove):
    """What the GM said of this very move."""

    test_modifier: OnTests = 0
    """Dice added to every test of movement, or taken from it if negative: wounds, gear, the GM’s word."""
    climb_row: Row | None = field(None, "How it is climbed")
    """Empty: by the gear and by whether the path leads up, down or sideways."""
    soft_landing: int = field(0, "Soft landing", ge=0, le=1000)
    """Points off the damage of a fall."""
    other_simple: bool = field(False, "Another Simple Action beside rappelling")


class ActionOptions(Inputs):
    """What the action costs, and whether it is one of combat."""

    cost: Literal["complex", "simple", "bonus", "free"] = field("complex", "Cost")
    combat: bool = field(True, "An action of combat")


class ShootOptions(Inputs):
    """What the shot costs."""

    cost: Literal["complex", "simple"] = field("simple", "Cost")


class ChargeOptions(Inputs):
    """Whether the run ended with the target in reach."""

    in_reach: Literal["by_map", "yes", "no"] = field("by_map", "Target in reach at the end of the run")
    """By the map: next to a hostile token; without a map: yes."""


class RappelOptions(Inputs):
    """How far down the ground is, if it is known."""

    height: float | None = field(None, "Metres to the ground", ge=0.01, le=1_000_000)


class FallOptions(Inputs):
    """How deep the fall is."""

    height: float = field(..., "Metres", ge=0, le=1_000_000)


class StopOptions(Inputs):
    """What is over."""

    what: Literal["all", "tread", "rappel", "fall"] = field("all", "What is over")
