"""The moves of a search: those of one cost that stay on a resource board together, and those that leave it."""

from dataclasses import dataclass, field
from functools import cached_property

from py_rules.search.moves import Move, Pricing, compile_moves
from py_rules.search.rings import Ring, rings_of
from py_rules.search.thin import Leads

MOST_KEPT = 4
"""So many prices of moves are kept with a board: a mover asks again and again, and hardly with others."""


@dataclass(frozen=True)
class Ways:
    """The moves from one set of passed gates and marks left, for one parity.

    ``staying``: those that add to the primary cost only, as origins by how far they move, by cost and turns.
    """

    staying: dict[tuple[int, int], dict[int, int]]
    exits: tuple[Move, ...]
    size: int
    """Bits of the board."""

    @cached_property
    def rings(self) -> tuple[Ring, ...]:
        """The moves that stay, as few rings."""
        made = sorted(self.staying.items())
        straight, turning = ([(cost, masks) for (cost, turn), masks in made if turn == t] for t in (0, 1))
        return (*rings_of(straight, 0), *rings_of(turning, 1))

    @cached_property
    def leads(self) -> list[tuple[int, Leads]]:
        """Where they lead from single cells, by rising cost."""
        return [(cost, Leads(masks.items(), self.size)) for (cost, _), masks in sorted(self.staying.items())]


@dataclass(frozen=True)
class Offers:
    """All moves from any cell, per parity; jumps are offers still."""

    moves: tuple[tuple[Move, ...], ...]
    size: int
    """Bits of the board."""
    _ways: dict[tuple[frozenset[str], tuple[int, ...]], tuple[Ways, ...]] = field(default_factory=dict)

    @cached_property
    def starting(self) -> tuple[int, ...]:
        """The meters whose first use leaves a mark."""
        return tuple(sorted({move.meter for moves in self.moves for move in moves if any(move.starts)}))

    def ways(self, gates: frozenset[str], marks: tuple[int, ...]) -> tuple[Ways, ...]:
        """Return the moves from gates passed and marks left, per parity."""
        if (gates, marks) not in self._ways:
            self._ways[gates, marks] = tuple(ways_of(moves, gates, marks, self.size) for moves in self.moves)
        return self._ways[gates, marks]


def offers_of(prices: Pricing) -> Offers:
    """Return the moves of a board under some prices; those made last are kept with the board."""
    made = prices.made_of
    kept = prices.board.kept
    found = None if made is None else kept.pop(made, None)
    if found is None:
        found = Offers(compile_moves(prices), prices.board.anchors.bit_length())
    if made is not None:
        kept[made] = found
        while len(kept) > MOST_KEPT:
            del kept[next(iter(kept))]
    return found


def ways_of(moves: tuple[Move, ...], gates: frozenset[str], marks: tuple[int, ...], size: int) -> Ways:
    """Group the moves that stay on their resource board by cost."""
    staying: dict[tuple[int, int], dict[int, int]] = {}
    exits = []
    for move in moves:
        if not move.stays(gates, marks):
            exits.append(move)
            continue
        masks = staying.setdefault((move.cost, move.turns), {})
        masks[move.delta] = masks.get(move.delta, 0) | move.origins
    return Ways(staying, tuple(exits), size)
