"""What moving costs in a declared game: the one place where its tiers become prices, for plans, maps and ledgers."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from py_rules.engine import tabletop
from py_rules.engine.declarations import Declarations
from py_rules.engine.dice import Dice
from py_rules.engine.parts import (
    Effect,
    Factor,
    Ground,
    Meter,
    Resource,
    Roll,
    Tier,
    amount_of,
    factor_of,
    fraction_of,
    length_of,
)
from py_rules.engine.price_tiers import (
    PriceTier,
    Spent,
    counted_from,
    ends,
    followed,
    most,
    over_laid,
    rolled_tiers,
    tier_at,
)
from py_rules.engine.situation import Move, on_tests
from py_rules.engine.words import say
from py_rules.search import Budget, JumpOdds
from py_rules.values import answer_parts
from py_rules.values.footing import Draw
from py_rules.values.records import replace
from py_rules.values.sentences import Sentence

ZERO, ONE = Fraction(0), Fraction(1)
STATE = "state"
"""The quantity of an effect that changes no number."""
Used = Mapping[str, Fraction]


class Pricing:
    """The prices of one game for one move; ``used``: what is used of each meter by now, from its scope's beginning.

    ``least``: the first price of a lower chance is the last that is looked at, of lists that a game makes itself.
    """

    def __init__(self, game: Declarations, move: Move, *, least: Fraction = ZERO) -> None:
        self.game, self.move, self.least = game, move, least
        self._listed: dict[tuple[str, frozenset[tuple[str, int]]], list[PriceTier]] = {}

    # ------------------------------------------------------------ the turn

    def used(self) -> dict[str, Fraction]:
        """Return what the turn has used of each meter; outside combat nothing counts."""
        if not self.move.in_combat:
            return dict.fromkeys(self.game.meters, ZERO)
        return {name: getattr(self.move.turn, meter.field) for name, meter in self.game.meters.items()}

    def charged(self, used: Used) -> Any:  # noqa: ANN401 - the game's turn
        """Return the turn once so much is used of the meters, with what that leaves behind.

        It is what a plan assumes at its end, and what the ledger folds.
        """
        moved = {self.game.meters[name].field: amount for name, amount in used.items()}
        found = {effect.id: True for name, amount in used.items() for effect in self._entered(name, amount)}
        return replace(self.move.turn, **moved, **found)

    def _entered(self, meter: str, amount: Fraction) -> Iterator[Effect]:
        """Yield the effects of the tiers that so much of a meter has gone into."""
        begins = ZERO
        for tier, limit, _, _ in self.reaching(meter, self._beside_acts):
            if amount <= begins:
                return
            if isinstance(tier, Tier):
                if tier.effect is not None and (limit is None or limit > begins):
                    yield tier.effect
                if limit is None:
                    return
                begins = max(begins, limit)

    def moved(self, turn: Any) -> Any:  # noqa: ANN401 - the game's turn
        """Return the turn after a move, with the effects that begin after such a move."""
        after = replace(self.move, turn=turn)
        begun = [one.id for one in self.game.effects.values() if one.after is not None and one.after(after)]
        return replace(turn, **dict.fromkeys(begun, True)) if begun else turn

    # ------------------------------------------------------------ how far prices go

    def reaching(
        self, meter: str, left: Callable[[Resource], int]
    ) -> Iterator[tuple[Tier | Roll, Fraction | None, int, bool]]:
        """Yield the prices of a meter: how far each goes, how much it takes in all, whether there is so much ``left``.

        A roll goes as far as its result; nowhere, while it has not been made.
        """
        begins: Fraction | None = ZERO
        spent: dict[Resource, int] = {}
        for price in self.game.meters[meter].prices(self.move):
            resource, further = price.resource, isinstance(price, Tier) and price.further
            takes = 0 if resource is None else amount_of(price.amount, self.move)
            before = dict(spent) if further else {}
            if resource is not None:
                takes += before.get(resource, 0)
            there = resource is None or takes <= left(resource)
            if isinstance(price, Roll):
                result = self.rolled(price)
                yield price, ZERO if result is None else price.far(self.move, result), takes, there
                continue
            limit = length_of(price.limit, self.move)
            if further:
                limit = None if limit is None or begins is None else begins + (limit if there else ZERO)
            yield price, limit, takes, there
            if there:
                begins, spent = limit, before if resource is None else {**before, resource: takes}

    def _beside_acts(self, resource: Resource) -> int:
        """Return how much of a resource acts have left."""
        used: int = getattr(self.move.turn, resource.field)
        return self.amount(resource) - used

    # ------------------------------------------------------------ resources

    def amount(self, resource: Resource) -> int:
        """Return how much of a resource there is in its scope."""
        return amount_of(resource.amount, self.move)

    def taken(self, resource: Resource, used: Used, *, beside: str = "") -> int:
        """Return how much of a resource acts and all meters but one have taken."""
        acts: int = getattr(self.move.turn, resource.field)
        return acts + sum(self._takes(name, used[name], resource=resource) for name in used if name != beside)

    def left(self, resource: Resource, *, used: Used, beside: str = "") -> int:
        """Return how much of a resource acts and all meters but one leave."""
        return self.amount(resource) - self.taken(resource, used, beside=beside)

    def _takes(self, meter: str, amount: Fraction, *, resource: Resource) -> int:
        """Return how much of a resource a meter takes in all where so much of it is used, its rolls included."""
        taken, rolled = 0, 0
        reached = amount <= 0
        for price, limit, all_in, there in self.reaching(meter, self._beside_acts):
            own = price.resource is resource
            further = isinstance(price, Tier) and price.further
            if isinstance(price, Roll) and self.rolled(price) is not None and own:
                rolled += all_in
            if not reached and (there or isinstance(price, Roll)):
                taken = all_in if own else taken if further else 0
                reached = limit is None or amount <= limit
        return max(taken, rolled)

    # ------------------------------------------------------------ rolls

    def rolled(self, roll: Roll) -> int | None:
        """Return what a roll came to in its scope; none: it was not made."""
        turn = self.move.turn
        found: int | None = getattr(turn, roll.field) if roll.field else dict(turn.rolled).get(roll.id)
        return found

    def dice(self, roll: Roll) -> Dice:
        """Return the dice of a roll, with what the moment adds to them (X-12)."""
        dice = roll.dice(self.move)
        return changed(dice, self.move) if roll.moment else dice

    # ------------------------------------------------------------ tiers

    def barred(self) -> PriceTier | None:
        """Return the price where nobody moves at all; none: one may."""
        for bar in self.game.bars:
            if bar.holds(self.move):
                return ends(bar.rule, bar.label or say("barred", rule=bar.rule.label))
        return None

    def price_tiers(
        self, name: str, used: Used, *, marks: Mapping[str, int] | None = None
    ) -> list[PriceTier]:
        """Return the price list of a meter, counted from where its scope began, beside what others have used.

        ``marks``: what the way has met so far.
        """
        barred = self.barred()
        if barred is not None:
            return [barred]
        meter = self.game.meters[name]
        if meter.price_tiers is not None:
            key = name, frozenset((marks or {}).items())
            if key not in self._listed:
                met = replace(self.move, met=marks or {})
                self._listed[key] = followed(meter.price_tiers(met), self.least)
            return self._listed[key]
        if not self.move.in_combat:
            return [PriceTier(None, "free", tabletop.open_roll, say("outside"))]
        found: list[PriceTier] = []
        last = tabletop.open_roll
        for price, limit, takes, there in self.reaching(name, partial(self.left, used=used, beside=name)):
            beyond = (found[-1].limit or ZERO) if found else ZERO
            last = price.rule
            found += self._price_tiers(price, limit, takes=takes, beyond=beyond, there=there)
            if found and found[-1].limit is None:
                return found
        limit = max((tier.limit or ZERO for tier in found), default=ZERO)
        far = say("too_far", limit=limit, unit=self.game.unit) if limit else say("nothing_left")
        return [*found, ends(found[-1].rule if found else last, far)]

    def _price_tiers(
        self, price: Tier | Roll, limit: Fraction | None, *, takes: int, beyond: Fraction, there: bool
    ) -> Iterator[PriceTier]:
        if not there and not (isinstance(price, Roll) and self.rolled(price) is not None):
            return
        if isinstance(price, Roll):
            yield from self.rolled_tiers(price, beyond)
        elif limit is None or limit > beyond:
            yield self._tier(price, limit, takes=takes)

    def _tier(self, tier: Tier, limit: Fraction | None, *, takes: int) -> PriceTier:
        label = self._label(tier, limit)
        price = self._price(tier, takes)
        silent = price is not None and not price.amount
        return PriceTier(limit, "free" if silent else tier.kind, tier.rule, label, None if silent else price)

    def _label(self, tier: Tier, limit: Fraction | None) -> Sentence:
        if tier.label is not None:
            return tier.label(self.move)
        if limit is None:
            return tier.rule.label
        return say("tier", rule=tier.rule.label, limit=limit, unit=self.game.unit)

    def _price(self, tier: Tier, takes: int) -> answer_parts.Price | None:
        """Return what a tier costs beside length; none: nothing that has a number."""
        if tier.resource is not None:
            return answer_parts.Price(
                tier.resource.id, -takes
            )  # as what is taken off dice: less is left of it
        if tier.effect is None or tier.effect.quantity == STATE:
            return None
        return answer_parts.Price(tier.effect.quantity, amount_of(tier.effect.amount, self.move))

    def rolled_tiers(self, roll: Roll, beyond: Fraction = ZERO) -> Iterator[PriceTier]:
        """Yield how far a roll carries: a tier for each result that carries farther, or what it came to."""
        result, unit = self.rolled(roll), self.game.unit
        if result is not None:
            far = roll.far(self.move, result)
            told = say("roll.known", roll=roll.label, result=result, limit=far, unit=unit)
            if far > beyond:
                yield PriceTier(far, "free", roll.rule, told)
            return
        yield from rolled_tiers(
            roll.id,
            roll.rule,
            results=[row for row in self.dice(roll).odds.cumulative() if row[1]],
            far=partial(roll.far, self.move),
            reason=lambda needed, _: asked(self.game, roll, needed=needed),
            beyond=beyond,
        )

    # ------------------------------------------------------------ the map

    def search_limits(self, footings: Sequence[Ground]) -> Budget:
        """Return what a search for destinations may spend, on what there is to step on.

        A jump with a meter of its own is measured by that, and tried as one after those of the same way.
        """
        game, move, used, primary = self.game, self.move, self.used(), self.primary.id
        limits = {
            name: most(self.price_tiers(name, used, marks=self._best_marks(name, footings)), used[name])
            for name in game.meters
            if name != primary
        }
        closed = {f"no {mode.id}": ZERO for mode in game.modes_of(move).values() if mode.barred(move)}

        def draw(footing: Ground, phase: int) -> Draw:
            del phase
            return self._drawn(footing, closed)

        def jumps(
            far: Fraction, high: Fraction, *, running: bool, jumped: Fraction, phase: int
        ) -> JumpOdds | None:
            del phase
            if "no jump" in closed:
                return None
            now = move.with_turn(**{meter.field: used[meter.id] + jumped}) if jumped else move
            found = leap(game, now, far=far, high=high, running=running)
            return found if found is not None and found.chance else None

        meter, counts = self.meter_of("jump"), True if game.jumps is None else game.jumps.counts
        own = None if meter is self.primary else meter.id
        return Budget(
            limit=most(self.price_tiers(primary, used), used[primary]),
            meters=limits | closed,
            jump=jumps,
            jump_counts=own is None and (counts(move) if callable(counts) else counts),
            jump_meter=own,
            run_up=ZERO if game.jumps is None else game.jumps.run_up_of(move),
            passed=frozenset(move.turn.passed),
            draw=draw,
        )

    def _best_marks(self, meter: str, footings: Sequence[Ground]) -> Mapping[str, int]:
        """Return what every way on a meter meets at the least, on what there is to step on."""
        marks = self.game.marks
        if marks is None:
            return {}
        drawn = [dict(marks(self.move, one)) for one in footings if self.meter_of(one.mode).id == meter]
        return {mark: min(one[mark] for one in drawn) for mark in set.intersection(*map(set, drawn or [{}]))}

    def _drawn(self, footing: Ground, closed: Collection[str]) -> Draw:
        """Return what a step on a footing draws on: a meter of its own that is empty, where nobody may step."""
        if f"no {footing.mode}" in closed:
            return Draw(f"no {footing.mode}")
        factor = taken(self.game, self.move, ground=footing)
        if factor == 0:
            return Draw("no way")
        meter = self.meter_of(footing.mode)
        marks = () if self.game.marks is None else tuple(self.game.marks(self.move, footing))
        return Draw(None if meter is self.primary else meter.id, marks, factor=factor or ZERO)

    def along(self, spent: Spent) -> tuple[PriceTier, ...]:
        """Return the prices along the primary meter when so much is spent of the others."""
        begun, primary, so_far = self.used(), self.primary, None
        used = {name: amount + spent.meters.get(name, ZERO) for name, amount in begun.items()}
        for name in (name for name in spent.meters if name in used):
            tier = tier_at(self.price_tiers(name, used, marks=spent.marks), used[name], still=True)
            if tier.kind == "impossible":
                return (tier,)
            so_far = tier if so_far is None else over_laid(so_far, tier)
        found = counted_from(self.price_tiers(primary.id, used, marks=spent.marks), begun[primary.id])
        if primary.price_tiers is not None and not spent.meters:
            return tuple(found)
        return beyond(found, so_far)

    # ------------------------------------------------------------ meters

    def meter_of(self, mode: str) -> Meter:
        """Return what a mode draws on: its own meter, else the primary one."""
        found = self.game.modes_of(self.move).get(mode)
        name = found.meter if found is not None else ""
        return self.game.meters[name] if name else self.primary

    @property
    def primary(self) -> Meter:
        """The meter declared first."""
        return next(iter(self.game.meters.values()))


UNPRICED = PriceTier(None, "free", tabletop.open_roll, tabletop.texts("free"))
"""A stretch that draws on no meter at all."""


def beyond(price_tiers: Sequence[PriceTier], so_far: PriceTier | None) -> tuple[PriceTier, ...]:
    """Return the prices of an allowance past all that was used beside it, which costs ``so_far``; none: nothing.

    Before them stands the price of a way that walks nothing more of the allowance, unless the next bit of it is free.
    """
    if so_far is not None and so_far.kind == "impossible":
        return (replace(so_far, limit=None),)
    standing = [] if price_tiers[0].kind == "free" else [replace(so_far or UNPRICED, limit=ZERO)]
    return (*standing, *(tier if so_far is None else over_laid(tier, so_far) for tier in price_tiers))


def asked(game: Declarations, roll: Roll, *, needed: int) -> Sentence:
    """Return a roll and what it must come to, in words."""
    if roll.words is not None:
        return roll.words(needed=needed)
    return say("roll", roll=roll.label, needed=game.needed(needed))


def leap(game: Declarations, move: Move, *, far: Fraction, high: Fraction, running: bool) -> JumpOdds | None:
    """Return how a jump is made: without a roll, or at which target, with what chance; none: it is too far."""
    jump = game.jumps
    if jump is None:
        return JumpOdds(ONE, None)
    if jump.leap is not None:
        made: JumpOdds | None = jump.leap(move, far, high=high, running=running)
        return made
    reach_far, reach_high = (fraction_of(part) for part in jump.reach(move, running=running))
    further, higher = max(ZERO, far - reach_far), max(ZERO, high - reach_high)
    if not (further or higher or jump.within(move)):
        return JumpOdds(ONE, None)
    target = None if jump.target is None else jump.target(move, further, high=higher)
    dice = () if target is None else jump.dice(move, target)
    if target is None or not dice:
        return None
    return JumpOdds(changed(dice[0], move).odds.at_least(jump.needed or target), target)


def changed(dice: Dice, move: Move) -> Dice:
    """Return dice with what the moment adds to them (X-12)."""
    change = on_tests(move)
    return dice.changed(change) if change else dice


def taken(game: Declarations, move: Move, *, ground: Ground) -> Fraction | None:
    """Return how many times as much a unit takes by its mode and by the dearest grade of its ground.

    Nothing: that is no way to move, not a free one. None: it is a jump, and jumps draw on no meter.
    """
    if ground.mode == "jump" and game.jumps is not None:
        counts = game.jumps.counts
        if not (counts(move) if callable(counts) else counts):
            return None
    (_, mode), *grades = parts_of(game, move, ground=ground)
    grade = max((takes for _, takes in grades), default=ONE)
    if mode <= 0 or grade <= 0:
        return ZERO
    return max(ZERO, mode + grade - ONE) if game.factors_add else mode * grade


def parts_of(game: Declarations, move: Move, *, ground: Ground) -> Sequence[tuple[Any, Fraction]]:
    """Return what a unit takes by its mode and by each grade of its ground, once each, with what says so."""
    mode = game.modes_of(move).get(ground.mode)
    aloft = ground.mode == "jump" or (mode is not None and mode.flies)
    own = (None, ONE) if mode is None or mode.barred(move) else (mode.factor, mode.takes(move, ground))
    graded = [game.graded[name] for name in dict(ground.grades) if name in game.graded]
    # A number holds for all ways but those over the ground; what is made of the move says itself for which.
    beside: list[Factor] = [ONE if aloft and not callable(factor) else factor for factor in graded]
    return [own, *((factor, factor_of(factor, move, ground=ground)) for factor in beside)]
