"""The straight lines of a drawn path, cut into parts of equal ground, with the drawn piece that each part is of."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isqrt

from py_rules.board.ground import Ground
from py_rules.board.open_map import OpenMap, Part
from py_rules.board.spatial_index import Spot
from py_rules.board.steps import AFOOT
from py_rules.values.footing import Footing
from py_rules.values.records import record, replace
from py_rules.values.rounding import SNAP

ONE, ZERO = Fraction(1), Fraction(0)


@record()
class Stretch:
    """A part of a drawn piece with its mode, its length, how much of the piece's rise it has, and what bars it."""

    part: Part
    mode: str
    length: Fraction
    rise: Fraction
    heading: str
    barrier: str | None
    ups: tuple[Fraction, Fraction]
    """How high its ends are, in the map's unit."""
    ledge_step: "LedgeStep | None" = None
    """The change of heights that it is, if it is no more than that."""
    aloft: bool = False
    """Whether a jump goes on at its end, over low ground."""

    @property
    def jumps(self) -> bool:
        """Whether it is in the air."""
        return self.mode == "jump"


@record()
class LedgeStep:
    """Where the ground changes its height at a point: by how much, in the system's unit."""

    rise: Fraction
    onto: tuple[Ground, ...]
    """What is underfoot behind it."""
    footing: Footing
    """What is climbed."""


@record()
class Piece:
    """A drawn piece of a straight line: the number of its first point, and where it is along the line, from 0 to 1."""

    number: int
    begins: Fraction
    ends: Fraction


def barred(
    open_map: OpenMap, spots: Sequence[Spot], *, line: Sequence[int]
) -> Iterator[tuple[Part, Piece, str | None]]:
    """Yield the parts of a line with the pieces they are of; the first one barred with what bars it.

    A piece so short that it is none, drawn where the ground changes, is one part without length.
    """
    a, b = spots[line[0]], spots[line[-1] + 1]
    bar = open_map.bar(a, b)
    stop, bars = bar if bar is not None else (b, None)
    longer = 0 if abs(b[0] - a[0]) >= abs(b[1] - a[1]) else 1
    at = Fraction(stop[longer] - a[longer], b[longer] - a[longer])
    parts, pieces = laid(open_map, spots, line=line, at=at)
    for part, piece in _split(open_map, parts, pieces=pieces, spots=spots):
        if bar is None or part.ends <= at or part.begins == part.ends:
            yield part, piece, None
            continue
        rest = part
        if part.begins < at:
            yield replace(part, end=stop, ends=at), piece, None
            rest = replace(part, start=stop, begins=at)
        yield rest, piece, bars
        bars = None


def laid(
    open_map: OpenMap, spots: Sequence[Spot], *, line: Sequence[int], at: Fraction = ONE
) -> tuple[list[Part], list[Piece]]:
    """Return the parts of a straight line, and its pieces; ``at``: the share of it at which something bars it."""
    a, b = spots[line[0]], spots[line[-1] + 1]
    parts = _trimmed(list(open_map.parts(a, b)))
    return parts, _pieces(spots, line, cuts=sorted({ZERO, at, *(part.ends for part in parts)}))


def _trimmed(parts: list[Part]) -> list[Part]:
    """Return the parts of a line without what a mark cuts off at its ends, which counts as what is beside it."""

    def short(part: Part) -> bool:
        return max(abs(x - y) for x, y in zip(part.start, part.end, strict=True)) <= SNAP

    if len(parts) > 1 and short(parts[-1]):
        parts = [*parts[:-2], replace(parts[-2], end=parts[-1].end, ends=parts[-1].ends)]
    if len(parts) > 1 and short(parts[0]):
        parts = [replace(parts[1], start=parts[0].start, begins=parts[0].begins), *parts[2:]]
    return parts


def _pieces(spots: Sequence[Spot], line: Sequence[int], *, cuts: Sequence[Fraction]) -> list[Piece]:
    """Return the pieces of a line; one that ends at a cut, to the grain, ends exactly there.

    One that is at a cut with all of its length has none.
    """
    a, b = spots[line[0]], spots[line[-1] + 1]
    x, y = b[0] - a[0], b[1] - a[1]
    square = x * x + y * y
    pieces, begins = [], ZERO
    for number in line[:-1]:
        place = spots[number + 1]
        share = Fraction((place[0] - a[0]) * x + (place[1] - a[1]) * y, square)
        near = min((abs(cut - share), cut) for cut in cuts)[1]
        if begins <= near <= 1 and (near - share) ** 2 * square <= SNAP * SNAP:
            share = near
        pieces.append(Piece(number, begins, share))
        begins = share
    return [*pieces, Piece(line[-1], begins, ONE)]


def _split(
    open_map: OpenMap,
    parts: Sequence[Part],
    *,
    pieces: Sequence[Piece],
    spots: Sequence[Spot],
) -> Iterator[tuple[Part, Piece]]:
    """Yield the parts of each piece."""
    for piece in pieces:
        start, end = spots[piece.number], spots[piece.number + 1]
        inside = [part for part in parts if part.begins < piece.ends and part.ends > piece.begins]
        if piece.begins == piece.ends:
            yield Part(start, end, piece.begins, piece.ends, open_map.under(*end), crowded=False), piece
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


def unheld(part: Part, mode: str, *, flying: frozenset[str], rise: Fraction = ZERO) -> str | None:
    """Return what bars a part where its mode has nothing underfoot: a gap, or water unless it is swum.

    ``rise``: how much it leads up or down; on the level nothing is climbed.
    """
    kinds = kinds_of(part)
    if mode not in {"jump", *flying} and "gap" in kinds:
        return "gap"
    afoot = mode in AFOOT or (mode == "climb" and not rise)
    return "water" if afoot and "water" in kinds and not kinds & {"climb", "gap"} else None


def clings(open_map: OpenMap, part: Part, *, mode: str, up: Fraction) -> bool:
    """Return whether a part is climbed on a wall over a gap, no lower than the floor beside it."""
    low = open_map.ground_heights.of(part.under).elevation
    return mode == "climb" and kinds_of(part) >= {"climb", "gap"} and up >= low


def slanted(length: Fraction, rise: Fraction) -> Fraction:
    """Return how long a line is that also leads up or down, to the millionth below.

    >>> slanted(Fraction(3), Fraction(-4)), slanted(Fraction(5), Fraction(0))
    (Fraction(5, 1), Fraction(5, 1))
    """
    return Fraction(isqrt(int((length**2 + rise**2) * 10**12)), 10**6) if rise else length


def floored(length: Fraction) -> Fraction:
    """Return a length to the millionth below.

    >>> floored(Fraction(2, 3))
    Fraction(333333, 500000)
    """
    return Fraction(length * 1_000_000 // 1, 1_000_000)
