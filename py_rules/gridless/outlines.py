"""The outlines of a set of squares, as closed lines that a host can fill, written as JSON.

There are thousands of corners, and each is two numbers out of a few hundred: their texts are put together, instead of
making lists and writing numbers one by one. A few operations on the whole set find all corners. In the order of rows
each two of them are the ends of a side, and so they are in the order of columns.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from py_rules.board.grid import first
from py_rules.search.sparse import cells_of

FEW: Final = 8
"""No more bits than this are taken one after the other."""
Loop = list[int]
"""The corners of a closed line, by their numbers in the order of rows."""
Bend = Callable[[Sequence[int]], Iterable[str]]
"""Returns the corners of a closed line as they are written, some of them moved; from the squares that they are the
upper left corners of."""


class Places(NamedTuple):
    """Where columns and rows begin, as the texts that corners are put together from."""

    across: list[str]
    down: list[str]

    def written(self, corners: Iterable[int], stride: int) -> list[str]:
        """Return the upper left corners of squares as they are written."""
        across, down = self
        return [across[square % stride] + down[square // stride] for square in corners]


def places(across: Iterable[str], down: Iterable[str]) -> Places:
    """Return where columns and rows begin, from numbers as texts.

    >>> places(["0", "0.5"], ["7"])
    Places(across=['[0,', '[0.5,'], down=['7]'])
    """
    return Places([f"[{x}," for x in across], [f"{y}]" for y in down])


def outlines(bits: int, stride: int, *, places: Places, bend: Bend | None = None) -> str:
    """Return the polygons of a set of squares, each as its outer line and its holes, as JSON.

    Square ``(x, y)`` is bit ``y * stride + x``, the last of each row is empty; it reaches from column ``x`` and row
    ``y`` to the next. Outer lines go clockwise as seen with rows going down, holes the other path; squares that touch
    in a corner only are apart.

    >>> outlines(0b11, 4, places=places("01234", "01"))
    '[[[[0,0],[2,0],[2,1],[0,1]]]]'
    """
    if not bits:
        return "[]"
    found = _Corners(bits, stride)

    def turns(ring: Loop) -> Iterable[str]:
        corners = itemgetter(*ring)(found.at)
        return bend(corners) if bend else places.written(corners, stride)

    polygons = (",".join([f"[{','.join(turns(ring))}]" for ring in polygon]) for polygon in found.polygons())
    return f"[{','.join([f'[{polygon}]' for polygon in polygons])}]"


class _Corners:
    """The corners of a set of squares, in the order of rows; where two squares touch in one there are two.

    ``at``: the number of the square that each is the upper left corner of. ``across``: its column. ``beside``: the
    corner at which the line goes on up or down the column.
    """

    def __init__(self, bits: int, stride: int) -> None:
        self.bits = bits
        sides = bits ^ bits << 1
        self.at = numbers(sides ^ sides << stride)
        touching = sides & sides << stride & (bits ^ bits << stride)
        if touching:
            self.at = sorted(self.at + 2 * numbers(touching))
        self.across = [place % stride for place in self.at]
        self.beside = _in_twos(self.across)
        # Of two corners in one place, the one above goes first in its column, the one to the left in its row.
        for place in numbers(touching ^ touching & bits):
            self._swap(bisect_left(self.at, place))

    def _swap(self, corner: int) -> None:
        """Let the lines of a corner and the next go on at each other's."""
        beside = self.beside
        one, two = beside[corner], beside[corner + 1]
        beside[corner], beside[two], beside[corner + 1], beside[one] = two, corner, one, corner + 1

    def polygons(self) -> list[list[Loop]]:
        """Return the polygons, each as its outer line and its holes."""
        at, polygons, homes = self.at, dict[int, list[Loop]](), dict[int, list[Loop]]()
        square = self.bits.to_bytes(self.bits.bit_length() // 8 + 1, "little")
        rings, of = self._rings()
        holes = []
        for number, ring in enumerate(rings):
            place = at[ring[0]]
            if square[place >> 3] >> (place & 7) & 1:
                homes[number] = polygons[number] = [ring]
            else:
                x = min([self.across[corner] for corner in ring])
                holes.append((x, min([at[corner] for corner in ring if self.across[corner] == x]), number))
        # What is beside a hole begins farther to the left, and has its home by then.
        for x, place, number in sorted(holes):
            homes[number] = homes[of[self._left(x, place)]]
        for hole, number in sorted((_turned(rings[number]), number) for *_, number in holes):
            homes[number].append(hole)
        return list(polygons.values())

    def _rings(self) -> tuple[list[Loop], list[int]]:
        """Return all closed lines, from their first corner to the right, and in which of them each corner is.

        A line goes along a row, then down or up a column, and so on.
        """
        beside, rings = self.beside, list[Loop]()
        of = [-1] * len(beside)
        for begin in range(0, len(beside), 2):
            if of[begin] >= 0:
                continue
            ring: Loop = []
            at, number = begin, len(rings)
            while True:
                to = at ^ 1
                of[at] = of[to] = number
                ring += (at, to)
                at = beside[to]
                if at == begin:
                    break
            rings.append(ring)
        return rings, of

    def _left(self, x: int, place: int) -> int:
        """Return the upper corner of the side that the squares to the left of a place end at."""
        row = self.bits >> place - x & (1 << x) - 1
        end = (row ^ (1 << x) - 1).bit_length()
        upper = bisect_right(self.at, place - x + end)
        return next(corner for corner in range(upper - 1, -1, -1) if self.across[corner] == end)


def _in_twos(across: Sequence[int]) -> list[int]:
    """Return the other of each two corners that follow each other in a column: the first and the second, and so on.

    >>> _in_twos([0, 3, 0, 2, 2, 3])
    [2, 5, 0, 4, 3, 1]
    """
    order = sorted(range(len(across)), key=across.__getitem__)
    others = [0] * len(across)
    for one, two in zip(order[::2], order[1::2], strict=True):
        others[one], others[two] = two, one
    return others


def numbers(bits: int) -> list[int]:
    """Return the numbers of the bits that are set, from the lowest on.

    The digits between them are counted: to take one bit after the other is to go over all of them each time, and takes
    less only where there are few.

    >>> numbers(0b10110), numbers((1 << 20) - 1) == list(range(20))
    ([1, 2, 4], True)
    """
    if bits.bit_count() <= FEW:
        return cells_of(bits)
    low = first(bits)
    at = low - 1
    return [at := at + 1 + len(gap) for gap in bin(bits >> low).split("1")[:0:-1]]


def _turned(hole: Loop) -> Loop:
    """Return the line around a hole the other way round, from its first side with squares below it.

    Those are the sides that it goes along to the right.
    """
    turned = hole[::-1]
    start = turned.index(min(at for at in turned[::2] if not at & 1))
    return turned[start:] + turned[:start]
