"""Sentences for people: a key and parameters to translate, and English words."""

import re
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, Self

from py_rules.values.records import record, replace
from py_rules.values.rounding import to_number

MANY = 100_000
"""From here on a number is shown digit by digit."""


@record(slots=False)
class Sentence:
    """A sentence for people: a key and parameters to translate by, and the English ``template``.

    The words are made when they are asked for: of most sentences they never are.
    """

    key: str
    params: Mapping[str, Any]
    template: str = field(compare=False)
    is_inside: bool = False

    @cached_property
    def text(self) -> str:
        """The English words; inside a sentence they begin small."""
        words = self.template
        if self.params:
            written = Shown if _counts(words) else tidy
            words = words.format_map({name: written(value) for name, value in self.params.items()})
        return words.lower() if self.is_inside else words

    @property
    def inside(self) -> "Sentence":
        """The same as it stands in the middle of an English sentence."""
        return replace(self, is_inside=True)


def said(key: str, params: Mapping[str, Any], *, words: str) -> Sentence:
    """Return a sentence that was made before, and is not put into English again.

    >>> said("moved", {"why": "{odd}"}, words="Moved: {odd}").text
    'Moved: {odd}'
    """
    text = Sentence(key, params, words)
    text.__dict__["text"] = words
    return text


class Shown(str):
    """A parameter as people read it; in a template ``{hits:hit|hits}`` is the word that goes with its number."""

    __slots__ = ("value",)
    value: object

    def __new__(cls, value: object) -> Self:
        """Return a value in words.

        >>> "{n} {n:die|dice}, {m} {m:die|dice}".format(n=Shown(1), m=Shown(0.5))
        '1 die, 0.5 dice'
        """
        made = super().__new__(cls, tidy(value))
        made.value = value
        return made

    def __format__(self, forms: str) -> str:
        """Return the value, or of the two words the one that goes with it."""
        return forms.split("|")[self.value not in (1, -1)] if forms else str(self)


@cache
def _counts(template: str) -> bool:
    """Tell whether a template has words that go with a number."""
    return re.search(r"\{\w+:", template) is not None


class Catalog:
    """Every sentence a system can say, as English templates by key."""

    def __init__(self, prefix: str, templates: Mapping[str, str]) -> None:
        self._prefix = prefix
        self._templates = templates

    @property
    def templates(self) -> dict[str, str]:
        """All templates by full key."""
        return {f"{self._prefix}.{key}": text for key, text in sorted(self._templates.items())}

    def __call__(self, key: str, **params: Fraction | float | str | Sentence) -> Sentence:
        """Return the sentence ``key`` with its parameters filled in; sentences among them stay translatable."""
        return Sentence(f"{self._prefix}.{key}", params, self._templates[key])


def tidy(value: object) -> object:
    """Return a number as people write it: no needless digits, a true minus sign; of a sentence its text.

    >>> tidy(0.6479000001), tidy(7.5), tidy(-2), tidy("x")
    ('0.648', '7.5', '−2', 'x')
    """
    if type(value) is Sentence:
        return value.text
    if type(value) is Fraction:
        value = to_number(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return f"{round(value, 3):g}".replace("-", "−") if abs(value) < MANY else str(value)
