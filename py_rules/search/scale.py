"""Whole numbers for the costs of a search."""

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from itertools import product
from math import gcd, lcm

from py_rules.board import Board
from py_rules.search.budget import Start
from py_rules.values.cache import cached
from py_rules.values.records import record

MOST_KEPT = 6
"""How much that prices of moves lead to is kept with a board: a mover asks again with the same, hardly with others."""


@record()
class Scale:
    """Whole numbers for costs: ``unit`` to a scene unit."""

    unit: int

    def whole(self, amount: Fraction) -> int:
        """Return an amount that is a whole number of units; raises ``ValueError`` if it is not.

        >>> Scale(2).whole(Fraction(15, 2))
        15
        >>> Scale(2).whole(Fraction(1, 3))
        Traceback (most recent call last):
        ValueError: 1/3 is no whole number of parts of 1/2
        """
        units, rest = divmod(amount.numerator * self.unit, amount.denominator)
        if rest:
            msg = f"{amount} is no whole number of parts of 1/{self.unit}"
            raise ValueError(msg)
        return units

    def within(self, amount: Fraction) -> int:
        """Return the most whole units within an amount.

        >>> Scale(2).within(Fraction(4, 3))
        2
        """
        return amount.numerator * self.unit // amount.denominator

    def limit(self, amount: Fraction | None) -> int | None:
        """Return the most whole units within a limit, if there is one."""
        return None if amount is None else self.within(amount)

    def amount(self, whole: int) -> Fraction:
        """Return the amount of a number of units."""
        return Fraction(whole, self.unit)

    def to_numbers(self, many: Iterable[int]) -> list[int | float]:
        """Return the amounts of some numbers of units, as JSON numbers.

        >>> Scale(2).to_numbers([14, 15])
        [7, 7.5]
        """
        unit = self.unit
        if unit == 1:
            return list(many)
        return [whole / unit if whole % unit else whole // unit for whole in many]


def scale_of(board: Board, start: Start, *, factors: Iterable[Fraction], grain: Fraction) -> Scale:
    """Return the scale on which every price of the board, times any factor, the grain and the start are whole."""
    times = frozenset(factors)
    unit = cached(board.kept, (scale_of, times), most=MOST_KEPT, make=partial(_unit, board, times))
    used = [amount for one in start.every for amount in (one.cost, *one.meters.values())]
    return Scale(lcm(unit, grain.denominator, *(amount.denominator for amount in used)))


def _unit(board: Board, factors: Iterable[Fraction]) -> int:
    """Return how many parts a scene unit needs for every price of the board, times any factor, to be whole."""
    sides = {side for heading in board.grid.headings for side in (heading.even, heading.odd)}
    if not board.map_rules.whole_steps and (board.gap or not board.level):
        sides |= {side / 2 for side in sides}
    lengths = {board.distance * side for side in sides} | {level.up for level in board.terrain.heights.levels}
    lengths |= {abs(edge.rise) for edge in board.edges}
    multipliers = {Fraction(1), *(multiplier for multiplier, _ in board.terrain.multipliers)}
    multipliers |= {
        edge.multiplier for edge in (*board.edges, *board.ledge_edges.onto, *board.ledge_edges.off)
    }
    # Products of fractions would take a good part of the time that a small board takes.
    ratios = ([amount.as_integer_ratio() for amount in many] for many in (lengths, multipliers, factors))
    amounts = [
        (one * two * three, part * of * another)
        for (one, part), (two, of), (three, another) in product(*ratios)
    ]
    alone = [amount.denominator for amount in (*lengths, *(region.flat for region in board.terrain.rough))]
    return lcm(*alone, *(parts // gcd(many, parts) for many, parts in amounts))
