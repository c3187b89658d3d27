"""The Contract: a path, stretch by stretch."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from py_rules.engine import tabletop
from py_rules.engine.judging import Judge
from py_rules.engine.price_tiers import (
    PriceTier,
    ends,
    limit_without,
)
from py_rules.engine.situation import Segment, Situation
from py_rules.engine.walked import drops
from py_rules.systems.contract.prices import (
    CHECK_RULES,
    REGION_ROLLS,
    check_odds,
    dice_off,
    difficult_ruling,
    drop_ruling,
    extent_of,
    feet_of,
    ground_levels,
    jump_check,
    leap,
    mode_check,
    rolled_mode_levels,
    rolls_action,
    sinking_ruling,
    why_barred,
)
from py_rules.systems.contract.rules import (
    RULES,
    base_difficulty,
    brawn,
    climb_difficulty,
    climb_feet,
    dexterity,
    dice_lost,
    encumbered,
    extended_movement,
    extension_open,
    free_movement,
    jump_difficulty,
    jump_needs_roll,
    jump_reach,
    movement_over,
    new_round,
    pool_of,
    run_up,
    sinks,
    sprint_feet,
    sprint_needed,
    stunned,
    terrain_cost,
    unlimited,
)
from py_rules.systems.contract.turn import ROLLED_MODES, STEP, ZERO, Round
from py_rules.systems.contract.words import say
from py_rules.values.answers import (
    Check,
    Hazard,
    Judgement,
    Modifier,
    Spend,
    Text,
)
from py_rules.values.exact import steps_of


class RouteJudge(Judge[Round]):
    """The Contract's judge of a route."""

    rules = RULES
    sharing = CHECK_RULES
    region_rolls = REGION_ROLLS

    def __init__(
        self,
        situation: Situation,
        state: Round,
        route: Sequence[Segment],
        cleared: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(
            situation, state, cleared, {mode: state.used(mode) for mode in ("ground", *ROLLED_MODES)}
        )
        self.starts: dict[str, Fraction] = {}
        self.acts = ""
        """The climb or swim on the way that is rolled with the Action; empty: none yet."""
        self.walked = state.ground_used
        """Feet on the ground before that roll."""
        self.down = ZERO
        self.surface = self._hardest(route)
        self.sprint = any(segment.mode == "sprint" for segment in route)
        self.joint = situation.house_rules.mixed_modes == "proportional" and situation.in_combat
        self.walk(route)

    @property
    def lost(self) -> int:
        """The dice that Extended Movement takes off the climb or swim that is rolled with the Action."""
        return dice_off(self.situation, self.walked)

    def _hardest(self, route: Sequence[Segment]) -> tuple[int, str | None]:
        """Return the highest climb Difficulty on the route: a Movement has one climbing roll."""
        climbs = [
            (climb_difficulty(self.situation, segment.surface, segment.difficulty), segment.surface)
            for segment in route
            if segment.mode == "climb"
        ]
        return max(climbs, key=lambda pair: pair[0], default=(base_difficulty(self.situation), None))

    # -------------------------------------------------------- prices

    def own(self, meter: str) -> list[PriceTier]:
        """Return a mode's prices when it is alone; what is rolled with the Action on the way has used it."""
        state = self.state
        if self.acts not in {"", meter} and state.action == "unspent":
            state = replace(state, action="spent")
        if meter == "ground":
            return ground_levels(self.situation, state, sprint=self.sprint)
        sprints = self.sprint or "sprint" in self.needs
        if sprints and rolls_action(self.situation) and state.action == "unspent":
            state = replace(state, action="sprinting")
        difficulty = self.surface[0] if meter == "climb" else base_difficulty(self.situation)
        return rolled_mode_levels(self.situation, state, meter, difficulty, self.lost)

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return the one meter of a stretch; of a jump that does not count only a surcharge is paid.

        It is barred where all Movement is.
        """
        if segment.mode in ROLLED_MODES:
            return (segment.mode,)
        paid = self.factor(segment) or segment.flat or why_barred(self.situation, self.state)
        return ("ground",) if paid else ()

    def factor(self, segment: Segment) -> Fraction:
        """Return what a foot of a stretch takes: nothing, for jumps of a table that does not count them."""
        uncounted = segment.mode == "jump" and not self.situation.house_rules.jump_counts
        return ZERO if uncounted else segment.multiplier

    def run_up(self) -> Fraction:
        """Return the feet of straight run-up that a running jump needs."""
        return run_up(self.situation)

    # -------------------------------------------------------- what is met

    def enter(self, segment: Segment) -> None:
        """Note difficult terrain, drops, water; and where a climb or swim begins."""
        if segment.cost != segment.extent or segment.entered:
            counted = segment if self.factor(segment) else replace(segment, length=ZERO, rise=ZERO)
            self.note(terrain_cost, terrain_working(counted))
        for region in segment.entered:
            if region not in self.state.asked and self.situation.in_combat:
                self.rulings.append(difficult_ruling(self.situation, region, self.position))
        if drops(segment):
            self._come_down(-segment.rise)
        if segment.mode == "swim" and sinks(self.situation):
            self._sink(self.position)
        waits = segment.mode in ROLLED_MODES and self.state.outcome(segment.mode) is None
        if waits and self.dead is None and not unlimited(self.situation, segment.mode):
            self.starts.setdefault(segment.mode, self.position)
            if rolls_action(self.situation) and not self.acts:
                self.acts, self.walked = segment.mode, self.used["ground"]

    def _come_down(self, feet: Fraction) -> None:
        """Show where the path comes down without climbing; the GM is asked once, of all of it."""
        self.hazards.append(Hazard("drop", climb_feet, self.position, say("drop", feet=feet)))
        self.down += feet
        self.rulings = [ruling for ruling in self.rulings if ruling.id != "drop"]
        self.rulings.append(drop_ruling(self.down, self.position))

    def _sink(self, at: Fraction) -> None:
        if not any(hazard.id == "sinking" for hazard in self.hazards):
            self.hazards += [Hazard(h, sinks, at, say(h)) for h in ("sinking", "drowning")]
            self.rulings.append(sinking_ruling(self.situation, at))

    def leap(self, parts: Sequence[Segment], *, running: bool) -> PriceTier | None:
        """Return the price of a jump itself; none: nothing to roll."""
        situation, check = self.situation, f"jump:{self.jumps}"
        far = sum((part.length for part in parts), ZERO)
        high = sum((max(part.rise, ZERO) for part in parts), ZERO)
        difficulty, _ = jump_difficulty(situation, far, high, running=running)
        found = leap(situation, far, high, running=running)
        extent = extent_of(far, high)
        self._explain_leap(far, high, running=running)
        if parts[-1].wet and sinks(situation):
            self._sink(self.position + far + high)
        if found is None:
            return self._no_jump(extent, difficulty)
        if found.difficulty is None:
            self.note(jump_needs_roll, say("jump.free", extent=extent))
            return None
        reason = say("jump", extent=extent, difficulty=difficulty)
        self.note(jump_needs_roll, reason)
        if not self.open(check):
            return None
        label = say("jump.label", extent=extent)
        self.checks.append(jump_check(situation, check, label, self.position, difficulty))
        return PriceTier(None, "roll", jump_needs_roll, reason, chance=found.chance, needs=((check, 1),))

    def _no_jump(self, extent: Text, difficulty: int) -> PriceTier:
        """Return why a jump is impossible: too long (CON-13), or no pool to roll it with (CON-12)."""
        highest = self.situation.house_rules.max_difficulty
        if difficulty > highest:
            return ends(
                jump_difficulty, say("jump.too_long", extent=extent, difficulty=difficulty, highest=highest)
            )
        return ends(jump_needs_roll, say("jump.no_chance", extent=extent, difficulty=difficulty))

    def _explain_leap(self, far: Fraction, high: Fraction, *, running: bool) -> None:
        situation = self.situation
        difficulty, excess = jump_difficulty(situation, far, high, running=running)
        reach = jump_reach(situation, running=running)
        kind = "jump.running" if running else "jump.standing"
        reached = say(kind, horizontal=reach[0], vertical=reach[1], brawn=situation.character.brawn)
        self.note(jump_reach, reached, far=far, high=high)
        self.note(
            jump_difficulty,
            say("jump.excess", base=base_difficulty(situation), excess=excess, difficulty=difficulty)
            if excess
            else say("jump.within", difficulty=difficulty),
            difficulty=difficulty,
            roll=jump_needs_roll(situation, excess),
            possible=difficulty <= situation.house_rules.max_difficulty,
        )

    # -------------------------------------------------------- what comes of it

    def judgement(self) -> Judgement:
        """Return everything found."""
        checks = sorted([*self._mode_checks(), *self.checks], key=lambda check: check.at)
        sprinting = any(check.id == "sprint" for check in checks) or self.state.action == "sprinting"
        self._explain(checks, sprinting=sprinting)
        return self.found(
            modifiers=()
            if sprinting or self.dead
            else tuple(dice_modifiers(self.situation, self.state, self.used["ground"])),
            spends=self._spends(checks, sprinting=sprinting),
            checks=checks,
            limit=limit_without(self.levels("ground"), {"sprint"}),
        )

    def _mode_checks(self) -> Iterator[Check]:
        """Yield the checks that set an allowance: sprint first, it is declared when setting out."""
        if "sprint" in self.needs or (
            self.sprint and self.state.action == "unspent" and self.situation.in_combat
        ):
            yield mode_check(
                self.situation, "sprint", ZERO, base_difficulty(self.situation), self._sprint_needed()
            )
        for mode, at in self.starts.items():
            if mode in self.needs:
                difficulty = self.surface[0] if mode == "climb" else base_difficulty(self.situation)
                yield mode_check(self.situation, mode, at, difficulty, self.needs[mode], self.lost)

    def _sprint_needed(self) -> int:
        """Return the Outcome the All-out Sprint needs for the whole route."""
        needed = sprint_needed(self.situation, self.used["ground"])
        if self.joint:
            return self.needs.get("sprint", needed)
        _, odds = check_odds(self.situation, "sprint", base_difficulty(self.situation))
        if sprint_feet(self.situation, odds.lowest) >= self.used["ground"]:
            return min(needed, odds.lowest)
        return max(needed, self.needs.get("sprint", needed))

    def _spends(self, checks: Sequence[Check], *, sprinting: bool) -> Iterator[Spend]:
        if not self.situation.in_combat:
            return
        used = self.used["ground"]
        if used > self.state.ground_used:
            yield Spend(new_round, "movement", say("spend.movement"), used - self.state.ground_used)
        if not sprinting:
            yield from self._extended_spends(used)
        ids = {check.id for check in checks}
        if "sprint" in ids:
            yield Spend(sprint_feet, "action", say("spend.action"), Fraction(1), ZERO)
        elif self.acts in ids:
            yield Spend(CHECK_RULES[self.acts], "action", say("spend.action.rolled"), Fraction(1), ZERO)

    def _extended_spends(self, used: Fraction) -> Iterator[Spend]:
        """Yield what this route uses of Extended Movement, and of the dice held back for it."""
        extra, before = (
            max(ZERO, feet - free_movement(self.situation)) for feet in (used, self.state.ground_used)
        )
        if extra <= before:
            return
        yield Spend(extended_movement, "extended_movement", say("spend.extended"), extra - before)
        dice = Fraction(-dice_lost(self.situation, extra))
        new = dice + dice_lost(self.situation, before)
        if self.state.action == "spent" and self.state.dice_saved and new:
            left = max(ZERO, self.state.dice_saved - dice)
            yield Spend(extension_open, "saved_dice", say("spend.saved"), new, left)

    def chance_of(self, check: str, needed: int) -> Fraction:
        """Return the chance of an Outcome that a climb or swim hangs on."""
        difficulty = self.surface[0] if check == "climb" else base_difficulty(self.situation)
        return check_odds(self.situation, check, difficulty, self.lost)[1].at_least(needed)

    # -------------------------------------------------------- where the numbers come from

    def _explain(self, checks: Sequence[Check], *, sprinting: bool) -> None:
        """Add the lines that say where the numbers come from."""
        for check in checks:
            self._explain_check(check)
        for mode in ROLLED_MODES:
            outcome = self.state.outcome(mode)
            if outcome is not None and self.used[mode] > self.state.used(mode):
                self._note_rolled(mode, outcome)
        self.note_bands({movement_over, stunned, extension_open, sinks, unlimited})
        if self.joint and any(self.used[mode] for mode in ROLLED_MODES):
            self.trace.append(tabletop.shared.trace(tabletop.shared()))
        if self.situation.in_combat and self.used["ground"] > self.state.ground_used:
            self._explain_ground(sprinting=sprinting)

    def _explain_ground(self, *, sprinting: bool) -> None:
        situation, state = self.situation, self.state
        if state.action == "sprinting":
            self._note_rolled("sprint", state.sprint_outcome or 0)
            return
        self.note(free_movement, free_working(situation), free=free_movement(situation))
        extra = self.used["ground"] - free_movement(situation)
        if extra <= 0:
            return
        extended = extension_open(situation, state)
        self.note(extended_movement, extended_working(situation), extended=extended, extra=extra)
        if extra <= extended and not sprinting:
            dice = dice_lost(situation, extra)
            key = "dice.saved" if state.dice_saved else "dice.working"
            self.note(dice_lost, say(key, extra=extra, dice=-dice), dice=dice)
        if state.dice_saved:
            self.note(extension_open, say("saved", saved=state.dice_saved, extended=extended))

    def _explain_check(self, check: Check) -> None:
        situation, used = self.situation, self.used["ground"]
        if check.id == "sprint":
            ratings = {"dexterity": dexterity(situation), "brawn": brawn(situation)}
            steps = steps_of(used, STEP)
            working = say("sprint.need", feet=used, needed=check.needed, steps=steps, **ratings)
            if check.needed != sprint_needed(situation, used):
                working = say("sprint.sure", feet=used)
            self.note(sprint_feet, working, needed=check.needed, feet=used)
        elif check.id in ROLLED_MODES:
            self._note_rolled(check.id, check.needed)
            if self.lost:
                extra = self.walked - free_movement(situation)
                self.note(dice_lost, say("dice.working", extra=extra, dice=-self.lost), dice=self.lost)
        if check.id == "climb":
            difficulty, surface = self.surface
            given = surface or ("gm" if difficulty != base_difficulty(situation) else "none")
            shown = say(f"surface.{given}").inside if surface else say(f"surface.{given}")
            self.note(climb_difficulty, say("climb.difficulty", difficulty=difficulty, surface=shown))
        if (
            situation.house_rules.penalty_hits_pools
            and situation.character.penalty
            and not check.id.startswith("gate:")
        ):
            self.note(pool_of, say("pool.penalty", penalty=situation.character.penalty))

    def _note_rolled(self, check: str, outcome: int) -> None:
        """Note how far an Outcome of sprint, climb or swim carries."""
        situation, feet = self.situation, feet_of(self.situation, check, outcome)
        self.note(CHECK_RULES[check], rolled_working(situation, check, outcome), feet=feet)
        if check == "swim" and situation.character.load != "none":
            self.note(encumbered, say("swim.half", feet=feet), feet=feet)


def terrain_working(segment: Segment) -> Text:
    """Return how the cost of difficult terrain was worked out (CON-10)."""
    key = {
        (True, True): "difficult.working",
        (True, False): "difficult.times",
        (False, True): "difficult.entry",
        (False, False): "difficult.same",
    }[segment.multiplier != 1, segment.flat != 0]
    numbers = {"multiplier": segment.multiplier, "flat": segment.flat, "cost": terrain_cost(segment)}
    return say(key, length=segment.extent, **numbers)


def rolled_working(situation: Situation, check: str, outcome: int) -> Text:
    """Return how far an Outcome of sprint, climb or swim carries, worked out; a swim before it is halved."""
    if check == "swim":
        return say("swim.working", outcome=outcome, feet=STEP * max(0, outcome))
    feet = feet_of(situation, check, outcome)
    if check == "climb":
        nothing = situation.house_rules.climb_zero == "none" and outcome <= 0
        return say("climb.nothing" if nothing else "climb.working", outcome=outcome, feet=feet)
    least = free_movement(situation) if situation.house_rules.sprint_floor == "free" else ZERO
    ratings = {"dexterity": dexterity(situation), "brawn": brawn(situation)}
    return say("sprint.working", outcome=outcome, feet=feet, least=least, **ratings)


def extended_working(situation: Situation) -> Text:
    """Return how Extended Movement was worked out."""
    return say("extended.working", brawn=brawn(situation), extended=extended_movement(situation))


def free_working(situation: Situation) -> Text:
    """Return how Free Movement was worked out."""
    rating = situation.house_rules.penalty_reading == "rating"
    key = "free.working.rating" if rating else "free.working"
    return say(
        key,
        dexterity=situation.character.dexterity,
        penalty=situation.character.penalty,
        free=free_movement(situation),
    )


def dice_modifiers(situation: Situation, state: Round, used: Fraction) -> Iterator[Modifier]:
    """Yield what feet beyond Free Movement take off the Action (CON-07).

    Nothing where dice held back pay for them (CON-08): the Action was rolled without those.
    """
    dice = dice_lost(situation, used - free_movement(situation))
    held_back = state.action == "spent" and state.order != "before"
    if dice and situation.in_combat and not (state.round_over or held_back or stunned(situation)):
        since = say("since.extended")
        yield Modifier(dice_lost, "mover", say("on.action"), "dice", dice, since, say("until.round"))
