"""A declared game as a system: all that the core asks of one, derived from what the game declares."""

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from dataclasses import fields
from fractions import Fraction
from typing import Any, ClassVar

from py_rules.engine import given, inputs, situation, system
from py_rules.engine.declarations import Declarations
from py_rules.engine.dice import rolled
from py_rules.engine.judge import DeclaredJudge, factor_of, leap, roll_check, takes_nothing
from py_rules.engine.judging import beyond
from py_rules.engine.limits import Leap, SearchLimits, Spent
from py_rules.engine.parts import Amount, Move, amount_of, fraction_of, length_of
from py_rules.engine.price_tiers import PriceTier, counted_from, most, over_laid, paid_already
from py_rules.engine.pricing import Pricing
from py_rules.engine.situation import Situation
from py_rules.engine.standing import standing
from py_rules.engine.system import Fold, Refuses, System
from py_rules.engine.walked import travelled
from py_rules.engine.words import say
from py_rules.protocol.facts import ActedFact, DidFact, MovedFact, RolledFact, RuledFact, SegmentFact
from py_rules.protocol.requests import ActedEvent, DidEvent, RolledEvent
from py_rules.values.answer_parts import Check, Refusal, Ruling, Standing
from py_rules.values.footing import Draw, Footing
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction
from py_rules.values.sentences import Text

ZERO = Fraction(0)
ONE = Fraction(1)
ACTION = "action"
"""The resource that the event "acted" uses."""


