"""Shadowrun 5, edited: walking and running rates for the whole Combat Turn, more by Sprint Tests.

Distances in metres; jumps are worked out in centimetres. A Combat Turn has Initiative Passes, a pass has the
character's Action Phase. Tests are pools of d6 whose 5s and 6s are hits; a limit caps the hits of some.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from math import ceil, floor
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue

from py_rules import tabletop
from py_rules.answers import (
    WORST,
    Allowance,
    Catalog,
    Check,
    Choice,
    Counter,
    Hazard,
    Judgement,
    Modifier,
    Odds,
    Price,
    Refusal,
    Roll,
    Ruling,
    Spend,
    Standing,
    Status,
    Text,
    Trace,
)
from py_rules.clock import Scope, cleared, kept
from py_rules.dice import Distribution, hit_pool, hits_in_tests, roll_hits
from py_rules.exact import exact
from py_rules.footing import Draw, Footing
from py_rules.judging import Judge, unwalked
from py_rules.ledger import (
    ActedFact,
    BeganFact,
    DidFact,
    EndedFact,
    Fact,
    MovedFact,
    RolledFact,
    RuledFact,
    SegmentFact,
    StoodFact,
    gates_passed,
    pit_of,
    straight_run,
)
from py_rules.levels import Level, counted_from, ends, least, left_of, limit_without, most, over_laid, share
from py_rules.presets import Preset
from py_rules.protocol import Slick
from py_rules.rules import rule, rules_in
from py_rules.system import (
    Act,
    Carry,
    Event,
    Fault,
    Gate,
    Inputs,
    Leap,
    NoSheet,
    Nothing,
    OnTests,
    Point,
    Reach,
    Segment,
    Situation,
    Spent,
    System,
    TableRules,
    house_rule,
    on_tests,
    uncounted,
)

REFERENCE = "Shadowrun 5 (edited), Movement"
ZERO = Fraction(0)
HIT_FACE = 5
"""What a die must show to be a hit."""
RAPPEL_METRES = 20
THRESHOLD = 2
SAFE_DROP = 3
"""Metres that are fallen without harm."""
ROUGH = "MAP-08"
"""The rule of every table for what the GM lets ground cost, and roll."""
ON_FOOT = ("ground", "sprint", "jump")
"""What counts as movement on foot."""
SURFACES = {"easy": 1, "broken": 0, "flat": -3, "sheer": -5}
SLICK: dict[Slick, int] = {"none": 0, "wet": -2, "greased": -4}
ROWS: dict[str, int] = {
    "assisted_up": 1,
    "assisted_horizontal": 2,
    "assisted_upside_down": 3,
    "unassisted_up": 2,
    "unassisted_down": 1,
    "unassisted_horizontal": 2,
}
"""Hits that one metre of climbing takes."""
TESTS: dict[str, tuple[str, str, str]] = {
    "sprint": ("SR5-12", "running", "strength"),
    "swim_sprint": ("SR5-17", "swimming", "strength"),
    "climb": ("SR5-26", "acrobatics", "strength"),
    "rappel": ("SR5-30", "acrobatics", "body"),
    "rappel_stop": ("SR5-33", "acrobatics", "body"),
    "tread": ("SR5-21", "swimming", "strength"),
    "jump": ("SR5-22", "acrobatics", "agility"),
    "high_jump": ("SR5-25", "acrobatics", "agility"),
}
"""Every test's rule, and the skill and attribute it is rolled with."""
JUMPS = {"long_jump": "jump", "running_jump": "jump", "high_jump": "high_jump"}
"""Jumps that may be rolled without a path before them."""
ACT_TESTS = ("sprint", "swim_sprint", "rappel", "rappel_stop")
"""Tests that may be announced, or told with their hits, as acts."""
ROPE_TESTS = ("rappel", "rappel_stop")
THRESHOLD_TESTS = ("rappel", "rappel_stop", "tread")
"""Tests that are made or not made; other tests say how far."""
SETS_ALLOWANCE = ("sprint", "swim_sprint", "climb", "rappel")
RUNS_ON_DICE = ("sprint", "swim_sprint", "climb")
"""Tests that are not made without dice: nothing would come of them."""
TEST_OF = {"swim": "swim_sprint"}
"""The test that adds to a meter, where it is not called as the meter is."""

say = Catalog(
    "sr5",
    {
        "dice.result": "Hits",
        "dice.target": "Lowest hit",
        "mode.ground": "On foot",
        "mode.sprint": "Sprint",
        "mode.climb": "Climb",
        "mode.jump": "Jump",
        "mode.swim": "Swim",
        "mode.rappel": "Rappel",
        "mode.fall": "Fall",
        "scope.turn": "Combat Turn",
        "scope.pass": "Initiative Pass",
        "scope.phase": "Action Phase",
        "surface.easy": "Easy to climb",
        "surface.broken": "Broken",
        "surface.flat": "Flat",
        "surface.sheer": "Sheer",
        "skill.acrobatics": "Acrobatics",
        "skill.gymnastics": "Gymnastics",
        "skill.free_fall": "Free-Fall",
        "skill.running": "Running",
        "skill.swimming": "Swimming",
        "attribute.strength": "Strength",
        "attribute.body": "Body",
        "attribute.agility": "Agility",
        "act.action": "Another action",
        "act.shoot": "Shoot",
        "act.charge": "Attack in melee after a run",
        "act.sprint": "Sprint",
        "act.swim_sprint": "Sprint in the water",
        "act.rappel": "Begin to rappel",
        "act.rappel_stop": "Stop rappelling",
        "act.tread": "Tread water",
        "act.fall": "A fall begins",
        "act.stop": "Stop treading, rappelling or falling",
        "check.sprint": "Sprint Test",
        "check.swim_sprint": "Swim sprint",
        "check.climb": "Climb",
        "check.rappel": "Rappelling Test",
        "check.rappel_stop": "Rappelling Test, to stop",
        "check.tread": "Treading water",
        "check.jump": "Jump",
        "check.long_jump": "Standing long jump",
        "check.running_jump": "Running long jump",
        "check.high_jump": "High jump",
        "pool": "{skill} {skill_value} + {attribute} {attribute_value} = {pool}d6",
        "pool.fewer": "{skill} {skill_value} + {attribute} {attribute_value}, {change} dice = {pool}d6",
        "pool.more": "{skill} {skill_value} + {attribute} {attribute_value}, {change} more dice = {pool}d6",
        "limit": "No more than {limit} hits count: the Physical limit.",
        "moment": "modifier",
        "gate.pool": "{pool}d6",
        "hits": "{needed} or more hits",
        "hits.any": "Any number of hits",
        "no_combat": "Outside combat nothing is limited",
        "no_combat.sprint": "Outside combat there is no need to sprint",
        "walk": "Walking, up to {limit} m",
        "walk.working": "2 × Agility {agility} = {walk} m in the whole Combat Turn",
        "run": "Running, up to {limit} m: two dice off {on}, a {bonus} each pass",
        "run.off": "Running, up to {limit} m: two dice off {on}",
        "run.all": "every action",
        "run.combat": "every action of combat",
        "run.ceiling": "{limit} m are the most without a Sprint Test",
        "run.working": "4 × Agility {agility} = {run} m in the whole Combat Turn",
        "running": "Running",
        "running.working": "{moved} m are more than the Walk Rate {walk} m",
        "running.still": "Running to the end of the Combat Turn",
        "running.sprint": "Whoever sprints is Running",
        "running.dice": "{dice} dice on {on}",
        "sprinting": "Sprinting",
        "sprinted": "Sprint Tests carry {limit} m in all",
        "sprint": "Sprint: {needed} or more hits",
        "sprint.working": "{run} m + {per_hit} m × {hits} hits = {limit} m",
        "sprint.need": "{distance} m need {needed} hits more at {per_hit} m each",
        "sprint.tests": "Running {running} allows {tests} Sprint Tests in a Combat Turn, {left} left",
        "sprint.tests.paid": "Running {running} allows {tests} Sprint Tests in a Combat Turn, {left} left;"
        " the actions left pay for {paid}",
        "per_hit": "{per_hit} m for each hit",
        "tests.none": "No Sprint Test is left in this Combat Turn",
        "too_far": "Past the Run Rate, and farther than any Sprint Test would carry",
        "too_far.paid": "Farther than the Sprint Tests would carry that the actions left pay for",
        "action.gone": "The actions of this Action Phase are used",
        "phase.none": "No Action Phase in this pass",
        "complex.gone": "It takes a Complex Action, and only a Simple Action is left in this Action Phase",
        "bonus.gone": "No {name} is left in this pass",
        "no_dice": "No dice are left for the test, so there is nothing to roll",
        "upkeep": "Running takes a {bonus} in every pass",
        "upkeep.ask": "Running takes a {bonus} in this pass and none is left: run all the same?",
        "upkeep.waive": "Run all the same",
        "upkeep.stop": "No further on foot in this pass",
        "upkeep.barred": "Running takes a {bonus} and none is left in this pass",
        "upkeep.stopped": "No further on foot in this pass: no {bonus} for running",
        "fatigue.sprint": "Sprinted in {turns} Combat Turns in a row: tiring",
        "fatigue.swim": "Swam in {turns} Combat Turns in a row: tiring",
        "swim": "Swimming, up to {limit} m",
        "swim.cost": "Swimming takes a Complex Action, then up to {limit} m",
        "swim.working": "(Agility {agility} + Strength {strength}) ÷ 2 = {rate} m",
        "swim.working.up": "(Agility {agility} + Strength {strength}) ÷ 2, rounded up: {rate} m",
        "swim.working.down": "(Agility {agility} + Strength {strength}) ÷ 2, rounded down: {rate} m",
        "swim.sprint": "Swim sprint: {needed} or more hits",
        "swim.sprint.working": "{rate} m + {per_hit} m × {hits} hits = {limit} m",
        "swim.too_far": "Farther than any swim sprint would carry",
        "swim.no_action": "Swimming takes a Complex Action, and none is left in this phase",
        "swim.depth": "Under water the same {rate} m",
        "tread.working": "(Strength {strength} + Body {body}) ÷ 2 = {minutes} min = {turns} Combat Turns",
        "tread.working.up": "(Strength {strength} + Body {body}) ÷ 2, rounded up: {minutes} min = {turns} Combat Turns",
        "tread.working.down": "(Strength {strength} + Body {body}) ÷ 2, rounded down:"
        " {minutes} min = {turns} Combat Turns",
        "tread.working.strength": "Strength {strength} = {minutes} min = {turns} Combat Turns",
        "treading": "Treading water, {turns} of {limit} Combat Turns",
        "treading.asked": "Treading water; the GM says when to test again",
        "tread.due": "The time is up: test Swimming + Strength, 2 hits",
        "tread.not_due": "No test yet: {turns} of {limit} Combat Turns",
        "tread.not_treading": "Not treading water",
        "tread.already": "Treading water already: its time runs on",
        "tread.dry": "Not in the water: nobody treads water on dry ground",
        "swim.dry": "Not in the water: a swim sprint adds to a swim",
        "tread.under": "Going under",
        "tread.ask": "Slipped while treading water: what now?",
        "tread.ask.test": "Test again now",
        "tread.ask.period": "Test after the same time again",
        "tread.effect.ok": "Stays up for the same time again",
        "tread.effect.failed": "Slips: 1 box of Stun, not resisted",
        "jump": "Jump {metres} m: {needed} or more hits",
        "jump.label": "Jump {metres} m",
        "jump.free": "Jump {metres} m: reached without a hit",
        "jump.short_label": "Jump: {needed} or more hits",
        "jump.working": "{point} × (Agility {agility} + Strength {strength}) + {k} × hits = {base} cm + {k} × hits",
        "jump.by_hits": "{k} cm for each hit",
        "jump.cap": "Never farther than {point} × Agility {agility} = {cap} cm",
        "jump.highest": "Never higher than {cap} cm",
        "jump.too_high": "Jump {metres} m high: past the highest there is, {cap} m",
        "jump.too_far": "Jump {metres} m: past the farthest there is, {cap} m",
        "jump.hopeless": "Jump {metres} m: {needed} hits are out of reach",
        "jump.running": "A running jump: {run} m straight on foot before it",
        "jump.standing": "A standing jump: less than {run_up} m straight on foot before it",
        "jump.fell_short": "The jump fell short",
        "jump.short": "The jump fell short: what happened?",
        "jump.short.edge": "Stays at the take-off edge",
        "jump.short.lands": "Lands short",
        "jump.short.falls": "Falls",
        "climb": "Climb: {needed} or more hits",
        "climb.known": "The climbing test carries {limit} m",
        "climb.working": "Hits {hits} ÷ {divisor} for each metre = {metres} m",
        "climb.too_far": "Farther than any climbing test would carry",
        "climb.scene": "Climb: {needed} or more hits, however long the climb is",
        "climb.scene.known": "The climbing test was made: outside combat it carries all the way",
        "climb.scene.never": "No climbing test would gain a metre",
        "climb.no_action": "Climbing takes a Complex Action, and none is left in this phase",
        "climb.pool": "{parts} = {pool}d6",
        "climb.part": "{name} {dice}",
        "climb.parts": "{first}, {rest}",
        "climb.part.more": "{name} +{dice}",
        "climb.gear": "gear",
        "slick.wet": "wet",
        "slick.greased": "greased",
        "climb.impossible": "Without gear nobody climbs that way",
        "climb.no_gear": "That way of climbing needs gear",
        "climb.assisted": "With gear",
        "climb.unassisted": "Without gear",
        "preset.as_edited": "As edited",
        "preset.as_edited.help": "By the edited rules of this game: every house rule at its default.",
        "preset.core_book": "Core book",
        "preset.core_book.help": "By the rules as the core book has them, where a house rule offers that.",
        "prepare.ask": "Climbing with gear needs preparation: is everything in place?",
        "prepare.ready": "It is in place",
        "prepare.not_ready": "Not yet: climb without it",
        "rappel": "Rappelling Test: {needed} or more hits for {limit} m",
        "rappel.scene": "Rappelling Test: {needed} or more hits, however long the rope is",
        "rappel.known": "Rappelling, {limit} m in this Combat Turn",
        "rappel.working": "20 m + {bonus} m by {hits} hits = {limit} m",
        "rappel.no_gear": "Rappelling needs gear",
        "rappel.none": "Not rappelling",
        "rappel.down": "The ground is {height} m below the beginning of the rope",
        "rappel.up": "A rope leads down: up it is climbed",
        "rappel.already": "Rappelling already",
        "rappelling": "Rappelling",
        "rappel.wild": "Rappelling out of control",
        "rappel.wild.hazard": "Out of control on the rope: only {needed} hits on a Rappelling Test stop it",
        "rappel.wild.else": "With fewer than {needed} hits the descent is out of control",
        "rappel.controlled": "under control",
        "rappel.uncontrolled": "out of control",
        "rappel.stopped": "Stops",
        "rappel.goes_on": "Does not slow down",
        "rappel.ground": "Meets the ground at speed, {metres} m in this Combat Turn: DV {dv}, AP −4",
        "rappel.ground.ask": "Met the ground at speed after {metres} m: damage as from a fall?",
        "rappel.ground.none": "No damage",
        "rappel.ground.fall": "As a fall",
        "fall": "A fall of {metres} m: DV {dv}, AP −4, resisted with {resist} dice",
        "fall.working": "{metres} m − {soft} by a soft landing = DV {dv}",
        "fall.working.up": "{metres} m, rounded up, − {soft} by a soft landing = DV {dv}",
        "fall.working.down": "{metres} m, rounded down, − {soft} by a soft landing = DV {dv}",
        "fall.water": "Into water, a soft landing: say by how much it lowers the damage",
        "fall.nothing": "A fall of 0 m is none: say how far down the ground is",
        "fall.safe": "{metres} m: no more than 3 m, no harm",
        "fall.ask": "A fall of {metres} m: is the damage settled?",
        "fall.settled": "Settled",
        "fall.none": "No damage",
        "falling": "Falling, {fallen} of {height} m",
        "falling.next": "Falling, {fallen} of {height} m; {next} m in the next turn; DV {dv}, AP −4 at the ground",
        "falling.turn": "Falls {metres} m in this Combat Turn",
        "falling.speed": "Turn {turn} of a fall: {metres} m",
        "falling.act": "Falling: there is nothing to move on",
        "drop.long": "More than the {metres} m of a fall's first Combat Turn: play “A fall begins” with its height",
        "rough.working": "{length} m × {multiplier} = {cost} m",
        "rough.flat": "{length} m × {multiplier} + {flat} m = {cost} m",
        "gate": "{region}: {name}, {needed} or more hits",
        "allow.walk": "Walk Rate",
        "allow.run": "Run Rate",
        "allow.movement": "On foot in all",
        "allow.swim": "Swimming",
        "allow.climb": "Climbing",
        "allow.rappel": "Rappelling",
        "allow.fall": "Fall in a Combat Turn",
        "allow.jump_running": "Running jump without a hit",
        "allow.jump_standing": "Standing jump without a hit",
        "allow.jump_cap": "Farthest jump",
        "on.all": "every action but the Sprint",
        "on.combat": "every action of combat",
        "on.charge": "a melee attack on a target in reach at the end of the run",
        "on.shot": "ranged attacks at this target",
        "on.defence": "the defence against ranged attacks",
        "on.rappel": "the Rappelling Test and the other Simple Action",
        "since.running": "when the Walk Rate was passed",
        "since.sprint": "from the Sprint Test on",
        "since.now": "now",
        "until.turn": "end of the Combat Turn",
        "until.next_phase": "the next Action Phase",
        "until.phase": "end of the Action Phase",
        "spend.movement": "Metres on foot",
        "spend.bonus": "Bonus Action",
        "spend.free": "Free Action",
        "spend.simple": "Simple Action",
        "spend.complex": "Complex Action",
        "spend.tests": "Sprint Test",
        "counter.moved": "Metres on foot",
        "counter.pass": "Initiative Pass",
        "counter.running": "Running",
        "counter.sprinting": "Sprinting",
        "counter.tests": "Sprint Tests made",
        "counter.hits": "Sprint hits",
        "counter.bonus": "Bonus Actions spent in this pass",
        "counter.simple": "Simple Actions spent in this phase",
        "counter.dice": "Dice on the last action",
        "counter.swum": "Metres swum",
        "counter.paid": "Swimming paid for",
        "counter.rappelling": "Rappelling",
        "counter.controlled": "Rappelling under control",
        "counter.descended": "Metres rappelled in this Combat Turn",
        "counter.fallen": "Metres fallen",
        "counter.turns": "Combat Turns of the fall",
        "counter.tread": "Combat Turns of treading water",
        "counter.stun": "Stun boxes from slipping",
        "counter.stun_boxes": "Stun boxes in all",
        "counter.sprint_turns": "Combat Turns in a row with a Sprint Test",
        "counter.swim_turns": "Combat Turns in a row with swimming",
        "effect.metres": "Carries {metres} m",
        "effect.made": "Made it",
        "effect.failed": "Did not make it",
        "effect.jump": "{cm} cm, {style} hits for style",
        "effect.rappel": "{metres} m, {control}",
        "glitch": "{effect}; a glitch",
        "glitch.critical": "{effect}; a critical glitch",
    },
)


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


