"""Walks a route by the rules of a declared game."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from py_rules.engine import parts, tabletop
from py_rules.engine.declarations import Declarations
from py_rules.engine.dice import Dice, check_of
from py_rules.engine.judging import Judge
from py_rules.engine.parts import Graded, Mode, Move, RegionRolls, Roll, amount_of
from py_rules.engine.price_tiers import PriceTier, ends, hangs_on, no_roll_limit
from py_rules.engine.pricing import STATE, Pricing, changed, leap
from py_rules.engine.rules import Rule, Tracer
from py_rules.engine.situation import Reaches, Situation
from py_rules.engine.walked import drops
from py_rules.engine.words import gate_label, say
from py_rules.protocol.facts import MovedFact
from py_rules.values import work
from py_rules.values.answer_parts import Check, Hazard, Judgement, Modifier, Reaction, Spend
from py_rules.values.records import replace
from py_rules.values.rounding import to_number
from py_rules.values.sentences import Text
from py_rules.values.stretch import Gate, Segment

ZERO = Fraction(0)
ONE = Fraction(1)


class DeclaredJudge(Judge[Any]):
    """The judge of a route by what a game declares."""

    tells_named: ClassVar[bool] = True
    """Whether the trace tells of every rule that bands, rolls, effects and spends name, beside what is worked out."""

    def __init__(self, game: Declarations, situation: Situation, *, state: Any, **told: Any) -> None:  # noqa: ANN401 - as a judge is made
        self.prices = Pricing(game, Move(situation, state))
        self.region_rolls, self.primary = region_rolls(game), self.prices.primary.id
        self.used_rules: set[str] = set()
        """The rules of what modes take that made a stretch dearer or cheaper."""
        self.dearest: dict[str, Fraction] = {}
        """The most that a unit of a stretch took by each of them: that stretch the trace tells of."""
        self.marks: dict[str, int] = {}
        self.legal_marks: Mapping[str, int] = {}
        """What the way has met by here, and where it can be gone no farther."""
        self.on_ground: tuple[object, ...] = ()
        self.unit_takes = ZERO
        """The ground of the stretch before, and how much a unit of that took."""
        self.entered: tuple[object, ...] = ()
        self.is_nothing = False
        """The ground entered last, and whether it takes nothing."""
        self.reaches: dict[str, Reaches] = {}
        """How far foes reach, by reaction."""
        self.tracer = Tracer()
        with self.tracer.watching():
            super().__init__(game, situation, state=state, **told)
            self.after = self.charged() if situation.in_combat else state
            self.arrive(self.route)

    def set_out(self, *_: Any, **__: Any) -> None:  # noqa: ANN401 - as a judge is told of a route
        """Note of the whole way what it leaves by ways of moving: it is one pace, one roll, as its worst part asks."""
        for segment in self.route if self.game.marks is not None else ():
            if segment.cost:
                self._mark(segment, self.game.modes)

    def arrive(self, route: Sequence[Segment]) -> None:
        """Note what a route has met once it is walked."""

    def charged(self) -> Any:  # noqa: ANN401 - the game's turn
        """Return the turn where the route ends, or can be gone no farther."""
        turn = self.prices.charged(self.legal)
        if self.dead is None and hasattr(turn, "run"):
            turn = replace(turn, run=self.run, heading=self.heading)
        return self.prices.moved(turn)

    def left(self, fact: MovedFact) -> Any:  # noqa: ANN401 - the game's turn
        """Return the turn after the whole route was gone: what it used, and where it ended."""
        last = self.route[-1]
        return self.paid(fact, water=self.state.water if last.failed else last.ends == "water")

    def paid(self, fact: MovedFact, **ended: Any) -> Any:  # noqa: ANN401 - fields of the turn
        """Return the turn after what the whole route used; ``ended``: what else changes in it."""
        if fact.forced or not self.situation.in_combat:
            return replace(self.travelled(self.state, forced=fact.forced), **ended)
        turn = self.travelled(self.prices.charged(self.used), forced=False)
        return self.prices.moved(replace(turn, **ended))

    # ------------------------------------------------------------ prices

    def used_before(self) -> dict[str, Fraction]:
        """Return what is used of each meter where the route begins."""
        return self.prices.used()

    def price_tiers(self, meter: str) -> Sequence[PriceTier]:
        """Return the prices of a meter, beside what the others have used by here."""
        return self.prices.price_tiers(meter, self.used, marks=self.met)

    @property
    def met(self) -> Mapping[str, int]:
        """What the way has met by here: marks, and the rolls of the game that it hangs on."""
        return {**self.marks, **hangs_on(name for name in self.game.rolls if name in self.needs)}

    def band(self, extent: Fraction, mode: str, *, tier: PriceTier) -> None:
        """Lay one band, and keep in mind what the way has met where it can be gone."""
        if self.dead is None and tier.kind != "impossible":
            self.legal_marks = dict(self.marks)
        super().band(extent, mode, tier=tier)

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return what a stretch draws on: nothing, where it takes nothing and movement is not barred."""
        paid = self.factor(segment) or segment.flat or self.prices.barred()
        return (self.prices.meter_of(segment.mode).id,) if paid else ()

    def factor(self, segment: Segment) -> Fraction:
        """Return how much a unit of a stretch takes: as its terrain and its mode say."""
        ground = segment.multiplier, *_ground(segment)
        if ground != self.on_ground:
            self.on_ground, self.unit_takes = ground, self._factor(segment)
        return self.unit_takes

    def _factor(self, segment: Segment) -> Fraction:
        factor = factor_of(self.game, self.move, ground=segment, terrain=segment.multiplier)
        if not factor:
            return factor
        for rule, takes in parts_of(self.game, self.move, ground=segment):
            if takes == ONE or not isinstance(rule, Rule):
                continue
            self.used_rules.add(rule.number)
            if factor > self.dearest.get(rule.number, ZERO):
                self.dearest[rule.number] = factor
                self.tracer.hold(rule.number)
        return factor

    # ------------------------------------------------------------ what is met

    def enter(self, segment: Segment) -> None:
        """Note what the ground leaves, modes that the character does not have, and foes whose reach is left."""
        if self.game.marks is not None and segment.cost and self.dead is None:
            self._mark(segment)
        mode = self.game.modes_of(self.move).get(segment.mode)
        if mode is not None and mode.barred(self.move):
            self.dies(no_mode(self.game, mode))
        elif self._takes_nothing(segment):
            self.dies(no_mode(self.game, mode or Mode(segment.mode, say(f"mode.{segment.mode}"), "")))
        if drops(segment) and self.dead is None:
            self.hazards.append(self._fall(-segment.rise))
        careful = mode is not None and mode.careful
        if self.game.reactions and self.situation.in_combat and self.dead is None and not careful:
            self.reactions += self._left_behind(segment)

    def _mark(self, segment: Segment, only: Collection[str] | None = None) -> None:
        """Note what a stretch leaves on the way, and by which rules it is the worst of its kind; ``only``: these."""
        told = Tracer()
        with told.watching():
            left = () if self.game.marks is None else self.game.marks(self.move, segment)
        for mark, how in left:
            if how > self.marks.get(mark, -1) and (only is None or mark in only):
                self.marks[mark] = how
                self.used_rules |= {*told.used}
                for number in told.used:
                    self.tracer.hold(number)

    def _fall(self, height: Fraction) -> Hazard:
        """Return the hazard of a fall in a game that has no rule for it."""
        told = tabletop.falls(height, self.unit)
        return Hazard(
            "fall", tabletop.holds, self.position, told, stops=False, numbers={"height": to_number(height)}
        )

    def _takes_nothing(self, segment: Segment) -> bool:
        """Tell whether a stretch takes nothing where it counts; the next one on the same ground is not looked at."""
        ground = _ground(segment)
        if ground != self.entered:
            self.entered, self.is_nothing = ground, takes_nothing(self.game, self.move, ground=segment)
        return self.is_nothing

    def question(self, name: str) -> None:
        """Ask the GM, where the way can be gone as far as here."""
        if self.dead is None:
            self.ask(self.game.questions[name].of(self.move, at=self.position))

    def _left_behind(self, segment: Segment) -> Iterator[Reaction]:
        """Yield what foes may do whose reach a stretch leaves."""
        work.add(4 * len(self.situation.others) * len(self.game.reactions))
        known = {reaction.id for reaction in self.reactions} | self.cleared | set(self.state.reacted)
        for told in self.game.reactions:
            for foe, _ in self._reaches(told).left_behind(segment):
                name = f"{told.id}:{foe.id}"
                if name not in known:
                    label = self.game.say(told.label, token=foe.name)
                    self.note(told.rule, told.rule.label)
                    yield Reaction(name, told.rule, foe.id, self.position, label, waits=True)

    def _reaches(self, told: parts.Reaction) -> Reaches:
        """Return how far foes reach by a declared reaction."""
        if told.id not in self.reaches:
            self.reaches[told.id] = Reaches(self.situation, partial(told.reaches, self.move))
        return self.reaches[told.id]

    def can_leap(self, far: Fraction) -> bool:
        """Tell whether a jump so far is possible at all, with a run-up."""
        found = leap(self.game, self.move, far=far, high=ZERO, running=True)
        return found is not None and bool(found.chance)

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
        number = jump.rule
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
        dice, *others = (changed(dice, self.move) for dice in jump.dice(self.move, found.difficulty))
        made = check_of(
            check,
            number,
            label=say("jump", extent=extent),
            dice=dice,
            at=self.position,
            needed=needed,
            words=words,
            difficulty=dice.difficulty,
        )
        return self.hangs_on(replace(made, alternatives=tuple(other.text for other in others)), reason)

    # ------------------------------------------------------------ what comes of it

    def judgement(self) -> Judgement:
        """Return everything found."""
        checks = [*self.carrying(), *self.checks]
        modifiers = list(self.modifiers())
        spends = list(self.spends()) if self.situation.in_combat else []
        known = {line.rule for line in self.trace}
        worked = Tracer()
        with worked.watching(), self.tracer.watching():
            self.worked()
        told = {*worked.used, *self.used_rules}
        if self.tells_named:
            told |= {band.rule for band in self.bands} | {check.rule for check in checks}
            told |= {modifier.rule for modifier in modifiers} | {spend.rule for spend in spends}
        lines = self.tracer.lines(told)
        self.trace += [line for line in lines if line.rule not in known or self.rules[line.rule].working]
        return self.found(
            modifiers=modifiers,
            spends=spends,
            checks=checks,
            cost=self.cost(),
            limit=self.limit(),
        )

    def modifiers(self) -> Iterator[Modifier]:
        """Yield what the way leaves to later rolls."""
        return modifiers_of(self.game, Move(self.situation, self.after))

    def cost(self) -> Fraction:
        """Return what the route takes of the primary meter."""
        return self.used[self.primary] - self.begun[self.primary]

    def limit(self) -> Fraction | None:
        """Return how much there is of the primary meter without a roll; none: without end."""
        return no_roll_limit(self.price_tiers(self.primary))

    def carrying(self) -> Iterator[Check]:
        """Yield the rolls that carry the route: they are made when setting out."""
        move = replace(self.move, met=self.met)
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
                limit = no_roll_limit(prices.price_tiers(name, self.legal))
                left = None if limit is None else max(ZERO, limit - self.legal[name])
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


