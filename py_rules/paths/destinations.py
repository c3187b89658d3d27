"""Where a token can go: what the search finds, priced by the rules, as layers; and the best path to a cell."""

from binascii import b2a_base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import prod
from operator import itemgetter
from typing import Any

from py_rules.board import Board, Part
from py_rules.board.terrain import footings
from py_rules.paths.aslant import Exit, with_aslant
from py_rules.paths.fares import LEAST_CHANCE, ONE, ZERO, Fare, Means, PlacePrices, Tariff, budget_of
from py_rules.paths.path import cell_of
from py_rules.protocol.map_data import Scene, Token
from py_rules.search import (
    Budget,
    CellsByCost,
    Flood,
    Start,
    flood,
    joined,
    limitless,
    linked,
    most_steps,
    numbered,
    shared_flood,
    window,
)
from py_rules.values import work
from py_rules.values.answer_parts import Written
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction, to_number
from py_rules.values.stretch import Segment


def begun(pricing: PlacePrices, cell: tuple[int, int], *, first: Segment, budget: Budget) -> Start | None:
    """Return where a search begins, with what ``first`` has used by then; none: that cannot be gone."""
    parity, _, _ = pricing.system.start_of(pricing.means.move.turn)
    draw = budget.draw(first.footing, 0)
    used = first.extent * first.multiplier * draw.factor
    if not budget.pays(draw):
        return None
    gates = {gate.id for gate in first.gates if budget.gates.get(gate.id, ONE) < 1} - budget.passed
    return Start(
        cell=cell,
        cost=first.flat + (used if draw.meter is None else ZERO),
        meters={} if draw.meter is None else {draw.meter: used},
        marks=dict((*draw.marks, *draw.starts)),
        parity=(parity + first.diagonals) % 2,
        gates=frozenset(gates),
        chance=prod((budget.gates[gate] for gate in gates), start=ONE),
    )


SMALL = 40_000
"""Maps of no more cells are compiled whole: cutting them would save nothing."""


STRIPE = 8
"""The grid of columns and rows that boards are cut at, so that a mover needs no new one after a few steps."""


def part_in_reach(means: Means, scene: Scene, *, token: Token) -> Part | None:
    """Return the part of a large square map that a token can reach; none: compile the whole map."""
    grid = scene.grid
    if scene.storeys or grid.kind != "square" or grid.cols * grid.rows <= SMALL:
        return None
    made_on = footings(scene.regions)
    gaps = any(region.kind in {"gap", "ledge"} for region in scene.regions)
    cell = cell_of((token.col, token.row))
    start = Start(cell=cell)
    steps = most_steps(
        means.on(made_on), start, distance=to_fraction(grid.distance), footings=made_on, gaps=gaps
    )
    if steps is None:
        return None
    cols, rows = (
        _places(steps, at, size=size, most=most)
        for at, size, most in zip(cell, token.size, (grid.cols, grid.rows), strict=True)
    )
    return None if (len(cols), len(rows)) == (grid.cols, grid.rows) else (cols, rows)


def _places(steps: int, at: int, *, size: int, most: int) -> range:
    """Return the places of a row or column that a token can reach, rounded out to stripes.

    >>> _places(12, 500, size=1, most=1000), _places(30, 50, size=1, most=100)
    (range(480, 520), range(0, 100))
    """
    if 4 * steps > most:
        return range(most)
    return striped(at - steps - 1, at + steps + 1 + size, stripe=STRIPE, most=most)


