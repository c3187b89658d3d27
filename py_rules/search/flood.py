"""What a flood found."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import reduce
from operator import or_

from py_rules.board import Board, Cell, OffMap
from py_rules.search.budget import Budget, Label, Profile, Start
from py_rules.search.cells_by_cost import CellsByCost
from py_rules.search.layers import Search
from py_rules.search.resources import Keys
from py_rules.search.route import trace
from py_rules.values import work


class Flood(Search):
    """All best labels of all cells."""

    def profiles(self) -> Iterator[tuple[Profile, list[CellsByCost]]]:
        """Yield each profile with the anchors reached so, by whole costs of the scale, each anchor once per profile.

        Best chance first, then fewest jumps, then meters, jumps and gates; costs rise within a profile.
        Anchors where the mover may not stop are among them.
        """
        if batches := self.batches():
            resource, (_, _, keys), _ = self.origin
            yield self.profile(resource, keys), batches
            return
        found: dict[tuple[int, Keys], tuple[Profile, dict[int, int]]] = {}
        for resource, (cost, _, keys), bits in self.records:
            name = (id(resource), keys)
            if name not in found:
                found[name] = self.profile(resource, keys), {}
            layers = found[name][1]
            layers[cost] = layers.get(cost, 0) | bits
        for profile, layers in sorted(found.values(), key=lambda one: _rank(one[0])):
            yield profile, list(_once(layers))

    def labels(self, cell: Cell) -> list[Label]:
        """Return the best labels of a cell, best chance first, then by cost; none if out of reach."""
        return self.labels_of([cell])[cell]

    def labels_of(self, cells: Iterable[Cell]) -> dict[Cell, list[Label]]:
        """Return what :meth:`labels` does for each of some cells, looking through all layers once."""
        grid = self.board.grid
        found: dict[Cell, list[Label]] = {cell: [] for cell in cells}
        bits_of = {cell: 1 << grid.bit(cell) for cell in found if grid.holds(cell)}
        amount = self.scale.amount
        if batches := self.numbered:
            resource, (_, parity, keys), _ = self.origin
            profile = self.profile(resource, keys)
            for cell, bit in bits_of.items():
                costs = (batch.cost_at(bit.bit_length() - 1) for batch in batches)
                found[cell] = [Label(amount(cost), profile, parity) for cost in costs if cost is not None]
            return found
        wanted = reduce(or_, bits_of.values(), 0) & self.board.anchors
        for resource in self.resources.values():
            # A board reaches a cell once with each parity.
            left = [wanted & ~fresh for fresh in resource.fresh]
            for (cost, parity, keys), bits in resource.settled.items() if any(left) else ():
                if not bits & left[parity]:
                    continue
                label = Label(amount(cost), self.profile(resource, keys), parity)
                for cell, bit in bits_of.items():
                    if bits & bit:
                        found[cell].append(label)
                left[parity] &= ~bits
                if not any(left):
                    break
        for labels in found.values():
            labels.sort(key=lambda label: (-label.profile.chance, label.cost, _rank(label.profile)))
        return found

    def path(self, cell: Cell, label: Label) -> list[tuple[int, int, str | None]]:
        """Return a path with exactly this label, from the start's cell on, with the modes walked.

        Of several, the one with the fewest turns, then the least distance from the straight line, then
        the first in the order of directions. The landing between two jumps in a row has no mode, since
        equal modes would make one jump of them. Raises ``KeyError`` if the cell does not have it.
        """
        return trace(self, cell, label=label)


def _once(layers: dict[int, int]) -> Iterator[CellsByCost]:
    """Yield the layers of a profile by rising cost, each anchor once."""
    seen = 0
    for cost, bits in sorted(layers.items()):
        new = bits & ~seen
        seen |= bits
        if new:
            yield CellsByCost((cost,), (new,))


def _rank(
    profile: Profile,
) -> tuple[Fraction, int, tuple[Fraction, ...], tuple[int, ...], str, tuple[str, ...]]:
    meters = tuple(used for _, used in profile.meters)
    marks = tuple(bad for _, bad in profile.marks)
    return (
        -profile.chance,
        len(profile.jumps),
        meters,
        marks,
        repr(profile.jumps),
        tuple(sorted(profile.gates)),
    )


def flood(board: Board, start: Start, *, budget: Budget) -> Flood:
    """Return all best paths from ``start`` within ``budget``.

    Raises :class:`OffMap` if the start's footprint is not on the map. What boards keep of their moves is worked out
    once, and not counted: :attr:`Flood.work` is that of the search alone.
    """
    check_start(board, start)
    with work.counted():
        return Flood(board, start, budget=budget)


def check_start(board: Board, start: Start) -> None:
    """Raise :class:`OffMap` if the start's footprint is not on the map."""
    if not board.has(board.anchors, start.cell):
        raise OffMap(0)
