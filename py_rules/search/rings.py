"""Plain moves taken by a whole layer of cells at once.

Moves of several costs are one ring if the cell they lead to decides the cost: they are taken together, and then
divided by where they lead.

Where nothing but the cells themselves says which moves are open, moves need no mask for each direction: what is free
leads to any of its targets. Four directions that are two opposite pairs are then three shifts: the free cells and
those ``p + q`` on, these and those ``p - q`` on, all back by ``p``. And all eight steps of squares are taken by what
lies between cells and not by where they lead: two thirds of the passes of eight masks.
"""

from collections.abc import Mapping, Sequence

from py_rules.board.grid import slide, union
from py_rules.values import work
from py_rules.values.records import record, replace

ALL = -1
"""The mask that holds whatever is asked for."""
FEW = 128
"""Odd cells are few if other cells are this many times as many: most layers have none of them."""
Shift = tuple[int, int]
"""A mask of origins, and how far they move."""
Costs = tuple[tuple[int, int], ...]
"""Costs in rising order, each with the cells that it is the price of entering."""
Costly = tuple[int, Mapping[int, int]]
"""Moves of one cost: masks of origins by how far they move."""


@record()
class MoveRing:
    """Plain moves: masks of origins with how far they move up, and down.

    ``free`` cells move by ``pairs`` in two opposite directions each, as far as they come to ``targets``; or cells move
    within ``blocks`` of two by two, named by their lowest, and between others beside (``level``) and above each other
    (``upright``), which are ``side`` and ``row`` bits apart. Others are ``odd``: they move by the masks.
    """

    costs: Costs
    turns: int
    origins: int
    """From where there are moves."""
    up: tuple[Shift, ...]
    down: tuple[Shift, ...]
    free: int = 0
    odd: int = 0
    targets: int = 0
    pairs: tuple[Shift, ...] = ()
    blocks: int = 0
    level: int = 0
    upright: int = 0
    side: int = 0
    row: int = 0

    def reached(self, cells: int) -> int:
        """Return where moves lead from some cells, and some of these."""
        found = 0
        # To join a set with nothing copies it.
        if self.blocks:
            found = self._within_blocks(cells)
            cells &= self.odd
        elif self.pairs:
            free = cells if self.free == ALL else cells & self.free
            for far, near in self.pairs:
                ahead = free | free << far + near
                led = (ahead | ahead << far - near) >> far
                found = found | led if found else led
            if self.targets != ALL:
                found &= self.targets
            cells &= self.odd
        if not cells:
            return found
        for origins, by in self.up:
            led = (cells & origins) << by
            found = found | led if found else led
        for origins, by in self.down:
            led = (cells & origins) >> by
            found = found | led if found else led
        return found

    def _within_blocks(self, cells: int) -> int:
        side, row = self.side, self.row
        beside = cells | cells >> side
        found = (beside | beside >> row) & self.blocks
        found |= found << row
        if self.level:
            found |= beside & self.level
        found |= found << side
        if self.upright:
            above = (cells | cells >> row) & self.upright
            found |= above | above << row
        return found

    @property
    def passes(self) -> int:
        """About how many passes over the board it takes."""
        return len(self.up) + len(self.down) + len(self.costs)

    @property
    def farthest_down(self) -> int:
        """The most bits that a move leads down."""
        return max([by for _, by in self.down] + [far for far, _ in self.pairs], default=0)

    def above(self, low: int, *, cells: int) -> "MoveRing":
        """Return the moves on a board without its first bits, among ``cells``: what holds all of these is no mask.

        >>> ring = ring_of(((1, -1),), 0, masks={1: 0b0110, -1: 0b1100, 4: 0, -4: 0})
        >>> bin(ring.above(1, cells=0b1110).reached(0b010) & 0b111)
        '0b101'
        """
        free, targets = (ALL if bits | cells == bits else bits >> low for bits in (self.free, self.targets))
        up, down = (tuple((origins >> low, by) for origins, by in moves) for moves in (self.up, self.down))
        costs = tuple((cost, into >> low) for cost, into in self.costs)
        masks = {
            name: getattr(self, name) >> low for name in ("origins", "odd", "blocks", "level", "upright")
        }
        return replace(self, costs=costs, up=up, down=down, free=free, targets=targets, **masks)