def striped(first: int, last: int, *, stripe: int, most: int) -> range:
    """Return places from one to another, rounded out to stripes; there are ``most``."""
    return range(max(first // stripe * stripe, 0), min(-(-last // stripe) * stripe, most))


class Nearby:
    """Where one token in one state can go on the board in reach, whatever is beyond it: searched once."""

    def __init__(
        self,
        board: Board,
        pricing: PlacePrices,
        *,
        cell: tuple[int, int],
        exits: Mapping[tuple[int, int], Exit] | None = None,
    ) -> None:
        self.board, self.pricing, self.cell, self.exits = board, pricing, cell, exits or {}
        self.budget = budget_of(pricing)
        parity, heading, run = pricing.system.start_of(pricing.means.move.turn)
        if exits is None:
            direction = board.grid.headed(heading)
            run = ZERO if direction is None else run
            known = [Start(cell=cell, parity=parity % 2, heading=direction, run=run)]
        else:
            self.exits = with_aslant(board, cell, exits=exits, parity=parity)
            starts = (
                begun(pricing, at, first=first, budget=self.budget) for at, (_, first) in self.exits.items()
            )
            known = [start for start in starts if start is not None]
        self.stuck = not known
        """Whether the token cannot even get from its height to where the map goes on; then only lengths count."""
        ways = [Start(at, cost=first.extent * first.multiplier) for at, (_, first) in self.exits.items()]
        begin, *others = known or ways or [Start(cell)]
        self.start = replace(begin, others=tuple(others))

    @cached_property
    def found(self) -> Flood:
        """All best paths."""
        return flood(self.board, self.start, budget=self.budget)

    @cached_property
    def _shared(self) -> tuple[Flood | None, int]:
        return shared_flood(self.board, self.start, budget=self.budget)

    @property
    def listed(self) -> Flood:
        """The best path to each cell, where that is known without all best paths; else these."""
        shared, _ = self._shared
        return shared or self.found

    @property
    def work(self) -> int:
        """The steps of work that it took to find what is listed."""
        shared, steps = self._shared
        return steps if shared else steps + self.found.work

    @cached_property
    def layers(self) -> tuple[list[dict[str, Any]], bool]:
        """The layers of cells where the token can go, best first, and whether unlikely ones were cut."""
        return _layers_of(self)

    @cached_property
    def fared(self) -> "list[tuple[Fare, Tariff, CellsByCost]]":
        """The cells that each fare reaches first, with their primary cost, best fares first."""
        return [] if self.stuck else list(_new_cells(self))

    @cached_property
    def reached(self) -> int:
        """The cells that some price allows, and the own one."""
        reached = 1 << self.board.bit(self.cell)
        for fare, _, batch in self.fared:
            if fare.kind != "impossible":
                reached |= batch.cells
        return reached


class Survey:
    """Where one token in one state can go on a map, asked for layers and paths."""

    def __init__(self, near: Nearby, whole: Callable[[], Board]) -> None:
        self.near, self._whole = near, whole
        self.board, self.pricing = near.board, near.pricing
        self.budget, self.start = near.budget, near.start

    @property
    def whole(self) -> Board:
        """Return the board of the whole map; :attr:`board` may be cut to the part in reach."""
        return self._whole()

    def floods(self) -> Iterator[Flood]:
        """Yield the searches to ask for the best path to a cell: what is listed, then all best paths.

        Each counts as work anew, since another question may have found it.
        """
        near = self.near
        work.add(near.work)
        yield near.listed
        if near.listed is not near.found:
            work.add(near.found.work)
            yield near.found

    @property
    def layers(self) -> tuple[list[dict[str, Any]], bool]:
        """Return the layers of cells where the token can go, best first, and whether some are left out."""
        work.add(self.near.work)
        return self.near.layers

    @cached_property
    def linked(self) -> int:
        """Return the cells of the whole map that any path leads to, whatever it costs."""
        return linked(self.whole, *(one.cell for one in self.start.every))

    @cached_property
    def limitless(self) -> bool:
        """Return whether all linked cells are reached at once: then no search is needed to say that none is."""
        return not self.near.stuck and limitless(self.board, self.budget)


def _layers_of(near: Nearby) -> tuple[list[dict[str, Any]], bool]:
    found, board = near.listed, near.board
    parts: dict[tuple[object, ...], tuple[Fare, list[tuple[Tariff, CellsByCost]]]] = {}
    truncated = found.cut or (found.unlikely and bool(board.can_end & ~near.reached))
    for fare, cells in groupby(near.fared, key=itemgetter(0)):
        if fare.kind == "impossible":
            continue
        if fare.chance is not None and fare.chance < LEAST_CHANCE:
            truncated = True
            continue
        parts.setdefault(fare.key, (fare, []))[1].extend(part[1:] for part in cells)
    layers = [layer for fare, together in parts.values() for layer in _layers(fare, together, board=board)]
    return layers, truncated


def heights_of(survey: Survey) -> list[dict[str, Any]]:
    """Return where the ground within reach is not as high as the floor, storey by storey; of a level map nothing."""
    board = survey.board
    if board.level:
        return []
    reached = reached_cells(survey) & board.can_end
    storeys: dict[int, tuple[Board, dict[Fraction, int]]] = {}
    for level in board.terrain.heights.levels:
        for storey, plane, part in board.storeys(level.touched & reached) if level.elevation else ():
            grounds = storeys.setdefault(storey, (plane, {}))[1]
            up = board.floor(storey) + level.elevation
            grounds[up] = grounds.get(up, 0) | part
    return [
        {
            "storey": board.scene.storeys[storey].id if board.planes else None,
            "elevations": [to_number(up) for up in grounds],
            "cells": _windowed(numbered(list(grounds.values())), plane),
        }
        for storey, (plane, grounds) in sorted(storeys.items(), key=itemgetter(0))
    ]


def _new_cells(near: Nearby) -> Iterator[tuple[Fare, Tariff, CellsByCost]]:
    """Yield the cells that each fare reaches first, with their primary cost, best fares first."""
    pricing, board, found = near.pricing, near.board, near.listed
    priced: dict[tuple[int, Fraction, int], list[tuple[Fare, Tariff, list[CellsByCost]]]] = {}
    for profile, together in found.profiles():
        tariff = Tariff(pricing, profile, scale=found.scale)
        for fare, batches in tariff.fares(together):
            priced.setdefault(fare.rank, []).append((fare, tariff, batches))
    free = board.can_end & ~(1 << board.bit(near.cell))
    for rank in sorted(priced):
        for fare, tariff, batch in _by_cost(priced[rank]):
            for part in _within(batch, free):
                free ^= part.cells
                yield fare, tariff, part


def _by_cost(
    priced: Sequence[tuple[Fare, Tariff, list[CellsByCost]]],
) -> Iterator[tuple[Fare, Tariff, CellsByCost]]:
    """Yield the batches of equally good fares by what is used in all; if that is equal, by what is used beside."""
    if len(priced) == 1:
        [(fare, tariff, batches)] = priced
        yield from ((fare, tariff, batch) for batch in batches)
        return
    asides = [tariff.beside for _, tariff, _ in priced]
    layers = [
        (part.costs[0] + asides[place], asides[place], place, part)
        for place, (_, _, batches) in enumerate(priced)
        for batch in batches
        for part in batch.single()
    ]
    for _, _, place, part in sorted(layers, key=itemgetter(0, 1, 2)):
        yield *priced[place][:2], part


def _within(batch: CellsByCost, free: int) -> Sequence[CellsByCost]:
    """Return what of a batch is free."""
    cells = batch.cells
    new = cells & free
    if new == cells:
        return (batch,)
    if len(batch.costs) == 1:
        return (CellsByCost(batch.costs, (new,)),) if new else ()
    return [part for single in batch.single() for part in _within(single, free)]


def _layers(
    fare: Fare, parts: Sequence[tuple[Tariff, CellsByCost]], *, board: Board
) -> Iterator[dict[str, Any]]:
    """Yield what one fare reaches: one layer for each storey, from low to high."""
    rings, planes = _rings(parts)
    if not board.planes:
        yield _layer(fare, rings, numbers=planes, board=board)
        return
    storeys: dict[int, dict[str, int]] = {}
    flat: dict[int, Board] = {}
    for number, bits in CellsByCost(range(len(rings)), planes).layers():
        for storey, plane, part in board.storeys(bits):
            storeys.setdefault(storey, {})[rings[number]] = part
            flat[storey] = plane
    for storey in sorted(storeys):
        sets = storeys[storey]
        layer = _layer(fare, list(sets), numbers=numbered(list(sets.values())), board=flat[storey])
        yield layer | {"elevation": to_number(board.floor(storey)), "storey": board.scene.storeys[storey].id}


def _rings(parts: Sequence[tuple[Tariff, CellsByCost]]) -> tuple[list[str], list[int]]:
    """Return the rings of a fare, and planes that number their cells."""
    rings = [ring for tariff, batch in parts for ring in tariff.rings(batch.costs)]
    whole = joined(batch for _, batch in parts)
    if len(set(rings)) == len(rings):
        return rings, list(whole.planes)
    merged: dict[str, int] = {}
    for ring, (_, bits) in zip(rings, whole.layers(), strict=True):
        merged[ring] = merged.get(ring, 0) | bits
    return list(merged), numbered(list(merged.values()))


def _layer(fare: Fare, rings: Sequence[str], *, numbers: Sequence[int], board: Board) -> dict[str, Any]:
    """Return what one fare reaches on one storey."""
    return fare.layer(Written(f"[{','.join(rings)}]"), _windowed(numbers, board))


def _windowed(numbers: Sequence[int], board: Board) -> dict[str, Any]:
    """Return planes that number cells, at least one of them, as a window of the answer."""
    planes, col, row, cols, rows = window(numbers, board)
    encoded = [f'"{b2a_base64(plane, newline=False).decode()}"' for plane in planes]
    # Most of a reply are planes; nothing in them is to be escaped.
    return {"planes": Written(f"[{','.join(encoded)}]"), "col": col, "row": row, "cols": cols, "rows": rows}


def reached_cells(survey: Survey) -> int:
    """Return the cells that some price allows, and the own one."""
    return survey.linked if survey.limitless else survey.near.reached
