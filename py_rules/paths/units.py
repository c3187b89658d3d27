"""Lengths of a map in the unit that its game measures in: one exact table, and what a cell without a length counts as.

Only a scene is converted, and all of it but its elevations; what comes back in the system's unit stays there.
"""

from fractions import Fraction
from typing import Final

from py_rules.engine.tabletop import converted
from py_rules.protocol import map_data
from py_rules.protocol.problems import ProblemError
from py_rules.values.records import record
from py_rules.values.rounding import to_fraction, to_number
from py_rules.values.sentences import Sentence

METRES: Final[dict[str, Fraction]] = {
    "m": Fraction(1),
    "cm": Fraction(1, 100),
    "km": Fraction(1000),
    "ft": Fraction(3048, 10_000),
    "in": Fraction(254, 10_000),
    "yd": Fraction(9144, 10_000),
    "mi": Fraction(1_609_344, 1000),
}
"""The length of each unit in metres; all are exact by definition."""

CELLS: Final = "u"
"""The unit without a length: cells, squares, hexes."""

NAMES: Final[dict[str, str]] = {
    **{name: name for name in (*METRES, CELLS)},
    **dict.fromkeys(("meter", "meters", "metre", "metres"), "m"),
    **dict.fromkeys(("centimeter", "centimeters", "centimetre", "centimetres"), "cm"),
    **dict.fromkeys(("kilometer", "kilometers", "kilometre", "kilometres"), "km"),
    **dict.fromkeys(("foot", "feet", "'"), "ft"),
    **dict.fromkeys(("inch", "inches", '"'), "in"),
    **dict.fromkeys(("yard", "yards", "yds"), "yd"),
    **dict.fromkeys(("mile", "miles"), "mi"),
    **dict.fromkeys(("unit", "units", "cell", "cells", "square", "squares", "sq", "hex", "hexes"), CELLS),
}
"""What hosts call a unit, in small letters."""

LEAST_SIDE: Final = Fraction(1, 1000)
"""A cell is no smaller, in any unit."""


@record()
class Measure:
    """What a game measures in: its unit, and what a cell counts as where the one or the other has no length."""

    unit: str
    cell: Fraction


@record()
class Converted:
    """A scene in a system's unit; ``rate``: how many of these make one unit of the map, which elevations stay in.

    ``text`` says what a cell counts as; none: map and system measure alike.
    """

    scene: map_data.Scene
    rate: Fraction = Fraction(1)
    text: Sentence | None = None
    pits: tuple[str, ...] = ()
    """The gaps whose bottom is ground, as the mover is down in them, and how high it is there."""


def convert(scene: map_data.Scene, measure: Measure) -> Converted:
    """Return a scene in the unit of a system; raises :class:`ProblemError` for an unknown unit."""
    grid = scene.grid
    rate = rate_of(grid, measure)
    if rate == 1:
        return Converted(scene)
    side = to_fraction(_on_grain(to_fraction(grid.distance) * rate))
    if side < LEAST_SIDE:
        raise ProblemError(
            "invalid",
            "scene.grid.distance",
            message=f"scene.grid.distance: {grid.distance} {grid.units} is less than a thousandth of 1 {measure.unit}",
            remedy=f"send the size of a cell of at least 0.001 {measure.unit}",
        )
    changed = grid.model_copy(update={"distance": to_number(side), "units": measure.unit})
    regions = [_region(region, rate) for region in scene.regions]
    passages = [_passage(passage, rate) for passage in scene.passages]
    text = converted(
        to_number(to_fraction(grid.distance)), grid.units, side=to_number(side), unit=measure.unit
    )
    made = {"grid": changed, "regions": regions, "passages": passages}
    return Converted(scene.model_copy(update=made), rate, text)


def unit_called(name: str) -> str | None:
    """Return the unit of that name; none: it is unknown.

    >>> unit_called(" Feet"), unit_called("ft."), unit_called("parsec")
    ('ft', 'ft', None)
    """
    return NAMES.get(name.strip().casefold().removesuffix("."))


def rate_of(grid: map_data.Grid, measure: Measure) -> Fraction:
    """Return how many units of a system go to one unit of a map.

    >>> rate_of(map_data.Grid(cols=1, rows=1, units="feet"), Measure("m", Fraction(1)))
    Fraction(381, 1250)
    >>> rate_of(map_data.Grid(cols=1, rows=1, distance=5, units="ft"), Measure("u", Fraction(1)))
    Fraction(1, 5)
    """
    unit = unit_called(grid.units)
    if unit is None:
        raise ProblemError(
            "unit_unknown",
            "scene.grid.units",
            message=f"scene.grid.units: {grid.units!r} is no unit known here",
            remedy=f"use one of {', '.join((*METRES, CELLS))}, or give the cell size in {measure.unit!r}",
        )
    if unit == measure.unit:
        return Fraction(1)
    if measure.unit == CELLS:
        return measure.cell / to_fraction(grid.distance)
    return measure.cell if unit == CELLS else METRES[unit] / METRES[measure.unit]


def _on_grain(amount: Fraction) -> int | float:
    """Return an amount as it would be sent: on the grain of a millionth, where ledgers keep it too (X-02)."""
    return to_number(to_fraction(float(amount)))


def _passage(passage: map_data.Passage, rate: Fraction) -> map_data.Passage:
    """Return a passage with its length in another unit."""
    if passage.length is None:
        return passage
    return passage.model_copy(update={"length": _on_grain(to_fraction(passage.length) * rate)})


def _region(region: map_data.Region, rate: Fraction) -> map_data.Region:
    """Return a region with its lengths in another unit."""
    if isinstance(region, map_data.Difficult):
        return region.model_copy(update={"flat_cost": _on_grain(to_fraction(region.flat_cost) * rate)})
    if isinstance(region, map_data.Gap) and region.depth is not None:
        return region.model_copy(update={"depth": _on_grain(to_fraction(region.depth) * rate)})
    if isinstance(region, map_data.Water) and region.current is not None:
        east, south = (_on_grain(to_fraction(part) * rate) for part in region.current)
        return region.model_copy(update={"current": (east, south)})
    return region
