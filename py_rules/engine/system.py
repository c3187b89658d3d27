"""A game as the core asks it: all of it follows from what is declared, and a class of its own may answer otherwise."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, ClassVar, Self

from pydantic import ConfigDict, TypeAdapter, with_config

from py_rules.engine import given, inputs, tabletop
from py_rules.engine.checks import roll_check
from py_rules.engine.declarations import Declarations
from py_rules.engine.defaults import folded, refused
from py_rules.engine.dice import rolled
from py_rules.engine.parts import MAP_MODES, Turn, fraction_of
from py_rules.engine.presets import AS_WRITTEN, check
from py_rules.engine.price_tiers import PriceTier, Spent
from py_rules.engine.pricing import Pricing, asked
from py_rules.engine.situation import Here, Move
from py_rules.engine.standing import standing
from py_rules.engine.turn import turn_of
from py_rules.engine.walk import Walk
from py_rules.engine.words import say
from py_rules.protocol.facts import Fact, MovedFact, RolledFact
from py_rules.protocol.map_data import Region
from py_rules.protocol.problems import ProblemError
from py_rules.protocol.requests import (
    ActedEvent,
    BeginEvent,
    DidEvent,
    EndEvent,
    GrantedEvent,
    MeasuredSegment,
    RolledEvent,
    RuledEvent,
)
from py_rules.search import Budget
from py_rules.values.answer_parts import Check, Judgement, Refusal, RollResult, Ruling, Standing
from py_rules.values.cache import Cache
from py_rules.values.footing import Footing
from py_rules.values.holds import Hold
from py_rules.values.records import record, replace
from py_rules.values.rounding import to_fraction, to_number
from py_rules.values.sentences import Sentence
from py_rules.values.stretch import Segment

Event = ActedEvent | DidEvent | RolledEvent | BeginEvent | EndEvent


@record()
class Carry:
    """What carries a token without its doing: ``by`` columns, rows and elevation in the system's unit.

    ``falls``: it comes down until it meets something; no elevation: at once, however deep that is. ``depth``: how
    deep that is told to be, from where this part begins; none: nobody has said it. ``goes_on``: it is under way
    already, so that the token is as high as its elevation says.
    """

    by: tuple[Fraction, Fraction, Fraction | None]
    rule: str
    falls: bool = False
    depth: Fraction | None = None
    goes_on: bool = False


class System:
    """A game, playable: its sheet, its switches, its clock, its rules.

    A state is a record of plain values, fractions and tuples of them; ``fold`` builds it from facts. What
    every game remembers of a way it names alike: ``passed``, ``diagonals``, ``heading`` and ``run``; and ``passes``,
    how many of a counted scope there are.
    Each of its fields says by :func:`py_rules.engine.clock.kept` what the clock does to it.
    """

    Walk: ClassVar[Callable[..., Any]] = Walk
    """What walks a route: made of game, move, route and the checks that are passed already."""
    State: type[Turn]
    free_checks: tuple[str, ...]
    """Checks that may be rolled without a path before them, where nothing refuses it (``open_check``)."""
    leap_rule: str
    """The rule that asks for the roll of a jump."""
    ladder: ClassVar[str | None] = None
    """The surface that a ladder is; none: it has no word for one."""
    difficulties: ClassVar[range] = range(201)
    """What a roll may be rolled against."""
    lands_by: ClassVar[str] = ""
    """The rule by which a failed jump still gets as far along its way as ``lands`` of the turn tells; empty: none."""
    clocked: ClassVar[str] = ""
    """The reaction that the clock plays, so that the move it holds up goes on first; empty: there is none."""
    least_result: ClassVar[int | None] = None
    """The least that a roll can come to; none: there are results below nothing."""
    least_chance: ClassVar[Fraction] = Fraction(0)
    """Down to which chance a search follows prices, where there may be no end to a roll."""

    def __init__(self, game: Declarations) -> None:
        """Raise :class:`GameError` for what a game is missing, or a TypeError for presets that do not fit."""
        self.game = game
        game.Walk = type(self).Walk
        self._whole()
        self.id, self.title, self.about = game.id, game.title, game.about
        self.unit, self.cell = game.unit, game.cell
        self.Character, self.HouseRules = game.Character, game.HouseRules
        self.Circumstances, self.TokenFacts = game.Circumstances, game.TokenFacts
        self.texts, self.scopes, self.end_turn = game.say, tuple(game.scopes), tuple(game.end_turn)
        self.surfaces, self.grades = tuple(game.surfaces), tuple(game.grades)
        self.rules = {number: game.rules[number] for number in sorted(game.rules)}
        self.presets = tuple(game.presets) or (AS_WRITTEN,)
        check(self.presets, self.HouseRules, game=self.id)
        own = [(mode.id, mode.label) for mode in game.modes.values()]
        of_map = [(name, say(f"mode.{name}")) for name in MAP_MODES if name not in game.modes]
        self.modes = (*of_map, *own)
        """The ways of moving that every character has a word for."""
        self.open_modes = game.own_modes is not None
        """Whether a character's sheet may name more of them."""
        self.flying = frozenset(mode.id for mode in game.modes.values() if mode.flies)
        """Modes that need nothing underfoot."""
        self.acts = tuple(game.acts.values())
        self.dice_words = game.dice_words or (say("dice.result"), say("dice.target"))
        """What the game calls the result of a roll, and what it is rolled against."""
        derived = {
            "State": turn_of(game),
            "free_checks": tuple(game.rolls),
            "leap_rule": tabletop.gap if game.jumps is None else game.jumps.rule,
        }
        for name, value in derived.items():
            if not hasattr(type(self), name):
                setattr(self, name, value)
        self._priced = Cache(1)
        self._measured: dict[str, Self] = {}
        """The same game in other units, by unit."""

    def _whole(self) -> None:
        """Raise :class:`GameError` for what a game is missing."""
        game = self.game
        if not game.meters and type(self).search_limits is System.search_limits:
            raise game.error(
                "nothing says how far one moves", 'write game.meter("ground", "Movement", tiers=[...])'
            )
        if not game.rules:
            raise game.error("it has no rules", "write one with @game.rule")
        for mode in game.modes.values():
            if mode.meter and mode.meter not in game.meters:
                raise game.error(
                    f"mode {mode.id} draws on no meter {mode.meter!r}", "name one that is declared"
                )
        for name, switch in inputs.asked_of(game.Character).items():
            if switch and switch not in game.HouseRules.model_fields:
                raise game.error(
                    f"{name} is asked for unless the table has set {switch!r}, which is no house rule",
                    "name a field of the house rules",
                )

    def at_table(self, house_rules: Any) -> Self:  # noqa: ANN401 - the game's own model
        """Return the game as a table plays it: itself, or in the unit that the house rules name."""
        if self.game.measure is None:
            return self
        unit, cell = self.game.measure(house_rules)
        if unit == self.unit:
            return self
        if unit not in self._measured:
            made = self._measured[unit] = copy(self)
            made.game = copy(self.game)
            made.unit = made.game.unit = unit
            made.cell = made.game.cell = fraction_of(cell)
        return self._measured[unit]

    def modes_of(self, move: Move) -> Sequence[tuple[str, Sentence]]:
        """Return the ways of moving that this character has a word for."""
        own = self.game.modes_of(move)
        return (
            *self.modes,
            *((name, mode.label) for name, mode in own.items() if name not in self.game.modes),
        )

    def fold(self, move: Move, fact: Fact | Here) -> Turn:
        """Return the turn after ``fact``, which happens now."""
        if isinstance(fact, GrantedEvent):
            return self.granted(move, fact)
        if isinstance(fact, MovedFact) and fact.given:
            move = replace(move, turn=given.used_up(move.turn, to_fraction(fact.given)))
        fold = self.game.folds.get(fact.kind)
        return folded(self.game, move, fact=fact) if fold is None else fold(move, fact)

    def granted(self, move: Move, fact: GrantedEvent) -> Turn:
        """Return the turn after the GM gave movement, or took so much as if it had been walked (X-14)."""
        length = to_fraction(fact.length)
        if length > 0:
            return replace(move.turn, given=(*move.turn.given, (fact.reason, length)))
        walked = Segment(mode="ground", length=-length, heading="taken")
        parts, used = self.counted(move, (walked,))
        moved = MovedFact(segments=parts, given=to_number(used))
        return given.lasting(self.fold(move, moved), move.turn)

    def counted(self, move: Move, route: Sequence[Segment]) -> tuple[list[Segment], Fraction]:
        """Return a route as it counts, and how much of it was given (X-14)."""
        had = given.left(move)
        if not had:
            return list(route), had
        step = None if move.chart is None or move.chart.celled else move.chart.side / 2
        return given.cut(route, had, limits=partial(self.search_limits, move.bare), step=step)

    def flight(self, move: Move) -> str | None:
        """Return the mode in which the mover is in the air where none is named; none: it does not fly."""
        return next(
            (mode.id for mode in self.game.modes.values() if mode.flies and not mode.barred(move)), None
        )

    def holds(self, move: Move) -> Hold | None:
        """Return what holds the mover by what the ledger tells, air while it falls; none: that tells nothing."""
        return "water" if getattr(move.turn, "water", False) else None

    def held_after(self, move: Move, segment: Segment) -> Hold:
        """Return what holds the mover at the end of a stretch."""
        del move
        return "air" if segment.mode in self.flying else segment.ends

    def standing(self, move: Move) -> Standing:
        """Return what a token may do, bears and is asked."""
        return standing(self.game, move)

    def judge(
        self, move: Move, route: Sequence[Segment], *, cleared: frozenset[str] = frozenset()
    ) -> Judgement:
        """Return bands, price, checks and the rest for a route; checks in ``cleared`` are passed already."""
        route, used = self.counted(move, route)
        found: Judgement = self.Walk(self.game, move, route=route, cleared=cleared).judgement()
        had = given.left(move)
        if not had:
            return found
        return replace(
            found, cost=found.cost + used, left=None if found.left is None else found.left + had - used
        )

    def search_limits(self, move: Move, footings: Sequence[Footing]) -> Budget:
        """Return what a search for destinations may spend, for what the board has to step on.

        The move is bare, as it is for ``price_tiers``: both hold wherever the token stands.
        """
        return self._prices(move).search_limits(footings)

    def price_tiers(self, move: Move, spent: Spent) -> tuple[PriceTier, ...]:
        """Return the prices along the primary allowance when so much is spent beside it.

        Limits count what is used from here on; the last tier has none.
        """
        return self._prices(move).along(spent)

    def _prices(self, move: Move) -> Pricing:
        """Return the prices of a search; those asked for last are kept."""
        make = partial(Pricing, self.game, move, least=self.least_chance)
        return self._priced((self.unit, move), make)

    def check_texts(self, tier: PriceTier, leaps: Sequence[int]) -> tuple[Sentence, ...]:
        """Return the rolls that a price hangs on, in words: first that of its own rule, last jumps by Difficulty."""
        rolls = [(self.game.rolls[name], needed) for name, needed in tier.needs if name in self.game.rolls]
        rolls.sort(key=lambda one: one[0].rule != tier.rule)
        own = [asked(self.game, roll, needed=needed) for roll, needed in rolls]
        least = None if self.game.jumps is None else self.game.jumps.needed
        if least is None:
            return (*own, *(say("jump.short", needed=self.game.needed(needed)) for needed in leaps))
        told = {"needed": self.game.needed(least), "target": self.dice_words[1]}
        return (*own, *(say("jump.short.at", **told, difficulty=difficulty) for difficulty in leaps))

    def refuse(self, move: Move, event: Event) -> Refusal | None:
        """Return why an act, a roll, or the begin or end of a scope cannot happen now; none: it can."""
        refuse = self.game.refusals.get(event.kind)
        return refused(self.game, move, event=event) if refuse is None else refuse(move, event)

    def open_check(self, move: Move, check: str) -> Check | None:
        """Return a check that may be rolled without a path before it; none: there is no such check."""
        roll = self.game.rolls.get(check)
        if roll is None:
            return None
        needed = roll.needed
        if needed is None:
            needed = Pricing(self.game, move).dice(roll).odds.lowest
        return roll_check(self.game, move, roll=roll, needed=needed, at=Fraction(0))

    def count(self, move: Move, check: Check, *, fact: RolledFact) -> RollResult:
        """Return what a roll comes to."""
        faces = None if fact.faces is None else tuple(fact.faces)
        result, needed = self.result(check, fact), self.needed(move, check, fact=fact)
        success = result >= needed
        effect = self.effect(move, check, fact=fact, result=result, success=success)
        return RollResult(check.id, check.rule, faces, fact.difficulty, result, needed, success, effect)

    def result(self, check: Check, fact: RolledFact) -> int:
        """Return what a roll comes to as a number: counted from its faces, or as it was told."""
        return rolled(check.thrown, fact)

    def needed(self, move: Move, check: Check, *, fact: RolledFact) -> int:
        """Return what a roll must come to: the least that helps, or as its check says."""
        del move, fact
        roll = self.game.rolls.get(check.id)
        return check.needed if roll is None or roll.needed is None else roll.needed

    def effect(self, move: Move, check: Check, *, fact: RolledFact, result: int, success: bool) -> Sentence:
        """Return what a roll does, in words: how far it carries, or whether it was made."""
        del move, fact
        far = None if check.gives is None else check.gives(result)
        if far is None:
            return say("effect.made" if success else "effect.failed")
        return say("effect.carries", far=far, unit=self.unit)

    def open_ruling(self, move: Move, ruling: str) -> Ruling | None:
        """Return a question that a plan may offer and that may be answered before anything happened; none: no such."""
        found = self.game.question_of(ruling)
        if found is None:
            return None
        question, about = found
        offered = question.offered(move, *about) if callable(question.offered) else question.offered
        return question.of(move, *about) if offered else None

    def check_event(self, state: Turn, event: Event) -> None:
        """Raise :class:`ProblemError` for fields of an event that the clock does not know, by their names."""
        if not isinstance(event, BeginEvent):
            return
        scope = next(scope for scope in self.scopes if scope.id == event.scope)
        number, total, known = event.number, event.of, getattr(state, "passes", 1)
        if not scope.counted and (number is not None or total is not None):
            name, wrong = "of" if number is None else "number", f"{scope.label.text} is not counted"
            raise ProblemError("invalid", name, message=wrong, remedy="leave number and of out")
        most = total or (known if known > 1 else number)
        if number is not None and most is not None and number > most:
            wrong = f"{scope.label.text} {number} of {most} cannot be"
            known_now = "" if total else ", or say with 'of' how many there are now"
            raise ProblemError(
                "invalid", "number", message=wrong, remedy=f"send a number from 1 to {most}{known_now}"
            )

    def check_region(self, region: Region | MeasuredSegment) -> None:
        """Raise :class:`ProblemError` for terrain that the models allow and this system does not, by its field."""

    def carry(self, move: Move, fact: Fact, *, after: Turn) -> Sequence[Carry]:
        """Return what carries the token, in order, when ``fact`` leads to the turn ``after``: falls, currents.

        It is asked of everything that happens but forced movement. Where the GM says so, whom nothing holds falls.
        """
        del after
        if not isinstance(fact, RuledEvent):
            return ()
        asked = self.game.questions.get(fact.ruling)
        fall = None if asked is None or fact.choice != asked.falls else move.turn.fall
        if asked is None or fall is None or fall.off is None:
            return ()
        return (Carry((*fall.off, None), asked.rule, falls=True, depth=fall.depth, goes_on=fall.past),)

    def made_or_not(self, move: Move, check: Check) -> bool:
        """Return whether a move ends where a check of it fails; results of other checks tell how far it goes on."""
        del move
        return ":" in check.id

    def start_of(self, state: Turn) -> tuple[int, str, Fraction]:
        """Return what the moves of this scope left for the next: diagonals counted, heading, straight run."""
        return state.diagonals, getattr(state, "heading", ""), getattr(state, "run", Fraction(0))

    @cached_property
    def _adapter(self) -> TypeAdapter[Turn]:
        """What reads and writes a state; to make one takes longer than most requests."""
        return TypeAdapter(with_config(ConfigDict(extra="forbid"))(self.State))

    def dump(self, state: Turn) -> dict[str, Any]:
        """Return the state as JSON-ready data: what differs from a new turn."""
        dumped: dict[str, Any] = self._adapter.dump_python(state, mode="json", exclude_defaults=True)
        return dumped

    def load(self, data: Mapping[str, Any] | None) -> Turn:
        """Return the state dumped as ``data``; nothing: the state at the beginning."""
        if data is None:
            return self.State()
        return self._adapter.validate_python(data)