class Character(Inputs):
    """A character of Shadowrun, as far as movement goes."""

    metatype: Annotated[Literal["human", "dwarf", "elf", "ork", "troll"], Field(title="Metatype")] = "human"
    agility: Annotated[int, Field(ge=0, le=30, title="Agility")] = 1
    strength: Annotated[int, Field(ge=0, le=30, title="Strength")] = 1
    body: Annotated[int, Field(ge=0, le=30, title="Body")] = 1
    armour: Annotated[int, Field(ge=0, le=99, title="Armour")] = 0
    running: Annotated[int, Field(ge=0, le=20, title="Running")] = 0
    swimming: Annotated[int, Field(ge=0, le=20, title="Swimming")] = 0
    acrobatics: Annotated[int, Field(ge=0, le=20, title="Acrobatics")] = 0
    free_fall: Annotated[int, Field(ge=0, le=20, title="Free-Fall")] = 0
    """For ropes, where the table has a skill of its own for them."""
    height: Annotated[float | None, Field(ge=0.1, le=100, title="Height in metres")] = None
    """Caps high jumps where the table says so; empty: no cap."""
    physical_limit: Annotated[int | None, Field(ge=0, le=200, title="Physical limit")] = None
    """Caps the hits of tests marked [Physical]; empty: no cap."""
    stun_boxes: Annotated[int, Field(ge=0, le=200, title="Stun boxes")] = 0
    bonus_actions: Annotated[int, Field(ge=0, le=20, title="Bonus Actions per pass")] = 1
    assisted: Annotated[bool, Field(title="Climbing gear")] = False
    """Has ropes, harness and the like ready for climbing and rappelling."""
    exempt: NoSheet = None
    """A vehicle, a drone, IC, a sprite or the like: none of these rules holds for it; empty: the sheet does."""


class HouseRules(TableRules):
    """The switches of Shadowrun 5."""

    sprint_cost: Cost = house_rule(
        "complex",
        "What a Sprint Test costs",
        "SR5-12",
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
        "SR5-31",
        required=True,
        words={"net": "Net hits", "table": "All hits"},
    )
    """Net hits: one metre for each beyond the threshold; all hits: one metre for every one."""
    average_rounding: Literal["exact", "up", "down"] = house_rule(
        "exact", "Rounding of averages", "SR5-15", "SR5-20", required=True
    )
    """Of the swim rate and the time of treading water. exact: halves stay; up, down: to whole numbers."""
    sprint_limited: bool = house_rule(True, "The Physical limit holds for Sprint Tests", "SR5-12")
    """On, as in the core book: no more hits of a test count than the limit; off: every hit counts."""
    least_sprint_tests: int = house_rule(
        0, "Sprint Tests in a Combat Turn that everybody has", "SR5-13", ge=0, le=20
    )
    """0: as many as half the Running, rounded up, and none without any; 1: one even then, as in the core book."""
    bonus_action_maps_to: Literal["bonus", "free", "simple"] = house_rule(
        "bonus",
        "What a Bonus Action is",
        "SR5-06",
        "SR5-12",
        "SR5-17",
        words={"bonus": "Bonus Action", "free": "Free Action", "simple": "Simple Action"},
    )
    """Bonus Action: a resource of its own; Free Action: the same by another name; Simple Action: one of the phase."""
    upkeep: Literal["warn", "block", "off"] = house_rule("warn", "Running without a Bonus Action", "SR5-06")
    """Warn: the table is asked; block: no running without one; off: running takes none."""
    running_penalty_scope: Literal["all", "combat"] = house_rule(
        "all", "Actions that running makes harder", "SR5-08", words={"combat": "Those of combat"}
    )
    """All: jumps, climbs and swims too; those of combat: no others."""
    sprinting_until: Literal["turn_end", "next_phase"] = house_rule(
        "turn_end",
        "How long Sprinting lasts for shooters",
        "SR5-11",
        "SR5-12",
        words={"turn_end": "End of the Combat Turn", "next_phase": "Next own phase"},
    )
    """To the end of the Combat Turn; next own phase: to the own next Action Phase, then Running."""
    shots_at_runners: Literal["shooter", "defender"] = house_rule(
        "shooter",
        "Dice when a runner is shot at",
        "SR5-10",
        "SR5-11",
        words={"shooter": "The shooter rolls fewer", "defender": "The runner rolls more"},
    )
    """The shooter: two fewer at a runner, four at a sprinter; the runner (core book): as many more to defend."""
    sprint_fatigue_turns: int | None = house_rule(
        None, "Combat Turns in a row that tire", "SR5-14", "SR5-19", ge=1, le=1000
    )
    """Empty: the turns are only counted."""
    swim_cost_scope: Literal["per_turn", "per_pass_moved"] = house_rule(
        "per_turn",
        "How often swimming takes a Complex Action",
        "SR5-16",
        words={"per_turn": "Once a Combat Turn", "per_pass_moved": "Each pass with a swim"},
    )
    """Once a Combat Turn: one opens the whole of it; each pass with a swim: in every one."""
    swim_sprint_cost: Literal["bonus", "simple"] = house_rule(
        "bonus",
        "What a swim sprint costs",
        "SR5-17",
        words={"bonus": "Bonus Action", "simple": "Simple Action"},
    )
    """Bonus Action: what running takes, too; Simple Action: one of the phase, whatever running takes (core book)."""
    swim_per_hit_elf: int = house_rule(2, "Swim sprint: metres per hit for elves", "SR5-17", ge=0, le=20)
    swim_per_hit_troll: int = house_rule(2, "Swim sprint: metres per hit for trolls", "SR5-17", ge=0, le=20)
    swim_per_hit_others: int = house_rule(1, "Swim sprint: metres per hit for others", "SR5-17", ge=0, le=20)
    """Dwarfs, humans and orks."""
    tread_minutes: Literal["average", "strength"] = house_rule(
        "average",
        "Minutes of treading water",
        "SR5-20",
        "SR5-21",
        words={"average": "(Strength + Body) ÷ 2", "strength": "Strength"},
    )
    """The average of Strength and Body, or as many as Strength, as in the core book."""
    tread_retry: Literal["ask", "each_turn", "each_period"] = house_rule(
        "ask",
        "Next test after slipping in the water",
        "SR5-21",
        words={"ask": "The GM says", "each_turn": "Each Combat Turn", "each_period": "After the same time"},
    )
    """When the GM says, each Combat Turn until it is made, or after the same time again."""
    run_up_m: float = house_rule(5, "Run-up in metres", "SR5-24", ge=0, le=1000)
    """Straight on foot, right before the jump, in the same pass."""
    run_up_pace: Literal["any", "full"] = house_rule(
        "any", "Pace of a run-up", "SR5-24", words={"any": "A walk will do", "full": "Full speed"}
    )
    """A walk will do: its metres are enough; full speed: it takes the whole Walk Rate, too."""
    long_jump_base_cm: int = house_rule(
        20, "Long jump: centimetres for each point of Agility and of Strength", "SR5-22", ge=0, le=1000
    )
    """20 by the edited rules; 0, as in the core book: the hits alone carry."""
    long_jump_hit_cm: int = house_rule(
        40, "Standing long jump: centimetres for each hit", "SR5-22", ge=1, le=1000
    )
    """40 by the edited rules, 100 in the core book."""
    running_jump_hit_cm: int = house_rule(
        80, "Running long jump: centimetres for each hit", "SR5-22", ge=1, le=1000
    )
    """80 by the edited rules, 200 in the core book."""
    jump_cap_cm: int = house_rule(
        130, "Longest jump: centimetres for each point of Agility", "SR5-23", "SR5-25", ge=0, le=1000
    )
    """130 by the edited rules, 150 in the core book."""
    jump_limited: bool = house_rule(False, "The Physical limit holds for jumps", "SR5-22", "SR5-25")
    """Off: every hit counts; on: no more hits of a jump count than the limit, as in the core book."""
    high_jump_base_cm: int = house_rule(
        5, "High jump: centimetres for each point of Agility and of Strength", "SR5-25", ge=0, le=1000
    )
    """5 by the edited rules; 0, as in the core book: the hits alone carry."""
    high_jump_hit_cm: int = house_rule(5, "High jump: centimetres for each hit", "SR5-25", ge=1, le=1000)
    """5 by the edited rules, 50 in the core book."""
    cap_vertical: bool = house_rule(False, "The cap of long jumps holds for high jumps too", "SR5-25")
    high_jump_cap_by_height: bool = house_rule(False, "The jumper's height caps high jumps", "SR5-25")
    """Off: it does not; on: nobody jumps higher than one and a half times their height, as in the core book."""
    athletics: Literal["acrobatics", "gymnastics"] = house_rule(
        "acrobatics",
        "Skills for jumps, climbs and ropes",
        "SR5-22",
        "SR5-25",
        "SR5-26",
        "SR5-28",
        "SR5-30",
        "SR5-33",
        words={"acrobatics": "Acrobatics", "gymnastics": "Gymnastics and Free-Fall"},
    )
    """Acrobatics for all; or, as in the core book, Gymnastics (the same rating), and Free-Fall (its own) for ropes."""
    partial_climb: bool = house_rule(False, "Climbing gains parts of a metre", "SR5-27")
    """Off: hits that make no whole metre are lost."""
    climb_rounding: Literal["down", "up"] = house_rule("down", "Rounding of metres climbed", "SR5-27")
    """Down: hits that make no whole metre are lost; up: they make one, as in the core book. If parts count: neither."""
    unassisted_horizontal: Literal["per_2_hits", "impossible"] = house_rule(
        "per_2_hits", "Climbing sideways without gear", "SR5-27", words={"per_2_hits": "A metre for 2 hits"}
    )
    """A metre for two hits; impossible: not without gear."""
    rappel_assisted_bonus: bool = house_rule(
        False, "Gear helps the Rappelling Test by two dice", "SR5-28", "SR5-30", "SR5-33"
    )
    fall_distances: Literal["four_steps", "three_steps"] = house_rule(
        "four_steps",
        "Metres fallen in a Combat Turn",
        "SR5-34",
        "SR5-35",
        words={"four_steps": "50, 100, 150, then 200", "three_steps": "50, 150, then 200"},
    )
    """In the first turn, the second and so on: 200 m are reached in the fourth, or (core book) in the third."""
    fall_rounding: Literal["up", "down"] = house_rule("up", "Rounding of metres fallen", "SR5-34")
    """For the damage of a fall."""
    mixed_modes: Literal["own_caps", "proportional"] = house_rule("own_caps", "Modes in one turn", "X-09")
    """Own caps: every mode has its own cap; proportional: the parts used of all caps add up to at most one."""
    round_seconds: float = house_rule(3, "Seconds in a Combat Turn", "SR5-20", ge=0.1, le=3600)
    """Turns the minutes of treading water into Combat Turns."""


CORE_BOOK: Mapping[str, JsonValue] = {
    "bonus_action_maps_to": "free",
    "least_sprint_tests": 1,
    "shots_at_runners": "defender",
    "swim_sprint_cost": "simple",
    "tread_minutes": "strength",
    "long_jump_base_cm": 0,
    "long_jump_hit_cm": 100,
    "running_jump_hit_cm": 200,
    "jump_cap_cm": 150,
    "jump_limited": True,
    "high_jump_base_cm": 0,
    "high_jump_hit_cm": 50,
    "high_jump_cap_by_height": True,
    "athletics": "gymnastics",
    "climb_rounding": "up",
    "fall_distances": "three_steps",
}
"""The house rules by which the core book plays, where they are not the defaults and public sources confirm them."""


class Circumstances(Inputs):
    """What the GM or the tracker said of this very move."""

    test_modifier: OnTests = 0
    """Dice added to every test of movement, or taken from it if negative: wounds, gear, the GM's word."""
    climb_row: Annotated[Row | None, Field(title="How it is climbed")] = None
    """Empty: by the gear and by whether the path leads up, down or sideways."""
    soft_landing: Annotated[int, Field(ge=0, le=1000, title="Soft landing")] = 0
    """Points off the damage of a fall."""
    other_simple: Annotated[bool, Field(title="Another Simple Action beside rappelling")] = False
    actions_left: Annotated[Literal["full", "simple", "none"] | None, Field(title="Actions left")] = None
    """What the tracker says is left of the Action Phase; empty: as the ledger has it."""


class ActionOptions(Inputs):
    """What the action costs, and whether it is one of combat."""

    cost: Annotated[Literal["complex", "simple", "bonus", "free"], Field(title="Cost")] = "complex"
    combat: Annotated[bool, Field(title="An action of combat")] = True


class ShootOptions(Inputs):
    """What the shot costs."""

    cost: Annotated[Literal["complex", "simple"], Field(title="Cost")] = "simple"


class ChargeOptions(Inputs):
    """Whether the run ended with the target in reach."""

    in_reach: Annotated[
        Literal["by_map", "yes", "no"], Field(title="Target in reach at the end of the run")
    ] = "by_map"
    """By the map: next to a hostile token; without a map: yes."""


class TestOptions(Inputs):
    """The hits, if the test was rolled at the table; empty: it is rolled next."""

    __test__ = False
    hits: Annotated[int | None, Field(ge=0, le=200, title="Hits")] = None


class RappelOptions(TestOptions):
    """How far down the ground is, if it is known."""

    height: Annotated[float | None, Field(ge=0.01, le=1_000_000, title="Metres to the ground")] = None


class FallOptions(Inputs):
    """How deep the fall is."""

    height: Annotated[float, Field(ge=0, le=1_000_000, title="Metres")]


class StopOptions(Inputs):
    """What is over."""

    what: Annotated[Literal["all", "tread", "rappel", "fall"], Field(title="What is over")] = "all"


ACT_OPTIONS: dict[str, tuple[str, type[Inputs]]] = {
    "action": ("SR5-08", ActionOptions),
    "shoot": ("SR5-08", ShootOptions),
    "charge": ("SR5-09", ChargeOptions),
    "sprint": ("SR5-12", TestOptions),
    "swim_sprint": ("SR5-17", TestOptions),
    "rappel": ("SR5-30", RappelOptions),
    "rappel_stop": ("SR5-33", TestOptions),
    "tread": ("SR5-20", Nothing),
    "fall": ("SR5-35", FallOptions),
    "stop": ("SR5-01", StopOptions),
}


TURN = ("begin turn",)
PASS = ("begin pass", *TURN)
PHASE = ("begin phase", *PASS)


@dataclass(frozen=True, slots=True)
class Turn:
    """The ledger of one token, from Combat Turn to Combat Turn; metres as fractions."""

    moved: Fraction = kept(ZERO, *TURN)
    running: bool = kept(False, *TURN)
    sprinting: bool = kept(False, *TURN, counted_at=["begin phase"])
    sprint_tests: int = kept(0, *TURN)
    sprint_hits: int = kept(0, *TURN)
    swim_used: Fraction = kept(ZERO, *TURN)
    swim_paid: bool = kept(False, *TURN, counted_at=["begin pass"])
    swim_hits: int = kept(0, *TURN)
    rappel_used: Fraction = kept(ZERO, *TURN)
    rappel_hits: int | None = kept(None, *TURN)
    turn_over: bool = kept(False, *TURN, counted_at=["end turn"])
    preparation: Literal["", "ready", "not_ready"] = kept("", *TURN)
    last_dice: int | None = kept(None, *TURN)
    """The dice that this turn's running changed on the last action."""
    charged: bool = kept(False, *TURN, until="the next metre on foot")
    """Whether the run up to here has had its attack."""
    diagonals: int = kept(0, *TURN)
    passed: tuple[str, ...] = kept((), *TURN)
    pass_no: int = kept(0, *TURN, counted_at=["begin pass"])
    """Which Initiative Pass it is; 0: none was told, it is the first."""
    passes: int = kept(1, *TURN, counted_at=["begin pass"])
    has_action: bool = kept(True, *TURN, counted_at=["begin pass"])
    """Whether this pass has an Action Phase of the character's own."""

    bonus_spent: int = kept(0, *PASS, counted_at=["begin pass"])
    upkeep: Literal["", "paid", "waived", "stopped"] = kept("", *PASS, counted_at=["begin pass"])
    heading: str = kept("", *PASS)
    run: Fraction = kept(ZERO, *PASS)

    simple_spent: int = kept(0, *PHASE, counted_at=["begin phase", "begin pass"])
    climb_hits: int | None = kept(None, *PHASE, "end phase", "end pass", "end turn")
    climb_used: Fraction = kept(ZERO, *PHASE)
    climb_each: int = kept(0, *PHASE, "end phase", "end pass", "end turn")
    """The most hits that a metre has taken since the climbing test."""
    scene_climb: int | None = kept(None, *PHASE, until="the climb outside combat is over")
    """The hits of the test for a climb outside combat."""
    declared: tuple[str, ...] = kept((), *PHASE)
    """Tests whose action is paid for and which are still to be rolled."""
    rappel_tested: bool = kept(False, *PHASE)
    other_simple: bool = kept(False, *PHASE)

    rappelling: bool = kept(False, until="the rappel is stopped")
    controlled: bool = kept(False, until="the rappel is stopped")
    stop_failed: bool = kept(False, until="the rappel is stopped")
    rappel_height: Fraction | None = kept(None, until="the rappel is stopped")
    rappel_total: Fraction = kept(ZERO, until="the rappel is stopped")
    met_ground: Fraction | None = kept(None, until="the GM has said how the ground was met")
    falling: Fraction | None = kept(None, until="the ground")
    """How deep the fall is that is going on."""
    fallen: Fraction = kept(ZERO, until="the landing is settled")
    falling_turns: int = kept(0, until="the landing is settled")
    landed: Fraction | None = kept(None, until="the landing is settled")
    """How deep the fall was that has ended and is not settled yet."""
    landed_since: tuple[Fraction, ...] = kept((), until="each landing is settled")
    """Those that have ended since, to be settled after it."""
    treading: bool = kept(False, until="treading water is stopped")
    tread_turns: int = kept(0, counted_at=["begin turn"], until="treading water is stopped")
    tread_failed: bool = kept(False, until="treading water is stopped")
    tread_wait: Literal["", "ask", "period"] = kept("", until="treading water is stopped")
    """Who says when the next test is, after a slip: the table's switch, the GM still to be asked, the GM."""
    stun: int = kept(0, until="the table heals it")
    sprint_turns: int = kept(0, counted_at=["begin turn"])
    swim_turns: int = kept(0, counted_at=["begin turn"])
    fell_short: bool = kept(False, until="the GM has said how the jump ended")
    short_depth: Fraction | None = kept(None, until="the GM has said how the jump ended")
    short_over: tuple[Fraction, Fraction] = kept((ZERO, ZERO), until="the GM has said how the jump ended")
    """How far past the edge it falls, in columns and rows."""
    short_cost: Fraction = kept(ZERO, until="the GM has said how the jump ended")
    """The metres on foot that it takes if it left the edge."""


