"""Shadowrun 3: its rules, from the book's beginning to its end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from py_rules.engine.rules import rule, rules_in
from py_rules.engine.situation import Leg, Neighbour, Point, Situation, Spot, on_tests
from py_rules.systems.sr3.turn import (
    BASE_TN,
    GRAIN,
    LEAST_TN,
    NEAR,
    PACES,
    REFERENCE,
    ZERO,
    Pace,
    TokenFacts,
    Turn,
)
from py_rules.values.exact import exact


@rule("SR3-05", "running modifiers by metatype", kind="rate", reference=REFERENCE)
def run_modifier(situation: Situation) -> int:
    """The running modifier is 3 for humans, elves, orks and trolls and 2 for dwarfs, unless your table changes it."""
    return int(getattr(situation.house_rules, f"run_modifier_{situation.character.metatype}"))


@rule("SR3-03", "walk rate", kind="rate", reference=REFERENCE)
def walk_rate(situation: Situation) -> Fraction:
    """Walking takes you 1 m for each point of Quickness in a Combat Turn."""
    return Fraction(situation.character.quickness)


@rule("SR3-04", "run rate", kind="rate", reference=REFERENCE)
def run_rate(situation: Situation, bonus: int = 0) -> Fraction:
    """Running takes you Quickness × your running modifier in metres in a Combat Turn."""
    return Fraction((situation.character.quickness + bonus) * run_modifier(situation))


@rule("SR3-06", "split per Initiative Pass", kind="band", reference=REFERENCE)
def pass_share(state: Turn, rate: Fraction) -> Fraction:
    """In one Initiative Pass you move at most your rate divided by the passes of the Combat Turn, rounded up, and what
    you leave is not carried over. If your table deals out evenly, each pass has its share of the metres left instead.
    """
    return Fraction(ceil(rate / state.passes))


@rule("SR3-07", "turn total", kind="band", reference=REFERENCE)
def pass_limit(situation: Situation, state: Turn, rate: Fraction, bonus: Fraction = ZERO) -> Fraction:
    """All passes of a Combat Turn together take you no farther than your rate, even where rounding up would. If your
    table limits only the single pass, they may add up to more.

    ``rate`` without, ``bonus`` with what a sprint adds to this pass (SR3-14); counted from the pass's start.
    """
    share = pass_share(state, rate)
    left = max(ZERO, rate - before(state))
    if split_of(situation) == "uncapped":
        return share + bonus
    if split_of(situation) == "even":
        return ceil(left / passes_left(state)) + bonus
    return min(share + bonus, left + bonus)


@rule("SR3-14", "sprint effect next phase", kind="state", reference=REFERENCE)
def sprint_gain(situation: Situation, state: Turn) -> Fraction:
    """Each success of a sprint test counts as one more point of Quickness when you run in your next Combat Phase, and
    only then.

    In metres that this pass, and with it the Combat Turn, grows by.
    """
    bonus = state.quickness_bonus_active
    return (
        pass_share(state, run_rate(situation, bonus)) - pass_share(state, run_rate(situation))
        if bonus
        else ZERO
    )


def split_of(situation: Situation) -> str:
    """Return how the table splits the rate over the passes (SR3-07)."""
    return str(situation.house_rules.pass_split)


def before(state: Turn) -> Fraction:
    """Return the metres moved in earlier passes of this Combat Turn."""
    return state.turn_moved - state.pass_moved


def passes_left(state: Turn) -> int:
    """Return how many passes the Combat Turn still has, this one among them."""
    return max(1, state.passes - max(1, state.number) + 1)


def walk_limit(situation: Situation, state: Turn) -> Fraction:
    """Return how far one can walk in this pass, from its start."""
    return pass_limit(situation, state, walk_rate(situation))


def run_limit(situation: Situation, state: Turn) -> Fraction:
    """Return how far one can run in this pass, from its start; sprints of earlier passes stay added."""
    gain = sprint_gain(situation, state)
    if not state.turn_bonus or split_of(situation) == "uncapped":
        return pass_limit(situation, state, run_rate(situation), gain)
    left = max(ZERO, run_rate(situation) + state.turn_bonus - before(state))
    if split_of(situation) == "even":
        return ceil(left / passes_left(state)) + gain
    return min(pass_share(state, run_rate(situation)), left) + gain


@rule("SR3-08", "any move counts as the declared rate", kind="state", reference=REFERENCE)
def counts_as_moving(moved: Fraction) -> bool:
    """Moving at all, even less than a metre, counts as moving at the rate you declared, with its full TN modifier. If
    you are stopped on the way, the rate of the whole way counts. If you declare a rate and do not move, nothing is
    added.
    """
    return moved > 0


@rule("SR3-10", "walking TN", kind="modifier", reference=REFERENCE)
def walking_tn() -> int:
    """If you walk, add 1 to the TN of every Success Test you make in that pass, or in the whole Combat Turn if your
    table says so.
    """
    return 1


@rule("SR3-11", "running TN", kind="modifier", reference=REFERENCE)
def running_tn() -> int:
    """If you run, add 4 to the TN of every test you make in that pass, or in the whole Combat Turn if your table says
    so.
    """
    return 4


@rule("SR3-12", "rough terrain TN", kind="modifier", reference=REFERENCE)
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


def pass_tn(state: Turn) -> int:
    """Return the TN modifier of what was moved in this pass."""
    return tn_of(state.pace, rough=state.pass_rough) if counts_as_moving(state.pass_moved) else 0


def lasting_tn(situation: Situation, state: Turn) -> int:
    """Return the TN modifier that holds whatever is moved from here on."""
    return state.turn_tn if situation.house_rules.penalty_scope == "turn" else 0


def tn_now(situation: Situation, state: Turn) -> int:
    """Return the TN modifier in force."""
    if not situation.in_combat or state.clock == "ended":
        return 0
    if situation.house_rules.penalty_scope == "turn":
        return state.turn_tn
    return 0 if state.clock == "over" else pass_tn(state)


@rule("SR3-02", "mode declared per Combat Turn", kind="state", reference=REFERENCE)
def least_pace(situation: Situation, state: Turn) -> Pace:
    """In each Combat Turn you stand, walk or run, as you declare with your first move. Later you may go from walking
    to running but not back, unless your table lets you change in every pass, or not at all.
    """
    return state.pace if situation.house_rules.mode_change == "free" else state.mode


def may_reach(situation: Situation, state: Turn, pace: Pace) -> bool:
    """Tell whether the mode of this Combat Turn lets one go at ``pace`` (SR3-02)."""
    if situation.house_rules.mode_change != "locked" or state.mode == "none":
        return True
    return PACES.index(state.mode) >= PACES.index(pace)


def faster(first: Pace, second: Pace) -> Pace:
    """Return the faster of two modes."""
    return max(first, second, key=PACES.index)


@rule("SR3-01", "movement leaves actions alone", kind="resource", reference=REFERENCE)
def actions_left(state: Turn) -> str:
    """Moving never changes which Free, Simple or Complex Actions you may take. Only the sprint test costs one, a
    Complex Action.
    """
    if not state.has_action or state.simples >= 2:
        return "none"
    return "simple" if state.simples else "complex"


@rule("SR3-09", "moving in a pass without an action", kind="state", reference=REFERENCE)
def waits_for_others(situation: Situation, state: Turn) -> bool:
    """In a pass in which you have no action you may still move, up to the limit of that pass, once everybody else has
    acted.
    """
    return bool(situation.in_combat and not state.has_action and not state.released)


@rule("SR3-13", "sprint test", kind="roll", reference=REFERENCE)
def sprint_tn(situation: Situation, state: Turn) -> int:
    """To sprint, spend a Complex Action and roll Athletics (Running) against TN 4, which the GM may change for bad
    ground. What walking or running adds to the TN does not count here, unless your table says so.
    """
    of_the_moment = int(situation.circumstances.sprint_tn_mod) + on_tests(situation)
    return max(LEAST_TN, BASE_TN + of_the_moment + sprint_penalty(situation, state))


def sprint_penalty(situation: Situation, state: Turn) -> int:
    """Return what moving adds to the TN of the sprint test, if the table plays it so."""
    return tn_now(situation, state) if situation.house_rules.sprint_takes_penalty else 0


@rule("SR3-15", "interception trigger", kind="reaction", reference=REFERENCE)
def passing(
    situation: Situation, way: Sequence[Leg | None], foe: Neighbour
) -> Iterator[tuple[int, Fraction]]:
    """An opponent able to act may strike, once a pass, when you come within 1 m, or on a map with cells beside them,
    and go on past without attacking them, in this pass or straight on in the next. Walking away from one you began
    beside counts only if your table says so.

    Yields where the way passes closest: the index of the leg, and how much of that leg lies before it. A leg that
    is none runs on another storey.
    """
    on_leave = bool(situation.house_rules.intercept_on_leave)
    for run in _runs(way):
        places = [
            place
            for index, leg in run
            for place in _places(situation, index, leg, foe)
            if place.share or index == run[0][0]
        ]
        closing = on_leave
        for number, here in enumerate(places[:-1]):
            before, after = places[max(0, number - 1)], places[number + 1]
            closing = closing or here.arrives or here.nearer(before)
            if here.reached and closing and not (after.reached and after.nearer(here)):
                yield (here.leg, here.share) if here.share < 1 else (here.leg + 1, ZERO)
                closing = False


@dataclass(frozen=True, slots=True)
class _Place:
    """A place on a way: on which leg, how much of it lies before, how far off the opponent is, and whether in reach.

    ``arrives``: a passage between storeys ends there.
    """

    leg: int
    share: Fraction
    squared: Fraction
    reached: bool
    arrives: bool

    def nearer(self, other: "_Place") -> bool:
        """Tell whether the opponent is nearer here than there, or here only is in reach."""
        return self.squared < other.squared or (self.reached and not other.reached)


def _runs(way: Sequence[Leg | None]) -> Iterator[list[tuple[int, Leg]]]:
    """Yield the parts of a way that are on the opponent's storey, leg by leg."""
    run: list[tuple[int, Leg]] = []
    for index, leg in enumerate((*way, None)):
        if leg is not None:
            run.append((index, leg))
        elif run:
            yield run
            run = []


