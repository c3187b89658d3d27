"""Rules: functions with a number, a name and a sentence, which tell how they were worked out where they were used.

A rule is its number, and can be called: wherever a number is wanted (the price of a tier, a refusal, a line of the
trace) the rule itself is given, so that a number is written once.

Theory of operation. While a :class:`Tracer` is at work, each rule that is called tells it what it was called with, what
it returned, and which rules it called itself. A plan then shows the rules that it names, and those these rest on.
"""

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from string import Formatter
from typing import Any, Generic, ParamSpec, Self, TypeVar

from py_rules.values.answer_parts import Trace
from py_rules.values.sentences import Catalog, Sentence

P = ParamSpec("P")
R = TypeVar("R")
_tracers: list["Tracer"] = []


@dataclass(slots=True)
class _Use:
    """The last use of a rule: what it was called with, what it returned, the rules it called."""

    rule: "Rule[..., Any]"
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    result: Any = None
    rests_on: set[str] = field(default_factory=set)


class Tracer:
    """Which rules were used, and with what."""

    def __init__(self) -> None:
        self._uses: dict[str, _Use] = {}
        self._open: list[_Use] = []
        self._held: dict[str, _Use] = {}

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Listen to the rules that are called inside."""
        _tracers.append(self)
        try:
            yield
        finally:
            _tracers.remove(self)

    @property
    def used(self) -> Collection[str]:
        """The numbers of all rules that were used and tell how."""
        return [number for number, use in self._uses.items() if use.rule.working]

    def begin(self, rule: "Rule[..., Any]", args: tuple[Any, ...], *, kwargs: Mapping[str, Any]) -> None:
        """Note that a rule is called."""
        if self._open:
            self._open[-1].rests_on.add(rule)
        self._open.append(_Use(rule, args, kwargs))

    def end(self, result: Any) -> None:  # noqa: ANN401 - what a rule returns
        """Note what the rule that was called last has returned."""
        use = self._open.pop()
        use.result = result
        self._uses[use.rule] = use

    def hold(self, number: str) -> None:
        """Tell of this use of a rule, whatever it is used for later."""
        self._held[number] = self._uses[number]

    def lines(self, numbers: Iterable[str]) -> list[Trace]:
        """Return the lines of rules that were used, and of those they rest on, by number."""
        found: dict[str, Trace] = {}
        ahead = list(numbers)
        while ahead:
            number = ahead.pop()
            use = self._held.get(number) or self._uses.get(number)
            if use is None or number in found:
                continue
            found[number] = use.rule.line(use.result, *use.args, **use.kwargs)
            ahead += use.rests_on
        return [found[number] for number in sorted(found)]


class Rule(str, Generic[P, R]):  # noqa: SLOT000 - a rule has parts, and there are few
    """A rule: its number as text, what a player reads of it, and the function that works it out.

    ``working`` is a template over the function's arguments and their fields, ``result``, the fields of the character,
    the house rules, the circumstances and the turn, and the game's other rules by the names of their functions; empty:
    the sentence says all. Several templates have names, and ``which`` tells from the arguments the one to be told.
    ``shown``: what else templates may name and the line has as numbers, by functions of the result and the arguments.
    ``called``: what templates call the result.
    """

    name: str
    kind: str
    reference: str
    sentence: str
    function: Callable[P, R]
    working: str | Mapping[str, str]
    which: Callable[..., str] | None
    shown: Mapping[str, Callable[..., Any]]
    called: str
    say: Catalog | None
    others: Mapping[str, "Rule[..., Any]"]
    sources: dict[tuple[str, type], str]
    """Which part of a move has what a template names, by the kind of move: a name of it, or nothing."""

    def __new__(cls, number: str, function: Callable[P, R], *, name: str, kind: str, reference: str) -> Self:
        """Return the rule of a function; its docstring's first paragraph is the rule's sentence."""
        made = super().__new__(cls, number)
        made.sentence = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
        if not made.sentence:
            message = f"rule {number} needs a docstring: the sentence that a player reads"
            raise TypeError(message)
        made.function, made.name, made.kind, made.reference = function, name, kind, reference
        made.working, made.which, made.shown, made.called = "", None, {}, "result"
        made.say, made.others, made.sources = None, {}, {}
        made.__doc__ = function.__doc__
        return made

    @property
    def number(self) -> str:
        """Its number alone, as players look it up."""
        return str(self)

    @property
    def function_name(self) -> str:
        """What its function is called: by that, other rules' workings name it."""
        return self.function.__name__

    @property
    def templates(self) -> Mapping[str, str]:
        """Its workings by what translations call them."""
        if isinstance(self.working, str):
            return {f"working.{self}": self.working} if self.working else {}
        return {f"working.{self}.{name}": template for name, template in self.working.items()}

    @property
    def label(self) -> Sentence:
        """Its name, to be translated."""
        return Sentence(f"rule.{self}.name", {}, self.name)

    def trace(self, working: Sentence, **numbers: Fraction | int | str) -> Trace:
        """Return a trace line of this rule with its numbers."""
        return Trace(str(self), self.name, self.reference, self.sentence, working, numbers)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Work the rule out."""
        if not _tracers:
            return self.function(*args, **kwargs)
        watching = tuple(_tracers)
        for tracer in watching:
            tracer.begin(self, args, kwargs=kwargs)
        result = None
        try:
            result = self.function(*args, **kwargs)
        finally:
            for tracer in watching:
                tracer.end(result)
        return result

    def told(self, *args: P.args, **kwargs: P.kwargs) -> Trace:
        """Return the line of a trace that tells how it is worked out of these arguments."""
        return self.line(self(*args, **kwargs), *args, **kwargs)

    def line(self, result: R, *args: P.args, **kwargs: P.kwargs) -> Trace:
        """Return the line of a trace that tells of one use: what came of which arguments."""
        if self.say is None or not self.working:
            return self.trace(self.label)
        key, template = f"working.{self}", self.working
        if self.which is not None and not isinstance(template, str):
            name = self.which(*args, **kwargs)
            key, template = f"{key}.{name}", template[name]
        arguments = {**dict(zip(self.function.__code__.co_varnames, args, strict=False)), **kwargs}
        values: dict[str, Any] = {
            name: self._value(name, arguments, result=result)
            for name in named(str(template))
            if name not in self.shown
        }
        values |= {name: _shown(found(result, *args, **kwargs)) for name, found in self.shown.items()}
        numbers = {name: value for name, value in values.items() if not isinstance(value, Sentence)}
        return self.trace(self.say(key, **values), **numbers)

    def _value(self, name: str, arguments: Mapping[str, Any], *, result: Any) -> Any:  # noqa: ANN401 - what a rule returns
        if name == self.called:
            return _shown(result)
        if name in arguments:
            return _shown(arguments[name])
        move, *others = arguments.values()
        source = name, type(move)
        if source not in self.sources:
            parts = (part for part in _PARTS if hasattr(getattr(move, part, None), name))
            self.sources[source] = next(parts, "")
        part = self.sources[source]
        if part:
            return _shown(getattr(getattr(move, part), name))
        for inputs in (move, *others):
            if hasattr(inputs, name):
                return _shown(getattr(inputs, name))
        if name not in self.others:
            raise WorkingError(self, name)
        return _shown(self.others[name].function(move))


class WorkingError(TypeError):
    """A working names what there is not; ``place``: the file and the line of its rule."""

    def __init__(self, rule: Rule[..., Any], name: str) -> None:
        wrong = f"rule {rule} is worked out from {{{name}}}, which nothing is called"
        super().__init__(
            f"{wrong}; name a field of the sheet or of the house rules, another rule’s function, or result"
        )
        code = rule.function.__code__
        self.place = code.co_filename, code.co_firstlineno


_PARTS = ("character", "house_rules", "circumstances", "turn")
"""Where a move has the fields that templates name."""
_TOLD = (Fraction, int, float, str, Sentence)


@cache
def named(template: str) -> Sequence[str]:
    """Return what a template names, each once."""
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(template) if name))


def _shown(value: Any) -> Fraction | int | float | str | Sentence:  # noqa: ANN401 - likewise
    """Return a value as templates take it."""
    return value if isinstance(value, _TOLD) else str(value)


def rule(number: str, name: str, *, kind: str, reference: str) -> Callable[[Callable[P, R]], Rule[P, R]]:
    """Mark a function as the home of a rule; its docstring's first paragraph is the rule's sentence.

    >>> @rule("HOP-01", "Hopping", kind="rate", reference="Hop")
    ... def hop() -> int: return 1
    Traceback (most recent call last):
    TypeError: rule HOP-01 needs a docstring: the sentence that a player reads
    """
    return lambda function: Rule(number, function, name=name, kind=kind, reference=reference)