# ---------------------------------------------------------------- formulas


@rule("SR5-01", "Movement types, per Combat Turn", kind="state", reference=REFERENCE)
def new_turn(state: Turn) -> Turn:
    """You walk, run or sprint. Each rate is for the whole Combat Turn, all its Initiative Passes together."""
    return cleared(state, "begin turn")


@rule("SR5-02", "Walk Rate", kind="rate", reference=REFERENCE)
def walk_rate(s: Situation) -> Fraction:
    """Walking takes you 2 m for each point of Agility in a Combat Turn."""
    return Fraction(2 * s.character.agility)


@rule("SR5-03", "Run Rate", kind="rate", reference=REFERENCE)
def run_rate(s: Situation) -> Fraction:
    """Running takes you 4 m for each point of Agility in a Combat Turn, what you walked included."""
    return Fraction(4 * s.character.agility)


@rule("SR5-04", "Sprint increase by metatype", kind="rate", reference=REFERENCE)
def per_hit(s: Situation) -> int:
    """Each hit of a Sprint Test gives elves, humans and orks 2 m more, dwarfs and trolls 1 m."""
    return 1 if s.character.metatype in {"dwarf", "troll"} else 2


@rule("SR5-05", "Running state", kind="state", reference=REFERENCE)
def runs(s: Situation, moved: Fraction) -> bool:
    """Once you have moved more than your Walk Rate on foot, you are Running until the Combat Turn ends. Exactly the
    Walk Rate is still walking.
    """
    return moved > walk_rate(s)


@rule("SR5-06", "Running costs a Bonus Action per pass", kind="resource", reference=REFERENCE)
def upkeep_owed(s: Situation, state: Turn) -> bool:
    """While you are Running, spend a Bonus Action in every pass: in the one in which you begin and in each later one,
    even if you stand still, unless your table waives it.
    """
    return bool(s.house_rules.upkeep != "off" and state.upkeep == "")


@rule("SR5-07", "Run Rate ceiling", kind="band", reference=REFERENCE)
def ceiling(s: Situation) -> Fraction:
    """In a Combat Turn you get no farther than your Run Rate on foot, unless a Sprint Test carries you on."""
    return run_rate(s)


@rule("SR5-08", "Two dice off while Running", kind="modifier", reference=REFERENCE)
def running_dice(s: Situation, *, running: bool, combat: bool) -> int:
    """While Running you roll two dice less for every action but the Sprint itself, or only for actions of combat if
    your table says so.
    """
    return -2 if running and (combat or s.house_rules.running_penalty_scope == "all") else 0


@rule("SR5-09", "Charge", kind="modifier", reference=REFERENCE)
def charge_dice(*, running: bool, in_reach: bool) -> int:
    """Ending a run in reach of the target gives +4 dice on that melee attack; with −2 for Running, +2 in all.

    One run is one charge: the next takes further metres on foot.
    """
    return 4 if running and in_reach else 0


@rule("SR5-10", "Shooters at runners", kind="modifier", reference=REFERENCE)
def shooters_at_runner(state: Turn) -> int:
    """Whoever shoots at you while you are Running rolls two dice less, or you roll two more for your defence if your
    table says so.
    """
    return -2 if state.running else 0


@rule("SR5-11", "Shooters at sprinters", kind="modifier", reference=REFERENCE)
def shooters_at_sprinter(state: Turn) -> int:
    """Whoever shoots at you while you are Sprinting rolls four dice less, not two, or you roll four more for your
    defence if your table says so. You are Sprinting from the test to the end of the Combat Turn, or only to your next
    Action Phase if your table says so.
    """
    return -4 if state.sprinting else 0


@rule("SR5-12", "Sprint Test", kind="roll", reference=REFERENCE)
def sprint_metres(s: Situation, hits: int) -> Fraction:
    """In your own Action Phase, spend a Complex Action, or what your table asks for, and roll Running + Strength. Each
    hit, up to your Physical limit if your table caps it, adds metres to what you may move in this Combat Turn; several
    tests add up.
    """
    return run_rate(s) + per_hit(s) * hits


@rule("SR5-13", "Sprint Test limit", kind="resource", reference=REFERENCE)
def sprint_tests(s: Situation) -> int:
    """You may make as many Sprint Tests in a Combat Turn as half your Running, rounded up: with Running 3, two. Your
    table may say how many everybody has at least.
    """
    return max(ceil(Fraction(s.character.running, 2)), int(s.house_rules.least_sprint_tests))


@rule("SR5-14", "Sprint fatigue", kind="hazard", reference=REFERENCE)
def sprint_tires(s: Situation, state: Turn) -> bool:
    """Sprinting turn after turn tires you; your table says from how many Combat Turns in a row."""
    limit = s.house_rules.sprint_fatigue_turns
    return bool(limit is not None and state.sprint_turns >= limit)


@rule("SR5-15", "Swim rate", kind="rate", reference=REFERENCE)
def swim_rate(s: Situation) -> Fraction:
    """Swimming takes you the average of Agility and Strength in metres in a Combat Turn; a half counts, unless your
    table rounds it.
    """
    return average(s, s.character.agility, s.character.strength)


@rule("SR5-16", "Swim action cost", kind="resource", reference=REFERENCE)
def swim_open(s: Situation, state: Turn) -> bool:
    """To swim, spend a Complex Action: it opens what you may swim in the whole Combat Turn. Your table may ask for one
    in every pass in which you swim.
    """
    return state.swim_paid or affords(s, state, "complex")


@rule("SR5-17", "Swim sprint", kind="roll", reference=REFERENCE)
def swim_metres(s: Situation, hits: int) -> Fraction:
    """For a Bonus Action, or a Simple Action if your table says so, roll Swimming + Strength: each hit, up to your
    Physical limit, adds 2 m to the swim for elves and trolls and 1 m for everyone else, unless your table has other
    numbers.
    """
    return swim_rate(s) + swim_per_hit(s) * hits


@rule("SR5-18", "Depth does not matter", kind="rate", reference=REFERENCE)
def rate_at_depth(s: Situation, depth: Fraction) -> Fraction:
    """You swim as fast under water as on the surface."""
    del depth
    return swim_rate(s)


@rule("SR5-19", "Swim fatigue", kind="hazard", reference=REFERENCE)
def swim_tires(s: Situation, state: Turn) -> bool:
    """Swimming turn after turn tires you as sprinting does; your table says from how many Combat Turns in a row."""
    limit = s.house_rules.sprint_fatigue_turns
    return bool(limit is not None and state.swim_turns >= limit)


@rule("SR5-20", "Treading water time", kind="state", reference=REFERENCE)
def tread_time(s: Situation) -> tuple[Fraction, Fraction]:
    """You can tread water for as many minutes as the average of Strength and Body, or as your Strength if your table
    says so; a half counts, unless your table rounds it.

    Returns (minutes, Combat Turns).
    """
    strength, body = s.character.strength, s.character.body
    alone = s.house_rules.tread_minutes == "strength"
    minutes = Fraction(strength) if alone else average(s, strength, body)
    return minutes, minutes * 60 / exact(s.house_rules.round_seconds)


@rule("SR5-21", "Treading test and Stun", kind="roll", reference=REFERENCE)
def tread_stun(hits: int) -> int:
    """When that time is up, roll Swimming + Strength, up to your Physical limit: two hits keep you up for the same
    time again. With fewer you slip, take one box of Stun that nothing resists, and test again when the GM says, or as
    your table has it.
    """
    return 0 if hits >= THRESHOLD else 1


@rule("SR5-22", "Long jump", kind="roll", reference=REFERENCE)
def long_jump(s: Situation, *, running: bool) -> tuple[int, int]:
    """Roll Acrobatics + Agility: you jump 20 cm for each point of Agility and of Strength, and 40 cm more for each hit
    from a standstill or 80 cm with a run-up, unless your table has other numbers. It may cap the hits by your
    Physical limit, and may call the skill Gymnastics.

    Returns (centimetres without a hit, centimetres for each hit).
    """
    rules = s.house_rules
    each = rules.running_jump_hit_cm if running else rules.long_jump_hit_cm
    return int(rules.long_jump_base_cm * (s.character.agility + s.character.strength)), int(each)


@rule("SR5-23", "Long jump cap", kind="band", reference=REFERENCE)
def jump_cap(s: Situation) -> int:
    """You never jump farther than 130 cm for each point of Agility, or than your table says, however many hits you
    have; the hits beyond that are only style.
    """
    return int(s.house_rules.jump_cap_cm * s.character.agility)


@rule("SR5-24", "Standing or running jump", kind="state", reference=REFERENCE)
def run_up(s: Situation) -> Fraction:
    """For a running jump, first run straight at it on foot, in the same pass: 5 m, or what your table asks for."""
    metres = exact(s.house_rules.run_up_m)
    return max(metres, walk_rate(s)) if s.house_rules.run_up_pace == "full" else metres


@rule("SR5-25", "High jump", kind="roll", reference=REFERENCE)
def high_jump(s: Situation) -> tuple[int, int]:
    """Roll Acrobatics + Agility: you jump 5 cm high for each point of Agility and of Strength, and 5 cm more for each
    hit, with or without a run-up, unless your table has other numbers. The cap of long jumps holds only if your table
    says so; it may also let you jump no higher than one and a half times your height.

    Returns (centimetres without a hit, centimetres for each hit).
    """
    rules = s.house_rules
    base = rules.high_jump_base_cm * (s.character.agility + s.character.strength)
    return int(base), int(rules.high_jump_hit_cm)


@rule("SR5-26", "Climb test and action", kind="roll", reference=REFERENCE)
def climb_open(s: Situation, state: Turn) -> bool:
    """To climb, spend a Complex Action and roll Acrobatics + Strength, or Gymnastics + Strength if your table calls the
    skill so: the hits, up to your Physical limit, say how far you get, up, down or sideways. Outside combat one test
    decides on the whole climb: if its hits make a metre, you get as far as you like.
    """
    return state.climb_hits is not None or "climb" in state.declared or affords(s, state, "complex")


@rule("SR5-27", "Climb distance table", kind="rate", reference=REFERENCE)
def climb_metres(s: Situation, row: str, hits: int, *, each: int = 0) -> Fraction:
    """With gear a metre takes 1 hit up, 2 sideways and 3 upside down; without, 1 down and 2 up or sideways, and upside
    down cannot be climbed. Only whole metres count, unless your table counts parts or rounds up; it may also forbid
    climbing sideways without gear.

    ``each``: the most hits that a metre has taken since the test; all of it counts as its hardest part.
    """
    divisor = climb_divisor(s, row)
    if divisor is None:
        return ZERO
    metres = Fraction(max(0, hits), max(divisor, each))
    if s.house_rules.partial_climb:
        return metres
    return Fraction(ceil(metres) if s.house_rules.climb_rounding == "up" else floor(metres))


@rule("SR5-28", "Climb pool modifiers", kind="modifier", reference=REFERENCE)
def climb_dice(row: str, surface: str | None, slick: Slick) -> int:
    """Add to the dice of a climb: +2 with gear; +1 on an easy surface, 0 on a broken one, −3 on a flat one, −5 on a
    sheer one; −2 if it is wet, or −4 if it is greased.
    """
    gear = 2 if row.startswith("assisted") else 0
    return gear + SURFACES[surface or "broken"] + SLICK[slick]


@rule("SR5-29", "Assisted and unassisted", kind="state", reference=REFERENCE)
def geared(s: Situation, state: Turn) -> bool:
    """Climbing with ropes or a harness needs that gear and time to prepare; without them you can begin at once."""
    return bool(s.character.assisted and state.preparation != "not_ready")


@rule("SR5-30", "Rappel start", kind="roll", reference=REFERENCE)
def rappel_controlled(hits: int) -> bool:
    """To rappel you need gear and training: spend a Simple Action and roll Acrobatics + Body, or Free-Fall + Body if
    your table has that skill, up to your Physical limit. With two hits you are in control and can brake and land safely
    at any point; with fewer you go down out of control.
    """
    return hits >= THRESHOLD


@rule("SR5-31", "Rappel distance", kind="rate", reference=REFERENCE)
def rappel_metres(s: Situation, hits: int | None) -> Fraction:
    """Rappelling takes you 20 m down in a Combat Turn. In the turn of the test, each hit beyond the second adds 1 m,
    or every hit does if your table says so.
    """
    if hits is None:
        return Fraction(RAPPEL_METRES)
    return Fraction(RAPPEL_METRES + (hits if s.house_rules.rappel_bonus == "table" else max(0, hits - 2)))


@rule("SR5-32", "Rappel with another Simple Action", kind="modifier", reference=REFERENCE)
def rappel_dice(s: Situation, state: Turn) -> int:
    """If you take another Simple Action, such as a shot, in the phase in which you rappel, it loses two dice and so
    does the Rappelling Test.
    """
    return -2 if s.circumstances.other_simple or state.other_simple else 0


@rule("SR5-33", "Rappel stop", kind="hazard", reference=REFERENCE)
def rappel_out_of_hand(state: Turn) -> bool:
    """To stop, make another Rappelling Test, again for two hits. If you fail, you do not slow down and may hit the
    ground at speed.
    """
    return state.stop_failed or not state.controlled


@rule("SR5-34", "Fall damage", kind="hazard", reference=REFERENCE)
def fall_damage(s: Situation, metres: Fraction) -> int:
    """A fall of more than 3 m does a point of Physical damage for each metre of its whole height, AP −4; resist it
    with Body + Armour. A started metre counts whole, unless your table rounds down.
    """
    if metres <= SAFE_DROP:
        return 0
    whole = ceil(metres) if s.house_rules.fall_rounding == "up" else floor(metres)
    return softened(s, whole)


@rule("SR5-35", "Fall speed", kind="rate", reference=REFERENCE)
def fall_metres(s: Situation, turn: int) -> Fraction:
    """You fall 50 m in the first Combat Turn, another 100 m in the second, 150 m in the third and 200 m in each one
    after that; or 150 m in the second and 200 m in each one after that if your table says so.
    """
    slower = s.house_rules.fall_distances == "four_steps"
    return Fraction(min(50 * turn if slower else 100 * turn - 50, 200))


@rule("SR5-36", "Soft landing", kind="modifier", reference=REFERENCE)
def softened(s: Situation, damage: int) -> int:
    """A soft landing lowers the damage of a fall by the number the GM names, but not below 0."""
    return int(max(0, damage - s.circumstances.soft_landing))


RULES = rules_in(globals())


def average(s: Situation, first: int, second: int) -> Fraction:
    """Return the average of two ratings, rounded as the table has it (SR5-15, SR5-20)."""
    mean = Fraction(first + second, 2)
    if s.house_rules.average_rounding == "exact":
        return mean
    return Fraction(ceil(mean) if s.house_rules.average_rounding == "up" else floor(mean))


def rounding(rule: str, exact_value: Fraction) -> str:
    """Return what a text that tells a working is called beside its own name, where a value was rounded.

    >>> rounding("up", Fraction(7, 2)), rounding("up", Fraction(4)), rounding("exact", Fraction(7, 2))
    ('.up', '', '')
    """
    return "" if rule == "exact" or exact_value.denominator == 1 else f".{rule}"


def jump_cap_of(s: Situation, kind: str) -> int | None:
    """Return how many centimetres a jump never exceeds; none: nothing caps it (SR5-23, SR5-25)."""
    if kind != "high_jump":
        return jump_cap(s)
    caps = [jump_cap(s)] if s.house_rules.cap_vertical else []
    height = s.character.height
    if s.house_rules.high_jump_cap_by_height and height is not None:
        caps.append(floor(150 * exact(height)))
    return min(caps, default=None)


def swim_per_hit(s: Situation) -> int:
    """Return the metres that a hit adds to a swim (SR5-17)."""
    rules, metatype = s.house_rules, s.character.metatype
    special = {"elf": rules.swim_per_hit_elf, "troll": rules.swim_per_hit_troll}
    return int(special.get(metatype, rules.swim_per_hit_others))


def climb_divisor(s: Situation, row: str) -> int | None:
    """Return how many hits a metre takes; none: it cannot be climbed (SR5-27)."""
    if row == "unassisted_horizontal" and s.house_rules.unassisted_horizontal == "impossible":
        return None
    return ROWS.get(row)


def climbed_so_far(s: Situation, state: Turn, hits: int, row: str) -> Fraction:
    """Return how far hits carry as it has been climbed up to now; before the first metre, on a row of the table."""
    rows = [name for name, each in ROWS.items() if each == state.climb_each]
    return climb_metres(s, rows[0] if rows else row, hits)


def climb_row(s: Situation, state: Turn, rise: Fraction) -> str:
    """Return how a stretch is climbed: as the GM said, else by gear and direction; down with gear is rappelling."""
    if s.circumstances.climb_row is not None:
        return str(s.circumstances.climb_row)
    if rise < 0:
        return "unassisted_down"
    direction = "up" if rise > 0 else "horizontal"
    return f"{'assisted' if geared(s, state) else 'unassisted'}_{direction}"


def drops(part: Segment | SegmentFact) -> bool:
    """Tell whether a stretch is a fall (SR5-34): down more than 3 m over an edge, or on foot and steeper than long."""
    down = -exact(part.rise) if isinstance(part, SegmentFact) else -part.rise
    steep = part.mode in ON_FOOT and (part.mode == "jump" or down > part.length)
    return down > SAFE_DROP and (part.sheer or steep)


def falls_whole(route: Sequence[Segment]) -> list[Segment]:
    """Return a route in which a fall that was told in parts is one stretch."""
    found: list[Segment] = []
    for part in route:
        on = bool(found) and part.mode == "fall" == found[-1].mode and part.barrier is None and not part.gates
        if on:
            found[-1] = replace(found[-1], length=found[-1].length + part.length, stand=part.stand)
        else:
            found.append(part)
    return found


def fall_turns(s: Situation, height: Fraction) -> int:
    """Return in which Combat Turn of a fall the ground is met; 0 for no height (SR5-35)."""
    turns, fallen = 0, ZERO
    while fallen < height:
        turns += 1
        fallen += fall_metres(s, turns)
    return turns


def resist(s: Situation) -> int:
    """Return the dice that resist the damage of a fall (SR5-34)."""
    return int(s.character.body + max(0, s.character.armour - 4))


# ---------------------------------------------------------------- actions


def simple_left(s: Situation, state: Turn) -> int:
    """Return how many Simple Actions are left in this phase; two are a Complex Action."""
    if not state.has_action:
        return 0
    told = {"full": 2, "simple": 1, "none": 0}
    given = s.circumstances.actions_left
    return max(0, 2 - state.simple_spent) if given is None else told[given]


