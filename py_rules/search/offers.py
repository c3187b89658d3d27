"""The moves of a search: those of one cost that stay on a resource board together, and those that leave it."""

from collections.abc import Callable
from dataclasses import field
from functools import cached_property

from py_rules.search.moves import MovePricing, Transition, compile_moves
from py_rules.search.rings import Costs, MoveRing, rings_of
from py_rules.search.scale import MOST_KEPT
from py_rules.search.sparse import Leads
from py_rules.values.cache import cached
from py_rules.values.records import record


@record(slots=False)
class OpenMoves:
    """The moves from one set of passed gates and marks left, for one parity.

    ``staying``: those that add to the primary cost only, as origins by how far they move, by cost and turns.
    """

    staying: dict[tuple[int, int], dict[int, int]]
    exits: tuple[Transition, ...]
    size: int
    """Bits of the board."""

    @cached_property
    def rings(self) -> tuple[MoveRing, ...]:
        """The moves that stay, as few rings."""
        made = sorted(self.staying.items())
        straight, turning = ([(cost, masks) for (cost, turn), masks in made if turn == t] for t in (0, 1))
        return (*rings_of(straight, 0), *rings_of(turning, 1))

    @cached_property
    def adding(self) -> list[tuple[int, MoveRing]]:
        """The rings of those that add to the primary cost (-1) or to a meter, where none does anything else."""
        spent: dict[int, dict[int, dict[int, int]]] = {}
        for move in self.exits:
            masks = spent.setdefault(move.meter, {}).setdefault(move.amount, {})
            masks[move.delta] = masks.get(move.delta, 0) | move.origins
        metered = ((meter, rings_of(sorted(masks.items()), 0)) for meter, masks in spent.items())
        return [(-1, ring) for ring in self.rings] + [
            (meter, ring) for meter, rings in metered for ring in rings
        ]

    @cached_property
    def spreading(self) -> list[tuple[Costs, int, int, int, Callable[[int], int]]]:
        """The rings as they are taken: costs, turns, passes over the board, and from where they lead where."""
        return [(ring.costs, ring.turns, ring.passes, ring.origins, ring.reached) for ring in self.rings]

    @cached_property
    def leads(self) -> list[tuple[int, Leads]]:
        """Where they lead from single cells, by rising cost."""
        return [(cost, Leads(masks.items(), self.size)) for (cost, _), masks in sorted(self.staying.items())]


@record(slots=False)
class Offers:
    """All moves from any cell, per parity; jumps are offers still."""

    moves: tuple[tuple[Transition, ...], ...]
    size: int
    """Bits of the board."""
    _open_moves: dict[tuple[frozenset[str], tuple[int, ...]], tuple[OpenMoves, ...]] = field(
        default_factory=dict
    )

    @cached_property
    def starting(self) -> tuple[int, ...]:
        """The meters whose first use leaves a mark."""
        return tuple(sorted({move.meter for moves in self.moves for move in moves if any(move.starts)}))

    def open_moves(self, gates: frozenset[str], marks: tuple[int, ...]) -> tuple[OpenMoves, ...]:
        """Return the moves from gates passed and marks left, per parity."""
        if (gates, marks) not in self._open_moves:
            self._open_moves[gates, marks] = tuple(
                open_moves_of(moves, gates, marks=marks, size=self.size) for moves in self.moves
            )
        return self._open_moves[gates, marks]


def offers_of(prices: MovePricing) -> Offers:
    """Return the moves of a board under some prices; those made last are kept with the board."""
    made = prices.made_of

    def make() -> Offers:
        return Offers(compile_moves(prices), prices.board.anchors.bit_length())

    return make() if made is None else cached(prices.board.kept, made, most=MOST_KEPT, make=make)


def open_moves_of(
    moves: tuple[Transition, ...], gates: frozenset[str], *, marks: tuple[int, ...], size: int
) -> OpenMoves:
    """Group the moves that stay on their resource board by cost."""
    staying: dict[tuple[int, int], dict[int, int]] = {}
    exits = []
    for move in moves:
        if not move.stays(gates, marks):
            exits.append(move)
            continue
        masks = staying.setdefault((move.cost, move.turns), {})
        masks[move.delta] = masks.get(move.delta, 0) | move.origins
    return OpenMoves(staying, tuple(exits), size)
