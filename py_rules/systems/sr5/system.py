"""Shadowrun 5 as a system: what the core asks of it."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from py_rules.engine import Move, tabletop
from py_rules.engine.dice import Pool
from py_rules.engine.price_tiers import PriceTier, Spent, counted_from
from py_rules.engine.pricing import beyond
from py_rules.engine.system import Carry, System
from py_rules.protocol.facts import Fact, RolledFact
from py_rules.protocol.requests import BeginEvent, EndEvent
from py_rules.search import Budget, JumpOdds
from py_rules.systems.sr5 import checks, climbing, falling, jumping, rules, sheet, standing
from py_rules.systems.sr5.movement import Shadowrun5Walk
from py_rules.systems.sr5.turn import HIT_FACE, JUMPS, ZERO, Turn
from py_rules.systems.sr5.words import game, say
from py_rules.values.answer_parts import Check
from py_rules.values.footing import Draw, Footing
from py_rules.values.holds import Hold
from py_rules.values.records import replace
from py_rules.values.sentences import Sentence
from py_rules.values.stretch import Segment

LATE = "late "
"""What is used of a meter while Running."""


class Shadowrun5(System):
    """Shadowrun 5, edited, as one instance: :data:`SYSTEM`."""

    Walk = Shadowrun5Walk
    State = Turn
    ladder = "easy"
    least_result = 0
    difficulties = range(HIT_FACE, HIT_FACE + 1)

    def holds(self, move: Move) -> Hold | None:
        """Return what holds the mover by what the ledger tells: a rope, the air while it falls, the water it treads."""
        if move.turn.falling is not None:
            return "air"
        return "rope" if move.turn.rappelling else "water" if move.turn.treading else None

    def search_limits(self, move: Move, footings: Sequence[Footing]) -> Budget:
        """Return what a search for destinations may spend: one test for all climbs, on the worst surface.

        Past the Walk Rate the mover is Running: jumps are harder, and what is swum and climbed is counted by itself.
        """
        found = super().search_limits(move, footings)
        if not move.in_combat or move.turn.running:
            return found
        late = super().search_limits(move.with_turn(running=True), footings)

        def draw(footing: Footing, phase: int) -> Draw:
            drawn = found.draw(footing, phase)
            if drawn.meter is None:
                return drawn
            if phase:
                return replace(drawn, meter=LATE + drawn.meter)
            return replace(drawn, starts=((f"begun {drawn.meter}", 1),))  # before, and so not as a runner

        def jumps(far: Fraction, high: Fraction, /, **how: Any) -> JumpOdds | None:  # noqa: ANN401 - as a search asks
            return (late if how["phase"] else found).jump(far, high, **how)

        meters = {**found.meters, **{LATE + meter: found.meters[meter] for meter in ("climb", "swim")}}
        limit = rules.walk_rate(move) - move.turn.moved
        return replace(found, meters=meters, jump=jumps, draw=draw, phases=(limit,))

    def price_tiers(self, move: Move, spent: Spent) -> tuple[PriceTier, ...]:
        """Return the prices along the ground when climbs and swims are used as given."""
        gone = [(name, metres) for name, metres in spent.meters.items() if metres]
        early = [Segment(mode=name, length=metres) for name, metres in gone if not name.startswith(LATE)]
        late = [Segment(mode=name[5:], length=metres) for name, metres in gone if name.startswith(LATE)]
        judge = Shadowrun5Walk(game, replace(move, met=spent.marks), route=early)
        if late:
            judge.run_on(late)
        return beyond(counted_from(judge.price_tiers("ground"), move.turn.moved), judge.whole())

    def effect(self, move: Move, check: Check, *, fact: RolledFact, result: int, success: bool) -> Sentence:
        """Return what a test does: of a jump what is for style, and of any a glitch."""
        told = super().effect(move, check, fact=fact, result=result, success=success)
        if check.id in JUMPS:
            cm, style = checks.jumped(move, check.id, hits=result)
            told = say("effect.jump", cm=cm, style=style)
        return _glitched(told, fact.faces or ())

    def made_or_not(self, move: Move, check: Check) -> bool:
        """Return whether a move ends where a check fails: outside combat a climb does, too."""
        whole_climb = check.id == "climb" and not move.in_combat
        return whole_climb or super().made_or_not(move, check)

    def carry(self, move: Move, fact: Fact, *, after: Turn) -> Sequence[Carry]:
        """Return how far a fall takes the token at once, and a fall or a rope that was not stopped by the clock."""
        if move.turn.falling is None and after.falling is not None:
            first = -falling.fall_metres(move, 1) if move.in_combat else None
            jumps = super().carry(move, fact, after=after)
            cols, rows, _ = jumps[0].by if jumps else (ZERO, ZERO, None)
            return (Carry((cols, rows, first), falling.fall_metres, falls=True, depth=after.falling),)
        carried = _carried(move, fact=fact) if isinstance(fact, BeginEvent | EndEvent) else None
        return () if carried is None else (carried,)


def _carried(move: Move, fact: BeginEvent | EndEvent) -> Carry | None:
    """Return how far a fall goes on as a Combat Turn begins, and a rope that was not stopped as one ends."""
    state = move.turn
    new_one = isinstance(fact, BeginEvent) and fact.scope == "turn"
    if state.falling is not None:
        if not new_one:
            return None
        left, down = state.falling - state.fallen, falling.fall_metres(move, move.turn.falling_turns + 1)
        return Carry((ZERO, ZERO, -down), falling.fall_metres, falls=True, depth=left, goes_on=True)
    over = fact.scope == "turn" and (not new_one or not state.turn_over)
    if state.rappelling and over:
        by = ZERO, ZERO, min(ZERO, state.rappel_used - climbing.rappel_metres(move, move.turn.rappel_hits))
        down, height = state.rappel_total, state.rappel_height
        depth = None if height is None else height - down
        return Carry(by, climbing.rappel_out_of_hand, falls=True, depth=depth, goes_on=down > 0)
    return None


def _glitched(effect: Sentence, faces: Sequence[int]) -> Sentence:
    """Return the effect with a glitch named: more than half of the dice show a 1, critical if none shows a hit."""
    if not faces or 2 * sum(face == 1 for face in faces) <= len(faces):
        return effect
    params = {**effect.params, "effect": effect}
    return say("glitch" if max(faces) >= HIT_FACE else "glitch.critical", **params)


__all__ = ["SYSTEM", "sheet", "standing"]
game.jump(
    jumping.long_jump,
    up=jumping.high_jump,
    leap=checks.leap,
    roll=partial(checks.dice, check="jump"),
    moment=False,
    run_up=jumping.run_up,
)
game.region_roll(
    tabletop.rough, dice=lambda _, gate: Pool(gate.pool, 6, HIT_FACE), target=lambda _, gate: gate.needed
)
SYSTEM = game.system(Shadowrun5)
