"""Shadowrun 3: its rules, from the book's beginning to its end; interception is in a module of that name."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil
from typing import Any

from py_rules.engine import Move
from py_rules.engine.situation import on_tests
from py_rules.systems.sr3.turn import BASE_TN, LEAST_TN, PACES, ZERO, Pace
from py_rules.systems.sr3.words import game, say
from py_rules.values.dice import exploding_d6_chance, exploding_d6_pool


@game.rule(
    "SR3-05",
    "running modifiers by metatype",
    working="Running modifier of {metatype}: {modifier}",
    result="modifier",
    shown={"metatype": lambda _modifier, move: say(f"metatype.{move.character.metatype}")},
)
def run_modifier(move: Move) -> int:
    """The running modifier is 3 for humans, elves, orks and trolls and 2 for dwarfs, unless your table changes it."""
    table = move.house_rules
    modifiers: dict[str, int] = {
        "human": table.run_modifier_human,
        "dwarf": table.run_modifier_dwarf,
        "elf": table.run_modifier_elf,
        "ork": table.run_modifier_ork,
        "troll": table.run_modifier_troll,
    }
    return modifiers[move.character.metatype]


@game.rule("SR3-03", "walk rate", working="Quickness {quickness} = {rate} m in a Combat Turn", result="rate")
def walk_rate(move: Move) -> Fraction:
    """Walking takes you 1 m for each point of Quickness in a Combat Turn."""
    return Fraction(move.character.quickness)


@game.rule(
    "SR3-04",
    "run rate",
    working="Quickness {quickness} × {run_modifier} = {rate} m in a Combat Turn",
    result="rate",
    shown={"quickness": lambda _rate, move, bonus=0: move.character.quickness + bonus},
)
def run_rate(move: Move, bonus: int = 0) -> Fraction:
    """Running takes you Quickness × your running modifier in metres in a Combat Turn."""
    return Fraction((move.character.quickness + bonus) * run_modifier(move))


@game.rule(
    "SR3-06",
    "split per Initiative Pass",
    kind="band",
    working={
        "alone": "The only pass of the Combat Turn: all {rate} m in it",
        "split": "{rate} m over {passes} {passes:pass|passes}, rounded up: {share} m in one",
    },
    result="share",
    which=lambda move, _rate: "split" if move.turn.passes > 1 else "alone",
)
def pass_share(move: Move, rate: Fraction) -> Fraction:
    """In one Initiative Pass you move at most your rate divided by the passes of the Combat Turn, rounded up, and what
    you leave is not carried over. If your table deals out evenly, each pass has its share of the metres left instead.
    """
    return Fraction(ceil(rate / move.turn.passes))


def before(move: Move) -> Fraction:
    """Return the metres moved in earlier passes of this Combat Turn."""
    return Fraction(move.turn.turn_moved - move.turn.pass_moved)


def passes_left(move: Move) -> int:
    """Return how many passes the Combat Turn still has, this one among them."""
    return max(1, int(move.turn.passes) - max(1, int(move.turn.number)) + 1)


def left_of(move: Move, total: Fraction) -> Fraction:
    """Return what earlier passes have left of a total of the Combat Turn."""
    return max(ZERO, total - before(move))


def evenly(move: Move, total: Fraction) -> Fraction:
    """Return this pass's part of what is left of a total, dealt out over the passes left."""
    return Fraction(ceil(left_of(move, total) / passes_left(move)))


def split_of(move: Move) -> str:
    """Return how the table splits the rate over the passes (SR3-07)."""
    return str(move.house_rules.pass_split)


