"""The Kleptonomicon: a path, stretch by stretch."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from py_rules.engine.judging import Judge
from py_rules.engine.price_tiers import PriceTier, ends
from py_rules.engine.situation import Segment, Situation
from py_rules.systems.styles.prices import (
    REGION_ROLLS,
    SUFFIXES,
    asks_to_sneak,
    build_check,
    counted,
    crawled_levels,
    dash_ruling,
    falls,
    farthest,
    hooks_text,
    improvise_check,
    improvise_ruling,
    needs_dash,
    odds_of,
    overcrawled,
    pool_levels,
    sneak_ruling,
    style_levels,
    wants_test,
    why_barred,
)
from py_rules.systems.styles.rules import (
    active_after,
    affordable,
    climbs,
    crawl_cost,
    crawl_distance,
    crawlable,
    crawls,
    distance,
    doubled,
    effect_text,
    fall,
    improvised,
    interrupt_effect,
    jumps_into_air,
    leaves,
    may_sneak,
    named,
    no_dash,
    off_turn,
    paid_for,
    pool_of,
    pool_used,
    reach_of,
    rung,
    spent,
    stand_cost,
    stays_prone,
    style_end,
    style_of,
    suspended,
    swims,
    takes_off,
    walks_into_air,
)
from py_rules.systems.styles.turn import Turn
from py_rules.systems.styles.words import HALVED, POOL, ZERO, game, say
from py_rules.values.answers import (
    Judgement,
    Modifier,
    Reaction,
    Spend,
    Text,
)
from py_rules.values.exact import exact


class RouteJudge(Judge[Turn]):
    """The Kleptonomicon's judge of a route."""

    rules = game.rules
    region_rolls = REGION_ROLLS
    tells_gates = False

    def __init__(
        self,
        situation: Situation,
        state: Turn,
        route: Sequence[Segment],
        cleared: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(situation, state, cleared, {POOL: pool_used(situation, state), **dict(state.spent)})
        self.counts = counted(situation, state)
        self.came_from = state.active
        self.fell = False
        self.crawling = False
        self.crawled = ZERO, ZERO
        self.over = False
        """Whether a rounded crawl took more than it can use without Dash."""
        self.crawled_from: dict[str, Fraction] = {}
        """What was used of every meter where the crawl began."""
        self.paid: dict[str, Fraction] | None = None
        self.short: set[str] = set()
        self.styles: list[str] = []
        self.prone = state.prone
        self.walk(list(self._as_spent(route)))

    def _as_spent(self, route: Sequence[Segment]) -> Iterator[Segment]:
        """Yield the stretches at what they cost: crawling costs double."""
        prone = self.state.prone
        for segment in route:
            crawled = crawls(self.situation, segment.mode, prone=prone)
            multiplier = crawl_cost(segment.multiplier) if crawled else segment.multiplier
            yield replace(segment, multiplier=multiplier)
            prone = stays_prone(self.situation, segment.mode, prone=prone)

    # -------------------------------------------------------- prices

    def own(self, meter: str) -> Sequence[PriceTier]:
        """Return the prices of the pool or of a style; under "down" a crawl uses whole u only."""
        situation, state = self.situation, self.state
        levels = pool_levels(situation, state) if meter == POOL else style_levels(situation, state, meter)
        if not self.crawling or situation.house_rules.crawl_round == "exact":
            return levels
        return crawled_levels(situation, levels, self.crawled_from.get(meter, ZERO))

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return the style and the pool; nothing where Movement is not counted."""
        return (style_of(self.situation, segment.mode), POOL) if self.counts else ()

    # -------------------------------------------------------- what is met

    def enter(self, segment: Segment) -> None:
        """Note what a stretch is paid with, what it meets, and where it may not be."""
        situation, style = self.situation, style_of(self.situation, segment.mode)
        self._crawled_over()
        if self.fell and self.paid is None:
            self.paid = dict(self.used)
        if style not in self.styles:
            self.styles.append(style)
            if climbs(style):
                self.use(climbs, style)
            if swims(style):
                self.use(swims, style)
        crawling = crawls(situation, segment.mode, prone=self.prone)
        if crawling and not self.crawling:
            self.crawled_from = dict(self.used)
        self.crawling = crawling
        if self.counts:
            self._enter_counted(segment, style)
        if style == "jump":
            self._enter_jump()
        elif walks_into_air(style, segment, segment.barrier):
            self._fall(walks_into_air, say("walk.falls"), self.position, segment)
        if self.counts and not self.fell:
            self._leave(segment, style)
        self.came_from = active_after(style, lands=segment.lands, in_water=False, footed=segment.footed)
        self.prone = stays_prone(situation, segment.mode, prone=self.prone)

    def _enter_counted(self, segment: Segment, style: str) -> None:
        situation, state = self.situation, self.state
        if self.crawling and segment.length:
            self._note_crawl(segment)
        if reach_of(situation, state, style) is None and style not in state.refused:
            self._ask(style)
        if self.prone and style != "walk":
            self.note(stand_cost, say("prone.walk_only"))
            self.dies(ends(stand_cost, say("prone.walk_only")))
        self._explain_short(style, segment.cost)

    def _note_crawl(self, segment: Segment) -> None:
        """Tell what all crawling so far takes, in one line."""
        self.crawled = (self.crawled[0] + segment.extent, self.crawled[1] + segment.cost)
        length, cost = self.crawled
        self.trace = [line for line in self.trace if line.rule != crawl_distance]
        self.note(crawl_distance, say("crawl", cost=cost, length=length), cost=cost)

    def _ask(self, style: str) -> None:
        """Put a missing style to the GM, or to the Test that the GM has asked for."""
        if not wants_test(self.situation, self.state, style):
            self.ask(improvise_ruling(style, self.position))
            return
        check = improvise_check(self.situation, style)
        if self.open(check):
            found = build_check(self.situation, check, self.position)
            if found.chance:
                self.checks.append(found)

    def _explain_short(self, style: str, cost: Fraction) -> None:
        """Note where a style or the pool is too short for a stretch, the first time for each."""
        situation, state = self.situation, self.state
        reach = reach_of(situation, state, style)
        wholes = {style: reach, POOL: pool_of(situation)}
        pool = max(ZERO, farthest(situation, state, pool_of(situation)) - self.used.get(POOL, ZERO))
        for meter, whole in wholes.items():
            if whole is None or meter in self.short:
                continue
            own = max(ZERO, farthest(situation, state, whole) - self.used.get(meter, ZERO))
            left = min(own, pool)
            if cost > own and meter == POOL:
                self.note(pool_of, say("pool.short", wanted=cost, left=left), wanted=cost, left=left)
            elif cost > own:
                working = say("style.short", style=named(style), wanted=cost, left=left)
                self.note(style_end, working, wanted=cost, left=left)
            if cost > own:
                self.short.add(meter)

    def _enter_jump(self) -> None:
        if not takes_off(self.situation, self.came_from) and self.counts and not self.fell:
            self.note(takes_off, say("jump.start"))
            self.dies(ends(takes_off, say("jump.start")))

    def _leave(self, step: Segment, style: str) -> None:
        """Note the foes whose reach a stretch leaves: the move waits there until they have reacted, or not."""
        situation = self.situation
        known = {reaction.id for reaction in self.reactions} | self.cleared | set(self.state.reacted)
        for foe, reach in leaves(situation, step):
            name = f"leaves:{foe.id}"
            if name in known:
                continue
            effect = interrupt_effect(situation, style)
            label = say("leaves", reach=reach, token=foe.name)
            if effect != "none":
                told = {"style": named(style), "effect": effect_text(effect)}
                label = say("leaves.interrupt", reach=reach, token=foe.name, **told)
            self.note(leaves, label, reach=reach)
            self.reactions.append(Reaction(name, leaves, foe.id, self.position, label, waits=True))

    def barred(self, segment: Segment) -> None:
        """End the walk where the map forbids a stretch; whoever walks or jumps into a gap falls instead."""
        falls = segment.barrier in {"gap", "air"} and style_of(self.situation, segment.mode) in {
            "walk",
            "jump",
        }
        if not falls:
            super().barred(segment)

    def _fall(self, number: str, why: Text, at: Fraction, segment: Segment) -> None:
        """Let the token fall at ``at``; nothing after it is done or paid."""
        if self.fell or self.dead is not None:
            return
        self.fell = True
        self.note(number, why)
        height = segment.depth
        if height is None and segment.rise < 0:
            height = -segment.rise
        self.hazards.append(fall(self.situation, at, height, stops=True))
        self.rulings.append(falls.at(at))
        if number == walks_into_air:
            self.paid = dict(self.used)

    def _splash(self, at: Fraction) -> None:
        """Note a jump that ends in water, which is no solid ground: the fall is over at once, and one swims."""
        self.note(jumps_into_air, say("jump.splashes"))
        self.hazards.append(fall(self.situation, at, None, stops=False))

    def leap(self, parts: Sequence[Segment], *, running: bool) -> PriceTier | None:
        """Note what a jump comes to; it costs nothing but its length."""
        del running
        extent = sum((part.extent for part in parts), ZERO)
        last = parts[-1]
        self.note(jumps_into_air, say("jump.working", length=extent), length=extent)
        if self.jumps > 1:
            line = say("jump.split", count=self.jumps)
            self.trace = [known for known in self.trace if known.rule != takes_off]
            self.note(takes_off, line, count=self.jumps)
        if jumps_into_air(last.surface, lands=last.lands):
            self._fall(jumps_into_air, say("jump.falls"), self.position + extent, last)
        elif last.wet and not self.fell and self.dead is None:
            self._splash(self.position + extent)
        self.came_from = active_after("jump", lands=True, in_water=False)
        return None

    def gate(self, segment: Segment) -> PriceTier | None:
        """Return what Tests demanded by regions add to the stretch's price; in a Montage there are none."""
        if suspended(self.state):
            return PriceTier(None, "free", suspended, say("montage"))
        return super().gate(segment)

    # -------------------------------------------------------- what comes of it

    def judgement(self) -> Judgement:
        """Return everything found."""
        situation, state = self.situation, self.state
        stops = [hazard.at for hazard in self.hazards if hazard.stops]
        if not stops or min(stops) >= self.position:
            self.paid = None
            # A hazard at the very end stops nothing, and the token gets there.
            self.hazards = [replace(hazard, stops=False) for hazard in self.hazards]
        paid = self.used if self.paid is None else self.paid
        dashes = self._dashes(paid)
        if dashes and affordable(self.bands):
            self._offer_dash()
        self._sneak()
        if self.counts and self.bands:
            self._explain(paid, dashes=dashes)
        elif suspended(state) and self.bands:
            self.note(suspended, say("montage"))
        return self.found(
            modifiers=dash_modifiers(situation, on=state.dash or dashes),
            spends=self._spends(paid, dashes=dashes),
            cost=paid[POOL] - self.state_used,
            left=self._left(paid),
        )

    def chance_of(self, check: str, needed: int) -> Fraction:
        """Return the chance of a Test that a price hangs on."""
        return odds_of(self.situation, check).at_least(needed)

    @property
    def state_used(self) -> Fraction:
        """What of the pool was used before."""
        return pool_used(self.situation, self.state)

    def _dashes(self, paid: Mapping[str, Fraction]) -> bool:
        """Tell whether the route needs a Dash that does not run yet."""
        if not self.counts or no_dash(self.situation, self.state) is not None:
            return False
        self._crawled_over()
        return self.over or needs_dash(self.situation, self.state, paid)

    def _offer_dash(self) -> None:
        """Ask for the Dash that the route needs, where the Move starts: nothing goes on without an answer."""
        offer = hooks_text(self.situation, "dash.offer")
        self.reactions.insert(0, Reaction("dash", no_dash, None, ZERO, offer, waits=True))
        self.rulings.insert(0, dash_ruling(self.situation))

    def _crawled_over(self) -> None:
        """Note a crawl that took more than a rounded crawl can use without Dash."""
        situation, state = self.situation, self.state
        if self.crawling and self.counts:
            self.over = self.over or overcrawled(situation, state, self.crawled_from, self.used)

    def _left(self, paid: Mapping[str, Fraction]) -> Fraction | None:
        """Return how much Walk is left after it, without a roll."""
        if not self.counts:
            return None
        situation, state = self.situation, self.state
        if why_barred(situation, state):
            return ZERO
        walk = reach_of(situation, state, "walk") or ZERO
        of_walk = self._usable("walk", farthest(situation, state, walk)) - paid.get("walk", ZERO)
        of_pool = self._usable(POOL, farthest(situation, state, pool_of(situation))) - paid[POOL]
        return max(ZERO, min(of_walk, of_pool))

    def _usable(self, meter: str, limit: Fraction) -> Fraction:
        """Return how much of a meter can be used: what a rounded crawl cannot use is lost."""
        if not self.crawling:
            return limit
        begun = self.crawled_from.get(meter, ZERO)
        return crawlable(self.situation, limit, begun)

    def _sneak(self) -> None:
        situation, state = self.situation, self.state
        if not (self.counts and self.bands and situation.circumstances.obscured and may_sneak(state)):
            return
        check = build_check(situation, f"sneaking{SUFFIXES[situation.circumstances.test]}", self.position)
        shown = f"{situation.character.sneaking:+d}"
        self.note(may_sneak, say("sneak.working", modifier=shown, needed=check.needed), chance=check.chance)
        self.checks.append(replace(check, optional=True))
        if asks_to_sneak(situation):
            self.rulings.append(sneak_ruling(situation, self.position))

    def _spends(self, paid: Mapping[str, Fraction], *, dashes: bool) -> Iterator[Spend]:
        if not self.counts:
            return
        situation, state = self.situation, self.state
        dash = state.dash or dashes
        amount = paid[POOL] - self.state_used
        pool = max(ZERO, doubled(pool_of(situation), dash=dash) - paid[POOL])
        if amount > 0:
            yield Spend(spent, "pool", game.meters["pool"].label, amount, pool)
        for style in self.styles:
            amount = paid.get(style, ZERO) - state.used(style)
            whole = reach_of(situation, state, style)
            if amount > 0 and whole is not None:
                left = max(ZERO, min(pool, doubled(whole, dash=dash) - paid[style]))
                yield Spend(spent, style, say("spend.style", style=named(style)), amount, left)
        hooks = situation.house_rules.dash_hook_cost
        if dashes and hooks:
            held = situation.character.hooks
            kept = None if held is None else Fraction(max(0, held - hooks))
            yield Spend(no_dash, "hook", say("spend.hook"), Fraction(hooks), kept)

    # -------------------------------------------------------- where the numbers come from

    def _explain(self, paid: Mapping[str, Fraction], *, dashes: bool) -> None:
        situation, state = self.situation, self.state
        dash = state.dash or dashes
        pool = doubled(self.use(pool_of, situation), dash=dash)
        self.use(off_turn, situation, state)
        self.use(affordable, self.bands)
        named_rung = rung(self.position)
        if named_rung is not None:
            name, limit = named_rung
            word = say(f"rung.{name}")
            self.note(rung, say("ladder", length=self.position, rung=word, limit=limit), limit=limit)
        if dash:
            self.use(doubled, pool_of(situation), dash=True)
        if dashes:
            self.use(no_dash, situation, state)
        if self.paid is not None:
            self.note(paid_for, say("executed", at=min(h.at for h in self.hazards if h.stops)))
        for style in self.styles:
            self._explain_style(style, paid, pool, dash=dash)

    def _explain_style(self, style: str, paid: Mapping[str, Fraction], pool: Fraction, *, dash: bool) -> None:
        situation, state = self.situation, self.state
        whole, used = reach_of(situation, state, style), paid.get(style, ZERO)
        if whole is None:
            return
        limit = doubled(whole, dash=dash)
        if improvised(state, style) is not None and style not in situation.character.styles:
            working = say("improvise.working", style=named(style), limit=limit, pool=pool)
            self.note(improvised, working, limit=limit)
        size = situation.character.styles.get(style, dict(state.improvised).get(style, HALVED))
        shown = say(f"size.{size}") if isinstance(size, str) else exact(size)
        self.note(distance, say("style.working", style=named(style), size=shown, limit=whole), limit=whole)
        amount = used - state.used(style)
        if not amount:
            return
        working = say("spend.working", style=named(style), amount=amount, used=used, limit=limit)
        self.note(spent, working, amount=amount)
        if used == limit and style not in self.short:
            left = max(ZERO, pool - paid[POOL])
            self.note(style_end, say("exhausted", style=named(style), limit=limit, left=left), limit=limit)


def dash_modifiers(situation: Situation, *, on: bool) -> Iterator[Modifier]:
    """Yield what Dash does while it lasts."""
    if on and situation.in_combat:
        until = say("until.turn" if situation.house_rules.dash_until == "next_turn_start" else "until.end")
        yield Modifier(doubled, "mover", say("on.styles"), "distance_factor", 2, say("since.now"), until)
