"""From a route as it was asked to the way the rules judge: cells, and one measured segment per step."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from py_rules import protocol
from py_rules.board import Board, Measured, OffMap, PathJumps, Step
from py_rules.exact import exact, plain
from py_rules.ledger import GateFact, SegmentFact
from py_rules.problems import Broken
from py_rules.protocol import MeasuredSegment, Scene
from py_rules.system import Gate, Segment

Point = tuple[int, int, int | float, str | None]
"""Column, row, elevation, and the mode of the step into the cell."""


@dataclass(frozen=True, slots=True)
class Way:
    """A measured route: ``segments[i]`` leads from ``points[i]`` to ``points[i + 1]``; a host's own has no points."""

    segments: tuple[Segment, ...]
    points: tuple[Point, ...] | None

    @property
    def length(self) -> Fraction:
        """Length of the whole path."""
        return sum((segment.extent for segment in self.segments), Fraction(0))

    def split(self, count: int) -> tuple["Way", "Way"]:
        """Return the first ``count`` segments and the rest, as two ways."""
        points = self.points
        first = Way(self.segments[:count], None if points is None else points[: count + 1])
        return first, Way(self.segments[count:], None if points is None else points[count:])

    def index_at(self, position: Fraction) -> int:
        """Return how many segments end at or before ``position``."""
        done = Fraction(0)
        for index, segment in enumerate(self.segments):
            done += segment.extent
            if done > position:
                return index
        return len(self.segments)

    def cut(self, position: Fraction) -> tuple["Way", "Way"]:
        """Return the way up to ``position``, as far as the mover may stop there, and the rest.

        On a map the cut is at a cell; a stretch measured by the host is cut anywhere but within a jump.
        """
        count = self.index_at(position)
        if self.points is None:
            return self._cut_measured(count, position)
        while count and not self.segments[count - 1].stand:
            count -= 1
        return self.split(count)

    def _cut_measured(self, count: int, position: Fraction) -> tuple["Way", "Way"]:
        done = sum((segment.extent for segment in self.segments[:count]), Fraction(0))
        first, rest = self.split(count)
        if position == done or not rest.segments or rest.segments[0].mode == "jump":
            return first, rest
        whole = rest.segments[0]
        begun = replace(whole, length=position - done)
        left = replace(whole, length=whole.length - begun.length, flat=Fraction(0), entered=(), gates=())
        return Way((*first.segments, begun), None), Way((left, *rest.segments[1:]), None)


def from_segments(given: Sequence[MeasuredSegment]) -> Way:
    """Return the way a host measured by itself."""
    return Way(tuple(_host_segment(segment) for segment in given), None)


def _host_segment(given: MeasuredSegment) -> Segment:
    gates = () if given.roll is None else (_gate(given.difficult or given.roll.name, given.roll),)
    return Segment(
        mode=given.mode,
        length=exact(given.length),
        rise=exact(given.rise),
        multiplier=exact(given.cost_multiplier),
        flat=exact(given.flat_cost),
        entered=(given.difficult,) if given.difficult else (),
        gates=gates,
        surface=given.surface,
        difficulty=given.difficulty,
        heading=given.heading,
        run_up=given.run_up,
    )


def _gate(region: str, roll: protocol.TerrainRoll) -> Gate:
    return Gate(region, roll.name, roll.pool, roll.difficulty, roll.needed)


def gates_of(scene: Scene) -> dict[str, Gate]:
    """Return the rolls that regions of a scene demand, by region id."""
    return {
        region.id: _gate(region.id, region.roll)
        for region in scene.regions
        if isinstance(region, protocol.Difficult) and region.roll is not None
    }


def from_points(board: Board, scene: Scene, points: Sequence[Point], *, parity: int, path: str) -> Way:
    """Return the way along ``points``, measured on a board; ``path`` is where the request gave it.

    Raises :class:`Broken` for a path that jumps cells or leaves the map.
    """
    try:
        measured = board.measure([(col, row, mode) for col, row, _, mode in points], parity=parity)
    except PathJumps as error:
        raise Broken(
            "path_jumps_cells",
            f"{path}[{error.index}]",
            f"{path}[{error.index}]: the cell is not next to the one before it",
            "list every cell of the path, each next to the one before, or send {'to': cell}",
        ) from error
    except OffMap as error:
        raise Broken(
            "off_map",
            f"{path}[{error.index}]",
            f"{path}[{error.index}]: the cell, or what the token covers there, is off the map",
            f"stay within {board.cols} columns and {board.rows} rows",
        ) from error
    return _measured_way(board, scene, points, measured)


