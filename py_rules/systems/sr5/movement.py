"""Shadowrun 5: a path, stretch by stretch, with the tests and the actions that it takes on its way."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from py_rules.engine import Move
from py_rules.engine.checks import roll_check
from py_rules.engine.given import GIVEN
from py_rules.engine.price_tiers import PriceTier, ends
from py_rules.engine.pricing import Pricing
from py_rules.engine.walk import Walk
from py_rules.systems.sr5 import (
    actions,
    acts,
    checks,
    climbing,
    effects,
    falling,
    jumping,
    ledger,
    rules,
    swimming,
)
from py_rules.systems.sr5.turn import ON_FOOT, SAFE_DROP, SETS_ALLOWANCE, THRESHOLD, ZERO, Turn
from py_rules.systems.sr5.words import game, say
from py_rules.values.answer_parts import Check, Hazard, Modifier, Spend
from py_rules.values.records import replace
from py_rules.values.stretch import Segment


class Shadowrun5Walk(Walk):
    """Shadowrun's walk along a route."""

    def set_out(self, route: Sequence[Segment]) -> None:
        """Note how the route is climbed, for which there is one test, and which tests are made while Running.

        A search asks of ways without a route: the move tells what they have met.
        """
        self.taken: list[Spend] = []
        self.starts: dict[str, Fraction] = {}
        self.stood, self.stands, self.measured = ZERO, True, True
        self.rappelled = self.state.rappelling
        self.marks = {"swim paid": int(self.state.swim_paid), **self.move.met}
        for part in () if self.move.met else route:
            for mark, how in climbing.marks(self.move, part) if part.multiplier else ():
                self.marks[mark] = max(how, self.marks.get(mark, how))

    def _go_on(self, move: Move) -> None:
        """Go on with another turn."""
        self.move, self.prices = move, Pricing(self.game, move)

    def walk(self, route: Sequence[Segment]) -> None:
        """Walk the whole route; a fall that was told in parts is one."""
        super().walk(falling.falls_whole(route))

    def run_on(self, route: Sequence[Segment]) -> None:
        """Go on along a further way while Running, which is paid for first."""
        self._go_on(self.move.with_turn(running=True))
        self._keep_running()
        self.walk(route)

    # -------------------------------------------------------- what is met

    def enter(self, segment: Segment) -> None:
        """Note what a stretch meets, and where a test begins."""
        if self.stands:
            self.stood = self.position
        self.stands, self.measured = segment.stand, segment.start is None
        if segment.mode == "rappel":
            self._enter_rappel(segment)
        elif self.rappelled:
            self._leave_rope()
        elif segment.mode in ON_FOOT and climbing.hangs(self.state):
            self.dies(ends(climbing.rappel_metres, say("rappel.hangs")))
        if not segment.multiplier:
            pass  # what was given asks for nothing
        elif segment.mode == "sprint":
            self._enter_sprint()
        elif segment.mode == "climb":
            self._enter_climb(segment)
        elif segment.mode == "swim" and segment.rise and not segment.falls:
            swimming.rate_at_depth(self.move, -segment.rise)
            self.used_rules.add(swimming.rate_at_depth)
        if self.dead is None and segment.barrier is None:
            self._come_down(segment)

    def _come_down(self, segment: Segment) -> None:
        """Note a fall, and end the walk at one that one turn does not hold."""
        fall = segment.mode == "fall"
        metres = max(-segment.rise, ZERO) or segment.length if fall else segment.drop
        if not fall and metres <= SAFE_DROP:
            self.hazards += [self._fall(metres)] if metres and segment.start is not None else []
            return
        self.hazards += effects.harm(self.move, metres, at=self.position)
        damage, soft = falling.fall_damage(self.move, metres), self.move.circumstances.soft_landing
        self.used_rules.add(falling.fall_damage)
        if segment.ends == "water" and damage and not soft:
            self.note(falling.softened, say("fall.water"), soft=soft)
        first = falling.fall_metres(self.move, 1)
        if not fall and self.move.in_combat and metres > first:
            self.dies(ends(falling.fall_metres, say("drop.long", metres=first)))

    def _enter_sprint(self) -> None:
        first = self.move.in_combat and self.state.sprint_tests == 0 and "sprint" not in self.starts
        if first and self.dead is None:
            refusal = acts.refuse_test(self.move, check="sprint")
            if refusal is None:
                self._test("sprint", self.position)
            else:
                self.dies(ends(refusal.rule, refusal.reason))

    def _enter_climb(self, segment: Segment) -> None:
        row = climbing.climb_row(self.move, rise=segment.lean)
        if row.startswith("assisted") and self.state.preparation == "":
            self.ask(ledger.preparation_question.at(self.position))
        if self.dead is None and segment.cost == 0 and self.price_tiers("climb")[0].needs:
            self._test("climb", self.position)  # a climb of no length is one that begins: the test alone

    def _enter_rappel(self, segment: Segment) -> None:
        if segment.rise > 0 or (segment.rise == 0 and segment.start is not None):
            self.dies(ends(climbing.rappel_metres, say("rappel.up")))
        if not self.rappelled and self.dead is None and climbing.geared(self.move):
            text = say("rappel.wild.else", needed=THRESHOLD)
            self.hazards.append(Hazard("rappelling", climbing.rappel_controlled, self.position, text))
        self.rappelled = True
        if self.state.preparation == "" and self.move.character.assisted:
            self.ask(ledger.preparation_question.at(self.position))

    def _leave_rope(self) -> None:
        """Note what it is to come off the rope: the ground is met at speed by who could not stop."""
        self.rappelled = False
        if self.state.rappelling and climbing.rappel_out_of_hand(self.state):
            metres = self.used["rappel"]
            self.hazards += effects.harm(self.move, metres, at=self.position, rope=True)
            self.ask(ledger.ground_question.at(self.position, metres=metres))

    def leap(
        self, parts: Sequence[Segment], *, far: Fraction, high: Fraction, running: bool
    ) -> PriceTier | None:
        """Return the price of a jump itself: beyond its cap there is none (SR5-23, SR5-25)."""
        self.used_rules |= {jumping.run_up} if far else set()
        refused = checks.capped(self.move, far, high=high)
        return ends(*refused) if refused else super().leap(parts, far=far, high=high, running=running)

    # -------------------------------------------------------- actions taken on the way

    def band(self, extent: Fraction, mode: str, *, tier: PriceTier) -> None:
        """Lay one band; a test is rolled where it is first needed, or where the mover last could stand."""
        if self.dead is None and tier.kind != "impossible":
            here = self.position if self.measured and mode != "jump" else self.stood
            swims = mode == "swim" and tier.rule != GIVEN.rule
            if swims and self.move.in_combat and not self.move.turn.swim_paid:
                self._pay("complex", swimming.swim_open)
                self._go_on(self.move.with_turn(swim_paid=True))
            for check, _ in tier.needs:
                if check in SETS_ALLOWANCE:
                    self._test(check, here)
        super().band(extent, mode, tier=tier)
        if self.dead is None:
            self._keep_running()

    def _test(self, check: str, at: Fraction) -> None:
        """Begin a test, once: its action is paid for from here on."""
        if check in self.starts:
            return
        self.starts[check] = at
        self.marks.setdefault(f"hurried {check}", int(self.move.turn.running))
        if self.move.in_combat and check not in self.move.turn.declared:
            self._pay(actions.cost_of_test(self.move, check), game.rolls[check].rule)
            self._go_on(self.move.with_turn(declared=(*self.move.turn.declared, check)))
        if check == "sprint":
            self._go_on(self.move.with_turn(running=True, sprinting=True))
            self._keep_running()

    def _keep_running(self) -> None:
        """Note that the mover is Running by now, and take the Bonus Action for it if there is one (SR5-06)."""
        if not self.move.in_combat:
            return
        used = self.used["ground"]
        if not self.move.turn.running and used > self.state.moved and rules.runs(self.move, used):
            self._go_on(self.move.with_turn(running=True))
        owed = self.move.turn.running and rules.upkeep_owed(self.move)
        if owed and actions.affords(self.move, cost="bonus"):
            self._pay("bonus", rules.upkeep_owed)
            self._go_on(self.move.with_turn(upkeep="paid"))

    def _pay(self, cost: str, number: str) -> None:
        """Spend an action, by the name that the table has for it."""
        if cost != "none":
            self._go_on(actions.paid(self.move, cost=cost))
            name = str(self.move.house_rules.bonus_action_maps_to) if cost == "bonus" else cost
            left = {"complex": 0, "simple": actions.simple_left(self.move)}
            there = Fraction(left.get(name, actions.bonus_left(self.move)))
            self.taken.append(Spend(number, f"{name}_action", say(f"spend.{name}"), Fraction(1), there))

    # -------------------------------------------------------- what comes of it

    def arrive(self, route: Sequence[Segment]) -> None:
        """Ask for the Bonus Action of running where none is left."""
        if route and ledger.upkeep_open(self.move):
            run = (band.start for band in self.bands if band.rule in {rules.runs, rules.sprint_metres})
            self.ask(ledger.upkeep_question.at(next(run, ZERO), bonus=actions.bonus_name(self.move)))

    def carrying(self) -> Iterator[Check]:
        """Yield the tests that set an allowance, each where it is first needed."""
        move = replace(self.move, met=self.marks)
        for check, at in self.starts.items():
            made = roll_check(game, move, roll=game.rolls[check], needed=self.needs.get(check, 0), at=at)
            yield replace(made, chance=self.chances.get(check, made.chance))

    def modifiers(self) -> Iterator[Modifier]:
        """Yield what running changes, and a charge where the path ends beside a foe."""
        if not self.move.in_combat:
            return iter(())
        spent = self.state.charged and self.used["ground"] == self.state.moved
        return effects.modifiers_of(self.move, charge=self._foe_in_reach() and not spent)

    def _foe_in_reach(self) -> bool:
        """Tell whether the path ends next to a hostile token."""
        end = self.route[-1] if self.route else None
        if end is None or end.end is None:
            return False
        return rules.foe_beside(self.move, end.end, up=end.ups[1], storey=end.storeys[1])

    def spends(self) -> Iterator[Spend]:
        """Yield the metres on foot, and the actions."""
        walked = self.legal["ground"] - self.state.moved
        if walked > 0:
            yield Spend(rules.new_turn, "movement", game.meters["ground"].label, walked)
        yield from self.taken

    def left(self) -> Any:  # noqa: ANN401 - the turn
        """Return the turn after the way: what it used, where it ended, what it met."""
        fact = self.fact
        if fact is None:
            return self.move.turn
        state, last = self.state, fact.segments[-1]
        for part in self.route:
            if part.mode == "fall":
                state = ledger.fallen_on(state, part.length, met=last.onto == "ground")
            elif part.drop > SAFE_DROP:
                state = ledger.landed(state, part.drop)
        if fact.forced or self.move.in_combat or last.ends != "wall":
            state = replace(state, scene_climb=None)
        state = self.travelled(state, forced=fact.forced)
        off = state.rappelling and last.mode != "fall" and last.ends != "rope"
        if fact.forced:
            return ledger.after_stop(state, "rappel") if off else state
        if state.rappelling:
            down = self.used["rappel"] - self.begun["rappel"]
            state = ledger.down_rope(state, down, met=off, counted=self.move.in_combat)
        if last.mode != "swim" and state.treading:
            state = ledger.after_stop(state, "tread")
        return self._paid(state, short=fact.fall is not None) if self.move.in_combat else state

    def _paid(self, state: Turn, *, short: bool) -> Turn:
        """Return the turn after what the route took from the allowances.

        What a jump that fell short took is not known before the GM has said how it ended (SR5-22).
        """
        move = replace(self.move, turn=state)
        foot, swum, climbed = (self.used[name] - self.begun[name] for name in ("ground", "swim", "climb"))
        if swum:
            move = swimming.swimming(move.with_turn(swim_turns=state.swim_turns + (not state.swim_used)))
        move = move.with_turn(
            short_cost=foot if short else state.short_cost,
            swim_used=state.swim_used + swum,
            climb_used=state.climb_used + climbed,
            climb_each=max(state.climb_each, self.marks.get("climb", 0) if climbed else 0),
        )
        return ledger.walked_on(move, ZERO if short else foot)

    def worked(self) -> None:
        """Tell of the rates past which the way leads, of what its tests give, and of what was known of them."""
        state, move = self.state, self.move
        self.note_bands(self.rules, kind="impossible")
        if self.used["ground"] > state.moved and move.in_combat and rules.runs(move, self.used["ground"]):
            rules.ceiling(move)
        for part in self.route:
            if climbing.marks(self.move, part):
                self.used_rules.add(climbing.geared)
        if self.used["swim"] > state.swim_used:
            swimming.swim_rate(move)
        if "sprint" in self.needs:
            rules.sprint_tests(move)
        move = replace(self.move, met=self.marks)
        for check, needed in self.needs.items():
            if check in game.rolls:
                game.rolls[check].far(move, needed)
        if state.climb_hits is not None and self.used["climb"] > state.climb_used:
            game.rolls["climb"].far(move, state.climb_hits)
        if state.rappelling and self.used["rappel"] > state.rappel_used:
            climbing.rappel_metres(move, state.rappel_hits)
