"""Sets of cells for the wire, and the nearest of them."""

from py_rules.board import Board, Cell


def window(bits: int, board: Board) -> tuple[bytes, int, int, int, int]:
    """Return a set of cells as ``(bits, col, row, cols, rows)``, cropped to its bounding box.

    Bit ``i`` of the bytes (``i >> 3`` at ``1 << (i & 7)``) is cell ``(col + i % cols, row + i // cols)``.
    An empty set gives no bytes and a window without size.
    """
    if not bits:
        return b"", 0, 0, 0, 0
    stride = board.stride
    top = ((bits & -bits).bit_length() - 1) // stride
    rows = (bits.bit_length() - 1) // stride - top + 1
    bits >>= top * stride
    line = _folded(bits, stride, rows)
    left = (line & -line).bit_length() - 1
    cols = line.bit_length() - left
    packed = _packed(bits >> left, stride, rows, cols)
    return packed.to_bytes((rows * cols + 7) // 8, "little"), left, top, cols, rows


def _folded(bits: int, stride: int, rows: int) -> int:
    """Return the columns in use, all rows laid over each other.

    >>> bin(_folded(0b001_100, 3, 2))
    '0b101'
    """
    while rows > 1:
        half = (rows + 1) // 2
        low = half * stride
        bits = (bits & ((1 << low) - 1)) | bits >> low
        rows = half
    return bits


def _packed(bits: int, stride: int, rows: int, cols: int) -> int:
    """Return rows of ``stride`` bits cut to their first ``cols``, by halves.

    >>> bin(_packed(0b0011_0001, 4, 2, 2))
    '0b1101'
    """
    if rows == 1:
        return bits & ((1 << cols) - 1)
    half = rows // 2
    low = half * stride
    below = _packed(bits >> low, stride, rows - half, cols)
    return _packed(bits & ((1 << low) - 1), stride, half, cols) | below << (half * cols)


def nearest(bits: int, board: Board, cell: Cell) -> Cell | None:
    """Return the cell of a set nearest to ``cell``, or ``None`` if the set is empty.

    Distances are straight; of equal ones the upper, then the left one is taken.
    """
    best: tuple[int, int, int] | None = None
    first = max(-cell[1], cell[1] - board.rows + 1, 0)
    for off in range(first, first + board.rows):
        if best is not None and off * off > best[0]:
            break
        for row in dict.fromkeys((cell[1] - off, cell[1] + off)):
            if 0 <= row < board.rows:
                line = bits >> row * board.stride & ((1 << board.cols) - 1)
                for col in _beside(line, cell[0]):
                    found = ((col - cell[0]) ** 2 + off * off, row, col)
                    best = found if best is None else min(best, found)
    return (best[2], best[1]) if best else None


def _beside(line: int, col: int) -> list[int]:
    """Return the columns in use next to ``col`` on either side, itself included.

    >>> _beside(0b100101, 3)
    [2, 5]
    """
    places = []
    if left := line & ((2 << col) - 1) if col >= 0 else 0:
        places.append(left.bit_length() - 1)
    if right := line >> max(col, 0) << max(col, 0):
        places.append((right & -right).bit_length() - 1)
    return places