@game.rule(
    "SR3-07",
    "turn total",
    kind="band",
    working={
        "capped": "Moved before this pass: {used} of {rate} m",
        "uncapped": "Only the pass is limited; moved before it: {used} m",
        "even": "{left} m left over {passes} {passes:pass|passes}, rounded up: {share} m in this one",
        "even_last": "{left} m left for the last pass",
    },
    which=lambda move, *_, **__: (
        "even_last" if split_of(move) == "even" and passes_left(move) == 1 else split_of(move)
    ),
    shown={
        "used": lambda _limit, move, *_, **__: before(move),
        "rate": lambda _limit, _move, rate, **added: rate + sum(added.values()),
        "left": lambda _limit, move, rate, *, earlier=ZERO, **_: left_of(move, rate + earlier),
        "passes": lambda _limit, move, *_, **__: passes_left(move),
        "share": lambda _limit, move, rate, *, earlier=ZERO, **_: evenly(move, rate + earlier),
    },
)
def pass_limit(move: Move, rate: Fraction, *, earlier: Fraction = ZERO, bonus: Fraction = ZERO) -> Fraction:
    """All passes of a Combat Turn together take you no farther than your rate, even where rounding up would. If your
    table limits only the single pass, they may add up to more.

    Counted from the pass's start. ``earlier``: what sprints of earlier passes added to the Combat Turn; ``bonus``:
    what one adds to this pass (SR3-14).
    """
    if split_of(move) == "even":
        return evenly(move, rate + earlier) + bonus
    share = pass_share(move, rate)
    if split_of(move) == "uncapped":
        return share + bonus
    return min(share, left_of(move, rate + earlier)) + bonus


@game.rule(
    "SR3-14",
    "sprint effect next phase",
    kind="state",
    working="({quickness} + {bonus}) × {run_modifier} over {passes} {passes:pass|passes}, rounded up: {share} m",
    shown={"share": lambda _gain, move, bonus: pass_share(move, run_rate(move, bonus))},
)
def sprint_gain(move: Move, bonus: int) -> Fraction:
    """Each success of a sprint test counts as one more point of Quickness when you run in your next Combat Phase, and
    only then.

    In metres that this pass, and with it the Combat Turn, grows by.
    """
    return pass_share(move, run_rate(move, bonus)) - pass_share(move, run_rate(move))


def boost(move: Move) -> Fraction:
    """Return what a sprint adds to this pass: nothing, unless one was made in the Combat Phase before."""
    bonus = move.turn.quickness_bonus_active
    return sprint_gain(move, bonus) if bonus else ZERO


def run_total(move: Move) -> Fraction:
    """Return how far one can run in this Combat Turn; sprints of earlier passes stay added."""
    total: Fraction = boost(move) + run_rate(move) + move.turn.turn_bonus
    return total


def walk_limit(move: Move) -> Fraction:
    """Return how far one can walk in this pass, from its start."""
    return pass_limit(move, walk_rate(move))


def run_limit(move: Move) -> Fraction:
    """Return how far one can run in this pass, from its start."""
    return pass_limit(move, run_rate(move), earlier=move.turn.turn_bonus, bonus=boost(move))


@game.rule(
    "SR3-08",
    "any move counts as the declared rate",
    kind="state",
    working="Moved {moved} m: it counts as {pace}",
    shown={"pace": lambda _moving, move, _moved: say(f"pace.{move.turn.pace}")},
)
def counts_as_moving(move: Move, moved: Fraction) -> bool:
    """Moving at all, even less than a metre, counts as moving at the rate you declared, with its full TN modifier. If
    you are stopped on the way, the rate of the whole way counts. If you declare a rate and do not move, nothing is
    added.
    """
    del move
    return moved > 0


def succeeds(tn: int) -> Fraction:
    """Return how often a die reaches a TN, in hundredths to a tenth."""
    return Fraction(round(1000 * exploding_d6_chance(tn)), 10)


ODDS = "+{tn} TN: against TN 4 a die succeeded in {before} %, against {target} in {now} %"
SHOWN: dict[str, Callable[..., Any]] = {
    "before": lambda *_: succeeds(BASE_TN),
    "target": lambda tn, *_: BASE_TN + tn,
    "now": lambda tn, *_: succeeds(BASE_TN + tn),
    "die_before": lambda *_: exploding_d6_chance(BASE_TN),
    "die_now": lambda tn, *_: exploding_d6_chance(BASE_TN + tn),
}


@game.rule("SR3-10", "walking TN", kind="modifier", working=ODDS, shown=SHOWN, result="tn")
def walking_tn() -> int:
    """If you walk, add 1 to the TN of every Success Test you make in that pass, or in the whole Combat Turn if your
    table says so.
    """
    return 1


@game.rule("SR3-11", "running TN", kind="modifier", working=ODDS, shown=SHOWN, result="tn")
def running_tn() -> int:
    """If you run, add 4 to the TN of every test you make in that pass, or in the whole Combat Turn if your table says
    so.
    """
    return 4


