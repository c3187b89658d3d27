"""OpenD6: a path, stretch by stretch."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from py_rules.engine.judging import Judge
from py_rules.engine.parts import Move
from py_rules.engine.price_tiers import PriceTier, ends, no_roll_limit
from py_rules.engine.walked import dropped, drops, pit_of, with_new
from py_rules.protocol.facts import MovedFact
from py_rules.systems.d6 import ledger, moves, prices, rules
from py_rules.systems.d6.turn import CHECKS, MODES, PACED, ZERO, Effort, Grades, Progress
from py_rules.systems.d6.words import say
from py_rules.values.answer_parts import Check, Hazard, Judgement, Modifier, Spend
from py_rules.values.cache import cached
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction
from py_rules.values.stretch import Segment

MOST_ENDED = 5_000
"""For how many stretches it is kept where they end: more than one search looks at."""
Priced = dict[tuple[str, Grades], list[PriceTier]]
"""Prices by mode and by the kinds of terrain touched."""


class Known:
    """What is known of the prices of one sheet in one state: dear, and asked often."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.priced: Priced = {}
        self.beside: dict[tuple[object, ...], tuple[PriceTier, ...]] = {}
        """The prices along the ground, by the tiers that other modes end in."""
        self._ended: dict[tuple[object, ...], tuple[object, ...]] = {}

    def ended(self, mode: str, metres: Fraction, *, grades: Grades) -> tuple[object, ...]:
        """Return what prices beside so much of a mode depend on: the ground touched, and the tier that it ends in."""
        key = (mode, metres.as_integer_ratio(), grades)
        make = partial(self._end_of, mode, metres, grades=grades)
        return cached(self._ended, key, most=MOST_ENDED, make=make)

    def _end_of(self, mode: str, metres: Fraction, *, grades: Grades) -> tuple[object, ...]:
        before = prices.seen(self.move, mode)
        ground = rules.merged(
            before.grades, rules.ground_of(Segment(mode=mode, length=metres, grades=grades))
        )
        if not metres or mode == "ground":
            return mode, ground, metres
        used, own = before.used + metres, own_prices(self.move, mode, grades=ground, priced=self.priced)
        ends_in = (tier.limit is None or tier.limit >= used for tier in own)
        return mode, ground, next(place for place, is_it in enumerate(ends_in, 1) if is_it)


def own_prices(move: Move, mode: str, *, grades: Grades, priced: Priced) -> list[PriceTier]:
    """Return a mode's prices on ground of these grades, out of those of the sheet and state."""
    if (mode, grades) not in priced:
        priced[mode, grades] = prices.tiers(move, mode, grades=grades)
    return priced[mode, grades]


