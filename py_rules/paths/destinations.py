"""Where a token can go: what the search finds, priced by the rules, as layers; and the best way to a cell."""

from binascii import b2a_base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from py_rules.board import Board, Part
from py_rules.board.terrain import footings
from py_rules.engine.price_tiers import PriceTier, limit_without
from py_rules.engine.situation import Situation
from py_rules.engine.system import SearchLimits, Spent, System, only_primary
from py_rules.paths.stretches import Point, cell_of, gates_of
from py_rules.protocol.map_data import Cell, Scene, Token
from py_rules.protocol.requests import BestRoute
from py_rules.search import (
    Budget,
    CellsByCost,
    Flood,
    Jump,
    Label,
    Profile,
    Scale,
    Start,
    anything,
    flood,
    joined,
    lengths_alone,
    limitless,
    linked,
    most_steps,
    nearest,
    numbered,
    window,
)
from py_rules.values.answers import WORST, Kind, Price, Ready, Text, worst
from py_rules.values.cache import cached
from py_rules.values.exact import ROOT_TWO, exact, plain
from py_rules.values.footing import Footing

ONE = Fraction(1)
ZERO = Fraction(0)
MOST_GROUNDS = 16
"""What may be spent is kept for so many kinds of ground that a sheet in one state was asked about ..."""
MOST_LEVELS = 2_500
"""... and so many lists of prices: more than the combinations that one search looks at."""
LEAST_CHANCE = Fraction(1, 10_000)
"""What is less likely is not listed among the destinations."""


@dataclass(frozen=True, slots=True)
class Fare:
    """The price of being somewhere by one way: what a layer is made of."""

    kind: Kind
    chance: Fraction | None
    price: Price | None
    rule: str
    label: Text
    checks: tuple[Text, ...]

    @property
    def rank(self) -> tuple[int, Fraction, int]:
        """Order from good to bad: kind, then chance, then what it costs."""
        chance = ONE if self.chance is None else self.chance
        return WORST[self.kind], -chance, abs(self.price.amount) if self.price else 0

    @property
    def key(self) -> tuple[object, ...]:
        """What tells one layer from another."""
        return (
            self.kind,
            self.chance,
            self.price,
            self.rule,
            self.label.text,
            tuple(t.text for t in self.checks),
        )

    def layer(self, rings: list[dict[str, Any]], cells: dict[str, Any] | None) -> dict[str, Any]:
        """Return the layer of an answer that reaches these rings; ``cells``: which of them each cell is in."""
        return {
            "kind": self.kind,
            "label": self.label,
            "rule": self.rule,
            "price": self.price,
            "chance": self.chance,
            "elevation": 0,
            "checks": self.checks,
            "rings": rings,
            "cells": cells,
        }


class Means:
    """What one sheet in one state may spend, and at what price: asked once, wherever the token stands.

    Prices are those of a sheet: what the map says of places and of others is not told to the system here.
    """

    def __init__(
        self,
        system: System[Any],
        situation: Situation,
        state: Any,  # noqa: ANN401 - a system's state
    ) -> None:
        self.system, self.state = system, state
        self._sheet = situation.bare
        self._known: dict[tuple[Footing, ...], SearchLimits] = {}
        self._levels: dict[object, tuple[PriceTier, ...]] = {}

    def on(self, made_on: Sequence[Footing]) -> SearchLimits:
        """Return what a search may spend where steps are made on some footings."""
        reach = partial(self.system.search_limits, self._sheet, self.state, made_on)
        return cached(self._known, tuple(made_on), MOST_GROUNDS, reach)

    def levels(
        self, meters: Sequence[tuple[str, Fraction]], marks: Sequence[tuple[str, int]]
    ) -> tuple[PriceTier, ...]:
        """Return the prices along the primary allowance, where so much is used and marked beside it."""
        spent = Spent(
            {name: used for name, used in meters if used}, {name: bad for name, bad in marks if bad}
        )
        key = (tuple(spent.meters.items()), tuple(spent.marks.items()))
        levels = partial(self.system.levels, self._sheet, self.state, spent)
        return cached(self._levels, key, MOST_LEVELS, levels)