def rings_of(moves: Sequence[Costly], turns: int) -> list[MoveRing]:
    """Return moves, by rising cost, as few rings: as far as possible the cell entered decides the cost.

    >>> cheap, dear = (1, {1: 0b001, -1: 0b100}), (2, {1: 0b010})
    >>> [ring.costs for ring in rings_of([cheap, dear], 0)]
    [((1, 2), (2, 4))]
    >>> [ring.costs for ring in rings_of([cheap, (2, {4: 0b001, -1: 0b100})], 0)]
    [((1, 2),), ((2, 18),)]
    """
    groups: list[tuple[list[tuple[int, int]], dict[int, int]]] = []
    entered: list[int] = []
    for cost, masks in moves:
        into = union(slide(origins, by) for by, origins in masks.items())
        place = next((place for place, cells in enumerate(entered) if not into & cells), len(groups))
        work.add(work.over(into.bit_length(), place + len(masks)))
        if place == len(groups):
            groups.append(([], {}))
            entered.append(0)
        entered[place] |= into
        costs, together = groups[place]
        costs.append((cost, into))
        for by, origins in masks.items():
            together[by] = together.get(by, 0) | origins
    cells, rings = union(entered), list[MoveRing]()
    for costs, masks in groups:
        sides = [sooner for cost, sooner in moves if cost < costs[0][0]]
        rings.append(ring_of(tuple(costs), turns, masks=masks, cells=cells, sides=sides))
    return rings


def ring_of(
    costs: Costs,
    turns: int,
    *,
    masks: Mapping[int, int],
    cells: int = -1,
    sides: Sequence[Mapping[int, int]] = (),
) -> MoveRing:
    """Return a ring of masks of origins by how far they move; only ``cells`` are entered.

    ``sides``: moves that cost less.

    >>> bin(ring_of(((1, -1),), 0, masks={1: 0b011, -1: 0b110}).reached(0b10))
    '0b101'
    """
    ways = sorted((by for by in masks if by > 0), reverse=True)
    sources, targets = union(masks.values()), union(slide(origins, by) for by, origins in masks.items())
    odd = union(sources & slide(targets, -by) & ~origins for by, origins in masks.items())
    opposite = len(ways) % 2 == 0 and {-by for by in ways} == {by for by in masks if by < 0}
    free, pairs = sources & ~odd, tuple(zip(ways[::2], ways[1::2], strict=True)) if opposite else ()
    if not pairs or (odd & cells).bit_count() * FEW > sources.bit_count():
        free, odd, targets, pairs = 0, sources, 0, ()
    blocks, rest = dict[str, int](), masks
    if opposite and not (pairs and len(ways) == 2):
        blocks, rest = _blocks(masks, ways, sides=sides)
    left = union(rest.values())
    if blocks and (left & cells).bit_count() * FEW <= sources.bit_count():
        free, odd, targets, pairs, masks = 0, left, 0, (), rest
    else:
        blocks.clear()
    up = tuple((origins & odd, by) for by, origins in masks.items() if by > 0)
    down = tuple((origins & odd, -by) for by, origins in masks.items() if by < 0)
    return MoveRing(costs, turns, sources, up, down, free, odd, targets, pairs, **blocks)


def _blocks(
    masks: Mapping[int, int], ways: Sequence[int], *, sides: Sequence[Mapping[int, int]]
) -> tuple[dict[str, int], Mapping[int, int]]:
    """Return moves of eight directions as blocks, and what is left of them; none: they are of others.

    Diagonals alone are blocks where moves that cost less lead along all ``sides`` of them: what is at these has been
    reached when the diagonals are taken, and does no harm where they lead.
    """
    far, short, every = ways[0], ways[-1], len(ways) == 4
    side, row = (short, far - short) if every else ((far - short) // 2, (far + short) // 2)
    if not 0 < side < row or {*ways} - {side, row, row - side, row + side}:
        return {}, masks

    def open_(many: Sequence[Mapping[int, int]], by: int) -> int:
        return union(one.get(by, 0) & one.get(-by, 0) >> by for one in many)

    level, upright = (open_([masks] if every else sides, by) for by in (side, row))
    blocks = level & level >> row & upright & upright >> side
    blocks &= open_([masks], row + side) & open_([masks], row - side) >> side
    rest = dict(masks)
    for by, both in ((side, level), (row, upright), (row + side, blocks), (row - side, blocks << side)):
        if by in rest:
            rest[by], rest[-by] = rest[by] & ~both, rest[-by] & ~(both << by)
    made = {"blocks": blocks, "side": side, "row": row}
    if every:
        made |= {"level": level & ~(blocks | blocks << row), "upright": upright & ~(blocks | blocks << side)}
    return made if blocks else {}, rest
