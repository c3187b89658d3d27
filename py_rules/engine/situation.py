"""What a judgement depends on: who moves, by which rules, where, the turn so far, and who reaches the way."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any, ClassVar, Protocol

from py_rules.values.holds import Hold
from py_rules.values.records import record, replace
from py_rules.values.stretch import Point, Segment


@record()
class Neighbour:
    """Another token that the mover's move may concern; ``facts`` is the system's own model of it.

    ``at`` is its middle, ``size`` what it covers across and down, ``up`` how high it is, all in the system's unit.
    Only who is on its storey is near it.
    """

    id: str
    name: str
    at: Point
    size: Point
    disposition: str
    facts: Any
    storey: int = 0
    up: Fraction = Fraction(0)


@record()
class Here:
    """Where the map shows the mover: its middle, and what holds it up there; as a fact, that it stood there."""

    kind: ClassVar[str] = "stood"
    at: Point
    holds: Hold
    storey: int = 0
    up: Fraction = Fraction(0)
    """How high it is, in the system's unit."""
    current: Point | None = None
    """Where the water that it is in carries it per Turn, east and south."""
    above: Fraction = Fraction(0)
    """How high it is above the ground, or above the surface of the water, in the system's unit."""
    elevation: Fraction = Fraction(0)
    """How high it is, in the map's unit ..."""
    ground: Fraction = Fraction(0)
    """... and the ground below it, or below the surface of the water."""
    amiss: str = ""
    """Why nothing can be there: "inside" something solid, "below" the floor, over a "gap"; else empty."""

    @property
    def water(self) -> bool:
        """Whether it is in water."""
        return self.holds == "water"

    @property
    def clings(self) -> bool:
        """Whether it holds on to a wall, above the ground."""
        return self.holds == "wall" and self.above > 0

    @property
    def aloft(self) -> Fraction:
        """How high it is above the ground with nothing to hold on to, in the system's unit."""
        return self.above if self.holds == "air" else Fraction(0)

    @property
    def hovers(self) -> bool:
        """Whether there is nothing but air below it."""
        return self.aloft > 0 or self.amiss == "gap"


class Chart(Protocol):
    """The map as one mover's places on it: where cells are, how far apart, and who reaches whom."""

    celled: ClassVar[bool]
    """Whether the map has cells."""

    @property
    def side(self) -> Fraction:
        """The side of a cell; on a map without cells, its length."""
        ...

    def has(self, places: Iterable[tuple[int | float, int | float]]) -> bool:
        """Return whether all places can be of this map: they may have been recorded before it had cells."""
        ...

    def middle(self, cell: tuple[int | float, int | float]) -> Point:
        """Return where the mover's middle is when it stands on a cell."""
        ...

    def ahead(self, heading: str, far: Fraction) -> Point | None:
        """Return how far east and south a straight way leads; none: the map has no such heading."""
        ...

    def adjoins(self, at: Point, up: Fraction, *, other: Neighbour) -> bool:
        """Tell whether the mover, with its middle there and so high, reaches another token next to it."""
        ...

    def reached(self, at: Point, up: Fraction, *, other: Neighbour, far: Fraction) -> bool:
        """Tell whether another token reaches so far as to the mover, with its middle there and so high."""
        ...

    def room(self, other: Neighbour, far: Fraction) -> tuple[float, float]:
        """Return how far off across and down another token that reaches so far may be, at most: never too little."""
        ...

    def clear(self, at: Point, other: Neighbour) -> bool:
        """Tell whether nothing stands between another token and the mover, with its middle there."""
        ...

    def opens(self, start: Point, end: Point, *, other: Neighbour) -> Sequence[Fraction]:
        """Return where between two places of the mover another token may come into view, as shares of the way."""
        ...


@record()
class Move:
    """Who moves, by which house rules, in which circumstances, and where; the turn so far, and what the way has met.

    ``body`` is what the mover covers across and down, in the system's unit; none: no map says it. ``chart``: the
    map that it is on; none: there is no map. ``met``: the marks of the way, each with how bad it is.
    """

    character: Any
    house_rules: Any
    circumstances: Any
    in_combat: bool
    """Whether turns are counted."""
    turn: Any = None
    others: tuple[Neighbour, ...] = ()
    here: Here | None = None
    """None: no map says it."""
    names: Mapping[str, str] = field(default_factory=dict)
    body: Point | None = None
    chart: Chart | None = None
    met: Mapping[str, int] = field(default_factory=dict)

    @property
    def bare(self) -> "Move":
        """The same without what a map says: wherever the token and others are."""
        return Move(self.character, self.house_rules, self.circumstances, self.in_combat, self.turn)

    def name(self, region: str) -> str:
        """Return what people call a region; without a name it is its id."""
        return self.names.get(region, region)

    def with_turn(self, **changes: Any) -> "Move":  # noqa: ANN401 - fields of the turn
        """Return the move with another turn so far."""
        return replace(self, turn=replace(self.turn, **changes))


def on_tests(move: Move) -> int:
    """Return what the moment adds to every test of the token's movement; nothing where the game does not ask."""
    return int(getattr(move.circumstances, "test_modifier", 0))


class Reaches:
    """The foes of a mover with how far each ``reach`` says it reaches, asked once for a way; none: it does not."""

    def __init__(self, move: Move, reach: Callable[[Neighbour], Fraction | None]) -> None:
        self._chart = chart = move.chart
        self._near: list[tuple[float, float, float, float, Neighbour, Fraction]] = []
        for foe in move.others if chart is not None else ():
            far = reach(foe) if foe.disposition == "hostile" else None
            if chart is not None and far is not None:
                (x, y), (wide, high) = map(float, foe.at), chart.room(foe, far)
                self._near.append((x - wide, x + wide, y - high, y + high, foe, far))

    def left_behind(self, step: Segment) -> Iterator[tuple[Neighbour, Fraction]]:
        """Yield the foes whose reach a stretch on the map leaves, each with it. Another storey is out of reach."""
        chart, start, end = self._chart, step.start, step.end
        if chart is None or start is None or end is None:
            return
        x, y = map(float, start)
        for left, right, top, low, foe, far in self._near:
            # Most are too far off: that is told quickly, and never of one that reaches there.
            if left <= x <= right and top <= y <= low:
                places = zip(step.storeys, (start, end), step.ups, strict=True)
                first, last = (
                    storey == foe.storey and chart.reached(at, up, other=foe, far=far)
                    for storey, at, up in places
                )
                if first and not last:
                    yield foe, far
