"""OpenD6: a path, stretch by stretch."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from py_rules.engine.checks import roll_check
from py_rules.engine.parts import Turn
from py_rules.engine.price_tiers import PriceTier, ends
from py_rules.engine.situation import Move
from py_rules.engine.turn import with_new
from py_rules.engine.walk import Walk
from py_rules.protocol.facts import IntendedFact
from py_rules.systems.d6 import ledger, moves, prices, rules
from py_rules.systems.d6.turn import CHECKS, MODES, MODES_OF, PACED, ZERO, progress
from py_rules.systems.d6.words import game, say
from py_rules.values.answer_parts import Check, Hazard, Modifier, Spend
from py_rules.values.records import replace
from py_rules.values.stretch import Segment


class OpenD6Walk(Walk):
    """OpenD6's walk along a route."""

    def set_out(self, route: Sequence[Segment]) -> None:
        """Note where the modes begin, and the run-up of earlier rounds."""
        del route
        self.straight = True
        """Whether the run of earlier rounds still leads straight on (D6-12)."""
        self.starts: dict[str, Fraction] = {}
        self.stretches: dict[str, list[tuple[Fraction, int]]] = {}
        """Of each mode what was used before a stretch, and what the terrain met by then adds."""
        self.leaps: list[tuple[int, Fraction, Fraction]] = []
        """Of each jump the bonus of its run-up, the metres of the round's jumps with it, and the path that it takes."""
        self.jumped = self.begun["jump"]

    # -------------------------------------------------------- what is met

    def enter(self, segment: Segment) -> None:
        """Note slick surfaces, dives, and where a mode begins."""
        super().enter(segment)
        mode, asks = segment.mode, self.game.questions
        if mode != "jump" and (mode != "ground" or segment.heading != self.heading):
            self.straight = False
        if segment.slick != "none" and "slick" not in self.state.asked:
            self.ask(asks["slick"].of(self.move, at=self.position))
        sinks = mode == "swim" and segment.rise < 0 and not (segment.falls or segment.barrier)
        dives = sinks and self.dead is None and self.state.breath_left is None
        if dives and all(hazard.id != "dive" for hazard in self.hazards):
            self.hazards.append(Hazard("dive", moves.breath, self.position, say("breath.dive")))
        if mode in CHECKS and self.dead is None:
            self.starts.setdefault(mode, self.position)
            ground = rules.terrain(self.move, mode, met=self.marks)
            self.stretches.setdefault(mode, []).append((self.used[mode], ground))

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
        self.straight = False
        self.leaps.append((bonus, metres, far + high))
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
        further = "" if own == metres else ".further"
        label = say(f"jump{further}", metres=own, whole=metres)
        dice = prices.code_of(move, check, difficulty=difficulty, bonus=bonus)
        made = prices.rolled_check(
            move, check, rule=moves.jump_difficulty, label=label, dice=dice, at=self.position
        )
        reason = say("jump.rolled", jump=label, needed=made.needed_text)
        return self.hangs_on(made, prices.with_rarity(reason, chance))

    def left(self) -> Turn:
        """Return the turn after the way: what it used, where it ended, what it met."""
        turn, route, fact = self.state, self.route, self.fact
        after: Turn = super().left()
        if fact is None or fact.forced:
            return after
        if not self.move.in_combat:
            return replace(ledger.afresh(after), bonus=0)
        return replace(
            after,
            jump_used=self.jumped,
            bonus=0 if self.jumps else turn.bonus,
            run_ups=turn.run_ups if self.straight else (),
            fast=turn.fast or any(self.used[mode] > rules.base_of(self.move, mode) for mode in PACED),
            met=ledger.met(self.move, route),
            asked=with_new(turn.asked, ["slick"] if any(part.slick != "none" for part in route) else []),
        )

    @property
    def bonus(self) -> int:
        """The highest bonus of the run-up to a jump on the way."""
        return max((bonus for bonus, _, _ in self.leaps), default=0)

    def declared(self, mode: str) -> Turn:
        """Return the turn in which the roll for a way of moving is to be made."""
        difficulty = self.needs.get(CHECKS[mode], 0) - rules.margin(self.move)
        known, stretches = progress(self.move, mode), tuple(self.stretches.get(mode, ()))
        made = replace(known, declared=self.used[mode], difficulty=difficulty, stretches=stretches)
        return replace(self.state, **{mode: made})

    # -------------------------------------------------------- what comes of it

    def modifiers(self) -> Iterator[Modifier]:
        """Yield what fatigue adds to the way, and the run-up to the jumps on it."""
        return modifiers(self.move, self.bonus)

    def carrying(self) -> Iterator[Check]:
        """Yield the rolls of the ways of moving, each where it begins."""
        for mode, at in self.starts.items():
            check = CHECKS[mode]
            if check in self.needs:
                move, needed = replace(self.move, turn=self.declared(mode)), self.needs[check]
                dice = prices.code_of(move, check, difficulty=needed - rules.margin(move))
                yield roll_check(self.game, move, roll=game.rolls[check], needed=needed, at=at, thrown=dice)

    def spends(self) -> Iterator[Spend]:
        """Yield the actions that the way takes as the first of their kind."""
        for mode, before in self.begun.items():
            begun, taken = (
                rules.uses_action(self.move, mode, used=metres) for metres in (before, self.legal[mode])
            )
            if taken and not begun:
                label = say("spend.action", mode=say(f"mode.{mode}"))
                yield Spend(rules.uses_action, f"{mode}_action", label, Fraction(1), ZERO)

    def arrive(self, route: Sequence[Segment]) -> None:
        """Tell of each way of moving what it comes from, and ask about one that slows down too much."""
        del route
        self.note_bands(TOLD)
        for mode in (mode for mode in MODES if self.used[mode] > self.begun[mode]):
            self._added_up(mode, self.used[mode])
            if mode in PACED and mode in self.stretches and self.move.in_combat:
                self._slows(mode)

    def _slows(self, mode: str) -> None:
        """Ask about a chase in which the path ends below the least that last round's rate allows (D6-17)."""
        least = rules.slowest(self.move, mode) if self.move.house_rules.acceleration else ZERO
        if self.used[mode] < least and progress(self.move, mode).limit is None:
            asked = self.game.questions["slow"].of(self.move.with_turn(owed=()), mode, at=self.position)
            self.note(rules.slowest, asked.question, least=least)
            self.ask(asked)

    def _added_up(self, mode: str, metres: Fraction) -> None:
        """Work out the difficulty of a way of moving, and tell what adds to it."""
        move = self.move
        ground, base = rules.terrain(move, mode, met=self.marks), rules.base_of(move, mode)
        moves.run_up_bonus((True,) * (self.bonus // 5))
        told: dict[str, object] = {
            rules.terrain: ground,
            rules.gm_extra: rules.gm_extra(move),
            rules.short_distance: rules.short_distance(move, mode),
            rules.overcome_difficulty: move.turn.overcome and rules.overcome_difficulty(move),
        }
        if move.in_combat and base:
            rules.uses_action(move, mode, used=metres)
            asked = rules.measured(move, mode, metres=metres)
            if mode in CHECKS and not progress(move, mode).rolled:
                more = ground + rules.extra_of(move, mode, metres=asked)
                rules.DIFFICULTIES[mode](move, rules.far_in(move, mode, metres=asked), more=more)
                told[rules.movements] = rules.movements(metres, base)
        self.used_rules |= {rule for rule, adds in told.items() if adds}


TOLD: set[str] = {rules.trips, rules.top_speed, rules.fastest, rules.fate, rules.affords}
"""The rules whose bands say where they come from."""


@game.fold("intended")
def after_intent(move: Move, fact: IntendedFact) -> Turn:
    """Return the turn of a token that waits for a roll: how far it means to go, and over what ground."""
    name, walk = fact.check.partition(":")[0], OpenD6Walk(game, move, route=fact.segments)
    if name == "jump":
        bonus, metres, flight = walk.leaps[0]
        return replace(move.turn, bonus=bonus, jump=replace(move.turn.jump, declared=metres), flight=flight)
    return walk.declared(MODES_OF[name]) if name in MODES_OF else move.turn


def modifiers(move: Move, bonus: int) -> Iterator[Modifier]:
    """Yield what fatigue adds to difficulties (D6-20), and a run-up to a jump's total (D6-12)."""
    points = rules.fatigue(move)
    if points:
        told = move.circumstances.fatigue is not None or move.house_rules.fatigue_reset == "manual"
        until = say("until.told" if told else "until.rest")
        yield Modifier(rules.fatigue, "mover", say("on.fast"), "difficulty", points, say("since.now"), until)
    if bonus:
        words = say("on.jump"), "total", bonus, say("since.now"), say("until.jump")
        yield Modifier(moves.run_up_bonus, "mover", *words)
