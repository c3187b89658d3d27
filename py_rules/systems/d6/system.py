"""OpenD6 as a system: what the core asks of it."""

from collections.abc import Sequence
from fractions import Fraction

from py_rules.engine.parts import Turn
from py_rules.engine.situation import Move
from py_rules.engine.system import Carry, System
from py_rules.protocol.facts import Fact, RolledFact
from py_rules.protocol.map_data import Region
from py_rules.protocol.problems import ProblemError
from py_rules.protocol.requests import MeasuredSegment, RuledEvent
from py_rules.search import Budget
from py_rules.systems.d6 import ledger, moves, prices, questions, rules, sheet, standing
from py_rules.systems.d6.movement import OpenD6Walk
from py_rules.systems.d6.turn import HIGHEST, LEAST_CHANCE, LONG_RUN, ZERO
from py_rules.systems.d6.words import game, say
from py_rules.values.answer_parts import Check
from py_rules.values.footing import Footing
from py_rules.values.records import replace
from py_rules.values.rounding import GRAIN
from py_rules.values.sentences import Sentence

__all__ = ["SYSTEM", "ledger", "questions", "sheet", "standing"]


class OpenD6(System):
    """OpenD6, as one instance: :data:`SYSTEM`."""

    Walk = OpenD6Walk
    lands_by = rules.affords
    free_checks = ("breath", "overcome")
    ladder = "easy"
    least_result = 0
    least_chance = LEAST_CHANCE
    difficulties = range(HIGHEST + 1)

    def search_limits(self, move: Move, footings: Sequence[Footing]) -> Budget:
        """Return what a search may spend: jumps are counted as the table measures them."""

        def metered(far: Fraction, high: Fraction, *, flat: Fraction) -> Fraction:
            del flat
            return moves.measure(move, far, high=high)

        grain = Fraction(1, GRAIN if move.house_rules.jump_measure == "straight_line" else 1)
        found = super().search_limits(move, footings)
        return replace(found, leapt=metered, leap_grain=grain)

    def check_region(self, region: Region | MeasuredSegment) -> None:
        """Refuse very hazardous ground that adds less than 25, whatever the GM says (D6-22)."""
        number = getattr(region, "modifier", None)
        if getattr(region, "grade", None) == "very_hazardous" and number is not None and number < 25:
            wrong = f"{number} is too little for very hazardous terrain"
            remedy = "send 25 or more, or a lesser grade"
            raise ProblemError("difficulty_out_of_range", "modifier", message=wrong, remedy=remedy)

    def open_check(self, move: Move, check: str) -> Check | None:
        """Return the rolls that no path asks for: holding one's breath, and overcoming fatigue."""
        free = {"breath": prices.breath_check, "overcome": prices.overcome_check}
        return free[check](move) if check in free else None

    def result(self, check: Check, fact: RolledFact) -> int:
        """Return the total of a roll; one told at the table is without the run-up's bonus."""
        told_without: int = check.thrown.bonus if fact.faces is None else 0
        return super().result(check, fact) + told_without

    def needed(self, move: Move, check: Check, *, fact: RolledFact) -> int:
        """Return the total that a roll needs, with what the GM added to its difficulty."""
        if check.id.startswith("gate:"):
            return check.needed + fact.difficulty - check.difficulty
        return fact.difficulty + rules.margin(move)

    def effect(self, move: Move, check: Check, *, fact: RolledFact, result: int, success: bool) -> Sentence:
        """Return what a roll does: how long a breath holds, whether it was made, how far a mode carries."""
        result += check.difficulty - fact.difficulty
        if check.id == "breath" and check.gives is not None:
            return say("effect.breath", seconds=check.gives(result) or ZERO)
        return super().effect(move, check, fact=fact, result=result, success=success)

    def carry(self, move: Move, fact: Fact, *, after: Turn) -> Sequence[Carry]:
        """Return where the GM carries on a runner who slowed down too much as well (D6-17)."""
        lacking = dict(move.turn.owed).get("ground")
        told = isinstance(fact, RuledEvent) and (fact.ruling, fact.choice) == ("slow:ground", "carried")
        if not told or lacking is None or move.chart is None:
            return super().carry(move, fact, after=after)
        ahead = move.chart.ahead(move.turn.heading, lacking)
        return () if ahead is None else (Carry((*ahead, ZERO), rules.slowest),)

    def start_of(self, state: Turn) -> tuple[int, str, Fraction]:
        """Return diagonals counted, heading and straight run that earlier moves left.

        A run-up from earlier rounds that still leads on is run enough, whatever the table asks for.
        """
        diagonals, heading, run = super().start_of(state)
        return diagonals, heading, run + (LONG_RUN if any(state.run_ups) else ZERO)


SYSTEM = game.system(OpenD6)
