"""The Contract: a path, stretch by stretch."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from py_rules.engine.price_tiers import PriceTier
from py_rules.engine.turn import with_new
from py_rules.engine.walk import Walk
from py_rules.systems.contract import rules, standing
from py_rules.systems.contract.rules import ZERO, game, say
from py_rules.values.answer_parts import Hazard, Spend
from py_rules.values.records import replace
from py_rules.values.stretch import Segment


class ContractWalk(Walk):
    """The Contract's walk along a route."""

    rough_rule = rules.terrain_cost

    def enter(self, segment: Segment) -> None:
        """Note difficult terrain, and water."""
        super().enter(segment)
        for region in segment.entered:
            if region not in self.state.asked and self.move.in_combat:
                self.rulings.append(standing.terrain.of(self.move, region, at=self.position))
        if segment.mode == "swim":
            self._sink(self.position)

    def leap(
        self, parts: Sequence[Segment], *, far: Fraction, high: Fraction, running: bool
    ) -> PriceTier | None:
        """Return the price of a jump itself, and note whether who lands in water sinks."""
        if parts[-1].ends == "water":
            self._sink(self.position + far + high)
        return super().leap(parts, far=far, high=high, running=running)

    def _sink(self, at: Fraction) -> None:
        if rules.sinks(self.move) and all(hazard.id != "sinking" for hazard in self.hazards):
            self.hazards += [Hazard(name, rules.sinks, at, say(name)) for name in ("sinking", "drowning")]
            self.rulings.append(standing.sunk.of(self.move, at=at))

    # ------------------------------------------------------------ what comes of it

    def _lost(self, used: Mapping[str, Fraction]) -> int:
        """Return the dice off the Action by then: those that are lost already, and what the way takes (CON-07)."""
        free = rules.free_movement(self.move)
        now, before = (rules.dice_lost.function(self.move, at["ground"] - free) for at in (used, self.begun))
        sprints = self.state.action == "sprinting"
        return int(self.state.dice_lost + (0 if sprints else now - before))

    def left(self) -> Any:  # noqa: ANN401 - the game's turn
        """Return the turn after the way; one that cannot be gone costs no dice."""
        turn, after, fact = self.state, super().left(), self.fact
        if fact is None:
            if "sprint" in self.needs or turn.action == "sprinting":
                return replace(after, action="sprinting")
            return replace(after, dice_lost=0 if self.dead else self._lost(self.legal))
        if fact.forced:
            return after
        if not self.move.in_combat:
            return replace(after, climb_outcome=None, swim_outcome=None)
        met = [name for segment in self.route for name in segment.entered]
        new = [f"terrain:{name}" for name in met if name not in turn.asked]
        return replace(
            after,
            asked=with_new(turn.asked, met),
            prompts=with_new(turn.prompts, new),
            dice_lost=self._lost(self.used),
            movement="open" if turn.movement == "unused" else turn.movement,
        )

    def worked(self) -> None:
        """Call what the rolls and the dice off the Action are worked out from."""
        move = replace(self.move, met=self.marks)
        for name, needed in self.needs.items():
            if name in game.rolls:
                game.rolls[name].dice(move)
                game.rolls[name].far(move, needed)
        list(standing.modifiers(replace(self.move, turn=self.after)))

    def spends(self) -> Iterator[Spend]:
        """Yield what the way uses of Movement and Action, and of dice held back."""
        yield from super().spends()
        lost, saved = self._lost(self.legal), self.state.dice_saved
        new = self.state.dice_lost - lost
        if self.state.action == "spent" and saved and new:
            left = Fraction(max(0, saved + lost))
            yield Spend(rules.extension_open, "saved_dice", say("spend.saved"), Fraction(new), left)
        if self.state.action == "unspent" and "sprint" in self.needs:
            yield Spend(rules.sprint_feet, "action", say("spend.action"), Fraction(1), ZERO)