class DeclaredSystem(System[Any]):
    """A system made of declarations."""

    game: Declarations
    Judge: ClassVar[Callable[..., system.JudgesRoute]] = DeclaredJudge
    """What walks a route: made of game, situation, state, route and the checks that are passed already."""
    id = ""
    HouseRules = inputs.TableRules

    # ------------------------------------------------------------ the table

    def at_table(self, house_rules: Any) -> "DeclaredSystem":  # noqa: ANN401 - the game's own model
        """Return the game in the unit that the house rules name."""
        if self.game.measure is None:
            return self
        unit, cell = self.game.measure(house_rules)
        if unit == self.unit:
            return self
        if unit not in self.measured:
            made = type(self)()
            made.game = copy(self.game)
            made.unit = made.game.unit = unit  # type: ignore[misc]
            made.cell = made.game.cell = fraction_of(cell)  # type: ignore[misc]
            self.measured[unit] = made
        return self.measured[unit]

    def modes_of(self, situation: Situation, state: Any) -> Sequence[tuple[str, Text]]:  # noqa: ANN401
        """Return the ways of moving that this character has a word for."""
        own = self.game.modes_of(Move(situation, state))
        return (
            *self.modes,
            *((name, mode.label) for name, mode in own.items() if name not in self.game.modes),
        )

    # ------------------------------------------------------------ judging

    def judge(
        self,
        situation: Situation,
        state: Any,  # noqa: ANN401 - the game's turn
        *,
        route: Sequence[situation.Segment],
        cleared: frozenset[str] = frozenset(),
    ) -> Any:  # noqa: ANN401 - a judgement
        """Return bands, price, checks and the rest for a route."""
        route, used = self.counted(situation, state, route=route)
        found = self.Judge(self.game, situation, state=state, route=route, cleared=cleared).judgement()
        had = given.left(situation, state)
        if not had:
            return found
        return replace(
            found, cost=found.cost + used, left=None if found.left is None else found.left + had - used
        )

    def search_limits(self, situation: Situation, state: Any, *, footings: Sequence[Footing]) -> SearchLimits:  # noqa: ANN401
        """Return what a search for destinations may spend: the prices of the meters, as plans have them."""
        game, move = self.game, Move(situation, state)
        prices = Pricing(game, move)
        used, primary = prices.used(), prices.primary.id
        limits = {
            name: most(
                prices.price_tiers(name, used, marks=self._best_marks(prices, name, footings=footings)),
                used[name],
            )
            for name in game.meters
            if name != primary
        }
        closed = {f"no {mode.id}": ZERO for mode in game.modes_of(move).values() if mode.barred(move)}

        def draw(footing: Footing, phase: int) -> Draw:
            del phase
            return _drawn(prices, footing, closed=closed)

        def jumps(
            far: Fraction, high: Fraction, *, running: bool, jumped: Fraction, phase: int
        ) -> Leap | None:
            del jumped, phase
            mode = game.modes_of(move).get("jump")
            if mode is not None and mode.barred(move):
                return None
            return leap(game, move, far=far, high=high, running=running)

        counts = True if game.jumps is None else game.jumps.counts
        return SearchLimits(
            limit=most(prices.price_tiers(primary, used), used[primary]),
            meters=limits | closed,
            leap=jumps,
            jump_counts=counts(move) if callable(counts) else counts,
            run_up=ZERO if game.jumps is None else game.jumps.run_up_of(move),
            passed=frozenset(state.passed),
            draw=draw,
        )

    def _best_marks(self, prices: Pricing, meter: str, *, footings: Sequence[Footing]) -> Mapping[str, int]:
        """Return what every way on a meter meets at the least, on what there is to step on."""
        marks = self.game.marks
        if marks is None:
            return {}
        drawn = [dict(marks(prices.move, one)) for one in footings if prices.meter_of(one.mode).id == meter]
        return {mark: min(one[mark] for one in drawn) for mark in set.intersection(*map(set, drawn or [{}]))}

    def price_tiers(self, situation: Situation, state: Any, *, spent: Spent) -> tuple[PriceTier, ...]:  # noqa: ANN401
        """Return the prices along the primary meter when so much is spent of the others."""
        move = Move(situation, state)
        prices = Pricing(self.game, move)
        begun = prices.used()
        used = {name: amount + spent.meters.get(name, ZERO) for name, amount in begun.items()}
        primary = prices.primary
        found = counted_from(prices.price_tiers(primary.id, used, marks=spent.marks), begun[primary.id])
        if primary.price_tiers is not None and not spent.meters:
            return tuple(found)
        so_far: PriceTier | None = None
        for name in (name for name in spent.meters if name in used):
            tier = next(
                tier
                for tier in prices.price_tiers(name, used)
                if tier.limit is None or tier.limit >= used[name]
            )
            if tier.kind == "impossible":
                return beyond(found, tier)
            so_far = tier if so_far is None else over_laid(so_far, tier)
        return beyond(found, so_far)

    def check_texts(self, situation: Situation, tier: PriceTier, *, leaps: Sequence[int]) -> tuple[Text, ...]:
        """Return the rolls that a price hangs on, in words."""
        del situation
        own = [
            say("roll", roll=self.game.rolls[name].label, needed=needed)
            for name, needed in tier.needs
            if name in self.game.rolls
        ]
        return (*own, *(say("jump.short", needed=needed) for needed in leaps))

    # ------------------------------------------------------------ the ledger

    def __init__(self) -> None:
        self.folds = {
            "moved": self.moved,
            "rolled": self._rolled,
            "reacted": lambda _s, state, *, fact: _reacted(state, fact.reaction),
            "did": self._did,
            "acted": self._acted,
            "ruled": self._ruled,
        }
        self.measured: dict[str, DeclaredSystem] = {}
        """The same game in other units, by unit."""
        if any(part.name == "water" for part in fields(self.State)):
            self.folds["stood"] = lambda _s, state, *, fact: replace(state, water=fact.water)
        self.folds |= {"began": self.clocked, "ended": self.clocked}
        self.folds |= {kind: self._own_fold(kind, fold) for kind, fold in self.game.folds.items()}
        self.refusals = {"did": self._refuse_act, "acted": self._refuse_action, "rolled": self._refuse_roll}
        self.refusals |= {kind: self._own_refusal(kind, told) for kind, told in self.game.refusals.items()}

    def _own_fold(self, kind: str, fold: Callable[[Move, Any], Any]) -> Fold:
        """Return what a fact does by the engine and then by the game, or by the game alone."""
        first = None if ("fold", kind) in self.game.instead else self.folds.get(kind)
        if first is None:
            return lambda situation, turn, *, fact: fold(Move(situation, turn), fact)
        return lambda situation, turn, *, fact: fold(Move(situation, first(situation, turn, fact=fact)), fact)

    def _own_refusal(self, kind: str, told: Callable[[Move, Any], Refusal | None]) -> Refuses:
        """Return what refuses an event, the engine or else the game, or the game alone."""
        first = None if ("refuse", kind) in self.game.instead else self.refusals.get(kind)
        if first is None:
            return lambda situation, turn, *, event: told(Move(situation, turn), event)
        return lambda situation, turn, *, event: (
            first(situation, turn, event=event) or told(Move(situation, turn), event)
        )

    def moved(self, situation: Situation, turn: Any, *, fact: MovedFact) -> Any:  # noqa: ANN401 - the game's turn
        """Return the turn after a move: what it used, and where it ended."""
        last = fact.segments[-1]
        wet = turn.water if last.failed else last.wet or last.mode == "swim"
        return self.paid(situation, replace(turn, water=wet), fact=fact)

    def paid(self, situation: Situation, turn: Any, *, fact: MovedFact) -> Any:  # noqa: ANN401 - likewise
        """Return the turn after what a move used."""
        if fact.forced or not fact.in_combat:
            return travelled(turn, fact)
        move = Move(situation, turn)
        prices = Pricing(self.game, move)
        used = prices.used()
        for segment in fact.segments:
            used[prices.meter_of(segment.mode).id] += self._cost(move, segment)
        return prices.moved(travelled(prices.charged(used), fact))

    def _cost(self, move: Move, segment: SegmentFact) -> Fraction:
        """Return what a recorded stretch took from its meter, by the switches of today."""
        factor = factor_of(self.game, move, ground=segment, terrain=to_fraction(segment.mult))
        return segment.extent * factor + to_fraction(segment.flat)

    def _rolled(self, situation: Situation, turn: Any, *, fact: RolledFact) -> Any:  # noqa: ANN401 - likewise
        roll = self.game.rolls.get(fact.check)
        if roll is None or not fact.in_combat:
            return turn
        result = rolled(Pricing(self.game, Move(situation, turn)).dice(roll), fact)
        return replace(turn, rolled=(*turn.rolled, (roll.id, result)))

    def _did(self, situation: Situation, turn: Any, *, fact: DidFact) -> Any:  # noqa: ANN401 - likewise
        game, move = self.game, Move(situation, turn)
        act = game.acts[fact.act]
        changes: dict[str, Any] = {**act.sets, **{effect.id: True for effect in act.starts}}
        changes |= {effect.id: False for effect in act.ends}
        for resource, amount in act.resources.items():
            changes[resource.field] = getattr(turn, resource.field) + amount_of(amount, move)
        for name, far in act.draws.items():
            meter = game.meters[name]
            changes[meter.field] = getattr(turn, meter.field) + (length_of(far, move) or ZERO)
        changed = replace(turn, **changes)
        return changed if act.after is None else act.after(Move(situation, changed), fact.options)

    def _acted(self, situation: Situation, turn: Any, *, fact: ActedFact) -> Any:  # noqa: ANN401 - likewise
        del situation, fact
        resource = self.game.resources.get(ACTION)
        if resource is None:
            return turn
        return replace(turn, **{resource.field: getattr(turn, resource.field) + 1})

    def _ruled(self, situation: Situation, turn: Any, *, fact: RuledFact) -> Any:  # noqa: ANN401 - likewise
        if hasattr(turn, "prompts"):
            turn = replace(turn, prompts=tuple(one for one in turn.prompts if one != fact.ruling))
        question, about = self.game.question_of(fact.ruling) or (None, ())
        if question is None:
            return turn
        if fact.choice not in question.answers:
            msg = f"{fact.choice!r} is no answer to {fact.ruling!r}"
            raise ValueError(msg)
        named = {"about": about[0]} if about else {}
        return turn if question.after is None else question.after(Move(situation, turn), fact.choice, **named)

    def standing(self, situation: Situation, state: Any) -> Standing:  # noqa: ANN401 - the game's turn
        """Return what a token may do, bears and has left."""
        return standing(self.game, Move(situation, state))

    # ------------------------------------------------------------ acts and rolls

    def _refuse_action(self, situation: Situation, turn: Any, *, event: ActedEvent) -> Refusal | None:  # noqa: ANN401
        del event
        resource = self.game.resources.get(ACTION)
        if resource is None:
            return None
        return self._lacks(
            Move(situation, turn), {resource: 1}, number=resource.rule or next(iter(self.game.rules))
        )

    def _refuse_roll(self, situation: Situation, turn: Any, *, event: RolledEvent) -> Refusal | None:  # noqa: ANN401
        roll, move = self.game.rolls[event.check], Move(situation, turn)
        if roll.refuses is not None:
            return roll.refuses(move, event.result)
        if not situation.in_combat:
            return Refusal(roll.rule, say("roll.outside"))
        if Pricing(self.game, move).rolled(roll) is not None:
            return Refusal(roll.rule, say("roll.twice", roll=roll.label))
        return self._lacks(move, {roll.resource: roll.amount} if roll.resource else {}, number=roll.rule)

    def _refuse_act(self, situation: Situation, turn: Any, *, event: DidEvent) -> Refusal | None:  # noqa: ANN401
        act, move = self.game.acts[event.act], Move(situation, turn)
        number = act.rule
        for words, holds in act.unless:
            if holds(move):
                return Refusal(number, words)
        own = None if act.refuses is None else act.refuses(move, event.options)
        if own is not None:
            return own
        if act.ends and not act.starts and not any(getattr(turn, one.id) for one in act.ends):
            return Refusal(number, act.refused or act.rule.label)
        prices = Pricing(self.game, move)
        used = prices.used()
        for name, far in act.draws.items():
            price_tiers = prices.price_tiers(name, used)
            limit = most(paid_already(price_tiers, used[name]) if act.only_free else price_tiers, used[name])
            if move.in_combat and limit is not None and (length_of(far, move) or ZERO) > limit:
                return Refusal(number, act.refused or say("nothing_left"))
        return self._lacks(move, act.resources, number=number)

    def _lacks(self, move: Move, wanted: Mapping[Any, Amount], *, number: str) -> Refusal | None:
        prices = Pricing(self.game, move)
        for resource, asked in wanted.items():
            amount = amount_of(asked, move)
            left = prices.amount(resource) - prices.taken(resource, prices.used())
            if move.in_combat and amount > left:
                told = {"resource": resource.label, "left": max(0, left), "needed": amount}
                return Refusal(number, say("no_resource", **told))
        return None

    def open_check(self, situation: Situation, state: Any, *, check: str) -> Check | None:  # noqa: ANN401
        """Return a roll that carries, made without a path before it."""
        roll = self.game.rolls.get(check)
        if roll is None:
            return None
        move, needed = Move(situation, state), roll.needed
        if needed is None:
            needed = Pricing(self.game, move).dice(roll).odds.lowest
        return roll_check(self.game, move, roll=roll, needed=needed, at=ZERO)

    def open_ruling(self, situation: Situation, state: Any, *, ruling: str) -> Ruling | None:  # noqa: ANN401
        """Return a question that may be answered before anything happened."""
        found, move = self.game.question_of(ruling), Move(situation, state)
        if found is None:
            return None
        question, about = found
        offered = question.offered(move, *about) if callable(question.offered) else question.offered
        return question.of(move, *about) if offered else None

    def result(self, situation: Situation, check: Check, *, fact: RolledFact) -> int:
        """Return what a roll comes to as a number."""
        del situation
        return rolled(check.thrown, fact)

    def needed(self, situation: Situation, check: Check, *, fact: RolledFact) -> int:
        """Return what a roll must come to: the least that helps, or as its check says."""
        roll = self.game.rolls.get(check.id)
        known = None if roll is None else roll.needed
        return super().needed(situation, check, fact=fact) if known is None else known

    def effect(
        self, situation: Situation, check: Check, *, fact: RolledFact, result: int, success: bool
    ) -> Text:
        """Return how far a roll carries, or whether it was made."""
        del situation, fact
        far = None if check.gives is None else check.gives(result)
        if far is None:
            return say("effect.made" if success else "effect.failed")
        return say("effect.carries", far=far, unit=self.unit)

    def flight(self, situation: Situation, state: Any) -> str | None:  # noqa: ANN401 - likewise
        """Return the first mode that needs nothing underfoot and that the character has; none: it does not fly."""
        move = Move(situation, state)
        return next(
            (mode.id for mode in self.game.modes.values() if mode.flies and not mode.barred(move)), None
        )


def _drawn(prices: Pricing, footing: Footing, *, closed: Collection[str]) -> Draw:
    """Return what a step on a footing draws on: a meter of its own that is empty, where nobody may step."""
    game, move = prices.game, prices.move
    if f"no {footing.mode}" in closed:
        return Draw(f"no {footing.mode}")
    if takes_nothing(game, move, ground=footing):
        return Draw("no way")
    meter = prices.meter_of(footing.mode)
    marks = () if game.marks is None else tuple(game.marks(move, footing))
    factor = factor_of(game, move, ground=footing, terrain=ONE)
    return Draw(None if meter is prices.primary else meter.id, marks, factor=factor)


def _reacted(state: Any, reaction: str) -> Any:  # noqa: ANN401 - a game's turn
    """Return a turn in which a reaction was played; raises ``LookupError`` where the game knows of none."""
    if not hasattr(state, "reacted"):
        message = f"{reaction!r} is no reaction"
        raise LookupError(message)
    return replace(state, reacted=(*state.reacted, reaction))
