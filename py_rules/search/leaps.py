"""Jumps as single moves: from the take-off, or from where the run-up begins, to the landing.

A jump leads in a straight line over gap cells to the first cell that is none. Whether it is a running
jump depends on the way to the take-off, which a label does not remember; so a running jump is one move
together with its run-up, and stays exact.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from py_rules.board import Board, Edge
from py_rules.board.edges import Entries
from py_rules.board.field import corners_of
from py_rules.board.grid import slide, union
from py_rules.board.steps import Walked
from py_rules.values.records import record, replace


@record()
class Leap:
    """Equal jumps of ``steps`` steps after the ground steps in ``run``."""

    direction: int
    run: tuple[Edge, ...]
    steps: int
    flat: Fraction
    """The surcharge of what the landing enters."""
    gates: frozenset[str]
    """Entered in the run-up or on landing."""
    origins: int
    rise: Fraction = Fraction(0)
    """How high the jump leads up."""
    before: Walked | None = None
    after: Walked | None = None
    """What is walked on before the gap, and behind it, on the cells where it takes off and lands."""


def standing(board: Board, origins: int, *, most: int) -> Iterator[Leap]:
    """Yield the jumps that take off from ``origins``; one that starts over a gap flies out of it.

    On a map with ledges they are of at most ``most`` steps.
    """
    if not board.level:
        yield from _from_heights(board, origins, most=most)
        return
    if not board.gap:
        return
    for direction, heading in enumerate(board.grid.headings):
        if heading.passage:
            continue
        delta = board.grid.delta(direction)
        first = board.grid.shift(origins & board.gap & board.open[direction], direction)
        yield from _landing(board, direction, steps=1, landings=first & ~board.gap)
        air = board.grid.shift(origins & board.open[direction], direction) & board.gap
        steps = 1
        while air:
            steps += 1
            moved = slide(air & board.open[direction], delta)
            yield from _landing(board, direction, steps=steps, landings=moved & ~board.gap)
            air = moved & board.gap


def _from_heights(board: Board, origins: int, *, most: int) -> Iterator[Leap]:
    """Yield the jumps between grounds of different heights: up onto higher ground, over gaps and low ground.

    None lands where the ground is too deep to be stepped down to: nobody is led into a fall.
    """
    levels, free = board.terrain.heights.levels, board.terrain.heights.free
    upward, pits = board.terrain.heights.upward, board.terrain.pits
    for level in levels:
        own = origins & level.touched
        if not own:
            continue
        low = union(low.touched for low in levels if low.up < level.up - free)
        high = [(up.up - level.up, up.touched & ~board.gap) for up in levels if up.up >= level.up - free]
        high = [(rise, bits) for rise, bits in high if upward or rise <= free]
        raised = union(bits for rise, bits in high if rise > free)
        firm = [(rise, bits & corners_of(bits & ~pits, board.grid.stride)) for rise, bits in high if pits]
        aloft = low | board.gap
        for direction, heading in enumerate(board.grid.headings):
            if heading.passage:
                continue
            if crossed := board.grid.crossed(direction):
                made = partial(
                    _over_squares, masks=(own, origins, low), most=most, high=high, firm=firm or high
                )
                yield from made(board, direction, crossed=crossed)
                continue
            first = board.grid.shift(own & board.open[direction], direction)
            out = board.grid.shift(own & board.open[direction] & board.gap, direction)
            yield from _landings(
                board, direction, steps=1, landings=(out | first & raised) & ~aloft, high=high
            )
            air, steps = first & aloft, 1
            while air and steps < most:
                steps += 1
                moved = slide(air & board.open[direction], board.grid.delta(direction))
                yield from _landings(board, direction, steps=steps, landings=moved & ~aloft, high=high)
                air = moved & aloft


def _over_squares(
    board: Board,
    direction: int,
    *,
    crossed: Sequence[int],
    masks: tuple[int, int, int],
    most: int,
    high: Sequence[tuple[Fraction, int]],
    firm: Sequence[tuple[Fraction, int]],
) -> Iterator[Leap]:
    """Yield the jumps on a lattice: the squares that their steps cross show which of these are flown.

    A step to the border of the low ground, or from there, that crosses none of it is walked. ``masks``: the points
    of a height, of them and others those that may be taken off from, and the low ground. ``firm``: the points of higher
    ground, without the border of a gap where beside it the ground is of another height only: nobody stands there.
    """
    grid, delta, (own, origins, low) = board.grid, board.grid.delta(direction), masks
    air = low | board.terrain.pits
    rows = air & air << 1
    aloft = low | rows & rows << grid.stride
    flown = board.open[direction] & union(slide(air, -by) for by in crossed)
    onto, off = ([edge for edge in edges if edge.direction == direction] for edges in board.ledge_edges)
    ground = own & ~aloft
    walked = ((edge, grid.shift(edge.origins & ground & ~flown, direction) & origins) for edge in onto)
    starts: list[tuple[Edge | None, int]] = [(None, ground), *walked]
    for before, start in starts:
        bits, count, run = start, 0, () if before is None else (replace(before, origins=0),)
        gates = frozenset[str]() if before is None else frozenset(before.gates)
        while (bits := bits & flown) and count < most:
            count, bits = count + 1, grid.shift(bits, direction)
            found = [*_landings(board, direction, steps=count, landings=bits & ~aloft, high=firm)]
            for last in off:
                landed = last.origins & bits & ~flown & grid.back(~aloft, direction)
                for rise, level in high:
                    here = landed & slide(level, -crossed[0])
                    found += _walking_on(
                        board, last, steps=count + 1, origins=slide(here, -delta * count), rise=rise
                    )
            for leap in found:
                first = slide(leap.origins, -delta * len(run))
                yield replace(leap, run=run, gates=leap.gates | gates, origins=first)
            bits &= aloft


def _walking_on(board: Board, last: Edge, *, steps: int, origins: int, rise: Fraction) -> Iterator[Leap]:
    """Yield the jumps of ``steps`` steps whose last one is walked; they enter what it and the landing enter."""
    after, rise = Walked(Fraction(1), last.footing, last.multiplier), max(rise, Fraction(0))
    entries = Entries(board.terrain, board.grid.delta(last.direction) * steps).split(origins)
    for (flat, gates), part in entries.items() if origins else ():
        entered = frozenset((*gates, *last.gates))
        yield Leap(last.direction, (), steps, max(flat, last.flat), entered, part, rise, after=after)


def _landings(
    board: Board, direction: int, *, steps: int, landings: int, high: Sequence[tuple[Fraction, int]]
) -> Iterator[Leap]:
    """Yield the jumps that land on higher ground, by how far it is above the take-off."""
    for rise, bits in high:
        if landings & bits:
            yield from _landing(
                board, direction, steps=steps, landings=landings & bits, rise=max(rise, Fraction(0))
            )


def _landing(
    board: Board, direction: int, *, steps: int, landings: int, rise: Fraction = Fraction(0)
) -> Iterator[Leap]:
    delta = board.grid.delta(direction) * steps
    entries = Entries(board.terrain, delta).split(slide(landings, -delta))
    for (flat, gates), together in entries.items():
        for before, taking_off in _beside(board, direction, cells=together, walked=steps > 1):
            over_gap = bool(taking_off & board.gap)
            for after, landing in _beside(
                board, direction, cells=slide(taking_off, delta), walked=steps > 1 or over_gap
            ):
                origins = slide(landing, -delta)
                yield Leap(direction, (), steps, flat, frozenset(gates), origins, rise, before, after)


def _beside(board: Board, direction: int, *, cells: int, walked: bool) -> Iterator[tuple[Walked | None, int]]:
    """Split cells where jumps take off or land by what of their steps is walked there."""
    share = board.beside_gap(direction) if walked else Fraction(0)
    for footing, multiplier, bits in board.terrain.grounds(cells) if share else ():
        yield Walked(share, footing, multiplier), bits
        cells ^= bits
    for bits in (cells & board.gap, cells & ~board.gap):
        if bits:
            yield None, bits


def with_run(board: Board, leaps: Sequence[Leap]) -> Iterator[Leap]:
    """Yield ``leaps`` with one more ground step before each."""
    ground: dict[int, list[Edge]] = {}
    for edge in board.edges:
        if edge.footing.mode == "ground":
            ground.setdefault(edge.direction, []).append(edge)
    for leap in leaps:
        before = board.grid.back(leap.origins, leap.direction)
        for edge in ground.get(leap.direction, []):
            origins = before & edge.origins
            if origins:
                run = (replace(edge, origins=0), *leap.run)
                yield replace(leap, run=run, gates=leap.gates.union(edge.gates), origins=origins)
