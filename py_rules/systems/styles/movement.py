"""The Kleptonomicon: a path, stretch by stretch."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial

from py_rules.engine import Move
from py_rules.engine.judge import region_rolls
from py_rules.engine.judging import Judge
from py_rules.engine.price_tiers import PriceTier, ends
from py_rules.engine.situation import Reaches
from py_rules.protocol.facts import MovedFact
from py_rules.systems.styles import acts, prices, rules, swimming
from py_rules.systems.styles.rules import doubled, named, style_of
from py_rules.systems.styles.turn import Turn
from py_rules.systems.styles.words import HALVED, POOL, ZERO, game, say
from py_rules.values.answer_parts import Judgement, Modifier, Reaction, Spend
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction
from py_rules.values.sentences import Text
from py_rules.values.stretch import Segment


class RouteJudge(Judge[Turn]):
    """The Kleptonomicon's judge of a route."""

    region_rolls = region_rolls(game)
    tells_gates = False

    def used_before(self) -> dict[str, Fraction]:
        """Return what is used of the pool and of every style."""
        return prices.used_of(self.move)

    def set_out(self, route: Sequence[Segment]) -> None:
        """Note whether Movement is counted, and how the token lies."""
        del route
        self.counts = prices.counted(self.move)
        self.prone = self.state.prone
        self.fell = False
        self.paid: dict[str, Fraction] | None = None
        """What is used of every meter where a fall ends the way; none: nothing ends it."""
        self.crawling = False
        self.crawled = ZERO, ZERO
        self.crawled_from: dict[str, Fraction] = {}
        """What was used of every meter where the crawl began."""
        self.over = False
        """Whether a rounded crawl took more than it can use without Dash."""
        self.short: set[str] = set()
        self.styles: list[str] = []
        self.listed: dict[str, Sequence[PriceTier]] = {}
        self.most: dict[str, Fraction] = {}

    # -------------------------------------------------------- prices

    def price_tiers(self, meter: str) -> Sequence[PriceTier]:
        """Return the prices of the pool or of a style; under "down" a crawl uses whole u only."""
        if meter not in self.listed:
            self.listed[meter] = prices.tiers_of(self.move, meter)
        price_tiers = self.listed[meter]
        if not self.crawling or self.move.house_rules.crawl_round == "exact":
            return price_tiers
        return prices.crawled_tiers(self.move, price_tiers, used=self.crawled_from.get(meter, ZERO))

    def far(self, meter: str) -> Fraction:
        """Return how far a meter goes at the most, with Dash if there is one to be had; a style one lacks: nothing."""
        if meter not in self.most:
            self.most[meter] = prices.farthest(self.move, prices.whole_of(self.move, meter) or ZERO)
        return self.most[meter]

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return the style and the pool; nothing where Movement is not counted."""
        return (style_of(self.move, segment.mode), POOL) if self.counts else ()

    def factor(self, segment: Segment) -> Fraction:
        """Return how much each unit of a stretch takes: crawling costs double."""
        return rules.crawl_cost(segment.multiplier) if self.crawling else segment.multiplier

    # -------------------------------------------------------- what is met

    def enter(self, segment: Segment) -> None:
        """Note what a stretch is paid with, what it meets, and where it may not be."""
        move, style = self.move, style_of(self.move, segment.mode)
        self._crawled_over()
        if self.fell and self.paid is None:
            self.paid = dict(self.used)
        if style not in self.styles:
            self.styles.append(style)
            for own in (rules.climbs, swimming.swims):
                if own(style):
                    self.use(own, style)
        crawling = rules.crawls(move, segment.mode, prone=self.prone)
        if crawling and not self.crawling:
            self.crawled_from = dict(self.used)
        self.crawling = crawling
        if self.counts and segment.multiplier:  # what was given asks for nothing
            self._enter_counted(segment, style)
        if rules.walks_into_air(style, segment, barrier=segment.barrier):
            self._fall(rules.walks_into_air, say("walk.falls"), at=self.position, segment=segment)
        if self.counts and not self.fell:
            self._leave(segment, style)
        self.prone = rules.stays_prone(move, segment.mode, prone=self.prone)

    def _enter_counted(self, segment: Segment, style: str) -> None:
        cost = segment.extent * self.factor(segment) + segment.flat
        if self.crawling and segment.length:
            self._note_crawl(segment.extent, cost)
        if rules.reach_of(self.move, style) is None and style not in self.state.refused:
            self._ask(style)
        if self.prone and style != "walk":
            self._bar(rules.stand_cost, say("prone.walk_only"))
        self._explain_short(style, cost)

    def _bar(self, number: str, why: Text) -> None:
        """Let nothing go past here, and tell why."""
        self.note(number, why)
        self.dies(ends(number, why))

    def _note_crawl(self, length: Fraction, cost: Fraction) -> None:
        """Tell what all crawling so far takes, in one line."""
        self.crawled = length, cost = self.crawled[0] + length, self.crawled[1] + cost
        self.trace = [line for line in self.trace if line.rule != rules.crawl_distance]
        self.note(rules.crawl_distance, say("crawl", cost=cost, length=length), cost=cost)

    def _ask(self, style: str) -> None:
        """Put a missing style to the GM, or to the Test that the GM has asked for."""
        if not prices.wants_test(self.move, style):
            self.ask(acts.improvise.of(self.move, style, at=self.position))
            return
        check = prices.leaning(self.move, f"improvise-{style}")
        if self.open(check):
            found = prices.check_for(self.move, check, at=self.position)
            if found.chance:
                self.checks.append(found)

    def _explain_short(self, style: str, cost: Fraction) -> None:
        """Note where a style or the pool is too short for a stretch, the first time for each."""
        left = {meter: max(ZERO, self.far(meter) - self.used.get(meter, ZERO)) for meter in (style, POOL)}
        for meter, own in left.items():
            if cost <= own or meter in self.short or prices.whole_of(self.move, meter) is None:
                continue
            self.short.add(meter)
            told = {"wanted": cost, "left": min(own, left[POOL])}
            if meter == POOL:
                self.note(rules.movement_pool, say("pool.short", **told), **told)
            else:
                self.note(rules.style_end, say("style.short", style=named(style), **told), **told)

    @cached_property
    def reaches(self) -> Reaches:
        """How far foes reach."""
        return Reaches(self.situation, partial(rules.reacting, self.move))

    def _leave(self, step: Segment, style: str) -> None:
        """Note the foes whose reach a stretch leaves: the move waits there until they have reacted, or not."""
        known = {reaction.id for reaction in self.reactions} | self.cleared | set(self.state.reacted)
        for foe, reach in self.reaches.left_behind(step):
            name = f"leaves:{foe.id}"
            if name in known:
                continue
            effect = rules.interrupt_effect(self.move, style)
            label = say("leaves", reach=reach, token=foe.name)
            if effect != "none":
                told = {"style": named(style), "effect": rules.effect_text(effect)}
                label = say("leaves.interrupt", reach=reach, token=foe.name, **told)
            self.note(rules.reacting, label, reach=reach)
            self.reactions.append(Reaction(name, rules.reacting, foe.id, self.position, label, waits=True))

    def barred(self, segment: Segment) -> None:
        """End the walk where the map forbids a stretch; whoever walks or jumps into a gap falls instead."""
        style = style_of(self.move, segment.mode)
        if segment.barrier == "take_off":
            if not self.fell:  # after a fall nothing is done
                self._bar(rules.takes_off, say("jump.start"))
        elif segment.barrier not in {"gap", "air"} or style not in {"walk", "jump"}:
            super().barred(segment)

    def _fall(self, number: str, why: Text, *, at: Fraction, segment: Segment) -> None:
        """Let the token fall at ``at``; nothing after it is done or paid."""
        if self.fell or self.dead is not None:
            return
        self.fell = True
        self.note(number, why)
        height = -segment.rise if segment.depth is None and segment.rise < 0 else segment.depth
        self.hazards.append(rules.fall(self.move, at, height=height, stops=True))
        self.rulings.append(acts.falls.at(at))
        if number == rules.walks_into_air:
            self.paid = dict(self.used)

    def leap(
        self, parts: Sequence[Segment], *, far: Fraction, high: Fraction, running: bool
    ) -> PriceTier | None:
        """Note what a jump comes to; it costs nothing but its length."""
        del running
        extent, last = far + high, parts[-1]
        number = rules.jumps_into_air
        self.note(number, say("jump.working", length=extent), length=extent)
        if self.jumps > 1:
            line = say("jump.split", count=self.jumps)
            self.trace = [known for known in self.trace if known.rule != rules.takes_off]
            self.note(rules.takes_off, line, count=self.jumps)
        if number(last.surface, lands=last.lands):
            self._fall(number, say("jump.falls"), at=self.position + extent, segment=last)
        elif last.ends == "water" and not self.fell and self.dead is None:
            # Water is no solid ground: the fall is over at once, and one swims.
            self.note(number, say("jump.splashes"))
            self.hazards.append(rules.fall(self.move, self.position + extent, height=None, stops=False))
        return None

    def gate(self, segment: Segment) -> PriceTier | None:
        """Return what Tests demanded by regions add to the stretch's price; in a Montage there are none."""
        if rules.suspended(self.state):
            return PriceTier(None, "free", rules.suspended, say("montage"))
        return super().gate(segment)

    # -------------------------------------------------------- what comes of it

    def judgement(self) -> Judgement:
        """Return everything found."""
        move, state = self.move, self.state
        if all(hazard.at >= self.position for hazard in self.hazards if hazard.stops):
            # A hazard at the very end stops nothing, and the token gets there.
            self.paid = None
            self.hazards = [replace(hazard, stops=False) for hazard in self.hazards]
        paid = self.used if self.paid is None else self.paid
        dashes = self._dashes(paid)
        if dashes and rules.affordable(self.bands):
            # Nothing goes on without an answer.
            offer = prices.hooks_text(move, "dash.offer")
            self.reactions.insert(0, Reaction("dash", rules.no_dash, None, ZERO, offer, waits=True))
            self.rulings.insert(0, acts.dash.of(move))
        if self.bands and self.counts:
            self._sneak()
            self._explain(paid, dashes=dashes)
        elif self.bands and rules.suspended(state):
            self.note(rules.suspended, say("montage"))
        return self.found(
            modifiers=dash_modifiers(move.with_turn(dash=state.dash or dashes)),
            spends=self._spends(paid, dashes=dashes) if self.counts else (),
            cost=paid[POOL] - self.begun[POOL],
            left=self._left(paid) if self.counts else None,
        )

    def _dashes(self, paid: Mapping[str, Fraction]) -> bool:
        """Tell whether the route needs a Dash that does not run yet."""
        if not self.counts or rules.no_dash(self.move) is not None:
            return False
        self._crawled_over()
        return self.over or prices.needs_dash(self.move, paid)

    def _crawled_over(self) -> None:
        """Note a crawl that took more than a rounded crawl can use without Dash."""
        if self.crawling and self.counts and not self.over:
            self.over = prices.overcrawled(self.move, self.crawled_from, used=self.used)

    def _left(self, paid: Mapping[str, Fraction]) -> Fraction:
        """Return how much Walk is left after it, without a roll; what a rounded crawl cannot use is lost."""
        move, left = self.move, []
        for meter in ("walk", POOL):
            limit = self.far(meter)
            if self.crawling:
                limit = rules.crawlable(move, limit, begun=self.crawled_from.get(meter, ZERO))
            left.append(limit - paid.get(meter, ZERO))
        return ZERO if prices.why_barred(move) else max(ZERO, min(left))

    def _sneak(self) -> None:
        move = self.move
        if not (move.circumstances.obscured and rules.may_sneak(self.state)):
            return
        check = prices.check_for(move, prices.leaning(move, "sneaking"), at=self.position)
        self.note(rules.may_sneak, sneak_working(move, check.needed), chance=check.chance)
        self.checks.append(replace(check, optional=True))
        if acts.asks_to_sneak(move):
            self.rulings.append(acts.sneak.of(move, at=self.position))

    def _spends(self, paid: Mapping[str, Fraction], *, dashes: bool) -> Iterator[Spend]:
        move, dash = self.move, self.state.dash or dashes
        pool = max(ZERO, doubled(rules.movement_pool(move), dash=dash) - paid[POOL])
        if paid[POOL] > self.begun[POOL]:
            label, paid_now = game.meters["pool"].label, paid[POOL] - self.begun[POOL]
            yield Spend(rules.spent, "pool", label, paid_now, pool, is_length=True)
        for style in self.styles:
            amount, whole = paid.get(style, ZERO) - self.state.used(style), rules.reach_of(move, style)
            if amount > 0 and whole is not None:
                left = max(ZERO, min(pool, doubled(whole, dash=dash) - paid[style]))
                yield Spend(rules.spent, style, rules.worded(style), amount, left, is_length=True)
        hooks, held = move.house_rules.dash_hook_cost, move.character.hooks
        if dashes and hooks:
            kept = None if held is None else Fraction(max(0, held - hooks))
            yield Spend(rules.no_dash, "hook", say("spend.hook"), Fraction(hooks), kept)

    def left(self, fact: MovedFact) -> Turn:
        """Return the turn after the whole route was gone: what it used, where it ended."""
        height = None if fact.way is None else to_fraction(fact.way[-1][2])
        turn = replace(self.state, under_way="", reacted=(), elevation=height, prone=self.prone)
        last, style = self.route[-1], style_of(self.move, self.route[-1].mode)
        if fact.forced:
            return self._carried(turn, style, last=last)
        turn = self._charged(turn, dashes=not fact.override)
        in_jump = style == "jump" and rules.jumps_into_air(last.surface, lands=last.lands)
        falls = in_jump or (style != "jump" and rules.walks_into_air(style, last))
        return replace(
            _placed(turn, style, last=last, lands=not falls),
            adrift=turn.adrift and not any(map(swimming.swims, self.styles)),
            moved=True,
            falling=falls,
            height=last.depth if falls else None,
        )

    def _charged(self, turn: Turn, *, dashes: bool) -> Turn:
        """Return the turn after paying; whoever goes farther than Movement allows has dashed."""
        if not self.counts:
            return replace(turn, diagonals=turn.diagonals + sum(part.diagonals for part in self.route))
        self._crawled_over()
        paid = self.used[POOL] - self.begun[POOL]
        spent = {style: amount for style, amount in self.used.items() if amount and style != POOL}
        return replace(
            self.travelled(turn, forced=False),
            spent=tuple(sorted(spent.items())),
            pool_spent=turn.pool_spent + paid,
            turn_spent=turn.turn_spent + paid,
            dash=turn.dash or (dashes and (self.over or prices.needs_dash(self.move, self.used))),
        )

    def _carried(self, turn: Turn, style: str, *, last: Segment) -> Turn:
        """Return the turn after forced movement: water and currents keep what they carry; past an edge it falls."""
        if last.mode in {"drift", "fall"}:
            return replace(turn, prone=self.state.prone)
        turn = _placed(turn, style, last=last, lands=last.lands)
        over = (part for part in self.route if rules.walks_into_air(style_of(self.move, part.mode), part))
        deep = -sum((part.rise for part in over), ZERO)
        if deep <= 0:
            return turn
        return replace(turn, falling=True, height=deep, down=True, into_water=last.onto == "water")

    # -------------------------------------------------------- where the numbers come from

    def _explain(self, paid: Mapping[str, Fraction], *, dashes: bool) -> None:
        move, dash = self.move, self.state.dash or dashes
        pool = doubled(self.use(rules.movement_pool, move), dash=dash)
        self.use(rules.off_turn, move)
        self.use(rules.affordable, self.bands)
        named_rung = rules.rung(self.position)
        if named_rung is not None:
            name, limit = named_rung
            told = say("ladder", length=self.position, rung=say(f"rung.{name}"), limit=limit)
            self.note(rules.rung, told, limit=limit)
        if dash:
            self.use(doubled, rules.movement_pool(move), dash=True)
        if dashes:
            self.use(rules.no_dash, move)
        if self.paid is not None:
            stop = min(hazard.at for hazard in self.hazards if hazard.stops)
            self.note(rules.paid_for, say("executed", at=stop))
        for style in self.styles:
            whole = rules.reach_of(move, style)
            if whole is not None:
                self._explain_style(style, whole, paid=paid, pool=pool, dash=dash)

    def _explain_style(
        self, style: str, whole: Fraction, *, paid: Mapping[str, Fraction], pool: Fraction, dash: bool
    ) -> None:
        state, sheet = self.state, self.move.character.styles
        word, limit, used = named(style), doubled(whole, dash=dash), paid.get(style, ZERO)
        if style not in sheet and rules.improvised(state, style) is not None:
            working = say("improvise.working", style=word, limit=limit, pool=pool)
            self.note(rules.improvised, working, limit=limit)
        size = sheet.get(style, dict(state.improvised).get(style, HALVED))
        shown = say(f"size.{size}") if isinstance(size, str) else to_fraction(size)
        self.note(rules.distance, say("style.working", style=word, size=shown, limit=whole), limit=whole)
        amount = used - state.used(style)
        if not amount:
            return
        key = "spend.working" if used <= limit else "spend.beyond"
        told = {"amount": amount} if used <= limit else {}
        working = say(key, style=word, used=used, limit=limit, **told)
        self.note(rules.spent, working, amount=amount)
        if used == limit and style not in self.short:
            left = max(ZERO, pool - paid[POOL])
            self.note(rules.style_end, say("exhausted", style=word, limit=limit, left=left), limit=limit)


def _placed(turn: Turn, style: str, *, last: Segment, lands: bool) -> Turn:
    """Return the turn with the style in use and the water around."""
    wet = swimming.swims(style) or (style == "jump" and last.ends == "water")
    return replace(
        turn,
        active=rules.active_after(style, lands=lands, in_water=wet, footed=last.onto == "ground"),
        in_water=wet,
        current=last.current if wet else None,
        adrift=turn.adrift and wet,
        cargo=turn.cargo if wet else "",
    )


def sneak_working(move: Move, needed: int) -> Text:
    """Return how a Sneaking Test is worked out."""
    return say("sneak.working", modifier=f"{move.character.sneaking:+d}", needed=needed)


def dash_modifiers(move: Move) -> Iterator[Modifier]:
    """Yield what Dash does while it lasts."""
    if move.turn.dash and move.in_combat:
        until = say("until.turn" if move.house_rules.dash_until == "next_turn_start" else "until.end")
        yield Modifier(doubled, "mover", say("on.styles"), "distance_factor", 2, say("since.now"), until)
