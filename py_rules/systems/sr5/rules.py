"""Shadowrun 5: its rules, from the book's beginning to its end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

from py_rules.engine import Move
from py_rules.engine.situation import Point, Segment, Situation
from py_rules.ledger.clock import cleared
from py_rules.ledger.facts import (
    BeganFact,
    SegmentFact,
)
from py_rules.systems.sr5.turn import (
    ON_FOOT,
    RAPPEL_METRES,
    ROWS,
    SAFE_DROP,
    SLICK,
    SURFACES,
    THRESHOLD,
    ZERO,
    Turn,
)
from py_rules.systems.sr5.words import game, say
from py_rules.values.answers import (
    Text,
)
from py_rules.values.footing import Slick
from py_rules.values.rounding import to_fraction


@game.rule("SR5-01", "Movement types, per Combat Turn", kind="state")
def new_turn(state: Turn) -> Turn:
    """You walk, run or sprint. Each rate is for the whole Combat Turn, all its Initiative Passes together."""
    return cleared(state, "begin turn")


@game.rule("SR5-02", "Walk Rate", working="2 × Agility {agility} = {result} m in the whole Combat Turn")
def walk_rate(situation: Situation) -> Fraction:
    """Walking takes you 2 m for each point of Agility in a Combat Turn."""
    return Fraction(2 * situation.character.agility)


@game.rule("SR5-03", "Run Rate", working="4 × Agility {agility} = {result} m in the whole Combat Turn")
def run_rate(situation: Situation) -> Fraction:
    """Running takes you 4 m for each point of Agility in a Combat Turn, what you walked included."""
    return Fraction(4 * situation.character.agility)


@game.rule("SR5-04", "Sprint increase by metatype", working="{per_hit} m for each hit")
def per_hit(situation: Situation) -> int:
    """Each hit of a Sprint Test gives elves, humans and orks 2 m more, dwarfs and trolls 1 m."""
    return 1 if situation.character.metatype in {"dwarf", "troll"} else 2


@game.rule("SR5-05", "Running state", kind="state")
def runs(situation: Situation, moved: Fraction) -> bool:
    """Once you have moved more than your Walk Rate on foot, you are Running until the Combat Turn ends. Exactly the
    Walk Rate is still walking.
    """
    return moved > walk_rate(situation)


@game.rule("SR5-06", "Running costs a Bonus Action per pass", kind="resource")
def upkeep_owed(situation: Situation, state: Turn) -> bool:
    """While you are Running, spend a Bonus Action in every pass: in the one in which you begin and in each later one,
    even if you stand still, unless your table waives it.
    """
    return bool(situation.house_rules.upkeep != "off" and state.upkeep == "")


@game.rule("SR5-07", "Run Rate ceiling", kind="band", working="{result} m are the most without a Sprint Test")
def ceiling(situation: Situation) -> Fraction:
    """In a Combat Turn you get no farther than your Run Rate on foot, unless a Sprint Test carries you on."""
    return run_rate(situation)


@game.rule("SR5-08", "Two dice off while Running", kind="modifier")
def running_dice(situation: Situation, *, running: bool, combat: bool) -> int:
    """While Running you roll two dice less for every action but the Sprint itself, or only for actions of combat if
    your table says so.
    """
    return -2 if running and (combat or situation.house_rules.running_penalty_scope == "all") else 0


@game.rule("SR5-09", "Charge", kind="modifier")
def charge_dice(*, running: bool, in_reach: bool) -> int:
    """Ending a run in reach of the target gives +4 dice on that melee attack; with −2 for Running, +2 in all.

    One run is one charge: the next takes further metres on foot.
    """
    return 4 if running and in_reach else 0


@game.rule("SR5-10", "Shooters at runners", kind="modifier")
def shooters_at_runner(state: Turn) -> int:
    """Whoever shoots at you while you are Running rolls two dice less, or you roll two more for your defence if your
    table says so.
    """
    return -2 if state.running else 0


@game.rule("SR5-11", "Shooters at sprinters", kind="modifier")
def shooters_at_sprinter(state: Turn) -> int:
    """Whoever shoots at you while you are Sprinting rolls four dice less, not two, or you roll four more for your
    defence if your table says so. You are Sprinting from the test to the end of the Combat Turn, or only to your next
    Action Phase if your table says so.
    """
    return -4 if state.sprinting else 0


@game.rule(
    "SR5-12",
    "Sprint Test",
    kind="roll",
    working="{run_rate} m + {per_hit} m × {hits} {hits:hit|hits} = {result} m",
)
def sprint_metres(situation: Situation, hits: int) -> Fraction:
    """In your own Action Phase, spend a Complex Action, or what your table asks for, and roll Running + Strength. Each
    hit, up to your Physical limit if your table caps it, adds metres to what you may move in this Combat Turn; several
    tests add up.
    """
    return run_rate(situation) + per_hit(situation) * hits


@game.rule("SR5-13", "Sprint Test limit", kind="resource")
def sprint_tests(situation: Situation) -> int:
    """You may make as many Sprint Tests in a Combat Turn as half your Running, rounded up: with Running 3, two. Your
    table may say how many everybody has at least.
    """
    return max(ceil(Fraction(situation.character.running, 2)), int(situation.house_rules.least_sprint_tests))


@game.rule("SR5-14", "Sprint fatigue", kind="hazard")
def sprint_tires(situation: Situation, state: Turn) -> bool:
    """Sprinting turn after turn tires you; your table says from how many Combat Turns in a row."""
    limit = situation.house_rules.sprint_fatigue_turns
    return bool(limit is not None and state.sprint_turns >= limit)


@game.rule(
    "SR5-15",
    "Swim rate",
    working={
        "exact": "(Agility {agility} + Strength {strength}) ÷ 2 = {result} m",
        "up": "(Agility {agility} + Strength {strength}) ÷ 2, rounded up: {result} m",
        "down": "(Agility {agility} + Strength {strength}) ÷ 2, rounded down: {result} m",
    },
    which=lambda situation: rounding(situation, situation.character.agility + situation.character.strength),
)
def swim_rate(situation: Situation) -> Fraction:
    """Swimming takes you the average of Agility and Strength in metres in a Combat Turn; a half counts, unless your
    table rounds it.
    """
    return average(situation, situation.character.agility, situation.character.strength)


@game.rule("SR5-16", "Swim action cost", kind="resource")
def swim_open(situation: Situation, state: Turn) -> bool:
    """To swim, spend a Complex Action: it opens what you may swim in the whole Combat Turn. Your table may ask for one
    in every pass in which you swim.
    """
    return state.swim_paid or affords(situation, state, "complex")


@game.rule(
    "SR5-17",
    "Swim sprint",
    kind="roll",
    working="{swim_rate} m + {each} m × {hits} {hits:hit|hits} = {result} m",
    shown={"each": lambda _, situation, _hits: swim_per_hit(situation)},
)
def swim_metres(situation: Situation, hits: int) -> Fraction:
    """For a Bonus Action, or a Simple Action if your table says so, roll Swimming + Strength: each hit, up to your
    Physical limit, adds 2 m to the swim for elves and trolls and 1 m for everyone else, unless your table has other
    numbers.
    """
    return swim_rate(situation) + swim_per_hit(situation) * hits


@game.rule(
    "SR5-18",
    "Depth does not matter",
    working="Under water the same {rate} m",
    shown={"rate": lambda rate, *_: rate},
)
def rate_at_depth(situation: Situation, depth: Fraction) -> Fraction:
    """You swim as fast under water as on the surface."""
    del depth
    return swim_rate(situation)


@game.rule("SR5-19", "Swim fatigue", kind="hazard")
def swim_tires(situation: Situation, state: Turn) -> bool:
    """Swimming turn after turn tires you as sprinting does; your table says from how many Combat Turns in a row."""
    limit = situation.house_rules.sprint_fatigue_turns
    return bool(limit is not None and state.swim_turns >= limit)


@game.rule(
    "SR5-20",
    "Treading water time",
    kind="state",
    working={
        "exact": "(Strength {strength} + Body {body}) ÷ 2 = {minutes} min = {turns} Combat Turns",
        "up": "(Strength {strength} + Body {body}) ÷ 2, rounded up: {minutes} min = {turns} Combat Turns",
        "down": "(Strength {strength} + Body {body}) ÷ 2, rounded down: {minutes} min = {turns} Combat Turns",
        "strength": "Strength {strength} = {minutes} min = {turns} Combat Turns",
    },
    which=lambda situation: (
        "strength"
        if situation.house_rules.tread_minutes == "strength"
        else rounding(situation, situation.character.strength + situation.character.body)
    ),
    shown={
        "minutes": lambda result, _: result[0],
        "turns": lambda result, _: result[1],
    },
)
def tread_time(situation: Situation) -> tuple[Fraction, Fraction]:
    """You can tread water for as many minutes as the average of Strength and Body, or as your Strength if your table
    says so; a half counts, unless your table rounds it.

    Returns (minutes, Combat Turns).
    """
    strength, body = situation.character.strength, situation.character.body
    alone = situation.house_rules.tread_minutes == "strength"
    minutes = Fraction(strength) if alone else average(situation, strength, body)
    return minutes, minutes * 60 / to_fraction(situation.house_rules.round_seconds)


@game.rule("SR5-21", "Treading test and Stun", kind="roll")
def tread_stun(hits: int) -> int:
    """When that time is up, roll Swimming + Strength, up to your Physical limit: two hits keep you up for the same
    time again. With fewer you slip, take one box of Stun that nothing resists, and test again when the GM says, or as
    your table has it.
    """
    return 0 if hits >= THRESHOLD else 1


@game.rule(
    "SR5-22",
    "Long jump",
    kind="roll",
    working={
        "share": "{long_jump_base_cm} × (Agility {agility} + Strength {strength}) + {each} × hits = {base} cm"
        " + {each} × hits",
        "hits": "{each} cm for each hit",
    },
    which=lambda situation, **_running: "share" if situation.house_rules.long_jump_base_cm else "hits",
    shown={
        "base": lambda result, _, **_running: result[0],
        "each": lambda result, _, **_running: result[1],
    },
)
def long_jump(situation: Situation, *, running: bool) -> tuple[int, int]:
    """Roll Acrobatics + Agility: you jump 20 cm for each point of Agility and of Strength, and 40 cm more for each hit
    from a standstill or 80 cm with a run-up, unless your table has other numbers. It may cap the hits by your
    Physical limit, and may call the skill Gymnastics.

    Returns (centimetres without a hit, centimetres for each hit).
    """
    rules = situation.house_rules
    each = rules.running_jump_hit_cm if running else rules.long_jump_hit_cm
    return int(rules.long_jump_base_cm * (situation.character.agility + situation.character.strength)), int(
        each
    )


@game.rule(
    "SR5-23",
    "Long jump cap",
    kind="band",
    working="Never farther than {jump_cap_cm} × Agility {agility} = {result} cm",
)
def jump_cap(situation: Situation) -> int:
    """You never jump farther than 130 cm for each point of Agility, or than your table says, however many hits you
    have; the hits beyond that are only style.
    """
    return int(situation.house_rules.jump_cap_cm * situation.character.agility)


@game.rule("SR5-24", "Standing or running jump", kind="state")
def run_up(situation: Situation) -> Fraction:
    """For a running jump, first run straight at it on foot, in the same pass: 5 m, or what your table asks for."""
    metres = to_fraction(situation.house_rules.run_up_m)
    return max(metres, walk_rate(situation)) if situation.house_rules.run_up_pace == "full" else metres


@game.rule(
    "SR5-25",
    "High jump",
    kind="roll",
    working={
        "share": "{high_jump_base_cm} × (Agility {agility} + Strength {strength}) + {high_jump_hit_cm} × hits"
        " = {base} cm + {high_jump_hit_cm} × hits",
        "hits": "{high_jump_hit_cm} cm for each hit",
    },
    which=lambda situation: "share" if situation.house_rules.high_jump_base_cm else "hits",
    shown={"base": lambda result, _: result[0]},
)
def high_jump(situation: Situation) -> tuple[int, int]:
    """Roll Acrobatics + Agility: you jump 5 cm high for each point of Agility and of Strength, and 5 cm more for each
    hit, with or without a run-up, unless your table has other numbers. The cap of long jumps holds only if your table
    says so; it may also let you jump no higher than one and a half times your height.

    Returns (centimetres without a hit, centimetres for each hit).
    """
    rules = situation.house_rules
    base = rules.high_jump_base_cm * (situation.character.agility + situation.character.strength)
    return int(base), int(rules.high_jump_hit_cm)


@game.rule("SR5-26", "Climb test and action", kind="roll")
def climb_open(situation: Situation, state: Turn) -> bool:
    """To climb, spend a Complex Action and roll Acrobatics + Strength, or Gymnastics + Strength if your table calls the
    skill so: the hits, up to your Physical limit, say how far you get, up, down or sideways. Outside combat one test
    decides on the whole climb: if its hits make a metre, you get as far as you like.
    """
    return state.climb_hits is not None or "climb" in state.declared or affords(situation, state, "complex")


@game.rule(
    "SR5-27",
    "Climb distance table",
    working="Hits {hits} ÷ {most} for each metre = {metres} m",
    shown={
        "most": lambda _, situation, row, _hits, each=0: max(each, climb_divisor(situation, row) or 0),
        "metres": lambda metres, *_, **_each: metres,
    },
)
def climb_metres(situation: Situation, row: str, hits: int, *, each: int = 0) -> Fraction:
    """With gear a metre takes 1 hit up, 2 sideways and 3 upside down; without, 1 down and 2 up or sideways, and upside
    down cannot be climbed. Only whole metres count, unless your table counts parts or rounds up; it may also forbid
    climbing sideways without gear.

    ``each``: the most hits that a metre has taken since the test; all of it counts as its hardest part.
    """
    divisor = climb_divisor(situation, row)
    if divisor is None:
        return ZERO
    metres = Fraction(max(0, hits), max(divisor, each))
    if situation.house_rules.partial_climb:
        return metres
    return Fraction(ceil(metres) if situation.house_rules.climb_rounding == "up" else floor(metres))


@game.rule("SR5-28", "Climb pool modifiers", kind="modifier")
def climb_dice(row: str, surface: str | None, slick: Slick) -> int:
    """Add to the dice of a climb: +2 with gear; +1 on an easy surface, 0 on a broken one, −3 on a flat one, −5 on a
    sheer one; −2 if it is wet, or −4 if it is greased.
    """
    gear = 2 if row.startswith("assisted") else 0
    return gear + SURFACES[surface or "broken"] + SLICK[slick]


@game.rule(
    "SR5-29",
    "Assisted and unassisted",
    kind="state",
)
def geared(situation: Situation, state: Turn) -> bool:
    """Climbing with ropes or a harness needs that gear and time to prepare; without them you can begin at once."""
    return bool(situation.character.assisted and state.preparation != "not_ready")


@game.rule("SR5-30", "Rappel start", kind="roll")
def rappel_controlled(hits: int) -> bool:
    """To rappel you need gear and training: spend a Simple Action and roll Acrobatics + Body, or Free-Fall + Body if
    your table has that skill, up to your Physical limit. With two hits you are in control and can brake and land safely
    at any point; with fewer you go down out of control.
    """
    return hits >= THRESHOLD


@game.rule(
    "SR5-31",
    "Rappel distance",
    working={
        "test": "20 m + {bonus} m by {hits} {hits:hit|hits} = {result} m",
        "on": "Rappelling, {result} m in this Combat Turn",
    },
    which=lambda _, hits: "on" if hits is None else "test",
    shown={"bonus": lambda result, *_: result - RAPPEL_METRES},
)
def rappel_metres(situation: Situation, hits: int | None) -> Fraction:
    """Rappelling takes you 20 m down in a Combat Turn. In the turn of the test, each hit beyond the second adds 1 m,
    or every hit does if your table says so.
    """
    if hits is None:
        return Fraction(RAPPEL_METRES)
    return Fraction(
        RAPPEL_METRES + (hits if situation.house_rules.rappel_bonus == "table" else max(0, hits - 2))
    )


@game.rule("SR5-32", "Rappel with another Simple Action", kind="modifier")
def rappel_dice(situation: Situation, state: Turn) -> int:
    """If you take another Simple Action, such as a shot, in the phase in which you rappel, it loses two dice and so
    does the Rappelling Test.
    """
    return -2 if situation.circumstances.other_simple or state.other_simple else 0


@game.rule("SR5-33", "Rappel stop", kind="hazard")
def rappel_out_of_hand(state: Turn) -> bool:
    """To stop, make another Rappelling Test, again for two hits. If you fail or do not try, you descend another 20 m in
    the next Combat Turn, and may hit the ground at speed.
    """
    return state.stop_failed or not state.controlled


@game.rule(
    "SR5-34",
    "Fall damage",
    kind="hazard",
    working={
        "safe": "{metres} m: no more than 3 m, no harm",
        "exact": "{metres} m − {soft_landing} by a soft landing = DV {result}",
        "up": "{metres} m, rounded up, − {soft_landing} by a soft landing = DV {result}",
        "down": "{metres} m, rounded down, − {soft_landing} by a soft landing = DV {result}",
    },
    which=lambda situation, metres: (
        "safe"
        if metres <= SAFE_DROP
        else "exact"
        if metres.denominator == 1
        else str(situation.house_rules.fall_rounding)
    ),
)
def fall_damage(situation: Situation, metres: Fraction) -> int:
    """A fall of more than 3 m does a point of Physical damage for each metre of its whole height, AP −4; resist it
    with Body + Armour. A started metre counts whole, unless your table rounds down.
    """
    if metres <= SAFE_DROP:
        return 0
    whole = ceil(metres) if situation.house_rules.fall_rounding == "up" else floor(metres)
    return softened(situation, whole)


@game.rule("SR5-35", "Fall speed")
def fall_metres(situation: Situation, turn: int) -> Fraction:
    """You fall 50 m in the first Combat Turn, another 100 m in the second, 150 m in the third and 200 m in each one
    after that; or 150 m in the second and 200 m in each one after that if your table says so.
    """
    slower = situation.house_rules.fall_distances == "four_steps"
    return Fraction(min(50 * turn if slower else 100 * turn - 50, 200))


@game.rule("SR5-36", "Soft landing", kind="modifier")
def softened(situation: Situation, damage: int) -> int:
    """A soft landing lowers the damage of a fall by the number the GM names, but not below 0."""
    return int(max(0, damage - situation.circumstances.soft_landing))


def average(situation: Situation, first: int, second: int) -> Fraction:
    """Return the average of two ratings, rounded as the table has it (SR5-15, SR5-20)."""
    mean = Fraction(first + second, 2)
    if situation.house_rules.average_rounding == "exact":
        return mean
    return Fraction(ceil(mean) if situation.house_rules.average_rounding == "up" else floor(mean))


def rounding(situation: Situation, total: int) -> str:
    """Return how the average of two ratings of that sum is rounded."""
    return str(situation.house_rules.average_rounding) if total % 2 else "exact"


def jump_cap_of(situation: Situation, kind: str) -> int | None:
    """Return how many centimetres a jump never exceeds; none: nothing caps it (SR5-23, SR5-25)."""
    if kind != "high_jump":
        return jump_cap(situation)
    caps = [jump_cap(situation)] if situation.house_rules.cap_vertical else []
    height = situation.character.height
    if situation.house_rules.high_jump_cap_by_height and height is not None:
        caps.append(floor(150 * to_fraction(height)))
    return min(caps, default=None)


def swim_per_hit(situation: Situation) -> int:
    """Return the metres that a hit adds to a swim (SR5-17)."""
    rules, metatype = situation.house_rules, situation.character.metatype
    special = {"elf": rules.swim_per_hit_elf, "troll": rules.swim_per_hit_troll}
    return int(special.get(metatype, rules.swim_per_hit_others))


def climb_divisor(situation: Situation, row: str) -> int | None:
    """Return how many hits a metre takes; none: it cannot be climbed (SR5-27)."""
    if row == "unassisted_horizontal" and situation.house_rules.unassisted_horizontal == "impossible":
        return None
    return ROWS.get(row)


def climbed_so_far(situation: Situation, state: Turn, *, hits: int, row: str) -> Fraction:
    """Return how far hits carry as it has been climbed up to now; before the first metre, on a row of the table."""
    rows = [name for name, each in ROWS.items() if each == state.climb_each]
    return climb_metres(situation, rows[0] if rows else row, hits)


def climb_row(situation: Situation, state: Turn, rise: Fraction) -> str:
    """Return how a stretch is climbed: as the GM said, else by gear and direction; down with gear is rappelling."""
    if situation.circumstances.climb_row is not None:
        return str(situation.circumstances.climb_row)
    if rise < 0:
        return "unassisted_down"
    direction = "up" if rise > 0 else "horizontal"
    return f"{'assisted' if geared(situation, state) else 'unassisted'}_{direction}"


def drops(part: Segment | SegmentFact) -> bool:
    """Tell whether a stretch is a fall (SR5-34): down more than 3 m over an edge, or on foot and steeper than long."""
    down = -to_fraction(part.rise) if isinstance(part, SegmentFact) else -part.rise
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


def fall_turns(situation: Situation, height: Fraction) -> int:
    """Return in which Combat Turn of a fall the ground is met; 0 for no height (SR5-35)."""
    turns, fallen = 0, ZERO
    while fallen < height:
        turns += 1
        fallen += fall_metres(situation, turns)
    return turns


def resist(situation: Situation) -> int:
    """Return the dice that resist the damage of a fall (SR5-34)."""
    return int(situation.character.body + max(0, situation.character.armour - 4))


def simple_left(situation: Situation, state: Turn) -> int:
    """Return how many Simple Actions are left in this phase; two are a Complex Action."""
    if not state.has_action:
        return 0
    told = {"full": 2, "simple": 1, "none": 0}
    given = situation.circumstances.actions_left
    return max(0, 2 - state.simple_spent) if given is None else told[given]


def bonus_left(situation: Situation, state: Turn) -> int:
    """Return how many Bonus Actions are left in this pass."""
    if situation.house_rules.bonus_action_maps_to == "simple":
        return simple_left(situation, state)
    return int(max(0, situation.character.bonus_actions - state.bonus_spent))


def affords(situation: Situation, state: Turn, cost: str) -> bool:
    """Tell whether an action of that cost can be taken now."""
    if not situation.in_combat or cost in {"none", "free"}:
        return True
    if cost == "bonus":
        return bonus_left(situation, state) > 0
    return simple_left(situation, state) >= (2 if cost == "complex" else 1)


def gone(situation: Situation, state: Turn, cost: str) -> Text:
    """Return why an action of that cost cannot be taken."""
    if cost == "bonus" and situation.house_rules.bonus_action_maps_to != "simple":
        return say("bonus.gone", name=bonus_name(situation))
    if not state.has_action:
        return say("phase.none")
    return say("complex.gone" if simple_left(situation, state) else "action.gone")


def paid(situation: Situation, state: Turn, cost: str) -> Turn:
    """Return the state after an action of that cost."""
    if cost == "bonus" and situation.house_rules.bonus_action_maps_to != "simple":
        return replace(state, bonus_spent=state.bonus_spent + 1)
    simple = {"complex": 2, "simple": 1, "bonus": 1}.get(cost, 0)
    return replace(state, simple_spent=min(2, state.simple_spent + simple))


def foe_beside(situation: Situation, at: Point, *, up: Fraction, storey: int) -> bool:
    """Tell whether the mover, standing there, has a hostile token next to it: by a side or by a corner."""
    near = (other for other in situation.others if other.disposition == "hostile" and other.storey == storey)
    return situation.chart is not None and any(situation.chart.adjoins(at, up, other) for other in near)


def with_upkeep(situation: Situation, state: Turn) -> Turn:
    """Return the state with this pass's Bonus Action for running taken, if one is owed and left (SR5-06)."""
    if state.running and upkeep_owed(situation, state) and affords(situation, state, "bonus"):
        return replace(paid(situation, state, "bonus"), upkeep="paid")
    return state


