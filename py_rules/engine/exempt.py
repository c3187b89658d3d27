"""Tokens that no sheet of these rules tells of, such as vehicles: they move freely, and the map holds for them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, cast

from py_rules.engine import tabletop
from py_rules.engine.judging import Judge
from py_rules.engine.limits import SearchLimits, Spent
from py_rules.engine.parts import RegionRolls
from py_rules.engine.price_tiers import PriceTier
from py_rules.engine.situation import Gate, Segment, Situation, on_sheet
from py_rules.engine.system import Event, System
from py_rules.protocol.facts import BeganFact, EndedFact, Fact
from py_rules.values.answer_parts import Check, Judgement, Refusal, Standing, Status
from py_rules.values.footing import Draw, Footing

ZERO = Fraction(0)


def played_by(system: System, situation: Situation) -> System:
    """Return the system, or what stands in for it where the character is exempt from its rules (X-13)."""
    return system if on_sheet(situation) else cast("System", Exempt(system))


def _sure(situation: Situation, state: object, *, gate: Gate, at: Fraction) -> Check:
    """Return a roll that everybody makes."""
    del state
    text = tabletop.exempt(situation.character.exempt)
    return Check(f"gate:{gate.id}", tabletop.exempt, text, at, 0, text, 0, 0, text, Fraction(1), ZERO, ())


class Exempt:
    """A system for a token without a sheet: all its words, none of its prices, rolls and acts."""

    def __init__(self, system: System) -> None:
        self._system = system

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the system has
        """Return what is as in the system."""
        return getattr(self._system, name)

    def fold(self, situation: Situation, state: Any, *, fact: Fact) -> Any:  # noqa: ANN401 - a system's state
        """Return the state after ``fact``: only the clock is counted."""
        return (
            self._system.fold(situation, state, fact=fact)
            if isinstance(fact, BeganFact | EndedFact)
            else state
        )

    def judge(
        self,
        situation: Situation,
        state: Any,  # noqa: ANN401 - a system's state
        *,
        route: Sequence[Segment],
        cleared: frozenset[str] = frozenset(),
    ) -> Judgement:
        """Return a free band as far as the map lets the token."""
        return _FreeJudge(self.game, situation, state=state, route=route, cleared=cleared).judgement()

    def standing(self, situation: Situation, state: object) -> Standing:
        """Return nothing but that the token is exempt."""
        del state
        label = tabletop.exempt(situation.character.exempt)
        badge = Status("exempt", tabletop.exempt, label)
        return Standing((), (), (badge,), (), (), (), (tabletop.exempt.trace(label),))

    def search_limits(self, situation: Situation, state: Any, *, footings: Sequence[Footing]) -> SearchLimits:  # noqa: ANN401 - a state
        """Return that nothing is limited, and nothing jumped."""
        del situation, footings
        return SearchLimits(
            limit=None,
            meters={},
            leap=lambda *_, **__: None,
            jump_counts=True,
            run_up=ZERO,
            passed=frozenset(state.passed),
            draw=lambda *_: Draw(None),
        )

    def price_tiers(self, situation: Situation, state: object, *, spent: Spent) -> tuple[PriceTier, ...]:
        """Return the one price: none."""
        del state, spent
        return (_free(situation),)

    def refuse(self, situation: Situation, state: object, *, event: Event) -> Refusal | None:
        """Return that there is nothing to act or to roll; the clock goes on."""
        del state
        if event.kind in {"begin", "end"}:
            return None
        return Refusal(tabletop.exempt, tabletop.exempt(situation.character.exempt))

    free_checks = ()
    open_check = open_ruling = settles = lambda *_, **__: None
    carry, offered_checks = System.carry, System.offered_checks
    region_rolls = RegionRolls(
        tabletop.exempt, _sure, lambda situation, _gate, **_: tabletop.exempt(situation.character.exempt)
    )


def _free(situation: Situation) -> PriceTier:
    return PriceTier(None, "free", tabletop.exempt, tabletop.exempt(situation.character.exempt))


class _FreeJudge(Judge[Any]):
    """Walks a route that costs nothing, to where the map ends it."""

    def used_before(self) -> dict[str, Fraction]:
        """Return the one meter, unused."""
        return {self.primary: ZERO}

    def price_tiers(self, meter: str) -> Sequence[PriceTier]:
        """Return the one price."""
        del meter
        return (_free(self.situation),)

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return one meter for all ways of moving."""
        del segment
        return (self.primary,)

    def gate(self, segment: Segment) -> PriceTier | None:
        """Return no roll on entering a region."""
        del segment
        return None

    def judgement(self) -> Judgement:
        """Return everything found."""
        if self.bands:
            self.note(tabletop.exempt, tabletop.exempt(self.situation.character.exempt))
        return self.found(cost=self.position)
