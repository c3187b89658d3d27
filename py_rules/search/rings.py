"""Plain moves taken by a whole layer of cells at once.

Moves of several costs are one ring if the cell they lead to decides the cost: they are taken together, and then
divided by where they lead.

Where nothing but the cells themselves says which moves are open, moves of a ring need no mask for each direction:
what is open leads from any of its sources to any of its targets. Four directions that are two opposite pairs
are then three shifts: the sources and those ``p + q`` on, these and those ``p - q`` on, all back by ``p``.

All eight steps of squares are taken by what lies between cells and not by where they lead (:class:`Mesh`).
"""

from collections.abc import Iterable, Mapping

from py_rules.board.grid import slide, union
from py_rules.values import work
from py_rules.values.records import record, replace

FEW = 128
"""A set is small if it has this many times fewer cells than another: then it is first checked whether any is there."""
ALL = -1
"""The mask that holds whatever is asked for."""
Shift = tuple[int, int]
"""A mask of origins, and how far they move."""
Costs = tuple[tuple[int, int], ...]
"""Costs in rising order, each with the cells that it is the price of entering."""


@record()
class Ring:
    """Plain moves: masks of origins with how far they move up, and down.

    ``costs`` are rising, each with the cells that it is the price of entering. ``open`` cells move by ``pairs``
    in two opposite directions each, as far as they come to ``targets``; others move by the masks. If those are
    few they are ``odd``; 0: they are many, or none.
    """

    costs: Costs
    turns: int
    up: tuple[Shift, ...]
    down: tuple[Shift, ...]
    open: int = 0
    odd: int = 0
    targets: int = 0
    pairs: tuple[Shift, ...] = ()

    def reached(self, cells: int) -> int:
        """Return where moves lead from some cells."""
        found = self.freely(cells) if self.pairs else 0
        if self.odd:
            cells &= self.odd
        if cells:
            # To join a set with nothing copies it.
            for origins, by in self.up:
                led = (cells & origins) << by
                found = found | led if found else led
            for origins, by in self.down:
                led = (cells & origins) >> by
                found = found | led if found else led
        return found

    @property
    def origins(self) -> int:
        """From where there are moves."""
        return union(origins for origins, _ in (*self.up, *self.down)) | (self.open if self.pairs else 0)

    @property
    def passes(self) -> int:
        """About how many passes over the board it takes."""
        return len(self.up) + len(self.down) + 2 * len(self.pairs) + len(self.costs)

    @property
    def empty(self) -> bool:
        """Whether no move is left."""
        return not (self.up or self.down or self.pairs)

    def among(self, cells: int) -> "Ring":
        """Return the moves from some cells, if what is reached is masked with these anyway.

        >>> ring = ring_of(((1, 0b1111),), 0, masks={1: 0b011, -1: 0b110})
        >>> ring.among(0b111) == Ring(ring.costs, 0, ((0b011, 1),), ((0b110, 1),)), ring.among(0b1000).empty
        (True, True)
        """
        up, down = (
            tuple((origins & cells, by) for origins, by in many if origins & cells)
            for many in (self.up, self.down)
        )
        free, targets = self.open & cells, self.targets & cells
        return replace(
            self,
            up=up,
            down=down,
            open=ALL if free == cells else free,
            odd=self.odd & cells,
            targets=ALL if targets == cells else targets,
            pairs=self.pairs if free else (),
        )

    def freely(self, cells: int) -> int:
        """Return where moves lead from those of some cells that are open."""
        free, found = cells if self.open == ALL else cells & self.open, 0
        if not free:
            return 0
        for far, near in self.pairs:
            ahead = free | free << far + near
            led = (ahead | ahead << far - near) >> far
            found = found | led if found else led
        return found if self.targets == ALL else found & self.targets


@record()
class Mesh:
    """Plain moves to all eight places around, most of them open both ways; cells reach themselves, too.

    ``blocks`` are squares of two by two cells, by the lowest, in which each cell leads to all others. ``level`` and
    ``upright`` are other pairs of cells, beside and above each other, by the lower one. A layer reaches all blocks and
    pairs that it touches: that takes two thirds of the passes of eight masks. ``rest``: moves open one way only.
    """

    costs: Costs
    turns: int
    side: int
    row: int
    """How many bits a cell is from that beside it, and from that above it."""
    blocks: int
    level: int
    upright: int
    rest: Ring | None

    def reached(self, cells: int) -> int:
        """Return where moves lead from some cells, and some of these."""
        side, row = self.side, self.row
        beside = cells | cells >> side
        blocks = (beside | beside >> row) & self.blocks
        found = blocks | blocks << row
        if self.level or self.upright:
            found |= beside & self.level
            above = (cells | cells >> row) & self.upright
            found |= found << side | above | above << row
        else:
            found |= found << side
        return found if self.rest is None else found | self.rest.reached(cells)

    @property
    def origins(self) -> int:
        """From where there are moves: from most cells."""
        return ALL

    @property
    def passes(self) -> int:
        """About how many passes over the board it takes."""
        rest = len(self.costs) if self.rest is None else self.rest.passes
        return (8 if self.level or self.upright else 4) + rest

    @property
    def empty(self) -> bool:
        """Whether no move is left: there are always some."""
        return False

    def among(self, cells: int) -> "Mesh":
        """Return the moves from some cells, if what is reached is masked with these anyway."""
        rest = None if self.rest is None else self.rest.among(cells)
        return replace(self, rest=None if rest is None or rest.empty else rest)


Costly = tuple[int, Mapping[int, int]]
"""Moves of one cost: masks of origins by how far they move."""