def swimming(situation: Situation, state: Turn) -> Turn:
    """Return the state in which this Combat Turn's swim is paid for (SR5-16)."""
    return state if state.swim_paid else replace(paid(situation, state, "complex"), swim_paid=True)


def as_told(situation: Situation, state: Turn) -> tuple[Situation, Turn]:
    """Return situation and state where the ledger itself has the actions that the tracker says are left."""
    if situation.circumstances.actions_left is None:
        return situation, state
    return untold(situation), replace(state, simple_spent=2 - simple_left(situation, state))


def untold(situation: Situation) -> Situation:
    """Return the situation without what the tracker says is left of the phase, which holds for now alone."""
    if situation.circumstances.actions_left is None:
        return situation
    return replace(situation, circumstances=situation.circumstances.model_copy(update={"actions_left": None}))


def may_run(situation: Situation, state: Turn) -> bool:
    """Tell whether running is open as far as its Bonus Action goes (SR5-06)."""
    barred = (
        situation.house_rules.upkeep == "block"
        and state.upkeep == ""
        and not affords(situation, state, "bonus")
    )
    return not barred and state.upkeep != "stopped"


def tests_left(situation: Situation, state: Turn, check: str) -> int:
    """Return how many tests of a kind may still be made for one path, by the rules and by what pays for them."""
    if check == "sprint":
        allowed = max(0, sprint_tests(situation) - state.sprint_tests)
        return min(allowed, sprints_paid(situation, state, allowed))
    return swim_sprints_paid(situation, state) if check == "swim_sprint" else 1


