"""The best path to a cell, and the nearest cell that can be reached."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from py_rules.board import Board
from py_rules.board.measure import measure
from py_rules.paths.destinations import Survey, reached_cells
from py_rules.paths.fares import ZERO
from py_rules.paths.path import Waypoint, cell_of
from py_rules.protocol.map_data import Cell
from py_rules.protocol.requests import BestRoute
from py_rules.search import (
    Budget,
    Flood,
    Label,
    Start,
    anything,
    flood,
    lengths_alone,
    nearest,
)
from py_rules.values import work
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction, to_number

Steps = list[tuple[int, int, str | None]]
"""Cells next to each other, each with the way of moving there."""

MOST_BEYOND = 200
"""How many combinations of meters and chance are tried on the way to a place beyond the budget."""


def best_way(
    survey: Survey, here: tuple[int, int, int | float], *, route: BestRoute
) -> list[Waypoint] | None:
    """Return the cells of the best path to a cell, through its via points; none: there is no path.

    Best is: the best kind of price, the best chance, the least penalty, then the least distance, whatever allowances
    it draws on. A cell that no price reaches is answered with the best path to where the rest is short.
    """
    lay = survey.board.lay
    goals = [
        lay(cell_of((cell.col, cell.row)), to_fraction(cell.elevation)) for cell in (*route.via, route.to)
    ]
    if survey.limitless and not all(survey.whole.has(survey.linked, goal) for goal in goals):
        return None
    start, floods = survey.start, survey.floods()
    points: list[Waypoint] = [(*here, None)]
    for target in [*route.via, route.to]:
        cell = survey.board.lay(cell_of((target.col, target.row)), to_fraction(target.elevation))
        leg = _leg(survey, start, floods=floods, cell=cell)
        if leg is None:
            return None
        path, label = leg
        begins = survey.near.exits.get(path[0][:2]) if len(points) == 1 else None
        if begins is not None and (len(path) > 1 or path[0][:2] != lay(here[:2], to_fraction(here[2]))):
            points += begins[0]
        for col, row, mode in path[1:]:
            flat, _ = survey.board.place((col, row))
            points.append((*flat, to_number(survey.whole.ground((col, row))), mode))
        if target is not route.to:
            start = _after(survey.whole, start, path=path, label=label)
            floods = iter([_searched(survey.whole, start, budget=survey.budget)])
    return points


def _leg(
    survey: Survey, start: Start, *, floods: Iterator[Flood], cell: tuple[int, int]
) -> tuple[Steps, Label] | None:
    pricing, leg = survey.pricing, None
    for found in floods:
        if labels := found.labels(cell):
            label = min(labels, key=lambda one: (pricing.fare(one.profile, one.cost).rank, *_whole(one)))
            leg = found.path(cell, label), label
            if pricing.fare(label.profile, label.cost).kind != "impossible":
                return leg
            break
    if leg is None and survey.whole.has(survey.linked, cell):
        leg = _shortest(survey, start, found=found, cell=cell)
    if leg is None:
        return None
    path, label = leg
    return _carried(survey, start, found=found, path=path), label


def _shortest(
    survey: Survey, start: Start, *, found: Flood, cell: tuple[int, int]
) -> tuple[Steps, Label] | None:
    """Return the shortest path to a cell that is not ``found`` within the budget."""
    budget = survey.budget
    endless = _endless(budget)
    by_length = found.ended
    open_meters = _open(budget, start)
    if not by_length and len(open_meters) < len(budget.meters):
        plain = _searched(survey.whole, start, budget=replace(endless, meters=open_meters))
        if labels := plain.labels(cell):
            label = min(labels, key=_whole)
            return plain.path(cell, label), label
    if not by_length:
        found = _searched(survey.whole, start, budget=endless)
        by_length = found.truncated
    if by_length:
        begin, *others = (Start(one.cell, cost=one.cost) for one in start.every)
        found = _searched(survey.whole, replace(begin, others=tuple(others)), budget=lengths_alone(budget))
    labels = found.labels(cell)
    if not labels:
        if found.truncated:
            work.refuse()
        return None
    label = min(labels, key=_whole)
    return found.path(cell, label), label


def _endless(budget: Budget) -> Budget:
    return replace(
        budget,
        limit=None,
        meters=dict.fromkeys(budget.meters),
        gates={},
        floor=ZERO,
        possible=anything,
        most=MOST_BEYOND,
    )


def _carried(survey: Survey, start: Start, *, found: Flood, path: Steps) -> Steps:
    """Return a path beyond all prices so that they carry as far as they can.

    The shortest path may ask at once for what the turn has none of. So it is gone at its best to the last cell on it
    within reach; or by way of the cell within reach that is nearest to its end, where the rest is shorter from there.
    """
    head, rest = _within_reach(survey, found, path=path)
    whole, (col, row, _) = survey.whole, path[-1]
    near = nearest_within(survey, (col, row)) if start is survey.start else None
    if near is None or max(abs(near[0] - col), abs(near[1] - row)) >= len(rest):
        return head + rest
    far = _length(whole, head[-1:] + rest)
    beyond = replace(_endless(survey.budget), limit=far, meters=_open(survey.budget, start))
    on = _searched(whole, Start(near), budget=beyond)
    labels = on.labels((col, row))
    if not labels:
        return head + rest
    other, others = _within_reach(survey, found, path=on.path((col, row), min(labels, key=_whole)))
    return head + rest if _length(whole, other[-1:] + others) >= far else other + others


def _within_reach(survey: Survey, found: Flood, *, path: Steps) -> tuple[Steps, Steps]:
    """Return the shortest of what is ``found`` to the last cell of a path that some price allows, and what is left."""
    pricing, board = survey.pricing, survey.board
    labels_of = found.labels_of([(col, row) for col, row, _ in path])
    for index in range(len(path) - 1, -1, -1):
        cell = path[index][:2]
        allowed = [
            label
            for label in labels_of[cell]
            if pricing.fare(label.profile, label.cost).kind != "impossible" and board.has(board.can_end, cell)
        ]
        if allowed:
            head, rest = found.path(cell, min(allowed, key=_whole)), path[index + 1 :]
            if rest and rest[0][2] == head[-1][2] == "jump":
                head[-1] = (*cell, None)  # two jumps in a row
            return head, rest
    return path[:1], path[1:]


def _length(board: Board, path: Steps) -> Fraction:
    return sum((step.length for step in measure(board, path, parity=0).steps), ZERO)


def _open(budget: Budget, start: Start) -> dict[str, Fraction | None]:
    """Return the meters of which there is something left, as endless ones."""
    left = {
        name: limit is None or limit > start.meters.get(name, ZERO) for name, limit in budget.meters.items()
    }
    return {name: None for name, is_open in left.items() if is_open}


def _searched(board: Board, start: Start, *, budget: Budget) -> Flood:
    """Return what a search finds that no other question shares."""
    found = flood(board, start, budget=budget)
    work.add(found.work)
    return found


def _whole(label: Label) -> tuple[Fraction, Fraction]:
    """Return what a path uses in all its meters together, and how much of that beside the primary allowance."""
    beside = label.profile.beside
    return label.cost + beside, beside


def _after(board: Board, start: Start, *, path: Steps, label: Label) -> Start:
    """Return where the next leg of a path starts, with what this one has used."""
    begun = next((one for one in start.every if one.cell == path[0][:2]), start)
    steps = measure(board, path, parity=begun.parity).steps
    heading, run = begun.heading, begun.run
    for step in steps:
        straight = step.mode == "ground" and step.direction == heading
        run = (run if straight else ZERO) + step.length if step.mode == "ground" else ZERO
        heading = step.direction if step.mode == "ground" else None
    col, row, _ = path[-1]
    return Start(
        cell=(col, row),
        cost=label.cost,
        meters=dict(label.profile.meters),
        marks=dict(label.profile.marks),
        checks=label.profile.jumps,
        chance=label.profile.chance,
        parity=label.parity,
        heading=heading,
        run=run,
        gates=label.profile.gates,
    )


def nearest_cell(
    survey: Survey, here: tuple[int, int, int | float], *, wanted: Cell
) -> tuple[int, int, int | float]:
    """Return the cell within reach that is nearest to the one wanted; the own cell if none is."""
    board = survey.board
    there = board.lay(cell_of((wanted.col, wanted.row)), to_fraction(wanted.elevation))
    found = nearest_within(survey, there)
    if found is None:
        return here
    return (*board.place(found)[0], to_number(survey.whole.ground(found)))


def last_within(survey: Survey, points: Sequence[Waypoint]) -> tuple[int, int, int | float] | None:
    """Return the last point of a way within reach; ``None``: it is where the way begins."""
    board = survey.board
    ends = reached_cells(survey) & board.can_end
    for col, row, up, _ in reversed(points[1:]):
        if board.has(ends, board.lay(cell_of((col, row)), to_fraction(up))):
            return *cell_of((col, row)), up
    return None


def nearest_within(survey: Survey, cell: tuple[int, int]) -> tuple[int, int] | None:
    """Return the cell within reach that is nearest to another, on its storey if any there is.

    Else the storey nearest in height is taken, of two the lower.
    """
    board = survey.board
    storeys = board.storeys(reached_cells(survey) & board.can_end)
    wanted, own = board.place(cell)
    for storey, plane, part in sorted(storeys, key=lambda one: abs(board.floor(one[0]) - board.floor(own))):
        found = nearest(part, plane, cell=wanted)
        if found is not None:  # pragma: no branch - a storey that is listed has cells
            return board.on(found, storey)
    return None