class Pricing:
    """Prices what the search finds on a board, for one token in one state."""

    def __init__(self, means: Means, situation: Situation, scene: Scene, board: Board) -> None:
        self.means, self.system, self.situation = means, means.system, situation
        self.board = board
        self.gates = gates_of(scene)
        demands = partial(self.system.region_rolls.check, situation.bare, means.state)
        self.checks = {region: demands(gate, ZERO) for region, gate in self.gates.items()}
        self.reach = means.on(board.footings)

    def tariff(self, profile: Profile, scale: Scale) -> "Tariff":
        """Return what ways of a profile cost and leave, by their primary cost on a scale."""
        own = self.means.levels((), profile.marks)
        asked = {check for level in own for check, _ in level.needs}
        limit = limit_without(self.levels(profile), asked)
        return Tariff(self, profile, scale, limit)

    def levels(self, profile: Profile) -> tuple[PriceTier, ...]:
        """Return the prices along the primary allowance, for what the profile uses beside it."""
        return self.means.levels(profile.meters, profile.marks)

    def possible(self, used: Mapping[str, Fraction], marks: Mapping[str, int]) -> bool:
        """Tell whether any price allows so much to be used, and such marks left, beside the primary allowance."""
        return self.means.levels(tuple(used.items()), tuple(marks.items()))[0].kind != "impossible"

    def fare(self, profile: Profile, cost: Fraction) -> Fare:
        """Return the price of a way that costs ``cost`` and what the profile says."""
        level = next(level for level in self.levels(profile) if level.limit is None or level.limit >= cost)
        return self.fare_of(profile, level)

    def fare_of(self, profile: Profile, level: PriceTier) -> Fare:
        """Return the price of the ways of a profile that a level reaches."""
        rolled = [key for key in profile.jumps if isinstance(key, int)]
        demanded = [
            self.system.region_rolls.text(self.situation, self.gates[gate], self.checks[gate].needed)
            for gate in sorted(profile.gates)
        ]
        needed = (*self.system.check_texts(self.situation, level, rolled), *demanded)
        if not rolled and not profile.gates:
            label = needed[0] if needed else level.reason
            return Fare(level.kind, level.chance, level.price, level.rule, label, needed)
        chance = profile.chance * (ONE if level.chance is None else level.chance)
        asked = self.system.leap_rule if rolled else self.system.region_rolls.rule
        rule = level.rule if level.needs else asked
        return Fare(worst(level.kind, "roll"), chance, level.price, rule, needed[0], needed)


class Tariff:
    """What the ways of one profile cost and leave, level by level; primary costs are whole numbers of a scale."""

    def __init__(self, pricing: Pricing, profile: Profile, scale: Scale, limit: Fraction | None) -> None:
        self._pricing, self._profile, self._scale = pricing, profile, scale
        self._meters = dict(profile.meters)
        self._limit = limit
        """How far one goes without a further roll; none: without end."""

    @property
    def beside(self) -> int:
        """What the ways use beside the primary allowance, in all meters together, on the scale of costs."""
        return self._scale.whole(self._profile.beside)

    def fares(self, strips: Sequence[CellsByCost]) -> Iterator[tuple[Fare, list[CellsByCost]]]:
        """Yield the prices of strips of rising cost, one or more, each with the strips it is the price of."""
        rest = iter(self._pricing.levels(self._profile))
        known: list[CellsByCost] = []
        level = next(rest)
        limit = self._scale.limit(level.limit)
        for strip in strips:
            whole = limit is None or strip.costs[-1] <= limit
            for part in [strip] if whole else strip.single():
                while limit is not None and part.costs[0] > limit:
                    if known:
                        yield self._pricing.fare_of(self._profile, level), known
                        known = []
                    level = next(rest)
                    limit = self._scale.limit(level.limit)
                known.append(part)
        yield self._pricing.fare_of(self._profile, level), known

    def rings(self, costs: Sequence[int]) -> list["Ring"]:
        """Return what ways of some costs use of the allowance, and what they leave of it."""
        return list(zip(self._used(costs), self._left(costs), strict=True))

    def _used(self, costs: Sequence[int]) -> list[int | float]:
        used, scale = self._pricing.reach.used, self._scale
        if used is only_primary:
            return scale.plain(costs)
        return [plain(used(scale.amount(cost), self._meters)) for cost in costs]

    def _left(self, costs: Sequence[int]) -> Sequence[int | float | None]:
        """Return what is left of the allowance that needs no further roll; none: it has no end."""
        if self._limit is None:
            return [None] * len(costs)
        scale, limit = self._scale, self._limit * self._scale.unit
        if limit.denominator == 1 and scale.unit % ROOT_TWO.denominator:
            return scale.plain([max(limit.numerator - cost, 0) for cost in costs])
        return [plain(max(ZERO, self._limit - scale.amount(cost))) for cost in costs]


