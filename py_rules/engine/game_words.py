"""Declaring the words of a game: its sentences, its presets, what the panel shows, what ground and walls are called."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Any

from py_rules.engine.declarations import Declarations
from py_rules.engine.parts import Badge, Graded, Ground, Length, Move, Tally
from py_rules.engine.presets import Preset
from py_rules.engine.rules import Rule, named
from py_rules.values.sentences import Text


class Game(Declarations):
    """A game as far as its words are declared."""

    def text(self, key: str, english: str, **params: Fraction | float | str | Text) -> Text:
        """Return a sentence of the game with ``params`` for what it has in braces; translations call it by ``key``."""
        missing = [name for name in named(english) if name not in params]
        if missing:
            raise self.error(
                f"nothing fills in {{{missing[0]}}} of {english!r}",
                f'write {missing[0]}=… behind it or, where the move tells it, game.phrase("{key}", "…")',
            )
        self.templates[key] = english
        return self.say(key, **params)

    def phrase(self, key: str, english: str) -> Callable[..., Text]:
        """Return a function that makes a sentence of the game of what it has in braces.

        ``late = game.phrase("late", "{left} ft left")``, then ``late(left=5)``.
        """
        self.templates[key] = english
        return partial(self.say, key)

    def words_for_dice(self, result: str, target: str, *, needed: str = "") -> None:
        """Say what the game calls the result of a roll, what it is rolled against, and what it needs: {needed}."""
        self.dice_words = self.text("dice.result", result), self.text("dice.target", target)
        if needed:
            self.templates["needed"] = needed
            self.needed = lambda least: self.say("needed", needed=least)

    def preset(self, name: str, label: str, *, words: str, values: Mapping[str, Any] | None = None) -> None:
        """Declare house rules by one name; the first preset is the defaults, and has no values."""
        told = self.text(f"preset.{name}", label), self.text(f"preset.{name}.help", words)
        self.presets.append(Preset(name, *told, values or {}))

    def surface(self, name: str, label: str) -> None:
        """Declare a kind of wall to climb."""
        self.surfaces.append((name, self.text(f"surface.{name}", label)))

    def grade(
        self, name: str, label: str, *, factor: Length | Callable[[Move, Ground], Length] | None = None
    ) -> None:
        """Declare a grade of difficult ground; ``factor``: how many times as much it takes as other ground.

        Of several grades in one place the dearest counts. A number does not hold for a mover that jumps or flies over;
        a rule of move and ground says itself for whom, and appears in the trace. Regions of the map name the grade in
        ``grade``.
        """
        self.fits(f"factor of the grade {name}", factor, "move", "ground")
        if factor is not None and not callable(factor) and factor <= 0:
            wrong = f"the grade {name} takes {factor} times as much as other ground"
            raise self.error(wrong, "write a factor above 0")
        self.grades.append((name, self.text(f"grade.{name}", label)))
        if factor is not None:
            self.graded[name] = Graded(factor)

    def counter(
        self,
        name: str,
        label: str,
        *,
        rule: Rule[..., Any],
        field: str = "",
        value: Callable[[Move], Any] | None = None,
        words: str = "",
        shown: Callable[[Move], Text | None] = lambda _: None,
        is_length: bool = False,
    ) -> None:
        """Declare a number or a word of the turn that the panel shows: the field of that name, unless told.

        ``words``: where the sentences are that say a word to people, by the word; else ``shown`` may say it.
        ``is_length``: whether it is counted in the game's unit, and not in what the label says.
        """
        self.fits(f"value of the counter {name}", value, "move")
        self.fits(f"shown of the counter {name}", shown, "move")
        found = value or attrgetter(f"turn.{field or name}")
        said = (lambda move: self.say(f"{words}.{found(move)}")) if words else shown
        self.tallies.append(Tally(name, rule, self.text(f"counter.{name}", label), found, said, is_length))

    def status(
        self,
        name: str,
        rule: Rule[..., Any],
        *,
        label: str | Text | Callable[[Move], Text | None],
        when: str | Callable[[Move], object] = "",
    ) -> None:
        """Declare a state that shows while ``when`` is anything: a field of the turn, or what the move tells.

        ``label``: what it is called, where {value} is that; or what says so of the move, and may say that it is not.
        """
        holds = when if callable(when) else attrgetter(f"turn.{when}")
        self.fits(f"label of the status {name}", label, "move")
        self.fits(f"when of the status {name}", holds, "move")
        if isinstance(label, str):
            self.templates[f"status.{name}"] = label

        def told(move: Move) -> Text | None:
            value: Any = holds(move) if when else True
            if not value or isinstance(label, Text):
                return label if value else None  # type: ignore[return-value]
            return label(move) if callable(label) else self.say(f"status.{name}", value=value)

        self.badges.append(Badge(name, rule, told))
