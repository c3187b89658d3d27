"""OpenD6 as a system: what the core asks of it."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import starmap
from typing import Any

from py_rules.engine.declarations import Declarations
from py_rules.engine.judging import beyond
from py_rules.engine.parts import Move
from py_rules.engine.price_tiers import PriceTier, Spent, counted_from, most
from py_rules.engine.situation import Situation
from py_rules.engine.system import Carry, FieldError, System
from py_rules.protocol.facts import Fact, RolledFact
from py_rules.protocol.map_data import Region
from py_rules.protocol.requests import MeasuredSegment, RuledEvent
from py_rules.search import Budget, Jump
from py_rules.systems.d6 import ledger, moves, prices, questions, rules, sheet, standing
from py_rules.systems.d6.movement import Known, RouteJudge
from py_rules.systems.d6.turn import HIGHEST, LEAST_CHANCE, LONG_RUN, MODES, ZERO, Effort, Grades
from py_rules.systems.d6.words import game, say
from py_rules.values.answer_parts import Check
from py_rules.values.cache import Cache, cached
from py_rules.values.footing import Draw, Footing
from py_rules.values.records import replace
from py_rules.values.rounding import GRAIN
from py_rules.values.sentences import Text
from py_rules.values.stretch import Segment

__all__ = ["SYSTEM", "ledger", "questions", "sheet", "standing"]

MOST_BESIDE = 500
"""How many lists of prices beside other modes are kept: more than the tiers that these end in together, as a rule."""


class OpenD6(System):
    """OpenD6, as one instance: :data:`SYSTEM`."""

    Judge = RouteJudge
    lands_by = rules.degraded
    State = Effort
    free_checks = ("breath", "overcome")
    ladder = "easy"
    least_result = 0
    difficulties = range(HIGHEST + 1)
    region_rolls = prices.REGION_ROLLS

    def __init__(self, declared: Declarations) -> None:
        super().__init__(declared)
        self._known = Cache(1)
        """Prices of the sheet and state that were asked about last."""

    def flight(self, situation: Situation, state: Effort) -> str | None:
        """Return flying, for a mover that has a flying Move."""
        return "fly" if rules.base_of(Move(situation, state), "fly") else None

    def search_limits(self, situation: Situation, state: Effort, *, footings: Sequence[Footing]) -> Budget:
        """Return what a search for destinations may spend: each mode has its own, priced by its worst ground.

        A run-up counts as that of one round.
        """
        del footings
        move, limits = Move(situation, state), {}
        for mode in MODES:
            progress = prices.seen(move, mode)
            limits[mode] = most(
                prices.followed(prices.tiers(move, mode, grades=progress.grades)), progress.used
            )

        def jumps(
            far: Fraction, high: Fraction, *, running: bool, jumped: Fraction, phase: int
        ) -> Jump | None:
            del phase
            return _leap(move, far, high=high, running=running, jumped=jumped)

        def metered(far: Fraction, high: Fraction, *, flat: Fraction) -> Fraction:
            del flat
            return moves.measure(move, far, high=high)

        return Budget(
            limit=limits["ground"],
            meters=limits,
            jump=jumps,
            jump_counts=False,
            run_up=moves.least_run(move),
            passed=frozenset(state.passed),
            draw=lambda footing, _: _drawn(move, footing),
            jump_meter="jump",
            leapt=metered,
            leap_grain=Fraction(1, GRAIN if move.house_rules.jump_measure == "straight_line" else 1),
        )

    def price_tiers(self, situation: Situation, state: Effort, *, spent: Spent) -> tuple[PriceTier, ...]:
        """Return the prices along the ground when climbs, swims and jumps are used as given.

        What a jump itself is rolled at is no part of them. They change only where another mode goes into its next tier.
        """
        known: Known = self._known((situation, state), partial(Known, Move(situation, state)))
        met = _met(spent.marks)
        stretches = [(mode, spent.meters.get(mode, ZERO), tuple(met.get(mode, ()))) for mode in MODES]
        used = [(mode, metres, grades) for mode, metres, grades in stretches if metres or grades]

        def make() -> tuple[PriceTier, ...]:
            route = [Segment(mode=mode, length=metres, grades=grades) for mode, metres, grades in used]
            told: dict[str, Any] = {"state": state, "route": route, "flown": True, "priced": known.priced}
            judge = RouteJudge(game, situation, **told)
            price_tiers = prices.followed(counted_from(judge.price_tiers("ground"), judge.used["ground"]))
            return beyond(price_tiers, judge.whole())

        key = tuple(known.ended(mode, metres, grades=grades) for mode, metres, grades in used)
        return cached(known.beside, key, most=MOST_BESIDE, make=make)

    def check_texts(self, situation: Situation, tier: PriceTier, *, leaps: Sequence[int]) -> tuple[Text, ...]:
        """Return the rolls that a price hangs on, in words: first the one that its rule asks for."""
        del situation
        needs = sorted(tier.needs, key=lambda need: prices.CHECK_RULES.get(need[0]) != tier.rule)
        return tuple(starmap(prices.roll_text, [*needs, *(("jump", needed) for needed in leaps)]))

    def check_region(self, region: Region | MeasuredSegment) -> FieldError | None:
        """Return what is wrong with terrain: very hazardous ground adds 25 or more, whatever the GM says (D6-22)."""
        number = getattr(region, "modifier", None)
        if getattr(region, "grade", None) != "very_hazardous" or number is None or number >= 25:
            return None
        told = f"{number} is too little for very hazardous terrain"
        return FieldError("modifier", told, "send 25 or more, or a lesser grade", "difficulty_out_of_range")

    def open_check(self, situation: Situation, state: Effort, *, check: str) -> Check | None:
        """Return the rolls that no path asks for: holding one's breath, and overcoming fatigue."""
        free = {"breath": prices.breath_check, "overcome": prices.overcome_check}
        return free[check](Move(situation, state)) if check in free else None

    def result(self, situation: Situation, check: Check, *, fact: RolledFact) -> int:
        """Return the total of a roll; one told at the table is without the run-up's bonus."""
        told_without: int = check.thrown.bonus if fact.faces is None else 0
        return super().result(situation, check, fact=fact) + told_without

    def needed(self, situation: Situation, check: Check, *, fact: RolledFact) -> int:
        """Return the total that a roll needs, with what the GM added to its difficulty."""
        if check.id.startswith("gate:"):
            return check.needed + fact.difficulty - check.difficulty
        return fact.difficulty + rules.margin(Move(situation, None))

    def effect(
        self, situation: Situation, check: Check, *, fact: RolledFact, result: int, success: bool
    ) -> Text:
        """Return what a roll does: how long a breath holds, whether one is tired, how far a mode carries."""
        gives = None if check.gives is None else check.gives(result - fact.difficulty + check.difficulty)
        if gives is not None:
            key = "effect.breath" if check.id == "breath" else "effect.metres"
            return say(key, seconds=gives, metres=gives)
        if check.id == "overcome":
            return say("effect.overcome" if success else "effect.tired")
        return super().effect(situation, check, fact=fact, result=result, success=success)

    def carry(self, situation: Situation, state: Effort, *, fact: Fact, after: Effort) -> Sequence[Carry]:
        """Return where the GM lets a failed jump fall, or carries on a runner who slowed down too much (D6-17)."""
        del after
        fell = isinstance(fact, RuledEvent) and fact.ruling in {"jump", "edge"} and fact.choice == "falls"
        if fell and state.pit:
            by = *state.over, None
            return (Carry(by, rules.degraded, falls=True, depth=state.pit, goes_on=state.over_pit),)
        lacking = dict(state.owed).get("ground")
        told = isinstance(fact, RuledEvent) and (fact.ruling, fact.choice) == ("slow:ground", "carried")
        if not told or lacking is None or situation.chart is None:
            return ()
        ahead = situation.chart.ahead(state.heading, lacking)
        return () if ahead is None else (Carry((*ahead, ZERO), rules.slowest),)

    def start_of(self, state: Effort) -> tuple[int, str, Fraction]:
        """Return diagonals counted, heading and straight run that earlier moves left.

        A run-up from earlier rounds that still leads on is run enough, whatever the table asks for.
        """
        diagonals, heading, run = super().start_of(state)
        return diagonals, heading, run + (LONG_RUN if any(state.run_ups) else ZERO)