def _places(situation: Situation, index: int, leg: Leg, foe: Neighbour) -> Iterator[_Place]:
    """Yield the places of a leg where it begins, comes closest, may come into view, and ends."""
    start, end = leg
    nearest = _nearest(start, end, (*foe.at, foe.up))
    shares = {ZERO, nearest, Fraction(1)} if start != end else {Fraction(1)}
    if situation.chart is not None and _near(situation, _along(start, end, nearest), foe):
        shares.update(situation.chart.opens(start[:2], end[:2], foe))
    for share in sorted(shares):
        here = _along(start, end, share)
        squared = sum(((a - b) ** 2 for a, b in zip(here, (*foe.at, foe.up), strict=True)), ZERO)
        reached = _reached(situation, [here] if share in {0, 1} else [here, start, end], foe)
        yield _Place(index, share, squared, reached, start == end)


def _nearest(start: Spot, end: Spot, at: Spot) -> Fraction:
    """Return where a leg comes closest to a spot, as a share of the leg.

    >>> _nearest((Fraction(0),) * 3, (Fraction(4), Fraction(0), Fraction(0)), (Fraction(1), Fraction(2), Fraction(5)))
    Fraction(1, 4)
    """
    length = sum((b - a) ** 2 for a, b in zip(start, end, strict=True))
    if not length:
        return Fraction(1)
    share = sum((c - a) * (b - a) for a, b, c in zip(start, end, at, strict=True)) / length
    return min(Fraction(1), max(ZERO, share))