def _ground(ground: Any) -> tuple[object, ...]:  # noqa: ANN401 - a Ground
    """Return all of some ground that what it takes may depend on."""
    return ground.mode, ground.surface, ground.slick, ground.difficulty, ground.grades


def factor_of(game: Declarations, move: Move, *, ground: Any, terrain: Fraction) -> Fraction:  # noqa: ANN401 - a Ground
    """Return how much a unit of a stretch takes from its meter; ``terrain``: what its ground costs."""
    return (
        ZERO
        if uncounted(game, move, ground=ground)
        else terrain * max(ZERO, _taken(game, move, ground=ground))
    )


def takes_nothing(game: Declarations, move: Move, *, ground: Any) -> bool:  # noqa: ANN401 - a Ground
    """Tell whether ground and mode take nothing or less where they count: that is no way to move, not a free one."""
    return not uncounted(game, move, ground=ground) and _taken(game, move, ground=ground) <= 0


def uncounted(game: Declarations, move: Move, *, ground: Any) -> bool:  # noqa: ANN401 - a Ground
    """Tell whether this is a jump, and jumps draw on no meter."""
    if ground.mode != "jump" or game.jumps is None:
        return False
    counts = game.jumps.counts
    return not (counts(move) if callable(counts) else counts)


def _taken(game: Declarations, move: Move, *, ground: Any) -> Fraction:  # noqa: ANN401 - a Ground
    """Return how many times as much a unit takes by its mode and by the dearest grade of its ground."""
    (_, mode), *grades = parts_of(game, move, ground=ground)
    grade = max((takes for _, takes in grades), default=ONE)
    if mode <= 0 or grade <= 0:
        return ZERO
    return mode + grade - ONE if game.factors_add else mode * grade


