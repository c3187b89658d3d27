"""The Kleptonomicon: a path, stretch by stretch."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from py_rules.engine.parts import Turn
from py_rules.engine.price_tiers import PriceTier, ends, left_of
from py_rules.engine.situation import Move
from py_rules.engine.walk import Walk
from py_rules.systems.styles import acts, ledger, prices, rules, swimming
from py_rules.systems.styles.rules import named, style_of
from py_rules.systems.styles.words import POOL, ZERO, game, say
from py_rules.values.answer_parts import ReactionOffer, Spend
from py_rules.values.records import replace
from py_rules.values.sentences import Sentence
from py_rules.values.stretch import Fall, Segment


class KleptonomiconWalk(Walk):
    """The Kleptonomicon's walk along a route."""

    def used_before(self) -> dict[str, Fraction]:
        """Return what is used of the pool and of every style."""
        return prices.used_of(self.move)

    def set_out(self, route: Sequence[Segment]) -> None:
        """Note whether Movement is counted."""
        del route
        self.counts, self.dashes = prices.counted(self.move), False
        self.falls_at: Fraction | None = None
        self.executed = dict(self.begun)
        """What is used of every meter where a fall ends the way."""
        self.listed: dict[str, Sequence[PriceTier]] = {}
        self.crawled: dict[str, Fraction] | None = None
        """What was used where the crawl began that is under way."""
        self.over = False
        """Whether a crawl went on over what rounding leaves it, by a Dash."""

    # -------------------------------------------------------- prices

    def price_tiers(self, meter: str) -> Sequence[PriceTier]:
        """Return the prices of the pool or of a style."""
        if meter not in self.listed:
            self.listed[meter] = prices.tiers_of(self.move, meter, crawled=self.crawled)
        return self.listed[meter]

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return the style and the pool; nothing where Movement is not counted."""
        return (style_of(self.move, segment.mode), POOL) if self.counts else ()

    def factor(self, segment: Segment) -> Fraction:
        """Return how much each unit of a stretch takes: crawling costs double."""
        crawls = rules.crawls(self.move, segment.mode)
        return rules.crawl_cost(segment.multiplier) if crawls else segment.multiplier

    def band(self, extent: Fraction, mode: str, *, tier: PriceTier) -> None:
        """Lay one band, and keep in mind what was used where a fall ends the way."""
        super().band(extent, mode, tier=tier)
        if self.falls_at is None or self.position <= self.falls_at:
            self.executed = dict(self.used)
            self.over |= self.crawled is not None and tier.kind == "penalised"

    # -------------------------------------------------------- what is met

    def enter(self, segment: Segment) -> None:
        """Note what a stretch meets, and where it may not be."""
        style, crawls = style_of(self.move, segment.mode), rules.crawls(self.move, segment.mode)
        if crawls != (self.crawled is not None):
            self.crawled, self.listed = (dict(self.used) if crawls else None), {}
        for own in (rules.climbs, swimming.swims):
            if own(style):
                self.use(own, style)
        lacks = rules.distance(self.move, style) is None and rules.word_on(self.state, style) != "no"
        if lacks and self.counts and segment.multiplier:  # what was given asks for nothing
            self._ask(style)
        if rules.walks_into_air(style, segment):
            self._fall_off(rules.walks_into_air, say("walk.falls"), at=self.position, segment=segment)
        if self.counts and self.falls_at is None and self.dead is None:
            self.reactions += self._left_behind(segment)

    def _ask(self, style: str) -> None:
        """Put a missing style to the GM, or to the Test that the GM has asked for."""
        if not prices.wants_test(self.move, style):
            self.ask(acts.improvise.of(self.move, style, at=self.position))
        elif self.open(f"improvise-{style}"):
            found = prices.check_for(self.move, f"improvise-{style}", at=self.position)
            self.checks += [found] if found.chance else []

    def barred(self, segment: Segment) -> None:
        """End the walk where the map forbids a stretch; whoever walks or jumps into a gap falls instead."""
        style, falls = style_of(self.move, segment.mode), {"gap", "air"}
        if self.falls_at is not None:  # after a fall nothing is done
            falls |= {"take_off", "water"}
        if segment.barrier not in falls or style not in {"walk", "jump"}:
            if segment.barrier == "take_off":
                self.dies(ends(rules.takes_off, say("jump.start")))
            super().barred(segment)

    def _fall_off(self, number: str, why: Sentence, *, at: Fraction, segment: Segment) -> None:
        """Let the token fall at ``at``; nothing after it is done or paid."""
        if self.falls_at is not None or self.dead is not None:
            return
        self.falls_at = at
        self.note(number, why)
        deep = None if segment.ends == "water" else segment.depth
        height = -segment.rise if deep is None and segment.rise < 0 else deep
        self.hazards.append(rules.fall(at, height=height, stops=True))
        self.rulings.append(acts.falls.at(at))

    def leap(
        self, parts: Sequence[Segment], *, far: Fraction, high: Fraction, running: bool
    ) -> PriceTier | None:
        """Note what a jump comes to; it costs nothing but its length."""
        del running
        extent, last = far + high, parts[-1]
        number = rules.jumps_into_air
        self.note(number, say("jump.working", length=extent), length=extent)
        if number("jump", last):
            self._fall_off(number, say("jump.falls"), at=self.position + extent, segment=last)
        elif last.ends == "water" and self.falls_at is None and self.dead is None:
            # Water is no solid ground: the fall is over at once, and one swims.
            self.note(number, say("jump.splashes"))
            self.hazards.append(rules.fall(self.position + extent, height=None, stops=False))
        return None

    def gate(self, segment: Segment) -> PriceTier | None:
        """Return what Tests demanded by regions add to the stretch's price; in a Montage there are none."""
        if rules.suspended(self.state):
            return PriceTier(None, "free", rules.suspended, say("montage"))
        return super().gate(segment)

    # -------------------------------------------------------- what comes of it

    def arrive(self, route: Sequence[Segment]) -> None:
        """Note what is asked before the way is gone and where it ends, and what each style comes to."""
        # A hazard at the very end stops nothing, and the token gets there.
        self.hazards = [replace(one, stops=one.stops and one.at < self.position) for one in self.hazards]
        affordable = rules.affordable(self.bands)
        if self.dashes and affordable:
            # Nothing goes on without an answer.
            offer = say("dash.offer", hooks=self.move.house_rules.dash_hook_cost)
            self.reactions.insert(0, ReactionOffer("dash", rules.no_dash, None, ZERO, offer, waits=True))
        if not (self.bands and self.counts):
            return
        self._sneak()
        for style in dict.fromkeys(style_of(self.move, part.mode) for part in route):
            if style in self.move.character.styles:
                self.use(rules.distance, self.move, style)
            elif rules.improvised(self.state, style) is not None:
                self.use(rules.improvised, self.state, style)
            amount = self.executed.get(style, ZERO) - self.begun.get(style, ZERO)
            if amount and affordable:
                self.use(rules.spent, self.begun, style, amount=amount)

    def cost(self) -> Fraction:
        """Return what the route takes of the pool."""
        return self.executed[POOL] - self.begun[POOL]

    def left_over(self) -> Fraction | None:
        """Return how much Walk is left after it, without a roll; none: without end."""
        if not self.counts:
            return None
        used = self.executed
        tiers = {meter: prices.tiers_of(self.move, meter) for meter in ("walk", POOL)}
        return min(left_of(tiers[meter], used.get(meter, ZERO)) or ZERO for meter in tiers)

    def _sneak(self) -> None:
        if not (self.move.circumstances.obscured and rules.may_sneak(self.move)):
            return
        self.use(rules.may_sneak, self.move)
        check = prices.check_for(self.move, "sneaking", at=self.position)
        self.checks.append(replace(check, optional=True))
        if acts.asks_to_sneak(self.move):
            self.rulings.append(acts.sneak.of(self.move, at=self.position))

    def spends(self) -> Iterator[Spend]:
        """Yield what the way takes: of the pool and of each style, and the Hooks for a Dash."""
        after = replace(self.move, turn=self.after)
        for meter, used in self.executed.items():
            amount = used - self.begun.get(meter, ZERO)
            if amount and prices.whole_of(after, meter) is not None:
                name, label = ("pool", game.meters["pool"].label) if meter == POOL else (meter, named(meter))
                left = prices.left_of(after, meter, used=self.executed)
                yield Spend(rules.spent, name, label, amount, left, is_length=True)
        hooks, held = self.move.house_rules.dash_hook_cost, self.move.character.hooks
        if self.dashes and hooks:
            kept = None if held is None else Fraction(max(0, held - hooks))
            yield Spend(rules.no_dash, "hook", say("spend.hook"), Fraction(hooks), kept)

    def left(self) -> Turn:
        """Return the turn after the way: with the Dash that it needs, what it used, where it ended."""
        fact = self.fact
        if fact is None:
            self.executed = self.used if self.falls_at is None else self.executed
            able = self.counts and rules.no_dash(self.move) is None
            self.dashes = able and (self.over or prices.needs_dash(self.move, self.executed))
            return replace(self.state, dash=self.state.dash or self.dashes)
        move = self.move.with_turn(under_way="", reacted=())
        styles, last = [style_of(self.move, part.mode) for part in self.route], self.route[-1]
        if fact.forced:
            return self._carried(move.turn, styles[-1], last=last)
        paid = self._paid(move, dashes=not fact.override)
        falls = rules.jumps_into_air(styles[-1], last) or rules.walks_into_air(styles[-1], last)
        return replace(
            self._placed(paid, styles[-1], last=last),
            adrift=False,
            prone=self.state.prone and set(styles) == {"walk"},
            moved=True,
            fall=None if not falls else Fall(last.drop, None) if last.falls else Fall(last.depth),
        )

    def _paid(self, move: Move, *, dashes: bool) -> Turn:
        """Return the turn after paying; whoever goes farther than Movement allows has dashed."""
        if not self.counts:
            gone = sum(part.diagonals for part in self.route)
            return replace(move.turn, diagonals=move.turn.diagonals + gone)
        turn: Turn = self.travelled(prices.paid(move, self.used), forced=False)
        far = self.over or prices.needs_dash(self.move, self.used)
        return replace(turn, dash=turn.dash or (dashes and far))

    def _placed(self, turn: Turn, style: str, *, last: Segment) -> Turn:
        """Return the turn where a stretch ends, as it tells."""
        held = last.onto or rules.held_in(self.move, style) or "ground"
        return ledger.held_by(replace(self.move, turn=turn), held, style=style, current=last.current)

    def _carried(self, turn: Turn, style: str, *, last: Segment) -> Turn:
        """Return the turn after forced movement: water and currents keep what they carry; past an edge it falls."""
        if last.mode not in {"drift", "fall"}:
            turn = replace(self._placed(turn, style, last=last), prone=turn.prone and style == "walk")
        deep = sum((part.drop for part in self.route), ZERO)
        return replace(turn, fall=Fall(deep, None)) if deep else turn

    def worked(self) -> None:
        """Call the rules that a plan tells of."""
        move = self.move
        if self.bands and rules.suspended(self.state):
            self.note(rules.suspended, say("montage"))
        if not (self.bands and self.counts):
            return
        pool = rules.movement_pool(move)
        rules.off_turn(move)
        rules.affordable(self.bands)
        if self.position <= rules.LADDER[-1]:
            rules.rung(self.position)
        if self.after.dash:
            rules.doubled(pool, dash=True)
        crawled = [part.extent for part in self.route if part.multiplier and rules.crawls(move, part.mode)]
        if any(crawled):
            rules.crawl_cost(sum(crawled, ZERO))
        if self.jumps > 1:
            self.note(rules.takes_off, say("jump.split", count=self.jumps), count=self.jumps)
        if self.falls_at is not None and self.falls_at < self.position:
            rules.paid_for(self.falls_at)
