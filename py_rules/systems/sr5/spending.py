"""Shadowrun 5: the tests and the actions that a path takes on its way, and what each mode costs with what is left."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any, Self

from py_rules.engine.declarations import Declarations
from py_rules.engine.given import GIVEN
from py_rules.engine.judging import Judge
from py_rules.engine.price_tiers import PriceTier
from py_rules.engine.situation import Segment, Situation
from py_rules.systems.sr5 import actions, effects, falling, prices, rules, swimming
from py_rules.systems.sr5.checks import REGION_ROLLS, TESTS, Climb, climb_pool, hardest, limit_of, pool_of
from py_rules.systems.sr5.turn import SETS_ALLOWANCE, TEST_OF, ZERO, Turn
from py_rules.values.answer_parts import Spend
from py_rules.values.dice import Distribution, hits_in_tests
from py_rules.values.records import replace

ONE = Fraction(1)


Kept = dict[tuple[str, bool, Climb | None, Turn], list[PriceTier]]
"""Prices of one sheet in one state: by mode, whether the mover rolls while Running, the climb, and the turn by then."""


class SpendingJudge(Judge[Turn]):
    """Shadowrun's judge of a route as far as it takes tests and actions.

    ``kept``: the prices that other routes of the same sheet and state have had.
    """

    region_rolls = REGION_ROLLS
    tells_gates = False
    apart = ("fall",)
    sharing = SETS_ALLOWANCE

    def __init__(  # noqa: PLR0913 - a route by itself needs the first four
        self,
        game: Declarations,
        situation: Situation,
        *,
        state: Turn,
        route: Sequence[Segment],
        cleared: frozenset[str] = frozenset(),
        hurried: Mapping[str, bool] | None = None,
        climb: Climb | None = None,
        only: frozenset[str] | None = None,
        kept: Kept | None = None,
    ) -> None:
        used = {name: getattr(state, meter.field) for name, meter in game.meters.items()}
        situation, state = actions.as_told(situation, state)
        super().__init__(game, situation, state=state, cleared=cleared, used=used)
        self.now = state
        self.spends: list[Spend] = []
        self.climb = hardest(situation, state, route=route) if climb is None else climb
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
        self.kept: Kept = {} if kept is None else kept
        self.only, self.asked = only, list[str]()
        """The tests that sharing modes make on this way, none: it is still to be found which; and all asked for."""
        self.joined_before: dict[tuple[object, ...], dict[str, tuple[bool, int]] | None] = {}
        self.joint = situation.house_rules.mixed_modes == "proportional" and situation.in_combat
        self.end = route[-1] if route else None
        self.walk(falling.falls_whole(route))

    @classmethod
    def settled(cls, game: Declarations, situation: Situation, **how: Any) -> Self:  # noqa: ANN401 - as a judge is made
        """Return the judge of a route on which those tests alone are made that its end hangs on (X-09)."""
        judge = cls(game, situation, **how)
        while judge.joint and judge.loose:
            only = frozenset(judge.needs).intersection(cls.sharing)
            judge = cls(game, situation, only=only, **how)
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
        key = (meter, hurried, self.climb if meter == "climb" else None, self.now)
        if key not in self.kept:
            self.kept[key] = prices.tiers_of(
                meter,
                self.situation,
                state=self.now,
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
        chance = prod((self._odds(check, begun[check]).at_least(n) for check, n in tier.needs), start=ONE)
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
        now = swimming.swimming(situation, self.now) if meter == "swim" else self.now
        for check in checks:
            if check in self.starts:
                found[check] = self.hurry(check), self.tests[check]
                continue
            running = self.hurried.get(check, now.running)
            if check not in now.declared:
                ready = rules.with_upkeep(situation, replace(now, running=True)) if check == "sprint" else now
                if not actions.affords(situation, ready, cost=actions.cost_of_test(situation, check)):
                    return None
                paid_for = actions.paid(situation, now, cost=actions.cost_of_test(situation, check))
                now = replace(paid_for, declared=(*now.declared, check))
            found[check] = running, rules.tests_left(situation, now, check=check)
            if check == "sprint":
                now = rules.with_upkeep(situation, replace(now, running=True, sprinting=True))
        return found

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
            for check in self._in_order(dict(tier.needs)):
                self.asked.append(check)
                if not self.joint or self.only is not None:
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

    def _announce(self, check: str) -> None:
        """Begin a test that is made whatever it brings."""
        self.announced.add(check)
        self._test(check, self.position)

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
        if check == "climb":
            pool = climb_pool(situation, self.climb, running=running)
        else:
            pool, _ = pool_of(situation, self.state, check=check, running=running)
        return hits_in_tests(pool, tests, limit=limit_of(situation, check))
