"""The Kleptonomicon as a system: what the core asks of it."""

from collections.abc import Sequence
from fractions import Fraction
from re import fullmatch

from py_rules.engine import tabletop
from py_rules.engine.judging import beyond
from py_rules.engine.play import DeclaredSystem
from py_rules.engine.price_tiers import PriceTier, most
from py_rules.engine.situation import Segment, Situation
from py_rules.engine.system import Carry, Leap, SearchLimits, Spent, System
from py_rules.ledger.facts import (
    DidFact,
    EndedFact,
    Fact,
    ReactedFact,
    RolledFact,
    RuledFact,
)
from py_rules.systems.styles import ledger, rules, sheet, standing
from py_rules.systems.styles.ledger import flown, refuse_dash
from py_rules.systems.styles.movement import RouteJudge
from py_rules.systems.styles.prices import (
    REGION_ROLLS,
    SUFFIXES,
    asks_to_sneak,
    build_check,
    counted,
    crawled_levels,
    dash_ruling,
    hooks_text,
    improvise_ruling,
    merged,
    parts_of,
    pool_levels,
    score,
    sneak_ruling,
    style_levels,
)
from py_rules.systems.styles.rules import (
    climbs,
    crawl_cost,
    crawls,
    drift,
    float_or_sink,
    jumps_into_air,
    known_styles,
    may_sneak,
    named,
    no_dash,
    pool_used,
    pulled_down,
    reach_of,
    rises,
    style_of,
    suspended,
    takes_off,
)
from py_rules.systems.styles.turn import Turn
from py_rules.systems.styles.words import AIRBORNE, MODES, POOL, STYLE_NAME, ZERO, game, say
from py_rules.values.answers import (
    Check,
    Ruling,
    Text,
)
from py_rules.values.footing import Draw, Footing

__all__ = ["SYSTEM", "ledger", "sheet", "standing"]


