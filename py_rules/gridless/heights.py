"""Drawn lines over ground of several heights.

Where a line crosses the border of a ledge, the ground changes its height at a point. If the change can be stepped,
walking goes on; else it is a stretch of its own without any length on the map: a climb as long as it is high, or the
step over the edge. Every point of a path has the height of the ground there, so that there is a grain between the two
ends of such a stretch. Jumps fly over what is lower than their take-off, and land on what is higher.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby, pairwise, takewhile
from operator import attrgetter, itemgetter

from py_rules.board.heights import BARE, Level
from py_rules.board.ledge_steps import climbed
from py_rules.board.open_map import OpenMap, Part
from py_rules.board.spatial_index import Spot
from py_rules.board.steps import AFOOT, WALKED
from py_rules.gridless.courses import Course, Stand
from py_rules.gridless.pieces import (
    LedgeStep,
    Piece,
    Stretch,
    barred,
    clings,
    kinds_of,
    laid,
    mode_of,
    unheld,
)
from py_rules.paths.path import Waypoint
from py_rules.values.holds import HELD
from py_rules.values.records import replace
from py_rules.values.rounding import SNAP, to_fraction

ZERO, ONE = Fraction(0), Fraction(1)
Item = tuple[Part, Piece, str | None]


class PathHeights:
    """Makes stretches of the pieces of a path, line by line."""

    def __init__(
        self,
        open_map: OpenMap,
        points: Sequence[Waypoint],
        *,
        spots: Sequence[Spot],
        flying: frozenset[str],
        rate: Fraction,
    ) -> None:
        self.open_map, self.points, self.spots = open_map, points, spots
        self.flying, self.rate = flying, rate
        self.ground_heights = open_map.ground_heights
        self.stand = self._at(0)
        self.entered = self.stand.under
        """The regions entered last: a mover that only comes to a border has not entered what is behind it."""
        up, low = to_fraction(points[0][2]), self.stand.elevation
        told = self.ground_heights.level or (len(points) > 1 and points[1][3] in flying)
        held = None if told else self._held(0)
        sunk = up < low and not self.stand.kinds.isdisjoint({"water", "gap"})
        if held is not None:
            self.stand = held
        elif (told or up) and (sunk or up > low):  # 0: as high as the ground
            self.stand = self._up(self.stand, up)
        self.roped = False
        """Whether a rope leads down the edge of a piece: to the edge, and on from its foot, one walks."""
        self.halt: Fraction | None = None
        """How high a piece ends that leads down a wall or a rope, and not to its foot."""
        self.take_off: Level | None = None
        """That of a jump that has not landed."""

    def marks(self, line: Sequence[int]) -> bool:
        """Return whether a line is so short that it only says how a change of heights is overcome."""
        (ax, ay), (bx, by) = self.spots[line[0]], self.spots[line[-1] + 1]
        return (bx - ax) ** 2 + (by - ay) ** 2 <= SNAP**2

    def upright(self, number: int) -> bool:
        """Return whether two equal points lead straight up or down."""
        return self.points[number][2] != self.points[number + 1][2]

    def fits(self, line: Sequence[int]) -> bool:
        """Return whether a straight line of pieces leads over the ground of the places in it, and changes it there."""
        parts, pieces = laid(self.open_map, self.spots, line=line)
        within = pieces[:-1]
        if any(piece.begins < piece.ends and self.marks([piece.number]) for piece in within):
            return False
        for share, group in groupby(within, key=attrgetter("ends")):
            spots = [self.spots[piece.number + 1] for piece in group]
            first, last = self.open_map.under(*spots[0]), self.open_map.under(*spots[-1])
            before = [part.under for part in parts if part.begins < share <= part.ends]
            after = [part.under for part in parts if part.begins <= share < part.ends]
            if len(spots) == 1 and before and after and first in {*before, *after}:
                continue
            if (before and first != before[0]) or (after and last != after[0]):
                return False
        return True

    def line(self, line: Sequence[int], heading: str) -> Iterator[Stretch]:
        """Yield the stretches of one straight line of pieces."""
        a, b = self.spots[line[0]], self.spots[line[-1] + 1]
        course = Course(self.open_map, a, b=b, heading=heading)
        items: Iterable[Item] = barred(self.open_map, self.spots, line=line)
        if self.marks(line):
            piece = Piece(line[-1], ONE, ONE)
            items = [(Part(a, b, ONE, ONE, self.open_map.under(*b), crowded=False), piece, None)]
        for piece, together in groupby(items, key=itemgetter(1)):
            yield from self._piece(course, piece, items=list(together))

    def _at(self, number: int) -> Stand:
        spot = self.spots[number]
        return Stand(self.ground_heights.at(*spot), self.open_map.under(*spot))

    def _held(self, number: int) -> Stand | None:
        """Return where a mover is that holds on to what is beside a point; none: it is on the ground, or in the air."""
        spot, up = self.spots[number], to_fraction(self.points[number][2])
        wall = self.ground_heights.perch(spot, up)
        level, under = Level(up, up * self.rate, BARE, 0), self.open_map.under(*spot)
        return None if wall is None else Stand(level, under, wall=self.open_map.under(*wall))

    def _up(self, stand: Stand, elevation: Fraction) -> Stand:
        """Return where a mover is at a height that the path tells: on the ground, if that is as high."""
        if elevation == stand.elevation:
            return stand
        return Stand(Level(elevation, elevation * self.rate, BARE, 0), stand.under, grounded=False)

    def _piece(self, course: Course, piece: Piece, *, items: list[Item]) -> Iterator[Stretch]:
        chosen = self.points[piece.number + 1][3]
        end = self._at(piece.number + 1)
        if course.a == course.b and chosen in {None, "climb"}:
            end = self._held(piece.number + 1) or end
        if self._given(course, piece, items=items, end=end):
            self.take_off = None
            before, up = (to_fraction(point[2]) for point in self.points[piece.number : piece.number + 2])
            hangs = partial(clings, self.open_map, mode="climb", up=min(before, up))
            if chosen is None and before and up and all(hangs(part) for part, _, _ in items):
                chosen = "climb"  # from wall to wall
            if course.a == course.b:
                self.stand = self._up(self.stand, before)
            ends = up if up or chosen in self.flying else end.elevation  # 0: as high as the ground
            sinks = chosen in {"swim", *self.flying} or end.kinds & {"water", "gap"}
            if course.a != course.b and not sinks:
                ends = max(ends, end.elevation)
            for some in self._over_dry(items, chosen, end=end):
                there = self._up(end, ends) if some[-1] is items[-1] else end
                yield from self._free(course, some, chosen=chosen, end=there)
        elif chosen == "jump":
            yield from self._leap(course, piece, items=items, end=end)
        else:
            up = to_fraction(self.points[piece.number + 1][2])
            self.halt = up if self._halts(up, items, chosen=chosen, end=end) else None
            yield from self._on_ground(course, items, chosen=chosen, end=self._halted(end))

    # ------------------------------------------------------------ where the path says how high

    def _given(self, course: Course, piece: Piece, *, items: Sequence[Item], end: Stand) -> bool:
        """Return whether the path says how high the end of a piece is; else it is as high as the ground.

        Beside ledges the path says it of what leads straight up or down, of a flight, and over even ground of a climb
        or jump to another elevation, of a dive, of a climb on a surface, and of whoever is not on the ground.
        """
        (_, _, before, _), (_, _, up, chosen) = self.points[piece.number : piece.number + 2]
        upright = course.a == course.b and end.wall is None and (up > before or self.stand.wall is None)
        if self.ground_heights.level or chosen in self.flying or upright:
            return True
        last, ground = items[-1][0], end.level.elevation
        grounds = {ground, *(self.ground_heights.of(part.under).elevation for part, _, _ in items)}
        leads = up != before and up > ground and chosen in {"climb", "jump"}
        on_wall = mode_of(last, chosen) == "climb" and "climb" in kinds_of(last) and up != 0
        dives = mode_of(last, chosen) == "swim" and "water" in kinds_of(last) and up < ground
        if len(grounds) > 1 or not self.stand.grounded:
            return len(grounds) == 1
        return self.stand.elevation == ground and (
            dives or ((leads or on_wall) and (up > ground or not ground))
        )

    def _over_dry(self, items: Sequence[Item], chosen: str | None, *, end: Stand) -> list[Sequence[Item]]:
        """Return the parts of a piece up to dry ground, on it, and behind it: whoever comes from below crosses it."""
        dry = [
            number
            for number, (part, _, _) in enumerate(items)
            if mode_of(part, chosen) in AFOOT and "water" not in kinds_of(part)
        ]
        cuts = [dry[0], dry[-1] + 1] if dry and self.stand.elevation <= end.elevation else []
        return [items[first:last] for first, last in pairwise([0, *cuts, len(items)]) if first < last]

    def _free(
        self, course: Course, items: Sequence[Item], *, chosen: str | None, end: Stand
    ) -> Iterator[Stretch]:
        """Yield the stretches of a piece whose height changes along its length."""
        up, rise = self.stand.elevation, end.elevation - self.stand.elevation
        laid_out = _joined(items) if chosen == "jump" else items
        moved = [(part, mode_of(part, chosen), bars) for part, _, bars in laid_out]
        rising = _rising([(part, mode) for part, mode, _ in moved])
        whole = sum((part.ends - part.begins for part in rising), ZERO)
        for part, mode, barrier in moved:
            share = ((part.ends - part.begins) / whole if whole else ONE) if part in rising else ZERO
            held = clings(self.open_map, part, mode=mode, up=min(up, up + rise * share))
            bars = barrier or (None if held else unheld(part, mode, flying=self.flying, rise=rise))
            swims = mode == "swim" and "water" in kinds_of(part)
            if course.a == course.b and not swims and mode not in {"climb", "rappel", "fall", *self.flying}:
                bars = "rise"  # nobody walks or jumps straight up
            ups = up, up + rise * share
            yield Stretch(part, mode, course.length(part), rise * share, course.heading, bars, ups=ups)
            up = ups[1]
        self.stand, self.entered = end, items[-1][0].under

    # ------------------------------------------------------------ on the ground

    def _halts(self, up: Fraction, items: Sequence[Item], *, chosen: str | None, end: Stand) -> bool:
        """Tell whether a piece that leads over an edge ends at some height on a wall or a rope."""
        top = min(up, self.stand.elevation)
        low = (kinds_of(part) for part, _, _ in items if self.ground_heights.of(part.under).elevation < top)
        on_walls = chosen in {None, "climb"} and all("climb" in kinds for kinds in (end.kinds, *low))
        hangs = chosen in {"climb", "rappel"} and top == up
        return up != 0 and end.elevation < top and (on_walls or hangs)

    def _halted(self, there: Stand) -> Stand:
        """Return where a mover is that goes over an edge to some ground, or halts on the way."""
        if self.halt is None or there.elevation >= self.stand.elevation:
            return there
        return self._up(there, max(self.halt, there.elevation))

    def _on_ground(
        self, course: Course, items: Sequence[Item], *, chosen: str | None, end: Stand
    ) -> Iterator[Stretch]:
        """Yield the stretches of a piece that goes along the ground, and where it changes its height."""
        last = items[-1][0]
        self.roped = chosen == "rappel" and end.elevation < self.stand.elevation
        for part, _, barrier in items:
            if part.begins < part.ends:
                yield from self._part(
                    course, part, chosen=chosen, barrier=barrier, end=end if part is last else None
                )
        if self.stand.wall is not None and last.begins == last.ends:
            yield from self._stepped_over(course, last, chosen=chosen, end=end)
        if "gap" not in end.kinds or self.take_off is None:
            yield from self._change(course, last, chosen=chosen, there=end, begins=False)

    def _stepped_over(
        self, course: Course, part: Part, *, chosen: str | None, end: Stand
    ) -> Iterator[Stretch]:
        """Yield the step from what the mover holds on to onto ground right beside it that can be stepped on."""
        ups, length = (self.stand.elevation, end.elevation), course.length(part)
        told = length or (course.a != course.b and ups[0] == ups[1])  # a grain may be no length
        if told and not self.ground_heights.steep(self.stand.level, end.level):
            self.stand = end
            yield Stretch(part, mode_of(part, chosen), length, ZERO, course.heading, None, ups=ups)

    def _part(
        self, course: Course, part: Part, *, chosen: str | None, barrier: str | None, end: Stand | None
    ) -> Iterator[Stretch]:
        """Yield what leads over equal ground, ``end`` the end of its piece, and what leads there."""
        there = self._halted(Stand(self.ground_heights.of(part.under), part.under))
        mode = mode_of(part, None if self.roped and there.grounded else chosen)
        if mode == "jump":
            yield self._over_gap(course, part, barrier=barrier, end=end)
            return
        start = self.stand
        if self.take_off is not None:
            self.take_off, self.stand = None, there
        elif start.keeps(there):
            there = self._up(there, start.elevation)
        elif self.roped and not there.grounded:
            start = replace(start, grounded=False)  # down a rope it is aslant
        elif start.held and self.ground_heights.steep(start.level, there.level):
            yield from self._change(course, part, chosen=chosen, there=there, begins=True)
            start = there
        self.entered = part.under
        if end is not None and not self.ground_heights.steep(there.level, end.level):
            self.stand = replace(there, level=end.level)
        else:
            part, self.stand = course.placed(part, there), there
        yield Stretch(
            part,
            mode,
            course.length(part),
            ZERO if start.held else there.elevation - start.elevation,
            course.heading,
            barrier or unheld(part, mode, flying=self.flying),
            ups=(start.elevation, self.stand.elevation),
        )

    def _change(
        self, course: Course, part: Part, *, chosen: str | None, there: Stand, begins: bool
    ) -> Iterator[Stretch]:
        """Yield what leads to another height where a part begins or ends, if that is more than a step."""
        here, share, at = self.stand, *((part.begins, part.start) if begins else (part.ends, part.end))
        stays = course.a != course.b or here.elevation == there.elevation
        if stays and there.wall is None and not self.ground_heights.steep(here.level, there.level):
            self.stand = there if here.wall is None else here
            return
        self.stand = there
        start, end = course.place(share, here, at=at), course.place(share, there, at=at)
        rise = there.level.up - here.level.up
        mode = _over_the_edge(here, there, chosen=chosen, holds=(here.wall, there.wall) != (None, None))
        before = here.under if here.wall is None or rise > 0 else here.wall
        onto = there.under if there.wall is None or rise < 0 else there.wall
        yield Stretch(
            Part(start, end, share, share, self.entered, crowded=part.crowded),
            mode,
            ZERO,
            there.elevation - here.elevation,
            course.heading,
            "ledge" if rise > 0 and mode in WALKED else None,
            ups=(here.elevation, there.elevation),
            ledge_step=LedgeStep(rise, there.under, climbed(self.open_map, before, onto=onto)),
        )

    # ------------------------------------------------------------ in the air

    def _over_gap(self, course: Course, part: Part, *, barrier: str | None, end: Stand | None) -> Stretch:
        """Return a jump over a gap that the map proposes: it lands where the gap or the piece ends, however high."""
        take_off, after = self.take_off or self.stand.level, course.after(part)
        landing = Stand(self.ground_heights.of(after), after)
        if end is not None and not self.open_map.midair(part.end):
            landing = end
        elif "gap" in landing.kinds:
            self.take_off = take_off
            return self._jump(course, part, rise=ZERO, landing=self.stand, barrier=barrier)
        self.take_off = None
        placed = course.placed(part, landing)
        return self._jump(
            course, placed, rise=self._landed(take_off, landing.level), landing=landing, barrier=barrier
        )

    def _leap(self, course: Course, piece: Piece, *, items: Sequence[Item], end: Stand) -> Iterator[Stretch]:
        """Yield the jump of a piece: it lands where the ground is too high, and else where the piece ends."""
        take_off, number, aloft = self.take_off or self.stand.level, piece.number, False
        flown = list(takewhile(lambda item: self._flown_over(item[0], take_off), items))
        rest, landing = items[len(flown) :], end
        if rest:
            landing = Stand(self.ground_heights.of(rest[0][0].under), rest[0][0].under)
        elif course.goes_on(self.spots, number) and self.points[number + 2][3] == "jump":
            aloft = self.ground_heights.raised(end.level, take_off)
        goes_on = aloft or (not rest and self.open_map.midair(items[-1][0].end))
        self.take_off, rise = take_off if goes_on else None, ZERO
        if goes_on:
            landing = self.stand
        else:
            rise = self._landed(take_off, landing.level)
        *before, (last, _, barrier) = _joined(flown) or [
            (replace(part, end=part.start, ends=part.begins), piece, None) for part, _, _ in rest[:1]
        ]
        for part, _, bars in before:  # where something bars it
            yield self._jump(course, part, rise=ZERO, landing=self.stand, barrier=bars)
        last = course.placed(last, landing)
        made = self._jump(course, last, rise=rise, landing=landing, barrier=barrier)
        yield replace(made, aloft=aloft)
        if rest:
            yield from self._on_ground(course, rest, chosen=None, end=end)

    def _flown_over(self, part: Part, take_off: Level) -> bool:
        """Return whether a jump from some height leads over the ground of a part."""
        raised = self.ground_heights.raised(take_off, self.ground_heights.of(part.under))
        return "gap" in kinds_of(part) or not raised

    def _jump(
        self, course: Course, part: Part, *, rise: Fraction, landing: Stand, barrier: str | None
    ) -> Stretch:
        ups = self.stand.elevation, landing.elevation
        self.stand, self.entered = landing, landing.under
        return Stretch(part, "jump", course.length(part), rise, course.heading, barrier, ups=ups)

    def _landed(self, take_off: Level, landing: Level) -> Fraction:
        """Return how much higher a jump lands, all of it; lower only where that is more than a step."""
        rise = (landing.up - take_off.up) / self.rate
        return rise if rise > 0 or self.ground_heights.steep(take_off, landing) else ZERO


def _rising(parts: Sequence[tuple[Part, str]]) -> list[Part]:
    """Return the parts of a piece that lead up or down as far as it does: what is climbed or swum of it, if any is.

    Who walks does so at once: into the air, or in a fall.
    """
    held = [part for part, mode in parts if mode in HELD]
    return held or [part for part, mode in parts if mode not in AFOOT] or [parts[0][0]]


def _joined(items: Sequence[Item]) -> list[Item]:
    """Return the parts of a jump as one; what bars the rest of it makes them two."""
    joined: list[Item] = []
    for part, piece, barrier in items:
        if joined and barrier is None and joined[-1][0].ends == part.begins:
            first, _, bars = joined[-1]
            under = tuple(dict.fromkeys((*first.under, *part.under)))
            joined[-1] = replace(first, end=part.end, ends=part.ends, under=under, crowded=False), piece, bars
        else:
            joined.append((replace(part, crowded=False), piece, barrier))
    return joined


def _over_the_edge(here: Stand, there: Stand, *, chosen: str | None, holds: bool) -> str:
    """Return how a change of height is overcome: as the player says, else as the map proposes."""
    wet = "water" in here.kinds & there.kinds
    falls_in = chosen == "swim" and there.level.up < here.level.up and not wet
    if chosen not in {None, "sprint", "jump"} and not falls_in:
        return str(chosen)
    if holds and chosen is None:
        return "climb"
    kinds = there.kinds | (here.kinds if here.grounded else set())
    if there.level.up > here.level.up or "climb" in kinds:
        return "climb"
    if wet:
        return "swim"
    return "sprint" if chosen == "sprint" else "ground"
