"""Shadowrun 3 as a system: what it does in its own way."""

from py_rules.engine import Move
from py_rules.engine.system import System
from py_rules.protocol.facts import RolledFact
from py_rules.systems.sr3 import ledger, sheet, standing
from py_rules.systems.sr3.movement import Shadowrun3Walk
from py_rules.systems.sr3.rules import least_pace
from py_rules.systems.sr3.turn import QUEUE, Turn
from py_rules.systems.sr3.words import game, say
from py_rules.values.answer_parts import Check
from py_rules.values.sentences import Sentence

__all__ = ["SYSTEM", "ledger", "sheet", "standing"]


class Shadowrun3(System):
    """Shadowrun 3 (edited), as one instance: :data:`SYSTEM`."""

    Walk = Shadowrun3Walk
    clocked = QUEUE
    State = Turn
    least_result = 0
    difficulties = range(1, 101)
    leap_rule = least_pace

    def effect(self, move: Move, check: Check, *, fact: RolledFact, result: int, success: bool) -> Sentence:
        """Return what a test does: a sprint raises Quickness, all ones are a disaster."""
        if fact.faces and set(fact.faces) == {1}:
            return say("sprint.disaster")
        if check.id == "sprint":
            return say("sprint.effect", successes=result) if success else say("sprint.nothing")
        return super().effect(move, check, fact=fact, result=result, success=success)


game.preset(
    "as_edited", "As edited", words="By the edited rules of this game: every house rule at its default."
)
SYSTEM = game.system(Shadowrun3)