def rings_of(moves: Iterable[Costly], turns: int) -> list[Ring | Mesh]:
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
    cells = union(entered)
    return [
        (None if turns else mesh_of(tuple(costs), masks=masks, cells=cells))
        or ring_of(tuple(costs), turns, masks=masks, cells=cells)
        for costs, masks in groups
    ]


def mesh_of(costs: Costs, *, masks: Mapping[int, int], cells: int) -> Mesh | None:
    """Return moves in all eight directions as a mesh; none: there are others, or too many are open one way only.

    Out of what is no obstacle, that is, nor anything else that no move leads into: ``cells`` are entered.

    >>> hall = {1: 0b110011, 4: 0b111, 5: 0b011, 3: 0b110}
    >>> masks = hall | {-by: origins << by for by, origins in hall.items()}
    >>> mesh = mesh_of(((1, -1),), masks=masks, cells=-1)
    >>> bin(mesh.blocks), mesh.level, mesh.upright, bin(mesh.reached(0b1))
    ('0b11', 0, 0, '0b110011')
    """
    ways = sorted(by for by in masks if by > 0)
    if len(ways) < 3:
        return None
    side, row = ways[0], ways[2]
    level, upright, down = (_both_ways(masks, by) for by in (side, row, row + side))
    across = _both_ways(masks, row - side) >> side
    blocks = level & level >> row & upright & upright >> side & down & across
    rest = dict(masks)
    for by, open_ways in ((side, level), (row, upright), (row + side, blocks), (row - side, blocks << side)):
        rest[by] = rest.get(by, 0) & ~open_ways
        rest[-by] = rest.get(-by, 0) & ~(open_ways << by)
    odd = union(rest.values())
    if not blocks or not _few(odd & cells, cells.bit_length()):
        return None
    up = tuple((origins, by) for by, origins in rest.items() if by > 0 and origins)
    down_ways = tuple((origins, -by) for by, origins in rest.items() if by < 0 and origins)
    level &= ~(blocks | blocks << row)
    upright &= ~(blocks | blocks << side)
    return Mesh(costs, 0, side, row, blocks, level, upright, Ring(costs, 0, up, down_ways, odd=odd))


def diagonals_of(ring: Ring | Mesh, moves: Iterable[Costly]) -> Mesh | None:
    """Return a ring of diagonals alone as a mesh, if ``moves`` that cost less lead along all sides of its blocks.

    Then what is at these sides has been reached when the diagonals are taken, and does no harm where they lead.
    """
    if isinstance(ring, Mesh) or ring.pairs or ring.odd or (len(ring.up), len(ring.down)) != (2, 2):
        return None
    up, down = ({by: origins for origins, by in many} for many in (ring.up, ring.down))
    short, far = sorted(up)
    side, row = (far - short) // 2, (far + short) // 2
    sooner = [masks for cost, masks in moves if cost < ring.costs[0][0]]
    level, upright = (union(_both_ways(masks, by) for masks in sooner) for by in (side, row))
    blocks = up[far] & level & level >> row & upright & upright >> side
    if up != {short: blocks << side, far: blocks} or down != {by: up[by] << by for by in up}:
        return None
    return Mesh(ring.costs, 0, side, row, blocks, 0, 0, None)


def _both_ways(masks: Mapping[int, int], by: int) -> int:
    """Return from where one may go a number of bits up, and back."""
    return masks.get(by, 0) & masks.get(-by, 0) >> by


def ring_of(costs: Costs, turns: int, *, masks: Mapping[int, int], cells: int = ALL) -> Ring:
    """Return a ring of masks of origins by how far they move; only ``cells`` are entered.

    Bits 0 to 15 are four rows of four; from the middle all four sides are open, and nothing else is.

    >>> ring = ring_of(((1, -1),), 0, masks={1: 0b100000, -1: 0b100000, 4: 0b100000, -4: 0b100000})
    >>> ring.pairs, bin(ring.freely(0b100000)), ring.freely(0b1000000)
    (((4, 1),), '0b1001010010', 0)
    """
    up = tuple((origins, by) for by, origins in masks.items() if by > 0)
    down = tuple((origins, -by) for by, origins in masks.items() if by < 0)
    most = max((origins.bit_count() for origins in masks.values()), default=0)
    main = {by: origins for by, origins in masks.items() if not _few(origins, most)}
    sources, pairs = union(masks.values()), _pairs(main)
    if not pairs:
        return Ring(costs, turns, up, down, odd=sources if _few(sources, sources.bit_length()) else 0)
    targets = union(slide(origins, by) for by, origins in main.items())
    odd = union(sources & slide(targets, -by) & ~origins for by, origins in main.items())
    odd |= union(origins for by, origins in masks.items() if by not in main)
    if not _few(odd & cells, sources.bit_count()):
        return Ring(costs, turns, up, down)
    up, down = (tuple((part, by) for origins, by in many if (part := origins & odd)) for many in (up, down))
    return Ring(costs, turns, up, down, sources & ~odd, odd, targets, pairs)


def _few(bits: int, among: int) -> bool:
    return bits.bit_count() * FEW <= among


def _pairs(masks: Mapping[int, int]) -> tuple[Shift, ...]:
    """Return the ways moves lead, two by two and the longer one first, if each has its opposite and none is left.

    >>> _pairs({1: 1, -1: 1, 5: 1, -5: 1}), _pairs({1: 1, -1: 1, 5: 1})
    (((5, 1),), ())
    """
    ways = sorted((by for by in masks if by > 0), reverse=True)
    if len(ways) % 2 or {-by for by in ways} != {by for by in masks if by < 0}:
        return ()
    return tuple(zip(ways[::2], ways[1::2], strict=True))
