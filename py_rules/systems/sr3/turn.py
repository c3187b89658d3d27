"""Shadowrun 3: what is remembered of a turn, what clears it, and fixed numbers and names."""

from fractions import Fraction
from typing import Annotated, Literal

from py_rules.engine import Inputs, field
from py_rules.engine.clock import kept
from py_rules.engine.given import Given
from py_rules.protocol.bounds import limits
from py_rules.systems.sr3.words import game
from py_rules.values.records import record

BASE_TN = 4
LEAST_TN = 2
"""A die showing 1 always fails, so no TN is easier than this."""
NEAR = Fraction(1)
"""Metres within which an opponent can intercept."""
GRAIN = Fraction(1, 1_000_000)
ZERO = Fraction(0)
PACES = ("none", "stationary", "walk", "run")
"""Modes of a Combat Turn, from slow to fast."""
UNRULED = ("climb", "jump", "swim")
"""Ways of moving that the rules do not know: the GM is asked."""
QUEUE = "queue"
Corner = tuple[int | float, int | float]
Pace = Literal["none", "stationary", "walk", "run"]

game.clock(
    "turn",
    "pass",
    labels={"turn": "Combat Turn", "pass": "Initiative Pass"},
    counted=["pass"],
)


@game.token_facts
class TokenFacts(Inputs):
    """What a token is to those who try to pass it."""

    active: bool = field(True, "Can act")
    weapon_ready: bool = field(False, "Melee weapon ready")
    melee: int = field(0, "Melee Combat Skill", ge=0, le=50)
    martial_arts: int = field(0, "Martial Arts", ge=0, le=50)
    combat_pool: int = field(0, "Combat Pool", ge=0, le=100)
    reach_mod: int = field(0, "TN for reach", ge=-20, le=20)
    move_mod: int = field(0, "TN for its own movement", ge=-20, le=20)
    condition_mod: int = field(0, "TN for its condition", ge=-20, le=20)
    width: float | None = field(None, "Width in metres", ge=0, le=20)


TURN, PASS = "begin turn", "begin pass"
ENDS = "end pass", "end turn"


@game.turn
@record()
class Turn:
    """The Combat Turn's ledger of one token; metres as fractions."""

    mode: Pace = kept("none", TURN)
    turn_moved: Fraction = kept(ZERO, TURN)
    turn_bonus: Fraction = kept(ZERO, TURN, counted_at=[PASS, *ENDS])
    """Metres that sprints of earlier passes added to the Combat Turn."""
    turn_tn: Literal[0, 1, 2, 4, 6] = kept(0, TURN)
    """The highest TN modifier that moving has brought in this Combat Turn."""
    asked: tuple[str, ...] = kept((), TURN)
    prompts: tuple[str, ...] = kept((), TURN)
    passed: tuple[str, ...] = kept((), TURN)
    passes: Annotated[int, limits(ge=1, le=1000)] = kept(
        1, counted_at=[PASS], until="a pass begins in a Combat Turn of another number of passes"
    )
    number: Annotated[int, limits(ge=0, le=1000)] = kept(0, TURN, counted_at=[PASS])
    """Which Initiative Pass it is; 0: none was told, it is the first."""
    has_action: bool = kept(True, TURN, counted_at=[PASS])
    clock: Literal["open", "over", "ended"] = kept("open", TURN, PASS, counted_at=ENDS)
    """Whether the pass is over, or its whole Combat Turn."""
    pace: Pace = kept("none", TURN, PASS)
    """The mode of this pass."""
    pass_moved: Fraction = kept(ZERO, TURN, PASS)
    pass_rough: bool = kept(False, TURN, PASS)
    intercepted: bool = kept(False, TURN, PASS)
    met: tuple[str, ...] = kept((), TURN, PASS)
    """Opponents that have had their attack in this pass."""
    trail: tuple[Corner, ...] = kept((), TURN, PASS)
    """Corners of the way in this pass, as cells."""
    lead: Annotated[tuple[Corner, ...], limits(max_length=2)] = kept(
        (), counted_at=[TURN, PASS], until="the token is pushed, or moves outside combat"
    )
    """Both ends of the last stretch of the pass before, as cells."""
    spent: tuple[str, ...] = kept((), counted_at=[TURN, PASS])
    """Opponents that have had their attack in the pass before."""
    cut: bool = kept(False, TURN, PASS)
    simples: int = kept(0, TURN, PASS)
    """Simple Actions used; a Complex Action counts as two."""
    tested: bool = kept(False, TURN, PASS)
    released: bool = kept(False, TURN, PASS)
    """The others have acted: the queued move may go."""
    quickness_bonus_active: int = kept(0, TURN, *ENDS, counted_at=[PASS])
    quickness_bonus_pending: int = kept(0, counted_at=[PASS], until="a Combat Phase that it helps has begun")
    given: Given = kept((), TURN)
    diagonals: int = kept(0, TURN)
