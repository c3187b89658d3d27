"""What a search for destinations may spend, and what a way has spent when it is priced."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from py_rules.engine.price_tiers import PriceTier
from py_rules.values.footing import Draw, Footing, JumpLength, JumpPrice, draw_of_mode, whole_leap
from py_rules.values.records import record


@record()
class Leap:
    """A jump the rules allow: its chance, and the Difficulty it is rolled at (none: no roll)."""

    chance: Fraction
    difficulty: int | None


def only_primary(cost: Fraction, meters: Mapping[str, Fraction]) -> Fraction:
    """Return the primary cost: what a way uses where every other meter stands for itself."""
    del meters
    return cost


@record()
class SearchLimits:
    """What a search may spend: the primary allowance, the meters beside it, how jumps are judged.

    ``limit``, ``meters`` and ``phases`` count what is still left; no limit: None. ``draw`` tells what a step
    draws on, by what it is made on and the phase; past each of the primary costs in ``phases`` another one
    begins. ``leap`` takes how far and how high it goes, whether it is a running jump, what the jump meter
    shows before and the phase. ``leapt`` tells what a jump adds to that meter, by how far and how high it goes and
    the surcharge where it lands: a multiple of ``leap_grain``, or of lengths of the map. ``used``
    sums up what a way uses, from its primary cost and its meters. ``pool``: the prices of all that is used together, as
    far as it is left; no way is priced better. None: there is no such pool.
    """

    limit: Fraction | None
    meters: Mapping[str, Fraction | None]
    leap: JumpPrice[Leap]
    jump_counts: bool
    run_up: Fraction
    passed: frozenset[str]
    draw: Callable[[Footing, int], Draw] = draw_of_mode
    phases: tuple[Fraction, ...] = ()
    jump_meter: str | None = None
    leapt: JumpLength = whole_leap
    leap_grain: Fraction = Fraction(1)
    used: Callable[[Fraction, Mapping[str, Fraction]], Fraction] = only_primary
    pool: Sequence[PriceTier] = ()


@record()
class Spent:
    """What a way uses beside the primary allowance: its meters, and the worst of the marks it leaves."""

    meters: Mapping[str, Fraction] = field(default_factory=dict)
    marks: Mapping[str, int] = field(default_factory=dict)
