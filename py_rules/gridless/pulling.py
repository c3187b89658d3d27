"""Paths found on the lattice, pulled straight: no longer, and dearer in nothing."""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import groupby, pairwise
from operator import itemgetter

from py_rules.board.boxes import FINE
from py_rules.board.boxes import part as third_at
from py_rules.board.floors import Crossing, Floors
from py_rules.board.geometry import along
from py_rules.board.ground import Ground
from py_rules.board.open_map import OpenMap
from py_rules.board.spatial_index import Spot
from py_rules.values.rounding import SLACK, SNAP

ZERO, ONE = Fraction(0), Fraction(1)
MARGIN = 2 * SNAP
"""How many grains inside a passage's square a path through it begins that the lattice did not find."""
CUT = Fraction(1, 16)
"""The least part of a line that a corner is cut by."""
Stop = tuple[int, Spot]
"""A storey, and a place on it."""
Flown = Collection[tuple[Spot, Spot]]


def straightened(floors: Floors, stops: Sequence[Stop], *, flown: Flown) -> list[Stop]:
    """Return a path in straight lines; passages are entered where the path is shortest.

    ``flown``: what is a jump though the line there need not be over a gap: these are as long as the lattice has them.
    """
    legs = [(storey, [spot for _, spot in leg]) for storey, leg in groupby(stops, key=itemgetter(0))]
    kept = _legs(floors, legs, flown=flown)
    if len(kept) > 1:
        # Where a leg is one place, that is both where one comes out and where one goes on from.
        kept = [(storey, spots if len(spots) > 1 else spots * 2) for storey, spots in kept]
        for before, after in pairwise(kept):
            _enter_near(floors, before, after=after)
        apart = [(storey, [spot for spot, _ in groupby(spots)]) for storey, spots in kept]
        kept = _legs(floors, apart, flown=flown)
    return [(storey, spot) for storey, spots in kept for spot in spots]


def _legs(
    floors: Floors, legs: Sequence[tuple[int, list[Spot]]], *, flown: Flown
) -> list[tuple[int, list[Spot]]]:
    """Return the legs of a path in straight lines: a mover coming out of a passage has not gone over any ground yet."""
    stood = floors.open_maps[legs[0][0]].under(*legs[0][1][0])
    return [
        (
            storey,
            _straightened_on(floors.open_maps[storey], spots, stood=() if number else stood, flown=flown),
        )
        for number, (storey, spots) in enumerate(legs)
    ]


def _enter_near(floors: Floors, before: tuple[int, list[Spot]], *, after: tuple[int, list[Spot]]) -> None:
    """Move the passage between two legs to where the path through it is shortest, if that is free and no dearer."""
    through, *_ = floors.passages((before[0], before[1][-1]), (after[0], after[1][0]), mode=None)
    begin, end = before[1][-2], after[1][1]
    # Where the path comes out need not be the grain that the passage leads to from where it is entered.
    found = _Bend(floors, through, ends=(begin, end), at=before[1][-1], out=after[1][0])
    bends = [found] + [
        _Bend(floors, through, ends=(begin, end), at=at, out=through.beyond(at))
        for at in _entries(through, begin, end=end)
    ]
    least = min(bend.length for bend in bends)
    best = next(bend for bend in bends[1:] if bend.length <= least + SLACK or bend is bends[-1])
    if best.length < bends[0].length and best.spares(bends[0]):
        before[1][-1], after[1][0] = best.at, best.out


def _entries(through: Crossing, begin: Spot, *, end: Spot) -> Iterator[Spot]:
    """Yield the places of a passage's square that the shortest path may enter at: its middle first, if it is one."""
    left, top = (third_at(side) + MARGIN for side in through.start)
    right, bottom = (third_at(side + FINE) - MARGIN for side in through.start)
    goal = through.back.beyond(end)

    def inside(spot: Spot) -> Spot:
        return min(max(spot[0], left), right), min(max(spot[1], top), bottom)

    yield (left + right) // 2, (top + bottom) // 2
    shares = [Fraction(0), Fraction(1)]
    by = goal[0] - begin[0], goal[1] - begin[1]
    for axis, borders in ((0, (left, right)), (1, (top, bottom))):
        shares += [Fraction(border - begin[axis], by[axis]) for border in borders if by[axis]]
    met = sorted(share for share in shares if 0 <= share <= 1)
    halfway = [along(begin, goal, share=(first + last) / 2) for first, last in pairwise(met)]
    yield from (spot for spot in halfway if inside(spot) == spot)
    yield from (inside(along(begin, goal, share=share)) for share in met)


