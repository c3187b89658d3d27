"""OpenD6: a path, stretch by stretch."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from py_rules.engine.judging import Judge
from py_rules.engine.price_tiers import PriceTier, ends, no_roll_limit
from py_rules.engine.situation import Segment, Situation
from py_rules.engine.walked import drops
from py_rules.systems.d6.prices import (
    CHECK_RULES,
    REGION_ROLLS,
    barred,
    build_check,
    carries_to,
    carrying,
    chance_of,
    drop_ruling,
    failed_rule,
    nowhere,
    prices,
    seen,
    slick_ruling,
    slow_ruling,
    with_rarity,
)
from py_rules.systems.d6.rules import (
    RULES,
    bare,
    base_of,
    bonus_of,
    breath,
    climb_move,
    climb_steps,
    degraded,
    extra_of,
    fastest,
    fate,
    fatigue,
    fatigue_now,
    fly_difficulty,
    forced_rate,
    gm_extra,
    grade_number,
    ground_of,
    jump_base,
    jump_difficulty,
    least_run,
    margin,
    measure,
    measured,
    merged,
    move_of,
    movements,
    overcome_difficulty,
    run_up_bonus,
    short_distance,
    slowest,
    swim_move,
    terrain,
    top_speed,
    trips,
    uses_action,
)
from py_rules.systems.d6.turn import CHECKS, MODES, PACED, ZERO, Effort, Going, Grades
from py_rules.systems.d6.words import say
from py_rules.values.answers import (
    Check,
    Hazard,
    Judgement,
    Modifier,
    Price,
    Spend,
    Text,
)
from py_rules.values.exact import steps_of


class RouteJudge(Judge[Effort]):
    """OpenD6's judge of a route."""

    rules = RULES
    region_rolls = REGION_ROLLS

    def __init__(
        self,
        situation: Situation,
        state: Effort,
        route: Sequence[Segment],
        cleared: frozenset[str] = frozenset(),
        *,
        flown: bool = False,
    ) -> None:
        super().__init__(
            situation, state, cleared, {mode: seen(situation, state, mode).used for mode in MODES}
        )
        self.straight = True
        """Whether the run of earlier rounds still leads straight on (D6-12)."""
        self.grades = {mode: seen(situation, state, mode).grades for mode in MODES}
        self.starts: dict[str, Fraction] = {}
        self.stretches: dict[str, list[tuple[Fraction, Grades]]] = {}
        """Of each mode what was used before a stretch, and the terrain met by then."""
        self.jumped = seen(situation, state, "jump").used
        self.modifiers: list[Modifier] = []
        self.flown = flown
        """Whether the jumps of the route are priced elsewhere."""
        self.walk(route)

    # -------------------------------------------------------- prices

    def own(self, meter: str) -> Sequence[PriceTier]:
        """Return a mode's prices on the worst ground touched so far."""
        return prices(self.situation, self.state, meter, self.grades[meter])

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return the one meter of a stretch: each way of moving has its own (D6-14)."""
        return (segment.mode,)

    def run_up(self) -> Fraction:
        """Return the metres of straight run that are a run-up (D6-12)."""
        return least_run(self.situation)

    # -------------------------------------------------------- what is met

    def enter(self, segment: Segment) -> None:
        """Note terrain, slick surfaces, drops, and where a mode begins."""
        mode = segment.mode
        self.grades[mode] = merged(self.grades[mode], ground_of(segment))
        if mode != "jump" and (mode != "ground" or segment.heading != self.heading):
            self.straight = False
        if segment.slick != "none" and "slick" not in self.state.asked:
            self.ask(slick_ruling(self.position))
        if mode == "swim" and segment.rise < 0 and self.state.breath_left is None:
            self._dives()
        if drops(segment):
            metres = -segment.rise
            self.hazards.append(Hazard("drop", gm_extra, self.position, say("drop", metres=metres)))
            self.ask(drop_ruling(metres, self.position))
        if mode in CHECKS and self.dead is None:
            self.starts.setdefault(mode, self.position)
            self.stretches.setdefault(mode, []).append((self.used[mode], self.grades[mode]))

    def _dives(self) -> None:
        """Note where the path goes under water with no breath held (D6-06)."""
        if all(hazard.id != "dive" for hazard in self.hazards):
            self.hazards.append(Hazard("dive", breath, self.position, say("breath.dive")))

    def leap(self, parts: Sequence[Segment], *, running: bool) -> PriceTier | None:
        """Return the price of a jump itself; none: nothing to roll."""
        situation = self.situation
        if self.flown or barred(situation, "jump") or (situation.in_combat and self.state.jump.closed):
            return None
        far = sum((part.length for part in parts), ZERO)
        high = sum((max(part.rise, ZERO) for part in parts), ZERO)
        own = measure(situation, far, high)
        metres = self.jumped + own
        if situation.in_combat:
            self.jumped = metres
        bonus = bonus_of(
            self.state,
            running=running and self.run > 0,
            straight=self.straight and self.heading == parts[0].heading,
            forced=parts[0].run_up,
        )
        self.straight = False
        extra = terrain(situation, self.grades["jump"]) + extra_of(situation, self.state, "jump", metres)
        difficulty = jump_difficulty(situation, metres) + extra
        self._explain_leap(metres, difficulty, extra, bonus)
        if difficulty <= 0:
            return None
        return self._leap_price(own, metres, difficulty, bonus)

    def _leap_price(self, own: Fraction, metres: Fraction, difficulty: int, bonus: int) -> PriceTier | None:
        """Return the price of a jump of its own length, which brings the round's jumps to so many metres."""
        situation, check = self.situation, f"jump:{self.jumps}"
        chance = chance_of(situation, check, difficulty, bonus)
        if not chance:
            return ends(jump_difficulty, say("jump.too_far", metres=own, difficulty=difficulty))
        if not self.open(check):
            return None
        needed = difficulty + margin(situation)
        further = own != metres
        label = say("jump.label.further" if further else "jump.label", metres=own, whole=metres)
        self.checks.append(build_check(situation, check, label, self.position, difficulty, bonus=bonus))
        if bonus:
            self.modifiers.append(run_up_modifier(bonus))
        reason = say("jump.further" if further else "jump", metres=own, whole=metres, needed=needed)
        reason = with_rarity(reason, chance)
        return PriceTier(None, "roll", jump_difficulty, reason, chance=chance, needs=((check, needed),))

    def _explain_leap(self, metres: Fraction, difficulty: int, extra: int, bonus: int) -> None:
        situation, base = self.situation, jump_base(self.situation)
        self.note(jump_base, say("jump_base.working", move=move_of(situation), base=base), base=base)
        steps = max(0, steps_of(metres - base, 2))
        working = sum_text("leap", steps=steps, base=base, extra=extra, difficulty=difficulty)
        self.note(jump_difficulty, working, difficulty=difficulty, metres=metres)
        self._explain_ground("jump")
        if bonus:
            self.note(run_up_bonus, say("run_up.working", rounds=bonus // 5, bonus=bonus), bonus=bonus)

    # -------------------------------------------------------- what comes of it

    def judgement(self) -> Judgement:
        """Return everything found."""
        checks = sorted([*self._mode_checks(), *self.checks], key=lambda check: check.at)
        self._explain()
        self._too_slow()
        return self.found(
            modifiers=(*tired_modifiers(self.situation, self.state), *self.modifiers),
            spends=self._spends(),
            checks=checks,
            limit=no_roll_limit(self.levels("ground")),
        )

    def _mode_checks(self) -> Iterator[Check]:
        for mode, at in self.starts.items():
            check = CHECKS[mode]
            if check in self.needs:
                difficulty = self.needs[check] - margin(self.situation)
                before = seen(self.situation, self.state, mode)
                going = replace(before, declared=self.used[mode], outside=not self.situation.in_combat)
                declared = self.state.with_going(mode, going)
                found = build_check(self.situation, check, say(f"check.{check}"), at, difficulty)
                yield carrying(self.situation, found, declared, self.stretches[mode])

    def _spends(self) -> Iterator[Spend]:
        if not self.situation.in_combat:
            return
        for mode in MODES:
            before = seen(self.situation, self.state, mode)
            after = replace(before, used=self.legal[mode])
            if uses_action(self.situation, mode, after) and not uses_action(self.situation, mode, before):
                yield Spend(
                    uses_action,
                    f"{mode}_action",
                    say("spend.action", mode=say(f"mode.{mode}")),
                    Fraction(1),
                    ZERO,
                )

    def _too_slow(self) -> None:
        """Note a chase in which the path ends below the least that last round's rate allows (D6-17)."""
        if not (self.situation.in_combat and self.situation.house_rules.acceleration and self.starts):
            return
        for mode in PACED:
            rate, used = self.state.rate(mode), self.used[mode]
            if mode not in self.starts or used == self.state.going(mode).used:
                continue
            least = slowest(self.situation, mode, rate)
            if used < least and self.state.going(mode).limit is None:
                text = say("slowest", rate=rate, least=least)
                self.note(slowest, text, least=least)
                self.hazards.append(
                    Hazard("too_slow", slowest, self.position, text, numbers={"least": least, "mode": mode})
                )
                question = say("slowest.ask", rate=rate, least=least)
                self.ask(slow_ruling(mode, question, self.position, carried=False))

    def chance_of(self, check: str, needed: int) -> Fraction:
        """Return the chance of a total that a price hangs on."""
        return chance_of(self.situation, check, needed - margin(self.situation))

    @property
    def first_price(self) -> Price | None:
        """The price of the worst band, or else of the first that has one."""
        return (self.worst.price if self.worst else None) or super().first_price

    # -------------------------------------------------------- where the numbers come from

    def _explain(self) -> None:
        """Add the lines that say where the numbers come from."""
        for mode in MODES:
            if (
                mode != "jump"
                and self.used[mode] > seen(self.situation, self.state, mode).used
                and base_of(self.situation, mode)
            ):
                self._explain_mode(mode)
        self.note_bands({movements, trips, top_speed, fastest, forced_rate, fate, fly_difficulty, degraded})
        self.note_bands({uses_action}, kind="impossible")

    def _explain_ground(self, mode: str) -> None:
        """Add the line that says what the ground met so far adds (D6-22)."""
        situation, grades = self.situation, self.grades[mode]
        if not grades:
            return
        added = terrain(situation, grades)
        if situation.house_rules.terrain_mix == "sum":
            self.note(terrain, say("terrain.sum", terrain=added), terrain=added)
            return
        worst_grade, _ = max(grades, key=lambda found: grade_number(*found))
        ground = say(f"ground.{worst_grade or 'none'}")
        self.note(terrain, say("terrain.worst", ground=ground, terrain=added), terrain=added)

    def _explain_mode(self, mode: str) -> None:
        situation, used, base = self.situation, self.used[mode], base_of(self.situation, mode)
        self._explain_base(mode, base)
        half = short_distance(situation, mode)
        if half:
            key = "short.rolled" if situation.house_rules.short_needs_roll else "short.working"
            self.note(short_distance, say(key, base=base, half=half), half=half)
        if not situation.in_combat:
            self._explain_ground(mode)
            return
        moves = movements(used, base)
        if mode in PACED:
            self.note(movements, say("moves.working", metres=used, base=base, moves=moves), moves=moves)
        name = say(f"mode.{mode}")
        if used > half:
            self.note(uses_action, say("action.working", mode=name, used=used), used=used)
        going = self.state.going(mode)
        self._explain_ground(mode)
        if going.total is None:
            self._explain_difficulty(mode, used)
        else:
            self._explain_roll(mode, going)

    def _explain_roll(self, mode: str, going: Going) -> None:
        """Add the line that says how far a roll that was made carries."""
        situation, rate, total = self.situation, self.state.rate(mode), going.total or 0
        if going.result in {"slow", "stop", "trip"}:
            left = forced_rate(situation, mode, rate)
            self.note(
                forced_rate,
                say("forced.working", rate=rate, base=base_of(situation, mode), left=left),
                left=left,
            )
        elif going.result in {"fail", "first_round_fail"} or nowhere(going):
            limit, number = going.limit or ZERO, failed_rule(mode, going.result)
            self.note(number, say("fell_short.working", limit=limit), limit=limit)
        else:
            slower: dict[str, str] = {"partial": forced_rate, "short": degraded}
            number = slower.get(going.result, CHECK_RULES[CHECKS[mode]])
            limit = carries_to(situation, mode, going, self.grades[mode])
            self.note(number, say("afford.working", total=total, limit=limit), limit=limit)

    def _explain_base(self, mode: str, base: Fraction) -> None:
        situation = self.situation
        if mode == "swim":
            self.note(swim_move, say("swim_move.working", move=move_of(situation), base=base), base=base)
        elif mode == "climb":
            key = "climb_move.working" if situation.character.has_climbing else "climb_move.half"
            self.note(climb_move, say(key, move=move_of(situation), base=base), base=base)
        elif mode == "fly":
            self.note(fly_difficulty, say("fly_move.working", base=base), base=base)

    def _explain_difficulty(self, mode: str, used: Fraction) -> None:
        situation, base = self.situation, base_of(self.situation, mode)
        ground = terrain(situation, self.grades[mode])
        rolled = bare(situation, mode, used) + ground + extra_of(situation, self.state, mode, used) > 0
        asked = measured(situation, self.state, mode, used) if rolled and situation.in_combat else used
        extra = extra_of(situation, self.state, mode, asked)
        added = ground + extra
        difficulty = bare(situation, mode, asked) + added
        number = CHECK_RULES[CHECKS[mode]]
        if mode == "climb":
            kind, first, steps = "climb", base, climb_steps(situation, asked)
        else:
            kind, first, steps = (
                "paced",
                Fraction(bare(situation, mode, ZERO)),
                max(0, movements(asked, base) - 1),
            )
        working = sum_text(kind, steps=steps, base=first, extra=added, difficulty=difficulty)
        self.note(number, working, difficulty=difficulty, metres=asked)
        if gm_extra(situation):
            self.note(gm_extra, say("gm.working", extra=gm_extra(situation)))
        if extra != gm_extra(situation):
            self.note(
                fatigue, fatigue_working(situation, self.state), fatigue=fatigue_now(situation, self.state)
            )
        if self.state.overcome:
            self.note(overcome_difficulty, say("overcome.working"))


def sum_text(kind: str, *, steps: int, base: Fraction, extra: int, difficulty: int) -> Text:
    """Return how a difficulty adds up, without the parts that are nothing."""
    parts = {(False, False): "plain", (True, False): "steps", (False, True): "extra", (True, True): "both"}
    key = parts[bool(steps), bool(extra)]
    return say(f"{kind}.{key}", steps=steps, base=base, extra=extra, difficulty=difficulty)


def fatigue_working(situation: Situation, state: Effort) -> Text:
    """Return how fatigue was worked out."""
    points = fatigue_now(situation, state)
    if situation.circumstances.fatigue is not None:
        return say("fatigue.given", fatigue=points)
    limit = situation.character.fatigue_limit or 0
    return say("fatigue.working", rounds=state.fast_rounds + 1, limit=limit, fatigue=points)


def tired_modifiers(situation: Situation, state: Effort) -> Iterator[Modifier]:
    """Yield what fatigue adds to difficulties (D6-20)."""
    points = fatigue_now(situation, state)
    if points:
        told = situation.circumstances.fatigue is not None or situation.house_rules.fatigue_reset == "manual"
        until = say("until.told" if told else "until.rest")
        yield Modifier(fatigue, "mover", say("on.fast"), "difficulty", points, say("since.now"), until)


def run_up_modifier(bonus: int) -> Modifier:
    """Return what a run-up adds to a jump's total (D6-12)."""
    return Modifier(
        run_up_bonus, "mover", say("on.jump"), "total", bonus, say("since.now"), say("until.jump")
    )
