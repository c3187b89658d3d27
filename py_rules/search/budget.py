"""What a search is given and what it finds: budgets, starts, profiles and labels."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from py_rules.board import Cell
from py_rules.values import work
from py_rules.values.footing import Draw, Footing, JumpPrice, draw_of_mode, whole_leap
from py_rules.values.records import record, replace

MOST_WORK = 500_000
"""A search that takes more steps of work ends: what is settled by then is right, and farther places are left out."""


@record()
class JumpOdds:
    """A jump that may be tried: its chance, and the Difficulty that its roll is made at (None: no roll)."""

    chance: Fraction
    difficulty: int | None


Priced = Sequence[tuple[Fraction | None, Hashable]]
"""How far prices reach (none: without end), from near to far, and how good they are."""


@record()
class SharedPool:
    """One pool that everything used is taken from: the primary cost and the meters together.

    No path is priced better than its ``ends`` say for all that it uses, and no path uses more than their last limit.
    ``prices``: those along the primary cost, by what is used of the meters; unless told, there are none.
    """

    ends: Priced
    prices: Callable[[Mapping[str, Fraction]], Priced] = lambda _: ()


def only_primary(cost: Fraction, meters: Mapping[str, Fraction]) -> Fraction:
    """Return the primary cost: what a way uses where every other meter stands for itself."""
    del meters
    return cost


def anything(used: Mapping[str, Fraction], marks: Mapping[str, int]) -> bool:
    """Return that everything within the limits is possible."""
    del used, marks
    return True


@record()
class Budget:
    """How far a mover may go; lengths in scene units.

    A meter that is missing or 0 makes its mode impossible, ``None`` is without limit. A gate that is
    missing or sure is free. A limit is tested where it is spent: a start beyond it may spend other things.
    More used, worse marks and a later phase must never make anything better.
    """

    limit: Fraction | None
    """The most primary cost, which ground steps (and jumps, if ``jump_counts``) add to."""
    meters: Mapping[str, Fraction | None]
    jump: JumpPrice[JumpOdds]
    """Horizontal length, how high it leads up, whether it is running, what the jump meter shows before and the
    phase at the take-off, to the jump; ``None``: impossible."""
    jump_counts: bool
    """Whether jumps add to the primary cost."""
    run_up: Fraction
    """Straight ground length needed right before the take-off to be running."""
    gates: Mapping[str, Fraction] = field(default_factory=dict)
    """Chance per difficult region that demands a roll; rolled once, passing again is free."""
    passed: frozenset[str] = frozenset()
    floor: Fraction = Fraction(0)
    """What has a lower chance is cut."""
    draw: Callable[[Footing, int], Draw] = draw_of_mode
    """What a step is made on and the phase it is made in, to what it draws on."""
    phases: tuple[Fraction, ...] = ()
    """Primary costs in rising order; past the first of them is phase 1, past the next phase 2 ..."""
    jump_meter: str | None = None
    """The meter that the lengths of jumps add to, if they have one."""
    leapt: Callable[..., Fraction] = whole_leap
    """How far and how high a jump goes and the surcharge where it lands, to what it adds to that meter."""
    leap_grain: Fraction = Fraction(1)
    """The grain of that amount, where it is no multiple of the board's lengths and heights."""
    grounded: bool = True
    """Whether a jump may take off where the search begins: elsewhere it does from the ground only."""
    possible: Callable[[Mapping[str, Fraction], Mapping[str, int]], bool] = anything
    """Meters used and marks left, to whether any price allows it: what none allows is not followed."""
    pool: SharedPool | None = None
    used: Callable[[Fraction, Mapping[str, Fraction]], Fraction] = only_primary
    """The primary cost and the meters of a way, to what people read that it uses."""
    most: int = 2000
    """The most combinations of meters, gates and chance looked at; more are cut, the farthest first."""
    most_work: int = field(default_factory=lambda: MOST_WORK)
    """The most steps of work (:mod:`py_rules.values.work`) of the search by itself."""

    def pays(self, draw: Draw) -> bool:
        """Return whether there is any of what a step draws on."""
        return draw.meter is None or self.meters.get(draw.meter, Fraction(0)) != 0


def lengths_alone(budget: Budget) -> Budget:
    """Return a budget without limits that counts lengths only: one resource board is enough.

    It is the last that is tried, so its search may take all the work that the question has left.
    """

    def draw(footing: Footing, phase: int) -> Draw:
        drawn = budget.draw(footing, phase)
        return Draw(None, factor=drawn.factor) if drawn.meter in {None, *budget.meters} else drawn

    def jump(
        far: Fraction, high: Fraction, *, running: bool, jumped: Fraction, phase: int
    ) -> JumpOdds | None:
        jump = budget.jump(far, high, running=running, jumped=jumped, phase=phase)
        return None if jump is None or jump.chance <= 0 else JumpOdds(Fraction(1), None)

    return replace(
        budget,
        limit=None,
        meters={},
        jump=jump,
        jump_counts=True,
        jump_meter=None,
        gates={},
        floor=Fraction(0),
        draw=draw,
        phases=(),
        possible=anything,
        pool=None,
        most_work=work.left(),
    )


@record()
class Start:
    """Where a search begins and what the route has used before.

    ``heading`` and ``run`` are the direction and the straight ground length walked right before.
    """

    cell: Cell
    cost: Fraction = Fraction(0)
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    marks: Mapping[str, int] = field(default_factory=dict)
    checks: tuple[Hashable, ...] = ()
    chance: Fraction = Fraction(1)
    parity: int = 0
    heading: int | None = None
    run: Fraction = Fraction(0)
    gates: frozenset[str] = frozenset()
    others: tuple["Start", ...] = ()
    """Cells that it begins at as well, each with what has been used by there."""

    @property
    def every(self) -> tuple["Start", ...]:
        """All that it begins at."""
        return self, *self.others


@record()
class Profile:
    """What a label costs besides the primary cost."""

    meters: tuple[tuple[str, Fraction], ...]
    """Every meter of the budget with what is used of it, by name."""
    marks: tuple[tuple[str, int], ...]
    """Every mark the board can leave with the worst met, by name; 0: none."""
    jumps: tuple[Hashable, ...]
    """The keys of the jumps, sorted."""
    gates: frozenset[str]
    """The gates rolled on this route: not those passed before, nor those that cannot fail."""
    chance: Fraction

    @property
    def beside(self) -> Fraction:
        """What is used in all meters together.

        >>> Profile((("climb", Fraction(2)), ("swim", Fraction(5))), (), (), frozenset(), Fraction(1)).beside
        Fraction(7, 1)
        """
        return sum((used for _, used in self.meters), Fraction(0))

    def used(self, meter: str) -> Fraction:
        """Return what is used of a meter.

        >>> Profile((("swim", Fraction(5)),), (), (), frozenset(), Fraction(1)).used("swim")
        Fraction(5, 1)
        """
        return dict(self.meters).get(meter, Fraction(0))


@record()
class Label:
    """One best path to be on a cell; no other label of the cell is at least as good in everything."""

    cost: Fraction
    profile: Profile
    parity: int


def ordered(keys: Iterable[Hashable]) -> tuple[Hashable, ...]:
    """Return keys sorted, by their text if they cannot be compared.

    >>> ordered([3, 1, 2]), ordered([None, 6])
    ((1, 2, 3), (6, None))
    """
    listed = list(keys)
    try:
        return tuple(sorted(listed))  # type: ignore[type-var]
    except TypeError:
        return tuple(sorted(listed, key=repr))