def budget_of(pricing: Pricing) -> Budget:
    """Return a system's reach as the search's budget."""
    reach = pricing.reach

    def jump(far: Fraction, high: Fraction, running: bool, jumped: Fraction, phase: int) -> Jump | None:  # noqa: FBT001 - the search's callback
        leap = reach.leap(far, high, running, jumped, phase)
        return None if leap is None else Jump(leap.chance, leap.difficulty)

    return Budget(
        limit=reach.limit,
        meters=reach.meters,
        jump=jump,
        jump_counts=reach.jump_counts,
        run_up=reach.run_up,
        gates={region: check.chance for region, check in pricing.checks.items()},
        passed=reach.passed,
        floor=LEAST_CHANCE,
        draw=reach.draw,
        phases=reach.phases,
        jump_meter=reach.jump_meter,
        leapt=reach.leapt,
        leap_grain=reach.leap_grain,
        solid=reach.solid,
        grounded=reach.grounded,
        possible=pricing.possible,
    )


def _start(pricing: Pricing, cell: tuple[int, int]) -> Start:
    system, state = pricing.system, pricing.means.state
    parity, heading, run = system.start_of(state)
    direction = pricing.board.grid.headed(heading)
    return Start(cell=cell, parity=parity % 2, heading=direction, run=ZERO if direction is None else run)


SMALL = 40_000
"""Maps of no more cells are compiled whole: cutting them would save nothing."""
STRIPE = 8
"""Columns and rows that boards are cut at, so that a mover who has gone a few steps needs no new one."""
MOST_BEYOND = 200
"""Combinations of meters and chance told apart on the way to a place beyond the budget; of more only lengths count."""


def part_in_reach(means: Means, scene: Scene, token: Token) -> Part | None:
    """Return the part of a large square map that a token can come to; none: the whole map is to be compiled."""
    grid = scene.grid
    if scene.storeys or grid.kind != "square" or grid.cols * grid.rows <= SMALL:
        return None
    made_on = footings(scene.regions)
    gaps = any(region.kind in {"gap", "ledge"} for region in scene.regions)
    cell = cell_of((token.col, token.row))
    start = Start(cell=cell)
    steps = most_steps(means.on(made_on), start, distance=exact(grid.distance), footings=made_on, gaps=gaps)
    if steps is None:
        return None
    cols, rows = map(partial(_places, steps), cell, token.size, (grid.cols, grid.rows))
    return None if (len(cols), len(rows)) == (grid.cols, grid.rows) else (cols, rows)


