"""The Contract: a path, stretch by stretch."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from py_rules.engine import Move
from py_rules.engine.dice import Tens
from py_rules.engine.judge import DeclaredJudge, extent_of, leap, roll_check
from py_rules.engine.price_tiers import PriceTier, ends, limit_without
from py_rules.engine.pricing import Pricing, changed
from py_rules.engine.walked import drops, pit_of, with_new
from py_rules.protocol.facts import MovedFact
from py_rules.systems.contract import prices, rules, standing
from py_rules.systems.contract.prices import ROLLED_MODES
from py_rules.systems.contract.rules import STEP, ZERO, game, say
from py_rules.values.answer_parts import Check, Hazard, Price, Spend
from py_rules.values.records import replace
from py_rules.values.rounding import steps_of
from py_rules.values.sentences import Text
from py_rules.values.stretch import Segment

CARRIED = frozenset({"drift", "fall"})
"""What a token is recorded to do that sinks: it stays in the water."""


class Walk(DeclaredJudge):
    """The Contract's judge of a route."""

    tells_named = False

    def set_out(self, route: Sequence[Segment]) -> None:
        """Note the hardest climb, as a Movement has one climbing roll, and whether it is sprinted."""
        self.by_action = {self.state.action: self.prices}
        """The prices for a mover that has used the Action in this way."""
        self.starts: dict[str, Fraction] = {}
        self.acts = ""
        """The climb or swim on the way that is rolled with the Action; empty: none yet."""
        self.walked = self.begun["ground"]
        """Feet on the ground before that roll."""
        self.down = ZERO
        self.sprint = any(segment.mode == "sprint" for segment in route)
        climbs = [
            (part.surface, part.difficulty) for part in route if part.mode == "climb" and part.multiplier
        ]
        self.climb = max(
            climbs,
            key=lambda one: rules.climb_difficulty(self.move, one[0], given=one[1]),
            default=(None, None),
        )
        self.hardest = rules.climb_difficulty(self.move, self.climb[0], given=self.climb[1])

    # ------------------------------------------------------------ prices

    @property
    def met(self) -> dict[str, int]:
        """What the way has met, by the words of :data:`py_rules.systems.contract.prices.Marks`."""
        met = {"climb": self.hardest, "lost": prices.dice_off(self.move, self.walked)}
        return met | {"sprint": 1} if self.sprint else met

    def price_tiers(self, meter: str) -> Sequence[PriceTier]:
        """Return a mode's prices; what is rolled with the Action on the way has used it."""
        action = self.state.action
        sprints = self.sprint or "sprint" in self.needs
        if action == "unspent" and meter != "ground" and sprints and rules.rolls_action(self.move):
            action = "sprinting"
        elif action == "unspent" and self.acts not in {"", meter}:
            action = "spent"
        if action not in self.by_action:
            self.by_action[action] = Pricing(game, self.move.with_turn(action=action))
        return self.by_action[action].price_tiers(meter, self.used, marks=self.met)

    def dice(self, roll: str) -> Tens:
        """Return the dice of a sprint, climb or swim on this way."""
        return changed(prices.thrown(self.move, self.met, name=roll), self.move)  # type: ignore[return-value]

    # ------------------------------------------------------------ what is met

    def enter(self, segment: Segment) -> None:
        """Note difficult terrain, drops, water; and where a climb or swim begins."""
        situation, mode = self.situation, segment.mode
        if segment.entered and segment.cost == segment.extent:
            self.rough(segment)
        for region in segment.entered:
            if region not in self.state.asked and situation.in_combat:
                self.rulings.append(standing.terrain.of(self.move, region, at=self.position))
        if drops(segment):
            self._come_down(-segment.rise)
        if mode == "swim":
            self._sink(self.position)
        given = not segment.multiplier  # it asks for no roll
        waits = not given and mode in ROLLED_MODES and prices.outcome(self.move, mode) is None
        if waits and self.dead is None and not rules.unlimited(self.move, mode):
            self.starts.setdefault(mode, self.position)
            if rules.rolls_action(self.move) and not self.acts:
                self.acts, self.walked = mode, self.used["ground"]

    def rough(self, stretch: Segment) -> None:
        """Note what difficult terrain of one price costs in all."""
        self.use(rules.terrain_cost, stretch)

    def _come_down(self, feet: Fraction) -> None:
        """Show where the path comes down without climbing; the GM is asked once, of all of it."""
        self.hazards.append(Hazard("drop", rules.climb_feet, self.position, say("drop", feet=feet)))
        self.down += feet
        self.rulings = [ruling for ruling in self.rulings if ruling.id != "drop"]
        self.rulings.append(standing.drop.at(self.position, feet=self.down))

    def _sink(self, at: Fraction) -> None:
        if rules.sinks(self.move) and not any(hazard.id == "sinking" for hazard in self.hazards):
            self.hazards += [Hazard(name, rules.sinks, at, say(name)) for name in ("sinking", "drowning")]
            self.rulings.append(standing.sunk.of(self.move, at=at))

    def leap(
        self, parts: Sequence[Segment], *, far: Fraction, high: Fraction, running: bool
    ) -> PriceTier | None:
        """Return the price of a jump itself; none: nothing to roll."""
        name = f"jump:{self.jumps}"
        found = leap(game, self.move, far=far, high=high, running=running)
        extent = extent_of(game, far, high=high)
        self.use(rules.jump_reach, self.move, running=running)
        difficulty = self.use(
            rules.jump_difficulty, self.move, rules.jump_excess(self.move, far, high=high, running=running)
        )
        if parts[-1].ends == "water":
            self._sink(self.position + far + high)
        if found is None:
            return self._no_jump(extent, difficulty)
        if found.difficulty is None:
            self.note(rules.jump_needs_roll, say("jump.free", extent=extent))
            return None
        reason = say("jump", extent=extent, difficulty=difficulty)
        self.note(rules.jump_needs_roll, reason)
        if not self.open(name):
            return None
        made = prices.jump_check(self.move, name, extent=extent, at=self.position, difficulty=difficulty)
        return self.hangs_on(made, reason)

    def _no_jump(self, extent: Text, difficulty: int) -> PriceTier:
        """Return why a jump is impossible: too long (CON-13), or no pool to roll it with (CON-12)."""
        highest = self.situation.house_rules.max_difficulty
        if difficulty > highest:
            told = say("jump.too_long", extent=extent, difficulty=difficulty, highest=highest)
            return ends(rules.jump_difficulty, told)
        return ends(rules.jump_needs_roll, say("jump.no_chance", extent=extent, difficulty=difficulty))

    # ------------------------------------------------------------ what comes of it

    @property
    def sprinting(self) -> bool:
        """Whether the whole Action goes into an All-out Sprint, or has."""
        unspent = self.state.action == "unspent"
        rolled = "sprint" in self.needs or (self.sprint and unspent and self.situation.in_combat)
        return rolled or self.state.action == "sprinting"

    @property
    def price(self) -> Price | None:
        """What the way costs besides distance: a sprint takes the whole Action, and its dice with it."""
        return None if self.sprinting else super().price

    def charged(self) -> Any:  # noqa: ANN401 - the game's turn
        """Return the turn where the route ends; one that cannot be gone costs no dice."""
        after = super().charged()
        if self.sprinting:
            return replace(after, action="sprinting")
        return after if self.dead is None else replace(after, ground_used=ZERO)

    def left(self, fact: MovedFact) -> Any:  # noqa: ANN401 - likewise
        """Return the turn after the whole route was gone: what it used, where it ended, what it met."""
        turn, last = self.state, self.route[-1]
        stays = last.failed or last.mode in CARRIED
        wet = turn.in_water if stays else last.ends == "water"
        after = self.paid(fact, in_water=wet, drop=turn.drop + self.down)
        if last.failed:
            depth, over = pit_of(self.route)
            after = replace(after, pit=depth, over=over)
        if fact.forced:
            return after
        if not self.situation.in_combat:
            return replace(after, climb_outcome=None, swim_outcome=None)
        met = [name for segment in self.route if not segment.failed for name in segment.entered]
        after = replace(after, asked=with_new(turn.asked, met))
        if turn.movement != "unused":
            return after
        return replace(after, movement="open", order="after" if turn.action == "spent" else "before")

    def carrying(self) -> Iterator[Check]:
        """Yield the checks that set an allowance: sprint first, it is declared when setting out."""
        self.extended, self.opened = rules.extended_movement(self.move), rules.extension_open(self.move)
        self.rolls = list(self._rolls())
        return iter(self.rolls)

    def _rolls(self) -> Iterator[Check]:
        if self.sprinting and self.state.action != "sprinting":
            yield roll_check(
                game, self.move, roll=game.rolls["sprint"], needed=self._sprint_needed(), at=ZERO
            )
        for mode, at in self.starts.items():
            if mode in self.needs:
                yield roll_check(
                    game,
                    self.move,
                    roll=game.rolls[mode],
                    needed=self.needs[mode],
                    at=at,
                    thrown=self.dice(mode),
                )

    def _sprint_needed(self) -> int:
        """Return the Outcome that the All-out Sprint needs for the whole route."""
        feet, asked = self.used["ground"], self.needs.get("sprint")
        needed = steps_of(feet, STEP) - rules.dexterity(self.move) - rules.brawn(self.move)
        lowest = self.dice("sprint").odds.lowest
        if rules.sprint_feet(self.move, lowest) >= feet:
            return min(needed, lowest)
        return needed if asked is None else max(needed, asked)

    def spends(self) -> Iterator[Spend]:
        """Yield what the way uses of Movement and Action, and of dice held back."""
        used, before, free = self.used["ground"], self.begun["ground"], rules.free_movement(self.move)
        if used > before:
            label = game.meters["ground"].label
            yield Spend(rules.new_round, "movement", label, used - before, is_length=True)
        extra, begun = max(ZERO, used - free), max(ZERO, before - free)
        if extra > begun and not self.sprinting:
            label, more = say("spend.extended"), extra - begun
            yield Spend(rules.extended_movement, "extended_movement", label, more, is_length=True)
            saved, lost = self.state.dice_saved, -rules.dice_lost(self.move, extra)
            new = lost + rules.dice_lost(self.move, begun)
            if self.state.action == "spent" and saved and new:
                left = Fraction(max(0, saved - lost))
                yield Spend(rules.extension_open, "saved_dice", say("spend.saved"), Fraction(new), left)
        if self.sprinting and self.state.action != "sprinting":
            yield Spend(rules.sprint_feet, "action", say("spend.action"), Fraction(1), ZERO)
        elif self.acts in self.needs:
            rule = game.rolls[self.acts].rule
            yield Spend(rule, "action", say("spend.action.rolled"), Fraction(1), ZERO)

    def cost(self) -> Fraction:
        """Return what the route takes on the ground."""
        return self.used["ground"] - self.begun["ground"]

    def limit(self) -> Fraction | None:
        """Return how far one gets on the ground without a sprint."""
        return limit_without(self.price_tiers("ground"), {"sprint"})

    # ------------------------------------------------------------ where the numbers come from

    def worked(self) -> None:
        """Call the rules that a plan tells of, with what they were about."""
        move, used, rolled = self.move, self.used, {check.id: check for check in self.rolls}
        self.note_bands(
            {rules.movement_over, rules.stunned, rules.extension_open, rules.sinks, rules.unlimited}
        )
        for roll, check in rolled.items():
            if roll == "sprint":
                rules.sprint_feet(move, check.needed, sure=check.needed <= check.odds[0].result)
                continue
            game.rolls[roll].rule(move, check.needed)
            if prices.dice_off(move, self.walked):
                rules.dice_lost(move, self.walked - rules.free_movement(move))
        for mode in ROLLED_MODES:
            known = prices.outcome(move, mode)
            if known is not None and used[mode] > self.begun[mode]:
                game.rolls[mode].rule(move, known)
        if "climb" in rolled:
            rules.climb_difficulty(move, self.climb[0], given=self.climb[1])
        pools = any(not check.id.startswith("gate:") for check in (*self.rolls, *self.checks))
        if pools and move.house_rules.penalty_hits_pools and move.character.penalty:
            rules.penalised(move, 1)
        if self.situation.in_combat and used["ground"] > self.begun["ground"]:
            self._ground_worked(move, sprinted=prices.outcome(move, "sprint"))

    def _ground_worked(self, move: Move, sprinted: int | None) -> None:
        if sprinted is not None:
            rules.sprint_feet(move, sprinted)
            return
        extra = self.used["ground"] - rules.free_movement(move)
        if extra <= 0:
            return
        line = rules.extended_movement.line(self.extended, move)
        self.trace.append(replace(line, numbers={**line.numbers, "extra": extra}))
        if extra <= self.opened and not self.sprinting:
            rules.dice_lost(move, extra)
        if self.state.dice_saved:
            self.trace.append(rules.extension_open.line(self.opened, move))
