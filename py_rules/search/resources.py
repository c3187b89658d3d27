"""Resource boards: all labels of a search that have used and met the same."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from py_rules.search.cells_by_cost import CellsByCost
from py_rules.search.moves import Transition
from py_rules.search.offers import OpenMoves

Keys = tuple[Hashable, ...]

Name = tuple[tuple[int, ...], tuple[int, ...], frozenset[str], Fraction]
"""Meters, marks, gates and chance: what distinguishes one resource board from another."""

Order = tuple[int, Fraction, tuple[int, ...], tuple[int, ...], int, tuple[str, ...]]

Key = tuple[int, int, Keys]
"""Cost, parity and jump keys: the labels of one resource board that are alike."""


class Worth(NamedTuple):
    """What makes a resource board better than another, as numbers that compare fast.

    ``packed``: meters and marks, each in a field of its own. ``begun``: of the meters whose first use leaves a
    mark, which are in use: to begin late is no better than to have begun.
    """

    packed: int
    begun: int
    gates: int
    chance: Fraction

    def dominates(self, other: "Worth", guard: int) -> bool:
        """Return whether it is at least as good in everything but the primary cost; ``guard``: above each field."""
        spared = ((other.packed | guard) - self.packed) & guard == guard and self.begun == other.begun
        return (
            spared
            and not other.gates & ~self.gates
            and (self.chance is other.chance or self.chance >= other.chance)
        )


@dataclass(slots=True, eq=False)
class ResourceBoard:
    """All labels with the same meters, marks, gates and chance; ``fresh`` is what it has not reached."""

    meters: tuple[int, ...]
    marks: tuple[int, ...]
    gates: frozenset[str]
    chance: Fraction
    worth: Worth
    order: Order
    open_moves: tuple[OpenMoves, ...]
    fresh: list[int]
    dominators: list["ResourceBoard"] = field(default_factory=list)
    sources: list["ResourceBoard"] = field(default_factory=list)
    exits: dict[Transition, "ResourceBoard"] = field(default_factory=dict)
    leads: dict[Transition, "Name | None"] = field(default_factory=dict)
    """What moves lead to, whether or not it is worth a board; none: it cannot be paid."""
    pending: dict[int, dict[tuple[int, Keys], int]] = field(default_factory=dict)
    settled: dict[Key, int] = field(default_factory=dict)
    batches: list[CellsByCost] = field(default_factory=list)
    """What has been settled cell by cell, with the parity and the jump keys of the start."""
