"""A map without cells as one mover meets it: straight lines, measured and tested exactly.

Places are the mover's middle in whole grains of a millionth of a cell. The mover is a circle; what must not
touch walls is its body, three fifths of it, so that shoulders turn in a doorway. Every test compares squares
of whole numbers: no root is taken where something is decided.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from math import isqrt
from typing import Final, NamedTuple, TypeVar

from py_rules.board.boxes import FINE
from py_rules.board.geometry import (
    Disc,
    along,
    beside,
    comes_near,
    deciding_axis,
    off,
    pierced,
    side,
    touches,
    within,
)
from py_rules.board.ground import Ground, grounds_of
from py_rules.board.ground_heights import GroundHeights, ground_heights_of
from py_rules.board.polygon import Outline, crossings, encloses, outline
from py_rules.board.spatial_index import Line, SpatialIndex, Spot
from py_rules.protocol import map_data
from py_rules.values import work
from py_rules.values.cache import Cache, cached
from py_rules.values.map_rules import MapRules
from py_rules.values.records import record, replace
from py_rules.values.rounding import GRAIN, SNAP, to_fraction

BODY: Final = Fraction(3, 5)
"""The share of a token's circle that must keep clear of walls."""

LINE: Final = 15
"""Steps of work that it takes to read a wall."""
MOST_LINES = 1_000
"""How much is remembered of a map's lines: somewhat more than those that a drag tries ..."""
_LINES = Cache(4)
"""... with the steps of work that each took, on the few maps that were asked about last."""
V = TypeVar("V")