class RouteJudge(Judge[Effort]):
    """OpenD6's judge of a route; ``priced``: the prices that other routes of the same sheet and state have had."""

    region_rolls = prices.REGION_ROLLS

    def used_before(self) -> dict[str, Fraction]:
        """Return what is used of each mode."""
        return {mode: prices.seen(self.move, mode).used for mode in MODES}

    def set_out(self, route: Sequence[Segment], *, flown: bool = False, priced: Priced | None = None) -> None:
        """Note what is known of each mode; ``flown``: the jumps of the route are priced elsewhere."""
        del route
        self.before = {mode: prices.seen(self.move, mode) for mode in MODES}
        self.straight = True
        """Whether the run of earlier rounds still leads straight on (D6-12)."""
        self.grades = {mode: progress.grades for mode, progress in self.before.items()}
        self.starts: dict[str, Fraction] = {}
        self.stretches: dict[str, list[tuple[Fraction, Grades]]] = {}
        """Of each mode what was used before a stretch, and the terrain met by then."""
        self.jumped = self.begun["jump"]
        self.modifiers: list[Modifier] = []
        self.flown, self.priced = flown, {} if priced is None else priced

    # -------------------------------------------------------- prices

    def price_tiers(self, meter: str) -> Sequence[PriceTier]:
        """Return a mode's prices on the worst ground touched so far."""
        return own_prices(self.move, meter, grades=self.grades[meter], priced=self.priced)

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return the one meter of a stretch: each way of moving has its own (D6-14); what carries a token, none."""
        return (segment.mode,) if segment.mode in MODES else ()

    # -------------------------------------------------------- what is met

    def enter(self, segment: Segment) -> None:
        """Note terrain, slick surfaces, drops, and where a mode begins."""
        mode = segment.mode
        self.grades[mode] = rules.merged(self.grades.get(mode, ()), rules.ground_of(segment))
        if mode != "jump" and (mode != "ground" or segment.heading != self.heading):
            self.straight = False
        if segment.slick != "none" and "slick" not in self.state.asked:
            self.ask(self.game.questions["slick"].of(self.move, at=self.position))
        dives = mode == "swim" and segment.rise < 0 and self.state.breath_left is None
        if dives and all(hazard.id != "dive" for hazard in self.hazards):
            self.hazards.append(Hazard("dive", moves.breath, self.position, say("breath.dive")))
        if drops(segment):
            text = say("drop", metres=-segment.rise)
            self.hazards.append(Hazard("drop", rules.gm_extra, self.position, text))
            self.ask(self.game.questions["drop"].at(self.position, metres=-segment.rise))
        if mode in CHECKS and self.dead is None:
            self.starts.setdefault(mode, self.position)
            self.stretches.setdefault(mode, []).append((self.used[mode], self.grades[mode]))

    def leap(
        self, parts: Sequence[Segment], *, far: Fraction, high: Fraction, running: bool
    ) -> PriceTier | None:
        """Return the price of a jump itself; none: nothing to roll."""
        move = self.move
        if self.flown or prices.barred(move, "jump") or (move.in_combat and self.state.jump.closed):
            return None
        own = moves.measure(move, far, high=high)
        metres = self.jumped + own
        if move.in_combat:
            self.jumped = metres
        bonus = moves.bonus_of(
            move,
            running=running and self.run > 0,
            straight=self.straight and self.heading == parts[0].heading,
            forced=parts[0].run_up,
        )
        self.straight = False
        extra = rules.terrain(move, self.grades["jump"]) + rules.extra_of(move, "jump", metres=metres)
        self.use(moves.jump_base, move)
        difficulty = self.use(moves.jump_difficulty, move, metres, more=extra)
        self._explain_ground("jump")
        if bonus:
            self.use(moves.run_up_bonus, (True,) * (bonus // 5))
        return self._leap_price(own, metres, difficulty=difficulty, bonus=bonus) if difficulty > 0 else None

    def _leap_price(
        self, own: Fraction, metres: Fraction, *, difficulty: int, bonus: int
    ) -> PriceTier | None:
        """Return the price of a jump of its own length, which brings the round's jumps to that many metres."""
        move, check = self.move, f"jump:{self.jumps}"
        chance = prices.chance_of(move, check, difficulty=difficulty, bonus=bonus)
        if not chance:
            return ends(moves.jump_difficulty, say("jump.too_far", metres=own, difficulty=difficulty))
        if not self.open(check):
            return None
        needed, further = difficulty + rules.margin(move), own != metres
        label = say("jump.label.further" if further else "jump.label", metres=own, whole=metres)
        dice = prices.code_of(move, check, difficulty=difficulty, bonus=bonus)
        made = prices.rolled_check(
            move, check, rule=moves.jump_difficulty, label=label, dice=dice, at=self.position
        )
        if bonus:
            self.modifiers.append(run_up_modifier(bonus))
        reason = say("jump.further" if further else "jump", metres=own, whole=metres, needed=needed)
        return self.hangs_on(made, prices.with_rarity(reason, chance))

    # -------------------------------------------------------- what comes of it

    def judgement(self) -> Judgement:
        """Return everything found."""
        checks = sorted([*self._mode_checks(), *self.checks], key=lambda check: check.at)
        self._explain()
        self._too_slow()
        return self.found(
            modifiers=(*tired_modifiers(self.move), *self.modifiers),
            spends=self._spends(),
            checks=checks,
            limit=no_roll_limit(self.price_tiers("ground")),
        )

    def _mode_checks(self) -> Iterator[Check]:
        for mode, at in self.starts.items():
            check = CHECKS[mode]
            if check in self.needs:
                difficulty = self.needs[check] - rules.margin(self.move)
                outside = not self.move.in_combat
                progress = replace(self.before[mode], declared=self.used[mode], outside=outside)
                declared = self.move.with_turn(**{mode: progress})
                dice, label = prices.code_of(declared, check, difficulty=difficulty), say(f"check.{check}")
                stretches = self.stretches[mode]
                carries = partial(
                    prices.carried, declared, mode=mode, difficulty=difficulty, stretches=stretches
                )
                rule = prices.CHECK_RULES[check]
                yield prices.rolled_check(
                    declared, check, rule=rule, label=label, dice=dice, at=at, carries=carries
                )

    def _spends(self) -> Iterator[Spend]:
        if not self.move.in_combat:
            return
        for mode, before in self.before.items():
            after = replace(before, used=self.legal[mode])
            if rules.uses_action(self.move, mode, progress=after) and not rules.uses_action(
                self.move, mode, progress=before
            ):
                label = say("spend.action", mode=say(f"mode.{mode}"))
                yield Spend(rules.uses_action, f"{mode}_action", label, Fraction(1), ZERO)

    def _too_slow(self) -> None:
        """Note a chase in which the path ends below the least that last round's rate allows (D6-17)."""
        if not (self.move.in_combat and self.move.house_rules.acceleration):
            return
        for mode in PACED:
            rate, used = self.state.rate(mode), self.used[mode]
            if mode not in self.starts or used == self.state.progress(mode).used:
                continue
            least = rules.slowest(self.move, mode, rate=rate)
            if used < least and self.state.progress(mode).limit is None:
                text, numbers = say("slowest", rate=rate, least=least), {"least": least, "mode": mode}
                self.note(rules.slowest, text, least=least)
                self.hazards.append(Hazard("too_slow", rules.slowest, self.position, text, numbers=numbers))
                now = self.move.with_turn(owed=())
                self.ask(self.game.questions["slow"].of(now, mode, at=self.position))

    def left(self, fact: MovedFact) -> Effort:
        """Return the turn after the whole route was gone: what it used, where it ended, what it met."""
        route, state = self.route, self.travelled(self.state, forced=fact.forced)
        state = replace(state, drop=state.drop + dropped(route))
        if fact.forced:
            return state
        if fact.landed is not None:
            over_pit = ledger.over_pit(route, to_fraction(fact.landed))
            depth, over = pit_of(route)
            state = replace(state, over_pit=over_pit, pit=depth, over=(ZERO, ZERO) if over_pit else over)
        if not self.move.in_combat:
            return replace(ledger.afresh(state), bonus=0)
        for mode in {part.mode for part in route} & set(MODES):
            used = self.begun[mode] if mode == "jump" else self.used[mode]
            progress = replace(self.before[mode], used=used, grades=self.grades[mode])
            state = state.with_progress(mode, progress)
        jumped = ledger.leapt(self.move, route)
        if jumped:
            jump = replace(state.jump, used=state.jump.used + jumped)
            state = replace(state, jump=jump, run_ups=(), bonus=0)
        slick = ["slick"] if any(part.slick != "none" for part in route) else []
        run_ups = state.run_ups if self.straight else ()
        return replace(state, run_ups=run_ups, asked=with_new(state.asked, slick))

    # -------------------------------------------------------- where the numbers come from

    def _explain(self) -> None:
        """Use the rules that the ways of moving come from, so that the plan tells of them."""
        for mode in MODES:
            if mode != "jump" and self.used[mode] > self.begun[mode] and rules.base_of(self.move, mode):
                self._explain_mode(mode)
        self.note_bands(TOLD)
        self.note_bands({rules.uses_action}, kind="impossible")

    def _explain_ground(self, mode: str) -> None:
        if self.grades[mode]:
            self.use(rules.terrain, self.move, self.grades[mode])

    def _explain_mode(self, mode: str) -> None:
        move, used, progress = self.move, self.used[mode], self.before[mode]
        base = rules.base_of(move, mode)
        if mode in RATES:
            self.use(RATES[mode], move)
        elif mode == "fly":
            self.note(rules.fly_difficulty, say("fly_move.working", base=base), base=base)
        half = self.use(rules.short_distance, move, mode) if mode in PACED else ZERO
        self._explain_ground(mode)
        if not move.in_combat:
            return
        if mode in PACED:
            self.use(rules.movements, used, base)
        if used > half:
            self.use(rules.uses_action, move, mode, progress=replace(progress, used=used))
        if progress.total is None:
            self._explain_difficulty(mode, used)
        else:
            self._explain_roll(mode, progress)

    def _explain_roll(self, mode: str, progress: Progress) -> None:
        """Tell how far a roll that was made carries."""
        move = self.move
        if progress.result in {"slow", "stop", "trip"}:
            self.use(rules.forced_rate, move, mode, rate=self.state.rate(mode))
        elif progress.result in {"fail", "first_round_fail"} or prices.nowhere(progress):
            limit, number = progress.limit or ZERO, prices.failed_rule(mode, progress.result)
            self.note(number, say("fell_short.working", limit=limit), limit=limit)
        else:
            slower: dict[str, str] = {"partial": rules.forced_rate, "short": rules.degraded}
            number = slower.get(progress.result, prices.CHECK_RULES[CHECKS[mode]])
            limit = prices.carries_to(move, mode, progress=progress, grades=self.grades[mode])
            self.note(number, say("afford.working", total=progress.total or 0, limit=limit), limit=limit)

    def _explain_difficulty(self, mode: str, used: Fraction) -> None:
        """Tell how the difficulty of a way of moving adds up, and what it is harder by."""
        move, ground = self.move, rules.terrain(self.move, self.grades[mode])
        rolled = rules.bare(move, mode, metres=used) + ground + rules.extra_of(move, mode, metres=used) > 0
        asked = rules.measured(move, mode, metres=used) if rolled else used
        extra = rules.extra_of(move, mode, metres=asked)
        self.use(rules.DIFFICULTIES[mode], move, rules.far_in(move, mode, metres=asked), more=ground + extra)
        if rules.gm_extra(move):
            self.use(rules.gm_extra, move)
        if extra != rules.gm_extra(move):
            self.use(rules.fatigue, move)
        if self.state.overcome:
            self.use(rules.overcome_difficulty, move)


TOLD: set[str] = {
    rules.movements,
    rules.trips,
    rules.top_speed,
    rules.fastest,
    rules.forced_rate,
    rules.fate,
    rules.fly_difficulty,
    rules.degraded,
}
"""The rules whose bands say where they come from."""
RATES = {"swim": moves.swim_move, "climb": moves.climb_move}


def tired_modifiers(move: Move) -> Iterator[Modifier]:
    """Yield what fatigue adds to difficulties (D6-20)."""
    points = rules.fatigue(move)
    if points:
        told = move.circumstances.fatigue is not None or move.house_rules.fatigue_reset == "manual"
        until = say("until.told" if told else "until.rest")
        yield Modifier(rules.fatigue, "mover", say("on.fast"), "difficulty", points, say("since.now"), until)


def run_up_modifier(bonus: int) -> Modifier:
    """Return what a run-up adds to a jump's total (D6-12)."""
    words = say("on.jump"), "total", bonus, say("since.now"), say("until.jump")
    return Modifier(moves.run_up_bonus, "mover", *words)