def _along(start: Spot, end: Spot, share: Fraction) -> Spot:
    x, y, up = (a + (b - a) * share for a, b in zip(start, end, strict=True))
    return x, y, up


def _reached(situation: Situation, spots: Sequence[Spot], foe: Neighbour) -> bool:
    """Tell whether an opponent reaches a spot: within a metre, or on a map with cells from a cell to the next one.

    Who is between two cells, as the spots behind the first tell, is beside whoever is beside either.
    """
    x, y, _ = spots[0]
    if _near(situation, spots[0], foe) and (situation.chart is None or situation.chart.clear((x, y), foe)):
        return True
    if situation.chart is None or not situation.chart.celled or situation.house_rules.measure != "centre":
        return False
    side = situation.chart.side
    return any(situation.chart.reached((x, y), up, foe, side) for x, y, up in spots)


def _near(situation: Situation, here: Spot, foe: Neighbour) -> bool:
    """Tell whether an opponent is within a metre; by the switch, of the centres or of the rims."""
    reach = NEAR + GRAIN
    if situation.house_rules.measure == "edge":
        reach += (_width(situation.character.width, situation.body) + _width(foe.facts.width, foe.size)) / 2
    away = sum((a - b) ** 2 for a, b in zip(here, (*foe.at, foe.up), strict=True))
    return bool(away <= reach**2)


def _width(told: float | None, size: Point | None) -> Fraction:
    """Return how wide a body is: as its sheet says, else as its token is."""
    if told is not None:
        return exact(told)
    return max(size) if size is not None else Fraction(1)


@rule("SR3-16", "free melee attack", kind="reaction", reference=REFERENCE)
def attack_dice(foe: TokenFacts) -> int:
    """The opponent makes a free melee attack against TN 4: with Melee Combat Skill if a weapon is ready, otherwise
    with Martial Arts.
    """
    return foe.melee if foe.weapon_ready else foe.martial_arts


@rule("SR3-17", "attack modifiers, Full Defense", kind="modifier", reference=REFERENCE)
def attack_tn(foe: TokenFacts) -> int:
    """Only reach, the attacker's own movement and the attacker's condition change that TN of 4. You, going past, count
    as being in Full Defense.
    """
    return max(LEAST_TN, BASE_TN + foe.reach_mod + foe.move_mod + foe.condition_mod)


@rule("SR3-18", "intercepted", kind="state", reference=REFERENCE)
def stopped_by(state: Turn, token: str) -> Turn:
    """If the free attack does you any damage, you stop where it struck and lose the rest of your movement in this
    pass.
    """
    return replace(state, intercepted=True, intercepted_by=token)


@rule("SR3-19", "Combat Pool", kind="resource", reference=REFERENCE)
def spare_dice(foe: TokenFacts) -> int:
    """Both sides may add dice from the Combat Pool to the rolls of an interception."""
    return foe.combat_pool


RULES = rules_in(globals())
