"""The Contract as a system: what the core asks of it."""

from collections.abc import Sequence
from fractions import Fraction

from py_rules.engine.judging import beyond
from py_rules.engine.price_tiers import (
    PriceTier,
    counted_from,
    most,
)
from py_rules.engine.situation import Segment, Situation
from py_rules.engine.system import Carry, Leap, SearchLimits, Spent, System
from py_rules.ledger.clock import Scope
from py_rules.ledger.facts import (
    EndedFact,
    Fact,
    RolledFact,
    RuledFact,
)
from py_rules.systems.contract.ledger import FOLDS, REFUSALS, outcome_rolled
from py_rules.systems.contract.movement import RouteJudge
from py_rules.systems.contract.prices import (
    REGION_ROLLS,
    check_odds,
    dice_off,
    feet_of,
    ground_levels,
    leap,
    mode_check,
    rolled_mode_levels,
)
from py_rules.systems.contract.rules import (
    RULES,
    base_difficulty,
    climb_difficulty,
    jump_needs_roll,
    run_up,
    sinks,
)
from py_rules.systems.contract.sheet import Character, Circumstances, HouseRules
from py_rules.systems.contract.standing import STANDING
from py_rules.systems.contract.turn import ROLLED_MODES, SURFACES, ZERO, Round
from py_rules.systems.contract.words import say
from py_rules.values.answers import (
    Check,
    Text,
)
from py_rules.values.exact import exact
from py_rules.values.footing import Draw, Footing, draw_of_mode


class Contract(System[Round]):
    """The Contract, as one instance: :data:`SYSTEM`."""

    id = "contract"
    title = "The Contract"
    unit = "ft"
    cell = Fraction(5)
    free_checks = ("sprint", "climb", "swim")
    Character = Character
    HouseRules = HouseRules
    Circumstances = Circumstances
    State = Round
    RouteJudge = RouteJudge
    texts = say
    rules = RULES
    modes = tuple((mode, say(f"mode.{mode}")) for mode in ("ground", "sprint", "climb", "jump", "swim"))
    surfaces = tuple((surface, say(f"surface.{surface}")) for surface in SURFACES)
    ladder = "ladder"
    dice_words = say("dice.result"), say("dice.target")
    difficulties = range(2, 11)
    leap_rule = jump_needs_roll
    region_rolls = REGION_ROLLS
    scopes = (Scope("round", say("scope.round")),)
    end_turn = ({"kind": "end", "scope": "round"}, {"kind": "begin", "scope": "round"})
    folds = FOLDS
    refusals = REFUSALS
    rows = STANDING

    def search_limits(self, situation: Situation, state: Round, footings: Sequence[Footing]) -> SearchLimits:
        """Return what a search for destinations may spend: one roll for all climbs, at the hardest."""

        def draw(footing: Footing, phase: int) -> Draw:
            del phase
            if footing.mode != "climb":
                return draw_of_mode(footing, 0)
            hard = climb_difficulty(situation, footing.surface, footing.difficulty)
            return Draw("climb", (("climb", hard),))

        marks = [dict(draw(footing, 0).marks) for footing in footings]
        easiest = min(
            (mark["climb"] for mark in marks if "climb" in mark), default=base_difficulty(situation)
        )
        limits = {
            "climb": most(rolled_mode_levels(situation, state, "climb", easiest), state.used("climb")),
            "swim": most(
                rolled_mode_levels(situation, state, "swim", base_difficulty(situation)), state.used("swim")
            ),
        }

        def jumps(far: Fraction, high: Fraction, running: bool, jumped: Fraction, phase: int) -> Leap | None:  # noqa: FBT001 - the search's callback
            del jumped, phase
            return leap(situation, far, high, running=running)

        return SearchLimits(
            limit=most(ground_levels(situation, state), state.ground_used),
            meters=limits,
            leap=jumps,
            jump_counts=situation.house_rules.jump_counts,
            run_up=run_up(situation),
            passed=frozenset(state.passed),
            draw=draw,
        )

    def levels(self, situation: Situation, state: Round, spent: Spent) -> tuple[PriceTier, ...]:
        """Return the prices along the ground when climbs and swims are used as given."""
        route = [
            Segment(mode=mode, length=feet, difficulty=spent.marks.get(mode))
            for mode, feet in spent.meters.items()
            if feet
        ]
        judge = RouteJudge(situation, state, route)
        levels = counted_from(judge.levels("ground"), state.ground_used)
        return beyond(levels, judge.whole(judge.chance_of), joint=judge.joint)

    def check_texts(self, situation: Situation, level: PriceTier, leaps: Sequence[int]) -> tuple[Text, ...]:
        """Return the rolls that a price hangs on, in words."""
        del situation
        own = [say(check, needed=needed) for check, needed in level.needs]
        return (*own, *(say("jump.short_label", difficulty=difficulty) for difficulty in leaps))

    def open_check(self, situation: Situation, state: Round, check: str) -> Check | None:
        """Return a sprint, climb or swim that is rolled without a path before it."""
        if check not in {"sprint", *ROLLED_MODES}:
            return None
        difficulty = base_difficulty(situation)
        lost = dice_off(situation, state.ground_used)
        _, odds = check_odds(situation, check, difficulty, lost)
        return mode_check(situation, check, ZERO, difficulty, odds.lowest, lost)

    def result(self, situation: Situation, check: Check, fact: RolledFact) -> int:
        """Return the Outcome of a roll."""
        del check
        return outcome_rolled(situation, fact)

    def effect(
        self, situation: Situation, check: Check, fact: RolledFact, result: int, *, success: bool
    ) -> Text:
        """Return how far a sprint, climb or swim carries, and whether another roll was made."""
        del fact
        if check.id in self.free_checks:
            return say("effect.feet", feet=feet_of(situation, check.id, result))
        return say("effect.made" if success else "effect.failed")

    def carry(self, situation: Situation, state: Round, fact: Fact, after: Round) -> Sequence[Carry]:
        """Return where a failed jump falls if the GM says so, and how far the fully loaded sink (CON-18).

        They sink when the round ends, if the table says how far.
        """
        del after
        if isinstance(fact, RuledFact) and (fact.ruling, fact.choice) == ("jump", "falls") and state.pit:
            return (Carry((*state.over, -state.pit), jump_needs_roll, depth=state.pit),)
        feet = situation.house_rules.sink_ft_per_round
        ends_now = isinstance(fact, EndedFact) and not state.round_over
        if not (ends_now and state.in_water and sinks(situation) and feet):
            return ()
        if dict(state.ruled).get("sinking") == "gm":
            return ()
        return (Carry((ZERO, ZERO, -exact(feet)), sinks),)


SYSTEM = Contract()
