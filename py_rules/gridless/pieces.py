"""The straight lines of a drawn path, cut into parts of equal ground and told apart by the pieces they are drawn in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from py_rules.board.districts import Spot
from py_rules.board.expanse import Expanse, Part
from py_rules.ways import Point

ONE, ZERO = Fraction(1), Fraction(0)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a drawn piece with its mode, its length, how much of the piece's rise it has, and what bars it."""

    part: Part
    mode: str
    length: Fraction
    rise: Fraction
    heading: str
    barrier: str | None

    @property
    def jumps(self) -> bool:
        """Whether it is in the air."""
        return self.mode == "jump"


@dataclass(frozen=True, slots=True)
class Piece:
    """A drawn piece of a straight line: the number of its first point, and where it is along the line, from 0 to 1."""

    number: int
    begins: Fraction
    ends: Fraction


def barred(
    sheet: Expanse, points: Sequence[Point], spots: Sequence[Spot], line: Sequence[int]
) -> Iterator[tuple[Part, Piece, str | None]]:
    """Yield the parts of a line with the pieces they are of; the first one barred with what bars it."""
    a, b = spots[line[0]], spots[line[-1] + 1]
    bar, parts = sheet.bar(a, b), list(sheet.parts(a, b))
    stop, told = bar if bar is not None else (b, None)
    longer = 0 if abs(b[0] - a[0]) >= abs(b[1] - a[1]) else 1
    at = Fraction(stop[longer] - a[longer], b[longer] - a[longer])
    pieces = _pieces(spots, line, sorted({ZERO, at, *(part.ends for part in parts)}))
    for part, piece in _split(parts, pieces, points, spots):
        if bar is None or part.ends <= at:
            yield part, piece, None
            continue
        rest = part
        if part.begins < at:
            yield replace(part, end=stop, ends=at), piece, None
            rest = replace(part, start=stop, begins=at)
        yield rest, piece, told
        told = None


def _pieces(spots: Sequence[Spot], line: Sequence[int], cuts: Sequence[Fraction]) -> list[Piece]:
    """Return the pieces of a line; one that ends at a cut, to the grain, ends exactly there."""
    a, b = spots[line[0]], spots[line[-1] + 1]
    x, y = b[0] - a[0], b[1] - a[1]
    square = x * x + y * y
    pieces, begins = [], ZERO
    for number in line[:-1]:
        place = spots[number + 1]
        share = Fraction((place[0] - a[0]) * x + (place[1] - a[1]) * y, square)
        near = min((abs(cut - share), cut) for cut in cuts)[1]
        if begins < near < 1 and (near - share) ** 2 * square <= 1:
            share = near
        pieces.append(Piece(number, begins, share))
        begins = share
    return [*pieces, Piece(line[-1], begins, ONE)]


def _split(
    parts: Sequence[Part], pieces: Sequence[Piece], points: Sequence[Point], spots: Sequence[Spot]
) -> Iterator[tuple[Part, Piece]]:
    """Yield the parts of each piece; one that is jumped is one part."""
    for piece in pieces:
        start, end = spots[piece.number], spots[piece.number + 1]
        inside = [part for part in parts if part.begins < piece.ends and part.ends > piece.begins]
        if points[piece.number + 1][3] == "jump":
            under = dict.fromkeys(ground for part in inside for ground in part.under)
            yield Part(start, end, piece.begins, piece.ends, tuple(under), crowded=False), piece
            continue
        for part in inside:
            first, last = part.begins <= piece.begins, part.ends >= piece.ends
            yield (
                replace(
                    part,
                    start=start if first else part.start,
                    begins=piece.begins if first else part.begins,
                    end=end if last else part.end,
                    ends=piece.ends if last else part.ends,
                ),
                piece,
            )


def kinds_of(part: Part) -> set[str]:
    """Return the kinds of the regions under a part."""
    return {ground.region.kind for ground in part.under}


def mode_of(part: Part, chosen: str | None) -> str:
    """Return the mode of a part: the player's, else what the map proposes (a sprint is no terrain)."""
    if chosen is not None and chosen != "sprint":
        return chosen
    kinds = kinds_of(part)
    proposed = (("gap", "jump"), ("climb", "climb"), ("water", "swim"))
    found = next((mode for kind, mode in proposed if kind in kinds), "ground")
    return "sprint" if found == "ground" and chosen == "sprint" else found


def floored(length: Fraction) -> Fraction:
    """Return a length to the millionth below.

    >>> floored(Fraction(2, 3))
    Fraction(333333, 500000)
    """
    return Fraction(length * 1_000_000 // 1, 1_000_000)