MARKED = 6
"""What a mark is above the number it tells of: a mark is never negative, and 0 is none; a wall may be 5 easier."""


def _drawn(move: Move, footing: Footing) -> Draw:
    """Return what a step on a footing draws on in a search."""
    mode = footing.mode
    made = Segment(mode=mode, length=ZERO, surface=footing.surface, grades=footing.grades)
    grades = rules.ground_of(replace(made, difficulty=footing.difficulty))
    return Draw(None if mode == "ground" else mode, tuple(_marks(move, mode, grades=grades)))


def _marks(move: Move, mode: str, *, grades: Grades) -> Iterator[tuple[str, int]]:
    """Yield the marks that terrain leaves on a way: the worst number, or every kind where kinds add up."""
    if move.house_rules.terrain_mix == "worst":
        yield from [(f"{mode} worst", rules.terrain(move, grades) + MARKED)] if grades else []
        return
    for grade, given in grades:
        mark = f"{mode} {grade or ''} {'' if given is None else given}"
        yield mark, rules.grade_number(grade, given) + MARKED


def _met(marks: Mapping[str, int]) -> dict[str, list[tuple[str | None, int | None]]]:
    """Return the terrain that marks tell of, by mode; of several kinds each is the one that earlier moves met."""
    found: dict[str, list[tuple[str | None, int | None]]] = {}
    for mark, number in marks.items():
        if not number:
            continue
        mode, grade, *given = mark.split(" ")
        met = (grade or None, int(given[0]) if given[0] else None) if given else (grade, number - MARKED)
        found.setdefault(mode, []).append(met)
    return found


def _leap(
    move: Move, far: Fraction, *, high: Fraction, running: bool, jumped: Fraction = ZERO
) -> Jump | None:
    """Return how a jump is rolled after others of the same path (D6-11); none: it is out of reach."""
    if prices.barred(move, "jump") or (move.in_combat and move.turn.jump.closed):
        return None
    progress = prices.seen(move, "jump")
    metres = progress.used + (jumped if move.in_combat else ZERO) + moves.measure(move, far, high=high)
    # A search does not tell this round's run from that of earlier rounds: either is worth one round's bonus.
    bonus = moves.run_up_bonus((running,))
    extra = rules.terrain(move, progress.grades) + rules.extra_of(move, "jump", metres=metres)
    difficulty = moves.jump_difficulty(move, metres) + extra
    if difficulty <= 0:
        return Jump(Fraction(1), None)
    chance = prices.chance_of(move, "jump", difficulty=difficulty, bonus=bonus)
    nearer = prices.chance_of(move, "jump", difficulty=difficulty - 10, bonus=bonus)
    if not chance or nearer < LEAST_CHANCE:
        return None
    return Jump(chance, difficulty + rules.margin(move))


game.jump(moves.jump_difficulty, leap=_leap, run_up=moves.least_run)
SYSTEM = game.system(OpenD6)
