"""The moves of a search: classes of equal transitions with whole-number prices."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import floor, lcm

from py_rules.board import DIRECTIONS, Board, Edge, alternates, factor
from py_rules.search.budget import Budget, Jump, Start
from py_rules.search.leaps import Leap, standing, with_run


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """Equal transitions from ``origins``, all in one direction, for one parity of diagonals before.

    ``walked`` steps in ``mode`` are followed by ``leapt`` jump steps. ``cost`` and ``amount`` are whole
    numbers of the scale's unit; ``meter`` is the number of the meter that ``amount`` is added to, or -1.
    """

    direction: int
    delta: int
    walked: int
    leapt: int
    mode: str
    turns: int
    """1 if it changes the parity of diagonals."""
    cost: int
    meter: int
    amount: int
    gates: frozenset[str]
    chance: Fraction
    keys: tuple[Hashable, ...]
    origins: int

    @property
    def plain(self) -> bool:
        """Whether it adds to the primary cost only (and maybe passes gates)."""
        return self.meter < 0 and not self.leapt


@dataclass(frozen=True, slots=True)
class Scale:
    """Whole numbers for costs: ``unit`` to a scene unit."""

    unit: int

    def whole(self, amount: Fraction) -> int:
        """Return an amount that is a whole number of units.

        >>> Scale(2).whole(Fraction(15, 2))
        15
        """
        return amount.numerator * (self.unit // amount.denominator)

    def limit(self, amount: Fraction | None) -> int | None:
        """Return the most whole units within a limit.

        >>> Scale(2).limit(Fraction(4, 3))
        2
        """
        return None if amount is None else floor(amount * self.unit)

    def amount(self, whole: int) -> Fraction:
        """Return the amount of so many units."""
        return Fraction(whole, self.unit)


def scale_of(board: Board, start: Start) -> Scale:
    """Return the scale on which every price of the board and of the start is whole."""
    sides = [factor(board.diagonals, diagonal=True, parity=parity) for parity in (0, 1)]
    lengths = {board.distance, *(board.distance * side for side in sides)}
    multipliers = {Fraction(1), *(multiplier for multiplier, _ in board.terrain.multipliers)}
    amounts = [length * multiplier for length in lengths for multiplier in multipliers]
    amounts += [region.flat for region in board.terrain.rough]
    amounts += [start.cost, *start.meters.values()]
    return Scale(lcm(*(amount.denominator for amount in amounts)))


@dataclass(frozen=True, slots=True)
class Pricing:
    """All that turns steps and jumps into moves."""

    board: Board
    budget: Budget
    scale: Scale
    meters: tuple[str, ...]
    jump: Callable[[Fraction, bool], Jump | None]

    @property
    def parities(self) -> range:
        """The parities of diagonals that differ."""
        return range(2 if alternates(self.board.diagonals) else 1)

    def gates(self, entered: Iterable[str]) -> frozenset[str]:
        """Return those gates that may fail; one that is missing, passed or sure is free."""
        chances, passed = self.budget.gates, self.budget.passed
        return frozenset(g for g in entered if chances.get(g, 1) < 1 and g not in passed)

    def lengths(self, direction: int, count: int, parity: int) -> list[Fraction]:
        """Return the lengths of ``count`` steps in a direction, in scene units."""
        diagonal = all(DIRECTIONS[direction])
        rule = self.board.diagonals
        return [
            self.board.distance * factor(rule, diagonal=diagonal, parity=parity + step)
            for step in range(count)
        ]

    def turns(self, direction: int, count: int) -> int:
        """Return the change of parity by ``count`` steps in a direction."""
        return count & 1 if len(self.parities) > 1 and all(DIRECTIONS[direction]) else 0

    def steps(self, parity: int) -> Iterator[Move]:
        """Yield the moves of one step that is no jump."""
        for edge in self.board.edges:
            meter = -1 if edge.mode == "ground" else self._meter(edge)
            if meter is None:
                continue
            length = self.lengths(edge.direction, 1, parity)[0]
            price = self.scale.whole(length * edge.multiplier + edge.flat)
            yield Move(
                direction=edge.direction,
                delta=self.board.square.delta(edge.direction),
                walked=1,
                leapt=0,
                mode=edge.mode,
                turns=self.turns(edge.direction, 1),
                cost=price if meter < 0 else 0,
                meter=meter,
                amount=0 if meter < 0 else price,
                gates=self.gates(edge.gates),
                chance=Fraction(1),
                keys=(),
                origins=edge.origins,
            )

    def leap(self, leap: Leap, parity: int, *, running: bool) -> Iterator[Move]:
        """Yield the move of a jump with its run-up, unless it is impossible."""
        run, steps = len(leap.run), leap.steps
        lengths = self.lengths(leap.direction, run + steps, parity)
        length = sum(lengths[run:], Fraction(0))
        jump = self.jump(length, running)
        if jump is None or jump.chance <= 0:
            return
        walked = sum((a * m + f for a, (m, f) in zip(lengths, leap.run, strict=False)), Fraction(0))
        counted = length if self.budget.jump_counts else Fraction(0)
        yield Move(
            direction=leap.direction,
            delta=self.board.square.delta(leap.direction) * (run + steps),
            walked=run,
            leapt=steps,
            mode="ground",
            turns=self.turns(leap.direction, run + steps),
            cost=self.scale.whole(walked + counted + leap.flat),
            meter=-1,
            amount=0,
            gates=self.gates(leap.gates),
            chance=jump.chance,
            keys=(jump.key,),
            origins=leap.origins,
        )

    def _meter(self, edge: Edge) -> int | None:
        """Return the number of the meter of a class of steps, or ``None`` if they are impossible."""
        meter = self.budget.meter(edge.mode, edge.surface, edge.difficulty)
        possible = meter in self.budget.meters and self.budget.meters[meter] != 0
        return self.meters.index(meter) if possible else None


def pricing(board: Board, start: Start, budget: Budget) -> Pricing:
    """Return the pricing of a search."""
    meters = tuple(sorted({*budget.meters, *start.meters}))
    return Pricing(board, budget, scale_of(board, start), meters, cache(budget.jump))


def compile_moves(prices: Pricing) -> tuple[tuple[Move, ...], ...]:
    """Return the moves from any cell, per parity."""
    board, run_up = prices.board, prices.budget.run_up
    moves = [list(prices.steps(parity)) for parity in prices.parities]
    leaps, run = list(standing(board, board.anchors & ~board.gap)), 0
    while leaps:
        for leap in leaps:
            for parity in prices.parities:
                if run == 0 or _just_running(prices, leap.direction, run, parity):
                    moves[parity] += prices.leap(leap, parity, running=run > 0 or run_up <= 0)
        leaps = list(with_run(board, [leap for leap in leaps if _may_grow(prices, leap.direction, run)]))
        run += 1
    return tuple(tuple(_merged(found)) for found in moves)


def first_moves(prices: Pricing, start: Start) -> tuple[Move, ...]:
    """Return the moves that only the start has: out of a gap, and jumps that go on with its run."""
    board, run_up = prices.board, prices.budget.run_up
    bit = 1 << board.bit(start.cell)
    parity = start.parity & 1 if len(prices.parities) > 1 else 0
    moves: list[Move] = []
    for leap in standing(board, bit & board.gap):
        moves += prices.leap(leap, parity, running=run_up <= 0)
    if start.heading is None or run_up <= 0:
        return tuple(moves)
    leaps = [
        leap for leap in standing(board, board.anchors & ~board.gap | bit) if leap.direction == start.heading
    ]
    run = 0
    while leaps:
        walked = sum(prices.lengths(start.heading, run, parity), Fraction(0))
        for leap in leaps:
            if leap.origins & bit and start.run + walked >= run_up:
                moves += prices.leap(replace(leap, origins=bit), parity, running=True)
        leaps = list(with_run(board, leaps)) if walked < run_up else []
        run += 1
    return tuple(moves)


def _just_running(prices: Pricing, direction: int, run: int, parity: int) -> bool:
    """Return whether ``run`` steps are a run-up, and would be none without the first of them."""
    after = parity ^ prices.turns(direction, 1)
    enough = sum(prices.lengths(direction, run, parity), Fraction(0)) >= prices.budget.run_up
    return enough and sum(prices.lengths(direction, run - 1, after), Fraction(0)) < prices.budget.run_up


def _may_grow(prices: Pricing, direction: int, run: int) -> bool:
    """Return whether a longer run than ``run`` steps may be needed."""
    totals = (sum(prices.lengths(direction, run, parity), Fraction(0)) for parity in prices.parities)
    return any(total < prices.budget.run_up for total in totals)


def _merged(moves: Iterable[Move]) -> Iterator[Move]:
    """Join moves that differ in nothing but their origins."""
    classes: dict[Hashable, Move] = {}
    for move in moves:
        key = (
            *(move.direction, move.walked, move.leapt, move.mode, move.cost, move.meter, move.amount),
            *(move.gates, move.chance, move.keys),
        )
        known = classes.get(key)
        classes[key] = replace(known, origins=known.origins | move.origins) if known else move
    return iter(classes.values())
