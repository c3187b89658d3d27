"""OpenD6: what is remembered of a turn, what clears it, and fixed numbers and names."""

from fractions import Fraction
from functools import lru_cache
from typing import Annotated

from py_rules.engine.clock import kept
from py_rules.engine.situation import Move
from py_rules.protocol.bounds import one_of
from py_rules.systems.d6.words import game
from py_rules.values.records import record, replace

ZERO = Fraction(0)
LEAST_CHANCE = Fraction(1, 10_000)
"""A search follows prices down to this chance: there is no end to a roll with a Wild Die."""
LONG_RUN = Fraction(1000)
"""Metres beyond any run-up: part of the highest Move there is."""
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
RESULTS = ("ok", "fail", "first_round_fail", "partial", "slow", "stop", "trip", "short")


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
    """What was rolled for one way of moving in this round, or is about to be.

    ``declared`` is how far the move goes that the roll is for, against ``difficulty``; ``stretches`` what was used
    before each stretch of it, and what the ground met by then adds. ``total`` is worth so much against distance and
    ground: less what it must be above the difficulty, and what the GM and fatigue added, but for ``tired``, which
    fatigue adds beyond one Move. ``limit``: how far a roll goes that failed, where that hangs on no ground.
    ``outside``: outside combat.
    """

    declared: Fraction = ZERO
    difficulty: int = 0
    stretches: tuple[tuple[Fraction, int], ...] = ()
    total: int | None = None
    tired: int = 0
    limit: Fraction | None = None
    result: Annotated[str, one_of("", *RESULTS)] = ""
    closed: bool = False
    outside: bool = False

    @property
    def rolled(self) -> bool:
        """Whether it is known how far it goes."""
        return self.total is not None

    @property
    def ground(self) -> int:
        """What the ground adds on all of the move."""
        return self.stretches[-1][1] if self.stretches else 0


REST = Progress()
ROUND = "begin round"


@game.turn
@record()
class Effort:
    """The ledger of one token: the rolls of this round's ways of moving, and what lasts from round to round."""

    ground: Progress = kept(REST, ROUND)
    swim: Progress = kept(REST, ROUND)
    climb: Progress = kept(REST, ROUND)
    jump: Progress = kept(REST, ROUND)
    fly: Progress = kept(REST, ROUND)
    met: tuple[tuple[str, int], ...] = kept((), ROUND)
    """The marks of the ground that this round's moves have met."""
    ground_rate: Fraction = kept(ZERO, counted_at=[ROUND])
    swim_rate: Fraction = kept(ZERO, counted_at=[ROUND])
    fly_rate: Fraction = kept(ZERO, counted_at=[ROUND])
    fast: bool = kept(False, ROUND)
    """Whether this round's movement tires, by the Move that it was made with (D6-20)."""
    fast_rounds: int = kept(0, counted_at=[ROUND], until="a rest")
    run_ups: tuple[bool, ...] = kept((), counted_at=[ROUND], until="the jump")
    bonus: int = kept(0, ROUND)
    flight: Fraction = kept(ZERO, ROUND)
    """How much path the jump is that waits for its roll."""
    carries: Fraction = kept(ZERO, until="the next failed jump")
    lands: Fraction = kept(ZERO, until="the next failed jump")
    """How much path a failed jump gets along, as ``carries`` is how far by the table's measure."""
    overcome: bool | None = kept(None, ROUND)
    prepared: bool = kept(False, until="the roll to hold the breath")
    bonus_s: Fraction | None = kept(None, until="the roll to hold the breath")
    breath_seconds: Fraction | None = kept(None, until="surfacing")
    breath_left: int | None = kept(None, counted_at=[ROUND], until="surfacing")
    prone: bool = kept(False, until="standing up")
    owed: tuple[tuple[str, Fraction], ...] = kept(
        (), counted_at=[ROUND], until="the GM has said what happens"
    )
    """Modes that were slower in the last round than their rate allowed, each with the metres that were lacking."""
    heading: str = kept("", until="a move in another direction")
    asked: tuple[str, ...] = kept((), ROUND)
    ruled: tuple[str, ...] = kept((), ROUND)
    prompts: tuple[str, ...] = kept((), until="the GM has said what happens")
    """What went wrong on a roll."""


def progress(move: Move, mode: str) -> Progress:
    """Return the account of a mode that holds now: combat and what lies outside it do not mix (X-10)."""
    found: Progress = getattr(move.turn, mode)
    return found if found.outside != move.in_combat else replace(REST, outside=not move.in_combat)


def used(move: Move, mode: str) -> Fraction:
    """Return how far a mode has gone in this round; outside combat nothing is counted."""
    found: Fraction = getattr(move.turn, f"{mode}_used") if move.in_combat else ZERO
    return found


def rate(move: Move, mode: str) -> Fraction:
    """Return last round's rate of a mode."""
    found: Fraction = getattr(move.turn, f"{mode}_rate", ZERO)
    return found
