"""The Kleptonomicon as a system: what it does in its own way."""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce

from py_rules.engine import Move
from py_rules.engine.parts import Turn
from py_rules.engine.price_tiers import (
    PriceTier,
    Spent,
    counted_from,
    dearest,
    most,
    over_laid,
    ranked,
    tier_at,
)
from py_rules.engine.pricing import UNPRICED, beyond
from py_rules.engine.system import Carry, System
from py_rules.protocol.facts import Fact, RolledFact
from py_rules.protocol.requests import EndEvent
from py_rules.search import Budget, JumpOdds, SharedPool
from py_rules.systems.styles import acts, ledger, prices, rules, sheet, standing, swimming
from py_rules.systems.styles.movement import KleptonomiconWalk
from py_rules.systems.styles.rules import AIRBORNE, FALLS, named, style_of
from py_rules.systems.styles.words import POOL, ZERO, game, say
from py_rules.values.answer_parts import Check
from py_rules.values.footing import Draw, Footing
from py_rules.values.holds import Hold
from py_rules.values.sentences import Sentence
from py_rules.values.stretch import Segment

__all__ = ["SYSTEM", "acts", "ledger", "sheet", "standing"]


class Styles(System):
    """The Kleptonomicon, as one instance: :data:`SYSTEM`."""

    free_checks = ("sneaking", "athletics")
    Walk = KleptonomiconWalk
    difficulties = range(1, 31)
    leap_rule = rules.jumps_into_air

    def holds(self, move: Move) -> Hold | None:
        """Return what holds the mover by the style in use; air while it falls."""
        active = move.turn.active
        if move.turn.fall is not None:
            return "air"
        lapsed = active in AIRBORNE and rules.distance(move, active) is None
        return None if lapsed else rules.held_in(move, active)

    def held_after(self, move: Move, segment: Segment) -> Hold:
        """Return what holds the mover at the end of a stretch: the sheet tells whether a style leaves the ground."""
        held = super().held_after(move, segment)
        leaves = rules.sheet_effect(move, segment.mode) in FALLS
        return "air" if held == "ground" and leaves and segment.onto is None else held

    def flight(self, move: Move) -> str | None:
        """Return the style in use, if one is in the air by it, or else the first that the sheet has for it."""
        return ledger.flown(move)

    def search_limits(self, move: Move, footings: Sequence[Footing]) -> Budget:
        """Return what a search for destinations may spend: a meter per style, and the pool for all."""
        free, begun = not prices.counted(move), prices.used_of(move)

        def left(style: str) -> Fraction | None:
            if free:
                return None
            own = most(prices.tiers_of(move, style), begun.get(style, ZERO))
            return None if own is None else min(own, pool)

        def draw(footing: Footing, phase: int) -> Draw:
            del phase
            style = style_of(move, footing.mode)
            crawled = rules.crawls(move, footing.mode)
            return Draw(None if style == "walk" else style, factor=rules.crawl_cost(ONE) if crawled else ONE)

        shared = prices.tiers_of(move, POOL)
        pool = most(shared, begun[POOL]) or ZERO
        styles = {style_of(move, footing.mode) for footing in footings} - {"walk"} | {"jump"}
        return Budget(
            limit=left("walk"),
            meters={style: left(style) for style in sorted(styles)},
            jump=lambda *_, **__: JumpOdds(ONE, None),
            jump_counts=False,
            run_up=ZERO,
            passed=frozenset(move.turn.passed),
            draw=draw,
            jump_meter="jump",
            used=lambda cost, meters: ZERO if free else cost + sum(meters.values(), ZERO),
            pool=None if free else SharedPool(ranked(counted_from(shared, begun[POOL]))),
        )

    def price_tiers(self, move: Move, spent: Spent) -> tuple[PriceTier, ...]:
        """Return the prices along the ground when other styles are used as given."""
        if not prices.counted(move):
            return (UNPRICED,)
        used, styles = prices.used_of(move), [style for style, amount in spent.meters.items() if amount]
        for style in styles:
            used = rules.spent(used, style, amount=spent.meters[style])
        lists = {meter: prices.tiers_of(move, meter) for meter in (*styles, POOL, "walk")}
        found = tuple(
            prices.merged([counted_from(lists[one], used.get(one, ZERO)) for one in ("walk", POOL)])
        )
        if not styles:
            return found
        others = [tier_at(lists[style], used[style], still=True) for style in styles]
        so_far = reduce(over_laid, others)
        return beyond(found, dearest([so_far, tier_at(lists[POOL], used[POOL], still=True)]))

    def check_texts(self, tier: PriceTier, leaps: Sequence[int]) -> tuple[Sentence, ...]:
        """Return the rolls that a price hangs on, in words."""
        del leaps
        tried = [(named(check.partition("-")[2]), needed) for check, needed in tier.needs]
        return tuple(say("improvise.roll", style=style, needed=needed) for style, needed in tried)

    def open_check(self, move: Move, check: str) -> Check | None:
        """Return a Sneaking or Athletics Test, rolled without a path before it."""
        return prices.check_for(move, check) if check in self.free_checks else None

    def needed(self, move: Move, check: Check, *, fact: RolledFact) -> int:
        """Return the Difficulty that a Test was rolled against."""
        del move, check
        return fact.difficulty

    def carry(self, move: Move, fact: Fact, *, after: Turn) -> Sequence[Carry]:
        """Return where a current and the water, too, take the token."""
        carries, turn, here = super().carry(move, fact, after=after), move.turn, move.here
        ends_now = isinstance(fact, EndEvent) and fact.scope == "turn" and not turn.turn_over
        if ends_now and turn.water and not rules.suspended(turn):
            rise, rule = swimming.rises(move)
            if here is not None:  # floating ends at the surface
                rise = min(rise, max(ZERO, -here.above))
            carries = [Carry((*swimming.drift(turn), ZERO), swimming.drift), Carry((ZERO, ZERO, rise), rule)]
        return carries


ONE = Fraction(1)
SYSTEM = game.system(Styles)