class _Bend:
    """A path to a place of a passage's square, and from where that comes out to another place."""

    def __init__(
        self, floors: Floors, through: Crossing, *, ends: tuple[Spot, Spot], at: Spot, out: Spot
    ) -> None:
        self.floors, self.through = floors, through
        (self.begin, self.end), self.at, self.out = ends, at, out
        self.here, self.there = floors.open_maps[through.origin], floors.open_maps[through.target]

    @property
    def length(self) -> Fraction:
        """How long it is beside the passage."""
        return self.here.length(self.begin, self.at) + self.there.length(self.out, self.end)

    @property
    def free(self) -> bool:
        """Whether nothing is in its way."""
        return (
            self.here.holds(self.at)
            and self.there.holds(self.out)
            and leads(self.here, self.begin, self.at)
            and not self.there.room_why(self.out)
            and not self.floors.over_gap(self.through.origin, self.at)
            and not self.floors.over_gap(self.through.target, self.out)
            and leads(self.there, self.out, self.end)
        )

    @cached_property
    def before(self) -> dict[str, Fraction]:
        """What it costs up to the passage, by mode, and how often each region is entered."""
        return _priced(self.here, [self.begin, self.at], before=self.here.under(*self.begin))

    @cached_property
    def whole(self) -> dict[str, Fraction]:
        """What it costs in all."""
        onto = self.there.under(*self.out)
        landing = {f"into {ground.region.id}": ONE for ground in onto}
        costs = dict(self.before)
        for more in (landing, _priced(self.there, [self.out, self.end], before=onto)):
            for name, cost in more.items():
                costs[name] = costs.get(name, ZERO) + cost
        lines = (self.here, self.begin, self.at), (self.there, self.out, self.end)
        over = {ground for open_map, a, b in lines for part in open_map.parts(a, b) for ground in part.under}
        return costs | {f"over {ground.region.id}": ONE for ground in over}

    def spares(self, other: "_Bend") -> bool:
        """Return whether it is free, and dearer in nothing than another path.

        What is climbed or swum begins no later: a late begin may have a price of its own.
        """
        walked = self.through.footing.mode == "ground" and not {"climb", "water"} & other.whole.keys()
        return (
            self.free
            and "gap" not in other.whole
            and _no_dearer(self.whole, other.whole)
            and (walked or _no_dearer(self.before, other.before))
        )


def _no_dearer(costs: dict[str, Fraction], others: dict[str, Fraction]) -> bool:
    return all(cost <= others.get(name, ZERO) for name, cost in costs.items())


def leads(open_map: OpenMap, a: Spot, b: Spot) -> bool:
    """Return whether a straight line is free, over no gap, and level or stepped as if it were."""
    if a == b:
        return True
    return open_map.free(a, b) and _leads_on_foot(open_map, a, b) and open_map.even(a, b)


def _straightened_on(
    open_map: OpenMap, spots: Sequence[Spot], *, stood: tuple[Ground, ...], flown: Flown
) -> list[Spot]:
    """Return a path in straight lines; a jump stays where it is, with the straight run before it.

    ``stood``: what was underfoot right before.
    """
    kept, at = [spots[0]], 0
    for jump, land in _jumps(open_map, spots, flown=flown):
        run, begins = jump, jump if (spots[jump], spots[land]) in flown else None
        while run > at and in_line(spots[run - 1], spots[run], spots[jump + 1]):
            run -= 1
        kept += pulled(open_map, spots[at : run + 1], stood=stood)[1:]
        within = range(run + 1, land)
        kept += [spots[n] for n in within if n == begins or not in_line(spots[n - 1], spots[n], spots[n + 1])]
        kept.append(spots[land])
        at, stood = land, open_map.under(*spots[land])
    return [*kept, *pulled(open_map, spots[at:], stood=stood)[1:]]


def _jumps(open_map: OpenMap, spots: Sequence[Spot], *, flown: Flown) -> Iterator[tuple[int, int]]:
    """Yield where the jumps of a path begin and land, by the numbers of its places."""
    begun: int | None = None
    for number, (a, b) in enumerate(pairwise(spots)):
        on_foot = (a, b) not in flown and _leads_on_foot(open_map, a, b)
        if begun is not None and (on_foot or (a, b) in flown):
            yield begun, number
        begun = None if on_foot else number if begun is None else begun
        if (a, b) in flown:
            yield number, number + 1
            begun = None
    if begun is not None:
        yield begun, len(spots) - 1