def sprints_paid(situation: Situation, state: Turn, most: int) -> int:
    """Return for how many Sprint Tests, ``most`` at the most, the actions of this phase and of passes to come pay."""
    situation, state = as_told(situation, state)
    cost, paid_for = cost_of_test(situation, "sprint"), int("sprint" in state.declared)
    for now in (replace(state, running=True), *passes_to_come(situation, replace(state, running=True))):
        ran = with_upkeep(situation, now)
        while paid_for < most and affords(situation, ran, cost):
            ran, paid_for = paid(situation, ran, cost), paid_for + 1
    return paid_for


def swim_sprints_paid(situation: Situation, state: Turn) -> int:
    """Return for how many swim sprints the actions of this pass, and of passes to come, pay beside the swim itself."""
    situation, state = as_told(situation, state)
    swims = [now for now in passes_to_come(situation, state) if swim_open(situation, now)]
    left = bonus_left if cost_of_test(situation, "swim_sprint") == "bonus" else simple_left
    later = sum(left(situation, swimming(situation, now)) for now in swims)
    return left(situation, state) + later + ("swim_sprint" in state.declared)


def passes_to_come(situation: Situation, state: Turn) -> Iterator[Turn]:
    """Yield the state at the beginning of each pass that was told as still to come in this Combat Turn."""
    for _ in range(max(1, state.pass_no), state.passes):
        state = after_begin(Move(situation, state), BeganFact(scope="pass"))
        yield state


