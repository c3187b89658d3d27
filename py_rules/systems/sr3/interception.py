"""Shadowrun 3: interception, the free attack on whoever passes by."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from py_rules.engine import Move, Neighbour
from py_rules.systems.sr3.turn import BASE_TN, GRAIN, LEAST_TN, NEAR, ZERO, TokenFacts, Turn
from py_rules.systems.sr3.words import game
from py_rules.values import work
from py_rules.values.records import record, replace
from py_rules.values.rounding import to_fraction
from py_rules.values.stretch import Leg, Point, Segment, Spot

AWAY, BESIDE = 150, 3000
"""Steps of work that a leg takes that is out of an opponent's reach, and one that may be within it."""
MARGIN = 0.001
"""More than floats of lengths on a map may be wrong by."""


@game.rule("SR3-15", "interception trigger", kind="reaction")
def passing(move: Move, way: Sequence[Leg | None], *, foe: Neighbour) -> Iterator[tuple[int, Fraction]]:
    """An opponent able to act may strike, once a pass, when you come within 1 m of them, or beside them on a map, and
    go on past without attacking them, in this pass or straight on in the next. Walking away from one you began beside
    counts only if your table says so.

    Yields where the way passes closest: the index of the leg, and how much of that leg lies before it. A leg that
    is none runs on another storey.
    """
    on_leave, far = bool(move.house_rules.intercept_on_leave), _reach(move, foe)
    for run in _runs(way):
        places = [
            place
            for index, leg in run
            for place in _places(move, index, leg=leg, foe=foe, far=far)
            if place.share or index == run[0][0]
        ]
        closing = on_leave
        for number, here in enumerate(places[:-1]):
            before, after = places[max(0, number - 1)], places[number + 1]
            closing = closing or here.arrives or here.nearer(before)
            if here.reached and closing and not (after.reached and after.nearer(here)):
                yield (here.leg, here.share) if here.share < 1 else (here.leg + 1, ZERO)
                closing = False


@record()
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