def parts_of(game: Declarations, move: Move, *, ground: Any) -> Sequence[tuple[Any, Fraction]]:  # noqa: ANN401 - a Ground
    """Return what a unit takes by its mode and by each grade of its ground, each with what says so."""
    mode = game.modes_of(move).get(ground.mode)
    aloft = ground.mode == "jump" or (mode is not None and mode.flies)
    own = (None, ONE) if mode is None or mode.barred(move) else (mode.factor, mode.takes(move, ground))
    return [own, *((one.factor, one.takes(move, ground, aloft=aloft)) for one in graded(game, ground))]


def graded(game: Declarations, ground: Any) -> Sequence[Graded]:  # noqa: ANN401 - a Ground
    """Return the prices of the grades of some ground, each once."""
    if not game.graded:
        return ()
    names = dict.fromkeys(grade for grade, _ in ground.grades)
    return [game.graded[grade] for grade in names if grade in game.graded]


def no_mode(game: Declarations, mode: Mode) -> PriceTier:
    """Return the price of a way of moving that the character does not have."""
    number = next(iter(game.rules)) if mode.rule is None else mode.rule
    return ends(number, say("no_mode", mode=mode.label))


def extent_of(game: Declarations, far: Fraction, *, high: Fraction) -> Text:
    """Return in words how far and how high a jump goes."""
    shown: dict[str, Any] = {"far": far, "high": high, "unit": game.unit}
    if not high:
        return say("jump.far", far=far, unit=game.unit)
    if not far:
        return say("jump.high", high=high, unit=game.unit)
    return say("jump.far_and_high", **shown)


