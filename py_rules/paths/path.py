"""A measured path, and how it is cut."""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, groupby
from operator import itemgetter

from py_rules.board.geometry import deciding_axis
from py_rules.values.records import record, replace
from py_rules.values.rounding import GRAIN, SNAP, to_fraction, to_number
from py_rules.values.stretch import Segment

At = tuple[int | float, int | float]
"""Column and row of a token."""
Waypoint = tuple[int | float, int | float, int | float, str | None]
"""Column, row, elevation, and the mode of the step into the cell; fractions only on a map without cells."""


def cell_of(place: Sequence[int | float | str | None]) -> tuple[int, int]:
    """Return the cell of a place on a grid, where columns and rows are whole.

    >>> cell_of((3, 4, 0, "ground"))
    (3, 4)
    >>> cell_of((3.5, 4))
    Traceback (most recent call last):
    TypeError: 3.5, 4 is no cell
    """
    col, row = place[:2]
    if not isinstance(col, int) or not isinstance(row, int):
        message = f"{col}, {row} is no cell"
        raise TypeError(message)
    return col, row


def is_cell(place: Sequence[int | float | str | None]) -> bool:
    """Return whether a place is a cell of a grid; those of a map without cells mostly are none.

    >>> is_cell((3, 4, 0, "ground")), is_cell((3.5, 4))
    (True, False)
    """
    return all(isinstance(at, int) for at in place[:2])


