"""Rules as objects: a function with number, name and sentence that tells how it was worked out where it was used.

Theory of operation. While a :class:`Tracer` is at work, each rule that is called tells it what it was called with, what
it returned, and which rules it called itself. A plan then shows the rules that it names, and those these rest on.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from string import Formatter
from typing import Any, Generic, ParamSpec, TypeVar

from py_rules.answers import Catalog, Text, Trace
from py_rules.system import RuleInfo

P = ParamSpec("P")
R = TypeVar("R")
_tracers: list["Tracer"] = []


@dataclass(slots=True)
class _Use:
    """The last use of a rule: what it was called with, what it returned, the rules it called."""

    rule: "Rule[..., Any]"
    arguments: Mapping[str, Any]
    result: Any
    rests_on: set[str] = field(default_factory=set)


class Tracer:
    """Which rules were used, and with what."""

    def __init__(self) -> None:
        self._uses: dict[str, _Use] = {}
        self._open: list[_Use] = []

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Listen to the rules that are called inside."""
        _tracers.append(self)
        try:
            yield
        finally:
            _tracers.remove(self)

    def begin(self, rule: "Rule[..., Any]", arguments: Mapping[str, Any]) -> None:
        """Note that a rule is called."""
        if self._open:
            self._open[-1].rests_on.add(rule.number)
        self._open.append(_Use(rule, arguments, None))

    def end(self, result: Any) -> None:  # noqa: ANN401 - what a rule returns
        """Note what the rule that was called last has returned."""
        use = self._open.pop()
        use.result = result
        self._uses[use.rule.number] = use

    def lines(self, numbers: Iterable[str]) -> list[Trace]:
        """Return the lines of rules that were used, and of those they rest on, by number."""
        found: dict[str, Trace] = {}
        ahead = list(numbers)
        while ahead:
            number = ahead.pop()
            use = self._uses.get(number)
            if use is None or number in found:
                continue
            found[number] = use.rule.line(use.arguments, use.result)
            ahead += use.rests_on
        return [found[number] for number in sorted(found)]


class Rule(Generic[P, R]):
    """A rule: what a player reads of it, how it is worked out, and the function that works it out.

    ``working`` is a template over the function's arguments, ``result``, the character's and the house rules' fields,
    and the game's other rules by the names of their functions; empty: the sentence says all.
    """

    def __init__(
        self,
        function: Callable[P, R],
        info: RuleInfo,
        *,
        working: str,
        say: Catalog,
        others: Mapping[str, "Rule[..., Any]"],
    ) -> None:
        self.rule_info, self.function = info, function
        self.working, self._say, self._others = working, say, others
        self._signature = inspect.signature(function)
        self.__name__, self.__doc__ = function.__name__, function.__doc__

    @property
    def number(self) -> str:
        """Its number, as players look it up."""
        return self.rule_info.number

    @property
    def title(self) -> Text:
        """Its name, to be translated."""
        return self.rule_info.title

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Work the rule out."""
        if not _tracers:
            return self.function(*args, **kwargs)
        tracer = _tracers[-1]
        tracer.begin(self, self._signature.bind(*args, **kwargs).arguments)
        try:
            result = self.function(*args, **kwargs)
        except BaseException:
            tracer.end(None)
            raise
        tracer.end(result)
        return result

    def line(self, arguments: Mapping[str, Any], result: Any) -> Trace:  # noqa: ANN401 - what a rule returns
        """Return the line of a trace that tells of one use."""
        names = [name for _, name, _, _ in Formatter().parse(self.working) if name]
        values = {name: self._value(name, arguments, result) for name in names}
        numbers = {name: value for name, value in values.items() if not isinstance(value, Text)}
        text = self._say(f"working.{self.number}", **values) if self.working else self.title
        return self.rule_info.trace(text, **numbers)

    def _value(self, name: str, arguments: Mapping[str, Any], result: Any) -> Any:  # noqa: ANN401 - likewise
        if name == "result":
            return _shown(result)
        if name in arguments:
            return _shown(arguments[name])
        move = next(iter(arguments.values()))
        for inputs in (move.character, move.house_rules, move.circumstances):
            if hasattr(inputs, name):
                return _shown(getattr(inputs, name))
        return _shown(self._others[name].function(move))


def _shown(value: Any) -> Fraction | int | float | str | Text:  # noqa: ANN401 - likewise
    """Return a value as templates take it."""
    return value if isinstance(value, Fraction | int | float | str | Text) else str(value)
