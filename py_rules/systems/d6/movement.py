"""OpenD6: a path, stretch by stretch."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from py_rules.engine.judge import DeclaredJudge
from py_rules.engine.parts import Move, Turn
from py_rules.engine.price_tiers import PriceTier, ends
from py_rules.engine.walked import dropped, drops, pit_of, with_new
from py_rules.protocol.facts import MovedFact
from py_rules.systems.d6 import ledger, moves, prices, rules
from py_rules.systems.d6.turn import CHECKS, MODES, PACED, ZERO, progress
from py_rules.systems.d6.words import say
from py_rules.values.answer_parts import Check, Hazard, Judgement, Modifier, Spend
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction
from py_rules.values.stretch import Segment


class Walk(DeclaredJudge):
    """OpenD6's judge of a route."""

    def set_out(self, route: Sequence[Segment]) -> None:
        """Note where the modes begin, and the run-up of earlier rounds."""
        del route
        self.straight = True
        """Whether the run of earlier rounds still leads straight on (D6-12)."""
        self.starts: dict[str, Fraction] = {}
        self.stretches: dict[str, list[tuple[Fraction, int]]] = {}
        """Of each mode what was used before a stretch, and what the terrain met by then adds."""
        self.jumped, self.bonus = self.begun["jump"], 0

    # -------------------------------------------------------- what is met

    def enter(self, segment: Segment) -> None:
        """Note terrain, slick surfaces, drops, and where a mode begins."""
        super().enter(segment)
        mode, asks = segment.mode, self.game.questions
        if mode != "jump" and (mode != "ground" or segment.heading != self.heading):
            self.straight = False
        if segment.slick != "none" and "slick" not in self.state.asked:
            self.ask(asks["slick"].of(self.move, at=self.position))
        dives = mode == "swim" and segment.rise < 0 and self.state.breath_left is None
        if dives and all(hazard.id != "dive" for hazard in self.hazards):
            self.hazards.append(Hazard("dive", moves.breath, self.position, say("breath.dive")))
        if drops(segment):
            self.ask(asks["drop"].at(self.position, metres=-segment.rise))
        if mode in CHECKS and self.dead is None:
            self.starts.setdefault(mode, self.position)
            ground = rules.terrain(self.move, mode, met=self.marks)
            self.stretches.setdefault(mode, []).append((self.used[mode], ground))

    def _fall(self, height: Fraction) -> Hazard:
        """Return that the GM says what coming down without climbing does."""
        return Hazard("drop", rules.gm_extra, self.position, say("drop", metres=height))

    def leap(
        self, parts: Sequence[Segment], *, far: Fraction, high: Fraction, running: bool
    ) -> PriceTier | None:
        """Return the price of a jump itself; none: nothing to roll."""
        move, own = self.move, moves.measure(self.move, far, high=high)
        metres = self.jumped + own
        self.jumped = metres if move.in_combat else ZERO
        bonus = moves.bonus_of(
            move,
            running=running and self.run > 0,
            straight=self.straight and self.heading == parts[0].heading,
            forced=parts[0].run_up,
        )
        self.bonus, self.straight = max(bonus, self.bonus), False
        if self.prices.barred() or progress(move, "jump").closed:
            return None
        difficulty = prices.jump_difficulty(move, metres, met=self.marks)
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
        needed, further = difficulty + rules.margin(move), "" if own == metres else ".further"
        label = say(f"jump.label{further}", metres=own, whole=metres)
        dice = prices.code_of(move, check, difficulty=difficulty, bonus=bonus)
        made = prices.rolled_check(
            move, check, rule=moves.jump_difficulty, label=label, dice=dice, at=self.position
        )
        reason = say(f"jump{further}", metres=own, whole=metres, needed=needed)
        return self.hangs_on(made, prices.with_rarity(reason, chance))

    def charged(self) -> Turn:
        """Return the turn where the route ends, with jumps as the table measures them, and the run-up that is left."""
        after = super().charged()
        return replace(after, jump_used=self.jumped, run_ups=after.run_ups if self.straight else ())

    def left(self, fact: MovedFact) -> Turn:
        """Return the turn after the whole route was gone: what it used, where it ended, what it met."""
        turn, route = self.state, self.route
        after = replace(super().left(fact), drop=turn.drop + dropped(route))
        if fact.forced:
            return after
        if fact.landed is not None:
            falls, (depth, over) = over_pit(route, to_fraction(fact.landed)), pit_of(route)
            after = replace(after, over_pit=falls, pit=depth, over=(ZERO, ZERO) if falls else over)
        if not self.move.in_combat:
            return replace(ledger.afresh(after), bonus=0)
        return replace(
            after,
            jump_used=self.jumped,
            bonus=0 if self.jumps else turn.bonus,
            run_ups=turn.run_ups if self.straight else (),
            met=ledger.met(self.move, route),
            asked=with_new(turn.asked, ["slick"] if any(part.slick != "none" for part in route) else []),
        )

    # -------------------------------------------------------- what comes of it

    def judgement(self) -> Judgement:
        """Return everything found, with a chase that is too slow, and the run-up of the jumps on the way."""
        self._too_slow()
        self.note_bands(TOLD)
        moved = [mode for mode in MODES if self.used[mode] > self.begun[mode]]
        with self.tracer.watching():
            self.used_rules |= {rule for mode in moved for rule, tells in self._worked(mode) if tells}
        found = super().judgement()
        return replace(found, modifiers=(*tired_modifiers(self.move), *run_up_modifiers(self.bonus)))

    def carrying(self) -> Iterator[Check]:
        """Yield the rolls of the ways of moving, each where it begins."""
        for mode, at in self.starts.items():
            check = CHECKS[mode]
            if check not in self.needs:
                continue
            difficulty, stretches = self.needs[check] - rules.margin(self.move), self.stretches[mode]
            now = replace(progress(self.move, mode), declared=self.used[mode], ahead=stretches[-1][1])
            declared = self.move.with_turn(**{mode: now})
            carries = partial(prices.carried, declared, mode=mode, difficulty=difficulty, stretches=stretches)
            yield prices.rolled_check(
                declared,
                check,
                rule=rules.DIFFICULTIES[mode],
                label=say(f"check.{check}"),
                dice=prices.code_of(declared, check, difficulty=difficulty),
                at=at,
                carries=carries,
            )

    def spends(self) -> Iterator[Spend]:
        """Yield the actions that the way takes as the first of their kind."""
        for mode, before in self.begun.items():
            begun, taken = (
                rules.uses_action(self.move, mode, used=metres) for metres in (before, self.legal[mode])
            )
            if taken and not begun:
                label = say("spend.action", mode=say(f"mode.{mode}"))
                yield Spend(rules.uses_action, f"{mode}_action", label, Fraction(1), ZERO)

    def _too_slow(self) -> None:
        """Note a chase in which the path ends below the least that last round's rate allows (D6-17)."""
        if not (self.move.in_combat and self.move.house_rules.acceleration):
            return
        for mode in (mode for mode in PACED if mode in self.starts and self.used[mode] > self.begun[mode]):
            least = rules.slowest(self.move, mode)
            if self.used[mode] < least and progress(self.move, mode).limit is None:
                asked = self.game.questions["slow"].of(self.move.with_turn(owed=()), mode, at=self.position)
                self.note(rules.slowest, asked.question, least=least)
                self.ask(asked)

    # -------------------------------------------------------- where the numbers come from

    def _worked(self, mode: str) -> Iterator[tuple[str, bool]]:
        """Call the rules that a way of moving comes from, and yield which of them tell something."""
        move, metres, base = self.move, self.used[mode], rules.base_of(self.move, mode)
        if not base:
            return
        half, ground = rules.short_distance(move, mode), rules.terrain(move, mode, met=self.marks)
        met = (*self.marks, *(mark for mark, _ in move.turn.met))
        yield rules.short_distance, mode in PACED
        yield rules.terrain, any(mark.startswith(f"{mode} ") for mark in met)
        moves.run_up_bonus((True,) * (self.bonus // 5))
        yield moves.run_up_bonus, bool(self.bonus)
        if not move.in_combat:
            return
        rules.uses_action(move, mode, used=metres)
        yield rules.uses_action, metres > half
        made = progress(move, mode)
        if made.rolled:
            slowed = made.result in {"slow", "stop", "trip"}
            yield rules.forced_rate, slowed and rules.forced_rate(move, mode) is not None
            return
        if mode in PACED:
            yield rules.movements, bool(rules.movements(metres, base))
        yield from self._added_up(mode, metres, ground=ground)

    def _added_up(self, mode: str, metres: Fraction, *, ground: int) -> Iterator[tuple[str, bool]]:
        """Work out the difficulty of a way of moving, and yield what it adds up from."""
        move = self.move
        if mode != "jump":
            rolled = (
                rules.bare(move, mode, metres=metres) + ground + rules.extra_of(move, mode, metres=metres) > 0
            )
            asked = rules.measured(move, mode, metres=metres) if rolled else metres
            extra = rules.extra_of(move, mode, metres=asked)
            rules.DIFFICULTIES[mode](move, rules.far_in(move, mode, metres=asked), more=ground + extra)
            yield rules.DIFFICULTIES[mode], True
            yield rules.fatigue, extra != rules.gm_extra(move)
        yield rules.gm_extra, bool(rules.gm_extra(move))
        yield rules.overcome_difficulty, bool(move.turn.overcome and rules.overcome_difficulty(move))


def over_pit(route: Sequence[Segment], landed: Fraction) -> bool:
    """Tell whether nothing is underfoot so far along a jump: in the air one stands at its begin alone."""
    for segment in route:
        if ZERO < landed <= segment.extent:
            far = segment.length * landed / segment.extent
            return segment.pit is not None and far > segment.pit
        landed -= segment.extent
    return False


TOLD: set[str] = {rules.trips, rules.top_speed, rules.fastest, rules.fate, rules.degraded}
"""The rules whose bands say where they come from."""


def tired_modifiers(move: Move) -> Iterator[Modifier]:
    """Yield what fatigue adds to difficulties (D6-20)."""
    points = rules.fatigue(move)
    if points:
        told = move.circumstances.fatigue is not None or move.house_rules.fatigue_reset == "manual"
        until = say("until.told" if told else "until.rest")
        yield Modifier(rules.fatigue, "mover", say("on.fast"), "difficulty", points, say("since.now"), until)


def run_up_modifiers(bonus: int) -> Iterator[Modifier]:
    """Yield what a run-up adds to a jump's total (D6-12)."""
    if bonus:
        words = say("on.jump"), "total", bonus, say("since.now"), say("until.jump")
        yield Modifier(moves.run_up_bonus, "mover", *words)
