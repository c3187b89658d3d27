"""Shadowrun 5: the tests and the actions that a path takes on its way, and what each mode costs with what is left."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from py_rules.engine.given import GIVEN
from py_rules.engine.judging import Judge
from py_rules.engine.price_tiers import PriceTier
from py_rules.systems.sr5 import actions, effects, falling, prices, rules, swimming
from py_rules.systems.sr5.checks import REGION_ROLLS, TESTS, Climb, hardest, limit_of, pool_of
from py_rules.systems.sr5.turn import SETS_ALLOWANCE, TEST_OF, ZERO, Turn
from py_rules.values.answer_parts import Spend
from py_rules.values.dice import Distribution, hits_in_tests
from py_rules.values.records import replace
from py_rules.values.stretch import Segment

ONE = Fraction(1)


class SpendingJudge(Judge[Turn]):
    """Shadowrun's judge of a route as far as it takes tests and actions."""

    region_rolls = REGION_ROLLS
    tells_gates = False

    def set_out(
        self,
        route: Sequence[Segment],
        *,
        hurried: Mapping[str, bool] | None = None,
        climb: Climb | None = None,
    ) -> None:
        """Note what is left of the turn, how the route is climbed, and which tests are made while Running."""
        self.situation, self.state = situation, state = actions.as_told(self.situation, self.state)
        self.now = state
        self.spends: list[Spend] = []
        self.climb = hardest(situation, state, route=route) if climb is None else climb
        self.hurried = {TEST_OF.get(mode, mode): late for mode, late in (hurried or {}).items()}
        self.starts: dict[str, Fraction] = {}
        self.tests: dict[str, int] = {}
        if any(self.hurried.values()):
            self.now = replace(self.now, running=True)
            self._keep_running()
        self.stood, self.stands = ZERO, True
        self.measured = True
        self.rappelled = state.rappelling
        self.end = route[-1] if route else None

    def walk(self, route: Sequence[Segment]) -> None:
        """Walk the whole route; a fall that was told in parts is one."""
        super().walk(falling.falls_whole(route))

    # -------------------------------------------------------- prices

    @property
    def is_running(self) -> bool:
        """Whether the mover is Running by now."""
        return self.now.running

    def price_tiers(self, meter: str) -> list[PriceTier]:
        """Return a mode's prices, with the actions that the path has left by now."""
        return prices.tiers_of(
            meter,
            self.situation,
            state=self.now,
            climb=self.climb,
            running=self.hurry(TEST_OF.get(meter, meter)),
            paid_before=self.state.swim_paid,
        )

    def hurry(self, check: str) -> bool:
        """Tell whether the mover is Running when it makes a test: then, or by now if it is still to come."""
        return self.hurried.get(check, self.is_running)

    def band(self, extent: Fraction, mode: str, *, tier: PriceTier) -> None:
        """Lay one band; a test is rolled where it is first needed, or where the mover last could stand."""
        if self.dead is None and tier.kind != "impossible":
            here = self.position if self.measured and mode != "jump" else self.stood
            swims = mode == "swim" and tier.rule != GIVEN.rule
            if swims and self.situation.in_combat and not self.now.swim_paid:
                self._pay("complex", swimming.swim_open)
                self.now = replace(self.now, swim_paid=True)
            for check, _ in tier.needs:
                if check in SETS_ALLOWANCE:
                    self._test(check, here)
        super().band(extent, mode, tier=tier)
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
            self._pay(actions.cost_of_test(self.situation, check), TESTS[check][0])
            self.now = replace(self.now, declared=(*self.now.declared, check))
        self.tests[check] = rules.tests_left(self.situation, self.now, check=check)
        if check == "sprint":
            self.now = replace(self.now, running=True, sprinting=True)
            self._keep_running()

    def _keep_running(self) -> None:
        """Note that the mover is Running by now, and take the Bonus Action for it if there is one (SR5-06)."""
        if rules.runs(self.situation, self.used["ground"]) and self.used["ground"] > self.state.moved:
            self.now = replace(self.now, running=True)
        if (
            self.now.running
            and rules.upkeep_owed(self.situation, self.now)
            and actions.affords(self.situation, self.now, cost="bonus")
        ):
            self._pay("bonus", rules.upkeep_owed)
            self.now = replace(self.now, upkeep="paid")

    def _pay(self, cost: str, number: str) -> None:
        if cost != "none":
            self.now = actions.paid(self.situation, self.now, cost=cost)
            self.spends.append(effects.action_spend(self.situation, self.now, cost=cost, number=number))

    def chance_of(self, check: str, needed: int) -> Fraction:
        """Return the chance of the hits that a price hangs on, over all tests that are left for them."""
        return self._odds(check, (self.hurry(check), self.tests.get(check, 1))).at_least(needed)

    def _odds(self, check: str, begun: tuple[bool, int]) -> Distribution:
        situation, (running, tests) = self.situation, begun
        pool, _ = pool_of(situation, self.state, check=check, running=running, climb=self.climb)
        return hits_in_tests(pool, tests, limit=limit_of(situation, check))
