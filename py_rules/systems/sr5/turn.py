"""Shadowrun 5: what is remembered of a turn, what clears it, and fixed numbers and names."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import ClassVar, Literal

from py_rules.engine.clock import kept
from py_rules.engine.given import Given
from py_rules.systems.sr5.words import game
from py_rules.values.footing import Slick
from py_rules.values.records import record
from py_rules.values.stretch import Fall

ZERO = Fraction(0)
ROUNDED: Mapping[str, Callable[[Fraction], Fraction | int]] = {"exact": Fraction, "up": ceil, "down": floor}
"""What a table may do with parts of a number."""
HIT_FACE = 5
"""What a die must show to be a hit."""
RAPPEL_METRES = 20
THRESHOLD = 2
SAFE_DROP = 3
"""Metres that are fallen without harm."""
ON_FOOT = ("ground", "sprint", "jump")
"""What counts as movement on foot."""
SURFACES = {"easy": 1, "broken": 0, "flat": -3, "sheer": -5}
SLICK: dict[Slick, int] = {"none": 0, "wet": -2, "greased": -4}
ROWS: dict[str, int] = {
    "assisted_up": 1,
    "assisted_horizontal": 2,
    "assisted_upside_down": 3,
    "unassisted_up": 2,
    "unassisted_down": 1,
    "unassisted_horizontal": 2,
}
"""Hits that one metre of climbing takes."""
JUMPS = ("long_jump", "running_jump", "high_jump")
"""Jumps that may be rolled without a path before them."""
ROPE_TESTS = ("rappel", "rappel_stop")
SETS_ALLOWANCE = ("sprint", "swim_sprint", "climb", "rappel")
RUNS_ON_DICE = ("sprint", "swim_sprint", "climb")
"""Tests that are not made without dice: nothing would come of them."""
TURN = ("begin turn",)
PASS = ("begin pass", *TURN)
PHASE = ("begin phase", *PASS)


game.clock(
    "turn",
    "pass",
    "phase",
    labels={"turn": "Combat Turn", "pass": "Initiative Pass", "phase": "Action Phase"},
    counted=["pass"],
    end_turn=[{"kind": "end", "scope": "turn"}, {"kind": "begin", "scope": "turn"}],
)


@game.turn
@record()
class Turn:
    """The ledger of one token, from Combat Turn to Combat Turn; metres as fractions."""

    moved: Fraction = kept(ZERO, *TURN)
    running: bool = kept(False, *TURN)
    sprinting: bool = kept(False, *TURN, counted_at=["begin phase"])
    sprint_tests: int = kept(0, *TURN)
    sprint_hits: int = kept(0, *TURN)
    swim_used: Fraction = kept(ZERO, *TURN)
    swim_paid: bool = kept(False, *TURN, counted_at=["begin pass"])
    swim_hits: int = kept(0, *TURN)
    rappel_used: Fraction = kept(ZERO, *TURN)
    rappel_hits: int | None = kept(None, *TURN)
    turn_over: bool = kept(False, *TURN, counted_at=["end turn"])
    preparation: Literal["", "ready", "not_ready"] = kept("", *TURN)
    last_dice: int | None = kept(None, *TURN)
    """The dice that this turn's running changed on the last action."""
    charged: bool = kept(False, *TURN, until="the next metre on foot")
    """Whether the run up to here has had its attack."""
    given: Given = kept((), *TURN)
    diagonals: int = kept(0, *TURN)
    passed: tuple[str, ...] = kept((), *TURN)
    pass_no: int = kept(0, *TURN, counted_at=["begin pass"])
    """Which Initiative Pass it is; 0: none was told, it is the first."""
    passes: int = kept(1, *TURN, counted_at=["begin pass"])
    has_action: bool = kept(True, *TURN, counted_at=["begin pass"])
    """Whether this pass has an Action Phase of the character's own."""

    bonus_spent: int = kept(0, *PASS, counted_at=["begin pass"])
    upkeep: Literal["", "paid", "waived", "stopped"] = kept("", *PASS, counted_at=["begin pass"])
    heading: str = kept("", *PASS)
    run: Fraction = kept(ZERO, *PASS)

    simple_spent: int = kept(0, *PHASE, counted_at=["begin phase", "begin pass"])
    climb_hits: int | None = kept(None, *PHASE, "end phase", "end pass", "end turn")
    climb_used: Fraction = kept(ZERO, *PHASE, "end phase", "end pass", "end turn")
    climb_each: int = kept(0, *PHASE, "end phase", "end pass", "end turn")
    """The most hits that a metre has taken since the climbing test."""
    scene_climb: int | None = kept(None, *PHASE, until="the climb outside combat is over")
    """The hits of the test for a climb outside combat."""
    declared: tuple[str, ...] = kept((), until="the way is gone")
    """Tests that a way has begun: their action is paid for there."""
    rappel_tested: bool = kept(False, *PHASE)
    other_simple: bool = kept(False, *PHASE)

    rappelling: bool = kept(False, "stop rappel", until="the rappel is stopped")
    controlled: bool = kept(False, "stop rappel", until="the rappel is stopped")
    stop_failed: bool = kept(False, "stop rappel", until="the rappel is stopped")
    rappel_height: Fraction | None = kept(None, "stop rappel", until="the rappel is stopped")
    rappel_total: Fraction = kept(ZERO, "stop rappel", until="the rappel is stopped")
    met_ground: Fraction | None = kept(None, "stop rappel", until="the GM has said how the ground was met")
    falling: Fraction | None = kept(None, "stop fall", until="the ground")
    """How deep the fall is that is going on."""
    fallen: Fraction = kept(ZERO, "stop fall", until="the landing is settled")
    falling_turns: int = kept(0, "stop fall", until="the landing is settled")
    landed: tuple[Fraction, ...] = kept((), "stop fall", until="each landing is settled")
    """How deep the falls were that have ended and are not settled yet."""
    treading: bool = kept(False, "stop tread", until="treading water is stopped")
    tread_turns: int = kept(0, "stop tread", counted_at=["begin turn"], until="treading water is stopped")
    tread_wait: Literal["", "ask", "now"] = kept("", "stop tread", until="treading water is stopped")
    """When the next test is, after a slip: the GM is still to be asked, now; or as without one."""
    stun: int = kept(0, until="the table heals it")
    sprint_turns: int = kept(0, counted_at=["begin turn"])
    swim_turns: int = kept(0, counted_at=["begin turn"])
    fall: Fall | None = kept(None, until="the GM has said how the jump ended")
    short_cost: Fraction = kept(ZERO, until="the GM has said how the jump ended")
    """The metres on foot that a jump that fell short takes if it left the edge."""
    in_one_go: ClassVar[Fraction] = ZERO
    """What a fall in one go has used before it."""
