"""Shadowrun 5: a path, stretch by stretch."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, prod

from py_rules.engine.judging import Judge
from py_rules.engine.price_tiers import PriceTier, ends, limit_without
from py_rules.engine.situation import Segment, Situation
from py_rules.systems.sr5.actions import affords, as_told, bonus_name, cost_of_test, paid
from py_rules.systems.sr5.acts import refuse_test
from py_rules.systems.sr5.checks import (
    REGION_ROLLS,
    TESTS,
    Climb,
    build_check,
    climb_pool,
    hardest,
    jump_odds,
    jumping,
    limit_of,
    pool_of,
)
from py_rules.systems.sr5.climbing import (
    climb_dice,
    climb_divisor,
    climb_metres,
    climb_open,
    climb_row,
    geared,
    rappel_controlled,
    rappel_dice,
    rappel_metres,
    rappel_out_of_hand,
)
from py_rules.systems.sr5.effects import (
    action_spend,
    climb_working,
    fall_hazards,
    ground_hazard,
    modifiers_of,
    on_running,
    working_of_tests,
)
from py_rules.systems.sr5.falling import drops, fall_damage, fall_metres, falls_whole, softened
from py_rules.systems.sr5.jumping import high_jump, jump_cap, jump_cap_of, long_jump, run_up
from py_rules.systems.sr5.ledger import ground_question, preparation_question, upkeep_question
from py_rules.systems.sr5.prices import tiers_of
from py_rules.systems.sr5.rules import (
    ceiling,
    foe_beside,
    new_turn,
    per_hit,
    run_rate,
    running_dice,
    runs,
    sprint_metres,
    sprint_tests,
    tests_left,
    upkeep_owed,
    walk_rate,
    with_upkeep,
)
from py_rules.systems.sr5.swimming import rate_at_depth, swim_metres, swim_open, swim_rate, swimming
from py_rules.systems.sr5.turn import ON_FOOT, ROUGH, SETS_ALLOWANCE, TEST_OF, THRESHOLD, ZERO, Turn
from py_rules.systems.sr5.words import game, say
from py_rules.values.answer_parts import Check, Hazard, Judgement, Spend
from py_rules.values.dice import Distribution, hits_in_tests

ONE = Fraction(1)


class RouteJudge(Judge[Turn]):
    """Shadowrun's judge of a route."""

    rules = game.rules
    region_rolls = REGION_ROLLS
    tells_gates = False
    apart = ("fall",)
    sharing = SETS_ALLOWANCE
    unit = game.unit

    def __init__(
        self,
        situation: Situation,
        state: Turn,
        route: Sequence[Segment],
        cleared: frozenset[str] = frozenset(),
        *,
        hurried: Mapping[str, bool] | None = None,
        climb: Climb | None = None,
        only: frozenset[str] | None = None,
    ) -> None:
        used = {name: getattr(state, meter.field) for name, meter in game.meters.items()}
        situation, state = as_told(situation, state)
        super().__init__(situation, state, cleared, used)
        self.now = state
        self.spends: list[Spend] = []
        self.climb = hardest(situation, state, route) if climb is None else climb
        self.hurried = {TEST_OF.get(mode, mode): late for mode, late in (hurried or {}).items()}
        self.starts: dict[str, Fraction] = {}
        self.tests: dict[str, int] = {}
        self.announced: set[str] = set()
        if any(self.hurried.values()):
            self.now = replace(self.now, running=True)
            self._keep_running()
        self.stood, self.stands = ZERO, True
        self.measured = True
        self.rappelled = state.rappelling
        self.kept: dict[tuple[str, bool, Turn], list[PriceTier]] = {}
        self.only, self.asked = only, list[str]()
        """The tests that sharing modes make on this way, none: it is still to be found which; and all asked for."""
        self.joined_before: dict[tuple[object, ...], dict[str, tuple[bool, int]] | None] = {}
        self.joint = situation.house_rules.mixed_modes == "proportional" and situation.in_combat
        self.end = route[-1] if route else None
        self.walk(falls_whole(route))

    @classmethod
    def settled(
        cls,
        situation: Situation,
        state: Turn,
        route: Sequence[Segment],
        cleared: frozenset[str] = frozenset(),
        *,
        hurried: Mapping[str, bool] | None = None,
        climb: Climb | None = None,
    ) -> "RouteJudge":
        """Return the judge of a route on which those tests alone are made that its end hangs on (X-09)."""
        judge = cls(situation, state, route, cleared, hurried=hurried, climb=climb)
        while judge.joint and judge.loose:
            only = frozenset(judge.needs).intersection(cls.sharing)
            judge = cls(situation, state, route, cleared, hurried=hurried, climb=climb, only=only)
        return judge

    @property
    def loose(self) -> bool:
        """Whether a stretch asks for a test that the end of the way does not hang on, or it is not known yet."""
        made = self.announced if self.only is None else self.announced.union(self.needs)
        return not made.issuperset(self.asked)

    # -------------------------------------------------------- prices

    @property
    def is_running(self) -> bool:
        """Whether the mover is Running by now."""
        return self.now.running

    def own(self, meter: str) -> list[PriceTier]:
        """Return a mode's prices when it is alone, with the actions that the path has left by now."""
        hurried = self.hurry(TEST_OF.get(meter, meter))
        key = (meter, hurried, self.now)
        if key not in self.kept:
            self.kept[key] = tiers_of(
                meter,
                self.situation,
                self.now,
                climb=self.climb,
                running=hurried,
                paid_before=self.state.swim_paid,
            )
        return self.kept[key]

    def joined(self, meter: str, tier: PriceTier) -> PriceTier | None:
        """Return a price that hangs on tests for several modes; none: the actions left do not pay for all of them."""
        if not tier.needs:
            return tier
        begun = self._begin_all(meter, self._in_order(dict(tier.needs)))
        if begun is None:
            return None
        chance = prod((self._odds(check, *begun[check]).at_least(n) for check, n in tier.needs), start=ONE)
        return replace(tier, chance=chance) if chance else None

    def _in_order(self, checks: Iterable[str]) -> list[str]:
        """Return the tests among checks, those first that the way has asked for first."""
        found = [check for check in checks if check in SETS_ALLOWANCE]
        return sorted(
            found, key=lambda check: self.asked.index(check) if check in self.asked else len(self.asked)
        )

    def _begin_all(self, meter: str, checks: Sequence[str]) -> dict[str, tuple[bool, int]] | None:
        """Return of each of several tests whether it is made while Running, and how many there are; none: not paid."""
        key = (meter, tuple(checks), self.now, len(self.starts))
        if key not in self.joined_before:
            self.joined_before[key] = self._simulate(meter, checks)
        return self.joined_before[key]

    def _simulate(self, meter: str, checks: Sequence[str]) -> dict[str, tuple[bool, int]] | None:
        situation, found = self.situation, dict[str, tuple[bool, int]]()
        now = swimming(situation, self.now) if meter == "swim" else self.now
        for check in checks:
            if check in self.starts:
                found[check] = self.hurry(check), self.tests[check]
                continue
            running = self.hurried.get(check, now.running)
            if check not in now.declared:
                ready = with_upkeep(situation, replace(now, running=True)) if check == "sprint" else now
                if not affords(situation, ready, cost_of_test(situation, check)):
                    return None
                paid_for = paid(situation, now, cost_of_test(situation, check))
                now = replace(paid_for, declared=(*now.declared, check))
            found[check] = running, tests_left(situation, now, check)
            if check == "sprint":
                now = with_upkeep(situation, replace(now, running=True, sprinting=True))
        return found

    def hurry(self, check: str) -> bool:
        """Tell whether the mover is Running when it makes a test: then, or by now if it is still to come."""
        return self.hurried.get(check, self.is_running)

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return the one meter of a stretch; jumps are metres on foot."""
        return (game.modes[segment.mode].meter,)

    def run_up(self) -> Fraction:
        """Return the metres of straight run-up that a running jump needs (SR5-24)."""
        return run_up(self.situation)

    def band(self, extent: Fraction, mode: str, tier: PriceTier) -> None:
        """Lay one band; a test is rolled where it is first needed, or where the mover last could stand."""
        if self.dead is None and tier.kind != "impossible":
            here = self.position if self.measured and mode != "jump" else self.stood
            if mode == "swim" and self.situation.in_combat and not self.now.swim_paid:
                self._pay("complex", swim_open)
                self.now = replace(self.now, swim_paid=True)
            for check in self._in_order(dict(tier.needs)):
                self.asked.append(check)
                if not self.joint or self.only is not None:
                    self._test(check, here)
        super().band(extent, mode, tier)
        if self.dead is None and self.situation.in_combat:
            self._keep_running()

    # -------------------------------------------------------- actions taken on the way

    def _test(self, check: str, at: Fraction) -> None:
        """Begin a test, once: its action is paid for from here on."""
        if check in self.starts:
            return
        self.starts[check] = at
        self.hurried.setdefault(check, self.is_running)
        if self.situation.in_combat and check not in self.now.declared:
            self._pay(cost_of_test(self.situation, check), TESTS[check][0])
            self.now = replace(self.now, declared=(*self.now.declared, check))
        self.tests[check] = tests_left(self.situation, self.now, check)
        if check == "sprint":
            self.now = replace(self.now, running=True, sprinting=True)
            self._keep_running()

    def _announce(self, check: str) -> None:
        """Begin a test that is made whatever it brings."""
        self.announced.add(check)
        self._test(check, self.position)

    def _keep_running(self) -> None:
        """Note that the mover is Running by now, and take the Bonus Action for it if there is one (SR5-06)."""
        if runs(self.situation, self.used["ground"]) and self.used["ground"] > self.state.moved:
            self.now = replace(self.now, running=True)
        if (
            self.now.running
            and upkeep_owed(self.situation, self.now)
            and affords(self.situation, self.now, "bonus")
        ):
            self._pay("bonus", upkeep_owed)
            self.now = replace(self.now, upkeep="paid")

    def _pay(self, cost: str, number: str) -> None:
        if cost != "none":
            self.now = paid(self.situation, self.now, cost)
            self.spends.append(action_spend(self.situation, self.now, cost=cost, number=number))

    # -------------------------------------------------------- what is met

    def enter(self, segment: Segment) -> None:
        """Note what a stretch meets, and where a test begins."""
        situation = self.situation
        if self.stands:
            self.stood = self.position
        self.stands, self.measured = segment.stand, segment.start is None
        if segment.cost != segment.extent or segment.entered:
            self.note(
                ROUGH,
                say(
                    "rough.flat" if segment.flat else "rough.working",
                    length=segment.extent,
                    multiplier=segment.multiplier,
                    flat=segment.flat,
                    cost=segment.cost,
                ),
            )
        if segment.mode == "rappel":
            self._enter_rappel(segment)
        elif self.rappelled:
            self._leave_rope()
        if segment.mode in ON_FOOT:
            self._enter_on_foot(segment)
        elif segment.mode == "climb":
            self._enter_climb(segment)
        elif segment.mode == "swim" and segment.rise and not segment.sheer:
            self.use(rate_at_depth, situation, -segment.rise)
        if self._gets_to(segment):
            self._come_down(segment)

    def _come_down(self, segment: Segment) -> None:
        """Note a fall, and end the walk at one that one turn does not hold."""
        if segment.mode == "fall":
            self._drop(segment.length, wet=segment.wet)
        elif drops(segment):
            self._drop(-segment.rise, wet=segment.wet)
            first = fall_metres(self.situation, 1)
            if self.situation.in_combat and -segment.rise > first:
                self.dies(ends(fall_metres, say("drop.long", metres=first)))

    def _enter_on_foot(self, segment: Segment) -> None:
        first = self.situation.in_combat and self.state.sprint_tests == 0 and "sprint" not in self.starts
        if segment.mode == "sprint" and first and self.dead is None:
            refusal = refuse_test(self.situation, self.now, "sprint")
            if refusal is None:
                self._announce("sprint")
            else:
                self.dies(ends(refusal.rule, refusal.reason))

    def _gets_to(self, segment: Segment) -> bool:
        """Tell whether the path leads as far as a stretch, and the map lets it on."""
        return self.dead is None and segment.barrier is None

    def _enter_climb(self, segment: Segment) -> None:
        situation = self.situation
        row = climb_row(situation, self.state, segment.rise)
        change = climb_dice(row, segment.surface, segment.slick)
        pool = climb_pool(situation, Climb(row, change), running=self.hurry("climb"))
        working = climb_working(situation, Climb(row, change), segment, running=self.hurry("climb"))
        self.note(climb_dice, working, change=change, pool=pool, row=row)
        assisted = row.startswith("assisted")
        self.note(geared, say("climb.assisted" if assisted else "climb.unassisted"))
        if assisted and self.state.preparation == "":
            self.ask(preparation_question.at(self.position))
        if self.dead is None and segment.cost == 0 and self.own("climb")[0].needs:
            self._announce("climb")  # a climb of no length is one that begins: the test alone

    def _enter_rappel(self, segment: Segment) -> None:
        if segment.rise > 0:
            self.dies(ends(rappel_metres, say("rappel.up")))
        if not self.rappelled and self.dead is None and geared(self.situation, self.state):
            text = say("rappel.wild.else", needed=THRESHOLD)
            self.hazards.append(Hazard("rappelling", rappel_controlled, self.position, text))
        self.rappelled = True
        if self.state.preparation == "" and self.situation.character.assisted:
            self.ask(preparation_question.at(self.position))

    def _leave_rope(self) -> None:
        """Note what it is to come off the rope: the ground is met at speed by who could not stop."""
        self.rappelled = False
        if self.state.rappelling and rappel_out_of_hand(self.state):
            metres = self.used["rappel"]
            self.hazards.append(ground_hazard(self.situation, metres, self.position))
            self.ask(ground_question.at(self.position, metres=metres))

    def _drop(self, metres: Fraction, *, wet: bool) -> None:
        soft = self.situation.circumstances.soft_landing
        self.hazards += fall_hazards(self.situation, metres, at=self.position)
        damage = self.use(fall_damage, self.situation, metres)
        if soft:
            self.note(softened, say("fall.soft", soft=soft), soft=soft)
        elif wet and damage:
            self.note(softened, say("fall.water"), soft=soft)

    # -------------------------------------------------------- jumps and gates

    def leap(self, parts: Sequence[Segment], *, running: bool) -> PriceTier | None:
        """Return the price of a jump itself; none: nothing to roll."""
        situation, check = self.situation, f"jump:{self.jumps}"
        far = sum((part.length for part in parts), ZERO)
        high = sum((max(part.rise, ZERO) for part in parts), ZERO)
        found = jumping(situation, far, high, running=running)
        metres = far + high
        self._explain_leap(far, high, running=running)
        if found.capped == "high_jump":
            highest = Fraction(jump_cap_of(situation, "high_jump") or 0, 100)
            return ends(high_jump, say("jump.too_high", metres=high, cap=highest))
        if found.capped:
            return ends(jump_cap, say("jump.too_far", metres=metres, cap=Fraction(jump_cap(situation), 100)))
        number = long_jump if far else high_jump
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
            check,
            at=self.position,
            needed=found.needed,
            running=self.is_running,
            climb=None,
        )
        self.checks.append(replace(made, rule=number, label=say("jump.label", metres=metres)))
        return PriceTier(None, "roll", number, reason, chance=chance, needs=((check, found.needed),))

    def _explain_leap(self, far: Fraction, high: Fraction, *, running: bool) -> None:
        situation = self.situation
        if far:
            self.use(long_jump, situation, running=running)
            self.use(jump_cap, situation)
            said = say("jump.running", run=self.run) if running else None
            self.note(run_up, said or say("jump.standing", run_up=run_up(situation)))
        if high:
            self.use(high_jump, situation)
            highest = jump_cap_of(situation, "high_jump")
            if highest is not None:
                self.note(high_jump, say("jump.highest", cap=highest), cap=highest)

    # -------------------------------------------------------- what comes of it

    def judgement(self) -> Judgement:
        """Return everything found."""
        checks = sorted([*self._allowance_checks(), *self.checks], key=lambda check: check.at)
        after = self.now
        self._note_running(after)
        self._explain(checks)
        spent = self.state.charged and self.used["ground"] == self.state.moved
        charge = after.running and self.situation.in_combat and self._foe_in_reach() and not spent
        modifiers = list(modifiers_of(self.situation, after, charge=charge))
        if "rappel" in {check.id for check in checks} and rappel_dice(self.situation, self.state):
            self.note(rappel_dice, say("on.rappel"), dice=rappel_dice(self.situation, self.state))
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
        walk = walk_rate(situation)
        if runs(situation, self.used["ground"]) and not state.running:
            working = say("running.working", moved=self.used["ground"], walk=walk)
        else:
            working = say("running.still" if state.running else "running.sprint")
        self.note(runs, working, moved=self.used["ground"], walk=walk)
        dice = running_dice(situation, running=True, combat=True)
        self.note(running_dice, say("running.dice", dice=dice, on=on_running(situation)), dice=dice)
        if upkeep_owed(situation, state):
            self.note(upkeep_owed, say("upkeep", bonus=bonus_name(situation)))
        if upkeep_owed(situation, after) and situation.house_rules.upkeep == "warn":
            at = next((band.start for band in self.bands if band.rule in {runs, sprint_metres}), ZERO)
            self.ask(upkeep_question.at(at, bonus=bonus_name(situation)))

    def _foe_in_reach(self) -> bool:
        """Tell whether the path ends next to a hostile token."""
        end = self.end
        if end is None or end.end is None:
            return False
        return foe_beside(self.situation, end.end, up=end.ups[1], storey=end.storeys[1])

    def _allowance_checks(self) -> Iterator[Check]:
        """Yield the tests that set an allowance, each where it is first needed."""
        for check, at in self.starts.items():
            needed = self.needs.get(check, 0)
            running = self.hurry(check)
            made = build_check(
                self.situation, self.state, check, at=at, needed=needed, running=running, climb=self.climb
            )
            yield replace(made, chance=self.chance_of(check, needed))

    def chance_of(self, check: str, needed: int) -> Fraction:
        """Return the chance of the hits that a price hangs on, over all tests that are left for them."""
        return self._odds(check, self.hurry(check), self.tests.get(check, 1)).at_least(needed)

    def _odds(self, check: str, running: bool, tests: int) -> Distribution:  # noqa: FBT001 - as a test is begun
        situation = self.situation
        if check == "climb":
            pool = climb_pool(situation, self.climb, running=running)
        else:
            pool, _ = pool_of(situation, self.state, check, running=running)
        return hits_in_tests(pool, tests, limit_of(situation, check))

    def _spends(self) -> Iterator[Spend]:
        walked = self.legal["ground"] - self.state.moved
        if walked > 0 and self.situation.in_combat:
            yield Spend(new_turn, "movement", game.meters["ground"].label, walked)
        yield from self.spends

    # -------------------------------------------------------- where the numbers come from

    def _explain(self, checks: Sequence[Check]) -> None:
        """Add the lines that say where the numbers come from."""
        used = {mode for mode, amount in self.begun.items() if self.used[mode] > amount}
        if "ground" in used and self.situation.in_combat:
            self._explain_foot()
        if "swim" in used:
            self.use(swim_rate, self.situation)
        if "climb" in used and self.state.climb_hits is not None:
            self._note_climb(self.state.climb_hits)
        if "rappel" in used and self.state.rappelling:
            self.use(rappel_metres, self.situation, self.state.rappel_hits)
        for check in checks:
            self._explain_check(check)
        self.note_bands(self.rules.keys() - {line.rule for line in self.trace})

    def _explain_check(self, check: Check) -> None:
        if check.id == "climb":
            self._note_climb(check.needed)
        elif check.id == "swim_sprint":
            self.use(swim_metres, self.situation, self.state.swim_hits + check.needed)
        elif check.id == "rappel":
            self.note(rappel_controlled, say("hits", needed=THRESHOLD))
            self.use(rappel_metres, self.situation, check.needed)

    def _explain_foot(self) -> None:
        used = self.used["ground"]
        if used > self.use(walk_rate, self.situation) and used > self.use(run_rate, self.situation):
            self._explain_sprint()

    def _explain_sprint(self) -> None:
        situation, state = self.situation, self.state
        each = self.use(per_hit, situation)
        over = self.used["ground"] - self.use(ceiling, situation)
        if state.sprint_hits:
            self.use(sprint_metres, situation, state.sprint_hits)
        needed = max(0, ceil(over / each) - state.sprint_hits)
        if needed:
            reason = say("sprint.need", distance=self.used["ground"], needed=needed, per_hit=each)
            self.note(sprint_metres, reason, needed=needed)
            self.note(sprint_tests, working_of_tests(situation, state), tests=sprint_tests(situation))

    def _note_climb(self, hits: int) -> None:
        if climb_divisor(self.situation, self.climb.row) is None:
            return
        if self.state.climb_hits is None:
            self.note(climb_open, say("climb", needed=hits))
        self.use(climb_metres, self.situation, self.climb.row, hits, each=self.state.climb_each)
