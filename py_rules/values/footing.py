"""What a step is made on, and which meter it draws on: shared by maps, searches and systems."""

from fractions import Fraction
from typing import Literal, NamedTuple, Protocol, TypeVar

from py_rules.values.records import record

Slick = Literal["none", "wet", "greased"]
Grade = tuple[str | None, int | None]
"""How difficult terrain is: a word of the system, and the GM's own number."""


class Footing(NamedTuple):
    """What a step is walked, swum or climbed on, as far as its price may depend on it.

    ``surface``, ``slick`` and ``difficulty`` are those of the climb region entered; ``grades``: of all
    terrain that the target touches, in scene order.
    """

    mode: str
    surface: str | None = None
    slick: Slick = "none"
    difficulty: int | None = None
    grades: tuple[Grade, ...] = ()
    lean: int = 0
    """Of a climbed step on a surface that says which way is up: 1 up, -1 down, 0 along."""


@record()
class Draw:
    """What a class of steps draws on: a meter (none: the primary cost), its length times ``factor``.

    ``marks``: what it leaves on the way, each with how bad it is; of a mark found again the worst counts.
    ``starts``: marks it leaves only where its meter is still untouched. No number is negative.
    """

    meter: str | None
    marks: tuple[tuple[str, int], ...] = ()
    starts: tuple[tuple[str, int], ...] = ()
    factor: Fraction = Fraction(1)


def draw_of_mode(footing: Footing, phase: int) -> Draw:
    """Return the draw where every mode but the ground has a meter of its own.

    >>> draw_of_mode(Footing("swim"), 0).meter, draw_of_mode(Footing("ground"), 0).meter
    ('swim', None)
    """
    del phase
    return Draw(None if footing.mode == "ground" else footing.mode)


T_co = TypeVar("T_co", covariant=True)


class JumpPrice(Protocol[T_co]):
    """Says how a jump is made, by how far and how high it goes; none: not at all."""

    def __call__(
        self, far: Fraction, high: Fraction, /, *, running: bool, jumped: Fraction, phase: int
    ) -> T_co | None:
        """Return it, where the jump meter shows ``jumped`` in a phase of the search."""


def whole_leap(far: Fraction, high: Fraction, *, flat: Fraction) -> Fraction:
    """Return what a jump adds to its meter: how far and how high it goes, and the surcharge where it lands.

    >>> whole_leap(Fraction(3), Fraction(1), flat=Fraction(0))
    Fraction(4, 1)
    """
    return far + high + flat