class Barrier(NamedTuple):
    """A line that bars: why, and whether it stops only movers from its right side, looking along it."""

    line: Line
    why: str
    oneway: bool
    of: Outline | None = None
    """What is solid within: who is in it may leave it."""

    def lets(self, a: Spot, b: Spot) -> bool:
        """Return whether it bars nobody who goes from ``a`` to ``b``: out of what is solid, or past its open side.

        Nobody leaves right through the rest of what is solid: by a cell at most, or aslant by the nearest side.
        """
        if self.of is None:
            return self.oneway and side(*self.line, a) <= 0
        if not (encloses(self.of, a) or touches(a, self.line, near=1)) or encloses(self.of, b):
            return False
        far = max(crossings(self.of, (a, b)), default=Fraction(0)) ** 2
        far *= (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
        return far <= GRAIN**2 or far <= 2 * min(Fraction(*off(a, one)) for one in sides_of(self.of))


@record()
class Part:
    """A part of a straight line over the same ground: its ends, and where they are along the line, from 0 to 1."""

    start: Spot
    end: Spot
    begins: Fraction
    ends: Fraction
    under: tuple[Ground, ...]
    crowded: bool
    """Whether the mover would overlap another token there."""


@record(slots=False, eq=False)
class OpenMap:
    """All that bars a line or prices it; ``radius`` is that of the mover's body, in grains."""

    cols: int
    rows: int
    distance: Fraction
    size: tuple[Fraction, Fraction]
    """What the mover's box covers, in cells."""
    radius: int
    walls: tuple[Line, ...]
    oneway: tuple[Line, ...]
    """Walls that stop only movers from their right side, looking along them."""
    rocks: tuple[Ground, ...]
    """All that is solid."""
    discs: tuple[Disc, ...]
    grounds: tuple[Ground, ...]
    map_rules: MapRules
    ground_heights: GroundHeights = GroundHeights()

    @property
    def points(self) -> int:
        """How many points its lattice has."""
        return (self.cols * FINE + 1) * (self.rows * FINE + 1)

    def spot(self, col: float, row: float) -> Spot:
        """Return the middle of the mover whose box begins at a place."""
        across, down = self.size
        return _grains(to_fraction(col) + across / 2), _grains(to_fraction(row) + down / 2)

    def place(self, spot: Spot) -> tuple[Fraction, Fraction]:
        """Return where the box of a mover begins whose middle is given."""
        across, down = self.size
        return Fraction(spot[0], GRAIN) - across / 2, Fraction(spot[1], GRAIN) - down / 2

    def holds(self, spot: Spot) -> bool:
        """Return whether the mover's whole box is on the map."""
        (left, top), (across, down) = self.place(spot), self.size
        return 0 <= left <= self.cols - across and 0 <= top <= self.rows - down

    def length(self, a: Spot, b: Spot) -> Fraction:
        """Return the length of a straight line in scene units, to the millionth below."""
        square = ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) * self.distance.numerator**2
        return Fraction(isqrt(square) // self.distance.denominator, GRAIN)

    def under(self, x: Fraction | int, y: Fraction | int) -> tuple[Ground, ...]:
        """Return the regions at a point, in scene order."""
        return tuple(ground for ground in self.grounds if ground.holds(x, y))

    def over_gap(self, spot: Spot) -> bool:
        """Return whether a place is over a gap."""
        return any(ground.region.kind == "gap" for ground in self.under(*spot))

    def midair(self, spot: Spot) -> bool:
        """Return whether gaps are all around a place; on the border, to a hair, there is something to stand on."""
        around = product((-SNAP - 1, SNAP), repeat=2)
        return all(self.over_gap((spot[0] + right, spot[1] + down)) for right, down in around)

    def even(self, a: Spot, b: Spot) -> bool:
        """Return whether the ground along a straight line is level, or stepped as if it were."""
        if self.ground_heights.level or a == b:
            return True
        inside = [self.ground_heights.of(part.under) for part in self.parts(a, b)]
        ups = [self.ground_heights.at(*a), *inside, self.ground_heights.at(*b)]
        return not any(self.ground_heights.steep(here, there) for here, there in pairwise(ups))

    def multiplier(self, grounds: Iterable[Ground]) -> Fraction:
        """Return what each length over some regions counts."""
        rough = [ground.region for ground in grounds if isinstance(ground.region, map_data.Difficult)]
        dear = (to_fraction(region.cost_multiplier) for region in rough if region.cost_multiplier != 1)
        return max(dear, default=Fraction(1))

    # ------------------------------------------------------------ what bars a line

    @cached_property
    def barriers(self) -> SpatialIndex[Barrier]:
        """All lines that bar, by where they are."""
        every = [Barrier(line, "wall", oneway=False) for line in self.walls]
        every += [Barrier(line, "wall", oneway=True) for line in self.oneway]
        every += [
            Barrier(line, "obstacle", False, corners)
            for rock in self.rocks
            for corners in rock.outlines
            for line in sides_of(corners)
        ]
        near = self.radius + 2 * GRAIN
        map_ = -near, -near, self.cols * GRAIN + near, self.rows * GRAIN + near
        return SpatialIndex(((barrier, barrier.line) for barrier in every), map_)

    def free(self, a: Spot, b: Spot) -> bool:
        """Return whether nothing bars a line."""
        return not self._met(a, b)

    def bar(self, a: Spot, b: Spot) -> tuple[Spot, str] | None:
        """Return how far a line is free, and what bars the rest: wall, obstacle, token; none: it is free.

        What is too near already bars only what does not lead away from it.
        """
        return None if self.free(a, b) else self._again(("bar", a, b), lambda: self._bar(a, b))

    def _bar(self, a: Spot, b: Spot) -> tuple[Spot, str]:
        whole = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
        met = self._met(a, b)
        work.add(30 * sum(map(len, met.values())))
        free, why = min((self._free(a, b, lines=lines), why) for why, lines in met.items())
        return along(a, b, share=Fraction(free, whole)), why

    def _met(self, a: Spot, b: Spot) -> Mapping[str, Sequence[tuple[Line, int]]]:
        """Return what bars a line, by why, and how near the mover may come to each."""
        return self._again(("met", a, b), lambda: self._meets(a, b))

    def _meets(self, a: Spot, b: Spot) -> Mapping[str, Sequence[tuple[Line, int]]]:
        met: dict[str, list[tuple[Line, int]]] = {}
        for barrier in self.barriers.along(a, b, near=self.radius):
            near = comes_near(a, b, line=barrier.line, near=self.radius)
            if near and not barrier.lets(a, b):
                met.setdefault(barrier.why, []).append((barrier.line, self.radius))
        hostile = [((disc.at, disc.at), disc.near) for disc in self.discs if disc.hostile]
        close = [(line, near) for line, near in hostile if comes_near(a, b, line=line, near=near)]
        if close:
            met["token"] = close
        work.add(5 + len(self.discs) // 4)
        return met

    def _free(self, a: Spot, b: Spot, *, lines: Sequence[tuple[Line, int]]) -> int:
        """Return how many grains of the longer side of a line are free, by halving."""
        whole = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
        low, high = 0, whole
        while high - low > 1:
            middle = (low + high) // 2
            point = along(a, b, share=Fraction(middle, whole))
            if any(comes_near(a, point, line=line, near=near) for line, near in lines):
                high = middle
            else:
                low = middle
        return low

    def swept(self, a: Spot, b: Spot, *, tokens: bool = False) -> tuple[Spot, str | None]:
        """Return how far a current takes the mover, and what ends that early: wall, obstacle, edge, ledge or shore.

        ``tokens``: it goes through no hostile one, ends on none, and goes no farther than into a gap, where it fell.
        """
        stop = self._kept(a, b)
        why = None if stop == b else "edge"
        near = self.barriers.along(a, stop, near=self.radius)
        solid = [barrier for barrier in near if not barrier.oneway]
        keeps = [((barrier.line, self.radius), barrier.why) for barrier in solid]
        discs = [disc for disc in self.discs if disc.hostile or within(stop, disc)] if tokens else []
        keeps += [(((disc.at, disc.at), disc.near), "occupied") for disc in discs if not within(a, disc)]
        met = [(one, why) for one, why in keeps if comes_near(a, stop, line=one[0], near=one[1])]
        if met:
            whole, end = max(abs(stop[0] - a[0]), abs(stop[1] - a[1])), stop
            free = [(self._free(a, end, lines=[one]), why) for one, why in met]
            far, why = min(free)
            stop = along(a, end, share=Fraction(far, whole))
        before: set[str] = {ground.region.kind for ground in self.under(*a)}
        here, axis = self.ground_heights.at(*a), deciding_axis(a, stop)
        for part in self.parts(a, stop) if a != stop else ():
            kinds: set[str] = {ground.region.kind for ground in part.under}
            level = self.ground_heights.of(part.under)
            far, whole = (abs(end[axis] - a[axis]) for end in (part.start, stop))
            ashore = "water" in before - kinds
            if ashore or self.ground_heights.raised(here, level):
                # The last place before: the border is the bank's.
                return along(a, stop, share=Fraction(max(far - 1, 0), whole)), "shore" if ashore else "ledge"
            if tokens and "gap" in kinds - before:
                return along(a, stop, share=Fraction(min(far + 2, whole), whole)), "fell"
            before, here = kinds, level
        return stop, why

    def _kept(self, a: Spot, b: Spot) -> Spot:
        """Return the last point of a line that is on the map."""
        share, low = Fraction(1), (_grains(half / 2) for half in self.size)
        high = (self.cols, self.size[0]), (self.rows, self.size[1])
        for start, end, least, (whole, size) in zip(a, b, low, high, strict=True):
            most = _grains(whole - size / 2)
            if end < least:
                share = min(share, Fraction(start - least, start - end))
            elif end > most:
                share = min(share, Fraction(most - start, end - start))
        return along(a, b, share=share)

    def end_why(self, spot: Spot) -> str:
        """Return why the mover may not stop at a place, or an empty string: occupied, obstacle, wall."""
        if any(within(spot, disc) for disc in self.discs):
            return "occupied"
        if self.in_obstacle(spot):
            return "obstacle"
        return "wall" if self._touched(spot, "wall") else ""

    def room_why(self, spot: Spot) -> str:
        """Return why the mover cannot come out at a place, or an empty string: obstacle, wall, token."""
        if self.in_obstacle(spot):
            return "obstacle"
        if self._touched(spot, "wall"):
            return "wall"
        return "token" if any(disc.hostile and within(spot, disc) for disc in self.discs) else ""

    def in_obstacle(self, spot: Spot) -> bool:
        """Return whether the mover's middle is within an obstacle, or its body too near to one."""
        return bool(self.solid_at(spot)) or self._touched(spot, "obstacle")

    def solid_at(self, spot: Spot) -> list[Ground]:
        """Return what is solid where the mover's middle is."""
        return [rock for rock in self.rocks if rock.holds(*spot)]

    def _touched(self, spot: Spot, why: str) -> bool:
        """Return whether the body touches something on both sides solid."""
        near = self.barriers.along(spot, spot, near=self.radius)
        return any(
            touches(spot, barrier.line, near=self.radius)
            for barrier in near
            if barrier.why == why and not barrier.oneway
        )

    # ------------------------------------------------------------ what a line leads over

    def parts(self, a: Spot, b: Spot) -> tuple[Part, ...]:
        """Return the parts of a straight line, cut where the ground under the mover's middle changes.

        Places are on the grain, so a line through a corner may pass it by a grain: what is cut off there counts as
        the ground before it.
        """
        return self._again(("parts", a, b), lambda: tuple(self._parts(a, b)))

    def _parts(self, a: Spot, b: Spot) -> Iterator[Part]:
        discs = beside(self.discs, a, b)
        cuts = sorted({Fraction(0), Fraction(1), *self._cuts(a, b, discs=discs)})
        grounds = [ground for ground in self.grounds if ground.bands.near(a, b)]
        work.add(
            (len(self.grounds) + len(self.discs)) // 2 + len(cuts) * (15 + len(grounds) // 2 + len(discs))
        )
        least = (2 * SNAP) ** 2 / Fraction(max((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2, 1))
        begun: Part | None = None
        for begins, ends in pairwise(cuts):
            if begun is not None and ends < 1 and (ends - begins) ** 2 < least:
                begun = replace(begun, end=along(a, b, share=ends), ends=ends)
                continue
            share, whole = (begins + ends).as_integer_ratio()
            # The place in the middle, in such parts of a grain that it is whole.
            whole *= 2
            x, y = a[0] * whole + (b[0] - a[0]) * share, a[1] * whole + (b[1] - a[1]) * share
            under = tuple(ground for ground in grounds if ground.holds(x, y, whole=whole))
            crowded = any(
                (x - d.at[0] * whole) ** 2 + (y - d.at[1] * whole) ** 2 < (d.near * whole) ** 2 for d in discs
            )
            start, end = along(a, b, share=begins), along(a, b, share=ends)
            if begun is not None and (begun.under, begun.crowded) == (under, crowded):
                begun = Part(begun.start, end, begun.begins, ends, under, crowded)
                continue
            if begun is not None:
                yield begun
            begun = Part(start, end, begins, ends, under, crowded)
        if begun is not None:  # pragma: no branch - a line has a part at least
            yield begun

    def _again(self, key: tuple[str, Spot, Spot], make: Callable[[], V]) -> V:
        """Return what is known of a line, else what ``make`` returns: paths are tried over the same lines."""
        lines: dict[tuple[str, Spot, Spot], tuple[V, int]] = _LINES((self,), dict)
        return work.again(lambda made: cached(lines, key, most=MOST_LINES, make=made), make)

    def _cuts(self, a: Spot, b: Spot, *, discs: Sequence[Disc]) -> Iterator[Fraction]:
        """Yield where a line crosses borders of regions, and where it comes near other tokens and leaves them."""
        for ground in self.grounds:
            yield from ground.cuts(a, b)
        for disc in discs:
            yield from pierced(a, b, disc=disc)


def _grains(value: Fraction) -> int:
    return round(value * GRAIN)


def compile_open_map(
    scene: map_data.Scene,
    *,
    mover: map_data.Token,
    unseen: frozenset[str],
    map_rules: MapRules,
    rate: Fraction = Fraction(1),
) -> OpenMap:
    """Return a map without cells as a mover meets it.

    ``rate``: how many of the scene's units make one of those that elevations are in.
    """
    ignored = unseen | {mover.id}
    tokens = [token for token in scene.tokens if token.id not in ignored]
    work.add(LINE * len(scene.walls))
    blocks = [region for region in scene.regions if isinstance(region, map_data.Obstacle)]
    grounds = grounds_of([region for region in scene.regions if region not in blocks])
    body, side = round(BODY * to_fraction(mover.cols) * GRAIN / 2), to_fraction(scene.grid.distance)
    return OpenMap(
        cols=scene.grid.cols,
        rows=scene.grid.rows,
        distance=side,
        size=(to_fraction(mover.cols), to_fraction(mover.rows)),
        radius=body,
        walls=tuple(line_of(wall) for wall in scene.walls if not wall.open and wall.blocks == "both"),
        oneway=tuple(line_of(wall) for wall in scene.walls if not wall.open and wall.blocks != "both"),
        rocks=grounds_of(blocks),
        discs=tuple(_disc(token, mover, map_rules=map_rules) for token in tokens),
        grounds=grounds,
        map_rules=map_rules,
        ground_heights=ground_heights_of(grounds, free=to_fraction(float(map_rules.step * side)), rate=rate),
    )


def sides_of(corners: Outline) -> Iterator[Line]:
    """Yield the straight lines of a closed one."""
    yield from (side for side in pairwise([*corners, corners[0]]) if side[0] != side[1])


def _disc(token: map_data.Token, mover: map_data.Token, *, map_rules: MapRules) -> Disc:
    half = to_fraction(token.cols) / 2
    at = _grains(to_fraction(token.col) + half), _grains(to_fraction(token.row) + half)
    bars = map_rules.passing(token.disposition) == "blocks"
    return Disc(at, _grains(half + to_fraction(mover.cols) / 2), bars)


def line_of(wall: map_data.Wall) -> Line:
    """Return a wall as a line, turned such that a one-way wall stops what comes from its right side."""
    a, b = outline((wall.a, wall.b))
    return (b, a) if wall.blocks == "left" else (a, b)