@game.rule("SR3-12", "rough terrain TN", kind="modifier", working=ODDS, shown=SHOWN, result="tn")
def rough_tn(pace: str) -> int:
    """If any part of your way in a pass is rough or full of obstacles, walking adds 2 to the TN instead of 1, and
    running 6 instead of 4.
    """
    return {"walk": 2, "run": 6}.get(pace, 0)


def tn_of(pace: str, *, rough: bool) -> int:
    """Return what moving at a pace adds to the TN."""
    if rough:
        return rough_tn(pace)
    return {"walk": walking_tn(), "run": running_tn()}.get(pace, 0)


TN_RULES: dict[int, str] = {1: walking_tn, 2: rough_tn, 4: running_tn, 6: rough_tn}
"""The rule behind each TN modifier."""


def pass_tn(move: Move) -> int:
    """Return the TN modifier of what was moved in this pass."""
    turn = move.turn
    return tn_of(turn.pace, rough=turn.pass_rough) if counts_as_moving(move, turn.pass_moved) else 0


def tn_now(move: Move) -> int:
    """Return the TN modifier in force."""
    if not move.in_combat or move.turn.clock == "ended":
        return 0
    if move.house_rules.penalty_scope == "turn":
        return int(move.turn.turn_tn)
    return 0 if move.turn.clock == "over" else pass_tn(move)


@game.rule(
    "SR3-02",
    "mode declared per Combat Turn",
    kind="state",
    working={
        "declared": "Declared for this Combat Turn: {pace}",
        "moved": "The slowest mode that covers {pass_moved} m of this pass: {pace}",
    },
    which=lambda move: "moved" if move.turn.pass_moved else "declared",
    shown={
        "pace": lambda _pace, move: say(f"pace.{move.turn.pace if move.turn.pass_moved else move.turn.mode}")
    },
)
def least_pace(move: Move) -> Pace:
    """In each Combat Turn you stand, walk or run, as you declare with your first move. Later you may go from walking
    to running but not back, unless your table lets you change in every pass, or not at all.
    """
    pace: Pace = move.turn.pace if move.house_rules.mode_change == "free" else move.turn.mode
    return pace


def may_reach(move: Move, pace: Pace) -> bool:
    """Tell whether the mode of this Combat Turn lets one go at ``pace`` (SR3-02)."""
    if move.house_rules.mode_change != "locked" or move.turn.mode == "none":
        return True
    return PACES.index(move.turn.mode) >= PACES.index(pace)


def faster(first: Pace, second: Pace) -> Pace:
    """Return the faster of two modes."""
    return max(first, second, key=PACES.index)


@game.rule(
    "SR3-01",
    "movement leaves actions alone",
    kind="resource",
    working="Moving takes no action; left in this Combat Phase: {left}",
    shown={"left": lambda left, _move: say(f"left.{left}")},
)
def actions_left(move: Move) -> str:
    """Moving never changes which Free, Simple or Complex Actions you may take. Only the sprint test costs one, a
    Complex Action.
    """
    if not move.turn.has_action or move.turn.simples >= 2:
        return "none"
    return "simple" if move.turn.simples else "complex"


@game.rule("SR3-09", "moving in a pass without an action", kind="state")
def waits_for_others(move: Move) -> bool:
    """In a pass in which you have no action you may still move, up to the limit of that pass, once everybody else has
    acted.
    """
    return bool(move.in_combat and not move.turn.has_action and not move.turn.released)


@game.rule(
    "SR3-13",
    "sprint test",
    kind="roll",
    working="{pool} {pool:die|dice} against TN {tn}, for a Complex Action:"
    " each success is 1 Quickness for running",
    shown={
        "pool": lambda _tn, move: move.character.athletics,
        "chance": lambda tn, move: exploding_d6_pool(move.character.athletics, tn=tn).at_least(1),
    },
    result="tn",
)
def sprint_tn(move: Move) -> int:
    """To sprint, spend a Complex Action and roll Athletics (Running) against TN 4, which the GM may change for bad
    ground. What walking or running adds to the TN does not count here, unless your table says so.
    """
    of_the_moment = int(move.circumstances.sprint_tn_mod) + on_tests(move)
    moving = tn_now(move) if move.house_rules.sprint_takes_penalty else 0
    return max(LEAST_TN, BASE_TN + of_the_moment + moving)
