"""Movement that the GM gives by hand: so much of what is moved next counts as nothing (X-14).

Theory of operation. What is left of it stands in the turn, under ``given``, and every game counts it alike. A route
is cut where it is used up, and the stretches before that have the multiplier 0: no meter, price or roll of the
game counts them. The search has a phase of its own for them, in which every step draws on the primary cost, and the
prices along that begin behind it. A step on a map within which it is used up is gone on foot for the rest, on
plain ground that costs as much; without cells no farther than a step of the search leads.
Jumps that are counted by themselves, and ways of moving that have nothing left or were never had, are not given.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any, TypeVar

from py_rules.engine import tabletop
from py_rules.engine.price_tiers import PriceTier, Spent, rank
from py_rules.engine.situation import Move
from py_rules.search import Budget, JumpOdds
from py_rules.values.footing import Draw, Footing
from py_rules.values.records import replace
from py_rules.values.stretch import Segment

TurnT = TypeVar("TurnT", bound=Any)
ZERO = Fraction(0)
NEARLY = Fraction(1, 10**9)
"""So much before it is used up, the next step is the last that is given."""
Given = tuple[tuple[str, Fraction], ...]
"""What is left, by the reasons why it was given, the oldest first."""
GIVEN = PriceTier(None, "free", tabletop.given, tabletop.texts("given"))


def left(move: Move) -> Fraction:
    """Return how much is left that counts as nothing; outside combat all does."""
    given: Given = getattr(move.turn, "given", ())
    return sum((amount for _, amount in given), ZERO) if move.in_combat else ZERO


def used_up(turn: TurnT, amount: Fraction) -> TurnT:
    """Return a turn in which so much of what was given is used up, the oldest first."""
    rest: list[tuple[str, Fraction]] = []
    for reason, had in turn.given:
        taken = min(had, amount)
        amount -= taken
        rest += [(reason, had - taken)] if had > taken else []
    return replace(turn, given=tuple(rest))


def lasting(turn: TurnT, before: TurnT) -> TurnT:
    """Return a turn whose fields that no moment of the clock clears are those of before: where and how it is."""
    names = [part.name for part in fields(turn) if not part.metadata.get("cleared_at")]
    return replace(turn, **{name: getattr(before, name) for name in names})


# ---------------------------------------------------------------- a route


def cut(
    route: Sequence[Segment], amount: Fraction, *, limits: Callable[..., Budget], step: Fraction | None
) -> tuple[list[Segment], Fraction]:
    """Return a route whose stretches that are given have the multiplier 0, and how much of it they use up.

    ``step``: how far a step leads on a map without cells, where a stretch is more than one; none: on others.
    """
    footings = list(dict.fromkeys(segment.footing for segment in route))
    reach, found, rest = limits(footings), list[Segment](), amount
    for segment in route:
        drawn = _drawn(reach, segment.footing)
        if drawn is None or not rest:
            found.append(segment)
            continue
        rate = segment.multiplier * drawn.factor
        cost = segment.extent * rate + segment.flat
        if cost <= rest:
            found.append(_for_nothing(segment))
        else:
            plain = reach.draw(Footing("ground"), 0).factor or Fraction(1)
            found += _parted(segment, rest, rate=rate, plain=plain, step=step)
        rest -= min(cost, rest)
    return found, amount - rest


def _parted(
    segment: Segment, rest: Fraction, *, rate: Fraction, plain: Fraction, step: Fraction | None
) -> Iterator[Segment]:
    """Yield what is given of a stretch, and then the rest of its step, on foot over ``plain`` ground, and of it."""
    paid = min(segment.flat, rest)
    share = (rest - paid) / (segment.extent * rate)
    ahead = replace(segment, flat=segment.flat - paid)
    if share:
        begun, ahead = _split(ahead, share)
        yield _for_nothing(begun)
    stays = segment.mode == "jump" or segment.start is None  # a host's own stretch is no step
    if not stays and step is not None and step < ahead.length and segment.level and not segment.upright:
        walked, ahead = _split(ahead, step / ahead.length)
        yield _on_foot(walked, rate / plain)
        stays = True
    yield ahead if stays else _on_foot(ahead, rate / plain)


def _split(segment: Segment, share: Fraction) -> tuple[Segment, Segment]:
    """Return a share of a stretch, with what it enters, and the rest."""
    far, up = segment.length * share, segment.rise * share
    lands = segment.lands and segment.mode != "jump"
    ahead = replace(
        segment, length=segment.length - far, rise=segment.rise - up, flat=ZERO, entered=(), gates=()
    )
    return replace(segment, length=far, rise=up, diagonals=0, lands=lands, stand=False), ahead


def _for_nothing(segment: Segment) -> Segment:
    return replace(segment, multiplier=ZERO, flat=ZERO, grades=())


def _on_foot(segment: Segment, multiplier: Fraction) -> Segment:
    """Return a stretch that takes as much of what is walked, whatever ground it was on."""
    plain = replace(segment, mode="ground", rise=ZERO, surface=None, slick="none", difficulty=None, grades=())
    return replace(plain, multiplier=multiplier)


# ---------------------------------------------------------------- the map


def _drawn(reach: Budget, footing: Footing) -> Draw | None:
    """Return what a step draws on by itself; none: nothing of it is given."""
    if footing.mode == "jump":
        return Draw(None) if reach.jump_counts else None
    drawn = reach.draw(footing, 0)
    return drawn if reach.pays(drawn) else None


def within(found: Budget, amount: Fraction) -> Budget:
    """Return what a search may spend when so much of it is given."""
    if not amount:
        return found

    def draw(footing: Footing, phase: int) -> Draw:
        own = found.draw(footing, max(phase - 1, 0))
        drawn = None if phase else _drawn(found, footing)
        return own if drawn is None else Draw(None, factor=drawn.factor)

    def jump(
        far: Fraction, high: Fraction, *, running: bool, jumped: Fraction, phase: int
    ) -> JumpOdds | None:
        return found.jump(far, high, running=running, jumped=jumped, phase=max(phase - 1, 0))

    pool = found.pool
    if pool is not None:
        ends = [(limit if limit is None else limit + amount, good) for limit, good in pool.ends]
        pool = replace(pool, ends=[(amount, rank(GIVEN)), *ends])
    return replace(
        found,
        limit=None if found.limit is None else found.limit + amount,
        phases=(amount - NEARLY, *(past + amount for past in found.phases)),
        draw=draw,
        jump=jump,
        pool=pool,
    )


def priced(found: Sequence[PriceTier], amount: Fraction, *, spent: Spent) -> tuple[PriceTier, ...]:
    """Return the prices along the primary allowance when so much of it is given."""
    if not amount:
        return tuple(found)
    behind = [tier if tier.limit is None else replace(tier, limit=tier.limit + amount) for tier in found]
    if any(spent.meters.values()):
        return tuple(behind)
    return (replace(GIVEN, limit=amount), *(tier for tier in behind if tier.limit != amount))
