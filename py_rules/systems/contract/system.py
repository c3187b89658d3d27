"""The Contract as a system: what it does in its own way."""

from collections.abc import Sequence
from typing import Any

from py_rules.engine import Move
from py_rules.engine.judging import beyond
from py_rules.engine.price_tiers import PriceTier, Spent, counted_from
from py_rules.engine.situation import Situation
from py_rules.engine.system import Carry, System
from py_rules.protocol.facts import Fact
from py_rules.protocol.requests import EndEvent, RuledEvent
from py_rules.systems.contract import ledger, rules, sheet, standing, turn
from py_rules.systems.contract.movement import Walk
from py_rules.systems.contract.rules import ZERO, game, say
from py_rules.values.answer_parts import Standing
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction
from py_rules.values.sentences import Text
from py_rules.values.stretch import Segment

__all__ = ["SYSTEM", "ledger", "sheet", "standing", "turn"]


class Contract(System):
    """The Contract, as one instance: :data:`SYSTEM`."""

    Judge = Walk
    difficulties = range(2, 11)
    ladder = "ladder"

    def price_tiers(self, situation: Situation, state: Any, *, spent: Spent) -> tuple[PriceTier, ...]:  # noqa: ANN401
        """Return the prices along the ground when climbs and swims are used as given."""
        route = [
            Segment(mode=mode, length=feet, difficulty=spent.marks.get(mode))
            for mode, feet in spent.meters.items()
            if feet
        ]
        judge = Walk(game, situation, state=state, route=route)
        price_tiers = counted_from(judge.price_tiers("ground"), state.ground_used)
        return beyond(price_tiers, judge.whole())

    def check_texts(self, situation: Situation, tier: PriceTier, *, leaps: Sequence[int]) -> tuple[Text, ...]:
        """Return the rolls that a price hangs on, in words."""
        del situation
        own = [say(check, needed=needed) for check, needed in tier.needs]
        return (*own, *(say("jump.short_label", difficulty=difficulty) for difficulty in leaps))

    def standing(self, situation: Situation, state: Any) -> Standing:  # noqa: ANN401 - the game's turn
        """Return what a token may do, bears and is asked, with the sums of its allowances."""
        found = super().standing(situation, state)
        shown = {allowance.rule for allowance in found.allowances if allowance.mode != "jump"}
        shown |= {rules.free_movement, rules.extended_movement}
        lines = tuple(line for line in found.trace if line.rule in shown)
        return replace(found, trace=lines)

    def carry(self, situation: Situation, state: Any, *, fact: Fact, after: Any) -> Sequence[Carry]:  # noqa: ANN401
        """Return where a failed jump falls if the GM says so, and how far the fully loaded sink (CON-18).

        They sink when the round ends, if the table says how far.
        """
        del after
        if isinstance(fact, RuledEvent) and (fact.ruling, fact.choice) == ("jump", "falls") and state.pit:
            return (Carry((*state.over, None), rules.jump_needs_roll, falls=True, depth=state.pit),)
        feet = situation.house_rules.sink_ft_per_round
        ends_now = isinstance(fact, EndEvent) and not state.round_over
        if not (ends_now and state.in_water and rules.sinks(Move(situation, state)) and feet):
            return ()
        if dict(state.ruled).get("sinking") == "gm":
            return ()
        return (Carry((ZERO, ZERO, -to_fraction(feet)), rules.sinks),)


SYSTEM: Contract = game.system(Contract)