def bonus_left(s: Situation, state: Turn) -> int:
    """Return how many Bonus Actions are left in this pass."""
    if s.house_rules.bonus_action_maps_to == "simple":
        return simple_left(s, state)
    return int(max(0, s.character.bonus_actions - state.bonus_spent))


def affords(s: Situation, state: Turn, cost: str) -> bool:
    """Tell whether an action of that cost can be taken now."""
    if not s.in_combat or cost in {"none", "free"}:
        return True
    if cost == "bonus":
        return bonus_left(s, state) > 0
    return simple_left(s, state) >= (2 if cost == "complex" else 1)


def gone(s: Situation, state: Turn, cost: str) -> Text:
    """Return why an action of that cost cannot be taken."""
    if cost == "bonus" and s.house_rules.bonus_action_maps_to != "simple":
        return say("bonus.gone", name=bonus_name(s))
    if not state.has_action:
        return say("phase.none")
    return say("complex.gone" if simple_left(s, state) else "action.gone")


def paid(s: Situation, state: Turn, cost: str) -> Turn:
    """Return the state after an action of that cost."""
    if cost == "bonus" and s.house_rules.bonus_action_maps_to != "simple":
        return replace(state, bonus_spent=state.bonus_spent + 1)
    simple = {"complex": 2, "simple": 1, "bonus": 1}.get(cost, 0)
    return replace(state, simple_spent=min(2, state.simple_spent + simple))


def foe_beside(s: Situation, at: Point, up: Fraction, storey: int) -> bool:
    """Tell whether the mover, standing there, has a hostile token next to it: by a side or by a corner."""
    near = (other for other in s.others if other.disposition == "hostile" and other.storey == storey)
    return s.chart is not None and any(s.chart.adjoins(at, up, other) for other in near)


def with_upkeep(s: Situation, state: Turn) -> Turn:
    """Return the state with this pass's Bonus Action for running taken, if one is owed and left (SR5-06)."""
    if state.running and upkeep_owed(s, state) and affords(s, state, "bonus"):
        return replace(paid(s, state, "bonus"), upkeep="paid")
    return state


def swimming(s: Situation, state: Turn) -> Turn:
    """Return the state in which this Combat Turn's swim is paid for (SR5-16)."""
    return state if state.swim_paid else replace(paid(s, state, "complex"), swim_paid=True)


def as_told(s: Situation, state: Turn) -> tuple[Situation, Turn]:
    """Return situation and state where the ledger itself has the actions that the tracker says are left."""
    if s.circumstances.actions_left is None:
        return s, state
    return untold(s), replace(state, simple_spent=2 - simple_left(s, state))


def untold(s: Situation) -> Situation:
    """Return the situation without what the tracker says is left of the phase, which holds for now alone."""
    if s.circumstances.actions_left is None:
        return s
    return replace(s, circumstances=s.circumstances.model_copy(update={"actions_left": None}))


def may_run(s: Situation, state: Turn) -> bool:
    """Tell whether running is open as far as its Bonus Action goes (SR5-06)."""
    barred = s.house_rules.upkeep == "block" and state.upkeep == "" and not affords(s, state, "bonus")
    return not barred and state.upkeep != "stopped"


def tests_left(s: Situation, state: Turn, check: str) -> int:
    """Return how many tests of a kind may still be made for one path, by the rules and by what pays for them."""
    if check == "sprint":
        allowed = max(0, sprint_tests(s) - state.sprint_tests)
        return min(allowed, sprints_paid(s, state, allowed))
    return swim_sprints_paid(s, state) if check == "swim_sprint" else 1


def sprints_paid(s: Situation, state: Turn, most: int) -> int:
    """Return for how many Sprint Tests, ``most`` at the most, the actions of this phase and of passes to come pay."""
    s, state = as_told(s, state)
    cost, paid_for = cost_of_test(s, "sprint"), int("sprint" in state.declared)
    for now in (replace(state, running=True), *passes_to_come(s, replace(state, running=True))):
        ran = with_upkeep(s, now)
        while paid_for < most and affords(s, ran, cost):
            ran, paid_for = paid(s, ran, cost), paid_for + 1
    return paid_for


def swim_sprints_paid(s: Situation, state: Turn) -> int:
    """Return for how many swim sprints the actions of this pass, and of passes to come, pay beside the swim itself."""
    s, state = as_told(s, state)
    swims = [now for now in passes_to_come(s, state) if swim_open(s, now)]
    left = bonus_left if cost_of_test(s, "swim_sprint") == "bonus" else simple_left
    later = sum(left(s, swimming(s, now)) for now in swims)
    return left(s, state) + later + ("swim_sprint" in state.declared)


def passes_to_come(s: Situation, state: Turn) -> Iterator[Turn]:
    """Yield the state at the beginning of each pass that was told as still to come in this Combat Turn."""
    for _ in range(max(1, state.pass_no), state.passes):
        state = _began(s, state, BeganFact(scope="pass"))
        yield state


def cost_of_test(s: Situation, check: str) -> str:
    """Return the action that a test takes."""
    if check == "sprint":
        return str(s.house_rules.sprint_cost)
    if check == "swim_sprint":
        return str(s.house_rules.swim_sprint_cost)
    return {"climb": "complex", "rappel": "simple"}.get(check, "none")


# ---------------------------------------------------------------- tests


def skill_of(s: Situation, check: str) -> tuple[int, Text]:
    """Return the rating and the name of the skill that a test is rolled with, as the table has them."""
    skill = TESTS[check][1]
    named = skill
    if skill == "acrobatics" and s.house_rules.athletics == "gymnastics":
        named = "free_fall" if check in ROPE_TESTS else "gymnastics"
    rating = getattr(s.character, "free_fall" if named == "free_fall" else skill)
    return int(rating), say(f"skill.{named}")


def pool_of(s: Situation, state: Turn, check: str, *, running: bool) -> tuple[int, int]:
    """Return the dice of a test, and what modifiers changed them by; climbs need :func:`climb_dice` besides."""
    attribute = TESTS[check][2]
    change = on_tests(s) + (0 if check == "sprint" else running_dice(s, running=running, combat=False))
    if check in ROPE_TESTS:
        change += rappel_dice(s, state)
        change += 2 if s.house_rules.rappel_assisted_bonus and s.character.assisted else 0
    base = skill_of(s, check)[0] + getattr(s.character, attribute)
    return max(0, base + change), change


def limit_of(s: Situation, check: str) -> int | None:
    """Return the cap on the hits of a test; none: every hit counts."""
    jump, rules = check in {"jump", "high_jump"}, s.house_rules
    capped = rules.jump_limited if jump else check != "sprint" or rules.sprint_limited
    limit: int | None = s.character.physical_limit
    return limit if capped else None


def climb_pool(s: Situation, climb: "Climb", *, running: bool) -> int:
    """Return the dice of a climb (SR5-28)."""
    change = climb.dice + on_tests(s) + running_dice(s, running=running, combat=False)
    return int(max(0, s.character.acrobatics + s.character.strength + change))


@dataclass(frozen=True, slots=True)
class Climb:
    """How something is climbed: its row of the table and what changes the dice."""

    row: str
    dice: int


def hardest(s: Situation, state: Turn, route: Sequence[Segment]) -> Climb:
    """Return the climb that a route's one climbing test is rolled for: the hardest row, the worst surface."""
    climbs = [segment for segment in route if segment.mode == "climb"]
    if not climbs:
        row = climb_row(s, state, Fraction(1))
        return Climb(row, climb_dice(row, None, "none"))
    rows = [climb_row(s, state, segment.rise) for segment in climbs]
    row = max(rows, key=lambda row: climb_divisor(s, row) or 99)
    return Climb(
        row,
        min(
            climb_dice(own, segment.surface, segment.slick) for own, segment in zip(rows, climbs, strict=True)
        ),
    )


def hits_of(s: Situation, check: str, faces: Sequence[int] | None, result: int | None) -> int:
    """Return the hits of a test: counted from its faces or as told, not above the limit."""
    hits = max(0, result or 0) if faces is None else sum(face >= HIT_FACE for face in faces)
    limit = limit_of(s, JUMPS.get(check, check.split(":", 1)[0]))
    return hits if limit is None or check.startswith("gate:") else min(hits, limit)


def jumped(s: Situation, kind: str, hits: int) -> tuple[int, int]:
    """Return how many centimetres a jump of that many hits makes, and the hits that only show style (SR5-23)."""
    high = kind == "high_jump"
    base, each = high_jump(s) if high else long_jump(s, running=kind == "running_jump")
    cap = jump_cap_of(s, kind)
    if cap is None:
        return base + each * hits, 0
    enough = max(0, ceil(Fraction(cap - base, each)))
    return min(cap, base + each * hits), max(0, hits - enough)


@dataclass(frozen=True, slots=True)
class Jumping:
    """What a jump needs: the hits; ``capped``: the jump that it is past the farthest or highest of, if any."""

    needed: int
    capped: Literal["", "long_jump", "high_jump"]


def jumping(s: Situation, far: Fraction, high: Fraction, *, running: bool) -> Jumping:
    """Return what a jump so far and so high needs (SR5-22, SR5-23, SR5-25)."""
    needed = 0
    capped: Literal["", "long_jump", "high_jump"] = "long_jump" if far * 100 > jump_cap(s) else ""
    highest = jump_cap_of(s, "high_jump")
    if not capped and highest is not None and high * 100 > highest:
        capped = "high_jump"
    for wanted, (base, each) in ((far, long_jump(s, running=running)), (high, high_jump(s))):
        if wanted > 0:
            needed = max(needed, ceil((wanted * 100 - base) / each))
    return Jumping(needed, capped)


def jump_odds(s: Situation, state: Turn, *, running_state: bool) -> Distribution:
    """Return the odds of a jump's hits."""
    return hit_pool(pool_of(s, state, "jump", running=running_state)[0], limit_of(s, "jump"))


def build_check(
    s: Situation, state: Turn, check: str, *, at: Fraction, needed: int, running: bool, climb: Climb | None
) -> Check:
    """Return a test with its odds; ``check`` may be one of a path (``jump:1``)."""
    name = JUMPS.get(check, check.split(":", 1)[0])
    number, _, attribute = TESTS[name]
    rating, skill = skill_of(s, name)
    pool, change = pool_of(s, state, name, running=running)
    if name == "climb" and climb is not None:
        change += climb.dice
        pool = climb_pool(s, climb, running=running)
    odds = hit_pool(pool, limit_of(s, name))
    dice = say(
        "pool" if not change else "pool.more" if change > 0 else "pool.fewer",
        skill=skill,
        skill_value=rating,
        attribute=say(f"attribute.{attribute}"),
        attribute_value=getattr(s.character, attribute),
        pool=pool,
        change=change,
    )
    rows = tuple(
        Odds(hits, chance, _distance(s, state, check, hits, climb)) for hits, chance in odds.cumulative()
    )
    return Check(
        id=check,
        rule=number,
        label=say(f"check.{check if check in JUMPS else name}"),
        at=at,
        pool=pool,
        dice=dice,
        difficulty=HIT_FACE,
        needed=needed,
        needed_text=say("hits", needed=needed) if needed > 0 else say("hits.any"),
        chance=odds.at_least(needed),
        mean=odds.mean,
        odds=rows,
        alternatives=_limit_text(limit_of(s, name)),
    )


def _limit_text(limit: int | None) -> tuple[Text, ...]:
    return () if limit is None else (say("limit", limit=limit),)


def _distance(s: Situation, state: Turn, check: str, hits: int, climb: Climb | None) -> Fraction | None:
    """Return how far a result of a test carries in all; none: it gives no distance."""
    if check == "sprint":
        return sprint_metres(s, state.sprint_hits + hits)
    if check == "swim_sprint":
        return swim_metres(s, state.swim_hits + hits)
    if check == "climb" and climb is not None and s.in_combat:
        return climb_metres(s, climb.row, hits)
    if check == "rappel" and s.in_combat:
        return rappel_metres(s, hits)
    if check in JUMPS:
        return Fraction(jumped(s, check, hits)[0], 100)
    return None


# ---------------------------------------------------------------- allowances, as price levels


def ground_levels(s: Situation, state: Turn) -> list[Level]:
    """Return the prices of metres on foot, counted from where the Combat Turn began."""
    if state.falling is not None:
        return [ends("SR5-35", say("falling.act"))]
    if not s.in_combat:
        return [Level(None, "free", "SR5-01", say("no_combat"))]
    if state.upkeep == "stopped":
        return [ends("SR5-06", say("upkeep.stopped", bonus=bonus_name(s)))]
    walk, run = walk_rate(s), run_rate(s)
    price = Price("dice", running_dice(s, running=True, combat=True))
    walking = Level(walk, "free", "SR5-02", say("walk", limit=walk))
    if state.running:
        walking = replace(walking, kind="penalised", price=price)
    if not may_run(s, state):
        barred = ends("SR5-06", say("upkeep.barred", bonus=bonus_name(s)))
        return [barred] if state.running else [walking, barred]
    levels = [walking, Level(run, "penalised", "SR5-05", run_reason(s), price)]
    known = sprint_metres(s, state.sprint_hits)
    if state.sprint_hits:
        levels.append(Level(known, "penalised", "SR5-12", say("sprinted", limit=known), price))
    return [*levels, *_sprint_levels(s, state, price)]


def _sprint_levels(s: Situation, state: Turn, price: Price) -> Iterator[Level]:
    """Yield the prices of metres on foot past what is known, by the Sprint Tests that are left."""
    left, cost = tests_left(s, state, "sprint"), cost_of_test(s, "sprint")
    ran = with_upkeep(s, replace(state, running=True))
    pool, _ = pool_of(s, state, "sprint", running=False)
    if state.sprint_tests >= sprint_tests(s):
        yield ends("SR5-13", say("tests.none"))
    elif not state.has_action:
        yield ends("SR5-12", say("phase.none"))
    elif "sprint" not in state.declared and not affords(s, ran, cost):
        yield ends("SR5-12", gone(s, ran, cost))
    else:
        odds = hits_in_tests(pool, left, limit_of(s, "sprint"))
        for hits, chance in odds.cumulative()[1:]:
            limit = sprint_metres(s, state.sprint_hits + hits)
            reason = say("sprint", needed=hits)
            yield Level(limit, "roll", "SR5-12", reason, price, chance=chance, needs=(("sprint", hits),))
        unpaid = state.sprint_tests + left < sprint_tests(s)
        yield ends("SR5-12", say("too_far.paid")) if unpaid else ends("SR5-07", say("too_far"))


def swim_levels(s: Situation, state: Turn, *, running: bool, paid_before: bool | None = None) -> list[Level]:
    """Return the prices of metres swum, counted from where the Combat Turn began.

    ``paid_before``: whether the Complex Action was taken before this path; none: as the state has it.
    """
    if state.falling is not None:
        return [ends("SR5-35", say("falling.act"))]
    if not s.in_combat:
        return [Level(None, "free", "SR5-01", say("no_combat"))]
    if not swim_open(s, state):
        return [ends("SR5-16", say("swim.no_action" if state.has_action else "phase.none"))]
    known, price = swim_metres(s, state.swim_hits), None
    if state.swim_paid if paid_before is None else paid_before:
        levels = [Level(known, "free", "SR5-15", say("swim", limit=known))]
    else:
        price = Price("action", -1)
        levels = [Level(known, "penalised", "SR5-16", say("swim.cost", limit=known), price)]
    swum = swimming(s, state)
    left = tests_left(s, swum, "swim_sprint")
    if left == 0:
        return [*levels, ends("SR5-17", gone(s, swum, cost_of_test(s, "swim_sprint")))]
    pool, _ = pool_of(s, state, "swim_sprint", running=running)
    if not pool:
        return [*levels, ends("SR5-17", say("no_dice"))]
    odds = hits_in_tests(pool, left, s.character.physical_limit)
    for hits, chance in odds.cumulative()[1:]:
        limit = swim_metres(s, state.swim_hits + hits)
        reason = say("swim.sprint", needed=hits)
        levels.append(
            Level(limit, "roll", "SR5-17", reason, price, chance=chance, needs=(("swim_sprint", hits),))
        )
    return [*levels, ends("SR5-17", say("swim.too_far"))]


def climb_levels(s: Situation, state: Turn, climb: Climb, *, running: bool) -> list[Level]:
    """Return the prices of metres climbed in this Complex Action."""
    if state.falling is not None:
        return [ends("SR5-35", say("falling.act"))]
    if climb.row.startswith("assisted") and not geared(s, state):
        return [ends("SR5-29", say("climb.no_gear"))]
    if climb_divisor(s, climb.row) is None:
        return [ends("SR5-27", say("climb.impossible"))]
    if not s.in_combat:
        return [_scene_climb(s, state, climb, running=running)]
    if not climb_open(s, state):
        return [ends("SR5-26", say("climb.no_action" if state.has_action else "phase.none"))]
    if state.climb_hits is not None:
        known = climb_metres(s, climb.row, state.climb_hits, each=state.climb_each)
        reason = say("climb.known", limit=known)
        return [Level(known, "free", "SR5-27", reason), ends("SR5-27", reason)]
    pool = climb_pool(s, climb, running=running)
    if not pool:
        return [ends("SR5-28", say("no_dice"))]
    levels: list[Level] = []
    beyond = ZERO
    odds = hit_pool(pool, s.character.physical_limit)
    for hits, chance in odds.cumulative():
        metres = climb_metres(s, climb.row, hits)
        if metres > beyond:
            beyond = metres
            reason = say("climb", needed=hits)
            price = Price("action", -1)
            levels.append(
                Level(metres, "roll", "SR5-26", reason, price, chance=chance, needs=(("climb", hits),))
            )
    return [*levels, ends("SR5-27", say("climb.too_far"))]


def _scene_climb(s: Situation, state: Turn, climb: Climb, *, running: bool) -> Level:
    """Return the price of a climb outside combat: one test, which must gain a metre (SR5-26)."""
    if climb_metres(s, climb.row, state.scene_climb or 0) > 0:
        return Level(None, "free", "SR5-26", say("climb.scene.known"))
    pool = climb_pool(s, climb, running=running)
    if not pool:
        return ends("SR5-28", say("no_dice"))
    odds = hit_pool(pool, s.character.physical_limit)
    for hits, chance in odds.cumulative():
        if climb_metres(s, climb.row, hits) > 0:
            reason, needs = say("climb.scene", needed=hits), (("climb", hits),)
            return Level(None, "roll", "SR5-26", reason, chance=chance, needs=needs)
    return ends("SR5-27", say("climb.scene.never"))


