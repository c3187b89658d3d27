"""Sets of cells for the wire, and the nearest of them."""

from py_rules.board import Board, Cell


def window(bits: int, board: Board) -> tuple[bytes, int, int, int, int]:
    """Return a set of cells as ``(bits, col, row, cols, rows)``: whole rows of the board, from the first in use.

    Bit ``i`` of the bytes (``i >> 3`` at ``1 << (i & 7)``) is cell ``(col + i % cols, row + i // cols)``; the
    spare column of the board is among them, and empty. An empty set gives no bytes and a window without size.
    """
    if not bits:
        return b"", 0, 0, 0, 0
    stride = board.stride
    top = ((bits & -bits).bit_length() - 1) // stride
    rows = (bits.bit_length() - 1) // stride - top + 1
    data = (bits >> top * stride).to_bytes((rows * stride + 7) // 8, "little")
    col, row = board.cell(top * stride)
    return data, col, row, stride, rows


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
