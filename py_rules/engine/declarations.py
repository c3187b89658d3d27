"""Everything that a game declares, as plain values: what :class:`py_rules.engine.game.Game` collects."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from py_rules.engine import parts
from py_rules.engine.callbacks import misfit
from py_rules.engine.clock import Scope
from py_rules.engine.inputs import Inputs, Nothing, OnTests, TableRules
from py_rules.engine.parts import Length
from py_rules.engine.presets import Preset
from py_rules.engine.rules import Rule
from py_rules.engine.situation import Move
from py_rules.engine.words import say
from py_rules.values.answer_parts import Refusal
from py_rules.values.sentences import Catalog, Sentence

Told = Any
"""Fields of a part, as its class has them."""


class GameError(TypeError):
    """An author's error in a game: which game, what is wrong, and what to write."""


class Sheet(Inputs):
    """Base of a character."""


class Circumstances(Inputs):
    """Base of what the GM says of one move."""

    test_modifier: OnTests = 0
    """Added to every roll of movement, or taken from it if negative: wounds, gear, the GM’s word."""


@dataclass(eq=False, repr=False)
class Declared:
    """What a game has declared so far."""

    Character: type[Inputs] = Sheet
    HouseRules: type[TableRules] = TableRules
    Circumstances: type[Inputs] = Nothing
    TokenFacts: type[Inputs] = Nothing
    Turn: type[Any] | None = None
    Walk: Any = None
    """What walks a route, once the game is playable."""
    rules: dict[str, Rule[..., Any]] = field(default_factory=dict)
    functions: dict[str, Rule[..., Any]] = field(default_factory=dict)
    scopes: list[Scope] = field(default_factory=list)
    end_turn: Sequence[Mapping[str, Any]] = ()
    meters: dict[str, parts.Meter] = field(default_factory=dict)
    modes: dict[str, parts.Mode] = field(default_factory=dict)
    effects: dict[str, parts.Effect] = field(default_factory=dict)
    resources: dict[str, parts.Resource] = field(default_factory=dict)
    acts: dict[str, parts.Act] = field(default_factory=dict)
    rolls: dict[str, parts.Roll] = field(default_factory=dict)
    reactions: list[parts.Reaction] = field(default_factory=list)
    bars: list[parts.Bar] = field(default_factory=list)
    tallies: list[parts.Tally] = field(default_factory=list)
    badges: list[parts.Badge] = field(default_factory=list)
    questions: dict[str, parts.Question] = field(default_factory=dict)
    folds: dict[str, Callable[[Move, Any], Any]] = field(default_factory=dict)
    refusals: dict[str, Callable[[Move, Any], Refusal | None]] = field(default_factory=dict)
    lists: dict[str, Callable[[Move], Iterable[Any]]] = field(default_factory=dict)
    jumps: parts.Jump | None = None
    region_rolls: parts.RegionRoll | None = None
    surfaces: list[tuple[str, Sentence]] = field(default_factory=list)
    grades: list[tuple[str, Sentence]] = field(default_factory=list)
    graded: dict[str, parts.Factor] = field(default_factory=dict)
    """What ground of a grade takes, of grades that have a price of their own."""
    presets: list[Preset] = field(default_factory=list)
    dice_words: tuple[Sentence, Sentence] | None = None
    own_modes: Callable[[Move], Sequence[parts.Mode]] | None = None
    marks: Callable[[Move, Any], Sequence[tuple[str, int]]] | None = None
    needed: Callable[[int], Sentence] = lambda needed: say("needed", needed=needed)
    measure: Callable[[Any], tuple[str, Length]] | None = None


class Declarations(Declared):
    """A game as far as it is declared.

    ``cell``: what a cell counts as, in the unit, where neither it nor the map has a length. ``reference``: where its
    rules stand, for players to look up. ``about``: one sentence for people who choose a game. ``factors_add``: what a
    mode and a grade of ground take adds up: of two that double, a unit takes 3, not 4.
    """

    def __init__(
        self,
        game_id: str,
        title: str,
        *,
        unit: str,
        reference: str,
        cell: Length = 1,
        about: str = "",
        factors_add: bool = False,
    ) -> None:
        super().__init__()
        self.id, self.title, self.unit, self.reference = game_id, title, unit, reference
        self.cell, self.factors_add = Fraction(cell), factors_add
        self.templates: dict[str, str] = {}
        self.say = Catalog(game_id, self.templates)
        self.templates |= {"about": about} if about else {}
        self.about = self.say("about") if about else None

    def modes_of(self, move: Move) -> Mapping[str, parts.Mode]:
        """Return the ways of moving by id, with those that a character has beside the game's."""
        if self.own_modes is None:
            return self.modes
        return self.modes | {mode.id: mode for mode in self.own_modes(move)}

    def question_of(self, ruling: str) -> tuple[parts.Question, Sequence[str]] | None:
        """Return the question that a ruling answers, and what it is about, if that is asked; none: there is no such."""
        name, _, about = ruling.partition(":")
        whole, part = self.questions.get(ruling), self.questions.get(name)
        if whole is not None and not whole.each:
            return whole, ()
        return (part, (about,)) if about and part is not None and part.each else None

    def fits(self, what: str, function: object, *told: str, named: Sequence[str] = ()) -> None:
        """Raise a :class:`GameError` for a function that cannot be called with what the engine tells it."""
        if not callable(function):
            return
        written, wanted = misfit(function, told, named=named)
        if wanted:
            raise self.error(f"{what} takes other parameters: {written}", f"write {wanted}")

    def made(self, kind: Callable[..., Any], name: str, /, **told: Told) -> Any:  # noqa: ANN401 - of that class
        """Return a part of the game, whose functions can be called as it calls them; ``told``: its fields."""
        for called, parameters in getattr(kind, "CALLS", {}).items():
            names = parameters.split()
            by_name = [one[1:] for one in names if one[0] == "*"]
            what = f"{called} of the {kind.__name__.lower()} {name}"
            self.fits(what, told.get(called), *(one for one in names if one[0] != "*"), named=by_name)
        return kind(**told)

    def error(self, wrong: str, remedy: str) -> GameError:
        """Return the error of an author."""
        return GameError(f"game {self.id}: {wrong}; {remedy}")