def rappel_levels(s: Situation, state: Turn, *, running: bool) -> list[Level]:
    """Return the prices of metres rappelled in this Combat Turn."""
    if state.falling is not None:
        return [ends("SR5-35", say("falling.act"))]
    if not geared(s, state):
        return [ends("SR5-30", say("rappel.no_gear"))]
    if state.rappelling:
        limit = rappel_metres(s, state.rappel_hits)
        reason = say("rappel.known", limit=limit)
        height, told = state.rappel_height, ends("SR5-31", reason)
        ground = None if height is None else state.rappel_used + height - state.rappel_total
        if ground is not None and height is not None and (ground <= limit or not s.in_combat):
            limit, told = ground, ends("SR5-31", say("rappel.down", height=height))
        elif not s.in_combat:
            return [Level(None, "free", "SR5-31", reason)]
        return [Level(limit, "free", "SR5-31", reason), told]
    if "rappel" not in state.declared and not affords(s, state, "simple"):
        return [ends("SR5-30", gone(s, state, "simple"))]
    pool, _ = pool_of(s, state, "rappel", running=running)
    levels: list[Level] = []
    beyond = ZERO
    odds = hit_pool(pool, s.character.physical_limit)
    if not s.in_combat:
        reason, needs = say("rappel.scene", needed=THRESHOLD), (("rappel", THRESHOLD),)
        return [Level(None, "roll", "SR5-30", reason, chance=odds.at_least(THRESHOLD), needs=needs)]
    for hits, chance in odds.cumulative():
        metres = rappel_metres(s, hits)
        if hits >= min(THRESHOLD, odds.highest) and metres > beyond:
            beyond, needed = metres, max(hits, THRESHOLD)
            reason = say("rappel", needed=needed, limit=metres)
            price = Price("action", -1)
            levels.append(
                Level(
                    metres,
                    "roll",
                    "SR5-30",
                    reason,
                    price,
                    chance=min(chance, odds.at_least(needed)),
                    needs=(("rappel", needed),),
                )
            )
    return [*levels, ends("SR5-31", say("rappel.known", limit=beyond))]


def fall_levels(s: Situation, state: Turn) -> list[Level]:
    """Return the prices of metres fallen in one go."""
    if state.falling is not None:
        return [ends("SR5-35", say("falling.act"))]
    if not s.in_combat:
        return [Level(None, "free", "SR5-01", say("no_combat"))]
    first = fall_metres(s, 1)
    return [
        Level(first, "free", "SR5-35", say("falling.turn", metres=first)),
        ends("SR5-35", say("drop.long", metres=first)),
    ]


# ---------------------------------------------------------------- judging a path


class RouteJudge(Judge[Turn]):
    """Shadowrun's judge of a route."""

    rules = RULES
    tells_gates = False

    def __init__(
        self,
        s: Situation,
        state: Turn,
        route: Sequence[Segment],
        cleared: frozenset[str] = frozenset(),
        *,
        hurried: Mapping[str, bool] | None = None,
        climb: Climb | None = None,
    ) -> None:
        used = {
            "ground": state.moved,
            "swim": state.swim_used,
            "climb": state.climb_used,
            "rappel": state.rappel_used,
            "fall": ZERO,
        }
        s, state = as_told(s, state)
        super().__init__(s, state, cleared, used)
        self.now = state
        self.legal = state.moved
        """Metres on foot up to where the path can be moved."""
        self.spends: list[Spend] = []
        self.run, self.heading = state.run, state.heading
        self.climb = hardest(s, state, route) if climb is None else climb
        self.hurried = {TEST_OF.get(mode, mode): late for mode, late in (hurried or {}).items()}
        self.starts: dict[str, Fraction] = {}
        self.tests: dict[str, int] = {}
        self.announced: set[str] = set()
        if any(self.hurried.values()):
            self.now = replace(self.now, running=True)
            self._keep_running()
        self.stood, self.stands = ZERO, True
        self.measured = True
        self.rappelled = state.rappelling
        self.kept: dict[tuple[str, bool, Turn], list[Level]] = {}
        self.joint = s.house_rules.mixed_modes == "proportional" and s.in_combat
        self.end = route[-1] if route else None
        self.walk(falls_whole(route))
        if self.joint:
            # Tests that share one turn are weighed against each other at the end of the path.
            alone = {check: needed for check, needed in self.needs.items() if check not in SETS_ALLOWANCE}
            self.needs = alone | dict(self.latest)

    # -------------------------------------------------------- prices

    @property
    def is_running(self) -> bool:
        """Whether the mover is Running by now."""
        return self.now.running

    def own(self, meter: str) -> list[Level]:
        """Return a mode's prices when it is alone, with the actions that the path has left by now."""
        hurried = self.hurry(TEST_OF.get(meter, meter))
        key = (meter, hurried, self.now)
        if key not in self.kept:
            self.kept[key] = self._own(meter, hurried=hurried)
        return self.kept[key]

    def _own(self, meter: str, *, hurried: bool) -> list[Level]:
        if meter == "ground":
            return ground_levels(self.s, self.now)
        if meter == "swim":
            return swim_levels(self.s, self.now, running=hurried, paid_before=self.state.swim_paid)
        if meter == "climb":
            return climb_levels(self.s, self.now, self.climb, running=hurried)
        if meter == "rappel":
            return rappel_levels(self.s, self.now, running=hurried)
        return fall_levels(self.s, self.now)

    def hurry(self, check: str) -> bool:
        """Tell whether the mover is Running when it makes a test: then, or by now if it is still to come."""
        return self.hurried.get(check, self.is_running)

    def levels(self, meter: str) -> Sequence[Level]:
        """Return a mode's prices beside what other modes have used."""
        return self.beside(meter, self.own(meter))

    def beside(self, meter: str, own: list[Level]) -> Sequence[Level]:
        """Return prices of a mode beside what other modes have used (X-09)."""
        if not self.joint or meter == "fall":
            return own
        others = {
            name: (self.own(name), used)
            for name, used in self.used.items()
            if used and name not in {meter, "fall"}
        }
        return share(meter, own, others, ends("X-09", tabletop.shared()))

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return the one meter of a stretch; jumps are metres on foot."""
        return ("ground",) if segment.mode in ON_FOOT else (segment.mode,)

    def run_up(self) -> Fraction:
        """Return the metres of straight run-up that a running jump needs (SR5-24)."""
        return run_up(self.s)

    def band(self, extent: Fraction, mode: str, level: Level) -> None:
        """Lay one band; a test is rolled where it is first needed, or where the mover last could stand."""
        if self.dead is None and level.kind != "impossible":
            here = self.position if self.measured and mode != "jump" else self.stood
            if mode == "swim" and self.s.in_combat and not self.now.swim_paid:
                self._pay("complex", "SR5-16")
                self.now = replace(self.now, swim_paid=True)
            for check in dict(level.needs):
                if check in SETS_ALLOWANCE:
                    self._test(check, here)
        super().band(extent, mode, level)
        if self.dead is None and self.s.in_combat:
            self.legal = self.used["ground"]
            self._keep_running()

    def shared(self, mode: str, level: Level) -> bool:
        """Tell whether a price is made beside what all modes have used: a fall's is not."""
        return mode != "fall" and super().shared(mode, level)

    # -------------------------------------------------------- actions taken on the way

    def _test(self, check: str, at: Fraction) -> None:
        """Begin a test, once: its action is paid for from here on."""
        if check in self.starts:
            return
        self.starts[check] = at
        self.hurried.setdefault(check, self.is_running)
        if self.s.in_combat and check not in self.now.declared:
            self._pay(cost_of_test(self.s, check), TESTS[check][0])
            self.now = replace(self.now, declared=(*self.now.declared, check))
        self.tests[check] = tests_left(self.s, self.now, check)
        if check == "sprint":
            self.now = replace(self.now, running=True, sprinting=True)
            self._keep_running()

    def _announce(self, check: str) -> None:
        """Begin a test that is made whatever it brings."""
        self.announced.add(check)
        self._test(check, self.position)

    def _keep_running(self) -> None:
        """Note that the mover is Running by now, and take the Bonus Action for it if there is one (SR5-06)."""
        if runs(self.s, self.used["ground"]) and self.used["ground"] > self.state.moved:
            self.now = replace(self.now, running=True)
        if self.now.running and upkeep_owed(self.s, self.now) and affords(self.s, self.now, "bonus"):
            self._pay("bonus", "SR5-06")
            self.now = replace(self.now, upkeep="paid")

    def _pay(self, cost: str, number: str) -> None:
        if cost != "none":
            self.now = paid(self.s, self.now, cost)
            self.spends.append(action_spend(self.s, self.now, cost, number))

    # -------------------------------------------------------- what is met

    def enter(self, segment: Segment) -> None:
        """Note what a stretch meets, and where a test begins."""
        s = self.s
        if self.stands:
            self.stood = self.position
        self.stands, self.measured = segment.stand, segment.start is None
        if segment.cost != segment.extent or segment.entered:
            self.note(
                ROUGH,
                say(
                    "rough.flat" if segment.flat else "rough.working",
                    length=segment.extent,
                    multiplier=segment.multiplier,
                    flat=segment.flat,
                    cost=segment.cost,
                ),
            )
        if segment.mode == "rappel":
            self._enter_rappel(segment)
        elif self.rappelled:
            self._leave_rope()
        if segment.mode in ON_FOOT:
            self._enter_on_foot(segment)
        elif segment.mode == "climb":
            self._enter_climb(segment)
        elif segment.mode == "swim" and segment.rise and not segment.sheer:
            rate = rate_at_depth(s, -segment.rise)
            self.note("SR5-18", say("swim.depth", rate=rate), rate=rate)
        if self._gets_to(segment):
            self._come_down(segment)

    def _come_down(self, segment: Segment) -> None:
        """Note a fall, and end the walk at one that one turn does not hold."""
        if segment.mode == "fall":
            self._drop(segment.length, wet=segment.wet)
        elif drops(segment):
            self._drop(-segment.rise, wet=segment.wet)
            first = fall_metres(self.s, 1)
            if self.s.in_combat and -segment.rise > first:
                self.dies(ends("SR5-35", say("drop.long", metres=first)))

    def _enter_on_foot(self, segment: Segment) -> None:
        first = self.s.in_combat and self.state.sprint_tests == 0 and "sprint" not in self.starts
        if segment.mode == "sprint" and first and self.dead is None:
            refusal = _refuse_test(self.s, self.now, "sprint")
            if refusal is None:
                self._announce("sprint")
            else:
                self.dies(ends(refusal.rule, refusal.reason))

    def _gets_to(self, segment: Segment) -> bool:
        """Tell whether the path leads as far as a stretch, and the map lets it on."""
        return self.dead is None and segment.barrier is None

    def _enter_climb(self, segment: Segment) -> None:
        s = self.s
        row = climb_row(s, self.state, segment.rise)
        change = climb_dice(row, segment.surface, segment.slick)
        pool = climb_pool(s, Climb(row, change), running=self.hurry("climb"))
        working = climb_working(s, Climb(row, change), segment, running=self.hurry("climb"))
        self.note("SR5-28", working, change=change, pool=pool, row=row)
        assisted = row.startswith("assisted")
        self.note("SR5-29", say("climb.assisted" if assisted else "climb.unassisted"))
        if assisted and self.state.preparation == "":
            self._ask(preparation_ruling(self.position))
        if self.dead is None and segment.cost == 0 and self.own("climb")[0].needs:
            self._announce("climb")  # a climb of no length is one that begins: the test alone

    def _enter_rappel(self, segment: Segment) -> None:
        if segment.rise > 0:
            self.dies(ends("SR5-31", say("rappel.up")))
        if not self.rappelled and self.dead is None and geared(self.s, self.state):
            text = say("rappel.wild.else", needed=THRESHOLD)
            self.hazards.append(Hazard("rappelling", "SR5-30", self.position, text))
        self.rappelled = True
        if self.state.preparation == "" and self.s.character.assisted:
            self._ask(preparation_ruling(self.position))

    def _leave_rope(self) -> None:
        """Note what it is to come off the rope: the ground is met at speed by who could not stop."""
        self.rappelled = False
        if self.state.rappelling and rappel_out_of_hand(self.state):
            metres = self.used["rappel"]
            self.hazards.append(ground_hazard(self.s, metres, self.position))
            self._ask(ground_ruling(metres, self.position))

    def _drop(self, metres: Fraction, *, wet: bool) -> None:
        soft = self.s.circumstances.soft_landing
        self.hazards += fall_hazards(self.s, metres, at=self.position)
        self.note("SR5-34", fall_working(self.s, metres), dv=fall_damage(self.s, metres))
        if soft:
            self.note("SR5-36", fall_working(self.s, metres), soft=soft)
        elif wet and fall_damage(self.s, metres):
            self.note("SR5-36", say("fall.water"), soft=soft)

    def _ask(self, ruling: Ruling) -> None:
        if all(known.id != ruling.id for known in self.rulings):
            self.rulings.append(ruling)

    # -------------------------------------------------------- jumps and gates

    def leap(self, parts: Sequence[Segment], *, running: bool) -> Level | None:
        """Return the price of a jump itself; none: nothing to roll."""
        s, check = self.s, f"jump:{self.jumps}"
        far = sum((part.length for part in parts), ZERO)
        high = sum((max(part.rise, ZERO) for part in parts), ZERO)
        found = jumping(s, far, high, running=running)
        metres = far + high
        self._explain_leap(far, high, running=running)
        if found.capped == "high_jump":
            highest = Fraction(jump_cap_of(s, "high_jump") or 0, 100)
            return ends("SR5-25", say("jump.too_high", metres=high, cap=highest))
        if found.capped:
            return ends("SR5-23", say("jump.too_far", metres=metres, cap=Fraction(jump_cap(s), 100)))
        number = "SR5-22" if far else "SR5-25"
        if found.needed <= 0:
            self.note(number, say("jump.free", metres=metres), needed=0)
            return None
        chance = jump_odds(s, self.state, running_state=self.is_running).at_least(found.needed)
        if not chance:
            return ends(number, say("jump.hopeless", metres=metres, needed=found.needed))
        if not self.open(check):
            return None
        reason = say("jump", metres=metres, needed=found.needed)
        made = build_check(
            s, self.state, check, at=self.position, needed=found.needed, running=self.is_running, climb=None
        )
        self.checks.append(replace(made, rule=number, label=say("jump.label", metres=metres)))
        return Level(None, "roll", number, reason, chance=chance, needs=((check, found.needed),))

    def _explain_leap(self, far: Fraction, high: Fraction, *, running: bool) -> None:
        s = self.s
        ratings = {"agility": s.character.agility, "strength": s.character.strength}
        if far:
            base, each = long_jump(s, running=running)
            point = s.house_rules.long_jump_base_cm
            self.note("SR5-22", jump_working(point, base, each, ratings), base=base, each=each)
            cap, per_point = jump_cap(s), s.house_rules.jump_cap_cm
            self.note(
                "SR5-23", say("jump.cap", agility=s.character.agility, point=per_point, cap=cap), cap=cap
            )
            if running:
                self.note("SR5-24", say("jump.running", run=self.run))
            else:
                self.note("SR5-24", say("jump.standing", run_up=run_up(s)))
        if high:
            base, each = high_jump(s)
            point = s.house_rules.high_jump_base_cm
            self.note("SR5-25", jump_working(point, base, each, ratings), base=base, each=each)
            highest = jump_cap_of(s, "high_jump")
            if highest is not None:
                self.note("SR5-25", say("jump.highest", cap=highest), cap=highest)

    def demanded(self, gate: Gate) -> tuple[Check, Text]:
        """Return the roll that a region demands on entering it, and what it says in words."""
        return gate_check(self.s, gate, self.position), gate_text(self.s, gate)

    # -------------------------------------------------------- what comes of it

    def judgement(self) -> Judgement:
        """Return everything found."""
        checks = sorted([*self._allowance_checks(), *self.checks], key=lambda check: check.at)
        after = self.now
        self._note_running(after)
        self._explain(checks)
        limit = limit_without(self.levels("ground"), {"sprint"})
        spent = self.state.charged and self.used["ground"] == self.state.moved
        charge = after.running and self.s.in_combat and self._foe_in_reach() and not spent
        modifiers = list(modifiers_of(self.s, after, charge=charge))
        if "rappel" in {check.id for check in checks} and rappel_dice(self.s, self.state):
            self.note("SR5-32", say("on.rappel"), dice=rappel_dice(self.s, self.state))
        return self.found(
            modifiers=modifiers,
            spends=self._spends(),
            checks=checks,
            cost=self.used["ground"] - self.state.moved,
            left=None if limit is None else max(ZERO, limit - self.used["ground"]),
        )

    def _note_running(self, after: Turn) -> None:
        """Note where Running begins, and ask for its Bonus Action if none is left."""
        s, state = self.s, self.state
        if not after.running or not s.in_combat or self.end is None:
            return
        walk = walk_rate(s)
        if runs(s, self.used["ground"]) and not state.running:
            working = say("running.working", moved=self.used["ground"], walk=walk)
        else:
            working = say("running.still" if state.running else "running.sprint")
        self.note("SR5-05", working, moved=self.used["ground"], walk=walk)
        dice = running_dice(s, running=True, combat=True)
        self.note("SR5-08", say("running.dice", dice=dice, on=on_running(s)), dice=dice)
        if upkeep_owed(s, state):
            self.note("SR5-06", say("upkeep", bonus=bonus_name(s)))
        if upkeep_owed(s, after) and s.house_rules.upkeep == "warn":
            at = next((band.start for band in self.bands if band.rule in {"SR5-05", "SR5-12"}), ZERO)
            self._ask(upkeep_ruling(s, at))

    def _foe_in_reach(self) -> bool:
        """Tell whether the path ends next to a hostile token."""
        end = self.end
        if end is None or end.end is None:
            return False
        return foe_beside(self.s, end.end, end.ups[1], end.storeys[1])

    def _allowance_checks(self) -> Iterator[Check]:
        """Yield the tests that set an allowance, each where it is first needed."""
        for check, at in self.starts.items():
            if check not in self.needs and check not in self.announced:
                continue
            needed = self.needs.get(check, 0)
            running = self.hurry(check)
            made = build_check(
                self.s, self.state, check, at=at, needed=needed, running=running, climb=self.climb
            )
            yield replace(made, chance=self.chance_of(check, needed))

    def chance_of(self, check: str, needed: int) -> Fraction:
        """Return the chance of the hits that a price hangs on, over all tests that are left for them."""
        s, running = self.s, self.hurry(check)
        if check == "climb":
            pool = climb_pool(s, self.climb, running=running)
        else:
            pool, _ = pool_of(s, self.state, check, running=running)
        tests = self.tests.get(check, 1)
        return hits_in_tests(pool, tests, limit_of(s, check)).at_least(needed)

    def _spends(self) -> Iterator[Spend]:
        walked = self.legal - self.state.moved
        if walked > 0:
            yield Spend("SR5-01", "movement", say("spend.movement"), walked)
        yield from self.spends

    # -------------------------------------------------------- where the numbers come from

    def _explain(self, checks: Sequence[Check]) -> None:
        """Add the lines that say where the numbers come from."""
        before = self._before()
        used = {mode for mode, amount in before.items() if self.used[mode] > amount}
        if "ground" in used and self.s.in_combat:
            self._explain_foot()
        if "swim" in used:
            self.note("SR5-15", swim_working(self.s), rate=swim_rate(self.s))
        if "climb" in used and self.state.climb_hits is not None:
            self._note_climb(self.state.climb_hits)
        if "rappel" in used and self.state.rappelling:
            limit = rappel_metres(self.s, self.state.rappel_hits)
            self.note("SR5-31", say("rappel.known", limit=limit), limit=limit)
        for check in checks:
            self._explain_check(check)
        noted = {line.rule for line in self.trace}
        for band in self.bands:
            if band.rule in RULES and band.rule not in noted:
                self.note(band.rule, band.reason)

    def _explain_check(self, check: Check) -> None:
        if check.id == "climb":
            self._note_climb(check.needed)
        elif check.id == "swim_sprint":
            self._note_swim_sprint(self.state.swim_hits + check.needed)
        elif check.id == "rappel":
            self._note_rappel(check.needed)

    def _explain_foot(self) -> None:
        s, agility = self.s, self.s.character.agility
        walk, run = walk_rate(s), run_rate(s)
        self.note("SR5-02", say("walk.working", agility=agility, walk=walk), walk=walk)
        if self.used["ground"] > walk:
            self.note("SR5-03", say("run.working", agility=agility, run=run), run=run)
        if self.used["ground"] > run:
            self._explain_sprint()

    def _before(self) -> dict[str, Fraction]:
        state = self.state
        return {
            "ground": state.moved,
            "swim": state.swim_used,
            "climb": state.climb_used,
            "rappel": state.rappel_used,
        }

    def _explain_sprint(self) -> None:
        s, state = self.s, self.state
        each, over = per_hit(s), self.used["ground"] - ceiling(s)
        self.note("SR5-04", say("per_hit", per_hit=each), per_hit=each)
        self.note("SR5-07", say("run.ceiling", limit=ceiling(s)), limit=ceiling(s))
        if state.sprint_hits:
            known = sprint_metres(s, state.sprint_hits)
            working = say(
                "sprint.working", run=run_rate(s), per_hit=each, hits=state.sprint_hits, limit=known
            )
            self.note("SR5-12", working, limit=known)
        needed = max(0, ceil(over / each) - state.sprint_hits)
        if needed:
            reason = say("sprint.need", distance=self.used["ground"], needed=needed, per_hit=each)
            self.note("SR5-12", reason, needed=needed)
            self.note("SR5-13", working_of_tests(s, state), tests=sprint_tests(s))

    def _note_climb(self, hits: int) -> None:
        row = self.climb.row
        divisor = climb_divisor(self.s, row)
        if divisor is not None:
            each = self.state.climb_each
            metres = climb_metres(self.s, row, hits, each=each)
            if self.state.climb_hits is None:
                self.note("SR5-26", say("climb", needed=hits))
            working = say("climb.working", hits=hits, divisor=max(divisor, each), metres=metres)
            self.note("SR5-27", working, metres=metres)

    def _note_swim_sprint(self, hits: int) -> None:
        s, each = self.s, swim_per_hit(self.s)
        limit = swim_metres(s, hits)
        working = say("swim.sprint.working", rate=swim_rate(s), per_hit=each, hits=hits, limit=limit)
        self.note("SR5-17", working, limit=limit)

    def _note_rappel(self, hits: int) -> None:
        limit = rappel_metres(self.s, hits)
        working = say("rappel.working", bonus=limit - RAPPEL_METRES, hits=hits, limit=limit)
        self.note("SR5-30", say("hits", needed=THRESHOLD))
        self.note("SR5-31", working, limit=limit)