def _places(steps: int, at: int, size: int, most: int) -> range:
    """Return the places of a row or column that a token can come to, rounded out to stripes.

    >>> _places(12, 500, 1, 1000), _places(30, 50, 1, 100)
    (range(480, 520), range(0, 100))
    """
    if 4 * steps > most:
        return range(most)
    first = (at - steps - 1) // STRIPE * STRIPE
    last = -(-(at + steps + 1 + size) // STRIPE) * STRIPE
    return range(max(first, 0), min(last, most))


class Nearby:
    """Where one token in one state can go on the board in reach, whatever is beyond it: searched once."""

    def __init__(self, pricing: Pricing, cell: tuple[int, int]) -> None:
        self.board, self.pricing = pricing.board, pricing
        self.budget = budget_of(pricing)
        self.start = _start(pricing, cell)

    @cached_property
    def found(self) -> Flood:
        """All best ways."""
        return flood(self.board, self.start, self.budget)

    @cached_property
    def layers(self) -> tuple[list[dict[str, Any]], bool]:
        """The layers of cells where the token can go, best first, and whether unlikely ones were cut."""
        return _layers_of(self)


class Survey:
    """Where one token in one state can go on a map, asked for layers and ways."""

    def __init__(self, near: Nearby, whole: Callable[[], Board]) -> None:
        self.near, self._whole = near, whole
        self.board, self.pricing = near.board, near.pricing
        self.budget, self.start = near.budget, near.start

    @property
    def whole(self) -> Board:
        """Return the board of the whole map; :attr:`board` may be cut to the part in reach."""
        return self._whole()

    @property
    def found(self) -> Flood:
        """Return all best ways."""
        return self.near.found

    @cached_property
    def linked(self) -> int:
        """Return the cells of the whole map that any way leads to, whatever it costs."""
        return linked(self.whole, self.start.cell)

    @cached_property
    def limitless(self) -> bool:
        """Return whether all linked cells are reached at once: then no search is needed to say that none is."""
        return limitless(self.board, self.budget)


# ---------------------------------------------------------------- layers


Ring = tuple[int | float, int | float | None]
"""What is used and left on the cells of a ring."""


def _layers_of(near: Nearby) -> tuple[list[dict[str, Any]], bool]:
    found, board = near.found, near.board
    parts: dict[tuple[object, ...], tuple[Fare, list[tuple[Tariff, CellsByCost]]]] = {}
    truncated = found.truncated
    for fare, cells in groupby(_new_cells(near), key=itemgetter(0)):
        if fare.kind == "impossible":
            continue
        if fare.chance is not None and fare.chance < LEAST_CHANCE:
            truncated = True
            continue
        parts.setdefault(fare.key, (fare, []))[1].extend(part[1:] for part in cells)
    layers = [layer for fare, together in parts.values() for layer in _layers(fare, together, board)]
    return layers, truncated


def heights_of(survey: Survey) -> list[dict[str, Any]]:
    """Return where the ground within reach is not as high as the floor, storey by storey; of a level map nothing."""
    board = survey.board
    if board.level:
        return []
    reached = _reached(survey) & board.can_end
    storeys: dict[int, tuple[Board, dict[Fraction, int]]] = {}
    for level in board.terrain.heights.levels:
        for storey, plane, part in board.storeys(level.touched & reached) if level.elevation else ():
            grounds = storeys.setdefault(storey, (plane, {}))[1]
            up = board.floor(storey) + level.elevation
            grounds[up] = grounds.get(up, 0) | part
    return [
        {
            "storey": board.scene.storeys[storey].id if board.planes else None,
            "elevations": [plain(up) for up in grounds],
            "cells": _windowed(numbered(list(grounds.values())), plane),
        }
        for storey, (plane, grounds) in sorted(storeys.items(), key=itemgetter(0))
    ]


def _new_cells(near: Nearby) -> Iterator[tuple[Fare, Tariff, CellsByCost]]:
    """Yield the cells that each fare reaches first, with their primary cost, best fares first."""
    pricing, board, found = near.pricing, near.board, near.found
    priced: dict[tuple[int, Fraction, int], list[tuple[Fare, Tariff, list[CellsByCost]]]] = {}
    for profile, together in found.profiles():
        tariff = pricing.tariff(profile, found.scale)
        for fare, strips in tariff.fares(together):
            priced.setdefault(fare.rank, []).append((fare, tariff, strips))
    free = board.can_end & ~(1 << board.bit(near.start.cell))
    for rank in sorted(priced):
        for fare, tariff, strip in _by_cost(priced[rank]):
            for part in _within(strip, free):
                free ^= part.cells
                yield fare, tariff, part


def _by_cost(
    priced: Sequence[tuple[Fare, Tariff, list[CellsByCost]]],
) -> Iterator[tuple[Fare, Tariff, CellsByCost]]:
    """Yield the strips of equally good fares by what is used in all, of equals by what is used beside."""
    if len(priced) == 1:
        [(fare, tariff, strips)] = priced
        yield from ((fare, tariff, strip) for strip in strips)
        return
    asides = [tariff.beside for _, tariff, _ in priced]
    layers = [
        (part.costs[0] + asides[place], asides[place], place, part)
        for place, (_, _, strips) in enumerate(priced)
        for strip in strips
        for part in strip.single()
    ]
    for _, _, place, part in sorted(layers, key=itemgetter(0, 1, 2)):
        yield *priced[place][:2], part


def _within(strip: CellsByCost, free: int) -> Sequence[CellsByCost]:
    """Return what of a strip is free."""
    cells = strip.cells
    new = cells & free
    if new == cells:
        return (strip,)
    if len(strip.costs) == 1:
        return (CellsByCost(strip.costs, (new,)),) if new else ()
    return [part for single in strip.single() for part in _within(single, free)]


def _layers(
    fare: Fare, parts: Sequence[tuple[Tariff, CellsByCost]], board: Board
) -> Iterator[dict[str, Any]]:
    """Yield what one fare reaches: one layer for each storey, from low to high."""
    rings, planes = _rings(parts)
    if not board.planes:
        yield _layer(fare, rings, planes, board)
        return
    storeys: dict[int, dict[Ring, int]] = {}
    flat: dict[int, Board] = {}
    for number, bits in CellsByCost(range(len(rings)), planes).layers():
        for storey, plane, part in board.storeys(bits):
            storeys.setdefault(storey, {})[rings[number]] = part
            flat[storey] = plane
    for storey in sorted(storeys):
        sets = storeys[storey]
        layer = _layer(fare, list(sets), numbered(list(sets.values())), flat[storey])
        yield layer | {"elevation": plain(board.floor(storey)), "storey": board.scene.storeys[storey].id}


def _rings(parts: Sequence[tuple[Tariff, CellsByCost]]) -> tuple[list[Ring], list[int]]:
    """Return the rings of a fare, and planes that number their cells."""
    rings = [ring for tariff, strip in parts for ring in tariff.rings(strip.costs)]
    whole = joined(strip for _, strip in parts)
    if len(set(rings)) == len(rings):
        return rings, list(whole.planes)
    merged: dict[Ring, int] = {}
    for ring, (_, bits) in zip(rings, whole.layers(), strict=True):
        merged[ring] = merged.get(ring, 0) | bits
    return list(merged), numbered(list(merged.values()))


def _layer(fare: Fare, rings: Sequence[Ring], numbers: Sequence[int], board: Board) -> dict[str, Any]:
    """Return what one fare reaches on one storey."""
    cells = _windowed(numbers, board)
    return fare.layer(Ready({"used": used, "left": left} for used, left in rings), cells)


def _windowed(numbers: Sequence[int], board: Board) -> dict[str, Any]:
    """Return planes that number cells, at least one of them, as a window of the answer."""
    planes, col, row, cols, rows = window(numbers, board)
    told = [b2a_base64(plane, newline=False).decode() for plane in planes]
    return {"planes": Ready(told), "col": col, "row": row, "cols": cols, "rows": rows}


# ---------------------------------------------------------------- the best way


def best_way(survey: Survey, here: tuple[int, int, int | float], route: BestRoute) -> list[Point] | None:
    """Return the cells of the best way to a cell, through its via points; none: there is no way.

    Best is: the best kind of price, the best chance, the least penalty, then the least distance, whatever allowances
    it draws on. A cell that no price reaches is answered with the shortest way there is.
    """
    lay = survey.board.lay
    goals = [lay(cell_of((cell.col, cell.row)), exact(cell.elevation)) for cell in (*route.via, route.to)]
    if survey.limitless and not all(survey.whole.has(survey.linked, goal) for goal in goals):
        return None
    start, found = survey.start, survey.found
    points: list[Point] = [(*here, None)]
    for target in [*route.via, route.to]:
        cell = survey.board.lay(cell_of((target.col, target.row)), exact(target.elevation))
        leg = _leg(survey, start, found, cell)
        if leg is None:
            return None
        path, label = leg
        up = _heights(survey.board, points[-1][2], target.elevation)
        for col, row, mode in path[1:]:
            (flat_col, flat_row), storey = survey.board.place((col, row))
            higher = plain(survey.whole.ground((col, row))) if uneven(survey) else up[storey]
            points.append((flat_col, flat_row, higher, mode))
        if target is not route.to:
            start = _after(survey.whole, start, path, label)
            found = flood(survey.whole, start, survey.budget)
    return points


def uneven(survey: Survey) -> bool:
    """Tell whether the map has ledges, in the part in reach or beyond it."""
    return any(region.kind == "ledge" for region in survey.board.scene.regions)


def _heights(board: Board, here: float, there: float) -> list[int | float]:
    """Return the elevation a way keeps on each storey: where it leads to that of its end, else of its start."""
    floors = [plain(board.floor(storey)) for storey in range(max(len(board.planes), 1))]
    for up in (here, there):
        floors[board.place(board.lay((0, 0), exact(up)))[1]] = plain(exact(up))
    return floors


def _leg(
    survey: Survey, start: Start, found: Flood, cell: tuple[int, int]
) -> tuple[list[tuple[int, int, str | None]], Label] | None:
    pricing, budget = survey.pricing, survey.budget
    labels = found.labels(cell)
    if labels:
        label = min(labels, key=lambda label: (pricing.fare(label.profile, label.cost).rank, *_whole(label)))
        return found.path(cell, label), label
    if not survey.whole.has(survey.linked, cell):
        return None
    endless = replace(
        budget,
        limit=None,
        meters=dict.fromkeys(budget.meters),
        gates={},
        floor=ZERO,
        possible=anything,
        most=MOST_BEYOND,
    )
    found = flood(survey.whole, start, endless)
    if found.truncated:
        found = flood(survey.whole, Start(start.cell, cost=start.cost), lengths_alone(budget))
    labels = found.labels(cell)
    if not labels:
        return None
    label = min(labels, key=_whole)
    return found.path(cell, label), label


def _whole(label: Label) -> tuple[Fraction, Fraction]:
    """Return what a way uses in all its meters together, and how much of that beside the primary allowance."""
    beside = label.profile.beside
    return label.cost + beside, beside


def _after(board: Board, start: Start, path: list[tuple[int, int, str | None]], label: Label) -> Start:
    """Return where the next leg of a way starts, with what this one has used."""
    steps = board.measure(path, parity=start.parity).steps
    heading, run = start.heading, start.run
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
    )


def nearest_cell(
    survey: Survey, here: tuple[int, int, int | float], wanted: Cell
) -> tuple[int, int, int | float]:
    """Return the cell within reach that is nearest to the one wanted, on its storey if any there is.

    Else the storey nearest in height is taken, of two the lower; the own cell if no cell is within reach.
    """
    board = survey.board
    storeys = board.storeys(_reached(survey) & board.can_end)
    own = board.place(board.lay(cell_of((wanted.col, wanted.row)), exact(wanted.elevation)))[1]
    for storey, plane, part in sorted(storeys, key=lambda one: abs(board.floor(one[0]) - board.floor(own))):
        found = nearest(part, plane, cell_of((wanted.col, wanted.row)))
        if found is not None:  # pragma: no branch - a storey that is listed has cells
            told = uneven(survey) or board.planes
            return (*found, plain(survey.whole.ground(board.on(found, storey))) if told else here[2])
    return here


def _reached(survey: Survey) -> int:
    """Return the cells that some price allows, and the own one."""
    if survey.limitless:
        return survey.linked
    reached = 1 << survey.board.bit(survey.start.cell)
    for fare, _, strip in _new_cells(survey.near):
        if fare.kind != "impossible":
            reached |= strip.cells
    return reached
