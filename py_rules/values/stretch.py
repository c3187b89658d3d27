"""The one record of a stretch of a path: measuring makes it, games judge it, and a move that waits keeps it."""

from fractions import Fraction
from functools import cached_property
from typing import Literal

from py_rules.values.footing import Footing, Slick
from py_rules.values.holds import AIR, HELD, Hold
from py_rules.values.records import record

Point = tuple[Fraction, Fraction]
"""Where something is on the map, in the system's unit from the top left corner."""
Spot = tuple[Fraction, Fraction, Fraction]
"""Where something is, and how high."""
Leg = tuple[Spot, Spot]
"""A straight way from spot to spot."""


@record()
class Gate:
    """A roll that entering a region demands."""

    id: str
    name: str
    pool: int
    difficulty: int | None
    needed: int


@record()
class Fall:
    """A fall that the GM is asked about: how deep it is, how far off in columns and rows, and whether it has begun.

    ``depth``: none where nobody knows. ``off``: none where it goes no deeper, or where it has come down already.
    ``past``: the token is past the edge.
    """

    depth: Fraction | None = None
    off: Point | None = (Fraction(0), Fraction(0))
    past: bool = False


@record(slots=False)
class Segment:
    """A stretch of a path in one mode, measured; lengths in the system's unit.

    ``barrier`` names the map rule that forbids the stretch, if one does. ``stand``: there is room for the mover to stop
    at its end, beside other tokens and off the edges of gaps: ``ends`` says what would hold it there. ``lands``: for
    jumps, the last stretch of a jump. ``onto``: what holds the body at its end where the mode alone does not say so:
    water that is walked or jumped into, ground that is climbed to. ``grades``: grade and the GM's number of each
    difficult region it runs through. ``start`` and ``end``: where the mover's centre is, if a map says it, ``ups`` how
    high, ``storeys`` the storeys it is on there. ``falls``: nothing holds the body on the way down, over an edge to
    what is too deep to be stepped down to, off a wall, through a hole. ``depth``: how far what is below a gap, or below
    a jump over low ground, is under where the stretch begins. ``pit``: how far along a jump nothing is
    underfoot, a gap or such ground: without cells a jump is one stretch over them; none: that is so nowhere, or
    nobody knows. ``border``: of a jump that is measured from edge to edge, how much of the stretch, from 0 to 1, is on
    the cell that it begins on; none: it counts as a whole.
    """

    mode: str
    length: Fraction
    rise: Fraction = Fraction(0)
    multiplier: Fraction = Fraction(1)
    flat: Fraction = Fraction(0)
    entered: tuple[str, ...] = ()
    gates: tuple[Gate, ...] = ()
    surface: str | None = None
    slick: Slick = "none"
    difficulty: int | None = None
    grades: tuple[tuple[str | None, int | None], ...] = ()
    current: tuple[Fraction, Fraction] | None = None
    depth: Fraction | None = None
    heading: str = ""
    run_up: bool | None = None
    diagonals: int = 0
    onto: Literal["ground", "water"] | None = None
    lands: bool = True
    stand: bool = True
    barrier: str | None = None
    start: Point | None = None
    end: Point | None = None
    storeys: tuple[int, int] = (0, 0)
    ups: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    falls: bool = False
    pit: Fraction | None = None
    border: Fraction | None = None

    @property
    def ends(self) -> Hold:
        """What holds the body at its end, unless it flies."""
        held = self.lands and self.surface != AIR and self.barrier not in {"gap", AIR}
        return (self.onto or HELD.get(self.mode, "ground")) if held else AIR

    @property
    def drop(self) -> Fraction:
        """How deep it falls."""
        return -self.rise if self.falls else Fraction(0)

    def leg(self, storey: int) -> Leg | None:
        """Return where it runs as seen from a storey, from where to where; none: not there, or no map says it.

        Of what leads up or down to a storey, only where it ends is on it.
        """
        if self.start is None or self.end is None or storey not in self.storeys:
            return None
        last = (*self.end, self.ups[1])
        return ((*self.start, self.ups[0]) if self.storeys[0] == storey else last), last

    @property
    def level(self) -> bool:
        """Whether it stays on one storey."""
        return self.storeys[0] == self.storeys[1]

    @property
    def lean(self) -> int:
        """Where it leads: 1 up, -1 down, 0 along."""
        return (self.rise > 0) - (self.rise < 0)

    @cached_property
    def footing(self) -> Footing:
        """What it is made on, as steps of a search are."""
        lean = self.lean if self.mode == "climb" else 0
        return Footing(self.mode, self.surface, self.slick, self.difficulty, self.grades, lean)

    @property
    def upright(self) -> bool:
        """Whether it leads up or down at a place of a map without cells: it is gone wholly or not at all."""
        return self.start is not None and self.start == self.end

    @property
    def extent(self) -> Fraction:
        """How much path the stretch is: a jump up counts its height too."""
        return self.length + max(self.rise, Fraction(0)) if self.mode == "jump" else self.length

    @property
    def cost(self) -> Fraction:
        """What the stretch takes from its allowance."""
        extent = self.extent
        return extent if self.multiplier == 1 and not self.flat else extent * self.multiplier + self.flat