def jump_working(point: int, base: int, each: int, ratings: Mapping[str, int]) -> Text:
    """Return how far or high a jump goes: by a share of the ratings and by hits, or by hits alone."""
    if not point:
        return say("jump.by_hits", k=each)
    return say("jump.working", k=each, base=base, point=point, **ratings)


def whole_price(judge: RouteJudge) -> Level | None:
    """Return the price of all that was judged, as one level over which the ground is laid."""
    return judge.whole(judge.chance_of, judge.first_price)


# ---------------------------------------------------------------- parts of answers


def gate_text(s: Situation, gate: Gate) -> Text:
    """Return a roll that a region demands, in words."""
    return say("gate", region=s.name(gate.id), name=gate.name, needed=gate.needed)


def gate_pool(s: Situation, gate: Gate) -> int:
    """Return the dice of a roll that a region demands."""
    return max(0, gate.pool + on_tests(s))


def gate_chance(s: Situation, gate: Gate) -> Fraction:
    """Return the chance to pass a roll that a region demands."""
    return hit_pool(gate_pool(s, gate)).at_least(gate.needed)


def gate_check(s: Situation, gate: Gate, at: Fraction) -> Check:
    """Return the check that a region demands on entering it."""
    pool = gate_pool(s, gate)
    odds = hit_pool(pool)
    return Check(
        id=f"gate:{gate.id}",
        rule=ROUGH,
        label=gate_text(s, gate),
        at=at,
        pool=pool,
        dice=say("gate.pool", pool=pool),
        difficulty=HIT_FACE,
        needed=gate.needed,
        needed_text=say("hits", needed=gate.needed) if gate.needed > 0 else say("hits.any"),
        chance=gate_chance(s, gate),
        mean=odds.mean,
        odds=tuple(Odds(hits, chance, None) for hits, chance in odds.cumulative()),
    )


def action_spend(s: Situation, after: Turn, cost: str, number: str) -> Spend:
    """Return an action spent, by the name the table has for it; ``after`` is the state in which it is gone."""
    name = str(s.house_rules.bonus_action_maps_to) if cost == "bonus" else cost
    left = {"complex": ZERO, "simple": Fraction(simple_left(s, after))}
    return Spend(
        number,
        f"{name}_action",
        say(f"spend.{name}"),
        Fraction(1),
        left.get(name, Fraction(bonus_left(s, after))),
    )


def modifiers_of(s: Situation, state: Turn, *, charge: bool) -> Iterator[Modifier]:
    """Yield what Running and Sprinting change: own dice, a charge, the dice of shooters."""
    turn = say("until.turn")
    if state.running:
        since = say("since.sprint" if state.sprinting else "since.running")
        on = on_running(s)
        dice = running_dice(s, running=True, combat=True)
        yield Modifier("SR5-08", "mover", on, "dice", dice, since, turn)
        if charge:
            dice = charge_dice(running=True, in_reach=True)
            yield Modifier("SR5-09", "mover", say("on.charge"), "dice", dice, since, turn)
    if state.sprinting:
        until = turn if s.house_rules.sprinting_until == "turn_end" else say("until.next_phase")
        yield _shot_at(s, "SR5-11", shooters_at_sprinter(state), say("since.sprint"), until)
    elif state.running:
        yield _shot_at(s, "SR5-10", shooters_at_runner(state), say("since.running"), turn)
    together_dice = rappel_dice(s, state)
    told = bool(s.circumstances.other_simple)
    if together_dice and (told or state.rappel_tested or "rappel" in state.declared):
        since, until = say("since.now"), say("until.phase")
        yield Modifier("SR5-32", "mover", say("on.rappel"), "dice", together_dice, since, until)


def _shot_at(s: Situation, number: str, dice: int, since: Text, until: Text) -> Modifier:
    """Return the dice that shots at a runner lose, or the runner's defence gains."""
    if s.house_rules.shots_at_runners == "defender":
        return Modifier(number, "mover", say("on.defence"), "dice", -dice, since, until)
    return Modifier(number, "shooters", say("on.shot"), "dice", dice, since, until)


def fall_working(s: Situation, metres: Fraction) -> Text:
    """Return how the damage of a fall was worked out."""
    if metres <= SAFE_DROP:
        return say("fall.safe", metres=metres)
    rounded = rounding(s.house_rules.fall_rounding, metres)
    return say(
        f"fall.working{rounded}", metres=metres, soft=s.circumstances.soft_landing, dv=fall_damage(s, metres)
    )


def fall_hazards(s: Situation, metres: Fraction, *, at: Fraction = ZERO) -> list[Hazard]:
    """Return what a fall does when the ground is met."""
    if metres <= SAFE_DROP:
        return []
    dv = fall_damage(s, metres)
    numbers = {"metres": metres, "dv": dv, "ap": -4, "resist": resist(s), "turns": fall_turns(s, metres)}
    return [
        Hazard("fall", "SR5-34", at, say("fall", metres=metres, dv=dv, resist=resist(s)), numbers=numbers)
    ]


def ground_hazard(s: Situation, metres: Fraction, at: Fraction) -> Hazard:
    """Return what it is to meet the ground on a rope without having stopped (SR5-33)."""
    dv = fall_damage(s, metres)
    numbers = {"metres": metres, "dv": dv, "ap": -4, "resist": resist(s)}
    return Hazard("rappel", "SR5-33", at, say("rappel.ground", metres=metres, dv=dv), numbers=numbers)


def ground_ruling(metres: Fraction, at: Fraction = ZERO) -> Ruling:
    """Return the question that meeting the ground at speed raises (SR5-33)."""
    choices = (Choice("none", say("rappel.ground.none")), Choice("fall", say("rappel.ground.fall")))
    return Ruling("rappel", "SR5-33", at, say("rappel.ground.ask", metres=metres), choices, "fall")


def fall_ruling(metres: Fraction) -> Ruling:
    """Return the question that closes a fall (SR5-34)."""
    choices = (Choice("settled", say("fall.settled")), Choice("none", say("fall.none")))
    return Ruling("fall", "SR5-34", ZERO, say("fall.ask", metres=metres), choices, "settled")


def preparation_ruling(at: Fraction) -> Ruling:
    """Return the question that climbing with gear raises (SR5-29)."""
    choices = (Choice("ready", say("prepare.ready")), Choice("not_ready", say("prepare.not_ready")))
    return Ruling("preparation", "SR5-29", at, say("prepare.ask"), choices, "ready")


def upkeep_ruling(s: Situation, at: Fraction) -> Ruling:
    """Return the question that running without a Bonus Action raises (SR5-06)."""
    choices = (Choice("waive", say("upkeep.waive")), Choice("stop", say("upkeep.stop")))
    return Ruling("upkeep", "SR5-06", at, say("upkeep.ask", bonus=bonus_name(s)), choices, "waive")


def tread_ruling() -> Ruling:
    """Return the question that slipping in the water raises where the table wants to be asked (SR5-21)."""
    choices = (Choice("test", say("tread.ask.test")), Choice("period", say("tread.ask.period")))
    return Ruling("tread", "SR5-21", ZERO, say("tread.ask"), choices, "test")


def short_ruling() -> Ruling:
    """Return the question that a failed jump raises (SR5-22)."""
    names = ("edge", "lands", "falls")
    choices = tuple(Choice(name, say(f"jump.short.{name}")) for name in names)
    return Ruling("jump", "SR5-22", ZERO, say("jump.short"), choices, "edge")


def climb_working(s: Situation, climb: Climb, segment: Segment, *, running: bool) -> Text:
    """Return how the dice of a climb were worked out, entry by entry (SR5-28)."""
    surface = segment.surface or "broken"
    rating, skill = skill_of(s, "climb")
    entries = [
        (skill, rating),
        (say("attribute.strength"), s.character.strength),
        (say("climb.gear"), climb_dice(climb.row, None, "none")),
        (say(f"surface.{surface}").inside, SURFACES[surface]),
        *([(say(f"slick.{segment.slick}"), SLICK[segment.slick])] if segment.slick != "none" else []),
        (say("running"), running_dice(s, running=running, combat=False)),
        (say("moment"), on_tests(s)),
    ]
    parts = [
        say("climb.part" if index < 2 or dice < 0 else "climb.part.more", name=name, dice=dice)
        for index, (name, dice) in enumerate(entries)
        if index < 2 or dice
    ]
    return say("climb.pool", parts=listed(parts), pool=climb_pool(s, climb, running=running))


def listed(parts: Sequence[Text]) -> Text:
    """Return sentences one after the other; there is at least one."""
    first, *rest = parts
    return say("climb.parts", first=first, rest=listed(rest)) if rest else first


def on_running(s: Situation) -> Text:
    """Return what running makes harder, in words (SR5-08)."""
    return say("on.combat" if s.house_rules.running_penalty_scope == "combat" else "on.all")


def bonus_name(s: Situation) -> Text:
    """Return what the table calls a Bonus Action."""
    return say(f"spend.{s.house_rules.bonus_action_maps_to}")


def run_reason(s: Situation) -> Text:
    """Return what running costs at this table, in words."""
    on = say(f"run.{s.house_rules.running_penalty_scope}")
    if s.house_rules.upkeep == "off":
        return say("run.off", limit=run_rate(s), on=on)
    return say("run", limit=run_rate(s), on=on, bonus=bonus_name(s))


def working_of_tests(s: Situation, state: Turn) -> Text:
    """Return how many Sprint Tests there are and are left."""
    tests = sprint_tests(s)
    left, running = max(0, tests - state.sprint_tests), s.character.running
    paid_for = tests_left(s, state, "sprint") if s.in_combat else left
    if paid_for < left:
        return say("sprint.tests.paid", running=running, tests=tests, left=left, paid=paid_for)
    return say("sprint.tests", running=running, tests=tests, left=left)


def swim_working(s: Situation) -> Text:
    """Return how the swim rate was worked out."""
    ratings = {"agility": s.character.agility, "strength": s.character.strength}
    rounded = rounding(s.house_rules.average_rounding, Fraction(sum(ratings.values()), 2))
    return say(f"swim.working{rounded}", rate=swim_rate(s), **ratings)


def tread_working(s: Situation) -> Text:
    """Return how the time of treading water was worked out."""
    minutes, turns = tread_time(s)
    ratings = {"strength": s.character.strength, "body": s.character.body}
    if s.house_rules.tread_minutes == "strength":
        return say("tread.working.strength", minutes=minutes, turns=turns, strength=ratings["strength"])
    rounded = rounding(s.house_rules.average_rounding, Fraction(sum(ratings.values()), 2))
    return say(f"tread.working{rounded}", minutes=minutes, turns=turns, **ratings)


def tread_limit(s: Situation, state: Turn) -> Fraction | None:
    """Return how many Combat Turns pass before the next test; none: the GM is asked."""
    _, turns = tread_time(s)
    if not state.tread_failed:
        return turns
    if state.tread_wait == "ask":
        return None
    after_period = state.tread_wait == "period" or s.house_rules.tread_retry == "each_period"
    return turns if after_period else Fraction(1)


def tread_due(s: Situation, state: Turn) -> bool:
    """Tell whether a test is due in the water (SR5-21)."""
    limit = tread_limit(s, state)
    return state.treading and limit is not None and state.tread_turns >= limit


# ---------------------------------------------------------------- what happened


def _moved(s: Situation, state: Turn, fact: MovedFact) -> Turn:
    """Return the state after a move: what it used, where it ended, what it met."""
    if not fact.segments:
        return state
    for mode, parts in groupby(fact.segments, key=lambda segment: segment.mode):
        fallen = sum((exact(part.length) for part in parts), ZERO) if mode == "fall" else ZERO
        if fallen:
            state = _fallen(state, fallen)
    last = fact.segments[-1]
    if fact.forced or fact.in_combat or last.mode != "climb" or last.footed:
        state = replace(state, scene_climb=None)
    state = _dropped(state, fact.segments)
    if fact.forced:
        return replace(state, heading="", run=ZERO)
    state = _on_rope(state, fact.segments, in_combat=fact.in_combat)
    if state.treading and fact.segments[-1].mode != "swim":
        state = replace(state, treading=False, tread_failed=False, tread_wait="")
    if not fact.in_combat:
        return replace(state, heading="", run=ZERO)
    return _spent(s, state, fact.segments)


def _spent(s: Situation, state: Turn, segments: Sequence[SegmentFact]) -> Turn:
    """Return the state after stretches moved in combat, with what they took from the allowances.

    What a jump that fell short took is not known before the GM has said how it ended (SR5-22).
    """
    short = sum((segment.cost for segment in segments if segment.failed), ZERO)
    foot = sum((segment.cost for segment in segments if segment.mode in ON_FOOT), ZERO) - short
    swum = sum((segment.cost for segment in segments if segment.mode == "swim"), ZERO)
    climbed = sum((segment.cost for segment in segments if segment.mode == "climb"), ZERO)
    heading, run = straight_run(segments, state.heading, state.run)
    passed = gates_passed(segments)
    if swum and not state.swim_used:
        state = replace(state, swim_turns=state.swim_turns + 1)
    if swum and not state.swim_paid:
        state = replace(paid(s, state, "complex"), swim_paid=True)
    state = replace(
        state,
        short_cost=short or state.short_cost,
        swim_used=state.swim_used + swum,
        climb_used=state.climb_used + climbed,
        climb_each=max(state.climb_each, *_hits_each(s, state, segments)),
        heading=heading,
        run=run,
        diagonals=state.diagonals + sum(segment.diagonals for segment in segments),
        passed=tuple(dict.fromkeys((*state.passed, *passed))),
    )
    return _walked(s, state, foot)


def _walked(s: Situation, state: Turn, metres: Fraction) -> Turn:
    """Return the state after metres on foot in combat (SR5-05)."""
    moved = state.moved + metres
    running = state.running or (metres > 0 and runs(s, moved))
    charged = state.charged and not metres
    return with_upkeep(s, replace(state, moved=moved, running=running, charged=charged))


def _hits_each(s: Situation, state: Turn, segments: Sequence[SegmentFact]) -> list[int]:
    """Return how many hits a metre of each climb took, and 0 for what was no climb."""
    climbs = [segment for segment in segments if segment.mode == "climb" and segment.cost]
    rows = [climb_row(s, state, exact(segment.rise)) for segment in climbs]
    return [0, *(climb_divisor(s, row) or 0 for row in rows)]


def _dropped(state: Turn, segments: Sequence[SegmentFact]) -> Turn:
    """Return the state after sheer drops and jumps that fell short."""
    for segment in segments:
        if not segment.failed and drops(segment):
            state = _landed(state, -exact(segment.rise))
    if any(segment.failed for segment in segments):
        depth, over = pit_of(segments)
        state = replace(state, short_depth=depth, short_over=over)
    return state


def _landed(state: Turn, metres: Fraction) -> Turn:
    """Return the state after a fall has ended, which waits until those before it are settled."""
    if metres > SAFE_DROP and state.landed is not None:
        return replace(state, landed_since=(*state.landed_since, metres))
    return replace(state, landed=metres) if metres > SAFE_DROP else _fall_over(state)


def _settled(state: Turn) -> Turn:
    """Return the state after the damage of the fall that has ended first is settled."""
    first, *later = state.landed_since or (None,)
    return _fall_over(replace(state, landed=first, landed_since=tuple(later)))