def _measured_way(board: Board, scene: Scene, points: Sequence[Point], measured: Measured) -> Way:
    gates = gates_of(scene)
    segments = []
    for index, step in enumerate(measured.steps):
        rise = exact(points[index + 1][2]) - exact(points[index][2])
        segment = _step_segment(step, rise, gates, sprint=points[index + 1][3] == "sprint")
        in_air = step.mode == "jump" and not step.jump_lands
        barrier = measured.blocked_why if measured.blocked_at == index else None
        stands = not in_air and board.has(board.can_end, step.target)
        segments.append(replace(segment, stand=stands, barrier=barrier))
    if segments and not measured.end_ok and segments[-1].barrier is None:
        why = measured.end_why if measured.end_why == "occupied" else "end"
        segments[-1] = replace(segments[-1], barrier=why)
    modes = [points[0][3], *(segment.mode for segment in segments)]
    # Whole elevations become integers: a host that reads and writes the ledger as JSON keeps its hashes.
    shown = tuple(
        (col, row, plain(exact(up)), mode) for (col, row, up, _), mode in zip(points, modes, strict=True)
    )
    return Way(tuple(segments), shown)


def _step_segment(step: Step, rise: Fraction, gates: dict[str, Gate], *, sprint: bool) -> Segment:
    return Segment(
        mode="sprint" if sprint and step.mode == "ground" else step.mode,
        length=step.length,
        rise=rise,
        multiplier=step.multiplier,
        flat=step.flat,
        entered=step.entered,
        gates=tuple(gates[region] for region in step.gates),
        surface=step.surface,
        difficulty=step.difficulty,
        heading=str(step.direction),
        diagonals=int(step.diagonal),
        lands=step.jump_lands if step.mode == "jump" else True,
    )


def facts_of(segments: Sequence[Segment]) -> list[SegmentFact]:
    """Return segments as facts, one each."""
    return [_fact(segment) for segment in segments]


def summed_facts(segments: Sequence[Segment]) -> list[SegmentFact]:
    """Return what was moved as facts; equal stretches in a row become one."""
    merged: list[Segment] = []
    for segment in segments:
        last = merged[-1] if merged else None
        if last is not None and _continues(last, segment):
            merged[-1] = replace(
                last, length=last.length + segment.length, diagonals=last.diagonals + segment.diagonals
            )
        else:
            merged.append(replace(segment, stand=True))
    return facts_of(merged)


def _continues(last: Segment, segment: Segment) -> bool:
    """Tell whether a stretch only carries on the last one."""
    if (
        segment.mode == "jump"
        or segment.flat
        or segment.entered
        or segment.gates
        or segment.rise
        or last.rise
    ):
        return False
    same = ("mode", "multiplier", "surface", "difficulty", "heading")
    return all(getattr(last, name) == getattr(segment, name) for name in same)


def _fact(segment: Segment) -> SegmentFact:
    return SegmentFact(
        mode=segment.mode,
        length=plain(segment.length),
        rise=plain(segment.rise),
        mult=plain(segment.multiplier),
        flat=plain(segment.flat),
        entered=list(segment.entered),
        gates=[
            GateFact(
                id=gate.id, name=gate.name, pool=gate.pool, difficulty=gate.difficulty, needed=gate.needed
            )
            for gate in segment.gates
        ],
        surface=segment.surface,
        difficulty=segment.difficulty,
        heading=segment.heading,
        run_up=segment.run_up,
        diagonals=segment.diagonals,
        lands=segment.lands,
        stand=segment.stand,
        failed=segment.failed,
    )


def from_facts(facts: Sequence[SegmentFact], way: Sequence[Point] | None) -> Way:
    """Return the way that facts recorded; barriers are not recorded, a pending way was legal or allowed."""
    segments = tuple(
        Segment(
            mode=fact.mode,
            length=exact(fact.length),
            rise=exact(fact.rise),
            multiplier=exact(fact.mult),
            flat=exact(fact.flat),
            entered=tuple(fact.entered),
            gates=tuple(Gate(g.id, g.name, g.pool, g.difficulty, g.needed) for g in fact.gates),
            surface=fact.surface,
            difficulty=fact.difficulty,
            heading=fact.heading,
            run_up=fact.run_up,
            diagonals=fact.diagonals,
            lands=fact.lands,
            stand=fact.stand,
            failed=fact.failed,
        )
        for fact in facts
    )
    return Way(segments, None if way is None else tuple(way))
