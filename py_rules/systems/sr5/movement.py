"""Shadowrun 5: a path, stretch by stretch."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil

from py_rules.engine.price_tiers import PriceTier, ends, limit_without
from py_rules.protocol.facts import MovedFact
from py_rules.systems.sr5 import actions, acts, climbing, effects, falling, jumping, ledger, rules, swimming
from py_rules.systems.sr5.checks import Climb, build_check, jump_needs, jump_odds, pool_of
from py_rules.systems.sr5.spending import SpendingJudge
from py_rules.systems.sr5.turn import ON_FOOT, SETS_ALLOWANCE, THRESHOLD, ZERO, Turn
from py_rules.systems.sr5.words import game, say
from py_rules.values.answer_parts import Check, Hazard, Judgement, Spend
from py_rules.values.records import replace
from py_rules.values.stretch import Segment


class RouteJudge(SpendingJudge):
    """Shadowrun's judge of a route."""

    # -------------------------------------------------------- what is met

    def enter(self, segment: Segment) -> None:
        """Note what a stretch meets, and where a test begins."""
        situation = self.situation
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
        elif segment.mode in ON_FOOT:
            self._enter_on_foot(segment)
        elif segment.mode == "climb":
            self._enter_climb(segment)
        elif segment.mode == "swim" and segment.rise and not segment.sheer:
            self.use(swimming.rate_at_depth, situation, -segment.rise)
        if self._gets_to(segment):
            self._come_down(segment)

    def _come_down(self, segment: Segment) -> None:
        """Note a fall, and end the walk at one that one turn does not hold."""
        if segment.mode == "fall":
            self._drop(segment.length, wet=segment.ends == "water")
        elif falling.drops(segment):
            self._drop(-segment.rise, wet=segment.ends == "water")
            first = falling.fall_metres(self.situation, 1)
            if self.situation.in_combat and -segment.rise > first:
                self.dies(ends(falling.fall_metres, say("drop.long", metres=first)))

    def _enter_on_foot(self, segment: Segment) -> None:
        first = self.situation.in_combat and self.state.sprint_tests == 0 and "sprint" not in self.starts
        if segment.mode == "sprint" and first and self.dead is None:
            refusal = acts.refuse_test(self.situation, self.now, check="sprint")
            if refusal is None:
                self._test("sprint", self.position)
            else:
                self.dies(ends(refusal.rule, refusal.reason))

    def _gets_to(self, segment: Segment) -> bool:
        """Tell whether the path leads as far as a stretch, and the map lets it on."""
        return self.dead is None and segment.barrier is None

    def _enter_climb(self, segment: Segment) -> None:
        situation = self.situation
        row = climbing.climb_row(situation, self.state, rise=segment.rise)
        change = climbing.climb_dice(row, segment.surface, slick=segment.slick)
        climb, running = Climb(row, change), self.hurry("climb")
        pool, _ = pool_of(situation, self.state, check="climb", running=running, climb=climb)
        working = effects.climb_working(situation, climb=climb, segment=segment, running=running, pool=pool)
        self.note(climbing.climb_dice, working, change=change, pool=pool, row=row)
        assisted = row.startswith("assisted")
        self.note(climbing.geared, say("climb.assisted" if assisted else "climb.unassisted"))
        if assisted and self.state.preparation == "":
            self.ask(ledger.preparation_question.at(self.position))
        if self.dead is None and segment.cost == 0 and self.price_tiers("climb")[0].needs:
            self._test("climb", self.position)  # a climb of no length is one that begins: the test alone

    def _enter_rappel(self, segment: Segment) -> None:
        if segment.rise > 0 or (segment.rise == 0 and segment.start is not None):
            self.dies(ends(climbing.rappel_metres, say("rappel.up")))
        if not self.rappelled and self.dead is None and climbing.geared(self.situation, self.state):
            text = say("rappel.wild.else", needed=THRESHOLD)
            self.hazards.append(Hazard("rappelling", climbing.rappel_controlled, self.position, text))
        self.rappelled = True
        if self.state.preparation == "" and self.situation.character.assisted:
            self.ask(ledger.preparation_question.at(self.position))

    def _leave_rope(self) -> None:
        """Note what it is to come off the rope: the ground is met at speed by who could not stop."""
        self.rappelled = False
        if self.state.rappelling and climbing.rappel_out_of_hand(self.state):
            metres = self.used["rappel"]
            self.hazards.append(effects.ground_hazard(self.situation, metres, at=self.position))
            self.ask(ledger.ground_question.at(self.position, metres=metres))

    def _drop(self, metres: Fraction, *, wet: bool) -> None:
        soft = self.situation.circumstances.soft_landing
        self.hazards += effects.fall_hazards(self.situation, metres, at=self.position)
        damage = self.use(falling.fall_damage, self.situation, metres)
        if soft:
            self.note(falling.softened, say("fall.soft", soft=soft), soft=soft)
        elif wet and damage:
            self.note(falling.softened, say("fall.water"), soft=soft)

    # -------------------------------------------------------- jumps and gates

    def leap(
        self, parts: Sequence[Segment], *, far: Fraction, high: Fraction, running: bool
    ) -> PriceTier | None:
        """Return the price of a jump itself; none: nothing to roll."""
        del parts
        situation, check = self.situation, f"jump:{self.jumps}"
        found = jump_needs(situation, far, high=high, running=running)
        metres = far + high
        self._explain_leap(far, high, running=running)
        if found.capped == "high_jump":
            highest = Fraction(jumping.jump_cap_of(situation, "high_jump") or 0, 100)
            return ends(jumping.high_jump, say("jump.too_high", metres=high, cap=highest))
        if found.capped:
            return ends(
                jumping.jump_cap,
                say("jump.too_far", metres=metres, cap=Fraction(jumping.jump_cap(situation), 100)),
            )
        number = jumping.long_jump if far else jumping.high_jump
        if found.needed <= 0:
            self.note(number, say("jump.free", metres=metres), needed=0)
            return None
        chance = jump_odds(situation, self.state, running_state=self.is_running).at_least(found.needed)
        if not chance:
            return ends(number, say("jump.hopeless", metres=metres, needed=found.needed))
        if not self.open(check):
            return None
        reason = say("jump", metres=metres, needed=found.needed)
        made = build_check(
            situation,
            self.state,
            check=check,
            at=self.position,
            needed=found.needed,
            running=self.is_running,
            climb=None,
        )
        return self.hangs_on(replace(made, rule=number, label=say("jump.label", metres=metres)), reason)

    def _explain_leap(self, far: Fraction, high: Fraction, *, running: bool) -> None:
        situation = self.situation
        if far:
            self.use(jumping.long_jump, situation, running=running)
            self.use(jumping.jump_cap, situation)
            said = say("jump.running", run=self.run) if running else None
            self.note(jumping.run_up, said or say("jump.standing", run_up=jumping.run_up(situation)))
        if high:
            self.use(jumping.high_jump, situation)
            highest = jumping.jump_cap_of(situation, "high_jump")
            if highest is not None:
                self.note(jumping.high_jump, say("jump.highest", cap=highest), cap=highest)

    # -------------------------------------------------------- what comes of it

    def judgement(self) -> Judgement:
        """Return everything found."""
        checks = sorted([*self._allowance_checks(), *self.checks], key=lambda check: check.at)
        after = self.now
        self._note_running(after)
        self._explain(checks)
        spent = self.state.charged and self.used["ground"] == self.state.moved
        charge = after.running and self.situation.in_combat and self._foe_in_reach() and not spent
        modifiers = list(effects.modifiers_of(self.situation, after, charge=charge))
        if "rappel" in {check.id for check in checks} and climbing.rappel_dice(self.situation, self.state):
            self.note(
                climbing.rappel_dice, say("on.rappel"), dice=climbing.rappel_dice(self.situation, self.state)
            )
        return self.found(
            modifiers=modifiers,
            spends=self._spends(),
            checks=checks,
            limit=limit_without(
                self.price_tiers("ground"), {"sprint", *set(SETS_ALLOWANCE) - self.needs.keys()}
            ),
        )

    def _note_running(self, after: Turn) -> None:
        """Note where Running begins, and ask for its Bonus Action if none is left."""
        situation, state = self.situation, self.state
        if not after.running or not situation.in_combat or self.end is None:
            return
        walk = rules.walk_rate(situation)
        if rules.runs(situation, self.used["ground"]) and not state.running:
            working = say("running.working", moved=self.used["ground"], walk=walk)
        else:
            working = say("running.still" if state.running else "running.sprint")
        self.note(rules.runs, working, moved=self.used["ground"], walk=walk)
        dice = rules.running_dice(situation, running=True, combat=True)
        self.note(
            rules.running_dice, say("running.dice", dice=dice, on=effects.on_running(situation)), dice=dice
        )
        if rules.upkeep_owed(situation, state):
            self.note(rules.upkeep_owed, say("upkeep", bonus=actions.bonus_name(situation)))
        if rules.upkeep_owed(situation, after) and situation.house_rules.upkeep == "warn":
            at = next(
                (band.start for band in self.bands if band.rule in {rules.runs, rules.sprint_metres}), ZERO
            )
            self.ask(ledger.upkeep_question.at(at, bonus=actions.bonus_name(situation)))

    def _foe_in_reach(self) -> bool:
        """Tell whether the path ends next to a hostile token."""
        end = self.end
        if end is None or end.end is None:
            return False
        return rules.foe_beside(self.situation, end.end, up=end.ups[1], storey=end.storeys[1])

    def _allowance_checks(self) -> Iterator[Check]:
        """Yield the tests that set an allowance, each where it is first needed."""
        for check, at in self.starts.items():
            needed = self.needs.get(check, 0)
            running = self.hurry(check)
            made = build_check(
                self.situation,
                self.state,
                check=check,
                at=at,
                needed=needed,
                running=running,
                climb=self.climb,
            )
            yield replace(made, chance=self.chance_of(check, needed))

    def _spends(self) -> Iterator[Spend]:
        walked = self.legal["ground"] - self.state.moved
        if walked > 0 and self.situation.in_combat:
            yield Spend(rules.new_turn, "movement", game.meters["ground"].label, walked)
        yield from self.spends

    def left(self, fact: MovedFact) -> Turn:
        """Return the turn after the whole route was gone: what it used, where it ended, what it met."""
        state, last = self.state, fact.segments[-1]
        for part in self.route:
            if part.mode == "fall":
                state = ledger.fallen_on(state, part.length, met=last.onto == "ground")
        if fact.forced or self.situation.in_combat or last.ends != "wall":
            state = replace(state, scene_climb=None)
        state = self.travelled(ledger.dropped(state, self.route), forced=fact.forced)
        if fact.forced:
            return state
        state = ledger.on_rope(state, self.route, in_combat=self.situation.in_combat)
        if last.mode != "swim":
            state = ledger.after_stop(state, "tread") if state.treading else state
        return self._paid(state) if self.situation.in_combat else state

    def _paid(self, state: Turn) -> Turn:
        """Return the turn after what the route took from the allowances.

        What a jump that fell short took is not known before the GM has said how it ended (SR5-22).
        """
        situation = self.situation
        foot, swum, climbed = (self.used[name] - self.begun[name] for name in ("ground", "swim", "climb"))
        short = sum((segment.cost for segment in self.route if segment.failed), ZERO)
        climbs = [part for part in self.route if part.mode == "climb" and part.cost]
        rows = [climbing.climb_row(situation, state, rise=part.rise) for part in climbs]
        if swum and not state.swim_used:
            state = replace(state, swim_turns=state.swim_turns + 1)
        if swum and not state.swim_paid:
            state = replace(actions.paid(situation, state, cost="complex"), swim_paid=True)
        state = replace(
            state,
            short_cost=short or state.short_cost,
            swim_used=state.swim_used + swum,
            climb_used=state.climb_used + climbed,
            climb_each=max(
                [state.climb_each, *(climbing.climb_divisor(situation, row) or 0 for row in rows)]
            ),
        )
        return ledger.walked_on(situation, state, metres=foot - short)

    # -------------------------------------------------------- where the numbers come from

    def _explain(self, checks: Sequence[Check]) -> None:
        """Add the lines that say where the numbers come from."""
        used = {mode for mode, amount in self.begun.items() if self.used[mode] > amount}
        if "ground" in used and self.situation.in_combat:
            self._explain_foot()
        if "swim" in used:
            self.use(swimming.swim_rate, self.situation)
        if "climb" in used and self.state.climb_hits is not None:
            self._note_climb(self.state.climb_hits)
        if "rappel" in used and self.state.rappelling:
            self.use(climbing.rappel_metres, self.situation, self.state.rappel_hits)
        for check in checks:
            self._explain_check(check)
        self.note_bands(self.rules.keys() - {line.rule for line in self.trace})

    def _explain_check(self, check: Check) -> None:
        if check.id == "climb":
            self._note_climb(check.needed)
        elif check.id == "swim_sprint":
            self.use(swimming.swim_metres, self.situation, self.state.swim_hits + check.needed)
        elif check.id == "rappel":
            self.note(climbing.rappel_controlled, say("hits", needed=THRESHOLD))
            self.use(climbing.rappel_metres, self.situation, check.needed)

    def _explain_foot(self) -> None:
        used = self.used["ground"]
        if used > self.use(rules.walk_rate, self.situation) and used > self.use(
            rules.run_rate, self.situation
        ):
            self._explain_sprint()

    def _explain_sprint(self) -> None:
        situation, state = self.situation, self.state
        each = self.use(rules.per_hit, situation)
        over = self.used["ground"] - self.use(rules.ceiling, situation)
        if state.sprint_hits:
            self.use(rules.sprint_metres, situation, state.sprint_hits)
        needed = max(0, ceil(over / each) - state.sprint_hits)
        if needed:
            reason = say("sprint.need", distance=self.used["ground"], needed=needed, per_hit=each)
            self.note(rules.sprint_metres, reason, needed=needed)
            self.note(
                rules.sprint_tests,
                effects.working_of_tests(situation, state),
                tests=rules.sprint_tests(situation),
            )

    def _note_climb(self, hits: int) -> None:
        if climbing.climb_divisor(self.situation, self.climb.row) is None:
            return
        if self.state.climb_hits is None:
            self.note(climbing.climb_open, say("climb", needed=hits))
        self.use(climbing.climb_metres, self.situation, self.climb.row, hits=hits, each=self.state.climb_each)