def _fall_over(state: Turn) -> Turn:
    """Return the state in which nothing is told of a fall any more, unless one goes on or waits to be settled."""
    over = state.falling is None and state.landed is None
    return replace(state, fallen=ZERO, falling_turns=0) if over else state


def _fallen(state: Turn, metres: Fraction) -> Turn:
    """Return the state after metres fallen: of a fall under way, of a rope that runs on, or all at once."""
    if state.falling is not None:
        fallen, height = state.fallen + metres, state.falling
        state = replace(state, fallen=fallen, falling_turns=state.falling_turns + 1)
        return state if fallen < height else _landed(replace(state, falling=None), height)
    if state.rappelling:
        used = state.rappel_used + metres
        return _descended(replace(state, rappel_used=used, rappel_total=state.rappel_total + metres), used)
    return _landed(state, metres)


def _descended(state: Turn, this_turn: Fraction) -> Turn:
    """Return the state after rappelling on: where the ground is known, it may be met."""
    if state.rappel_height is None or state.rappel_total < state.rappel_height:
        return state
    return _off_rope(state, this_turn)


def _off_rope(state: Turn, this_turn: Fraction) -> Turn:
    """Return the state on the ground below a rope; out of control, the metres of this turn tell how hard."""
    hard = rappel_out_of_hand(state) and this_turn > SAFE_DROP
    met = this_turn if hard else state.met_ground
    return replace(_stopped(state, "rappel"), met_ground=met)


def _on_rope(state: Turn, segments: Sequence[SegmentFact], *, in_combat: bool) -> Turn:
    """Return the state after the rappelled stretches of a move, and off the rope if it went on from there."""
    if not state.rappelling:
        return state
    down = sum((segment.cost for segment in segments if segment.mode == "rappel"), ZERO)
    used = state.rappel_used + (down if in_combat else ZERO)
    state = replace(state, rappel_used=used, rappel_total=state.rappel_total + down)
    if segments[-1].mode not in {"rappel", "fall"}:
        return _off_rope(state, used)
    return _descended(state, used)


def _tested(s: Situation, state: Turn, check: str, hits: int, *, in_combat: bool) -> Turn:
    """Return the state after a test: its action is paid, its hits open an allowance or go wrong."""
    if check in state.declared:
        state = replace(state, declared=tuple(name for name in state.declared if name != check))
    elif in_combat:
        state = paid(s, state, cost_of_test(s, check))
    if check == "sprint":
        return _sprinted(s, state, hits)
    if check == "swim_sprint":
        return replace(state, swim_hits=state.swim_hits + hits)
    if check == "climb":
        if not in_combat:
            return replace(state, scene_climb=hits)
        return replace(state, climb_hits=hits, climb_used=ZERO, climb_each=0)
    if check == "rappel":
        return replace(
            state,
            rappelling=True,
            controlled=rappel_controlled(hits),
            stop_failed=False,
            rappel_hits=hits,
            rappel_tested=True,
            rappel_total=ZERO,
        )
    if check == "rappel_stop":
        state = replace(state, rappel_tested=True)
        return _stopped(state, "rappel") if hits >= THRESHOLD else replace(state, stop_failed=True)
    if check == "tread":
        stun = tread_stun(hits)
        asks = stun > 0 and s.house_rules.tread_retry == "ask"
        return replace(
            state,
            tread_turns=0,
            tread_failed=stun > 0,
            tread_wait="ask" if asks else "",
            stun=state.stun + stun,
        )
    return state


def _sprinted(s: Situation, state: Turn, hits: int) -> Turn:
    """Return the state after a Sprint Test: Running and Sprinting, whatever the hits (SR5-12)."""
    first = state.sprint_tests == 0
    state = replace(
        state,
        running=True,
        sprinting=True,
        sprint_tests=state.sprint_tests + 1,
        sprint_hits=state.sprint_hits + hits,
        sprint_turns=state.sprint_turns + first,
    )
    return with_upkeep(s, state)


def _did(s: Situation, state: Turn, fact: DidFact) -> Turn:
    """Return the state after one of the system's acts."""
    options = fact.options
    if fact.act in {"action", "shoot", "charge"}:
        return _acted(s, state, fact.act, options)
    if fact.act in ACT_TESTS:
        return _declared(s, state, fact.act, options)
    if fact.act == "tread":
        return replace(state, treading=True, tread_turns=0, tread_failed=False, tread_wait="")
    if fact.act == "fall":
        return _falling(state, exact(_number(options["height"])))
    return _stopped(state, str(options["what"]))


def _falling(state: Turn, height: Fraction) -> Turn:
    """Return the state in which a fall of that height begins: off the rope, out of the water (SR5-35)."""
    state = _stopped(_stopped(state, "rappel"), "tread")
    return replace(state, falling=height, fallen=ZERO, falling_turns=0)


def _number(value: object) -> int | float:
    """Return an option that is a number."""
    return value if isinstance(value, int | float) else 0


def _acted(s: Situation, state: Turn, act: str, options: Mapping[str, object]) -> Turn:
    """Return the state after an action that is no movement, with what running changed on its dice."""
    cost = "complex" if act == "charge" else str(options["cost"])
    combat = bool(options.get("combat", True))
    dice = running_dice(s, running=state.running, combat=combat)
    if act == "charge":
        in_reach = options["in_reach"] == "yes" and not state.charged
        dice += charge_dice(running=state.running, in_reach=in_reach)
        state = replace(state, charged=state.charged or (state.running and in_reach))
    simple = cost == "simple"
    if simple and (state.rappel_tested or s.circumstances.other_simple):
        dice += rappel_dice(s, replace(state, other_simple=True))
    state = paid(s, state, cost)
    return replace(state, last_dice=dice, other_simple=state.other_simple or simple)


def _declared(s: Situation, state: Turn, check: str, options: Mapping[str, object]) -> Turn:
    """Return the state after a test was announced, or made if its hits are told."""
    if check == "rappel":
        height = options["height"]
        state = replace(state, rappel_height=None if height is None else exact(_number(height)))
    hits = options["hits"]
    if hits is None:
        state = paid(s, state, cost_of_test(s, check)) if s.in_combat else state
        return replace(state, declared=(*state.declared, check))
    return _tested(s, state, check, hits_of(s, check, None, int(_number(hits))), in_combat=s.in_combat)


def _stopped(state: Turn, what: str) -> Turn:
    """Return the state after treading, rappelling or falling is over."""
    if what in {"all", "tread"}:
        state = replace(state, treading=False, tread_turns=0, tread_failed=False, tread_wait="")
    if what in {"all", "rappel"}:
        state = replace(
            state,
            rappelling=False,
            controlled=False,
            stop_failed=False,
            rappel_height=None,
            rappel_total=ZERO,
            met_ground=None,
        )
    if what in {"all", "fall"}:
        state = replace(state, falling=None, fallen=ZERO, falling_turns=0, landed=None, landed_since=())
    return state


def _began(s: Situation, state: Turn, fact: BeganFact) -> Turn:
    """Return the state after a scope of the clock began."""
    if fact.scope == "turn":
        state = replace(
            state,
            sprint_turns=state.sprint_turns if state.sprint_tests else 0,
            swim_turns=state.swim_turns if state.swim_used else 0,
            tread_turns=state.tread_turns + state.treading,
        )
        return new_turn(state)
    if fact.scope == "pass":
        number = state.pass_no + 1 if fact.number is None else fact.number
        passes = state.passes if fact.of is None else fact.of
        state = replace(cleared(state, "begin pass"), pass_no=number, passes=passes, has_action=fact.acts)
        if s.house_rules.swim_cost_scope == "per_pass_moved":
            state = replace(state, swim_paid=False)
        return with_upkeep(s, state)
    sprinting = state.sprinting and s.house_rules.sprinting_until == "turn_end"
    state = replace(cleared(state, "begin phase"), sprinting=sprinting)
    if s.house_rules.bonus_action_maps_to == "simple" and state.upkeep == "paid":
        state = paid(s, state, "bonus")
    return state


def _ended(state: Turn, fact: EndedFact) -> Turn:
    """Return the state after a scope of the clock ended; a climb ends with its Complex Action."""
    state = cleared(state, f"end {fact.scope}")
    return replace(state, turn_over=True) if fact.scope == "turn" else state


def _ruled(s: Situation, state: Turn, fact: RuledFact) -> Turn:
    """Return the state after the GM's answer."""
    match fact.ruling, fact.choice:
        case "upkeep", choice:
            return replace(state, upkeep="waived" if choice == "waive" else "stopped")
        case "preparation", choice:
            return replace(state, preparation="ready" if choice == "ready" else "not_ready")
        case "rappel", choice:
            met, state = state.met_ground, replace(state, met_ground=None)
            return _landed(state, met) if choice == "fall" and met is not None else state
        case "tread", "period":
            return replace(state, tread_wait="period")
        case "tread", _:
            return replace(state, tread_wait="", tread_turns=max(1, state.tread_turns))
        case "jump", choice:
            falls = choice == "falls" and state.short_depth
            settled = replace(
                state, fell_short=False, short_depth=None, short_over=(ZERO, ZERO), short_cost=ZERO
            )
            if choice != "edge" and state.short_cost:
                settled = _walked(s, settled, state.short_cost)
            return _falling(settled, state.short_depth) if falls and state.short_depth else settled
        case _:
            return _settled(state)


# ---------------------------------------------------------------- where a token stands


def _standing(s: Situation, state: Turn) -> Standing:
    """Return allowances, modifiers, badges, counters and open questions."""
    return Standing(
        allowances=tuple(_beside_others(s, state, one) for one in _allowances(s, state)),
        modifiers=tuple(modifiers_of(s, state, charge=_may_charge(s, state))) if s.in_combat else (),
        statuses=tuple(_statuses(s, state)),
        counters=tuple(_counters(s, state)),
        rulings=tuple(_rulings(s, state)),
        hazards=tuple(_hazards(s, state)),
        trace=tuple(_lines(s, state)),
    )


def _may_charge(s: Situation, state: Turn) -> bool:
    """Tell whether the run of this turn has led to a foe, as far as a map can say it."""
    return (
        state.moved > 0
        and not state.charged
        and (s.here is None or foe_beside(s, s.here.at, s.here.up, s.here.storey))
    )


def _lines(s: Situation, state: Turn) -> Iterator[Trace]:
    """Yield where the rates come from."""
    walk, run = walk_rate(s), run_rate(s)
    agility = s.character.agility
    yield RULES["SR5-02"].trace(say("walk.working", agility=agility, walk=walk), walk=walk)
    yield RULES["SR5-03"].trace(say("run.working", agility=agility, run=run), run=run)
    each = per_hit(s)
    yield RULES["SR5-04"].trace(say("per_hit", per_hit=each), per_hit=each)
    yield RULES["SR5-13"].trace(working_of_tests(s, state), tests=sprint_tests(s))
    yield RULES["SR5-15"].trace(swim_working(s), rate=swim_rate(s))
    minutes, turns = tread_time(s)
    yield RULES["SR5-20"].trace(tread_working(s), minutes=minutes, turns=turns)


def _allowances(s: Situation, state: Turn) -> Iterator[Allowance]:
    walk, run = walk_rate(s), run_rate(s)
    if s.in_combat:
        known = sprint_metres(s, state.sprint_hits)
        yield _allowance("walk", "ground", "SR5-02", walk, min(state.moved, walk))
        yield _allowance("run", "ground", "SR5-03", run, min(state.moved, run))
        yield _allowance("movement", "ground", "SR5-07", known, state.moved)
        yield _allowance("swim", "swim", "SR5-15", swim_metres(s, state.swim_hits), state.swim_used)
    else:
        yield _allowance("movement", "ground", "SR5-01", None, ZERO)
        yield _allowance("swim", "swim", "SR5-01", None, ZERO)
    row = climb_row(s, state, Fraction(1))
    hits = state.climb_hits if s.in_combat else None
    climbed = None if hits is None else climbed_so_far(s, state, hits, row)
    used = state.climb_used if s.in_combat else ZERO
    yield replace(_allowance("climb", "climb", "SR5-27", climbed, used), scope="phase")
    if state.rappelling:
        metres = rappel_metres(s, state.rappel_hits)
        yield _allowance("rappel", "rappel", "SR5-31", metres, state.rappel_used)
    if state.falling is not None:
        metres = fall_metres(s, state.falling_turns)
        yield _allowance("fall", "fall", "SR5-35", metres, metres)
    for kind, name in (("running_jump", "jump_running"), ("long_jump", "jump_standing")):
        far = Fraction(jumped(s, kind, 0)[0], 100)
        high = Fraction(jumped(s, "high_jump", 0)[0], 100)
        yield replace(_allowance(name, "jump", "SR5-22", far, ZERO), vertical=high)
    highest = jump_cap_of(s, "high_jump")
    farthest = _allowance("jump_cap", "jump", "SR5-23", Fraction(jump_cap(s), 100), ZERO)
    yield replace(farthest, vertical=None if highest is None else Fraction(highest, 100))


def _allowance(name: str, mode: str, number: str, limit: Fraction | None, used: Fraction) -> Allowance:
    left = None if limit is None else max(ZERO, limit - used)
    return Allowance(name, mode, number, say(f"allow.{name}"), "turn", limit, used, left)


def _beside_others(s: Situation, state: Turn, allowance: Allowance) -> Allowance:
    """Return an allowance with no more left than can be covered now: by what other modes have left of the one turn
    (X-09), and by the actions that are left.
    """
    meter = allowance.mode
    if allowance.left is None or meter not in {"ground", "swim", "climb", "rappel"}:
        return allowance
    judge = RouteJudge(s, state, ())
    levels = judge.levels(meter)
    if meter == "climb":
        # How it has been climbed up to now tells how far it goes, not how it is climbed next.
        known = Level(allowance.limit, "free", allowance.rule, allowance.label)
        levels = judge.beside(meter, [known])
    return replace(allowance, left=least(allowance.left, left_of(levels, judge.used[meter])))


def _statuses(s: Situation, state: Turn) -> Iterator[Status]:
    if state.running and s.in_combat:
        yield Status("running", "SR5-05", say("running"))
    if state.sprinting and s.in_combat:
        yield Status("sprinting", "SR5-12", say("sprinting"))
    if state.rappelling:
        wild = rappel_out_of_hand(state)
        yield Status("rappelling", "SR5-30", say("rappel.wild" if wild else "rappelling"))
    yield from _in_the_water(s, state)
    if state.falling is not None:
        yield Status("falling", "SR5-35", say("falling", fallen=state.fallen, height=state.falling))
    if sprint_tires(s, state):
        yield Status("sprint_fatigue", "SR5-14", say("fatigue.sprint", turns=state.sprint_turns))
    if swim_tires(s, state):
        yield Status("swim_fatigue", "SR5-19", say("fatigue.swim", turns=state.swim_turns))


def _in_the_water(s: Situation, state: Turn) -> Iterator[Status]:
    limit = tread_limit(s, state)
    if state.treading and limit is None:
        yield Status("treading", "SR5-20", say("treading.asked"))
    elif state.treading and limit is not None:
        yield Status("treading", "SR5-20", say("treading", turns=state.tread_turns, limit=ceil(limit)))
    if state.tread_failed:
        yield Status("going_under", "SR5-21", say("tread.under"))
    if tread_due(s, state):
        yield Status("tread_due", "SR5-21", say("tread.due"))


def _rulings(s: Situation, state: Turn) -> Iterator[Ruling]:
    unpaid = state.running and s.in_combat and upkeep_owed(s, state) and s.house_rules.upkeep == "warn"
    if unpaid and not affords(s, state, "bonus"):
        yield upkeep_ruling(s, ZERO)
    climbs = state.climb_hits is not None or state.rappelling
    if climbs and s.character.assisted and state.preparation == "":
        yield preparation_ruling(ZERO)
    if state.fell_short:
        yield short_ruling()
    if state.met_ground is not None:
        yield ground_ruling(state.met_ground)
    if state.landed is not None:
        yield fall_ruling(state.landed)
    if state.tread_wait == "ask":
        yield tread_ruling()


def _few(numbers: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: numbers[name] for name in names}


def _hazards(s: Situation, state: Turn) -> Iterator[Hazard]:
    if state.rappelling and rappel_out_of_hand(state):
        number = "SR5-33" if state.stop_failed else "SR5-30"
        yield Hazard("rappelling", number, ZERO, say("rappel.wild.hazard", needed=THRESHOLD))
    if state.falling is not None:
        numbers: dict[str, Any] = {"height": state.falling, "turns": fall_turns(s, state.falling)}
        numbers["dv"] = fall_damage(s, state.falling)
        numbers["next"] = min(fall_metres(s, state.falling_turns + 1), state.falling - state.fallen)
        label = say("falling.next", fallen=state.fallen, height=state.falling, **_few(numbers, "next", "dv"))
        yield Hazard("falling", "SR5-35", ZERO, label, numbers=numbers)
    for metres in (state.landed, *state.landed_since):
        if metres is not None:
            yield from fall_hazards(s, metres)
    if state.met_ground is not None:
        yield ground_hazard(s, state.met_ground, ZERO)
    if state.fell_short:
        yield Hazard("jump", "SR5-22", ZERO, say("jump.fell_short"))
    if state.tread_failed:
        yield Hazard("going_under", "SR5-21", ZERO, say("tread.under"))
    if sprint_tires(s, state):
        yield Hazard("sprint_fatigue", "SR5-14", ZERO, say("fatigue.sprint", turns=state.sprint_turns))
    if swim_tires(s, state):
        yield Hazard("swim_fatigue", "SR5-19", ZERO, say("fatigue.swim", turns=state.swim_turns))


def _counters(s: Situation, state: Turn) -> Iterator[Counter]:
    yield Counter("moved", "SR5-01", say("counter.moved"), state.moved)
    yield Counter("pass", "SR5-01", say("counter.pass"), max(1, state.pass_no))
    yield Counter("running", "SR5-05", say("counter.running"), state.running)
    yield Counter("sprinting", "SR5-12", say("counter.sprinting"), state.sprinting)
    yield Counter("sprint_tests", "SR5-13", say("counter.tests"), state.sprint_tests)
    yield Counter("sprint_hits", "SR5-12", say("counter.hits"), state.sprint_hits)
    yield Counter("bonus_spent", "SR5-06", say("counter.bonus"), state.bonus_spent)
    yield Counter("simple_spent", "SR5-26", say("counter.simple"), state.simple_spent)
    yield Counter("action_dice", "SR5-08", say("counter.dice"), state.last_dice)
    yield Counter("swum", "SR5-15", say("counter.swum"), state.swim_used)
    yield Counter("swim_paid", "SR5-16", say("counter.paid"), state.swim_paid)
    yield Counter("rappelling", "SR5-30", say("counter.rappelling"), state.rappelling)
    yield Counter("controlled", "SR5-30", say("counter.controlled"), state.controlled)
    yield Counter("descended", "SR5-31", say("counter.descended"), state.rappel_used)
    yield Counter("fallen", "SR5-35", say("counter.fallen"), state.fallen)
    yield Counter("falling_turns", "SR5-35", say("counter.turns"), state.falling_turns)
    yield Counter("tread_turns", "SR5-20", say("counter.tread"), state.tread_turns)
    yield Counter("stun", "SR5-21", say("counter.stun"), state.stun)
    yield Counter("stun_boxes", "SR5-21", say("counter.stun_boxes"), s.character.stun_boxes + state.stun)
    yield Counter("sprint_turns", "SR5-14", say("counter.sprint_turns"), state.sprint_turns)
    yield Counter("swim_turns", "SR5-19", say("counter.swim_turns"), state.swim_turns)