@record(slots=False)
class Path:
    """A measured route: ``segments[i]`` leads from ``points[i]`` to ``points[i + 1]``; a host's own has no points.

    On cells a point stands twice where part of a step is walked up to a gap, or on from it.
    """

    segments: tuple[Segment, ...]
    points: tuple[Waypoint, ...] | None
    straight: bool = False
    """On a map without cells: its segments are straight lines, and may be cut anywhere but within a jump."""

    @cached_property
    def ends(self) -> Sequence[Fraction]:
        """How far along the path each segment ends."""
        return list(accumulate(segment.extent for segment in self.segments))

    @property
    def length(self) -> Fraction:
        """Length of the whole path."""
        return self.ends[-1] if self.ends else Fraction(0)

    @property
    def places(self) -> tuple[Waypoint, ...] | None:
        """Its points, each once."""
        if self.points is None or self.straight:
            return self.points
        return tuple(next(same) for _, same in groupby(self.points, key=itemgetter(0, 1, 2)))

    def split(self, count: int) -> tuple["Path", "Path"]:
        """Return the first ``count`` segments and the rest, as two paths."""
        points, first = self.points, self
        if count < len(self.segments):
            first = replace(self, segments=self.segments[:count], points=points and points[: count + 1])
        return first, replace(self, segments=self.segments[count:], points=points and points[count:])

    def index_at(self, position: Fraction) -> int:
        """Return how many segments end at or before ``position``; one without length there is still ahead."""
        first = bisect_left(self.ends, position)
        for index in range(first, len(self.segments)):
            ahead = self.segments[index].extent == 0 and (not index or self.ends[index - 1] == position)
            if self.ends[index] > position or ahead:
                return index
        return len(self.segments)

    def split_at(self, position: Fraction) -> tuple["Path", "Path"]:
        """Return the path up to ``position`` and the rest; on a map, split at the cell at or before it."""
        count = self.index_at(position)
        return self._cut_measured(count, position) if self._anywhere else self.split(count)

    @property
    def _anywhere(self) -> bool:
        return self.points is None or self.straight

    def cut(self, position: Fraction) -> tuple["Path", "Path"]:
        """Return the path up to ``position``, as far as the mover may stop there, and the rest.

        On a map the cut is at a cell, or on the way straight up or down in water; a stretch measured by the host is cut
        anywhere but within a jump.
        """
        if (swum := self.held(position, modes={"swim"})) is not None:
            return swum
        count = self.index_at(position)
        ahead = self.segments[count : count + 1]
        whole = any(one.upright or not one.level for one in ahead)
        if self.points is None or (self.straight and not whole and all(one.stand for one in ahead)):
            return self._cut_measured(count, position)
        while count and not self.segments[count - 1].stand:
            count -= 1
        return self.split(count)

    def onto(self, count: int) -> tuple["Path", "Path"]:
        """Return the path just past where a stretch begins, and the rest; on cells past all of that stretch."""
        if not self.straight or self.points is None:
            return self.split(count + 1)
        begin, end = ((round(x * GRAIN), round(y * GRAIN)) for x, y, *_ in self.points[count : count + 2])
        length, axis = self.segments[count].length, deciding_axis(begin, end)
        grains = max(abs(end[axis] - begin[axis]), SNAP)
        return self.split_at(self.ends[count] - length + length * SNAP / grains)

    @property
    def leap(self) -> "Path":
        """The jump that the path begins with, up to its landing."""
        lands = (index + 1 for index, segment in enumerate(self.segments) if segment.lands)
        return self.split(next(lands, len(self.segments)))[0]

    def held(
        self, position: Fraction, *, modes: Collection[str] = ("climb", "rappel")
    ) -> tuple["Path", "Path"] | None:
        """Return the path up to ``position`` in a climb, where the mover holds on, and the rest; none: it is in none.

        It holds on beside what is climbed, at the foot of it, as high as the climb has got. ``modes``: or in a swim
        straight up or down, where it has got to.
        """
        count = self.index_at(position)
        first, rest = self.split(count)
        stands = first.segments[-1].stand if first.segments else True
        if self.points is None or not rest.segments or position == first.length or not stands:
            return None
        whole, (here, there) = rest.segments[0], self.points[count : count + 2]
        share = (position - first.length) / whole.extent
        foot = here if whole.rise > 0 else there
        sloped = self.straight and not whole.upright and whole.storeys[0] == whole.storeys[1]
        if whole.mode == "swim" and here[:2] != there[:2]:
            return None
        if whole.mode not in modes or sloped or here[2] == there[2] or (foot is there and not whole.stand):
            return None
        mid = (foot[0], foot[1], _between(here[2], there[2], share=share), whole.mode)
        begun, left = _climbed(whole, share, foot=0 if foot is here else 1)
        reached = replace(self, segments=(*first.segments, begun), points=(*self.points[: count + 1], mid))
        ahead = (mid, *self.points[count + 1 :])
        return reached, replace(self, segments=(left, *rest.segments[1:]), points=ahead)

    def within(self, position: Fraction) -> tuple["Path", "Path"]:
        """Return how much of a jump is covered at ``position``, and the rest; on cells from where it ends."""
        count = self.index_at(position)
        first, rest = self.split(count)
        if not rest.segments or position <= first.length:
            return first, rest
        part = rest.segments[0]
        if part.border is None and not self._anywhere:
            return first, rest
        share = (position - first.length) / part.extent
        begun = replace(part, length=part.length * share, rise=part.rise * share)
        points, stays = self._points_to(count, share), False
        if self.points is not None and not self.straight:
            stays = part.border is None or share <= part.border
            points = (*self.points[: count + 1], self.points[count if stays else count + 1])
        reached = replace(first, segments=(*first.segments, begun), points=points)
        return reached, rest if stays else self.split(count + 1)[1]

    def _points_to(self, count: int, share: Fraction) -> tuple[Waypoint, ...] | None:
        """Return the points up to a share of the segment of that number."""
        if self.points is None:
            return None
        start, end = self.points[count : count + 2]
        col, row, up = (_between(start[axis], end[axis], share=share) for axis in range(3))  # type: ignore[arg-type]
        return (*self.points[: count + 1], (col, row, up, end[3]))

    def _cut_measured(self, count: int, position: Fraction) -> tuple["Path", "Path"]:
        done = self.ends[count - 1] if count else Fraction(0)
        first, rest = self.split(count)
        whole = rest.segments[0] if rest.segments else None
        if position == done or whole is None or whole.mode == "jump" or whole.upright or not whole.level:
            return first, rest
        begun = replace(whole, length=position - done)
        left = replace(whole, length=whole.length - begun.length, flat=Fraction(0), entered=(), gates=())
        if self.points is None or whole.start is None or whole.end is None:
            return Path((*first.segments, begun), None), Path((left, *rest.segments[1:]), None)
        share = begun.length / whole.length
        x, y = (a + (b - a) * share for a, b in zip(whole.start, whole.end, strict=True))
        up = whole.ups[0] + (whole.ups[1] - whole.ups[0]) * share
        begun = replace(begun, rise=whole.rise * share, end=(x, y), ups=(whole.ups[0], up), barrier=None)
        left = replace(left, rise=whole.rise - begun.rise, start=(x, y), ups=(up, whole.ups[1]))
        to = self._points_to(count, share) or ()
        rest_points = (to[-1], *self.points[count + 1 :])
        return Path((*first.segments, begun), to, straight=True), Path(
            (left, *rest.segments[1:]), rest_points, straight=True
        )


def _climbed(whole: Segment, share: Fraction, *, foot: int) -> tuple[Segment, Segment]:
    """Return a share of a climb, at whose end the mover holds on, and the rest; ``foot``: which end it is above."""
    at = (whole.start, whole.end)[foot]
    up = whole.ups[0] + (whole.ups[1] - whole.ups[0]) * share
    begun = replace(
        whole,
        length=whole.length * share,
        rise=whole.rise * share,
        flat=Fraction(0),
        entered=(),
        gates=(),
        end=at,
        storeys=(whole.storeys[0], whole.storeys[foot]),
        ups=(whole.ups[0], up),
        stand=True,
        onto=None,
        barrier=None,
    )
    return begun, replace(
        whole,
        length=whole.length - begun.length,
        rise=whole.rise - begun.rise,
        start=at,
        storeys=(whole.storeys[foot], whole.storeys[1]),
        ups=(up, whole.ups[1]),
    )


def _between(start: float, end: float, *, share: Fraction) -> int | float:
    """Return a number between two, on the grain.

    >>> _between(1, 2, share=Fraction(1, 4)), _between(1, 3, share=Fraction(1, 2))
    (1.25, 2)
    """
    first = to_fraction(start)
    return to_number(to_fraction(to_number(first + (to_fraction(end) - first) * share)))