class Styles(DeclaredSystem):
    """The Kleptonomicon, as one instance: :data:`SYSTEM`."""

    free_checks = ("sneaking", "athletics")
    State = Turn
    RouteJudge = RouteJudge
    modes = tuple((mode, say(f"mode.{mode}")) for mode in MODES)
    open_modes = True
    flying = AIRBORNE
    dice_of_a_roll = "Test"
    difficulties = range(1, 31)
    leap_rule = jumps_into_air
    region_rolls = REGION_ROLLS
    judge = System.judge

    def modes_of(self, situation: Situation, state: Turn) -> Sequence[tuple[str, Text]]:
        """Return the common styles, and those that the sheet names or that were improvised (STY-34)."""
        own = [style for style in known_styles(situation, state) if style not in MODES]
        return (*self.modes, *((style, say("mode.own", style=named(style))) for style in own))

    def held(self, state: Turn) -> bool:
        """Return whether the token climbs, or falls by now."""
        return state.falling or climbs(state.active)

    def flight(self, situation: Situation, state: Turn) -> str | None:
        """Return the style in use, if one is in the air by it, or else the first that the sheet has for it."""
        return flown(situation, state)

    def search_limits(self, situation: Situation, state: Turn, footings: Sequence[Footing]) -> SearchLimits:
        """Return what a search for destinations may spend: a meter per style, and the pool for all."""
        free = not counted(situation, state)
        pool = None if free else most(pool_levels(situation, state), pool_used(situation, state))

        def left(style: str) -> Fraction | None:
            if free:
                return None
            if state.prone and style != "walk":
                return ZERO
            own = most(style_levels(situation, state, style), state.used(style))
            return None if pool is None or own is None else min(own, pool)

        def draw(footing: Footing, phase: int) -> Draw:
            del phase
            style = style_of(situation, footing.mode)
            crawled = crawls(situation, footing.mode, prone=state.prone)
            return Draw(
                None if style == "walk" else style, factor=crawl_cost(Fraction(1)) if crawled else Fraction(1)
            )

        def jumps(far: Fraction, high: Fraction, running: bool, jumped: Fraction, phase: int) -> Leap | None:  # noqa: FBT001 - the search's callback
            del far, high, running, jumped, phase
            return Leap(Fraction(1), None)

        styles = {style_of(situation, footing.mode) for footing in footings} - {"walk"} | {"jump"}
        return SearchLimits(
            limit=left("walk"),
            meters={style: left(style) for style in sorted(styles)},
            leap=jumps,
            jump_counts=False,
            run_up=ZERO,
            passed=frozenset(state.passed),
            draw=draw,
            jump_meter="jump",
            solid=not free,
            grounded=free or takes_off(situation, state.active),
            used=lambda cost, meters: ZERO if free else cost + sum(meters.values(), ZERO),
        )

    def levels(self, situation: Situation, state: Turn, spent: Spent) -> tuple[PriceTier, ...]:
        """Return the prices along the ground when other styles are used as given."""
        if not counted(situation, state):
            return (PriceTier(None, "free", tabletop.open_roll, tabletop.texts("free")),)
        meters = sorted(spent.meters.items(), key=lambda meter: meter[0] != "jump")
        # The search has seen to it that jumps take off from the ground: a step of no length puts them there.
        ground = Segment(mode="ground", length=ZERO)
        judge = RouteJudge(
            situation, state, [ground, *(Segment(mode=name, length=used) for name, used in meters if used)]
        )
        so_far = judge.whole(judge.chance_of)
        walk, pool = judge.used.get("walk", ZERO), judge.used[POOL]
        levels = merged(
            [(style_levels(situation, state, "walk"), walk), (pool_levels(situation, state), pool)]
        )
        if state.prone:
            levels = crawled_levels(situation, levels, ZERO)
        return tuple(levels) if so_far is None else beyond(levels, so_far)

    def check_texts(self, situation: Situation, level: PriceTier, leaps: Sequence[int]) -> tuple[Text, ...]:
        """Return the rolls that a price hangs on, in words."""
        needed = situation.house_rules.pass_score
        tried = [*(parts_of(check)[1] for check, _ in level.needs), *(["jump"] * len(leaps))]
        return tuple(
            say("improvise.roll", style=named(style), needed=needed) for style in dict.fromkeys(tried)
        )

    def open_ruling(self, situation: Situation, state: Turn, ruling: str) -> Ruling | None:
        """Return what a plan asks: whether to Dash, to improvise a missing style, or to try a Sneaking Test."""
        if ruling == "sneak":
            offered = situation.circumstances.obscured and may_sneak(state) and asks_to_sneak(situation)
            return sneak_ruling(situation, ZERO) if offered else None
        if ruling == "dash":
            return None if refuse_dash(situation, state) else dash_ruling(situation)
        kind, _, mode = ruling.partition(":")
        if kind != "improvise" or not fullmatch(STYLE_NAME, mode):
            return None
        style = style_of(situation, mode)
        return improvise_ruling(style, ZERO) if reach_of(situation, state, style) is None else None

    def told(self, situation: Situation, state: Turn, fact: Fact) -> tuple[Text, str] | None:
        """Return what a Dash is told as: with the Hooks that it cost."""
        del state
        match fact:
            case (
                DidFact(act="dash")
                | ReactedFact(reaction="dash", stopped=False)
                | RuledFact(ruling="dash", choice="dash")
            ):
                return hooks_text(situation, "dash.told"), no_dash
            case ReactedFact(reaction="dash"):
                return say("dash.told.not"), no_dash
            case _:
                return None

    def offered_checks(self, situation: Situation) -> Sequence[str]:
        """Return the Tests without a path, with the Advantage or Disadvantage that the GM has given."""
        return [f"{name}{SUFFIXES[situation.circumstances.test]}" for name in self.free_checks]

    def open_check(self, situation: Situation, state: Turn, check: str) -> Check | None:
        """Return a Sneaking or Athletics Test, rolled without a path before it."""
        del state
        name, about, _ = parts_of(check)
        if name not in {"sneaking", "athletics"} or about:
            return None
        return build_check(situation, check, ZERO)

    def result(self, situation: Situation, check: Check, fact: RolledFact) -> int:
        """Return the Score of a Test."""
        del check
        return score(situation, fact)

    def needed(self, situation: Situation, check: Check, fact: RolledFact) -> int:
        """Return the Difficulty that a Test was rolled against."""
        del situation, check
        return fact.difficulty

    def effect(
        self, situation: Situation, check: Check, fact: RolledFact, result: int, *, success: bool
    ) -> Text:
        """Return how a Test went: passed, by far, with a natural 10, or not."""
        del situation, check
        natural = bool(fact.faces) and max(fact.faces or [0]) == 10
        return say(
            "failed" if not success else "natural" if natural else "great" if result >= 10 else "passed"
        )

    def carry(self, situation: Situation, state: Turn, fact: Fact, after: Turn) -> Sequence[Carry]:
        """Return where a current, the water and a fall that lands take the token."""
        del after
        if isinstance(fact, RuledFact) and fact.ruling == "fall" and fact.choice == "lands":
            deep = ZERO if state.down else state.height or ZERO
            fall = Carry((*state.over, -deep), rules.fall, depth=deep or None)
            return [fall] if any(fall.by) else []
        ends_now = isinstance(fact, EndedFact) and fact.scope == "turn" and not state.turn_over
        if not ends_now or suspended(state) or not state.in_water:
            return ()
        heavy = pulled_down(situation, state) and not state.adrift
        carries = [Carry((*drift(state), ZERO), drift)]
        carries.append(Carry((ZERO, ZERO, rises(situation, state)), pulled_down if heavy else float_or_sink))
        return [carry for carry in carries if any(carry.by)]


game.meter("pool", "Movement", field="pool_spent")
SYSTEM = game.system(Styles)
