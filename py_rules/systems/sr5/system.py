"""Shadowrun 5 as a system: what the core asks of it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from py_rules.engine import Move
from py_rules.engine.judging import beyond
from py_rules.engine.price_tiers import PriceTier, Spent, counted_from, most
from py_rules.engine.situation import Here, Situation
from py_rules.engine.system import Carry, System
from py_rules.protocol.facts import Fact, RolledFact
from py_rules.protocol.requests import BeginEvent, EndEvent, RuledEvent
from py_rules.search import Budget, Jump
from py_rules.systems.sr5 import actions, checks, climbing, falling, jumping, prices, rules, sheet, standing
from py_rules.systems.sr5.checks import Climb
from py_rules.systems.sr5.movement import RouteJudge
from py_rules.systems.sr5.turn import HIT_FACE, JUMPS, ROWS, THRESHOLD, THRESHOLD_TESTS, ZERO, Turn
from py_rules.systems.sr5.words import game, say
from py_rules.values.answer_parts import Check
from py_rules.values.footing import Draw, Footing
from py_rules.values.holds import Hold
from py_rules.values.sentences import Text
from py_rules.values.stretch import Segment


class Shadowrun5(System):
    """Shadowrun 5, edited, as one instance: :data:`SYSTEM`."""

    Judge = RouteJudge
    State = Turn
    free_checks = (*(test for test in checks.TESTS if test != "jump"), "long_jump", "running_jump")
    ladder = "easy"
    least_result = 0
    difficulties = range(HIT_FACE, HIT_FACE + 1)
    region_rolls = checks.REGION_ROLLS

    def holds(self, situation: Situation, state: Turn) -> Hold | None:
        """Return what holds the mover by what the ledger tells: a rope, the air while it falls, the water it treads."""
        del situation
        if state.falling is not None:
            return "air"
        return "rope" if state.rappelling else "water" if state.treading else None

    def fold(self, situation: Situation, state: Turn, *, fact: Fact | Here) -> Turn:
        """Return the state after ``fact``, whatever the tracker says is left by now."""
        after: Turn = super().fold(actions.untold(situation), state, fact=fact)
        return after

    def search_limits(self, situation: Situation, state: Turn, *, footings: Sequence[Footing]) -> Budget:
        """Return what a search for destinations may spend: one test for all climbs, on the worst surface.

        Past the Walk Rate the mover is Running, which makes jumps and what is begun then harder.
        """
        limits = {
            "swim": most(
                prices.tiers_of("swim", situation, state=state, running=state.running), state.swim_used
            ),
            "climb": _climb_limit(situation, state, footings=footings),
        }

        def jumps(
            far: Fraction, high: Fraction, /, *, running: bool, jumped: Fraction, phase: int
        ) -> Jump | None:
            del jumped
            return _leap(Move(situation, state), far, high=high, running=running, hurried=phase > 0)

        return Budget(
            limit=most(prices.tiers_of("ground", situation, state=state), state.moved),
            meters=limits,
            jump=jumps,
            jump_counts=True,
            run_up=jumping.run_up(situation),
            passed=frozenset(state.passed),
            draw=lambda footing, phase: _drawn(situation, state, footing=footing, hurried=phase > 0),
            phases=(rules.walk_rate(situation) - state.moved,)
            if situation.in_combat and not state.running
            else (),
        )

    def price_tiers(self, situation: Situation, state: Turn, *, spent: Spent) -> tuple[PriceTier, ...]:
        """Return the prices along the ground when climbs and swims are used as given."""
        climb = _climb_of(situation, state, marks=spent.marks)
        lean = Fraction(0) if climb is None else Fraction(DIRECTION[climb.row.partition("_")[2]])
        route = [
            Segment(mode=mode, length=metres, rise=lean if mode == "climb" else ZERO)
            for mode, metres in spent.meters.items()
            if metres
        ]
        late = {mode: True for mode in spent.meters if spent.marks.get(f"hurried {mode}")}
        judge = RouteJudge(game, situation, state=state, route=route, hurried=late, climb=climb)
        return beyond(counted_from(judge.price_tiers("ground"), state.moved), judge.whole())

    def check_texts(self, situation: Situation, tier: PriceTier, *, leaps: Sequence[int]) -> tuple[Text, ...]:
        """Return the rolls that a price hangs on, in words."""
        del situation
        words = {"sprint": "sprint", "swim_sprint": "swim.sprint", "climb": "climb"}
        own = [say(words[check], needed=needed) for check, needed in tier.needs]
        return (*own, *(say("jump.short_label", needed=needed) for needed in leaps))

    def open_check(self, situation: Situation, state: Turn, *, check: str) -> Check | None:
        """Return a test that may be made without a path before it."""
        if check not in checks.TESTS and check not in JUMPS:
            return None
        if check == "jump":
            return None
        climb = checks.hardest(situation, state, route=()) if check == "climb" else None
        needed = THRESHOLD if check in THRESHOLD_TESTS else 0
        return checks.build_check(
            situation, state, check=check, at=ZERO, needed=needed, running=state.running, climb=climb
        )

    def result(self, situation: Situation, check: Check, *, fact: RolledFact) -> int:
        """Return the hits of a test."""
        return checks.hits_of(situation, check.id, faces=fact.faces, result=fact.result)

    def needed(self, situation: Situation, check: Check, *, fact: RolledFact) -> int:
        """Return the hits that a test needs, whatever a plan hoped for."""
        return THRESHOLD if check.id in THRESHOLD_TESTS else super().needed(situation, check, fact=fact)

    def effect(
        self, situation: Situation, check: Check, *, fact: RolledFact, result: int, success: bool
    ) -> Text:
        """Return what a test does, with a glitch named."""
        return _glitched(_effect(situation, check, hits=result, success=success), fact.faces or ())

    def made_or_not(self, situation: Situation, check: Check) -> bool:
        """Return whether a move ends where a check fails: outside combat a climb does, too."""
        whole_climb = check.id == "climb" and not situation.in_combat
        return whole_climb or super().made_or_not(situation, check)

    def carry(self, situation: Situation, state: Turn, *, fact: Fact, after: Turn) -> Sequence[Carry]:
        """Return how far a fall takes the token at once, and a fall or a rope that was not stopped by the clock."""
        if state.falling is None and after.falling is not None:
            first = -falling.fall_metres(situation, 1) if situation.in_combat else None
            over = state.short_over if isinstance(fact, RuledEvent) else (ZERO, ZERO)
            return (Carry((*over, first), falling.fall_metres, falls=True, depth=after.falling),)
        carried = _carried(situation, state, fact=fact) if isinstance(fact, BeginEvent | EndEvent) else None
        return () if carried is None else (carried,)


def _carried(situation: Situation, state: Turn, *, fact: BeginEvent | EndEvent) -> Carry | None:
    """Return how far a fall goes on as a Combat Turn begins, and a rope that was not stopped as one ends."""
    new_one = isinstance(fact, BeginEvent) and fact.scope == "turn"
    if state.falling is not None:
        if not new_one:
            return None
        left, down = state.falling - state.fallen, falling.fall_metres(situation, state.falling_turns + 1)
        return Carry((ZERO, ZERO, -down), falling.fall_metres, falls=True, depth=left, goes_on=True)
    over = fact.scope == "turn" and (not new_one or not state.turn_over)
    if state.rappelling and over:
        by = ZERO, ZERO, min(ZERO, state.rappel_used - climbing.rappel_metres(situation, state.rappel_hits))
        down, height = state.rappel_total, state.rappel_height
        depth = None if height is None else height - down
        return Carry(by, climbing.rappel_out_of_hand, falls=True, depth=depth, goes_on=down > 0)
    return None


def _climb_on(footing: Footing, length: Fraction = Fraction(1)) -> Segment:
    """Return a stretch climbed on a footing; the sign of its rise alone says up or down."""
    rise = Fraction(footing.lean)
    return Segment(mode="climb", length=length, rise=rise, surface=footing.surface, slick=footing.slick)


DIRECTION = {"up": 1, "down": -1, "horizontal": 0, "upside_down": 0}
NEVER = 99
"""Hits per metre where no hits are enough."""
HARDEST = 30
"""More than the dice that anything adds to a climb."""


def _climb_limit(situation: Situation, state: Turn, *, footings: Sequence[Footing]) -> Fraction | None:
    """Return how far one climbs on the best of what there is to climb; none: without end."""
    climbs = (
        checks.hardest(situation, state, route=[_climb_on(on)]) for on in footings if on.mode == "climb"
    )
    found = [
        most(
            prices.tiers_of("climb", situation, state=state, climb=climb, running=state.running),
            state.climb_used,
        )
        for climb in climbs
    ]
    return None if None in found else max((far for far in found if far is not None), default=ZERO)


def _drawn(situation: Situation, state: Turn, *, footing: Footing, hurried: bool) -> Draw:
    """Return what a step on a footing draws on in a search; ``hurried``: past the Walk Rate."""
    mode = footing.mode
    if mode == "ground":
        return Draw(None)
    starts = ((f"hurried {mode}", 1),) if hurried else ()
    if mode != "climb":
        return Draw(mode, starts=starts)
    return Draw(mode, _climb_marks(situation, state, footing=footing), starts)


def _leap(move: Move, far: Fraction, *, high: Fraction, running: bool, hurried: bool = False) -> Jump | None:
    """Return how a jump is rolled, ``hurried`` past the Walk Rate; none: it is impossible."""
    needs = checks.jump_needs(move.situation, far, high=high, running=running)
    if needs.capped:
        return None
    if needs.needed <= 0:
        return Jump(Fraction(1), None)
    is_running = move.turn.running or hurried
    chance = checks.jump_odds(move.situation, move.turn, running_state=is_running).at_least(needs.needed)
    return Jump(chance, needs.needed) if chance else None


def _climb_marks(situation: Situation, state: Turn, *, footing: Footing) -> tuple[tuple[str, int], ...]:
    """Return how hard a stretch is to climb: its row of the table, by hits per metre, and the dice it costs."""
    climb = checks.hardest(situation, state, route=[_climb_on(footing)])
    return (
        ("climb row", climbing.climb_divisor(situation, climb.row) or NEVER),
        ("climb dice", HARDEST - climb.dice),
    )


def _climb_of(situation: Situation, state: Turn, *, marks: Mapping[str, int]) -> Climb | None:
    """Return the climb that marks tell of, by any row that takes as many hits; none: they tell of none."""
    hits, dice = marks.get("climb row", 0), marks.get("climb dice", 0)
    if not (hits and dice):
        return None
    rows = {climbing.climb_row(situation, state, rise=Fraction(lean)) for lean in (1, 0, -1)}
    row = next(
        row for row in ROWS if row in rows and (climbing.climb_divisor(situation, row) or NEVER) == hits
    )
    return Climb(row, HARDEST - dice)


def _effect(situation: Situation, check: Check, *, hits: int, success: bool) -> Text:
    """Return what a test comes to, in words."""
    if check.id in JUMPS:
        cm, style = checks.jumped(situation, check.id, hits=hits)
        return say("effect.jump", cm=cm, style=style)
    if check.id == "rappel":
        control = say("rappel.controlled" if success else "rappel.uncontrolled")
        return say("effect.rappel", metres=climbing.rappel_metres(situation, hits), control=control)
    if check.id == "rappel_stop":
        return say("rappel.stopped" if success else "rappel.goes_on")
    if check.id == "tread":
        return say("tread.effect.ok" if success else "tread.effect.failed")
    metres = next((odds.distance for odds in check.odds if odds.result == hits), None)
    if metres is not None:
        return say("effect.metres", metres=metres)
    return say("effect.made" if success else "effect.failed")


def _glitched(effect: Text, faces: Sequence[int]) -> Text:
    """Return the effect with a glitch named: more than half of the dice show a 1, critical if none shows a hit."""
    if not faces or 2 * sum(face == 1 for face in faces) <= len(faces):
        return effect
    params = {**effect.params, "effect": effect}
    return say("glitch" if max(faces) >= HIT_FACE else "glitch.critical", **params)


__all__ = ["SYSTEM", "sheet", "standing"]
game.jump(jumping.long_jump, leap=_leap, run_up=lambda move: jumping.run_up(move.situation))
SYSTEM = game.system(Shadowrun5)
