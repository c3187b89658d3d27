"""Walks a way once, by the rules of a declared game: its bands, checks and hazards, and the turn that it leaves.

Theory of operation. Every stretch of a route draws on one or more meters (feet on the ground, feet swum, a
pool of movement ...). Each meter has a price list, its tiers. Laying a stretch cuts it wherever one of its
meters passes the limit of a tier, and prices each piece by the worst of the tiers it lies in. What cannot
be passed ends the walk: all that follows is impossible for the same reason.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from math import prod
from typing import Any, ClassVar, ParamSpec, TypeVar

from py_rules.engine import tabletop
from py_rules.engine.checks import modifiers_of, region_check, region_text, roll_check
from py_rules.engine.declarations import Declarations
from py_rules.engine.dice import check_of
from py_rules.engine.given import GIVEN
from py_rules.engine.parts import Ground, Mode
from py_rules.engine.price_tiers import (
    PriceTier,
    both,
    both_prices,
    dearest,
    ends,
    left_of,
    over_laid,
    tier_at,
)
from py_rules.engine.pricing import UNPRICED, Pricing, changed, leap, parts_of, taken
from py_rules.engine.rules import Rule, Tracer
from py_rules.engine.situation import Move, Reaches, on_tests
from py_rules.engine.turn import with_new
from py_rules.engine.words import say
from py_rules.protocol.facts import MovedFact
from py_rules.values import work
from py_rules.values.answer_parts import (
    WORST,
    Band,
    Check,
    Hazard,
    Judgement,
    Modifier,
    Price,
    ReactionOffer,
    Ruling,
    Spend,
    Trace,
)
from py_rules.values.records import replace
from py_rules.values.rounding import SLACK, to_number
from py_rules.values.sentences import Sentence
from py_rules.values.stretch import Segment

P = ParamSpec("P")
R = TypeVar("R")
ZERO = Fraction(0)
ONE = Fraction(1)


class Walk:
    """One walk along one route, and what was found on it."""

    rough_rule: ClassVar[str] = tabletop.rough
    """The rule by which rough ground costs more."""
    down = ZERO
    """How deep it has fallen by here."""

    def __init__(
        self,
        game: Declarations,
        move: Move,
        *,
        route: Sequence[Segment],
        cleared: frozenset[str] = frozenset(),
        fact: MovedFact | None = None,
    ) -> None:
        self.game, self.rules, self.unit = game, game.rules, game.unit
        self.move, self.cleared = move, cleared
        self.fact = fact
        """What is known of the way once it was gone; none: it is planned."""
        self.state = move.turn
        self.prices = Pricing(game, self.move)
        self.primary = self.prices.primary.id
        """The meter that the cost of a route is counted in."""
        self.begun = self.used_before()
        self.used, self.legal = dict(self.begun), dict(self.begun)
        """What is used of each meter where the route begins, by here, and where it can be gone no farther."""
        self.marked: set[tuple[Ground, bool]] = set()
        self.marks: dict[str, int] = {}
        self.legal_marks: Mapping[str, int] = {}
        """What the way has met by here, and where it can be gone no farther."""
        self.position = ZERO
        self.run, self.heading = getattr(self.state, "run", ZERO), getattr(self.state, "heading", "")
        self.jumps = 0
        self.dead: PriceTier | None = None
        self.short: Fraction | None = None
        """Where the walk ends for want of a meter."""
        self.needs: dict[str, int] = {}
        self.chances: dict[str, Fraction] = {}
        """The chance of what each check must come to."""
        self.rolled_at: dict[str, Fraction] = {}
        """Where the roll of each check is made: setting out, or where another meter that it carries is begun."""
        self.meters_begun: dict[str, Fraction] = {self.primary: ZERO}
        self.bands: list[Band] = []
        self.meter_prices: dict[str, Price | None] = {}
        """The last price of each meter that names one, in the order in which they were drawn on last."""
        self.checks: list[Check] = []
        self.reactions: list[ReactionOffer] = []
        self.hazards: list[Hazard] = []
        self.rulings: list[Ruling] = []
        self.trace: list[Trace] = []
        self.dear: dict[tuple[Fraction, bool], Segment] = {}
        """Ground that costs more than its length, all stretches of one price as one."""
        self.used_rules: set[str] = set()
        """The rules of what modes take that made a stretch dearer or cheaper."""
        self.dearest: dict[str, Fraction] = {}
        """The most that a unit of a stretch took by each of them: that stretch the trace tells of."""
        self.on_ground: Ground | None = None
        self.unit_takes: Fraction | None = None
        """The ground of the stretch before, and how much a unit of that took."""
        self.tracer = Tracer()
        with self.tracer.watching():
            self.set_out(route)
            self.walk(route)
            self.after = self.left() if move.in_combat or fact is not None else self.state
            self.arrive(route)

    # ------------------------------------------------------------ what is met

    def set_out(self, route: Sequence[Segment]) -> None:
        """Note of the whole way what it leaves by ways of moving: it is one pace, one roll, as its worst part asks."""
        for segment in route if self.game.marks is not None else ():
            if segment.cost:
                self.mark(segment, self.game.modes)

    def mark(self, segment: Segment, only: Collection[str] | None = None) -> None:
        """Note what a stretch leaves on the way, and by which rules it is the worst of its kind; ``only``: these."""
        ground, told = segment.footing, Tracer()
        if (ground, only is None) in self.marked:
            return
        self.marked.add((ground, only is None))
        with told.watching():
            left = () if self.game.marks is None else self.game.marks(self.move, ground)
        for mark, how in left:
            if how > self.marks.get(mark, -1) and (only is None or mark in only):
                self.marks[mark] = how
                self.used_rules |= {*told.used}
                for number in told.used:
                    self.tracer.hold(number)

    def arrive(self, route: Sequence[Segment]) -> None:
        """Note what a route has met once it is walked."""

    @cached_property
    def reaches(self) -> dict[str, Reaches]:
        """How far foes reach, by reaction."""
        return {told.id: Reaches(self.move, partial(told.reaches, self.move)) for told in self.game.reactions}

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

    def _left_behind(self, segment: Segment) -> Iterator[ReactionOffer]:
        """Yield what foes may do whose reach a stretch leaves."""
        work.add(4 * len(self.move.others) * len(self.game.reactions))
        known = {reaction.id for reaction in self.reactions} | self.cleared | set(self.state.reacted)
        for told in self.game.reactions:
            for foe, _ in self.reaches[told.id].left_behind(segment):
                name = f"{told.id}:{foe.id}"
                if name not in known:
                    label = self.game.say(told.label, token=foe.name)
                    self.note(told.rule, told.rule.label)
                    yield ReactionOffer(name, told.rule, foe.id, self.position, label, waits=True)

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

    # ------------------------------------------------------------ prices

    def used_before(self) -> dict[str, Fraction]:
        """Return what is used of each meter where the route begins."""
        return self.prices.used()

    def price_tiers(self, meter: str) -> Sequence[PriceTier]:
        """Return the prices of a meter, beside what the others have used by here."""
        return self.prices.price_tiers(meter, self.used, marks=self.marks)

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return what a stretch draws on: nothing, where it takes nothing and movement is not barred."""
        paid = self.factor(segment) or segment.flat or self.prices.barred()
        return (self.prices.meter_of(segment.mode).id,) if paid else ()

    def factor(self, segment: Segment) -> Fraction:
        """Return how much a unit of a stretch takes: as its terrain and its mode say."""
        takes = self.takes(segment.footing) or ZERO
        return segment.multiplier if takes == ONE else segment.multiplier * takes

    def takes(self, ground: Ground) -> Fraction | None:
        """Return how much a unit of some ground takes, and note the rules that say so; once for all that is alike."""
        if ground == self.on_ground:
            return self.unit_takes
        self.on_ground, found = ground, taken(self.game, self.move, ground=ground)
        self.unit_takes = found
        for rule, takes in parts_of(self.game, self.move, ground=ground) if found else ():
            if takes == ONE or not isinstance(rule, Rule):
                continue
            self.used_rules.add(rule.number)
            if found and found > self.dearest.get(rule.number, ZERO):
                self.dearest[rule.number] = found
                self.tracer.hold(rule.number)
        return found

    def hangs_on(self, check: Check, reason: Sentence) -> PriceTier:
        """Return the price of what a roll on the way decides; one that nobody makes ends the way."""
        self.checks.append(check)
        if not check.chance:
            return ends(check.rule, reason)
        self.chances[check.id] = check.chance
        needs = ((check.id, check.needed),)
        return PriceTier(None, "roll", check.rule, reason, chance=check.chance, needs=needs)

    def run_up(self) -> Fraction:
        """Return the straight run that makes a jump a running jump: none, unless the game asks for one."""
        return ZERO if self.game.jumps is None else self.game.jumps.run_up_of(self.move)

    # ------------------------------------------------------------ walking

    def walk(self, route: Sequence[Segment]) -> None:
        """Walk the whole route; one jump is one leap, whatever the number of cells it crosses."""
        work.add(work.STRETCH * len(route))
        self.route: Sequence[Segment] = route
        index = 0
        while index < len(route):
            end = index + 1
            if route[index].mode == "jump":
                while end < len(route) and flies_on(route[end - 1], route[end]):
                    end += 1
                self._jump(route[index:end])
            else:
                self._stretch(route[index])
            index = end
        for stretch in self.dear.values():
            self.rough(stretch)

    def rough(self, stretch: Segment) -> None:
        """Note what rough ground of one price costs in all."""
        how = "times" if not stretch.flat else "entry" if stretch.multiplier == 1 else "both"
        told = {name: getattr(stretch, name) for name in ("length", "multiplier", "flat", "cost")}
        self.note(self.rough_rule, tabletop.texts(f"rough.{how}", **told, unit=self.unit))

    def _add_dear(self, segment: Segment) -> None:
        if segment.multiplier in {0, 1} and not segment.flat:
            return
        far = segment.extent if self.factor(segment) else ZERO
        name = segment.multiplier, bool(segment.flat)
        known = self.dear.get(name) or replace(segment, length=ZERO, rise=ZERO, flat=ZERO)
        made = replace(known, length=known.length + far, flat=known.flat + segment.flat)
        if made.cost:
            self.dear[name] = made

    def _stretch(self, segment: Segment) -> None:
        self.enter(segment)
        self._add_dear(segment)
        self.barred(segment)
        self._lay(segment, segment.mode, over=self.gate(segment))
        here, first = self.move.here, segment is self.route[0]
        hung = first and here is not None and here.clings  # no run-up begins in mid-air
        on_foot = segment.mode in {"ground", "sprint"} and not hung
        straight = on_foot and segment.heading == self.heading
        self.run = (self.run + segment.length if straight else segment.length) if on_foot else ZERO
        self.heading = segment.heading if on_foot else ""

    def _jump(self, parts: Sequence[Segment]) -> None:
        self.jumps += 1
        run = self.run if self.heading == parts[0].heading else ZERO
        running = run + SLACK >= self.run_up() if parts[0].run_up is None else parts[0].run_up
        for part in parts:
            self.enter(part)
            self.barred(part)
        # What the landing demands is asked for before the take-off: nobody stops in the air.
        far = sum((part.length for part in parts), ZERO)
        high = sum((max(part.rise, ZERO) for part in parts), ZERO)
        price = both(self.leap(parts, far=far, high=high, running=running), self.gate(parts[-1]))
        for part in parts:
            self._add_dear(part)
            self._lay(part, "jump", over=price)
        self.run, self.heading = ZERO, ""

    def barred(self, segment: Segment) -> None:
        """End the walk where the map forbids a stretch; a system may let a token fall instead."""
        if segment.barrier and self.dead is None:
            self.dies(ends(*tabletop.BARRIERS[segment.barrier]))

    def dies(self, tier: PriceTier) -> None:
        """Let nothing go past here."""
        if self.dead is None:
            self.dead = tier

    # ------------------------------------------------------------ bands

    def _lay(self, segment: Segment, mode: str, *, over: PriceTier | None) -> None:
        """Lay bands over a stretch, cut where the price of one of its meters changes."""
        name = "ground" if mode == "sprint" else mode
        if not segment.multiplier:
            self.note(GIVEN.rule, GIVEN.reason)
            self.band(segment.extent, name, tier=GIVEN if over is None else over_laid(GIVEN, over))
            return
        meters, factor = self.meters(segment), self.factor(segment)
        prices = {meter: self.price_tiers(meter) for meter in meters}
        for meter in meters:
            used = self.used.get(meter, ZERO)
            self.used[meter] = used + segment.flat if segment.flat else used
            self.meters_begun.setdefault(meter, self.position)
        ahead = segment.extent
        while ahead:
            now = [tier_at(prices[meter], self.used[meter], still=not factor) for meter in meters]
            walked = ahead
            for meter, tier in zip(meters, now, strict=True):
                if tier.limit is not None and factor:
                    walked = min(walked, (tier.limit - self.used[meter]) / factor)
            for meter, tier in zip(meters, now, strict=True):
                self.used[meter] += walked if factor == 1 else walked * factor
                for check, _ in tier.needs:
                    self.rolled_at.setdefault(check, self.meters_begun[meter])
            tier = dearest(now) if now else UNPRICED
            laid = tier if over is None else over_laid(tier, over)
            self._run_short(prices, laid, falls=mode == "fall")
            self.band(walked, name, tier=laid)
            if self.dead is None and len(tier.needs) == 1 and tier.chance is not None:
                self._hope(*tier.needs[0], chance=tier.chance)
            if self.dead is None and meters:
                self.meter_prices.pop(meters[0], None)
                self.meter_prices[meters[0]] = laid.price
            ahead = ZERO if walked is ahead else ahead - walked

    def _run_short(self, prices: Mapping[str, Sequence[PriceTier]], end: PriceTier, *, falls: bool) -> None:
        """Note where there is not enough of a meter and prices end the walk, unless they do for another reason."""
        if end.kind != "impossible" or self.dead is not None or falls:
            return
        for *held, last in prices.values():
            if last is end and any(tier.limit for tier in held):
                self.short = self.position

    def told(self, band: Band) -> Band:
        """Return a band that tells by how much there is too little, if that is what ends the way."""
        if band.kind != "impossible" or self.short is None:
            return band
        over = self.position - self.short
        return replace(band, reason=tabletop.texts("too_far", reason=band.reason, over=over, unit=self.unit))

    def _hope(self, check: str, needed: int, *, chance: Fraction) -> None:
        """Keep the chance of the most that a check must come to."""
        if needed >= self.needs.get(check, needed):
            self.chances[check] = chance

    def band(self, extent: Fraction, mode: str, *, tier: PriceTier) -> None:
        """Lay one band from here on; equal bands in a row are one."""
        if self.dead is not None:
            tier = self.dead
        elif tier.kind == "impossible":
            self.dead = tier
        else:
            self.legal, self.legal_marks = dict(self.used), dict(self.marks)
            for name, needed in tier.needs:
                self.needs[name] = max(needed, self.needs.get(name, needed))
        check = tier.needs[0][0] if len(tier.needs) == 1 else None
        start, self.position = self.position, self.position + extent
        told = (tier.kind, mode, tier.rule, tier.reason, tier.price, tier.chance, check)
        last = self.bands[-1] if self.bands else None
        if last is not None and last == Band(last.start, last.end, *told):
            start = self.bands.pop().start
        self.bands.append(Band(start, self.position, *told))

    # ------------------------------------------------------------ what comes of it

    @property
    def price(self) -> Price | None:
        """What the way costs besides distance: what the primary meter asks, and the meters drawn on last."""
        found = self.meter_prices.get(self.primary)
        for meter, price in reversed([*self.meter_prices.items()]):
            if meter != self.primary:
                found = both_prices(found, price)
        return found

    def whole(self) -> PriceTier | None:
        """Return all that was judged as one tier, over which more ground is laid; none: nothing was judged."""
        worst = max(reversed(self.bands), key=lambda band: WORST[band.kind], default=None)
        if worst is None:
            return None
        chance = prod((self.chances[check] for check in self.needs), start=ONE) if self.needs else None
        needs = tuple(sorted(self.needs.items()))
        return PriceTier(None, worst.kind, worst.rule, worst.reason, self.price, chance, needs)

    def left(self) -> Any:  # noqa: ANN401 - the game's turn
        """Return the turn after the way: as far as it can be gone or, once it was gone, where it ended."""
        fact, ended = self.fact, dict[str, Any]()
        if fact is not None:
            if "drop" in self.game.questions:
                ended["drop"] = sum((part.drop for part in self.route), self.state.drop)
            ended["water"] = self.route[-1].ends == "water" if fact.fall is None else self.state.water
            if fact.forced or not self.move.in_combat:
                return replace(self.travelled(self.state, forced=fact.forced), **ended)
        turn = self.travelled(self.prices.charged(self.legal if fact is None else self.used), forced=False)
        return self.prices.moved(replace(turn, **ended))

    def travelled(self, turn: Any, *, forced: bool) -> Any:  # noqa: ANN401 - likewise
        """Return a turn with what counts of the route in any game; forced, or outside combat, it ends the run."""
        if forced or not self.move.in_combat:
            return replace(turn, heading="", run=ZERO)
        passed = [gate.id for part in self.route for gate in part.gates]
        found: dict[str, Any] = {"passed": with_new(turn.passed, passed)}
        found["diagonals"] = turn.diagonals + sum(part.diagonals for part in self.route)
        if hasattr(turn, "run"):
            found |= {"heading": self.heading, "run": self.run}
        return replace(turn, **found)

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

    # ------------------------------------------------------------ notes

    def note(self, number: str, working: Sentence, **numbers: Fraction | int | str) -> None:
        """Add a line to the trace, once."""
        info = self.rules.get(number) or tabletop.RULES[number]
        self._tell(info.trace(working, **numbers))

    def use(self, rule: Rule[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what a rule comes to, and tell it by itself: several uses are several lines."""
        result = rule(*args, **kwargs)
        self._tell(rule.line(result, *args, **kwargs))
        return result

    def _tell(self, line: Trace) -> None:
        work.add(1 + len(self.trace))
        if line not in self.trace:
            self.trace.append(line)

    def note_bands(self, numbers: Collection[str], *, kind: str = "") -> None:
        """Add the reasons of bands by these rules to the trace, of one kind or of all."""
        for band in self.bands:
            if band.rule in numbers and kind in {"", band.kind}:
                self.note(band.rule, band.reason)

    def ask(self, ruling: Ruling) -> None:
        """Put a question to the GM, once."""
        work.add(1 + len(self.rulings) // 8)
        if all(asked.id != ruling.id for asked in self.rulings):
            self.rulings.append(ruling)

    def open(self, check: str) -> bool:
        """Tell whether a check on the path is still to be rolled."""
        work.add(1 + len(self.checks) // 8)
        known = {found.id for found in self.checks}
        return self.dead is None and check not in self.cleared and check not in known


def flies_on(part: Segment, after: Segment) -> bool:
    """Tell whether a jump goes on: it has not landed, and nobody turns in the air."""
    return after.mode == "jump" and not part.lands and after.heading == part.heading


def no_mode(game: Declarations, mode: Mode) -> PriceTier:
    """Return the price of a way of moving that the character does not have."""
    number = next(iter(game.rules)) if mode.rule is None else mode.rule
    return ends(number, say("no_mode", mode=mode.label))


def extent_of(game: Declarations, far: Fraction, *, high: Fraction) -> Sentence:
    """Return in words how far and how high a jump goes."""
    if not high:
        return say("jump.far", far=far, unit=game.unit)
    if not far:
        return say("jump.high", high=high, unit=game.unit)
    return say("jump.far_and_high", far=far, high=high, unit=game.unit)