def cost_of_test(situation: Situation, check: str) -> str:
    """Return the action that a test takes."""
    if check == "sprint":
        return str(situation.house_rules.sprint_cost)
    if check == "swim_sprint":
        return str(situation.house_rules.swim_sprint_cost)
    return {"climb": "complex", "rappel": "simple"}.get(check, "none")


def bonus_name(situation: Situation) -> Text:
    """Return what the table calls a Bonus Action."""
    return say(f"spend.{situation.house_rules.bonus_action_maps_to}")


def number_of(value: object) -> int | float:
    """Return an option that is a number."""
    return value if isinstance(value, int | float) else 0


@game.fold("began", instead=True)
def after_begin(move: Move, fact: BeganFact) -> Turn:
    """Return the turn after a scope of the clock began."""
    situation = move.situation
    state: Turn = move.turn
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
        if situation.house_rules.swim_cost_scope == "per_pass_moved":
            state = replace(state, swim_paid=False)
        return with_upkeep(situation, state)
    sprinting = state.sprinting and situation.house_rules.sprinting_until == "turn_end"
    state = replace(cleared(state, "begin phase"), sprinting=sprinting)
    if situation.house_rules.bonus_action_maps_to == "simple" and state.upkeep == "paid":
        state = paid(situation, state, "bonus")
    return state


def tread_limit(situation: Situation, state: Turn) -> Fraction | None:
    """Return how many Combat Turns pass before the next test; none: the GM is asked."""
    _, turns = tread_time(situation)
    if not state.tread_failed:
        return turns
    if state.tread_wait == "ask":
        return None
    after_period = state.tread_wait == "period" or situation.house_rules.tread_retry == "each_period"
    return turns if after_period else Fraction(1)


def tread_due(situation: Situation, state: Turn) -> bool:
    """Tell whether a test is due in the water (SR5-21)."""
    limit = tread_limit(situation, state)
    return state.treading and limit is not None and state.tread_turns >= limit
