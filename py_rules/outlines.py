"""The outlines of a set of squares, as closed lines that a host can fill."""

from collections.abc import Iterator

Corner = tuple[int, int]


def outlines(bits: int, stride: int, rows: int) -> list[list[list[Corner]]]:
    """Return the polygons of a set of squares, each as its outer line and its holes.

    Square ``(x, y)`` is bit ``y * stride + x`` and reaches to ``(x + 1, y + 1)``. Outer lines go clockwise as
    seen with rows going down, holes the other way; squares that touch in a corner only are apart.

    >>> outlines(0b11, 4, 1)
    [[[(0, 0), (2, 0), (2, 1), (0, 1)]]]
    """
    rings = list(_rings(bits, stride, rows))
    outer = [ring for ring in rings if _clockwise(ring)]
    polygons = [[ring] for ring in outer]
    for hole in rings:
        if not _clockwise(hole):
            _home(polygons, hole).append(hole)
    return polygons


def _rings(bits: int, stride: int, rows: int) -> Iterator[list[Corner]]:
    """Yield all closed lines, corners only.

    Along every border between two rows runs of squares end: each end is a corner. The corners of a column,
    from above, belong together by twos.
    """
    across: dict[tuple[Corner, int], tuple[Corner, int]] = {}
    down: dict[int, list[tuple[int, int, tuple[Corner, int]]]] = {}
    mask, last = (1 << stride) - 1, 0
    for y in range(rows + 1):
        line = bits >> y * stride & mask if y < rows else 0
        for starts, ends, top in ((line & ~last, line, True), (last & ~line, last, False)):
            del ends
            for left, right in _runs(starts):
                # Of two corners in one place the one above goes first: see where the squares lie.
                first, second = ((left, y), 1), ((right, y), -1)
                across[first] = second
                across[second] = first
                down.setdefault(left, []).append((y, 1 if top else 0, first))
                down.setdefault(right, []).append((y, 1 if top else 0, second))
        last = line
    yield from _joined(across, down)


def _joined(
    across: dict[tuple[Corner, int], tuple[Corner, int]],
    down: dict[int, list[tuple[int, int, tuple[Corner, int]]]],
) -> Iterator[list[Corner]]:
    """Yield the lines that go along a run, then down or up a column, and so on."""
    beside: dict[tuple[Corner, int], tuple[Corner, int]] = {}
    for ends in down.values():
        ends.sort(key=lambda end: end[:2])
        for one, two in zip(ends[::2], ends[1::2], strict=True):
            beside[one[2]], beside[two[2]] = two[2], one[2]
    tops = {end[2] for ends in down.values() for end in ends if end[1]}
    todo = dict.fromkeys(end for end in across if end in tops and end[1] == 1)
    while todo:
        begin = at = next(iter(todo))
        ring: list[Corner] = []
        while True:
            todo.pop(at, None)
            to = across[at]
            todo.pop(to, None)
            ring += [at[0], to[0]]
            at = beside[to]
            if at == begin:
                break
        yield ring


def _runs(bits: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of set bits, each from its first to past its last.

    >>> list(_runs(0b110011))
    [(0, 2), (4, 6)]
    """
    while bits:
        low = bits & -bits
        start = low.bit_length() - 1
        stop = ((bits + low) & -(bits + low)).bit_length() - 1
        yield start, stop
        bits &= ~((1 << stop) - 1)


def _clockwise(ring: list[Corner]) -> bool:
    """Return whether a line that begins eastwards along the upper side of squares goes round them."""
    return sum(x * ring[index - 1][1] - ring[index - 1][0] * y for index, (x, y) in enumerate(ring)) < 0


def _home(polygons: list[list[list[Corner]]], hole: list[Corner]) -> list[list[Corner]]:
    """Return the polygon that a hole is in: the one whose outer line it is inside of, the nearest to the left."""
    x, y = min(hole)
    best, place = -1, polygons[0]
    for polygon in polygons:
        ring = polygon[0]
        crossings = [
            ring[index][0]
            for index in range(len(ring))
            if ring[index][0] == ring[index - 1][0]
            and ring[index][0] < x
            and min(ring[index][1], ring[index - 1][1]) <= y < max(ring[index][1], ring[index - 1][1])
        ]
        if len(crossings) % 2 and max(crossings) > best:
            best, place = max(crossings), polygon
    return place
