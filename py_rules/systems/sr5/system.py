"""Shadowrun 5 as a system: what the core asks of it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from py_rules.engine import Move
from py_rules.engine.judging import beyond
from py_rules.engine.price_tiers import PriceTier, Spent, counted_from
from py_rules.engine.situation import Here, Situation
from py_rules.engine.system import Carry, System
from py_rules.protocol.facts import Fact, RolledFact
from py_rules.protocol.requests import BeginEvent, EndEvent, RuledEvent
from py_rules.search import Budget, Jump
from py_rules.systems.sr5 import actions, checks, climbing, falling, jumping, rules, sheet, standing
from py_rules.systems.sr5.movement import RouteJudge
from py_rules.systems.sr5.turn import HIT_FACE, JUMPS, THRESHOLD, THRESHOLD_TESTS, ZERO, Turn
from py_rules.systems.sr5.words import game, say
from py_rules.values.answer_parts import Check
from py_rules.values.footing import Draw, Footing
from py_rules.values.holds import Hold
from py_rules.values.records import replace
from py_rules.values.sentences import Text
from py_rules.values.stretch import Segment


class Shadowrun5(System):
    """Shadowrun 5, edited, as one instance: :data:`SYSTEM`."""

    Judge = RouteJudge
    State = Turn
    free_checks = (*(test for test in checks.TESTS if test != "jump"), "long_jump", "running_jump")
    ladder = "easy"
    least_result = 0
    difficulties = range(HIT_FACE, HIT_FACE + 1)
    region_rolls = checks.REGION_ROLLS

    def holds(self, situation: Situation, state: Turn) -> Hold | None:
        """Return what holds the mover by what the ledger tells: a rope, the air while it falls, the water it treads."""
        del situation
        if state.falling is not None:
            return "air"
        return "rope" if state.rappelling else "water" if state.treading else None

    def fold(self, situation: Situation, state: Turn, *, fact: Fact | Here) -> Turn:
        """Return the state after ``fact``, whatever the tracker says is left by now."""
        after: Turn = super().fold(actions.untold(situation), state, fact=fact)
        return after

    def search_limits(self, situation: Situation, state: Turn, *, footings: Sequence[Footing]) -> Budget:
        """Return what a search for destinations may spend: one test for all climbs, on the worst surface.

        Past the Walk Rate the mover is Running, which makes jumps and what is begun then harder.
        """
        found = super().search_limits(situation, state, footings=footings)
        if not situation.in_combat or state.running:
            return found
        late = super().search_limits(situation, replace(state, running=True), footings=footings)

        def draw(footing: Footing, phase: int) -> Draw:
            drawn = found.draw(footing, phase)
            begins = phase > 0 and drawn.meter is not None
            return replace(drawn, starts=((checks.hurried(footing.mode), 1),)) if begins else drawn

        def jumps(far: Fraction, high: Fraction, /, **how: Any) -> Jump | None:  # noqa: ANN401 - as a search asks
            return (late if how["phase"] else found).jump(far, high, **how)

        return replace(found, jump=jumps, draw=draw, phases=(rules.walk_rate(situation) - state.moved,))

    def price_tiers(self, situation: Situation, state: Turn, *, spent: Spent) -> tuple[PriceTier, ...]:
        """Return the prices along the ground when climbs and swims are used as given."""
        route = [Segment(mode=mode, length=metres) for mode, metres in spent.meters.items() if metres]
        judge = RouteJudge(game, situation, state=state, route=route, marks=spent.marks)
        return beyond(counted_from(judge.price_tiers("ground"), state.moved), judge.whole())

    def check_texts(self, situation: Situation, tier: PriceTier, *, leaps: Sequence[int]) -> tuple[Text, ...]:
        """Return the rolls that a price hangs on, in words."""
        del situation
        words = {"sprint": "sprint", "swim_sprint": "swim.sprint", "climb": "climb"}
        own = [say(words[check], needed=needed) for check, needed in tier.needs]
        return (*own, *(say("jump.short_label", needed=needed) for needed in leaps))

    def open_check(self, situation: Situation, state: Turn, *, check: str) -> Check | None:
        """Return a test that may be made without a path before it."""
        if check not in checks.TESTS and check not in JUMPS:
            return None
        if check == "jump":
            return None
        needed = THRESHOLD if check in THRESHOLD_TESTS else 0
        return checks.build_check(Move(situation, state), check, at=ZERO, needed=needed)

    def result(self, situation: Situation, check: Check, *, fact: RolledFact) -> int:
        """Return the hits of a test."""
        return checks.hits_of(situation, check.id, faces=fact.faces, result=fact.result)

    def needed(self, situation: Situation, check: Check, *, fact: RolledFact) -> int:
        """Return the hits that a test needs, whatever a plan hoped for."""
        return THRESHOLD if check.id in THRESHOLD_TESTS else super().needed(situation, check, fact=fact)

    def effect(
        self, situation: Situation, check: Check, *, fact: RolledFact, result: int, success: bool
    ) -> Text:
        """Return what a test does, with a glitch named."""
        own = _effect(situation, check, hits=result, success=success)
        told = (
            super().effect(situation, check, fact=fact, result=result, success=success)
            if own is None
            else own
        )
        return _glitched(told, fact.faces or ())

    def made_or_not(self, situation: Situation, check: Check) -> bool:
        """Return whether a move ends where a check fails: outside combat a climb does, too."""
        whole_climb = check.id == "climb" and not situation.in_combat
        return whole_climb or super().made_or_not(situation, check)

    def carry(self, situation: Situation, state: Turn, *, fact: Fact, after: Turn) -> Sequence[Carry]:
        """Return how far a fall takes the token at once, and a fall or a rope that was not stopped by the clock."""
        if state.falling is None and after.falling is not None:
            first = -falling.fall_metres(situation, 1) if situation.in_combat else None
            over = state.short_over if isinstance(fact, RuledEvent) else (ZERO, ZERO)
            return (Carry((*over, first), falling.fall_metres, falls=True, depth=after.falling),)
        carried = _carried(situation, state, fact=fact) if isinstance(fact, BeginEvent | EndEvent) else None
        return () if carried is None else (carried,)


def _carried(situation: Situation, state: Turn, *, fact: BeginEvent | EndEvent) -> Carry | None:
    """Return how far a fall goes on as a Combat Turn begins, and a rope that was not stopped as one ends."""
    new_one = isinstance(fact, BeginEvent) and fact.scope == "turn"
    if state.falling is not None:
        if not new_one:
            return None
        left, down = state.falling - state.fallen, falling.fall_metres(situation, state.falling_turns + 1)
        return Carry((ZERO, ZERO, -down), falling.fall_metres, falls=True, depth=left, goes_on=True)
    over = fact.scope == "turn" and (not new_one or not state.turn_over)
    if state.rappelling and over:
        by = ZERO, ZERO, min(ZERO, state.rappel_used - climbing.rappel_metres(situation, state.rappel_hits))
        down, height = state.rappel_total, state.rappel_height
        depth = None if height is None else height - down
        return Carry(by, climbing.rappel_out_of_hand, falls=True, depth=depth, goes_on=down > 0)
    return None


def _leap(move: Move, far: Fraction, *, high: Fraction, running: bool) -> Jump | None:
    """Return how a jump is rolled; none: it is impossible."""
    needed, capped = checks.jump_needs(move.situation, far, high=high, running=running)
    if capped is not None:
        return None
    if needed <= 0:
        return Jump(Fraction(1), None)
    chance = checks.jump_chance(move, needed)
    return Jump(chance, needed) if chance else None


def _effect(situation: Situation, check: Check, *, hits: int, success: bool) -> Text | None:
    """Return what a test comes to, in words; none: as in any game."""
    if check.id in JUMPS:
        cm, style = checks.jumped(situation, check.id, hits=hits)
        return say("effect.jump", cm=cm, style=style)
    if check.id == "rappel":
        control = say("rappel.controlled" if success else "rappel.uncontrolled")
        return say("effect.rappel", metres=climbing.rappel_metres(situation, hits), control=control)
    if check.id == "rappel_stop":
        return say("rappel.stopped" if success else "rappel.goes_on")
    if check.id == "tread":
        return say("tread.effect.ok" if success else "tread.effect.failed")
    return None


def _glitched(effect: Text, faces: Sequence[int]) -> Text:
    """Return the effect with a glitch named: more than half of the dice show a 1, critical if none shows a hit."""
    if not faces or 2 * sum(face == 1 for face in faces) <= len(faces):
        return effect
    params = {**effect.params, "effect": effect}
    return say("glitch" if max(faces) >= HIT_FACE else "glitch.critical", **params)


__all__ = ["SYSTEM", "sheet", "standing"]
game.jump(jumping.long_jump, leap=_leap, run_up=lambda move: jumping.run_up(move.situation))
SYSTEM = game.system(Shadowrun5)
