"""Shadowrun 3 as a system: what the core asks of it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from py_rules.engine.presets import Preset
from py_rules.engine.price_tiers import PriceTier, counted_from, most
from py_rules.engine.situation import Situation
from py_rules.engine.system import Act, Leap, SearchLimits, Spent, System
from py_rules.ledger.clock import Scope
from py_rules.ledger.facts import (
    BeganFact,
    EndedFact,
    RolledFact,
)
from py_rules.systems.sr3.ledger import FOLDS, REFUSALS
from py_rules.systems.sr3.movement import RouteJudge
from py_rules.systems.sr3.prices import (
    REGION_ROLLS,
    other_ruling,
    pass_levels,
    sprint_check,
    successes,
)
from py_rules.systems.sr3.rules import RULES, actions_left, least_pace
from py_rules.systems.sr3.sheet import Character, Circumstances, Declare, HouseRules, UseAction
from py_rules.systems.sr3.standing import STANDING
from py_rules.systems.sr3.turn import ASKED, QUEUE, UNRULED, ZERO, TokenFacts, Turn
from py_rules.systems.sr3.words import say
from py_rules.values.answers import (
    Check,
    Ruling,
    Text,
)
from py_rules.values.footing import Draw, Footing


class Shadowrun3(System[Turn]):
    """Shadowrun 3 (edited), as one instance: :data:`SYSTEM`."""

    id = "sr3"
    title = "Shadowrun 3 (edited)"
    unit = "m"
    free_checks = ("sprint",)
    Character = Character
    HouseRules = HouseRules
    presets = (Preset("as_edited", say("preset.as_edited"), say("preset.as_edited.help"), {}),)
    Circumstances = Circumstances
    TokenFacts = TokenFacts
    State = Turn
    RouteJudge = RouteJudge
    texts = say
    rules = RULES
    modes = tuple((mode, say(f"mode.{mode}")) for mode in ("ground", "walk", "run", *UNRULED))
    grades = (("rough", say("grade.rough")),)
    acts = (
        Act("declare", least_pace, say("act.declare"), Declare),
        Act("action", actions_left, say("act.action"), UseAction),
    )
    dice_words = say("dice.result"), say("dice.target")
    least_result = 0
    difficulties = range(1, 101)
    leap_rule = least_pace
    region_rolls = REGION_ROLLS
    scopes = (Scope("turn", say("scope.turn")), Scope("pass", say("scope.pass"), counted=True))
    end_turn: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"kind": "end", "scope": "pass"},
        {"kind": "end", "scope": "turn"},
        {"kind": "begin", "scope": "turn"},
        {"kind": "begin", "scope": "pass", "number": 1},
    )
    folds = FOLDS
    refusals = REFUSALS
    rows = STANDING

    def search_limits(self, situation: Situation, state: Turn, footings: Sequence[Footing]) -> SearchLimits:
        """Return what a search for destinations may spend: metres of this pass, however they are moved."""
        del footings
        return SearchLimits(
            limit=most(pass_levels(situation, state), state.pass_moved),
            meters={},
            leap=lambda _far, _high, _running, _jumped, _phase: Leap(Fraction(1), None),
            jump_counts=True,
            run_up=ZERO,
            passed=frozenset(state.passed),
            draw=lambda footing, _phase: Draw(None, (("rough", 1),) if footing.grades else ()),
        )

    def levels(self, situation: Situation, state: Turn, spent: Spent) -> tuple[PriceTier, ...]:
        """Return the prices of this pass, on rough ground if the way meets it."""
        used, rough = state.pass_moved, state.pass_rough or bool(spent.marks.get("rough"))
        return tuple(counted_from(pass_levels(situation, state, rough=rough), used))

    def open_ruling(self, situation: Situation, state: Turn, ruling: str) -> Ruling | None:
        """Return the question that a way of moving without a rule raises, to be answered before it is moved."""
        del situation, state
        kind, _, what = ruling.partition(":")
        return other_ruling(what, ZERO) if kind == "other" and what in ASKED else None

    def open_check(self, situation: Situation, state: Turn, check: str) -> Check | None:
        """Return the sprint test, which is rolled without a path."""
        return sprint_check(situation, state) if check == "sprint" else None

    def result(self, situation: Situation, check: Check, fact: RolledFact) -> int:
        """Return the successes of a test."""
        del situation, check
        return successes(fact)

    def needed(self, situation: Situation, check: Check, fact: RolledFact) -> int:
        """Return the successes that a test needs; any makes a sprint."""
        return 1 if check.id == "sprint" else super().needed(situation, check, fact)

    def effect(
        self, situation: Situation, check: Check, fact: RolledFact, result: int, *, success: bool
    ) -> Text:
        """Return what a test does: a sprint raises Quickness, all ones are a disaster."""
        del situation
        if fact.faces and set(fact.faces) == {1}:
            return say("sprint.disaster")
        if check.id == "sprint":
            return say("sprint.effect", successes=result) if success else say("sprint.nothing")
        return say("gate.made" if success else "gate.failed")

    def settles(self, situation: Situation, state: Turn, fact: BeganFact | EndedFact) -> str | None:
        """Return the wait for the others, which the end of the pass is the end of (SR3-09)."""
        del situation, fact
        return QUEUE if state.queued_move else None


SYSTEM = Shadowrun3()