# ---------------------------------------------------------------- the system


class Shadowrun5(System[Turn]):
    """Shadowrun 5, edited, as one instance: :data:`SYSTEM`."""

    id = "sr5"
    title = "Shadowrun 5 (edited)"
    unit = "m"
    free_checks = (*(test for test in TESTS if test != "jump"), "long_jump", "running_jump")
    Character = Character
    HouseRules = HouseRules
    presets = (
        Preset("as_edited", say("preset.as_edited"), say("preset.as_edited.help"), {}),
        Preset("core_book", say("preset.core_book"), say("preset.core_book.help"), CORE_BOOK),
    )
    Circumstances = Circumstances
    State = Turn
    RouteJudge = RouteJudge
    texts = say
    rules = RULES
    modes = tuple(
        (mode, say(f"mode.{mode}"))
        for mode in ("ground", "sprint", "climb", "jump", "swim", "rappel", "fall")
    )
    surfaces = tuple((surface, say(f"surface.{surface}")) for surface in SURFACES)
    ladder = "easy"
    acts = tuple(Act(name, number, say(f"act.{name}"), form) for name, (number, form) in ACT_OPTIONS.items())
    dice_words = say("dice.result"), say("dice.target")
    least_result = 0
    difficulties = range(HIT_FACE, HIT_FACE + 1)
    leap_rule = "SR5-22"
    gate_rule = ROUGH
    scopes = tuple(
        Scope(scope, say(f"scope.{scope}"), counted=scope == "pass") for scope in ("turn", "pass", "phase")
    )
    end_turn = ({"kind": "end", "scope": "turn"}, {"kind": "begin", "scope": "turn"})

    def held(self, state: Turn) -> bool:
        """Return whether the token is on a rope, or falls by now."""
        return state.rappelling or state.falling is not None

    def fold(self, situation: Situation, state: Turn, fact: Fact) -> Turn:
        """Return the state after ``fact``, whatever the tracker says is left by now."""
        situation = untold(situation)
        match fact:
            case MovedFact():
                return _moved(situation, state, fact)
            case StoodFact():
                return state if fact.water or not state.treading else _stopped(state, "tread")
            case ActedFact():
                if fact.reaction:
                    return state
                return _acted(situation, state, "action", {"cost": "complex"})
            case DidFact():
                return _did(situation, state, fact)
            case RolledFact():
                return _rolled(situation, state, fact)
            case BeganFact():
                return _began(situation, state, fact)
            case EndedFact():
                return _ended(state, fact)
            case RuledFact():
                return _ruled(situation, state, fact)
            case _:
                return state

    def standing(self, situation: Situation, state: Turn) -> Standing:
        """Return what a token in this state may do, bears and is asked."""
        return _standing(situation, state)

    def reach(self, situation: Situation, state: Turn, footings: Sequence[Footing]) -> Reach:
        """Return what a search for destinations may spend: one test for all climbs, on the worst surface.

        Past the Walk Rate the mover is Running, which makes jumps and what is begun then harder.
        """
        s = situation
        climbs = [hardest(s, state, [_climb_on(on)]) for on in footings if on.mode == "climb"]
        reaches = [
            most(climb_levels(s, state, climb, running=state.running), state.climb_used) for climb in climbs
        ]
        limits = {
            "swim": most(swim_levels(s, state, running=state.running), state.swim_used),
            "climb": None if None in reaches else max((r for r in reaches if r is not None), default=ZERO),
        }

        def draw(footing: Footing, phase: int) -> Draw:
            mode = footing.mode
            if mode == "ground":
                return Draw(None)
            hurried = ((f"hurried {mode}", 1),) if phase else ()
            if mode != "climb":
                return Draw(mode, starts=hurried)
            return Draw(mode, _climb_marks(s, state, footing), hurried)

        def jumps(far: Fraction, high: Fraction, running: bool, jumped: Fraction, phase: int) -> Leap | None:  # noqa: FBT001 - the search's callback
            del jumped
            found = jumping(s, far, high, running=running)
            if found.capped:
                return None
            if found.needed <= 0:
                return Leap(Fraction(1), None)
            hurried = state.running or phase > 0
            chance = jump_odds(s, state, running_state=hurried).at_least(found.needed)
            return Leap(chance, found.needed) if chance else None

        return Reach(
            limit=most(ground_levels(s, state), state.moved),
            meters=limits,
            leap=jumps,
            jump_counts=True,
            run_up=run_up(s),
            gate=lambda gate: gate_chance(s, gate),
            passed=frozenset(state.passed),
            draw=draw,
            phases=(walk_rate(s) - state.moved,) if s.in_combat and not state.running else (),
        )

    def levels(self, situation: Situation, state: Turn, spent: Spent) -> tuple[Level, ...]:
        """Return the prices along the ground when climbs and swims are used as given."""
        climb = _climb_of(situation, state, spent.marks)
        lean = Fraction(0) if climb is None else Fraction(DIRECTION[climb.row.partition("_")[2]])
        route = [
            Segment(mode=mode, length=metres, rise=lean if mode == "climb" else ZERO)
            for mode, metres in spent.meters.items()
            if metres
        ]
        late = {mode: True for mode in spent.meters if spent.marks.get(f"hurried {mode}")}
        judge = RouteJudge(situation, state, route, hurried=late, climb=climb)
        joint = judge.joint
        so_far = whole_price(judge)
        if so_far is not None and so_far.kind == "impossible":
            return (replace(so_far, limit=None),)
        levels = counted_from(judge.levels("ground"), state.moved)
        standing = unwalked(levels, so_far)
        if so_far is not None and joint:
            standing = [replace(so_far, limit=ZERO)]
        if so_far is not None:
            levels = [_laid_over(level, so_far, joint=joint) for level in levels]
        return (*standing, *levels)

    def check_texts(
        self, situation: Situation, level: Level, leaps: Sequence[int], gates: Sequence[Gate]
    ) -> tuple[Text, ...]:
        """Return the rolls that a price hangs on, in words."""
        s = situation
        words = {"sprint": "sprint", "swim_sprint": "swim.sprint", "climb": "climb"}
        own = [say(words[check], needed=needed) for check, needed in level.needs]
        jumps = [say("jump.short_label", needed=needed) for needed in leaps]
        return (*own, *jumps, *(gate_text(s, gate) for gate in gates))

    def answered(
        self, situation: Situation, state: Turn, act: str, options: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Return an act's options; whether a charge has a target in reach is read off the map."""
        del state
        s = situation
        if act != "charge" or options["in_reach"] != "by_map":
            return options
        near = s.here is None or foe_beside(s, s.here.at, s.here.up, s.here.storey)
        return {**options, "in_reach": "yes" if near else "no"}

    def refuse(self, situation: Situation, state: Turn, event: Event) -> Refusal | None:
        """Return why an act or a roll cannot happen now."""
        s = situation
        if event.kind == "rolled":
            return _refuse_test(s, state, event.check)
        if event.kind == "acted":
            free = event.reaction or affords(s, state, "complex")
            return None if free else Refusal("SR5-01", gone(s, state, "complex"))
        if event.kind != "did":
            return None
        if event.act in ACT_TESTS:
            return _refuse_test(s, state, event.act)
        if event.act in {"tread", "fall"} and (refusal := _refuse_state(s, state, event)):
            return refusal
        number, form = ACT_OPTIONS[event.act]
        default = getattr(form.model_fields.get("cost"), "default", "none")
        cost = "complex" if event.act == "charge" else str(event.options.get("cost", default))
        if affords(s, state, cost):
            return None
        return Refusal(number, gone(s, state, cost))

    def fault(self, situation: Situation, state: Turn, event: Event) -> Fault | None:
        """Return what is wrong with an event: a pass beyond the last one of the Combat Turn (SR5-01)."""
        told = super().fault(situation, state, event)
        if told is None and event.kind == "begin" and event.of is None and event.number is not None:
            return uncounted(event.number, state.passes)
        return told

    def open_ruling(self, situation: Situation, state: Turn, ruling: str) -> Ruling | None:
        """Return the question whether climbing gear is ready, which may be answered before the climb (SR5-29)."""
        asked = situation.character.assisted and state.preparation == ""
        return preparation_ruling(ZERO) if ruling == "preparation" and asked else None

    def open_check(self, situation: Situation, state: Turn, check: str) -> Check | None:
        """Return a test that may be made without a path before it."""
        if check not in TESTS and check not in JUMPS:
            return None
        if check == "jump":
            return None
        climb = hardest(situation, state, ()) if check == "climb" else None
        needed = THRESHOLD if check in THRESHOLD_TESTS else 0
        return build_check(
            situation, state, check, at=ZERO, needed=needed, running=state.running, climb=climb
        )

    def count(self, situation: Situation, check: Check, fact: RolledFact) -> Roll:
        """Return what a roll comes to."""
        hits = hits_of(situation, check.id, fact.faces, fact.result)
        needed = THRESHOLD if check.id in THRESHOLD_TESTS else check.needed
        success = hits >= needed
        faces = None if fact.faces is None else tuple(fact.faces)
        effect = _glitched(_effect(situation, check, hits, success=success), faces or ())
        return Roll(check.id, check.rule, faces, fact.difficulty, hits, needed, success, effect)

    def faces(self, situation: Situation, check: Check, seed: int) -> tuple[int, ...]:
        """Return the dice of a check rolled from a seed."""
        del situation
        return roll_hits(check.pool, seed)

    def made_or_not(self, situation: Situation, check: Check) -> bool:
        """Return whether a move ends where a check fails: outside combat a climb does, too."""
        whole_climb = check.id == "climb" and not situation.in_combat
        return whole_climb or super().made_or_not(situation, check)

    def carry(self, situation: Situation, state: Turn, fact: Fact, after: Turn) -> Sequence[Carry]:
        """Return how far a fall takes the token at once, and a fall or a rope that was not stopped by the clock."""
        if state.falling is None and after.falling is not None:
            metres = min(fall_metres(situation, 1), after.falling) if situation.in_combat else after.falling
            over = state.short_over if isinstance(fact, RuledFact) else (ZERO, ZERO)
            return (Carry((*over, -metres), "SR5-35", depth=after.falling),)
        carried = _carried(situation, state, fact) if isinstance(fact, BeganFact | EndedFact) else None
        return () if carried is None else (carried,)

    def start_of(self, state: Turn) -> tuple[int, str, Fraction]:
        """Return diagonals counted, heading and straight run that earlier moves left."""
        return state.diagonals, state.heading, state.run


def _carried(s: Situation, state: Turn, fact: BeganFact | EndedFact) -> Carry | None:
    """Return how far a fall goes on as a Combat Turn begins, and a rope that was not stopped as one ends."""
    new_one = isinstance(fact, BeganFact) and fact.scope == "turn"
    if state.falling is not None:
        if not new_one:
            return None
        left = state.falling - state.fallen
        metres = min(fall_metres(s, state.falling_turns + 1), left)
        return Carry((ZERO, ZERO, -metres), "SR5-35", depth=left, goes_on=True)
    over = fact.scope == "turn" and (not new_one or not state.turn_over)
    if state.rappelling and over:
        metres, down = rappel_metres(s, state.rappel_hits) - state.rappel_used, state.rappel_total
        left = metres if state.rappel_height is None else state.rappel_height - down
        metres = min(metres, left)
        by = ZERO, ZERO, -metres
        return Carry(by, "SR5-33", depth=left, goes_on=down > 0) if metres > 0 else None
    return None


def _laid_over(level: Level, so_far: Level, *, joint: bool) -> Level:
    """Return the price of ground beyond a climb or a swim; where the ground itself is free, theirs stays.

    Where modes share the turn, the level knows of the rolls of others already.
    """
    if level.kind == "impossible":
        return level
    laid = level if joint else over_laid(level, so_far)
    if joint and WORST[so_far.kind] > WORST[level.kind]:
        laid = replace(level, kind=so_far.kind, rule=so_far.rule, reason=so_far.reason)
    return replace(laid, price=laid.price or so_far.price)


def _climb_on(footing: Footing, length: Fraction = Fraction(1)) -> Segment:
    """Return a stretch climbed on a footing; up and down are told by the sign of its rise alone."""
    rise = Fraction(footing.lean)
    return Segment(mode="climb", length=length, rise=rise, surface=footing.surface, slick=footing.slick)


DIRECTION = {"up": 1, "down": -1, "horizontal": 0, "upside_down": 0}
NEVER = 99
"""Hits per metre where no hits are enough."""
HARDEST = 30
"""More than the dice that anything adds to a climb."""


def _climb_marks(s: Situation, state: Turn, footing: Footing) -> tuple[tuple[str, int], ...]:
    """Return how hard a stretch is to climb: its row of the table, by hits per metre, and the dice it costs."""
    climb = hardest(s, state, [_climb_on(footing)])
    return (("climb row", climb_divisor(s, climb.row) or NEVER), ("climb dice", HARDEST - climb.dice))


def _climb_of(s: Situation, state: Turn, marks: Mapping[str, int]) -> Climb | None:
    """Return the climb that marks tell of, by any row that takes as many hits; none: they tell of none."""
    hits, dice = marks.get("climb row", 0), marks.get("climb dice", 0)
    if not (hits and dice):
        return None
    rows = {climb_row(s, state, Fraction(lean)) for lean in (1, 0, -1)}
    row = next(row for row in ROWS if row in rows and (climb_divisor(s, row) or NEVER) == hits)
    return Climb(row, HARDEST - dice)


def _effect(s: Situation, check: Check, hits: int, *, success: bool) -> Text:
    """Return what a test comes to, in words."""
    if check.id in JUMPS:
        cm, style = jumped(s, check.id, hits)
        return say("effect.jump", cm=cm, style=style)
    if check.id == "rappel":
        control = say("rappel.controlled" if success else "rappel.uncontrolled")
        return say("effect.rappel", metres=rappel_metres(s, hits), control=control)
    if check.id == "rappel_stop":
        return say("rappel.stopped" if success else "rappel.goes_on")
    if check.id == "tread":
        return say("tread.effect.ok" if success else "tread.effect.failed")
    metres = next((odds.distance for odds in check.odds if odds.result == hits), None)
    if metres is not None:
        return say("effect.metres", metres=metres)
    return say("effect.made" if success else "effect.failed")


def _glitched(effect: Text, faces: Sequence[int]) -> Text:
    """Return the effect with a glitch named: more than half of the dice show a 1, critical if none shows a hit."""
    if not faces or 2 * sum(face == 1 for face in faces) <= len(faces):
        return effect
    params = {**effect.params, "effect": effect}
    return say("glitch" if max(faces) >= HIT_FACE else "glitch.critical", **params)


def _rolled(s: Situation, state: Turn, fact: RolledFact) -> Turn:
    """Return the state after a roll."""
    hits = hits_of(s, fact.check, fact.faces, fact.result)
    if fact.check.startswith("jump:"):
        return replace(state, fell_short=state.fell_short or hits < (fact.needed or 0))
    if fact.check not in TESTS:
        return state
    return _tested(s, state, fact.check, hits, in_combat=fact.in_combat)


def _refuse_test(s: Situation, state: Turn, check: str) -> Refusal | None:
    """Return why a test cannot be made now."""
    if state.falling is not None:
        return Refusal("SR5-35", say("falling.act"))
    if check == "swim_sprint" and s.here is not None and not s.here.swims:
        return Refusal("SR5-17", say("swim.dry"))
    own = {"sprint": _refuse_sprint, "climb": _refuse_climb, "rappel": _refuse_rappel, "tread": _refuse_tread}
    if check in own and (refusal := own[check](s, state)):
        return refusal
    if check == "rappel_stop" and not state.rappelling:
        return Refusal("SR5-33", say("rappel.none"))
    if check in RUNS_ON_DICE and not pool_of(s, state, check, running=state.running)[0]:
        return Refusal(TESTS[check][0], say("no_dice"))
    cost = cost_of_test(s, check)
    if check not in state.declared and not affords(s, state, cost):
        return Refusal(TESTS[check][0], gone(s, state, cost))
    return None


def _refuse_state(s: Situation, state: Turn, event: Event) -> Refusal | None:
    """Return why nobody can begin to tread water, or to fall, now."""
    if state.falling is not None:
        return Refusal("SR5-35", say("falling.act"))
    if event.kind == "did" and event.act == "fall":
        return None if _number(event.options.get("height", 0)) > 0 else Refusal("SR5-35", say("fall.nothing"))
    if state.treading:
        return Refusal("SR5-20", say("tread.already"))
    return Refusal("SR5-20", say("tread.dry")) if s.here is not None and not s.here.swims else None


def _refuse_sprint(s: Situation, state: Turn) -> Refusal | None:
    if not s.in_combat:
        return Refusal("SR5-12", say("no_combat.sprint"))
    if not state.has_action:
        return Refusal("SR5-12", say("phase.none"))
    if state.sprint_tests >= sprint_tests(s):
        return Refusal("SR5-13", say("tests.none"))
    return None if may_run(s, state) else Refusal("SR5-06", say("upkeep.barred", bonus=bonus_name(s)))


def _refuse_climb(s: Situation, state: Turn) -> Refusal | None:
    climb = hardest(s, state, ())
    if climb.row.startswith("assisted") and not geared(s, state):
        return Refusal("SR5-29", say("climb.no_gear"))
    if climb_divisor(s, climb.row) is None:
        return Refusal("SR5-27", say("climb.impossible"))
    made = s.in_combat and state.climb_hits is not None
    return Refusal("SR5-26", say("climb.no_action")) if made else None


def _refuse_rappel(s: Situation, state: Turn) -> Refusal | None:
    if state.rappelling:
        return Refusal("SR5-30", say("rappel.already"))
    return None if geared(s, state) else Refusal("SR5-30", say("rappel.no_gear"))


def _refuse_tread(s: Situation, state: Turn) -> Refusal | None:
    if not state.treading:
        return Refusal("SR5-21", say("tread.not_treading"))
    if not tread_due(s, state):
        limit = tread_limit(s, state)
        return Refusal(
            "SR5-21", say("tread.not_due", turns=state.tread_turns, limit=0 if limit is None else ceil(limit))
        )
    return None


SYSTEM = Shadowrun5()
