"""The directions of steps between squares, and between hexes."""

from fractions import Fraction
from functools import cache
from typing import Final

from py_rules.board.grid import Cell, Heading
from py_rules.values.rounding import ROOT_TWO

DIRECTIONS: Final[tuple[Cell, ...]] = (
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
)
"""Column and row change per direction, in the order every tie is broken in: orthogonals first."""

FACTORS: Final[dict[str, tuple[Fraction, Fraction]]] = {
    "equidistant": (Fraction(1), Fraction(1)),
    "approximate": (Fraction(3, 2), Fraction(3, 2)),
    "exact": (ROOT_TWO, ROOT_TWO),
    "rectilinear": (Fraction(2), Fraction(2)),
    "alternating_1": (Fraction(1), Fraction(2)),
    "alternating_2": (Fraction(2), Fraction(1)),
    "illegal": (Fraction(1), Fraction(1)),
}
"""Length of a diagonal in cell sides, after an even and after an odd number of diagonals."""

AXES: Final[tuple[Cell, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Change of place and line per direction of hexes, in the order every tie is broken in: clockwise.

In rows it begins in the east (E SE SW W NW NE), in columns in the south-east (SE S SW NW N NE).
"""
HALF: Final = Fraction(1, 2)


@cache
def square_headings(diagonals: str) -> tuple[Heading, ...]:
    """Return the directions of a square grid under a rule for diagonals.

    >>> [int(heading.odd) for heading in square_headings("alternating_1")]
    [1, 1, 1, 1, 2, 2, 2, 2]
    """
    even, odd = FACTORS[diagonals]
    legal = diagonals != "illegal"
    return tuple(
        Heading(str(number), col, row, Fraction(col), Fraction(row), even, odd, diagonal=True, allowed=legal)
        if col and row
        else Heading(str(number), col, row, Fraction(col), Fraction(row))
        for number, (col, row) in enumerate(DIRECTIONS)
    )


@cache
def hex_headings(columns: bool) -> tuple[Heading, ...]:  # noqa: FBT001 - one of two kinds
    """Return the directions of a hex grid, each named by its angle, clockwise from the east.

    >>> [heading.name for heading in hex_headings(False)]
    ['0°', '60°', '120°', '180°', '240°', '300°']
    """
    return tuple(
        Heading(
            f"{60 * number + 30 * columns}°",
            place,
            line,
            Fraction(place) + (0 if columns else line * HALF),
            Fraction(line) + (place * HALF if columns else 0),
        )
        for number, (place, line) in enumerate(AXES)
    )
