"""Jumps as single moves: from the take-off, or from where the run-up begins, to the landing.

A jump leads in a straight line over gap cells to the first cell that is none. Whether it is a running
jump depends on the way to the take-off, which a label does not remember; so a running jump is one move
together with its run-up, and stays exact.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from py_rules.board import Board, Edge
from py_rules.board.edges import split_by_entry
from py_rules.board.grid import slide


@dataclass(frozen=True, slots=True)
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


def standing(board: Board, origins: int) -> Iterator[Leap]:
    """Yield the jumps that take off from ``origins``; one that starts over a gap flies out of it."""
    if not board.gap:
        return
    for direction, heading in enumerate(board.grid.headings):
        if heading.passage:
            continue
        delta = board.grid.delta(direction)
        first = board.grid.shift(origins & board.gap & board.open[direction], direction)
        yield from _landing(board, direction, 1, first & ~board.gap)
        air = board.grid.shift(origins & board.open[direction], direction) & board.gap
        steps = 1
        while air:
            steps += 1
            moved = slide(air & board.open[direction], delta)
            yield from _landing(board, direction, steps, moved & ~board.gap)
            air = moved & board.gap


def _landing(board: Board, direction: int, steps: int, landings: int) -> Iterator[Leap]:
    delta = board.grid.delta(direction) * steps
    entries = split_by_entry(board.terrain, slide(landings, -delta), delta=delta)
    for (flat, gates), origins in entries.items():
        yield Leap(direction, (), steps, flat, frozenset(gates), origins)


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
