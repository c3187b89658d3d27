"""OpenD6: what is remembered of a turn, what clears it, and fixed numbers and names."""

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any

from py_rules.engine.clock import kept
from py_rules.engine.given import Given
from py_rules.protocol.bounds import one_of
from py_rules.values.records import record, replace

ZERO = Fraction(0)
LEAST_CHANCE = Fraction(1, 10_000)
"""A search follows prices down to this chance: there is no end to a roll with a Wild Die."""
LEAST_RUN = Fraction(1, 1000)
"""Metres: no run-up is shorter, whatever part of a Move it has to be."""
LONG_RUN = Fraction(1000)
"""Metres beyond any run-up that a table can ask for: part of the highest Move there is."""
HIGHEST = 200
"""The highest difficulty that a roll is recorded with."""
CHECKS = {"ground": "run", "swim": "swim", "climb": "climb", "fly": "fly"}
"""The roll of each way of moving that is rolled for as a whole; jumps are rolled one by one."""
MODES_OF = {check: mode for mode, check in CHECKS.items()}
MODES = ("ground", "swim", "climb", "jump", "fly")
PACED = ("ground", "swim", "fly")
"""Modes with a rate that tires, and that a chase carries over from round to round."""
SKILLS = {"run": "running", "swim": "swimming", "climb": "climbing", "fly": "flying", "jump": "jumping"}
TERRAIN = {"easy": 0, "moderate": 5, "rough": 10, "very_rough": 15, "hazardous": 20, "very_hazardous": 25}
Grades = tuple[tuple[Annotated[str, one_of(*TERRAIN)] | None, int | None], ...]
RESULTS = ("ok", "fail", "first_round_fail", "partial", "slow", "stop", "trip", "short")
MISHAPS = ("complication", "trip", "sink", "slip", "stall", "jump", "edge")
"""What may go wrong on a roll, and is asked of the GM."""


@lru_cache(maxsize=256)
def dice_of(code: str) -> tuple[int, int]:
    """Return the dice and the pips of a die code.

    >>> dice_of("4D+1"), dice_of("2D")
    ((4, 1), (2, 0))
    """
    dice, _, pips = code.partition("D")
    return int(dice), int(pips or 0)


@record()
class Progress:
    """What one way of moving has used in this round, and what was rolled for it.

    ``declared``, ``first`` and ``ahead`` are how far a move that waits for its roll goes, and on what ground;
    ``extra`` is what the GM and fatigue added to the difficulty of the roll, and ``tired`` what fatigue adds to it
    beyond one Move. ``small``: what was rolled for is a short distance; ``fast``: more than one Move, however far
    the roll carried. ``outside``: outside combat.
    """

    used: Fraction = ZERO
    grades: Grades = ()
    declared: Fraction | None = None
    first: Grades = ()
    ahead: Grades = ()
    total: int | None = None
    extra: int = 0
    tired: int = 0
    small: bool = False
    fast: bool = False
    limit: Fraction | None = None
    result: Annotated[str, one_of("", *RESULTS)] = ""
    closed: bool = False
    outside: bool = False

    @property
    def rolled(self) -> bool:
        """Whether it is known how far it goes."""
        return self.limit is not None or self.total is not None


REST = Progress()
ROUND = "begin round"


@record()
class Effort:
    """The ledger of one token: this round's ways of moving, and what lasts from round to round."""

    ground: Progress = kept(REST, ROUND)
    swim: Progress = kept(REST, ROUND)
    climb: Progress = kept(REST, ROUND)
    jump: Progress = kept(REST, ROUND)
    fly: Progress = kept(REST, ROUND)
    ground_rate: Fraction = kept(ZERO, counted_at=[ROUND])
    swim_rate: Fraction = kept(ZERO, counted_at=[ROUND])
    fly_rate: Fraction = kept(ZERO, counted_at=[ROUND])
    fast_rounds: int = kept(0, counted_at=[ROUND], until="a rest")
    run_ups: tuple[bool, ...] = kept((), counted_at=[ROUND], until="the jump")
    bonus: int = kept(0, ROUND)
    flight: Fraction = kept(ZERO, ROUND)
    """How much path the jump is that waits for its roll."""
    carries: Fraction = kept(ZERO, until="the next failed jump")
    lands: Fraction = kept(ZERO, until="the next failed jump")
    """How much path a failed jump gets along, as ``carries`` is how far by the table's measure."""
    over_pit: bool = kept(False, until="the next failed jump")
    pit: Fraction | None = kept(None, until="the GM has said how the jump ended")
    """How deep it is past the edge that a failed jump leaves."""
    over: tuple[Fraction, Fraction] = kept((ZERO, ZERO), until="the GM has said how the jump ended")
    """How far past the edge that is from where the token stands, in columns and rows."""
    drop: Fraction = kept(ZERO, until="the GM has ruled on it")
    """Metres come down without climbing."""
    """Whether nothing is underfoot where a failed jump came down."""
    overcome: bool | None = kept(None, ROUND)
    prepared: bool = kept(False, until="the roll to hold the breath")
    bonus_s: Fraction | None = kept(None, until="the roll to hold the breath")
    breath_seconds: Fraction | None = kept(None, until="surfacing")
    breath_left: int | None = kept(None, counted_at=[ROUND], until="surfacing")
    prone: bool = kept(False, until="standing up")
    given: Given = kept((), ROUND)
    diagonals: int = kept(0, ROUND)
    owed: tuple[tuple[str, Fraction], ...] = kept(
        (), counted_at=[ROUND], until="the GM has said what happens"
    )
    """Modes that were slower in the last round than their rate allowed, each with the metres that were lacking."""
    heading: str = kept("", until="a move in another direction")
    run: Fraction = kept(ZERO, ROUND)
    asked: tuple[str, ...] = kept((), ROUND)
    ruled: tuple[str, ...] = kept((), ROUND)
    passed: tuple[str, ...] = kept((), ROUND)
    mishaps: tuple[Annotated[str, one_of(*MISHAPS)], ...] = kept((), until="the GM has said what happens")

    def progress(self, mode: str) -> Progress:
        """Return what a mode has used."""
        progress: Progress = getattr(self, mode)
        return progress

    def rate(self, mode: str) -> Fraction:
        """Return last round's rate of a mode."""
        rates = {"ground": self.ground_rate, "swim": self.swim_rate, "fly": self.fly_rate}
        return rates.get(mode, ZERO)

    def with_rate(self, mode: str, rate: Fraction) -> "Effort":
        """Return this state with another rate of the last round."""
        parts: dict[str, Any] = {f"{mode}_rate": rate}
        return replace(self, **parts)

    def with_progress(self, mode: str, progress: Progress) -> "Effort":
        """Return this state with another account of a mode."""
        parts: dict[str, Any] = {mode: progress}
        return replace(self, **parts)