def beside(move: Move, route: Sequence[Segment]) -> Callable[[Neighbour], bool]:
    """Return what tells whether a route may come within an opponent's reach: quickly, and never no where it does."""
    ends = [(part.start, part.end) for part in route if part.start is not None and part.end is not None]
    boxes = [[*map(float, (*map(min, start, end), *map(max, start, end)))] for start, end in ends]

    def may(foe: Neighbour) -> bool:
        far = float(_reach(move, foe)) + MARGIN
        x, y = map(float, foe.at)
        work.add(1 + len(boxes) // 4)
        return any(
            left - far <= x <= right + far and top - far <= y <= bottom + far
            for left, top, right, bottom in boxes
        )

    return may


def until(leg: Leg, onward: Leg | None) -> Leg:
    """Return as much of a leg as was walked when the next one begins: all of it, or less if that begins on it."""
    if onward is None:
        return leg
    (start, end), (here, _) = leg, onward
    share = _nearest(start, end, here)
    walked = _along(start, end, share=share)
    return (start, here) if sum((a - b) ** 2 for a, b in zip(walked, here, strict=True)) < GRAIN**2 else leg


def _runs(way: Sequence[Leg | None]) -> Iterator[list[tuple[int, Leg]]]:
    """Yield the parts of a way that are on the opponent's storey, leg by leg."""
    run: list[tuple[int, Leg]] = []
    for index, leg in enumerate((*way, None)):
        if leg is not None:
            run.append((index, leg))
        elif run:
            yield run
            run = []


def _places(move: Move, index: int, *, leg: Leg, foe: Neighbour, far: Fraction) -> Iterator[_Place]:
    """Yield the places of a leg where it begins, comes closest, may come into view, and ends.

    ``far``: what is farther off in a direction of the map is out of reach.
    """
    start, end = leg
    nearest = _nearest(start, end, (*foe.at, foe.up))
    shares = {ZERO, nearest, Fraction(1)} if start != end else {Fraction(1)}
    is_beside = all(
        min(a, b) - far <= c <= max(a, b) + far for a, b, c in zip(start, end, foe.at, strict=False)
    )
    work.add(BESIDE if is_beside else AWAY)
    if is_beside and move.chart is not None and _near(move, _along(start, end, share=nearest), foe=foe):
        shares.update(move.chart.opens(start[:2], end[:2], other=foe))
    for share in sorted(shares):
        here = _along(start, end, share=share)
        squared = sum(((a - b) ** 2 for a, b in zip(here, (*foe.at, foe.up), strict=True)), ZERO)
        reached = is_beside and _reached(move, [here] if share in {0, 1} else [here, start, end], foe=foe)
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


def _along(start: Spot, end: Spot, *, share: Fraction) -> Spot:
    x, y, up = (a + (b - a) * share for a, b in zip(start, end, strict=True))
    return x, y, up


def _reached(move: Move, spots: Sequence[Spot], *, foe: Neighbour) -> bool:
    """Tell whether an opponent reaches a spot: within a metre, or on a map with cells from a cell to the next one.

    Who is between two cells, as the spots behind the first tell, is beside whoever is beside either.
    """
    x, y, _ = spots[0]
    if _near(move, spots[0], foe=foe) and (move.chart is None or move.chart.clear((x, y), foe)):
        return True
    if move.chart is None or not move.chart.celled or move.house_rules.measure != "centre":
        return False
    side = move.chart.side
    return any(move.chart.reached((x, y), up, other=foe, far=side) for x, y, up in spots)


def _reach(move: Move, foe: Neighbour) -> Fraction:
    """Return how far off in a direction of the map, from middle to middle, an opponent may at most be in reach."""
    chart = move.chart
    if chart is None or not chart.celled or move.house_rules.measure != "centre":
        return _metre(move, foe)
    sizes = zip(move.body or (chart.side, chart.side), foe.size, strict=True)
    return max(_metre(move, foe), chart.side + max((mine + its) / 2 for mine, its in sizes))


def _metre(move: Move, foe: Neighbour) -> Fraction:
    """Return within what an opponent must be; by the switch, from centre to centre or from edge to edge.

    On a map without cells, bodies of a metre that touch are a metre apart: there, who comes as near as half a cell is
    beside them, as everywhere on such maps.
    """
    if move.house_rules.measure != "edge":
        chart = move.chart
        if chart is None or chart.celled:
            return NEAR + GRAIN
        mine = max(move.body or (chart.side,))
        return max(NEAR, (mine + max(foe.size) + chart.side) / 2) + GRAIN
    widths = _width(move.character.width, move.body) + _width(foe.facts.width, foe.size)
    return NEAR + GRAIN + widths / 2


def _near(move: Move, here: Spot, *, foe: Neighbour) -> bool:
    """Tell whether an opponent is within a metre, or beside the mover on a map without cells."""
    reach = _metre(move, foe)
    away = sum((a - b) ** 2 for a, b in zip(here, (*foe.at, foe.up), strict=True))
    return bool(away <= reach**2)


def _width(told: float | None, size: Point | None) -> Fraction:
    """Return how wide a body is: as its sheet says, else as its token is."""
    if told is not None:
        return to_fraction(told)
    return max(size) if size is not None else Fraction(1)


@game.rule(
    "SR3-16",
    "free melee attack",
    kind="reaction",
    working={
        "ready": "Weapon ready: Melee Combat Skill, {dice} {dice:die|dice}",
        "unready": "No weapon ready: Martial Arts, {dice} {dice:die|dice}",
    },
    which=lambda foe: "ready" if foe.weapon_ready else "unready",
    result="dice",
)
def attack_dice(foe: TokenFacts) -> int:
    """The opponent makes a free melee attack against TN 4: with Melee Combat Skill if a weapon is ready, otherwise
    with Martial Arts.
    """
    return foe.melee if foe.weapon_ready else foe.martial_arts


@game.rule(
    "SR3-17",
    "attack modifiers, Full Defense",
    kind="modifier",
    working="4 + reach {reach_mod} + movement {move_mod} + condition {condition_mod} = TN {tn}",
    result="tn",
)
def attack_tn(foe: TokenFacts) -> int:
    """Only reach, the attacker’s own movement and the attacker’s condition change that TN of 4. You, going past, count
    as being in Full Defense.
    """
    return max(LEAST_TN, BASE_TN + foe.reach_mod + foe.move_mod + foe.condition_mod)


@game.rule("SR3-18", "intercepted", kind="state")
def stopped_by(turn: Turn) -> Turn:
    """If the free attack does you any damage, you stop where it struck and lose the rest of your movement in this
    pass.
    """
    return replace(turn, intercepted=True)


@game.rule(
    "SR3-19",
    "Combat Pool",
    kind="resource",
    working="Either side may add Combat Pool dice; the attacker has {pool}",
    result="pool",
)
def spare_dice(foe: TokenFacts) -> int:
    """Both sides may add dice from the Combat Pool to the rolls of an interception."""
    return foe.combat_pool
