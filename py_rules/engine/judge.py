"""Walks a route by the rules of a declared game."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, partial

from py_rules.engine import tabletop
from py_rules.engine.declarations import Declarations
from py_rules.engine.dice import Dice, check_of
from py_rules.engine.judging import Judge
from py_rules.engine.parts import Mode, Roll, amount_of
from py_rules.engine.price_tiers import PriceTier, both, ends, left_of
from py_rules.engine.pricing import STATE, Pricing, changed, leap
from py_rules.engine.rules import Tracer
from py_rules.engine.situation import Move, Reaches, on_tests
from py_rules.engine.words import say
from py_rules.values import work
from py_rules.values.answer_parts import Check, Hazard, Judgement, Modifier, Reaction, Spend
from py_rules.values.records import replace
from py_rules.values.rounding import to_number
from py_rules.values.sentences import Text
from py_rules.values.stretch import Gate, Segment

ZERO = Fraction(0)
ONE = Fraction(1)


class DeclaredJudge(Judge):
    """The judge of a route by what a game declares."""

    down = ZERO
    """How deep it has fallen by here."""

    @cached_property
    def reaches(self) -> dict[str, Reaches]:
        """How far foes reach, by reaction."""
        return {told.id: Reaches(self.move, partial(told.reaches, self.move)) for told in self.game.reactions}

    # ------------------------------------------------------------ what is met

    def enter(self, segment: Segment) -> None:
        """Note what the ground leaves, modes that the character does not have, and foes whose reach is left."""
        if self.game.marks is not None and segment.cost and self.dead is None:
            self.mark(segment)
        mode = self.game.modes_of(self.move).get(segment.mode)
        if mode is not None and mode.barred(self.move):
            self.dies(no_mode(self.game, mode))
        elif segment.multiplier and self.takes(segment.footing) == 0:
            self.dies(no_mode(self.game, mode or Mode(segment.mode, say(f"mode.{segment.mode}"), "")))
        if segment.drop and self.dead is None:
            self.hazards.append(self._fall(segment.drop))
            self._ask_of_drop(segment.drop)
        careful = mode is not None and mode.careful
        if self.game.reactions and self.move.in_combat and self.dead is None and not careful:
            self.reactions += self._left_behind(segment)

    def _fall(self, height: Fraction) -> Hazard:
        """Return the hazard of a fall in a game that has no rule for it."""
        told = tabletop.texts("falls", height=height, unit=self.unit)
        return Hazard(
            "fall", tabletop.holds, self.position, told, stops=False, numbers={"height": to_number(height)}
        )

    def _ask_of_drop(self, height: Fraction) -> None:
        """Ask the GM once of all that the way comes down, in a game that has a question for it."""
        self.down += height
        if "drop" in self.game.questions:
            asked = self.game.questions["drop"].of(self.move.with_turn(drop=self.down), at=self.position)
            self.rulings = [*(ruling for ruling in self.rulings if ruling.id != asked.id), asked]

    def _left_behind(self, segment: Segment) -> Iterator[Reaction]:
        """Yield what foes may do whose reach a stretch leaves."""
        work.add(4 * len(self.move.others) * len(self.game.reactions))
        known = {reaction.id for reaction in self.reactions} | self.cleared | set(self.state.reacted)
        for told in self.game.reactions:
            for foe, _ in self.reaches[told.id].left_behind(segment):
                name = f"{told.id}:{foe.id}"
                if name not in known:
                    label = self.game.say(told.label, token=foe.name)
                    self.note(told.rule, told.rule.label)
                    yield Reaction(name, told.rule, foe.id, self.position, label, waits=True)

    def leap(
        self, parts: Sequence[Segment], *, far: Fraction, high: Fraction, running: bool
    ) -> PriceTier | None:
        """Return the price of a jump itself; none: nothing to pay or to roll."""
        del parts
        jump, check, told = self.game.jumps, f"jump:{self.jumps}", Tracer()
        if jump is None:
            return None
        with told.watching():
            found = leap(self.game, self.move, far=far, high=high, running=running)
        self.used_rules |= {*told.used}
        extent = extent_of(self.game, far, high=high)
        number = jump.rule if far or jump.up is None else jump.up
        if found is None:
            return ends(jump.too_far or number, say("jump.too_long", extent=extent))
        if found.difficulty is None:
            self.note(number, say("jump.within", extent=extent))
            return None
        needed = jump.needed or found.difficulty
        words = self.game.needed(needed)
        reason = say("jump.rolled", extent=extent, needed=words)
        self.note(number, reason)
        if not self.open(check):
            return None
        thrown = jump.dice(self.move, found.difficulty)
        dice, *others = (changed(one, self.move) for one in thrown) if jump.moment else thrown
        made = check_of(
            check,
            number,
            label=say("jump", extent=extent),
            dice=dice,
            at=self.position,
            needed=needed,
            words=words,
        )
        return self.hangs_on(replace(made, alternatives=tuple(other.text for other in others)), reason)

    def gate(self, segment: Segment) -> PriceTier | None:
        """Return what rolls demanded on entering a stretch add to its price; none: nothing."""
        price: PriceTier | None = None
        for gate in segment.gates:
            if gate.id in self.state.passed or not self.open(f"gate:{gate.id}"):
                continue
            move = replace(self.move, turn=self.state)
            check = region_check(self.game, move, gate=gate, at=self.position)
            reason = region_text(self.game, self.move, gate=gate, needed=check.needed)
            if check.chance == 1:
                continue
            self.note(check.rule, reason)
            price = both(price, self.hangs_on(check, reason))
        return price

    # ------------------------------------------------------------ what comes of it

    def judgement(self) -> Judgement:
        """Return everything found."""
        checks = [*self.carrying(), *self.checks]
        modifiers = list(self.modifiers())
        spends = list(self.spends()) if self.move.in_combat else []
        known = {line.rule for line in self.trace}
        worked = Tracer()
        with worked.watching(), self.tracer.watching():
            self.worked()
        told = {*worked.used, *self.used_rules}
        told |= {band.rule for band in self.bands} | {check.rule for check in checks}
        told |= {modifier.rule for modifier in modifiers} | {spend.rule for spend in spends}
        lines = self.tracer.lines(told)
        self.trace += [line for line in lines if line.rule not in known or self.rules[line.rule].working]
        made = tuple(sorted(checks, key=lambda check: check.at))
        if made and on_tests(self.move):
            change = on_tests(self.move)
            self.note(tabletop.on_tests, tabletop.on_tests(change), change=change)
        return Judgement(
            bands=tuple(map(self.told, self.bands)),
            price=self.price,
            modifiers=tuple(modifiers),
            spends=tuple(spends),
            checks=made,
            reactions=tuple(self.reactions),
            hazards=tuple(self.hazards),
            rulings=tuple(self.rulings),
            trace=tuple(sorted(self.trace, key=lambda line: line.rule)),
            cost=self.cost(),
            left=self.left_over(),
        )

    def modifiers(self) -> Iterator[Modifier]:
        """Yield what the way leaves to later rolls."""
        return modifiers_of(self.game, replace(self.move, turn=self.after))

    def cost(self) -> Fraction:
        """Return what the route takes of the primary meter."""
        return self.used[self.primary] - self.begun[self.primary]

    def left_over(self) -> Fraction | None:
        """Return how much is left of the primary meter without a roll; none: without end."""
        return left_of(self.price_tiers(self.primary), self.used[self.primary])

    def carrying(self) -> Iterator[Check]:
        """Yield the rolls that carry the route: they are made when setting out."""
        move = replace(self.move, met=self.marks)
        for roll in self.game.rolls.values():
            if roll.id in self.needs:
                at, needed = self.rolled_at.get(roll.id, ZERO), self.needs[roll.id]
                yield roll_check(self.game, move, roll=roll, needed=needed, at=at)

    def worked(self) -> None:
        """Call the rules that a plan tells of whatever its prices are, and note what else it tells."""

    def spends(self) -> Iterator[Spend]:
        """Yield what the way uses up in combat."""
        before, prices = self.begun, self.prices
        for name, meter in self.game.meters.items():
            moved = self.legal[name] - before[name]
            if moved:
                left = left_of(prices.price_tiers(name, self.legal), self.legal[name])
                number = prices.price_tiers(name, before)[0].rule
                yield Spend(number, name, meter.label, moved, left, is_length=True)
        for resource in self.game.resources.values():
            taken = prices.taken(resource, self.legal)
            new = taken - prices.taken(resource, before)
            if new:
                left = Fraction(max(0, prices.amount(resource) - taken))
                rule = next(band.rule for band in reversed(self.bands) if band.kind != "impossible")
                yield Spend(rule, resource.id, resource.label, Fraction(new), left)


# ---------------------------------------------------------------- what plans and maps both ask


def no_mode(game: Declarations, mode: Mode) -> PriceTier:
    """Return the price of a way of moving that the character does not have."""
    number = next(iter(game.rules)) if mode.rule is None else mode.rule
    return ends(number, say("no_mode", mode=mode.label))


def extent_of(game: Declarations, far: Fraction, *, high: Fraction) -> Text:
    """Return in words how far and how high a jump goes."""
    if not high:
        return say("jump.far", far=far, unit=game.unit)
    if not far:
        return say("jump.high", high=high, unit=game.unit)
    return say("jump.far_and_high", far=far, high=high, unit=game.unit)


def roll_check(
    game: Declarations, move: Move, *, roll: Roll, needed: int, at: Fraction, thrown: Dice | None = None
) -> Check:
    """Return the check of a roll that carries, with how far each result gets; ``thrown``: other dice than usual."""
    dice, words = Pricing(game, move).dice(roll) if thrown is None else thrown, game.needed(needed)
    carries = partial(roll.gives, move)
    return check_of(
        roll.id, roll.rule, label=roll.label, dice=dice, at=at, needed=needed, words=words, carries=carries
    )


def region_check(game: Declarations, move: Move, *, gate: Gate, at: Fraction) -> Check:
    """Return the roll that a region demands; a sure one where the game has no rule for it."""
    told, label, name = game.region_rolls, say("gate.label", name=gate.name), f"gate:{gate.id}"
    if told is None:
        nothing = say("dice.none")
        return Check(name, tabletop.rough, label, at, 0, nothing, 0, 0, nothing, ONE, ZERO, ())
    dice, needed = changed(told.dice(move, gate), move), told.target(move, gate)
    words = game.needed(needed)
    return check_of(name, told.rule, label=label, dice=dice, at=at, needed=needed, words=words)


def region_text(game: Declarations, move: Move, *, gate: Gate, needed: int) -> Text:
    """Return what a roll that a region demands is, in words."""
    return say("gate", region=move.name(gate.id), name=gate.name, needed=game.needed(needed))


def modifiers_of(game: Declarations, move: Move) -> Iterator[Modifier]:
    """Yield the effects that are on and change later rolls, or what the game lists in their place."""
    if "modifiers" in game.lists:
        yield from game.lists["modifiers"](move)
    for effect in game.effects.values():
        amount = amount_of(effect.amount, move)
        if getattr(move.turn, effect.id) and effect.quantity != STATE and amount:
            yield Modifier(
                effect.rule,
                "mover",
                effect.on,
                effect.quantity,
                amount,
                say("since"),
                effect.until,
            )