def lands_aside(open_map: OpenMap, line: tuple[Spot, Spot]) -> bool:
    """Return whether a jump that the lattice has does not lead from border to border of a gap, as that is drawn."""
    over = [any(ground.region.kind == "gap" for ground in part.under) for part in open_map.parts(*line)]
    return not (over and over[0] and over[-1])


def _leads_on_foot(open_map: OpenMap, a: Spot, b: Spot) -> bool:
    """Return whether a straight line is over no gap."""
    return all(ground.region.kind != "gap" for part in open_map.parts(a, b) for ground in part.under)


def in_line(a: Spot, b: Spot, c: Spot) -> bool:
    """Return whether the path goes straight on at ``b``, as exactly as places are."""
    x, y, far, low = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    slack = 2 * max(abs(x), abs(y), abs(far), abs(low))
    return x * far + y * low > 0 and abs(x * low - y * far) <= slack


def pulled(open_map: OpenMap, spots: Sequence[Spot], *, stood: tuple[Ground, ...]) -> list[Spot]:
    """Return a path without the places that a straight line may leave out: free, and dearer in nothing."""
    kept, at, last = [spots[0]], 0, len(spots) - 1
    while at < last:
        step, far = 1, at + 1
        while at + 2 * step <= last and _spares(open_map, spots[at : at + 2 * step + 1], stood=stood):
            step *= 2
            far = at + step
        while step > 1:
            step //= 2
            if far + step <= last and _spares(open_map, spots[at : far + step + 1], stood=stood):
                far += step
        if far != last and _spares(open_map, spots[at:], stood=stood):
            far = last
        for part in open_map.parts(spots[at], spots[far]):
            stood = part.under
        kept.append(spots[far])
        at = far
    return kept


def _spares(open_map: OpenMap, spots: Sequence[Spot], *, stood: tuple[Ground, ...]) -> bool:
    """Return whether the straight line from the first to the last place is free and dearer in nothing.

    ``stood``: what was underfoot right before; of a place on a border, the path that leads there decides that.
    """
    if spots[0] == spots[-1] or not open_map.free(spots[0], spots[-1]):
        return False
    if not open_map.even(spots[0], spots[-1]):
        return False
    straight, bent = (
        _priced(open_map, [spots[0], spots[-1]], before=stood),
        _priced(open_map, spots, before=stood),
    )
    return (
        "gap" not in straight
        and "gap" not in bent
        and all(cost <= bent.get(name, ZERO) + SLACK for name, cost in straight.items())
    )


def cut(open_map: OpenMap, before: Spot, *, corner: Spot, after: Spot) -> Spot:
    """Return where to turn between two places instead of at a corner: free, and dearer in nothing.

    Each pulled line goes as far as it can, past the place to turn at. So the turn is brought as near as can be to the
    place before, then to the one after.
    """
    for toward in (before, after):
        corner = _nearer(open_map, (before, corner, after), toward=toward)
    return corner


def _nearer(open_map: OpenMap, bend: tuple[Spot, Spot, Spot], *, toward: Spot) -> Spot:
    """Return where to turn instead of at the second of three places; what is near to it is tried first."""
    before, corner, after = bend
    stood = open_map.under(*before)
    costs = _priced(open_map, bend, before=stood)
    best, share, step, too_far = corner, ZERO, CUT, ONE
    while step >= CUT:
        tried = share + step
        turn = along(corner, toward, share=tried)
        if (
            tried < too_far
            and leads(open_map, before, turn)
            and leads(open_map, turn, after)
            and _no_dearer(_priced(open_map, (before, turn, after), before=stood), costs)
        ):
            best, share, step = turn, tried, step * 2
        else:
            too_far, step = min(too_far, tried), step / 2
    return best


def _priced(open_map: OpenMap, spots: Sequence[Spot], *, before: tuple[Ground, ...]) -> dict[str, Fraction]:
    """Return what a path costs, by mode, and how often each region is entered."""
    costs: dict[str, Fraction] = {}
    for a, b in pairwise(spots):
        far = open_map.length(a, b)
        for part in open_map.parts(a, b):
            length = far * (part.ends - part.begins)
            kinds = {ground.region.kind for ground in part.under}
            mode = next((kind for kind in ("gap", "climb", "water") if kind in kinds), "ground")
            multiplier = open_map.multiplier(part.under)
            costs[mode] = costs.get(mode, ZERO) + length * multiplier
            for ground in part.under:
                if ground not in before:
                    name = f"into {ground.region.id}"
                    costs[name] = costs.get(name, ZERO) + 1
            before = part.under
    return costs