def roll_check(
    game: Declarations, move: Move, *, roll: Roll, needed: int, at: Fraction, thrown: Dice | None = None
) -> Check:
    """Return the check of a roll that carries, with how far each result gets; ``thrown``: other dice than usual."""
    dice, words = Pricing(game, move).dice(roll) if thrown is None else thrown, game.needed(needed)

    def carries(result: int) -> Fraction:
        return roll.far(move, result)

    return check_of(
        roll.id,
        roll.rule,
        label=roll.label,
        dice=dice,
        at=at,
        needed=needed,
        words=words,
        difficulty=dice.difficulty,
        carries=carries,
    )


def region_rolls(game: Declarations) -> RegionRolls:
    """Return what regions demand; a sure roll where the game has no rule for it."""
    told = game.region_rolls

    def check(situation: Situation, state: Any, *, gate: Gate, at: Fraction) -> Check:  # noqa: ANN401 - the game's turn
        label, name = gate_label(gate.name), f"gate:{gate.id}"
        if told is None:
            nothing = say("dice.none")
            return Check(name, tabletop.rough, label, at, 0, nothing, 0, 0, nothing, ONE, ZERO, ())
        move = Move(situation, state)
        dice, needed = changed(told.dice(move, gate), move), told.target(move, gate)
        words, difficulty = game.needed(needed), dice.difficulty
        return check_of(
            name, told.rule, label=label, dice=dice, at=at, needed=needed, words=words, difficulty=difficulty
        )

    def text(situation: Situation, gate: Gate, *, needed: int) -> Text:
        return say("gate", region=situation.name(gate.id), name=gate.name, needed=game.needed(needed))

    return RegionRolls(tabletop.rough if told is None else told.rule, check, text)


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
